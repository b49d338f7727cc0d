"""Answers, orders given ahead, and seats that bots hold: what each call says, stores and sets going, to the last."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
import time_machine
from django.utils import timezone

from games.errors import KeyReused, Missing, Replaced, TooOften, WrongState
from games.kernel.errors import Illegal, Malformed, NotYours, Stale
from games.models import (
    Game,
    Message,
    MessageCopy,
    Notice,
    OpenRequest,
    OutgoingMail,
    Player,
    ReserveCall,
    SealedAnswer,
    Seat,
    StandingOrder,
)
from games.services import hooks, messages, vacations
from games.services.advice import do_advise, do_withdraw_advice
from games.services.answers import check_answer, do_submit_answer, do_withdraw_answer, seal
from games.services.messages import do_mark_all_read, do_mark_read, do_send
from games.services.resolve.advance import do_resolve
from games.services.standing_in import do_return
from games.services.standing_orders import (
    do_add_order,
    do_add_orders,
    do_arrange_orders,
    do_remove_order,
    do_replace_order,
    relied_on,
    unready,
)
from games.stored.absence import Absence, stored_absence
from games.stored.clock import Clock, stored_clock
from games.stored.openness import Openness, stored_openness
from tests.orders import late, order
from tests.table import answer, asked, example

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(hooks, "after_commit", lambda name, game_id: found.append(name))
    return found


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
    Game.objects.update(release_at=hours, clock=stored_clock(Clock(**clock)))
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
    "at the deadline": ({"clock": stored_clock(Clock(wait=True))}, False, []),
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
        with pytest.raises(KeyReused):
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
        seal(request, body_of(request), None, ready=True, channel="rest")
    assert not SealedAnswer.objects.exists()


def test_of_what_was_answered_meanwhile_the_revision_is_seen(running: Game) -> None:
    request = asked(running, "red")
    answer(running, "red")
    with pytest.raises(Replaced) as refusal:
        seal(request, body_of(request), None, ready=True, channel="rest", if_match=0)
    assert "1" in str(refusal.value) or refusal.value
    assert seal(request, body_of(request), None, ready=True, channel="rest", if_match=1).revision == 2


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
    with pytest.raises(Replaced):
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


# --- orders given ahead


def raw(kind: str = "bid", value: Any = "high", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "answer": value, **more}


def positions(game: Game) -> list[tuple[str, int]]:
    return sorted(StandingOrder.objects.filter(game=game).values_list("seat__role", "position"))


def test_orders_stand_in_a_row_and_close_it_when_one_goes(running: Game, anna: Player, ben: Player) -> None:
    assert not Game.objects.get().has_orders
    first = do_add_order(player=anna, game_id=running.pk, raw=raw())
    assert (first.position, first.applies, first.lasts, Game.objects.get().has_orders) == (
        0,
        "when_asked",
        "game",
        True,
    )
    second, third = do_add_orders(
        player=anna, game_id=running.pk, raws=[raw(value="low"), raw("react", None, applies="deadline", lasts="once")]
    )
    assert (second.position, third.position, third.applies, third.lasts) == (1, 2, "deadline", "once")
    do_add_order(player=ben, game_id=running.pk, raw=raw())
    assert positions(running) == [("black", 0), ("red", 0), ("red", 1), ("red", 2)]
    do_remove_order(player=anna, order_id=second.pk)
    assert positions(running) == [("black", 0), ("red", 0), ("red", 1)]
    assert do_add_order(player=anna, game_id=running.pk, raw=raw()).position == 2
    laid = do_arrange_orders(
        player=anna, game_id=running.pk, order_ids=[str(third.pk), first.pk, rest(anna, third, first)]
    )
    assert [row.position for row in laid] == [0, 1, 2]
    assert StandingOrder.objects.get(pk=third.pk).position == 0


def rest(player: Player, *known: StandingOrder) -> Any:
    rows = StandingOrder.objects.filter(seat__player=player).exclude(pk__in=[one.pk for one in known])
    return rows.get().pk


def test_orders_are_arranged_whole_or_not_at_all(running: Game, anna: Player) -> None:
    one, two = do_add_orders(player=anna, game_id=running.pk, raws=[raw(), raw(value="low")])
    for ids in ([one.pk], [one.pk, one.pk], [one.pk, two.pk, uuid4()], []):
        with pytest.raises(Malformed) as refusal:
            do_arrange_orders(player=anna, game_id=running.pk, order_ids=ids)
        assert [found.pointer for found in refusal.value.problems] == ["/orders"]


def test_an_order_is_its_owners_and_of_one_revision(running: Game, anna: Player, ben: Player) -> None:
    row = do_add_order(player=anna, game_id=running.pk, raw=raw())
    StandingOrder.objects.update(off_at=NOW, off_reason={"en": "x"})
    for name in ("no-id", str(uuid4())):
        with pytest.raises(Missing):
            do_replace_order(player=anna, order_id=name, raw=raw())
    with pytest.raises(NotYours):
        do_replace_order(player=ben, order_id=row.pk, raw=raw())
    with pytest.raises(Replaced):
        do_replace_order(player=anna, order_id=row.pk, raw=raw(), if_match=row.revision + 1)
    with time_machine.travel(NOW, tick=False):
        found = do_replace_order(
            player=anna,
            order_id=row.pk,
            raw=raw("react", None, applies="deadline", lasts="once"),
            if_match=row.revision,
        )
    stored = StandingOrder.objects.get()
    assert (stored.kind, stored.applies, stored.lasts, stored.revision, stored.changed_at) == (
        "react", "deadline", "once", row.revision + 1, NOW,
    )  # fmt: skip
    assert (stored.off_at, stored.off_reason, found.pk) == (None, {}, row.pk)
    for status in ("over", "abandoned"):
        Game.objects.update(status=status)
        for act in (
            lambda: do_add_order(player=anna, game_id=running.pk, raw=raw()),
            lambda: do_remove_order(player=anna, order_id=row.pk),
        ):
            with pytest.raises(WrongState):
                act()
    with pytest.raises(Missing):
        do_add_order(player=anna, game_id=running.pk, seat="black", raw=raw())


def test_forty_orders_are_the_most(running: Game, anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.standing_orders.MOST_ORDERS", 2)
    do_add_order(player=anna, game_id=running.pk, raw=raw())
    with pytest.raises(Malformed) as refusal:
        do_add_orders(player=anna, game_id=running.pk, raws=[raw(), raw()])
    assert [found.code for found in refusal.value.problems] == ["count"]
    do_add_order(player=anna, game_id=running.pk, raw=raw())
    with pytest.raises(Malformed):
        do_add_order(player=anna, game_id=running.pk, raw=raw())


RELIED: dict[str, tuple[Callable[[Game, Player], Any], bool]] = {
    "an order for such questions is left": (lambda game, anna: order(anna, game, "bid", "high"), True),
    "none is": (lambda game, anna: None, False),
    "one for the deadline is": (lambda game, anna: order(anna, game, "bid", "high", applies="deadline"), False),
    "one for others is": (lambda game, anna: order(anna, game, "react", None), False),
    "one that is off is": (
        lambda game, anna: StandingOrder.objects.filter(pk=order(anna, game, "bid", "high").pk).update(off_at=NOW),
        False,
    ),
    "an answer by hand lies there": (lambda game, anna: answer(game, "red"), True),
}


@pytest.mark.parametrize("what", RELIED)
def test_a_question_that_nothing_answers_any_more_waits_again(running: Game, anna: Player, what: str) -> None:
    RELIED[what][0](running, anna)
    OpenRequest.objects.update(ready=True)
    unready(running.seats.get(role="red"))
    assert asked(running, "red").ready is RELIED[what][1]
    assert asked(running, "black").ready


@pytest.mark.parametrize(
    ("fields", "kind", "applies", "wanted"),
    [
        ({"release_at": "18:00"}, "bid", "when_asked", True),
        ({"clock": stored_clock(Clock(wait=True))}, "bid", "when_asked", True),
        ({}, "bid", "when_asked", False),
        ({"release_at": "18:00"}, "react", "when_asked", False),
        ({"release_at": "18:00"}, "bid", "deadline", False),
    ],
)
def test_in_a_game_with_hours_an_order_is_relied_on(
    running: Game, anna: Player, fields: dict[str, Any], kind: str, applies: str, wanted: bool
) -> None:
    order(anna, running, kind, "high" if kind == "bid" else None, applies=applies)
    Game.objects.update(**fields)
    assert relied_on(asked_with_game(running)) is wanted
    StandingOrder.objects.update(off_at=NOW)
    assert not relied_on(asked_with_game(running))


def asked_with_game(game: Game) -> OpenRequest:
    return OpenRequest.objects.select_related("game", "seat").get(seat__role="red", closed_at=None)


def test_an_order_that_is_used_up_is_switched_off_and_its_owner_told(running: Game, anna: Player) -> None:
    row = order(anna, running, "bid", "high", lasts="once")
    answer(running, "black")
    late(running)
    with time_machine.travel(timezone.now(), tick=False):
        moment = timezone.now()
        do_resolve(running.pk)
    row.refresh_from_db()
    assert row.off_at == moment
    assert row.off_reason == {"en": "It was to be used once, and has been.", "ja": "1回限りの指定で、使用済みです。"}
    notice = Notice.objects.get(kind="order_off")
    assert (notice.seats, notice.facts) == (["red"], {"seat": "red", "question": "bid", "order": row.pk.hex})
    request = OpenRequest.objects.get(seat__role="red", outcome="standing")
    kept = SealedAnswer.objects.get(request=request)
    assert (kept.revision, kept.ready, kept.channel, kept.at, request.revision) == (1, True, "standing", moment, 1)


def test_orders_end_with_their_game_and_say_so(running: Game, anna: Player) -> None:
    row = order(anna, running, "bid", "high")
    for _ in range(12):
        for request in OpenRequest.objects.filter(closed_at=None).select_related("seat"):
            answer(running, request.seat.role)
        if do_resolve(running.pk).over:
            break
    row.refresh_from_db()
    assert row.off_at is not None
    assert row.off_reason == {"en": "The game is over.", "ja": "ゲームが終了しました。"}


# --- coming back, and bots on vacations


def test_who_returns_has_the_seat(running: Game, anna: Player, ben: Player, hints: list[str]) -> None:
    with pytest.raises(WrongState, match="Nobody stands in"):
        do_return(player=anna, game_id=running.pk)
    with pytest.raises(Missing):
        do_return(player=anna, game_id=running.pk, role="black")
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    with pytest.raises(Missing):
        do_return(player=emil, game_id=running.pk)
    Seat.objects.filter(role="red").update(stand_in="random")
    Game.objects.update(wake_at=None)
    do_return(player=anna, game_id=running.pk)
    assert Seat.objects.get(role="red").stand_in == ""
    assert Game.objects.get().wake_at == asked(running, "red").due_at
    assert hints == ["mail"]
    Seat.objects.filter(role="red").update(reserves_called=True)
    Game.objects.update(wake_at=None, status="paused", visibility="private")
    do_return(player=anna, game_id=running.pk, role="red")
    assert Game.objects.get().wake_at is None
    with pytest.raises(Missing):
        do_return(player=emil, game_id=running.pk)


@pytest.mark.parametrize(("who", "readers"), [("all", ["*"]), ("table", ["red", "black"]), ("umpire", ["red"])])
def test_that_somebody_is_back_is_told_to_who_may_see_who_is_away(
    running: Game, anna: Player, who: str, readers: list[str]
) -> None:
    Game.objects.update(openness=stored_openness(Openness(absent=who)))
    Seat.objects.filter(role="red").update(stand_in="random")
    do_return(player=anna, game_id=running.pk)
    assert Notice.objects.get(kind="returned").seats == readers


DAY = date(2027, 3, 10)
BEGIN: dict[str, tuple[Callable[[], Any], bool]] = {
    "as it was found": (lambda: None, True),
    "no bot is agreed on": (lambda: Game.objects.update(absence={}), False),
    "not away": (lambda: Player.objects.update(vacation_until=DAY - timedelta(days=1)), False),
    "not wished for": (lambda: Player.objects.update(vacation_stand_in=False), False),
    "one has come": (lambda: Seat.objects.update(stand_in="captain"), False),
    "it was here": (lambda: Seat.objects.update(stood_in_until=DAY), False),
    "another vacation's was": (lambda: Seat.objects.update(stood_in_until=DAY - timedelta(days=9)), True),
    "paused": (lambda: Game.objects.update(status="paused"), False),
}


@pytest.mark.parametrize("what", BEGIN)
def test_a_bot_comes_for_a_vacation_if_all_is_still_so_under_the_lock(
    running: Game, anna: Player, hints: list[str], what: str
) -> None:
    Game.objects.update(absence=stored_absence(Absence(after=3, bot="random")), wake_at=None)
    Player.objects.filter(pk=anna.pk).update(vacation_from=DAY, vacation_until=DAY, vacation_stand_in=True)
    change, comes = BEGIN[what]
    change()
    assert vacations._begin(running.seats.get(role="red"), NOW) is comes
    assert Notice.objects.filter(kind="stood_in").count() == comes
    assert sorted(hints) == ["bots", "mail"] * comes
    assert Game.objects.get().wake_at == (NOW if comes else None)
    if comes:
        row = Seat.objects.get(role="red")
        assert (row.stand_in, row.stood_in_until) == ("random", DAY)
        assert Notice.objects.get().facts == {"seat": "red", "until": "2027-03-10"}


END: dict[str, tuple[Callable[[], Any], list[str], date | None]] = {
    "it is over": (lambda: None, ["returned"], None),
    "it is over in a pause": (lambda: Game.objects.update(status="paused"), ["returned"], None),
    "it is over, and so is the game": (lambda: Game.objects.update(status="over"), [], None),
    "it is longer": (lambda: Player.objects.update(vacation_until=DAY + timedelta(days=1)), ["stood_in"], None),
    "it is as it was": (lambda: Player.objects.update(vacation_until=DAY), [], DAY),
    "the player is back already": (lambda: Seat.objects.update(stand_in=""), [], None),
    "it is no vacation's": (lambda: Seat.objects.update(stood_in_until=None), [], None),
}


@pytest.mark.parametrize("what", END)
def test_a_bot_goes_with_the_vacation_if_all_is_still_so_under_the_lock(
    running: Game, anna: Player, hints: list[str], what: str
) -> None:
    Game.objects.update(absence=stored_absence(Absence(after=3, bot="random")), wake_at=None)
    Player.objects.filter(pk=anna.pk).update(
        vacation_from=DAY, vacation_until=DAY - timedelta(days=1), vacation_stand_in=True
    )
    Seat.objects.filter(role="red").update(stand_in="random", stood_in_until=DAY)
    OpenRequest.objects.update(due_at=NOW + HOUR)
    change, told, until = END[what]
    change()
    goes = told == ["returned"]
    assert vacations._end(running.seats.get(role="red"), NOW) is goes
    assert [one.kind for one in Notice.objects.all()] == told
    row = Seat.objects.get(role="red")
    assert row.stood_in_until == (DAY + timedelta(days=1) if what == "it is longer" else until)
    assert row.stand_in == ("random" if until or what in STAYS else "")
    assert Game.objects.get().wake_at == (NOW + HOUR if what == "it is over" else None)
    assert hints == ["mail"] * len(told)


STAYS = ("it is longer", "it is no vacation's", "it is over, and so is the game")


def test_so_many_seats_are_seen_to_at_a_time(running: Game) -> None:
    Game.objects.update(absence=stored_absence(Absence(after=3, bot="random")))
    Player.objects.update(vacation_from=DAY, vacation_until=DAY, vacation_stand_in=True)
    assert vacations.do_mind_vacations(NOW, limit=1) == 1
    assert vacations.do_mind_vacations(NOW) == 1
    assert vacations.do_mind_vacations(NOW) == 0
    later = NOW + timedelta(days=1)
    assert vacations.do_mind_vacations(later, limit=1) == 1
    assert vacations.do_mind_vacations(later) == 1


# --- messages


def test_a_message_is_a_text_of_so_many_signs_and_so_often(
    running: Game, anna: Player, ben: Player, hints: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, code in (("", "empty"), (" \r\n ", "empty"), ("x" * 4001, "too_long")):
        with pytest.raises(Malformed) as refusal:
            do_send(player=anna, game_id=running.pk, text=text)
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/text", code)]
    do_send(player=anna, game_id=running.pk, text=" " + "x" * 4000 + "\r\n")
    assert hints == ["mail"]
    assert Message.objects.get().text == "x" * 4000
    assert do_send(player=anna, game_id=running.pk, text="a\r\nb").message.text == "a\nb"
    assert messages.MOST_AN_HOUR == 30
    monkeypatch.setattr(messages, "MOST_AN_HOUR", 2)
    with pytest.raises(TooOften):
        do_send(player=anna, game_id=running.pk, text="c")
    do_send(player=ben, game_id=running.pk, text="d")
    with time_machine.travel(timezone.now() + HOUR + SECOND, tick=False):
        do_send(player=anna, game_id=running.pk, text="c")


@pytest.mark.parametrize(
    ("to", "wanted"),
    [
        (["green"], [("/to/0", "unknown")]),
        (["black", "red"], [("/to/1", "yourself")]),
        (["black", "black"], [("/to/1", "twice")]),
        (["green", "red"], [("/to/0", "unknown"), ("/to/1", "yourself")]),
    ],
)
def test_whom_a_message_is_for_is_named_well(
    running: Game, anna: Player, to: list[str], wanted: list[tuple[str, str]]
) -> None:
    with pytest.raises(Malformed) as refusal:
        do_send(player=anna, game_id=running.pk, text="x", to=to)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == wanted


def test_who_cannot_be_talked_to_is_named_with_the_rule(
    running: Game, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "reachable", lambda game, seats, role: [])
    for to, pointer in ((["black"], "/to/0"), ([], "/to")):
        with pytest.raises(Illegal) as refusal:
            do_send(player=anna, game_id=running.pk, text="x", to=to)
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [(pointer, "may_not_talk")]


def test_messages_are_read_one_by_one_or_up_to_a_number(running: Game, anna: Player, ben: Player) -> None:
    for text in "abc":
        do_send(player=anna, game_id=running.pk, text=text)
    rows = list(MessageCopy.objects.filter(seat__role="black").order_by("number"))
    assert [row.number for row in rows] == [1, 2, 3]
    with pytest.raises(Missing):
        do_mark_read(player=anna, copy_id=rows[0].pk)
    with pytest.raises(Missing):
        do_mark_read(player=ben, copy_id="no-id")
    with time_machine.travel(NOW, tick=False):
        assert do_mark_read(player=ben, copy_id=rows[0].pk).read_at == NOW
    assert do_mark_read(player=ben, copy_id=rows[0].pk).read_at == NOW
    assert do_mark_read(player=ben, copy_id=rows[0].pk, read=False).read_at is None
    with pytest.raises(Missing):
        do_mark_all_read(player=ben, game_id=running.pk, seat="red", until=2)
    assert do_mark_all_read(player=ben, game_id=running.pk, seat="black", until=2) == 2
    assert do_mark_all_read(player=ben, game_id=running.pk, seat="black", until=3) == 1
    assert not MessageCopy.objects.filter(seat__role="red", read_at=None).exists()
