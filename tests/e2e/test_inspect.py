"""Cards, the list of units and distances in a browser: on the page of a game and on the page of a decision."""

import os
from typing import Any

import pytest

from games.models import Game
from tests.e2e.conftest import log_in
from tests.e2e.test_taps import DESK, PLACED, TELEPHONE, card_of, open_at, sailing, settled, tap, wanted

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

__all__ = ["sailing"]
SHOTS = os.environ.get("INSPECT_SHOTS", "")
POINT = """async ([thing, scrolls]) => {
    const place = document.getElementById('measure-form').dataset.inspect;
    const answer = await fetch(`${place}&thing=${thing}`, { headers: { 'X-Page-Parts': '1' } });
    const lit = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('lit');
    const [x, y] = lit.dataset.point.split(',').map(Number);
    const image = document.querySelector('#seen .picture img');
    const unit = image.clientWidth / lit.querySelector('svg').viewBox.baseVal.width;
    if (scrolls) scrollBy({ top: image.getBoundingClientRect().top + y * unit - 200, behavior: 'instant' });
    const box = image.getBoundingClientRect();
    return [box.left + x * unit, box.top + y * unit];
}"""


def shot(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def drag(page: Any, start: str, end: str) -> None:
    """Draw a line from one thing on the picture to another one."""
    first = page.evaluate(POINT, [start, True])
    second = page.evaluate(POINT, [end, False])
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*second, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("shape", [DESK, TELEPHONE], ids=["desk", "telephone"])
def test_the_page_of_a_game_shows_cards_units_and_distances(lend: Any, sailing: Game, shape: Any) -> None:
    page = lend(viewport=shape)
    name = f"game-{shape['width']}"
    log_in(page, "anna")
    page.goto(f"/games/{sailing.pk}/?seat=commander")
    page.locator("html.js").wait_for()
    page.locator(".units summary").click()
    page.locator("[data-filter]").fill("bres")
    assert page.locator("#unit-lines li:visible").count() == 1
    shot(page, f"{name}-units")
    page.locator("#unit-lines a:visible").click()
    page.locator("#inspected h2").filter(has_text="Breslau").wait_for()
    assert page.locator("#lit svg circle, #lit svg rect").count() > 0
    shot(page, f"{name}-card")
    page.locator("#inspected a.chip").first.click()
    page.locator("#inspected .known b").filter(has_text="port").wait_for()
    shot(page, f"{name}-stack")
    page.locator(".inspector [data-measure]").click()
    drag(page, "bizerte", "philippeville")
    page.locator("#inspected p").filter(has_text="along the lines").wait_for()
    assert page.locator("#lit polyline").count() > 0
    shot(page, f"{name}-measured")


@pytest.mark.parametrize("shape", [DESK, TELEPHONE], ids=["desk", "telephone"])
def test_the_page_of_a_decision_opens_cards_from_the_list(lend: Any, sailing: Game, shape: Any) -> None:
    page = lend(viewport=shape)
    name = f"decision-{shape['width']}"
    open_at(page, wanted(sailing))
    page.locator(".units summary").click()
    shot(page, f"{name}-units")
    page.locator("#unit-lines button").nth(1).click()
    page.locator("#card .figures").wait_for()
    settled(page)
    assert card_of(page) == "breslau"
    shot(page, f"{name}-card")
    page.locator("#card .stack button").first.click()
    settled(page)
    shot(page, f"{name}-stack")
    page.locator(".measure summary").click()
    page.locator("[name=from]").fill("Messina")
    page.locator("[name=to]").fill("Malta")
    page.locator("[name=do][value=measure]").click()
    page.locator("#inspected p").filter(has_text="along the lines").wait_for()
    assert page.locator("#lit polyline").count() > 0
    shot(page, f"{name}-measured")


@pytest.mark.parametrize("shape", [DESK, TELEPHONE], ids=["desk", "telephone"])
def test_a_finger_opens_the_note_on_a_card(lend: Any, sailing: Game, shape: Any) -> None:
    """WCAG 2.2, 2.5.8: targets are at least 24 pixels high."""
    page = lend(viewport=shape)
    open_at(page, wanted(sailing))
    tap(page, "goeben")
    summary = page.locator(".unit-note summary")
    assert summary.bounding_box()["height"] >= 24
    summary.click()
    page.get_by_label("My note: Goeben").wait_for()


def test_two_taps_measure_on_the_chart_and_order_nothing(lend: Any, sailing: Game) -> None:
    page = lend(viewport=TELEPHONE, has_touch=True, is_mobile=True)
    open_at(page, wanted(sailing))
    page.locator(".chart-tools [data-measure]").tap()
    for place in ("toulon", "malta"):
        x, y, _unit = page.evaluate(PLACED, place)
        page.touchscreen.tap(x, y)
        page.locator("#inspected h2").filter(has_text=place.capitalize()).wait_for()
    page.locator("#inspected p").filter(has_text="along the lines").wait_for()
    shot(page, "decision-two-taps")
    assert card_of(page) == ""
    page.keyboard.press("Escape")
    tap(page, "toulon", finger=True)
    settled(page)
    assert card_of(page) == "toulon"
    assert page.locator("#inspected h2").count() == 0
