"""A visitor watches a finished game in a browser: by steps, to any step, and played by the page."""

from typing import Any

import pytest
from django.utils import timezone

from games.models import Game
from tests.e2e.conftest import fits

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_visitor_lets_the_game_play_and_steps_through_it(page: Any, played: Game, own_cache: None) -> None:
    """The steps come without a new page; the address is that of the step."""
    standings = [{"seat": "red", "place": 1, "points": 3}, {"seat": "black", "place": 2, "points": 1}]
    changed = {"status": "over", "visibility": "public", "ended_at": timezone.now(), "standings": standings}
    Game.objects.filter(pk=played.pk).update(**changed)
    page.goto(f"/watch/{played.pk}/")
    page.evaluate("window.isSamePage = true")
    first = page.locator(".replay-line").inner_text()
    page.get_by_role("link", name="Next").click()
    page.locator("a[rel=prev]").wait_for()
    assert page.locator(".replay-line").inner_text() != first
    assert "event=" in page.url
    second = page.url
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("before => location.href !== before", arg=second)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play").wait_for()
    assert page.evaluate("window.isSamePage") is True
    page.get_by_role("link", name="Last").click()
    page.locator("a[rel=next]").wait_for(state="detached")
    page.get_by_label("Go to step").fill("1")
    page.get_by_role("button", name="Show it").click()
    page.locator("a[rel=next]").wait_for()
    assert page.locator(".replay-line").inner_text() == first


def test_it_fits_a_phone(touch: Any, played: Game, own_cache: None) -> None:
    Game.objects.filter(pk=played.pk).update(status="over", visibility="public", ended_at=timezone.now(), standings=[])
    touch.goto(f"/watch/{played.pk}/")
    assert fits(touch)
