"""The replay in a real browser: play, slider, keys, lines of the log, and without script on a telephone."""

from typing import Any

import pytest

from games.models import Game, OpenRequest
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import Lend, fits, log_in, turned
from tests.e2e.test_updates import UNTOUCHED, seen_again
from tests.table import answer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
COUNT, LINE = ".replay-count", ".replay-player .replay-line"
SHEETS = "[...document.querySelectorAll('.replay-stage img')].every(one => one.complete && one.naturalWidth)"

IN_WINDOW = """() => {
  const drawn = document.querySelector('.replay-stage .now')?.getBoundingClientRect();
  const player = document.querySelector('.replay-player').getBoundingClientRect();
  if (!drawn || !drawn.height) return null;
  return drawn.top < player.top && drawn.bottom > 0;
}"""
"""Whether some of what a step draws can be seen; null if it draws nothing."""


def at(page: Any, number: int) -> None:
    """Wait for a step of the replay, drawn."""
    page.locator(COUNT, has_text=f"{number} /").wait_for()
    page.wait_for_function(SHEETS)


def opened(page: Any, game: Game) -> None:
    log_in(page, "anna")
    page.goto(f"/games/{game.pk}/?seat=red")


def begun(page: Any) -> None:
    """Begin the replay of the whole game, with the slider in focus."""
    page.get_by_role("link", name="Replay the game").click()
    page.locator(COUNT, has_text="/").wait_for()
    page.get_by_label("Step").focus()


@pytest.mark.smoke
def test_the_game_plays_by_itself_and_stops_at_its_end(page: Any, played: Game) -> None:
    opened(page, played)
    page.get_by_role("link", name="Replay the game").click()
    page.get_by_label("Speed").select_option("4")
    at(page, 3)
    assert page.locator(".replay-stage svg.over").count() == 1
    assert page.locator("figure.board .whole").is_hidden()
    assert page.locator("#seen > nav.steps").is_hidden(), "one count of steps at a time"
    total = int(page.locator(COUNT).inner_text().split("/")[1])
    page.get_by_label("Step").fill(str(total - 1))
    at(page, total)
    page.get_by_role("button", name="Play").wait_for()
    assert fits(page)
    page.get_by_role("button", name="Now").click()
    page.locator("figure.board .whole").wait_for()
    assert page.locator(".replay-stage").count() == 0


def test_buttons_that_would_do_nothing_are_off(page: Any, played: Game) -> None:
    opened(page, played)
    begun(page)
    previous, following = (page.get_by_role("button", name=name, exact=True) for name in ("Previous", "Next"))
    page.keyboard.press("Home")
    at(page, 1)
    assert previous.is_disabled()
    assert following.is_enabled()
    total = int(page.locator(COUNT).inner_text().split("/")[1])
    page.get_by_label("Step").fill(str(total - 2))
    at(page, total - 1)
    following.click()
    at(page, total)
    assert following.is_disabled()
    assert previous.is_enabled()
    assert page.evaluate("document.activeElement.type") == "range", "the keys go on to work"


def test_keys_step_and_play(page: Any, played: Game) -> None:
    opened(page, played)
    begun(page)
    page.keyboard.press("Home")
    at(page, 1)
    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        at(page, number)
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.keyboard.press("End")
    page.get_by_role("button", name="Play").wait_for()
    page.keyboard.press("Escape")
    page.locator("figure.board .whole").wait_for()


def test_a_line_lights_up_its_things_and_leads_to_its_step(page: Any, played: Game) -> None:
    opened(page, played)
    ship = page.locator(".log a.to-step", has_text="ship").first
    page.evaluate("document.querySelectorAll('.log details').forEach(one => { one.open = true; })")
    words = ship.inner_text()
    ship.hover()
    page.locator(".whole svg.over").wait_for(state="attached")
    ship.click()
    page.locator(".log li.lit").wait_for()
    assert page.locator(LINE).inner_text() in words
    assert page.locator(".log li.lit").inner_text() == words
    page.wait_for_function(SHEETS)


def test_what_a_step_draws_is_in_the_window(lend: Lend, played: Game) -> None:
    page = lend(viewport={"width": 1200, "height": 560}, reduced_motion="reduce")
    opened(page, played)
    begun(page)
    page.keyboard.press("Home")
    total = int(page.locator(COUNT).inner_text().split("/")[1])
    drawn = 0
    for number in range(1, total + 1):
        at(page, number)
        where = page.evaluate(IN_WINDOW)
        drawn += where is not None
        assert where is not False, number
        page.keyboard.press("ArrowRight")
    assert drawn > 3


def test_only_sheets_that_change_are_loaded(page: Any, played: Game) -> None:
    opened(page, played)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/sheet.svg" in request.url else None)
    begun(page)
    total = 0
    for key in ("Home", "End", "Home", "End"):
        page.keyboard.press(key)
        total = total or int(page.locator(COUNT).inner_text().split("/")[1])
        at(page, 1 if key == "Home" else total)
    assert len(asked) == len({one.partition("digest=")[2] for one in asked})


def test_the_page_does_not_change_under_a_replay(page: Any, played: Game) -> None:
    opened(page, played)
    begun(page)
    page.keyboard.press("Home")
    at(page, 1)
    page.evaluate(UNTOUCHED)
    for role in OpenRequest.objects.filter(game=played, closed_at=None).values_list("seat__role", flat=True):
        answer(played, role)
    do_resolve(played.pk)
    state = page.evaluate("document.body.dataset.state")
    seen_again(page)
    page.wait_for_function("state => document.body.dataset.state !== state", arg=state)
    at(page, 1)
    turned(page, page.get_by_role("button", name="Now").click)
    assert page.locator("figure.board .whole").is_visible()


def test_still_pictures_for_readers_who_want_no_motion(lend: Lend, played: Game) -> None:
    page = lend(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    opened(page, played)
    begun(page)
    page.keyboard.press("Home")
    at(page, 1)
    assert page.evaluate("document.getAnimations().length") == 0
    assert fits(page)


def test_without_script_links_lead_from_step_to_step(plain_page: Any, played: Game) -> None:
    page = plain_page
    opened(page, played)
    turned(page, page.get_by_role("link", name="Replay the game").click)
    first = page.url
    turned(page, page.get_by_role("link", name="Next").click)
    assert page.url != first
    assert page.locator("figure.board img").first.evaluate("one => one.naturalWidth > 0")
    assert fits(page)
    turned(page, page.get_by_role("link", name="Previous").click)
    assert page.url == first
