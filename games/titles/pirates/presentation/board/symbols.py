"""Symbols that are drawn often, defined once: dice, silhouettes, backs of cards, and small symbols."""

from games.titles.pirates.components.box import Coin, GermanShip, Merchant
from games.titles.pirates.presentation.board.ink import BRASS, INK, STEEL, Ink

DIE = 13.5
"""The distance between the centres of neighbouring dice in a row."""
RADIUS = 6.3

DICE = {
    4: ("#b3261e", "#fff", "#7d1712"),
    6: ("#ffffff", INK, INK),
    8: ("#2f7d46", "#fff", "#1d5530"),
    10: ("#27599a", "#fff", "#173d70"),
}
"""1.2 The colours of each die: its face, its number, its edge."""

FIGURES = {
    4: "M.4 3.6V-.8Q.4-1.1 .4-1.6Q.4-2 .5-2.3H.4Q.3-2 .1-1.7Q0-1.4-.2-1.1L-1.3 .6H2.6V1.7H-2.6V.7L0-3.6H1.7V3.6Z",
    6: "M.2 3.7Q-.3 3.7-.8 3.5Q-1.2 3.3-1.6 2.8Q-1.9 2.4-2.1 1.7Q-2.4 1-2.4 .1Q-2.4-.9-2.1-1.6Q-1.9-2.3-1.5-2.8Q"
    "-1.1-3.2-.6-3.5Q-.1-3.7 .4-3.7Q1.1-3.7 1.5-3.5Q2-3.2 2.3-2.9L1.6-2Q1.4-2.2 1.1-2.4Q.8-2.6 .5-2.6Q.1-2.6-"
    ".3-2.3Q-.6-2.1-.9-1.5Q-1.1-.9-1.1 .1Q-1.1 1-.9 1.6Q-.7 2.1-.5 2.4Q-.2 2.6 .2 2.6Q.4 2.6 .7 2.5Q.9 2.3 1 "
    "2Q1.1 1.7 1.1 1.3Q1.1 .9 1 .6Q.9 .3 .7 .2Q.4 .1 .1 .1Q-.2 .1-.5 .3Q-.8 .4-1.1 .9L-1.1-.1Q-.9-.3-.7-.5Q-."
    "4-.7-.1-.8Q.2-.9 .4-.9Q1-.9 1.4-.7Q1.9-.4 2.2 0Q2.4 .5 2.4 1.3Q2.4 2 2.1 2.6Q1.8 3.1 1.3 3.4Q.8 3.7 .2 3"
    ".7Z",
    8: "M0 3.7Q-.7 3.7-1.2 3.4Q-1.8 3.2-2.1 2.8Q-2.4 2.3-2.4 1.8Q-2.4 1.3-2.2 1Q-2 .6-1.8 .4Q-1.5 .1-1.2-.1V-.1Q"
    "-1.6-.4-1.8-.8Q-2.1-1.2-2.1-1.8Q-2.1-2.4-1.8-2.8Q-1.5-3.2-1.1-3.4Q-.6-3.7 0-3.7Q.7-3.7 1.1-3.4Q1.6-3.2 1"
    ".8-2.8Q2.1-2.4 2.1-1.8Q2.1-1.4 2-1.1Q1.8-.8 1.6-.6Q1.4-.3 1.2-.2V-.1Q1.5 .1 1.8 .3Q2.1 .6 2.2 .9Q2.4 1.3"
    " 2.4 1.8Q2.4 2.3 2.1 2.8Q1.8 3.2 1.2 3.4Q.7 3.7 0 3.7ZM.4-.5Q.7-.8 .8-1.1Q1-1.4 1-1.7Q1-2 .8-2.2Q.7-2.4 "
    ".5-2.6Q.3-2.7 0-2.7Q-.4-2.7-.6-2.5Q-.9-2.2-.9-1.8Q-.9-1.5-.7-1.2Q-.5-1-.2-.8Q.1-.7 .4-.5ZM0 2.7Q.3 2.7 ."
    "6 2.6Q.8 2.5 .9 2.3Q1.1 2 1.1 1.7Q1.1 1.5 1 1.3Q.8 1 .6 .9Q.4 .7 .1 .6Q-.2 .5-.5 .3Q-.8 .5-1 .9Q-1.2 1.2"
    "-1.2 1.6Q-1.2 1.9-1 2.2Q-.8 2.4-.6 2.6Q-.3 2.7 0 2.7Z",
    10: "M-4.6 3.3V2.2H-3.1V-2H-4.3V-2.8Q-3.8-2.9-3.5-3Q-3.1-3.1-2.8-3.3H-1.8V2.2H-.6V3.3ZM2.7 3.5Q2 3.5 1.5 3.1Q"
    "1 2.7 .7 1.9Q.4 1.1 .4 0Q.4-1.2 .7-1.9Q1-2.7 1.5-3.1Q2-3.5 2.7-3.5Q3.3-3.5 3.8-3.1Q4.3-2.7 4.6-1.9Q4.9-1"
    ".2 4.9 0Q4.9 1.1 4.6 1.9Q4.3 2.7 3.8 3.1Q3.3 3.5 2.7 3.5ZM2.7 2.4Q3 2.4 3.2 2.2Q3.4 2 3.5 1.4Q3.7 .9 3.7"
    " 0Q3.7-1 3.5-1.5Q3.4-2 3.2-2.2Q3-2.4 2.7-2.4Q2.4-2.4 2.1-2.2Q1.9-2 1.8-1.5Q1.6-1 1.6 0Q1.6 .9 1.8 1.4Q1."
    "9 2 2.1 2.2Q2.4 2.4 2.7 2.4Z",
}
"""The numbers on the dice as SVG outlines, centred on the origin, because outlines are drawn faster than text."""

SILHOUETTES = {
    "warship": "M1 10.5h57l2 1.2-2.6 4.3H3.6zM38 6.5h6v4h-6zM20 3h3.4v7.5H20zM26 3h3.4v7.5H26zM32 3h3.4v7.5H32z"
    "M16 0h1v10.5h-1zM44.5 0h1v10.5h-1zM7 8.6h6v1.9H7zM48 8.6h6v1.9h-6z",
    "raider": "M1 9h58.5L57 16H4zM19 5.4h22V9H19zM28 .8h4.6v5H28zM10 0h1v9h-1zM49 0h1v9h-1zM5 7.6h5V9H5z"
    "M52 7.6h5V9h-5z",
    "liner": "M1 9h58.5L56.5 16H4zM12 5.6h36V9H12zM17 3.6h26v2.5H17zM20 0h3v4h-3zM26 0h3v4h-3zM32 0h3v4h-3z"
    "M38 0h3v4h-3zM8 1h1v8H8zM51 1h1v8h-1z",
    "steam": "M2 9.5h56L55.5 16H5zM23 6h13v3.5H23zM28 1.5h3.6v5H28zM12 0h1v9.5h-1zM46 0h1v9.5h-1z",
    "tanker": "M2 10h56L55.5 16H5zM25 6.5h8V10h-8zM44 6h11v4H44zM48 1.5h3.4v5H48zM14 1h1v9h-1zM37 1h1v9h-1z",
    "collier": "M2 9.5h56L55.5 16H5zM43 5.5h11v4H43zM47 1h3.4v5H47zM12 0h1v9.5h-1zM22 0h1v9.5h-1zM32 0h1v9.5h-1z"
    "M9 1.5h7v.9H9zM19 1.5h7v.9h-7zM29 1.5h7v.9h-7z",
    "sail": "M2 11h55l4-2.2L55 16H7zM14 0h.9v11H14zM29 0h.9v11H29zM44 0h.9v11H44zM8 1h12l1 3.6H7zM7 5.4h14l1 4.2H6z"
    "M23 .6h12l1 3.8H22zM22 5.2h14l1 4.4H21zM38 1h12l1 3.6H37zM37 5.4h14l1 4.2H36zM52 10l9-2.4L53 3z",
}
"""The silhouettes of ships as SVG, 60 units wide and 16 high, with the keel at 16 and the bow to the right."""

ANCHOR = (
    "M0-7a2 2 0 1 1 0 4 2 2 0 1 1 0-4zM-.8-3h1.6v8.6h-1.6zM-3.5-1.6h7v1.4h-7z"
    "M-6 2c0 4.6 4 5.5 6 5.5s6-.9 6-5.5l-1.7 1c-.4 2.3-2.3 2.9-4.3 2.9s-3.9-.6-4.3-2.9z"
)


GEAR = (
    "M-1.2 -4.8L-1 -6.5L1 -6.5L1.2 -4.8L2.5 -4.2L3.9 -5.3L5.3 -3.9L4.2 -2.5L4.8 -1.2L6.5 -1L6.5 1L4.8 1.2L4.2 2.5L5"
    ".3 3.9L3.9 5.3L2.5 4.2L1.2 4.8L1 6.5L-1 6.5L-1.2 4.8L-2.5 4.2L-3.9 5.3L-5.3 3.9L-4.2 2.5L-4.8 1.2L-6.5 1L-6.5 "
    "-1L-4.8 -1.2L-4.2 -2.5L-5.3 -3.9L-3.9 -5.3L-2.5 -4.2z"
)
"""The outline of a cog wheel, the sign of a fleet without a player."""


def silhouette_of(ship: GermanShip | Merchant) -> str:
    """Return the id of the SVG symbol of a ship's silhouette. Fast raiders look like liners."""
    if isinstance(ship, Merchant):
        return ship.type
    if ship.warship:
        return "warship"
    return "sail" if ship.sail else "liner" if ship.fast else "raider"


def definitions(more: str) -> str:
    """Return the SVG definitions of all symbols, and those in `more`, for the head of the picture."""
    parts = [_die(sides) for sides in DICE]
    parts += [f'<path id="{name}" d="{path}"/>' for name, path in SILHOUETTES.items()]
    parts += [_back(), _solitaire_back()]
    parts += [f'<g id="{name}">{drawing}</g>' for name, drawing in SIGNS.items()]
    return "".join([*parts, more])


def _die(sides: int) -> str:
    face, figure, edge = DICE[sides]
    circle = f'<circle r="{RADIUS}" fill="{face}" stroke="{edge}"/>'
    return f'<g id="d{sides}">{circle}<path d="{FIGURES[sides]}" fill="{figure}"/></g>'


def _back() -> str:
    """Return the SVG of the back of an action card, 24 units wide and 34 high, with its origin in the middle."""
    return (
        f'<g id="back"><rect x="-12" y="-17" width="24" height="34" rx="2.5" fill="#24405a" stroke="#fff"/>'
        f'<rect x="-9.5" y="-14.5" width="19" height="29" rx="1.5" fill="none" stroke="#7f9bb0" stroke-width=".7"/>'
        f'<path d="{ANCHOR}" fill="#c9d6de"/></g>'
    )


def _solitaire_back() -> str:
    """Return the SVG of the back of a phantom's card, as large as that of an action card."""
    return (
        '<g id="solitaire"><rect x="-12" y="-17" width="24" height="34" rx="2.5" fill="#6a6473" stroke="#fff"/>'
        '<rect x="-9.5" y="-14.5" width="19" height="29" rx="1.5" fill="none" stroke="#b5afbd" stroke-width=".7"/>'
        f'<path d="{GEAR}" fill="#e6e2ea"/><circle r="2.1" fill="#6a6473"/></g>'
    )


SIGNS = {
    "attack": f'<circle r="3.6" fill="none" stroke="{INK}" stroke-width="1.2"/>'
    f'<path d="M-5.5 0h11M0-5.5v11" stroke="{INK}"/>',
    "defence": f'<path d="M-4-5h8v4.5c0 3-2.5 4.6-4 5.5-1.5-.9-4-2.5-4-5.5z" fill="{STEEL}"/>',
    "port": f'<path d="{ANCHOR}" transform="scale(.7)" fill="{STEEL}"/>',
    "ensign": '<path d="M-7-4.5H7v9H-7z" fill="#fff" stroke="#8b1a16" stroke-width=".6"/>'
    '<path d="M-7-4.5h6v4h-6z" fill="#1d3f7a"/><path d="M-7 0H7M0-4.5v9" stroke="#c0281f" stroke-width="1.8"/>',
    "moon": '<circle r="6.3" fill="#1c2b4a"/><path d="M1.5-4.5a4.6 4.6 0 1 0 0 9 5.3 5.3 0 0 1 0-9z" fill="#f3d37a"/>',
    "mines": f'<circle r="3.2" fill="{INK}"/><path d="M0-5.2v10.4M-5.2 0h10.4M-3.6-3.6l7.2 7.2M3.6-3.6l-7.2 7.2"'
    f' stroke="{INK}" stroke-width="1.1"/>',
    "palm": '<path d="M-1 5.5c0-4 .4-6 1.5-8l1 .5c-1 2-1.3 4-1.2 7.5z" fill="#7a4f22"/>'
    '<path d="M.8-2.5C-1-5.5-4-5-5.5-3c2-.8 4-.6 6.3.5zM.8-2.5C1-5 3.5-6.5 6-5c-2.3 0-3.8.8-5.2 2.5zM.8-2.5'
    'c2.5-1 4.6.3 5.2 2.7C4.5-1.2 3-2 .8-2.5zM.8-2.5C-1.5-2-3 0-2.8 2-2 0-1-1.5.8-2.5z" fill="#2f7d46"/>',
    "damage": '<circle r="7.5" fill="#c81e1a" stroke="#fff"/><path d="M0-5.6 1.5-2.2 5-3.5 3.3 0 5 3.5 1.5 2.3 0 5.6'
    '-1.5 2.3-5 3.5-3.3 0-5-3.5-1.5-2.2z" fill="#fff"/>',
    "unsupplied": '<circle r="7.5" fill="#111" stroke="#fff"/>'
    '<path d="M-4.5 1.5h9L3 5h-6zM-3 .5 0-4 3 .5z" fill="#fff"/>'
    '<path d="M-4.8-4.8l9.6 9.6" stroke="#111" stroke-width="2.6"/><path d="M-4.8-4.8l9.6 9.6" stroke="#fff"'
    ' stroke-width="1.2"/>',
    "spent": f'<circle r="6.5" fill="{BRASS}" stroke="#fff"/><path d="M-3 0-.8 2.6 3.2-2.6" fill="none" stroke="#fff"'
    ' stroke-width="1.7"/>',
    "trait-coal_hog": '<path d="M-6 4.5-3.6-.5-1.6.5 0-4 2.2-.8 3.8-1.6 6 4.5z" fill="#222"/>',
    "trait-sail": f'<path d="M-1-6v8h-5zM.2-5c3 1.5 4.6 4 4.8 7H.2z" fill="{STEEL}"/>'
    f'<path d="M-6 3.2H6L4 6h-8z" fill="{INK}"/>',
    "trait-aircraft": f'<path d="M-6.5-1.2h13v2.4h-13zM-1-5h2v9.5h2v1.4h-6V4.5h2z" fill="{STEEL}"/>',
    "trait-fast": f'<path d="M-6-4.5-1 0-6 4.5M-.5-4.5 4.5 0-.5 4.5" fill="none" stroke="{BRASS}" stroke-width="2.2"/>',
    "automaton": f'<path d="{GEAR}" fill="#fff"/><circle r="2.1" fill="#6a6473"/>',
    "automaton-dark": f'<path d="{GEAR}" fill="#6a6473"/><circle r="2.1" fill="#fff"/>',
    "seal": '<path d="M-3 1-4.5 7.5-1.5 6 0 7.5 1.5 6 4.5 7.5 3 1z" fill="#7d1712"/>'
    '<circle cy="-1.5" r="5" fill="#b02a26" stroke="#7d1712" stroke-width=".8"/>'
    '<path d="M-2.2-1.5h4.4M0-3.7v4.4" stroke="#f3d0ce" stroke-width="1"/>',
    "turn": f'<path d="M-5-6 6 0-5 6z" fill="{BRASS}"/>',
}
"""The SVG of small signs, about twelve units wide, with the origin in the middle, by key."""


def coin(ink: Ink, x: float, y: float, dice: Coin) -> float:
    """Draw a row of dice, with its left end at `x` and its middle at the height `y`. Return its width."""
    for index, sides in enumerate(dice):
        ink.use(f"d{sides}", x + DIE / 2 + index * DIE, y)
    return len(dice) * DIE
