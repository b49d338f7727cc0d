"""An e-mail that corrects one that still waits replaces it: orders, commands, press and dice words."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, IncomingMail, Notebook, OpenRequest, Player
from games.selectors.messages import list_newest_messages
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked
from tests.worker.conftest import parsed, text_of, topic_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import VOUCHED, bring, reply
from worker.mail.inbound import dispatch
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
GRACE = 300


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


@pytest.fixture
def later() -> Any:
    """Handle what is due so many seconds from now."""
    began = datetime.now(UTC)

    def run(seconds: float, *raws: bytes) -> None:
        with time_machine.travel(began + timedelta(seconds=seconds), tick=False):
            for raw in raws:
                bring(raw)
            handle_inbound()

    return run


def unproven(letter: Parsed, *lines: str, dated: datetime | None = None) -> bytes:
    return reply(letter, *lines, vouched="", dated=dated)


def cards(game: Game) -> list[tuple[str, bool]]:
    return [(raw.decode().strip('"'), ready) for raw, ready, _ in sealed(game)]


def said(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


@pytest.mark.both_databases
def test_the_correction_counts_and_its_grace_begins_again(
    running: Game, letter: Parsed, send: Send, later: Any
) -> None:
    first, second = hand(running)[:2]
    bring(unproven(letter, first))
    told = send()
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=100)):
        bring(unproven(letter, second))
        told += send()
    later(GRACE + 10)
    assert cards(running) == [], "neither the order that was corrected nor, yet, its correction"
    later(100 + GRACE + 5)
    assert cards(running) == [(second, True)]
    assert [topic_of(one.subject) for one in told] == ["Orders received, not in force yet"] * 2
    assert "Or reply “cancel”. A later e-mail about the same replaces this one." in said(told[0])
    assert "replaces your earlier e-mail" not in said(told[0])
    assert "replaces your earlier e-mail" in said(told[1])


def test_the_last_to_answer_may_correct_before_the_turn_is_played(running: Game, letter: Parsed, later: Any) -> None:
    first, second = hand(running)[:2]
    answer(running, "black")
    bring(unproven(letter, first))
    later(200, unproven(letter, second))
    later(GRACE + 1)
    do_resolve(running.pk)
    assert asked(running, "red").closed_at is None
    later(200 + GRACE + 1)
    assert cards(running) == [(second, True)]


def test_a_correction_waits_no_longer_than_to_the_deadline(running: Game, letter: Parsed, later: Any) -> None:
    first, second = hand(running)[:2]
    due = datetime.now(UTC) + timedelta(seconds=GRACE + 100)
    OpenRequest.objects.filter(pk=asked(running, "red").pk).update(due_at=due)
    bring(unproven(letter, first))
    later(200, unproven(letter, second))
    later(GRACE + 45)
    assert cards(running) == [(second, True)]


def test_an_older_e_mail_that_comes_late_replaces_nothing(
    running: Game, letter: Parsed, send: Send, later: Any
) -> None:
    older, newer = hand(running)[:2]
    now = datetime.now(UTC)
    bring(unproven(letter, newer, dated=now - timedelta(minutes=1)))
    bring(unproven(letter, older, dated=now - timedelta(minutes=9)))
    assert "Overtaken" in send()[-1].subject
    later(GRACE + 1)
    assert cards(running) == [(newer, True)]


def test_only_what_is_corrected_is_replaced(running: Game, letter: Parsed, later: Any, anna: Player) -> None:
    first, second = hand(running)[:2]
    year = datetime.now(UTC).year + 1
    bring(unproven(letter, first, f"vacation {year}-01-02", "note a word"))
    bring(unproven(letter, second))
    later(GRACE + 1)
    anna.refresh_from_db()
    assert cards(running) == [(second, True)]
    assert (str(anna.vacation_from), Notebook.objects.get().text) == (f"{year}-01-02", "a word")


DAILY, LATE = {"digest": "daily", "at": "07:00"}, {"quiet_from": "23:00", "quiet_until": "06:00"}


@pytest.mark.parametrize(
    ("earlier", "corrected", "meanwhile", "wanted"),
    [
        ("digest daily 07:00", "digest hourly", {}, {"digest": "hourly"}),
        ("quiet 22:00-07:00", "quiet 23:00-06:00", {}, LATE),
        ("digest daily 07:00", "quiet 23:00-06:00", DAILY, DAILY | LATE),
    ],
)
def test_of_commands_of_one_kind_the_later_counts(
    running: Game,
    letter: Parsed,
    anna: Player,
    later: Any,
    earlier: str,
    corrected: str,
    meanwhile: dict[str, str],
    wanted: dict[str, str],
) -> None:
    bring(unproven(letter, earlier))
    later(200, unproven(letter, corrected))
    later(GRACE + 1)
    anna.refresh_from_db()
    assert anna.mail_hours == meanwhile
    later(200 + GRACE + 1)
    anna.refresh_from_db()
    assert anna.mail_hours == wanted


def test_a_command_that_is_proven_beats_one_that_waits(running: Game, letter: Parsed, anna: Player, later: Any) -> None:
    bring(unproven(letter, "digest daily 07:00"))
    bring(reply(letter, "digest hourly"))
    later(GRACE + 1)
    anna.refresh_from_db()
    assert anna.mail_hours == {"digest": "hourly"}


def test_notes_are_all_kept(running: Game, letter: Parsed, later: Any) -> None:
    bring(unproven(letter, "note one"))
    bring(unproven(letter, "note two"))
    later(GRACE + 1)
    assert Notebook.objects.get().text == "one\ntwo"


def test_not_ready_holds_back_orders_that_wait(running: Game, letter: Parsed, later: Any) -> None:
    card = hand(running)[0]
    answer(running, "black")
    bring(unproven(letter, card))
    later(200, unproven(letter, "not ready"))
    later(GRACE + 1)
    assert cards(running) == [(card, False)], "it must not end the turn before `not ready` counts"
    later(200 + GRACE + 1)
    assert not any(ready for _, ready in cards(running))


@pytest.mark.parametrize(
    "word",
    ["cancel", "Cancel!", "please cancel", "Cancel my orders, please.", "取消", "取り消してください。", "キャンセル"],
)
def test_cancel_takes_back_what_waits(running: Game, letter: Parsed, send: Send, later: Any, word: str) -> None:
    bring(unproven(letter, hand(running)[0]))
    send()
    bring(unproven(letter, word))
    (told,) = send()
    assert "Cancelled: your e-mail that waited" in said(told)
    later(GRACE + 1)
    assert cards(running) == []
    assert list(IncomingMail.objects.filter(status="cancelled").values_list("raw", "sender")) == [(b"", "")]


def test_cancel_with_new_orders_takes_back_the_old_ones(running: Game, letter: Parsed, later: Any) -> None:
    first, second = hand(running)[:2]
    bring(unproven(letter, first, "note a word"))
    bring(unproven(letter, "cancel", second))
    later(GRACE + 1)
    assert cards(running) == [(second, True)]
    assert not Notebook.objects.exists()


def test_cancel_where_nothing_waits_says_so(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[0]))
    send()
    bring(reply(letter, "cancel"))
    assert "Nothing of yours waits" in said(send()[0])
    assert len(sealed(running)) == 1


@pytest.mark.parametrize(
    ("first", "second", "sent"),
    [
        ("Never!", "Perhaps.", ["Never!", "Perhaps."]),
        ("Never!", "No wait, perhaps.", ["No wait, perhaps."]),
        ("Never!", "Correction: perhaps.", ["Correction: perhaps."]),
        ("Never!", "cancel", []),
        ("Never!", "No wait!", []),
        ("Never!", "No.", ["Never!", "No."]),
        ("断ります。", "すみません、訂正します。検討します。", ["すみません、訂正します。検討します。"]),
        ("断ります。", "いや、無理です。", ["断ります。", "いや、無理です。"]),
        ("断ります。", "取消", []),
    ],
)
def test_press_that_waits_is_corrected(
    running: Game, anna: Player, ben: Player, to: To, later: Any, first: str, second: str, sent: list[str]
) -> None:
    do_send_message(player=anna, game_id=running.pk, text="Peace?")
    message = parsed(to("ben"))
    bring(unproven(message, first))
    bring(unproven(message, second))
    later(GRACE + 60)
    assert sorted(one.text for one in list_newest_messages(anna, running.pk, limit=5)) == sorted(["Peace?", *sent])


def test_cancel_is_press_where_nothing_waits(running: Game, anna: Player, ben: Player, to: To) -> None:
    do_send_message(player=anna, game_id=running.pk, text="Attack or cancel?")
    bring(reply(parsed(to("ben")), "Cancel."))
    assert "Cancel." in [one.text for one in list_newest_messages(anna, running.pk, limit=5)]


def test_what_is_not_understood_replaces_nothing_and_says_that_the_other_counts(
    running: Game, letter: Parsed, send: Send, later: Any
) -> None:
    card = hand(running)[0]
    bring(unproven(letter, card))
    bring(unproven(letter, "choose c99"))
    assert "Your earlier e-mail still waits" in said(send()[-1])
    later(GRACE + 1)
    assert cards(running) == [(card, True)]


@pytest.mark.parametrize("marker", ["No wait, ", "Sorry, I meant ", "訂正：", "すみません、間違えました。"])
def test_a_correction_that_is_not_clear_cancels_what_it_takes_back(
    running: Game, letter: Parsed, send: Send, later: Any, marker: str
) -> None:
    bring(unproven(letter, hand(running)[0], "note a word"))
    bring(unproven(letter, f"{marker}the other one"))
    told = said(send()[-1])
    assert "it is not clear what is to count" in told
    assert "Your earlier e-mail, which waited, is cancelled" in told
    later(GRACE + 1)
    assert cards(running) == []
    assert Notebook.objects.get().text == "a word"


@pytest.mark.parametrize("vouched", [VOUCHED, ""])
@pytest.mark.parametrize("lines", [["{a}, no wait, {b}"], ["{a}", "Scratch that. {b}"], ["{a}。訂正、{b}"]])
def test_a_correction_within_an_e_mail_counts(
    running: Game, letter: Parsed, later: Any, lines: list[str], vouched: str
) -> None:
    first, second = hand(running)[:2]
    bring(reply(letter, *(line.format(a=first, b=second) for line in lines), vouched=vouched))
    later(GRACE + 1)
    assert cards(running) == [(second, True)]


def test_half_a_correction_leaves_no_draft(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[0], "Sorry, I meant the other one"))
    assert cards(running) == []
    told = said(send()[0])
    assert IncomingMail.objects.get().outcome == "rejected"
    assert "nothing of this e-mail was used" in told
    assert "# Lines that begin" in told


def test_an_order_does_not_count_while_a_later_e_mail_is_being_read(
    running: Game, letter: Parsed, later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers: the correction came in before the grace ended, and is handled at the same time."""
    first, second = hand(running)[:2]
    bring(unproven(letter, first))
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=GRACE + 1), tick=False):
        ingest(unproven(letter, second), channel="pipe")
        IncomingMail.objects.filter(status="queued").update(
            attempts=1, next_try_at=datetime.now(UTC) + timedelta(seconds=60)
        )
        handle_inbound()
        assert cards(running) == []
    later(GRACE + 70)
    later(2 * GRACE + 80)
    assert cards(running) == [(second, True)]


@pytest.mark.both_databases
def test_an_order_that_was_replaced_while_it_was_handled_does_nothing(
    running: Game, letter: Parsed, later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(unproven(letter, hand(running)[0]))

    whole = dispatch.handle_message

    def interrupted(row: IncomingMail, text: Any) -> Any:
        found = whole(row, text)
        IncomingMail.objects.filter(pk=row.pk).update(status="cancelled", outcome="replaced")
        return found

    monkeypatch.setattr("worker.mail.inbound.dispatch.handle_message", interrupted)
    later(GRACE + 1)
    assert cards(running) == []


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("cancel", "Nothing of it counts"),
        ("No wait!", "is cancelled: you took it back"),
        ("", "replaces your earlier e-mail"),
    ],
)
def test_many_mails_hide_neither_a_cancellation_nor_a_replacement(
    running: Game, letter: Parsed, send: Send, settings: Any, words: str, lost: str
) -> None:
    settings.PBEM_MAIL_REPLIES_PER_HOUR = 1
    first, second = hand(running)[:2]
    bring(unproven(letter, "help"))
    bring(unproven(letter, first))
    bring(unproven(letter, words or second))
    told = [said(one) for one in send()]
    assert any("Or reply “cancel”" in one for one in told), "the link that cancels it"
    assert any(lost in one for one in told)
