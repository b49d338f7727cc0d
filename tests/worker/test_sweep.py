"""The sweep finds due work; tasks that run twice do nothing twice."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from celery import current_app
from django.core.mail import EmailMessage
from kombu.exceptions import OperationalError

from games.models import Game, Heartbeat, JournalSegment, OpenRequest, OutgoingMail, Player, Seat
from games.selectors import due_work as selectors_due
from games.services import outbox, sender_slots, triggers
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from pbem.celery import PUBLISH_OPTIONS, app
from tests.table import answer, asked, remind_ahead
from tests.worker.conftest import text_of
from worker import due_work, resolve_slices, task_publisher, tasks

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that were asked for, in place of a broker."""
    calls: list[tuple[Any, ...]] = []
    for task in (tasks.resolve_game, tasks.deliver_mail):
        name = task.name.rpartition(".")[2]
        monkeypatch.setattr(
            task, "apply_async", lambda args=(), name=name, **options: calls.append((name, *args, options))
        )
    return calls


@pytest.fixture
def timed(running: Game) -> Game:
    """48 hours for each decision, a reminder 6 hours before."""
    return remind_ahead(running, hours=6)


def due(game: Game) -> datetime:
    found = asked(game, "red").due_at
    assert found is not None
    return found


def sweep_at(moment: datetime) -> due_work.DueWork:
    """Look around at that time, and play on what is found."""
    with time_machine.travel(moment, tick=False):
        found = due_work.find_due_work()
        for game_id in found.games:
            resolve_slices.advance(game_id)
    return found


def test_nothing_is_found_while_players_think(running: Game, send: Send) -> None:
    send()
    assert due_work.find_due_work() == due_work.DueWork((), mail=False)


@pytest.mark.both_databases
def test_that_the_scheduler_looked_around_is_noted(running: Game) -> None:
    moment = datetime(2026, 3, 1, 12, tzinfo=UTC)
    sweep_at(moment)
    sweep_at(moment + timedelta(minutes=1))
    assert [(row.name, row.at) for row in Heartbeat.objects.filter(name="sweep")] == [
        ("sweep", moment + timedelta(minutes=1))
    ]


def test_unsent_mail_is_found(running: Game) -> None:
    assert due_work.find_due_work().mail


def test_a_game_whose_hint_was_lost_is_found(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    found = due_work.find_due_work()
    assert found.games == (str(running.pk),)
    assert not resolve_slices.advance(found.games[0])
    assert due_work.find_due_work().games == ()


def test_one_reminder_goes_to_each_who_has_not_answered(timed: Game, send: Send) -> None:
    send()
    answer(timed, "red")
    until = due_of(timed, "black")
    sweep_at(until - timedelta(hours=6, seconds=1))
    assert send() == []
    for minutes in (0, 1, 300):
        sweep_at(until - timedelta(hours=6) + timedelta(minutes=minutes))
    with time_machine.travel(until - timedelta(hours=1), tick=False):
        (letter,) = send()
    assert letter.to == ["ben@example.org"]
    assert "催促：入札 · " in letter.subject
    assert letter.subject.endswith("まで")
    assert str(asked(timed, "black").pk) in text_of(letter)


def due_of(game: Game, role: str) -> datetime:
    found = asked(game, role).due_at
    assert found is not None
    return found


@pytest.mark.both_databases
def test_at_the_deadline_the_default_is_played_and_all_are_told(timed: Game, send: Send) -> None:
    send()
    answer(timed, "black")
    sweep_at(due(timed) - timedelta(seconds=1))
    assert JournalSegment.objects.filter(game=timed).count() == 1
    moment = due(timed)
    assert sweep_at(moment).games == (str(timed.pk),)
    closed = OpenRequest.objects.filter(game=timed, key="bid", closed_at__isnull=False)
    assert dict(closed.values_list("seat__role", "outcome")) == {"red": "default", "black": "answered"}
    with time_machine.travel(moment, tick=False):
        letters = {letter.to[0]: text_of(letter) for letter in send() if "催促" not in letter.subject}
    assert "Time was up for Red: the rule's default was played." in letters["anna@example.org"]
    assert "赤は時間切れのため" in letters["ben@example.org"]


def test_a_game_that_nobody_plays_ends_by_its_deadlines(timed: Game, send: Send) -> None:
    moment = due(timed)
    for _ in range(10):
        sweep_at(moment)
        moment += timedelta(hours=48)
    timed.refresh_from_db()
    assert timed.status == Game.Status.OVER
    assert JournalSegment.objects.filter(game=timed).count() == 1 + 3 * 2


def test_a_sweep_hands_out_tasks_with_ids_only(running: Game, called: list[tuple[Any, ...]]) -> None:
    answer(running, "red")
    answer(running, "black")
    tasks.sweep()
    assert [call[:-1] for call in called] == [("resolve_game", str(running.pk)), ("deliver_mail",)]
    assert all(call[-1]["expires"] for call in called)


def test_the_sweep_goes_on_until_nothing_is_due(
    running: Game, between_bots: Game, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    again: list[Any] = []
    monkeypatch.setattr(tasks.sweep, "apply_async", lambda **options: again.append(options))
    monkeypatch.setattr(due_work, "PAGE", 1)
    answer(running, "red")
    answer(running, "black")
    rounds = 1
    tasks.sweep()
    while again:
        again.pop()
        tasks.sweep()
        rounds += 1
    found = [call[1] for call in called if call[0] == "resolve_game"]
    assert found == [str(between_bots.pk), str(running.pk)]
    assert rounds == 3


def test_a_game_that_cannot_go_on_keeps_no_other_waiting(
    running: Game, between_bots: Game, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found again and again, but behind those that have waited longer."""
    monkeypatch.setattr(due_work, "PAGE", 1)
    answer(running, "red")
    answer(running, "black")
    found = [due_work.find_due_work().games for _ in range(2)]
    assert found == [(str(between_bots.pk),), (str(running.pk),)]


def test_what_no_alarm_was_set_for_is_swept_up_and_told_to_the_operator(
    running: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    OpenRequest.objects.update(due_at=due(running) - timedelta(hours=60))
    monkeypatch.setattr(selectors_due, "uuid4", lambda: UUID(int=0))
    assert due_work.find_due_work().games == (str(running.pk),)
    assert f"no alarm was set for games {running.pk}" in caplog.text


def test_a_task_may_run_twice(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    for _ in range(3):
        tasks.resolve_game(str(running.pk))
        tasks.deliver_mail()
    assert JournalSegment.objects.filter(game=running).count() == 2
    assert set(OutgoingMail.objects.values_list("status", flat=True)) == {"sent"}


def test_mail_has_a_queue_of_its_own_each_way_and_webhooks_too() -> None:
    router = current_app.amqp.router
    mail_tasks = {"deliver_mail": "mail", "handle_inbound": "inbound", "send_webhooks": "webhooks", "think": "think"}
    apart = (tasks.deliver_mail, tasks.handle_inbound, tasks.send_webhooks, tasks.think)
    all_tasks = (*apart, tasks.sweep, tasks.resolve_game)
    queues = {task.name.rpartition(".")[2]: router.route({}, task.name)["queue"].name for task in all_tasks}
    assert queues == mail_tasks | {"sweep": "play", "resolve_game": "play"}
    keys = [queue.routing_key for queue in current_app.amqp.queues.values()]
    assert len(set(keys)) == len(keys) == 5


def test_no_sender_begins_while_all_slots_are_taken(
    running: Game, mailoutbox: list[EmailMessage], settings: Any
) -> None:
    settings.PBEM_MAIL_SENDERS = 1
    slot = sender_slots.claim_slot(uuid4(), seconds=60)
    assert slot is not None
    tasks.deliver_mail()
    assert mailoutbox == []
    sender_slots.release_slot(slot)
    tasks.deliver_mail()
    assert len(mailoutbox) == 2


@pytest.mark.both_databases
def test_a_task_that_is_handed_out_again_knows_that_its_process_died(
    running: Game, mailoutbox: list[EmailMessage], settings: Any
) -> None:
    settings.PBEM_MAIL_SENDERS, task = 1, uuid4()
    assert sender_slots.claim_slot(task, seconds=60)
    first = outbox.claim_mail(task, lease_seconds=60)
    tasks.deliver_mail.apply()
    assert mailoutbox == []
    tasks.deliver_mail.apply(task_id=str(task))
    assert len(mailoutbox) == 2
    assert list(OutgoingMail.objects.filter(deaths=1)) == [first]


@pytest.fixture
def between_bots(toy: Any, anna: Player) -> Game:
    wishes = [SeatAssignment(role="red", bot="random"), SeatAssignment(role="black", bot="random")]
    game = do_create_game(host=anna, title="toy", scenario="standard", seats=wishes)
    return do_start_game(player=anna, game_id=game.pk)


def test_a_game_between_bots_goes_on_in_slices(
    between_bots: Game, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolve_slices, "MAX_STOPS_PER_TASK", 1)
    monkeypatch.setattr(resolve_slices.advance, "__kwdefaults__", {"limit": 1})
    rounds = 0
    while between_bots.status != Game.Status.OVER:
        tasks.resolve_game(str(between_bots.pk))
        between_bots.refresh_from_db()
        rounds += 1
        assert rounds < 30
        assert (called != []) == (between_bots.status != Game.Status.OVER)
        called.clear()
    assert rounds > 2


@pytest.mark.both_databases
def test_an_idle_bot_is_found(toy: Any, anna: Player) -> None:
    game = do_create_game(
        host=anna,
        title="toy",
        scenario="standard",
        seats=[SeatAssignment(role="black", bot="random")],
        deadline_hours=9,
    )
    do_join_game(player=anna, game_id=game.pk)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    assert OpenRequest.objects.filter(seat__kind=Seat.Kind.BOT, ready=False).exists()
    assert due_work.find_due_work().games == (str(game.pk),)
    resolve_slices.advance(str(game.pk))
    assert due_work.find_due_work().games == ()


@pytest.fixture
def hinted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that hints called, in place of a broker."""
    calls: list[tuple[Any, ...]] = []
    for task in (tasks.resolve_game, tasks.deliver_mail, tasks.handle_inbound):
        name = task.name.rpartition(".")[2]
        monkeypatch.setattr(
            task, "apply_async", lambda args, name=name, **options: calls.append((name, *args, options))
        )
    task_publisher.register_triggers()
    return calls


def test_the_last_answer_calls_the_worker_at_once(
    running: Game, hinted: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer(running, "red")
    assert hinted == []
    with django_capture_on_commit_callbacks(execute=True):
        answer(running, "black")
    assert [call[:2] for call in hinted] == [("resolve_game", str(running.pk))]
    assert hinted[0][-1] == {"expires": tasks.EXPIRE_SECONDS, "retry": False}


def test_a_worker_gives_itself_no_hints(
    between_bots: Game, hinted: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    token = resolve_slices._advancing.set(str(between_bots.pk))
    try:
        with django_capture_on_commit_callbacks(execute=True):
            triggers.trigger_after_commit(triggers.RESOLVE, between_bots.pk)
    finally:
        resolve_slices._advancing.reset(token)
    assert hinted == []


def test_the_worker_can_say_where_its_broker_is() -> None:
    """It does so when it starts, by way of the connection for callers."""
    assert app.connection().as_uri()
    assert app.connection_for_read().transport_options.get("socket_timeout") != PUBLISH_OPTIONS["socket_timeout"]
    assert app.connection_for_write().transport_options["socket_timeout"] == PUBLISH_OPTIONS["socket_timeout"]


def test_an_answer_stands_though_the_broker_is_away(
    running: Game, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def away(*args: Any, **options: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.resolve_game, "apply_async", away)
    task_publisher.register_triggers()
    with django_capture_on_commit_callbacks(execute=True):
        answer(running, "red")
        answer(running, "black")
    assert due_work.find_due_work().games == (str(running.pk),)
