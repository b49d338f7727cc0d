"""7 The worth of each hex and heading that a ship may reach: the damage that she may do and suffer, and her goal.

The worth of a hex is computed once, although many courses end there.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import isqrt
from typing import NamedTuple

from games.order_editor.paths import Path
from games.titles.battleships.bot.judgement import CAPITAL, Judgement
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.courses import Plot
from games.titles.battleships.visibility.view import ShipView

FEAR = 40
"""The weight of damage by the enemy, in percent of the weight of damage to the enemy.

It is less than 100 because an enemy ship cannot fire at all ships at once.
"""
CLOSE = 2000
"""The worth of each hex by which a ship comes nearer to an enemy, up to the distance `NEAR`."""
HOMEWARD = 9000
"""The worth of each hex by which a ship comes nearer to an edge where leaving gives victory or full points."""
LEAVE = 400_000
"""The worth of leaving the map if it gives victory or full points; otherwise, leaving costs the same amount."""
SHIELD = 1500
"""The cost of each hex by which a ship is farther from the exit edge than an enemy who wins by leaving."""
ASHORE = 8000
"""The worth of each row by which a ship comes nearer to the rows from which it must bombard a place."""
NEAR = 5
"""The distance to an enemy, in hexes, within which a ship gains nothing by coming nearer."""


class End(NamedTuple):
    """The end of a course: the hexes entered (`path`), the final hex (`at`) and heading, the movement points spent."""

    path: Path
    at: str
    heading: str
    cost: int


class Worth(NamedTuple):
    """The worth of a course's end, as a sum of components in the unit of Judgement; costs are negative."""

    leave: int = 0
    """The value, or the cost, of leaving the map."""
    guns: int = 0
    """The expected damage by the ship's guns."""
    torpedoes: int = 0
    """The expected damage by the ship's torpedoes."""
    shelter: int = 0
    """The cost of the damage that the ship may suffer."""
    close: int = 0
    """The cost of the distance from the enemies that the ship should approach."""
    guard: int = 0
    """The cost of leaving open an edge by which an enemy wins."""
    exit: int = 0
    """The cost of the distance from the edge by which the ship should leave."""
    ashore: int = 0
    """The cost of a place from which the ship cannot bombard a place ashore, as it should (11.10)."""


class Places:
    """Computes the worth of the hexes and headings that one ship may reach."""

    def __init__(self, judge: Judgement, known: ShipView, plot: Plot) -> None:
        self._judge, self._known = judge, known
        self._stops = frozenset(plot.chart.stops)
        self._foes = [(foe, *judge.berths[foe.ship.id]) for foe in judge.foes]
        self._targets: dict[str, list[tuple[Sequence[str], int, int, int]]] = {}
        self._dealt: dict[tuple[str, str], tuple[int, int]] = {}
        self._suffered: dict[tuple[str, bool], int] = {}
        self._placed: dict[str, tuple[int, int, int, int]] = {}

    @cached_property
    def edges(self) -> tuple[str, ...]:
        """9.2 The edges by which the ship should leave the map."""
        return self._judge.goal(self._known)

    @cached_property
    def prey(self) -> list[ShipView]:
        """The enemies that the ship should approach; if some of them decide the battle, only those."""
        suited = [foe for foe in self._judge.foes if self._judge.matches(self._known, foe)]
        return [foe for foe in suited if foe.ship.id in self._judge.prizes] or suited

    def worth(self, end: End) -> Worth:
        """Return the worth of a course's end, by components."""
        if end.path and end.at in self._stops:
            return Worth(leave=LEAVE if self.edges else -LEAVE)
        place = (end.at, end.heading)
        if place not in self._dealt:
            self._dealt[place] = self._damage_dealt(*place)
        if end.at not in self._placed:
            self._placed[end.at] = self._place(end.at)
        return Worth(0, *self._dealt[place], self._shelter(end), *self._placed[end.at])

    def _place(self, at: str) -> tuple[int, int, int, int]:
        """Return the components of a hex's worth that do not depend on heading: `close`, `guard`, `exit`, `ashore`."""
        exit_ = -HOMEWARD * self._judge.to_edge(at, self.edges) if self.edges else 0
        return -self._far(at), -self._open_edge(at), exit_, self._ashore(at)

    # --- the battle

    def guns(self, end: End, foe: ShipView) -> int:
        """Return the expected damage of the ship's guns to an enemy from the end of a course.

        It is weighted by the enemy's importance.
        """
        at, _, speed = self._judge.berths[foe.ship.id]
        return self._judge.weight(foe) * self._judge.gunfire(self._known, end.at, end.heading, foe, at, speed) // 100

    def torpedoes(self, end: End, foe: ShipView) -> int:
        """Return the expected damage of the ship's torpedoes to an enemy from the end of a course.

        It is weighted by the enemy's importance.
        """
        at = self._judge.berths[foe.ship.id][0]
        return self._judge.weight(foe) * self._judge.torpedo_from(self._known, end.at, end.heading, foe, at) // 100

    def _damage_dealt(self, at: str, heading: str) -> tuple[int, int]:
        """Return the expected damage of guns and of torpedoes, each against the enemy that it would harm most."""
        if at not in self._targets:
            self._targets[at] = list(self._targets_from(at))
        way, guns, torpedoes = hexes.HEADINGS.index(heading), 0, 0
        for arcs, broadside, end_on, salvo in self._targets[at]:
            if arcs[way] != "broadside":
                guns = end_on if end_on > guns else guns
                continue
            guns = broadside if broadside > guns else guns
            torpedoes = salvo if salvo > torpedoes else torpedoes
        return guns, torpedoes

    def _targets_from(self, at: str) -> Iterator[tuple[Sequence[str], int, int, int]]:
        """Yield for each enemy in range of a hex: its arcs by the ship's heading, and the expected damage to it.

        The damage is that of guns on the broadside, of guns ahead or astern, and of torpedoes.
        """
        for foe, there, _, speed in self._foes:
            broadside, end_on = self._judge.gunfire_by_arc(self._known, at, foe, there, speed)
            salvo = self._judge.torpedoes_broadside(self._known, at, foe, there)
            if broadside or end_on or salvo:
                weight = self._judge.weight(foe)
                guns, ends, torpedoes = (weight * one // 100 for one in (broadside, end_on, salvo))
                yield hexes.arcs(at, there), guns, ends, torpedoes

    def _shelter(self, end: End) -> int:
        """Return the cost, negative, of the damage that the ship may suffer: it depends on the hex and her speed."""
        key = (end.at, self._judge.is_slow(end.cost))
        if key not in self._suffered:
            theirs = 0
            for foe, at, heading, _ in self._foes:
                theirs += self._judge.gunfire(foe, at, heading, self._known, end.at, end.cost)
                theirs += self._judge.torpedo_from(foe, at, heading, self._known, end.at)
            theirs = theirs * self._judge.weight(self._known) // 100
            self._suffered[key] = -(FEAR * theirs // isqrt(100 * 100 * max(len(self._judge.own), 1)))
        return self._suffered[key]

    def distance(self, at: str, foe: ShipView) -> int:
        """Return the distance from a hex to an enemy, less one hex for each of its damage steps."""
        return hexes.distance(at, self._judge.berths[foe.ship.id][0]) - foe.ship.weapons - foe.ship.hull

    def _far(self, at: str) -> int:
        """Return the cost of a hex that is farther than `NEAR` from every enemy that the ship should approach."""
        return CLOSE * max(min((self.distance(at, foe) for foe in self.prey), default=NEAR) - NEAR, 0)

    # --- the goal

    def gap(self, at: str, foe: str, edges: Sequence[str]) -> int:
        """Return by how many hexes an enemy is nearer to one of `edges` than the hex `at`; negative if farther."""
        return self._judge.to_edge(at, edges) - self._judge.to_edge(self._judge.berths[foe][0], edges)

    def _open_edge(self, at: str) -> int:
        """9.2 Return the cost of a hex that is farther from an exit edge than an enemy ship that wins by leaving.

        Only capital ships guard edges: for others the cost is 0.
        """
        if self._known.kind not in CAPITAL:
            return 0
        gaps = (self.gap(at, foe, edges) for foe, edges in self._judge.escapes.items())
        return SHIELD * max(max(gaps, default=0), 0)

    def _ashore(self, at: str) -> int:
        """11.10 Return the cost, negative, of a hex outside the rows from which the ship must bombard a place ashore.

        It grows with each row. It is 0 for a ship without this task.
        """
        task = self._judge.box.battles[self._judge.view.scenario].bombardment
        if task is None or self._known.ship.id != task.ship:
            return 0
        row = hexes.column_row(hexes.hex_of(at))[1]
        low, high = task.rows
        return -ASHORE * max(low - row, row - high, 0)
