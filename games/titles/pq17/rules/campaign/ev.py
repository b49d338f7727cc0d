"""15.8.3 Operation EV: ground crews for torpedo bombers go to Murmansk before a convoy sails."""

from games.titles.pq17.rules.forces.ground_crews import note_crews_brought
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster, Unit

AIRCRAFT: tuple[tuple[str, int, str], ...] = (
    ("hampden", 2, "vaenga"), ("hampden", 2, "vaenga"), ("catalina", 1, "arkhangelsk"), ("spitfire_pr", 1, "vaenga"),
)  # fmt: skip
"""15.8.3c The aircraft that operation EV brings, with strength and base, as in the operation of PQ 18."""


def note_crossing(board: Board) -> None:
    """15.8.3a When an operation ends, record whether the task force of operation EV is in port in Murmansk."""
    for force in board.forces_of("allied"):
        note_crews_brought(board, force, force.port)


def is_due(roster: Roster) -> bool:
    """15.8.3c Return True if a convoy with cargo that sails in this fortnight completes operation EV.

    This applies in any fortnight after the declaration.
    """
    return roster.ev in ("declared", "crossed") and roster.fortnight > roster.ev_declared


def complete_ev(roster: Roster) -> bool:
    """15.8.3c End operation EV. If its task force reached Murmansk, place its aircraft and return True."""
    came = roster.ev == "crossed"
    if came:
        roster.units += [Unit(kind, strength, base) for kind, strength, base in AIRCRAFT]
    roster.ev, roster.ev_declared = "done", roster.fortnight
    return came
