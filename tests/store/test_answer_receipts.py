"""Bounds of answers: receipts, keys, revisions, and advice."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine

from games.errors import IdempotencyKeyReused, Missing, RevisionReplaced, WrongState
from games.kernel.errors import Malformed, NotYours, Stale
from games.models import (
    Game,
    Notice,
    OpenRequest,
    OutgoingMail,
    Player,
    ReserveCall,
    SealedAnswer,
    Seat,
)
from games.persistence.clock import Clock, dump_clock
from games.services.advice import do_advise, do_withdraw_advice
from games.services.answers import check_answer, do_submit_answer, do_withdraw_answer, seal_answer
from tests.orders import order
from tests.table import answer, asked, example

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def body(game: Game, role: str = "red") -> bytes:
    return msgspec.json.encode(example(asked(game, role)))


# --- sealing


@pytest.mark.parametrize(
    ("alone", "ready", "hours", "clock", "closes", "changeable"),
    [
        (False, True, "", {}, "when_all_answered", True),
        (False, False, "", {}, "when_ready", True),
        (True, True, "", {}, "at_once", False),
        (True, False, "", {}, "when_ready", True),
        (True, True, "18:00", {}, "when_all_answered", True),
        (True, True, "", {"wait": True}, "when_all_answered", True),
    ],
)
def test_a_receipt_says_until_when_an_answer_may_be_changed(
    running: Game, alone: bool, ready: bool, hours: str, clock: dict[str, Any], closes: str, changeable: bool
) -> None:
    Game.objects.update(release_at=hours, clock=dump_clock(Clock(**clock)))
    if alone:
        OpenRequest.objects.filter(seat__role="black").update(closed_at=NOW)
    receipt = answer(running, "red", ready=ready)
    due = asked(running, "red").due_at
    assert due is not None
    assert (receipt.closes, receipt.changeable_until) == (closes, due.isoformat() if changeable else None)
    OpenRequest.objects.update(due_at=None)
    assert answer(running, "red", ready=ready).changeable_until is None


CALLS: dict[str, tuple[dict[str, Any], bool, list[str]]] = {
    "at once": ({}, True, ["resolve"]),
    "at its hour": ({"release_at": "18:00"}, True, []),
    "while it is paused": ({"status": "paused"}, True, []),
    "at the deadline": ({"clock": dump_clock(Clock(wait=True))}, False, []),
}


@pytest.mark.parametrize("what", CALLS)
def test_the_last_answer_sets_the_game_going(running: Game, hints: list[str], what: str) -> None:
    fields, due, wanted = CALLS[what]
    with time_machine.travel(NOW, tick=False):
        Game.objects.update(**fields, due_from=None, wake_at=NOW - HOUR)
        answer(running, "red", ready=False)
        answer(running, "black")
        assert (hints, Game.objects.get().due_from) == ([], None)
        answer(running, "red")
    game = Game.objects.get()
    moment = NOW + (6 * HOUR if fields.get("release_at") else timedelta(0)) if due else None
    assert (hints, game.due_from) == (wanted, moment)
    assert game.wake_at == (None if what == "while it is paused" else moment if due else NOW - HOUR)


def test_what_an_answer_is_stored_as(running: Game, anna: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        receipt = answer(running, "red", idempotency_key="k", channel="mail")
        row = SealedAnswer.objects.get()
    assert (row.revision, row.ready, row.channel, row.at) == (1, True, "mail", NOW)
    assert (len(row.idempotency_key), len(row.body_hash)) == (64, 64)
    assert row.idempotency_key != "k"
    assert (receipt.at, receipt.revision, receipt.decision) == (NOW.isoformat(), 1, str(row.request_id))
    answer(running, "red")
    last = SealedAnswer.objects.latest("revision")
    assert (last.idempotency_key, last.body_hash, last.revision) == ("", "", 2)
    request = asked(running, "red")
    assert (request.revision, request.ready) == (2, True)


def test_a_key_stands_for_one_body(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    text = f"choose {example(request)}"

    def submit(**how: Any) -> Any:
        return do_submit_answer(player=anna, request_id=request.pk, idempotency_key="k", **how)

    first = submit(answer=body(running))
    assert submit(answer=body(running)) == first
    for other in (
        {"answer": body(running) + b" "},
        {"answer": body(running), "ready": False},
        {"text": text},
    ):
        with pytest.raises(IdempotencyKeyReused):
            submit(**other)
    assert SealedAnswer.objects.count() == 1


def test_an_answer_is_json_or_text_and_not_both(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    for how in ({}, {"answer": body(running), "text": "choose c01"}):
        with pytest.raises(Malformed, match="as JSON or as text"):
            do_submit_answer(player=anna, request_id=request.pk, **how)
        with pytest.raises(Malformed, match="as JSON or as text"):
            check_answer(player=anna, request_id=request.pk, **how)
    OpenRequest.objects.update(closed_at=NOW)
    with pytest.raises(Stale):
        check_answer(player=anna, request_id=request.pk, answer=body_of(request))


def body_of(request: OpenRequest) -> bytes:
    return msgspec.json.encode(example(request))


@pytest.mark.parametrize("became", ["another player's", "a bot's", "closed", "held"])
def test_what_changed_between_reading_and_sealing_is_seen(running: Game, ben: Player, became: str) -> None:
    request = asked(running, "red")
    if became == "another player's":
        Seat.objects.filter(role="red").update(player=ben)
    elif became == "a bot's":
        Seat.objects.filter(role="red").update(bot="random")
    elif became == "closed":
        OpenRequest.objects.filter(pk=request.pk).update(closed_at=NOW)
    else:
        Game.objects.update(status="held")
    refusal: dict[str, type[Exception]] = {"closed": Stale, "held": WrongState}
    with pytest.raises(refusal.get(became, NotYours)):
        seal_answer(request, body_of(request), None, ready=True, channel="rest")
    assert not SealedAnswer.objects.exists()


def test_of_what_was_answered_meanwhile_the_revision_is_seen(running: Game) -> None:
    request = asked(running, "red")
    answer(running, "red")
    with pytest.raises(RevisionReplaced) as refusal:
        seal_answer(request, body_of(request), None, ready=True, channel="rest", if_match=0)
    assert "1" in str(refusal.value) or refusal.value
    assert seal_answer(request, body_of(request), None, ready=True, channel="rest", if_match=1).revision == 2


@pytest.mark.parametrize("channel", ["rest", "web", "mail", "bot", "umpire"])
@pytest.mark.parametrize("how", [{"stand_in": "random"}, {"reserves_called": True}, {}])
def test_who_answers_is_back(running: Game, anna: Player, hints: list[str], how: dict[str, Any], channel: str) -> None:
    Seat.objects.filter(role="red").update(misses=3, **how)
    if "reserves_called" in how:
        ReserveCall.objects.create(game=running, seat=running.seats.get(role="red"), look_at=NOW)
    answer(running, "red", channel=channel)
    back = bool(how) and channel not in ("bot", "umpire")
    row = Seat.objects.get(role="red")
    assert (row.stand_in, row.reserves_called, row.misses) == (
        ("", False, 0) if back else (how.get("stand_in", ""), how.get("reserves_called", False), 3)
    )
    assert [(one.kind, one.seats, one.facts) for one in Notice.objects.all()] == (
        [("returned", ["*"], {"seat": "red"})] if back else []
    )
    assert hints == ["mail"] * back
    assert OutgoingMail.objects.filter(kind="notice").count() == 2 * back
    assert ReserveCall.objects.filter(outcome="returned").count() == (back and "reserves_called" in how)


@pytest.mark.parametrize("ready", [True, False])
def test_an_answer_that_is_taken_back_is_none(running: Game, anna: Player, ready: bool) -> None:
    request = asked(running, "red")
    with pytest.raises(Missing):
        do_withdraw_answer(player=anna, request_id=request.pk)
    answer(running, "red", ready=ready)
    with pytest.raises(RevisionReplaced):
        do_withdraw_answer(player=anna, request_id=request.pk, if_match=2)
    assert do_withdraw_answer(player=anna, request_id=request.pk, if_match=1) == 2
    row = SealedAnswer.objects.latest("revision")
    assert (row.revision, row.answer, row.ready, row.channel) == (2, None, False, "")
    assert (asked(running, "red").revision, asked(running, "red").ready) == (2, False)
    with pytest.raises(Missing):
        do_withdraw_answer(player=anna, request_id=request.pk)
    Game.objects.update(status="held")
    with pytest.raises(WrongState):
        do_withdraw_answer(player=anna, request_id=request.pk)


@pytest.mark.parametrize(("others", "wanted"), [(True, 1), (False, 0)])
def test_what_an_order_answers_once_an_answer_is_taken_back_sets_the_game_going(
    running: Game, anna: Player, hints: list[str], others: bool, wanted: int
) -> None:
    Game.objects.update(release_at="18:00")
    order(anna, running, "bid", "high")
    if others:
        answer(running, "black")
    answer(running, "red", ready=False)
    Game.objects.update(due_from=None)
    do_withdraw_answer(player=anna, request_id=asked(running, "red").pk)
    assert asked(running, "red").ready
    assert (Game.objects.get().due_from is not None) is bool(wanted)


# --- advice


def test_advice_is_told_once_and_counts_its_revisions(council: Game, carl: Player, hints: list[str]) -> None:
    request = asked(council, "red")
    with time_machine.travel(NOW, tick=False):
        do_advise(player=carl, request_id=request.pk, answer=body_of(request))
        do_advise(player=carl, request_id=request.pk, answer=body_of(request))
    row = request.advice.get(seat__role="green")
    assert (row.revision, row.at, hints) == (2, NOW, ["mail"])
    mail = OutgoingMail.objects.get(kind="advice")
    assert (mail.seat and mail.seat.role, mail.seat_stop, mail.reference) == ("red", request.seat_stop, request.pk.hex)
    do_withdraw_advice(player=carl, request_id=request.pk)
    row.refresh_from_db()
    assert (row.revision, row.answer, row.at) == (3, None, None)
    with pytest.raises(Missing):
        do_withdraw_advice(player=carl, request_id=request.pk)
    Game.objects.update(status="held")
    with pytest.raises(WrongState):
        do_advise(player=carl, request_id=request.pk, answer=body_of(request))
    OpenRequest.objects.update(closed_at=NOW)
    with pytest.raises(Stale):
        do_advise(player=carl, request_id=request.pk, answer=b'"c01"')


def test_advice_to_a_seat_without_a_player_is_written_to_nobody(council: Game, carl: Player, hints: list[str]) -> None:
    request = asked(council, "red")
    Seat.objects.filter(role="red").update(player=None, kind="bot", bot="random")
    do_advise(player=carl, request_id=request.pk, answer=body_of(request))
    assert hints == []
    assert not OutgoingMail.objects.filter(kind="advice").exists()
