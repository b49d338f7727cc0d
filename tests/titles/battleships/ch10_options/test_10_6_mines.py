"""Mines: where they are laid, and who strikes them (10.6)."""

import pytest

from games.titles.battleships.components.battles import Minefield
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import Flagship, Mine
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.scenario.setup import muster, new_game, set_up_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.movement import MineStruck
from games.titles.battleships.state.events.scenario import MinesLaid
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, in_battle, play
from tests.titles.battleships.positions import all_verbs, options, wrong

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"


def mined(way: str, *dice: tuple[int, ...]) -> tuple[Board, list[MineStruck]]:
    board = at_sea("hood 2513 A 4", "bismarck 4512 A 4", options=options("mines"))
    board.state.mines = {"german": ("2512",)}
    played = play(board, first_move(board), dice=dice, says={"courses@british": f"course hood way={way}"})
    return board, played.told(MineStruck)


MINED = Options(as_proposed=False, mines=True)
FIELD = Minefield(side="german", count=1, columns=(25, 25), rows=(1, 12))


def mined_and_held(
    *dice: tuple[int, ...], hold: str = "norfolk", again: str = "course norfolk way=2514,2513"
) -> tuple[Board, list[str]]:
    """Hood sails into a mine; Norfolk holds, and is asked again; what was told, in order."""
    board = at_sea("hood 2513 A 4", "norfolk 2515 A 4", "bismarck 4512 A 4", options=MINED, mines=FIELD)
    board.state.mines = {"german": ("2512",)}
    says = {"courses@british": [f"course hood way=2512,2511\nhold {hold}", again]}
    played = play(board, first_move(board), dice=dice, says=says)
    return board, [type(told.variants[0].event).__name__ for told in played.board.told]


BOTH = Options(as_proposed=False, mines=True, flagship=True, batteries=True)
FORM = SetUpForm(ships=("hood", "norfolk"), waters=("2512", "2513", "2514"), mines=2)


@rule("battleships", "10.6")
def test_who_is_asked_again_finds_where_the_others_lie() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2612 B 3", "gb_dd 2712 C 2", FAR)
    form = course_form(board, "british", only={"hood"})
    assert [ship.ship for ship in form.ships] == ["hood"]
    assert [(one.ship, one.at, one.heading, one.speed, one.room) for one in form.lying] == [
        ("norfolk", "2612", "B", 3, 1), ("gb_dd", "2712", "C", 2, 5),
    ]  # fmt: skip
    assert (form.mends, form.gunners, form.rivals, form.heirs) == ((), (), (), ())
    assert (form.enemies, form.stack) == (("5530",), 4)


@rule("battleships", "10.6")
@pytest.mark.parametrize(
    ("options", "battle", "holds"), [(True, "mers_el_kebir", True), (False, "mers_el_kebir", False)]
)
def test_ships_hold_where_mines_may_be(options: bool, battle: str, holds: bool) -> None:
    board = in_battle(battle, options=Options(as_proposed=False, mines=options))
    assert ("hold" in all_verbs(board)) is holds


@rule("battleships", "10.6")
@rule("battleships", "10.6a")
def test_mines_strike_in_passing_and_the_ship_sails_on() -> None:
    board, struck = mined("2512,2511,2510", (5, 4))
    hood = board.ship("hood")
    assert [(one.at, one.result) for one in struck] == [("2512", "1W1S")]
    assert (hood.at, hood.speed, hood.weapons, hood.hull) == ("2510", 3, 1, 1)
    assert board.state.mines == {"german": ("2512",)}


@rule("battleships", "10.6")
@pytest.mark.parametrize(
    ("laid", "struck", "way", "shown"),
    [
        ({"british": ("2512",)}, [], ["2512", "2511"], ["2512"]),
        ({"british": ("2511",)}, ["2512"], ["2512", "2511"], ["2512", "2511"]),
        ({"british": ("2512",)}, [], ["2612", "2611"], []),
        ({"german": ("2512",)}, [], ["2512", "2511"], []),
    ],
)
def test_a_course_shows_the_chances_of_the_mines_that_its_side_knows(
    laid: dict[str, tuple[str, ...]], struck: list[str], way: list[str], shown: list[str]
) -> None:
    board = at_sea("hood 2513 A 4", "bismarck 4512 A 4", options=options("mines"))
    board.state.mines, board.state.struck = laid, struck
    lines = course_form(board, "british").preview([{"order": "course", "ships": ["hood"], "way": way}]).lines
    odds = [line.odds for line in lines if line.odds is not None]
    assert [one.means.en for one in odds] == [f"Mine at {at}" for at in shown]
    for one in odds:
        assert sum(outcome.chance for outcome in one.outcomes) == 1000
        assert one.rule == "10.6"


@rule("battleships", "10.6")
def test_whoever_sails_past_strikes_nothing() -> None:
    _, struck = mined("2612,2611")
    assert struck == []


@rule("battleships", "10.6")
@rule("battleships", "11.2")
def test_mines_are_laid_in_secret_before_the_game() -> None:
    board = Board(new_game(BOX, "mers_el_kebir", Options()), BOX)
    played = play(board, muster(board), says={"set_up@british": "mine hexes=4425,4122,4223"})
    assert played.kinds == ["set_up@british"]
    assert board.state.mines == {"british": ("4122", "4223", "4425")}
    assert [event.hexes for event in played.heard("british", MinesLaid)] == [("4122", "4223", "4425")]
    assert [event.hexes for event in played.heard("french", MinesLaid)] == [()]
    assert [event.count for event in played.heard("french", MinesLaid)] == [3]


@rule("battleships", "10.6", "10.9")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("flagship hood\nmine hexes=2512,2514", []),
        ("pass", [("", "missing", "10.9"), ("", "missing", "10.6")]),
        ("flagship hood", [("", "missing", "10.6")]),
        ("mine hexes=2512,2514", [("", "missing", "10.9")]),
        ("flagship hood\nflagship norfolk\nmine hexes=2512,2514", [("/1/order", "twice", "10.9")]),
        ("mine hexes=2512,2513\nflagship hood\nmine hexes=2512,2514", [("/2/order", "twice", "10.6")]),
    ],
)
def test_a_flagship_and_all_mines_are_named_once(text: str, found: list[tuple[str, str, str]]) -> None:
    assert wrong(FORM, text) == found


@rule("battleships", "10.6")
@pytest.mark.parametrize("hexes", ["2512", "2512,2513,2514", "2512,2512", "2512,2515"])
def test_no_more_and_no_fewer_mines_than_there_are_each_in_a_hex_of_the_waters(hexes: str) -> None:
    assert [pointer for pointer, _, _ in wrong(FORM, f"flagship hood\nmine hexes={hexes}")] != []


@rule("battleships", "10.6", "10.9")
def test_what_is_not_there_to_be_settled_is_not_asked_for() -> None:
    assert wrong(SetUpForm(ships=("hood",)), "flagship hood") == []
    mines = SetUpForm(waters=("2512", "2513"), mines=1)
    assert wrong(mines, "mine hexes=2513") == []
    assert [way.verb for form in (SetUpForm(ships=("hood",)), mines, FORM) for way in form.cached_templates] == [
        "flagship", "mine", "flagship", "mine",
    ]  # fmt: skip
    assert SetUpForm().cached_templates == ()


@rule("battleships", "10.6", "10.9")
def test_the_first_ship_and_the_first_hexes_are_usual_and_any_may_be_drawn() -> None:
    assert FORM.default() == FORM.example() == (Flagship("hood"), Mine(("2512", "2513")))
    assert FORM.sample(lambda limit: limit - 1) == (Flagship("norfolk"), Mine(("2514", "2513")))
    assert FORM.sample(lambda limit: 0) == FORM.default()
    assert (
        SetUpForm(ships=("hood",)).sample(lambda limit: 0)
        == SetUpForm(ships=("hood",)).default()
        == (Flagship("hood"),)
    )
    assert SetUpForm(waters=("2512",), mines=1).default() == (Mine(("2512",)),)


@rule("battleships", "10.6", "10.9", "11.2")
def test_who_settles_what() -> None:
    """The British mine 41 to 46, 22 to 25; batteries bear no flag."""
    board = in_battle("mers_el_kebir", options=BOTH)
    forms = {side: set_up_form(board, side) for side in board.sides}
    assert (forms["british"].mines, forms["french"].mines) == (3, 0)
    assert forms["french"].waters == ()
    assert set(forms["british"].waters) == {f"{column}{row}" for column in range(41, 47) for row in range(22, 26)}
    assert "santon" in {ship.id for ship in board.state.ships}
    assert set(forms["french"].ships) == {"dunkerque", "provence", "strasbourg", "bretagne", "fr_dd", "fr_dd_2"}
    assert set_up_form(in_battle("mers_el_kebir"), "british") == SetUpForm()


@rule("battleships", "10.6", "10.9")
@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (Options(as_proposed=False, mines=True), {"british": "10.6"}),
        (Options(as_proposed=False, flagship=True), {"british": "10.9", "french": "10.9"}),
        (BOTH, {"british": "10.9", "french": "10.9"}),
        (Options(as_proposed=False), {}),
    ],
)
def test_nobody_is_asked_who_settles_nothing(options: Options, rules: dict[str, str]) -> None:
    board = in_battle("mers_el_kebir", options=options)
    played = play(board, muster(board))
    assert {question.seat: question.rule for question in played.asked} == rules
    assert played.following == "sighting"


@rule("battleships", "10.6")
def test_no_mines_lie_beyond_the_map() -> None:
    field = Minefield(side="german", count=1, columns=(54, 57), rows=(33, 36))
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", options=Options(as_proposed=False, mines=True), mines=field)
    assert set_up_form(board, "german").waters == ("5433", "5434", "5533", "5534")


@rule("battleships", "10.6")
def test_where_no_waters_may_be_mined_nobody_lays_mines() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", options=Options(as_proposed=False, mines=True))
    assert [set_up_form(board, side) for side in board.sides] == [SetUpForm(), SetUpForm()]


@rule("battleships", "10.6a")
def test_a_ship_that_a_mine_sinks_stops_there() -> None:
    board, _ = mined("2512,2511,2510", (6, 6))
    assert [(lost.ship, lost.fate, lost.at) for lost in board.state.record.lost] == [("hood", "sunk", "2512")]


@rule("battleships", "10.6a")
def test_a_ship_that_a_mine_sinks_is_gone_before_those_who_hold_are_asked_again() -> None:
    board, told = mined_and_held((6, 6))
    assert told.index("Sunk") < told.index("Moved", told.index("Sunk"))
    assert [lost.ship for lost in board.state.record.lost] == ["hood"]
    assert told.count("Sunk") == 1


@rule("battleships", "10.6a")
def test_where_a_mine_sank_a_friend_those_who_hold_may_end() -> None:
    board, _ = mined_and_held((6, 6), (1, 1), again="course norfolk way=2514,2513,2512")
    assert (board.ship("norfolk").at, board.ship("hood").fate) == ("2512", "sunk")


@rule("battleships", "10.6a")
def test_what_a_mine_does_to_a_ship_that_floats_counts_when_all_have_moved() -> None:
    board, told = mined_and_held((5, 4))
    assert told.index("Damaged") > max(place for place, kind in enumerate(told) if kind == "Moved")
    assert (board.ship("hood").at, board.ship("hood").weapons) == ("2511", 1)
