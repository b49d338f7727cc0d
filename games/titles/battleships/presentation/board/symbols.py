"""Symbols that pictures define once and use often: hulls from above with their bows to the north, and small signs.

Hulls are drawn for hexes with sides of length ten, so that the largest hull is nearly as long as a hex is wide.
"""

from games.titles.battleships.presentation.board.ink import PALETTE, fill, stroke

_EDGE = f'{stroke("white", 0.55)} stroke-linejoin="round"'
_GUN = PALETTE["black"][0]


def _hull(long: float, wide: float, *, x: float = 0.0, y: float = 0.0) -> str:
    """Return the outline of a ship: a sharp bow, straight sides, a rounded stern."""
    bow, stern, side = -long / 2 + y, long / 2 + y, wide / 2
    return (
        f"M{x:g} {bow:g}C{x + side:g} {bow + long * 0.2:g} {x + side:g} {bow + long * 0.3:g} {x + side:g} {y:g}"
        f"L{x + side * 0.9:g} {stern - wide * 0.5:g}Q{x:g} {stern + wide * 0.35:g} {x - side * 0.9:g}"
        f" {stern - wide * 0.5:g}L{x - side:g} {y:g}C{x - side:g} {bow + long * 0.3:g} {x - side:g}"
        f" {bow + long * 0.2:g} {x:g} {bow:g}z"
    )


def _turrets(places: tuple[float, ...], size: float, bridge: float) -> str:
    """Return the SVG of turrets with their barrels along the middle line, and of the bridge."""
    marks = "".join(
        f'<circle cy="{y:g}" r="{size:g}"/>'
        f'<path d="M{-size * 0.45:g} {y:g}V{y + way:g}M{size * 0.45:g} {y:g}V{y + way:g}"'
        f' stroke="{_GUN}" stroke-width="0.45"/>'
        for y, way in ((y, -size * 2.1 if y < bridge else size * 2.1) for y in places)
    )
    return f'<g fill="{_GUN}">{marks}<path d="M{-size} {bridge - size:g}h{2 * size}v{2.6 * size}h{-2 * size}z"/></g>'


SHIPS = {
    "bb": f'<path d="{_hull(16.4, 4.6)}" {_EDGE}/>' + _turrets((-4.4, -2.2, 3.4, 5.4), 0.85, 0.4),
    "bc": f'<path d="{_hull(16.8, 4.0)}" {_EDGE}/>' + _turrets((-4.6, -2.4, 4.6), 0.8, 0.4),
    "pb": f'<path d="{_hull(14.0, 3.4)}" {_EDGE}/>' + _turrets((-3.4, 3.9), 0.8, 0.4),
    "ca": f'<path d="{_hull(13.2, 2.9)}" {_EDGE}/>' + _turrets((-3.6, -2.0, 3.6), 0.55, 0.3),
    "cl": f'<path d="{_hull(10.2, 2.2, x=-1.7, y=1.2)}{_hull(10.2, 2.2, x=1.7, y=-1.2)}" {_EDGE}/>',
    "dd": f'<path d="{_hull(6.4, 1.5, y=-3.0)}{_hull(6.4, 1.5, x=-2.7, y=0.6)}{_hull(6.4, 1.5, x=2.7, y=0.6)}'
    f'{_hull(6.4, 1.5, y=4.2)}" {_EDGE}/>',
    "battery": f'<path d="M-6 5V-1.5H-4V-4H-1.6V-1.5H1.6V-4H4V-1.5H6V5z" {_EDGE}/>',
}
"""2.3 The SVG of hulls by kind of counter.

A light cruiser counter shows two ships, a destroyer counter several (2.1).
"""

SIGNS = {
    "splash": f'<path d="M-2.6 2C-3-1-2.2-4-1.6-6-1-4-.6-2 0 .4.6-3 1.2-7 1.8-9 2.4-5 3-1 2.6 2z" {fill("splash")}'
    f" {stroke('tide', 0.7)}/>",
    "blast": f'<path d="M0-8 1.9-3 6.6-5.4 4-1 8.4.6 3.6 2.2 5.2 7 .8 3.9-2.4 8.2-2.4 3.2-7.6 4.2-4 .6'
    f'-8-2.8-3-2.6-4.4-7.4-1-3.6z" {fill("blast")} {stroke("fire", 0.9)} stroke-linejoin="round"/>',
    "wreck": f'<path d="M-6-6 6 6M6-6-6 6" {stroke("gun", 2.2)} stroke-linecap="round"/>',
    "star": f'<path d="M0-7 1.7-1.9 7-2 2.8 1.2 4.3 6.4 0 3.3-4.3 6.4-2.8 1.2-7-2-1.7-1.9z" {fill("shell")}'
    f" {stroke('white', 0.7)}/>",
    "fish": f'<path d="M0-5C1.2-4 1.4-2 1.4 3L2.6 5H-2.6L-1.4 3C-1.4-2-1.2-4 0-5z" {fill("torpedo")}'
    f" {stroke('white', 0.5)}/>",
    "mine": f'<circle r="3.6" {fill("mine")}/><path d="M0-6V6M-6 0H6M-4.2-4.2 4.2 4.2M4.2-4.2-4.2 4.2"'
    f" {stroke('mine', 1.1)}/>",
    "flame": f'<path d="M0 5C-4 4-4 .5-2-2-1.6 0-.6 0-.4-1-.6-3.6.4-5.4 1.8-6.6 1.4-3.8 4 .2 3.2 2.6 2.6 4.4 1 5 0 5z"'
    f" {fill('fire')}/>",
}


def definitions() -> str:
    """Return the definitions of all symbols, for the head of a picture."""
    ships = "".join(f'<g id="ship-{kind}">{marks}</g>' for kind, marks in SHIPS.items())
    return ships + "".join(f'<g id="{name}">{marks}</g>' for name, marks in SIGNS.items())
