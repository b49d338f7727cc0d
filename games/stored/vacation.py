"""Who is away, and until when: days are those of the player's own clock."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.models import Player

LONGEST = 366
"""Days that one spell may have."""


def today_of(player: Player, now: datetime) -> date:
    """The day that it is where the player lives."""
    return now.astimezone(_zone(player)).date()


def away_until(player: Player, now: datetime) -> date | None:
    """The last day of the vacation that the player is on; None for a player who is here."""
    last, today = player.vacation_until, today_of(player, now)
    if last is None or last < today or (player.vacation_from is not None and player.vacation_from > today):
        return None
    return last


def back_at(player: Player, last: date) -> datetime:
    """The moment at which the vacation with this last day is over."""
    return datetime.combine(last + timedelta(days=1), time(), _zone(player))


def days_by_year(spells: Iterable[tuple[date, date]]) -> dict[int, int]:
    """How many days of each year lie in these spells; a day in two of them counts once."""
    days = {first + timedelta(days=n) for first, last in spells for n in range((last - first).days + 1)}
    years = sorted({day.year for day in days})
    return {year: sum(day.year == year for day in days) for year in years}


def _zone(player: Player) -> ZoneInfo:
    try:
        return ZoneInfo(player.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
