"""From a reply in the mailbox to a sealed answer and its receipt."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage

from games import registry
from games.models import Game, IncomingMail, Notebook, OpenRequest, OutgoingMail, Player, SealedAnswer, StandingOrder
from games.selectors.messages import list_newest_messages
from games.services.incoming_mail import MAX_ATTEMPTS, do_cancel_incoming
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked
from tests.worker.conftest import parsed, text_of, topic_of
from tests.worker.inbound.writing import bring, reply
from worker import tasks
from worker.mail.inbound import dispatch
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    """The letter that asks anna for her first bid; ben has his."""
    return parsed(to("anna"))


def hand(game: Game, role: str = "red") -> list[str]:
    from games.persistence import serialization

    form = serialization.read_question(registry.game_title(game), asked(game, role).question).form
    return list(form.values())


def sealed(game: Game, role: str = "red") -> list[tuple[bytes, bool, str]]:
    rows = SealedAnswer.objects.filter(request__game=game, request__seat__role=role).order_by("revision")
    return [(bytes(row.answer or b""), row.ready, row.channel) for row in rows]


def outcomes() -> list[tuple[str, str]]:
    return list(IncomingMail.objects.order_by("received_at").values_list("status", "outcome"))


@pytest.mark.both_databases
def test_a_reply_is_sealed_and_confirmed(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[1]
    raw = reply(letter, card)
    assert bring(raw) == "taken"
    assert sealed(running) == [(f'"{card}"'.encode(), True, "mail")]
    (receipt,) = send()
    assert receipt.to == ["anna@example.org"]
    assert "Orders received" in receipt.subject
    assert card in text_of(receipt)
    assert SealedAnswer.objects.get().receipt
    assert "until everybody has answered, at most until" in text_of(receipt)
    assert parsed(receipt)["In-Reply-To"] == IncomingMail.objects.get().message_id
    assert parsed(receipt)["Auto-Submitted"] == "auto-generated"
    assert OutgoingMail.objects.get(kind="reply").sealed == b""
    row = IncomingMail.objects.get()
    assert (bytes(row.raw), row.sender) == (b"", "")


def test_a_game_that_cannot_be_read_says_so_and_takes_no_orders(running: Game, letter: Parsed, send: Send) -> None:
    pack = registry.store_pack(registry.Pack(running.title, "0" * 64, b"of another age"))
    raw = reply(letter, hand(running)[1])
    Game.objects.filter(pk=running.pk).update(data_pack=pack)
    bring(raw)
    (answered,) = send()
    assert "cannot read this game: it is held" in text_of(answered)
    assert (sealed(running), outcomes()) == ([], [("handled", "rejected")])


def test_an_answer_leaves_whatever_it_answers_is_called(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "help").replace(b"Message-ID: <", "Message-ID: <ä".encode()))
    assert "ä" not in str(parsed(send()[0])["In-Reply-To"])


def test_an_answer_stays_in_the_thread_of_the_mail_that_it_answers(letter: Parsed, send: Send) -> None:
    thread = [f"<{number}@example.org>" for number in range(12)]
    bring(reply(letter, "help", headers={"References": " ".join(thread)}))
    answer = parsed(send()[0])
    own = IncomingMail.objects.get().message_id
    assert answer["References"].split() == [letter["Message-ID"], thread[0], *thread[-8:], own]
    assert answer["In-Reply-To"] == own


@pytest.mark.both_databases
def test_the_last_of_all_answers_plays_the_game_on(running: Game, letter: Parsed) -> None:
    answer(running, "black")
    bring(reply(letter, hand(running)[0]))
    do_resolve(running.pk)
    assert OpenRequest.objects.filter(game=running, closed_at__isnull=False).count() == 2


def test_copies_of_a_message_are_one(running: Game, letter: Parsed, send: Send) -> None:
    raw = reply(letter, hand(running)[0])
    copies = [raw, b"Received: from elsewhere\r\n" + raw, raw.replace(b"\n", b"\r\n")]
    assert [bring(one) for one in copies] == ["taken", "known", "known"]
    assert len(sealed(running)) == len(send()) == 1


def test_a_message_that_comes_in_by_two_ways_before_it_is_handled_is_handled_once(
    running: Game, letter: Parsed
) -> None:
    raw = reply(letter, hand(running)[0])
    assert [ingest(raw, channel="imap"), ingest(raw, channel="lmtp")] == ["taken", "known"]
    handle_inbound()
    assert len(sealed(running)) == 1


def test_the_later_of_two_replies_stands_in_whatever_order_they_come(running: Game, letter: Parsed, send: Send) -> None:
    now = datetime.now(UTC)
    old, new = (
        reply(letter, card, dated=now - timedelta(minutes=age))
        for card, age in zip(hand(running)[:2], (9, 1), strict=True)
    )
    bring(new)
    bring(old)
    assert len(sealed(running)) == 1
    assert [topic_of(one.subject) for one in send()] == ["Orders received", "Overtaken"]


def test_what_is_refused_is_shown_with_its_line_and_nothing_is_changed(
    running: Game, letter: Parsed, send: Send
) -> None:
    bring(reply(letter, "choose c99", "and good luck"))
    assert sealed(running) == []
    (rejection,) = send()
    assert "Orders not understood" in rejection.subject
    assert "choose c99" in text_of(rejection)
    assert "and good luck" in text_of(rejection)
    assert "# Lines that begin" in text_of(rejection)


def test_a_name_that_nearly_fits_is_proposed_and_not_taken(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[0]
    bring(reply(letter, f"{card[0]}x{card[1:]}"))
    assert sealed(running) == []
    assert "Did you mean" in text_of(send()[0])


def test_what_is_quoted_is_no_order(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, ""))
    assert sealed(running) == []
    assert "nothing in your e-mail that you wrote yourself" in " ".join(text_of(send()[0]).split())


def test_a_late_reply_learns_what_became_of_the_question(running: Game, letter: Parsed, send: Send) -> None:
    card, other = hand(running)[:2]
    answer(running, "red", card)
    answer(running, "black")
    do_resolve(running.pk)
    send()
    bring(reply(letter, other))
    (late,) = send()
    assert "Too late" in late.subject
    assert f"Your answer was: {card}" in text_of(late)
    assert "How to change it" not in text_of(late)
    assert outcomes() == [("handled", "stale")]


def test_ready_and_not_ready(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[0]
    bring(reply(letter, card, "not ready"))
    bring(reply(letter, "ready"))
    bring(reply(letter, "未完了"))
    assert [(ready, raw) for raw, ready, _ in sealed(running)] == [
        (ready, f'"{card}"'.encode()) for ready in (False, True, False)
    ]
    subjects = [topic_of(one.subject) for one in send()]
    assert subjects == ["Draft received", "Orders received", "Draft received"]


@pytest.mark.parametrize("timed", [True, False])
def test_a_draft_is_played_at_the_deadline_only_where_there_is_one(
    running: Game, letter: Parsed, send: Send, timed: bool
) -> None:
    if not timed:
        OpenRequest.objects.filter(game=running).update(due_at=None)
    bring(reply(letter, hand(running)[0], "not ready"))
    said = " ".join(text_of(send()[0]).split())
    assert ("at the deadline" in said) is timed
    assert ("There is no deadline: it counts only when you reply “ready”." in said) is not timed


def test_ready_without_orders_changes_nothing(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "ready"))
    assert sealed(running) == []
    (told,) = send()
    assert "no orders yet" in text_of(told)
    said = " ".join(text_of(told).split())
    assert "copy those that are played without an answer: they stand below." in said
    below = said.split("they stand below.", 1)[1]
    assert "Your decision" in below, "what is asked comes with it"
    assert "The default: " in below


def test_asking_shows_and_changes_nothing(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "show"))
    bring(reply(letter, "board"))
    bring(reply(letter, "history"))
    bring(reply(letter, "help"))
    bring(reply(letter, "again"))
    show, board, history, help_, again = (text_of(one) for one in send())
    assert "Your decision" in show
    assert "The board in words" in board
    assert "What happened" in history
    assert "vacation 2026-12-20" in help_
    assert all(words in again for words in ("Your decision", "The board in words", "What happened"))
    assert sealed(running) == []


def test_of_several_vacations_the_last_is_meant(running: Game, letter: Parsed, anna: Player, send: Send) -> None:
    until = datetime.now(UTC).year + 1
    bring(reply(letter, *(f"vacation {until}-01-{day:02}..{until}-02-{day:02}" for day in range(1, 12))))
    anna.refresh_from_db()
    assert str(anna.vacation_from) == f"{until}-01-11"
    assert text_of(send()[0]).count("You are away") == 1


@pytest.mark.parametrize(
    ("lines", "hours"),
    [
        (["digest daily 07:00"], {"digest": "daily", "at": "07:00"}),
        (["Digest: daily at 7:00"], {"digest": "daily", "at": "07:00"}),
        (["まとめ 毎日 ７時"], {"digest": "daily", "at": "07:00"}),
        (["digest hourly"], {"digest": "hourly"}),
        (["digest daily 07:00", "digest off"], {}),
        (["quiet 22:00-07:00"], {"quiet_from": "22:00", "quiet_until": "07:00"}),
        (["quiet hours from 22:00 to 6:30"], {"quiet_from": "22:00", "quiet_until": "06:30"}),
        (["静かな時間 22時〜7時30分"], {"quiet_from": "22:00", "quiet_until": "07:30"}),
        (["quiet 22:00-07:00", "digest hourly", "quiet none"], {"digest": "hourly"}),
    ],
)
def test_hours_of_mail(
    running: Game, letter: Parsed, anna: Player, send: Send, lines: list[str], hours: dict[str, str]
) -> None:
    bring(reply(letter, *lines))
    anna.refresh_from_db()
    assert anna.mail_hours == hours
    assert "E-mails come: " in text_of(send()[0])


@pytest.mark.parametrize(
    "line", ["digest weekly", "digest daily", "digest daily 25:00", "quiet 22:00", "quiet 7:00-7:00"]
)
def test_hours_of_mail_that_are_none(running: Game, letter: Parsed, anna: Player, send: Send, line: str) -> None:
    bring(reply(letter, line))
    anna.refresh_from_db()
    assert anna.mail_hours == {}
    assert line in text_of(send()[0])


@pytest.mark.both_databases
def test_a_vacation_a_note_and_a_standing_order(running: Game, letter: Parsed, anna: Player, send: Send) -> None:
    until = datetime.now(UTC).year + 1
    bring(reply(letter, f"vacation {until}-01-02..{until}-01-05", "note Black bids high.", "standing trump c01"))
    anna.refresh_from_db()
    assert (str(anna.vacation_from), str(anna.vacation_until)) == (f"{until}-01-02", f"{until}-01-05")
    assert Notebook.objects.get(player=anna).text == "Black bids high."
    assert StandingOrder.objects.get().seat.role == "red"
    assert "Your standing orders" in text_of(send()[0])
    bring(reply(letter, "standing off 1", "vacation none", "vacation tomorrow", "note x"))
    anna.refresh_from_db()
    assert anna.vacation_from is None
    assert not StandingOrder.objects.exists()
    assert Notebook.objects.get(player=anna).text == "Black bids high.\nx"
    assert "vacation tomorrow" in text_of(send()[0])


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("line", "wished"),
    [
        ("vacation {days} bot", True),
        ("Vacation: {days}, with a bot.", True),
        ("休暇 {days} ボット", True),
        ("休暇 {days}、代役あり", True),
        ("vacation {days}", False),
    ],
)
def test_a_bot_for_the_vacation_is_asked_for_behind_the_days(
    running: Game, letter: Parsed, anna: Player, send: Send, line: str, wished: bool
) -> None:
    until = datetime.now(UTC).year + 1
    Player.objects.filter(pk=anna.pk).update(vacation_stand_in=not wished)
    bring(reply(letter, line.format(days=f"{until}-01-02..{until}-01-05")))
    anna.refresh_from_db()
    assert (str(anna.vacation_until), anna.vacation_stand_in) == (f"{until}-01-05", wished)
    assert ("A bot stands in for you meanwhile" in text_of(send()[0])) == wished
    bring(reply(letter, "vacation none bot"))
    anna.refresh_from_db()
    assert (anna.vacation_until, anna.vacation_stand_in) == (None, False)


def test_a_seat_is_given_up_only_when_it_is_confirmed(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "resign"))
    said = text_of(send()[0])
    code = said.partition("resign ")[2].split()[0]
    bring(reply(letter, "resign aaaaaaaa"))
    assert asked(running, "red").seat.player_id
    bring(reply(letter, f"resign {code}"))
    assert asked(running, "red").seat.player_id is None
    assert any("left your seat" in one.subject for one in send())
    assert bring(reply(letter, hand(running)[0])) == "nobody"


def test_press_goes_to_whoever_wrote_without_what_it_quotes(
    running: Game, anna: Player, ben: Player, to: To, send: Send
) -> None:
    do_send_message(player=anna, game_id=running.pk, text="Peace?")
    message = parsed(to("ben"))
    bring(reply(message, "Never!", "Write to orders+abc@example.org"))
    assert "Never!" in [one.text for one in list_newest_messages(anna, running.pk, limit=5)]
    assert sealed(running, "black") == []


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "junk"},
        {"List-Id": "<x.example.org>", "Auto-Submitted": "auto-generated"},
        {"X-Sealed-Orders": "x"},
    ],
)
def test_noise_is_no_order_and_gets_no_answer(
    running: Game, letter: Parsed, send: Send, headers: dict[str, str]
) -> None:
    assert bring(reply(letter, hand(running)[0], headers=headers)) == "noise"
    assert (sealed(running), send(), outcomes()) == ([], [], [])


@pytest.mark.parametrize("sender", ["ben@example.org", "anna@example.net", "Anna <anna@example.org>, b@example.org"])
def test_strangers_get_silence(running: Game, letter: Parsed, send: Send, sender: str) -> None:
    assert bring(reply(letter, hand(running)[0], sender=sender)) == "nobody"
    assert (sealed(running), send(), outcomes()) == ([], [], [])


def test_after_too_many_answers_one_letter_says_that_orders_count_all_the_same(
    running: Game, letter: Parsed, send: Send, settings: Any
) -> None:
    settings.PBEM_MAIL_REPLIES_PER_HOUR = 2
    for card in hand(running)[:4]:
        bring(reply(letter, card))
    told = [text_of(one) for one in send()]
    assert ["More are read, and count" in one for one in told] == [False, False, True]
    assert "2 of an hour get an answer each" in told[-1]
    assert len(sealed(running)) == 4


def test_of_a_flood_that_is_not_taken_in_its_sender_is_told_once_an_hour(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.incoming_mail.MAX_PER_HOUR", 2)
    done = [bring(reply(letter, "help")) for _ in range(4)]
    assert done == ["taken", "taken", "too_often", "too_often"]
    assert bring(reply(letter, "help", headers={"Auto-Submitted": "auto-replied"})) == "noise"
    told = [one for one in send() if "Many mails in an hour" in one.subject]
    assert [one.to for one in told] == [["anna@example.org"]]
    assert "At most 2 in an hour are read" in text_of(told[0])
    assert parsed(told[0])["Auto-Submitted"] == "auto-generated"
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1, seconds=5)):
        done = [bring(reply(letter, "help", dated=datetime.now(UTC))) for _ in range(3)]
        assert done == ["taken", "taken", "too_often"]
        assert sum("Many mails in an hour" in one.subject for one in send()) == 1


@pytest.mark.both_databases
def test_what_cannot_be_handled_is_put_aside_and_holds_up_nobody(
    running: Game, letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dispatch.handle_message

    def fail(row: IncomingMail, text: Any) -> None:
        raise RuntimeError("broken")

    bad, good = reply(letter, "help"), reply(letter, hand(running)[0])
    monkeypatch.setattr("worker.mail.inbound.dispatch.handle_message", fail)
    bring(bad)
    monkeypatch.setattr("worker.mail.inbound.dispatch.handle_message", whole)
    bring(good)
    assert len(sealed(running)) == 1
    monkeypatch.setattr("worker.mail.inbound.dispatch.handle_message", fail)
    with time_machine.travel(datetime.now(UTC), tick=True) as clock:
        for _ in range(MAX_ATTEMPTS + 1):
            clock.shift(timedelta(minutes=2))
            handle_inbound()
    row = IncomingMail.objects.exclude(status="handled").get()
    assert (row.status, row.error) == ("failed", "RuntimeError: broken")


# --- an address that nobody vouches for


def test_an_order_from_an_unproven_address_waits_and_then_counts(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[0]
    bring(reply(letter, card, vouched=""))
    assert sealed(running) == []
    (waits,) = send()
    assert "not in force yet" in waits.subject
    assert "/cancel/" in text_of(waits)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
        assert sealed(running) == [(f'"{card}"'.encode(), True, "mail")]
        assert send() == []


def test_it_can_be_cancelled_once(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[0], vouched=""))
    token = text_of(send()[0]).partition("/cancel/")[2].partition("/")[0]
    do_cancel_incoming(token=token)
    with pytest.raises(Exception, match="no such thing"):
        do_cancel_incoming(token=token)
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1)):
        handle_inbound()
    assert sealed(running) == []
    assert outcomes() == [("cancelled", "cancelled")]


def test_it_waits_no_longer_than_to_the_deadline(running: Game, letter: Parsed) -> None:
    due = datetime.now(UTC) + timedelta(minutes=3)
    OpenRequest.objects.filter(pk=asked(running, "red").pk).update(due_at=due)
    bring(reply(letter, hand(running)[0], vouched=""))
    assert IncomingMail.objects.get().next_try_at == due - timedelta(seconds=60)


def test_what_its_player_answers_meanwhile_on_the_page_stands(running: Game, letter: Parsed, send: Send) -> None:
    first, second = hand(running)[:2]
    bring(reply(letter, first, vouched=""))
    answer(running, "red", second)
    send()
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
        assert [raw for raw, _, _ in sealed(running)] == [f'"{second}"'.encode()]
        assert "Overtaken" in send()[0].subject


@pytest.mark.parametrize(
    ("vouched", "counts"),
    [
        ("mx.example.org; dkim=pass header.d=example.org", True),
        ("mx.example.org; dkim=pass header.i=@example.org", True),
        ("mx.example.org; spf=pass smtp.mailfrom=anna@example.org", True),
        ("mx.example.org 1; dmarc=pass (p=none) header.from=example.org", True),
        ("mx.example.org; dkim=pass header.d=example.net", False),
        ("mx.example.org; dkim=pass header.d=org", False),
        ("mx.example.org; dkim=fail header.d=example.org; spf=pass smtp.mailfrom=eve@example.net", False),
        ("mx.evil.example; dmarc=pass header.from=example.org", False),
        ("mx.example.org; none", False),
    ],
)
def test_who_vouches_for_an_address(running: Game, letter: Parsed, vouched: str, counts: bool) -> None:
    bring(reply(letter, hand(running)[0], vouched=vouched))
    assert bool(sealed(running)) == counts


def test_only_the_topmost_word_of_a_relay_counts(running: Game, letter: Parsed) -> None:
    raw = b"Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n"
    bring(raw + reply(letter, hand(running)[0]))
    assert sealed(running) == []


def test_asking_never_waits(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "show", vouched=""))
    assert "Your decision" in text_of(send()[0])


def test_what_a_lost_hint_left_behind_is_found_by_the_sweep(
    running: Game, letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed_out: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.handle_inbound, "apply_async", lambda **options: handed_out.append(options))
    monkeypatch.setattr(tasks.deliver_mail, "apply_async", lambda **options: None)
    ingest(reply(letter, hand(running)[0]), channel="pipe")
    tasks.sweep()
    assert handed_out == [{"expires": tasks.EXPIRE_SECONDS}]
    tasks.handle_inbound()
    assert len(sealed(running)) == 1
    tasks.sweep()
    assert len(handed_out) == 1, "nothing is left to be handled"


@pytest.mark.both_databases
def test_a_message_that_is_handled_in_two_places_counts_once(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dispatch.handle_message

    def interrupted(row: IncomingMail, text: Any) -> Any:
        found = whole(row, text)
        IncomingMail.objects.filter(pk=row.pk).update(status="handled", outcome="receipt")
        return found

    monkeypatch.setattr("worker.mail.inbound.dispatch.handle_message", interrupted)
    bring(reply(letter, hand(running)[0]))
    assert (sealed(running), send()) == ([], [])


def test_a_reply_after_the_deadline_counts_and_is_called_late(running: Game, letter: Parsed, send: Send) -> None:
    """No worker has closed the decision yet."""
    OpenRequest.objects.filter(game=running).update(due_at=datetime.now(UTC) - timedelta(minutes=1))
    assert bring(reply(letter, hand(running)[1])) == "taken"
    receipt = next(one for one in send() if "Orders received" in one.subject)
    assert receipt.to == ["anna@example.org"]
    assert "Your answer came after the deadline." in text_of(receipt)
    assert sealed(running)[-1][1]


def test_a_reply_that_came_in_time_is_not_late_when_it_is_read_later(running: Game, letter: Parsed, send: Send) -> None:
    ingest(reply(letter, hand(running)[1]), channel="pipe")
    received_at = IncomingMail.objects.get().received_at
    OpenRequest.objects.filter(game=running).update(due_at=received_at + timedelta(microseconds=1))
    handle_inbound()
    (receipt,) = send()
    assert "Orders received" in receipt.subject
    assert "came after the deadline" not in text_of(receipt)
