"""6.2.2, 6.3, 7.1 The possible actions of a side by public facts: refuse a search, follow a block, or attack it.

A question is asked only if a side might act. So neither a question nor its absence discloses hidden facts: an
unidentified block may be anything, and any sector may have named a hex.
"""

from collections.abc import Collection, Iterator, Sequence

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import CARRIERS, Ship, Side
from games.titles.pq17.rules.search.air_patrols import in_sector, printed_radii, sectors_of
from games.titles.pq17.rules.search.cards import Ground
from games.titles.pq17.rules.search.searchers import is_scattered
from games.titles.pq17.rules.search.shadowers import is_followed_by, may_be_shadowed, near_base
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Force, Kind

FIGHTERS: tuple[Kind, ...] = ("wolfpack", "task_force")
"""7.1 The kinds of blocks that attack others."""


def public_grounds(
    board: Board, target: Force, shown: Sequence[Ground], *, passing: bool = False
) -> tuple[Ground, ...]:
    """6.2.2 Return the reasons in `shown` for which, by public facts, a block's owner might refuse.

    A block identified as another kind is not a wolfpack. A wolfpack cannot refuse in `passing` (6.6.1a). Carriers and
    CAM ships are possible if the scenario lists such a ship for the block's side.
    """
    return tuple(ground for ground in shown if _might_refuse(board, target, ground, passing=passing))


def _might_refuse(board: Board, target: Force, ground: Ground, *, passing: bool) -> bool:
    kind = "" if target.level is None else target.kind
    if ground == "wolfpack":
        return kind in ("", "wolfpack") and not passing
    if ground == "carrier":
        return kind != "wolfpack" and any(ship.type in CARRIERS for ship in _lists(board, target.side))
    return kind in ("", "convoy") and any(ship.role == "mc" for ship in _lists(board, target.side))


def _lists(board: Board, side: Side) -> Iterator[Ship]:
    """T.scenarios, 14.0, 15.0a Yield the ships that the enemy must expect a side to have.

    They are the ships of the scenario. In a campaign they are all ships of the schedule so far, because the enemy does
    not know which are ready.
    """
    names = _scheduled(board, side) if board.state.roster is not None else _listed(board, side)
    ships = (board.box.ships[name] for name in names if name in board.box.ships)
    yield from (ship for ship in ships if ship.side == side)


def _listed(board: Board, side: Side) -> Iterator[str]:
    """T.scenarios, 14.0 Yield every unit that a scenario lists for a side."""
    operation = board.operation
    groups = [one.entries for one in (*operation.forces, *operation.arrivals) if one.side == side]
    groups += [one.entries for one in operation.reinforcements if one.side == side]
    groups += [one.entries for one in operation.convoys if side == "allied"]
    yield from (entry.kind for entries in groups for entry in entries)
    if board.state.options.historical_forces:
        yield from (one.ship for one in operation.historical if one.side == side)


def _scheduled(board: Board, side: Side) -> Iterator[str]:
    """15.3 Yield the units that a campaign begins with, and those of a side that the schedule has brought since."""
    campaign = board.box.campaign
    yield from (entry.kind for entry in campaign.begin.ships)
    for due in campaign.fortnights[: board.roster.fortnight + 1]:
        yield from (entry.kind for coming in due.arrivals if coming.side == side for entry in coming.entries)


def public_targets(board: Board, side: Side) -> list[Force]:
    """Return the identified enemy blocks that a side might follow or attack, judged by public facts."""
    return [
        one
        for one in board.afloat(board.enemy(side))
        if one.level is not None
        and (_might_strike(board, side, one) or might_fight(board, side, one) or _might_follow(board, side, one))
    ]


def _flying(board: Board, side: Side, target: Force, *missions: str) -> list[AirUnit]:
    """1.5a Return the aircraft of a side that are in a block's hex with one of these missions, which are public."""
    return [
        unit
        for unit in board.state.air
        if unit.at == target.at and unit.mission in missions and board.box.aircraft[unit.aircraft].side == side
    ]


def _might_strike(board: Board, side: Side, target: Force) -> bool:
    """5.3, 7.2a, 7.4.2 Return True if aircraft of a side are in a block's hex to attack, and can attack it.

    In a gale they cannot attack a wolfpack.
    """
    fights = target.kind != "wolfpack" or submarines_fight(board.state.sky.kind)
    return fights and bool(_flying(board, side, target, "attack", "escort"))


def might_fight(board: Board, side: Side, target: Force, kinds: Collection[Kind] = FIGHTERS) -> bool:
    """5.2, 7.1, 6.8.1 Return True if a side has a block near a target that might be able to attack it.

    By public facts, the block may be a wolfpack or task force. `kinds`: the kinds that may attack now. Wolfpacks that
    moved do not attack. In a gale, wolfpacks neither attack nor are attacked.
    """
    wide = is_scattered(target) and target.at in board.box.hexes
    near = {target.at, *hexes.neighbours(target.at).values()} if wide else {target.at}
    dives = not submarines_fight(board.state.sky.kind)
    if dives and target.kind == "wolfpack":
        return False
    for one in [one for one in board.afloat(side) if one.at in near]:
        if one.level is None or (one.kind in kinds and not (one.kind == "wolfpack" and (one.moved or dives))):
            return True
    return False


def _might_follow(board: Board, side: Side, target: Force) -> bool:
    """6.3.1-6.3.3 Return True if this search found the block, and a unit of the side could begin to follow it.

    Such a unit is an aircraft, a radius, a sector or a block.
    """
    if target.id not in board.phase.found or not may_be_shadowed(target):
        return False
    return (not near_base(board, target) and _followed_from_the_air(board, side, target)) or any(
        _could_follow(board, one, target)
        for one in board.state.forces
        if one.at == target.at and one.side == side and one.at_sea
    )


def _followed_from_the_air(board: Board, side: Side, target: Force) -> bool:
    """6.3.1, 6.3.1b Return True if an aircraft, radius or sector of a side could follow a block; Soviet ones cannot."""
    searching = _flying(board, side, target, "search")
    if any(board.box.aircraft[unit.aircraft].nation != "soviet" for unit in searching):
        return True
    printed = printed_radii(board, side, target.at)
    if any(nation != "soviet" for nation in printed) and not is_followed_by(board, target, "radius"):
        return True
    sectors = (one for one in sectors_of(board, side) if one != "soviet" and in_sector(board, one, target.at))
    return any(sectors) and not is_followed_by(board, target, "sector")


def _could_follow(board: Board, one: Force, target: Force) -> bool:
    """6.3.2, 6.3.3 Return True if the block of a force could follow a target, judged by public facts.

    A block that may be a German pack can follow a convoy that no pack follows yet. A block that may be an Allied task
    force can follow a task force.
    """
    kind, prey = ("wolfpack", "convoy") if one.side == "axis" else ("task_force", "task_force")
    if target.kind != prey or (kind == "wolfpack" and is_followed_by(board, target, "wolfpack")):
        return False
    return one.level is None or one.kind == kind
