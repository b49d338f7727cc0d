"""E-mails that bring a message of another seat."""

from collections.abc import Callable

import pytest
from django.core.mail import EmailMessage

from games.models import Game, OutgoingMail, Player
from games.services.messages import do_send_message
from tests.worker.conftest import html_of, parsed, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


def test_each_receiver_gets_a_letter(running: Game, anna: Player, send: Send) -> None:
    send()
    do_send_message(player=anna, game_id=running.pk, text="Shall we <both> sail?\n\nOr stay?")
    (letter,) = send()
    assert letter.to == ["ben@example.org"]
    assert "赤からのメッセージ" in letter.subject
    for part in (text_of(letter), html_of(letter).replace("&lt;", "<").replace("&gt;", ">")):
        assert "Shall we <both> sail?" in part
        assert f"/games/{running.pk}/messages/?seat=black" in part
        assert "anna" not in part
        assert "/decisions/" not in part
    assert "cid:" not in html_of(letter)
    assert parsed(letter)["Auto-Submitted"] == "auto-generated"
    assert parsed(letter)["In-Reply-To"]
    assert send() == []


def test_who_wants_no_such_mail_gets_none(running: Game, anna: Player, ben: Player, send: Send) -> None:
    send()
    ben.mail_preferences = {"messages": False}
    ben.save()
    do_send_message(player=anna, game_id=running.pk, text="Ahoy.")
    assert send() == []
    assert OutgoingMail.objects.get(kind="message").status == "dropped"


def test_several_at_one_stop_are_several_letters(running: Game, anna: Player, send: Send) -> None:
    send()
    for text in ("One.", "Two."):
        do_send_message(player=anna, game_id=running.pk, text=text)
    assert [text_of(letter).count("One.") for letter in send()] == [1, 0]


def test_a_message_leaves_the_news_for_the_next_letter(running: Game, anna: Player, ben: Player, send: Send) -> None:
    """A letter about a message tells no events, and the next about a stop tells all of them."""
    do_send_message(player=ben, game_id=running.pk, text="Ahoy.")
    first, *_ = [letter for letter in send() if letter.to == ["anna@example.org"]]
    assert "is dealt" in text_of(first)
