"""9.2.5a, 9.3.2, 9.3.3 What a gale does to convoys, and how they come together again."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Card, WeatherKind
from games.titles.pq17.table.dice import dice, die

Rejoined = Literal["all", "half", "none"]


class Dispersal(Struct, frozen=True, gc=False):
    """9.3.2 The dice, and how many merchants (CS) leave the convoy for its dispersed part."""

    dice: tuple[int, ...] = ()
    ships: int = 0


def is_halted(cards: Iterable[Card]) -> bool:
    """9.2.5a Whether a convoy may not move in a gale: a red octagon on any card, one drawn for it and one for its
    dispersed part, halts both.
    """
    return any(card.halts for card in cards)


async def dispersal(box: Box, card: Card, together: int, disperses: int, *, key: str) -> Dispersal:
    """9.3.2 A convoy with so many merchants not yet dispersed, in a gale: if its card has the boxed D, a die for each
    full eleven of them, with what the turn's weather adds (`disperses`); never more than there are.
    """
    chart = box.charts.dispersal
    if not card.disperses:
        return Dispersal()
    thrown = await dice(together // chart.ships, key=key, rule="9.3.2")
    ships = sum(max(one // chart.divisor + disperses, 0) for one in thrown)
    return Dispersal(thrown, min(ships, together))


async def rejoins(box: Box, weather: WeatherKind, *, key: str) -> tuple[int, Rejoined] | None:
    """9.3.3 The die of a convoy with a dispersed part in the combine segment, and how much of it comes back; None in
    Storm and Gale, where nobody tries.
    """
    if weather in ("storm", "gale"):
        return None
    chart = box.charts.rejoining
    thrown = await die(key=key, rule="9.3.3")
    total = thrown + chart.weather.get(weather, 0)
    return thrown, "all" if total >= chart.all else "half" if total >= chart.half else "none"
