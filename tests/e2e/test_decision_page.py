"""The decision page in a browser: errors come into view and vanish, rings and buttons belong to the selected unit."""

from typing import Any

import pytest

from games.models import Game, OpenRequest
from tests.e2e.conftest import log_in, posted, settled, turned
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
