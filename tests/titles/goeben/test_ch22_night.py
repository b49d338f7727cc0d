"""Chapter 22: night battles."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from tests.titles.goeben.fights import SEA, battle_board, bombard, fight, misses, off
from tests.titles.goeben.laid_out import Played

rule = pytest.mark.rule
NIGHT, FIRST = (2,), (6,)


def by_night(foe: str = "gb_ca_3", **rest: object) -> Board:
    return battle_board(foe, options=Options(night=True), **rest)  # type: ignore[arg-type]


def counts(played: Played, ship: str) -> list[int]:
    return [len(event.dice) for event in played.told(told.Fired) if event.ship == ship]


@rule("goeben", "22.0")
def test_there_is_no_night_ashore() -> None:
    board = off(options=Options(night=True), goeben="+ammunition=0")
    played = bombard(board, [misses(2)])
    assert played.told(told.NightRolled) == []
    assert [(event.ship, len(event.dice)) for event in played.told(told.Fired)] == [("fort_5", 2)], "with all its guns"


@rule("goeben", "22.0")
def test_allied_torpedoes_run_as_well_by_night() -> None:
    board = by_night("gb_dd_1", goeben="+ammunition=0")
    assert counts(fight(board, dice=[NIGHT, FIRST, misses(1), misses(1), misses(3)]), "gb_dd_1") == [1, 1, 3]


@rule("goeben", "22.0")
@rule("goeben", "T.cargo")
def test_searchlights_make_the_night_day() -> None:
    board = by_night("gb_lc_1", goeben="+cargo=optics")
    played = fight(board, dice=[NIGHT, FIRST, (6, *misses(7)), (6,)])
    assert counts(played, "goeben") == [8]


@rule("goeben", "22.0")
@pytest.mark.parametrize(("die", "night"), [(1, True), (2, True), (3, False), (6, False)])
def test_when_it_is_night(die: int, night: bool) -> None:
    board = by_night(doctrine="break-off ca")
    played = fight(board, dice=[(die,), FIRST])
    assert played.told(told.NightRolled) == [told.NightRolled(SEA, die, night)]


@rule("goeben", "22.0")
@rule("goeben", "14.3")
def test_by_night_a_weak_contact_is_none() -> None:
    board = by_night("gb_lc_1")
    played = fight(board, dice=[NIGHT, (1,)])
    (event,) = played.told(told.ContactRolled)
    assert (event.result, event.first) == ("gc1", "")


@rule("goeben", "22.0")
def test_without_the_option_it_is_always_day() -> None:
    played = fight(battle_board("gb_lc_1", doctrine="break-off cl"), dice=[FIRST])
    assert played.told(told.NightRolled) == []
    assert len(played.told(told.ContactRolled)) == 1, "the battle begins without"


@rule("goeben", "22.0.1")
@rule("goeben", "22.0")
def test_guns_are_worth_half_by_night_and_torpedoes_are_not() -> None:
    """5, 3 and 2 boxes count as 3, 2 and 1; leadership 4 and armour 2 stay."""
    board = by_night(doctrine="torpedoes ca most=1")
    dice = [NIGHT, FIRST, misses(5), misses(2), misses(4), misses(2), misses(3), misses(2), misses(3), misses(1)]
    played = fight(board, dice=dice)
    assert counts(played, "goeben") == [5, 4, 3, 3]
    assert counts(played, "gb_ca_3") == [2, 2, 2, 1]


@rule("goeben", "22.0.1")
@pytest.mark.parametrize(("cargo", "dice"), [("", [7, 6, 5]), ("+cargo=optics", [9, 7, 6])])
def test_guns_by_night(cargo: str, dice: list[int]) -> None:
    board = battle_board("gb_dd_1", goeben=f"+torpedoes=0{cargo}", options=Options(night=True))
    rolls = [misses(dice[0]), misses(dice[1]), misses(1), misses(dice[2]), misses(1), misses(3)]
    played = fight(board, dice=[(2,), (6,), *rolls])
    assert [len(event.dice) for event in played.told(told.Fired) if event.ship == "goeben"] == dice
