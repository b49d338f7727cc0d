"""22.0 Night battles."""

from games.kernel.requests import roll
from games.titles.goeben.box.pieces import Battery
from games.titles.goeben.rules.battle.forces import battle, guns, halved, tell
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea


async def nightfall(sea: Sea) -> None:
    """22.0, 22.0.1 With the option, a die before each battle at sea."""
    if not sea.state.options.night:
        return
    fight = battle(sea)
    (die,) = await roll(6, key=sea.occasion("night"), rule="22.0")
    fight.night = die <= sea.box.numbers.night.die
    tell(sea, told.NightRolled(fight.space, die, fight.night))


def guns_by_night(sea: Sea, name: str, battery: Battery) -> int:
    """22.0 What a battery is worth: by night half of it, but for torpedoes and ships with searchlights."""
    value = guns(sea, name, battery)
    if not battle(sea).night or battery == "torpedo" or has_searchlights(sea, name):
        return value
    return halved(value)


def has_searchlights(sea: Sea, name: str) -> bool:
    """22.0 Only German ships can carry them."""
    return name in sea.box.german and "optics" in sea.ship(name).cargo
