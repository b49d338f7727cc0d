"""A game's clock changed after it was opened: told to all, and nobody is left with too little time by it."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from django.db import transaction
from django.utils import timezone

from games.errors import wrong_state
from games.kernel.errors import Malformed, Problem
from games.kernel.text import Text
from games.models import Game, Notice, OpenRequest, Player
from games.selectors.access import may_umpire
from games.services import alarms, hooks
from games.services.creation import clock_problems
from games.services.umpire import timed, told
from games.stored.clock import PLAIN, Clock, allowed, clock_of, deadline, stored_clock
from games.stored.release import release_hours

Kind = Notice.Kind
Status = Game.Status

LEAST = timedelta(hours=24)
"""So long a player has at least after a change, unless less was left anyhow; longer where the clock says so."""
CHANGES = 3
CHANGES_WITHIN = timedelta(days=30)


def do_change_clock(
    *,
    by: Player,
    game_id: UUID | str,
    deadline_hours: int | None = None,
    reminder_hours: int | None = None,
    time_zone: str = "",
    clock: Clock = PLAIN,
    reason: str = "",
) -> Notice:
    """Put another rule of deadlines and reminders in place of the present one, for open questions too.

    When results come out stays as agreed (`release_at`, `clock.wait`): it hides who has answered. Raises Missing,
    Forbidden, Malformed, and WrongState, also for the host who has changed it `CHANGES` times of late.
    """
    with transaction.atomic():
        game = timed(by, game_id, Status.RUNNING, Status.PAUSED)
        old, now = clock_of(game.clock), timezone.now()
        new = msgspec.structs.replace(clock, wait=old.wait)
        _refuse_unfit(game, new, deadline_hours, reminder_hours, time_zone)
        if not may_umpire(by, game):
            _refuse_too_often(game, now)
        game.deadline_hours, game.reminder_hours, game.clock = deadline_hours, reminder_hours, stored_clock(new)
        game.time_zone = time_zone or game.time_zone
        game.save(update_fields=["deadline_hours", "reminder_hours", "clock", "time_zone"])
        _set_anew(game, old, now)
        alarms.set_alarm(game, now)
        hooks.after_commit(hooks.RESOLVE, game.pk)
        return told(game, by, Kind.CLOCK_CHANGED, reason, **_facts(game))


def _refuse_unfit(game: Game, clock: Clock, hours: int | None, reminder: int | None, zone: str) -> None:
    problems = list(clock_problems(hours, reminder, release_hours(game), msgspec.to_builtins(clock)))
    if zone and zone not in available_timezones():
        text = Text("There is no such time zone.", "その時間帯はありません。")
        problems.append(Problem("/time_zone", "time_zone", text))
    if zone not in ("", game.time_zone) and game.release_at:
        text = Text("Results come out at hours of the present one.", "結果の発表時刻に使われています。")
        problems.append(Problem("/time_zone", "fixed", text))
    if problems:
        raise Malformed(*problems)


def _refuse_too_often(game: Game, now: datetime) -> None:
    changes = Notice.objects.filter(game=game, kind=Kind.CLOCK_CHANGED, at__gt=now - CHANGES_WITHIN)
    if changes.count() >= CHANGES:
        raise wrong_state(
            f"Changed {CHANGES} times within {CHANGES_WITHIN.days} days already; ask the staff.",
            f"{CHANGES_WITHIN.days}日以内に{CHANGES}回までです。スタッフにご相談ください。",
        )


def _set_anew(game: Game, old: Clock, now: datetime) -> None:
    """Deadlines and reminders of what is open, by the new rule."""
    rows = list(OpenRequest.objects.filter(game=game, closed_at=None))
    for row in rows:
        before, row.due_at = row.due_at, due_by_new_rule(game, old, row, game.paused_at or now)
        if row.due_at != before:
            row.reminded_at = None
        fresh = row.reminded_at is None or clock_of(game.clock).remind
        row.remind_at = alarms.reminder(game, row.due_at, row.opened_at, now) if fresh else None
    OpenRequest.objects.bulk_update(rows, ["due_at", "remind_at", "reminded_at"])


def due_by_new_rule(game: Game, old: Clock, row: OpenRequest, present: datetime) -> datetime | None:
    """When an open question is due now: as if it had been asked under the new rule, but not before the old deadline
    with its grace or `LEAST` from the `present` (of a paused game: when its clocks stopped), whichever comes first."""
    clock, zone = clock_of(game.clock), ZoneInfo(game.time_zone)
    given = deadline(clock, game.deadline_hours, zone, row.opened_at)
    if given is None:
        return None
    least = present + max(LEAST, timedelta(hours=clock.think_hours))
    if row.due_at is not None:
        least = min(row.due_at + max(old.grace - clock.grace, timedelta(0)), least)
    return given if given >= least else allowed(clock, zone, least)


def _facts(game: Game) -> dict[str, Any]:
    """The new rule as it was told; later ones do not change what was."""
    return {
        "deadline_hours": game.deadline_hours,
        "reminder_hours": game.reminder_hours,
        "release_at": list(release_hours(game)),
        "time_zone": game.time_zone,
        "clock": game.clock,
    }
