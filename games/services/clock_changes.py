"""Change the deadline and reminder rules of an open or running game; notify all players and leave each enough time."""

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
from games.persistence.clock import (
    DEFAULT_CLOCK,
    Clock,
    compute_deadline,
    dump_clock,
    load_clock,
    next_allowed_moment,
)
from games.persistence.release_hours import load_release_hours
from games.selectors.access import may_change_clock, may_umpire
from games.selectors.games import describe_time_rules, get_game_state
from games.services import alarms, triggers
from games.services.creation import clock_problems
from games.services.umpire import announce_act, lock_for_clock_control
from games.time_zones import time_zones

Kind = Notice.Kind
Status = Game.Status

MIN_TIME_LEFT = timedelta(hours=24)
"""The least time for an answer after a change, unless the player had less before; `Clock.think_hours` can extend it."""
MAX_CHANGES = 3
CHANGES_WINDOW = timedelta(days=30)


class _Rule(NamedTuple):
    deadline_hours: int | None
    reminder_hours: int | None
    time_zone: str
    clock: Clock


class MovedDeadline(Struct, frozen=True):
    """The deadline of a seat's open question before and after a change of the clock; None means no deadline."""

    seat: str
    before: datetime | None
    after: datetime | None


class ClockPreview(Struct, frozen=True):
    """The effect of a change of the clock: the new rules in words, and the moved deadlines that the reader may see."""

    words: tuple[Text, ...]
    """The new rules, a sentence each."""
    moves: tuple[MovedDeadline, ...]


def do_change_clock(
    *,
    by: Player,
    game_id: UUID | str,
    deadline_hours: int | None = None,
    reminder_hours: int | None = None,
    time_zone: str = "",
    clock: Clock = DEFAULT_CLOCK,
    reason: str = "",
) -> Notice:
    """Replace the game's rules for deadlines and reminders, also for open questions; return the stored announcement.

    The arguments are as in `do_create_game` and replace all these rules; an empty `time_zone` leaves the time zone as
    it is. The rules for the release of results (`release_at`, `clock.wait`) do not change, because they hide which
    players have answered. Raises Missing or Forbidden unless the player `may_change_clock`; Malformed for wrong values;
    WrongState if the game's status forbids it, or if a host has made `MAX_CHANGES` changes recently.
    """
    with transaction.atomic():
        now = timezone.now()
        rule = _Rule(deadline_hours, reminder_hours, time_zone, clock)
        game, old = _under_new_rule(by, game_id, now, rule)
        game.save(update_fields=["deadline_hours", "reminder_hours", "clock", "time_zone"])
        _set_anew(game, old, now)
        alarms.set_alarm(game, now)
        if game.status != Status.OPEN:
            triggers.trigger_after_commit(triggers.RESOLVE, game.pk)
        return announce_act(game, by, Kind.CLOCK_CHANGED, reason, **_facts(game))


def preview_clock_change(
    *,
    by: Player,
    game_id: UUID | str,
    deadline_hours: int | None = None,
    reminder_hours: int | None = None,
    time_zone: str = "",
    clock: Clock = DEFAULT_CLOCK,
) -> ClockPreview:
    """Return the effect that `do_change_clock` would have now. Changes nothing; raises as `do_change_clock`."""
    with transaction.atomic():
        now = timezone.now()
        rule = _Rule(deadline_hours, reminder_hours, time_zone, clock)
        game, old = _under_new_rule(by, game_id, now, rule)
        shown = {one.seat for one in get_game_state(by, game.pk).awaited}
        rows = OpenRequest.objects.filter(game=game, closed_at=None, seat__role__in=shown).select_related("seat")
        moves = [
            MovedDeadline(row.seat.role, row.due_at, compute_new_due_time(game, old, row, game.paused_at or now))
            for row in rows.order_by("seat__position")
        ]
        return ClockPreview(describe_time_rules(game), tuple(moves))


def _under_new_rule(by: Player, game_id: UUID | str, now: datetime, rule: _Rule) -> tuple[Game, Clock]:
    """Lock the game; return it with the new `rule` set but unsaved, and its old clock. Raises as `do_change_clock`."""
    game = lock_for_clock_control(by, game_id, Status.OPEN, Status.RUNNING, Status.PAUSED, permission=may_change_clock)
    old = load_clock(game.clock)
    new = msgspec.structs.replace(rule.clock, wait=old.wait)
    _refuse_unfit(game, new, rule.deadline_hours, rule.reminder_hours, rule.time_zone)
    if not may_umpire(by, game):
        _refuse_too_often(game, now)
    game.deadline_hours, game.reminder_hours, game.clock = rule.deadline_hours, rule.reminder_hours, dump_clock(new)
    game.time_zone = rule.time_zone or game.time_zone
    return game, old


def _refuse_unfit(game: Game, clock: Clock, hours: int | None, reminder: int | None, zone: str) -> None:
    problems = list(clock_problems(hours, reminder, load_release_hours(game), msgspec.to_builtins(clock)))
    if zone and zone not in time_zones():
        text = Text("There is no such time zone.", "その時間帯はありません。")
        problems.append(Problem("/time_zone", "time_zone", text))
    if zone not in ("", game.time_zone) and game.release_at:
        text = Text("Results come out at hours of the present one.", "結果の発表時刻に使われています。")
        problems.append(Problem("/time_zone", "fixed", text))
    if problems:
        raise Malformed(*problems)


def _refuse_too_often(game: Game, now: datetime) -> None:
    changes = Notice.objects.filter(game=game, kind=Kind.CLOCK_CHANGED, at__gt=now - CHANGES_WINDOW)
    if changes.count() >= MAX_CHANGES:
        raise wrong_state(
            "Changed {max_changes} times within {days} days already; ask the staff.",
            "{days}日以内に{max_changes}回までです。スタッフにご相談ください。",
            max_changes=MAX_CHANGES,
            days=CHANGES_WINDOW.days,
        )


def _set_anew(game: Game, old: Clock, now: datetime) -> None:
    """Store new deadlines and reminders of all open questions by the game's new clock; `old` is the former clock."""
    rows = list(OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"))
    for row in rows:
        before, row.due_at = row.due_at, compute_new_due_time(game, old, row, game.paused_at or now)
        if row.due_at != before:
            row.reminded_at = None
        fresh = row.reminded_at is None or load_clock(game.clock).remind
        row.remind_at = alarms.compute_reminder(game, row.due_at, row.opened_at, now) if fresh else None
    OpenRequest.objects.bulk_update(rows, ["due_at", "remind_at", "reminded_at"])


def compute_new_due_time(game: Game, old: Clock, row: OpenRequest, present: datetime) -> datetime | None:
    """Return the deadline of an open question (`row`) under the game's new clock; None without a deadline.

    It is the deadline that the question would have if it had been asked under the new clock, but not before the earlier
    of two times: the old deadline with its grace, and `MIN_TIME_LEFT` after `present` (now or, in a paused game, the
    start of the pause).
    """
    clock, zone = load_clock(game.clock), ZoneInfo(game.time_zone)
    given = compute_deadline(clock, game.deadline_hours, zone, row.opened_at)
    if given is None:
        return row.due_at or present + alarms.EMPTY_SEAT_TIME if alarms.is_empty(row.seat) else None
    least = present + max(MIN_TIME_LEFT, timedelta(hours=clock.think_hours))
    if row.due_at is not None:
        least = min(row.due_at + max(old.grace - clock.grace, timedelta(0)), least)
    return given if given >= least else next_allowed_moment(clock, zone, least)


def _facts(game: Game) -> dict[str, Any]:
    """Return the new rules as facts of the announcement, which keeps them when the rules change again."""
    return {
        "deadline_hours": game.deadline_hours,
        "reminder_hours": game.reminder_hours,
        "release_at": list(load_release_hours(game)),
        "time_zone": game.time_zone,
        "clock": game.clock,
    }
