"""9.1, 9.2 The weather of a turn, and what it keeps from whom."""

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import WeatherKind
from games.titles.pq17.box.turns import Month
from games.titles.pq17.table.dice import dice


class Forecast(Struct, frozen=True, gc=False):
    """9.1 The two dice of a turn, the weather that they bring for the whole map, and what the turn adds to each die of
    dispersal (9.3.2).
    """

    dice: tuple[int, ...]
    weather: WeatherKind
    disperses: int


async def prevailing(box: Box, month: Month, before: WeatherKind | None) -> Forecast:
    """9.1 Two dice, with what the weather before adds; on day 1 AM there is none (`before` is None)."""
    chart = box.charts.weather
    thrown = await dice(2, key="weather", rule="9.1")
    natural = sum(thrown)
    total = natural + (chart.now.get(before, 0) if before else 0)
    return Forecast(thrown, chart.result(month, total), chart.disperses(natural))


def aircraft_fly(weather: WeatherKind) -> bool:
    """9.2.3, 9.2.5 No air unit flies in Fog or Gale."""
    return weather not in ("fog", "gale")


def carriers_operate(weather: WeatherKind) -> bool:
    """9.2.3–9.2.5, 5.3.1a Carriers launch aircraft and hold an air radius in Fair and Reduced Visibility only."""
    return weather in ("fair", "reduced")


def patrols_work(weather: WeatherKind) -> bool:
    """9.2.5, 6.4.1, 6.4.2 Sectors, and the air radii printed on the map, work in all weather but Gale."""
    return weather != "gale"


def cam_serves(weather: WeatherKind) -> bool:
    """1.4.3, 9.2.3, 9.2.4 A CAM serves in Fair and Reduced Visibility."""
    return weather in ("fair", "reduced")


def submarines_fight(weather: WeatherKind) -> bool:
    """9.2.5, 7.4d In Gale there is no submarine combat, no ASW and no torpedo attack."""
    return weather != "gale"


def top_speed(box: Box, weather: WeatherKind, *, light: bool, submarines: bool) -> int:
    """9.2.4, 9.2.5, 5.1a The most hexes that weather leaves to a force, `light`: with light ships in it. Its ships may
    be slower.
    """
    speed = box.numbers.speed
    if weather == "gale":
        return speed.slow if submarines else speed.cruise
    if submarines or (weather == "storm" and light):
        return speed.cruise
    return speed.high
