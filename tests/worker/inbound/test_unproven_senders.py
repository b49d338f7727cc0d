"""E-mail from an unproven sender: what waits, what replaces it, and what the sender is told."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, IncomingMail, Notebook, OpenRequest, Player
from games.selectors.messages import list_newest_messages
from games.services.incoming_mail import do_cancel_incoming
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.dispatch import handle_inbound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
GRACE = timedelta(seconds=301)


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


def after_a_while(send: Send | None = None) -> list[EmailMessage]:
    """What has waited is done; the letters that go out for it."""
    with time_machine.travel(datetime.now(UTC) + GRACE):
        handle_inbound()
        return send() if send else []


def cards_sealed(game: Game) -> list[str]:
    return [raw.decode().strip('"') for raw, _, _ in sealed(game)]


def test_a_forged_date_beats_no_order_that_is_proven(running: Game, letter: Parsed, send: Send) -> None:
    forged, own = hand(running)[:2]
    bring(reply(letter, forged, vouched="", dated=datetime(2050, 1, 1, tzinfo=UTC)))
    bring(reply(letter, own))
    letters = after_a_while(send)
    assert cards_sealed(running) == [own]
    assert "Overtaken" in letters[-1].subject


def test_a_proven_order_that_comes_late_beats_one_that_is_not(running: Game, letter: Parsed) -> None:
    forged, own = hand(running)[:2]
    written = datetime.now(UTC) - timedelta(minutes=1)
    bring(reply(letter, forged, vouched=""))
    after_a_while()
    bring(reply(letter, own, dated=written))
    assert cards_sealed(running) == [forged, own]


def test_a_clock_that_is_ahead_keeps_no_later_order_out(running: Game, letter: Parsed) -> None:
    first, second = hand(running)[:2]
    bring(reply(letter, first, dated=datetime.now(UTC) + timedelta(days=1)))
    bring(reply(letter, second))
    assert cards_sealed(running) == [first, second]


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_that_waited_the_later_stands(running: Game, letter: Parsed, turned: bool) -> None:
    first, second = hand(running)[:2]
    now = datetime.now(UTC)
    raws = [
        reply(letter, card, vouched="", dated=now - timedelta(minutes=ago)) for card, ago in ((first, 9), (second, 1))
    ]
    for raw in reversed(raws) if turned else raws:
        bring(raw)
    after_a_while()
    assert cards_sealed(running) == [second]


def test_what_waited_beside_another_is_overtaken_by_what_came_between(running: Game, letter: Parsed) -> None:
    first, own, third = hand(running)[:3]
    bring(reply(letter, first, vouched=""))
    answer(running, "red", own)
    bring(reply(letter, third, vouched=""))
    after_a_while()
    assert cards_sealed(running) == [own, third]


def test_deeds_wait_also_where_the_question_is_closed(running: Game, letter: Parsed, send: Send) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    send()
    bring(reply(letter, "note forged", "choose nothing", vouched=""))
    (waits,) = send()
    assert "not in force yet" in waits.subject
    assert not Notebook.objects.exists()
    row = IncomingMail.objects.get()
    assert row.next_try_at >= row.received_at + timedelta(seconds=300)
    (late,) = after_a_while(send)
    assert Notebook.objects.get().text == "forged"
    assert "Too late" in late.subject


def test_orders_to_a_closed_question_are_refused_at_once(running: Game, letter: Parsed, send: Send) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    send()
    bring(reply(letter, "choose nothing", vouched=""))
    assert "Too late" in send()[0].subject


@pytest.mark.both_databases
@pytest.mark.parametrize(("left", "done"), [(30, False), (359, False), (361, True)])
def test_only_orders_count_sooner_because_a_deadline_is_near(
    running: Game, letter: Parsed, send: Send, left: int, done: bool
) -> None:
    """The clock stands still, so that a busy machine changes nothing."""
    start = datetime.now(UTC)
    OpenRequest.objects.filter(pk=asked(running, "red").pk).update(due_at=start + timedelta(seconds=left))
    with time_machine.travel(start, tick=False):
        bring(reply(letter, hand(running)[0], "note forged", vouched=""))
    with time_machine.travel(start + timedelta(seconds=max(left - 59.5, 1)), tick=False):
        handle_inbound()
        letters = send()
    assert len(sealed(running)) == 1
    assert Notebook.objects.exists() == done
    assert ("note forged" in text_of(letters[-1])) != done


def test_press_waits_and_can_be_cancelled(running: Game, anna: Player, ben: Player, to: To, send: Send) -> None:
    do_send_message(player=anna, game_id=running.pk, text="Peace?")
    message = parsed(to("ben"))
    bring(reply(message, "Never!", vouched=""))
    bring(reply(message, "Perhaps.", vouched=""))
    do_cancel_incoming(token=text_of(send()[0]).partition("/cancel/")[2].partition("/")[0])
    assert [one.text for one in list_newest_messages(anna, running.pk, limit=5)] == ["Peace?"]
    after_a_while()
    assert sorted(one.text for one in list_newest_messages(anna, running.pk, limit=5)) == ["Peace?", "Perhaps."]


def test_what_is_refused_or_said_after_the_wait_is_told(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "vacation 2026-13-45", "resign", "show", vouched=""))
    assert "Your decision" in text_of(send()[0])
    told = text_of(after_a_while(send)[0])
    assert "vacation 2026-13-45" in told
    assert "reply with the line: resign " in " ".join(told.split())
    assert "Your decision" not in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("vacation 2026-13-45", "vacation 2026-13-45"),
        ("resign", "reply with the line: resign "),
        ("note a word", "Written into your notes."),
        ("show", ""),
        ("", ""),
    ],
)
def test_after_the_wait_is_told_what_the_first_answer_did_not_say(
    running: Game, letter: Parsed, send: Send, line: str, told: str
) -> None:
    """A refusal, what is to be done first, what was done; a page that came with the first answer comes once."""
    bring(reply(letter, hand(running)[0], line, vouched=""))
    send()
    after = [" ".join(text_of(one).split()) for one in after_a_while(send)]
    assert [told in one for one in after] == [True] * bool(told)
