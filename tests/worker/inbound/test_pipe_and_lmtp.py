"""The pipe, LMTP, and the page that cancels: each stores an e-mail before it accepts it."""

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
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.lmtp import LATER, TAKEN, UNFIT, Beginning, store_and_reply
from worker.mail.inbound.mail_parser import MAX_BYTES

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
    raw = reply(letter, "show").replace(address.encode(), b"players@example.org").replace(b"=\n", b"")
    raw = b"\n".join(line for line in raw.split(b"\n") if b"orders+" not in line and b"In-Reply-To" not in line)
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
        "worker.management.commands.receive_mail.ingest", lambda raw, **how: found.append(len(raw)) or "taken"
    )
    pipe(b"a" * (MAX_BYTES + more), monkeypatch)
    assert found == [MAX_BYTES + read]


def test_a_message_that_cannot_be_stored_is_to_be_brought_again(
    letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(raw: bytes, **how: Any) -> str:
        raise DatabaseError("away")

    monkeypatch.setattr("worker.management.commands.receive_mail.ingest", away)
    monkeypatch.setattr("worker.mail.inbound.lmtp.ingest", away)
    with pytest.raises(SystemExit) as end:
        pipe(reply(letter, "show"), monkeypatch)
    assert end.value.code == 75
    assert store_and_reply(reply(letter, "show"), ()) == LATER


def test_what_is_no_players_is_taken_without_a_word(letter: Parsed) -> None:
    assert store_and_reply(b"a" * (MAX_BYTES + 1), ()) == TAKEN
    assert store_and_reply(b"From: eve@example.net\n\npass\n", ("orders+abc@example.org",)) == TAKEN
    assert store_and_reply(reply(letter, "show"), ()) == TAKEN
    assert IncomingMail.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_message_comes_by_lmtp(letter: Parsed, lmtp_port: int) -> None:
    address = str(letter["Reply-To"]).partition("<")[2].strip("<>")
    with smtplib.LMTP("127.0.0.1", lmtp_port) as client:
        assert client.sendmail("anna@example.org", [address], reply(letter, "show").replace(b"\n", b"\r\n")) == {}
        assert client.sendmail("eve@example.net", [address], b"From: eve@example.net\r\n\r\npass\r\n") == {}
    row = IncomingMail.objects.get()
    assert (row.way, row.status) == ("lmtp", "queued")
    handle_inbound()
    row.refresh_from_db()
    assert (row.status, row.outcome) == ("handled", "words")


LONG_LINES = b"a" * 70 + b"\r\n"
LONG_LINES *= 2 * MAX_BYTES // len(LONG_LINES)
LONG_LINE = b"a" * (2 * MAX_BYTES) + b".\r\n"
"""Its end looks like the end of a message."""
MANY_DOTS = b".\r\n" * (2 * MAX_BYTES // 3)
"""Each dot is doubled on the line, and one is removed by the reader."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "body", [LONG_LINES, LONG_LINE, LONG_LINE + LONG_LINE, pytest.param(MANY_DOTS, marks=pytest.mark.thorough)]
)
def test_of_a_message_above_the_limit_its_player_is_told_by_lmtp(
    letter: Parsed, lmtp_port: int, send: Callable[[], list[EmailMessage]], body: bytes
) -> None:
    address = str(letter["Reply-To"]).partition("<")[2].strip("<>")
    raw = reply(letter, "show").replace(b"\n", b"\r\n") + body
    with smtplib.LMTP("127.0.0.1", lmtp_port) as client:
        assert client.sendmail("anna@example.org", [address], raw) == {}
        assert client.sendmail("anna@example.org", [address], reply(letter, "show").replace(b"\n", b"\r\n")) == {}
    assert list(IncomingMail.objects.order_by("received_at").values_list("outcome", flat=True)) == ["too_large", ""]
    handle_inbound()
    assert ["larger than 10 MB" in text_of(one) for one in send()] == [True, False]


MOST = 40
"""Bytes of a message that are read in the next test."""


@pytest.mark.parametrize("parts", range(1, 12))
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"pass",
        b"a" * 50,
        b"pass\r\n" * 20,
        b"..\r\n" * 30,
        b"\r\n.. \r\n.x" * 9,
        b"a" * 33 + b"\r\n..",
        b"." * 60,
    ],
)
def test_only_the_beginning_of_a_message_comes_through_and_all_that_follows_it(
    body: bytes, parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the bytes are split on the line, the message ends once, where it ended."""
    monkeypatch.setattr("worker.mail.inbound.lmtp.MAX_BYTES", MOST)
    sent, end = body + b"\r\n.\r\n" + b"NOOP\r\nQUIT\r\n", b"\r\n.\r\n"
    beginning = Beginning()
    got = b"".join(beginning.cut(sent[at : at + parts]) for at in range(0, len(sent), parts))
    read, _, follows = (b"\r\n" + got).partition(end)
    assert follows == b"NOOP\r\nQUIT\r\n"
    assert len(read) <= MOST + len(end)
    kept = len(body) + len(end) <= MOST - len(b" \r\n")
    assert beginning.is_cut is not kept
    assert got == sent if kept else read.startswith((b"\r\n" + body)[: MOST - len(b" \r\n")])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("body", [b"pass\r\n", LONG_LINES, LONG_LINE])
def test_each_recipient_has_a_reply_of_its_own(lmtp_port: int, body: bytes) -> None:
    with smtplib.LMTP("127.0.0.1", lmtp_port) as client:
        client.ehlo()
        client.mail("eve@example.net")
        for recipient in ("a@example.org", "b@example.org"):
            client.rcpt(recipient)
        client.putcmd("data")
        assert client.getreply()[0] == 354
        client.send(b"From: eve@example.net\r\n\r\n" + body + b".\r\n")
        assert [client.getreply()[0] for _ in range(2)] == [250] * 2
        assert client.noop()[0] == 250


@pytest.mark.parametrize("error", [DatabaseError("secret"), TypeError("secret")])
def test_what_goes_wrong_is_told_to_nobody_outside(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def broken(raw: bytes, **how: Any) -> str:
        raise error

    monkeypatch.setattr("worker.management.commands.receive_mail.ingest", broken)
    monkeypatch.setattr("worker.mail.inbound.lmtp.ingest", broken)
    with pytest.raises(SystemExit) as end:
        pipe(b"", monkeypatch)
    assert (end.value.code, store_and_reply(b"", ())) == (75, LATER)
    assert capsys.readouterr().err.split() == ["try", "again"]


def test_what_the_store_never_takes_is_brought_no_more(letter: Parsed, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(**how: Any) -> str:
        raise DataError("unfit")

    monkeypatch.setattr("worker.mail.inbound.ingest.do_store_incoming", unfit)
    raw = reply(letter, "show")
    assert store_and_reply(raw, ()) == UNFIT
    with pytest.raises(SystemExit) as end:
        pipe(raw, monkeypatch)
    assert end.value.code == 65


def test_control_characters_in_headers_are_not_stored(letter: Parsed) -> None:
    raw = reply(letter, "show").replace(b"Message-ID: <", b"Message-ID: <\x00\x0b\xc2\x85")
    assert store_and_reply(raw, ()) == TAKEN
    assert IncomingMail.objects.get().message_id.isprintable()


@pytest.mark.parametrize("at", ["", "8024", "localhost:"])
def test_listening_needs_a_place(at: str) -> None:
    with pytest.raises(CommandError, match="host:port"):
        call_command("serve_lmtp", at=at)


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
