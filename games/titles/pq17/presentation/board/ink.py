"""The colours of the map and its marks, in light and dark mode."""

from games.toolkit import svg
from games.toolkit.svg import number

__all__ = ["PALETTE", "Ink", "fill", "number", "stroke", "styles"]

PALETTE = {
    "ink": ("#1c2a33", "#e9e4d6"),
    "faint": ("#5a6a72", "#a2adb1"),
    "paper": ("#fbf8ee", "#1c252b"),
    "board": ("#eee9db", "#131a1f"),
    "sea": ("#d3e4ea", "#15262f"),
    "dusk": ("#b3c4d6", "#0d1722"),
    "mesh": ("#a9c3ce", "#2a4350"),
    "figure": ("#34505d", "#eef3f5"),
    "water_name": ("#1d4f6d", "#e6f1f5"),
    "land": ("#e6ddc2", "#3a3d33"),
    "coast": ("#8f8465", "#807f69"),
    "bar": ("#9c7b3f", "#b08f52"),
    "halo": ("#f3f5ee", "#10191e"),
    "steel": ("#41525d", "#8b9ea9"),
    "empty": ("#e0dbca", "#2a353c"),
    "light_drift": ("#e3f0f3", "#22404c"),
    "heavy_drift": ("#edf6f7", "#2b4c59"),
    "thin_pack": ("#f6fafa", "#385c69"),
    "solid_pack": ("#fefefd", "#486f7d"),
    "floe": ("#9fb8c4", "#a9c4cf"),
    "allied": ("#1f4f86", "#2f6cab"),
    "axis": ("#4b5359", "#636d74"),
    "allied_line": ("#2a62a4", "#7fb2ea"),
    "axis_line": ("#33393d", "#c6cdd1"),
    "ghost": ("#8b97a0", "#75828b"),
    "alarm": ("#b3312c", "#ec6f66"),
    "watch": ("#9c520a", "#f0a04a"),
    "gold": ("#b98a24", "#dcb155"),
    "fuel": ("#7a4b1c", "#d9a066"),
    "british_area": ("#7ea6d8", "#3d669c"),
    "soviet_area": ("#d49a94", "#8f4c47"),
    "axis_area": ("#a9adb0", "#5c666d"),
    "british": ("#2f66b0", "#7fa9e6"),
    "soviet": ("#b2433a", "#e58a82"),
    "stavanger": ("#8a6d1d", "#d9b95c"),
    "trondheim": ("#2f7a58", "#6cc39b"),
    "barents": ("#6b4a93", "#b495dc"),
    "night": ("#2a3550", "#39466c"),
    "day": ("#f5e3a1", "#a98f3d"),
    "way_navy": ("#1f4f87", "#6fa5e8"),
    "way_teal": ("#1d7a8c", "#5cc3d6"),
    "way_violet": ("#5a3f99", "#ab92ec"),
    "way_green": ("#2e7a58", "#6cc49b"),
    "way_olive": ("#7c6a1a", "#cdb955"),
    "way_red": ("#b3312d", "#ee7a72"),
    "way_brown": ("#8a4a1c", "#d9945c"),
    "way_plum": ("#7d2f63", "#d587b9"),
    "way_grey": ("#4b535a", "#b6c0c6"),
    "way_orange": ("#b5510f", "#f2ab5c"),
    "white": ("#ffffff", "#f4f1e7"),
    "black": ("#15191d", "#0a0d0f"),
    **svg.LABEL_COLOURS,
}


class Ink(svg.SvgCanvas):
    """An SVG canvas that knows the colours of the map and its marks."""

    palette = PALETTE


fill, stroke, styles = Ink.fill, Ink.stroke, Ink.styles
