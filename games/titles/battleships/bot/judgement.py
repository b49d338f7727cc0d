"""The captain's estimates from a view: the damage that ships can do to each other from the hexes that they are in.

Damage is in thousandths of a sixth of a victory point: a step of damage scores a sixth of a ship's points.
"""

from collections.abc import Sequence
from functools import cached_property

from games.kernel.advice import Reasons
from games.kernel.lapses import NO_LAPSES, Lapses
from games.titles.battleships.bot.odds import Odds
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Decisive
from games.titles.battleships.components.box import Box
from games.titles.battleships.orders.targets import Aim
from games.titles.battleships.orders.torpedoes import Salvo
from games.titles.battleships.visibility.view import ShipView, View

CAPITAL = ("bb", "bc", "pb")
DECISIVE = 200
"""The weight of damage to a ship that decides the battle, in percent of the weight of damage to any other ship."""
AHEAD = 4
"""The captain guards an edge from this number of turns before the enemy may leave by it."""
LIT = 12
"""4.3a The distance in hexes at which a ship under a star shell is seen."""
NIGHT_REACH = 7
"""The distance in hexes to which ships approach the enemy by night, so that star shells find targets."""


OVERLOOKED, MISJUDGED = 3, 60
"""A beginner overlooks one in 3 targets, and misjudges distances and damage by up to 60 percent."""


class Judgement:
    """The captain's estimates from one view, computed with the charts.

    `lapses`: the mistakes of a beginner, by which the estimates are falsified. Damage is in thousandths of a sixth of a
    victory point. The attribute `reasons` collects the reasons for the captain's orders.
    """

    def __init__(self, box: Box, odds: Odds, view: View, lapses: Lapses = NO_LAPSES) -> None:
        self.box, self.odds, self.view, self.lapses = box, odds, view, lapses
        self.reasons = Reasons()
        self._gunfire: dict[tuple[str, str, int, bool], tuple[int, int]] = {}
        self._torpedoes: dict[tuple[str, str, int], int] = {}
        self._ships = {known.ship.id: known for known in view.ships}

    def ship(self, name: str) -> ShipView:
        """Return a ship by id. Raise KeyError if the view has no such ship."""
        return self._ships[name]

    @cached_property
    def own(self) -> list[ShipView]:
        """The ships of the captain's side that are in the battle."""
        return [known for known in self.view.ships if known.ship.side == self.view.seat and not known.ship.fate]

    @cached_property
    def foes(self) -> list[ShipView]:
        """The enemy ships that are in the battle."""
        return [known for known in self.view.ships if known.ship.side != self.view.seat and not known.ship.fate]

    @cached_property
    def reach(self) -> int:
        """4.1 The expected sighting distance of the next turn, in hexes."""
        return NIGHT_REACH if self.view.night else max(self.view.sight, self.box.battles[self.view.scenario].sight + 3)

    @cached_property
    def berths(self) -> dict[str, tuple[str, str, int]]:
        """3.1 The hex, heading and speed that each enemy is expected to have in the next gunnery phase, by ship.

        An enemy that moves after this side is expected where its course and speed take it. Any other enemy is expected
        at its present place.
        """
        later = self.view.inferior == self.view.seat
        return {foe.ship.id: self._held_on(foe, later=later) for foe in self.foes}

    def _held_on(self, foe: ShipView, *, later: bool) -> tuple[str, str, int]:
        """Return the expected hex, heading and speed of an enemy that keeps its course and speed.

        It stops before land, and before the edge of a map that does not shift. If it does not move `later` than this
        side, its hex is the present one.
        """
        ship, at = foe.ship, foe.ship.at
        speed = min(ship.speed, max(foe.moves, ship.speed // 2))
        for _ in range(speed if later else 0):
            onward = hexes.neighbour(at, ship.heading)
            if onward in self.view.land or not (self.view.open_sea or hexes.on_map(hexes.hex_of(onward))):
                break
            at = onward
        return at, ship.heading, speed

    # --- guns

    def shot_at(self, aim: Aim) -> int:
        """5.3 Return the expected damage of a possible shot; 0 if a beginner overlooks it."""
        target = self.ship(aim.at)
        if self.lapses.overlooks(OVERLOOKED, "target", aim.ship, aim.at):
            return 0
        if aim.secondary:
            odds = self.box.tables.gunnery.secondary_odds
            worth = self.odds.hit(odds, target.kind, target.ship.weapons, target.ship.hull, 0)
            return worth * target.value
        modifier = self._modifier(aim.arc, target.ship.speed) + self._sight(aim)
        return self.lapses.misjudge(self._shot(aim.attack, modifier, target), MISJUDGED, "shot", aim.ship, aim.at)

    def _shot(self, attack: int, modifier: int, target: ShipView) -> int:
        ship = target.ship
        worth = self.odds.shot(attack, modifier, target.defence, target.kind, ship.weapons, ship.hull)
        return worth * target.value

    def _modifier(self, arc: str, speed: int) -> int:
        """5.7, 5.8 Return the modifier of the damage roll for the target's arc and speed."""
        charts = self.box.tables.modifiers
        ahead = 0 if arc == "broadside" else charts.fore_or_aft
        return ahead + (charts.slow_target if self.is_slow(speed) else 0)

    def is_slow(self, speed: int) -> bool:
        """5.8 Return True if a target with this speed is easier to hit because it is slow."""
        return speed <= self.box.tables.modifiers.slow

    def _sight(self, aim: Aim) -> int:
        """4.3b, 10.1, 10.2 Return the approximate penalty for a target seen by star shell, aircraft or radar."""
        charts = self.box.tables.modifiers
        return {"shell": charts.star_shell, "aircraft": charts.aircraft, "radar": -2}.get(aim.sight, 0)

    def gunfire(self, firer: ShipView, at: str, heading: str, target: ShipView, there: str, speed: int) -> int:
        """5.3 Return the expected damage of the firer's guns against a target.

        The firer is in the hex `at`, the target in the hex `there`. `heading`: the heading of the firer. `speed`: the
        speed of the target.
        """
        broadside, end_on = self.gunfire_by_arc(firer, at, target, there, speed)
        return broadside if hexes.arc(at, heading, there) == "broadside" else end_on

    def gunfire_by_arc(self, firer: ShipView, at: str, target: ShipView, there: str, speed: int) -> tuple[int, int]:
        """5.3, 5.7 Return the expected damage of the firer's guns: (target on her broadside, target ahead or astern).

        The firer is in the hex `at`, the target in the hex `there`. `speed`: the speed of the target.
        """
        distance = hexes.distance(at, there)
        distance = self.lapses.misjudge(distance, MISJUDGED, "range", firer.ship.id, target.ship.id)
        if not firer.attack or not distance or distance > min(firer.range, self.reach):
            return 0, 0
        key = (firer.ship.id, target.ship.id, distance, self.is_slow(speed))
        found = self._gunfire.get(key)
        if found is None:
            all_round = "broadside" if firer.kind == "battery" else "fore"
            modifiers = (self._modifier(arc, speed) for arc in ("broadside", all_round))
            broadside, end_on = (self._gunfire_at(firer, target, distance, modifier) for modifier in modifiers)
            found = self._gunfire[key] = (broadside, end_on)
        return found

    def _gunfire_at(self, firer: ShipView, target: ShipView, distance: int, modifier: int) -> int:
        """5.3 Return the expected damage of a ship's guns at a distance in hexes; `modifier` is that of the roll."""
        band = self.odds.band(distance)
        worth = self._shot(firer.attack * band.times // band.by, modifier, target)
        gunnery = self.box.tables.gunnery
        if distance <= gunnery.secondary_range and firer.kind in CAPITAL and target.kind not in CAPITAL:
            steps = target.ship
            worth += self.odds.hit(gunnery.secondary_odds, target.kind, steps.weapons, steps.hull, 0) * target.value
        return worth

    def matches(self, known: ShipView, foe: ShipView) -> bool:
        """Return True if the ship `known` should approach the enemy `foe`.

        By day, small ships do not approach capital ships.
        """
        return bool(known.attack) and (known.kind in CAPITAL or foe.kind not in CAPITAL or self.view.night)

    # --- torpedoes

    def salvo(self, salvo: Salvo) -> int:
        """6.1 Return the expected damage of a possible torpedo launch; 0 if a beginner overlooks it."""
        target, launcher = self.ship(salvo.at), self.ship(salvo.ship)
        if self.lapses.overlooks(OVERLOOKED, "salvo", salvo.ship, salvo.at):
            return 0
        end_on = hexes.arc(target.ship.at, target.ship.heading, launcher.ship.at) != "broadside"
        steps = target.ship
        worth = self.odds.torpedo(
            salvo.odds, steps.speed, salvo.distance, end_on, target.kind, steps.weapons, steps.hull
        )
        return worth * target.value

    def torpedo_from(self, launcher: ShipView, at: str, heading: str, target: ShipView, there: str) -> int:
        """6.1 Return the expected damage of torpedoes that a ship launches next turn.

        The launcher is in the hex `at`, the target in the hex `there`. `heading`: the heading of the launcher.
        """
        damage = self.torpedoes_broadside(launcher, at, target, there)
        return damage if damage and hexes.arc(at, heading, there) == "broadside" else 0

    def torpedoes_broadside(self, launcher: ShipView, at: str, target: ShipView, there: str) -> int:
        """6.1 Return the expected damage of torpedoes next turn if the target is on the launcher's broadside.

        The launcher is in the hex `at`, the target in the hex `there`.
        """
        distance = hexes.distance(at, there)
        if not launcher.ship.torpedoes or not 0 < distance <= self.box.tables.torpedoes.range:
            return 0
        key = (launcher.ship.id, target.ship.id, distance)
        if key not in self._torpedoes:
            self._torpedoes[key] = self._torpedoes_at(launcher, target, distance)
        return self._torpedoes[key]

    def _torpedoes_at(self, launcher: ShipView, target: ShipView, distance: int) -> int:
        odds = self.box.tables.torpedo_odds.of(launcher.kind, launcher.nation)
        steps = target.ship
        speed = max(steps.speed, 2)
        return self.odds.torpedo(odds, speed, distance, False, target.kind, steps.weapons, steps.hull) * target.value

    def is_friend_between(self, ship: str, target: str) -> bool:
        """6.2a Return True if a ship of the same side is on the line to the target."""
        places = {known.ship.at for known in self.own}
        return any(one in places for one in hexes.crossed_hexes(self.ship(ship).ship.at, self.ship(target).ship.at))

    # --- the aim of the scenario

    @cached_property
    def prizes(self) -> frozenset[str]:
        """11.13 The enemy ships that decide the battle.

        This side wins if such a ship sinks, or loses if it leaves the map, as the scenario says.
        """
        ours = self.view.seat
        return frozenset(
            name
            for one in self.box.battles[self.view.scenario].victory.decisive
            if self._may_yet(one)
            for name in one.ships
            if (one.event == "sunk") is (one.winner == ours) and self.ship(name).ship.side != ours
        )

    @cached_property
    def charges(self) -> frozenset[str]:
        """11.13 The ships of this side whose loss decides the battle."""
        decisive = self.box.battles[self.view.scenario].victory.decisive
        lost = (name for one in decisive if one.event == "sunk" and one.winner != self.view.seat for name in one.ships)
        kept = (name for one in decisive if one.winner == self.view.seat for name in one.whole)
        return frozenset((*lost, *kept))

    def weight(self, known: ShipView) -> int:
        """Return the weight of damage to a ship in percent: 100, or more for a ship that decides the battle."""
        return DECISIVE if known.ship.id in self.prizes or known.ship.id in self.charges else 100

    @cached_property
    def escapes(self) -> dict[str, tuple[str, ...]]:
        """9.2, 11.13 The enemy ships that win by leaving the map, each with the edges to guard against her.

        If points can win the battle too, an edge is guarded only from a few turns before the enemy may leave by it.
        """
        battle = self.box.battles[self.view.scenario]
        leaving = {name for one in battle.victory.decisive if one.event != "sunk" for name in one.ships}
        return {
            foe.ship.id: tuple(way.edges)
            for foe in self.foes
            if foe.ship.id in leaving & self.prizes
            for way in battle.exits
            if way.side == foe.ship.side and (not battle.victory.points or self.view.turn >= way.from_turn - AHEAD)
        }

    @cached_property
    def mines(self) -> frozenset[str]:
        """10.6 The mined hexes that the view shows."""
        return frozenset(at for mined in self.view.mines.values() for at in mined)

    @cached_property
    def nets(self) -> frozenset[frozenset[str]]:
        """9.3d The hexsides with mine nets, each as the set of its two hexes."""
        return frozenset(frozenset(pair) for pair in self.view.nets)

    def is_mined(self, here: str, there: str) -> bool:
        """10.6a Return True if a ship that goes from `here` to the next hex `there` meets a known mine or net."""
        return there in self.mines or frozenset((here, there)) in self.nets

    def goal(self, known: ShipView) -> tuple[str, ...]:
        """9.2 Return the edges by which a ship should leave the map; empty if leaving gains nothing."""
        battle = self.box.battles[self.view.scenario]
        wanted = {name for one in battle.victory.decisive if one.winner == known.ship.side and self._may_yet(one)
                  for name in one.ships}  # fmt: skip
        for way in battle.exits:
            if way.side == known.ship.side and (known.ship.id in wanted or known.kind in way.full):
                return tuple(way.edges)
        return ()

    def _may_yet(self, end: Decisive) -> bool:
        """11.1 Return True if ships can still decide the battle by leaving the map.

        If the event requires that all of them are undamaged, none may be damaged or sunk.
        """
        ships = [self.ship(name).ship for name in end.ships]
        whole = all(not ship.weapons and not ship.hull and ship.fate != "sunk" for ship in ships)
        return end.event == "left" or (end.event == "all_left_whole" and whole)

    def to_edge(self, at: str, edges: Sequence[str]) -> int:
        """Return the number of hexes from the hex `at` to the nearest of the map's edges `edges`."""
        shifted = self.view.shifted or (0, 0)
        return min(-hexes.beyond(hexes.hex_of(at), edge, shifted) for edge in edges)
