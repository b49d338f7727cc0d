"""What a new branch begins with, and what a rewind and a release keep, withdraw and tell."""

from datetime import UTC, datetime
from typing import Any

import pytest

from games.models import Branch, Checkpoint, Game, JournalSegment, Notice, OpenRequest, Player, SealedAnswer
from games.services.branches import branch_off, find_origin, make_branch_position, withdraw_all_questions
from games.services.hold import do_release
from games.services.resolve import standing_order_book
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.orders import order
from tests.table import answer, asked, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)


def stored(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


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
