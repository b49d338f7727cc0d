"""One order for several pieces, in a browser: ticked in the list, or added on the board with Shift."""

from typing import Any

import pytest

from games.models import Player
from tests.e2e.conftest import fits, log_in, posted, settled
from tests.e2e.test_taps import DESK, PLACED, TELEPHONE
from tests.pages.test_decision import page_of
from tests.pages.test_group_orders import at_question

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def ticked(page: Any) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('input[name=tick]:checked')].map(one => one.value)")
    return found


def acting(page: Any) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('#card input[name=acting]')].map(one => one.value)")
    return found


@pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])
def test_a_fleet_is_ticked_ordered_and_undone_in_one_step(page: Any, transactional_db: None, size: Any) -> None:
    anna = Player.objects.create_user("anna", "anna@example.org", "pw")
    desk = at_question(anna, "battleships", "calabria", "italian", "british", "courses")
    page.set_viewport_size(size)
    log_in(page, "anna")
    page.goto(page_of(desk.request))
    page.locator("html.js").wait_for()
    page.locator(".units > summary").click()
    posted(page, page.get_by_role("button", name="All (").click)
    ships = ticked(page)
    assert len(ships) > 8
    assert acting(page) == ships
    posted(page, page.locator("#card .offer", has_text="For ").first.click)
    assert page.locator("#sheet [id^=row-]").count() > 5
    assert fits(page)
    posted(page, page.get_by_role("button", name="Undo").click)
    assert page.locator("#sheet [id^=row-]").count() == 0


def test_ticks_one_by_one_and_shift_on_the_board_select_the_same(page: Any, transactional_db: None) -> None:
    anna = Player.objects.create_user("anna", "anna@example.org", "pw")
    desk = at_question(anna, "battleships", "calabria", "italian", "british", "courses")
    page.set_viewport_size(DESK)
    log_in(page, "anna")
    page.goto(page_of(desk.request))
    page.locator("html.js").wait_for()
    page.locator(".units > summary").click()
    boxes = page.locator("input[name=tick]")
    first, second, third = (boxes.nth(place) for place in range(3))
    names = [one.get_attribute("value") for one in (first, second, third)]

    def tick_two() -> None:
        first.check()
        second.check()

    posted(page, tick_two)
    assert acting(page) == names[:2] == ticked(page)
    settled(page)
    x, y, _unit = page.evaluate(PLACED, names[2])
    page.keyboard.down("Shift")
    posted(page, lambda: page.mouse.click(x, y))
    page.keyboard.up("Shift")
    assert acting(page) == names == ticked(page)
    posted(page, page.locator("#card .offer:not(.refused)").first.click)
    assert page.locator("#sheet [id^=row-]").count() >= 1


def test_on_a_telephone_a_switch_lets_each_tap_add_a_piece(touch: Any, transactional_db: None) -> None:
    anna = Player.objects.create_user("anna", "anna@example.org", "pw")
    desk = at_question(anna, "battleships", "calabria", "italian", "british", "courses")
    log_in(touch, "anna")
    touch.goto(page_of(desk.request))
    touch.locator("html.js").wait_for()
    names = touch.evaluate("[...document.querySelectorAll('input[name=tick]')].map(one => one.value)")
    switch = touch.get_by_role("button", name="Select several")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    for name in names[:2]:
        x, y, _unit = touch.evaluate(PLACED, name)
        posted(touch, lambda x=x, y=y: touch.touchscreen.tap(x, y))
    assert acting(touch) == names[:2]
    switch.click()
    x, y, _unit = touch.evaluate(PLACED, names[2])
    posted(touch, lambda: touch.touchscreen.tap(x, y))
    assert acting(touch) == names[2:3], "without the switch a tap selects one piece alone"


def test_the_menu_of_many_orders_has_counts_and_a_filter(page: Any, transactional_db: None) -> None:
    anna = Player.objects.create_user("anna", "anna@example.org", "pw")
    desk = at_question(anna, "pq17", "pq12", "allied", "axis", "orders")
    log_in(page, "anna")
    page.goto(page_of(desk.request))
    page.locator("html.js").wait_for()
    menu = page.locator("#menu")
    group = menu.locator("details.menu-group").first
    assert f"({group.locator('.add').count()})" in group.locator("summary").inner_text()
    assert not group.locator(".add").first.is_visible()
    name = group.locator(".add").last.text_content()
    menu.locator("input[type=search]").fill(name.removeprefix("+ "))
    assert menu.locator(".add:visible").all_inner_texts() == [name]
    menu.locator("input[type=search]").press("Enter")
    menu.locator("input[type=search]").fill("")
    assert menu.locator("details.menu-group").first.is_visible()
    assert not group.locator(".add").first.is_visible()
    assert len(page.context.pages) == 1
