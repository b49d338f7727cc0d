"""15.0a The parts of the order of battle that a side knows. The schedule, the bids and the score are public."""

from collections.abc import Sequence

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import EvStage, Roster, Unit
from games.titles.pq17.state.state import Chapter, Loss, State


def roster_of(board: Board, own: tuple[Side, ...]) -> Roster:
    """Return the parts of the order of battle that the sides in `own` know.

    For a spectator, `own` is (); the result then has only the public parts.
    """
    there = board.roster
    seen = Roster(
        fortnight=there.fortnight, months=there.months, bids=there.bids, initiative=there.initiative,
        played=there.played, ev=_stage_of_ev(there, own), ledger=there.ledger, markers=there.markers,
        units=[one for one in there.units if _is_of(board.box, one, own)],
        away=[one for one in there.away if _is_of(board.box, one.unit, own)],
        noted=[one for one in there.noted if _is_of(board.box, one, own)],
        early={kind: count for kind, count in there.early.items() if _is_of(board.box, Unit(kind, 0, ""), own)},
        interceptors=_fighters(board.box, there, own),
    )  # fmt: skip
    if "allied" in own:
        seen.boxes, seen.severny_flot, seen.raised = there.boxes, there.severny_flot, there.raised
        seen.unloaded, seen.waiting, seen.arrived = there.unloaded, there.waiting, there.arrived
        seen.sunk, seen.boats_lost = there.sunk, there.boats_lost
        seen.patrol, seen.relieved, seen.convoys = there.patrol, there.relieved, there.convoys
        seen.unload_first = there.unload_first
    seen.betrayed, seen.chariots = there.betrayed, there.chariots
    if "axis" in own:
        seen.cobweb, seen.agent = there.cobweb, there.agent
        seen.overdue = there.overdue
        seen.returning, seen.return_shown = there.returning, there.return_shown
        seen.gruppe_nord, seen.damaged_boats = there.gruppe_nord, there.damaged_boats
    return seen


def _stage_of_ev(there: Roster, own: tuple[Side, ...]) -> EvStage:
    """15.8.3c Return the stage of operation EV as the sides `own` know it.

    Until its convoy sails, only the Allies know that the task force has reached Murmansk; the Axis sees "declared".
    """
    return "declared" if "allied" not in own and is_ev_secret(there) else there.ev


def is_ev_secret(there: Roster) -> bool:
    """15.8.3c Return True if operation EV has reached Murmansk, but the convoy that completes it has not sailed yet.

    The enemy may not know this stage of the operation. `there`: the true order of battle.
    """
    if there.ev != "crossed":
        return False
    past = there.ledger[there.ev_declared : there.ev_declared + 1]
    return past[0].operation if past else there.played


def _is_of(box: Box, unit: Unit, own: tuple[Side, ...]) -> bool:
    return (box.ships.get(unit.kind) or box.aircraft[unit.kind]).side in own


def _fighters(box: Box, there: Roster, own: tuple[Side, ...]) -> dict[str, int]:
    """7.2.3d Return the secret losses of the printed fighters of the sides `own`, in steps by air unit."""
    found = {}
    for name, lost in there.interceptors.items():
        field, _, _ = name.rpartition("_")
        if box.airfields[field].side in own:
            found[name] = lost
    return found


def losses_for(box: Box, losses: Sequence[Loss], own: Sequence[Side]) -> list[Loss]:
    """2.0b Return the losses that the sides `own` know.

    An enemy ship that left the map is listed with her undamaged strength, because her damage is secret (12.2).
    """
    return [
        structs.replace(one, strength=box.ships[one.unit].strength)
        if one.how == "left" and one.side not in own and one.unit in box.ships and box.ships[one.unit].is_single
        else one
        for one in losses
        if one.open or one.side in own
    ]


def chapters_for(box: Box, state: State, own: Sequence[Side]) -> list[Chapter]:
    """15.0a Return the records of past operations, as far as the sides `own` know them.

    A side knows the tracks of its own forces, and the losses of `losses_for`. Everything is public when the campaign is
    over.
    """
    if state.over:
        return state.chapters
    return [
        Chapter(
            one.key,
            {name: track for name, track in one.tracks.items() if track.side in own},
            losses_for(box, one.losses, own),
        )
        for one in state.chapters
    ]
