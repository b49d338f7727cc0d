"""Convoys in a gale, and the cards that are drawn for it."""

from typing import Any

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.strikes import OPEN

CARDS = list(BOX.cards.values())


def weather_convoy(*words: str, name: str = "c", **fields: Any) -> Force:
    return force(name, "allied", "convoy", OPEN, *(words or ("mv 22", "mo 2", "aldersdale", "dd_a_i 2")), **fields)


def blowing(*forces: Force, kind: WeatherKind = "gale", **fields: Any) -> Board:
    return arctic(*forces, sky=Sky(kind), **fields)
