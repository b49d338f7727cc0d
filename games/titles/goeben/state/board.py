"""1.3, 2.0 The map in the rulebook's terms: ships, spaces, counters, and the common operations on them."""

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
    """The state in play with the box of components, and common operations on both."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    @property
    def mode(self) -> Mode:
        """25.0 The mode of command: how the players share the ships."""
        return mode_of(self.state.scenario)

    @property
    def day(self) -> Day:
        """The day in progress. Raises LookupError before the first day."""
        if self.state.day is None:
            raise LookupError("no day is in progress")
        return self.state.day

    def orders(self) -> list[DayOrder]:
        """Return the orders of all seats for today. The seats are in the order of precedence."""
        return [order for seat in self.state.seats for order in self.day.plans.get(seat, ())]

    # --- ships

    def ship(self, name: str) -> Warship:
        """Return a German ship. Raise LookupError if there is none."""
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
        """Return the space of each players' ship by id, Austro-Hungarian ships included."""
        consorts = {one.id: one.at for one in self.state.consorts if one.at and not one.gone}
        return {ship.id: ship.at for ship in self.afloat} | consorts

    def occupied(self) -> list[str]:
        """Return the spaces with players' ships, in the order of the map."""
        held = set(self.stations().values())
        return [space for space in self.box.spaces if space in held]

    # --- counters

    def markers_at(self, space: str) -> list[Marker]:
        """Return the counters that lie in a space."""
        return self.state.lying.get(space, [])

    def is_barred(self, space: str) -> bool:
        """4.1.3, 14.4 Return True if an incident marker or an Allied ship lies in a space, face down or up.

        Counters that wait for ships to come count too (24.3, 11.2).
        """
        return any(marker.waits or self.box.halts(marker.id) for marker in self.markers_at(space))

    def enemies_at(self, space: str) -> list[str]:
        """Return the Allied ships that lie face up in a space."""
        return [marker.id for marker in self.markers_at(space) if marker.up and marker.id in self.box.allied]

    def lay(self, space: str, marker: Marker) -> None:
        """Lay a counter face down in a space."""
        self.state.lying.setdefault(space, []).append(marker)

    def lift(self, space: str, counter: str) -> None:
        """Take a counter out of a space; the caller moves it elsewhere. Raise LookupError if it is not there."""
        lying = self.markers_at(space)
        marker = next((one for one in lying if one.id == counter), None)
        if marker is None:
            raise LookupError(f"{counter} does not lie in {space}")
        lying.remove(marker)
        if not lying:
            del self.state.lying[space]

    def give_back(self, kind: str) -> None:
        """13.1 Put every resolved marker of a kind that lies on the map back into the pool.

        Markers that wait for ships (24.3, 11.2) stay.
        """
        for space in list(self.state.lying):
            for marker in list(self.markers_at(space)):
                if self.box.markers.get(marker.id) == kind and not marker.waits:
                    self.lift(space, marker.id)
                    self.state.pool.append(marker.id)

    # --- announcing

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> None:
        """25.2 Emit an event. While captains sail on their own, it becomes a news event."""
        if self.mode == "captains" and self.state.turn:
            event, reduced = _news(event), None if reduced is None else _news(reduced)
        super().emit(event, to=to, reduced=reduced)

    def tell(self, event: Event) -> None:
        """Announce an event to all seats."""
        self.emit(event, to=EVERYBODY)

    def tell_at(self, space: str, event: Event, reduced: Event | None = None) -> None:
        """Announce an event to the seats that see a space, and the event `reduced`, if given, to the other seats."""
        self.emit(event, to=self.witnesses(space), reduced=reduced)

    def signal(self, event: Event, afar: Event | None, *, to: Audience) -> None:
        """25.2 Announce an event to the captains in `to`, and the event `afar` to all other captains.

        Berlin signals `afar` to everybody. If captains do not sail on their own, all seats receive the event.
        """
        captains = self.mode == "captains" and to != EVERYBODY
        self.emit(event, to=to if captains else EVERYBODY, reduced=afar if captains else None)

    def witnesses(self, space: str) -> Audience:
        """25.2, 25.2.2 Return the seats that see the events in a space.

        If captains sail on their own: those with ships there, and those informed by Wireless. Otherwise all seats.
        """
        if self.mode != "captains":
            return EVERYBODY
        present, allies = self.ships_at(space), bool(self.consorts_at(space))
        signalled = allies or any("wireless" in ship.cargo for ship in present)
        hearing = [ship for ship in self.afloat if signalled and "wireless" in ship.cargo]
        seats = [ship.seat for ship in (*present, *hearing)]
        return tuple(dict.fromkeys([*seats, *([self.flag_captain] if allies else [])]))

    def report_audience(self, name: str) -> Audience:
        """25.2, 25.3.1 Return the seats that receive the report of a ship.

        If captains sail on their own: its own captain and, if the ship has Wireless, the captains with Wireless.
        Otherwise all seats.
        """
        if self.mode != "captains":
            return EVERYBODY
        ship = next((ship for ship in self.state.ships if ship.id == name), None)
        signalled = ship is None or "wireless" in ship.cargo
        hearing = [other.seat for other in self.afloat if signalled and "wireless" in other.cargo]
        return tuple(dict.fromkeys([self.flag_captain if ship is None else ship.seat, *hearing]))

    def mark_news(self, to: Audience) -> None:
        """4.1 Record that these seats have new facts, so that they may revise their plans of the day."""
        seats = self.state.seats if to == EVERYBODY else to
        self.day.news += [seat for seat in seats if seat not in self.day.news]

    @property
    def flag_captain(self) -> str:
        """25.2, 25.3.1 The seat of the first captain who has a ship.

        The Austro-Hungarian ships, which all have Wireless, follow this captain.
        """
        return next((ship.seat for ship in self.afloat), self.state.seats[0])

    def occasion(self, name: str) -> str:
        """Return a unique key for the next question or roll of this day: `name` with a running number.

        Before the first day the key is `name`.
        """
        if self.state.day is None:
            return name
        self.day.occasions += 1
        return f"{name}.{self.day.occasions}"


def _news(event: Event) -> News:
    return News(cast(Happening, event))
