"""The colours of the map for light and dark screens; the nations' colours are those of their counters (2.2)."""

from games.toolkit import svg
from games.toolkit.svg import number

__all__ = ["PALETTE", "TRACK_COLOURS", "Ink", "fill", "number", "stroke", "styles"]

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
    "way_gb_0": ("#2f6b3f", "#7fc890"),
    "way_gb_1": ("#12705a", "#5fd0b0"),
    "way_gb_2": ("#5c7312", "#b8d060"),
    "way_gb_3": ("#115c5c", "#6fc8c8"),
    "way_de_0": ("#4a545c", "#b0bac4"),
    "way_de_1": ("#7a4a8c", "#c8a0e0"),
    "way_de_2": ("#8c5a2b", "#d8b080"),
    "way_de_3": ("#2f3b8c", "#a0b0f0"),
    "way_it_0": ("#7d6200", "#e0c860"),
    "way_it_1": ("#9a5212", "#f0b070"),
    "way_it_2": ("#6a7512", "#c8d860"),
    "way_it_3": ("#8c3f6b", "#e8a0c8"),
    "way_jp_0": ("#b03a35", "#f08880"),
    "way_jp_1": ("#a84c18", "#f0a878"),
    "way_jp_2": ("#8c2f5e", "#e890b8"),
    "way_jp_3": ("#7d4a1a", "#e0b080"),
    "way_us_0": ("#2a62a0", "#8cbcf0"),
    "way_us_1": ("#136f80", "#70d0e0"),
    "way_us_2": ("#5a4fa8", "#b8a8f8"),
    "way_us_3": ("#2f5f8a", "#90c8e8"),
    "way_fr_0": ("#2f4f9c", "#90b0f8"),
    "way_fr_1": ("#6a4fa8", "#c0a8f8"),
    "way_fr_2": ("#136a8c", "#78c8e8"),
    "way_fr_3": ("#3f5f9c", "#a8c0f0"),
    **svg.LABEL_COLOURS,
}

TRACK_COLOURS = tuple(light for name, (light, _) in PALETTE.items() if name.startswith("way_"))
"""The colours of the tracks in the diagram of a battle, on light screens: four shades for the ships of a nation."""


class Ink(svg.SvgCanvas):
    """Draws shapes in the colours of the map."""

    palette = PALETTE


fill, stroke, styles = Ink.fill, Ink.stroke, Ink.styles
