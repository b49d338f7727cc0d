"""Alarms: each game tells by itself when the worker has to look at it, never too late."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games.kernel.errors import Malformed
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.selectors.due_work import CLAIM_DURATION, find_overlooked_games, list_due_games, list_due_reminders
from games.services.alarms import do_claim_games, move_deadlines, set_alarm
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_start_game
from games.services.reminders import do_send_reminders
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_extend, do_pause, do_resume, do_substitute
from tests.table import answer, asked, play_out, remind_ahead

pytestmark = pytest.mark.django_db

NOBODY = UUID(int=0)


def alarm(game: Game) -> datetime | None:
    return Game.objects.values_list("wake_at", flat=True).get(pk=game.pk)


def due_at(game: Game, role: str = "red") -> datetime:
    found = asked(game, role).due_at
    assert found is not None
    return found


@pytest.fixture
def against_a_bot(toy: Any, anna: Player) -> Game:
    game = do_create_game(
        host=anna,
        title="toy",
        scenario="standard",
        seats=[SeatAssignment(role="black", bot="random")],
        deadline_hours=9,
    )
    do_join_game(player=anna, game_id=game.pk)
    return do_start_game(player=anna, game_id=game.pk)


def test_a_game_just_started_is_looked_at_at_once(against_a_bot: Game) -> None:
    assert alarm(against_a_bot) == against_a_bot.started_at


def test_while_players_think_the_alarm_waits_for_the_deadline(running: Game) -> None:
    assert alarm(running) == due_at(running)
    answer(running, "red")
    assert alarm(running) == due_at(running)


def test_when_all_answers_are_in_it_rings(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    assert list_due_games() == [running.pk]


def test_without_a_deadline_there_is_none(running: Game) -> None:
    OpenRequest.objects.update(due_at=None)
    set_alarm(running, timezone.now())
    assert alarm(running) is None


def test_a_bot_that_is_asked_lets_it_ring_until_it_has_answered(against_a_bot: Game) -> None:
    do_resolve(against_a_bot.pk)
    assert list_due_games() == [against_a_bot.pk]
    do_claim_games(timezone.now())
    do_resolve(against_a_bot.pk)
    assert list_due_games() == [against_a_bot.pk]
    answer_of = asked(against_a_bot, "black")
    OpenRequest.objects.filter(pk=answer_of.pk).update(ready=True)
    do_resolve(against_a_bot.pk)
    assert alarm(against_a_bot) == due_at(against_a_bot)


def test_one_deadline_after_the_other(running: Game) -> None:
    first = due_at(running, "red")
    later = first + timedelta(hours=3)
    OpenRequest.objects.filter(pk=asked(running, "black").pk).update(due_at=later)
    assert not do_resolve(running.pk, now=first).has_advanced
    assert alarm(running) == later
    assert do_resolve(running.pk, now=later).has_advanced


def test_it_moves_with_the_deadline(running: Game, staff: Player) -> None:
    before = due_at(running)
    do_extend(by=staff, game_id=running.pk, hours=5)
    assert alarm(running) == due_at(running) == before + timedelta(hours=5)


def test_a_game_that_stands_still_has_none(running: Game, staff: Player) -> None:
    do_pause(by=staff, game_id=running.pk)
    assert alarm(running) is None
    do_resume(by=staff, game_id=running.pk)
    do_resolve(running.pk)
    assert alarm(running) == due_at(running)
    do_abandon_game(player=staff, game_id=running.pk)
    assert alarm(running) is None


def test_a_stale_one_is_switched_off(running: Game) -> None:
    Game.objects.update(status=Game.Status.PAUSED, wake_at=timezone.now())
    assert list_due_games() == []
    do_resolve(running.pk)
    assert alarm(running) is None


def test_nor_has_one_that_is_over(running: Game) -> None:
    assert play_out(running).status == Game.Status.OVER
    assert alarm(running) is None


def test_a_bot_takes_over_only_if_there_is_such(running: Game, staff: Player) -> None:
    with pytest.raises(Malformed) as refused:
        do_substitute(by=staff, game_id=running.pk, role="red", bot="skynet")
    assert refused.value.problems[0].pointer == "/bot"


def test_a_bot_that_takes_over_is_woken(running: Game, staff: Player) -> None:
    do_substitute(by=staff, game_id=running.pk, role="red", bot="random")
    assert list_due_games() == [running.pk]


def test_who_has_waited_longest_is_taken_first_and_not_again_for_a_while(running: Game) -> None:
    now = timezone.now()
    Game.objects.update(wake_at=now - timedelta(minutes=1))
    older = Game.objects.get(pk=running.pk)
    older.pk, older.wake_at = UUID(int=2**128 - 1), now - timedelta(minutes=2)
    older.save(force_insert=True)
    assert do_claim_games(now, limit=1) == [older.pk]
    assert do_claim_games(now, limit=1) == [running.pk]
    assert do_claim_games(now, limit=1) == []
    assert do_claim_games(now + CLAIM_DURATION, limit=2) == [running.pk, older.pk]


def test_what_no_alarm_was_set_for_is_found_all_the_same(running: Game) -> None:
    assert find_overlooked_games(start=NOBODY) == []
    OpenRequest.objects.update(due_at=timezone.now())
    assert list_due_games() == []
    assert find_overlooked_games(start=NOBODY) == [running.pk]


def test_a_running_game_that_nothing_waits_for_is_found(running: Game) -> None:
    """Only a fault leaves one behind; `resolve` then plays it on or holds it, and tells the operator."""
    OpenRequest.objects.update(closed_at=timezone.now())
    assert list_due_games() == []
    assert find_overlooked_games(start=NOBODY) == [running.pk]
    assert do_resolve(running.pk).has_advanced
    assert find_overlooked_games(start=NOBODY) == []


def test_what_was_handed_out_is_not_overlooked(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    assert do_claim_games(timezone.now()) == [running.pk]
    assert find_overlooked_games(start=NOBODY) == []


def test_reminders_follow_the_deadline(running: Game, staff: Player) -> None:
    remind_ahead(running, hours=6)
    assert asked(running, "red").remind_at == due_at(running) - timedelta(hours=6)
    do_extend(by=staff, game_id=running.pk, hours=2)
    assert asked(running, "red").remind_at == due_at(running) - timedelta(hours=6)


def test_a_new_question_has_its_reminder(toy: Any, anna: Player, ben: Player) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard", deadline_hours=9, reminder_hours=3)
    for player in (anna, ben):
        do_join_game(player=player, game_id=game.pk)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    assert asked(game, "red").remind_at == due_at(game) - timedelta(hours=3)


def test_a_reminder_that_falls_into_a_pause_is_made_after_it(running: Game, staff: Player) -> None:
    remind_ahead(running, hours=6)
    do_pause(by=staff, game_id=running.pk)
    moment = due_at(running) - timedelta(hours=6)
    assert do_send_reminders(moment) == 2
    assert list_due_reminders(moment) == []
    assert not OutgoingMail.objects.filter(kind="reminder").exists()
    do_resume(by=staff, game_id=running.pk)
    do_send_reminders(due_at(running) - timedelta(hours=6))
    assert OutgoingMail.objects.filter(kind="reminder").count() == 2


def test_who_was_reminded_is_so_again_only_after_an_extension(running: Game, staff: Player) -> None:
    remind_ahead(running, hours=6)
    do_send_reminders(due_at(running) - timedelta(hours=6))
    move_deadlines(running, timedelta(hours=1), remind_again=False)
    assert list_due_reminders(due_at(running)) == []
    do_extend(by=staff, game_id=running.pk, hours=1)
    assert len(list_due_reminders(due_at(running))) == 2


def test_a_page_of_reminders_keeps_none_waiting_behind_it(running: Game) -> None:
    """What cannot be reminded of lies in front of what can."""
    remind_ahead(running, hours=6)
    moment = due_at(running) - timedelta(hours=6)
    front = asked(running, "red")
    OpenRequest.objects.filter(pk=front.pk).update(remind_at=moment - timedelta(hours=1), due_at=moment)
    assert do_send_reminders(moment, limit=1) == 1
    assert do_send_reminders(moment, limit=1) == 1
    assert OutgoingMail.objects.get(kind="reminder").seat.role == "black"
    assert do_send_reminders(moment, limit=1) == 0
