"""Each e-mail of a player gets an answer that says what to do. Strangers and automatic messages get none."""

from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from email.utils import format_datetime
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import DataError
from django.utils import timezone

from games.database.batch import insert
from games.models import Game, IncomingMail, OpenRequest, OutgoingMail, Player, SealedAnswer
from games.models.compression import inflate
from games.selectors.messages import list_newest_messages
from games.services.messages import do_send_message
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_replies import hand, outcomes, sealed
from tests.worker.inbound.writing import VOUCHED, bring, reply
from worker.mail.inbound.ingest import ingest
from worker.mail.inbound.lmtp import TAKEN, store_and_reply
from worker.mail.inbound.mail_parser import MAX_BYTES, read_message
from worker.mail.inbound.stripping import MAX_STORED_BYTES, strip_unread_content

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
AUTOMATIC = {"Auto-Submitted": "auto-replied"}
PICTURE = b"\x89PNG" + b"picture" * 400_000


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


def with_attachment(raw: bytes, content: bytes = PICTURE) -> bytes:
    """The same e-mail with a picture attached."""
    message: Any = message_from_bytes(raw, policy=policy.default)
    message.add_attachment(content, maintype="image", subtype="png", filename="board.png")
    return bytes(message.as_bytes())


def says(answer: EmailMessage, words: str) -> bool:
    """Whether an e-mail says these words, wherever its lines are wrapped."""
    return "".join(words.split()) in "".join(text_of(answer).split())


def too_large(raw: bytes) -> bytes:
    return with_attachment(raw, b"x" * MAX_BYTES)


def mail(
    letter: Parsed, kind: str, body: str = "", *, headers: dict[str, str] | None = None, sender: str = ""
) -> bytes:
    """A reply whose body is of that media type."""
    about = {
        "Authentication-Results": VOUCHED,
        "From": sender or str(letter["To"]),
        "To": str(letter["Reply-To"]),
        "Subject": "Re: orders",
        "Date": format_datetime(timezone.now()),
        "Message-ID": "<silent@mail.example.org>",
        "MIME-Version": "1.0",
        "Content-Type": kind,
        **(headers or {}),
    }
    return ("".join(f"{name}: {value}\n" for name, value in about.items()) + f"\n{body}\n").encode()


# --- large e-mails


def test_an_e_mail_with_a_picture_of_megabytes_is_read(running: Game, letter: Parsed) -> None:
    raw = with_attachment(reply(letter, hand(running)[0]))
    assert len(raw) > 3_000_000
    assert bring(raw) == "taken"
    assert len(sealed(running)) == 1


def test_of_a_large_e_mail_only_what_is_read_is_stored(running: Game, letter: Parsed) -> None:
    raw = with_attachment(reply(letter, hand(running)[0]))
    ingest(raw, channel="pipe")
    stored = inflate(bytes(IncomingMail.objects.get().raw))
    assert len(stored) < 20_000
    assert read_message(stored).lines == read_message(raw).lines
    assert read_message(stored).is_complete
    assert ingest(raw.replace(b"\n", b"\r\n"), channel="lmtp") == "known"


def test_an_e_mail_that_was_cut_off_is_so_in_the_store(letter: Parsed) -> None:
    raw = with_attachment(reply(letter, "pass"))
    assert not read_message(strip_unread_content(raw[: len(raw) // 2])).is_complete


@pytest.mark.parametrize("player", ["anna", "ben"])
def test_one_above_the_limit_is_answered_in_the_players_language(
    running: Game, to: To, send: Send, player: str
) -> None:
    assert bring(too_large(reply(parsed(to(player)), "pass"))) == "taken"
    (answer,) = send()
    assert answer.to == [f"{player}@example.org"]
    assert says(answer, "larger than 10 MB" if player == "anna" else "10MBを超え")
    assert outcomes() == [("handled", "rejected")]
    assert not SealedAnswer.objects.exists()


def test_what_is_stored_of_one_above_the_limit_is_nothing(letter: Parsed) -> None:
    ingest(too_large(reply(letter, "pass")), channel="imap")
    assert inflate(bytes(IncomingMail.objects.get().raw)) == b""


def test_text_that_is_too_long_to_be_kept_is_answered(letter: Parsed, send: Send) -> None:
    texts = f"\n--b\nContent-Type: text/plain\n\n{'x' * 390_000}" * (MAX_STORED_BYTES // 390_000 + 1)
    bring(mail(letter, 'multipart/mixed; boundary="b"', f"{texts}\n--b--"))
    assert says(send()[0], "larger than")


@pytest.mark.parametrize("headers", [AUTOMATIC, {"X-Sealed-Orders": "letter"}])
def test_a_large_automatic_message_gets_nothing(letter: Parsed, send: Send, headers: dict[str, str]) -> None:
    assert bring(too_large(reply(letter, "pass", headers=headers))) == "noise"
    assert send() == []


@pytest.mark.parametrize("sender", ["eve@example.net", "ben@example.org"])
def test_a_large_message_of_a_stranger_gets_nothing(letter: Parsed, send: Send, sender: str) -> None:
    raw = too_large(reply(letter, "pass", sender=sender))
    assert store_and_reply(raw, ()) == TAKEN
    assert bring(raw) == "nobody"
    assert send() == []


def test_answers_about_large_e_mails_are_limited_as_all_are(letter: Parsed, send: Send, settings: Any) -> None:
    settings.PBEM_MAIL_REPLIES_PER_HOUR = 1
    for _ in range(3):
        bring(too_large(reply(letter, "pass")))
    assert [says(one, "larger than") for one in send()] == [True, False]


def test_an_e_mail_that_cannot_be_stored_is_answered(
    letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fussy(rows: list[Any], **how: Any) -> None:
        if inflate(bytes(rows[0].raw)):
            raise DataError("unfit")
        insert(rows, **how)

    monkeypatch.setattr("games.services.incoming_mail.insert", fussy)
    assert bring(reply(letter, "pass")) == "taken"
    assert says(send()[0], "could not be stored")


# --- what a forwarder adds

ADDED = [{"List-Id": "<x.example.org>"}, {"Precedence": "bulk"}, {"Precedence": "list", "List-Unsubscribe": "<x>"}]


@pytest.mark.parametrize("headers", ADDED)
def test_the_marks_of_a_forwarder_do_not_make_a_tagged_reply_noise(
    running: Game, letter: Parsed, send: Send, headers: dict[str, str]
) -> None:
    assert bring(reply(letter, hand(running)[0], headers=headers)) == "taken"
    assert (len(sealed(running)), len(send())) == (1, 1)


REAL = [
    {"Auto-Submitted": "auto-replied"},
    {"Precedence": "junk"},
    {"Precedence": "auto_reply"},
    {"X-Autoreply": "yes"},
    {"Return-Path": "<>"},
    {"X-Sealed-Orders": "letter"},
    {"X-Autorespond": "away"},
]


@pytest.mark.parametrize("headers", REAL)
@pytest.mark.parametrize("added", [{}, *ADDED])
def test_an_automatic_reply_is_noise_whatever_a_forwarder_adds(
    running: Game, letter: Parsed, send: Send, headers: dict[str, str], added: dict[str, str]
) -> None:
    assert bring(reply(letter, hand(running)[0], headers=added | headers)) == "noise"
    assert (sealed(running), send(), outcomes()) == ([], [], [])


@pytest.mark.parametrize("headers", ADDED)
def test_a_vacation_reply_that_is_only_marked_as_bulk_gets_nothing(
    running: Game, letter: Parsed, send: Send, headers: dict[str, str]
) -> None:
    bring(reply(letter, "I am on vacation.", hand(running)[0], headers=headers))
    assert (sealed(running), send(), outcomes()) == ([], [], [("ignored", "noise")])


@pytest.mark.parametrize("headers", ADDED)
@pytest.mark.parametrize("sender", ["eve@example.net", "ben@example.org"])
def test_list_mail_of_others_gets_nothing(letter: Parsed, send: Send, headers: dict[str, str], sender: str) -> None:
    assert bring(reply(letter, "pass", sender=sender, headers=headers)) in ("noise", "nobody")
    assert send() == []


# --- e-mails without text

MIXED = 'multipart/mixed; boundary="b"'
TNEF = 'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+IgoUAQaQ'
WITHOUT_TEXT: dict[str, tuple[str, str, str, str]] = {
    "winmail.dat in parts": (MIXED, f"--b\n{TNEF}\n--b--", "winmail.dat", "winmail.dat"),
    "winmail.dat beside an empty text": (
        MIXED, f"--b\nContent-Type: text/plain\n\n\n--b\n{TNEF}\n--b--", "winmail.dat", "winmail.dat",
    ),
    "winmail.dat alone": ("application/ms-tnef; name=winmail.dat", "eJ8+IgoUAQaQ", "winmail.dat", "winmail.dat"),
    "winmail.dat by its name": (
        MIXED,
        '--b\nContent-Type: application/octet-stream; name="Winmail.dat"\n\nx\n--b--',
        "winmail.dat",
        "winmail.dat",
    ),
    "empty html": ("text/html", "<html><body><div><br></div></body></html>", "HTML", "HTML"),
    "html with a picture": (
        MIXED,
        '--b\nContent-Type: text/html\n\n<img src="cid:x">\n--b\nContent-Type: image/png\n\nx\n--b--',
        "attachments",
        "添付ファイル",
    ),
    "a picture": ("image/png", "iVBORw0KGgo", "attachments", "添付ファイル"),
    "a document": (
        MIXED,
        '--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="orders.txt"\n\npass\n--b--',
        "attachments",
        "添付ファイル",
    ),
    "encrypted": (
        'multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"',
        "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--",
        "encrypted",
        "暗号化",
    ),
    "encrypted by S/MIME": ("application/pkcs7-mime; smime-type=enveloped-data", "MIIB", "encrypted", "暗号化"),
}  # fmt: skip


@pytest.mark.parametrize("player", ["anna", "ben"])
@pytest.mark.parametrize("what", WITHOUT_TEXT)
@pytest.mark.usefixtures("running")
def test_an_e_mail_without_text_is_answered_with_what_to_do(to: To, send: Send, what: str, player: str) -> None:
    kind, body, english, japanese = WITHOUT_TEXT[what]
    assert bring(mail(parsed(to(player)), kind, body)) == "taken"
    (answer,) = send()
    assert answer.to == [f"{player}@example.org"]
    assert says(answer, english if player == "anna" else japanese)
    assert says(answer, "plain text" if player == "anna" else "テキスト形式")
    assert not SealedAnswer.objects.exists()


@pytest.mark.parametrize("what", WITHOUT_TEXT)
@pytest.mark.parametrize(
    ("headers", "sender", "taken_as"), [(AUTOMATIC, "", "noise"), ({}, "eve@example.net", "nobody")]
)
def test_without_text_nobody_else_is_answered(
    letter: Parsed, send: Send, what: str, headers: dict[str, str], sender: str, taken_as: str
) -> None:
    kind, body, *_ = WITHOUT_TEXT[what]
    assert bring(mail(letter, kind, body, headers=headers, sender=sender)) == taken_as
    assert send() == []


def test_press_without_text_is_not_sent(running: Game, anna: Player, to: To, send: Send) -> None:
    do_send_message(player=anna, game_id=running.pk, text="Peace?")
    message = parsed(to("ben"))
    bring(mail(message, "image/png", "iVBORw0KGgo"))
    assert says(send()[0], "添付ファイル")


def test_orders_beside_an_attachment_are_read(running: Game, letter: Parsed) -> None:
    bring(mail(letter, MIXED, f"--b\nContent-Type: text/plain\n\n{hand(running)[0]}\n--b\n{TNEF}\n--b--"))
    assert len(sealed(running)) == 1


# --- replies that have lost their tag


def untagged(raw: bytes, letter: Parsed, to: str = "orders@example.org") -> bytes:
    """The reply as it comes where a mail program answers the From address, or a mail server cuts the tag off."""
    head, _, body = raw.partition(b"\n\n")
    address = str(letter["Reply-To"]).partition("<")[2].strip("<>").encode()
    lines = [line for line in head.replace(b"\n ", b" ").split(b"\n") if not line.startswith(b"To: ")]
    assert not any(address in line for line in lines)
    return b"\n".join([*lines, b"To: " + to.encode()]) + b"\n\n" + body


def test_a_reply_without_its_tag_counts_by_what_it_refers_to(running: Game, letter: Parsed, send: Send) -> None:
    assert bring(untagged(reply(letter, hand(running)[0]), letter)) == "taken"
    assert len(sealed(running)) == 1
    assert "Orders received" in send()[0].subject


def test_the_references_alone_are_enough(running: Game, letter: Parsed) -> None:
    raw = untagged(reply(letter, hand(running)[0]), letter)
    chain = b"References: <other@example.net> " + str(letter["Message-ID"]).encode() + b" <mine@example.org>"
    raw = b"\n".join(chain if line.startswith(b"In-Reply-To") else line for line in raw.split(b"\n"))
    assert bring(raw) == "taken"
    assert len(sealed(running)) == 1


def test_nobody_vouched_it_waits_as_a_tagged_one_does(running: Game, letter: Parsed, send: Send) -> None:
    bring(untagged(reply(letter, hand(running)[0], vouched=""), letter))
    assert (sealed(running), outcomes()) == ([], [("waiting", "waiting")])
    assert says(send()[0], "/cancel/")


@pytest.mark.parametrize("sender", ["ben@example.org", "eve@example.net"])
def test_nobody_acts_for_another_by_the_name_of_an_e_mail(
    running: Game, letter: Parsed, send: Send, sender: str
) -> None:
    raw = untagged(reply(letter, hand(running)[0], sender=sender), letter, "bounces@example.org")
    assert bring(raw) == "nobody"
    assert (sealed(running), sealed(running, "black"), send()) == ([], [], [])


def test_a_reply_about_a_question_that_is_closed_hears_so(running: Game, letter: Parsed, send: Send) -> None:
    request = OpenRequest.objects.get(seat__role="red")
    OpenRequest.objects.filter(pk=request.pk).update(closed_at=timezone.now(), outcome="default")
    bring(untagged(reply(letter, "pass"), letter))
    assert outcomes() == [("handled", "stale")]
    assert IncomingMail.objects.get().request == request


def test_press_is_answered_without_the_tag(running: Game, anna: Player, to: To) -> None:
    do_send_message(player=anna, game_id=running.pk, text="Peace?")
    message = parsed(to("ben"))
    bring(untagged(reply(message, "Never!"), message))
    assert "Never!" in [one.text for one in list_newest_messages(anna, running.pk, limit=5)]


def test_an_e_mail_of_an_earlier_tenure_counts_no_more(running: Game, letter: Parsed, send: Send) -> None:
    seat = running.seats.get(role="red")
    seat.tenures.update(since=timezone.now())
    OutgoingMail.objects.update(created_at=timezone.now() - timedelta(hours=1))
    bring(untagged(reply(letter, hand(running)[0]), letter))
    assert sealed(running) == []
    assert says(send()[0], "Reply to the e-mail itself")


def test_a_key_that_is_retired_for_good_retires_the_names_of_its_e_mails(
    running: Game, letter: Parsed, send: Send, settings: Any
) -> None:
    settings.SECRET_KEY, old = "another key, and a long one", settings.SECRET_KEY
    raw = untagged(reply(letter, hand(running)[0]), letter)
    bring(raw)
    assert sealed(running) == []
    settings.SECRET_KEY_FALLBACKS = [old]
    bring(untagged(reply(letter, hand(running)[0]), letter))
    assert len(sealed(running)) == 1


@pytest.mark.parametrize("player", ["anna", "ben"])
@pytest.mark.usefixtures("running")
def test_a_reply_to_something_unknown_is_told_how_to_reply(to: To, send: Send, player: str) -> None:
    letter = parsed(to(player))
    raw = untagged(reply(letter, "pass"), letter).replace(str(letter["Message-ID"]).encode(), b"<x@example.net>")
    bring(raw)
    (answer,) = send()
    assert answer.to == [f"{player}@example.org"]
    assert says(answer, "Reply to the e-mail itself" if player == "anna" else "メールそのものに返信")
    assert ("Your e-mail was not read" if player == "anna" else "メールを読み取れませんでした") in answer.subject
    assert parsed(answer)["In-Reply-To"].startswith("<reply-")
    assert parsed(answer)["Reply-To"] is None


def test_who_has_no_tag_is_told_so_once_an_hour(letter: Parsed, send: Send) -> None:
    for _ in range(3):
        raw = untagged(reply(letter, "pass"), letter)
        bring(raw.replace(str(letter["Message-ID"]).encode(), b"<x@example.net>"))
    assert len(send()) == 1


@pytest.mark.parametrize("headers", [AUTOMATIC, {"Precedence": "bulk"}, {"X-Autoreply": "yes"}])
def test_an_automatic_message_without_a_tag_gets_nothing(letter: Parsed, send: Send, headers: dict[str, str]) -> None:
    assert bring(untagged(reply(letter, "pass", headers=headers), letter)) == "noise"
    assert send() == []


def test_a_stranger_without_a_tag_gets_nothing(letter: Parsed, send: Send) -> None:
    assert bring(untagged(reply(letter, "pass", sender="eve@example.net"), letter)) == "nobody"
    assert send() == []
