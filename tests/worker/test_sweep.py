"""What the scheduler finds, what time brings, and what tasks do when they run twice."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from kombu.exceptions import OperationalError

from games.models import Game, JournalSegment, OpenRequest, OutgoingMail, Player, Seat
from games.services import hooks
from games.services.advance import do_resolve
from games.services.creation import SeatWish, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from tests.table import answer, asked
from tests.worker.conftest import text_of
from worker import hints, resolving, sweeping, tasks

pytestmark = pytest.mark.django_db

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
    Game.objects.filter(pk=running.pk).update(reminder_hours=6)
    return running


def due(game: Game) -> datetime:
    found = asked(game, "red").due_at
    assert found is not None
    return found


def sweep_at(moment: datetime) -> sweeping.Found:
    """Look around at that time, and play on what is found."""
    with time_machine.travel(moment, tick=False):
        found = sweeping.look_around()
        for game_id in found.games:
            resolving.advance(game_id)
    return found


def test_nothing_is_found_while_players_think(running: Game, send: Send) -> None:
    send()
    assert sweeping.look_around() == sweeping.Found((), mail=False)


def test_unsent_mail_is_found(running: Game) -> None:
    assert sweeping.look_around().mail


def test_a_game_whose_hint_was_lost_is_found(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    found = sweeping.look_around()
    assert found.games == (str(running.pk),)
    assert not resolving.advance(found.games[0])
    assert sweeping.look_around().games == ()


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
    assert letter.subject.endswith("催促：あなたの決定")
    assert str(asked(timed, "black").pk) in text_of(letter)


def due_of(game: Game, role: str) -> datetime:
    found = asked(game, role).due_at
    assert found is not None
    return found


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


def test_a_task_may_run_twice(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    for _ in range(3):
        tasks.resolve_game(str(running.pk))
        tasks.deliver_mail()
    assert JournalSegment.objects.filter(game=running).count() == 2
    assert set(OutgoingMail.objects.values_list("status", flat=True)) == {"sent"}


def test_one_sender_at_a_time(running: Game, mailoutbox: list[EmailMessage]) -> None:
    OutgoingMail.objects.filter(pk=OutgoingMail.objects.order_by("pk")[0].pk).update(
        status="sending", leased_until=due(running)
    )
    tasks.deliver_mail()
    assert mailoutbox == []


@pytest.fixture
def between_bots(toy: Any, anna: Player) -> Game:
    wishes = [SeatWish(role="red", bot="random"), SeatWish(role="black", bot="random")]
    game = do_create_game(host=anna, title="toy", scenario="standard", seats=wishes)
    return do_start_game(player=anna, game_id=game.pk)


def test_a_game_between_bots_goes_on_in_slices(
    between_bots: Game, called: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolving, "SLICE", 2)
    monkeypatch.setattr(resolving.advance, "__kwdefaults__", {"limit": 2})
    rounds = 0
    while between_bots.status != Game.Status.OVER:
        tasks.resolve_game(str(between_bots.pk))
        between_bots.refresh_from_db()
        rounds += 1
        assert rounds < 30
        assert (called != []) == (between_bots.status != Game.Status.OVER)
        called.clear()
    assert rounds > 2


def test_an_idle_bot_is_found(toy: Any, anna: Player) -> None:
    game = do_create_game(
        host=anna, title="toy", scenario="standard", seats=[SeatWish(role="black", bot="random")], deadline_hours=9
    )
    do_join_game(player=anna, game_id=game.pk)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    assert OpenRequest.objects.filter(seat__kind=Seat.Kind.BOT, ready=False).exists()
    assert sweeping.look_around().games == (str(game.pk),)
    resolving.advance(str(game.pk))
    assert sweeping.look_around().games == ()


@pytest.fixture
def hinted(called: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    hints.register()
    return called


def test_the_last_answer_calls_the_worker_at_once(
    running: Game, hinted: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer(running, "red")
    assert hinted == []
    with django_capture_on_commit_callbacks(execute=True):
        answer(running, "black")
    assert [call[:2] for call in hinted] == [("resolve_game", str(running.pk))]
    assert hinted[0][-1]["retry"] is False


def test_a_worker_gives_itself_no_hints(
    between_bots: Game, hinted: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    token = resolving._advancing.set(str(between_bots.pk))
    try:
        with django_capture_on_commit_callbacks(execute=True):
            hooks.after_commit(hooks.RESOLVE, between_bots.pk)
    finally:
        resolving._advancing.reset(token)
    assert hinted == []


def test_an_answer_stands_though_the_broker_is_away(
    running: Game, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def away(*args: Any, **options: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.resolve_game, "apply_async", away)
    hints.register()
    with django_capture_on_commit_callbacks(execute=True):
        answer(running, "red")
        answer(running, "black")
    assert sweeping.look_around().games == (str(running.pk),)
