"""The state in play, with queries and operations in the terms of the rulebook."""

from collections.abc import Iterable
from functools import cached_property

from games.kernel.events import EVERYBODY, Event
from games.kernel.table import Table
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import SIDES, Battle
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.hexes import Hex
from games.titles.battleships.components.options import Options
from games.titles.battleships.components.ships import Counter
from games.titles.battleships.components.tables import Harm, Radar, Tables
from games.titles.battleships.state.condition import GUNS_GONE, Condition
from games.titles.battleships.state.history import move_history, past_turn
from games.titles.battleships.state.state import Fate, Loss, Record, Ship, State


class Board(Table[State]):
    """A state in play, with the components of its game; queries and operations in the terms of the rulebook."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    @cached_property
    def battle(self) -> Battle:
        """11.0 The data of the scenario: ships, map, special rules and victory conditions."""
        return self.box.battles[self.state.scenario]

    @property
    def tables(self) -> Tables:
        """The charts of the game."""
        return self.box.tables

    @property
    def options(self) -> Options:
        """10.0 The options in play."""
        return self.state.options

    # --- sides

    @property
    def sides(self) -> tuple[str, str]:
        """3.2 The sides: the first player's, then the second player's."""
        return self.battle.seats

    @property
    def inferior(self) -> str:
        """3.2 The side that goes first this turn. On odd turns, it is the first player's side."""
        return self.sides[(max(self.state.turn, 1) - 1) % 2]

    @property
    def superior(self) -> str:
        """3.2 The side that goes second this turn."""
        return self.other(self.inferior)

    def other(self, side: str) -> str:
        """Return the other side, the enemy of a side."""
        first, second = self.sides
        return second if side == first else first

    # --- ships

    def ship(self, name: str) -> Ship:
        """Return a ship or battery by id. Raise LookupError if there is none."""
        for ship in self.state.ships:
            if ship.id == name:
                return ship
        raise LookupError(f"there is no ship {name}")

    def counter(self, ship: Ship) -> Counter:
        """2.4 Return the counter of a ship, with its printed values."""
        return self.box.counter(self.state.scenario, ship.counter)

    @property
    def afloat(self) -> list[Ship]:
        """Return all ships and batteries that are in the battle."""
        return [ship for ship in self.state.ships if ship.afloat]

    def fleet(self, side: str) -> list[Ship]:
        """Return the ships and batteries of a side that are in the battle."""
        return [ship for ship in self.afloat if ship.side == side]

    def enemies(self, ship: Ship) -> list[Ship]:
        """Return the enemies of a ship that are in the battle."""
        return [other for other in self.afloat if other.side != ship.side]

    def ships_at(self, at: str) -> list[Ship]:
        """Return the ships in a hex."""
        return [ship for ship in self.afloat if ship.at == at]

    def attack(self, ship: Ship) -> int:
        """5.3c Return a ship's attack, reduced for damage to weapons and rounded down."""
        return self.counter(ship).attack * (GUNS_GONE - ship.weapons) // GUNS_GONE

    def printed_moves(self, ship: Ship) -> int:
        """5.13 Return a ship's movement as printed, or as the scenario changes it."""
        return self.battle.movement.get(ship.counter, self.counter(ship).movement)

    def moves(self, ship: Ship) -> int:
        """5.13 Return a ship's movement, reduced for damage to the hull."""
        return self.tables.movement.left(self.printed_moves(ship), ship.hull)

    def crew(self, ship: Ship) -> int:
        """10.3, 10.9a, 10.12b Return the present grade of a ship's crew: good (1), average (0) or poor (-1)."""
        grade = next(
            (
                crew.grade
                for crew in self.battle.crews
                if (ship.id in crew.ships or ship.side == crew.side)
                and crew.from_turn <= self.state.turn <= crew.until_turn
            ),
            0,
        )
        grade = grade if self.options.crews else 0
        lost = self.state.disheartened.get(ship.side, 0) + (ship.shaken == self.state.turn != 0)
        return max(-1, grade - lost)

    def is_powerless(self, ship: Ship) -> bool:
        """10.12c Return True if a ship's power has failed this turn."""
        return ship.unlit == self.state.turn != 0

    def is_jammed(self, ship: Ship) -> bool:
        """10.12b Return True if a ship must keep its course and speed this turn."""
        return ship.jammed == self.state.turn != 0

    def radar(self, ship: Ship) -> Radar | None:
        """10.1 Return a ship's radar set if it works; None otherwise, and in games without the option for radar."""
        works = self.options.radar and ship.radar and not ship.radar_lost and not self.is_powerless(ship)
        return self.tables.radar[ship.radar] if works else None

    def is_astray(self, ship: Ship) -> bool:
        """10.10a Return True if a ship has lost command this turn."""
        return ship.id in self.state.astray

    def suspects(self, side: str) -> list[str]:
        """10.9 Return the ships of a side that may be its flagship, as far as the enemy knows.

        At first, these are all ships.
        """
        ships = [ship.id for ship in self.state.ships if ship.side == side and not self.counter(ship).battery]
        return self.state.suspects.get(side, ships)

    def rule_out(self, ship: Ship) -> None:
        """10.9 Record that a ship cannot be its side's flagship, which all seats have seen."""
        if ship.side in self.state.flags:
            self.state.suspects[ship.side] = [name for name in self.suspects(ship.side) if name != ship.id]

    # --- lines

    def is_land_between(self, origin: str, at: str) -> bool:
        """4.2 Return True if land is on the line between two hexes.

        Land in the two hexes themselves does not count (10.7).
        """
        return bool(self.battle.shores) and not self.battle.shores.isdisjoint(hexes.crossed_hexes(origin, at))

    def friends_between(self, ship: Ship, at: str) -> list[Ship]:
        """4.2a Return the ships of the same side on the line from a ship to the hex `at`, the nearest first."""
        return [
            other for one in hexes.crossed_hexes(ship.at, at) for other in self.ships_at(one) if other.side == ship.side
        ]

    # --- damage and loss

    def condition(self, ship: Ship) -> Condition:
        """5.14 Return the kind and the damage of a ship."""
        return Condition(self.counter(ship).kind, ship.weapons, ship.hull)

    def harm(self, ship: Ship, harm: Harm) -> tuple[int, int]:
        """5.14 Apply damage to a ship, up to three steps of weapons and of hull.

        Return the steps applied: (weapons, hull). With three weapon steps the ship loses its radar (10.1b). A battery
        has no hull (10.7).
        """
        weapons, hull = self.condition(ship).steps_of(harm)
        ship.weapons, ship.hull = ship.weapons + weapons, ship.hull + hull
        ship.radar_lost = ship.radar_lost or (bool(ship.radar) and ship.weapons == GUNS_GONE)
        return weapons, hull

    def is_doomed(self, ship: Ship) -> bool:
        """5.15, 10.7a Return True if the damage of a ship sinks it, or destroys a battery."""
        return self.condition(ship).is_doomed()

    def causes_special(self, odds: str, total: int) -> bool:
        """10.12 Return True if a combat roll causes special damage. `odds`: its column.

        `total`: the total of the dice.
        """
        return self.options.special_damage and self.tables.special.is_caused_by(odds, total)

    @property
    def record(self) -> Record:
        """The record of this turn's events, to which callers add an event.

        At the first use in a turn, the record of the previous turn moves to the history.
        """
        if self.state.record.turn != self.state.turn:
            if self.state.record.turn:
                self.state.history.append(past_turn(self.state.record))
            self.state.record = Record(turn=self.state.turn)
        return self.state.record

    def remove(self, ship: Ship, fate: Fate, *, full: bool = False) -> None:
        """Take a ship off the map and record its loss. `fate`: the way in which it was lost.

        `full`: True if the ship left the map and scores its full value for its owner (9.2).
        """
        self.record.lost.append(Loss(ship.id, fate, ship.at))
        ship.fate, ship.full, ship.at = fate, full, ""

    def shift(self, by: Hex) -> None:
        """9.3b Shift every hex in the state by an offset. Its number of columns must be even."""
        state = self.state
        state.columns_shifted += by.q
        state.rows_shifted += by.r + by.q // 2
        for ship in self.afloat:
            ship.at = hexes.moved(ship.at, by)
        for light in state.lights:
            light.at = hexes.moved(light.at, by)
        state.mines = {side: self._moved(at, by) for side, at in state.mines.items()}
        state.struck, state.swept = [*self._moved(state.struck, by)], [*self._moved(state.swept, by)]
        record = state.record
        for shot in record.shots:
            shot.origin, shot.at = hexes.moved(shot.origin, by), hexes.moved(shot.at, by)
        for track in record.tracks:
            track.origin, track.way = hexes.moved(track.origin, by), self._moved(track.way, by)
        for mine in record.mines:
            mine.at = hexes.moved(mine.at, by)
        for loss in record.lost:
            loss.at = hexes.moved(loss.at, by)
        record.ways = {name: self._moved(way, by) for name, way in record.ways.items()}
        move_history(state.history, lambda at: hexes.moved(at, by))

    def _moved(self, places: Iterable[str], by: Hex) -> tuple[str, ...]:
        return tuple(hexes.moved(at, by) for at in places)

    # --- announcing

    def tell(self, event: Event) -> None:
        """Announce an event to all seats."""
        self.emit(event, to=EVERYBODY)


def nation_of(side: str) -> str:
    """Return the nation whose ships a side has."""
    return SIDES[side]
