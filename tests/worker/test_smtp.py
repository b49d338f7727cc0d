"""SMTP sessions: which e-mails share one, and what each reply of the server leads to."""

import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from django.core.mail import EmailMessage

from worker.mail.outbound.smtp_backend import BoundedSmtpBackend, _dotted

LETTER = "one\n.two\n..three\n."
WELL = {"MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go on", ".": "250 taken", "RSET": "250 ok", "QUIT": "221 bye"}


class Clerk:
    """A mail server that says what it is told to; `heard` are its client's words, as they came together."""

    def __init__(self, replies: dict[str, str], offers: str) -> None:
        self.replies = WELL | replies
        self.offers, self.refused = offers, "nobody in particular"
        self.heard: list[list[str]] = []
        self.texts: list[str] = []
        self.waits_for_text = False
        self.pace = 0.0

    def serve(self, line: socket.socket) -> None:
        """Talk to one client until either hangs up."""
        with line:
            line.sendall(b"220 well\r\n")
            while heard := line.recv(65536).decode():
                while not heard.endswith("\r\n"):
                    heard += line.recv(65536).decode()
                self.heard.append(heard.splitlines())
                if not self._answer(line, heard):
                    return

    def _answer(self, line: socket.socket, heard: str) -> bool:
        if self.waits_for_text:
            self.waits_for_text = False
            self.texts.append(heard)
            time.sleep(self.pace)
            return self._say(line, self.replies["."])
        return all(self._say(line, self._reply(command)) for command in heard.splitlines())

    def _reply(self, command: str) -> str:
        verb = command.split()[0].upper()
        if verb == "RCPT" and self.refused in command:
            return "550 nobody"
        self.waits_for_text = verb == "DATA" and self.replies[verb].startswith("354")
        return f"250-clerk\r\n{self.offers}250 HELP" if verb == "EHLO" else self.replies[verb]

    def _say(self, line: socket.socket, reply: str) -> bool:
        """Say it; False when nothing follows: the line is hung up."""
        if reply:
            line.sendall(f"{reply.removesuffix(' bye')}\r\n".encode())
        return bool(reply) and not reply.endswith(" bye")


OFFERS = "250-PIPELINING\r\n250-SIZE 100000\r\n"


@contextmanager
def clerk(*, offers: str = OFFERS, timeout: float = 5, **replies: str) -> Iterator[tuple[Clerk, BoundedSmtpBackend]]:
    """A mail server of that kind, and our way to it. `text` is what it says to a letter's text."""
    if "text" in replies:
        replies["."] = replies.pop("text")
    found = Clerk(replies, offers)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    found.serve(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        backend = BoundedSmtpBackend(host="127.0.0.1", port=server.getsockname()[1], timeout=timeout)
        try:
            backend.open()
            yield found, backend
        finally:
            backend.close()
            server.shutdown(socket.SHUT_RDWR)


def letter(*to: str) -> EmailMessage:
    return EmailMessage("Subject", LETTER, "server@example.org", list(to) or ["anna@example.org"])


def test_sender_reader_and_the_wish_to_hand_over_go_together() -> None:
    with clerk() as (server, backend):
        assert backend.send_messages([letter(), letter()]) == 2
    hello, *rest = server.heard
    assert hello[0].startswith("ehlo")
    envelope = [words for words in rest if words[0].startswith("MAIL")]
    size = len(server.texts[0]) - len("\r\n.\r\n") - server.texts[0].count("\n..")
    assert envelope[0] == [f"MAIL FROM:<server@example.org> size={size}", "RCPT TO:<anna@example.org>", "DATA"]
    assert len(envelope) == len(server.texts) == 2


def test_a_server_that_does_not_offer_it_hears_one_thing_at_a_time() -> None:
    with clerk(offers="") as (server, backend):
        assert backend.send_messages([letter()]) == 1
    verbs = [words[0].split()[0].upper() for words in server.heard]
    assert verbs[:4] == ["EHLO", "MAIL", "RCPT", "DATA"]
    assert all(len(words) == 1 for words in server.heard[:4])


@pytest.mark.parametrize("offers", ["250-PIPELINING\r\n", ""])
def test_no_line_of_a_letter_ends_it(offers: str) -> None:
    with clerk(offers=offers) as (server, backend):
        backend.send_messages([letter()])
    assert server.texts[0].endswith("\r\n\r\none\r\n..two\r\n...three\r\n..\r\n.\r\n")


ABROAD = "Größe 日本\n"
EIGHT_BIT = "250-8BITMIME\r\n"


@pytest.mark.parametrize("offers", ["250-PIPELINING\r\n", ""], ids=["in_one_go", "one_by_one"])
@pytest.mark.parametrize("eight_bit", [True, False])
@pytest.mark.parametrize("text", [ABROAD, LETTER])
def test_eight_bit_parts_go_only_to_a_server_that_takes_them(offers: str, eight_bit: bool, text: str) -> None:
    one = EmailMessage("Subject", text, "server@example.org", ["anna@example.org"])
    with clerk(offers=offers + (EIGHT_BIT if eight_bit else "")) as (server, backend):
        assert backend.send_messages([one]) == 1
    (sender,) = (line for words in server.heard for line in words if line.upper().startswith("MAIL"))
    assert ("body=8BITMIME" in sender) is (eight_bit and text == ABROAD)
    (raw,) = server.texts
    assert raw.isascii() is (text == LETTER or not eight_bit)
    read = message_from_bytes(raw.encode().removesuffix(b"\r\n.\r\n"), policy=default)
    assert read.get_content().replace("\r\n", "\n").replace("\n..", "\n.").rstrip("\n") == text.rstrip("\n")


REFUSALS: list[tuple[dict[str, str], type[smtplib.SMTPException], int]] = [
    ({"MAIL": "451 not now", "RCPT": "503 no sender", "DATA": "503 no reader"}, smtplib.SMTPSenderRefused, 451),
    ({"RCPT": "550 nobody", "DATA": "503 no reader"}, smtplib.SMTPRecipientsRefused, 550),
    ({"RCPT": "550 nobody", "DATA": "354 go on all the same"}, smtplib.SMTPRecipientsRefused, 550),
    ({"RCPT": "550 nobody", "DATA": ""}, smtplib.SMTPRecipientsRefused, 550),
    ({"DATA": "452 full"}, smtplib.SMTPDataError, 452),
    ({"text": "554 spam"}, smtplib.SMTPDataError, 554),
]


@pytest.mark.parametrize("offers", ["250-PIPELINING\r\n", ""], ids=["in_one_go", "one_by_one"])
@pytest.mark.parametrize(("replies", "error", "code"), REFUSALS)
def test_a_refusal_says_who_was_refused_and_the_next_letter_goes(
    offers: str, replies: dict[str, str], error: type[smtplib.SMTPException], code: int
) -> None:
    with clerk(offers=offers, **replies) as (server, backend):
        with pytest.raises(error) as caught:
            backend.send_messages([letter()])
        assert _code(caught.value) == code
        if replies.get("DATA") == "" and offers:
            return
        server.replies = dict(WELL)
        assert backend.send_messages([letter()]) == 1
    assert [text for text in server.texts if "one" in text][-1:] != []


def _code(error: Any) -> int:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        ((code, _),) = error.recipients.values()
        return int(code)
    return int(error.smtp_code)


def test_a_reader_who_is_refused_gets_no_text_though_the_server_asks_for_it() -> None:
    with clerk(RCPT="550 nobody", DATA="354 go on all the same") as (server, backend):
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            backend.send_messages([letter()])
        assert server.texts == [".\r\n"]


@pytest.mark.parametrize("farewell", ["421 closing bye", "421 closing"])
@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA", "text"])
def test_a_server_that_closes_is_left_at_once(verb: str, farewell: str) -> None:
    with clerk(**{verb: farewell}) as (_, backend):
        with pytest.raises(smtplib.SMTPException) as caught:
            backend.send_messages([letter()])
        assert _code(caught.value) == 421
        assert backend.connection is not None
        assert backend.connection.sock is None


def test_a_line_lost_before_the_text_is_known_to_be_so() -> None:
    """Then the letter may go over another; once the text is out, nobody knows."""
    with clerk(MAIL="") as (_, backend):
        with pytest.raises(smtplib.SMTPServerDisconnected):
            backend.send_messages([letter()])
        assert not backend.handed_over
    with clerk(text="") as (_, backend):
        with pytest.raises(smtplib.SMTPServerDisconnected):
            backend.send_messages([letter()])
        assert backend.handed_over


def test_of_several_readers_those_taken_get_the_letter() -> None:
    with clerk() as (server, backend):
        server.refused = "anna"
        assert backend.send_messages([letter("anna@example.org", "ben@example.org")]) == 1
    assert any("RCPT TO:<ben@example.org>" in words for words in server.heard)
    assert len(server.texts) == 1


def test_an_address_with_a_line_end_sends_nothing() -> None:
    with clerk() as (server, backend):
        assert backend.connection is not None
        with pytest.raises(ValueError, match="line end"):
            backend.connection.post("server@example.org", ["@@\r\nRCPT TO:<x@example.org>"], b"text")
    assert not any(words[0].startswith("MAIL") for words in server.heard)


def test_what_is_done_while_the_server_thinks_is_done_once_a_letter() -> None:
    done: list[float] = []
    with clerk() as (server, backend):

        def think() -> None:
            assert backend.handed_over
            assert len(server.texts) <= len(done) + 1
            done.append(1.0)

        backend.meanwhile = think
        assert backend.send_messages([letter(), letter()]) == 2
    assert len(done) == 2


def test_what_is_done_meanwhile_is_no_waiting() -> None:
    with clerk(timeout=1.0) as (server, backend):
        server.pace = 1.4
        backend.meanwhile = lambda: time.sleep(1.1)
        assert backend.send_messages([letter()]) == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"", b".\r\n"),
        (b".", b"..\r\n.\r\n"),
        (b"a\r\n", b"a\r\n.\r\n"),
        (b"a\r\n.\r\nb", b"a\r\n..\r\nb\r\n.\r\n"),
        (b"a\n.b", b"a\n..b\r\n.\r\n"),
    ],
)
def test_dots(text: bytes, line: bytes) -> None:
    """RFC 5321, 4.5.2; behind a lone line feed, too, for there are servers that take it for the end of a line."""
    assert _dotted(text) == line
