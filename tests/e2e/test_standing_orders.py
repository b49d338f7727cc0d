"""An answer given ahead on the page: added, tried, and seen to answer."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import registry
from games.models import Game, OpenRequest, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import fits, log_in, turned
from tests.kernel.toy import TOY
from tests.table import answer, asked, offer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[Game]:
    """The toy game in its first round; Anna has bid and waits."""
    offer(monkeypatch, TOY)
    players = [Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("anna", "ben")]
    game = do_create_game(host=players[0], title="toy", scenario="standard", name="Dogger Bank")
    for player, role in zip(players, ("red", "black"), strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=players[0], game_id=game.pk)
    do_resolve(game.pk)
    yield game
    registry.clear_title_cache()


def play_round(game: Game) -> None:
    """Everybody answers what is open, until the next bids."""
    for role in ("red", "black"):
        answer(game, role)
    do_resolve(game.pk)
    answer(game, OpenRequest.objects.get(game=game, kind="react", closed_at=None).seat.role)
    do_resolve(game.pk)


def test_an_order_is_added_tried_and_answers(plain_page: Any, game: Game) -> None:
    """On a telephone, without JavaScript, from the question's own page."""
    page = plain_page
    play_round(game)
    log_in(page, "anna")
    page.goto(f"/decisions/{asked(game, 'red').pk}/")
    turned(page, page.get_by_role("link", name="Set a standing order for this").click)
    page.wait_for_url("**/standing-orders/**")
    turned(page, page.get_by_role("button", name="Keep this order").click)
    assert page.get_by_text("Choose an answer.").is_visible()
    answering = page.get_by_label("Answer", exact=True)
    answering.select_option("high")
    page.get_by_text("Only if …").click()
    page.locator("#editor").get_by_label("from").fill("1")
    assert fits(page)
    turned(page, page.get_by_role("button", name="Try it on the last questions").click)
    assert page.locator("#tried li").count() >= 2
    assert answering.input_value() == "high", "the order is still being written"
    turned(page, page.get_by_role("button", name="Keep this order").click)
    page.get_by_text("Your standing order is kept.").wait_for()
    assert page.get_by_text("standing order set").count() == 1
    assert fits(page)
    answer(game, "red")
    answer(game, "black")
    do_resolve(game.pk)
    answer(game, OpenRequest.objects.get(game=game, kind="react", closed_at=None).seat.role)
    do_resolve(game.pk)
    answer(game, "black")
    do_resolve(game.pk)
    last = OpenRequest.objects.filter(game=game, seat__role="red", kind="bid").order_by("opened_at", "entry").last()
    assert last is not None
    assert last.outcome == OpenRequest.Outcome.STANDING
    turned(page, page.get_by_role("link", name="What would they have answered?").click)
    assert page.locator("#tried li", has_text="Bid a card").first.get_by_text("by standing order").count() >= 1


def test_the_keyboard_is_enough(page: Any, game: Game) -> None:
    log_in(page, "anna")
    page.goto(f"/games/{game.pk}/standing-orders/?add=react")
    page.get_by_label("Answer", exact=True).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.locator("summary", has_text="Only if").focus()
    page.keyboard.press("Enter")
    assert page.get_by_label("behind").is_visible()
    page.get_by_role("button", name="Keep this order").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Your standing order is kept.").wait_for()
    page.get_by_role("button", name="Take back: trump").focus()
    page.keyboard.press("Enter")
    page.get_by_text("The standing order is taken back.").wait_for()


@pytest.mark.parametrize("width", [320, 390, 768, 1200])
def test_the_page_fits_every_screen(page: Any, game: Game, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    log_in(page, "anna")
    for query in ("", "?add=react&example=0", "?add=plan", "?preview=1"):
        page.goto(f"/games/{game.pk}/standing-orders/{query}")
        assert fits(page), query
