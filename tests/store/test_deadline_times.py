"""Deadlines and reminders to the second: moved, paused, cancelled; and who is reminded of what."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.errors import WrongState
from games.kernel.errors import Malformed
from games.models import Game, Notice, OpenRequest, OutgoingMail, Player, Seat
from games.persistence.clock import Clock, dump_clock
from games.services import alarms, clock_changes, triggers
from games.services.alarms import (
    compute_due_time,
    compute_reminder,
    do_claim_games,
    move_deadlines,
    resume_clocks,
    set_alarm,
    stop_clocks,
)
from games.services.clock_changes import compute_new_due_time, do_change_clock
from games.services.reminders import do_send_reminders
from games.services.resolve.missed_deadlines import extend_deadlines_of_absent
from games.services.umpire import do_extend

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)


@pytest.fixture
def game(running: Game) -> Game:
    """Both are asked since noon and have until two days later; reminders come six hours before that."""
    Game.objects.update(deadline_hours=48, reminder_hours=6)
    OpenRequest.objects.update(opened_at=NOW, due_at=NOW + 2 * DAY, remind_at=NOW + 2 * DAY - 6 * HOUR)
    return Game.objects.get(pk=running.pk)


def row(game: Game, role: str = "red") -> OpenRequest:
    return OpenRequest.objects.get(game=game, seat__role=role, closed_at=None)


def change(game: Game, role: str = "red", **fields: Any) -> None:
    OpenRequest.objects.filter(pk=row(game, role).pk).update(**fields)


def clock(game: Game, **fields: Any) -> Game:
    game.clock = dump_clock(Clock(**fields))
    game.save(update_fields=["clock"])
    return game


# --- moved


def test_more_time_moves_deadlines_and_reminders_that_are_to_come(game: Game) -> None:
    change(game, "black", reminded_at=NOW, remind_at=None)
    assert move_deadlines(game, 3 * HOUR, remind_again=False) == 2
    assert (row(game).due_at, row(game).remind_at) == (NOW + 2 * DAY + 3 * HOUR, NOW + 2 * DAY - 3 * HOUR)
    black = row(game, "black")
    assert (black.due_at, black.remind_at, black.reminded_at) == (NOW + 2 * DAY + 3 * HOUR, None, NOW)
    assert move_deadlines(game, HOUR, remind_again=True) == 2
    black = row(game, "black")
    assert (black.due_at, black.remind_at, black.reminded_at) == (
        NOW + 2 * DAY + 4 * HOUR,
        NOW + 2 * DAY - 2 * HOUR,
        None,
    )


def test_what_has_no_deadline_or_is_closed_is_not_moved(game: Game) -> None:
    change(game, due_at=None, remind_at=None)
    closed = row(game, "black").pk
    OpenRequest.objects.filter(pk=closed).update(closed_at=NOW, reminded_at=NOW)
    for kind in ({}, {"remind": True}):
        assert move_deadlines(clock(game, **kind), HOUR, remind_again=True) == 0
        assert (row(game).due_at, row(game).remind_at) == (None, None)
        left = OpenRequest.objects.get(pk=closed)
        assert (left.due_at, left.reminded_at) == (NOW + 2 * DAY, NOW)


def test_without_a_wish_for_reminders_none_is_set(game: Game) -> None:
    game.reminder_hours = None
    OpenRequest.objects.update(remind_at=None)
    assert move_deadlines(game, HOUR, remind_again=True) == 2
    assert row(game).remind_at is None


@pytest.mark.parametrize(
    ("scaled", "again", "wanted"), [(True, False, True), (False, False, False), (False, True, True)]
)
def test_with_a_clock_who_was_reminded_is_so_again_where_that_is_scaled_or_wished_for(
    game: Game, scaled: bool, again: bool, wanted: bool
) -> None:
    clock(game, grace_minutes=5, remind=scaled)
    change(game, reminded_at=NOW, remind_at=None)
    with time_machine.travel(NOW, tick=False):
        assert move_deadlines(game, 3 * HOUR, remind_again=again) == 2
    due = NOW + 2 * DAY + 3 * HOUR
    assert row(game).due_at == due
    assert row(game).remind_at == ((due - 6 * HOUR) if wanted else None)
    assert row(game, "black").remind_at == due - 6 * HOUR
    assert row(game).reminded_at == (None if again else NOW)


# --- when


def test_when_a_question_is_due_and_its_reader_reminded(game: Game) -> None:
    assert compute_due_time(game, NOW) == NOW + 2 * DAY
    due = NOW + 2 * DAY
    assert compute_reminder(game, due, NOW, NOW) == due - 6 * HOUR
    assert compute_reminder(game, None, NOW, NOW) is None
    assert compute_reminder(game, NOW + 6 * HOUR, NOW, NOW) == NOW
    clock(game, at=("12:00",))
    assert compute_reminder(game, NOW + 6 * HOUR, NOW, NOW) is None
    assert compute_reminder(game, NOW + 6 * HOUR + SECOND, NOW, NOW) == NOW + SECOND
    clock(game, remind=True)
    assert compute_reminder(game, due, NOW, NOW) == due - 6 * HOUR
    assert compute_reminder(game, due, NOW, due - 6 * HOUR) == due - HOUR
    game.reminder_hours = None
    assert compute_reminder(clock(game), due, NOW, NOW) is None
    game.deadline_hours = None
    assert compute_due_time(game, NOW) is None


@pytest.mark.parametrize("status", ["running", "paused", "held", "over"])
def test_an_alarm_is_set_by_what_is_stored(game: Game, status: str) -> None:
    change(game, ready=True, due_at=NOW + HOUR)
    game.status, game.paused_until, game.due_from, game.wake_at = status, NOW + DAY, None, NOW
    set_alarm(game, NOW)
    wanted = {"running": NOW + HOUR, "paused": NOW + DAY}.get(status)
    assert game.wake_at == Game.objects.get().wake_at == wanted
    alarms.clear_alarm(game)
    assert game.wake_at == (NOW + DAY if status == "paused" else None)
    Game.objects.update(wake_at=NOW)
    game.wake_at = NOW
    alarms.clear_alarm(game)
    assert Game.objects.get().wake_at == (NOW + DAY if status == "paused" else None)


@pytest.mark.parametrize(
    ("seat", "ready", "at_once"),
    [
        ({"bot": "random"}, False, True),
        ({"stand_in": "random"}, False, True),
        ({"bot": "random"}, True, False),
        ({"stand_in": "random"}, True, False),
        ({}, False, False),
    ],
)
def test_a_game_whose_bots_are_asked_is_looked_at_at_once(
    game: Game, seat: dict[str, str], ready: bool, at_once: bool
) -> None:
    Seat.objects.filter(game=game, role="red").update(**seat)
    change(game, ready=ready)
    game.due_from = None
    set_alarm(game, NOW)
    assert game.wake_at == (NOW if at_once else NOW + 2 * DAY)
    clock(game, grace_minutes=5)
    set_alarm(game, NOW + 2 * DAY)
    assert game.wake_at == (NOW + 2 * DAY if at_once else NOW + 2 * DAY + timedelta(minutes=5))


def test_a_pause_takes_the_time_that_it_lasts(game: Game) -> None:
    stop_clocks(game, NOW, NOW + DAY)
    stored = Game.objects.get()
    assert (stored.status, stored.paused_at, stored.paused_until, stored.wake_at) == (
        "paused",
        NOW,
        NOW + DAY,
        NOW + DAY,
    )
    resume_clocks(game, NOW + 5 * HOUR)
    stored = Game.objects.get()
    assert (stored.status, stored.paused_at, stored.paused_until) == ("running", None, None)
    assert stored.due_from == stored.wake_at == NOW + 5 * HOUR
    assert row(game).due_at == NOW + 2 * DAY + 5 * HOUR
    stop_clocks(game, NOW)
    assert (Game.objects.get().paused_until, Game.objects.get().wake_at) == (None, None)


def test_after_a_pause_results_come_out_at_their_hour_and_deadlines_fall_where_they_may(game: Game) -> None:
    game.release_at = "18:00"
    clock(game, at=("12:00",))
    game.save()
    stop_clocks(game, NOW)
    with time_machine.travel(NOW + 5 * HOUR, tick=False):
        resume_clocks(game, NOW + 5 * HOUR)
    assert Game.objects.get().due_from == NOW + 6 * HOUR
    assert (row(game).due_at, row(game).remind_at) == (NOW + 3 * DAY, NOW + 3 * DAY - 6 * HOUR)


def test_so_many_games_are_claimed_at_a_time_and_left_alone_for_half_a_minute(game: Game) -> None:
    Game.objects.update(wake_at=NOW)
    assert do_claim_games(NOW - SECOND) == []
    assert do_claim_games(NOW, limit=0) == []
    assert do_claim_games(NOW) == [game.pk]
    assert Game.objects.get().wake_at == NOW + 30 * SECOND


# --- reminded


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    monkeypatch.setattr(triggers, "trigger_after_commit", lambda name, game_id: found.append((name, game_id)))
    return found


def reminders() -> list[tuple[str, str, int, int]]:
    rows = OutgoingMail.objects.filter(kind="reminder").select_related("seat").order_by("pk")
    return [(one.seat.role if one.seat else "", one.reference, one.stop, one.seat_stop) for one in rows]


def test_who_has_not_answered_is_reminded_once(game: Game, hints: list[tuple[str, object]]) -> None:
    at = NOW + 2 * DAY - 6 * HOUR
    change(game, "black", ready=True)
    assert do_send_reminders(at - SECOND) == 0
    assert hints == []
    assert do_send_reminders(at) == 1
    red = row(game)
    assert (red.remind_at, red.reminded_at) == (None, at)
    assert reminders() == [("red", red.pk.hex, red.stop, red.seat_stop)]
    assert hints == [("mail", game.pk)]
    assert do_send_reminders(at) == 0
    assert row(game, "black").reminded_at is None
    for moment, reminded in ((NOW - SECOND, 0), (NOW, 1)):
        change(game, remind_at=NOW)
        with time_machine.travel(moment, tick=False):
            assert do_send_reminders() == reminded


WANTED: dict[str, tuple[Callable[[Game], Any], bool]] = {
    "as it is": (lambda game: None, True),
    "paused": (lambda game: Game.objects.update(status="paused"), False),
    "nobody there": (lambda game: Seat.objects.filter(role="red").update(player=None), False),
    "no deadline": (lambda game: change(game, due_at=None), False),
    "too late": (lambda game: change(game, due_at=NOW), False),
    "at the last moment": (lambda game: change(game, due_at=NOW + SECOND), True),
}


@pytest.mark.parametrize("what", WANTED)
def test_nobody_is_reminded_in_vain(game: Game, hints: list[tuple[str, object]], what: str) -> None:
    how, wanted = WANTED[what]
    change(game, remind_at=NOW)
    how(game)
    assert do_send_reminders(NOW) == 1
    assert bool(reminders()) is bool(hints) is wanted
    assert (row(game).remind_at, row(game).reminded_at) == (None, NOW if wanted else None)


def test_scaled_reminders_follow_and_each_is_another_letter(game: Game) -> None:
    clock(game, remind=True)
    due = NOW + 2 * DAY
    assert do_send_reminders(due - 6 * HOUR) == 2
    assert (row(game).remind_at, row(game).reminded_at) == (due - HOUR, due - 6 * HOUR)
    assert do_send_reminders(due - HOUR) == 2
    assert row(game).remind_at is None
    names = {row(game, role).pk.hex for role in ("red", "black")}
    assert {reference for _, reference, *_ in reminders()} == names | {f"{name}+1" for name in names}


# --- more time by a host


def test_a_host_gives_two_weeks_in_sixty_days(game: Game, anna: Player, staff: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        do_extend(by=anna, game_id=game.pk, hours=14 * 24)
        with pytest.raises(WrongState, match="0 hours are left"):
            do_extend(by=anna, game_id=game.pk, hours=1)
        do_extend(by=staff, game_id=game.pk, hours=1)
    Notice.objects.filter(author=anna).update(facts={"hours": 14 * 24 - 5})
    with time_machine.travel(NOW + 60 * DAY - SECOND, tick=False):
        with pytest.raises(WrongState, match="5 hours are left"):
            do_extend(by=anna, game_id=game.pk, hours=6)
        do_extend(by=anna, game_id=game.pk, hours=5)
    with time_machine.travel(NOW + 60 * DAY, tick=False):
        with pytest.raises(WrongState, match="331 hours are left"):
            do_extend(by=anna, game_id=game.pk, hours=332)
        do_extend(by=anna, game_id=game.pk, hours=331)


# --- another clock


@pytest.mark.parametrize(
    ("fields", "due", "wanted"),
    [
        ({"deadline_hours": None}, 48, None),
        ({"deadline_hours": 72}, 48, 72),
        ({"deadline_hours": 12}, 48, 34),
        ({"deadline_hours": 12}, 20, 20),
        ({"deadline_hours": 34}, 48, 34),
        ({"deadline_hours": 12}, None, 34),
        ({"deadline_hours": 12, "clock": {"think_hours": 30}}, 48, 40),
        ({"deadline_hours": 12, "clock": {"think_hours": 20}}, 48, 34),
        ({"deadline_hours": 12, "clock": {"grace_minutes": 60}}, 20, 20),
    ],
)
def test_nobody_has_less_than_a_day_or_what_was_left(
    game: Game, fields: dict[str, Any], due: int | None, wanted: int | None
) -> None:
    """Ten hours after it was asked; in hours from then."""
    for name, value in fields.items():
        setattr(game, name, value)
    due_at = None if due is None else NOW + due * HOUR
    found = OpenRequest(seat=game.seats.get(role="red"), opened_at=NOW, due_at=due_at)
    after = compute_new_due_time(game, Clock(), found, NOW + 10 * HOUR)
    assert after == (None if wanted is None else NOW + wanted * HOUR)


def test_a_grace_that_is_less_is_made_good_and_one_that_is_more_takes_nothing(game: Game) -> None:
    game.deadline_hours = 12
    found = OpenRequest(opened_at=NOW, due_at=NOW + 20 * HOUR)
    for old, new, hours in ((120, 60, 21), (60, 120, 20), (60, 60, 20)):
        clock(game, grace_minutes=new)
        assert compute_new_due_time(game, Clock(grace_minutes=old), found, NOW + 10 * HOUR) == NOW + hours * HOUR


def test_a_clock_is_changed_for_open_questions_too_and_it_is_told(
    game: Game, staff: Player, hints: list[tuple[str, object]]
) -> None:
    change(game, reminded_at=NOW, remind_at=None)
    change(game, "black", reminded_at=NOW, remind_at=None, due_at=NOW + 72 * HOUR)
    with time_machine.travel(NOW + HOUR, tick=False):
        notice = do_change_clock(
            by=staff, game_id=game.pk, deadline_hours=72, reminder_hours=2, time_zone="Asia/Tokyo", reason="x" * 501
        )
    stored = Game.objects.get()
    assert (stored.deadline_hours, stored.reminder_hours, stored.time_zone, stored.clock) == (72, 2, "Asia/Tokyo", {})
    assert (row(game).due_at, row(game).remind_at, row(game).reminded_at) == (NOW + 72 * HOUR, NOW + 70 * HOUR, None)
    black = row(game, "black")
    assert (black.due_at, black.remind_at, black.reminded_at) == (NOW + 72 * HOUR, None, NOW)
    assert stored.wake_at == NOW + 72 * HOUR
    assert notice.facts == {
        "reason": "x" * 500, "deadline_hours": 72, "reminder_hours": 2, "release_at": [], "time_zone": "Asia/Tokyo",
        "clock": {},
    }  # fmt: skip
    assert sorted(name for name, _ in hints) == ["mail", "resolve"]


def test_before_the_start_nothing_goes_on_because_of_a_clock(
    announced: Game, anna: Player, hints: list[tuple[str, object]]
) -> None:
    do_change_clock(by=anna, game_id=announced.pk, deadline_hours=12)
    assert [name for name, _ in hints] == ["mail"]


def test_a_zone_is_one_that_there_is_and_stays_where_results_come_out_by_it(game: Game, staff: Player) -> None:
    def fails(zone: str) -> list[tuple[str, str]]:
        with pytest.raises(Malformed) as refusal:
            do_change_clock(by=staff, game_id=game.pk, deadline_hours=12, time_zone=zone)
        return [(one.pointer, one.code) for one in refusal.value.problems]

    assert fails("Sea/North") == [("/time_zone", "time_zone")]
    Game.objects.update(release_at="18:00")
    assert fails("Asia/Tokyo") == [("/time_zone", "fixed")]
    assert fails("Sea/North") == [("/time_zone", "time_zone"), ("/time_zone", "fixed")]
    for zone in ("", game.time_zone):
        do_change_clock(by=staff, game_id=game.pk, deadline_hours=12, time_zone=zone)
    assert Game.objects.get().time_zone == game.time_zone


def test_a_host_changes_a_clock_three_times_in_thirty_days(game: Game, anna: Player, staff: Player) -> None:
    assert (clock_changes.MAX_CHANGES, clock_changes.CHANGES_WINDOW) == (3, 30 * DAY)
    for hours in range(3):
        with time_machine.travel(NOW + hours * HOUR, tick=False):
            do_change_clock(by=anna, game_id=game.pk, deadline_hours=12)
    with time_machine.travel(NOW + 30 * DAY - SECOND, tick=False):
        with pytest.raises(WrongState, match="3 times within 30 days"):
            do_change_clock(by=anna, game_id=game.pk, deadline_hours=12)
        do_change_clock(by=staff, game_id=game.pk, deadline_hours=12)
    with time_machine.travel(NOW + 30 * DAY + HOUR, tick=False):
        do_change_clock(by=anna, game_id=game.pk, deadline_hours=12)


# --- away


@pytest.mark.parametrize(
    ("due", "ready", "grace", "hours", "moved"),
    [
        (0, False, 0, 48, 24),
        (0, False, 0, 5, 5),
        (0, False, 0, None, 24),
        (1, False, 0, 48, None),
        (0, True, 0, 48, None),
        (0, False, 5, 48, None),
        (-300, False, 5, 48, 24),
    ],
)
def test_a_deadline_that_runs_out_on_a_vacation_comes_after_it(
    game: Game, anna: Player, due: int, ready: bool, grace: int, hours: int | None, moved: int | None
) -> None:
    game.deadline_hours = hours
    clock(game, grace_minutes=grace)
    Player.objects.filter(pk=anna.pk).update(vacation_from=NOW.date(), vacation_until=NOW.date() + DAY)
    change(game, due_at=NOW + due * SECOND, ready=ready, reminded_at=NOW)
    change(game, "black", due_at=NOW - SECOND, reminded_at=NOW)
    extend_deadlines_of_absent(game, [row(game), row(game, "black")], NOW)
    back = datetime(2027, 3, 12, tzinfo=UTC)
    assert row(game, "black").due_at == NOW - SECOND
    assert row(game, "black").reminded_at == NOW
    if moved is None:
        assert (row(game).due_at, row(game).reminded_at) == (NOW + due * SECOND, NOW)
    else:
        assert (row(game).due_at, row(game).reminded_at) == (back + moved * HOUR, None)
        assert row(game).remind_at == back + (moved - 6) * HOUR
