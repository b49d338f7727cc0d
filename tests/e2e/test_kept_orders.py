"""What is entered on a decision page is not lost in a real browser: reload, Back, log-out, second window, old token."""

from typing import Any

import msgspec
import pytest

from games.models import OpenRequest, SealedAnswer, WorkingDraft
from tests.e2e.conftest import Lend, log_in, settled, turned

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SAVED = "Saved, not submitted"
HELD = "Object.keys(sessionStorage).filter((one) => one.startsWith('orders:'))"
NONSENSE = "intercept nothing at all"


def open_plan(page: Any, plan: OpenRequest) -> None:
    log_in(page, plan.seat.player.username)
    page.goto(f"/decisions/{plan.pk}/")


def intercept(page: Any) -> tuple[str, str]:
    """Give an order by the form; the card and the ship that were chosen."""
    page.get_by_role("button", name="+ Intercept").click()
    page.locator("#row-0").wait_for()
    for name in ("card", "ship"):
        page.get_by_label(name, exact=True).select_option(index=1)
        settled(page)
    return chosen(page)


def chosen(page: Any) -> tuple[str, str]:
    """What the first row holds."""
    fields = [page.locator(f"[name='row.0.{name}']") for name in ("card", "ship")]
    return fields[0].input_value(), fields[1].input_value()


def type_in(page: Any, text: str) -> None:
    """Type orders, and stay in the field."""
    if not page.locator("#text").is_visible():
        page.get_by_text("Type your orders").click()
    page.locator("#text").fill("")
    page.locator("#text").press_sequentially(text)


def said(page: Any) -> Any:
    return page.locator("#kept .kept-said")


def wait_saved(page: Any) -> None:
    said(page).get_by_text(SAVED).wait_for()
    page.wait_for_function(f"() => {HELD}.length === 0")


def sealed(plan: OpenRequest) -> Any:
    row = SealedAnswer.objects.filter(request=plan).order_by("-revision").first()
    return msgspec.json.decode(bytes(row.answer)) if row and row.answer else None


def test_orders_are_there_after_a_reload_a_link_and_back(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    given = intercept(page)
    page.reload()
    assert chosen(page) == given
    page.goto("/profile/")
    page.go_back()
    assert chosen(page) == given
    assert sealed(plan) is None


def test_typed_text_is_saved_after_a_pause(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    type_in(page, NONSENSE)
    wait_saved(page)
    page.reload()
    assert page.locator("#text").input_value() == NONSENSE
    assert page.locator("#text").is_visible()


@pytest.mark.parametrize("how", ["reload", "link"])
def test_text_that_is_not_saved_yet_survives_leaving_the_page(page: Any, plan: OpenRequest, how: str) -> None:
    """Even if the browser tells the server only afterwards."""
    open_plan(page, plan)
    page.route("**/draft/", lambda route: route.abort())
    type_in(page, NONSENSE)
    if how == "reload":
        page.reload()
    else:
        page.goto("/profile/")
        page.go_back()
    page.unroute("**/draft/")
    page.wait_for_function(f"() => document.getElementById('text').value === '{NONSENSE}'")
    settled(page)
    page.wait_for_function(f"() => {HELD}.length === 0")
    assert WorkingDraft.objects.count() == 1


def test_it_is_said_when_nothing_can_be_saved(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    page.route("**/draft/", lambda route: route.abort())
    type_in(page, NONSENSE)
    said(page).get_by_text("Not saved yet").wait_for()
    page.unroute("**/draft/")
    page.locator("#text").press_sequentially("!")
    wait_saved(page)


def test_logging_out_saves_first_and_leaves_nothing_in_the_window(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    type_in(page, NONSENSE)
    turned(page, page.get_by_role("button", name="Log out").click)
    assert page.evaluate("sessionStorage.length") == 0
    open_plan(page, plan)
    assert page.locator("#text").input_value() == NONSENSE


def test_another_player_at_the_same_window_finds_nothing(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    copy = f"sessionStorage.setItem('orders:{plan.pk}', JSON.stringify({{player: '0', body: 'text=a+secret'}}))"
    page.evaluate(copy)
    page.reload()
    settled(page)
    assert page.evaluate(HELD) == []
    assert "secret" not in page.locator("#text").input_value()


def log_in_here(page: Any, plan: OpenRequest) -> None:
    page.get_by_label("Name or e-mail address").fill(plan.seat.player.username)
    page.get_by_label("Password").fill("pw")
    turned(page, page.get_by_role("button", name="Log in").click)


def test_an_expired_session_loses_nothing(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    given = intercept(page)
    page.context.clear_cookies(name="sessionid")
    type_in(page, NONSENSE)
    said(page).get_by_text("You were logged out").wait_for()
    turned(page, page.get_by_role("button", name="Submit orders").click)
    assert "You were logged out" in page.locator("main").inner_text()
    log_in_here(page, plan)
    page.wait_for_url(f"**/decisions/{plan.pk}/")
    settled(page)
    assert chosen(page) == given
    assert page.locator("#text").input_value() == NONSENSE
    assert sealed(plan) is None


def test_the_same_without_a_script(plain_page: Any, plan: OpenRequest) -> None:
    open_plan(plain_page, plan)
    turned(plain_page, plain_page.get_by_role("button", name="+ Intercept").click)
    plain_page.get_by_label("card", exact=True).select_option(index=1)
    plain_page.get_by_label("ship", exact=True).select_option(index=1)
    given = chosen(plain_page)
    plain_page.context.clear_cookies(name="sessionid")
    turned(plain_page, plain_page.get_by_role("button", name="Submit orders").click)
    log_in_here(plain_page, plan)
    assert chosen(plain_page) == given
    assert sealed(plan) is None


def test_a_stale_token_shows_the_orders_again(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    given = intercept(page)
    page.context.clear_cookies(name="csrftoken")
    turned(page, page.get_by_role("button", name="Submit orders").click)
    assert "The orders that you entered are still here" in page.locator("#elsewhere").inner_text()
    assert chosen(page) == given
    assert sealed(plan) is None
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")
    assert sealed(plan)[0]["ship"] == given[1]


@pytest.mark.parametrize("scripts", [True, False])
def test_undo_and_redo(lend: Lend, plan: OpenRequest, scripts: bool) -> None:
    page = lend(viewport={"width": 390, "height": 800}, java_script_enabled=scripts)
    press = turned if not scripts else _pressed
    open_plan(page, plan)
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    assert not undo.count(), "without changes a telephone has no row for the buttons"
    press(page, page.get_by_role("button", name="+ Intercept").click)
    assert page.locator("#row-0").count() == 1
    press(page, undo.click)
    assert page.locator("#row-0").count() == 0
    assert undo.is_disabled()
    press(page, redo.click)
    assert page.locator("#row-0").count() == 1
    assert redo.is_disabled()


def _pressed(page: Any, act: Any) -> None:
    with page.expect_response(lambda response: response.request.method == "POST"):
        act()
    settled(page)


def test_undo_by_keys_but_not_while_typing(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    _pressed(page, page.get_by_role("button", name="+ Intercept").click)
    _pressed(page, lambda: page.keyboard.press("Control+z"))
    assert page.locator("#row-0").count() == 0
    _pressed(page, lambda: page.keyboard.press("Control+y"))
    assert page.locator("#row-0").count() == 1
    type_in(page, "abc")
    page.keyboard.press("Control+z")
    wait_saved(page)
    assert page.locator("#row-0").count() == 1, "the field has an undo of its own"


@pytest.fixture
def other(lend: Lend, plan: OpenRequest) -> Any:
    """A second window of the same player."""
    window = lend(viewport={"width": 1000, "height": 800})
    open_plan(window, plan)
    return window


def test_a_second_window_is_told_and_can_take_the_other_orders(page: Any, other: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    given = intercept(page)
    told = other.locator("#elsewhere")
    _pressed(other, other.get_by_role("button", name="+ Intercept").click)
    assert "This page now shows the newest orders" in told.inner_text(), "nothing was changed here"
    assert chosen(other) == given
    _pressed(page, page.get_by_role("button", name="Remove order 1").click)
    if not other.get_by_label("card", exact=True).is_visible():
        other.locator("#row-0 summary").first.click()
    _pressed(other, lambda: other.get_by_label("card", exact=True).select_option(index=2))
    assert "Another window had saved these orders" in told.inner_text()
    assert other.locator("#row-0").count() == 1, "the later change wins"
    _pressed(other, told.get_by_role("button", name="Use the orders of the other window").click)
    assert other.locator("#row-0").count() == 0


def test_typed_orders_fill_the_form_and_are_sent_by_its_button(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    card, ship = intercept(page)
    _pressed(page, page.get_by_role("button", name="Remove order 1").click)
    type_in(page, f"intercept {card} ship={ship}")
    _pressed(page, lambda: page.keyboard.press("Tab"))
    assert chosen(page) == (card, ship), "what was typed shows in the rows"
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")
    assert sealed(plan) == [{"order": "intercept", "card": card, "ship": ship}]
    assert page.evaluate(HELD) == []
    assert not WorkingDraft.objects.exists()


def test_refused_text_stays_and_its_error_is_beside_it(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    given = intercept(page)
    type_in(page, NONSENSE)
    turned(page, page.get_by_role("button", name="Submit orders").click)
    assert page.locator("#typed .problem").first.is_visible()
    assert page.locator("#text").input_value() == NONSENSE
    assert chosen(page) == given
    assert sealed(plan) is None
