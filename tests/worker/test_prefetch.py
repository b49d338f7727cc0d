"""The sender prefetches the next e-mail while mail server and database are busy; nothing relies on it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError
from django.utils import timezone

from games.models import Game, OutgoingMail, Player
from games.selectors.email_context import EmailContext, fetch_email_rows, load_email_context
from games.services.lifecycle import do_leave_game
from tests.table import play_out
from tests.worker.post_office import PostOffice, open_office
from worker.mail.outbound import delivery, prefetch
from worker.mail.outbound.mime_message import build_message

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("all_news")]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """The letters that were read for, and whether somebody had claimed each."""
    found: list[tuple[int, bool]] = []

    def noting(done: Any) -> Any:
        def noted(mail: OutgoingMail) -> Any:
            found.append((mail.pk, OutgoingMail.objects.get(pk=mail.pk).status == "sending"))
            return done(mail)

        return noted

    for name, done in (("load_email_context", load_email_context), ("fetch_email_rows", fetch_email_rows)):
        monkeypatch.setattr(f"worker.mail.outbound.prefetch.{name}", noting(done))
    return found


@pytest.fixture
def smtp(settings: Any) -> Iterator[PostOffice]:
    settings.EMAIL_BACKEND = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 20
    with open_office() as (office, port):
        settings.EMAIL_PORT = port
        yield office


def test_each_letter_is_read_for_once_and_most_before_anybody_claims_them(
    running: Game, smtp: PostOffice, reads: list[tuple[int, bool]]
) -> None:
    play_out(running)
    assert delivery.send_due_mail().sent == len(smtp.letters) == OutgoingMail.objects.count()
    assert len(reads) == len({pk for pk, _ in reads}) == len(smtp.letters)
    assert sum(not claimed for _, claimed in reads) > 0
    assert set(OutgoingMail.objects.values_list("status", "attempts", "deaths")) == {("sent", 1, 0)}


def test_letters_say_the_same(running: Game, smtp: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    play_out(running)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        delivery.send_due_mail()
        assert smtp.letters
        before = {letter["Message-ID"]: letter.as_bytes() for letter in smtp.letters}
        OutgoingMail.objects.update(status="queued", next_try_at=timezone.now())
        smtp.letters.clear()
        monkeypatch.setattr(prefetch.Prefetcher, "send_queries", lambda self: None)
        delivery.send_due_mail()
    assert {letter["Message-ID"]: letter.as_bytes() for letter in smtp.letters} == before


def read_for(mail: OutgoingMail) -> prefetch.Prefetcher:
    reading = prefetch.Prefetcher()
    reading.mail = mail
    reading.send_queries()
    reading.fetch_rows()
    return reading


@pytest.mark.parametrize(("good_for", "used"), [(prefetch.MAX_PREFETCH_AGE, True), (0.0, False)])
def test_what_was_read_long_ago_is_read_again(
    running: Game, smtp: PostOffice, monkeypatch: pytest.MonkeyPatch, good_for: float, used: bool
) -> None:
    """The server takes its time; meanwhile the reader of the next letter leaves the game."""
    _, second = OutgoingMail.objects.order_by("pk")
    monkeypatch.setattr(prefetch, "MAX_PREFETCH_AGE", good_for)
    reading = read_for(second)
    assert second.player is not None
    do_leave_game(player=second.player, game_id=running.pk)
    assert (reading.load(second)[0] is not None) is used
    assert reading.load(second) == (None, None), "it serves once"


def test_it_serves_for_a_moment_and_with_the_row_as_claimed(running: Game, smtp: PostOffice) -> None:
    _, second = OutgoingMail.objects.order_by("pk")
    reading = read_for(second)
    claimed = OutgoingMail.objects.get(pk=second.pk)
    letter, _ = reading.load(claimed)
    assert letter is not None
    assert letter.mail is claimed


def test_another_letter_than_thought_is_read_for_anew(running: Game, smtp: PostOffice) -> None:
    first, second = OutgoingMail.objects.order_by("pk")
    reading = read_for(second)
    reading.render()
    letter, message = reading.load(first)
    assert letter is not None
    assert (letter.mail, letter.seat.pk, message) == (first, first.seat_id, None)


@pytest.mark.parametrize("what", ["fetch_email_rows", "build_email_context", "build_message"])
def test_trouble_in_it_stops_nothing(
    running: Game, smtp: PostOffice, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    tries = []

    def away(*given: Any) -> Any:
        tries.append(given)
        raise DatabaseError("away")

    monkeypatch.setattr(f"worker.mail.outbound.prefetch.{what}", away)
    play_out(running)
    assert delivery.send_due_mail().sent == len(smtp.letters) == OutgoingMail.objects.count()
    assert tries


def test_a_letter_whose_time_has_not_come_is_not_looked_at(
    running: Game, smtp: PostOffice, reads: list[tuple[int, bool]]
) -> None:
    play_out(running)
    last = OutgoingMail.objects.order_by("pk").last()
    assert last is not None
    OutgoingMail.objects.filter(pk=last.pk).update(next_try_at=last.next_try_at + timedelta(hours=1))
    delivery.send_due_mail()
    assert last.pk not in {pk for pk, _ in reads}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The Message-IDs of the letters that were written ahead, and of those written in hand."""
    found: dict[str, list[str]] = {"prefetch": [], "sender": []}

    def noting(ids: list[str]) -> Any:
        def noted(letter: EmailContext) -> Any:
            ids.append(letter.mail.message_id)
            return build_message(letter)

        return noted

    for where, ids in found.items():
        monkeypatch.setattr(f"worker.mail.outbound.{where}.build_message", noting(ids))
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("replies", ["", "orders@example.org"], ids=["no replies", "replies"])
def test_each_letter_is_written_once_and_news_ahead(
    running: Game, smtp: PostOffice, written: dict[str, list[str]], settings: Any, replies: str
) -> None:
    """Within a test's transaction nobody would notice that a letter asks the database while that one is at work."""
    settings.PBEM_MAIL_REPLY_ADDRESS = replies
    play_out(running)
    delivery.send_due_mail()
    assert sorted(written["prefetch"] + written["sender"]) == sorted(smtp.ids)
    news = OutgoingMail.objects.filter(kind="stop").order_by("pk").values_list("message_id", flat=True)
    assert written["prefetch"] == list(news[2:]), "the first to each tell of the dice, for which the database is asked"


WISHES = {"mail_hours": {"digest": "daily", "at": "07:00"}, "mail_preferences": {"stops": False}}
ALL_NEWS = {"mail_hours": {}, "mail_preferences": {"watch": True}}


@pytest.mark.parametrize("wish", WISHES)
def test_what_is_to_wait_or_not_wanted_is_not_written(
    running: Game, smtp: PostOffice, written: dict[str, list[str]], wish: str
) -> None:
    play_out(running)
    delivery.send_due_mail()
    last = OutgoingMail.objects.filter(kind="stop").order_by("pk").last()
    assert last is not None
    assert last.player is not None
    written["prefetch"].clear()
    for wishes, count in (({wish: WISHES[wish]}, 0), ({wish: ALL_NEWS[wish]}, 1)):
        Player.objects.filter(pk=last.player.pk).update(**wishes)
        reading = read_for(last)
        reading.render()
        assert len(written["prefetch"]) == count
