"""The title's words: labels, history, explanations and the board as text."""

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import pytest
from msgspec import structs

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.forms import Choose, Form
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.goeben.components.options import Options
from games.titles.goeben.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.goeben.presentation.narration import PHASES, TELLERS
from games.titles.goeben.presentation.prompts import HINTS
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.rules.sequence import SEQUENCE
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import Happening, News
from games.titles.goeben.state.events.battle import ShipGone
from games.titles.goeben.state.events.day import AlertChanged, CountersShown, Scored, ShipSunk, TurnBegan
from games.titles.goeben.state.events.incidents import Evaded, MarkersDrawn
from games.titles.goeben.state.state import Report
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import WORDS, crowded, quiet, samples
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea
from tests.titles.pictures import LANGUAGES, RAW, assert_a_sentence

"""What no player should ever read: an id, a missing value, a hole in a sentence."""
BOARDS: dict[str, Callable[[], Board]] = {
    "quiet": quiet, "crowded": crowded, "captains": partial(crowded, "captains_four"),
}  # fmt: skip


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def texts(board: Board, language: str) -> list[str]:
    seats = (*board.state.seats, PUBLIC, UMPIRE)
    return [WORDS.text_board(view(board, seat), language) for seat in seats]


# --- labels


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_box_has_a_name_of_its_own(language: str) -> None:
    ids = [*BOX.spaces, *BOX.german, *BOX.allied, *BOX.austrian, *BOX.markers, *BOX.forts, *BOX.cargo, *BOX.missions]
    names = [WORDS.label(name).get(language) for name in ids]
    assert not [name for name in names if RAW.search(name)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("value", "en", "ja"),
    [
        ("gb_bc_1", "Indefatigable (BC)", "インディファティガブル（巡戦）"),
        ("storm_2", "Storm 2", "嵐 2"),
        ("goeben", "Goeben", "ゲーベン"),
        ("commander", "Commander", "司令官"),
        ("malta_pz", "Malta Patrol Zone", "マルタ哨戒ゾーン"),
    ],
)
def test_labels(value: str, en: str, ja: str) -> None:
    found = WORDS.label(value)
    assert (found.en, found.ja) == (en, ja)


def test_orders_read_as_words() -> None:
    board = at_sea()
    forms: tuple[Form[Any], ...] = (plan_form(board, "commander"), stowage(board, "commander"))
    for form in forms:
        for language in LANGUAGES:
            said = form.describe(form.example(), language, WORDS.label)
            assert said
            assert not RAW.search(said), said


def test_every_option_and_value_has_a_name_and_every_option_a_note() -> None:
    fields = Options.__struct_fields__
    assert set(fields) <= set(OPTION_NAMES)
    assert set(OPTION_NOTES) == set(fields)
    for name in ("orders", "fleet"):
        hint = Options.__annotations__[name]
        for value in get_args(get_args(hint)[0]):
            assert f"{name}/{value}" in OPTION_NAMES


# --- history


def test_every_event_has_a_line() -> None:
    assert set(get_args(Happening)) == set(TELLERS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", list(samples()), ids=lambda event: type(event).__name__)
def test_every_event_is_told(event: Any, language: str) -> None:
    line = WORDS.describe_event(event, language)
    assert_a_sentence(line, language)


def test_news_are_told_as_what_they_are_about() -> None:
    event = AlertChanged(2, 3, "pursue")
    assert (
        WORDS.describe_event(News(event), "en")
        == WORDS.describe_event(event, "en")
        == 'Alert rises to 3 (Royal Navy "Pursue" Orders).'
    )


# --- explanations


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(HINTS))
def test_every_kind_of_question_is_explained(kind: str, language: str) -> None:
    ask = Ask(
        key=kind, kind=kind, seat="commander", rule="4.1", prompt=Text("What?", "何を？"), form=Choose(options=("a",))
    )
    said = WORDS.explain_question(ask, language)
    assert len(said) > 20
    assert not RAW.search(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_day_is_explained_ship_by_ship(language: str) -> None:
    board = crowded()
    form = plan_form(board, "commander")
    ask = Ask(key="plan", kind="plan", seat="commander", rule="4.1", prompt=Text("What?", "何を？"), form=form)
    said = WORDS.explain_question(ask, language)
    assert said.count("\n- ") == len(form.berths)
    assert not RAW.search(said)


# --- the board as text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(BOARDS))
def test_text_boards_can_be_read_in_a_mail(name: str, language: str) -> None:
    for text in texts(BOARDS[name](), language):
        assert not RAW.search(text), RAW.findall(text)
        for line in text.split("\n"):
            assert columns(line) <= 76, line


def test_the_text_board_says_what_lies_where() -> None:
    text = WORDS.text_board(view(crowded(), "commander"), "en")
    for phrase in (
        "Ottoman Alliance, day 3 of 8, alert 4, -7/75 VP", "SMS Goeben | Malta Patrol Zone", "hull 9/12", "coal 0/4",
        "cargo: Optics and Searchlights, Wireless and Damage Control", "SMS Stralsund | sunk", "Viribus Unitis (BB)",
        "Battle: Malta Patrol Zone", "Next: the Allies, secondary guns", "Defence (CA): sunk", "hits: guns 1, hull 1",
        "Adriatic Patrol Zone: 5 face down", "coastal defences unknown: 2", "coastal defences of strength 2", "collier",
        "mines", "held by the Seebataillon", "Neutral ports visited: Brindisi", "storm", "The French fleet is out",
        "Day 2, Alexandria Patrol Zone, by intelligence: Weymouth (CL)", "Sunk: 5th Flotilla 4th Division (DD)",
    ):  # fmt: skip
        assert phrase in text, phrase


def test_a_place_where_only_open_ships_lie_is_named_above_them() -> None:
    board = at_sea(lying={"adriatic_pz": "gb_lc_2+up"})
    lines = WORDS.text_board(view(board, "commander"), "en").splitlines()
    at = lines.index("Adriatic Patrol Zone:")
    assert lines[at + 1].startswith("  Dublin (CL)")


@pytest.mark.parametrize(("ships", "said"), [(("goeben",), "Goeben evades"), (("goeben", "breslau"), "Breslau evade")])
def test_one_ship_runs_and_two_run_from_a_submarine(ships: tuple[str, ...], said: str) -> None:
    assert f"{said} the submarine" in WORDS.describe_event(Evaded(ships, 1), "en")


def test_the_umpire_reads_what_lies_face_down_and_nobody_else() -> None:
    board = crowded()
    secret = "Dublin"
    assert secret in WORDS.text_board(view(board, UMPIRE), "en")
    for seat in ("commander", PUBLIC):
        assert secret not in WORDS.text_board(view(board, seat), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_headlines(language: str) -> None:
    for board in (quiet(), crowded()):
        line = WORDS.headline(view(board, "commander"), language)
        assert WORDS.label("ottoman_alliance").get(language) in line
        board.state.over, board.state.verdict = True, "won"
        assert WORDS.headline(view(board, "commander"), language) != line


# --- the log


def test_the_log_has_a_heading_for_every_day() -> None:
    began = TurnBegan(turn=3, days=8, alert=2, vp=5)
    assert [WORDS.group_title(began, language) for language in LANGUAGES] == ["Day 3", "3日目"]
    assert not WORDS.group_title(ShipSunk("goeben"), "en")


def test_ships_lost_and_points_stand_out_in_the_log() -> None:
    assert WORDS.emphasis(ShipSunk("goeben")) == "sinking"
    assert WORDS.emphasis(News(ShipSunk("goeben"))) == "sinking", "of what captains hear, too"
    assert WORDS.emphasis(ShipGone("indomitable", "sunk")) == "sinking"
    assert WORDS.emphasis(ShipGone("indomitable", "withdrawn")) == ""
    assert WORDS.emphasis(Scored(points=3, vp=5)) == "points"
    assert WORDS.emphasis(TurnBegan(turn=3, days=8, alert=2, vp=5)) == ""


def test_every_phase_of_a_day_has_a_name() -> None:
    assert set(PHASES) == {step.key for step in SEQUENCE} - {"muster"}
    assert all(name.en and name.ja for name in PHASES.values())


# --- counters, and words that have two meanings


@pytest.mark.parametrize(
    ("event", "en", "ja"),
    [
        (
            CountersShown("malta_pz", ("gb_bc_1", "quiet_seas_3")),
            "Indefatigable (BC) and Quiet Seas",
            "（巡戦）、静かな海",
        ),
        (MarkersDrawn("malta_pz", ("gb_ca_1", "storm_2")), "(CA) and Storm (drawn).", "（重巡）、嵐"),
    ],
)
def test_a_counter_that_lies_open_is_told_with_its_class_and_without_its_number(event: Any, en: str, ja: str) -> None:
    """A name alone says nothing of her guns; and which of three Quiet Seas it is, nobody can tell."""
    assert en in WORDS.describe_event(event, "en")
    assert ja in WORDS.describe_event(event, "ja")


def test_reports_tell_a_marker_by_its_kind() -> None:
    board = quiet()
    report = Report(1, "malta_pz", ("gb_bc_1", "quiet_seas_3"), "intelligence")
    shown = structs.replace(view(board, "commander"), reports=[report])
    assert "by intelligence: Indefatigable (BC) and Quiet Seas\n" in " ".join(
        WORDS.text_board(shown, "en").split("\n  ")
    )


def test_an_order_is_not_called_as_the_track_that_it_is_about() -> None:
    assert (WORDS.label("coal").en, WORDS.label("torpedoes").en) == ("Coal first", "Torpedoes")


@pytest.mark.parametrize(("language", "said"), [("en", "A ship without orders fires"), ("ja", "命令のない艦は")])
def test_it_is_said_that_ships_without_orders_fire(language: str, said: str) -> None:
    assert said in HINTS["engage"].get(language)


def test_no_counter_has_a_name_with_a_comma() -> None:
    """In a list "5th Flotilla, 2nd Division" is two counters. The Japanese names are the rulebook's."""
    names = [WORDS.label(name).en for name in (*BOX.allied, *BOX.austrian, *BOX.markers)]
    assert not [name for name in names if "," in name]
