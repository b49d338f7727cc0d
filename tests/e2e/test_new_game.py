"""A game made and played on the page alone: against the phantom, and against a bot in the sealed tempo."""

import random
import re
import secrets
from typing import Any

import pytest

from games.models import Game, OpenRequest, Player, StandingOrder
from games.services.bots import advance_slice
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import fits, log_in, settled, turned

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

MANY = 40
"""More decisions than are made until the phantom attacks somebody who could react."""


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> None:
    """Every run of the test deals alike; Anna reads English."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(5).randbytes)
    Player.objects.create_user("anna", "anna@example.org", "pw")


def opened(page: Any, scenario: str, chosen: dict[str, str]) -> Game:
    """Anna opens a game of this scenario with these choices, and starts it."""
    log_in(page, "anna")
    page.goto("/games/new/")
    assert fits(page)
    link = page.get_by_role("link", name=scenario, exact=True)
    if not link.is_visible():
        page.locator("summary", has_text="of The Kaiser's Pirates").click()
    turned(page, link.click)
    assert fits(page)
    page.get_by_label("Name of the game").fill("Cocos Island")
    if chosen:
        page.locator("summary", has_text="Options of the game").click()
    for label, value in chosen.items():
        radio = page.get_by_role("radio", name=value)
        if radio.count():
            radio.check()
        else:
            page.get_by_role("combobox", name=label).select_option(label=value)
    turned(page, page.get_by_role("button", name="Open the game").click)
    turned(page, page.get_by_role("button", name="Start the game").click)
    return Game.objects.get(name="Cocos Island")


def decide(page: Any, game: Game) -> OpenRequest:
    """The open decision, its page before us."""
    request = OpenRequest.objects.get(game=game, seat__player__username="anna", closed_at=None)
    page.goto(f"/games/{game.pk}/")
    turned(page, page.get_by_role("link", name="Decide").click)
    page.wait_for_url(f"**/decisions/{request.pk}/")
    assert fits(page)
    return request


def submit(page: Any) -> None:
    """Seal what is on the page; a turn that passes unused is asked back, and meant."""
    settled(page)
    turned(page, page.get_by_role("button", name=re.compile("^Submit (orders|answer)$")).click)
    if (again := page.get_by_role("button", name="Submit anyway")).is_visible():
        turned(page, again.click)
    page.wait_for_url("**/receipt/")


def add(page: Any, order: str) -> None:
    """A new order at the top, to be filled in."""
    page.get_by_role("button", name=order).click()
    page.locator("#row-0").wait_for()


def test_a_solitaire_game_is_opened_its_first_turn_played_and_the_phantom_answered(plain_page: Any) -> None:
    """On a telephone, without JavaScript."""
    page = plain_page
    game = opened(page, "Solitaire, against the phantom", {"First player": "the player (solitaire)"})
    assert game.options == {"first_player": "live"}
    do_resolve(game.pk)
    assert decide(page, game).kind == "plan"
    assert "Phantom (played by its own deck)" in page.locator(".text-board").text_content()
    add(page, "+ Intercept")
    page.get_by_label("card", exact=True).select_option(index=1)
    page.get_by_label("ship", exact=True).select_option(index=1)
    submit(page)
    assert page.locator(".understood li").count() == 1
    do_resolve(game.pk)
    page.goto(f"/games/{game.pk}/")
    assert page.locator(".log li", has_text="Red assigns").count() == 1
    request = decide(page, game)
    for _ in range(MANY):
        if request.kind == "react":
            break
        submit(page)
        do_resolve(game.pk)
        request = decide(page, game)
    assert request.kind == "react"
    assert page.locator(".log", has_text="Phantom").count() == 1
    page.locator(".pick").first.click()
    submit(page)
    do_resolve(game.pk)
    request.refresh_from_db()
    assert request.outcome == OpenRequest.Outcome.ANSWERED


def test_a_plan_of_reactions_is_given_on_the_page_and_stands(page: Any) -> None:
    """Two players, the other one a bot; the plan is given once."""
    bot = "Bot “Captain”: Weighs every order by what it may gain and lose."
    tempo = "plan and reactions given at once – about one e-mail each turn"
    game = opened(page, "Two players", {"The other seats": bot, "Tempo": tempo})
    assert game.options == {"tempo": "sealed"}
    advance_slice(game.pk)
    for _ in range(MANY):
        request = decide(page, game)
        if request.kind == "reactions":
            break
        submit(page)
        advance_slice(game.pk)
    add(page, "+ Reaction to an attack")
    page.get_by_label("Answer", exact=True).select_option(index=1)
    page.get_by_text("Only if").click()
    page.get_by_label("from").first.fill("3")
    submit(page)
    advance_slice(game.pk)
    assert StandingOrder.objects.filter(game=game, kind="reactions", seat__role="red").count() == 1
    for _ in range(3):
        assert decide(page, game).kind == "plan", "the plan of reactions stands"
        page.get_by_text("The board in words").click()
        assert "Your reaction plan" in page.locator(".text-board").inner_text()
        submit(page)
        advance_slice(game.pk)
