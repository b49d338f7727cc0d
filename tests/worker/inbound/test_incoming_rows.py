"""Incoming e-mail as rows: stored once, handled once, given up after the last attempt."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from games.errors import Missing
from games.kernel.text import Text
from games.models import Game, IncomingMail, OutgoingMail, Player
from games.models.compression import inflate
from games.persistence.encryption import decrypt
from games.persistence.link_tokens import token_digest
from games.persistence.mail_replies import MailReply, decrypt_reply
from games.persistence.mail_tags import Tag
from games.selectors.mail_tag_targets import TagTarget
from games.services import incoming_mail, triggers
from games.services.incoming_mail import do_cancel_incoming, do_handle_next, do_store_incoming
from games.services.mail_quarantine import accept_with, quarantine
from tests.table import asked

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
Take = Callable[..., str]


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(triggers, "trigger_after_commit", lambda name, game_id: found.append((name, str(game_id))))
    return found


@pytest.fixture
def take(running: Game, anna: Player) -> Take:
    """A message of Anna's about what she is asked; each says something else unless it is told otherwise."""
    request = asked(running, "red")

    def taken(**how: Any) -> str:
        told: dict[str, Any] = {
            "target": TagTarget(Tag("q", request.pk, "code"), anna, request.seat, request),
            "raw": b"choose c05",
            "digest": sha256(uuid4().bytes).hexdigest(),
            "message_id": "",
            "sender": anna.email,
            "sent_at": NOW,
            "channel": "imap",
            "is_authenticated": True,
        }
        with time_machine.travel(NOW, tick=False):
            return do_store_incoming(**told | how)

    return taken


def only() -> IncomingMail:
    return IncomingMail.objects.get()


def handled(handle: Callable[[IncomingMail], MailReply | None], at: datetime = NOW) -> bool:
    with time_machine.travel(at, tick=False):
        return do_handle_next(lambda row: None, lambda row, text: handle(row))


# --- stored


def test_a_message_is_stored_with_what_it_is_about(
    take: Take, running: Game, anna: Player, hints: list[tuple[str, str]]
) -> None:
    request = asked(running, "red")
    assert take(digest="d" * 64, message_id="<a@b>", sent_at=NOW + HOUR, is_authenticated=False) == "taken"
    row = only()
    assert (row.digest, row.message_id, row.way, row.sender, row.proven) == (
        "d" * 64,
        "<a@b>",
        "imap",
        anna.email,
        False,
    )
    assert (row.game, row.seat, row.player, row.request) == (running, request.seat, anna, request)
    assert (row.tag, row.dated, inflate(bytes(row.raw))) == ("q" + request.pk.hex, NOW, b"choose c05")
    assert hints == [("inbound", "")]
    assert take(digest="d" * 64) == "known"
    assert len(hints) == 1


@pytest.mark.parametrize(("dated", "stored"), [(NOW - HOUR, NOW - HOUR), (NOW + SECOND, NOW), (None, None)])
def test_a_date_is_never_ahead_of_us(take: Take, dated: datetime | None, stored: datetime | None) -> None:
    take(sent_at=dated)
    assert only().dated == stored


def test_sixty_an_hour_are_taken_of_one_player(take: Take, ben: Player, anna: Player) -> None:
    for number in range(61):
        IncomingMail.objects.create(
            digest=f"{number}", way="imap", raw=b"", sender="", tag="q", game=Game.objects.get(), player=anna,
            seat=Game.objects.get().seats.get(role="red"), proven=True,
            received_at=NOW - HOUR + (SECOND if number else timedelta(0)),
        )  # fmt: skip
    assert take() == "too_often"
    IncomingMail.objects.filter(digest="60").update(player=ben)
    assert take() == "taken"


COPIES: dict[str, tuple[dict[str, Any], str]] = {
    "the same name and date": ({}, "known"),
    "another name": ({"message_id": "<other@b>"}, "taken"),
    "no name": ({"message_id": ""}, "taken"),
    "another date": ({"sent_at": NOW - HOUR}, "taken"),
    "no date": ({"sent_at": None}, "known"),
    "a date ahead": ({"sent_at": NOW + HOUR}, "known"),
}


@pytest.mark.parametrize("what", COPIES)
def test_a_copy_in_another_coding_is_known_by_its_name_and_date(take: Take, what: str) -> None:
    how, wanted = COPIES[what]
    take(message_id="<a@b>")
    assert take(**{"message_id": "<a@b>"} | how) == wanted
    assert IncomingMail.objects.count() == (2 if wanted == "taken" else 1)


def test_a_message_of_that_name_about_something_else_is_another(take: Take, running: Game, anna: Player) -> None:
    take(message_id="<a@b>")
    seat = running.seats.get(role="red")
    assert take(message_id="<a@b>", target=TagTarget(Tag("g", running.pk, "code"), anna, seat)) == "taken"
    row = IncomingMail.objects.get(request=None)
    assert row.tag == "g" + running.pk.hex


@pytest.mark.parametrize(
    ("first", "second", "fields", "proven"),
    [
        (False, True, {}, True),
        (False, False, {}, False),
        (True, False, {}, True),
        (False, True, {"attempts": 1}, False),
        (False, True, {"status": "waiting"}, False),
    ],
)
def test_a_copy_that_is_proven_vouches_for_the_first_that_nobody_has_begun_with(
    take: Take, first: bool, second: bool, fields: dict[str, Any], proven: bool
) -> None:
    take(message_id="<a@b>", is_authenticated=first)
    IncomingMail.objects.update(**fields)
    take(message_id="<a@b>", is_authenticated=second)
    assert only().proven is proven


# --- handled


def test_a_message_is_handled_with_all_that_it_brings_about(take: Take, hints: list[tuple[str, str]]) -> None:
    take(message_id="<a@b>")
    IncomingMail.objects.update(next_try_at=NOW)
    hints.clear()

    def handle(row: IncomingMail) -> MailReply:
        row.status, row.outcome, row.revision = "handled", "receipt", 3
        return MailReply(outcome="receipt", answering="<a@b>")

    assert not handled(handle, NOW - SECOND)
    assert handled(handle)
    assert not handled(handle)
    row = only()
    assert (row.status, row.outcome, row.revision, row.attempts) == ("handled", "receipt", 3, 1)
    assert (bytes(row.raw), row.sender) == (b"", "")
    assert row.next_try_at == NOW + 60 * SECOND
    mail = OutgoingMail.objects.get(kind="reply")
    assert (mail.seat, mail.player, mail.seat_stop, mail.reference) == (row.seat, row.player, 0, row.pk.hex)
    assert decrypt_reply(bytes(mail.sealed)) == MailReply(outcome="receipt", answering="<a@b>")
    assert hints == [("mail", str(row.game_id))]


def test_what_says_nothing_gets_no_answer(take: Take) -> None:
    take()

    def handle(row: IncomingMail) -> None:
        row.status = "ignored"

    assert handled(handle)
    assert only().status == "ignored"
    assert not OutgoingMail.objects.filter(kind="reply").exists()


def test_what_waits_keeps_its_text_and_its_second_answer_is_another_letter(take: Take, anna: Player) -> None:
    take()

    def wait(row: IncomingMail) -> MailReply:
        quarantine(row, None, ())
        return MailReply(outcome="waiting")

    def count(row: IncomingMail) -> MailReply:
        row.status = "handled"
        return MailReply(outcome="receipt")

    handled(wait, NOW + HOUR)
    row = only()
    assert (row.status, row.outcome, bool(bytes(row.raw)), row.sender, row.attempts) == (
        "waiting", "waiting", True, anna.email, 0,
    )  # fmt: skip
    IncomingMail.objects.update(next_try_at=NOW)
    handled(count)
    references = OutgoingMail.objects.filter(kind="reply").order_by("pk").values_list("reference", flat=True)
    assert list(references) == [row.pk.hex, f"{row.pk.hex}.2"]


def test_those_that_are_due_the_longest_go_first(take: Take) -> None:
    for number, digest in enumerate("cab"):
        take(digest=digest * 64)
        IncomingMail.objects.filter(digest=digest * 64).update(
            next_try_at=NOW - (HOUR if digest == "b" else timedelta(0)), received_at=NOW - number * SECOND
        )
    seen: list[str] = []

    def handle(row: IncomingMail) -> None:
        seen.append(row.digest[0])
        row.status = "handled"

    while handled(handle):
        pass
    assert seen == ["b", "a", "c"]


def test_what_fails_is_tried_again_and_given_up_after_the_third_time(
    take: Take, caplog: pytest.LogCaptureFixture, hints: list[tuple[str, str]]
) -> None:
    take(message_id="<a@b>")

    def fail(row: IncomingMail) -> MailReply:
        row.status = "handled"
        raise ValueError("y" * 3000)

    for attempts in (1, 2, 3):
        IncomingMail.objects.update(next_try_at=NOW)
        assert handled(fail)
        row = only()
        assert (row.status, row.attempts, row.error) == ("queued", attempts, ("ValueError: " + "y" * 3000)[:2000])
    assert f"incoming mail {row.pk} cannot be handled" in caplog.text
    IncomingMail.objects.update(next_try_at=NOW)
    hints.clear()
    assert handled(fail)
    row = only()
    assert (row.status, row.attempts) == ("failed", 4)
    assert f"incoming mail {row.pk} is given up: ValueError" in caplog.text
    reply = decrypt_reply(bytes(OutgoingMail.objects.get(kind="reply").sealed))
    assert reply is not None
    assert (reply.outcome, reply.answering, len(reply.notes)) == ("rejected", "<a@b>", 1)
    assert "could not be handled" in reply.notes[0].en
    assert hints == [("mail", str(row.game_id))]
    assert not handled(fail)


@pytest.mark.parametrize("name", ["<\u3042@b>", "<a\nb>"])
def test_a_name_that_no_header_takes_is_not_answered(take: Take, name: str) -> None:
    take(message_id=name)
    IncomingMail.objects.update(attempts=3)
    handled(lambda row: None)
    reply = decrypt_reply(bytes(OutgoingMail.objects.get(kind="reply").sealed))
    assert reply is not None
    assert reply.answering == ""


def test_what_another_has_handled_meanwhile_has_not_happened_here(take: Take, caplog: pytest.LogCaptureFixture) -> None:
    take()

    def overtaken(row: IncomingMail) -> MailReply:
        IncomingMail.objects.filter(pk=row.pk).update(attempts=2)
        row.status = "handled"
        return MailReply(outcome="receipt")

    with caplog.at_level("INFO"):
        assert handled(overtaken)
    assert only().status == "queued"
    assert only().error == ""
    assert f"incoming mail {only().pk} was handled elsewhere" in caplog.text
    assert not OutgoingMail.objects.filter(kind="reply").exists()


@pytest.mark.parametrize(("answered", "replies"), [(1, 1), (2, 0)])
def test_after_so_many_answers_an_hour_there_is_silence(
    take: Take,
    running: Game,
    anna: Player,
    settings: Any,
    answered: int,
    replies: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.PBEM_MAIL_REPLIES_PER_HOUR = 2
    for number in range(answered):
        at = NOW - HOUR + SECOND
        OutgoingMail.objects.create(
            game=running, player=anna, kind="reply", stop=1, seat_stop=0, reference=f"{number}", created_at=at
        )
    take()

    def handle(row: IncomingMail) -> MailReply:
        row.status = "handled"
        return MailReply(outcome="receipt")

    handled(handle)
    assert OutgoingMail.objects.filter(kind="reply").count() == answered + replies
    assert ("gets no answer: too many in an hour" in caplog.text) is not bool(replies)
    assert only().status == "handled"


def test_who_is_asked_to_take_a_seat_gets_a_letter_of_the_persons_own(take: Take, running: Game, ben: Player) -> None:
    call = uuid4()
    seat = running.seats.get(role="red")
    take(target=TagTarget(Tag("r", call, "code"), ben, seat))

    def handle(row: IncomingMail) -> MailReply:
        row.status = "handled"
        notes = (Text("One.", "一。"), Text("Two.", "二。"))
        return MailReply(
            outcome="words", notes=notes, cancel="c", answering="<a@b>", counts_at="2027-03-10T12:00:00+00:00"
        )

    handled(handle)
    mail = OutgoingMail.objects.get(kind="account")
    facts = decrypt(bytes(mail.sealed))
    assert mail.player == ben
    assert facts == {
        "what": "reserve_reply", "address": ben.email, "language": "ja", "call": str(call), "game": "North Sea 12",
        "says": "一。二。", "cancel": "c", "answering": "<a@b>", "until": "2027-03-10T12:00:00+00:00", "chain": "",
    }  # fmt: skip


# --- waiting


@pytest.mark.parametrize(
    ("due", "counts"), [(None, 900), (2000, 900), (960, 900), (959, 899), (70, 10), (60, 0), (-5, 0)]
)
def test_an_order_waits_so_long_but_not_to_the_deadline(
    take: Take, settings: Any, due: int | None, counts: int
) -> None:
    settings.PBEM_MAIL_GRACE_SECONDS = 900
    take()
    row = only()
    row.attempts = 2
    with time_machine.travel(NOW, tick=False):
        token, moment = quarantine(row, None if due is None else NOW + due * SECOND, ("note",))
    assert moment == row.next_try_at == NOW + counts * SECOND
    assert (row.status, row.outcome, row.attempts, row.cancel_digest) == ("waiting", "waiting", 0, token_digest(token))


def test_whoever_has_the_link_cancels_an_order_that_waits_once(take: Take) -> None:
    take()
    row = only()
    token, _ = quarantine(row, None, ())
    row.save()
    with pytest.raises(Missing):
        do_cancel_incoming(token="another")
    do_cancel_incoming(token=token)
    row.refresh_from_db()
    assert (row.status, row.outcome, bytes(row.raw), row.sender) == ("cancelled", "cancelled", b"", "")
    with pytest.raises(Missing):
        do_cancel_incoming(token=token)


def test_a_link_whose_order_counted_in_that_moment_cancels_nothing(take: Take, monkeypatch: pytest.MonkeyPatch) -> None:
    take()
    row = only()
    monkeypatch.setattr(incoming_mail, "get_waiting_mail", lambda token: row)
    with pytest.raises(Missing):
        do_cancel_incoming(token="any")
    assert only().status == "queued"


def test_what_waits_beside_one_that_was_sealed_is_measured_from_there(take: Take) -> None:
    for number in range(4):
        take(digest=f"{number}" * 64)
    first, beside, older, queued = IncomingMail.objects.order_by("digest")
    IncomingMail.objects.update(status="waiting", revision=1)
    IncomingMail.objects.filter(pk=older.pk).update(revision=0)
    IncomingMail.objects.filter(pk=queued.pk).update(status="queued")
    accept_with(first, 2)
    assert list(IncomingMail.objects.order_by("digest").values_list("revision", flat=True)) == [1, 2, 0, 1]
    assert beside.pk != first.pk
