"""The delivery hours of e-mails: at once, hourly or daily digests, and quiet hours.

Times of day are in the player's time zone; clock changes are handled as in `games.persistence.clock`. No setting can
delay a question for long: an e-mail with a question is sent at the latest when half of the time to the deadline is
over.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.text import Text, join_texts
from games.persistence.clock import Clock, next_clock_time

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_TimeOrNone = Annotated[str, Meta(extra_json_schema={"pattern": "^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9])?$"})]


class MailHours(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The delivery hours of a player's e-mails."""

    digest: Literal["", "hourly", "daily"] = ""
    """How news is collected: not at all (""), ``hourly``, or ``daily`` at the time of day `at`."""
    at: _TimeOrNone = ""
    """The time of day ("07:30") of the daily digest."""
    quiet_from: _TimeOrNone = ""
    """No e-mail is sent from this time of day until `quiet_until`; if it is the later one, the quiet hours span
    midnight.
    """
    quiet_until: _TimeOrNone = ""


def load_mail_hours(stored: dict[str, Any]) -> MailHours:
    """Return the delivery hours stored in the column `Player.mail_hours`.

    Raises `msgspec.ValidationError` for invalid data.
    """
    return msgspec.convert(stored, MailHours)


def dump_mail_hours(hours: MailHours) -> dict[str, Any]:
    """Return delivery hours as the column `Player.mail_hours` stores them; empty if e-mails are sent at once."""
    found: dict[str, Any] = msgspec.to_builtins(hours)
    return found


def mail_hours_problems(hours: MailHours) -> Iterator[Problem]:
    """Yield the problems of requested delivery hours, such as a daily digest without a time of day."""
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


def _fault(field: str, code: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(f"/mail_hours/{field}", code, Text(en, ja).format(**values))


def compute_send_time(
    hours: MailHours, zone: ZoneInfo, queued_at: datetime, now: datetime, due: datetime | None = None
) -> datetime:
    """Return when an e-mail queued at `queued_at` is sent: `now` or later. `due` is the first deadline in the e-mail.

    The e-mail may wait for half of the time from `queued_at` to `due`; if this time ends in quiet hours, the e-mail is
    sent when the quiet hours begin.
    """
    gathered = _after_quiet(hours, zone, max(_gathered(hours, zone, queued_at), now))
    if due is None:
        return gathered
    latest = queued_at + max(due - queued_at, timedelta(0)) / 2
    return max(min(gathered, _before_quiet(hours, zone, latest, queued_at)), now)


def _gathered(hours: MailHours, zone: ZoneInfo, owed: datetime) -> datetime:
    if hours.digest == "hourly":
        local = owed.astimezone(zone)
        past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
        return owed - past + timedelta(hours=1)
    return next_clock_time(Clock(at=(hours.at,)), zone, owed) if hours.digest else owed


def _after_quiet(hours: MailHours, zone: ZoneInfo, moment: datetime) -> datetime:
    return next_clock_time(Clock(at=(hours.quiet_until,)), zone, moment) if _is_quiet(hours, zone, moment) else moment


def _before_quiet(hours: MailHours, zone: ZoneInfo, moment: datetime, owed: datetime) -> datetime:
    """Return `moment` or, if it is in quiet hours that began after the e-mail was queued (`owed`), their beginning."""
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


def describe_mail_hours(hours: MailHours) -> Text:
    """Return delivery hours in words; empty if e-mails are sent at once."""
    parts = []
    if hours.digest == "hourly":
        parts.append(Text("every hour", "1時間ごと"))
    elif hours.digest:
        parts.append(Text("once a day at {hour}", "毎日{hour}").format(hour=hours.at))
    if hours.quiet_from:
        quiet = Text("none from {begin} to {end}", "{begin}〜{end}は届かない")
        parts.append(quiet.format(begin=hours.quiet_from, end=hours.quiet_until))
    return join_texts(parts)
