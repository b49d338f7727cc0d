"""Requests by e-mail to open a game that nobody confirmed expire in time."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.db import connection, connections, transaction

from games.errors import WrongState
from games.models import Game, Opening, Player, Seat
from games.services import openings
from games.services.lifecycle import do_join_game
from games.services.openings import (
    PROPOSAL_LIFETIME,
    PROPOSAL_RETENTION,
    OpeningPlan,
    do_delete_expired_openings,
    do_discard_proposed,
    do_open_proposed,
    do_propose_game,
)
from worker.due_work import find_due_work

pytestmark = pytest.mark.django_db

ASKED = datetime(2026, 11, 20, 12, tzinfo=UTC)
GRACE = timedelta(minutes=5)
GONE = ASKED + PROPOSAL_LIFETIME + PROPOSAL_RETENTION + GRACE
"""When what was asked for then is forgotten."""
SECOND = timedelta(seconds=1)


@pytest.fixture
def propose(toy: Any, anna: Player, settings: Any) -> Callable[[], Opening]:
    settings.PBEM_MAIL_GRACE_SECONDS = GRACE.total_seconds()

    def proposed() -> Opening:
        with time_machine.travel(ASKED, tick=False):
            return do_propose_game(player=anna, plan=OpeningPlan(title="toy", scenario="standard"))

    return proposed


@pytest.mark.parametrize(("moment", "left"), [(GONE - SECOND, 1), (GONE, 0), (GONE + SECOND, 0)])
def test_what_nobody_opens_is_forgotten_to_the_second(
    propose: Callable[[], Opening], moment: datetime, left: int
) -> None:
    propose()
    with time_machine.travel(moment, tick=False):
        find_due_work()
        assert Opening.objects.count() == left
        find_due_work()
    assert Opening.objects.count() == left


def test_it_says_how_many_and_does_so_once(propose: Callable[[], Opening], anna: Player) -> None:
    for _ in range(3):
        propose()
    do_discard_proposed(player=anna, opening_id=Opening.objects.latest("id").pk, received_at=ASKED)
    assert [
        do_delete_expired_openings(GONE - SECOND),
        do_delete_expired_openings(GONE),
        do_delete_expired_openings(GONE),
    ] == [0, 3, 0]


def test_what_was_opened_stays_and_begins_when_it_is_full(
    propose: Callable[[], Opening], anna: Player, ben: Player
) -> None:
    game = do_open_proposed(player=anna, opening_id=propose().pk, received_at=ASKED)
    assert do_delete_expired_openings(GONE + timedelta(days=365)) == 0
    do_join_game(player=ben, game_id=game.pk)
    game.refresh_from_db()
    assert game.status == "running"


def test_an_answer_counts_by_when_it_came_in(propose: Callable[[], Opening], anna: Player) -> None:
    """It has waited for its grace and for a worker, and nobody has swept it away meanwhile."""
    wanted, old = propose().pk, propose().pk
    with time_machine.travel(GONE - SECOND, tick=False):
        find_due_work()
        assert (
            do_open_proposed(player=anna, opening_id=wanted, received_at=ASKED + PROPOSAL_LIFETIME - SECOND).status
            == "open"
        )
        with pytest.raises(WrongState, match="too old"):
            do_open_proposed(player=anna, opening_id=old, received_at=ASKED + PROPOSAL_LIFETIME)
        with pytest.raises(WrongState, match="too old"):
            do_open_proposed(player=anna, opening_id=old)


@pytest.mark.parametrize("act", [do_open_proposed, do_discard_proposed])
def test_whether_it_is_forgotten_already_shows_in_no_refusal(
    propose: Callable[[], Opening], anna: Player, act: Callable[..., Any]
) -> None:
    dropped, left = propose().pk, propose().pk
    do_discard_proposed(player=anna, opening_id=dropped, received_at=ASKED)

    def heard(which: UUID) -> Any:
        with pytest.raises(WrongState) as refusal:
            act(player=anna, opening_id=which)
        return refusal.value.detail

    with time_machine.travel(GONE, tick=False):
        before = [heard(dropped), heard(left)]
        assert do_delete_expired_openings() == 2
        assert [heard(dropped), heard(left)] == before
    assert len(set(before)) == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_what_is_being_opened_at_that_moment_is_not_swept_away(
    propose: Callable[[], Opening], anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep meets the row while an answer that came in time holds it, waits, and finds a game there."""
    wanted, held, go = propose().pk, Event(), Event()
    true = openings._opened

    def slowly(*given: Any) -> Game:
        held.set()
        assert go.wait(10)
        return true(*given)

    monkeypatch.setattr(openings, "_opened", slowly)
    with ThreadPoolExecutor(2) as pool:
        answer = pool.submit(aside, lambda: do_open_proposed(player=anna, opening_id=wanted, received_at=ASKED))
        assert held.wait(10)
        sweep = pool.submit(aside, lambda: do_delete_expired_openings(GONE))
        wait_for_a_lock()
        go.set()
        game, swept = answer.result(10), sweep.result(10)
    assert (swept, Opening.objects.get().game) == (0, game)
    assert Seat.objects.filter(game=game).exists()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_answer_that_meets_the_sweep_is_too_late_as_before(propose: Callable[[], Opening], anna: Player) -> None:
    wanted = propose().pk
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert do_delete_expired_openings(GONE) == 1
            late = pool.submit(aside, lambda: do_open_proposed(player=anna, opening_id=wanted, received_at=GONE))
            wait_for_a_lock()
        with pytest.raises(WrongState, match="too old"):
            late.result(10)
    assert not Game.objects.exists()


def aside(act: Callable[[], Any]) -> Any:
    """Do it in a thread of its own, with a connection of its own."""
    try:
        return act()
    finally:
        connections.close_all()


def wait_for_a_lock() -> None:
    """Wait until another connection stands still for somebody's lock."""
    until = time.monotonic() + 10
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
            if cursor.fetchone():
                return
    pytest.fail("nobody waits")
