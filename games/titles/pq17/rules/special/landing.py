"""12.14.1 The landing ships, which join the force of ARCHERY and leave it after the operation."""

from games.titles.pq17.rules.fuel.refuelling import full_oil
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Fate, Force

COMING_BACK: tuple[Fate, ...] = ("ice", "weather")
"""15.5.3b The causes of losses after which ships return, so that they are not counted as lost."""


def _oiler(board: Board) -> str:
    """12.14.1 Return the id of the first oiler that is in no force, or "".

    In a campaign she must be in the order of battle, from which she is removed for the operation (15.0).
    """
    used = {one.ship for other in board.state.forces for one in other.counters}
    free, roster = [ship for ship in board.box.special.archery.oilers if ship not in used], board.state.roster
    if roster is None:
        return next(iter(free), "")
    for unit in [one for ship in free if (one := roster.find(ship)) is not None]:
        roster.units.remove(unit)
        return unit.kind
    return ""


def embark(board: Board, force: Force) -> None:
    """12.14.1 Add the landing ships, an escort and, if one is free, an oiler to the force that carries out ARCHERY."""
    needs = board.box.special.archery
    oiler = _oiler(board)
    for name, strength in [(one.kind, one.strength) for one in needs.entries] + ([(oiler, 0)] if oiler else []):
        one = Counter(name, strength or board.box.ships[name].strength)
        one.oil = full_oil(board.box, one)
        force.counters.append(one)
        board.state.brought += one.strength


def leave_landing(board: Board) -> None:
    """12.14.1 In a campaign, remove the escort of ARCHERY from the Allied forces when the operation ends.

    The escort is first taken from the force that landed. Losses of its class count first as losses of this escort.
    """
    chit = board.state.chits.get("allied")
    if chit is None or chit.situation != "archery" or not chit.forces:
        return
    for kind, strength in [(one.kind, one.strength) for one in board.box.special.archery.entries]:
        lost = (one.strength for one in board.state.losses if one.unit == kind and one.how not in COMING_BACK)
        _take_out(board, kind, max(strength - sum(lost), 0), chit.forces)


def _take_out(board: Board, kind: str, strength: int, first: list[str]) -> None:
    """Remove strength of a class (`kind`) from the Allied forces, first from the forces in `first`."""
    for force in sorted(board.forces_of("allied"), key=lambda one: (one.id not in first, one.id)):
        for one in [counter for counter in force.counters if counter.ship == kind]:
            taken = min(one.strength, strength)
            one.strength, strength = one.strength - taken, strength - taken
