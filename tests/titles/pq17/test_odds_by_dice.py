"""7.2 to 7.5 The chances that the forms show are the frequencies of the rules, over all dice or many of them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games.titles.pq17.orders.draft_odds import Hunters, Throw, hunters_odds, withdrawal_odds
from games.titles.pq17.rules.air import air_attack_odds as air_odds
from games.titles.pq17.rules.air.bombing import drop_bombs
from games.titles.pq17.rules.air.combat import Fire, dogfight
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.forces.submarine_combat import Escort, roll_hunt
from games.titles.pq17.rules.forces.torpedoes import fire_salvo
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.searchers import search_conditions
from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns
from games.titles.pq17.rules.surface.surface_odds import throw_odds
from games.titles.pq17.rules.surface.withdrawal import roll_withdrawal
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.counters import Squadron
from tests.titles.every_throw import every_end, some_ends
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import attacked
from tests.titles.pq17.displays import battle
from tests.titles.pq17.trial import read_counters

DAY = Place(day=True, weather="fair")
TIMES, NEAR = 3000, 30
"""The number of random runs, and the difference in thousandths that their frequencies may have."""
rule = pytest.mark.rule


class Told:
    """What a procedure returned, kept for the end of a run."""

    def __init__(self, table: Any) -> None:
        self.table: Any = table
        self.result: Any = None


def keeping(work: Callable[[Any], Any]) -> Callable[[Told], Any]:
    async def kept(told: Told) -> None:
        told.result = await work(told.table)

    return kept


def shown(found: Any, by: str, at: str, means: str) -> Throw:
    (throw,) = [one for one in found if (one.by, one.at, one.means) == (by, at, means)]
    assert isinstance(throw, Throw)
    return throw


def strength(table: Battle, name: str) -> int:
    units = [one for one in table.units if one.name == name]
    return sum(one.strength for unit in units for one in unit.counters)


@rule("pq17", "7.5.2i")
@pytest.mark.parametrize(("target", "state"), [("norfolk", ""), ("dd_a_i", ""), ("mv", ""), ("norfolk", "dead")])
def test_guns(target: str, state: str) -> None:
    def make() -> Told:
        display = battle(("norfolk 1", "dd_a_i 3", "mv 8"), ("lutzow 3", "dd_34_36 2"))
        if state:
            setattr(display.unit(target).counters[0], state, True)
        return Told(display)

    throw = shown(throw_odds(BOX, make().table, "axis"), "lutzow", target, "guns")
    work = keeping(lambda table: fire_guns(BOX, table, [Aim("lutzow", target)], key="x"))
    hit = lost = Fraction(0)
    for weight, end in every_end(make, work, alike=True):
        _, hits = end.result
        hit += weight * bool(hits)
        lost += weight * any(one.wound.sunk or (one.wound.lost and one.ship != "norfolk") for one in hits)
    assert throw.fall is not None
    assert abs(throw.fall.hit - 1000 * hit) < 1
    assert abs(throw.fall.lost - 1000 * lost) < 1
    assert bool(throw.modifiers) == bool(state)


@rule("pq17", "7.2.6")
@rule("pq17", "7.2.6a")
def test_bombs_on_a_stack_of_several_ships() -> None:
    def make() -> Told:
        return Told(read_counters("mv 3", "dd_a_i 2"))

    row = [("mv", (("mv", 3), ("dd_a_i", 2)))]
    unit = Squadron("ju_88", 2)
    throw = shown(air_odds.ship_attack_odds(BOX, row, {"ju": unit}, (), DAY), "ju", "mv", "bombs")
    work = keeping(lambda stack: drop_bombs(BOX, stack, unit, in_port=False, day=True, key="x"))
    hit = lost = Fraction(0)
    for weight, end in every_end(make, work, alike=True):
        hit += weight * bool(end.result.bombed)
        lost += weight * any(one.wound.sunk or one.wound.lost for one in end.result.bombed)
    assert throw.fall is not None
    assert abs(throw.fall.hit - 1000 * hit) < 1
    assert abs(throw.fall.lost - 1000 * lost) < 1


@rule("pq17", "7.3.1")
@pytest.mark.parametrize("target", ["norfolk", "dd_a_i"])
def test_torpedoes(target: str) -> None:
    def make() -> Told:
        return Told(battle(("norfolk 3", "dd_a_i 3"), ("dd_34_36 2",)))

    throw = shown(throw_odds(BOX, make().table, "axis"), "dd_34_36", target, "torpedoes")

    async def run(table: Battle) -> Any:
        return await fire_salvo(BOX, table.unit(target).counters, throw.dice, key="x")

    hit = sum((weight * bool(end.result.hits) for weight, end in every_end(make, keeping(run))), Fraction(0))
    assert throw.fall is not None
    assert abs(throw.fall.hit - 1000 * hit) < 1
    assert [one[2] for one in throw.modifiers] == (["7.3.1"] if target == "dd_a_i" else [])


@rule("pq17", "7.2.3")
def test_fighters() -> None:
    units = {"f": Squadron("fulmar", 2)}
    throw = shown(air_odds.fight_odds(BOX, units, (("ju_88", 2),)), "f", "ju_88", "fighters")

    async def run(_: object) -> Any:
        return await dogfight(BOX, {"ju": Squadron("ju_88", 2)}, dict(units), [Fire("f", "ju", 2)], key="x")

    hit = Fraction(0)
    for weight, end in every_end(lambda: Told(None), keeping(run)):
        hit += weight * any(one != "-" for one in end.result[0].results)
    assert throw.fall is not None
    assert abs(throw.fall.hit - 1000 * hit) < 1


@rule("pq17", "7.4.1")
def test_hunts() -> None:
    chart = BOX.charts.anti_submarine
    modifier = chart.offensive
    hunters = Hunters(2, chart.held_down - modifier, chart.success - modifier, chart.dice_per_boat)
    odds = hunters_odds(hunters)

    async def run(_: object) -> Any:
        return await roll_hunt(BOX, Escort(2), 2, modifier, key="x")

    taken = held = Fraction(0)
    for weight, end in every_end(lambda: Told(None), keeping(run)):
        taken += weight * bool(end.result.lost)
        held += weight * (end.result.held_down and not end.result.lost)
    assert odds is not None
    assert [abs(one.chance - 1000 * real) < 1 for one, real in zip(odds.outcomes, (taken, held), strict=True)] == [
        True,
        True,
    ]


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize("modifier", [-2, 0, 3])
def test_withdrawal(modifier: int) -> None:
    async def run(table: Battle) -> Any:
        return await roll_withdrawal(BOX, table, "axis", {"lutzow": modifier}, key="x")

    ends = every_end(lambda: Told(battle(("norfolk 3",), ("lutzow 3",))), keeping(run))
    left = sum((weight * bool(end.result.left) for weight, end in ends), Fraction(0))
    odds = withdrawal_odds(BOX.charts.withdrawal.succeeds - modifier, ())
    assert odds.outcomes[0].chance == 1000 * left


@rule("pq17", "6.2")
def test_searches_by_aircraft() -> None:
    """A card of the whole deck, for the block that is there, while it is unidentified.

    The cards that have been drawn change nothing: the searcher has not seen all of them.
    """
    board = attacked("mv 5", "dd_a_i 3")
    prey = board.force("pq")
    prey.level = None
    board.state.drawn["axis"] = [*BOX.cards][:5]
    chance = missions_part(board, "axis").finds[prey.at]
    look = search_conditions(board, "axis", prey, "air", soviet=False)
    found = [card for card in BOX.cards.values() if cards.card_finds(card, look)]
    assert (chance.finds, chance.cards) == (len(found), len(BOX.cards))


@rule("pq17", "7.5.2i")
def test_guns_of_several_ships_at_a_stack_in_many_runs() -> None:
    def make() -> Told:
        display = battle(("norfolk 3", "dd_a_i 3"), ("lutzow 4",))
        display.unit("norfolk").counters += display.unit("dd_a_i").counters
        display.units[:] = [one for one in display.units if one.name != "dd_a_i"]
        return Told(display)

    throw = shown(throw_odds(BOX, make().table, "axis"), "lutzow", "norfolk", "guns")
    work = keeping(lambda table: fire_guns(BOX, table, [Aim("lutzow", "norfolk")], key="x"))
    hit = lost = 0
    for end in some_ends(make, work, TIMES):
        _, hits = end.result
        hit += bool(hits)
        lost += any(one.wound.sunk or (one.wound.lost and one.ship == "dd_a_i") for one in hits)
    assert throw.fall is not None
    assert abs(throw.fall.hit - 1000 * hit / TIMES) < NEAR
    assert abs(throw.fall.lost - 1000 * lost / TIMES) < NEAR
