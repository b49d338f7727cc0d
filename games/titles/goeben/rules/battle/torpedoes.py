"""14.6, 14.10, 14.12 Torpedoes."""

from games.kernel.requests import roll
from games.titles.goeben.rules.battle import command, hits
from games.titles.goeben.rules.battle.forces import battle, foe_of, guns, is_consort, tell
from games.titles.goeben.rules.battle.values import fire_value
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.rules.captains.roles import of_ship
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea


async def torpedo_attack(sea: Sea, name: str) -> None:
    """14.6 The torpedoes of a ship, an attack each; 20.0 those of an allied ship together, and never used up."""
    if is_consort(sea, name):
        wanted = [one for order in command.launches(sea, name) for one in order.at]
        wanted += command.ranking(sea, doctrine_of(sea, of_ship(sea, name)))
        target = _first_afloat(sea, wanted)
        if target and guns(sea, name, "torpedo"):
            await _run(sea, name, guns(sea, name, "torpedo"), target)
        return
    for order in command.launches(sea, name):
        await _launch(sea, name, _first_afloat(sea, list(order.at)), order.count)


def _first_afloat(sea: Sea, names: list[str]) -> str:
    return next((name for name in names if not foe_of(sea, name).gone), "")


async def _launch(sea: Sea, name: str, target: str, wanted: str) -> None:
    """14.10 So many torpedoes, as far as there are any, at one target (14.5, errata): those that come after she is gone
    are spent for nothing. An attack of no dice costs nothing (14.6.1).
    """
    ship, worth = sea.ship(name), sea.box.numbers.combat.torpedo
    count = min(int(wanted or ship.torpedoes), ship.torpedoes)
    if not target or not count or fire_value(sea, name, worth, target) <= 0:
        return
    ship.torpedoes -= count
    battle(sea).launched[name] = battle(sea).launched.get(name, 0) + count
    tell(sea, told.TorpedoesSpent(name, count, ship.torpedoes))
    for _ in range(count):
        if not foe_of(sea, target).gone:
            await _run(sea, name, worth, target)


async def _run(sea: Sea, name: str, worth: int, target: str) -> None:
    """14.6 Torpedoes are resolved as gunfire, but hit more easily; night does not matter to them (22.0)."""
    count, chart = fire_value(sea, name, worth, target), sea.box.charts.torpedo
    battle(sea).fire = True
    dice = await roll(*[6] * count, key=sea.occasion("torpedo"), rule="14.6")
    struck = sum(die >= chart.hits for die in dice)
    tell(sea, told.Fired(name, "torpedo", target, dice, struck))
    await hits.on_counter(sea, target, chart.allied, struck)
