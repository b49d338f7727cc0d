"""The colours of the chart, for light and dark screens."""

from games.toolkit import svg
from games.toolkit.svg import number

__all__ = ["PALETTE", "Ink", "fill", "number", "stroke", "styles"]

PALETTE = {
    "ink": ("#1f2d36", "#e9e3d3"),
    "faint": ("#54636a", "#a3adb0"),
    "paper": ("#fbf7ea", "#1d262c"),
    "board": ("#efe9d8", "#141b20"),
    "sea": ("#dde9ec", "#17252e"),
    "deep": ("#c3d6dc", "#243843"),
    "land": ("#efe4c6", "#34382f"),
    "coast": ("#8d7d58", "#7d7a62"),
    "halo": ("#f3f3ea", "#17211f"),
    "lane": ("#5e8ba0", "#4d7c92"),
    "leader": ("#7a2482", "#e0a2ee"),
    "dot": ("#3f7c9c", "#69a9c9"),
    "allied": ("#b02a26", "#e66a63"),
    "central": ("#20262b", "#c9d3d8"),
    "neutral": ("#8a8f86", "#8a9590"),
    "brass": ("#b8862b", "#d6a84e"),
    "steel": ("#3d4d58", "#8fa2ad"),
    "empty": ("#e4decb", "#2b363d"),
    "hull": ("#74868f", "#5d717b"),
    "fire": ("#a4492b", "#d07a52"),
    "power": ("#3b7a57", "#5ba67e"),
    "gold": ("#c79a2e", "#d8b04a"),
    "coal": ("#3a3a3a", "#8b8f92"),
    "torpedo": ("#35618e", "#6c9ccb"),
    "white": ("#ffffff", "#f4f1e6"),
    "black": ("#15191c", "#0b0e10"),
    "british": ("#8f2f35", "#a8444a"),
    "french": ("#28508a", "#3f6aa8"),
    "austrian": ("#5c6b3c", "#77894f"),
    "marker": ("#6f5a3c", "#856d49"),
    **svg.LABEL_COLOURS,
}


class Ink(svg.SvgCanvas):
    """An SVG canvas that knows the colours of the chart."""

    palette = PALETTE


fill, stroke, styles = Ink.fill, Ink.stroke, Ink.styles
