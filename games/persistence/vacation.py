"""Compute with vacations, whose days are in the player's time zone."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.models import Player

MAX_VACATION_DAYS = 366
"""The maximum number of days of one vacation."""


def local_today(player: Player, now: datetime) -> date:
    """Return the current date in the player's time zone."""
    return now.astimezone(_zone(player)).date()


def vacation_end(player: Player, now: datetime) -> date | None:
    """Return the last day of the player's current vacation; None if the player is not on vacation."""
    last, today = player.vacation_until, local_today(player, now)
    if last is None or last < today or (player.vacation_from is not None and player.vacation_from > today):
        return None
    return last


def return_time(player: Player, last: date) -> datetime:
    """Return the time at which a vacation with this last day ends: midnight in the player's time zone."""
    return datetime.combine(last + timedelta(days=1), time(), _zone(player))


def count_days_by_year(vacations: Iterable[tuple[date, date]]) -> dict[int, int]:
    """Return the number of vacation days in each year; a day in several vacations (first and last day) counts once."""
    days = {first + timedelta(days=n) for first, last in vacations for n in range((last - first).days + 1)}
    years = sorted({day.year for day in days})
    return {year: sum(day.year == year for day in days) for year in years}


def _zone(player: Player) -> ZoneInfo:
    try:
        return ZoneInfo(player.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
