"""Several clients and workers at the same time: nothing is lost, nothing is doubled."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from games.errors import RevisionReplaced
from games.kernel.errors import GameError
from games.models import Game, JournalSegment, OpenRequest, OutgoingMail, Player, SealedAnswer, Seat
from games.selectors.verification import find_chain_faults
from games.services import outbox, sender_slots
from games.services.answers import do_submit_answer
from games.services.lifecycle import do_join_game
from games.services.locks import lock_game
from games.services.reminders import do_send_reminders
from games.services.resolve.advance import do_resolve
from games.services.resolve.loading import load_locked_game
from tests.table import answer, asked, example, remind_ahead

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run all acts in threads that start together; what each returned, or the refusal it met."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return act()
        except GameError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_two_clients_on_one_decision(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    body = msgspec.json.encode(example(request))

    def submit() -> Any:
        return do_submit_answer(player=anna, request_id=request.pk, answer=body, if_match=0)

    results = at_once(submit, submit, submit)
    assert sorted(isinstance(result, RevisionReplaced) for result in results) == [False, True, True]
    assert SealedAnswer.objects.count() == 1


def test_the_same_key_from_many_clients(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    body = msgspec.json.encode(example(request))

    def submit() -> Any:
        return do_submit_answer(player=anna, request_id=request.pk, answer=body, idempotency_key="k")

    first, *others = at_once(*[submit] * 4)
    assert all(other == first for other in others)
    assert SealedAnswer.objects.count() == 1


def test_many_workers_on_one_game(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    results = at_once(*[lambda: do_resolve(running.pk)] * 4)
    assert sorted(result.has_advanced for result in results) == [False, False, False, True]
    assert JournalSegment.objects.filter(game=running).count() == 2
    assert OutgoingMail.objects.filter(game=running).count() == 4
    assert OpenRequest.objects.filter(game=running, closed_at=None).count() == 1
    assert find_chain_faults(running.pk) == []


def test_answers_and_workers_at_the_same_time(running: Game) -> None:
    """Both seats answer while workers are at it: the stop is played out exactly once, however they meet."""
    at_once(
        lambda: answer(running, "red"),
        lambda: do_resolve(running.pk),
        lambda: answer(running, "black"),
        lambda: do_resolve(running.pk),
    )
    do_resolve(running.pk)
    assert JournalSegment.objects.filter(game=running).count() == 2
    assert OpenRequest.objects.filter(game=running, outcome="answered").count() == 2


def test_one_seat_for_two_players(announced: Game, anna: Player, ben: Player) -> None:
    results = at_once(
        lambda: do_join_game(player=anna, game_id=announced.pk, role="red"),
        lambda: do_join_game(player=ben, game_id=announced.pk, role="red"),
    )
    assert sorted(isinstance(result, Seat) for result in results) == [False, True]


def test_a_letter_is_claimed_by_one_sender(running: Game) -> None:
    taken = at_once(*[lambda: outbox.claim_mail(uuid4(), lease_seconds=60)] * 3)
    assert {mail.pk for mail in taken if mail} == set(OutgoingMail.objects.values_list("pk", flat=True))
    assert taken.count(None) == 1


def test_there_are_never_more_senders_than_slots(running: Game, settings: Any) -> None:
    settings.PBEM_MAIL_SENDERS = 2
    taken = at_once(*[lambda: sender_slots.claim_slot(uuid4(), seconds=60)] * 4)
    assert sorted(slot.number for slot in taken if slot) == [1, 2]


def test_a_reminder_is_made_once(running: Game) -> None:
    remind_ahead(running, hours=12)
    soon = timezone.now() + timedelta(hours=40)
    assert sum(at_once(*[lambda: do_send_reminders(soon)] * 3)) == 2
    assert OutgoingMail.objects.filter(kind="reminder").count() == 2


def test_a_failure_in_mid_write_leaves_nothing(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(running, "red")
    answer(running, "black")

    def broken(mails: object) -> int:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "queue_mail", broken)
        with pytest.raises(OSError, match="disk"):
            do_resolve(running.pk)
    assert JournalSegment.objects.filter(game=running).count() == 1
    assert OpenRequest.objects.filter(game=running, closed_at=None).count() == 2
    assert do_resolve(running.pk).has_advanced
    assert find_chain_faults(running.pk) == []
    assert connection.is_usable()


@pytest.mark.postgresql
def test_what_is_read_behind_a_lock_is_what_its_holder_left(running: Game) -> None:
    """One journey to the database, and yet nothing of it is older than the lock."""
    held, asking = Event(), Event()

    def holder() -> None:
        with transaction.atomic():
            lock_game(running.pk)
            Seat.objects.filter(game=running, role="red").update(nonce=b"meanwhile")
            held.set()
            asking.wait(10)
            time.sleep(0.3)

    def reader() -> list[bytes]:
        held.wait(10)
        with transaction.atomic():
            asking.set()
            return [bytes(seat.nonce) for seat in load_locked_game(running.pk).seats if seat.role == "red"]

    assert at_once(holder, reader) == [None, [b"meanwhile"]]
