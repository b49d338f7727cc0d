"""1.3, 2.0 The board: ships, spaces and counters, and the operations on them that the rules share."""

from typing import cast

from games.kernel.events import EVERYBODY, NOBODY, Audience, Event
from games.kernel.table import Table
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import GermanShip
from games.titles.goeben.components.scenarios import Mode, mode_of
from games.titles.goeben.orders.orders import DayOrder
from games.titles.goeben.state.events import Happening, News
from games.titles.goeben.state.state import Consort, Day, Marker, State, Warship


class Board(Table[State]):
    """The state of a game with its components, and the operations on both that the rules share.

    In the mode "captains" (25.2), each captain knows only what own ships see or hear, so events have smaller audiences.
    """

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    @property
    def mode(self) -> Mode:
        """25.0 How the players of this scenario share the ships: see `mode_of`."""
        return mode_of(self.state.scenario)

    @property
    def day(self) -> Day:
        """The day in progress. Raises LookupError before the first day."""
        if self.state.day is None:
            raise LookupError("no day is in progress")
        return self.state.day

    def orders(self) -> list[DayOrder]:
        """Return the day's orders of all seats, in the order of the seats."""
        return [order for seat in self.state.seats for order in self.day.plans.get(seat, ())]

    # --- ships

    def ship(self, name: str) -> Warship:
        """Return the German ship with this id. Raise LookupError if there is none."""
        for ship in self.state.ships:
            if ship.id == name:
                return ship
        raise LookupError(f"there is no ship {name}")

    def display(self, ship: Warship) -> GermanShip:
        """2.1 Return the display of a ship: the start values of its tracks, and its speeds."""
        return self.box.german[ship.id]

    def is_battlecruiser(self, ship: Warship) -> bool:
        """Return True if a German ship is a battlecruiser, False for a light cruiser."""
        return self.display(ship).type == "bc"

    @property
    def afloat(self) -> list[Warship]:
        """The German ships that are not sunk, in the order of precedence."""
        return [ship for ship in self.state.ships if not ship.sunk]

    def ships_at(self, space: str) -> list[Warship]:
        """Return the German ships in a space, in the order of precedence."""
        return [ship for ship in self.afloat if ship.at == space]

    def consorts_at(self, space: str) -> list[Consort]:
        """20.0 Return the Austro-Hungarian ships in a space."""
        return [consort for consort in self.state.consorts if consort.at == space and not consort.gone]

    def stations(self) -> dict[str, str]:
        """Return the space of each of the players' ships afloat, by id, including Austro-Hungarian ships."""
        consorts = {one.id: one.at for one in self.state.consorts if one.at and not one.gone}
        return {ship.id: ship.at for ship in self.afloat} | consorts

    def occupied(self) -> list[str]:
        """Return the spaces with ships of the players, in the order of the map."""
        held = set(self.stations().values())
        return [space for space in self.box.spaces if space in held]

    # --- counters

    def markers_at(self, space: str) -> list[Marker]:
        """Return the counters in a space: Allied ships and incident markers, face down or face up."""
        return self.state.lying.get(space, [])

    def is_barred(self, space: str) -> bool:
        """4.1.3, 14.4 Return True if a space has a counter, face down or face up, at which ships must stop.

        This includes markers that take effect when ships arrive (24.3, 11.2).
        """
        return any(marker.waits or self.box.halts(marker.id) for marker in self.markers_at(space))

    def enemies_at(self, space: str) -> list[str]:
        """Return the Allied ships that lie face up in a space."""
        return [marker.id for marker in self.markers_at(space) if marker.up and marker.id in self.box.allied]

    def lay(self, space: str, marker: Marker) -> None:
        """Put a counter, whose id is in no other place, in a space."""
        self.state.lying.setdefault(space, []).append(marker)

    def lift(self, space: str, counter: str) -> None:
        """Remove the counter with this id from a space. The caller puts it elsewhere.

        Raise LookupError if it is not in the space.
        """
        lying = self.markers_at(space)
        marker = next((one for one in lying if one.id == counter), None)
        if marker is None:
            raise LookupError(f"{counter} does not lie in {space}")
        lying.remove(marker)
        if not lying:
            del self.state.lying[space]

    def give_back(self, kind: str) -> None:
        """13.1 Put all resolved markers of a kind on the map back into the incident pool.

        Markers that wait for ships (24.3, 11.2) stay on the map.
        """
        for space in list(self.state.lying):
            for marker in list(self.markers_at(space)):
                if self.box.markers.get(marker.id) == kind and not marker.waits:
                    self.lift(space, marker.id)
                    self.state.pool.append(marker.id)

    # --- announcing

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> None:
        """25.2 Emit an event. In the mode "captains", wrap it in a News event after the first day has begun.

        `to`: the seats that receive the whole event. `reduced`: the event for all other seats; None if they receive
        none.
        """
        if self.mode == "captains" and self.state.turn:
            event, reduced = _news(event), None if reduced is None else _news(reduced)
        super().emit(event, to=to, reduced=reduced)

    def tell(self, event: Event) -> None:
        """Emit an event to all seats."""
        self.emit(event, to=EVERYBODY)

    def tell_at(self, space: str, event: Event, reduced: Event | None = None) -> None:
        """Emit `event` to the seats that see a space, and `reduced`, if given, to all others."""
        self.emit(event, to=self.witnesses(space), reduced=reduced)

    def signal(self, event: Event, afar: Event | None, *, to: Audience) -> None:
        """25.2 In the mode "captains", emit `event` to the captains in `to`, and `afar`, if given, to all others.

        In all other modes, or if `to` is everybody, emit `event` to all seats.
        """
        captains = self.mode == "captains" and to != EVERYBODY
        self.emit(event, to=to if captains else EVERYBODY, reduced=afar if captains else None)

    def witnesses(self, space: str) -> Audience:
        """25.2, 25.2.2 Return the seats that see events in a space.

        In the mode "captains", these are the captains with ships in the space, and the captains whom they inform by
        Wireless. Otherwise all seats.
        """
        if self.mode != "captains":
            return EVERYBODY
        present, allies = self.ships_at(space), bool(self.consorts_at(space))
        signalled = allies or any("wireless" in ship.cargo for ship in present)
        hearing = [ship for ship in self.afloat if signalled and "wireless" in ship.cargo]
        seats = [ship.seat for ship in (*present, *hearing)]
        return tuple(dict.fromkeys([*seats, *([self.flag_captain] if allies else [])]))

    def report_audience(self, name: str) -> Audience:
        """25.2, 25.3.1 Return the seats that receive a report of the ship `name`.

        In the mode "captains", these are the captain of the ship and, if the ship has Wireless, all captains with
        Wireless. Otherwise all seats.
        """
        if self.mode != "captains":
            return EVERYBODY
        ship = next((ship for ship in self.state.ships if ship.id == name), None)
        signalled = ship is None or "wireless" in ship.cargo
        hearing = [other.seat for other in self.afloat if signalled and "wireless" in other.cargo]
        return tuple(dict.fromkeys([self.flag_captain if ship is None else ship.seat, *hearing]))

    def mark_news(self, to: Audience) -> None:
        """4.1 Record that the seats in `to` have learned new facts, so that they may revise their plans for the day."""
        seats = self.state.seats if to == EVERYBODY else to
        self.day.news += [seat for seat in seats if seat not in self.day.news]

    @property
    def flag_captain(self) -> str:
        """25.2, 25.3.1 The seat of the first captain who has a ship afloat.

        This captain commands the Austro-Hungarian ships, which all have Wireless.
        """
        return next((ship.seat for ship in self.afloat), self.state.seats[0])

    def occasion(self, name: str) -> str:
        """Return a unique key for the next question or die roll of the day: `name`, a point, and a running number.

        Before the first day, the key is `name` alone.
        """
        if self.state.day is None:
            return name
        self.day.occasions += 1
        return f"{name}.{self.day.occasions}"


def _news(event: Event) -> News:
    return News(cast(Happening, event))
