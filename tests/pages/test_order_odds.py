"""The odds of an order on the page of a decision and among the answers of an e-mail, before it is submitted."""

import re
from typing import Any

from django.template.loader import render_to_string

from games.kernel.forms import Choose, MayChoose
from games.kernel.odds import Odds, OddsModifier, OddsOutcome
from games.kernel.text import Text, id_label
from games.orders.order_set import Order, Orders, OrderTemplate
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.goeben.rules.day.planning import plan_form
from pbem.web.pages.order_form import build_form_controls, from_answer
from pbem.web.pages.order_form.tap_editor import EditorState, build_card
from tests.titles.battleships.laid_out import at_sea
from tests.titles.goeben.laid_out import at_sea as goeben_at_sea
from worker.mail.outbound.proposals import list_proposals

SHOWN = Odds(
    Text("Evasion", "回避"),
    "3.3.5",
    (OddsOutcome(Text("success", "成功"), 420), OddsOutcome(Text("failure", "失敗"), 580, matters=False)),
    (OddsModifier(Text("damaged", "損傷"), -2, "3.3.5.1"),),
)


def page_of(form: Any, answer: Any, language: str = "en") -> str:
    sheet = build_form_controls(form, id_label, language, from_answer(form, answer))
    return render_to_string("pages/_order_rows.html", {"sheet": sheet, "draft": {}})


class Nothing(Orders[Order], frozen=True, kw_only=True, dict=True, tag="test.nothing"):
    order_types = (Order,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return ()


def test_a_question_without_orders_says_why_it_is_asked() -> None:
    html = page_of(Nothing(), [])
    assert "There is no order that you could give now." in html
    assert "to keep secret what you can do" in html


def test_an_order_opens_to_its_modifiers_with_their_rules() -> None:
    form = target_form(at_sea("hood 2512 A 4", "bismarck 2502 A 4"), "british")
    html = page_of(form, form.parse("target hood at=bismarck"))
    assert '<details class="odds"><summary class="price free" aria-label="' in html
    assert "sunk &lt;1% · damaged 49%" in html
    assert "<li>−1 ahead or astern (rule 5.7)</li>" in html
    assert "no effect" in html


def test_each_option_shows_its_odds_and_so_does_choosing_none() -> None:
    html = page_of(MayChoose(options=("break_contact",), odds={"break_contact": (SHOWN,), "": (SHOWN,)}), None)
    assert html.count(">Evasion: success 42% · −2 damaged 3.3.5.1<") == 2
    assert html.count("<li>−2 damaged (rule 3.3.5.1)</li>") == 2
    assert '<details class="odds">' not in page_of(Choose(options=("a", "b")), "a")


def test_a_tap_shows_the_odds_before_the_option_is_taken() -> None:
    form = Choose(options=("evade", "stay"), odds={"evade": (SHOWN,)})
    card = build_card(form, None, EditorState(tapped="evade"), id_label, "en")
    assert card is not None
    assert [line for offer in card.suggested_edits for line in offer.lines if "42%" in line]


def test_a_way_shows_its_chances_and_says_what_its_number_means() -> None:
    form = plan_form(goeben_at_sea(), "commander")
    state = EditorState(tapped="cyclades_w", acting=("goeben",))
    card = build_card(form, [], state, id_label, "en")
    assert card is not None
    assert any("engines lose a box 33%" in line for line in card.suggested_edits[0].lines)
    courses = course_form(at_sea("hood 2512 A 4", "bismarck 2502 A 4"), "british")
    hand = {"card": build_card(courses, [], EditorState(tapped="2510", acting=("hood",)), id_label, "en")}
    html = render_to_string("pages/_card.html", {"hand": {**hand, "hold": EditorState()}})
    assert re.search(r'<span class="price[^"]*">cost \d</span>', html), html


def test_the_answers_of_an_email_have_their_odds_where_they_are_few() -> None:
    form = Choose(options=("evade", "stay"), odds={"evade": (SHOWN,)})
    evade, stay = list_proposals(form, id_label, "en")
    assert evade.description.endswith("(success 42% · −2 damaged 3.3.5.1)")
    assert "%" not in stay.description
    one = target_form(at_sea("hood 2512 A 4", "bismarck 2502 A 4"), "british")
    assert any("damaged 49%" in each.description for each in list_proposals(one, id_label, "en"))
    ships = ("hood 2512 A 4", "renown 2612 A 4", "norfolk 2712 A 4", "bismarck 3512 A 4")
    many = list_proposals(target_form(at_sea(*ships), "british"), id_label, "en")
    assert ["%" in each.description for each in many if len(each.lines) == 3] == [False]
