"""9.1, 9.2 The weather of a turn, and its restrictions."""

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.components.turns import Month
from games.titles.pq17.state.dice import dice


class Forecast(Struct, frozen=True, gc=False):
    """9.1 The weather of a turn.

    `dice`: the two dice. `weather`: the weather of the whole map. `disperses`: the modifier of each dispersal die
    (9.3.2).
    """

    dice: tuple[int, ...]
    weather: WeatherKind
    disperses: int


async def roll_weather(box: Box, month: Month, before: WeatherKind | None) -> Forecast:
    """9.1 Roll two dice for the weather, with a modifier for the previous weather, and return the forecast.

    `before`: the weather of the previous turn; None on day 1 AM.
    """
    chart = box.charts.weather
    thrown = await dice(2, key="weather", rule="9.1")
    natural = sum(thrown)
    total = natural + (chart.now.get(before, 0) if before else 0)
    return Forecast(thrown, chart.result(month, total), chart.disperses(natural))


def aircraft_fly(weather: WeatherKind) -> bool:
    """9.2.3, 9.2.5 Return True if air units fly: not in Fog or Gale."""
    return weather not in ("fog", "gale")


def carriers_operate(weather: WeatherKind) -> bool:
    """9.2.3–9.2.5, 5.3.1a Return True if carriers launch aircraft and hold radii: in Fair and Reduced Visibility."""
    return weather in ("fair", "reduced")


def patrols_work(weather: WeatherKind) -> bool:
    """9.2.5, 6.4.1, 6.4.2 Return True if sectors and printed air radii search: in all weather except Gale."""
    return weather != "gale"


def cam_serves(weather: WeatherKind) -> bool:
    """1.4.3, 9.2.3, 9.2.4 Return True if a CAM ship can launch its fighter: in Fair and Reduced Visibility."""
    return weather in ("fair", "reduced")


def submarines_fight(weather: WeatherKind) -> bool:
    """9.2.5, 7.4d Return True if submarine combat and ASW take place: in all weather except Gale."""
    return weather != "gale"


def top_speed(box: Box, weather: WeatherKind, *, light: bool, submarines: bool) -> int:
    """9.2.4, 9.2.5, 5.1a Return the most hexes that a force may move in this weather. Its ships may be slower.

    `light`: True if the force has light ships. `submarines`: True if it has submarines.
    """
    speed = box.numbers.speed
    if weather == "gale":
        return speed.slow if submarines else speed.cruise
    if submarines or (weather == "storm" and light):
        return speed.cruise
    return speed.high
