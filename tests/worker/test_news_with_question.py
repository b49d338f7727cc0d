"""News and the question that follows at once come in one e-mail."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.db.models import QuerySet

from games.models import Game, OpenRequest, OutgoingMail, Player, Seat
from games.selectors.events import describe_event, list_audience_events
from games.selectors.outbox import WAIT_FOR_NEXT_STOP
from games.selectors.seats import get_access
from games.services.bots import do_play_bots
from games.services.lifecycle import do_start_game
from games.services.outbox import FOLLOW_UP_SECONDS
from games.services.resolve.advance import do_resolve
from games.services.resolve.pending_answers import PendingAnswers
from tests.table import answer
from tests.worker.conftest import text_of
from worker.mail.outbound.digest import MAX_FOLLOW_UP_SECONDS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


def play_on(game: Game) -> None:
    for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
        answer(game, row.seat.role)
    do_resolve(game.pk)


@pytest.fixture
def going_on(running: Game) -> Game:
    """Anna has news and no question, and the game goes on by itself, as it does while bots are asked."""
    while True:
        OutgoingMail.objects.all().delete()
        play_on(running)
        if asked_of_her():
            break
    asked_of_her().update(ready=True)
    Game.objects.filter(pk=running.pk).update(wake_at=datetime.now(UTC))
    return running


def asked_of_her() -> QuerySet[OpenRequest]:
    return OpenRequest.objects.filter(seat__role="red", closed_at=None)


def for_anna(letters: list[EmailMessage]) -> list[EmailMessage]:
    return [one for one in letters if one.to == ["anna@example.org"]]


def to_anna() -> list[str]:
    return list(OutgoingMail.objects.filter(player__username="anna").order_by("pk").values_list("status", flat=True))


def test_news_and_the_question_that_follows_at_once_come_as_one_letter(
    going_on: Game, anna: Player, send: Send
) -> None:
    assert for_anna(send()) == []
    first = OutgoingMail.objects.get(player=anna)
    assert (first.status, first.attempts) == ("queued", 0)
    asked_of_her().update(ready=False)
    play_on(going_on)
    (letter,) = for_anna(send())
    assert to_anna() == ["merged", "sent"]
    last = OutgoingMail.objects.filter(player=anna).latest("pk")
    seen = list_audience_events(get_access(anna, going_on.pk), from_stop=first.seat_stop, until_stop=last.seat_stop)
    for line in filter(None, (describe_event(going_on, one, "en") for one in seen)):
        assert line in " ".join(text_of(letter).split()), line
    assert "Your move" in text_of(letter)


@pytest.mark.both_databases
def test_news_leaves_alone_when_nothing_has_followed(going_on: Game, send: Send) -> None:
    assert for_anna(send()) == []
    Game.objects.update(wake_at=None, due_from=None)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=FOLLOW_UP_SECONDS + 1)):
        assert len(for_anna(send())) == 1


def test_news_waits_half_a_minute_at_most_for_bots_that_are_busy(going_on: Game, send: Send) -> None:
    assert for_anna(send()) == []
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=FOLLOW_UP_SECONDS + 1)):
        assert for_anna(send()) == []
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=MAX_FOLLOW_UP_SECONDS + 1)):
        assert len(for_anna(send())) == 1


def test_a_letter_that_asks_leaves_at_once(going_on: Game, send: Send) -> None:
    asked_of_her().update(ready=False)
    assert len(for_anna(send())) == 1


def test_news_of_a_game_that_waits_for_somebody_leaves_at_once(going_on: Game, send: Send) -> None:
    Game.objects.update(wake_at=datetime.now(UTC) + timedelta(hours=1))
    assert len(for_anna(send())) == 1


def test_news_that_is_due_again_is_told_by_the_letter_that_has_come(going_on: Game, send: Send) -> None:
    assert for_anna(send()) == []
    asked_of_her().update(ready=False)
    play_on(going_on)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=FOLLOW_UP_SECONDS + 1)):
        assert len(for_anna(send())) == 1
    assert to_anna() == ["merged", "sent"]


@pytest.mark.both_databases
def test_a_letter_that_was_refused_for_now_is_not_told_by_another(going_on: Game, send: Send) -> None:
    """What was handed to a mail server may have arrived: it keeps what it says."""
    later = datetime.now(UTC) + timedelta(hours=1)
    OutgoingMail.objects.update(error="451 greylisted", next_try_at=later, attempts=1)
    asked_of_her().update(ready=False)
    play_on(going_on)
    assert len(for_anna(send())) == 1
    assert to_anna() == ["queued", "sent"]


@pytest.mark.both_databases
def test_news_of_a_game_that_is_held_leaves_at_once(going_on: Game, send: Send) -> None:
    Game.objects.update(status="held")
    assert len(for_anna(send())) == 1


@pytest.mark.both_databases
def test_news_waits_from_the_first_while_a_bot_is_asked_and_nobody_else(
    seated: Game, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However soon a sender looks, and however soon the bot has answered. Questions with one answer are asked here."""
    monkeypatch.setattr(PendingAnswers, "_unasked", lambda *_: None)
    Seat.objects.filter(role="black").update(kind=Seat.Kind.BOT, bot="random", player=None)
    do_start_game(player=anna, game_id=seated.pk)
    do_resolve(seated.pk)
    seen: dict[bool, int] = {True: 0, False: 0}
    for _ in range(40):
        OutgoingMail.objects.all().delete()
        for row in asked_of_her():
            answer(seated, row.seat.role)
        do_resolve(seated.pk)
        is_asked, letter = asked_of_her().exists(), OutgoingMail.objects.filter(player=anna, kind="stop").first()
        goes_on = OpenRequest.objects.filter(seat__role="black", closed_at=None).exists()
        if letter is not None:
            waits = letter.next_try_at > letter.created_at + timedelta(seconds=FOLLOW_UP_SECONDS / 2)
            assert (letter.error == WAIT_FOR_NEXT_STOP) is waits is (goes_on and not is_asked)
            seen[waits] += 1
        do_play_bots(seated.pk)
    assert all(seen.values()), seen
