"""14.2, 14.5–14.10 The salvos, and the fire of the players' ships."""

from games.kernel.requests import roll
from games.titles.goeben.box.pieces import BATTERIES, Battery
from games.titles.goeben.rules.battle import allied, command, hits, torpedoes
from games.titles.goeben.rules.battle.forces import battle, foes, is_consort, own, tell
from games.titles.goeben.rules.battle.night import guns_by_night
from games.titles.goeben.rules.battle.values import fire_value
from games.titles.goeben.rules.battle.visibility import batteries
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea

SALVOS = 2 * len(BATTERIES)
ASHORE = SALVOS - 2
"""16.0.5 The salvos of a bombardment: those of the guns."""


async def salvo(sea: Sea) -> str | None:
    """14.2, 14.2.1 One side fires one battery; four batteries of each make a battle, and whoever has none to fire is
    passed over (errata 14.5). Ashore there are no torpedoes, from either side (16.0.5).
    """
    fight = battle(sea)
    if fight.salvo >= SALVOS or not foes(sea) or not own(sea):
        return "battle_ends"
    fires = () if fight.shore and fight.salvo >= ASHORE else batteries(fight.opens, fight.salvo)
    german = (fight.first == "german") == (fight.salvo % 2 == 0)
    if fires and fight.salvo % 2 == 0:
        tell(sea, told.RoundBegan(fight.space, fires))
    if fires and german:
        await command.asked_again(sea, fires)
        await german_salvo(sea, fires)
    elif fires:
        await allied.allied_salvo(sea, fires)
    hits.leave(sea)
    fight.salvo += 1
    return "salvo"


async def german_salvo(sea: Sea, fires: tuple[Battery, ...]) -> None:
    """14.5, 14.5.1 Each ship fires by herself, and what she hits is settled before the next one fires (14.7)."""
    for name in command.firing_order(sea):
        if "torpedo" in fires:
            await torpedoes.torpedo_attack(sea, name)
        elif command.may_fire(sea, name) and not command.holds(sea, name):
            await _broadside(sea, name, fires)


async def _broadside(sea: Sea, name: str, fires: tuple[Battery, ...]) -> None:
    """14.5, 14.7 All batteries of a ship that fire now, at one target (13.chart/Limited Visibility.1), then what they
    hit.
    """
    target, struck, shore = command.target(sea, name, fires), 0, battle(sea).shore
    for battery in fires:
        struck += await _fire(sea, name, battery, target) if target else 0
    if shore:
        await hits.ashore(sea, struck, target)
    else:
        await hits.on_counter(sea, target, sea.box.charts.gunnery.allied, struck)


async def _fire(sea: Sea, name: str, battery: Battery, target: str) -> int:
    """14.5, 14.8, 14.9, 16.0.3 The dice of one battery; its hits. Without guns or dice nothing is fired (14.6.1)."""
    guns, full = guns_by_night(sea, name, battery), name in battle(sea).full or command.fires_fully(sea, name)
    count = fire_value(sea, name, guns, target, full=full) if guns else 0
    if count <= 0:
        return 0
    _open_fire(sea, name, full=full)
    dice = await roll(*[6] * count, key=sea.occasion("fire"), rule="14.5")
    chart = sea.box.charts.shore if battle(sea).shore else sea.box.charts.gunnery
    struck = sum(die >= chart.hits for die in dice)
    battle(sea).fire = True
    tell(sea, told.Fired(name, battery, target, dice, struck, full))
    return struck


def _open_fire(sea: Sea, name: str, *, full: bool) -> None:
    """14.8, 14.9, 14.8.1 Ammunition is paid for once in a battle, for all batteries."""
    fight, numbers = battle(sea), sea.box.numbers.combat
    if is_consort(sea, name) or name in fight.fired:
        return
    ship, cost = sea.ship(name), numbers.maximum_ammunition if full else numbers.ammunition
    ship.ammunition -= cost
    fight.fired.append(name)
    if full:
        fight.full.append(name)
    tell(sea, told.AmmunitionSpent(name, cost, ship.ammunition))
