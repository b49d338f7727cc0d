"""15.8.3 Operation EV: ground crews for torpedo bombers go to Murmansk before a convoy sails."""

from games.titles.pq17.rules.forces.ground_crews import note_crews_brought
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster, Unit

AIRCRAFT: tuple[tuple[str, int, str], ...] = (
    ("hampden", 2, "vaenga"), ("hampden", 2, "vaenga"), ("catalina", 1, "arkhangelsk"), ("spitfire_pr", 1, "vaenga"),
)  # fmt: skip
"""15.8.3c The aircraft that come, as in the operation of PQ 18, and their bases."""


def note_crossing(board: Board) -> None:
    """15.8.3a Record at the end of an operation that EV's task force is in Murmansk, if it is in port there."""
    for force in board.forces_of("allied"):
        note_crews_brought(board, force, force.port)


def is_due(roster: Roster) -> bool:
    """15.8.3c Return True if a laden convoy of this fortnight carries out operation EV.

    Every laden convoy does that sails in a later fortnight than the declaration.
    """
    return roster.ev in ("declared", "crossed") and roster.fortnight > roster.ev_declared


def complete_ev(roster: Roster) -> bool:
    """15.8.3c End operation EV; place its aircraft and return True if the task force reached Murmansk."""
    came = roster.ev == "crossed"
    if came:
        roster.units += [Unit(kind, strength, base) for kind, strength, base in AIRCRAFT]
    roster.ev, roster.ev_declared = "done", roster.fortnight
    return came
