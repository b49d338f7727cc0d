"""The MIME structure of e-mails: parts, picture, headers, threads and size."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.core.mail import EmailMessage

from games.kernel.picture import Area, Layer, Picture
from games.models import Game, OutgoingMail, Player
from games.selectors.email_context import load_email_context
from games.selectors.email_pictures import EmailPicture
from games.selectors.events import AudienceEvent
from games.services.outbox import do_resend
from games.services.resolve.advance import do_resolve
from pbem.rendering.renderer_pool import RenderingTooExpensive, draw_png
from tests.table import answer
from tests.worker.conftest import html_of, parsed, text_of
from worker.mail.outbound import mime_message as messages

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


def test_the_parts_are_text_html_and_picture(running: Game, send: Send) -> None:
    for letter in map(parsed, send()):
        assert [part.get_content_type() for part in letter.walk()] == [
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
        ]


def test_without_a_picture_that_can_be_drawn_the_page_names_none(
    running: Game, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is sent, not only as it is kept."""
    monkeypatch.setattr(messages, "_picture", lambda *_: b"")
    for letter in map(parsed, send()):
        assert [part.get_content_type() for part in letter.walk()] == [
            "multipart/alternative",
            "text/plain",
            "text/html",
        ]
        page = next(part for part in letter.walk() if part.get_content_type() == "text/html").get_content()
        assert "cid:" not in page
        assert "Open this decision" in page or "この決定を開く" in page


def test_the_html_shows_the_picture_that_is_inside(running: Game, send: Send) -> None:
    letter = parsed(send()[0])
    picture = next(part for part in letter.walk() if part.get_content_type() == "image/png")
    page = next(part for part in letter.walk() if part.get_content_type() == "text/html").get_content()
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in page
    assert 'alt="The board: Round 1.' in page
    assert picture.get_content_disposition() == "inline"
    assert picture.get_content().startswith(b"\x89PNG")


def test_nothing_in_the_html_is_fetched_from_elsewhere(running: Game, send: Send) -> None:
    page = html_of(send()[0])
    assert "<link" not in page
    assert "@import" not in page
    assert 'src="http' not in page
    assert "url(" not in page


def test_style_rules_stand_where_mail_programs_look_and_the_sheet_stays_for_the_dark(running: Game, send: Send) -> None:
    page = html_of(send()[0])
    assert "<h2 style=" in page
    assert "prefers-color-scheme: dark" in page


def test_a_player_may_do_without_pictures(running: Game, anna: Player, send: Send) -> None:
    Player.objects.filter(pk=anna.pk).update(mail_preferences={"pictures": False})
    letter = parsed(send()[0])
    assert "image/png" not in [part.get_content_type() for part in letter.walk()]
    assert "cid:" not in letter.as_string()


def test_a_board_that_cannot_be_drawn_goes_in_words(
    running: Game, send: Send, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def costly(board: object, *, width: int) -> bytes:
        raise RenderingTooExpensive("the picture took too much memory or time")

    monkeypatch.setattr(messages, "draw_png", costly)
    letter = parsed(send()[0])
    assert "image/png" not in [part.get_content_type() for part in letter.walk()]
    assert "cid:" not in letter.as_string()
    assert "goes without a picture" in caplog.text


def test_the_headers_say_what_kind_of_mail_this_is(running: Game, send: Send) -> None:
    letter = parsed(send()[0])
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Id"] == f"<{running.pk}.localhost>"
    assert letter["List-Unsubscribe"].startswith("<http://127.0.0.1:8000/")
    assert letter["From"] == "Sealed Orders <orders@localhost>"


def test_letters_of_a_game_are_one_thread(running: Game, send: Send) -> None:
    first = [parsed(letter) for letter in send() if letter.to == ["anna@example.org"]]
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    second = [parsed(letter) for letter in send() if letter.to == ["anna@example.org"]]
    assert "In-Reply-To" not in first[0]
    assert second[0]["In-Reply-To"] == first[0]["Message-ID"]
    assert second[0]["References"].split() == [first[0]["Message-ID"]]


def test_a_letter_sent_again_is_the_same_message(running: Game, staff: Player, send: Send) -> None:
    first = send()[0]
    do_resend(by=staff, mail_id=OutgoingMail.objects.order_by("pk")[0].pk)
    (again,) = send()
    assert again.extra_headers["Message-ID"] == first.extra_headers["Message-ID"]
    assert text_of(again) == text_of(first)


def test_message_ids_count_nothing(running: Game, send: Send) -> None:
    ids = [letter.extra_headers["Message-ID"] for letter in send()]
    assert len(set(ids)) == 2
    assert not any(str(running.pk)[:8] in one or "red" in one for one in ids)


def test_a_crowded_letter_stays_below_200_kb(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of long events, and a board whose picture will not get small."""
    letter = load_email_context(OutgoingMail.objects.order_by("pk")[0])
    assert letter is not None
    long = {"event": "revealed", "bids": {f"seat {n}": "カードの長い名前" * 3 for n in range(6)}, "die": 3}
    events = [AudienceEvent(n, 1, "round", letter.events[0].at, long) for n in range(2000)]
    monkeypatch.setattr(messages, "draw_question_picture", lambda *_: EmailPicture(_noise()))
    size = len(messages.build_message(replace(letter, events=events)).message().as_bytes())
    assert size < 200_000


def _noise() -> Picture:
    """A picture that compresses badly at every width."""
    from random import Random

    dice = Random(1)
    dots = "".join(
        f'<rect x="{x}" y="{y}" width="1" height="1" fill="#{dice.randrange(1 << 24):06x}"/>'
        for x in range(120)
        for y in range(120)
    )
    return Picture(width=120, height=120, ground="#ffffff", layers=(Layer(dots, Area(0, 0, 120, 120)),))


def test_a_picture_that_is_too_large_is_drawn_smaller(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = load_email_context(OutgoingMail.objects.order_by("pk")[0])
    assert letter is not None
    widths: list[int] = []

    def heavy(board: str, *, width: int) -> bytes:
        widths.append(width)
        return draw_png(board, width=width) + bytes(100_000 if width == 600 else 150_000)

    monkeypatch.setattr(messages, "draw_png", heavy)
    raw = messages.build_message(letter).message().as_bytes()
    assert widths == [760, 600]
    assert b"image/png" in raw
    assert len(raw) < 200_000


def test_a_whole_board_has_fewer_pixels_where_that_keeps_the_e_mail_small(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = load_email_context(OutgoingMail.objects.order_by("pk")[0])
    assert letter is not None
    widths: list[int] = []

    def heavy(board: str, *, width: int) -> bytes:
        widths.append(width)
        return draw_png(board, width=width) + bytes(30_000 if width == 600 else 90_000)

    monkeypatch.setattr(messages, "draw_png", heavy)
    monkeypatch.setattr(messages, "_weights", {})
    assert len(messages.build_message(letter).message().as_bytes()) < 100_000
    assert widths == [760, 600]
