"""Faults of a mail server, one by one: each e-mail is accounted for, and the others are sent."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.models import Game, OutgoingMail, SenderSlot
from games.services.resolve.advance import do_resolve
from tests.table import answer
from tests.worker.conftest import status_of
from tests.worker.post_office import PostOffice, chatting_server, free_port, open_office
from worker.mail.outbound import delivery
from worker.mail.outbound.errors import find_enhanced_code

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    """A mail server that is given a few seconds for each letter."""
    settings.EMAIL_BACKEND = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 2.5
    with open_office() as (office, port):
        settings.EMAIL_PORT = port
        yield office


def rows(game: Game) -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(game=game).order_by("pk"))


def later(seconds: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(seconds=seconds), tick=False)


def paused() -> bool:
    return SenderSlot.objects.filter(resume_at__gt=timezone.now()).exists()


AT_THE_ADDRESS = {
    "550 No such user": "bounced",
    "553 Mailbox name not allowed": "bounced",
    "450 Mailbox busy": "queued",
    "451 Greylisted": "queued",
    "452 Too many recipients": "queued",
    "421 Deferred, bye": "queued",
}
AT_THE_TEXT = {
    "554 Looks like spam": "failed",
    "552 Too large": "failed",
    "451 Local error": "queued",
    "452 Out of space": "queued",
    "421 Shutting down": "queued",
}


@pytest.mark.parametrize(("reply", "status"), AT_THE_ADDRESS.items())
def test_a_reply_to_one_address_concerns_one_letter(reply: str, status: str, running: Game, office: PostOffice) -> None:
    office.refusals[ANNA] = reply
    _one_is_not_taken(running, office, reply, status)


@pytest.mark.both_databases
@pytest.mark.parametrize(("reply", "status"), AT_THE_TEXT.items())
def test_a_reply_to_one_text_concerns_one_letter(reply: str, status: str, running: Game, office: PostOffice) -> None:
    office.verdicts[ANNA] = reply
    _one_is_not_taken(running, office, reply, status)


def _one_is_not_taken(game: Game, office: PostOffice, reply: str, status: str) -> None:
    """Anna's letter ends so, counted once and with the server's words; Ben's goes out, and if her address bounces, one
    that tells him; nobody pauses.
    """
    delivery.send_due_mail()
    told = ["sent"] if status == "bounced" else []
    assert office.met == {reply: 1}
    assert status_of(game) == [status, "sent", *told]
    anna, *others = rows(game)
    assert [row.attempts for row in (anna, *others)] == [1] * (2 + len(told))
    assert reply[4:] in anna.error
    assert [letter["To"] for letter in office.letters] == [BEN] * (1 + len(told))
    assert not paused()
    office.refusals.clear()
    office.verdicts.clear()
    with later(61):
        delivery.send_due_mail()
    assert status_of(game) == ["sent" if status == "queued" else status, "sent", *told]
    assert len(office.letters) == status_of(game).count("sent")


@pytest.mark.parametrize("reply", ["550 Who are you?", "530 Authentication required", "553 Not your name"])
def test_a_server_that_will_not_hear_us_gets_all_letters_later(reply: str, running: Game, office: PostOffice) -> None:
    office.greeting = reply
    for minutes in range(30):
        with later(60 * minutes):
            delivery.send_due_mail()
    assert office.met == {reply: 30}
    assert {(row.status, row.attempts) for row in rows(running)} == {("queued", 0)}
    assert paused() or rows(running)[0].error
    office.greeting = "250 OK"
    with later(3600):
        delivery.send_due_mail()
    assert status_of(running) == ["sent", "sent"]
    assert len(office.letters) == 2


def test_a_letter_too_large_for_the_server_fails_before_its_text_is_sent(running: Game, office: PostOffice) -> None:
    office.greeting = "552 Too large"
    delivery.send_due_mail()
    assert office.met == {"552 Too large": 2}
    assert status_of(running) == ["failed", "failed"]


def test_a_server_that_dies_between_text_and_reply_gets_the_letter_again(running: Game, office: PostOffice) -> None:
    """It may have taken it or not: the second copy is the same message."""
    office.hang_ups[ANNA] = 1
    delivery.send_due_mail()
    assert office.met == {"hung up": 1}
    anna, ben = rows(running)
    assert (anna.status, anna.attempts, ben.status) == ("queued", 1, "sent")
    with later(61):
        delivery.send_due_mail()
    anna.refresh_from_db()
    assert (anna.status, anna.attempts) == ("sent", 2)
    assert sorted(office.ids) == sorted([anna.message_id, anna.message_id, ben.message_id])


def test_over_a_connection_in_use_too_it_is_not_sent_twice_at_once(running: Game, office: PostOffice) -> None:
    """A connection that went stale is one thing, a text that may have arrived another."""
    office.hang_ups[BEN] = 1
    delivery.send_due_mail()
    assert office.met == {"hung up": 1}
    assert status_of(running) == ["sent", "queued"]
    assert len(office.letters) == 2
    assert office.sessions == 1


def test_a_server_that_dies_at_every_letter_makes_all_pause(running: Game, office: PostOffice) -> None:
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)
    waiting = len(rows(running))
    assert waiting == 4
    office.hang_ups.update({ANNA: 9, BEN: 9})
    delivery.send_due_mail()
    assert office.met == {"hung up": 2}
    assert paused()
    assert sorted(row.attempts for row in rows(running)) == [0, 0, 1, 1]
    office.hang_ups.clear()
    with later(61):
        delivery.send_due_mail()
    assert set(status_of(running)) == {"sent"}
    assert set(office.ids) == {row.message_id for row in rows(running)}
    assert len(office.letters) == waiting + 2


def test_while_senders_pause_the_server_is_left_alone(running: Game, office: PostOffice, settings: Any) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    delivery.send_due_mail()
    settings.EMAIL_PORT = port
    with later(settings.PBEM_MAIL_RETRY_SECONDS - 1):
        assert delivery.send_due_mail().sent == 0
    assert office.sessions == 0
    with later(settings.PBEM_MAIL_RETRY_SECONDS + 1):
        assert delivery.send_due_mail().sent == 2


def test_a_server_that_is_slow_at_each_letter_is_waited_for(running: Game, office: PostOffice) -> None:
    """Each letter has the time for itself: both together take longer."""
    office.pace = 1.4
    assert delivery.send_due_mail().sent == 2


def test_a_server_that_is_too_slow_at_a_letter_loses_the_connection(running: Game, office: PostOffice) -> None:
    office.pace = 60
    began = time.monotonic()
    delivery.send_due_mail()
    assert time.monotonic() - began < 45
    assert {(row.status, row.attempts) for row in rows(running)} == {("queued", 1)}
    assert paused()


def test_a_server_that_talks_for_ever_is_left(running: Game, office: PostOffice, settings: Any) -> None:
    """A word now and then does not keep a sender: the whole of a connection has its time."""
    settings.EMAIL_TIMEOUT = 0.5
    began = time.monotonic()
    with chatting_server() as port:
        settings.EMAIL_PORT = port
        done = delivery.send_due_mail()
    assert (done.sent, done.delayed) == (0, 1)
    assert 0.4 < time.monotonic() - began < 45
    assert {(row.status, row.attempts) for row in rows(running)} == {("queued", 0)}
    assert paused()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("550 5.1.1 No such user", "5.1.1"),
        ("Blocked 5.39.120.7: see 5.7.1.", "5.7.1"),
        ("connect to mx[5.7.120.7]: refused", ""),
        ("host 4.2.2.1 and 192.5.1.1 say no", ""),
        ("smtp; 550-5.7.27 null MX (#5.7.27)", "5.7.27"),
        ("Exim 4.96.2, version 5.39.120", ""),
        ("2.0.0", "2.0.0"),
    ],
)
def test_an_enhanced_code_is_no_address_and_no_version(said: str, code: str) -> None:
    assert find_enhanced_code(said) == code
