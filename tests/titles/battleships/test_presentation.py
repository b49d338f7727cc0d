"""The title's words: labels, history, explanations and the board as text."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any, get_args

import pytest

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.forms import Form
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.battleships.components.options import Options
from games.titles.battleships.components.scenarios import SCENARIOS
from games.titles.battleships.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.battleships.presentation.goals import GOALS
from games.titles.battleships.presentation.narration import TELLERS
from games.titles.battleships.presentation.prompts import HINTS
from games.titles.battleships.presentation.reading import points
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.scenario.setup import set_up_form
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events import AnyEvent
from games.titles.battleships.state.events.gunnery import Damaged, Fired, Modifier
from games.titles.battleships.state.events.movement import Moved
from games.titles.battleships.state.events.scenario import Decided
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.boards import WORDS, crowded, marked, quiet, samples
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea
from tests.titles.pictures import LANGUAGES, RAW, assert_a_sentence

"""What no player should ever read: an id, a missing value, a hole in a sentence."""
BOARDS: dict[str, Callable[[], Board]] = {"quiet": quiet, "marked": marked, "crowded": crowded}


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


# --- labels


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_box_has_a_name_of_its_own(language: str) -> None:
    units = {unit.id for battle in BOX.battles.values() for side in battle.units for unit in battle.fleet(side)}
    shore = {battery.id for battle in BOX.battles.values() for battery in battle.batteries}
    ids = sorted({*BOX.counters, *units, *shore})
    names = [WORDS.label(name).get(language) for name in ids]
    assert not [name for name in names if RAW.search(name)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("value", "en", "ja"),
    [
        ("hood", "Hood (BC)", "フッド（BC）"), ("gb_dd", "British destroyers", "イギリス駆逐隊"),
        ("gb_dd_2", "British destroyers 2", "イギリス駆逐隊2"), ("british", "British", "イギリス軍"),
        ("el_hank", "El Hank battery", "エル・ハンク砲台"), ("2512", "2512", "2512"),
    ],
)  # fmt: skip
def test_labels(value: str, en: str, ja: str) -> None:
    assert WORDS.label(value) == Text(en, ja)


def forms() -> list[Form[Any]]:
    board = at_sea("kongo 2512 A 4 w1", "atago 2612 A 4", "hood 2912 A 4", "gb_dd 2710 A 5", night=True, sight=3)
    options = at_sea("kongo 2512 A 4", "hood 2912 A 4", options=Options(as_proposed=False, flagship=True))
    side = "japanese"
    return [target_form(board, side), torpedo_form(board, side), course_form(board, side), set_up_form(options, side)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_form_has_a_label(language: str) -> None:
    for form in forms():
        for way in getattr(form, "cached_templates", ()):
            for value in (way.verb, *(field.name for field in way.fields), *(v for f in way.fields for v in f.values)):
                label = WORDS.label(value).get(language)
                assert not RAW.search(label), value
                assert label != value or value.isdecimal() or language == "en", value
        said = form.describe(form.example(), language, WORDS.label)
        assert not RAW.search(said), said


def test_every_option_has_a_name_and_a_note() -> None:
    fields = set(Options.__struct_fields__)
    assert set(OPTION_NAMES) == set(OPTION_NOTES) == fields


def test_every_scenario_says_how_it_is_won() -> None:
    assert set(GOALS) == set(SCENARIOS) == set(BOX.battles)


# --- history


def test_every_event_has_a_line() -> None:
    assert set(get_args(AnyEvent)) == set(TELLERS)


@pytest.mark.parametrize(
    ("origin", "way", "en", "ja"),
    [
        ("4203", ("4202", "4201"), "4203 4202 4201,", "4203 4202 4201、"),
        ("4201", ("142100",), "4201 and 1 hex beyond the north edge,", "4201 北端の外へ1ヘックス、"),
        ("5502", ("156102", "157101"), "5502 and 2 hexes beyond the east edge,", "5502 東端の外へ2ヘックス、"),
        ("4234", ("142135", "4234"), "4234 and 1 hex beyond the south edge 4234,", "4234 南端の外へ1ヘックス 4234、"),
        ("156102", ("157101",), "sails 2 hexes beyond the east edge,", "：東端の外へ2ヘックス、"),
    ],
)
def test_a_way_beyond_the_printed_map_is_told_by_its_edge(origin: str, way: tuple[str, ...], en: str, ja: str) -> None:
    event = Moved("hood", origin, way, 2, "A")
    assert en in WORDS.describe_event(event, "en")
    assert ja in WORDS.describe_event(event, "ja")
    assert not any(len(number) == 6 for number in re.findall(r"\d+", WORDS.describe_event(event, "en")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", list(samples()), ids=lambda event: type(event).__name__)
def test_every_event_is_told(event: Any, language: str) -> None:
    line = WORDS.describe_event(event, language)
    assert_a_sentence(line, language)


def test_a_shot_is_told_with_its_whole_reckoning() -> None:
    shot = Fired(
        "hood", "bismarck", 4, 42, 84, (Modifier("under_fire", -2), Modifier("fore_or_aft", -1)), (6, 6), 46, 15, "3:1",
        (6, 5), "2W2S", 4,
    )  # fmt: skip
    assert WORDS.describe_event(shot, "en") == (
        "Hood fires at Bismarck, 4 hexes: attack 42 → 84, dice 6, 6 (under fire −2, ahead or astern −1), 46 points"
        " against 15: 3:1, dice 6, 5; X, die 4: 2W2S."
    )


def test_an_end_is_told_with_its_points() -> None:
    end = Decided("british", "sunk", {"british": 350, "german": 9}, "bismarck")
    assert WORDS.describe_event(end, "en") == "The British have won: Bismarck is sunk (British 58 1/3, Germans 1 1/2)."
    draw = Decided("", "equal", {"british": 6, "german": 6})
    assert WORDS.describe_event(draw, "ja") == "引き分け：同点（イギリス軍 1・ドイツ軍 1）。"


@pytest.mark.parametrize(("sixths", "said"), [(0, "0"), (1, "1/6"), (3, "1/2"), (6, "1"), (110, "18 1/3"), (-0, "0")])
def test_points_are_written_in_sixths(sixths: int, said: str) -> None:
    assert points(sixths) == said


# --- explanations


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(HINTS))
def test_every_kind_of_question_is_explained(kind: str, language: str) -> None:
    ask = Ask(key=kind, kind=kind, seat="british", rule="5.1", prompt=Text("What?", "何を？"), form=forms()[0])
    said = WORDS.explain_question(ask, language)
    assert len(said) > 40
    assert not RAW.search(said)


# --- the board as text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*BOARDS, *SCENARIOS])
def test_text_boards_can_be_read_in_a_mail(name: str, language: str) -> None:
    board = BOARDS[name]() if name in BOARDS else quiet(name)
    for seat in (*board.sides, PUBLIC, UMPIRE):
        text = WORDS.text_board(view(board, seat), language)
        assert not RAW.search(text), RAW.findall(text)
        for line in text.split("\n"):
            assert columns(line) <= 76, line


def test_the_text_board_says_how_ships_are() -> None:
    text = WORDS.text_board(view(crowded(), "japanese"), "en")
    for phrase in (
        "Force Z by night, turn 3 of 14", "BC Kongo", "21/32", "1W2S", "on fire, flagship, repaired 4 of 9, good crew",
        "sunk", "rudder hit, radar destroyed", "Kongo → Repulse", "Star shell over 2822", "Mines: 3015",
    ):  # fmt: skip
        assert phrase in text, phrase


def test_nobody_reads_of_another_sides_mines_and_flag() -> None:
    text = WORDS.text_board(view(crowded(), "british"), "en")
    assert "3015" not in text
    kongo = text[text.index("BC Kongo") :].split("\n")[1]
    assert "flagship" not in kongo


@pytest.mark.parametrize("language", LANGUAGES)
def test_headlines(language: str) -> None:
    assert WORDS.headline(view(quiet(), PUBLIC), language).startswith(SCENARIOS["denmark_strait"].name.get(language))
    for board in (quiet(), crowded()):
        line = WORDS.headline(view(board, PUBLIC), language)
        board.state.over, board.state.winner = True, "british"
        assert WORDS.headline(view(board, PUBLIC), language) != line


def test_damage_is_told_in_words() -> None:
    hit = Damaged("bismarck", 1, 2, 3, 2)
    assert WORDS.describe_event(hit, "en") == "Bismarck takes damage: weapons 1, hull 2 (in all weapons 3, hull 2)."
    assert WORDS.describe_event(hit, "ja") == "ビスマルクの損害：兵装1・船体2（累計 兵装3・船体2）。"
