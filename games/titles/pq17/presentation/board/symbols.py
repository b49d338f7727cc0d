"""Shapes that are defined once and used often: signs on the plates of blocks, and small marks, about ten units wide."""

from games.titles.pq17.presentation.board.ink import fill, stroke

_LINE = 'fill="none" stroke="#fff" stroke-width="1.1" stroke-linejoin="round"'

KINDS = {
    "convoy": '<path d="M-5.5 1.2H5.5L4 4H-4zM-3.6 1.2V-2H-1.6V1.2zM.6 1.2V-3.6H2.2V1.2z"/>',
    "task_force": '<path d="M-6 1.2H6L4.4 4H-4.6zM-3.6 1.2V-.6H-1.8V-2.8H.2V-4.6H1.4V-1H3.4V1.2z"/>',
    "wolfpack": '<path d="M-6 1C-4.6-.4 4.4-.4 6 1 4.6 3 -4.4 3-6 1zM-1.2.4V-2.6H1.6V.4zM.4-2.6V-4.6H1V-2.6z"/>',
}
"""1.2 The signs by kind of block; they take the colour of their user."""

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
    """Return all symbols, for the head of a picture."""
    kinds = "".join(f'<g id="kind-{kind}">{marks}</g>' for kind, marks in KINDS.items())
    return kinds + "".join(f'<g id="{name}">{marks}</g>' for name, marks in SIGNS.items())
