"""Taps on everything on the pictures: what the first offer keeps, and the reason if there is none."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.kernel.errors import Malformed
from games.kernel.text import Text
from games.order_editor import order_edits
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from pbem.web.pages.order_form import from_answer
from pbem.web.pages.order_form.board_panel import to_draft
from pbem.web.pages.order_form.problem_names import ProblemNamer
from pbem.web.pages.order_form.tap_editor import (
    Card,
    EditorState,
    apply_tap,
    build_card,
    find_default_edit,
    is_applicable,
    list_actors,
    list_suggested_edits,
)
from tests.pages.positions import Position, positions, some
from tests.sampling import rest_thorough

TITLES = ("pirates", "goeben", "battleships", "pq17")
Tap = tuple[Position, Any, EditorState]
TAPS = {"battleships": 20}
"""Places that are tapped for each draft; 8 elsewhere. Most places of the sea are hexes without a ship."""


def tapped() -> Iterator[Tap]:
    """Taps on some of the things of every position, with nobody selected and with somebody, on drafts of all sorts."""
    for one in positions():
        for place, answer in enumerate(one.answers[:3]):
            raw = to_draft(one.form, from_answer(one.form, answer)) if answer is not None else None
            for state in one.selected(2):
                for value in some(f"{one.name} {place}", one.drawn(), TAPS.get(one.title, 8)):
                    yield one, raw, apply_tap(one.form, state, value)


def names_of(form: Any, order: Any) -> set[str]:
    way = order_edits.template_of(form, order)
    return {*order_edits.subjects_of(way, order)} if way is not None else set()


def keeps(before: Any, after: Any) -> bool:
    """Whether an order still has all values that it had, in their order; units may have joined it."""
    return bool(before["order"] == after["order"]) and all(
        [one for one in order_edits.values_in(after, name) if one in order_edits.values_in(before, name)]
        == list(order_edits.values_in(before, name))
        for name in before
        if name != "order"
    )


def test_the_first_offer_keeps_all_orders_of_other_units() -> None:
    seen = Counter[str]()
    for one, raw, state in tapped():
        if not isinstance(one.form, Orders):
            continue
        first = find_default_edit(one.form, raw, state, list_suggested_edits(one.form, raw, state, one.table.labels))
        if first is None:
            continue
        mine, after = {state.tapped, *state.acting}, list(first.answer)
        for order in order_edits.orders_in(raw):
            names = names_of(one.form, order)
            if not names or names & mine:
                continue
            assert any(keeps(order, other) for other in after), (one.name, state, order, first.text.en)
            seen[one.title] += 1
    assert min(seen[title] for title in TITLES) > 20, seen


def test_a_tap_that_orders_nothing_says_why_and_by_which_rule() -> None:
    """In both languages; of what a rule withholds or puts out of reach with its number."""
    seen, ruled = Counter[str](), Counter[str]()
    for one, raw, state in tapped():
        if list_suggested_edits(one.form, raw, state, one.table.labels):
            continue
        for language in ("en", "ja"):
            card: Any = build_card(one.form, raw, state, one.table.labels, language)
            assert isinstance(card, Card)
            assert card.unavailable_reasons, (one.name, state)
            assert all(why.message.strip(" :：") for why in card.unavailable_reasons)
        seen[one.title] += 1
        ruled[one.title] += any(why.rule for why in card.unavailable_reasons)
    assert min(seen[title] for title in TITLES) > 20, seen
    assert min(ruled[title] for title in ("battleships", "pq17", "pirates")) > 5, ruled


def meaning(form: Any, raw: Any) -> Any:
    """The answer that the server reads, or the words as they stand."""
    try:
        return form.write(form.read(raw))
    except Malformed:
        return raw


def test_no_two_offers_of_a_card_mean_the_same_and_none_leaves_all_as_it_was() -> None:
    for one, raw, state in tapped():
        offers = list_suggested_edits(one.form, raw, state, one.table.labels)
        meant = [meaning(one.form, offer.answer) for offer in offers]
        assert [other for place, other in enumerate(meant) if other in meant[:place]] == [], (one.name, state)
        assert meaning(one.form, raw) not in meant, (one.name, state)


def test_an_offer_that_is_refused_has_no_colour_of_a_cost() -> None:
    """Also one that contradicts the rest of its order, such as a way past the port that a convoy is bound for."""
    refused = 0
    for one, raw, state in tapped():
        for offer in list_suggested_edits(one.form, raw, state, one.table.labels):
            refused += not is_applicable(offer)
            assert is_applicable(offer) or not offer.band, (one.name, state, offer)
            assert not (is_applicable(offer) and any("must lead" in why.message.en for why in offer.problems))
    assert refused > 20


TWICE = re.compile(r"(（[^（）]+）|\([^()]+\))\s*\1")


@pytest.mark.parametrize("language", rest_thorough(["en", "ja"]))
def test_no_place_is_named_twice_in_a_row(language: str) -> None:
    """A hex has the name of a nearby place behind its number: 0812 (Narvik). What is named already stays so."""
    seen = 0
    for one, raw, state in tapped():
        card = build_card(one.form, raw, state, one.table.labels, language)
        lines = [line for offer in card.suggested_edits for line in (offer.action, *offer.lines)] if card else []
        if card is not None:
            whys = [why.message for why in card.unavailable_reasons]
            lines += [*whys, *(why.message for offer in card.suggested_edits for why in offer.problems)]
        assert [line for line in lines if TWICE.search(line)] == []
        names = ProblemNamer(one.form, one.table.labels, language)
        for value in some(one.name, [value for value in one.form.values() if value.isdecimal()], 5):
            label = one.table.labels(value).get(language)
            quoted = names.name_text(f"「{value}」へは航路がありません。")
            assert not TWICE.search(quoted), quoted
            assert names.name_text(f"{label} · x") == f"{label} · x"
            seen += "(" in label or "（" in label
    assert seen > 20


def test_a_hex_that_a_ship_cannot_reach_is_refused_by_the_rule_of_her_speed() -> None:
    for one in positions():
        if " courses " in one.name:
            state = one.selected(1)[1]
            far = max(one.drawn(), key=lambda value: value.isdecimal() and value not in one.form.values())
            (why,) = one.form.no_edit_reasons(far, state.acting, one.table.labels)
            assert why.rule == "7.3"
            assert one.table.labels(state.acting[0]).en in why.message.en
            assert "out of reach" in why.message.en
            assert "届きません" in why.message.ja
            return
    raise AssertionError("no courses")


# --- a small form


class Aim(Order, frozen=True, tag="aim"):
    ship: str
    at: str


class Aims(Orders[Aim], frozen=True, kw_only=True, dict=True, tag="test.aims"):
    order_types = (Aim,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(
            OrderTemplate("aim", (Field("ship", (ship,)), Field("at", ("foe", "other"))), subject="ship")
            for ship in "ab"
        )

    def max_orders(self) -> int:
        return 2


def labels(value: str) -> Text:
    return Text(value.title(), value.upper())


FULL = [{"order": "aim", "ship": "a", "at": "foe"}, {"order": "aim", "ship": "b", "at": "foe"}]


def test_with_nobody_selected_the_target_of_another_is_not_changed_by_a_second_tap() -> None:
    form, state = Aims(), EditorState(tapped="other")
    offers = list_suggested_edits(form, FULL[:1], state, labels)
    assert offers[0].kind == "new", "an order more stands before a change of one"
    first = find_default_edit(form, FULL, state, list_suggested_edits(form, FULL, state, labels))
    assert first is None, "each offer would change somebody's target"
    card = build_card(form, FULL, state, labels, "en")
    assert card is not None
    assert card.suggested_edits[0].changes == ("A",), "the button says whose"


def test_no_order_is_dropped_to_make_room_for_another() -> None:
    for acting in ("a", "b"):
        for offer in list_suggested_edits(Aims(), FULL, EditorState(tapped="other", acting=(acting,)), labels):
            assert len(offer.answer) == 2


@pytest.mark.parametrize(("focus", "taken"), [(0, True), (-1, False)])
def test_the_order_that_is_being_written_may_change(focus: int, taken: bool) -> None:
    form, state = Aims(), EditorState(tapped="other", focus=focus)
    offers = list_suggested_edits(form, FULL, state, labels)
    assert (find_default_edit(form, FULL, state, offers) is not None) is taken


# --- everyday orders before those that are seldom given


def test_an_order_that_is_seldom_given_is_neither_first_nor_taken_by_a_second_tap() -> None:
    seen = Counter[bool]()
    for one in positions():
        if not isinstance(one.form, Orders):
            continue
        rare = {way.verb for way in one.form.cached_templates if way.is_rare}
        everyday = {way.verb for way in one.form.cached_templates if not way.is_rare}
        for unit in some(one.name, list(list_actors(one.form)), 6):
            state = apply_tap(one.form, EditorState(), unit)
            offers = list_suggested_edits(one.form, [], state, one.table.labels)
            verbs = [offer.answer[-1]["order"] for offer in offers if offer.kind == "new" and is_applicable(offer)]
            usual = [verb in everyday for verb in verbs]
            assert usual == sorted(usual, reverse=True), (one.name, unit, verbs)
            first = find_default_edit(one.form, [], state, offers)
            assert first is None or first.answer[-1]["order"] in everyday
            seen[bool(verbs) and verbs[0] in rare - everyday] += 1
    assert seen[True]
    assert seen[False] > 20


def test_a_unit_with_seldom_orders_only_says_what_bars_the_others() -> None:
    said = 0
    for one in positions():
        barred = one.form.unavailable_templates() if isinstance(one.form, Orders) else ()
        units = {bar.value for way in barred for field in way.fields[:1] for bar in field.unavailable}
        for unit in sorted(units & set(list_actors(one.form))):
            state = apply_tap(one.form, EditorState(), unit)
            card = build_card(one.form, [], state, one.table.labels, "en")
            offers = list_suggested_edits(one.form, [], state, one.table.labels)
            everyday = {way.verb for way in one.form.cached_templates if not way.is_rare}
            assert card is not None
            if offers and not any(offer.answer[-1]["order"] in everyday for offer in offers):
                assert card.unavailable_reasons, (one.name, unit)
                assert all(why.rule for why in card.unavailable_reasons)
                said += 1
    assert said
