"""The clock of a game: when a decision is due, how long it is waited for, when its player is reminded.

Times of the day and weekdays are those of the game's time zone. A time that the change to summer time leaves out comes
when the clock that had not been changed would show it (on another day: not at all); one that comes twice counts the
first time. Hours are hours
that pass, whatever the clocks on the wall do.
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

MOST_TIMES = 24
MOST_GRACE = 24 * 60
"""Minutes."""
MOST_THINKING = 24 * 14
"""Hours."""
_LOOK_AHEAD = 7 + MOST_THINKING // 24 + 7
"""Days within which every clock has a deadline, those included that a zone has left out."""
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

REMINDERS: tuple[tuple[timedelta, tuple[timedelta, ...]], ...] = (
    (timedelta(days=3), (timedelta(days=1), timedelta(hours=3))),
    (timedelta(days=1), (timedelta(hours=6), timedelta(hours=1))),
    (timedelta(hours=6), (timedelta(hours=1),)),
    (timedelta(hours=1), (timedelta(minutes=15),)),
)
"""With at least so much time for a decision, reminders so long before its deadline; with less than any: none."""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What is agreed on about time, beside the hours per decision.

    `at` are the times of the day at which decisions are due, in place of hours for each; `weekdays` (1 for Monday to 7)
    those on which a deadline may fall, none: all. `think_hours` a player has at least before a time of the day counts.
    After a deadline `grace_minutes` pass before anything is played in a seat's place. With `wait` nothing comes out
    before the deadline, though all have answered. `remind` sends reminders scaled to the time that there was.
    """

    at: tuple[str, ...] = ()
    weekdays: tuple[Annotated[int, Meta(ge=1, le=7)], ...] = ()
    think_hours: Annotated[int, Meta(ge=0, le=MOST_THINKING)] = 0
    grace_minutes: Annotated[int, Meta(ge=0, le=MOST_GRACE)] = 0
    wait: bool = False
    remind: bool = False

    @property
    def grace(self) -> timedelta:
        """How long after its deadline an answer still counts."""
        return timedelta(minutes=self.grace_minutes)


PLAIN = Clock()


def clock_of(stored: dict[str, Any]) -> Clock:
    """The clock as a game stores it. Raises `msgspec.ValidationError` for what is none."""
    return msgspec.convert(stored, Clock) if stored else PLAIN


def stored_clock(clock: Clock) -> dict[str, Any]:
    """The clock as a game stores it: times and days once each and in order, what is as usual left out."""
    tidy = msgspec.structs.replace(clock, at=tuple(sorted({*clock.at})), weekdays=tuple(sorted({*clock.weekdays})))
    found: dict[str, Any] = msgspec.to_builtins(tidy)
    return found


def has_deadlines(clock: Clock, hours: int | None) -> bool:
    """Whether decisions are due at all."""
    return bool(clock.at or hours)


def deadline(clock: Clock, hours: int | None, zone: ZoneInfo, asked_at: datetime) -> datetime | None:
    """When a decision is due that is asked at this moment; None where there is no deadline."""
    if clock.at:
        return next_time(clock, zone, asked_at + timedelta(hours=clock.think_hours))
    if not hours:
        return None
    return allowed(clock, zone, asked_at + timedelta(hours=hours))


def allowed(clock: Clock, zone: ZoneInfo, due: datetime) -> datetime:
    """This moment, or the first after it at which the clock lets a deadline fall."""
    if clock.at:
        return next_time(clock, zone, due - timedelta(microseconds=1))
    local = due.astimezone(zone)
    if _may_fall(clock, local.date()):
        return due
    return next(_moments(clock, zone, local.date() + timedelta(days=1), (local.time(),)))


def next_time(clock: Clock, zone: ZoneInfo, after: datetime) -> datetime:
    """The first of the clock's times of the day, on a day that it allows, later than this moment."""
    times = tuple(time.fromisoformat(one) for one in clock.at)
    first = after.astimezone(zone).date() - timedelta(days=1)
    return next(moment for moment in _moments(clock, zone, first, times) if moment > after)


def _moments(clock: Clock, zone: ZoneInfo, first: date, times: tuple[time, ...]) -> Iterator[datetime]:
    """These times of all allowed days from the `first` on, in UTC and in order."""
    for day in (first + timedelta(days=number) for number in range(_LOOK_AHEAD)):
        moments = (datetime.combine(day, one, zone).astimezone(UTC) for one in times)
        there = [one for one in moments if one.astimezone(zone).date() == day]
        if _may_fall(clock, day):
            yield from sorted(there)


def _may_fall(clock: Clock, day: date) -> bool:
    return not clock.weekdays or day.isoweekday() in clock.weekdays


def next_reminder(asked_at: datetime, due: datetime, now: datetime) -> datetime | None:
    """The next reminder of a decision after this moment, scaled to the time that there was for it."""
    whole = due - asked_at
    before = next((steps for least, steps in REMINDERS if whole >= least), ())
    return min((due - step for step in before if due - step > now), default=None)


def clock_faults(clock: Clock, hours: int | None, reminder: int | None) -> Iterator[Problem]:
    """What is wrong with a clock as it was asked for."""
    for index, one in enumerate(clock.at):
        if not _TIME.fullmatch(one):
            yield _fault(f"at/{index}", "hour", "A time of the day is written like 18:00.", "時刻は 18:00 のように。")
    if len(clock.at) > MOST_TIMES:
        yield _fault("at", "count", f"At most {MOST_TIMES} times.", f"時刻は{MOST_TIMES}個までです。")
    if clock.at and hours:
        yield _fault("at", "one_of", "Hours per decision or times of the day, not both.", "どちらか一方だけです。")
    if clock.think_hours and not clock.at:
        yield _fault("think_hours", "needs", "This needs times of the day.", "期限の時刻を指定してください。")
    if clock.remind and reminder is not None:
        yield _fault("remind", "one_of", "Scaled reminders or fixed hours, not both.", "どちらか一方だけです。")
    for name in ("weekdays", "grace_minutes", "wait", "remind"):
        if getattr(clock, name) and not has_deadlines(clock, hours):
            yield _fault(name, "needs", "This needs a deadline.", "期限を指定してください。")


def _fault(field: str, code: str, en: str, ja: str) -> Problem:
    return Problem(f"/clock/{field}", code, Text(en, ja))
