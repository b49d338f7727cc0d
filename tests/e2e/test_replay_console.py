"""The replay console by buttons, by arrow keys, and through the eyes of each seat."""

from typing import Any

import pytest

from games.models import Game
from tests.e2e.conftest import log_in

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def at(page: Any, number: int, last: int) -> None:
    """Wait until the console shows this stop, and its script listens to keys."""
    page.locator("#stop-number", has_text=f"Stop {number} of {last}").wait_for()
    page.wait_for_load_state()


@pytest.fixture
def console(page: Any, played: Game) -> Any:
    log_in(page, "ulla")
    page.goto("/admin/games/game/")
    page.locator("td.field-console a").first.click()
    at(page, played.stop, played.stop)
    return page


def test_buttons_lead_through_the_game(console: Any, played: Game) -> None:
    last = played.stop
    console.locator("#first").click()
    at(console, 1, last)
    console.locator("#next").click()
    at(console, 2, last)
    console.locator("#previous").click()
    at(console, 1, last)
    console.locator("#last").click()
    at(console, last, last)


def test_arrow_keys_do_the_same(console: Any, played: Game) -> None:
    last = played.stop
    for key, number in (("ArrowLeft", last - 1), ("Home", 1), ("ArrowRight", 2), ("End", last)):
        console.keyboard.press(key)
        at(console, number, last)
    console.keyboard.press("ArrowRight")
    at(console, last, last)


def test_a_number_can_be_typed_and_arrows_then_stay_in_the_field(console: Any, played: Game) -> None:
    field = console.get_by_label("Stop", exact=True)
    field.fill("2")
    console.keyboard.press("ArrowLeft")
    console.keyboard.press("Enter")
    at(console, 2, played.stop)


def test_each_seat_can_be_chosen_and_stays_chosen(console: Any, played: Game) -> None:
    console.locator("#first").click()
    truth = console.locator(".replay-events").inner_text()
    console.get_by_role("link", name="Black").click()
    console.wait_for_url("**seat=black**")
    assert console.locator(".replay-sides [aria-current]").inner_text().startswith("Black")
    assert console.locator(".replay-events").inner_text() != truth
    console.keyboard.press("ArrowRight")
    at(console, 2, played.stop)
    assert "seat=black" in console.url


def test_picture_dice_and_chain_are_there_and_sound(console: Any, played: Game) -> None:
    width = console.locator(".replay-board img").evaluate("image => image.decode().then(() => image.naturalWidth)")
    assert width > 0
    assert console.locator(".verdicts .sound").count() == 3
    console.keyboard.press("Home")
    at(console, 1, played.stop)
    assert console.get_by_text("as committed").count() >= 1
