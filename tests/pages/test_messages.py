"""The page of messages: written, read and marked without JavaScript; no GET acts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Message, MessageCopy, Player
from games.services.messages import do_send_message
from tests.kernel.toy import TOY

pytestmark = pytest.mark.django_db


def page_of(game: Game, query: str = "") -> str:
    return reverse("messages", args=[game.pk]) + query


def test_a_message_is_written_and_read(as_anna: Client, as_ben: Client, running: Game) -> None:
    response = as_anna.post(page_of(running), {"do": "send", "to": ["black"], "text": "Ahoy,\nBlack <b>."})
    assert response.status_code == 302
    assert "to Black" in as_anna.get(page_of(running)).content.decode()
    text = as_ben.get(page_of(running)).content.decode()
    assert "Ahoy,<br>Black &lt;b&gt;." in text
    assert "赤より" in text
    assert "未読1件" in text


def test_reading_marks_nothing_the_button_does(as_anna: Client, as_ben: Client, running: Game, anna: Player) -> None:
    for _ in range(2):
        do_send_message(player=anna, game_id=running.pk, text="Ahoy.")
    as_ben.get(page_of(running))
    assert MessageCopy.objects.filter(read_at=None).count() == 2
    as_ben.post(page_of(running), {"do": "read", "until": "1"})
    assert MessageCopy.objects.filter(read_at=None).count() == 1
    as_ben.post(page_of(running), {"do": "read", "until": "2"})
    assert 'name="do" value="read"' not in as_ben.get(page_of(running)).content.decode()


HIDDEN_MARK = re.compile(r'<span class="badge open" id="unread-mark" hidden>.*?</b></span>')
"""The mark beside *My desk*, hidden until the page learns that there is a message."""


def said_of_messages(client: Client, url: str) -> str:
    """The page without the mark, if that is hidden."""
    return HIDDEN_MARK.sub("", client.get(url).content.decode())


def test_unread_messages_show_on_game_and_desk(as_anna: Client, as_ben: Client, running: Game, ben: Player) -> None:
    for url in (reverse("game", args=[running.pk]), reverse("home")):
        assert "unread" not in said_of_messages(as_anna, url)
    do_send_message(player=ben, game_id=running.pk, text="Ahoy.")
    for url in (reverse("game", args=[running.pk]), reverse("home")):
        text = said_of_messages(as_anna, url)
        assert "1 unread" in text
        assert 'id="unread-mark"' in text
        assert page_of(running) in text
        assert "未読" not in said_of_messages(as_ben, url)


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        ({"to": ["black"], "text": " "}, "Say something."),
        ({"text": "Ahoy."}, "Say to whom."),
        ({"to": ["green"], "text": "Ahoy."}, "There is no such seat."),
        ({"to": ["black"], "text": "Ahoy\u2067."}, "cannot be written: U+2067"),
    ],
)
def test_a_refusal_keeps_what_was_written(as_anna: Client, running: Game, entered: dict[str, Any], words: str) -> None:
    response = as_anna.post(page_of(running), {"do": "send", **entered})
    text = response.content.decode()
    assert response.status_code == 422
    assert words in text
    assert entered["text"].strip() in text
    assert not Message.objects.exists()


def test_only_whom_the_title_allows_is_offered(
    as_anna: Client, running: Game, new_rules: Callable[[Title[Any]], None]
) -> None:
    words = Text("Red listens.", "赤は聞くだけです。")
    new_rules(TOY.evolve(may_talk=lambda state, a, b: a == "black", talk_rule="9.1", talk_text=words))
    text = as_anna.get(page_of(running)).content.decode()
    assert "Red listens." in text
    assert "There is nobody whom you can talk to now." in text
    refused = as_anna.post(page_of(running), {"do": "send", "to": ["black"], "text": "Ahoy."})
    assert refused.status_code == 422
    assert "Black: You cannot talk to this seat now." in refused.content.decode()
    assert "Rule 9.1" in refused.content.decode()


def test_who_sits_nowhere_finds_no_page(as_staff: Client, as_anna: Client, running: Game) -> None:
    assert as_staff.get(page_of(running)).status_code == 404
    assert as_anna.get(page_of(running, "?seat=black")).status_code == 404
    assert "messages/" not in as_staff.get(reverse("game", args=[running.pk])).content.decode()


def test_the_pirates_say_what_partners_may_not(as_anna: Client, pirates: Game) -> None:
    text = as_anna.get(page_of(pirates)).content.decode()
    assert "Partners of a team must not name the cards" in text
    assert "Rule 4.0" in text
