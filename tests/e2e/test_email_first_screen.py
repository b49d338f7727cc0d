"""What a player sees of a turn e-mail on a telephone before scrolling: the question, its page, and the answers."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, OpenRequest, Player
from tests.table import play_out
from tests.worker.conftest import html_of
from tests.worker.test_email_layout import messages, opened

pytestmark = pytest.mark.django_db(transaction=True)

SCREEN = {"width": 360, "height": 740}
BOTTOMS = """() => Object.fromEntries(["h2", ".button a", "ol li:last-child", "img.board"].map(
    name => [name, document.querySelector(name)?.getBoundingClientRect().bottom ?? null]))"""
GAMES = [
    *(("goeben", "ottoman_alliance"), ("pirates", "two_players"), ("battleships", "denmark_strait"), ("pq17", "pq17")),
]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("title", "scenario"), GAMES, ids=[title for title, _ in GAMES])
def test_a_turn_is_answered_without_scrolling(
    anna: Player, chromium: Any, settings: Any, title: str, scenario: str, language: str
) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"
    Player.objects.filter(pk=anna.pk).update(language=language)
    anna.refresh_from_db()
    game = opened(anna, title, scenario)
    asked = OpenRequest.objects.filter(game=game, seat__player=anna, closed_at=None)
    while not asked.exists():
        play_out(game, 1)
    asked.update(due_at=timezone.now() + timedelta(hours=48))
    _check_first_screens(chromium, game, anna)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_long_names_of_answers_leave_them_on_the_first_screen(
    anna: Player, chromium: Any, settings: Any, language: str
) -> None:
    """The first orders of an operation propose three answers with whole sentences as their names."""
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"
    Player.objects.filter(pk=anna.pk).update(language=language)
    anna.refresh_from_db()
    game = opened(anna, "pq17", "jw51b")
    asked = OpenRequest.objects.filter(game=game, seat__player=anna, kind="orders", closed_at=None)
    while not asked.exists():
        play_out(game, 1)
    asked.update(due_at=timezone.now() + timedelta(hours=48))
    _check_first_screens(chromium, game, anna)


def _check_first_screens(chromium: Any, game: Game, player: Player) -> None:
    """The question, the button and the answers are on the first screen, and the picture below."""
    window = chromium.new_page(viewport=SCREEN)
    try:
        for message in _asking(game, player):
            window.set_content(html_of(message))
            bottoms = window.evaluate(BOTTOMS)
            assert bottoms["h2"] < bottoms[".button a"] < bottoms["ol li:last-child"] <= SCREEN["height"], bottoms
            assert bottoms["img.board"] > bottoms["ol li:last-child"]
            assert window.evaluate("document.documentElement.scrollWidth") <= SCREEN["width"]
    finally:
        window.close()


def _asking(game: Game, player: Player) -> list[Any]:
    """The e-mails to a player whose questions are still open."""
    found = [one for one in messages(game) if one.to == [player.email] and "/decisions/" in html_of(one)]
    assert found
    return found
