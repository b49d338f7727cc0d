"""What a mail program reads of an e-mail before its text: subject with the deadline, thread, transfer encoding."""

from datetime import datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.policy import default
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from games.models import Game, OpenRequest, OutgoingMail, Player
from games.selectors.email_context import load_email_context
from worker.mail.outbound import content, mime_encoding
from worker.mail.outbound.blocks import EmailContent
from worker.mail.outbound.content import build_content
from worker.mail.outbound.mime_message import build_account_message
from worker.mail.outbound.smtp_backend import to_seven_bit

DEADLINE = datetime(2026, 11, 30, 17, 0, tzinfo=ZoneInfo("UTC"))


def subject_of(game: Game, language: str, zone: str, name: str = "") -> str:
    Player.objects.filter(username="anna").update(language=language, time_zone=zone)
    OpenRequest.objects.filter(game=game).update(due_at=DEADLINE)
    if name:
        Game.objects.filter(pk=game.pk).update(name=name)
    letter = load_email_context(OutgoingMail.objects.get(seat__role="red"))
    assert letter is not None
    with translation.override(language):
        return build_content(letter).subject


@pytest.mark.parametrize(
    ("language", "zone", "end"),
    [
        ("en", "Europe/Berlin", "Your move: bid · Round 1 · by Mon 30 Nov 18:00"),
        ("en", "UTC", "Your move: bid · Round 1 · by Mon 30 Nov 17:00"),
        ("ja", "Asia/Tokyo", "・12月1日(火) 02:00まで"),
    ],
)
def test_the_subject_of_a_question_ends_with_its_deadline(running: Game, language: str, zone: str, end: str) -> None:
    assert subject_of(running, language, zone).endswith(end)


def test_a_long_name_does_not_push_the_deadline_out_of_the_subject(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content, "MAX_SUBJECT", 100)
    subject = subject_of(running, "en", "UTC", name="x" * 120)
    assert subject.endswith(" · by Mon 30 Nov 17:00")
    assert len(subject) == 100


@pytest.mark.parametrize("name", ["=?utf-8?q?Free_money?=", "=?iso-8859-1?b?SGVsbG8=?= 北海", "  North   Sea "])
def test_a_name_that_looks_like_an_encoded_word_is_shown_as_it_is(name: str) -> None:
    subject = f"[{name}] News"
    raw = mime_encoding.assemble_message(
        {"Subject": subject, "Message-ID": "<a@b>"},
        mime_encoding.make_text_part("text", "plain"),
        mime_encoding.make_text_part("<p>", "html"),
    )
    assert shown_subject(raw) == subject
    shown = EmailContent(subject=subject, heading="", role_line="", preview="", sections=[])
    message = build_account_message(shown, "anna@example.org", OutgoingMail(message_id="<a@b>"))
    assert shown_subject(message.message().as_bytes(linesep="\r\n")) == subject


@pytest.mark.parametrize(
    "subject",
    [
        "[Sealed Orders] x",
        "W" * 170,
        "北" * 90,
        f"ä{'W' * 90} x",
        "a " * 60 + "b",
        *(f"[Demonstration{'n' * more}: you against the phantom] Your move: the next card · Red" for more in range(20)),
    ],
)
def test_a_subject_begins_on_the_line_of_its_name(subject: str) -> None:
    raw = mime_encoding.assemble_message(
        {"Subject": subject, "Message-ID": "<a@b>"},
        mime_encoding.make_text_part("text", "plain"),
        mime_encoding.make_text_part("<p>", "html"),
    )
    first = raw.split(b"\r\n")[0]
    assert first.startswith(b"Subject: ")
    assert first.removeprefix(b"Subject: ")[:1].strip()
    assert shown_subject(raw) == subject.strip()


def shown_subject(raw: bytes) -> str:
    """The subject as an older mail program unfolds and decodes it."""
    written = str(message_from_bytes(raw)["Subject"])
    return str(make_header(decode_header(written.replace("\r\n", ""))))


@pytest.mark.both_databases
def test_each_e_mail_of_a_game_refers_to_those_before_it(running: Game) -> None:
    mail = OutgoingMail.objects.get(seat__role="red")
    earlier = [f"<letter-{number}@example.org>" for number in range(12)]
    seat = {"game_id": mail.game_id, "seat": mail.seat, "player": mail.player, "kind": "notice", "status": "sent"}
    OutgoingMail.objects.filter(seat__role="red").delete()
    for number, one in enumerate(earlier):
        OutgoingMail.objects.create(**seat, message_id=one, reference=f"{number:032x}", stop=0, seat_stop=0)
    mail.pk = None
    mail.save(force_insert=True)
    letter = load_email_context(mail)
    assert letter is not None
    assert letter.thread_ids == (earlier[0], *earlier[-8:])


def test_eight_bit_parts_become_seven_bit_and_say_the_same() -> None:
    text, page = "Größe 日本\r\n.dot\r\n" * 40, "<p>北海</p>"
    raw = mime_encoding.assemble_message(
        {"Subject": "北海 · news", "From": "Sealed Orders <a@example.org>", "Message-ID": "<a@b>"},
        mime_encoding.make_text_part(text, "plain"),
        mime_encoding.make_text_part(page, "html"),
        mime_encoding.make_picture_part(b"\x89PNG" * 50, "board"),
    )
    changed = to_seven_bit(raw)
    assert not raw.isascii()
    assert changed.isascii()
    assert max(map(len, changed.splitlines())) <= 998
    before, after = (message_from_bytes(one, policy=default) for one in (raw, changed))
    assert [*before.items()] == [*after.items()]
    for one, other in zip(before.walk(), after.walk(), strict=True):
        assert one.get_content_type() == other.get_content_type()
        if not one.is_multipart():
            assert one.get_content() == other.get_content()
