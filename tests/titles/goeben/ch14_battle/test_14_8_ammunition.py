"""Ammunition and maximum fire (14.8, 14.9)."""

import pytest

from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Weather
from tests.titles.goeben.fights import battle_board, battle_form, fight, german, misses, salvoes
from tests.titles.goeben.laid_out import Says

rule = pytest.mark.rule
FIRST = (6,)
LC = [misses(8), misses(6), misses(2), misses(5)]
"""Goeben against a light cruiser: 5, 3 and 2 boxes, leadership 4, armour 1; the cruiser has two boxes."""
FULL: Says = {"engage": "full-fire goeben\nfire goeben at=gb_lc_1"}
DD = [misses(1), misses(2), misses(3)]
"""What a destroyer flotilla fires."""


# --- 14.8 ammunition


@rule("goeben", "14.8")
def test_a_battle_costs_one_ammunition() -> None:
    """However many batteries fire."""
    board = battle_board("gb_lc_1")
    played = fight(board, dice=[FIRST, *LC, misses(1)])
    assert [battery for ship, battery in salvoes(played) if ship == "goeben"] == ["primary", "secondary", "tertiary"]
    assert board.ship("goeben").ammunition == 5
    assert played.told(told.AmmunitionSpent) == [told.AmmunitionSpent("goeben", 1, 5)]


@rule("goeben", "14.8")
def test_the_last_ammunition_lasts_for_the_battle_and_none_is_silence() -> None:
    board = battle_board("gb_lc_1", goeben="+ammunition=1")
    played = fight(board, dice=[FIRST, *LC, misses(1)])
    assert board.ship("goeben").ammunition == 0
    assert len([ship for ship, _ in salvoes(played) if ship == "goeben"]) == 3
    board = battle_board("gb_lc_1", goeben="+ammunition=0")
    played = fight(board, dice=[FIRST, misses(2), misses(1)])
    assert [ship for ship, _ in salvoes(played)] == ["gb_lc_1", "gb_lc_1"]


@rule("goeben", "14.8")
def test_a_ship_that_holds_her_fire_keeps_her_ammunition() -> None:
    board = battle_board("gb_lc_1", doctrine="ask-first")
    fight(board, dice=[FIRST, misses(2), misses(1)], says={"engage": "hold goeben"})
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "14.8")
@rule("goeben", "16.0.3")
def test_who_has_spent_all_on_maximum_fire_is_silent_ashore() -> None:
    board = battle_board(
        "gb_dd_1", at="algiers", goeben="+ammunition=2", forts={"algiers": "fort_1"}, doctrine="maximum dd"
    )
    fight(board, dice=[(6,), (6, *misses(17)), (3,)])
    assert board.ship("goeben").ammunition == 0
    board.day.queue = ["algiers"]
    played = fight(board, dice=[(6,), (1,)], begin="bombardment")
    assert [event.ship for event in played.told(told.Fired)][1:] == ["fort_1"]


@rule("goeben", "14.8.1")
def test_torpedoes_cost_no_ammunition_and_one_battery_costs_one() -> None:
    board = battle_board("gb_lc_2", goeben="+ammunition=0+torpedoes=1", doctrine="torpedoes cl")
    assert german(fight(board, dice=[FIRST, misses(2), misses(4), misses(1)])) == [("torpedo", "gb_lc_2", 4)]
    board = battle_board("gb_lc_2", goeben="+primary=0+secondary=0+torpedoes=0")
    fight(board, dice=[FIRST, misses(2), misses(5), misses(1)])
    assert board.ship("goeben").ammunition == 5


# --- 14.9 maximum fire


@rule("goeben", "14.9")
def test_maximum_fire_doubles_the_dice_for_twice_the_ammunition() -> None:
    board = battle_board("gb_lc_1", doctrine="ask-first")
    played = fight(board, dice=[FIRST, misses(16), misses(12), misses(2), misses(10), misses(1)], says=FULL)
    assert [len(event.dice) for event in played.told(told.Fired) if event.ship == "goeben"] == [16, 12, 10]
    assert board.ship("goeben").ammunition == 4


@rule("goeben", "14.9")
@rule("goeben", "13.chart/Morale Check")
def test_morale_is_not_doubled() -> None:
    board = battle_board("gb_lc_1", doctrine="ask-first", weather=Weather(morale=1))
    played = fight(board, dice=[FIRST, (6, *misses(16)), (6,)], says=FULL)
    assert len(played.told(told.Fired)[0].dice) == 17


@rule("goeben", "14.9")
def test_maximum_fire_needs_two_ammunition() -> None:
    board = battle_board("gb_lc_1", goeben="+ammunition=1", doctrine="maximum cl")
    played = fight(board, dice=[FIRST, *LC, misses(1)])
    assert len(played.told(told.Fired)[0].dice) == 8
    assert board.ship("goeben").ammunition == 0


@rule("goeben", "14.9")
def test_a_doctrine_fires_at_the_maximum_against_what_it_names() -> None:
    board = battle_board("gb_lc_1", doctrine="maximum cl")
    fight(board, dice=[FIRST, (6, *misses(15)), (6,)])
    assert board.ship("goeben").ammunition == 4
    board = battle_board("gb_lc_1", doctrine="maximum bc,fort")
    fight(board, dice=[FIRST, (6, *misses(7)), (6,)])
    assert board.ship("goeben").ammunition == 5


@rule("goeben", "14.9")
def test_maximum_fire_is_settled_by_the_first_shot() -> None:
    board = battle_board("gb_dd_1", goeben="+primary=0+tertiary=0", doctrine="ask-first")
    says = {"engage": "each-round", "round": ["full-fire goeben"]}
    fight(board, dice=[FIRST, misses(14), *DD], says=says)
    assert board.ship("goeben").ammunition == 4


@rule("goeben", "14.9")
def test_maximum_fire_is_that_of_the_whole_battle() -> None:
    """Paid for once: twice 5, 3 and 2 guns with a leadership of 4, whatever is ordered later."""
    board = battle_board("gb_dd_1", doctrine="ask-first")
    says = {"engage": "each-round", "round": ["full-fire goeben", "fire goeben at=gb_dd_1", "fire goeben at=gb_dd_1"]}
    played = fight(board, dice=[FIRST, misses(18), misses(14), DD[0], misses(12), DD[1], DD[2]], says=says)
    fired = [(event.battery, event.full) for event in played.told(told.Fired) if event.ship == "goeben"]
    assert fired == [("primary", True), ("secondary", True), ("tertiary", True)]
    assert board.ship("goeben").ammunition == 4


@rule("goeben", "14.9.1")
@pytest.mark.parametrize(("ammunition", "offered"), [(2, True), (1, False)])
def test_maximum_fire_wants_two_ammunition(ammunition: int, offered: bool) -> None:
    board = battle_board("gb_dd_1", goeben=f"+ammunition={ammunition}", doctrine="ask-first")
    form = battle_form(board, [FIRST, misses(1), misses(2), misses(3)])
    assert ("full_fire" in form.templates_by_verb) is offered


@rule("goeben", "14.9.1")
def test_maximum_fire_costs_two_for_the_whole_battle_and_leaves_torpedoes_alone() -> None:
    board = battle_board("gb_dd_1", goeben="+torpedoes=1", doctrine="maximum dd\ntorpedoes dd")
    played = fight(board, dice=[FIRST, misses(18), misses(14), misses(1), misses(12), misses(2), misses(5), misses(3)])
    assert [count for _, _, count in german(played)] == [18, 14, 12, 5]
    assert board.ship("goeben").ammunition == 4
