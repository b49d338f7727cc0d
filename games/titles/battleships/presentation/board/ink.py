"""The colours of the chart for light and dark screens, with the counters' colours for the nations (2.2)."""

from games.toolkit import svg
from games.toolkit.svg import number

__all__ = ["PALETTE", "Ink", "fill", "number", "stroke", "styles"]

PALETTE = {
    "ink": ("#1b2a33", "#e9e3d3"),
    "faint": ("#586970", "#a3adb0"),
    "paper": ("#fbf7ea", "#1d262c"),
    "board": ("#efe9d8", "#141b20"),
    "sea": ("#d9e7ec", "#16242d"),
    "dusk": ("#bcc8db", "#0f1826"),
    "dark_mesh": ("#9db0c9", "#2a3b52"),
    "mesh": ("#b4cbd4", "#2b4250"),
    "figure": ("#334854", "#c3d0d6"),
    "land": ("#d8c99b", "#4a4a35"),
    "coast": ("#8d7d58", "#8a8463"),
    "mole": ("#7a4a24", "#b98352"),
    "net": ("#2456b8", "#6f9cf0"),
    "halo": ("#f2f6f4", "#101a20"),
    "steel": ("#3d4d58", "#8fa2ad"),
    "empty": ("#e4decb", "#2b363d"),
    "gun": ("#b02a26", "#ec6f66"),
    "aim": ("#7c5f1f", "#d6b25c"),
    "fire": ("#c8401f", "#ff8a5c"),
    "blast": ("#f2b632", "#ffcf52"),
    "splash": ("#ffffff", "#dfeef5"),
    "tide": ("#3f7c9c", "#7fb7d6"),
    "torpedo": ("#24407a", "#8fb3ff"),
    "hull": ("#35618e", "#8cb9e6"),
    "wake": ("#6b93a6", "#5d8296"),
    "lit": ("#ffe98a", "#574b16"),
    "shell": ("#d9a400", "#ffd84a"),
    "night": ("#2a3550", "#39466b"),
    "mine": ("#15191c", "#d8dde0"),
    "white": ("#ffffff", "#f4f1e6"),
    "black": ("#15191c", "#0b0e10"),
    "us": ("#5c93cc", "#6ea6df"),
    "gb": ("#4f9260", "#63a875"),
    "jp": ("#cf5d58", "#d96a64"),
    "de": ("#7d868e", "#98a2ab"),
    "it": ("#c5a11f", "#d8b83f"),
    "fr": ("#3f62b5", "#5a7fd4"),
    **svg.LABEL_COLOURS,
}


class Ink(svg.SvgCanvas):
    """Draws marks in the colours of the chart."""

    palette = PALETTE


fill, stroke, styles = Ink.fill, Ink.stroke, Ink.styles
