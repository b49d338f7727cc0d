"""7.5.2, 7.2.4 The battle display: units of both sides in their areas, or the row that aircraft attack."""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.state.counters import Counter

Area = Literal["deployment", "screening", "torpedo", "withdrawal"]


class Unit(Struct, omit_defaults=True, gc=False):
    """7.5.2 Counters on the battle display that move and fire as one; `name` is the id of the unit.

    `joined`: the round in which it first took part. `screens`: the enemy units that it keeps away from the own unit
    `shields` in Deployment, or, if that is "", from all own units in Withdrawal (7.5.4). `critical`: its force is in
    critical fuel. `force`: the id of its force.
    """

    name: str
    side: Side
    counters: list[Counter]
    area: Area = "deployment"
    evading: bool = False
    screens: tuple[str, ...] = ()
    shields: str = ""
    joined: int = 1
    critical: bool = False
    force: str = ""

    def is_able(self) -> bool:
        """7.5.2c Return True if the unit may leave Deployment: no ship is Crippled, Dead in the Water or in tow."""
        return all(one.is_able() for one in self.counters)


class Battle(Struct, omit_defaults=True, gc=False):
    """7.5 A surface combat.

    `surprised`: the side that was taken by surprise, or "" (7.6). `dark`: counters are face down (7.5.9).
    """

    attacker: Side
    units: list[Unit]
    day: bool
    round: int = 1
    surprised: Side | Literal[""] = ""
    dark: bool = False

    def unit(self, name: str) -> Unit:
        """Return a unit on the display. Raises LookupError."""
        for one in self.units:
            if one.name == name:
                return one
        raise LookupError(f"{name} is not on the display")

    def of(self, side: Side) -> list[Unit]:
        """Return the units of a side."""
        return [one for one in self.units if one.side == side]

    def against(self, side: Side) -> list[Unit]:
        """Return the units of a side's enemy."""
        return [one for one in self.units if one.side != side]


class AirAttack(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.2.4 The public state of an air attack while the attacker assigns targets.

    `row`: the ships, or aircraft on the ground if `grounded`, from left to right. `units`: the bombers, each with its
    id, kind and flying strength.
    """

    attacker: Side
    at: str
    row: tuple[Laid, ...]
    units: tuple[tuple[str, str, int], ...]
    grounded: bool = False
