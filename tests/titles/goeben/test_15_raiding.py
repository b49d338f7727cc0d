"""15.0 Commerce raiding."""

import pytest

from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Weather
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule
HERE = "zante"


def raider(lying: str = "merchantman_1+up", *, at: str = HERE, **ships: str) -> Board:
    board = at_sea(**({"goeben": HERE} | ships), lying={at: lying})  # type: ignore[arg-type]
    board.day.queue = [HERE]
    return board


@rule("goeben", "15.0")
@rule("goeben", "13.chart/Allied Merchantman")
def test_a_merchant_is_worth_a_die_and_the_leadership_of_one_ship() -> None:
    board = raider(goeben=f"{HERE}+leadership=3", breslau=f"{HERE}+leadership=5")
    played = play(board, raiding(board), dice=[(4,)])
    assert board.state.vp == 4 + 5
    assert played.told(told.Raided) == [told.Raided(HERE, "merchantman_1", "breslau", (4,), 5)]
    assert "merchantman_1" in board.state.pool
    assert board.markers_at(HERE) == []
    assert [ship.ammunition for ship in board.state.ships] == [6, 6]
    assert board.state.alert == 1
    assert played.following == "bombardment"


@rule("goeben", "15.0")
def test_every_merchant_is_taken() -> None:
    board = raider("merchantman_1+up merchantman_2+up")
    play(board, raiding(board), dice=[(1,), (2,)])
    assert board.state.vp == 1 + 4 + 2 + 4


@rule("goeben", "15.crew")
@rule("goeben", "T.cargo")
def test_a_seebataillon_rolls_one_more_die() -> None:
    board = raider(goeben=f"{HERE}+cargo=seebataillon")
    play(board, raiding(board), dice=[(4, 3)])
    assert board.state.vp == 4 + 3 + 4


@rule("goeben", "20.0")
@rule("goeben", "15.0")
def test_allied_ships_raid_with_their_own_leadership() -> None:
    board = raider(goeben="messina", ah_cl_1=HERE)
    play(board, raiding(board), dice=[(2,)])
    assert board.state.vp == 2 + 3


@rule("goeben", "15.0")
def test_a_merchant_that_nobody_is_left_to_take_gets_away() -> None:
    board = raider(at="samos")
    play(board, raiding(board))
    assert board.state.vp == 0
    assert "merchantman_1" in board.state.pool


@rule("goeben", "15.0")
def test_a_counter_face_down_is_no_prey() -> None:
    board = raider("merchantman_1")
    play(board, raiding(board))
    assert [marker.id for marker in board.markers_at(HERE)] == ["merchantman_1"]


@rule("goeben", "15.0")
def test_a_storm_does_not_keep_raiders_from_their_prey() -> None:
    board = raider()
    board.day.weather[HERE] = Weather(storm=True)
    play(board, raiding(board), dice=[(1,)])
    assert board.state.vp == 5
