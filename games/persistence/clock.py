"""The clock of a game: deadlines, grace periods and reminders.

Times of day and weekdays are in the game's time zone. If the change to summer time skips a time of day, the time is
read by the old clock; it is dropped if it then falls on another day. A time of day that occurs twice counts the first
time. Hours are elapsed hours, whatever clock changes happen.
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
"""The maximum grace period of a game, in minutes."""
MAX_THINK_HOURS = 24 * 14
"""The maximum `Clock.think_hours`."""
_LOOK_AHEAD = 7 + MAX_THINK_HOURS // 24 + 7
"""The number of days to search for a deadline: enough for every clock, even if a time zone skips a day."""
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

REMINDERS: tuple[tuple[timedelta, tuple[timedelta, ...]], ...] = (
    (timedelta(days=3), (timedelta(days=1), timedelta(hours=3))),
    (timedelta(days=1), (timedelta(hours=6), timedelta(hours=1))),
    (timedelta(hours=6), (timedelta(hours=1),)),
    (timedelta(hours=1), (timedelta(minutes=15),)),
)
"""For each least time from question to deadline, how long before the deadline reminders are sent.

The first row whose least time is not longer than the decision's time counts; without such a row, no reminder is sent.
"""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of a game about time, except the hours per decision."""

    at: tuple[str, ...] = ()
    """Times of day ("18:00") at which decisions are due, instead of after a number of hours."""
    weekdays: tuple[Annotated[int, Meta(ge=1, le=7)], ...] = ()
    """The days on which a deadline may fall, from 1 for Monday to 7; empty: all days."""
    think_hours: Annotated[int, Meta(ge=0, le=MAX_THINK_HOURS)] = 0
    """With `at`, a deadline is the first of the times of day that leaves a player at least so many hours."""
    grace_minutes: Annotated[int, Meta(ge=0, le=MAX_GRACE_MINUTES)] = 0
    """The default is played so many minutes after a deadline."""
    wait: bool = False
    """True if no result is released before the deadline, even if all have answered."""
    remind: bool = False
    """True if there are several reminders, spread over the time until the deadline (`REMINDERS`)."""

    @property
    def grace(self) -> timedelta:
        """Return the grace period: how long after its deadline a question can still be answered."""
        return timedelta(minutes=self.grace_minutes)


DEFAULT_CLOCK = Clock()


def load_clock(stored: dict[str, Any]) -> Clock:
    """Return the clock stored in the column `Game.clock`. Raises `msgspec.ValidationError` for invalid data."""
    return msgspec.convert(stored, Clock) if stored else DEFAULT_CLOCK


def dump_clock(clock: Clock) -> dict[str, Any]:
    """Return the clock as the column `Game.clock` stores it: times and days sorted and unique, no default fields."""
    tidy = msgspec.structs.replace(clock, at=tuple(sorted({*clock.at})), weekdays=tuple(sorted({*clock.weekdays})))
    found: dict[str, Any] = msgspec.to_builtins(tidy)
    return found


def has_deadlines(clock: Clock, hours: int | None) -> bool:
    """Return True if decisions have deadlines; `hours` are the game's hours per decision."""
    return bool(clock.at or hours)


def compute_deadline(clock: Clock, hours: int | None, zone: ZoneInfo, asked_at: datetime) -> datetime | None:
    """Return the deadline of a decision that is asked at `asked_at`; None in a game without deadlines.

    `hours` are the game's hours per decision, `zone` is its time zone.
    """
    if clock.at:
        return next_clock_time(clock, zone, asked_at + timedelta(hours=clock.think_hours))
    if not hours:
        return None
    return next_allowed_moment(clock, zone, asked_at + timedelta(hours=hours))


def next_allowed_moment(clock: Clock, zone: ZoneInfo, due: datetime) -> datetime:
    """Return `due`, or the next later time at which the clock permits a deadline."""
    if clock.at:
        return next_clock_time(clock, zone, due - timedelta(microseconds=1))
    local = due.astimezone(zone)
    if _may_fall(clock, local.date()):
        return due
    return next(_moments(clock, zone, local.date() + timedelta(days=1), (local.time(),)))


def next_clock_time(clock: Clock, zone: ZoneInfo, after: datetime) -> datetime:
    """Return the first time later than `after` that is one of the clock's times of day on a permitted weekday."""
    times = tuple(time.fromisoformat(one) for one in clock.at)
    first = after.astimezone(zone).date() - timedelta(days=1)
    return next(moment for moment in _moments(clock, zone, first, times) if moment > after)


def _moments(clock: Clock, zone: ZoneInfo, first: date, times: tuple[time, ...]) -> Iterator[datetime]:
    """Yield these times of day on all permitted days from `first` on, in UTC and in order."""
    for day in (first + timedelta(days=number) for number in range(_LOOK_AHEAD)):
        moments = (datetime.combine(day, one, zone).astimezone(UTC) for one in times)
        there = [one for one in moments if one.astimezone(zone).date() == day]
        if _may_fall(clock, day):
            yield from sorted(there)


def _may_fall(clock: Clock, day: date) -> bool:
    return not clock.weekdays or day.isoweekday() in clock.weekdays


def compute_next_reminder(asked_at: datetime, due: datetime, now: datetime) -> datetime | None:
    """Return the time of a decision's next reminder after `now`; None if no reminder is left.

    `REMINDERS` gives the times, by the time from `asked_at`, when the decision was asked, to its deadline `due`.
    """
    whole = due - asked_at
    before = next((steps for least, steps in REMINDERS if whole >= least), ())
    return min((due - step for step in before if due - step > now), default=None)


def clock_rule_problems(clock: Clock, hours: int | None, reminder: int | None) -> Iterator[Problem]:
    """Yield the problems of a clock and the hours per decision that were requested for a game.

    `reminder` are the requested hours between reminder and deadline.
    """
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
