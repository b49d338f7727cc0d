"""Convoys that scatter, are dispersed by a gale, and come together again."""

from typing import Any

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy, Force, Phase, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.strikes import OPEN


def scattered_convoy(*ships: str, at: str = OPEN, name: str = "pq", **voyage: Any) -> Force:
    port = voyage.pop("port", "")
    sails = Convoy(laden=True, destinations=("arkhangelsk",), **voyage)
    return force(name, "allied", "convoy", at, *(ships or ("mv 8", "dd_a_i 2")), convoy=sails, port=port)


def convoy_in_gale(*ships: str, **fields: Any) -> Force:
    return force("pq17", "allied", "convoy", "0410", *ships, fuel=Fuel(17), **fields)


def gale_phase(*forces: Force, sky: WeatherKind = "gale", dispersal: int = 0, orders: Any = (), **fields: Any) -> Board:
    weather = Sky(sky, dispersal, dispersing=["pq17"])
    return arctic(*forces, phase=Phase("allied", orders=tuple(orders)), sky=weather, **fields)


def apart(count: int, sky: str) -> tuple[Board, Force]:
    one = convoy_in_gale("mv 16", "dd_a_i 2")
    part = force("away", "allied", "convoy", "0410", f"mv {count}", convoy=Convoy(laden=True, part_of="pq17"))
    return gale_phase(one, part, sky=sky), one


def tankers(*counters: Counter, name: str = "pq", **voyage: Any) -> Force:
    sails = Convoy(laden=True, destinations=("arkhangelsk",), destination="arkhangelsk", **voyage)
    one = force(name, "allied", "convoy", "0411", "mv 1", convoy=sails)
    one.counters = list(counters)
    return one
