"""1.3, 2.0 The map as the rulebook speaks of it: ships, spaces, counters, and the common moves with them."""

from typing import cast

from games.kernel.events import EVERYBODY, NOBODY, Audience, Event
from games.kernel.table import Table
from games.titles.goeben.box.components import Box
from games.titles.goeben.box.pieces import GermanShip
from games.titles.goeben.box.scenarios import Mode, mode_of
from games.titles.goeben.orders.orders import DayOrder
from games.titles.goeben.table.events import Happening, News
from games.titles.goeben.table.state import Consort, Day, Marker, State, Warship


class Sea(Table[State]):
    """A state in play, with the box it is played with."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    @property
    def mode(self) -> Mode:
        """25.0 How the players share command."""
        return mode_of(self.state.scenario)

    @property
    def day(self) -> Day:
        """The day in progress. Raises LookupError before the first."""
        if self.state.day is None:
            raise LookupError("no day is in progress")
        return self.state.day

    def orders(self) -> list[DayOrder]:
        """Everything ordered for today, the seats in the order of precedence."""
        return [order for seat in self.state.seats for order in self.day.plans.get(seat, ())]

    # --- ships

    def ship(self, name: str) -> Warship:
        """A German ship. Raises LookupError."""
        for ship in self.state.ships:
            if ship.id == name:
                return ship
        raise LookupError(f"there is no ship {name}")

    def display(self, ship: Warship) -> GermanShip:
        """2.1 Her display: where her tracks begin, and her speeds."""
        return self.box.german[ship.id]

    def is_battlecruiser(self, ship: Warship) -> bool:
        """A BC, as against a light cruiser."""
        return self.display(ship).type == "bc"

    @property
    def afloat(self) -> list[Warship]:
        """The German ships that are not sunk, in the order of precedence."""
        return [ship for ship in self.state.ships if not ship.sunk]

    def ships_at(self, space: str) -> list[Warship]:
        """The German ships in a space, in the order of precedence."""
        return [ship for ship in self.afloat if ship.at == space]

    def consorts_at(self, space: str) -> list[Consort]:
        """20.0 The Austro-Hungarian ships in a space."""
        return [consort for consort in self.state.consorts if consort.at == space and not consort.gone]

    def stations(self) -> dict[str, str]:
        """Where each ship of the players is, Austro-Hungarian ones too."""
        consorts = {one.id: one.at for one in self.state.consorts if one.at and not one.gone}
        return {ship.id: ship.at for ship in self.afloat} | consorts

    def occupied(self) -> list[str]:
        """The spaces in which ships of the players are, in the order of the map."""
        held = set(self.stations().values())
        return [space for space in self.box.spaces if space in held]

    # --- counters

    def markers_at(self, space: str) -> list[Marker]:
        """The counters that lie in a space."""
        return self.state.lying.get(space, [])

    def is_barred(self, space: str) -> bool:
        """4.1.3, 14.4 Whether an Incident marker or an Allied ship lies in a space, face down or up; whatever waits for
        ships to come does (24.3, 11.2).
        """
        return any(marker.waits or self.box.halts(marker.id) for marker in self.markers_at(space))

    def enemies_at(self, space: str) -> list[str]:
        """The Allied ships that lie face up in a space."""
        return [marker.id for marker in self.markers_at(space) if marker.up and marker.id in self.box.allied]

    def lay(self, space: str, marker: Marker) -> None:
        """Put a counter into a space."""
        self.state.lying.setdefault(space, []).append(marker)

    def lift(self, space: str, counter: str) -> None:
        """Take a counter out of a space; where to is the caller's business. Raises LookupError."""
        lying = self.markers_at(space)
        marker = next((one for one in lying if one.id == counter), None)
        if marker is None:
            raise LookupError(f"{counter} does not lie in {space}")
        lying.remove(marker)
        if not lying:
            del self.state.lying[space]

    def give_back(self, kind: str) -> None:
        """13.1 Every marker of a kind that was resolved and laid out goes back into the pool; those that wait for
        ships (24.3, 11.2) stay.
        """
        for space in list(self.state.lying):
            for marker in list(self.markers_at(space)):
                if self.box.markers.get(marker.id) == kind and not marker.waits:
                    self.lift(space, marker.id)
                    self.state.pool.append(marker.id)

    # --- telling

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> None:
        """25.2 While captains sail on their own, all that they are told comes as news."""
        if self.mode == "captains" and self.state.turn:
            event, reduced = _news(event), None if reduced is None else _news(reduced)
        super().emit(event, to=to, reduced=reduced)

    def tell(self, event: Event) -> None:
        """Announce to all."""
        self.emit(event, to=EVERYBODY)

    def tell_at(self, space: str, event: Event, reduced: Event | None = None) -> None:
        """Tell those who see what happens in a space; `reduced`, if given, the others."""
        self.emit(event, to=self.witnesses(space), reduced=reduced)

    def signal(self, event: Event, afar: Event, *, to: Audience) -> None:
        """25.2 Tell captains in `to`, and the others what Berlin signals to all; other players everything."""
        captains = self.mode == "captains" and to != EVERYBODY
        self.emit(event, to=to if captains else EVERYBODY, reduced=afar if captains else None)

    def witnesses(self, space: str) -> Audience:
        """25.2, 25.2.2 Who sees what happens in a space: all; of captains those who are there, or hear of it by
        Wireless.
        """
        if self.mode != "captains":
            return EVERYBODY
        present, allies = self.ships_at(space), bool(self.consorts_at(space))
        signalled = allies or any("wireless" in ship.cargo for ship in present)
        hearing = [ship for ship in self.afloat if signalled and "wireless" in ship.cargo]
        seats = [ship.seat for ship in (*present, *hearing)]
        return tuple(dict.fromkeys([*seats, *([self.flag] if allies else [])]))

    def hearing_from(self, name: str) -> Audience:
        """25.2, 25.3.1 Who learns what a ship tells of: all; of captains her own, and who has Wireless as she has."""
        if self.mode != "captains":
            return EVERYBODY
        ship = next((ship for ship in self.state.ships if ship.id == name), None)
        signalled = ship is None or "wireless" in ship.cargo
        hearing = [other.seat for other in self.afloat if signalled and "wireless" in other.cargo]
        return tuple(dict.fromkeys([self.flag if ship is None else ship.seat, *hearing]))

    def learns(self, to: Audience) -> None:
        """4.1 These have new facts to plan by, and may revise their plans of the day."""
        seats = self.state.seats if to == EVERYBODY else to
        self.day.news += [seat for seat in seats if seat not in self.day.news]

    @property
    def flag(self) -> str:
        """25.2, 25.3.1 The first captain who has a ship; the Austro-Hungarian ships, all with Wireless, follow him."""
        return next((ship.seat for ship in self.afloat), self.state.seats[0])

    def occasion(self, name: str) -> str:
        """A key for the next question or roll of this day: `name` and a running number; before the first the name."""
        if self.state.day is None:
            return name
        self.day.occasions += 1
        return f"{name}.{self.day.occasions}"


def _news(event: Event) -> News:
    return News(cast(Happening, event))
