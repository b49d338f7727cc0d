"""7.6 Surprise, in surface combat, of boats by boats, and by option from the air."""

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import WeatherKind
from games.titles.pq17.table.dice import die


class Surprise(Struct, frozen=True, gc=False):
    """The die of a surprise, what was added, and whether the attack is one."""

    die: int
    modifier: int
    succeeds: bool


def is_possible(weather: WeatherKind, *, day: bool) -> bool:
    """7.6, 9.2.1 A task force may surprise at night or in poor weather, which is all but Fair, never otherwise; packs
    may always surprise packs.
    """
    return not day or weather != "fair"


async def surprise(
    box: Box, weather: WeatherKind, *, unidentified: bool, carrier_searches: bool = False, key: str
) -> Surprise:
    """7.6, 9.2.2 One die of whoever attacks, before the fight, to which weather adds: `unidentified` is the attacker;
    `carrier_searches`: a carrier of the target has aircraft out.
    """
    chart = box.charts.surprise
    modifier = chart.weather.get(weather, 0)
    modifier += chart.unidentified if unidentified else 0
    modifier += chart.carrier_searches if carrier_searches else 0
    thrown = await die(key=key, rule="7.6")
    return Surprise(thrown, modifier, thrown + modifier >= chart.succeeds)
