"""The clock of a game: deadlines, grace periods and reminders.

Times of the day and weekdays are in the game's time zone. A time that the change to summer time skips is taken by the
old clock (on another day: dropped); a time that occurs twice counts the first time. Hours are elapsed hours,
independent of clock changes.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.text import Text

MAX_CLOCK_TIMES = 24
MAX_GRACE_MINUTES = 24 * 60
"""In minutes."""
MAX_THINK_HOURS = 24 * 14
"""In hours."""
_LOOK_AHEAD = 7 + MAX_THINK_HOURS // 24 + 7
"""Days within which every clock has a deadline, including days that a zone has skipped."""
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

REMINDERS: tuple[tuple[timedelta, tuple[timedelta, ...]], ...] = (
    (timedelta(days=3), (timedelta(days=1), timedelta(hours=3))),
    (timedelta(days=1), (timedelta(hours=6), timedelta(hours=1))),
    (timedelta(hours=6), (timedelta(hours=1),)),
    (timedelta(hours=1), (timedelta(minutes=15),)),
)
"""With at least so much time for a decision, reminders so long before its deadline; with less than any: none."""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The agreements about time, except the hours per decision.

    `at` are the times of the day at which decisions are due, instead of hours for each; `weekdays` (1 for Monday to 7)
    are those on which a deadline may fall, none: all. A player has at least `think_hours` before a time of the day
    counts. After a deadline `grace_minutes` pass before a default is played. With `wait` no result is released before
    the deadline, even if all have answered. `remind` sends reminders scaled to the available time.
    """

    at: tuple[str, ...] = ()
    weekdays: tuple[Annotated[int, Meta(ge=1, le=7)], ...] = ()
    think_hours: Annotated[int, Meta(ge=0, le=MAX_THINK_HOURS)] = 0
    grace_minutes: Annotated[int, Meta(ge=0, le=MAX_GRACE_MINUTES)] = 0
    wait: bool = False
    remind: bool = False

    @property
    def grace(self) -> timedelta:
        """Return how long after its deadline an answer still counts."""
        return timedelta(minutes=self.grace_minutes)


DEFAULT_CLOCK = Clock()


def load_clock(stored: dict[str, Any]) -> Clock:
    """Return a game's stored clock. Raises `msgspec.ValidationError`."""
    return msgspec.convert(stored, Clock) if stored else DEFAULT_CLOCK


def dump_clock(clock: Clock) -> dict[str, Any]:
    """Return the clock as a game stores it: times and days sorted and unique, defaults left out."""
    tidy = msgspec.structs.replace(clock, at=tuple(sorted({*clock.at})), weekdays=tuple(sorted({*clock.weekdays})))
    found: dict[str, Any] = msgspec.to_builtins(tidy)
    return found


def has_deadlines(clock: Clock, hours: int | None) -> bool:
    """Return True if decisions have deadlines."""
    return bool(clock.at or hours)


def compute_deadline(clock: Clock, hours: int | None, zone: ZoneInfo, asked_at: datetime) -> datetime | None:
    """Return the deadline of a decision that is asked at this moment; None if there is none."""
    if clock.at:
        return next_clock_time(clock, zone, asked_at + timedelta(hours=clock.think_hours))
    if not hours:
        return None
    return next_allowed_moment(clock, zone, asked_at + timedelta(hours=hours))


def next_allowed_moment(clock: Clock, zone: ZoneInfo, due: datetime) -> datetime:
    """Return this moment, or the next one at which the clock permits a deadline."""
    if clock.at:
        return next_clock_time(clock, zone, due - timedelta(microseconds=1))
    local = due.astimezone(zone)
    if _may_fall(clock, local.date()):
        return due
    return next(_moments(clock, zone, local.date() + timedelta(days=1), (local.time(),)))


def next_clock_time(clock: Clock, zone: ZoneInfo, after: datetime) -> datetime:
    """Return the clock's first time of the day, on a permitted day, later than this moment."""
    times = tuple(time.fromisoformat(one) for one in clock.at)
    first = after.astimezone(zone).date() - timedelta(days=1)
    return next(moment for moment in _moments(clock, zone, first, times) if moment > after)


def _moments(clock: Clock, zone: ZoneInfo, first: date, times: tuple[time, ...]) -> Iterator[datetime]:
    """Yield these times on all permitted days from the `first` on, in UTC and in order."""
    for day in (first + timedelta(days=number) for number in range(_LOOK_AHEAD)):
        moments = (datetime.combine(day, one, zone).astimezone(UTC) for one in times)
        there = [one for one in moments if one.astimezone(zone).date() == day]
        if _may_fall(clock, day):
            yield from sorted(there)


def _may_fall(clock: Clock, day: date) -> bool:
    return not clock.weekdays or day.isoweekday() in clock.weekdays


def compute_next_reminder(asked_at: datetime, due: datetime, now: datetime) -> datetime | None:
    """Return when to send the next reminder of a decision after `now`, in proportion to the time available for it."""
    whole = due - asked_at
    before = next((steps for least, steps in REMINDERS if whole >= least), ())
    return min((due - step for step in before if due - step > now), default=None)


def clock_rule_problems(clock: Clock, hours: int | None, reminder: int | None) -> Iterator[Problem]:
    """Return the problems of a requested clock."""
    for index, one in enumerate(clock.at):
        if not _TIME.fullmatch(one):
            yield _fault(f"at/{index}", "hour", "A time of the day is written like 18:00.", "時刻は 18:00 のように。")
    if len(clock.at) > MAX_CLOCK_TIMES:
        yield _fault(
            "at",
            "count",
            "At most {max_clock_times} times.",
            "時刻は{max_clock_times}個までです。",
            max_clock_times=MAX_CLOCK_TIMES,
        )
    if clock.at and hours:
        yield _fault("at", "one_of", "Hours per decision or times of the day, not both.", "どちらか一方だけです。")
    if clock.think_hours and not clock.at:
        yield _fault("think_hours", "needs", "This needs times of the day.", "期限の時刻を指定してください。")
    if clock.remind and reminder is not None:
        yield _fault("remind", "one_of", "Scaled reminders or fixed hours, not both.", "どちらか一方だけです。")
    for name in ("weekdays", "grace_minutes", "wait", "remind"):
        if getattr(clock, name) and not has_deadlines(clock, hours):
            yield _fault(name, "needs", "This needs a deadline.", "期限を指定してください。")


def _fault(field: str, code: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(f"/clock/{field}", code, Text(en, ja).format(**values))
