"""What the captain makes of a view: what ships may do to each other from where they are.

Worths are thousandths of a sixth of a victory point, as the expectations of the charts are of a sixth of a ship.
"""

from collections.abc import Sequence
from functools import cached_property

from games.titles.battleships.bot.odds import Odds
from games.titles.battleships.box import hexes
from games.titles.battleships.box.battles import Decisive
from games.titles.battleships.box.components import Box
from games.titles.battleships.orders.targets import Aim
from games.titles.battleships.orders.torpedoes import Salvo
from games.titles.battleships.seen.view import ShipView, View

CAPITAL = ("bb", "bc", "pb")
LIT = 12
"""4.3a How far off a lit ship is seen."""
NIGHT_REACH = 7
"""By night ships must come as near to find something to light."""


class Judgement:
    """A view, and the odds by which it is judged."""

    def __init__(self, box: Box, odds: Odds, view: View) -> None:
        self.box, self.odds, self.view = box, odds, view
        self._ships = {known.ship.id: known for known in view.ships}

    def ship(self, name: str) -> ShipView:
        """A ship by her id."""
        return self._ships[name]

    @cached_property
    def own(self) -> list[ShipView]:
        """The reader's ships in the battle."""
        return [known for known in self.view.ships if known.ship.side == self.view.seat and not known.ship.fate]

    @cached_property
    def foes(self) -> list[ShipView]:
        """The enemy's."""
        return [known for known in self.view.ships if known.ship.side != self.view.seat and not known.ship.fate]

    @cached_property
    def reach(self) -> int:
        """4.1 How far one may hope to see next turn."""
        return NIGHT_REACH if self.view.night else max(self.view.sight, self.box.battles[self.view.scenario].sight + 3)

    @cached_property
    def berths(self) -> dict[str, tuple[str, str, int]]:
        """3.1 Hex, heading and speed in which each enemy is thought to fight next: where he lies, or, if he moves
        after the reader does, where he comes by holding course and speed.
        """
        later = self.view.inferior == self.view.seat
        return {foe.ship.id: self._held_on(foe, later=later) for foe in self.foes}

    def _held_on(self, foe: ShipView, *, later: bool) -> tuple[str, str, int]:
        """The same for one of them: he stops before land and before the edge of a map that does not shift."""
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
        """5.3 What a marked shot may bring."""
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
        """5.7, 5.8 What arc and speed make of the roll."""
        charts = self.box.tables.modifiers
        ahead = 0 if arc == "broadside" else charts.fore_or_aft
        return ahead + (charts.slow_target if speed <= charts.slow else 0)

    def _sight(self, aim: Aim) -> int:
        """4.3b, 10.1, 10.2 What the way of seeing costs, about."""
        charts = self.box.tables.modifiers
        return {"shell": charts.star_shell, "aircraft": charts.aircraft, "radar": -2}.get(aim.sight, 0)

    def gunfire(self, firer: ShipView, at: str, heading: str, target: ShipView, there: str, speed: int) -> int:
        """5.3 What a ship may do to another from one hex to another, her heading and the target's speed being those."""
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
        """Whether a ship does well to close with another: by day the light ones leave battleships alone."""
        return bool(known.attack) and (known.kind in CAPITAL or foe.kind not in CAPITAL or self.view.night)

    # --- torpedoes

    def salvo(self, salvo: Salvo) -> int:
        """6.1 What a launch may bring."""
        target, launcher = self.ship(salvo.at), self.ship(salvo.ship)
        end_on = hexes.arc(target.ship.at, target.ship.heading, launcher.ship.at) != "broadside"
        steps = target.ship
        worth = self.odds.torpedo(
            salvo.odds, steps.speed, salvo.distance, end_on, target.kind, steps.weapons, steps.hull
        )
        return worth * target.value

    def torpedo_from(self, launcher: ShipView, at: str, heading: str, target: ShipView, there: str) -> int:
        """6.1 What torpedoes from one hex may do to a ship in another next turn."""
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
        """6.2a Whether one's own ship lies on the line to a target."""
        places = {known.ship.at for known in self.own}
        return any(one in places for one in hexes.crossed(self.ship(ship).ship.at, self.ship(target).ship.at))

    # --- the aim of the scenario

    def goal(self, known: ShipView) -> tuple[str, ...]:
        """9.2 The edges by which a ship had better leave; none if she gains nothing by it."""
        battle = self.box.battles[self.view.scenario]
        wanted = {name for one in battle.victory.decisive if one.winner == known.ship.side and self._may_yet(one)
                  for name in one.ships}  # fmt: skip
        for way in battle.exits:
            if way.side == known.ship.side and (known.ship.id in wanted or known.kind in way.full):
                return tuple(way.edges)
        return ()

    def _may_yet(self, end: Decisive) -> bool:
        """11.1 Whether ships that leave can still bring about an end: where it asks for all of them whole, all are."""
        ships = [self.ship(name).ship for name in end.ships]
        whole = all(not ship.weapons and not ship.hull and ship.fate != "sunk" for ship in ships)
        return end.event == "left" or (end.event == "all_left_whole" and whole)

    def to_edge(self, at: str, edges: Sequence[str]) -> int:
        """How many hexes it is to the nearest of some edges."""
        column, row = hexes.column_row(hexes.hex_of(at))
        far = {
            "north": row - hexes.ROWS[0], "south": hexes.ROWS[1] - row,
            "west": column - hexes.COLUMNS[0], "east": hexes.COLUMNS[1] - column,
        }  # fmt: skip
        return min(far[edge] for edge in edges)
