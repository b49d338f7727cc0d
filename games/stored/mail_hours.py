"""When a player wants letters: at once, gathered every hour or once a day, and never in certain hours.

Times of the day are those of the player's time zone; when its clocks change they follow `games.stored.clock`.
No wish delays a decision for long: a letter that asks leaves when half of the time for its decision is over.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.stored.clock import Clock, next_time

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class MailHours(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """`digest` is how letters are gathered: not at all, ``hourly``, or ``daily`` until the time of the day `at`.

    None comes from `quiet_from` until `quiet_until`, over midnight where the first is the later.
    """

    digest: Literal["", "hourly", "daily"] = ""
    at: str = ""
    quiet_from: str = ""
    quiet_until: str = ""


def hours_of(stored: dict[str, Any]) -> MailHours:
    """The wish as a player's row stores it. Raises `msgspec.ValidationError` for what is none."""
    return msgspec.convert(stored, MailHours)


def stored_hours(hours: MailHours) -> dict[str, Any]:
    """The wish as a player's row stores it: nothing for who wants every letter at once."""
    found: dict[str, Any] = msgspec.to_builtins(hours)
    return found


def hours_faults(hours: MailHours) -> Iterator[Problem]:
    """What is wrong with a wish."""
    for name in ("at", "quiet_from", "quiet_until"):
        if (value := getattr(hours, name)) and not _TIME.fullmatch(value):
            yield _fault(name, "hour", "A time of the day is written like 07:00.", "時刻は 07:00 のように。")
    if (hours.digest == "daily") != bool(hours.at):
        text = "Letters once a day need a time of the day, others none."
        yield _fault("at", "needs", text, "1日1回の場合だけ、時刻を指定してください。")
    if bool(hours.quiet_from) != bool(hours.quiet_until):
        yield _fault("quiet_until", "needs", "Quiet hours have a beginning and an end.", "開始と終了が必要です。")
    elif hours.quiet_from and hours.quiet_from == hours.quiet_until:
        yield _fault("quiet_until", "range", "A whole day cannot be quiet.", "終日にはできません。")


def _fault(field: str, code: str, en: str, ja: str) -> Problem:
    return Problem(f"/mail_hours/{field}", code, Text(en, ja))


def leaves_at(hours: MailHours, zone: ZoneInfo, owed: datetime, now: datetime, due: datetime | None = None) -> datetime:
    """When a letter leaves that is owed since then: `now` or later. `due`: the first deadline that it tells of.

    Half of the time from `owed` to `due` it may wait; where that ends in quiet hours it leaves before they begin.
    """
    gathered = _after_quiet(hours, zone, max(_gathered(hours, zone, owed), now))
    if due is None:
        return gathered
    latest = owed + max(due - owed, timedelta(0)) / 2
    return max(min(gathered, _before_quiet(hours, zone, latest, owed)), now)


def _gathered(hours: MailHours, zone: ZoneInfo, owed: datetime) -> datetime:
    if hours.digest == "hourly":
        local = owed.astimezone(zone)
        past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
        return owed - past + timedelta(hours=1)
    return next_time(Clock(at=(hours.at,)), zone, owed) if hours.digest else owed


def _after_quiet(hours: MailHours, zone: ZoneInfo, moment: datetime) -> datetime:
    return next_time(Clock(at=(hours.quiet_until,)), zone, moment) if _is_quiet(hours, zone, moment) else moment


def _before_quiet(hours: MailHours, zone: ZoneInfo, moment: datetime, owed: datetime) -> datetime:
    """This moment, or the beginning of the quiet hours it falls in, if the letter was owed by then."""
    if not _is_quiet(hours, zone, moment):
        return moment
    local, begins = moment.astimezone(zone), time.fromisoformat(hours.quiet_from)
    day = local.date() if begins <= local.time() else local.date() - timedelta(days=1)
    start = datetime.combine(day, begins, zone).astimezone(UTC)
    return start if start > owed else moment


def _is_quiet(hours: MailHours, zone: ZoneInfo, moment: datetime) -> bool:
    if not hours.quiet_from:
        return False
    local = moment.astimezone(zone).time()
    begins, ends = time.fromisoformat(hours.quiet_from), time.fromisoformat(hours.quiet_until)
    return begins <= local < ends if begins < ends else local >= begins or local < ends


def hours_words(hours: MailHours) -> Text:
    """The wish in words; nothing for who wants every letter at once."""
    en, ja = [], []
    if hours.digest:
        en.append("every hour" if hours.digest == "hourly" else f"once a day at {hours.at}")
        ja.append("1時間ごと" if hours.digest == "hourly" else f"毎日{hours.at}")
    if hours.quiet_from:
        en.append(f"none from {hours.quiet_from} to {hours.quiet_until}")
        ja.append(f"{hours.quiet_from}〜{hours.quiet_until}は届かない")
    return Text(", ".join(en), "、".join(ja))
