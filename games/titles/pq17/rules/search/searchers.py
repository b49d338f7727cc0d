"""6.2, 6.2a, 6.5, 6.8 Who searches a block, and in what row."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from games.titles.pq17.box import hexes
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Nation, Searching, Side
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.patrols import SECTOR_NATION, flown_radii, printed_radii
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

AIR_SHADOWERS = ("aircraft", "radius", "sector")
"""6.3.1 Shadowers that search from the air."""


class Searchers(Struct, frozen=True, gc=False):
    """6.2a Whether forces search a block, whether aircraft do, and whether all of them are Soviet (6.2d)."""

    force: bool = False
    air: bool = False
    soviet: bool = False

    @property
    def row(self) -> Searching | None:
        """6.2a The row of the card; None if nobody searches."""
        return cards.row(force=self.force, air=self.air)


def is_scattered(force: Force) -> bool:
    """5.5, 6.8.1 A convoy that has scattered, for all to see."""
    return force.convoy is not None and force.convoy.scattered


def is_astray(force: Force) -> bool:
    """6.3.1, 7.7 A convoy that has scattered, or the dispersed part of one, which its owner's display alone marks
    (9.3.2): it is searched and found as any block is, and then not followed, and attacked ship by ship.
    """
    return force.convoy is not None and (force.convoy.scattered or force.convoy.part_of != "")


def may_search(box: Box, force: Force) -> bool:
    """6.2, 6.5, 6.8, 7.0f Whether a force at sea searches: dummies do, convoys only with warships, and nobody whose
    ships are all dead in the water or tow.
    """
    if not force.at_sea:
        return False
    return force.is_dummy or any(box.ships[one.ship].is_warship and one.counts() for one in force.counters)


def is_soviet(box: Box, force: Force) -> bool:
    """6.2d Whether a force has Soviet ships alone."""
    return bool(force.counters) and all(box.ships[one.ship].nation == "soviet" for one in force.counters)


def searchers(sea: Sea, side: Side, target: Force) -> Searchers:
    """6.2 Those of a side who search an enemy block at sea, now (`Lookout.at`)."""
    return Lookout(sea, side).at(target)


class Lookout:
    """6.2 Those of a side who search, looked up once for all the blocks that are searched before anything moves."""

    def __init__(self, sea: Sea, side: Side) -> None:
        self.sea, self.side = sea, side
        self._forces: dict[str, list[Force]] = {}
        self._soviet_aircraft: dict[str, list[bool]] = {}
        for force in sea.afloat(side):
            self._forces.setdefault(force.at, []).append(force)
        for nation, at in self._aircraft():
            self._soviet_aircraft.setdefault(at, []).append(nation == "soviet")
        self._bound = {one.who: one.target for one in sea.state.shadows if one.by in ("wolfpack", "task_force")}
        self._followed = {one.target for one in sea.state.shadows if one.by in AIR_SHADOWERS}

    def _aircraft(self) -> Iterator[tuple[Nation, str]]:
        """6.2, 6.4 The radii that are flown, sectors and aircraft, each with a hex that it searches."""
        sea, phase = self.sea, self.sea.state.phase
        yield from flown_radii(sea, self.side)
        for sector, named in (phase.sectors if phase is not None else {}).items():
            nation = SECTOR_NATION[sector]
            if (nation == "germany") is (self.side == "axis"):
                yield from ((nation, at) for at in named)
        for unit in [unit for unit in sea.state.air if unit.mission == "search"]:
            kind = sea.box.aircraft[unit.aircraft]
            if kind.side == self.side:
                yield kind.nation, unit.at

    def at(self, target: Force) -> Searchers:
        """6.2 Those who search an enemy block at sea: forces and dummies in its hex, unless they shadow another (6.3a);
        radii, sectors and aircraft there; its shadowers. A scattered convoy is searched from next to its hex too
        (6.8.1).
        """
        soviet = [is_soviet(self.sea.box, one) for one in self.forces(target)]
        aircraft = [nation == "soviet" for nation in printed_radii(self.sea, self.side, target.at)]
        aircraft += self._soviet_aircraft.get(target.at, ())
        aircraft += [False] * (target.id in self._followed)
        return Searchers(bool(soviet), bool(aircraft), all(soviet) and all(aircraft))

    def forces(self, target: Force) -> list[Force]:
        """6.2, 6.3a, 6.8.1 The forces and dummies that search a block."""
        box, bound = self.sea.box, self._bound
        return [one for one in self._near(target) if may_search(box, one) and bound.get(one.id, target.id) == target.id]

    def _near(self, target: Force) -> Iterable[Force]:
        if not is_scattered(target):
            return self._forces.get(target.at, ())
        there = [at for at in self._forces if at == target.at or _is_beside(at, target.at)]
        return [force for at in there for force in self._forces[at]]


def _is_beside(here: str, there: str) -> bool:
    return here.isdigit() and there.isdigit() and hexes.distance(here, there) <= 1


def look(sea: Sea, side: Side, target: Force, row: Searching, *, soviet: bool) -> cards.Look:
    """6.2a-6.2d What a search by a side depends on besides the card."""
    hex_ = sea.box.hexes.get(target.at)
    return cards.Look(
        day=sea.is_day,
        weather=sea.state.sky.kind,
        row=row,
        level=target.level,
        friendly_coast=hex_ is not None and hex_.friendly == side,
        shadowed=sea.is_shadowed(target),
        near_interceptors=target.at in sea.box.hexes
        and sea.box.has_interceptors(target.side, target.at, sea.operation.month),
        soviet=soviet,
    )
