"""7.5.2c–f, 7.5.3, 7.5.4 The manoeuvre: areas, evasion and screens, and who may fire at whom because of them."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.table.battle import Area, Battle, Unit

Fault = Literal["surprised", "stays", "unable", "too_early", "no_place", "too_many", "nobody", "not_there"]
SCREENING: tuple[Area, ...] = ("screening", "torpedo")
"""7.5.4 The areas from which units screen."""
FROM_WITHDRAWN, FROM_DEPLOYED = 2, 1
"""7.5.4 How many enemies a unit keeps off all own units in Withdrawal, and off one in Deployment."""


class Manoeuvre(Struct, frozen=True, gc=False):
    """7.5.2c What a unit is to do this round: its area, evasion, and whom it screens off what (`Unit.shields`)."""

    unit: str
    area: Area = "deployment"
    evades: bool = False
    screens: tuple[str, ...] = ()
    shields: str = ""


def fault(battle: Battle, order: Manoeuvre, orders: Sequence[Manoeuvre] = ()) -> Fault | None:
    """7.5.2c, 7.5.2e, 7.5.3, 7.5.4 Why a unit may not do this, None if it may. `orders` are all of its side, by which
    the unit that it shields stands in Deployment or not.
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
    """7.5.2e Whether the side of a unit has taken the other by surprise, which is in round 1."""
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


def manoeuvre(battle: Battle, orders: Sequence[Manoeuvre]) -> None:
    """7.5.2c Carry out the orders of a side, which are without fault."""
    for order in orders:
        unit = battle.unit(order.unit)
        unit.area, unit.evading = order.area, order.evades
        unit.screens, unit.shields = order.screens, order.shields


def is_broken_off(battle: Battle) -> bool:
    """7.5.2d Whether all units of both sides lie in their Withdrawal areas, which ends the battle at once."""
    return all(one.area == "withdrawal" for one in battle.units)


def is_screened(battle: Battle, firer: Unit, target: Unit) -> bool:
    """7.5.4 Whether a unit of the target's side keeps the firer off it."""
    for one in battle.of(target.side):
        if firer.name in one.screens and one.is_able() and one.area in SCREENING and one.counters:
            shielded = target.name == one.shields if one.shields else target.area == "withdrawal"
            if shielded:
                return True
    return False


def may_fire_at(battle: Battle, firer: Unit, target: Unit) -> bool:
    """7.5.2g, 7.5.4a, 7.5.4b Whether guns or torpedoes of a unit may be aimed at another: at an enemy from whom nobody
    keeps it off, and of a unit that screens only those whom it screens off.
    """
    if target.side == firer.side or is_screened(battle, firer, target):
        return False
    return not firer.screens or target.name in firer.screens


def back_to_deployment(battle: Battle) -> None:
    """7.5.2p The end of a round: who is not in Withdrawal returns; screens and evasion end."""
    for one in battle.units:
        one.area = one.area if one.area == "withdrawal" else "deployment"
        one.evading, one.screens, one.shields = False, (), ""
