"""The colours of the picture on a dark screen. Paper becomes dark and letters light; dice and flags keep their colours.

The renderer that makes PNGs ignores these colours.
"""

from games.titles.pirates.presentation.board.ink import FAINT, GRATICULE, INK, KINDS, PAPER, RED, SEA, SEATS, STEEL

_FILLS = {
    SEA: "#0e1820",
    PAPER: "#16212a",
    "#eef2f3": "#23313b",
    "#fdf4dc": "#2c281a",
    "#f3e6c4": "#3a311a",
    "#fffdf6": "#20282e",
    "#e3d5b4": "#423a26",
    "#e6d9a8": "#4b431f",
    "#f1e3bd": "#4a4028",
    "#f2cf6b": "#655117",
    "#c9d6de": "#3b4d59",
    INK: "#e4e9ec",
    FAINT: "#a9b8c0",
    "#222": "#b9c0c4",
}
"""The dark colour for each light fill colour of papers, badges and letters. It applies to every shape."""
_OF_A_SORT = {
    ("rect", INK): "#070d12",
    ("rect", SEATS["white"][0]): "#55626c",
    ("rect", SEATS["black"][0]): "#05080a",
    ("path", STEEL): "#a9bac6",
    ("path", SEATS["phantom"][0]): "#b3abc0",
    ("text", RED): "#ff8f87",
    **{
        ("text", colours[0]): light
        for colours, light in zip(KINDS.values(), ("#dcab79", "#8dbaea", "#8acb9f"), strict=False)
    },
}
"""The dark colour by (SVG element, light fill colour), for light colours that need it in some elements only."""
_EDGES = {INK: "#8fa1ad", GRATICULE: "#1b2c36", "#b9ad8c": "#6a6249", "#d3c7a4": "#4b452f", STEEL: "#5c6f7c"}
_KEPT = (
    ("#d6 circle", "#ffffff"),
    ("#d6 path", INK),
    ("#back path", "#c9d6de"),
)
"""Shapes whose colours must not change, as (CSS selector, fill colour): the white die, the anchor on cards' backs."""


def styles() -> str:
    """Return the CSS style sheet with the colours for dark screens."""
    rules = [f'[fill="{day}"]{{fill:{dark}}}' for day, dark in _FILLS.items()]
    rules += [f'{sort}[fill="{day}"]{{fill:{dark}}}' for (sort, day), dark in _OF_A_SORT.items()]
    rules += [f'[stroke="{day}"]{{stroke:{dark}}}' for day, dark in _EDGES.items()]
    rules += [f"{place}{{fill:{colour}}}" for place, colour in _KEPT]
    return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"
