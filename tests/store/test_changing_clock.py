"""A clock changed in the middle of a game: nobody is robbed of time, all are told, and it is not done every day."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from games.errors import Forbidden, WrongState
from games.kernel.errors import Malformed
from games.models import Game, Notice, OpenRequest, OutgoingMail, Player
from games.persistence.clock import Clock, dump_clock
from games.persistence.metadata_visibility import MetadataVisibility
from games.selectors import notices
from games.selectors.due_work import list_due_games
from games.selectors.email_context import load_email_context
from games.selectors.games import get_game_state
from games.services.clock_changes import (
    CHANGES_WINDOW,
    MAX_CHANGES,
    MIN_TIME_LEFT,
    compute_new_due_time,
    do_change_clock,
    preview_clock_change,
)
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.reminders import do_send_reminders
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_pause, do_resume
from tests.table import asked

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 10, 20, 12, tzinfo=UTC)
"""A Tuesday, five days before the clocks go back in Berlin."""
Begin = Callable[..., Game]


@pytest.fixture
def begin(db: Any, toy: Any, anna: Player, ben: Player) -> Begin:
    def begun(**wanted: Any) -> Game:
        with time_machine.travel(START, tick=False):
            game = do_create_game(host=anna, title="toy", scenario="standard", **wanted)
            for player in (anna, ben):
                do_join_game(player=player, game_id=game.pk)
            do_start_game(player=anna, game_id=game.pk)
            do_resolve(game.pk)
        return Game.objects.get(pk=game.pk)

    return begun


def due(game: Game) -> datetime | None:
    found = asked(game, "red").due_at
    assert found == asked(game, "black").due_at
    return found


def change(by: Player, game: Game, *, after: timedelta = timedelta(0), **wanted: Any) -> Notice:
    with time_machine.travel(START + after, tick=False):
        return do_change_clock(by=by, game_id=game.pk, **wanted)


hours = st.none() | st.integers(1, 240)
passed = st.timedeltas(timedelta(0), timedelta(days=12))


@given(hours, hours, passed, st.integers(0, 1440), st.integers(0, 1440), st.sets(st.integers(1, 7)), st.integers(0, 99))
def test_nobody_is_left_with_less_than_the_rule_or_the_least(
    before: int | None, after: int | None, gone: timedelta, grace: int, graced: int, days: set[int], think: int
) -> None:
    old = Clock(grace_minutes=grace)
    at = ("18:00",) if after is None else ()
    new = Clock(at=at, weekdays=tuple(days), grace_minutes=graced, think_hours=think if at else 0)
    game = Game(deadline_hours=after, clock=dump_clock(new), time_zone="Europe/Berlin")
    had = START + timedelta(hours=before) if before else None
    row = OpenRequest(opened_at=START, due_at=had)
    present = START + gone
    found = compute_new_due_time(game, old, row, present)
    assert found is not None
    counted = present + MIN_TIME_LEFT
    ends = had + old.grace if had else counted
    assert found + new.grace >= min(ends, counted)
    assert not days or found.astimezone(BERLIN).isoweekday() in days


def test_more_time_counts_for_what_is_open(begin: Begin, anna: Player) -> None:
    game = begin(deadline_hours=24)
    change(anna, game, deadline_hours=72)
    assert due(game) == START + timedelta(hours=72)
    assert list_due_games(START + timedelta(hours=72, seconds=-1)) == []
    assert list_due_games(START + timedelta(hours=72)) == [game.pk]


@pytest.mark.parametrize(("gone", "left"), [(0, 24), (10, 34), (40, 64), (60, 72)])
def test_less_time_leaves_a_day_or_what_was_left(begin: Begin, anna: Player, gone: int, left: int) -> None:
    game = begin(deadline_hours=72)
    change(anna, game, after=timedelta(hours=gone), deadline_hours=8)
    assert due(game) == START + timedelta(hours=left)


def test_deadlines_where_there_were_none(begin: Begin, anna: Player) -> None:
    game = begin()
    change(anna, game, after=timedelta(days=30), deadline_hours=8)
    assert due(game) == START + timedelta(days=31)
    change(anna, game, after=timedelta(days=30))
    assert due(game) is None
    assert list_due_games(START + timedelta(days=99)) == []


def test_times_of_the_day_across_the_change_of_the_clocks(begin: Begin, anna: Player) -> None:
    game = begin(deadline_hours=24 * 5)
    clock = Clock(at=("18:00",), weekdays=(7,))
    change(anna, game, clock=clock, time_zone="Europe/Berlin")
    assert due(game) == datetime(2026, 10, 25, 17, tzinfo=UTC)


@pytest.mark.parametrize(("gone", "left"), [(70, 72), (10, 34)])
def test_in_a_pause_the_time_left_is_that_of_its_beginning(begin: Begin, anna: Player, gone: int, left: int) -> None:
    game = begin(deadline_hours=72)
    with time_machine.travel(START + timedelta(hours=gone), tick=False):
        do_pause(by=anna, game_id=game.pk)
    change(anna, game, after=timedelta(hours=100), deadline_hours=8)
    with time_machine.travel(START + timedelta(hours=170), tick=False):
        do_resume(by=anna, game_id=game.pk)
    assert due(game) == START + timedelta(hours=left + 170 - gone)


def test_all_are_told_the_new_rule_and_later_ones_do_not_change_it(begin: Begin, anna: Player, ben: Player) -> None:
    game = begin(deadline_hours=72)
    first = change(anna, game, deadline_hours=48, reason="Slow.")
    change(anna, game, deadline_hours=96)
    game.refresh_from_db()
    words = notices.describe_notice(game, first, "en")
    assert words.startswith("The clock of the game was changed. 48 hours for each decision.")
    assert words.endswith("Reason: Slow.")
    assert "48時間" in notices.describe_notice(game, first, "ja")
    assert any("96" in one.en for one in get_game_state(ben, game.pk).clock_description)
    letters = OutgoingMail.objects.filter(game=game, kind="notice", reference=first.pk.hex)
    assert letters.count() == 2
    assert all(load_email_context(one) for one in letters)


def test_reminders_are_set_anew(begin: Begin, anna: Player) -> None:
    game = begin(deadline_hours=24, reminder_hours=6)
    do_send_reminders(START + timedelta(hours=18))
    change(anna, game, after=timedelta(hours=19), deadline_hours=72, reminder_hours=6)
    do_send_reminders(START + timedelta(hours=65))
    assert OutgoingMail.objects.filter(kind="reminder").count() == 2
    do_send_reminders(START + timedelta(hours=66))
    assert OutgoingMail.objects.filter(kind="reminder").count() == 4


def test_so_often_and_no_more(begin: Begin, anna: Player, staff: Player) -> None:
    game = begin(deadline_hours=72)
    for hours in range(MAX_CHANGES):
        change(anna, game, after=timedelta(hours=hours), deadline_hours=71 + hours)
    with pytest.raises(WrongState):
        change(anna, game, after=CHANGES_WINDOW - timedelta(seconds=1), deadline_hours=60)
    change(staff, game, after=timedelta(days=1), deadline_hours=60)


def test_who_may_not(begin: Begin, anna: Player, ben: Player, staff: Player) -> None:
    game = begin(deadline_hours=72)
    with pytest.raises(Forbidden):
        change(ben, game, deadline_hours=24)
    Game.objects.filter(pk=game.pk).update(umpire=staff)
    with pytest.raises(Forbidden):
        change(anna, game, deadline_hours=24)


def test_when_results_come_out_stays_as_agreed(begin: Begin, anna: Player) -> None:
    """It hides who has answered: a host who plays could else look."""
    game = begin(deadline_hours=72, clock=Clock(wait=True), release_at=["18:00"], time_zone="Europe/Berlin")
    change(anna, game, deadline_hours=48)
    game.refresh_from_db()
    assert (game.clock, game.release_at) == ({"wait": True}, "18:00")
    with pytest.raises(Malformed) as raised:
        change(anna, game, deadline_hours=48, time_zone="Asia/Tokyo")
    assert [one.pointer for one in raised.value.problems] == ["/time_zone"]
    with pytest.raises(Malformed) as raised:
        change(anna, game)
    assert [one.pointer for one in raised.value.problems] == ["/clock/wait"]


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"deadline_hours": 0}, "/deadline_hours"),
        ({"deadline_hours": 24, "reminder_hours": 24}, "/reminder_hours"),
        ({"deadline_hours": 24, "clock": Clock(at=("18:00",))}, "/clock/at"),
        ({"clock": Clock(at=("25:00",))}, "/clock/at/0"),
        ({"deadline_hours": 24, "time_zone": "Europe/Atlantis"}, "/time_zone"),
    ],
)
def test_what_does_not_fit_is_named_and_changes_nothing(
    begin: Begin, anna: Player, wanted: dict[str, Any], field: str
) -> None:
    game = begin(deadline_hours=72)
    with pytest.raises(Malformed) as raised:
        change(anna, game, **wanted)
    assert [one.pointer for one in raised.value.problems] == [field]
    assert due(game) == START + timedelta(hours=72)
    assert not Notice.objects.filter(kind="clock_changed").exists()


@pytest.fixture
def unbegun(db: Any, toy: Any, anna: Player, ben: Player) -> Game:
    """Open, and both have sat down."""
    game = do_create_game(host=anna, title="toy", scenario="standard", deadline_hours=24)
    for player in (anna, ben):
        do_join_game(player=player, game_id=game.pk)
    return Game.objects.get(pk=game.pk)


def test_before_the_start_the_host_changes_it_and_who_sits_there_is_told(
    unbegun: Game, anna: Player, ben: Player
) -> None:
    notice = do_change_clock(by=anna, game_id=unbegun.pk, deadline_hours=72)
    assert OutgoingMail.objects.filter(kind="notice", reference=notice.pk.hex).count() == 2
    assert all(load_email_context(one) for one in OutgoingMail.objects.filter(kind="notice"))
    with pytest.raises(Forbidden):
        do_change_clock(by=ben, game_id=unbegun.pk, deadline_hours=1)
    with time_machine.travel(START, tick=False):
        do_start_game(player=anna, game_id=unbegun.pk)
        do_resolve(unbegun.pk)
    assert due(unbegun) == START + timedelta(hours=72)


@pytest.mark.parametrize("status", ["held", "over", "abandoned"])
def test_a_game_that_stands_still_keeps_its_clock(begin: Begin, staff: Player, status: str) -> None:
    game = begin(deadline_hours=72)
    Game.objects.filter(pk=game.pk).update(status=status)
    with pytest.raises(WrongState):
        change(staff, game, deadline_hours=24)


def test_it_is_told_beforehand_what_becomes_of_a_deadline_and_nothing_is_changed(begin: Begin, anna: Player) -> None:
    game = begin(deadline_hours=72)
    with time_machine.travel(START + timedelta(hours=10), tick=False):
        seen = preview_clock_change(by=anna, game_id=game.pk, deadline_hours=8)
    assert "8 hours" in seen.words[0].en
    moved = (START + timedelta(hours=72), START + timedelta(hours=34))
    assert [(one.seat, one.before, one.after) for one in seen.moves] == [("red", *moved), ("black", *moved)]
    assert due(game) == START + timedelta(hours=72)
    assert not Notice.objects.filter(kind="clock_changed").exists()
    change(anna, game, after=timedelta(hours=10), deadline_hours=8)
    assert due(game) == moved[1]


def test_beforehand_nobody_learns_more_than_the_games_page_shows(begin: Begin, anna: Player, staff: Player) -> None:
    game = begin(deadline_hours=72, openness=MetadataVisibility(awaited="umpire", late="umpire"))
    assert [one.seat for one in preview_clock_change(by=anna, game_id=game.pk, deadline_hours=8).moves] == ["red"]
    assert len(preview_clock_change(by=staff, game_id=game.pk, deadline_hours=8).moves) == 2


def test_beforehand_it_is_refused_as_it_would_be(begin: Begin, anna: Player, ben: Player) -> None:
    game = begin(deadline_hours=72)
    with pytest.raises(Forbidden):
        preview_clock_change(by=ben, game_id=game.pk, deadline_hours=8)
    with pytest.raises(Malformed):
        preview_clock_change(by=anna, game_id=game.pk, deadline_hours=0)
    for _ in range(MAX_CHANGES):
        change(anna, game, deadline_hours=8)
    with time_machine.travel(START, tick=False), pytest.raises(WrongState):
        preview_clock_change(by=anna, game_id=game.pk, deadline_hours=8)
