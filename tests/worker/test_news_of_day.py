"""News for a player who is asked nothing comes once a day, or with the next question."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, Notice, OpenRequest, OutgoingMail, Player
from games.selectors.outbox import WAIT_FOR_NEWS_OF_DAY
from games.services.mail_delivery import do_resend_newest_email
from games.services.profile import do_update_player
from games.services.resolve.advance import do_resolve
from tests.table import answer
from tests.worker.conftest import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]
NEXT_DAY = timedelta(days=1, seconds=1)


def news(game: Game, *, asks: bool = False) -> OutgoingMail:
    """Play on until Anna has a new e-mail, and leave her a question or none."""
    before = OutgoingMail.objects.order_by("-pk").values_list("pk", flat=True)[0]
    fresh = OutgoingMail.objects.filter(pk__gt=before, player__username="anna", kind="stop")
    open_to_her = OpenRequest.objects.filter(game=game, closed_at=None, seat__role="red")
    while not fresh.exists() or (asks and not open_to_her.exists()):
        for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
            answer(game, row.seat.role)
        do_resolve(game.pk)
        assert game.status == Game.Status.RUNNING
    mail = fresh.latest("pk")
    questions = OpenRequest.objects.filter(game=game, seat__role="red")
    questions.filter(closed_at=None).update(ready=not asks)
    if not asks:
        questions.filter(stop=mail.stop).update(stop=0)
    return mail


def for_anna(letters: list[EmailMessage]) -> list[EmailMessage]:
    return [one for one in letters if one.to == ["anna@example.org"]]


@pytest.fixture
def told(running: Game, send: Send) -> Game:
    """A game in which Anna has just had news, and no question."""
    send()
    news(running)
    assert len(for_anna(send())) == 1
    return running


@pytest.mark.both_databases
def test_further_news_waits_for_the_next_day(told: Game, send: Send) -> None:
    mail = news(told)
    assert for_anna(send()) == []
    mail.refresh_from_db()
    assert (mail.status, mail.error, mail.attempts) == ("queued", WAIT_FOR_NEWS_OF_DAY, 0)
    with time_machine.travel(datetime.now(UTC) + NEXT_DAY):
        assert len(for_anna(send())) == 1


def test_news_of_a_day_is_one_e_mail(told: Game, send: Send) -> None:
    for _ in range(2):
        news(told)
        assert for_anna(send()) == []
    with time_machine.travel(datetime.now(UTC) + NEXT_DAY):
        (letter,) = for_anna(send())
    assert "What happened" in text_of(letter)
    assert list(OutgoingMail.objects.filter(player__username="anna").order_by("pk").values_list("status", flat=True))[
        -2:
    ] == ["merged", "sent"]


def test_a_question_brings_the_news_with_it(told: Game, send: Send) -> None:
    first = news(told)
    assert for_anna(send()) == []
    news(told, asks=True)
    assert "Your move" in text_of(for_anna(send())[-1])
    first.refresh_from_db()
    assert first.status == "merged"


def test_the_first_news_behind_a_question_leaves_at_once(running: Game, send: Send) -> None:
    send()
    news(running, asks=True)
    assert len(for_anna(send())) == 1
    news(running)
    assert len(for_anna(send())) == 1


def test_who_wants_all_news_has_it_at_once(told: Game, anna: Player, send: Send) -> None:
    do_update_player(player=anna, mail_preferences={"watch": True})
    news(told)
    assert len(for_anna(send())) == 1


def test_a_notice_leaves_at_once(told: Game, send: Send) -> None:
    mail = news(told)
    Notice.objects.create(game=told, stop=mail.stop, kind="extended", seats=["*"], facts={"hours": 5})
    (letter,) = for_anna(send())
    assert "moved by 5 hours" in text_of(letter)


def test_an_e_mail_that_is_asked_for_again_leaves_at_once(told: Game, anna: Player, send: Send) -> None:
    OutgoingMail.objects.filter(player=anna, kind="stop").update(sent_at=datetime.now(UTC) - timedelta(hours=1))
    do_resend_newest_email(player=anna, game_id=told.pk)
    assert len(for_anna(send())) == 1
