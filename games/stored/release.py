"""Fixed hours at which results come out, so that nobody can tell from the time who has answered, or how."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.models import Game
from games.stored.clock import clock_of

MOST_HOURS = 24

_HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def is_patient(game: Game) -> bool:
    """True where nothing comes out as soon as it is complete: a standing order then counts only with the others."""
    return bool(game.release_at) or clock_of(game.clock).wait


def release_hours(game: Game) -> tuple[str, ...]:
    """The hours of the day at which results come out, in the game's time zone; none: as soon as all is in."""
    return tuple(game.release_at.split())


def release_moment(game: Game, now: datetime) -> datetime:
    """When results of what is complete `now` come out: at the next fixed hour (not this very moment), or at once."""
    hours = [time.fromisoformat(hour) for hour in release_hours(game)]
    if not hours:
        return now
    today = now.astimezone(zone := ZoneInfo(game.time_zone)).date()
    days = [today + timedelta(days=after) for after in range(3)]
    moments = (datetime.combine(day, hour, zone).astimezone(UTC) for day in days for hour in hours)
    return min(moment for moment in moments if moment > now)


def hours_written(hours: Sequence[str]) -> str:
    """Hours as they are stored: each once, in the order of the day."""
    return " ".join(sorted(set(hours)))


def hour_problems(hours: Sequence[str]) -> list[Problem]:
    """What is wrong with hours as they were asked for."""
    text = Text("An hour of the day is written like 06:00.", "時刻は 06:00 のように指定してください。")
    wrong = [
        Problem(f"/release_at/{index}", "hour", text) for index, hour in enumerate(hours) if not _HOUR.fullmatch(hour)
    ]
    if len(set(hours)) > MOST_HOURS:
        text = Text(f"At most {MOST_HOURS} hours of the day.", f"時刻は{MOST_HOURS}個までです。")
        wrong.append(Problem("/release_at", "count", text))
    return wrong
