"""14.4 Break-off."""

from games.kernel.requests import roll
from games.titles.goeben.orders.orders import BattleOrder, Withdraw
from games.titles.goeben.rules.battle.forces import battle, class_of, consort, foes, is_consort, own, tell
from games.titles.goeben.rules.ships.ports import is_open, port_at
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea


async def allies_break_off(sea: Sea) -> bool:
    """14.4, 14.4.1 As first side the Allies break off on a die above the alert level; a convoy always does (14.15)."""
    fight = battle(sea)
    if fight.shore:
        return False
    convoy = any(class_of(sea, foe.id) == "convoy" for foe in foes(sea))
    die = 0
    if not convoy:
        (die,) = await roll(6, key=sea.occasion("break_off"), rule="14.4")
    gone = convoy or die > sea.state.alert
    tell(sea, told.AlliesBrokeOff(fight.space, die, sea.state.alert, gone))
    return gone


def exits(sea: Sea) -> dict[str, tuple[str, ...]]:
    """14.4 Where each ship may withdraw to. All do or none: nothing where one of them has nowhere to go."""
    found = {name: _ways_out(sea, name) for name in own(sea)}
    return found if all(found.values()) else {}


def _ways_out(sea: Sea, name: str) -> tuple[str, ...]:
    """14.4, 14.4.3 The spaces next to the battle without neutral or enemy ports and without Allied counters; none for a
    ship without engines (6.2).
    """
    austrian = is_consort(sea, name)
    if not austrian and sea.ship(name).engines == 0:
        return ()
    near = sea.box.waters.neighbours(battle(sea).space)
    return tuple(space for space in near if _is_safe(sea, space) and is_open(sea, space, austrian=austrian))


def _is_safe(sea: Sea, space: str) -> bool:
    port = port_at(sea, space)
    return not sea.is_barred(space) and (port is None or port.side == "friendly")


def withdrawals(sea: Sea, leader: str) -> dict[str, str]:
    """14.4 Where the ships go if the senior officer has ordered it: as their own captains say, or as he does. Empty:
    they stay and fight.
    """
    orders = battle(sea).orders
    chosen = _goals(orders.get(leader, ()))
    possible = exits(sea)
    if not chosen or not possible:
        return {}
    wishes = {ship: space for seat in orders for ship, space in _goals(orders[seat]).items()} | chosen
    usual = next(iter(chosen.values()))
    goals = {name: wishes.get(name, usual) for name in own(sea)}
    return {name: space if space in possible[name] else possible[name][0] for name, space in goals.items()}


def _goals(orders: tuple[BattleOrder, ...]) -> dict[str, str]:
    return {ship: order.to for order in orders if isinstance(order, Withdraw) for ship in order.ships}


def withdraw(sea: Sea, goals: dict[str, str]) -> None:
    """14.4, 14.4.2 The ships go there."""
    tell(sea, told.GermansBrokeOff(battle(sea).space, goals))
    for name, space in goals.items():
        if is_consort(sea, name):
            consort(sea, name).at = space
        else:
            sea.ship(name).at = space
