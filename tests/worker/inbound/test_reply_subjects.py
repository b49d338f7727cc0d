"""The subject of a reply without orders says what it is about."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games.models import Game, Player
from tests.worker.conftest import parsed, text_of, topic_of
from tests.worker.inbound.writing import bring, reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


@pytest.mark.parametrize(
    ("line", "topic"),
    [
        ("history", "Answer: What happened"),
        ("help", "Answer: Words that are understood"),
        ("board", "Answer: The board in words"),
        ("what if choose nonsense", "No answer: what if choose nonsense"),
        ("odds nobody", "No answer: odds nobody"),
        ("undo", "There is nothing to undo: no answer of yours is in force."),
    ],
)
def test_the_topic_names_what_was_asked(running: Game, letter: Parsed, send: Send, line: str, topic: str) -> None:
    bring(reply(letter, line))
    assert topic_of(send()[0].subject) == topic


def test_a_preview_is_an_answer(running: Game, letter: Parsed, send: Send) -> None:
    from tests.worker.inbound.test_replies import hand

    bring(reply(letter, f"what if choose {hand(running)[1]}"))
    (shown,) = send()
    assert topic_of(shown.subject) == "Answer: What if"
    assert "It submitted nothing." in text_of(shown)


def test_in_japanese(running: Game, ben: Player, to: To, send: Send) -> None:
    letter = parsed(to("ben"))
    bring(reply(letter, "ヘルプ"))
    assert "回答：" in str(send()[-1].subject)


def test_an_enquiry_without_an_answer_does_not_repeat_the_order_form(letter: Parsed, send: Send) -> None:
    bring(reply(letter, "odds nobody"))
    told = text_of(send()[0])
    assert "One order a line" not in told
    assert "Reply to this e-mail" in told


def test_odds_without_names_ask_for_names(letter: Parsed, send: Send) -> None:
    bring(reply(letter, "odds"))
    assert topic_of(send()[0].subject) == "No answer: odds"
