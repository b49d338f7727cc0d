"""10.6, 10.9 Before the battle: the form of mines and flagships, at its edges."""

import pytest

from games.titles.battleships.components.battles import Minefield
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import Flagship, Mine
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.rules.scenario.setup import muster, set_up_form
from tests.titles.battleships.laid_out import at_sea, in_battle, play

rule = pytest.mark.rule
BOTH = Options(as_proposed=False, mines=True, flagship=True, batteries=True)
FORM = SetUpForm(ships=("hood", "norfolk"), waters=("2512", "2513", "2514"), mines=2)


def wrong(form: SetUpForm, text: str) -> list[tuple[str, str, str]]:
    return [(one.pointer, one.code, one.rule) for one in form.problems(form.read(form.parse(text)))]


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
