"""The captain's estimates from a view: the damage that ships can do to each other from their places.

Values are in thousandths of a sixth of a victory point, because the charts give sixths of a ship.
"""

from collections.abc import Sequence
from functools import cached_property

from games.titles.battleships.bot.odds import Odds
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Decisive
from games.titles.battleships.components.box import Box
from games.titles.battleships.orders.targets import Aim
from games.titles.battleships.orders.torpedoes import Salvo
from games.titles.battleships.visibility.view import ShipView, View

CAPITAL = ("bb", "bc", "pb")
DECISIVE = 200
"""The weight of a ship that decides the battle, in hundredths."""
AHEAD = 4
"""The turns before an edge opens to the enemy from which it is guarded."""
LIT = 12
"""4.3a The distance at which a lit ship is seen."""
NIGHT_REACH = 7
"""The distance to which ships must close by night to find something to light."""


class Judgement:
    """Estimates from one view, with the expected damage of the charts."""

    def __init__(self, box: Box, odds: Odds, view: View) -> None:
        self.box, self.odds, self.view = box, odds, view
        self._ships = {known.ship.id: known for known in view.ships}

    def ship(self, name: str) -> ShipView:
        """Return a ship by id."""
        return self._ships[name]

    @cached_property
    def own(self) -> list[ShipView]:
        """Return the side's own ships that are in the battle."""
        return [known for known in self.view.ships if known.ship.side == self.view.seat and not known.ship.fate]

    @cached_property
    def foes(self) -> list[ShipView]:
        """Return the enemy ships that are in the battle."""
        return [known for known in self.view.ships if known.ship.side != self.view.seat and not known.ship.fate]

    @cached_property
    def reach(self) -> int:
        """4.1 Return the expected sighting distance of the next turn, in hexes."""
        return NIGHT_REACH if self.view.night else max(self.view.sight, self.box.battles[self.view.scenario].sight + 3)

    @cached_property
    def berths(self) -> dict[str, tuple[str, str, int]]:
        """3.1 Return the hex, heading and speed that each enemy is expected to have in the next fight.

        An enemy that moves after this side is expected where its course and speed take it, any other at its present
        place.
        """
        later = self.view.inferior == self.view.seat
        return {foe.ship.id: self._held_on(foe, later=later) for foe in self.foes}

    def _held_on(self, foe: ShipView, *, later: bool) -> tuple[str, str, int]:
        """Return the expected hex, heading and speed of one enemy on its present course.

        It stops before land, and before the edge of a map that does not shift.
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
        """5.3 Return the expected damage of a shot at a marked target."""
        target = self.ship(aim.at)
        if aim.secondary:
            odds = self.box.tables.gunnery.secondary_odds
            worth = self.odds.hit(odds, target.kind, target.ship.weapons, target.ship.hull, 0)
            return worth * target.value
        modifier = self._modifier(aim.arc, target.ship.speed) + self._sight(aim)
        return self._shot(aim.attack, modifier, target)

    def _shot(self, attack: int, modifier: int, target: ShipView) -> int:
        ship = target.ship
        worth = self.odds.shot(attack, modifier, target.defence, target.kind, ship.weapons, ship.hull)
        return worth * target.value

    def _modifier(self, arc: str, speed: int) -> int:
        """5.7, 5.8 Return the roll's modifier for arc and speed."""
        charts = self.box.tables.modifiers
        ahead = 0 if arc == "broadside" else charts.fore_or_aft
        return ahead + (charts.slow_target if speed <= charts.slow else 0)

    def _sight(self, aim: Aim) -> int:
        """4.3b, 10.1, 10.2 Return the approximate penalty of the sighting."""
        charts = self.box.tables.modifiers
        return {"shell": charts.star_shell, "aircraft": charts.aircraft, "radar": -2}.get(aim.sight, 0)

    def gunfire(self, firer: ShipView, at: str, heading: str, target: ShipView, there: str, speed: int) -> int:
        """5.3 Return the expected damage of a ship's guns to a target, each in a given hex.

        `heading` is that of the firer, `speed` that of the target.
        """
        distance = hexes.distance(at, there)
        if not firer.attack or not distance or distance > min(firer.range, self.reach):
            return 0
        band = self.box.tables.distance.band(distance)
        arc = "broadside" if firer.kind == "battery" else hexes.arc(at, heading, there)
        worth = self._shot(firer.attack * band.times // band.by, self._modifier(arc, speed), target)
        gunnery = self.box.tables.gunnery
        if distance <= gunnery.secondary_range and firer.kind in CAPITAL and target.kind not in CAPITAL:
            steps = target.ship
            worth += self.odds.hit(gunnery.secondary_odds, target.kind, steps.weapons, steps.hull, 0) * target.value
        return worth

    def matches(self, known: ShipView, foe: ShipView) -> bool:
        """Return True if a ship should close with an enemy. By day light ships avoid battleships."""
        return bool(known.attack) and (known.kind in CAPITAL or foe.kind not in CAPITAL or self.view.night)

    # --- torpedoes

    def salvo(self, salvo: Salvo) -> int:
        """6.1 Return the expected damage of a torpedo launch."""
        target, launcher = self.ship(salvo.at), self.ship(salvo.ship)
        end_on = hexes.arc(target.ship.at, target.ship.heading, launcher.ship.at) != "broadside"
        steps = target.ship
        worth = self.odds.torpedo(
            salvo.odds, steps.speed, salvo.distance, end_on, target.kind, steps.weapons, steps.hull
        )
        return worth * target.value

    def torpedo_from(self, launcher: ShipView, at: str, heading: str, target: ShipView, there: str) -> int:
        """6.1 Return the expected damage of torpedoes that are launched next turn from one hex at a ship in another."""
        distance = hexes.distance(at, there)
        if not launcher.ship.torpedoes or not 0 < distance <= self.box.tables.torpedoes.range:
            return 0
        if hexes.arc(at, heading, there) != "broadside":
            return 0
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
        """11.13 Return the enemy ships that decide the battle: if they sink we win, if they leave we lose."""
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
        """11.13 Return the own ships whose loss decides the battle."""
        decisive = self.box.battles[self.view.scenario].victory.decisive
        lost = (name for one in decisive if one.event == "sunk" and one.winner != self.view.seat for name in one.ships)
        kept = (name for one in decisive if one.winner == self.view.seat for name in one.whole)
        return frozenset((*lost, *kept))

    def weight(self, known: ShipView) -> int:
        """Return the weight of damage to a ship in hundredths: more for a ship that decides the battle."""
        return DECISIVE if known.ship.id in self.prizes or known.ship.id in self.charges else 100

    @cached_property
    def escapes(self) -> dict[str, tuple[str, ...]]:
        """9.2, 11.13 Return the enemy ships that win by leaving the map, each with the edges to guard against her.

        Where points count too, the fight comes first, and an edge is guarded only shortly before it opens.
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
        """10.6 Return the mined hexes that the side knows: its own."""
        return frozenset(at for mined in self.view.mines.values() for at in mined)

    @cached_property
    def nets(self) -> frozenset[frozenset[str]]:
        """9.3d Return the hexsides with mine nets, which are crossed like mines."""
        return frozenset(frozenset(pair) for pair in self.view.nets)

    def is_mined(self, here: str, there: str) -> bool:
        """10.6a Return True if a ship that goes from one hex into the next meets a mine or net that its side knows."""
        return there in self.mines or frozenset((here, there)) in self.nets

    def goal(self, known: ShipView) -> tuple[str, ...]:
        """9.2 Return the edges by which a ship should leave the map. Return none if leaving gains nothing."""
        battle = self.box.battles[self.view.scenario]
        wanted = {name for one in battle.victory.decisive if one.winner == known.ship.side and self._may_yet(one)
                  for name in one.ships}  # fmt: skip
        for way in battle.exits:
            if way.side == known.ship.side and (known.ship.id in wanted or known.kind in way.full):
                return tuple(way.edges)
        return ()

    def _may_yet(self, end: Decisive) -> bool:
        """11.1 Return True if ships that leave can still end the battle: if all must be whole, all are."""
        ships = [self.ship(name).ship for name in end.ships]
        whole = all(not ship.weapons and not ship.hull and ship.fate != "sunk" for ship in ships)
        return end.event == "left" or (end.event == "all_left_whole" and whole)

    def to_edge(self, at: str, edges: Sequence[str]) -> int:
        """Return the number of hexes to the nearest of these edges."""
        shifted = self.view.shifted or (0, 0)
        return min(-hexes.beyond(hexes.hex_of(at), edge, shifted) for edge in edges)
