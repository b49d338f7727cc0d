"""Standing orders: their number, order, revisions, and how they end."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from games.errors import Missing, RevisionReplaced, WrongState
from games.kernel.errors import Malformed, NotYours
from games.kernel.text import without_translations
from games.models import (
    Game,
    Notice,
    OpenRequest,
    Player,
    SealedAnswer,
    StandingOrder,
)
from games.persistence.clock import Clock, dump_clock
from games.services.resolve.advance import do_resolve
from games.services.standing_orders import (
    clear_ready,
    do_add_order,
    do_add_orders,
    do_arrange_orders,
    do_remove_order,
    do_replace_order,
    is_relied_on,
)
from tests.orders import late, order
from tests.table import answer, asked

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)


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
    with pytest.raises(RevisionReplaced):
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
    monkeypatch.setattr("games.services.standing_orders.MAX_ORDERS", 2)
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
    clear_ready(running.seats.get(role="red"))
    assert asked(running, "red").ready is RELIED[what][1]
    assert asked(running, "black").ready


@pytest.mark.parametrize(
    ("fields", "kind", "applies", "wanted"),
    [
        ({"release_at": "18:00"}, "bid", "when_asked", True),
        ({"clock": dump_clock(Clock(wait=True))}, "bid", "when_asked", True),
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
    assert is_relied_on(asked_with_game(running)) is wanted
    StandingOrder.objects.update(off_at=NOW)
    assert not is_relied_on(asked_with_game(running))


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
    assert without_translations(row.off_reason) == {
        "en": "It was to be used once, and has been.",
        "ja": "1回限りの指定で、使用済みです。",
    }
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
    assert without_translations(row.off_reason) == {"en": "The game is over.", "ja": "ゲームが終了しました。"}
