"""A player at the desk: from the login to the receipt, with and without JavaScript."""

from typing import Any

import pytest

from games.models import Game, OpenRequest
from tests.e2e.conftest import fits, log_in, posted, settled, turned, walk_in

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def open_plan(page: Any, plan: OpenRequest) -> None:
    log_in(page, plan.seat.player.username)
    page.goto(f"/decisions/{plan.pk}/")


def walk(page: Any, plan: OpenRequest) -> None:
    """Come in, submit an order that lacks its ship, see the problem, mend it, submit, read the receipt."""
    walk_in(page, plan.seat.player.username)
    page.locator(".decision a").click()
    page.wait_for_url(f"**/decisions/{plan.pk}/")
    page.get_by_role("button", name="+ Intercept").click()
    page.locator("#row-0").wait_for()
    page.get_by_label("card", exact=True).select_option(index=1)
    settled(page)
    turned(page, page.get_by_role("button", name="Submit orders").click)
    assert page.locator("#row-0 .problem").count() == 1
    assert page.get_by_label("ship", exact=True).get_attribute("aria-invalid") == "true"
    assert page.get_by_label("card", exact=True).input_value() != "", "what was entered is kept"
    page.get_by_label("ship", exact=True).select_option(index=1)
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")
    assert page.get_by_role("heading", name="Orders received").is_visible()
    assert page.locator(".understood li").count() == 1


@pytest.mark.smoke
def test_a_plan_is_refused_mended_and_submitted(page: Any, plan: OpenRequest) -> None:
    walk(page, plan)
    plan.refresh_from_db()
    assert (plan.revision, plan.ready) == (1, True)


def test_a_button_stays_while_it_is_pressed(page: Any, plan: OpenRequest) -> None:
    """Though what was chosen before comes back from the server between press and release."""
    open_plan(page, plan)
    page.get_by_role("button", name="+ Intercept").click()
    page.locator("#row-0").wait_for()
    settled(page)
    on_the_way: list[Any] = []
    page.route(f"**/decisions/{plan.pk}/", lambda route: on_the_way.append(route))
    page.get_by_label("card", exact=True).select_option(index=1)
    box = page.get_by_role("button", name="Submit orders").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    with page.expect_response(f"**/decisions/{plan.pk}/"):
        on_the_way.pop().continue_()
    page.wait_for_timeout(100)
    page.unroute(f"**/decisions/{plan.pk}/")
    turned(page, page.mouse.up)
    assert page.locator("#row-0 .problem").count() == 1


@pytest.mark.smoke
def test_the_same_without_javascript_on_a_telephone(plain_page: Any, plan: OpenRequest) -> None:
    walk(plain_page, plan)
    plan.refresh_from_db()
    assert plan.revision == 1


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_who_seals_nothing_is_asked_back_where_he_pressed(page: Any, plan: OpenRequest, size: tuple[int, int]) -> None:
    """In sight and not under the bar, whatever the size of the screen; nothing there says that all is well."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_plan(page, plan)
    turned(page, page.get_by_role("button", name="Submit orders").click)
    asked = page.locator("#bar").get_by_role("alert")
    assert "Nothing is submitted yet" in asked.inner_text()
    again = asked.get_by_role("button", name="Submit anyway")
    box = again.bounding_box()
    assert box["y"] + box["height"] <= size[1]
    at = f"document.elementFromPoint({box['x'] + 5}, {box['y'] + 5})?.value"
    assert page.evaluate(at) == "submit:confirmed", "nothing lies over it"
    assert not page.locator(".bar-good").count()
    again.click()
    page.wait_for_url("**/receipt/")


def test_rows_are_added_without_leaving_the_page(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    page.evaluate("window.stayed = true")
    for number in range(2):
        page.get_by_role("button", name="+ Intercept").click()
        page.locator(f"#row-{number}").wait_for()
    page.locator("#row-0 select").first.select_option(index=2)
    chosen = page.locator("#row-0 select").first.input_value()
    page.get_by_role("button", name="Move order 1 down").click()
    page.wait_for_function("value => document.querySelector('#row-1 select')?.value === value", arg=chosen)
    page.get_by_role("button", name="Remove order 1").click()
    page.locator("#row-1").wait_for(state="detached")
    assert page.locator("#row-0 select").first.input_value() == chosen
    assert page.evaluate("window.stayed") is True


SLOWLY_LOOKED_AT = """() => {
    const ask = window.fetch;
    window.fetch = async (url, what) => {
        if (String(what?.body).includes("do=look")) await new Promise((done) => setTimeout(done, 1000));
        return ask(url, what);
    };
}"""


def test_a_button_that_is_pressed_while_the_server_looks_is_not_lost(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    for number in range(2):
        page.get_by_role("button", name="+ Intercept").click()
        page.locator(f"#row-{number}").wait_for()
    page.evaluate(SLOWLY_LOOKED_AT)
    page.locator("#row-0 select").first.select_option(index=2)
    chosen = page.locator("#row-0 select").first.input_value()
    page.get_by_role("button", name="Move order 1 down").click()
    moved = "value => document.querySelector('#row-1 select')?.value === value"
    page.wait_for_function(moved, arg=chosen, timeout=9000)


def test_everything_can_be_done_with_the_keyboard(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    page.get_by_role("button", name="+ Intercept").focus()
    page.keyboard.press("Enter")
    page.locator("#row-0").wait_for()
    assert page.evaluate("document.activeElement.name") == "row.0.card", "the new order has the focus"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Submit orders").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/receipt/")


def test_keys_that_go_on_while_the_server_looks_stay_where_they_went(page: Any, plan: OpenRequest) -> None:
    """What comes back must not take the focus to the field that was looked at, nor from a button."""
    open_plan(page, plan)
    page.get_by_role("button", name="+ Intercept").click()
    page.locator("#row-0").wait_for()
    page.evaluate(SLOWLY_LOOKED_AT)
    page.get_by_label("card", exact=True).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert page.locator("form[aria-busy]").count() == 1
    settled(page)
    assert page.evaluate("document.activeElement.name") == "row.0.ship"
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Submit orders").focus()
    assert page.locator("form[aria-busy]").count() == 1
    settled(page)
    assert page.evaluate("document.activeElement.value") == "submit"


def test_enter_in_a_field_shows_it_and_does_not_submit(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    page.get_by_role("button", name="+ Intercept").click()
    page.locator("#row-0").wait_for()
    page.locator("#row-0 input[type=checkbox]").first.focus()
    posted(page, lambda: page.keyboard.press("Enter"))
    assert page.locator("#row-0").is_visible()
    plan.refresh_from_db()
    assert plan.revision == 0


@pytest.mark.parametrize("width", [320, 390, 768, 1200])
def test_pages_fit_every_screen(page: Any, plan: OpenRequest, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_plan(page, plan)
    assert fits(page)
    for path in ("/", "/games/", f"/games/{plan.game_id}/", "/profile/"):
        page.goto(path)
        assert fits(page), path
    Game.objects.filter(pk=plan.game_id).update(host=plan.seat.player)
    page.goto(f"/games/{plan.game_id}/clock/")
    assert fits(page)
    page.get_by_role("button", name="Show what it brings about").click()
    page.get_by_role("button", name="Change the clock").wait_for()
    assert fits(page)


def test_pictures_load_and_have_words(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    picture = page.locator("#sea input[type=image]")
    loaded = "image => fetch(image.src).then(answer => answer.ok && image.offsetWidth)"
    assert picture.evaluate(loaded) > 0
    assert "Round 1" in picture.get_attribute("alt")
    page.get_by_text("The board in words").click()
    assert page.locator(".text-board").is_visible()
