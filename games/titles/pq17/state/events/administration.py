"""15.4 to 15.8 Events of the order-of-battle phase. Each side reads its own events, and both read the end of the phase.

A unit is written as its id and strength, such as `ju_88 2`, or with its port or base, such as `dd_a_i 2 scapa_flow`. A
ship in dock is written as `suffolk jun_1`, with the key of the fortnight in which she returns.
"""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side


class AircraftLost(Event, frozen=True, tag="aircraft_lost"):
    """12.6.1 A side lost aircraft in a ground offensive. `die`: the die that decided the number of steps.

    `units`: the aircraft types that lost steps, each with the number of steps, such as ``ju_88 2``. A secret lot chose
    the units.
    """

    side: Side
    die: int
    units: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("units",) if seat == self.side else ()


class ShipsChanged(Event, frozen=True, tag="ships_changed"):
    """15.3 to 15.7 The units of a side that arrived (`came`) or left (`went`) in this phase, and its `docked` ships.

    The entries are written as in the docstring of this module.
    """

    side: Side
    came: tuple[str, ...] = ()
    went: tuple[str, ...] = ()
    docked: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ()


class Called(Event, frozen=True, tag="called"):
    """15.4, 15.4.3 A side has called emergency reinforcements (`units`), and new ships before their time (`early`).

    `green`: True if some of the emergency forces have green crews.
    """

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
        return (ALL_FIELDS,)


Events = AircraftLost | ShipsChanged | Called | OrderOfBattleDone
