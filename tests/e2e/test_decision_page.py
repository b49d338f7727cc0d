"""The decision page in a browser: errors come into view and vanish, rings and buttons belong to the selected unit."""

from functools import partial
from typing import Any

import pytest

from games.models import Game, OpenRequest
from tests.e2e.conftest import fits, log_in, posted, settled, turned
from tests.e2e.test_battleships_taps import battle, played_on, seal, way_in
from tests.e2e.test_player import open_plan
from tests.e2e.test_taps import DESK, TELEPHONE, tap

__all__ = ["battle"]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

IN_VIEW = """one => {
    const box = one.getBoundingClientRect(), bar = document.getElementById('bar').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= Math.min(innerHeight, bar.top + 1) && box.height > 0;
}"""
NAMES = """[...document.querySelectorAll('#answer button')].filter(one => one.checkVisibility() && !one.ariaHidden)
    .map(one => one.getAttribute('aria-label') || one.innerText.trim().replace(/\\s+/g, ' '))"""


def _scrolled_to(page: Any, field: Any) -> None:
    """Wait until a smooth scroll has brought the field into view above the bar."""
    for _ in range(200):
        if field.evaluate(IN_VIEW):
            return
        page.wait_for_timeout(50)
    pytest.fail("the field stays out of view")


SIZES = pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])


@SIZES
def test_what_is_missing_comes_into_view_and_vanishes_when_it_is_chosen(
    page: Any, plan: OpenRequest, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)
    open_plan(page, plan)
    posted(page, page.get_by_role("button", name="+ Intercept").first.click)
    assert not page.locator(".bar-good").count()
    turned(page, page.get_by_role("button", name="Submit orders").click)
    settled(page)
    assert "These orders are not valid:" in page.locator("#flaws").inner_text()
    field = page.locator("#f-row-0-card")
    _scrolled_to(page, field)
    assert page.evaluate("document.activeElement.id") == "f-row-0-card"
    described = page.locator("#" + field.get_attribute("aria-describedby"))
    assert described.inner_text().strip()
    posted(page, lambda: field.select_option(index=1))
    assert not page.locator("#f-row-0-card-p").count(), "mended"
    assert page.locator("#f-row-0-ship-p").count()
    posted(page, lambda: page.locator("#f-row-0-ship").select_option(index=1))
    assert not page.locator("#flaws .flash").count()
    assert page.locator(".bar-good").is_visible()
    turned(page, page.get_by_role("button", name="Submit orders").click)
    assert page.url.endswith("/receipt/")


@SIZES
def test_a_press_on_no_orders_shows_that_none_are_given(page: Any, plan: OpenRequest, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    open_plan(page, plan)
    none = page.get_by_role("group", name="Proposals").get_by_role("button", name="No orders")
    assert none.get_attribute("aria-pressed") == "false"
    posted(page, none.click)
    assert none.get_attribute("aria-pressed") == "true"
    assert none.evaluate("one => one === document.activeElement")
    assert page.get_by_text("You order: no orders").is_visible()
    posted(page, page.get_by_role("button", name="+ Intercept").first.click)
    assert none.get_attribute("aria-pressed") == "false"
    assert not page.get_by_text("You order: no orders").count()
    assert not page.locator(".bar-wrong").count(), "what is missing is no error yet"


@SIZES
def test_a_ship_shows_all_that_she_reaches_and_the_buttons_name_her(
    page: Any, battle: Game, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)
    log_in(page, "anna")
    page.goto(way_in(battle))
    page.locator("html.js").wait_for()
    seal(page, battle)
    played_on(battle)
    page.goto(way_in(battle))
    page.locator("html.js").wait_for()
    tap(page, "hood")
    dots = page.locator("#over path[stroke-linecap=round]").count()
    assert page.get_by_text("more places can be tapped").count() == (dots > 0), "a hit may have slowed her"
    assert page.locator("#over circle[stroke='#1d7a45']").count() > 5
    posted(page, page.get_by_role("button", name="Close: Hood").click)
    page.locator("summary", has_text="Course").first.click()
    names = page.evaluate(NAMES)
    assert "+ Course: Hood (BC)" in names
    assert len(set(names)) == len(names)


ABOVE_FOOT = """one => {
    const box = one.getBoundingClientRect(), foot = document.querySelector('.foot').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= foot.top + 1 && box.height > 0;
}"""


@SIZES
def test_each_step_of_the_guide_is_read_and_left_without_scrolling(
    page: Any, plan: OpenRequest, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)
    open_plan(page, plan)
    posted(page, page.get_by_role("button", name="Guided first turn").click)
    for button in ("Next", "Next", "Next", "Begin"):
        step = page.locator("#guide").get_by_role("button", name=button)
        step.wait_for()
        page.wait_for_function(f"one => ({ABOVE_FOOT})(one)", arg=step.element_handle())
        posted(page, partial(page.mouse.click, *_middle(step)))


def _middle(button: Any) -> tuple[float, float]:
    box = button.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_pressed_button_is_seen_to_work_until_the_answer_comes(page: Any, plan: OpenRequest) -> None:
    open_plan(page, plan)
    shown = "getComputedStyle(document.querySelector('.foot'), '::before').content"
    assert page.evaluate(shown) == "none"
    held: list[Any] = []
    page.route("**/decisions/**", lambda route: held.append(route))  # playwright marks its handlers
    page.get_by_role("button", name="+ Intercept").first.click()
    page.wait_for_function(shown + " !== 'none'")
    held[0].continue_()
    settled(page)
    page.unroute("**/decisions/**")
    assert page.evaluate(shown) == "none"


def test_proposals_share_lines_beside_the_offer_of_a_hint(lend: Any, plan: OpenRequest) -> None:
    """On a telephone the button for a hint is as wide as half of the page."""
    Game.objects.update(hints_allowed=True)
    page = lend(viewport={"width": 390, "height": 844})
    assert plan.seat.player is not None
    log_in(page, plan.seat.player.username)
    page.goto(f"/decisions/{plan.pk}/")
    assert page.locator(".hint-offer").is_visible()
    tops = page.locator(".proposals button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(tops) > 2
    assert len({*tops}) < len(tops)
    assert fits(page)
