"""14.2, 14.5–14.10 The salvos, and the fire of the players' ships."""

from games.kernel.requests import roll
from games.titles.goeben.battle import allied, command, hits, torpedoes
from games.titles.goeben.battle.forces import battle, foes, is_consort, own, tell
from games.titles.goeben.battle.night import guns_by_night
from games.titles.goeben.battle.values import fire_value
from games.titles.goeben.battle.visibility import batteries
from games.titles.goeben.events import battle as told
from games.titles.goeben.sea import Sea
from games.titles.goeben.state import BATTERIES, Battery

SALVOS = 2 * len(BATTERIES)


async def salvo(sea: Sea) -> str | None:
    """14.2 One side fires one battery; four batteries of each make a battle, and whoever has none to fire is passed
    over (errata 14.5).
    """
    fight = battle(sea)
    if fight.salvo >= SALVOS or not foes(sea) or not own(sea):
        return "battle_ends"
    fires = batteries(fight.opens, fight.salvo)
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
    """14.5 Each ship fires by herself, and what she hits is settled before the next one fires (14.7)."""
    for name in command.firing_order(sea):
        for battery in fires:
            if battery == "torpedo":
                await torpedoes.torpedo_attack(sea, name)
            elif guns_by_night(sea, name, battery) and command.may_fire(sea, name) and not command.holds(sea, name):
                await _broadside(sea, name, battery)


async def _broadside(sea: Sea, name: str, battery: Battery) -> None:
    """14.5, 14.8, 14.9 One battery of one ship against one target."""
    target, full = command.target(sea, name, battery), name in battle(sea).full or command.fires_fully(sea, name)
    count = fire_value(sea, name, guns_by_night(sea, name, battery), target, full=full) if target else 0
    if count <= 0:
        return
    _open_fire(sea, name, full=full)
    dice = await roll(*[6] * count, key=sea.occasion("fire"), rule="14.5")
    shore = battle(sea).shore
    chart = sea.box.charts.shore if shore else sea.box.charts.gunnery
    struck = sum(die >= chart.hits for die in dice)
    battle(sea).fire = True
    tell(sea, told.Fired(name, battery, target, dice, struck, full))
    if shore:
        await hits.ashore(sea, struck, target)
    else:
        await hits.on_counter(sea, target, sea.box.charts.gunnery.allied, struck)


def _open_fire(sea: Sea, name: str, *, full: bool) -> None:
    """14.8, 14.9 Ammunition is paid for once in a battle, for all batteries."""
    fight, numbers = battle(sea), sea.box.numbers.combat
    if is_consort(sea, name) or name in fight.fired:
        return
    ship, cost = sea.ship(name), numbers.maximum_ammunition if full else numbers.ammunition
    ship.ammunition -= cost
    fight.fired.append(name)
    if full:
        fight.full.append(name)
    tell(sea, told.AmmunitionSpent(name, cost, ship.ammunition))
