"""The clock of a game: right on every day of every zone, in words, and kept by what is played."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.errors import Malformed
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.persistence.clock import (
    Clock,
    compute_deadline,
    compute_next_reminder,
    next_allowed_moment,
    next_clock_time,
)
from games.persistence.clock_text import describe_clock
from games.selectors.due_work import find_overlooked_games, list_due_games
from games.selectors.email_context import load_email_context
from games.selectors.games import get_game_state
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.reminders import do_send_reminders
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_extend, do_pause, do_resume
from tests.table import answer, asked

BERLIN, NEW_YORK, HOWE = (ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe"))
ZONES = [ZoneInfo(name) for name in sorted(available_timezones())]
TUESDAY = datetime(2026, 3, 3, 12, tzinfo=UTC)

times = st.builds(lambda hour, minute: f"{hour:02}:{minute:02}", st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
clocks = st.builds(
    Clock,
    at=st.lists(times, min_size=1, max_size=4, unique=True).map(tuple),
    weekdays=st.sets(st.integers(1, 7), max_size=7).map(lambda days: tuple(sorted(days))),
    think_hours=st.integers(0, 24 * 14),
)
moments = st.integers(789_000_000, 2_366_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
"""From 1995 to 2044."""
zones = st.sampled_from(ZONES)


@given(clocks, zones, moments)
def test_a_time_of_the_day_is_due_on_an_allowed_day_after_time_to_think(
    clock: Clock, zone: ZoneInfo, asked_at: datetime
) -> None:
    due = compute_deadline(clock, None, zone, asked_at)
    assert due is not None
    local = due.astimezone(zone)
    assert due > asked_at + timedelta(hours=clock.think_hours)
    assert not clock.weekdays or local.isoweekday() in clock.weekdays
    said = {datetime.combine(local.date(), time.fromisoformat(one), zone) for one in clock.at}
    assert due in {one.astimezone(UTC) for one in said}


@given(clocks, zones, moments)
def test_none_is_passed_over_and_each_comes_once(clock: Clock, zone: ZoneInfo, asked_at: datetime) -> None:
    """What is due next, asked at any moment before it, is the same; and then comes another."""
    plain = Clock(at=clock.at, weekdays=clock.weekdays)
    first = next_clock_time(plain, zone, asked_at)
    assert next_clock_time(plain, zone, asked_at + (first - asked_at) / 2) == first
    assert next_clock_time(plain, zone, first) > first


@given(st.integers(1, 24 * 60), st.sets(st.integers(1, 7), min_size=1).map(tuple), zones, moments)
def test_hours_that_end_on_another_day_last_until_the_next_that_is_allowed(
    hours: int, weekdays: tuple[int, ...], zone: ZoneInfo, asked_at: datetime
) -> None:
    clock = Clock(weekdays=weekdays)
    due = compute_deadline(clock, hours, zone, asked_at)
    assert due is not None
    assert timedelta(hours=hours) <= due - asked_at <= timedelta(hours=hours, days=9)
    assert due.astimezone(zone).isoweekday() in weekdays
    assert next_allowed_moment(clock, zone, due) == due


def local(zone: ZoneInfo, *when: int) -> datetime:
    return datetime(*when, tzinfo=zone).astimezone(UTC)  # type: ignore[arg-type]  # year to minute


@pytest.mark.parametrize(
    ("zone", "at", "after", "due"),
    [
        (BERLIN, "18:00", local(BERLIN, 2026, 3, 28, 18), datetime(2026, 3, 29, 16, tzinfo=UTC)),
        (BERLIN, "18:00", local(BERLIN, 2026, 10, 24, 18), datetime(2026, 10, 25, 17, tzinfo=UTC)),
        (BERLIN, "02:30", local(BERLIN, 2026, 3, 28, 12), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (BERLIN, "02:30", local(BERLIN, 2026, 10, 24, 12), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        (BERLIN, "02:30", datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 26, 1, 30, tzinfo=UTC)),
        (NEW_YORK, "02:30", local(NEW_YORK, 2026, 3, 7, 12), datetime(2026, 3, 8, 7, 30, tzinfo=UTC)),
        (HOWE, "02:15", local(HOWE, 2026, 10, 3, 12), datetime(2026, 10, 3, 15, 45, tzinfo=UTC)),
    ],
)
def test_both_changes_of_the_clocks(zone: ZoneInfo, at: str, after: datetime, due: datetime) -> None:
    """What is left out comes all the same, what comes twice counts once, and six in the evening stays so."""
    assert next_clock_time(Clock(at=(at,)), zone, after) == due


def test_hours_are_hours_that_pass() -> None:
    before = local(BERLIN, 2026, 3, 28, 18)
    assert compute_deadline(Clock(), 24, BERLIN, before) == local(BERLIN, 2026, 3, 29, 19)


def test_a_day_that_a_zone_left_out_has_no_deadline() -> None:
    """Samoa had no 30 December 2011, a Friday."""
    apia = ZoneInfo("Pacific/Apia")
    due = next_clock_time(Clock(at=("18:00",), weekdays=(5,)), apia, local(apia, 2011, 12, 29, 12))
    assert due == local(apia, 2012, 1, 6, 18)


@given(moments, st.integers(0, 24 * 30), st.integers(0, 24 * 30))
def test_reminders_fall_between_now_and_the_deadline(asked_at: datetime, hours: int, passed: int) -> None:
    due, now = asked_at + timedelta(hours=hours), asked_at + timedelta(hours=passed)
    found = compute_next_reminder(asked_at, due, now)
    assert found is None or now < found < due
    assert found is None or found > asked_at


@pytest.mark.parametrize(
    ("hours", "before"), [(96, [24, 3]), (72, [24, 3]), (71, [6, 1]), (24, [6, 1]), (8, [1]), (2, [0.25]), (0.5, [])]
)
def test_more_time_more_reminders(hours: float, before: list[float]) -> None:
    due = TUESDAY + timedelta(hours=hours)
    found, now = [], TUESDAY
    while (moment := compute_next_reminder(TUESDAY, due, now)) is not None:
        found.append((due - moment) / timedelta(hours=1))
        now = moment
    assert found == before


def test_the_clock_in_words() -> None:
    clock = Clock(at=("07:00", "19:00"), weekdays=(1, 3), think_hours=12, grace_minutes=30, wait=True, remind=True)
    said = describe_clock(clock, None, None, ("20:00",), "Asia/Tokyo")
    text = " ".join(one.en for one in said)
    for words in ("07:00 and 19:00 (Asia/Tokyo)", "Monday and Wednesday", "12 hours", "30 minutes", "wait", "20:00"):
        assert words in text
    assert "月曜日、水曜日" in " ".join(one.ja for one in said)
    assert all(one.en and one.ja for one in said)
    assert [one.en for one in describe_clock(Clock(), None, None, (), "UTC")] == ["There is no deadline."]


Begin = Callable[..., Game]


@pytest.fixture
def begin(toy: Any, anna: Player, ben: Player, db: None) -> Begin:
    """Begin a game of two with this clock; the questions are open."""

    def do(clock: Clock, **wishes: Any) -> Game:
        game = do_create_game(host=anna, title="toy", scenario="standard", clock=clock, **wishes)
        for player in (anna, ben):
            do_join_game(player=player, game_id=game.pk)
        do_start_game(player=anna, game_id=game.pk)
        do_resolve(game.pk)
        game.refresh_from_db()
        return game

    return do


def due_of(game: Game) -> datetime:
    found = asked(game, "red").due_at
    assert found is not None
    return found


def test_decisions_are_due_at_the_times_of_the_game(begin: Begin) -> None:
    with time_machine.travel(TUESDAY, tick=False):
        game = begin(Clock(at=("18:00",), weekdays=(1, 5), think_hours=20), time_zone="Europe/Berlin")
    assert due_of(game) == local(BERLIN, 2026, 3, 6, 18)


def test_grace_passes_before_a_default_is_played_and_answers_still_count(begin: Begin) -> None:
    game = begin(Clock(grace_minutes=30), deadline_hours=24)
    due = due_of(game)
    assert not do_resolve(game.pk, now=due + timedelta(minutes=29)).has_advanced
    assert find_overlooked_games(due + timedelta(minutes=29), start=game.pk) == []
    assert list_due_games(due + timedelta(minutes=30)) == [game.pk]
    with time_machine.travel(due + timedelta(minutes=20), tick=False):
        answer(game, "red")
    assert do_resolve(game.pk, now=due + timedelta(minutes=30)).has_advanced
    outcomes = dict(OpenRequest.objects.filter(closed_at__isnull=False).values_list("seat__role", "outcome"))
    assert outcomes == {"red": "answered", "black": "default"}


def test_a_clock_that_waits_lets_nothing_out_before_the_deadline(begin: Begin) -> None:
    game = begin(Clock(wait=True), deadline_hours=24)
    due = due_of(game)
    answer(game, "red")
    receipt = answer(game, "black")
    assert receipt.closes == "when_all_answered"
    assert list_due_games() == []
    assert find_overlooked_games(due - timedelta(minutes=1), start=game.pk) == []
    assert not do_resolve(game.pk, now=due - timedelta(seconds=1)).has_advanced
    assert list_due_games(due) == [game.pk]
    assert do_resolve(game.pk, now=due).has_advanced


def test_a_clock_that_waits_waits_for_no_deadline_where_there_is_none(begin: Begin) -> None:
    game = begin(Clock(wait=True), deadline_hours=24)
    OpenRequest.objects.update(due_at=None)
    answer(game, "red")
    assert not do_resolve(game.pk).has_advanced
    answer(game, "black")
    assert do_resolve(game.pk).has_advanced


def test_without_it_the_game_goes_on_when_all_are_ready(begin: Begin) -> None:
    game = begin(Clock(grace_minutes=30), deadline_hours=24)
    answer(game, "red")
    answer(game, "black")
    assert list_due_games() == [game.pk]
    assert do_resolve(game.pk).has_advanced


def test_scaled_reminders_follow_each_other_and_each_is_a_letter(begin: Begin) -> None:
    game = begin(Clock(remind=True), deadline_hours=72)
    due = due_of(game)
    answer(game, "black")
    for hours, count in ((25, 0), (24, 1), (4, 1), (3, 2), (1, 2)):
        do_send_reminders(due - timedelta(hours=hours))
        mails = OutgoingMail.objects.filter(kind="reminder")
        assert mails.count() == count
        assert {mail.seat.role for mail in mails} <= {"red"}
    assert all(load_email_context(mail) for mail in mails)
    assert len({mail.message_id for mail in mails}) == 2


def test_a_reminder_after_an_extension_is_another_letter(begin: Begin, staff: Player) -> None:
    game = begin(Clock(), deadline_hours=24, reminder_hours=6)
    do_send_reminders(due_of(game) - timedelta(hours=6))
    do_extend(by=staff, game_id=game.pk, hours=24)
    do_send_reminders(due_of(game) - timedelta(hours=6))
    assert OutgoingMail.objects.filter(kind="reminder").count() == 4


def test_after_a_pause_deadlines_fall_where_the_clock_lets_them(begin: Begin, staff: Player) -> None:
    with time_machine.travel(TUESDAY, tick=False) as clock:
        game = begin(Clock(at=("18:00",), remind=True), time_zone="Europe/Berlin")
        assert due_of(game) == local(BERLIN, 2026, 3, 3, 18)
        do_pause(by=staff, game_id=game.pk)
        clock.shift(timedelta(hours=30))
        do_resume(by=staff, game_id=game.pk)
        assert due_of(game) == local(BERLIN, 2026, 3, 5, 18)


@pytest.mark.parametrize(
    ("clock", "hours", "field"),
    [
        (Clock(at=("6",)), None, "/clock/at/0"),
        (Clock(at=("06:00",)), 24, "/clock/at"),
        (Clock(think_hours=3), 24, "/clock/think_hours"),
        (Clock(grace_minutes=3), None, "/clock/grace_minutes"),
        (Clock(wait=True), None, "/clock/wait"),
        (Clock(remind=True), None, "/clock/remind"),
        (Clock(weekdays=(8,)), 24, "/clock/weekdays/0"),
    ],
)
def test_what_does_not_fit_is_named(toy: Any, anna: Player, clock: Clock, hours: int | None, field: str) -> None:
    with pytest.raises(Malformed) as raised:
        do_create_game(host=anna, title="toy", scenario="standard", deadline_hours=hours, clock=clock)
    assert [problem.pointer for problem in raised.value.problems] == [field]
    assert not Game.objects.exists()


def test_the_game_says_what_was_agreed_on(begin: Begin, anna: Player) -> None:
    game = begin(Clock(grace_minutes=30), deadline_hours=24)
    state = get_game_state(anna, game.pk)
    assert state.clock == Clock(grace_minutes=30)
    assert any("30" in one.ja for one in state.clock_description)


def test_one_hour_is_no_hours() -> None:
    (first, *_others) = describe_clock(Clock(), 1, None, (), "UTC")
    assert (first.en, first.ja) == ("One hour for each decision.", "1つの決定につき1時間です。")
