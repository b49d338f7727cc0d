"""What the scheduler looks for: the database is the truth, hints are only faster."""

from dataclasses import dataclass

from games.selectors import due
from games.services.deadlines import do_remind


@dataclass(frozen=True)
class Found:
    """Games to be played on, by id, and whether mail waits."""

    games: tuple[str, ...]
    mail: bool


def look_around() -> Found:
    """Make the reminders that are due; find mail, and games with all answers in, time run out or bots to move."""
    do_remind()
    games = dict.fromkeys([*due.due_games(), *due.games_with_idle_bots()])
    return Found(tuple(map(str, games)), due.unsent_mail())
