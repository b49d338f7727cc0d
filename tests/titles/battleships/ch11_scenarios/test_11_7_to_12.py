"""Scenarios 7 to 12 (11.7-11.12)."""

from typing import Any

import pytest

from games.titles.battleships.components.battles import Bombardment, Victory
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form, exits_of
from games.titles.battleships.rules.scenario.verdict import Outcome, at_last, decided
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.state.events.sighting import Sighted
from games.titles.battleships.state.state import Fate
from tests.titles.battleships.laid_out import at_sea, changed, in_battle, play
from tests.titles.battleships.positions import begun, decided_by, gone, one_strike, trial, wrong

rule = pytest.mark.rule


# --- 11.7


@rule("battleships", "11.7")
def test_force_z_leaves_north_in_full() -> None:
    board = begun("force_z")
    assert exits_of(board, board.ship("repulse")) == ("north",)
    assert {kind for one in board.battle.exits for kind in one.full} >= {"bb", "bc"}
    assert board.crew(board.ship("kongo")) == 1
    board.ship("repulse").fate, board.ship("repulse").full = "left", True
    assert at_last(board).winner == "british"


# --- 11.8


@rule("battleships", "11.8")
@pytest.mark.parametrize(
    ("squalls", "dice", "sight"),
    [
        (False, [(6,)], 11),
        (True, [(5,)], 10),
        (True, [(6,), (1,)], 4),
        (True, [(6,), (4,)], 1),
        (True, [(6,), (6,)], 1),
    ],
)
def test_in_squalls_a_six_is_rolled_again_and_counts_against_the_base(
    squalls: bool, dice: list[tuple[int, ...]], sight: int
) -> None:
    """The base is five."""
    board = changed(at_sea("hood 2512 A 4", "bismarck 4512 A 4", squalls=squalls), sight=5)
    played = play(board, sighting(board), dice=dice)
    rolled = tuple(die for (die,) in dice)
    assert board.state.sight == sight
    assert [(one.base, one.dice, one.distance, one.squall) for one in played.told(Sighted)] == [
        (5, rolled, sight, len(dice) > 1)
    ]


@rule("battleships", "11.8")
@pytest.mark.parametrize(("dice", "sight"), [([(5,)], 10), ([(6,), (2,)], 3), ([(6,), (5,)], 1), ([(6,), (6,)], 1)])
def test_squalls(dice: list[tuple[int, ...]], sight: int) -> None:
    board = begun("tirpitz", turn=0)
    play(board, sighting(board), dice=dice)
    assert board.state.sight == sight


@rule("battleships", "11.8")
def test_tirpitz_leaves_or_sinks() -> None:
    board = begun("tirpitz", turn=8)
    assert exits_of(board, board.ship("tirpitz")) == ("east",)
    assert board.moves(board.ship("gb_dd")) == 5
    assert decided(gone(begun("tirpitz"), tirpitz="left")) == Outcome("german", "left", "tirpitz")
    assert decided(gone(begun("tirpitz"), tirpitz="sunk")) == Outcome("british", "sunk", "tirpitz")


# --- 11.9


@rule("battleships", "11.9", "11.13")
@pytest.mark.parametrize(
    ("silenced", "fields", "won"),
    [
        (("bismarck",), {}, False),
        (("bismarck",), {"weapons": 3}, True),
        (("bismarck",), {"weapons": 2}, False),
        (("bismarck",), {"fate": "sunk"}, True),
        (("bismarck",), {"fate": "left"}, False),
        (("prinz_eugen", "bismarck"), {"weapons": 3}, True),
        (("prinz_eugen", "bismarck"), {}, False),
        (("nobody",), {}, True),
        ((), {}, True),
    ],
)
def test_the_favourite_must_silence_one_of_those_that_are_there(
    silenced: tuple[str, ...], fields: dict[str, Any], won: bool
) -> None:
    board = trial(victory=Victory(favourite="british", silenced=silenced, otherwise="german"))
    board.ship("prinz_eugen").mended = 3
    for name, value in fields.items():
        setattr(board.ship("bismarck"), name, value)
    assert at_last(board).winner == ("british" if won else "german")


@rule("battleships", "11.9")
def test_jean_bart_lies_fixed_and_the_light_ships_still_on_turn_1() -> None:
    board = begun("casablanca")
    assert {ship.ship for ship in course_form(board, "french").ships if ship.most} == set()
    board.state.turn = 2
    assert {ship.ship for ship in course_form(board, "french").ships if ship.most} == {
        "fr_cl_galissonniere", "fr_dd", "fr_dd_2"
    }  # fmt: skip
    assert board.counter(board.ship("jean_bart")).attack == 21


@rule("battleships", "11.9")
@pytest.mark.parametrize(
    ("fates", "weapons", "winner"),
    [({}, 0, "french"), ({"fr_dd": "sunk"}, 0, "french"), ({"fr_dd": "sunk", "el_hank": "sunk"}, 0, "american"),
     ({"jean_bart": "sunk"}, 0, "american"), ({"fr_dd": "sunk"}, 3, "american"),
     ({"el_hank": "sunk", "massachusetts": "sunk"}, 0, "french")],
)  # fmt: skip
def test_the_americans_must_silence_a_battery(fates: dict[str, Fate], weapons: int, winner: str) -> None:
    board = gone(begun("casablanca", turn=14), **fates)
    board.ship("jean_bart").weapons = weapons
    assert at_last(board).winner == winner


@rule("battleships", "11.9")
@rule("battleships", "11.13")
def test_more_points_are_more_by_the_least_part() -> None:
    """A sixth more is more."""
    board = gone(begun("casablanca", turn=14), el_hank="sunk")
    # 24 points for the battery; American destroyers sunk give 16, and a step that cannot be mended the rest but a part
    gone(board, us_dd="sunk")
    other = board.ship("us_dd_2")
    other.mended, other.weapons, other.hull = 1, 2, 0  # one point and a third of sixteen
    assert at_last(board).winner == "american"
    other.hull = 1  # one and a half of sixteen: 25 against 24
    assert at_last(board).winner == "french"


# --- 11.10


@rule("battleships", "11.10")
def test_who_bombards_marks_no_ship_besides() -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", "washington 3028 F 4", turn=3, sight=12)
    form = target_form(board, "japanese")
    assert form.bombards == "kirishima"
    assert wrong(form, "bombard kirishima") == []
    assert wrong(form, "bombard kirishima", "target kirishima at=washington") == [("/1/ship", "twice", "5.1")]


@rule("battleships", "11.10")
def test_south_dakotas_first_special_damage_is_her_power_on_two_more_totals() -> None:
    for total, first, second in (((3, 4), "power", "deck"), ((4, 4), "power", "radar"), ((4, 5), "rudder", "rudder")):
        board = in_battle("third_solomon", options=Options())
        found = [one_strike(board, "south_dakota", "3:1", (3, 4), total).special for _ in range(2)]
        assert found == [first, second]
        assert one_strike(board, "washington", "3:1", (3, 4), total).special == second
    late = in_battle("third_solomon", options=Options())
    assert [one_strike(late, "south_dakota", "3:1", (3, 4), one).special for one in ((4, 5), (3, 4))] == [
        "rudder",
        "deck",
    ]


@rule("battleships", "11.10")
@pytest.mark.parametrize(("turns", "wins"), [(2, False), (3, True), (4, True)])
def test_so_many_bombardments_decide(turns: int, wins: bool) -> None:
    task = Bombardment(ship="hood", rows=(1, 2), turns=3, place="henderson_field")
    board = trial(victory=decided_by("bombarded", "hood", winner="british"), bombardment=task)
    board.state.bombarded = turns
    assert decided(board) == (Outcome("british", "bombarded", "hood") if wins else None)
    bare = trial(victory=decided_by("bombarded", "hood", winner="british"))
    bare.state.bombarded = turns
    assert decided(bare) is None


@rule("battleships", "11.10")
@pytest.mark.parametrize(("row", "may"), [("27", False), ("28", True), ("29", True)])
def test_kirishima_bombards_from_two_rows(row: str, may: bool) -> None:
    board = begun("third_solomon")
    board.ship("kirishima").at = f"30{row}"
    form = target_form(board, "japanese")
    assert (form.bombards == "kirishima") is may
    board.ship("kirishima").weapons = 3
    assert target_form(board, "japanese").bombards == ""


@rule("battleships", "11.10")
def test_three_bombardments_win() -> None:
    board = begun("third_solomon")
    for count, winner in ((2, None), (3, "japanese")):
        board.state.bombarded = count
        outcome = decided(board)
        assert (outcome.winner if outcome else None) == winner


@rule("battleships", "11.10")
def test_both_american_battleships_have_early_radar() -> None:
    board = begun("third_solomon")
    assert {board.ship(name).radar for name in ("washington", "south_dakota")} == {"mark_3"}
    assert board.ship("kirishima").radar == ""
    assert {"2513", "2514", "2613", "2614", "3030", "5534"} <= board.battle.shores


# --- 11.11


@rule("battleships", "11.11")
def test_north_cape_radar_and_surprise() -> None:
    board = begun("north_cape")
    scharnhorst = board.ship("scharnhorst")
    assert board.radar(scharnhorst) is None
    assert {board.ship(name).radar for name in ("duke_of_york", "gb_cl_town")} == {"type_284m"}
    assert board.ship("norfolk").radar == "type_284"
    grades = {}
    for turn in (1, 2, 3):
        board.state.turn = turn
        grades[turn] = board.crew(scharnhorst)
    assert grades == {1: -1, 2: -1, 3: 0}


@rule("battleships", "11.11")
def test_north_cape_is_decided_by_scharnhorst_alone() -> None:
    assert decided(gone(begun("north_cape"), scharnhorst="sunk")) == Outcome("british", "sunk", "scharnhorst")
    assert decided(gone(begun("north_cape"), scharnhorst="left")) == Outcome("german", "left", "scharnhorst")
    assert at_last(gone(begun("north_cape", turn=18), gb_dd="sunk")).winner == "german"
    assert at_last(begun("north_cape", turn=18)).winner == "german"
    board = begun("north_cape", turn=10)
    assert set(exits_of(board, board.ship("scharnhorst"))) == {"east", "south"}


# --- 11.12


@rule("battleships", "11.12")
@pytest.mark.parametrize(("mended", "winner"), [(29, ""), (30, "japanese")])
def test_san_bernardino_by_thirty_points(mended: int, winner: str) -> None:
    board = begun("san_bernardino", turn=16)
    board.ship("iowa").mended, board.ship("alabama").mended = 15, mended - 15
    assert at_last(board).winner == winner
    assert exits_of(board, board.ship("yamato")) == ("east",)
    assert {board.ship(name).radar for name in ("iowa", "washington")} == {"mark_8"}
