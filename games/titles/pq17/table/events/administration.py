"""15.4 to 15.8 The order-of-battle phase, as it is told: to each side of its own, to both that it is over.

Units are written as `ju_88 2`, and with their place as `dd_a_i 2 scapa_flow`; who is in dock as `suffolk jun_1`, with
the fortnight in which she comes back.
"""

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Side


class AircraftLost(Event, frozen=True, tag="aircraft_lost"):
    """12.6.1 The die that was thrown for a side after a ground offensive, and the steps of aircraft that it lost, drawn
    where nobody sees it.
    """

    side: Side
    die: int
    units: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("units",) if seat == self.side else ()


class ShipsChanged(Event, frozen=True, tag="ships_changed"):
    """15.3 to 15.7 What has come to a side, what has gone, and who of it is in dock."""

    side: Side
    came: tuple[str, ...] = ()
    went: tuple[str, ...] = ()
    docked: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ()


class Called(Event, frozen=True, tag="called"):
    """15.4, 15.4.3 A side has called emergency reinforcements, and ships that are new before their time."""

    side: Side
    units: tuple[str, ...]
    early: tuple[str, ...] = ()
    green: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ()


class OrderOfBattleDone(Event, frozen=True, tag="order_of_battle_done"):
    """15.6 The order-of-battle phase of a fortnight is over."""

    fortnight: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


Events = AircraftLost | ShipsChanged | Called | OrderOfBattleDone
