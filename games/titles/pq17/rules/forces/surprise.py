"""7.6 The die for surprise: in surface combat, of wolfpacks against wolfpacks, and by option in air attacks."""

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.state.dice import die


class Surprise(Struct, frozen=True, gc=False):
    """7.6 The die for surprise, its modifier, and whether the attack achieves surprise."""

    die: int
    modifier: int
    succeeds: bool


def is_possible(weather: WeatherKind, *, day: bool) -> bool:
    """7.6, 9.2.1 Return True if a task force may achieve surprise: at night, or in any weather except Fair.

    Wolfpacks may always surprise wolfpacks.
    """
    return not day or weather != "fair"


async def roll_surprise(
    box: Box, weather: WeatherKind, *, unidentified: bool, carrier_searches: bool = False, key: str
) -> Surprise:
    """7.6, 9.2.2 Roll the attacker's die for surprise before the fight, and return its result.

    `unidentified`: True if the attacker is unidentified. `carrier_searches`: True if a carrier of the target has
    aircraft in the air. `key`: the key of the roll in the journal.
    """
    chart = box.charts.surprise
    modifier = chart.weather.get(weather, 0)
    modifier += chart.unidentified if unidentified else 0
    modifier += chart.carrier_searches if carrier_searches else 0
    thrown = await die(key=key, rule="7.6")
    return Surprise(thrown, modifier, thrown + modifier >= chart.succeeds)
