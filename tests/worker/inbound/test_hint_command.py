"""The command `hint` in an e-mail: what the bot would do, and why."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.mail import EmailMessage

from games.models import BotHint, Game, Player, SealedAnswer
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.writing import bring, reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]


def words(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


@pytest.fixture
def game(anna: Player, ben: Player) -> Game:
    """A game whose first question, the doctrine, goes to all captains."""
    game = do_create_game(host=anna, title="goeben", scenario="captains", name="North Sea", hints_allowed=True)
    for player, seat in zip((anna, ben), game.seats.order_by("position"), strict=False):
        do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


@pytest.mark.parametrize("line", ["hint", "Hint", "ヒント"])
def test_a_hint_comes_with_its_reason_and_submits_nothing(game: Game, to: To, send: Send, line: str) -> None:
    letter = parsed(to("anna"))
    bring(reply(letter, line))
    (shown,) = [one for one in send() if one.to == ["anna@example.org"]]
    assert "A hint by the bot; nothing was submitted" in words(shown)
    assert "Take the usual cargo" in words(shown)
    assert BotHint.objects.count() == 1
    assert not SealedAnswer.objects.exists()


def test_the_lines_of_a_hint_are_orders(game: Game, to: To, send: Send) -> None:
    letter = parsed(to("anna"))
    bring(reply(letter, "hint"))
    (shown,) = [one for one in send() if one.to == ["anna@example.org"]]
    lines = text_of(shown).partition("reply with these lines:")[2].partition("-----")[0].strip()
    bring(reply(letter, lines))
    (answer,) = SealedAnswer.objects.all()
    assert lines
    assert answer.request.seat.player == Player.objects.get(username="anna")


def test_without_the_agreement_there_is_none(game: Game, to: To, send: Send) -> None:
    Game.objects.update(hints_allowed=False)
    bring(reply(parsed(to("anna")), "hint"))
    said = " ".join(map(words, send()))
    assert "This game is played without hints." in said
    assert "A hint by the bot" not in said
    assert not BotHint.objects.exists()


@pytest.mark.usefixtures("own_cache")
def test_hints_share_the_limit_of_previews(game: Game, to: To, send: Send, settings: Any) -> None:
    settings.PBEM_PREVIEWS_PER_MINUTE = 1
    letter = parsed(to("anna"))
    for _ in range(2):
        bring(reply(letter, "hint"))
    said = [words(one) for one in send()]
    assert sum("nothing was submitted" in one for one in said) == 1
    assert sum("wait a minute" in one for one in said) == 1
