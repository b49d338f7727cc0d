"""The ways in: a pipe, LMTP, and the page that cancels; each stores before it says that a message is taken."""

import smtplib
from collections.abc import Callable
from email.message import EmailMessage as Parsed
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import DatabaseError, DataError
from django.test import Client

from games.models import Game, IncomingMail, OpenRequest
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.writing import bring, reply
from worker.inbound.handling import handle_inbound
from worker.inbound.lmtp import LATER, TAKEN, TOO_LARGE, taken
from worker.inbound.reading import MOST_BYTES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies")]

To = Callable[[str], EmailMessage]


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


def pipe(raw: bytes, monkeypatch: pytest.MonkeyPatch, *recipients: str) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(raw)))
    call_command("receive_mail", *recipients)


def test_a_message_comes_by_pipe(letter: Parsed, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(reply(letter, "show"), monkeypatch)
    assert IncomingMail.objects.get().way == "pipe"


def test_the_tag_may_be_known_from_the_delivery_alone(letter: Parsed, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(letter["Reply-To"]).partition("<")[2].strip("<>")
    raw = reply(letter, "show").replace(address.encode(), b"orders@example.org").replace(b"=\n", b"")
    raw = b"\n".join(line for line in raw.split(b"\n") if b"orders+" not in line)
    pipe(raw, monkeypatch)
    assert not IncomingMail.objects.exists()
    pipe(raw, monkeypatch, address)
    assert IncomingMail.objects.exists()


@pytest.mark.parametrize(("more", "read"), [(-1, -1), (0, 0), (1, 1), (2, 1)])
def test_of_a_message_that_is_too_long_so_much_is_read_as_shows_it(
    more: int, read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []
    monkeypatch.setattr(
        "worker.management.commands.receive_mail.take_in", lambda raw, **how: found.append(len(raw)) or "taken"
    )
    pipe(b"a" * (MOST_BYTES + more), monkeypatch)
    assert found == [MOST_BYTES + read]


def test_a_message_that_cannot_be_stored_is_to_be_brought_again(
    letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(raw: bytes, **how: Any) -> str:
        raise DatabaseError("away")

    monkeypatch.setattr("worker.management.commands.receive_mail.take_in", away)
    monkeypatch.setattr("worker.inbound.lmtp.take_in", away)
    with pytest.raises(SystemExit) as end:
        pipe(reply(letter, "show"), monkeypatch)
    assert end.value.code == 75
    assert taken(reply(letter, "show"), ()) == LATER


def test_what_is_too_large_is_told_and_the_rest_is_taken_without_a_word(letter: Parsed) -> None:
    assert taken(b"a" * (MOST_BYTES + 1), ()) == TOO_LARGE
    assert taken(b"From: eve@example.net\n\npass\n", ("orders+abc@example.org",)) == TAKEN
    assert taken(reply(letter, "show"), ()) == TAKEN
    assert IncomingMail.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_message_comes_by_lmtp(letter: Parsed, lmtp_port: int) -> None:
    address = str(letter["Reply-To"]).partition("<")[2].strip("<>")
    with smtplib.LMTP("127.0.0.1", lmtp_port) as client:
        assert client.sendmail("anna@example.org", [address], reply(letter, "show").replace(b"\n", b"\r\n")) == {}
        assert client.sendmail("eve@example.net", [address], b"From: eve@example.net\r\n\r\npass\r\n") == {}
        with pytest.raises(smtplib.SMTPException):
            client.sendmail("anna@example.org", [address], b"From: anna@example.org\r\n\r\n" + b"a\r\n" * MOST_BYTES)
    row = IncomingMail.objects.get()
    assert (row.way, row.status) == ("lmtp", "queued")
    handle_inbound()
    row.refresh_from_db()
    assert (row.status, row.outcome) == ("handled", "words")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("body", "code"), [(b"pass\r\n", b"250 "), (b"a\r\n" * MOST_BYTES, b"552 ")])
def test_each_recipient_has_a_reply_of_its_own(lmtp_port: int, body: bytes, code: bytes) -> None:
    with smtplib.LMTP("127.0.0.1", lmtp_port) as client:
        client.ehlo()
        client.mail("eve@example.net")
        for recipient in ("a@example.org", "b@example.org"):
            client.rcpt(recipient)
        client.putcmd("data")
        assert client.getreply()[0] == 354
        client.send(b"From: eve@example.net\r\n\r\n" + body + b".\r\n")
        assert [client.getreply()[0] for _ in range(2)] == [int(code)] * 2
        assert client.noop()[0] == 250


@pytest.mark.parametrize("error", [DatabaseError("secret"), TypeError("secret")])
def test_what_goes_wrong_is_told_to_nobody_outside(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def broken(raw: bytes, **how: Any) -> str:
        raise error

    monkeypatch.setattr("worker.management.commands.receive_mail.take_in", broken)
    monkeypatch.setattr("worker.inbound.lmtp.take_in", broken)
    with pytest.raises(SystemExit) as end:
        pipe(b"", monkeypatch)
    assert (end.value.code, taken(b"", ())) == (75, LATER)
    assert capsys.readouterr().err.split() == ["try", "again"]


def test_what_the_store_never_takes_is_brought_no_more(letter: Parsed, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(**how: Any) -> str:
        raise DataError("unfit")

    monkeypatch.setattr("worker.inbound.taking.do_take_in", unfit)
    assert taken(reply(letter, "show"), ()) == TAKEN


def test_control_characters_in_headers_are_not_stored(letter: Parsed) -> None:
    raw = reply(letter, "show").replace(b"Message-ID: <", b"Message-ID: <\x00\x0b\xc2\x85")
    assert taken(raw, ()) == TAKEN
    assert IncomingMail.objects.get().message_id.isprintable()


@pytest.mark.parametrize("at", ["", "8024", "localhost:"])
def test_listening_needs_a_place(at: str) -> None:
    with pytest.raises(CommandError, match="host:port"):
        call_command("listen_for_mail", at=at)


def test_the_link_to_cancel_shows_first_and_acts_on_a_button(
    running: Game, letter: Parsed, send: Callable[[], list[EmailMessage]], client: Client
) -> None:
    bring(reply(letter, "pass", "note x", vouched=""))
    page = "/cancel/" + text_of(send()[0]).partition("/cancel/")[2].partition("/")[0] + "/"
    for _ in range(2):
        shown = client.get(page)
        assert shown.status_code == 200
        assert "North Sea 12" in shown.content.decode()
    assert IncomingMail.objects.get().status == "waiting"
    assert client.post(page).status_code == 200
    assert IncomingMail.objects.get().status == "cancelled"
    assert client.get(page).status_code == client.post(page).status_code == 404
    assert client.get("/cancel/nothing/").status_code == 404
    assert OpenRequest.objects.filter(game=running, revision=0).count() == 2
