"""7.5.2l–r Withdrawal from a battle, and the end of a round and of the battle."""

from collections.abc import Iterable

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, Side, WeatherKind
from games.titles.pq17.orders.draft_odds import RollModifier, total_of
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.dice import die


class Withdrawal(Struct, frozen=True, gc=False):
    """7.5.2l The withdrawal die of a side, and the ids of the units that leave (`left`)."""

    die: int
    left: tuple[str, ...]


def may_withdraw(box: Box, unit: Unit, *, friendly_coast: bool) -> bool:
    """7.5.2n Return True if a unit may withdraw: no ship is Crippled, Dead in the Water or in tow.

    Convoy ships withdraw only in a friendly coast hex, or in the Kara Sea box (`friendly_coast`).
    """
    ships = {box.ships[one.ship].type for one in unit.counters}
    return unit.is_able() and (friendly_coast or not ships & CONVOY_SHIPS)


def withdrawal_modifier(
    box: Box, weather: WeatherKind, *, day: bool, warned: bool = False, slower: bool = False, others: bool = True
) -> int:
    """7.5.2l, 13.3 Return the modifier of a unit's withdrawal die.

    `day`: False at night. `slower`: True if the unit is slower than the enemy. `warned`: True if the side has been
    warned by its superiors. `others`: True if the modifiers for night and weather count, too; False only if a warned
    German player has chosen not to count them.
    """
    return total_of(withdrawal_modifiers(box, weather, day=day, warned=warned, slower=slower, others=others))


def withdrawal_modifiers(
    box: Box, weather: WeatherKind, *, day: bool, warned: bool = False, slower: bool = False, others: bool = True
) -> tuple[RollModifier, ...]:
    """7.5.2l, 13.3 Return the modifiers of a unit's withdrawal die, one by one.

    `withdrawal_modifier` takes the same arguments and returns their sum.
    """
    chart = box.charts.withdrawal
    found = [
        ("warned", chart.warned * warned, "13.3"),
        ("weather", chart.weather.get(weather, 0) * others, "7.5.2l"),
        ("night", chart.night * (others and not day), "7.5.2l"),
        ("slower", chart.slower * slower, "7.5.2l"),
    ]
    return tuple(one for one in found if one[1])


async def roll_withdrawal(box: Box, battle: Battle, side: Side, modifiers: dict[str, int], *, key: str) -> Withdrawal:
    """7.5.2l Roll one die for a side, and return it with the units that leave the display, from any area.

    `modifiers`: the modifier of each unit that tries to withdraw, by its id. A unit leaves if the die with its modifier
    reaches the number of the chart. `key`: the key of the roll in the journal.
    """
    thrown = await die(key=key, rule="7.5.2l")
    needed = box.charts.withdrawal.succeeds
    able = {one.name for one in battle.of(side)}
    left = tuple(name for name, more in modifiers.items() if name in able and thrown + more >= needed)
    battle.units[:] = [one for one in battle.units if one.name not in left]
    return Withdrawal(thrown, left)


def has_warships(box: Box, units: Iterable[Unit]) -> bool:
    """7.5.2r, 7.9d Return True if any of these units has a warship that can fight; a wrecked destroyer cannot."""
    return any(
        box.ships[one.ship].is_warship and (one.strength or box.ships[one.ship].is_single)
        for unit in units
        for one in unit.counters
    )


def is_one_sided(box: Box, battle: Battle) -> bool:
    """7.5.2r Return True if a side has no warship left on the display. The battle then ends without a die."""
    return not (has_warships(box, battle.of("allied")) and has_warships(box, battle.of("axis")))


async def roll_round_end(battle: Battle, *, key: str) -> tuple[int, bool]:
    """7.5.2r Roll the Axis player's die at the end of a round. Return the die, and True if the battle is over.

    The battle is over if the die is lower than the number of the round. `key`: the key of the roll in the journal.
    """
    thrown = await die(key=key, rule="7.5.2r")
    return thrown, thrown < battle.round


def unescorted_rounds(weather: WeatherKind, *, day: bool, escorted: bool, surprised: bool) -> int:
    """7.5.8 Return the number of rounds in which convoy ships without warships are fired at, at least one.

    There are two rounds, one more if the convoy had warships at the start (`escorted`), and one more if the convoy was
    surprised. At night or in Reduced Visibility, there is one round less. In Fog, Storm and Gale, there are two rounds
    less by day, and three less at night.
    """
    rounds = 2 + escorted + surprised
    if weather in ("fog", "storm", "gale"):
        rounds -= 2 + (not day)
    elif weather == "reduced" or not day:
        rounds -= 1
    return max(rounds, 1)
