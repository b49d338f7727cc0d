"""6.2.2, 6.3, 7.1 Where all can see that a side might refuse, follow or attack something.

It is asked there and nowhere else, so that a question, or none, tells nothing of what is hidden: an unidentified block
may be anything, and any sector may have named a hex.
"""

from collections.abc import Collection, Iterator, Sequence

from games.titles.pq17.box import hexes
from games.titles.pq17.box.pieces import CARRIERS, Ship, Side
from games.titles.pq17.rules.search.cards import Ground
from games.titles.pq17.rules.search.patrols import in_sector, printed_radii, sectors_of
from games.titles.pq17.rules.search.searchers import is_scattered
from games.titles.pq17.rules.search.shadowing import follows_from, may_be_shadowed, near_base
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force, Kind

FIGHTERS: tuple[Kind, ...] = ("wolfpack", "task_force")
"""7.1 The kinds of blocks that attack others."""


def refusable(sea: Sea, target: Force, shown: Sequence[Ground], *, passing: bool = False) -> tuple[Ground, ...]:
    """6.2.2 Which grounds that a card shows a block might have, as far as all can see: no identified block of another
    kind is a wolfpack, and none refuses that is met in passing (6.6.1a); carriers and CAM ships those may have of whose
    side the scenario lists one.
    """
    return tuple(ground for ground in shown if _might_refuse(sea, target, ground, passing=passing))


def _might_refuse(sea: Sea, target: Force, ground: Ground, *, passing: bool) -> bool:
    kind = "" if target.level is None else target.kind
    if ground == "wolfpack":
        return kind in ("", "wolfpack") and not passing
    if ground == "carrier":
        return kind != "wolfpack" and any(ship.type in CARRIERS for ship in _lists(sea, target.side))
    return kind in ("", "convoy") and any(ship.role == "mc" for ship in _lists(sea, target.side))


def _lists(sea: Sea, side: Side) -> Iterator[Ship]:
    """T.scenarios, 14.0, 15.0a The ships that stand anywhere in the lists of a side: those of the scenario, and in
    a campaign those of its schedule up to now, since the enemy does not know who of them lies ready.
    """
    names = _scheduled(sea, side) if sea.state.roster is not None else _listed(sea, side)
    ships = (sea.box.ships[name] for name in names if name in sea.box.ships)
    yield from (ship for ship in ships if ship.side == side)


def _listed(sea: Sea, side: Side) -> Iterator[str]:
    """T.scenarios, 14.0 All that a scenario has for a side."""
    operation = sea.operation
    groups = [one.entries for one in (*operation.forces, *operation.arrivals) if one.side == side]
    groups += [one.entries for one in operation.reinforcements if one.side == side]
    groups += [one.entries for one in operation.convoys if side == "allied"]
    yield from (entry.kind for entries in groups for entry in entries)
    if sea.state.options.historical_forces:
        yield from (one.ship for one in operation.historical if one.side == side)


def _scheduled(sea: Sea, side: Side) -> Iterator[str]:
    """15.3 What a side began a campaign with, and what has been due since."""
    campaign = sea.box.campaign
    yield from (entry.kind for entry in campaign.begin.ships)
    for due in campaign.fortnights[: sea.roster.fortnight + 1]:
        yield from (entry.kind for coming in due.arrivals if coming.side == side for entry in coming.entries)


def touched(sea: Sea, side: Side) -> list[Force]:
    """The identified blocks of the enemy that something of a side's might follow or attack, as far as all can see."""
    return [
        one
        for one in sea.afloat(sea.enemy(side))
        if one.level is not None
        and (_might_strike(sea, side, one) or might_fight(sea, side, one) or _might_follow(sea, side, one))
    ]


def _flying(sea: Sea, side: Side, target: Force, *missions: str) -> list[AirUnit]:
    """1.5a The aircraft of a side over a block; what they are there for lies open."""
    return [
        unit
        for unit in sea.state.air
        if unit.at == target.at and unit.mission in missions and sea.box.aircraft[unit.aircraft].side == side
    ]


def _might_strike(sea: Sea, side: Side, target: Force) -> bool:
    """5.3, 7.2a, 7.4.2 Aircraft came to attack in its hex; in some weather none attacks boats."""
    fights = target.kind != "wolfpack" or submarines_fight(sea.state.sky.kind)
    return fights and bool(_flying(sea, side, target, "attack", "escort"))


def might_fight(sea: Sea, side: Side, target: Force, kinds: Collection[Kind] = FIGHTERS) -> bool:
    """5.2, 7.1, 6.8.1 A block is near enough that may be a wolfpack or a task force, or that of these kinds which
    fights now; packs that moved do not attack, and in some weather neither attack nor are attacked.
    """
    wide = is_scattered(target) and target.at in sea.box.hexes
    near = {target.at, *hexes.beside(target.at).values()} if wide else {target.at}
    dives = not submarines_fight(sea.state.sky.kind)
    if dives and target.kind == "wolfpack":
        return False
    for one in [one for one in sea.afloat(side) if one.at in near]:
        if one.level is None or (one.kind in kinds and not (one.kind == "wolfpack" and (one.moved or dives))):
            return True
    return False


def _might_follow(sea: Sea, side: Side, target: Force) -> bool:
    """6.3.1-6.3.3 This search has found it, and aircraft, a radius, a sector or a block could begin to follow it."""
    if target.id not in sea.phase.searched or not may_be_shadowed(target):
        return False
    return (not near_base(sea, target) and _followed_from_the_air(sea, side, target)) or any(
        _could_follow(sea, one, target)
        for one in sea.state.forces
        if one.at == target.at and one.side == side and one.at_sea
    )


def _followed_from_the_air(sea: Sea, side: Side, target: Force) -> bool:
    """6.3.1, 6.3.1b Not by the Soviets."""
    searching = _flying(sea, side, target, "search")
    if any(sea.box.aircraft[unit.aircraft].nation != "soviet" for unit in searching):
        return True
    printed = printed_radii(sea, side, target.at)
    if any(nation != "soviet" for nation in printed) and not follows_from(sea, target, "radius"):
        return True
    sectors = (one for one in sectors_of(sea, side) if one != "soviet" and in_sector(sea, one, target.at))
    return any(sectors) and not follows_from(sea, target, "sector")


def _could_follow(sea: Sea, one: Force, target: Force) -> bool:
    """6.3.2, 6.3.3 A block that may be a German pack, for a convoy that no pack follows; or an Allied task force."""
    kind, prey = ("wolfpack", "convoy") if one.side == "axis" else ("task_force", "task_force")
    if target.kind != prey or (kind == "wolfpack" and follows_from(sea, target, "wolfpack")):
        return False
    return one.level is None or one.kind == kind
