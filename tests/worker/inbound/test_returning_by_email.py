"""A player who answers by e-mail, even late, plays again instead of the stand-in bot, and is told so."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, Notice, Player, Seat
from games.services.resolve.advance import do_resolve
from tests.table import answer
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.dispatch import handle_inbound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
BACK = "You play this seat yourself again"


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    """Anna has her letter; then she is away for so long that a bot stands in."""
    found = parsed(to("anna"))
    Seat.objects.filter(game=running, player__username="anna").update(stand_in="captain", misses=2)
    return found


def seat(game: Game) -> tuple[str, int]:
    found = Seat.objects.get(game=game, player__username="anna")
    return found.stand_in, found.misses


def play_on(game: Game) -> None:
    """The bot and the others answer: her letter's question is closed."""
    for row in game.requests.filter(closed_at=None).select_related("seat"):
        answer(game, row.seat.role)
    Seat.objects.filter(game=game, player__username="anna").update(stand_in="captain", misses=2)
    Notice.objects.filter(game=game).delete()
    do_resolve(game.pk)


def returns(game: Game) -> int:
    return Notice.objects.filter(game=game, kind="returned").count()


def test_an_answer_in_time_counts_and_says_that_she_plays_again(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[0]))
    assert [card.decode().strip('"') for card, _, _ in sealed(running)] == hand(running)[:1]
    assert seat(running) == ("", 0)
    assert returns(running) == 1
    assert BACK in "".join(map(text_of, send()))


@pytest.mark.parametrize("lines", [["order"], ["ready"], ["not ready"], ["choose nonsense"]])
def test_one_that_comes_too_late_takes_over_all_the_same(
    running: Game, letter: Parsed, send: Send, lines: list[str]
) -> None:
    written = [hand(running)[0] if line == "order" else line for line in lines]
    play_on(running)
    send()
    bring(reply(letter, *written))
    assert seat(running) == ("", 0)
    assert returns(running) == 1
    assert BACK in "".join(map(text_of, send()))


def test_it_is_told_once(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[0]
    play_on(running)
    send()
    bring(reply(letter, card))
    send()
    bring(reply(letter, card))
    assert returns(running) == 1
    assert BACK not in "".join(map(text_of, send()))


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["show", "help", "board", "note the bot plays well"])
def test_who_only_looks_leaves_the_bot_where_it_is(running: Game, letter: Parsed, send: Send, words: str) -> None:
    play_on(running)
    send()
    bring(reply(letter, words))
    assert seat(running) == ("captain", 2)
    assert returns(running) == 0
    assert BACK not in "".join(map(text_of, send()))


def test_mail_for_which_nobody_vouches_takes_over_after_its_time(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[0]
    play_on(running)
    send()
    bring(reply(letter, card, vouched=""))
    assert seat(running) == ("captain", 2)
    assert BACK not in "".join(map(text_of, send()))
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
        assert BACK in "".join(map(text_of, send()))
    assert seat(running) == ("", 0)


def test_a_game_that_is_over_has_no_seat_to_take(running: Game, letter: Parsed, send: Send) -> None:
    play_on(running)
    Game.objects.filter(pk=running.pk).update(status="over")
    send()
    bring(reply(letter, "ready"))
    assert returns(running) == 0
    assert BACK not in "".join(map(text_of, send()))


def test_nobody_is_said_to_be_back_who_was_not_away(running: Game, to: To, send: Send) -> None:
    bring(reply(parsed(to("anna")), hand(running)[0]))
    assert returns(running) == 0
    assert BACK not in "".join(map(text_of, send()))


def test_it_is_said_in_the_players_language(running: Game, anna: Player, letter: Parsed, send: Send) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    play_on(running)
    send()
    bring(reply(letter, "ready"))
    assert "席はあなたに戻りました" in "".join(map(text_of, send()))
