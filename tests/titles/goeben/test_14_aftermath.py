"""14.13, 14.14 The end of a battle."""

from collections import Counter

import pytest

from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Damage, Foe, Gone
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import Dice, Played, at_sea, play

rule = pytest.mark.rule

FOES = {"bc": "gb_bc_1", "ca": "gb_ca_1", "cp": "fr_cp_1", "cl": "gb_lc_1", "dd": "gb_dd_1", "convoy": "fr_convoy_1"}


def over(*foes: Foe, before: int = 0, vp: int = 0, fire: bool = True, breslau: str = "pola", cargo: str = "") -> Board:
    """A battle of Goeben's that is over, with the points before it and now."""
    lying = " ".join(f"{foe.id}+up" for foe in foes)
    board = at_sea(goeben=SEA + (f"+cargo={cargo}" if cargo else ""), breslau=breslau, lying={SEA: lying}, vp=vp)
    ships = [ship.id for ship in board.ships_at(SEA)]
    board.state.battle = Battle(SEA, ships=ships, foes=list(foes), fire=fire, vp=before)
    board.day.queue = [SEA]
    return board


def ended(board: Board, dice: Dice = ()) -> Played:
    return play(board, battle_ends(board), dice=dice)


@rule("goeben", "14.13")
@rule("goeben", "17.1")
@pytest.mark.parametrize(("type_", "points"), [("bc", 6), ("ca", 3), ("cp", 2), ("cl", 2), ("dd", 1), ("convoy", 10)])
def test_damaged_ships_leave_for_points(type_: str, points: int) -> None:
    for foe in (Foe(FOES[type_], Damage(hull=1)), Foe(FOES[type_], gone="withdrawn")):
        board = over(foe)
        ended(board)
        assert board.state.vp == points
        assert board.state.gone[-1] == Gone(foe.id, "withdrawn" if foe.gone else "damaged", 1)
        assert foe.id not in board.state.pool


@rule("goeben", "14.13")
@rule("goeben", "17.1")
@pytest.mark.parametrize(("type_", "points"), [("bc", 18), ("ca", 9), ("cp", 6), ("cl", 6), ("dd", 3), ("convoy", 20)])
def test_sunk_ships_are_worth_more_and_once(type_: str, points: int) -> None:
    name = FOES[type_]
    board = battle_board(name, doctrine="targets bc")
    dice = {"bc": 6, "ca": 7, "cp": 8, "cl": 8, "dd": 9, "convoy": 7}[type_]
    fight(board, dice=[(6,), (6, *misses(dice - 1)), (6,)])
    assert board.state.vp == points
    assert Gone(name, "sunk", 1) in board.state.gone


@rule("goeben", "14.14")
def test_unhurt_ships_go_back_into_the_pool() -> None:
    board = over(Foe("gb_bc_1"), Foe("gb_ca_1", Damage(guns=1)), Foe("gb_dd_1", gone="sunk"))
    counters = Counter([*board.state.pool, "gb_bc_1"])
    played = ended(board)
    assert Counter(board.state.pool) == counters
    assert board.markers_at(SEA) == []
    assert board.state.battle is None
    (event,) = played.told(told.BattleEnded)
    assert (event.sunk, event.damaged, event.returned) == (("gb_dd_1",), ("gb_ca_1",), ("gb_bc_1",))
    assert {report.how for report in board.state.reports} == {"sunk", "damaged", "returned"}


@rule("goeben", "14.14")
@pytest.mark.parametrize(("points", "change"), [(14, 0), (15, 1), (40, 1), (-14, 0), (-15, -1)])
def test_a_critical_battle_changes_the_leadership_of_all_engaged(points: int, change: int) -> None:
    """G20."""
    board = over(Foe("gb_bc_1", gone="sunk"), before=10, vp=10 + points, breslau=SEA)
    played = ended(board)
    assert [ship.leadership for ship in board.state.ships] == [4 + change] * 2
    assert len(played.told(told.LeadershipChanged)) == (2 if change else 0)


@rule("goeben", "14.14")
def test_points_for_damage_count_and_ships_elsewhere_do_not() -> None:
    board = over(Foe("gb_bc_1", Damage(hull=1)), before=0, vp=9)
    ended(board)
    assert (board.ship("goeben").leadership, board.ship("breslau").leadership) == (5, 4)


@rule("goeben", "16.alert")
@rule("goeben", "5.1")
@pytest.mark.parametrize(("fire", "alert"), [(True, 2), (False, 1)])
def test_a_round_of_fire_raises_the_alert(fire: bool, alert: int) -> None:
    board = over(Foe("gb_bc_1"), fire=fire)
    ended(board)
    assert board.state.alert == alert


@rule("goeben", "15.crew")
@rule("goeben", "T.cargo")
def test_a_sinking_on_film_is_worth_a_die() -> None:
    board = over(Foe("gb_dd_1", gone="sunk"), Foe("gb_dd_2", gone="sunk"), cargo="camera_crew")
    played = ended(board, dice=[(4,)])
    assert board.state.vp == 4, "once a battle"
    assert played.told(told.FilmRolled) == [told.FilmRolled("goeben", 4)]


@rule("goeben", "15.crew")
def test_no_film_without_a_sinking_or_a_crew() -> None:
    for board, sunk in (
        (over(Foe("gb_dd_1", Damage(engines=1)), cargo="camera_crew"), ()),
        (over(Foe("gb_dd_1", gone="sunk"), cargo="optics"), ("gb_dd_1",)),
    ):
        played = ended(board)
        assert played.told(told.FilmRolled) == []
        assert [event.sunk for event in played.told(told.BattleEnded)] == [sunk]


@rule("goeben", "14.14")
def test_a_battle_ends_when_the_germans_are_sunk() -> None:
    board = battle_board("gb_ca_2", goeben="+ammunition=0+hull=1")
    board.state.colliers = [SEA]
    played = fight(board, dice=[(6,), (6, 1, 1), (3,)])
    assert board.ship("goeben").sunk
    assert "gb_ca_2" in board.state.pool
    assert board.state.vp == -40
    assert board.state.colliers == [], "7.5: the collier is left to the enemy"
    assert played.following == "raiding"


@rule("goeben", "6.1")
@rule("goeben", "14.14")
def test_the_next_space_follows() -> None:
    there = {"zante": "gb_dd_2+up"}
    board = battle_board("gb_dd_1", goeben="+ammunition=0", breslau="zante+ammunition=0", lying=there)
    board.day.queue = [SEA, "zante"]
    played = fight(board, dice=[(6,), misses(1), misses(2), misses(3)])
    assert played.following == "contact"
    assert board.day.queue == ["zante"]
