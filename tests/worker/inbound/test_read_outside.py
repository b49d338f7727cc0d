"""The text of an e-mail is read while no transaction is open; if the question changes meanwhile, it is read again."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.db import connection

from games.kernel.errors import Illegal, Problem
from games.kernel.text import Text
from games.models import Game, IncomingMail, Notebook, OpenRequest, Player, StandingOrder
from games.order_text import parse_lines
from games.selectors.mail_tag_targets import make_start_reply_address
from games.selectors.messages import list_newest_messages
from games.services.answers import interpret_answer
from games.services.incoming_mail import MAX_READINGS
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_opening_by_email import letter_to_us
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import VOUCHED, bring, reply
from worker.mail.inbound import dispatch, interpretation, standing_order_text
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.interpretation import MAX_COMMANDS
from worker.mail.inbound.openings import opening_requests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("replies")]

Send = Callable[[], list[EmailMessage]]
GRACE = timedelta(seconds=301)
READERS = {
    dispatch: ("read_message",),
    interpretation: (
        *("parse_lines", "interpret_answer", "read_agreement", "read_proposal", "read_answer_words"),
        "read_start_words",
    ),
    standing_order_text: ("parse_lines",),
    opening_requests: ("read_server_command", "parse_proposal", "read_answer_words"),
}
"""The functions that read what people write, where the reader of e-mails finds them."""


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The functions that read something, in the order of their calls; each was called with no transaction open."""
    called: list[str] = []
    within: list[str] = []

    def watched(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **more: Any) -> Any:
            called.append(name)
            within.extend([name] if connection.in_atomic_block else [])
            return read(*args, **more)

        return run

    for module, names in READERS.items():
        for name in names:
            monkeypatch.setattr(module, name, watched(name, getattr(module, name)))
    yield called
    assert within == []


@pytest.fixture
def letter(running: Game, send: Send) -> Parsed:
    return letter_to("anna", send)


def letter_to(name: str, send: Send) -> Parsed:
    return parsed([one for one in send() if one.to == [f"{name}@example.org"]][-1])


def cards(game: Game) -> list[str]:
    return [raw.decode().strip('"') for raw, _, _ in sealed(game)]


# --- no transaction is open


def test_orders(running: Game, letter: Parsed, readings: list[str]) -> None:
    card = hand(running)[1]
    bring(reply(letter, card))
    assert cards(running) == [card]
    assert readings == ["read_message", "read_agreement", "read_proposal", "parse_lines", "interpret_answer"]


def test_orders_that_wait_are_read_when_they_come_and_when_they_count(
    running: Game, letter: Parsed, readings: list[str]
) -> None:
    card = hand(running)[1]
    bring(reply(letter, card, vouched=""))
    assert (cards(running), readings.count("parse_lines")) == ([], 1)
    with time_machine.travel(datetime.now(UTC) + GRACE):
        handle_inbound()
    assert (cards(running), readings.count("parse_lines")) == ([card], 2)


def test_commands_and_standing_orders(running: Game, letter: Parsed, readings: list[str]) -> None:
    bring(reply(letter, "standing trump: c01", "note Coal first", "digest hourly"))
    assert StandingOrder.objects.count() == 1
    assert readings == ["read_message", "parse_lines"]


def test_of_many_commands_only_the_first_are_done(running: Game, letter: Parsed) -> None:
    bring(reply(letter, *(f"note {number}." for number in range(MAX_COMMANDS + 2))))
    assert Notebook.objects.get().text == "\n".join(f"{number}." for number in range(MAX_COMMANDS))


def test_press(running: Game, letter: Parsed, ben: Player, send: Send, readings: list[str]) -> None:
    do_send_message(player=ben, game_id=running.pk, seat="black", to=["red"], text="Shall we?")
    bring(reply(letter_to("anna", send), "Gladly."))
    (heard, _) = list_newest_messages(ben, running.pk, "black", limit=2)
    assert heard.text == "Gladly."
    assert readings == ["read_message"]


def test_the_word_of_a_host(seated: Game, anna: Player, settings: Any, readings: list[str]) -> None:
    to_start = Parsed()
    to_start["To"], to_start["Reply-To"] = anna.email, make_start_reply_address(seated)
    to_start["Subject"], to_start["Message-ID"] = "Everybody is here", "<here@example.org>"
    to_start.set_content("Reply start.")
    bring(reply(to_start, "start"))
    assert Game.objects.get(pk=seated.pk).status == "running"
    assert readings == ["read_message", "read_start_words"]


def test_a_game_that_is_opened(toy: object, anna: Player, ben: Player, send: Send, readings: list[str]) -> None:
    bring(letter_to_us("new toy, against ben"))
    shown = letter_to("anna", send)
    bring(reply(shown, "hours: 72"))
    bring(reply(letter_to("anna", send), "yes"))
    assert Game.objects.get().deadline_hours == 72
    assert readings.count("parse_proposal") == 2


# --- the question changes


def meanwhile(monkeypatch: pytest.MonkeyPatch, change: Callable[[], None]) -> list[str]:
    """Let something happen each time when a text has just been read as orders; the notation of each reading."""
    read: list[str] = []

    def understood(lines: Any, form: Any, labels: Any) -> Any:
        found = parse_lines(lines, form, labels)
        read.append(found.text or "")
        change()
        return found

    monkeypatch.setattr(interpretation, "parse_lines", understood)
    return read


def test_a_question_that_is_closed_meanwhile_takes_nothing(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = hand(running)[:2]

    def play_on() -> None:
        answer(running, "red", first)
        answer(running, "black")
        do_resolve(running.pk)

    read = meanwhile(monkeypatch, play_on)
    bring(reply(letter, second))
    assert (cards(running), len(read)) == ([first], 1)
    (told,) = [one for one in send() if one.to == ["anna@example.org"] and "Too late" in one.subject]
    assert "This question was answered" in text_of(told)


def test_a_question_that_is_another_meanwhile_is_read_again(
    running: Game, letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the first reading the card is nobody's; what counts is what the question says when the answer is sealed."""
    card = hand(running, "black")[0]
    other = bytes(asked(running, "black").question)

    def exchange() -> None:
        OpenRequest.objects.filter(pk=asked(running, "red").pk).update(question=other)

    read = meanwhile(monkeypatch, exchange)
    bring(reply(letter, card))
    assert ([bool(one) for one in read], cards(running)) == ([False, True], [card])


def test_a_question_that_changes_all_the_time_is_left_for_the_next_attempt(
    running: Game, letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = hand(running)[0]
    questions = [bytes(asked(running, role).question) for role in ("black", "red")] * MAX_READINGS
    changes = iter(questions)
    one = asked(running, "red").pk

    def exchange() -> None:
        OpenRequest.objects.filter(pk=one).update(question=next(changes))

    read = meanwhile(monkeypatch, exchange)
    bring(reply(letter, card))
    row = IncomingMail.objects.get()
    assert (row.status, len(read), cards(running)) == ("queued", MAX_READINGS, [])
    assert row.next_try_at > datetime.now(UTC)


def test_what_was_understood_is_what_is_sealed(running: Game, letter: Parsed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is worked out once, before the transaction."""
    found = []

    def once(request: OpenRequest, given: bytes | None, text: str | None) -> Any:
        found.append((text, connection.in_atomic_block))
        return interpret_answer(request, given, text)

    def never(*args: object, **more: object) -> None:
        raise AssertionError("the answer is worked out within the transaction")

    monkeypatch.setattr(interpretation, "interpret_answer", once)
    monkeypatch.setattr("games.services.answers.interpret_answer", never)
    card = hand(running)[1]
    bring(reply(letter, card))
    assert (cards(running), found) == ([card], [(card, False)])


@pytest.mark.parametrize("vouched", [VOUCHED, ""])
def test_orders_that_are_no_answer_together_are_refused_at_once(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch, vouched: str
) -> None:
    """Each line can be read, and the form refuses the whole."""

    def refuse(*args: object) -> None:
        raise Illegal(Problem("", "illegal", Text("Too many.", "多すぎます。")))

    monkeypatch.setattr(interpretation, "interpret_answer", refuse)
    bring(reply(letter, hand(running)[1], vouched=vouched))
    row = IncomingMail.objects.get()
    assert (row.status, row.outcome, row.error, cards(running)) == ("handled", "rejected", "", [])
    assert "Too many." in text_of(send()[-1])
