"""IMAP: unseen e-mails are stored, and only then marked as seen."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from games.models import Game, IncomingMail
from tests.worker.conftest import parsed
from tests.worker.inbound.imap_server import imap_server
from tests.worker.inbound.writing import reply
from tests.worker.post_office import free_port
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.imap_mailbox import Mailbox, MailboxUnavailable, poll
from worker.mail.inbound.ingest import ingest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


def box(port: int, word: str = "right") -> Mailbox:
    return Mailbox.from_url(f"imap://anna:{word}@127.0.0.1:{port}/Orders%20in")


def test_what_is_unseen_is_taken_in_once(letter: Parsed) -> None:
    raw = reply(letter, "show").replace(b"\n", b"\r\n")
    with imap_server(raw, b"From: eve@example.net\r\n\r\npass\r\n", raw) as (folder, port):
        assert poll(box(port)) == {"taken": 1, "nobody": 1, "known": 1}
        assert folder.seen == {1, 2, 3}
        assert 'SELECT "Orders in"' in folder.commands
        assert all("PEEK" in one for one in folder.commands if "FETCH" in one)
        assert poll(box(port)) == {}
    handle_inbound()
    assert [(row.way, row.status) for row in IncomingMail.objects.all()] == [("imap", "handled")]


def test_what_could_not_be_stored_stays_unseen(letter: Parsed, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(raw: bytes, **how: Any) -> str:
        raise DatabaseError("away")

    with imap_server(reply(letter, "show")) as (folder, port):
        with monkeypatch.context() as patch:
            patch.setattr("worker.mail.inbound.imap_mailbox.ingest", away)
            with pytest.raises(DatabaseError):
                poll(box(port))
        assert folder.seen == set()
        assert poll(box(port)) == {"taken": 1}


def test_a_message_that_nobody_can_read_stops_none_behind_it(letter: Parsed, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbling(raw: bytes, **how: Any) -> str:
        if b"eve@" in raw:
            raise TypeError("broken")
        return ingest(raw, **how)

    monkeypatch.setattr("worker.mail.inbound.imap_mailbox.ingest", stumbling)
    with imap_server(b"From: eve@example.net\r\n\r\npass\r\n", reply(letter, "show")) as (folder, port):
        assert poll(box(port)) == {"unreadable": 1, "taken": 1}
        assert folder.seen == {1, 2}


def test_a_message_that_cannot_be_fetched_now_stays_unseen(letter: Parsed) -> None:
    with imap_server(reply(letter, "show"), reply(letter, "help")) as (folder, port):
        folder.refused = {1}
        mailbox = Mailbox.from_url(f"imap://orders:secret@127.0.0.1:{port}/INBOX")
        assert poll(mailbox) == {"not fetched": 1, "taken": 1}
        assert folder.seen == {2}
        folder.refused = set()
        assert poll(mailbox) == {"taken": 1}


def test_a_mailbox_that_is_away_or_refuses_us_is_told() -> None:
    with pytest.raises(MailboxUnavailable):
        poll(box(free_port()))
    with imap_server() as (_, port), pytest.raises(MailboxUnavailable):
        poll(box(port, word="wrong"))


@pytest.mark.parametrize("url", ["", "pop3://a:b@example.org", "imaps://example.org", "imaps://a:b@/x"])
def test_what_is_no_mailbox_is_refused(url: str, settings: Any) -> None:
    settings.PBEM_IMAP_URL = url
    with pytest.raises(CommandError, match="imaps://user"):
        call_command("poll_imap", once=True)


def test_each_poll_of_a_running_listener_touches_the_file_of_the_health_check(
    settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR, settings.PBEM_IMAP_URL = tmp_path, f"imap://anna:pw@127.0.0.1:{free_port()}"

    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("worker.management.commands.poll_imap.time.sleep", stop)
    call_command("poll_imap")
    assert [one.name for one in tmp_path.iterdir()] == ["imap-polled"]


def test_looking_once_from_the_command_line(letter: Parsed, settings: Any) -> None:
    with imap_server(reply(letter, "show")) as (_, port):
        settings.PBEM_IMAP_URL = f"imap://anna:pw@127.0.0.1:{port}"
        call_command("poll_imap", once=True)
    assert IncomingMail.objects.count() == 1
    with pytest.raises(CommandError):
        call_command("poll_imap", once=True)
