"""Fixed times of day at which results are released, so that their time does not reveal who has answered, or how."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.models import Game
from games.persistence.clock import load_clock

MAX_RELEASE_HOURS = 24

_HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def has_delayed_results(game: Game) -> bool:
    """Return True if the game's results are not released as soon as all answers are in, but at fixed times.

    In such a game a standing order answers a question only at that time, not when the question is asked.
    """
    return bool(game.release_at) or load_clock(game.clock).wait


def load_release_hours(game: Game) -> tuple[str, ...]:
    """Return the times of day ("18:00") at which results are released, in the game's time zone; empty: at once."""
    return tuple(game.release_at.split())


def next_release_time(game: Game, now: datetime) -> datetime:
    """Return when results that are complete at `now` are released: the next release time after `now`, or `now`."""
    hours = [time.fromisoformat(hour) for hour in load_release_hours(game)]
    if not hours:
        return now
    today = now.astimezone(zone := ZoneInfo(game.time_zone)).date()
    days = [today + timedelta(days=after) for after in range(3)]
    moments = (datetime.combine(day, hour, zone).astimezone(UTC) for day in days for hour in hours)
    return min(moment for moment in moments if moment > now)


def dump_release_hours(hours: Sequence[str]) -> str:
    """Return times of day as the column `Game.release_at` stores them: one text, sorted, each once."""
    return " ".join(sorted(set(hours)))


def release_hour_problems(hours: Sequence[str]) -> list[Problem]:
    """Return the problems of release times that were requested for a game."""
    text = Text("An hour of the day is written like 06:00.", "時刻は 06:00 のように指定してください。")
    wrong = [
        Problem(f"/release_at/{index}", "hour", text) for index, hour in enumerate(hours) if not _HOUR.fullmatch(hour)
    ]
    if len(set(hours)) > MAX_RELEASE_HOURS:
        text = Text("At most {max_release_hours} hours of the day.", "時刻は{max_release_hours}個までです。").format(
            max_release_hours=MAX_RELEASE_HOURS
        )
        wrong.append(Problem("/release_at", "count", text))
    return wrong
