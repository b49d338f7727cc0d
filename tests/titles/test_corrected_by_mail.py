"""Corrections within an e-mail, in the forms of the titles: the last word counts, or nothing does."""

from typing import Any

import pytest

from games.kernel.forms import Form
from games.order_text import ParsedOrders, parse_lines
from games.order_text.corrections import CORRECTION_UNCLEAR
from games.titles.pq17.state.state import Points
from tests.titles.battleships.test_order_text import courses, targets
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.test_order_text import PhaseForm, moves_part


@pytest.fixture(scope="module")
def phase() -> PhaseForm:
    """A pack and a task force of the Axis at sea, Scheer in Narvik."""
    board = arctic(
        force("pack_1", "axis", "wolfpack", "0715", "ss_german 3"),
        force("tf", "axis", "task_force", "0714", "tirpitz", "dd_36a 3"),
        force("scheer", "axis", "task_force", BOX.ports["narvik"].hex, "admiral_scheer", port="narvik"),
    )
    board.state.command = {"gruppe_nord": Points(10)}
    return PhaseForm(forces=("pack_1", "tf", "scheer"), moves=moves_part(board, "axis"))


def read(title: str, form: Form[Any], *lines: str) -> ParsedOrders:
    return parse_lines(lines, form, form.labels_in_context(load(title).presentation.labels))


def is_asked_back(found: ParsedOrders) -> bool:
    codes = {problem.code for one in found.refused for problem in one.problems}
    return found.text is None and not found.idle_units and CORRECTION_UNCLEAR in codes


@pytest.mark.parametrize(
    "lines",
    [
        ["move Wolfpack 1 to 0615", "No wait, move Wolfpack 1 to North Cape"],
        ["move Wolfpack 1 to 0615. Sorry, I meant: move Wolfpack 1 to North Cape."],
        ["Wolfpack 1 moves to 0615.", "Scratch that. Wolfpack 1 moves to North Cape."],
        ["move Wolfpack 1 to 0615", "Sorry! move Wolfpack 1 to North Cape"],
        ["移動 pack_1 way=0615", "すみません、訂正です。", "移動 pack_1 way=ノールカップ"],
        ["移動 pack_1 way=0615", "いや、移動 pack_1 way=ノールカップ"],
    ],
)
def test_a_force_goes_where_it_was_sent_last(phase: PhaseForm, lines: list[str]) -> None:
    found = read("pq17", phase, *lines)
    assert (found.text, found.refused) == ("move pack_1 way=0716", ())


def test_other_forces_keep_their_orders(phase: PhaseForm) -> None:
    lines = ["move Wolfpack 1 to 0615", "move tf to Narvik", "Actually, move Wolfpack 1 to North Cape"]
    assert read("pq17", phase, *lines).text == "move pack_1 way=0716\nmove tf way=0813 enters=narvik"


@pytest.mark.parametrize(
    "lines",
    [
        ["move Wolfpack 1 to 0615, no wait, North Cape"],
        ["move Wolfpack 1 to 0615", "I mean the other wolfpack"],
        ["move Wolfpack 1 to 0615", "Sorry, I meant move tf to Narvik"],
        ["Wolfpack 1 moves to 0615. Scratch that."],
        ["Wolfpack 1 moves to 0615. No wait, Wolfpack 1 stays where it is."],
        ["移動 pack_1 way=0615", "間違えました。ノールカップです。"],
    ],
)
def test_half_a_correction_is_asked_back(phase: PhaseForm, lines: list[str]) -> None:
    assert is_asked_back(read("pq17", phase, *lines))


def test_targets_are_corrected() -> None:
    said = ["Hood fires at Bismarck", "Norfolk fires at Bismarck", "No wait, Hood fires at Prinz Eugen"]
    found = read("battleships", targets(), *said)
    assert (found.text or "").split("\n")[0].endswith("prinz_eugen")
    assert len((found.text or "").split("\n")) == 2
    corrected = read("battleships", targets(), "Hood fires at Bismarck, no wait, Prinz Eugen")
    assert corrected.text == "target hood at=prinz_eugen"
    assert is_asked_back(read("battleships", targets(), *said[:2], "No wait, Prinz Eugen"))


def test_courses_in_words_of_ones_own_are_corrected() -> None:
    said = ['steer hood by="ahead 2"', 'Correction: steer hood by="port, ahead 2"']
    assert (read("battleships", courses(), *said).text or "").count("\n") == 0
    assert "port" in (read("battleships", courses(), *said).text or "")
