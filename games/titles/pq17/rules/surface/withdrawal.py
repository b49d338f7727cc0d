"""7.5.2l–r Withdrawal, and the end of a round and of the battle."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, Side, WeatherKind
from games.titles.pq17.table.battle import Battle, Unit
from games.titles.pq17.table.dice import die


class Withdrawal(Struct, frozen=True, gc=False):
    """7.5.2l The die of a side, and the units that leave by it."""

    die: int
    left: tuple[str, ...]


def may_withdraw(box: Box, unit: Unit, *, friendly_coast: bool) -> bool:
    """7.5.2n Not who is Crippled, dead or in tow; convoy ships only in a friendly coast hex, or the Kara Sea box."""
    ships = {box.ships[one.ship].type for one in unit.counters}
    return unit.is_able() and (friendly_coast or not ships & CONVOY_SHIPS)


def withdrawal_modifier(
    box: Box, weather: WeatherKind, *, day: bool, warned: bool = False, slower: bool = False, others: bool = True
) -> int:
    """7.5.2l, 13.3 What is added for a unit: `slower` than the enemy; `warned` by superiors, when the German player
    says whether the `others` count.
    """
    chart = box.charts.withdrawal
    total = chart.warned if warned else 0
    if others:
        total += chart.weather.get(weather, 0) + (0 if day else chart.night)
    return total + (chart.slower if slower else 0)


async def withdraw(box: Box, battle: Battle, side: Side, modifiers: dict[str, int], *, key: str) -> Withdrawal:
    """7.5.2l One die of a side; the units named, with what is added for each, that come to 7 or more leave the display
    from whatever area.
    """
    thrown = await die(key=key, rule="7.5.2l")
    needed = box.charts.withdrawal.succeeds
    able = {one.name for one in battle.of(side)}
    left = tuple(name for name, more in modifiers.items() if name in able and thrown + more >= needed)
    battle.units[:] = [one for one in battle.units if one.name not in left]
    return Withdrawal(thrown, left)


def has_warships(box: Box, units: Iterable[Unit]) -> bool:
    """7.5.2r, 7.9d Whether any of them is a warship, and not a destroyer that is a wreck and fights no more."""
    return any(
        box.ships[one.ship].is_warship and (one.strength or box.ships[one.ship].is_single)
        for unit in units
        for one in unit.counters
    )


def is_one_sided(box: Box, battle: Battle) -> bool:
    """7.5.2r Whether a side has no warship left on the display, which ends the rounds without a die."""
    return not (has_warships(box, battle.of("allied")) and has_warships(box, battle.of("axis")))


async def ends(battle: Battle, *, key: str) -> tuple[int, bool]:
    """7.5.2r The Axis player's die at the end of a round: lower than its number ends the battle."""
    thrown = await die(key=key, rule="7.5.2r")
    return thrown, thrown < battle.round


def unescorted_rounds(weather: WeatherKind, *, day: bool, escorted: bool, surprised: bool) -> int:
    """7.5.8 The rounds in which convoy ships without warships are fired at: two; one more if the convoy had warships at
    the start (`escorted`), and if it was surprised; one less at night or in Reduced Visibility, two less in Fog, Storm
    and Gale, where the night comes on top; always one.
    """
    rounds = 2 + escorted + surprised
    if weather in ("fog", "storm", "gale"):
        rounds -= 2 + (not day)
    elif weather == "reduced" or not day:
        rounds -= 1
    return max(rounds, 1)


def stragglers(box: Box, units: Sequence[Unit]) -> list[str]:
    """7.5.8b The convoy ships that survive, by unit: they scatter at once."""
    return [one.name for one in units if any(box.ships[ship.ship].type in CONVOY_SHIPS for ship in one.counters)]
