"""The page behind a mail's link: any title's decision as a form, without JavaScript."""

import re
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, OpenRequest, Player, SealedAnswer
from games.services.resolve.advance import do_resolve
from pbem.previews.processes import preview_slots
from pbem.previews.slots import MAX_PER_PLAYER
from tests.table import answer, asked

pytestmark = pytest.mark.django_db

Plan = tuple[Client, OpenRequest]


def page_of(request: OpenRequest) -> str:
    return reverse("decision", args=[request.pk])


def sealed(request: OpenRequest) -> Any:
    """The answer that stands, as JSON; None if none does."""
    request.refresh_from_db()
    if not request.revision:
        return None
    row = SealedAnswer.objects.get(request=request, revision=request.revision)
    return msgspec.json.decode(bytes(row.answer)) if row.answer is not None else None


def options(text: str) -> list[str]:
    return re.findall(r'type="radio" name="choice" value="([^"]+)"', text)


def test_a_choice_is_made_confirmed_changed_and_taken_back(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    first, second, *_ = options(as_anna.get(page_of(request)).content.decode())
    response = as_anna.post(page_of(request), {"do": "submit", "choice": first, "revision": "0"})
    assert response["Location"] == reverse("receipt", args=[request.pk])
    receipt = as_anna.get(response["Location"]).content.decode()
    assert first in receipt
    assert "Orders received" in receipt
    changed = as_anna.post(page_of(request), {"do": "submit", "choice": second, "revision": "1"})
    assert changed.status_code == 302
    assert sealed(request) == second
    as_anna.post(reverse("take_back", args=[request.pk]))
    assert sealed(request) is None


def test_get_never_acts(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    choice = options(as_anna.get(page_of(request)).content.decode())[0]
    as_anna.get(page_of(request), {"do": "submit", "choice": choice})
    assert as_anna.get(reverse("take_back", args=[request.pk])).status_code == 405
    assert sealed(request) is None


def test_checking_says_how_it_is_understood_and_keeps_nothing(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    choice = options(as_anna.get(page_of(request)).content.decode())[0]
    text = as_anna.post(page_of(request), {"do": "check", "choice": choice}).content.decode()
    assert "These orders are valid" in text
    assert sealed(request) is None


@pytest.mark.parametrize("given", [{}, {"choice": "c99"}, {"choice": ""}])
def test_an_illegal_choice_is_refused_with_its_problem(as_anna: Client, running: Game, given: dict[str, str]) -> None:
    request = asked(running, "red")
    response = as_anna.post(page_of(request), {"do": "submit", **given})
    assert response.status_code == 422
    assert 'class="problem"' in response.content.decode()
    assert sealed(request) is None


def test_it_can_be_kept_as_a_draft(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    choice = options(as_anna.get(page_of(request)).content.decode())[0]
    as_anna.post(page_of(request), {"do": "draft", "choice": choice})
    request.refresh_from_db()
    assert (request.revision, request.ready) == (1, False)
    assert "Your draft is kept" in as_anna.get(reverse("receipt", args=[request.pk])).content.decode()


@pytest.mark.parametrize("timed", [True, False])
def test_a_draft_counts_at_the_deadline_only_where_there_is_one(as_anna: Client, running: Game, timed: bool) -> None:
    request = asked(running, "red")
    if not timed:
        OpenRequest.objects.filter(pk=request.pk).update(due_at=None)
    choice = options(as_anna.get(page_of(request)).content.decode())[0]
    as_anna.post(page_of(request), {"do": "draft", "choice": choice})
    for url in (page_of(request), reverse("receipt", args=[request.pk])):
        text = as_anna.get(url).content.decode()
        assert ("at the deadline" in text) is timed
        assert ("There is no deadline: the draft counts only when you submit it." in text) is not timed


def test_an_answer_changed_elsewhere_is_not_overwritten(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    first, second, *_ = options(as_anna.get(page_of(request)).content.decode())
    answer(running, "red", first)
    response = as_anna.post(page_of(request), {"do": "submit", "choice": second, "revision": "0"})
    assert response.status_code == 412
    assert sealed(request) == first
    assert 'name="revision" value="1"' in response.content.decode()


def test_what_another_window_answered_stands_beside_what_was_written_here(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    first, second, *_ = options(as_anna.get(page_of(request)).content.decode())
    answer(running, "red", first)
    text = as_anna.post(page_of(request), {"do": "submit", "choice": second, "revision": "0"}).content.decode()
    other = text.split('<section class="card replaced"', 1)[1].split("</section>", 1)[0]
    assert f"<li>{first}</li>" in other
    assert second not in other
    assert re.search(rf'value="{second}"[^>]* checked', text), "what was written here is kept"
    again = as_anna.post(page_of(request), {"do": "submit", "choice": second, "revision": "1"})
    assert again.status_code == 302
    assert sealed(request) == second


def test_an_answer_taken_back_elsewhere_is_said_to_be(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    choice = options(as_anna.get(page_of(request)).content.decode())[0]
    answer(running, "red", choice)
    as_anna.post(reverse("take_back", args=[request.pk]), {"revision": "1"})
    response = as_anna.post(page_of(request), {"do": "submit", "choice": choice, "revision": "1"})
    assert response.status_code == 412
    assert "none stands now" in response.content.decode()


@pytest.mark.parametrize("window", ["decision", "receipt"])
def test_an_answer_that_another_window_gave_is_not_taken_back_unseen(
    as_anna: Client, running: Game, window: str
) -> None:
    request = asked(running, "red")
    first, second, *_ = options(as_anna.get(page_of(request)).content.decode())
    answer(running, "red", first)
    seen = as_anna.get(reverse(window, args=[request.pk])).content.decode()
    shown = re.search(r'/take-back/".*?name="revision" value="(\d+)"', seen, re.S)
    assert shown is not None
    answer(running, "red", second)
    response = as_anna.post(reverse("take_back", args=[request.pk]), {"revision": shown[1]}, follow=True)
    assert "was changed elsewhere in the meantime" in response.content.decode()
    assert sealed(request) == second
    as_anna.post(reverse("take_back", args=[request.pk]), {"revision": "2"})
    assert sealed(request) is None


@pytest.mark.usefixtures("own_cache")
def test_taps_are_counted_for_each_player(
    as_anna: Client, as_ben: Client, running: Game, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those on the page and those by REST together; looking at the page is free."""
    settings.PBEM_PREVIEWS_PER_MINUTE = 3
    monkeypatch.setattr("pbem.rate_limits.time", SimpleNamespace(time=lambda: 1_000_000.0))
    mine, other = asked(running, "red"), asked(running, "black")
    for _ in range(2):
        assert as_anna.post(page_of(mine), {"do": "look"}).status_code == 200
    rest = f"/api/v1/decisions/{mine.pk}/offers/", {"answer": None, "value": "c01"}
    assert as_anna.post(*rest, content_type="application/json").status_code == 200
    assert as_anna.post(*rest, content_type="application/json").status_code == 429
    assert as_anna.post(page_of(mine), {"do": "look"}).status_code == 429
    assert as_anna.get(page_of(mine)).status_code == 200
    assert as_ben.post(page_of(other), {"do": "look"}).status_code == 200


def test_taps_of_one_player_take_few_places(as_anna: Client, as_ben: Client, anna: Player, running: Game) -> None:
    """The entries are kept, orders can be submitted, and other players go on."""
    mine, other = asked(running, "red"), asked(running, "black")
    first, second, *_ = options(as_anna.get(page_of(mine)).content.decode())
    with ExitStack() as busy:
        for _ in range(MAX_PER_PLAYER):
            busy.enter_context(preview_slots.take(anna.pk))
        assert as_anna.post(page_of(mine), {"do": "look", "choice": second}).status_code == 429
        assert re.search(rf'value="{second}"[^>]* checked', as_anna.get(page_of(mine)).content.decode())
        assert as_ben.post(page_of(other), {"do": "look"}).status_code == 200
        assert as_anna.post(page_of(mine), {"do": "submit", "choice": first}).status_code == 302
    assert as_anna.post(page_of(mine), {"do": "look"}).status_code == 200
    assert sealed(mine) == first


def test_a_closed_decision_takes_nothing(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    choice = options(as_anna.get(page_of(request)).content.decode())[0]
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    response = as_anna.post(page_of(request), {"do": "submit", "choice": choice})
    assert response.status_code == 409
    text = as_anna.get(page_of(request)).content.decode()
    assert "This decision is closed" in text
    assert 'value="submit"' not in text


def test_anothers_decision_is_like_one_that_does_not_exist(as_ben: Client, running: Game) -> None:
    """Whatever is tried: the same page, to the letter."""
    foreign, unknown = str(asked(running, "red").pk), str(uuid4())
    for call in (
        lambda which: as_ben.get(reverse("decision", args=[which])),
        lambda which: as_ben.post(reverse("decision", args=[which]), {"do": "submit", "choice": "c01"}),
        lambda which: as_ben.get(reverse("receipt", args=[which])),
        lambda which: as_ben.post(reverse("take_back", args=[which]), follow=True),
    ):
        refused, absent = call(foreign), call(unknown)
        assert refused.status_code == 404
        assert _without_tokens(refused) == _without_tokens(absent)


def _without_tokens(response: Any) -> tuple[int, str]:
    return response.status_code, re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1", response.content.decode())


def test_the_text_notation_is_the_alternative(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    choice = options(as_anna.get(page_of(request)).content.decode())[-1]
    wrong = as_anna.post(page_of(request), {"how": "text", "text": "choose x y", "do": "submit"})
    assert wrong.status_code == 422
    assert "choose x y" in wrong.content.decode(), "what was written is kept"
    right = as_anna.post(page_of(request), {"how": "text", "text": f"choose {choice}", "do": "submit"})
    assert right.status_code == 302
    assert sealed(request) == choice


# ---------------------------------------------------------------- order sets


def add_button(text: str, label: str) -> str:
    """What the button sends that adds an order of this name."""
    found = re.search(rf'value="(add:\d+)"[^>]*>\+ {re.escape(label)}', text)
    assert found, label
    return found[1]


def rows_of(text: str) -> dict[str, str]:
    """The hidden fields of the rows on a page."""
    return dict(re.findall(r'type="hidden" name="(row\.[^"]+)" value="([^"]*)"', text))


def first_option(text: str, name: str) -> str:
    select = text.split(f'name="{name}"', 1)[1].split("</select>", 1)[0]
    return re.findall(r'<option value="([^"]+)"', select)[0]


def test_orders_are_added_row_by_row_and_submitted(plan: Plan) -> None:
    browser, request = plan
    text = browser.get(page_of(request)).content.decode()
    assert "No orders yet" in text
    text = browser.post(page_of(request), {"do": add_button(text, "Intercept")}).content.decode()
    given = rows_of(text)
    assert given["row.0.order"] == "0"
    refused = browser.post(page_of(request), {**given, "do": "submit"})
    assert refused.status_code == 422
    assert refused.content.decode().count('aria-invalid="true"') == 2, "the card and the ship"
    card, ship = first_option(text, "row.0.card"), first_option(text, "row.0.ship")
    given |= {"row.0.card": card, "row.0.ship": ship, "revision": "0"}
    assert browser.post(page_of(request), {**given, "do": "submit"}).status_code == 302
    assert sealed(request) == [{"order": "intercept", "card": card, "ship": ship}]


def test_rows_are_moved_and_removed_by_buttons(plan: Plan) -> None:
    browser, request = plan
    given = {"row.0.order": "0", "row.0.card": "x", "row.1.order": "0", "row.1.card": "y"}
    text = browser.post(page_of(request), {**given, "do": "down:0"}).content.decode()
    assert 'id="row-1"' in text
    text = browser.post(page_of(request), {**given, "do": "remove:0"}).content.decode()
    assert 'id="row-0"' in text
    assert 'id="row-1"' not in text
    assert sealed(request) is None


def test_a_conflict_between_orders_names_the_rule(plan: Plan) -> None:
    browser, request = plan
    text = browser.post(page_of(request), {"do": "add:0"}).content.decode()
    card, ship = first_option(text, "row.0.card"), first_option(text, "row.0.ship")
    given = {"row.0.order": "0", "row.0.card": card, "row.0.ship": ship}
    twice = given | {name.replace("row.0", "row.1"): value for name, value in given.items()}
    response = browser.post(page_of(request), {**twice, "do": "submit"})
    assert response.status_code == 422
    assert 'class="rule">Rule 3.' in response.content.decode()


def test_the_answer_that_stands_is_on_the_form(plan: Plan) -> None:
    browser, request = plan
    text = browser.post(page_of(request), {"do": "add:0"}).content.decode()
    card, ship = first_option(text, "row.0.card"), first_option(text, "row.0.ship")
    given = {"row.0.order": "0", "row.0.card": card, "row.0.ship": ship, "do": "submit"}
    browser.post(page_of(request), given)
    text = browser.get(page_of(request)).content.decode()
    assert f'<option value="{card}" selected>' in text
    assert f"intercept {card} ship={ship}" in text, "and in the notation"


def test_cards_are_put_in_order_by_buttons(plan: Plan) -> None:
    browser, request = plan
    text = browser.get(page_of(request)).content.decode()
    text = browser.post(page_of(request), {"do": add_button(text, "Discard in this order")}).content.decode()
    first, second = rows_of(text), first_option(text, "row.0.cards")
    text = browser.post(page_of(request), {**first, "row.0.cards": second, "do": "look"}).content.decode()
    third = first_option(text, "row.0.cards")
    text = browser.post(page_of(request), {**first, "row.0.cards": [second, third], "do": "look"}).content.decode()
    up = re.search(r'value="(earlier:[^"]+)"', text)
    assert up
    text = browser.post(page_of(request), {**first, "row.0.cards": [second, third], "do": up[1]}).content.decode()
    cards = re.findall(r'type="hidden" name="row.0.cards" value="([^"]+)"', text)
    assert cards == [third, second]
    browser.post(page_of(request), {**first, "row.0.cards": cards, "do": "submit"})
    assert sealed(request) == [{"order": "discard", "cards": cards}]


def test_a_turn_that_would_pass_unused_is_asked_back_once(plan: Plan) -> None:
    browser, request = plan
    refused = browser.post(page_of(request), {"do": "submit"})
    assert refused.status_code == 422
    assert 'value="submit:confirmed"' in refused.content.decode()
    assert sealed(request) is None
    browser.post(page_of(request), {"do": "submit:confirmed"})
    assert sealed(request) == []


def test_the_same_in_writing(plan: Plan) -> None:
    browser, request = plan
    refused = browser.post(page_of(request), {"how": "text", "text": "pass", "do": "submit"})
    assert refused.status_code == 422
    assert refused.content.decode().count('value="submit:confirmed"') == 1
    browser.post(page_of(request), {"how": "text", "text": "pass", "do": "submit:confirmed"})
    assert sealed(request) == []


@pytest.mark.parametrize(
    "do",
    [
        "add:999",
        "add:x",
        "remove:7",
        "up:0",
        "down:",
        "nonsense",
        "",
        "take:0",
        "take:x",
        "propose:9",
        "zoom:7",
        "place",
        "close",
        "drop:0.0.0",
    ],
)
def test_buttons_that_do_not_exist_do_nothing(plan: Plan, do: str) -> None:
    browser, request = plan
    assert browser.post(page_of(request), {"do": do}).status_code in (200, 422)
    assert sealed(request) is None


def test_a_whole_hand_of_orders_stays_below_the_limit_of_a_request(plan: Plan) -> None:
    browser, request = plan
    given = {}
    for number in range(30):
        given |= {f"row.{number}.order": "0", f"row.{number}.card": "c" * 30, f"row.{number}.ship": "s" * 30}
    assert browser.post(page_of(request), {**given, "do": "check"}).status_code == 422
