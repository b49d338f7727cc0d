"""Shapes that a picture defines once and uses often: flags, map symbols, silhouettes and small marks."""

from games.titles.goeben.presentation.board.ink import PALETTE, fill, stroke

_WHITE, _BLACK = "#ffffff", "#15191c"

FLAGS = {
    "britain": '<path d="M-7-5H7V5H-7z" fill="#1d3f7a"/><path d="M-7-5 7 5M7-5-7 5" stroke="#fff" stroke-width="2"/>'
    '<path d="M0-5V5M-7 0H7" stroke="#fff" stroke-width="3.4"/><path d="M0-5V5M-7 0H7" stroke="#c0281f" '
    'stroke-width="2"/>',
    "france": '<path d="M-7-5h4.7V5H-7z" fill="#24408e"/><path d="M-2.3-5h4.6V5h-4.6z" fill="#fff"/>'
    '<path d="M2.3-5H7V5H2.3z" fill="#ce2b37"/>',
    "italy": '<path d="M-7-5h4.7V5H-7z" fill="#1d7a45"/><path d="M-2.3-5h4.6V5h-4.6z" fill="#fff"/>'
    '<path d="M2.3-5H7V5H2.3z" fill="#ce2b37"/><path d="M-1-2h2v3l-1 1-1-1z" fill="#ce2b37"/>',
    "greece": '<path d="M-7-5H7V5H-7z" fill="#fff"/><path d="M-7-4H7M-7-1.6H7M-7 1.6H7M-7 4H7" stroke="#2f63a8" '
    'stroke-width="1.5"/><path d="M-7-5h5.4v6H-7z" fill="#2f63a8"/><path d="M-4.3-5v6M-7-2h5.4" stroke="#fff"/>',
    "ottoman": '<path d="M-7-5H7V5H-7z" fill="#c8202b"/><path d="M1-2.8a3 3 0 1 0 0 5.6 3.4 3.4 0 0 1 0-5.6z" '
    'fill="#fff"/>'
    '<circle cx="3" r="1.1" fill="#fff"/>',
    "spain": '<path d="M-7-5H7V5H-7z" fill="#b9252d"/><path d="M-7-2.4H7v4.8H-7z" fill="#f0bf34"/>',
    "austria": '<path d="M-7-5H7V5H-7z" fill="#c02a30"/><path d="M-7-1.7H7v3.4H-7z" fill="#fff"/>',
    "russia": '<path d="M-7-5H7V-1.7H-7z" fill="#fff"/><path d="M-7-1.7H7V1.7H-7z" fill="#2b4b9b"/>'
    '<path d="M-7 1.7H7V5H-7z" fill="#c02a30"/>',
    "germany": '<path d="M-7-5H7V5H-7z" fill="#fff"/><path d="M0-5V5M-7 0H7" stroke="#15191c" stroke-width="2"/>'
    '<circle r="2" fill="#fff" stroke="#15191c" stroke-width=".8"/><path d="M-7-5h5v3.3h-5z" fill="#15191c"/>'
    '<path d="M-7-3.2h5v1.5h-5z" fill="#c02a30"/>',
}
"""The flags of 1914 as SVG, 14 by 10 units, simplified to what is visible at that size."""

SILHOUETTES = {
    "bc": "M-30 "
    "3-28-1H-20V-4H-15V-6H-12L-11-17H-9.5L-9-6H-6V-12H-1.5V-6H3V-13H7.5V-6H10L10.5-18H12L13-6H15V-4H20V-1H29L27 "
    "6H-27zM-25-2.6-20-3.4V-2M25-2.6 20-3.4V-2",
    "cl": "M-26 3-24 "
    "0H-17V-3H-12L-11-14H-10L-9.5-3H-7V-8H-4V-3H-2V-8H1V-3H3V-8H6V-3H8L8.5-14H9.5L10.5-3H15V0H25L23 5.5H-24z",
    "bb": "M-30 "
    "3-28-1H-22V-5H-16V-7H-12L-11-18H-9L-8-7H-4V-13H0V-7H4V-13H8V-7H10L11-18H13L14-7H16V-5H22V-1H29L27 6H-27z",
    "dd": "M-22 3-20 0H-12V-3H-9L-8.5-9H-7.5L-7-3H-5V-6H-3V-3H0V-6H2V-3H5L12 0H21L19 4.5H-20z",
    "convoy": "M-24-2H-14V-8H-9V-2H-4V-12H-3V-2H2V-14H6V-2H12V-7H15V-2H24L20 5H-21z",
}
"""The silhouettes of ships as SVG path data, 60 units wide, with the waterline at the bottom."""
SILHOUETTES["b"], SILHOUETTES["ca"], SILHOUETTES["cp"] = SILHOUETTES["bb"], SILHOUETTES["bc"], SILHOUETTES["cl"]

ANCHOR = (
    "M-.9-5.4a2 2 0 1 1 1.8 0V-4h2.6v1.6H.9v6C2.8 3.3 4 2.2 4.3.7L3 1.4 4.6-1.6 6.2 1.4 5.4 1.2C5 3.9 2.8 5.6 0 6"
    "-2.8 5.6-5 3.9-5.4 1.2l-.8.2 1.6-3L-3 1.4-4.3.7C-4 2.2-2.8 3.3-.9 3.6v-6h-2.6V-4h2.6z"
)

SIGNS = {
    "hexagon": '<path d="M-8 0-4-7H4L8 0 4 7H-4z"/>',
    "sea": f'<circle r="4.2" {fill("dot")} stroke="#fff" stroke-width="1.2"/>',
    "transit": f'<circle r="5" {fill("white")} {stroke("dot", 1.6)}/><circle r="2.4" {fill("dot")}/>',
    "exit": f'<path d="M0-9 2.4-2.4 9 0 2.4 2.4 0 9-2.4 2.4-9 0-2.4-2.4z" {fill("dot")} stroke="#fff" '
    f'stroke-width="1.2"/>',
    "patrol": f'<path d="M-8 0-4-7H4L8 0 4 7H-4z" {fill("allied")} stroke="#fff" stroke-width="1.4"/>'
    '<path d="M-4.6 0-2.3-4H2.3L4.6 0 2.3 4H-2.3z" fill="none" stroke="#fff" stroke-width=".9"/>',
    "freed": f'<path d="M-8 0-4-7H4L8 0 4 7H-4z" {fill("dot")} stroke="#fff" stroke-width="1.4"/>',
    "anchor": f'<path d="{ANCHOR}"/>',
    "down": f'<rect x="-8.5" y="-8.5" width="17" height="17" rx="2" {fill("steel")} stroke="#fff"/>'
    '<rect x="-6.3" y="-6.3" width="12.6" height="12.6" rx="1" fill="none" stroke="#fff" stroke-opacity=".5" '
    'stroke-width=".8"/>',
    "fort": '<path d="M-6 6V-6h2.8v2.2h1.8V-6h2.8v2.2h1.8V-6H6V6z"/>',
    "collier": f'<path d="M-9 0H-6V-4H-3V0H-1V-7H2V0H9L6.5 5H-7z" {fill("coal")} stroke="#fff" stroke-width=".8"/>',
    "mines": f'<circle r="4" {fill("ink")} stroke="#fff" stroke-width=".8"/>'
    f'<path d="M0-6.4V6.4M-6.4 0H6.4M-4.5-4.5l9 9M4.5-4.5l-9 9" {stroke("ink", 1.3)}/>',
    "visited": f'<circle r="6.6" fill="#fff" {stroke("allied", 1.5)}/><path d="M-3.6-3.6 3.6 3.6M3.6-3.6-3.6 '
    f'3.6" {stroke("allied", 1.9)}/>',
    "held": f'<path d="M-4.5 7V-7H6L3.4-3.6 6-.4H-3.2V7z" {fill("black")} stroke="#fff" stroke-width=".8"/>',
    "friend": f'<circle r="6" {fill("power")} stroke="#fff"/><path d="M-3 .2-.8 2.6 3.2-2.6" fill="none" stroke="#fff" '
    'stroke-width="1.7"/>',
    "goal": f'<circle r="13" fill="none" {stroke("gold", 2.2)}/><circle r="16" fill="none" {stroke("gold", 1)}/>',
    "battle": f'<path d="M0-11 2.6-4.2 9-7.5 5.6-1.2 11.5 1.6 4.8 3 6.4 10 0 6-6.4 10-4.8 3-11.5 '
    f'1.6-5.6-1.2-9-7.5-2.6-4.2z" '
    f'{fill("fire")} stroke="#fff"/>',
    "storm": f'<circle r="7" {fill("steel")} stroke="#fff"/><path d="M1-5-3 .6H0L-1.4 5 3.4-1.2H.4z" fill="#ffe27a"/>',
    "fog": f'<circle r="7" {fill("steel")} stroke="#fff"/><path d="M-4-2.4H4M-4.8 0H4.8M-4 2.4H4" '
    f'stroke="#fff" stroke-width="1.3"/>',
    "moon": '<circle r="7" fill="#1c2b4a" stroke="#fff"/><path d="M1.5-4.5a4.6 4.6 0 1 0 0 9 5.3 5.3 0 0 1 '
    '0-9z" fill="#f3d37a"/>',
}
"""Small signs, with their origin in the middle."""


def definitions() -> str:
    """Return the SVG definitions of all symbols, for the head of a picture."""
    parts = [f'<g id="flag-{name}">{drawing}</g>' for name, drawing in FLAGS.items()]
    parts += [f'<path id="ship-{name}" d="{path}"/>' for name, path in SILHOUETTES.items()]
    parts += [f'<g id="{name}">{drawing}</g>' for name, drawing in SIGNS.items()]
    return "".join(parts)


__all__ = ["ANCHOR", "FLAGS", "PALETTE", "SIGNS", "SILHOUETTES", "definitions"]
