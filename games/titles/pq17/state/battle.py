"""7.5.2, 7.2.4 The battle display: the units in a surface battle, or the row of targets of an air attack."""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.state.counters import Counter

Area = Literal["deployment", "screening", "torpedo", "withdrawal"]


class Unit(Struct, omit_defaults=True, gc=False):
    """7.5.2 Counters on the battle display that move and fire together as one unit."""

    name: str
    """The id of the unit."""
    side: Side
    counters: list[Counter]
    area: Area = "deployment"
    """The area of the display in which the unit is."""
    evading: bool = False
    """True if the unit evades in this round."""
    screens: tuple[str, ...] = ()
    """The ids of the enemy units that this unit screens off with smoke (7.5.4).

    These enemies may not fire at the own unit `shields` in Deployment or, if `shields` is "", at any own unit in
    Withdrawal.
    """
    shields: str = ""
    """The own unit that the screen protects; "" means all own units in Withdrawal."""
    joined: int = 1
    """The round in which the unit first took part."""
    critical: bool = False
    """True if the fuel of the unit's force is Critical."""
    force: str = ""
    """The id of the force from which the unit comes."""

    def is_able(self) -> bool:
        """7.5.2c Return True if the unit may leave Deployment: no ship is Crippled, Dead in the Water or in tow."""
        return all(one.is_able() for one in self.counters)


class Battle(Struct, omit_defaults=True, gc=False):
    """7.5 A surface battle."""

    attacker: Side
    """The side that attacked."""
    units: list[Unit]
    """The units of both sides on the display."""
    day: bool
    """True if the battle is fought by day."""
    round: int = 1
    """The current round, counted from 1."""
    surprised: Side | Literal[""] = ""
    """The side that was taken by surprise, or "" (7.6)."""
    dark: bool = False
    """True if the counters lie face down to the enemy (7.5.9)."""

    def unit(self, name: str) -> Unit:
        """Return the unit on the display with this id. Raises LookupError if there is no such unit."""
        for one in self.units:
            if one.name == name:
                return one
        raise LookupError(f"{name} is not on the display")

    def of(self, side: Side) -> list[Unit]:
        """Return the units of a side on the display."""
        return [one for one in self.units if one.side == side]

    def against(self, side: Side) -> list[Unit]:
        """Return the units of a side's enemy on the display."""
        return [one for one in self.units if one.side != side]


class AirAttack(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.2.4 The public state of an air attack while the attacker chooses the targets of the bombers."""

    attacker: Side
    """The side whose aircraft attack."""
    at: str
    """The hex of the target."""
    row: tuple[Laid, ...]
    """The stacks of ships from left to right or, if `grounded` is True, the aircraft on the ground."""
    units: tuple[tuple[str, str, int], ...]
    """The bombers, each with its id, aircraft type and flying strength."""
    grounded: bool = False
    """True if an airfield is attacked."""
