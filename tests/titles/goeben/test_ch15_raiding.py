"""Chapter 15: commerce raiding."""

import pytest

from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Damage, Foe, Weather
from tests.titles.goeben.fights import SEA, battle_board, battle_ended, fight, fought, misses
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule
HERE = "zante"


def raider(lying: str = "merchantman_1+up", *, at: str = HERE, **ships: str) -> Board:
    board = at_sea(**({"goeben": HERE} | ships), lying={at: lying})  # type: ignore[arg-type]
    board.day.queue = [HERE]
    return board


MUTE = "+ammunition=0+torpedoes=0"
"""A ship that cannot fire."""


# --- 15.0 raids


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


@rule("goeben", "15.0", "15.crew")
def test_a_second_seebataillon_rolls_no_further_die() -> None:
    """One more die, and it need not be the ship that leads."""
    for breslau in ("zante+cargo=seebataillon", "zante"):
        goeben = "zante+cargo=seebataillon+leadership=2"
        board = at_sea(goeben=goeben, breslau=breslau, lying={"zante": "merchantman_1+up"})
        board.day.queue = ["zante"]
        play(board, raiding(board), dice=[(4, 3)])
        assert board.state.vp == 4 + 3 + 4


# --- crews


@rule("goeben", "15.crew")
@rule("goeben", "T.cargo")
def test_a_sinking_on_film_is_worth_a_die() -> None:
    board = fought(Foe("gb_dd_1", gone="sunk"), Foe("gb_dd_2", gone="sunk"), cargo="camera_crew")
    played = battle_ended(board, dice=[(4,)])
    assert board.state.vp == 4, "once a battle"
    assert played.told(told.FilmRolled) == [told.FilmRolled("goeben", 4)]


@rule("goeben", "15.crew")
def test_no_film_without_a_sinking_or_a_crew() -> None:
    for board, sunk in (
        (fought(Foe("gb_dd_1", Damage(engines=1)), cargo="camera_crew"), ()),
        (fought(Foe("gb_dd_1", gone="sunk"), cargo="optics"), ("gb_dd_1",)),
    ):
        played = battle_ended(board)
        assert played.told(told.FilmRolled) == []
        assert [event.sunk for event in played.told(told.BattleEnded)] == [sunk]


@rule("goeben", "15.crew")
@rule("goeben", "T.cargo")
def test_a_seebataillon_rolls_one_more_die() -> None:
    board = raider(goeben=f"{HERE}+cargo=seebataillon")
    play(board, raiding(board), dice=[(4, 3)])
    assert board.state.vp == 4 + 3 + 4


@rule("goeben", "15.crew")
@pytest.mark.parametrize(("aboard", "vp"), [("goeben", 3 + 4), ("breslau", 3 + 4), ("", 3)])
def test_a_camera_crew_films_whoever_sank_her(aboard: str, vp: int) -> None:
    crew = "+cargo=camera_crew"
    board = battle_board("gb_dd_1", goeben=crew if aboard == "goeben" else "",
                         breslau=SEA + MUTE + (crew if aboard == "breslau" else ""))  # fmt: skip
    fight(board, dice=[(6,), (6, *misses(8)), (3,), *([(4,)] if aboard else [])])
    assert board.state.vp == vp


@rule("goeben", "15.crew")
def test_nothing_is_filmed_where_nobody_sank() -> None:
    board = battle_board("gb_dd_1", goeben="+secondary=0+tertiary=0+torpedoes=0+cargo=camera_crew")
    played = fight(board, dice=[(6,), (6, *misses(8)), (5,)])
    assert played.told(told.FilmRolled) == []
    assert board.state.vp == 1, "she withdrew"
    assert (played.kinds, board.state.battle) == ([], None)
