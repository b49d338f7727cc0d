"""1.3, 14.5 How many dice a ship of the players rolls: as many as the value, and those that are added."""

from games.titles.goeben.rules.battle.forces import armour, battle, is_consort, weather
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship


def fire_value(sea: Sea, name: str, guns: int, target: str, *, full: bool = False) -> int:
    """14.5, 1.3.2, 20.0.7 The dice of a ship: guns, leadership, crew and calculator less the armour of the target;
    twice that at maximum fire (14.9). Morale (13.chart) comes on top. Errata 14.11: an allied ship has her leadership,
    and no armour counts against her.
    """
    if is_consort(sea, name):
        return guns + sea.box.numbers.consorts.leadership
    ship, numbers = sea.ship(name), sea.box.numbers.combat
    value = guns + ship.leadership + _helped(sea, ship) - armour(sea, target)
    value *= numbers.maximum_multiple if full else 1
    return value + weather(sea, battle(sea).space).morale


def _helped(sea: Sea, ship: Warship) -> int:
    """14.5, 14.5.2 Dice from a reserve crew and a targeting calculator, one of each."""
    numbers = sea.box.numbers.combat
    crew = numbers.reserve_crew if "reserve_crew" in ship.cargo else 0
    return crew + (numbers.calculator if "calculator" in ship.cargo else 0)
