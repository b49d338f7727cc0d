"""Shapes that a picture defines once and uses often, such as the signs on the plates of blocks.

The shapes are about ten units wide.
"""

from games.titles.pq17.presentation.board.ink import fill, stroke

_LINE = 'fill="none" stroke="#fff" stroke-width="1.1" stroke-linejoin="round"'

KINDS = {
    "convoy": '<path d="M-5.5 1.2H5.5L4 4H-4zM-3.6 1.2V-2H-1.6V1.2zM.6 1.2V-3.6H2.2V1.2z"/>',
    "task_force": '<path d="M-6 1.2H6L4.4 4H-4.6zM-3.6 1.2V-.6H-1.8V-2.8H.2V-4.6H1.4V-1H3.4V1.2z"/>',
    "wolfpack": '<path d="M-6 1C-4.6-.4 4.4-.4 6 1 4.6 3 -4.4 3-6 1zM-1.2.4V-2.6H1.6V.4zM.4-2.6V-4.6H1V-2.6z"/>',
}
"""1.2 The signs of the kinds of blocks, as SVG. They have the colour of the element in which they are used."""

SILHOUETTES = {
    "bb": "M-11 1.4H-8V-.6H-5.4V-2.4H-3.2L-2.8-6H-2L-1.6-3H.4V-5H2.2V-2.4H4.4V-.6H7.6V1.4H11L9.6 4H-10z",
    "cv": "M-11-1.2H1V-4H3V-5.6H4V-3.4H5.4V-1.2H11V.4H10L8.8 4H-9.4L-10 .4H-11z",
    "ca": "M-11 1.2H-7.6V-.6H-5L-4.8-4.6H-4.2L-4-1.6H-2.2V-3.4H-.4V-1.6H1V-3.4H2.6V-1L6.6-.6V1.2H11L9.8 3.8H-10z",
    "dd": "M-10 .8H-6.6V-.8H-5V-3.8H-4.4V-1.4H-2V-3H-.6V-1.4H1.6V-2.6H3V.8H10L9 3.2H-9.2z",
    "ss": "M-10 1.2C-7-.6 7-.6 10 1.2 8 3.4-8 3.4-10 1.2zM-1.6.2V-2.8H1.8V.2zM.6-2.8V-4.8H1.1V-2.8z",
    "mx": "M-10 .6H-7.4V-3H-4.6V.6H-3.8V-3.8H-3.2V.6H-1V-4.4H2V.6H4.6V-3.4H5.2V.6H10L8.6 4H-9z",
}
"""The silhouettes of ships as SVG path data, 22 units wide, in the colour of the element in which they are used."""
LIKE = {
    "bc": "bb", "cb": "bb", "cve": "cv", "cl": "ca", "claa": "ca", "cm": "ca", "tb": "dd", "es": "dd", "ax": "mx",
}  # fmt: skip
"""1.4 The classes that have the silhouette of another class."""


def silhouette_of(kind: str) -> str:
    """Return the id of the symbol with the silhouette of a class of ships.

    `kind`: the class, such as ``bb`` or ``dd``.
    """
    return f"ship-{LIKE.get(kind, kind)}"


SIGNS = {
    "eye": f'<path d="M-5 0C-2.6-3.4 2.6-3.4 5 0 2.6 3.4-2.6 3.4-5 0z" {fill("watch")}/><circle r="1.7" fill="#fff"/>',
    "wreck": f'<path d="M-4-4 4 4M-4 4 4-4" {stroke("alarm", 1.8)} stroke-linecap="round"/>',
    "plane": '<path d="M0-4.6C.8-4.6.8-3 .8-1.8L5.2.6V1.8L.8.8.6 3 2 4V4.8L0 4.3-2 4.8V4L-.6 3-.8.8-5.2 1.8V.6L-.8-1.8'
    'C-.8-3-.8-4.6 0-4.6z"/>',
    "anchor": f'<circle r="3.2" {fill("white")}/><circle r="1.5"/>',
    "roads": f'<circle r="2.5" {fill("white")}/><circle r="1.3"/>',
    "field": f'<path d="M-3-3H3V3H-3z" {fill("white")}/><path d="M-2.2 0H2.2M0-2.2V2.2" {_LINE}/>',
    "drop": '<path d="M0-4C1.8-1.2 2.8.2 2.8 1.6A2.8 2.8 0 0 1-2.8 1.6C-2.8.2-1.8-1.2 0-4z"/>',
}


def definitions() -> str:
    """Return the SVG definitions of all symbols, for the head of a picture."""
    kinds = "".join(f'<g id="kind-{kind}">{marks}</g>' for kind, marks in KINDS.items())
    ships = "".join(f'<path id="ship-{kind}" d="{path}"/>' for kind, path in SILHOUETTES.items())
    return kinds + ships + "".join(f'<g id="{name}">{marks}</g>' for name, marks in SIGNS.items())
