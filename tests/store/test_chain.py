"""The chain covers all that is stored and gives nothing of it away; marks vouch for it and count nothing hidden."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.chance import commitment
from games.models import Branch, Checkpoint, CurrentView, Game, JournalSegment, OpenRequest, Player, SeatView
from games.models.append_only import allow_changes
from games.models.compression import deflate, inflate
from games.persistence import hash_chain
from games.selectors.verification import find_chain_faults
from games.services.rewind import do_rewind
from tests.table import play_out

pytestmark = pytest.mark.django_db


def _segments(game: Game) -> Any:
    return JournalSegment.objects.filter(game=game)


def _first(rows: Any) -> Any:
    return rows.order_by("pk").first()


def _other_view(game: Game) -> None:
    row = _first(SeatView.objects.filter(game=game, audience="red", stop=1))
    SeatView.objects.filter(pk=row.pk).update(view=deflate(inflate(bytes(row.view)).replace(b"c0", b"c1", 1)))


def _fewer_events(game: Game) -> None:
    SeatView.objects.filter(game=game, event_count__gt=0).update(event_count=0)


def _other_branch(game: Game) -> None:
    Branch.objects.filter(game=game).update(secret=b"lucky" * 6, commitment=commitment(b"lucky" * 6))


TAMPERING: dict[str, Callable[[Game], Any]] = {
    "a view": _other_view,
    "what a view told": _fewer_events,
    "when it was seen": lambda game: SeatView.objects.filter(game=game, stop=2).update(number=1),
    "a view left out": lambda game: SeatView.objects.filter(game=game, audience="red", stop=2).delete(),
    "a mark": lambda game: SeatView.objects.filter(game=game, stop=2).update(mark=bytes(hash_chain.MARK_BYTES)),
    "the newest view": lambda game: CurrentView.objects.filter(game=game, audience="red").update(view=deflate(b"{}")),
    "the newest stop": lambda game: CurrentView.objects.filter(game=game, audience="red").update(stop=99),
    "the dice": _other_branch,
    "the options": lambda game: Game.objects.filter(pk=game.pk).update(options={"other": True}),
    "the scenario": lambda game: Game.objects.filter(pk=game.pk).update(scenario="other"),
    "the opening": lambda game: Checkpoint.objects.filter(game=game, written=0).update(digest="0" * 32),
    "the salt": lambda game: _segments(game).filter(number=1).update(salt=bytes(16)),
    "when it was": lambda game: _segments(game).filter(number=2).update(at=game.created_at),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_every_change_of_what_is_stored_is_noticed(running: Game, what: str) -> None:
    play_out(running)
    assert find_chain_faults(running.pk) == []
    with allow_changes():
        TAMPERING[what](running)
    assert find_chain_faults(running.pk) != []


def test_salts_and_marks_are_never_twice_the_same(running: Game) -> None:
    play_out(running)
    salts = [bytes(salt) for salt in _segments(running).values_list("salt", flat=True)]
    marks = [bytes(mark) for mark in SeatView.objects.filter(game=running).values_list("mark", flat=True)]
    assert {len(salt) for salt in salts} == {hash_chain.SALT_BYTES}
    assert {len(mark) for mark in marks} == {hash_chain.MARK_BYTES}
    assert len(set(salts)) == len(salts)
    for beginning in (slice(0, 32), slice(32, 48)):
        assert len({mark[beginning] for mark in marks}) == len(marks)


def test_a_question_has_the_mark_of_the_stop_that_asked_it(running: Game) -> None:
    for request in OpenRequest.objects.filter(game=running, closed_at=None).select_related("seat"):
        view = SeatView.objects.get(game=running, audience=request.seat.role, stop=request.seat_stop)
        assert bytes(request.mark) == bytes(view.mark)


def test_the_newest_view_has_the_mark_of_its_stop(running: Game) -> None:
    for row in CurrentView.objects.filter(game=running):
        assert bytes(row.mark) == bytes(SeatView.objects.get(game=running, audience=row.audience, stop=row.stop).mark)


def test_the_dice_of_a_new_branch_are_chained(running: Game, staff: Player) -> None:
    do_rewind(by=staff, game_id=running.pk, number=1, reason="again")
    assert find_chain_faults(running.pk) == []
    Branch.objects.filter(game=running, number=1).update(commitment="0" * 64)
    assert any("hashes" in fault for fault in find_chain_faults(running.pk))
