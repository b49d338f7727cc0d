"""7.5.2c–f, 7.5.3, 7.5.4 Manoeuvres in a battle: areas, evasion and screens, and the targets that they close."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.state.battle import Area, Battle, Unit

Fault = Literal["surprised", "stays", "unable", "too_early", "no_place", "too_many", "nobody", "not_there"]
SCREENING: tuple[Area, ...] = ("screening", "torpedo")
"""7.5.4 The areas from which units screen off enemies."""
FROM_WITHDRAWN, FROM_DEPLOYED = 2, 1
"""7.5.4 The most enemies that a unit screens off: from all own units in Withdrawal, and from one unit in Deployment."""


class Manoeuvre(Struct, frozen=True, gc=False):
    """7.5.2c The orders of a unit for a round."""

    unit: str
    """The id of the unit."""
    area: Area = "deployment"
    """The area into which it moves."""
    evades: bool = False
    """True if it evades."""
    screens: tuple[str, ...] = ()
    """The enemy units from which it screens own units with smoke."""
    shields: str = ""
    """The own unit in Deployment that the screen protects; "" for all own units in Withdrawal."""


def order_fault(battle: Battle, order: Manoeuvre, orders: Sequence[Manoeuvre] = ()) -> Fault | None:
    """7.5.2c, 7.5.2e, 7.5.3, 7.5.4 Return the reason why a unit's order is illegal, or None if it is legal.

    `orders`: all orders of the side. They show whether the unit that `order` shields will be in Deployment.
    """
    unit = battle.unit(order.unit)
    if battle.surprised == unit.side and battle.round == 1:
        return "surprised"
    if unit.area == "withdrawal" and order.area != "withdrawal":
        return "stays"
    if order.area != unit.area and not unit.is_able():
        return "unable"
    if order.area == "torpedo" and battle.round == unit.joined and not _surprises(battle, unit):
        return "too_early"
    return _screen_fault(battle, unit, order, orders) if order.screens or order.shields else None


def _surprises(battle: Battle, unit: Unit) -> bool:
    """7.5.2e Return True if it is round 1 and a unit's side has surprised its enemy."""
    return battle.round == 1 and battle.surprised not in ("", unit.side)


def _screen_fault(battle: Battle, unit: Unit, order: Manoeuvre, orders: Sequence[Manoeuvre]) -> Fault | None:
    if order.area not in SCREENING:
        return "no_place"
    if not unit.is_able():
        return "unable"
    if not order.screens:
        return "nobody"
    if len(set(order.screens)) > (FROM_DEPLOYED if order.shields else FROM_WITHDRAWN):
        return "too_many"
    enemies = {one.name for one in battle.against(unit.side)}
    if not set(order.screens) <= enemies:
        return "not_there"
    if order.shields and not _stays_deployed(battle, unit, order.shields, orders):
        return "not_there"
    return None


def _stays_deployed(battle: Battle, unit: Unit, name: str, orders: Sequence[Manoeuvre]) -> bool:
    ordered = next((one.area for one in orders if one.unit == name), None)
    own = next((one for one in battle.of(unit.side) if one.name == name and one is not unit), None)
    return own is not None and (ordered or own.area) == "deployment"


def carry_out_manoeuvres(battle: Battle, orders: Sequence[Manoeuvre]) -> None:
    """7.5.2c Move the units as these orders say; the orders must be legal."""
    for order in orders:
        unit = battle.unit(order.unit)
        unit.area, unit.evading = order.area, order.evades
        unit.screens, unit.shields = order.screens, order.shields


def is_broken_off(battle: Battle) -> bool:
    """7.5.2d Return True if all units of both sides are in Withdrawal areas. The battle then ends at once."""
    return all(one.area == "withdrawal" for one in battle.units)


def is_screened(battle: Battle, firer: Unit, target: Unit) -> bool:
    """7.5.4 Return True if a unit of the target's side screens the firer off, so that it cannot fire at the target."""
    for one in battle.of(target.side):
        if firer.name in one.screens and one.is_able() and one.area in SCREENING and one.counters:
            shielded = target.name == one.shields if one.shields else target.area == "withdrawal"
            if shielded:
                return True
    return False


def may_fire_at(battle: Battle, firer: Unit, target: Unit) -> bool:
    """7.5.2g, 7.5.4a, 7.5.4b Return True if a unit may aim guns or torpedoes at a target.

    The target must be an enemy from which the unit is not screened off. A unit that screens may aim only at the enemies
    that it screens off.
    """
    if target.side == firer.side or is_screened(battle, firer, target):
        return False
    return not firer.screens or target.name in firer.screens


def return_to_deployment(battle: Battle) -> None:
    """7.5.2p End a round. Units that are not in Withdrawal return to Deployment; screens and evasion end."""
    for one in battle.units:
        one.area = one.area if one.area == "withdrawal" else "deployment"
        one.evading, one.screens, one.shields = False, (), ""
