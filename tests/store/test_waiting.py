"""What the driver is fed, question by question, and how each counts as settled: no database, no game."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from games.kernel.forms import Choose, MayChoose
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.models import OpenRequest, SealedAnswer, Seat, StandingOrder
from games.persistence.clock import Clock
from games.persistence.standing_orders import OrderSpec, pack_order
from games.services.alarms import next_alarm
from games.services.resolve.pending_answers import PendingAnswers
from games.services.resolve.standing_order_book import StandingOrderBook
from tests.kernel.toy import TOY, View

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
HAND = ("c03", "c09", "c11")


def bid(seat: str = "red", **other: Any) -> Ask[Any]:
    how: dict[str, Any] = {"key": "bid", "kind": "bid", "rule": "2.1", "form": Choose(options=HAND)}
    return Ask(seat=seat, prompt=Text("Bid.", "入札。"), **how | other)


def row(role: str = "red", *, due: datetime | None = None, ready: bool = False, **other: Any) -> OpenRequest:
    """An open question to a seat, entry 4 of the game."""
    how: dict[str, Any] = {"entry": 4, "key": "bid", "kind": "bid", "revision": 1}
    return OpenRequest(seat=Seat(role=role), due_at=due, ready=ready, **how | other)


def sealed(request: OpenRequest, value: Any, channel: str = "web") -> SealedAnswer:
    answer = None if value is None else msgspec.json.encode(value)
    return SealedAnswer(request=request, revision=1, answer=answer, channel=channel, at=NOW - timedelta(hours=1))


def standing(value: Any, applies: str = "when_asked", *, role: str = "red", **more: Any) -> tuple[str, StandingOrder]:
    order = OrderSpec(kind="bid", answer=value, applies=applies, **more)
    found = StandingOrder(kind="bid", content=pack_order(order), applies=applies, position=0)
    found.lasts = order.lasts
    found.changed_at = NOW - timedelta(days=1)
    return role, found


def book(*orders: tuple[str, StandingOrder]) -> StandingOrderBook:
    return StandingOrderBook(TOY, orders, NOW)


def waiting(
    *rows: OpenRequest,
    answers: Iterable[SealedAnswer] = (),
    orders: Iterable[tuple[str, StandingOrder]] = (),
    **how: Any,
) -> PendingAnswers:
    return PendingAnswers({one.seat.role: one for one in rows}, answers, NOW, book(*orders), **how)


def look() -> View:
    return View(seat="red", round=1, hand=list(HAND), counts={}, out=[], tricks={})


def said(given: SeatAnswer | None) -> tuple[Any, str, str] | None:
    """The answer, its channel, and when it was given."""
    return (given.answer, given.channel, given.at) if given else None


EARLIER = (NOW - timedelta(hours=1)).isoformat()


# --- who is waited for


@pytest.mark.parametrize(
    ("request_", "clock", "done"),
    [
        (row(), Clock(), False),
        (row(due=NOW), Clock(), True),
        (row(due=NOW + SECOND), Clock(), False),
        (row(due=NOW - timedelta(minutes=5)), Clock(grace_minutes=5), True),
        (row(due=NOW - timedelta(minutes=5) + SECOND), Clock(grace_minutes=5), False),
        (row(ready=True), Clock(), True),
        (row(ready=True, due=NOW + SECOND), Clock(), True),
        (row(ready=True), Clock(wait=True), True),
        (row(ready=True, due=NOW), Clock(wait=True, grace_minutes=5), True),
        (row(ready=True, due=NOW + SECOND), Clock(wait=True), False),
    ],
)
def test_a_seat_is_waited_for_until_it_is_ready_or_its_time_is_up(
    request_: OpenRequest, clock: Clock, done: bool
) -> None:
    assert waiting(request_, clock=clock).is_complete is done
    assert waiting(request_, row("black", ready=True, due=NOW), clock=clock).is_complete is done
    assert waiting(row("black", ready=True, due=NOW), request_, clock=clock).is_complete is done


def test_nobody_is_waited_for_where_nobody_is_asked() -> None:
    none = waiting()
    assert none.is_complete
    assert none.entry_number is None
    assert waiting(row()).entry_number == 4


def test_an_open_question_is_the_same_by_place_key_and_kind() -> None:
    open_ = waiting(row())
    assert open_.is_open(bid(), 4)
    assert not open_.is_open(bid(), 5)
    assert not open_.is_open(bid(key="trump"), 4)
    assert not open_.is_open(bid(kind="react"), 4)
    assert not open_.is_open(bid("black"), 4)


# --- what is fed


def test_a_ready_answer_is_taken_as_it_was_given() -> None:
    mine = row(ready=True)
    found = waiting(mine, answers=[sealed(mine, "c09")])
    assert said(found.get_answer(bid(), 4, look)) == ("c09", "web", EARLIER)
    assert found.outcomes == {"red": "answered"}
    assert found.unfit == set()


@pytest.mark.parametrize(("ready", "refused"), [(True, True), (False, False)])
def test_a_ready_answer_that_does_not_fit_any_more_is_asked_for_again(ready: bool, refused: bool) -> None:
    mine = row(ready=ready)
    found = waiting(mine, answers=[sealed(mine, "c01")])
    assert found.is_refused(bid()) is refused
    assert found.get_answer(bid(), 4, look) is None
    assert found.unfit == ({"red"} if ready else set())
    assert found.outcomes == {}


def test_an_answer_that_fits_is_not_refused_nor_is_none() -> None:
    mine = row(ready=True)
    assert not waiting(mine, answers=[sealed(mine, "c09")]).is_refused(bid())
    assert not waiting(mine, answers=[sealed(mine, None)]).is_refused(bid())
    assert not waiting(mine).is_refused(bid())


def test_before_time_is_up_a_draft_moves_nothing_and_then_it_counts() -> None:
    for due, wanted in ((NOW + SECOND, None), (NOW, ("c09", "web", EARLIER))):
        mine = row(due=due)
        found = waiting(mine, answers=[sealed(mine, "c09")], orders=[standing("c03", "deadline")])
        assert said(found.get_answer(bid(), 4, look)) == wanted
        assert found.outcomes == ({"red": "draft"} if wanted else {})


ORDERS = [standing("c03", "when_asked"), standing("c11", "deadline")]


@pytest.mark.parametrize(
    ("draft", "orders", "answer", "channel", "outcome"),
    [
        ("c01", ORDERS, "c03", "standing", "standing"),
        (None, ORDERS, "c03", "standing", "standing"),
        (None, ORDERS[1:], "c11", "player_default", "own_default"),
        (None, [standing("c01", "deadline")], HAND[0], "default", "default"),
        ("c01", [], HAND[0], "default", "default"),
    ],
)
def test_when_time_is_up_what_fits_is_played_in_its_order(
    draft: str | None, orders: Any, answer: str, channel: str, outcome: str
) -> None:
    mine = row(due=NOW)
    found = waiting(mine, answers=[sealed(mine, draft)], orders=orders)
    assert said(found.get_answer(bid(), 4, look)) == (answer, channel, NOW.isoformat())
    assert found.outcomes == {"red": outcome}


def test_a_seat_that_is_ready_by_its_orders_is_answered_by_them() -> None:
    found = waiting(row(ready=True), orders=ORDERS)
    assert said(found.get_answer(bid(), 4, look)) == ("c03", "standing", NOW.isoformat())
    assert found.outcomes == {"red": "standing"}
    gone = waiting(row(ready=True))
    assert gone.get_answer(bid(), 4, look) is None
    assert (gone.unfit, gone.outcomes) == ({"red"}, {})


def test_a_question_that_was_not_put_is_answered_ahead_or_put() -> None:
    assert said(waiting(orders=ORDERS).get_answer(bid(), 4, look)) == ("c03", "standing", NOW.isoformat())
    assert waiting(orders=ORDERS[1:]).get_answer(bid(), 4, look) is None
    assert waiting(orders=ORDERS, patient=True).get_answer(bid(), 4, look) is None
    assert waiting().get_answer(bid(), 4, look) is None


def test_who_plays_alone_is_not_asked_what_has_one_answer() -> None:
    forced, free = bid(form=Choose(options=("c03",))), bid()
    assert said(waiting(alone=True).get_answer(forced, 4, look)) == ("c03", "default", NOW.isoformat())
    assert waiting(alone=True).get_answer(free, 4, look) is None
    assert waiting().get_answer(forced, 4, look) is None


@pytest.mark.parametrize(
    ("stands", "channel", "kept"), [(True, "web", True), (False, "web", False), (True, "umpire", False)]
)
def test_an_answer_stands_where_the_question_says_so_and_the_seat_gave_it(
    stands: bool, channel: str, kept: bool
) -> None:
    mine = row(ready=True)
    found = waiting(mine, answers=[sealed(mine, "c09", channel)])
    assert found.get_answer(bid(is_standing=stands), 4, look)
    assert list(found.book.kept) == [(4, "red")] * kept


def test_an_answer_stands_no_longer_than_the_order_that_was_given_since() -> None:
    given = SeatAnswer("red", "c09", "web", EARLIER)
    for at, kept in ((NOW - timedelta(hours=1), True), (NOW - timedelta(hours=1) + SECOND, False)):
        role, order = standing("c03")
        order.changed_at = at
        own = book((role, order), standing("c11", "deadline"))
        own.keep_answer(bid(is_standing=True), given, 4)
        assert list(own.kept) == [(4, "red")] * kept
        late = own.answer_at_deadline(bid(), 5, look)
        assert late is not None
        assert late.given.answer == ("c09" if kept else "c03")
    role, order = standing("c11", "deadline")
    order.changed_at = NOW
    own = book((role, order))
    own.keep_answer(bid(is_standing=True), given, 4)
    assert list(own.kept) == [(4, "red")]
    assert [one.applies for one in own._rows["red", "bid"]] == ["when_asked", "deadline"]


# --- how each counts


def run(number: int, asked: Iterable[Ask[Any]] = (), entries: Iterable[int] = ()) -> Any:
    return SimpleNamespace(
        number=number, open_questions=tuple(asked), entries=[SimpleNamespace(number=entry) for entry in entries]
    )


def test_what_was_answered_is_closed_once_it_is_written() -> None:
    mine = row(ready=True)
    found = waiting(mine, answers=[sealed(mine, "c09")])
    found.get_answer(bid(), 4, look)
    assert found.outcomes_of(run(5, entries=[4])) == {"red": "answered"}
    assert found.outcomes_of(run(4, [bid()])) == {}
    assert found.outcomes_of(run(5, entries=[3])) == {"red": "withdrawn"}


def test_what_is_asked_no_more_is_withdrawn_and_what_is_asked_otherwise_is_asked_anew() -> None:
    found = waiting(row(), row("black"))
    assert found.outcomes_of(run(4, [bid()])) == {"black": "withdrawn"}
    assert found.outcomes_of(run(4, [bid(key="trump"), bid("black")])) == {"red": "reopened"}
    assert found.outcomes_of(run(5, [bid(), bid("black")])) == {"red": "reopened", "black": "reopened"}
    found.unfit.add("red")
    assert found.outcomes_of(run(4, [bid(), bid("black")])) == {"red": "reopened"}
    found.unfit.clear()
    found.unreadable.add("black")
    assert found.outcomes_of(run(4, [bid(), bid("black")])) == {"black": "reopened"}


# --- orders


def test_a_seat_is_not_asked_what_an_order_for_such_questions_answers() -> None:
    assert book(standing("c03")).has_standing_order("red", "bid")
    assert not book(standing("c03", "deadline")).has_standing_order("red", "bid")
    assert not book(standing("c03")).has_standing_order("red", "react")
    assert not book(standing("c03", role="black")).has_standing_order("red", "bid")
    assert not book().has_standing_order("red", "bid")


def test_where_no_order_fits_the_rule_answers_for_who_has_one() -> None:
    applied = book(standing("c01")).answer_when_asked(bid(), 4, look)
    assert applied is not None
    assert said(applied.given) == (HAND[0], "default", NOW.isoformat())
    assert (applied.order, applied.outcome, applied.number) == (None, "standing", 4)
    assert applied.facts["round"] == 1
    assert book(standing("c01", "deadline")).answer_when_asked(bid(), 4, look) is None
    assert book(standing("c01", "deadline")).answer_at_deadline(bid(), 4, look) is None
    assert book().answer_at_deadline(bid(), 4, look) is None


@pytest.mark.parametrize(("lasts", "written", "off"), [("once", True, 1), ("once", False, 0), ("game", True, 0)])
def test_an_order_for_once_is_used_up_where_its_answer_was_written(lasts: str, written: bool, off: int) -> None:
    own = book(standing("c03", lasts=lasts))
    first = own.answer_when_asked(bid(), 4, look)
    assert first is not None
    assert own.has_standing_order("red", "bid") is (lasts != "once")
    assert own.keep_recorded(run(5, entries=[4] if written else [3])) == ([first] if written else [])
    assert len(own.off) == off


def test_what_can_never_be_followed_again_is_off_whatever_was_written() -> None:
    own = book(standing("c03"), standing("c09"))
    assert own.answer_when_asked(bid(), 4, lambda: msgspec.structs.replace(look(), out=["c03"])) is not None
    ((role, order, why),) = own.off.values()
    assert (role, why.en) == ("red", "c03 has been played.")
    assert own.keep_recorded(run(4)) == []
    assert list(own.off) == [order.pk]
    own = book(standing("c03"))
    assert own.answer_when_asked(bid(), 4, lambda: msgspec.structs.replace(look(), out=["c03"])) is None


# --- alarms


@pytest.mark.parametrize(
    ("due_from", "deadlines", "bots", "grace", "wanted"),
    [
        (None, [], False, 0, None),
        (None, [None], False, 0, None),
        (None, [], True, 0, NOW),
        (NOW + SECOND, [NOW + 2 * SECOND], True, 0, NOW),
        (NOW + 3 * SECOND, [NOW + 2 * SECOND], False, 0, NOW + 3 * SECOND),
        (None, [NOW + 3 * SECOND, None, NOW + 2 * SECOND], False, 0, NOW + 2 * SECOND),
        (None, [NOW - SECOND, NOW + 2 * SECOND], False, 0, NOW + 2 * SECOND),
        (None, [NOW], False, 0, None),
        (None, [NOW], False, 60, NOW + 60 * SECOND),
        (None, [NOW - 60 * SECOND], False, 60, None),
        (None, [NOW + SECOND], False, 60, NOW + SECOND),
        (None, [NOW - 59 * SECOND, NOW + 2 * SECOND], False, 60, NOW + SECOND),
    ],
)
def test_a_game_is_looked_at_for_bots_then_when_something_is_due_then_at_the_next_deadline(
    due_from: datetime | None, deadlines: list[datetime | None], bots: bool, grace: int, wanted: datetime | None
) -> None:
    assert next_alarm(due_from, deadlines, NOW, bots=bots, grace=timedelta(seconds=grace)) == wanted
    if not grace:
        assert next_alarm(due_from, deadlines, NOW, bots=bots) == wanted


def test_a_question_that_may_be_left_is_never_forced() -> None:
    assert waiting(alone=True).get_answer(bid(form=MayChoose(options=("c03",))), 4, look) is None
