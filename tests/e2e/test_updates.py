"""Pages update themselves in a real browser, and the way from a new game to its first question is short."""

from typing import Any

import pytest

from games.models import Game, OpenRequest, Player
from games.services.bots import advance_slice
from games.services.lifecycle import do_join_game
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import fits, log_in, turned
from tests.table import answer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
UNTOUCHED = "window.untouched = true"


def seen_again(page: Any) -> None:
    """Look at the page as a player does who comes back to the window: it asks at once."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def mover(plan: OpenRequest) -> str:
    assert plan.seat.player is not None
    return plan.seat.player.username


def next_question(game: Game, reader: str) -> OpenRequest:
    """Play on until the reader is asked again."""
    for _ in range(60):
        asked = OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat__player")
        for one in asked:
            if one.seat.player is not None and one.seat.player.username == reader:
                return one
        for one in asked:
            answer(game, one.seat.role)
        do_resolve(game.pk)
    raise AssertionError("the reader is not asked again")


@pytest.mark.smoke
def test_the_receipt_shows_the_next_question_without_a_reload(page: Any, plan: OpenRequest) -> None:
    reader = mover(plan)
    log_in(page, reader)
    answer(plan.game, plan.seat.role)
    page.goto(f"/decisions/{plan.pk}/receipt/")
    page.evaluate(UNTOUCHED)
    assert page.get_by_role("link", name="Next question").count() == 0
    assert not page.title().startswith("(")
    do_resolve(plan.game_id)
    following = next_question(plan.game, reader)
    page.get_by_role("link", name="Next question").wait_for()
    assert page.evaluate("window.untouched"), "the page was not loaded again"
    assert page.title().startswith("(1) Receipt")
    assert fits(page)
    turned(page, page.get_by_role("link", name="Next question").click)
    assert page.url.endswith(f"/decisions/{following.pk}/")


def test_the_desk_shows_a_new_question_and_unread_messages(page: Any, plan: OpenRequest) -> None:
    reader = mover(plan)
    other = Player.objects.exclude(username=reader).get()
    log_in(page, reader)
    answer(plan.game, plan.seat.role)
    page.goto("/")
    page.evaluate(UNTOUCHED)
    assert page.locator("#desk .badge", has_text="waits for you").count() == 0
    do_resolve(plan.game_id)
    next_question(plan.game, reader)
    seen_again(page)
    page.locator("#desk .badge", has_text="waits for you").wait_for()
    seat = plan.game.seats.get(player=other)
    do_send_message(player=other, game_id=plan.game_id, seat=seat.role, to=(plan.seat.role,), text="Hello")
    seen_again(page)
    page.locator("#unread-mark").wait_for()
    page.locator("#desk", has_text="1 unread message").wait_for()
    assert page.evaluate("window.untouched")
    assert page.title().startswith("(1) My desk")


def test_a_message_appears_beside_the_question_while_orders_are_entered(page: Any, plan: OpenRequest) -> None:
    reader = mover(plan)
    other = Player.objects.exclude(username=reader).get()
    seat = plan.game.seats.get(player=other)
    log_in(page, reader)
    page.goto(f"/decisions/{plan.pk}/")
    page.evaluate(UNTOUCHED)
    page.locator("#press summary").click()
    page.locator("#press-text").fill("Half an answer")
    do_send_message(player=other, game_id=plan.game_id, seat=seat.role, to=(plan.seat.role,), text="Peace?")
    seen_again(page)
    page.locator("#press-lines", has_text="Peace?").wait_for()
    assert page.locator("#press-unread").inner_text() == "1 unread"
    assert page.locator("#press-text").input_value() == "Half an answer"
    assert page.evaluate("window.untouched"), "the page was not loaded again"
    turned(page, page.get_by_role("button", name="Mark all as read").click)
    assert page.locator("#press-unread").inner_text() == ""


def test_a_question_that_is_closed_elsewhere_says_so_on_its_open_page(page: Any, plan: OpenRequest) -> None:
    reader = mover(plan)
    log_in(page, reader)
    page.goto(f"/decisions/{plan.pk}/")
    page.evaluate(UNTOUCHED)
    assert page.locator("#closed").inner_text() == ""
    answer(plan.game, plan.seat.role)
    do_resolve(plan.game_id)
    assert OpenRequest.objects.get(pk=plan.pk).closed_at is not None
    seen_again(page)
    page.locator("#closed", has_text="This decision is closed").wait_for()
    assert page.evaluate("window.untouched"), "the page was not loaded again"


def test_what_somebody_is_writing_stays_while_the_page_updates(page: Any, plan: OpenRequest) -> None:
    reader = mover(plan)
    log_in(page, reader)
    page.goto(f"/games/{plan.game_id}/")
    stop = page.locator("#seen .steps span").inner_text()
    page.locator("summary", has_text="My notes").click()
    page.locator(".notes textarea").fill("a plan of mine")
    page.locator("summary", has_text="The board in words").click()
    answer(plan.game, plan.seat.role)
    do_resolve(plan.game_id)
    next_question(plan.game, reader)
    seen_again(page)
    page.wait_for_function("old => document.querySelector('#seen .steps span').textContent.trim() !== old", arg=stop)
    assert page.locator(".notes textarea").input_value() == "a plan of mine"
    assert page.locator(".text-board").is_visible(), "what is unfolded stays unfolded"


def test_a_hidden_page_asks_nothing(page: Any, plan: OpenRequest) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/updates/" in request.url else None)
    log_in(page, mover(plan))
    page.goto("/")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true })")
    page.evaluate("window.away = true")
    seen_again(page)
    asked.clear()
    page.wait_for_timeout(3000)
    assert not asked
    page.evaluate("window.away = false")
    seen_again(page)
    page.wait_for_timeout(500)
    assert len(asked) == 1


def test_from_a_new_game_to_its_first_question_alone_are_three_clicks(lend: Any) -> None:
    Player.objects.create_user("anna", "anna@example.org", "pw")
    for shape in ({"width": 1366, "height": 800}, {"width": 390, "height": 800}):
        page = lend(viewport=shape)
        log_in(page, "anna")
        page.goto("/")
        turned(page, page.locator("main").get_by_role("link", name="New game").first.click)
        assert fits(page)
        turned(page, page.get_by_role("button", name="Play alone: Two players").click)
        assert fits(page)
        game = Game.objects.latest("created_at")
        assert page.get_by_text("The game has begun.").is_visible()
        assert page.get_by_text("The game has not begun").count() == 0
        advance_slice(game.pk)
        page.get_by_role("link", name="Decide").wait_for()
        turned(page, page.get_by_role("link", name="Decide").click)
        assert "/decisions/" in page.url


def test_a_club_of_three_needs_one_page_on_a_phone_without_javascript(plain_page: Any) -> None:
    page = plain_page
    Player.objects.create_user("anna", "anna@example.org", "pw")
    log_in(page, "anna")
    page.goto("/games/new/pirates/three_players/")
    shown = "input:not([type=hidden]), select, textarea"
    fields = {one.get_attribute("name") for one in page.locator("main form").locator(shown).all() if one.is_visible()}
    assert 4 <= len(fields) <= 8, "radio buttons of one name are one field"
    page.get_by_label("Whom to invite").first.fill("nina@example.org, olga@example.org")
    turned(page, page.get_by_role("button", name="Open the game").click)
    game = Game.objects.get()
    assert {row.address for row in game.invitations.all()} == {"nina@example.org", "olga@example.org"}
    assert fits(page)


def test_what_was_said_before_the_game_began_goes_when_it_begins(page: Any) -> None:
    """The host looks on: the message that the game begins when it is full does not stay above the game under way."""
    host, guest = (Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("anna", "ben"))
    log_in(page, host.username)
    page.goto("/games/new/pirates/two_players/")
    page.get_by_label("Whom to invite").first.fill(guest.username)
    turned(page, page.get_by_role("button", name="Open it, and begin when all seats are taken").click)
    page.get_by_text("The game is open.").wait_for()
    game = Game.objects.get()
    do_join_game(player=guest, game_id=game.pk)
    do_resolve(game.pk)
    seen_again(page)
    page.locator("#calls .badge.running").wait_for()
    assert page.get_by_text("The game is open.").count() == 0
