"""7.1.1 Attacks that come to nothing before any card is drawn: their owner alone hears of them, and why."""

from collections.abc import Collection

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.search.contacts import meant
from games.titles.pq17.rules.search.declaring import may_strike
from games.titles.pq17.table.events.air import AttackCalledOff, CalledOff
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Kind


def turned_back(sea: Sea, side: Side, attacking: Collection[str], *, asked: Collection[str]) -> None:
    """7.1.1 Aircraft that were sent to attack and are not `attacking`; not in hexes about which their owner was
    `asked`, since there he has left them out himself.
    """
    idle: dict[tuple[str, CalledOff], list[str]] = {}
    for unit in sea.state.air:
        sent = unit.mission == "attack" and sea.box.aircraft[unit.aircraft].side == side
        if sent and unit.id not in attacking and unit.at not in asked:
            idle.setdefault((unit.at, _why(sea, side, unit)), []).append(unit.aircraft)
    for (at, why), aircraft in idle.items():
        sea.tell_side(side, AttackCalledOff(side, at, why, tuple(aircraft)))


def _why(sea: Sea, side: Side, unit: AirUnit) -> CalledOff:
    """7.1.1, 7.2a Nothing is there any more, nothing was identified, or it may attack nothing, by rule or by order."""
    there = [one for one in sea.afloat(sea.enemy(side)) if one.at == unit.at]
    known = [one for one in there if one.level is not None]
    if not known:
        return "unidentified" if there else "gone"
    return "ordered" if any(may_strike(sea, side, unit, one) for one in known) else "barred"


def strikes_gone(sea: Sea, side: Side, names: Collection[str]) -> None:
    """7.1.1 Aircraft that were to attack a block that is not there any more, or not by that number."""
    out = [unit for unit in sea.state.air if unit.id in names and unit.at]
    for at in dict.fromkeys(unit.at for unit in out):
        flown = tuple(unit.aircraft for unit in out if unit.at == at)
        sea.tell_side(side, AttackCalledOff(side, at, "gone", flown))


def targets_gone(sea: Sea, side: Side, kind: Kind) -> None:
    """7.1.1 Attacks that forces of a kind had declared on blocks that are not there any more, or not by that number."""
    own = {one.id: one for one in sea.forces_of(side) if one.kind == kind}
    for order in sea.phase.attacks:
        if isinstance(order, Attack) and order.force in own and not meant(sea, side, order.at):
            sea.tell_side(side, AttackCalledOff(side, own[order.force].at, "gone", force=order.force))
