"""6.2, 6.2a, 6.5, 6.8 The units that search a block, and the row of the search card that counts for them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Nation, Searching, Side
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.air_patrols import SECTOR_NATION, flown_radii, printed_radii
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force

AIR_SHADOWERS = ("aircraft", "radius", "sector")
"""6.3.1 The kinds of shadowers that search from the air."""


class Searchers(Struct, frozen=True, gc=False):
    """6.2a The kinds of units that search for a block.

    `force`: True if forces or dummies search. `air`: True if an air radius, a sector or aircraft search. `soviet`: True
    if all searching units are Soviet (6.2d).
    """

    force: bool = False
    air: bool = False
    soviet: bool = False

    @property
    def row(self) -> Searching | None:
        """6.2a Return the row of the card that counts; None if no unit searches."""
        return cards.card_row(force=self.force, air=self.air)


def is_scattered(force: Force) -> bool:
    """5.5, 6.8.1 Return True for a convoy that has scattered, which everybody knows."""
    return force.convoy is not None and force.convoy.scattered


def is_astray(force: Force) -> bool:
    """6.3.1, 7.7 Return True for a scattered convoy, or for the dispersed part of a convoy: its ships are stragglers.

    Only the owner knows which block is a dispersed part (9.3.2). Such a block is searched and found like any other, but
    cannot be followed, and is attacked ship by ship.
    """
    return force.convoy is not None and (force.convoy.scattered or force.convoy.part_of != "")


def may_search(box: Box, force: Force) -> bool:
    """6.2, 6.5, 6.8, 7.0f Return True if a force at sea searches.

    Dummies search. A convoy searches only if it has warships. A force cannot search if each of its warships is Dead in
    the Water or tows.
    """
    if not force.at_sea:
        return False
    return force.is_dummy or any(box.ships[one.ship].is_warship and one.counts() for one in force.counters)


def is_soviet(box: Box, force: Force) -> bool:
    """6.2d Return True if a force has only Soviet ships."""
    return bool(force.counters) and all(box.ships[one.ship].nation == "soviet" for one in force.counters)


def searchers_of(board: Board, side: Side, target: Force) -> Searchers:
    """6.2 Return the kinds of units of a side that search for an enemy block at sea, in the present position."""
    return Lookout(board, side).at(target)


class Lookout:
    """6.2 All searching units of a side, collected once for all blocks that are searched before any block moves."""

    def __init__(self, board: Board, side: Side) -> None:
        self.board, self.side = board, side
        self._forces: dict[str, list[Force]] = {}
        self._soviet_aircraft: dict[str, list[bool]] = {}
        for force in board.afloat(side):
            self._forces.setdefault(force.at, []).append(force)
        for nation, at in self._aircraft():
            self._soviet_aircraft.setdefault(at, []).append(nation == "soviet")
        self._bound = {one.who: one.target for one in board.state.shadows if one.by in ("wolfpack", "task_force")}
        self._followed = {one.target for one in board.state.shadows if one.by in AIR_SHADOWERS}

    def _aircraft(self) -> Iterator[tuple[Nation, str]]:
        """6.2, 6.4 Yield the nation and the hex of each search by held radii, sectors and aircraft."""
        board, phase = self.board, self.board.state.phase
        yield from flown_radii(board, self.side)
        for sector, named in (phase.sectors if phase is not None else {}).items():
            nation = SECTOR_NATION[sector]
            if (nation == "germany") is (self.side == "axis"):
                yield from ((nation, at) for at in named)
        for unit in [unit for unit in board.state.air if unit.mission == "search"]:
            kind = board.box.aircraft[unit.aircraft]
            if kind.side == self.side:
                yield kind.nation, unit.at

    def at(self, target: Force) -> Searchers:
        """6.2 Return the kinds of units that search for an enemy block at sea.

        These are forces and dummies in its hex that do not shadow another block (6.3a), its shadowers, and radii,
        sectors and aircraft there. A scattered convoy is also searched for from the hexes next to it (6.8.1).
        """
        soviet = [is_soviet(self.board.box, one) for one in self.forces(target)]
        aircraft = [nation == "soviet" for nation in printed_radii(self.board, self.side, target.at)]
        aircraft += self._soviet_aircraft.get(target.at, ())
        aircraft += [False] * (target.id in self._followed)
        return Searchers(bool(soviet), bool(aircraft), all(soviet) and all(aircraft))

    def forces(self, target: Force) -> list[Force]:
        """6.2, 6.3a, 6.8.1 Return the forces and dummies that search a block."""
        box, bound = self.board.box, self._bound
        return [one for one in self._near(target) if may_search(box, one) and bound.get(one.id, target.id) == target.id]

    def _near(self, target: Force) -> Iterable[Force]:
        if not is_scattered(target):
            return self._forces.get(target.at, ())
        there = [at for at in self._forces if at == target.at or _is_beside(at, target.at)]
        return [force for at in there for force in self._forces[at]]


def _is_beside(here: str, there: str) -> bool:
    return here.isdigit() and there.isdigit() and hexes.distance(here, there) <= 1


def search_conditions(board: Board, side: Side, target: Force, row: Searching, *, soviet: bool) -> cards.Look:
    """6.2a-6.2d Return the circumstances of a side's search for a block, except the card.

    `row`: the row of the card that counts. `soviet`: True if all searching units are Soviet.
    """
    hex_ = board.box.hexes.get(target.at)
    return cards.Look(
        day=board.is_day,
        weather=board.state.sky.kind,
        row=row,
        level=target.level,
        friendly_coast=hex_ is not None and hex_.friendly == side,
        shadowed=board.is_shadowed(target),
        near_interceptors=target.at in board.box.hexes
        and board.box.has_interceptors(target.side, target.at, board.operation.month),
        soviet=soviet,
    )
