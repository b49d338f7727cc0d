"""A battle: its ships, salvoes and steps (14.1, 14.2)."""

import pytest

from games.titles.goeben.state.events import battle as told
from tests.titles.goeben.fights import battle_board, fight, misses, salvoes

rule = pytest.mark.rule
FIRST = (6,)
ALLIES_FIRST = (1,)
"""Dice for contact: Goeben alone gets the first salvo from a six; with leadership 1 the Allies get it from a one."""
DD = [misses(1), misses(2), misses(3)]
"""What a destroyer flotilla fires."""


@rule("goeben", "14.2")
def test_the_batteries_take_turns_and_the_battle_ends_after_four_rounds() -> None:
    board = battle_board("gb_ca_3 gb_dd_1", doctrine="targets dd\ntorpedoes dd")
    dice = [
        FIRST,
        misses(9), misses(3),  # primary: the destroyers have none
        misses(7), misses(3), misses(1),
        misses(6), misses(3), misses(2),
        misses(5), misses(5), misses(1), misses(3),
    ]  # fmt: skip
    played = fight(board, dice=dice)
    assert salvoes(played) == [
        ("goeben", "primary"), ("gb_ca_3", "primary"),
        ("goeben", "secondary"), ("gb_ca_3", "secondary"), ("gb_dd_1", "secondary"),
        ("goeben", "tertiary"), ("gb_ca_3", "tertiary"), ("gb_dd_1", "tertiary"),
        ("goeben", "torpedo"), ("goeben", "torpedo"), ("gb_ca_3", "torpedo"), ("gb_dd_1", "torpedo"),
    ]  # fmt: skip
    assert played.following == "raiding"


@rule("goeben", "14.2")
@rule("goeben", "14.1")
def test_the_allies_fire_first_when_they_made_contact() -> None:
    board = battle_board("gb_lc_1", goeben="+leadership=1", alert=6)
    played = fight(board, dice=[ALLIES_FIRST, (1,), misses(5), misses(2), misses(3), misses(2), misses(1)])
    assert salvoes(played)[:3] == [("goeben", "primary"), ("gb_lc_1", "secondary"), ("goeben", "secondary")]


@rule("goeben", "14.2")
def test_a_side_that_is_swept_away_fires_no_more() -> None:
    played = fight(battle_board("gb_lc_1"), dice=[FIRST, (6, *misses(7)), (6,)])
    assert salvoes(played) == [("goeben", "primary")]


@rule("goeben", "14.2")
def test_every_round_is_announced() -> None:
    board = battle_board("gb_dd_1", goeben="+ammunition=0")
    rounds = [event.batteries for event in fight(board, dice=[FIRST, *DD]).told(told.RoundBegan)]
    assert rounds == [("primary",), ("secondary",), ("tertiary",), ("torpedo",)]


@rule("goeben", "14.2")
@rule("goeben", "15.crew")
@rule("goeben", "8.4.1")
def test_a_cruiser_is_sunk_and_nobody_is_left_to_film_it() -> None:
    """Her halved guns take the box that the camera crew lived in."""
    board = battle_board("gb_ca_1", goeben="+torpedoes=0+hull=2+cargo=torpedo_nets,camera_crew", alert=2, turn=3)
    dice = [(4,), (6, 6, 1, 2, 3, 4, 5), (1, 4), (6,), (3,), (6, 1, 1, 1, 1), (3,)]
    played = fight(board, dice=dice)
    goeben = board.ship("goeben")
    assert played.told(told.ContactRolled)[0].result == "gc2"
    assert (board.state.vp, board.state.alert, goeben.ammunition, goeben.hull, goeben.leadership) == (9, 3, 5, 1, 4)
    assert goeben.cargo == ["torpedo_nets"]
    assert played.told(told.FilmRolled) == []
