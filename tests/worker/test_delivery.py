"""Sending over a real connection to real servers that accept, refuse, vanish or hang."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from games.models import Game, OutgoingMail, Player
from games.services import outbox
from games.services.lifecycle import do_leave_game
from tests.table import answer, play_out
from tests.worker.conftest import status_of
from tests.worker.post_office import PostOffice, free_port, hanging_server, open_office
from worker.mail.outbound import delivery, sender

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def smtp(settings: Any) -> Any:
    """Let mail go out by SMTP, to whatever port the test names."""
    settings.EMAIL_BACKEND = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 20
    return settings


@pytest.fixture(params=[True, False], ids=["in_one_go", "one_by_one"])
def office(smtp: Any, request: pytest.FixtureRequest) -> Iterator[PostOffice]:
    with open_office(pipelining=request.param) as (office, port):
        smtp.EMAIL_PORT = port
        yield office


def mails(game: Game) -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(game=game).order_by("pk"))


@pytest.mark.usefixtures("all_news")
def test_every_row_is_sent_once_over_one_connection(running: Game, office: PostOffice) -> None:
    play_out(running)
    done = delivery.send_due_mail()
    assert done.sent == len(office.letters) == OutgoingMail.objects.count()
    assert office.ids == [mail.message_id for mail in mails(running)]
    assert office.sessions == 1
    assert set(status_of(running)) == {"sent"}
    assert delivery.send_due_mail().sent == 0


def test_an_address_that_is_refused_for_good_bounces_and_holds_up_nobody(running: Game, office: PostOffice) -> None:
    office.refusals["anna@example.org"] = "550 No such user"
    delivery.send_due_mail()
    assert status_of(running)[:2] == ["bounced", "sent"]
    assert "No such user" in mails(running)[0].error
    assert [one["To"] for one in office.letters] == ["ben@example.org"] * 2, "his own, and the news of Anna's address"
    assert delivery.send_due_mail().sent == 0


def test_an_address_that_is_refused_for_now_is_tried_again_later(running: Game, office: PostOffice) -> None:
    office.refusals["anna@example.org"] = "451 Greylisted"
    delivery.send_due_mail()
    assert status_of(running) == ["queued", "sent"]
    assert mails(running)[0].attempts == 1
    office.refusals.clear()
    assert delivery.send_due_mail().sent == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=61), tick=False):
        assert delivery.send_due_mail().sent == 1
    assert status_of(running) == ["sent", "sent"]


def test_waiting_doubles_and_ends(running: Game, office: PostOffice) -> None:
    office.refusals["anna@example.org"] = "451 Greylisted"
    now, waits = timezone.now() + timedelta(days=1), []
    for _ in range(outbox.MAX_ATTEMPTS):
        with time_machine.travel(now, tick=False):
            delivery.send_due_mail()
        mail = mails(running)[0]
        waits.append((mail.next_try_at - now).total_seconds())
        now = mail.next_try_at + timedelta(seconds=1)
    assert waits[:4] == [60, 120, 240, 480]
    assert max(waits) == 6 * 3600
    assert mails(running)[0].status == "failed"


def test_a_letter_that_is_refused_for_good_fails(running: Game, office: PostOffice) -> None:
    office.verdict = "554 Looks like spam"
    delivery.send_due_mail()
    assert status_of(running) == ["failed", "failed"]


def test_while_nobody_answers_letters_wait_untried(running: Game, smtp: Any) -> None:
    smtp.EMAIL_PORT = free_port()
    for minutes in range(30):
        with time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False):
            assert delivery.send_due_mail().sent == 0
    assert {(mail.status, mail.attempts) for mail in mails(running)} == {("queued", 0)}
    assert "refused" in mails(running)[0].error
    with open_office(smtp.EMAIL_PORT) as (office, _), time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert delivery.send_due_mail().sent == 2
    assert len(office.letters) == 2


def test_a_server_that_hangs_is_left_and_tried_later(running: Game, smtp: Any) -> None:
    began = timezone.now()
    smtp.EMAIL_TIMEOUT = 0.5
    with hanging_server() as port:
        smtp.EMAIL_PORT = port
        done = delivery.send_due_mail()
    assert (done.sent, done.delayed) == (0, 1)
    assert timezone.now() - began < timedelta(seconds=20)
    assert {(mail.status, mail.attempts) for mail in mails(running)} == {("queued", 0)}
    smtp.EMAIL_TIMEOUT = 20
    with open_office() as (office, port):
        smtp.EMAIL_PORT = port
        with time_machine.travel(timezone.now() + timedelta(seconds=31)):
            assert delivery.send_due_mail().sent == 2
    assert len(office.letters) == 2


def test_a_connection_that_went_stale_is_opened_again(
    running: Game, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some servers close after a number of letters: the next one goes over a new connection, uncounted."""
    from smtplib import SMTPServerDisconnected

    from worker.mail.outbound.smtp_backend import _Bounded

    post, calls = _Bounded.post, []

    def closing(self: _Bounded, sender: str, readers: Any, letter: bytes) -> None:
        calls.append(readers)
        if len(calls) == 2:
            raise SMTPServerDisconnected("Connection unexpectedly closed")
        post(self, sender, readers, letter)

    monkeypatch.setattr(_Bounded, "post", closing)
    assert delivery.send_due_mail().sent == 2
    assert office.sessions == 2
    assert [mail.attempts for mail in mails(running)] == [1, 1]


def test_a_letter_at_which_the_server_dies_does_not_stop_the_others(
    running: Game, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    from smtplib import SMTPServerDisconnected

    from worker.mail.outbound.smtp_backend import BoundedSmtpBackend

    send = BoundedSmtpBackend.send_messages

    def dying(self: BoundedSmtpBackend, messages: Any) -> int:
        if messages[0].to == ["anna@example.org"]:
            raise SMTPServerDisconnected("Connection unexpectedly closed")
        return send(self, messages)

    monkeypatch.setattr(BoundedSmtpBackend, "send_messages", dying)
    delivery.send_due_mail()
    with time_machine.travel(timezone.now() + timedelta(seconds=31), tick=False):
        delivery.send_due_mail()
    assert status_of(running) == ["queued", "sent"]
    assert mails(running)[0].attempts == 1


def test_letters_of_a_sender_that_died_come_back_when_its_lease_is_over(running: Game, office: PostOffice) -> None:
    while outbox.claim_mail(uuid4(), lease_seconds=60):
        pass
    assert delivery.send_due_mail().sent == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert delivery.send_due_mail().sent == 2
    assert {(mail.attempts, mail.deaths) for mail in mails(running)} == {(2, 1)}


def test_a_letter_that_took_long_to_write_is_sent_under_a_new_lease(
    running: Game, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, leases = sender.build_message, []

    def slow(letter: Any) -> Any:
        letter.mail.leased_until -= timedelta(seconds=50)
        OutgoingMail.objects.filter(pk=letter.mail.pk).update(leased_until=letter.mail.leased_until)
        leases.append(letter.mail)
        return write(letter)

    monkeypatch.setattr(sender, "build_message", slow)
    assert delivery.send_due_mail().sent == 2
    assert all(mail.leased_until - timezone.now() > timedelta(seconds=50) for mail in leases)


@pytest.mark.both_databases
def test_a_letter_that_became_another_senders_meanwhile_is_left_to_it(
    running: Game, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = sender.build_message

    def overtaken(letter: Any) -> Any:
        letter.mail.leased_until -= timedelta(seconds=50)
        OutgoingMail.objects.filter(pk=letter.mail.pk).update(lease=uuid4())
        return write(letter)

    monkeypatch.setattr(sender, "build_message", overtaken)
    assert delivery.send_due_mail().sent == 0
    assert office.letters == []
    assert status_of(running) == ["sending", "sending"]


def test_a_letter_that_cannot_be_written_holds_up_nobody(
    running: Game, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = sender.build_message

    def failing(letter: Any) -> Any:
        if letter.seat.role == "red":
            raise RuntimeError("no such card")
        return write(letter)

    monkeypatch.setattr(sender, "build_message", failing)
    delivery.send_due_mail()
    assert status_of(running) == ["queued", "sent"]
    assert mails(running)[0].error == "RuntimeError: no such card"


def test_who_has_left_gets_no_letter(running: Game, anna: Player, office: PostOffice) -> None:
    do_leave_game(player=anna, game_id=running.pk)
    delivery.send_due_mail()
    assert {letter["To"] for letter in office.letters} == {"ben@example.org"}
    assert mails(running)[0].status == "dropped"


def test_who_wants_no_news_by_mail_gets_the_end_only(running: Game, anna: Player, office: PostOffice) -> None:
    Player.objects.filter(pk=anna.pk).update(mail_preferences={"stops": False})
    play_out(running)
    delivery.send_due_mail()
    kinds = {mail.kind: mail.status for mail in mails(running) if mail.player_id == anna.pk}
    assert kinds == {"stop": "dropped", "over": "sent"}


def test_who_wants_no_news_by_mail_is_asked_all_the_same(running: Game, anna: Player, office: PostOffice) -> None:
    Player.objects.filter(pk=anna.pk).update(mail_preferences={"stops": False})
    delivery.send_due_mail()
    assert [str(letter["To"]) for letter in office.letters] == ["anna@example.org", "ben@example.org"]
    answer(running, "red")
    outbox.requeue(mails(running)[0], source="player")
    delivery.send_due_mail()
    assert len(office.letters) == 2, "once it is answered the letter is news"


def test_a_call_ends_when_its_time_is_over(running: Game, office: PostOffice) -> None:
    play_out(running)
    done = delivery.send_due_mail(budget=0)
    assert (done.sent, done.more) == (1, True)
