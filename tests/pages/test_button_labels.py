"""Labels of buttons: each names its unit, and no two on a page are alike, in any language."""

import re
from collections import Counter
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.kernel.text import id_label
from games.order_editor import order_edits
from games.orders.order_set import Orders
from pbem.web.pages.order_form import FormEntries, apply_edit, build_form_controls, from_answer
from pbem.web.pages.order_form.board_panel import build_board_panel, to_draft
from pbem.web.pages.order_form.tap_editor import apply_tap
from tests.pages.positions import Position, positions, some
from tests.pages.test_form_verdict import Loading

LANGUAGES = ("en", "ja")


def buttons(html: str) -> list[tuple[str, str]]:
    """The accessible name of every button and fold, and what the button sends."""
    found = []
    for kind, tag, inside in re.findall(r"<(button|summary)([^>]*)>(.*?)</\1>", html, re.S):
        label = re.search(r'aria-label="([^"]*)"', tag)
        name = unescape(label[1] if label else " ".join(re.sub(r"<[^>]+>", " ", inside).split()))
        value = re.search(r'value="([^"]*)"', tag)
        found.append((name, value[1] if value else kind))
    return found


def shown(one: Position, answer: Any, language: str) -> tuple[Any, list[tuple[str, str]]]:
    """The sheet of an answer, and its buttons."""
    entered = from_answer(one.form, answer) if answer is not None else FormEntries()
    with translation.override(language):
        drawn = build_form_controls(one.form, one.table.labels, language, entered)
        hand = build_board_panel(replace(one.table, language=language), entered, one.selected(0)[0])
        return drawn, buttons(render_to_string("pages/_order_rows.html", {"sheet": drawn, "hand": hand}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_buttons_of_a_sheet_sound_alike_and_each_names_its_unit(language: str) -> None:
    named = Counter[str]()
    for one in positions():
        for answer in one.answers[:3]:
            drawn, found = shown(one, answer, language)
            alike = [name for name, count in Counter(name for name, _ in found).items() if count > 1]
            assert not alike, (one.name, alike)
            if not isinstance(one.form, Orders):
                continue
            by_number = {row.number: row for row in drawn.rows}
            for name, sent in found:
                verb, _colon, place = sent.partition(":")
                if verb in ("remove", "up", "down") or (verb in ("earlier", "later", "drop", "more", "less")):
                    row = by_number[int(place.split(".")[0])]
                    assert row.about in name, (one.name, name)
                    named[one.title] += 1
                elif verb == "add":
                    way = one.form.cached_templates[int(place)]
                    units = next((f.values for f in way.fields if f.name == way.subject), ())
                    for unit in units if len(units) <= 3 else ():
                        assert one.table.labels(unit).get(language) in name, (one.name, name)
                        named[one.title] += 1
    assert min(named[title] for title in ("pirates", "goeben", "battleships", "pq17")) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_row_is_called_names_who_carries_it_out(language: str) -> None:
    for one in positions():
        if not isinstance(one.form, Orders):
            continue
        drawn, _found = shown(one, one.answers[1], language)
        assert len({row.about for row in drawn.rows}) == len(drawn.rows)
        for row, order in zip(drawn.rows, order_edits.orders_in(one.answers[1]), strict=True):
            way = order_edits.template_of(one.form, order)
            for who in order_edits.subjects_of(way, order) if way is not None else ():
                assert one.table.labels(who).get(language) in row.about


def test_no_two_offers_of_a_card_sound_alike() -> None:
    seen = 0
    for one in positions():
        raw = to_draft(one.form, from_answer(one.form, one.answers[1]))
        for state in one.selected(1):
            for value in some(one.name, one.drawn(), 4):
                hand = build_board_panel(
                    one.table, from_answer(one.form, one.answers[1]), apply_tap(one.form, state, value)
                )
                names = [name for name, _ in buttons(render_to_string("pages/_card.html", {"hand": hand}))]
                alike = [name for name, count in Counter(names).items() if count > 1]
                assert not alike, (one.name, value, alike, raw)
                seen += len(names) > 1
    assert seen > 50


def test_the_button_of_a_menu_says_what_and_who() -> None:
    entered, _row = apply_edit(Loading(), FormEntries(), "add", "0")
    with translation.override("en"):
        text = render_to_string(
            "pages/_order_rows.html", {"sheet": build_form_controls(Loading(), id_label, "en", entered)}
        )
    names = [name for name, _ in buttons(text)]
    assert "+ load: emden" in names
    assert "Remove order 1 · load: emden" in names
