"""Who stays where he is, as a letter says: who lies still needs no order, who sails on needs one, a convoy sails."""

import pytest
from msgspec import structs

from games.order_text import parse_lines
from games.titles.pq17.orders.setup import Piece, SetUpForm
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.state.state import Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.forms_laid_out import MOVES
from worker.mail.outbound.order_form import list_options, render_order_form

LABELS = MOVES.labels_in_context(PQ17.presentation.labels)


def test_of_a_phase_who_lies_still_is_at_rest_and_who_was_ordered_to_sail_may_stay() -> None:
    assert MOVES.idle_units() == {"a", "pack", "lure", "held"}
    assert MOVES.unit_places()["a"] == ("0408", "narvik")
    said = {name: parse_lines([f"{name} stays where it is"], MOVES, LABELS) for name in ("pack", "b", "s")}
    assert [said["pack"].text, said["b"].text, said["s"].text] == ["pass", "stay b", None]
    assert [one.code for one in said["s"].refused[0].problems] == ["goes_on"]


@pytest.mark.parametrize(("place", "is_there"), [("0408", True), ("0407", False), ("Narvik", False)])
def test_who_stays_is_where_it_is_said_to_stay(place: str, is_there: bool) -> None:
    found = parse_lines([f"Pack remains in {place}."], MOVES, LABELS)
    assert bool(found.idle_units) is is_there


def test_of_a_set_up_whoever_may_be_placed_stands_at_his_usual_place() -> None:
    form = SetUpForm(
        forces=("force_r",), pieces=(Piece("force_r", ("narvik", "tromso")),), anywhere=("d1",), places=("0401",)
    )
    assert form.idle_units() == {"force_r", "d1"}
    assert form.unit_places() == {"force_r": ("narvik",)}
    texts = [parse_lines([f"Force R stays {where}"], form, LABELS).text for where in ("put", "in Narvik", "in Tromso")]
    assert texts == ["pass", "place force_r at=narvik", "place force_r at=tromso"]


def test_a_letter_lists_very_many_hexes_as_ranges_and_leaves_their_names_to_the_map() -> None:
    hexes = tuple(BOX.hexes)
    few = SetUpForm(forces=("d1",), anywhere=("d1",), places=("reykjavik", *hexes[:10]))
    many = structs.replace(few, places=("reykjavik", *hexes))
    written = render_order_form(many, LABELS, "en")
    assert f"reykjavik {hexes[0]}–" in written
    assert max(map(len, written.splitlines())) < 300
    assert "–" not in render_order_form(few, LABELS, "en")
    assert list_options(many, LABELS, "en") == [], "a row that only counts places says nothing"
    assert any(value[:1].isdigit() for value, _ in list_options(few, LABELS, "en"))


def test_who_does_not_sail_before_play_starts_needs_no_plan() -> None:
    port = BOX.ports["reykjavik"].hex
    board = arctic(force("tf", "allied", "task_force", port, "kent", port="reykjavik"))
    board.state.command = {"home_fleet": Points(10), "severny_flot": Points(4)}
    form = structs.replace(plans_form(board, "allied"), start=5, waits=("late",), held={"held": "5.1.8"})
    assert form.idle_units() == {"tf", "late", "held"}
    assert form.unit_places() == {"tf": (port, "reykjavik")}
    found = parse_lines(["tf stays in Reykjavik"], form, form.labels_in_context(PQ17.presentation.labels))
    assert (found.text, len(found.idle_units)) == ("pass", 1)


def test_every_verb_of_a_phase_has_a_name_in_japanese() -> None:
    assert [one for one in MOVES.templates_by_verb if LABELS(one).ja.isascii()] == []
