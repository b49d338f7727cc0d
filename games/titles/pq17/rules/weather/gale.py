"""9.2.5a, 9.3.2, 9.3.3 The effects of a gale on convoys, and the rejoining of dispersed parts."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Card, WeatherKind
from games.titles.pq17.state.dice import dice, die

Rejoined = Literal["all", "half", "none"]


class Dispersal(Struct, frozen=True, gc=False):
    """9.3.2 The dispersal dice of a convoy, and the number of merchants that leave it for its dispersed part."""

    dice: tuple[int, ...] = ()
    ships: int = 0


def is_halted(cards: Iterable[Card]) -> bool:
    """9.2.5a Return True if a convoy may not move in a gale, because one of its cards shows a red octagon.

    A convoy and its dispersed part each draw a card. An octagon on either card stops both.
    """
    return any(card.halts for card in cards)


async def roll_dispersal(box: Box, card: Card, together: int, disperses: int, *, key: str) -> Dispersal:
    """9.3.2 Roll for the dispersal of a convoy in a gale, and return the result.

    If its card shows a boxed D, one die is rolled for every full eleven merchants that are not dispersed yet
    (`together`). `disperses`: the modifier, from the weather dice of the turn. At most the merchants in `together`
    leave. `key`: the key of the roll in the journal.
    """
    chart = box.charts.dispersal
    if not card.disperses:
        return Dispersal()
    thrown = await dice(together // chart.ships, key=key, rule="9.3.2")
    ships = sum(max(one // chart.divisor + disperses, 0) for one in thrown)
    return Dispersal(thrown, min(ships, together))


async def roll_rejoining(box: Box, weather: WeatherKind, *, key: str) -> tuple[int, Rejoined] | None:
    """9.3.3 Roll for the dispersed merchants of a convoy. Return the die and the share of the merchants that rejoins.

    Returns None in Storm and Gale, in which no die is rolled. `key`: the key of the roll in the journal.
    """
    if weather in ("storm", "gale"):
        return None
    chart = box.charts.rejoining
    thrown = await die(key=key, rule="9.3.3")
    total = thrown + chart.weather.get(weather, 0)
    return thrown, "all" if total >= chart.all else "half" if total >= chart.half else "none"
