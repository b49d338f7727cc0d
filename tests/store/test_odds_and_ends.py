"""What a look under new rules finds, what a new branch begins with, and small services, bound by bound."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction

from games import registry
from games.errors import Missing, RevisionReplaced, Unreadable, WrongState
from games.kernel.errors import Malformed
from games.kernel.events import EVERYBODY
from games.kernel.steps import Step
from games.kernel.table import Table, end_step
from games.kernel.title import Title
from games.models import (
    Branch,
    Checkpoint,
    CurrentView,
    Game,
    JournalSegment,
    Notebook,
    Notice,
    OpenRequest,
    Player,
    SealedAnswer,
    SeatView,
    SenderSlot,
    Vacation,
)
from games.persistence.vacation import MAX_VACATION_DAYS
from games.services import sender_slots, triggers
from games.services.branches import (
    branch_off,
    find_origin,
    make_branch_position,
    refuse_on_rule_errors,
    withdraw_all_questions,
)
from games.services.hold import do_release
from games.services.locks import lock_game
from games.services.notebook import do_write_notes
from games.services.notices import list_notice_readers, make_notice, make_notice_emails
from games.services.resolve import standing_order_book
from games.services.resolve.advance import do_resolve
from games.services.resolve.dry_run import check_resolve
from games.services.resolve.view_writer import list_audiences
from games.services.rewind import do_rewind
from games.services.vacations import do_announce_vacation
from tests.kernel.toy import Won, play_round
from tests.orders import order
from tests.table import answer, asked, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
NewRules = Callable[[Title[Any]], None]


def stored(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


# --- would it go on?


def with_round(toy: Title[Any], play: Any) -> Title[Any]:
    return toy.evolve(steps={**toy.rules.steps, "round": Step("round", "2.0", play)})


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        ({}, ["nothing is waited for"]),
        ({"due_from": NOW}, []),
        ({"status": "paused"}, []),
        ({"status": "held"}, []),
    ],
)
def test_a_running_game_waits_for_something(running: Game, fields: dict[str, Any], faults: list[str]) -> None:
    assert check_resolve(running) == []
    OpenRequest.objects.update(closed_at=NOW)
    Game.objects.update(**fields)
    assert check_resolve(stored(running)) == faults


def test_what_is_asked_otherwise_is_told_and_of_a_held_game_nothing(
    running: Game, new_rules: NewRules, toy: Title[Any]
) -> None:
    OpenRequest.objects.filter(seat__role="black").update(key="offer")
    asks = "asks [('black', 'bid', 'bid'), ('red', 'bid', 'bid')], while"
    stands = "[('black', 'offer', 'bid'), ('red', 'bid', 'bid')] is being asked"
    assert check_resolve(running) == [f"{asks} {stands}"]
    Game.objects.update(status="held")
    assert check_resolve(stored(running)) == []
    Game.objects.update(status="running")

    async def over(table: Table[Any]) -> str | None:
        end_step(None)
        return None

    new_rules(with_round(toy, over))
    (fault,) = check_resolve(stored(running))
    assert fault == f"asks nothing, while {stands}"


def test_what_an_order_answers_ahead_is_not_asked(running: Game, anna: Player) -> None:
    OpenRequest.objects.filter(seat__role="red").delete()
    OpenRequest.objects.filter(seat__role="black").update(key="offer")
    order(anna, running, "bid", "high")
    (fault,) = check_resolve(stored(running))
    assert fault == "asks [('black', 'bid', 'bid')], while [('black', 'offer', 'bid')] is being asked"


def test_answers_that_do_not_fit_are_told_by_seat(running: Game) -> None:
    for role in ("red", "black"):
        answer(running, role)
    SealedAnswer.objects.update(answer=b'"c99"')
    assert sorted(check_resolve(running)) == [
        f"refuses the answer that {role} has given to bid" for role in ("black", "red")
    ]


def test_questions_that_cannot_be_read_are_told_in_their_order(running: Game) -> None:
    OpenRequest.objects.update(question=b"w?")
    first, second = check_resolve(running)
    assert first.startswith("the question bid to red cannot be read: ")
    assert second.startswith("the question bid to black cannot be read: ")
    OpenRequest.objects.filter(seat__role="red").update(closed_at=NOW)
    assert not any("to red cannot" in fault for fault in check_resolve(running))


def test_rules_that_tell_more_fail_or_ask_otherwise_are_told(
    running: Game, new_rules: NewRules, toy: Title[Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def more(table: Table[Any]) -> str | None:
        table.emit(Won("red"), to=EVERYBODY)
        return await play_round(table)

    new_rules(with_round(toy, more))
    assert "tells 1 events more" in check_resolve(running)

    async def fail(table: Table[Any]) -> str | None:
        raise ZeroDivisionError("no wind")

    new_rules(with_round(toy, fail))
    assert check_resolve(running) == ["ZeroDivisionError: no wind"]
    assert f"game {running.pk}: the rules fail" in caplog.text


def test_a_record_that_cannot_be_played_again_is_told(running: Game, new_rules: NewRules, toy: Title[Any]) -> None:
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)

    async def over(table: Table[Any]) -> str | None:
        end_step(None)
        return None

    new_rules(with_round(toy, over))
    (fault,) = check_resolve(stored(running))
    assert fault.startswith("ReplayDiverged: entry 1: recorded ")


def test_a_game_that_cannot_be_read_is_told(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(game: Game) -> Title[Any]:
        raise Unreadable("no such card")

    monkeypatch.setattr(registry, "game_title", unreadable)
    assert check_resolve(running) == ["no such card"]


# --- branches


def test_a_branch_begins_where_a_stop_was_played(running: Game, staff: Player) -> None:
    play_out(running)
    game = stored(running)
    assert find_origin(game, 0, 1).checkpoint.number == 1
    assert (find_origin(game, 0, 0).checkpoint.number, find_origin(game, 0, 0).written) == (0, 0)
    last = find_origin(game, 0, game.stop)
    assert (last.checkpoint.number, last.branch, last.checkpoint.step) == (game.checkpoint, 0, None)
    with pytest.raises(ValueError, match="branch 1 has no checkpoint at 5"):
        find_origin(game, 1, 5)
    origin = find_origin(game, 0, 1)
    Game.objects.update(paused_at=NOW, paused_until=NOW)
    game = stored(running)
    branch = branch_off(game, origin, author=staff, reason="x" * 2001)
    assert (branch.number, branch.parent, branch.parent_checkpoint, branch.author) == (1, 0, 1, staff)
    assert (branch.reason, game.branch, game.status, game.hold_reason) == ("x" * 2000, 1, "running", "")
    assert (game.paused_at, game.paused_until, stored(running).paused_at, stored(running).paused_until) == (None,) * 4
    segment = JournalSegment.objects.get(number=origin.written)
    assert bytes(game.chain_hash) == bytes(segment.chain)
    here, first = make_branch_position(game, origin, origin.checkpoint, 2)
    assert (here.published_events, here.parent, here.next_event - origin.checkpoint.first_event) == (
        2,
        origin.written,
        2,
    )
    assert (here.next_entry, here.recorded, here.keyframe) == (
        origin.checkpoint.first_entry, [], (1, origin.checkpoint.state),
    )  # fmt: skip
    assert (first.number, first.branch, first.keyframe) == (1, 1, None)
    assert make_branch_position(game, find_origin(game, 0, 0), origin.checkpoint)[0].parent is None


def test_what_the_rules_raise_is_a_refusal(running: Game, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(WrongState, match="cannot go on from there: KeyError: 'x'"), refuse_on_rule_errors(running):
        raise KeyError("x")
    assert f"game {running.pk}: the rules failed on a new branch" in caplog.text


def test_what_is_open_is_withdrawn_and_what_lay_ready_is_kept(running: Game) -> None:
    answer(running, "red", ready=False)
    answer(running, "black")
    assert {name: given.seat for name, given in withdraw_all_questions(running, NOW).ready.items()} == {
        ("black", "bid"): "black"
    }
    assert set(OpenRequest.objects.values_list("closed_at", "outcome")) == {(NOW, "withdrawn")}
    assert withdraw_all_questions(running, NOW) == ([], {})


def test_what_is_kept_is_the_last_that_was_said(running: Game) -> None:
    answer(running, "black")
    second = answer(running, "black")
    (given,) = withdraw_all_questions(running, NOW).ready.values()
    row = SealedAnswer.objects.get(revision=2)
    assert (given.answer, given.channel, given.at) == (second.answer, "rest", row.at.isoformat())


def test_a_rewind_is_noted_where_it_went_and_told_with_its_dice(running: Game, staff: Player) -> None:
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)
    branch = do_rewind(by=staff, game_id=running.pk, number=2, reason="y" * 2001)
    assert (branch.parent, branch.parent_checkpoint, len(branch.reason)) == (0, 1, 2000)
    notice = Notice.objects.get(kind="rewound")
    assert notice.facts == {"reason": "y" * 500, "commitment": branch.commitment}
    segment = JournalSegment.objects.latest("number")
    assert (segment.cause, segment.branch, segment.parent) == ("rewind", 1, 1)
    row = Checkpoint.objects.get(branch=1)
    assert (row.number, row.written, row.keyframe) == (1, segment.number, None)


@pytest.mark.parametrize("reason", ["", "z" * 501])
def test_a_release_asks_again_what_does_not_fit_and_tells_who(running: Game, staff: Player, reason: str) -> None:
    request = asked(running, "red")
    answer(running, "red")
    answer(running, "black")
    SealedAnswer.objects.filter(request=request).update(answer=b'"c99"')
    Game.objects.update(status="held", hold_reason="x")
    outcome = do_release(by=staff, game_id=running.pk, reason=reason)
    assert [(offer.seat, offer.key) for offer in outcome.refused] == [("red", "bid")]
    notices = {one.kind: (one.seats, one.facts) for one in Notice.objects.all()}
    branch = Branch.objects.get(number=1)
    assert notices["reopened"] == (["red"], {"seat": "red", "question": "bid"})
    assert notices["released"] == (["*"], {"reason": reason[:500], "commitment": branch.commitment})
    assert branch.reason == (reason or "released from hold")
    assert (asked(running, "red").ready, asked(running, "black").ready) == (False, True)
    assert SealedAnswer.objects.get(request=asked(running, "black")).revision == 1
    assert JournalSegment.objects.latest("number").cause == "hold"


# --- orders


def test_a_game_that_never_had_orders_is_not_asked_for_any(
    running: Game, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[Any] = []
    select = standing_order_book.select
    monkeypatch.setattr(
        standing_order_book, "select", lambda *args, **how: asked_for.append(args) or select(*args, **how)
    )
    seats = list(running.seats.all())
    assert not standing_order_book.StandingOrderBook.load(stored(running), seats, NOW).has_standing_order("red", "bid")
    assert asked_for == []
    row = order(anna, running, "bid", "high")
    assert standing_order_book.StandingOrderBook.load(stored(running), seats, NOW).has_standing_order("red", "bid")
    type(row).objects.update(off_at=NOW)
    assert not standing_order_book.StandingOrderBook.load(stored(running), seats, NOW).has_standing_order("red", "bid")
    assert len(asked_for) == 2


# --- views


def test_everybody_has_a_view_of_every_stop_that_concerns_them(running: Game) -> None:
    assert list_audiences(["red", "black"]) == ("red", "black", "public", "umpire")
    play_out(running)
    game = stored(running)
    for audience in list_audiences(["red", "black"]):
        views = list(SeatView.objects.filter(audience=audience).order_by("stop"))
        assert [view.stop for view in views] == list(range(1, len(views) + 1))
        told = 0
        for view in views:
            assert view.first_event == told + 1
            told += view.event_count
        newest = CurrentView.objects.get(audience=audience)
        last = views[-1]
        assert (newest.stop, newest.number, newest.events, bytes(newest.mark)) == (
            last.stop, last.number, told, bytes(last.mark),
        )  # fmt: skip
        assert (last.view_version, last.at) == (game.rules_version, newest.at)
        assert bytes(last.view)[:1] == (b"w" if last.stop % 16 == 1 else b"d")


# --- small services


def test_notes_have_a_length_and_a_revision(running: Game, anna: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        do_write_notes(player=anna, game_id=running.pk, text="x" * 19_998 + "\r\ny")
    row = Notebook.objects.get()
    assert (row.text, row.revision, row.changed_at) == ("x" * 19_998 + "\ny", 1, NOW)
    for text, code in (("x" * 20_001, "too_large"), ("a\u202eb", "control_character")):
        with pytest.raises(Malformed) as refusal:
            do_write_notes(player=anna, game_id=running.pk, text=text)
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/text", code)]
    with pytest.raises(RevisionReplaced):
        do_write_notes(player=anna, game_id=running.pk, text="late", revision=0)
    do_write_notes(player=anna, game_id=running.pk, text="z", revision=1)
    do_write_notes(player=anna, game_id=running.pk, text="a\nb")
    row.refresh_from_db()
    assert (row.text, row.revision) == ("a\nb", 3)


def test_a_game_is_locked_by_its_id_and_by_nothing_else(running: Game) -> None:
    with transaction.atomic():
        assert lock_game(running.pk) == lock_game(str(running.pk)) == running
        for name in ("no-id", str(uuid4())):
            with pytest.raises(Missing):
                lock_game(name)


def test_an_announcement_is_read_by_who_plays_and_is_meant(running: Game, anna: Player) -> None:
    red, black = running.seats.order_by("position")
    running.stop = 7
    for to, wanted in ((("*",), [red, black]), (("red",), [red]), (("green",), [])):
        notice = make_notice(running, "paused", to=to, author=anna, reason="r")
        assert (notice.stop, notice.seats, notice.facts, notice.author) == (7, list(to), {"reason": "r"}, anna)
        assert list_notice_readers(notice, [red, black]) == wanted
        mails = make_notice_emails([notice], [red, black], {"red": 3}, already_informed=[black])
        assert [(one.seat, one.kind, one.seat_stop, one.reference) for one in mails] == [
            (seat, "notice", 3, notice.pk.hex) for seat in wanted if seat == red
        ]
    assert make_notice_emails([make_notice(running, "paused")], [black], {"red": 3})[0].seat_stop == 0
    black.player = None
    assert list_notice_readers(make_notice(running, "paused"), [red, black]) == [red]
    with pytest.raises(Malformed) as refusal:
        make_notice(running, "paused", reason="a\u202eb")
    assert [one.pointer for one in refusal.value.problems] == ["/reason"]


def test_a_vacation_is_counted_by_the_year(anna: Player, settings: Any) -> None:
    settings.PBEM_VACATION_DAYS = 10

    def away(first: date | None, last: date | None) -> None:
        do_announce_vacation(anna, first, last, now=NOW)

    away(date(2027, 4, 1), date(2027, 4, 10))
    assert Vacation.objects.values_list("first", "last").get() == (date(2027, 4, 1), date(2027, 4, 10))
    with pytest.raises(Malformed) as refusal:
        away(date(2027, 4, 1), date(2027, 4, 11))
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/vacation_until", "allowance")]
    assert "10 days a year, and no more: 11 in 2027" in str(refusal.value)
    Vacation.objects.all().delete()
    away(None, date(2027, 3, 12))
    assert Vacation.objects.values_list("first", "last").get() == (date(2027, 3, 10), date(2027, 3, 12))
    away(date(2027, 3, 1), None)
    assert Vacation.objects.count() == 1, "what has begun counts to its end"
    away(date(2027, 3, 1), date(2027, 3, 9))
    assert Vacation.objects.count() == 1, "what is past is none"
    away(date(2027, 3, 1), date(2027, 3, 10))
    assert Vacation.objects.filter(first=date(2027, 3, 10)).count() == 2
    away(date(2028, 1, 1), date(2028, 1, 10))


def test_a_vacation_has_a_longest(anna: Player, settings: Any) -> None:
    settings.PBEM_VACATION_DAYS = 1000
    first = date(2027, 4, 1)
    with pytest.raises(Malformed) as refusal:
        do_announce_vacation(anna, first, first + timedelta(days=MAX_VACATION_DAYS), now=NOW)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/vacation_until", "range")]
    do_announce_vacation(anna, first, first + timedelta(days=MAX_VACATION_DAYS - 1), now=NOW)


def test_senders_take_the_lowest_slot_while_none_pauses(settings: Any) -> None:
    settings.PBEM_MAIL_SENDERS = 2
    with time_machine.travel(NOW, tick=False):
        one, two = uuid4(), uuid4()
        first = sender_slots.claim_slot(one, seconds=60)
        second = sender_slots.claim_slot(two, seconds=90)
        assert first is not None
        assert second is not None
        assert [first.number, second.number] == [1, 2]
        assert dict(SenderSlot.objects.values_list("holder", "leased_until")) == {
            one: NOW + timedelta(seconds=60), two: NOW + timedelta(seconds=90),
        }  # fmt: skip
        assert sender_slots.claim_slot(uuid4(), seconds=60) is None
        sender_slots.release_slot(first)
        assert SenderSlot.objects.values_list("holder", "leased_until").get(number=1) == (None, None)
        again = sender_slots.claim_slot(two, seconds=30)
        assert again is not None
        assert again.number == 1
        sender_slots.release_slot(again)
        sender_slots.pause_senders(30)
        assert set(SenderSlot.objects.values_list("resume_at", flat=True)) == {NOW + timedelta(seconds=30)}
        assert sender_slots.claim_slot(uuid4(), seconds=60) is None
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        assert sender_slots.claim_slot(uuid4(), seconds=60) is not None
    with time_machine.travel(NOW + timedelta(seconds=90), tick=False):
        assert sender_slots.claim_slot(uuid4(), seconds=60) is not None


def test_a_hint_that_is_lost_silences_all_for_five_seconds(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    given: list[str] = []

    def lose(game_id: str) -> None:
        raise ConnectionError("away")

    moment = time.monotonic()
    clock = [moment]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(triggers, "_hints", {})
    triggers._give("none", "g")
    triggers.register_trigger("lost", lose)
    triggers.register_trigger("kept", lambda game_id: None)
    triggers.register_trigger("kept", given.append)
    triggers._give("kept", "a")
    with caplog.at_level(logging.ERROR):
        triggers._give("lost", "b")
    assert "the hint lost for game b was lost; none is given for 5.0 seconds" in caplog.text
    clock[0] = moment + 4.99
    triggers._give("kept", "c")
    clock[0] = moment + 5
    triggers._give("kept", "d")
    triggers._give("lost", "b")
    triggers.resume()
    triggers._give("kept", "e")
    assert given == ["a", "d", "e"]


def test_hints_of_a_block_are_given_once_at_its_end_for_mail_and_for_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, str]] = []
    monkeypatch.setattr(triggers, "_hints", {
        name: (lambda game_id, name=name: given.append((name, game_id))) for name in ("mail", "resolve")
    })  # fmt: skip
    with triggers.collect_triggers():
        for name, game in (("mail", "a"), ("resolve", "a"), ("mail", "b"), ("resolve", "b"), ("resolve", "a")):
            triggers._give(name, game)
        assert given == []
    assert given == [("mail", "b"), ("resolve", "a"), ("resolve", "b")]
    triggers._give("mail", "c")
    assert given[-1] == ("mail", "c")
