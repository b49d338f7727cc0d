"""A game's clock changed after it was opened: told to all, and nobody is left with too little time by it."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from games.errors import wrong_state
from games.kernel.errors import Malformed, Problem
from games.kernel.text import Text
from games.models import Game, Notice, OpenRequest, Player
from games.selectors.access import may_change_clock, may_umpire
from games.selectors.games import agreed_time, game_state
from games.services import alarms, hooks
from games.services.creation import clock_problems
from games.services.umpire import timed, told
from games.stored.clock import PLAIN, Clock, allowed, clock_of, deadline, stored_clock
from games.stored.release import release_hours
from games.time_zones import time_zones

Kind = Notice.Kind
Status = Game.Status

LEAST = timedelta(hours=24)
"""So long a player has at least after a change, unless less was left anyhow; longer where the clock says so."""
CHANGES = 3
CHANGES_WITHIN = timedelta(days=30)


class _Rule(NamedTuple):
    deadline_hours: int | None
    reminder_hours: int | None
    time_zone: str
    clock: Clock


class Moved(Struct, frozen=True):
    """The deadline of a seat's open question before and after a change of the clock; None: there is none."""

    seat: str
    before: datetime | None
    after: datetime | None


class ClockPreview(Struct, frozen=True):
    """What a change would bring about: the new rule in words, and the open deadlines that the reader may see."""

    words: tuple[Text, ...]
    moves: tuple[Moved, ...]


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

    When results come out stays as agreed (`release_at`, `clock.wait`): it hides who has answered. Before the start
    whoever manages the game may, later who keeps its time. Raises Missing, Forbidden, Malformed, and WrongState, also
    for the host who has changed it `CHANGES` times of late.
    """
    with transaction.atomic():
        now = timezone.now()
        rule = _Rule(deadline_hours, reminder_hours, time_zone, clock)
        game, old = _under_new_rule(by, game_id, now, rule)
        game.save(update_fields=["deadline_hours", "reminder_hours", "clock", "time_zone"])
        _set_anew(game, old, now)
        alarms.set_alarm(game, now)
        if game.status != Status.OPEN:
            hooks.after_commit(hooks.RESOLVE, game.pk)
        return told(game, by, Kind.CLOCK_CHANGED, reason, **_facts(game))


def preview_clock(
    *,
    by: Player,
    game_id: UUID | str,
    deadline_hours: int | None = None,
    reminder_hours: int | None = None,
    time_zone: str = "",
    clock: Clock = PLAIN,
) -> ClockPreview:
    """What `do_change_clock` would bring about now. Changes nothing; raises as that does."""
    with transaction.atomic():
        now = timezone.now()
        rule = _Rule(deadline_hours, reminder_hours, time_zone, clock)
        game, old = _under_new_rule(by, game_id, now, rule)
        shown = {one.seat for one in game_state(by, game.pk).awaited}
        rows = OpenRequest.objects.filter(game=game, closed_at=None, seat__role__in=shown).select_related("seat")
        moves = [
            Moved(row.seat.role, row.due_at, due_by_new_rule(game, old, row, game.paused_at or now))
            for row in rows.order_by("seat__position")
        ]
        return ClockPreview(agreed_time(game), tuple(moves))


def _under_new_rule(by: Player, game_id: UUID | str, now: datetime, rule: _Rule) -> tuple[Game, Clock]:
    """The game's locked row under another rule, unsaved, and the clock that it had. Raises as `do_change_clock`."""
    game = timed(by, game_id, Status.OPEN, Status.RUNNING, Status.PAUSED, may=may_change_clock)
    old = clock_of(game.clock)
    new = msgspec.structs.replace(rule.clock, wait=old.wait)
    _refuse_unfit(game, new, rule.deadline_hours, rule.reminder_hours, rule.time_zone)
    if not may_umpire(by, game):
        _refuse_too_often(game, now)
    game.deadline_hours, game.reminder_hours, game.clock = rule.deadline_hours, rule.reminder_hours, stored_clock(new)
    game.time_zone = rule.time_zone or game.time_zone
    return game, old


def _refuse_unfit(game: Game, clock: Clock, hours: int | None, reminder: int | None, zone: str) -> None:
    problems = list(clock_problems(hours, reminder, release_hours(game), msgspec.to_builtins(clock)))
    if zone and zone not in time_zones():
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
