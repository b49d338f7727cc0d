"""A bot that computes for long: it delays no other game, and in the end the rule's default is its answer."""

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import Any

import msgspec
import pytest

from games import registry
from games.kernel.advice import Advice
from games.kernel.title import Bot, Title
from games.models import Game, JournalSegment, OpenRequest, Seat
from games.persistence import serialization
from games.services import bots, triggers
from games.services.bots import advance_slice, do_play_bots, do_think
from games.services.processor_time import TimeIsUp, limit_processor_time
from tests.table import answer, asked
from worker import resolve_slices, thinking

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Thinker:
    """A bot that computes until it is interrupted, as long as it is `slow`; it catches all errors."""

    def __init__(self) -> None:
        self.slow, self.calls = True, 0

    def __call__(self, view: Any, question: Any, whim: Any) -> Any:
        self.calls += 1
        while self.slow:
            try:
                sum(range(100))
            except Exception:  # noqa: BLE001 - what a careless bot does
                self.calls += 1
        return question.form.options[-1]


@pytest.fixture
def thinker(
    running: Game,
    toy: Title[Any],
    new_rules: Callable[[Title[Any]], None],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> Thinker:
    """A bot in the seat of red, and little time."""
    bot = Thinker()
    advise = Bot(lambda view, question, pick: Advice(bot(view, question, pick)))
    new_rules(replace(toy, bots={"deep": advise}))
    Seat.objects.filter(role="red").update(bot="deep", player=None, kind="bot")
    settings.PBEM_BOT_SECONDS = 0.1
    monkeypatch.setattr(bots, "QUICK_SECONDS", 0.05)
    monkeypatch.setattr(bots, "_costly", {})
    return bot


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is left to which task, by its name and the game."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(triggers, "trigger_after_commit", lambda name, game: found.append((name, str(game))))
    return found


def given(game: Game) -> tuple[Any, str, str]:
    """The answer of red in the journal, its channel, and the outcome of the question."""
    row = OpenRequest.objects.filter(game=game, seat__role="red").exclude(closed_at=None).order_by("closed_at")[0]
    entries = serialization.read_entries(JournalSegment.objects.get(game=game, number=row.closing_stop).entries)
    mine = next(one for entry in entries for one in entry.given if one.seat == "red")
    return mine.answer, mine.channel, row.outcome


def test_a_long_decision_is_left_to_the_queue_of_its_own(
    running: Game, thinker: Thinker, told: list[tuple[str, str]]
) -> None:
    assert do_play_bots(running.pk) == 0
    assert told == [("think", str(running.pk))]
    assert thinker.calls == 1
    assert do_play_bots(running.pk) == 0
    assert thinker.calls == 1, "the next question of that kind is handed on at once"
    assert told == [("think", str(running.pk))] * 2


def test_the_bots_of_other_games_are_not_held_up(running: Game, thinker: Thinker, told: list[tuple[str, str]]) -> None:
    assert resolve_slices.advance(str(running.pk)) is False
    assert ("think", str(running.pk)) in told


def test_in_its_own_queue_the_bot_has_its_time(running: Game, thinker: Thinker) -> None:
    thinker.slow = False
    best = serialization.read_question(registry.game_title(running), asked(running, "red").question).form.options[-1]
    assert thinking.think(str(running.pk)) is False
    answer(running, "black")
    advance_slice(running.pk, limit=1)
    assert given(running) == (best, "bot", "answered")


def test_when_its_time_is_up_the_default_is_taken_and_recorded_as_such(
    running: Game, thinker: Thinker, caplog: pytest.LogCaptureFixture
) -> None:
    form = serialization.read_question(registry.game_title(running), asked(running, "red").question).form
    assert do_think(running.pk) is False
    assert "no time left" in caplog.text
    (row,) = asked(running, "red").answers.all()
    assert (row.channel, row.ready) == ("bot_default", True)
    assert msgspec.json.decode(bytes(row.answer or b"")) == form.write(form.default())
    answer(running, "black")
    advance_slice(running.pk, limit=1)
    assert given(running)[1:] == ("bot_default", "answered")


def test_a_bot_that_thinks_for_an_absent_player_leaves_the_seat_to_the_player(running: Game, thinker: Thinker) -> None:
    Seat.objects.filter(role="red").update(bot="", stand_in="deep", kind="open")
    do_think(running.pk)
    assert Seat.objects.get(game=running, role="red").stand_in == "deep"


def test_two_tasks_do_not_think_about_one_game(
    running: Game, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker.slow = False

    def again(game_id: str) -> bool:
        assert thinking.think(game_id) is False, "another task is at work"
        return do_think(game_id)

    monkeypatch.setattr(thinking, "do_think", again)
    thinking.think(str(running.pk))
    assert thinker.calls == 1


def test_nothing_is_left_to_think_about(running: Game) -> None:
    assert do_think(running.pk) is False


def test_time_is_counted_in_the_main_thread_alone() -> None:
    def work() -> None:
        with limit_processor_time(0.001):
            sum(range(2_000_000))
        ended.append(True)

    ended: list[bool] = []
    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert ended
    with pytest.raises(TimeIsUp), limit_processor_time(0.01):
        sum(number * number for number in range(1_000_000_000))
