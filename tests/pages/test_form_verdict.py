"""The bar and the service judge a draft alike, for every form."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client

from games import registry
from games.kernel.errors import GameError
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.text import id_label
from games.models import OpenRequest
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.persistence import serialization
from games.titles.pq17.orders.listening import BlockForm
from pbem.web.pages.order_form import FormEntries, apply_edit, build_form_controls, from_answer, to_answer
from pbem.web.pages.order_form.board_panel import apply_board_action, list_proposals, to_draft
from pbem.web.pages.order_form.form_verdict import find_unchosen_problem, judge_entries, preselect_fixed_values
from pbem.web.pages.order_form.tap_editor import EditorState
from tests.pages.positions import positions
from tests.pages.test_decision import page_of

Plan = tuple[Client, OpenRequest]
OPTIONS = ("emden", "leopard", "wolf")


class Load(Order, frozen=True, tag="load"):
    ships: tuple[str, ...]
    first: tuple[str, ...] = ()
    port: str = ""


class Loading(Orders[Load], frozen=True, kw_only=True, dict=True, tag="test.loading"):
    order_types = (Load,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        first = Field("first", ("oil",), many=True, ordered=True)
        ports = Field("port", ("kiel", "wismar"), required=False)
        return (OrderTemplate("load", (Field("ships", ("emden",), many=True), first, ports), subject="ships"),)


def entries_of(form: Form[Any], answers: tuple[Any, ...]) -> Iterator[FormEntries]:
    """What a page of this form may hold: as it opens, answers, and answers with a row more in which nothing stands."""
    yield preselect_fixed_values(form)
    yield FormEntries()
    for answer in answers[1:]:
        entered = from_answer(form, answer)
        yield entered
        for way in range(min(len(form.cached_templates), 12)) if isinstance(form, Orders) else ():
            yield apply_edit(form, entered, "add", str(way))[0]
            yield apply_edit(form, FormEntries(), "add", str(way))[0]


def accepted(form: Form[Any], entered: FormEntries) -> bool:
    """Whether the button submits the entries."""
    if find_unchosen_problem(form, entered) is not None:
        return False
    try:
        typed = form.accept(msgspec.json.decode(msgspec.json.encode(to_answer(form, entered))))
    except GameError:
        return False
    return not form.needs_confirmation(typed)


def test_the_bar_says_legal_of_exactly_what_the_button_submits() -> None:
    seen = Counter[tuple[str, bool]]()
    for one in positions():
        for entered in entries_of(one.form, one.answers):
            said = judge_entries(one.form, entered, to_draft(one.form, entered))
            assert said.is_accepted == accepted(one.form, entered), (one.name, entered)
            seen[one.title, said.is_accepted] += 1
    assert all(
        seen[title, said] > 10 for title in ("pirates", "goeben", "battleships", "pq17") for said in (True, False)
    )


@pytest.mark.parametrize(
    ("form", "opened"),
    [
        (Choose(options=("emden",)), ("emden",)),
        (BlockForm(options=("emden",)), ("emden",)),
        (Choose(options=OPTIONS), ()),
        (MayChoose(options=()), ("",)),
        (MayChoose(options=("emden",)), ()),
        (ChooseSome(options=OPTIONS, least=3, most=3), OPTIONS),
        (ChooseSome(options=OPTIONS, least=2, most=3), ()),
        (ChooseSome(options=(), most=0), ()),
        (Arrange(options=OPTIONS), ()),
        (Share(limits={"emden": 2, "wolf": 2}, total=2), ()),
    ],
)
def test_what_leaves_no_choice_is_chosen_when_the_page_opens(form: Form[Any], opened: tuple[str, ...]) -> None:
    assert preselect_fixed_values(form).chosen == opened


def test_in_a_new_order_stands_what_leaves_no_choice() -> None:
    form = Loading()
    entered, _row = apply_edit(form, FormEntries(), "add", "0")
    assert entered.rows[0].values == {"ships": ("emden",), "first": ("oil",)}
    assert accepted(form, entered)
    drawn = build_form_controls(form, id_label, "en", entered)
    assert [choice.chosen for choice in drawn.rows[0].controls[0].choices] == [True]


def bar_of(text: str) -> str:
    return text.split('id="bar"', 1)[1].split("bar-buttons", 1)[0]


@pytest.mark.django_db
def test_what_is_missing_stands_beside_its_field_once_it_was_tried_and_vanishes_when_it_is_mended(plan: Plan) -> None:
    browser, request = plan
    form: Any = serialization.read_question(registry.game_title(request.game), request.question).form
    place = next(index for index, way in enumerate(form.cached_templates) if way.verb == "intercept")
    cards, ships = (field.values for field in form.cached_templates[place].fields[:2])
    page, row = page_of(request), {"row.0.order": str(place)}
    fresh = browser.post(page, {**row, "do": "look"}).content.decode()
    assert 'id="flaws"' in fresh
    assert "aria-invalid" not in fresh, "nobody is told of a fault before it is one"
    assert "bar-good" not in fresh
    refused = browser.post(page, {**row, "do": "submit"})
    assert refused.status_code == 422
    text = refused.content.decode()
    assert 'data-first="f-row-0-card"' in text
    assert '<a href="#f-row-0-card">' in text
    for name in ("card", "ship"):
        assert f'aria-describedby="f-row-0-{name}-p"' in text
        assert f'id="f-row-0-{name}-p"' in text
    half = browser.post(page, {**row, "row.0.card": cards[0], "do": "look", "tried": "1"}).content.decode()
    assert 'id="f-row-0-ship-p"' in half
    assert 'id="f-row-0-card-p"' not in half, "that is mended"
    whole = {**row, "row.0.card": cards[0], "row.0.ship": ships[0], "do": "look", "tried": "1"}
    mended = browser.post(page, whole).content.decode()
    assert "aria-invalid" not in mended
    assert "data-first" not in mended
    assert "bar-good" in mended


def test_no_question_opens_with_a_fault() -> None:
    """A value that is missing is no error before the player has submitted or checked anything."""
    for one in positions():
        for entered in (preselect_fixed_values(one.form), FormEntries()):
            said = judge_entries(one.form, entered, to_draft(one.form, entered))
            assert not said.has_faults, (one.name, said.problems)
        for way in range(len(one.form.cached_templates)) if isinstance(one.form, Orders) else ():
            added = apply_edit(one.form, FormEntries(), "add", str(way))[0]
            said = judge_entries(one.form, added, to_draft(one.form, added))
            assert not any(problem.code == "required" for problem in said.shown_problems(was_submitted=False))


def test_each_proposal_is_marked_as_chosen_once_it_is() -> None:
    seen = set()
    for one in positions():
        for number, proposal in enumerate(one.form.proposals()):
            entered, _hold = apply_board_action(
                one.table, FormEntries(), EditorState(), QueryDict(), "propose", str(number)
            )
            shown = list_proposals(one.table, entered, to_draft(one.form, entered))
            assert shown[number].is_chosen, (one.name, proposal)
            assert not any(button.is_chosen for button in list_proposals(one.table, FormEntries(), []))
            seen.add((one.title, proposal.answer == []))
    assert len(seen) > 4


@pytest.mark.django_db
def test_the_bar_says_what_is_missing_as_an_error_only_once_it_was_tried(plan: Plan) -> None:
    browser, request = plan
    form: Any = serialization.read_question(registry.game_title(request.game), request.question).form
    place = next(index for index, way in enumerate(form.cached_templates) if way.verb == "intercept")
    row = {"row.0.order": str(place)}
    fresh = bar_of(browser.post(page_of(request), {**row, "do": "look"}).content.decode())
    assert 'class="bar-missing"' in fresh
    assert "bar-wrong" not in fresh
    tried = bar_of(browser.post(page_of(request), {**row, "do": "check"}).content.decode())
    assert 'class="bar-wrong"' in tried


@pytest.mark.django_db
def test_the_bar_says_that_nothing_is_ordered_before_the_button_asks_it_back(plan: Plan) -> None:
    browser, request = plan
    text = browser.get(page_of(request)).content.decode()
    assert "bar-good" not in bar_of(text)
    assert "you will be asked to confirm it" in bar_of(text)


@pytest.mark.django_db
def test_no_answer_waits_for_a_bubble_of_the_browser(plan: Plan) -> None:
    browser, request = plan
    text = browser.get(page_of(request)).content.decode()
    assert re.search(r'<form [^>]*id="answer"[^>]* novalidate', text)
    inside = text.split('id="answer"', 1)[1].split("</form>", 1)[0]
    assert not re.search(r"<(?:input|select|textarea)[^>]* (?:required|pattern)\b", inside)


@pytest.mark.parametrize("form", [MayChoose(options=OPTIONS), ChooseSome(options=OPTIONS, least=1, most=2), Arrange(
    options=OPTIONS), Share(limits={"emden": 2, "wolf": 2}, total=2), Choose(options=OPTIONS)])  # fmt: skip
def test_every_control_that_is_wrong_is_described_by_its_problem(form: Form[Any]) -> None:
    entered = FormEntries(numbers={"emden": "9"}) if isinstance(form, Share) else FormEntries(chosen=("nobody",))
    drawn = build_form_controls(
        form, id_label, "en", entered, judge_entries(form, entered, to_answer(form, entered)).problems
    )
    text = render_to_string("pages/_order_rows.html", {"sheet": drawn})
    assert drawn.located_problems
    for flaw in drawn.located_problems:
        assert f'id="{flaw.id}"' in text
    for described in re.findall(r'aria-describedby="([^"]+)"', text):
        assert f'id="{described}"' in text
    assert (drawn.located_problems[0].id == "sheet") or 'aria-describedby="' in text
