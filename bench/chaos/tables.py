"""The games of a run: every title and scenario in turn, with random options, tempo, deadlines and bots."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from bench.chaos.cast import UMPIRE
from games import registry
from tests.titles import agreements

BOTS = 0.2
"""How many of the seats beside the first are a bot's."""
HOURS = 48
"""For each decision, in every second game; chaos lets them run out at once."""
RELEASES = 0.15
"""How many games have results at fixed hours."""


class Table(NamedTuple):
    """A game to announce, and the roles that players take."""

    wish: dict[str, Any]
    roles: list[str]


def tables(dice: random.Random, *, most_seats: int) -> Iterator[Table]:
    """Yield games to announce, without end, the titles in turn."""
    titles = [registry.current_title(key) for key in registry.title_keys()]
    number = 0
    while True:
        for title in titles:
            number += 1
            fitting = [one for one in title.scenarios if len(title.seats(one)) <= most_seats]
            yield _table(title, dice.choice(fitting), number, dice)


def _table(title: Any, scenario: str, number: int, dice: random.Random) -> Table:
    options = agreements.combination(title, scenario, dice)
    seats = list(title.seats(scenario))
    bots = [role for role in seats[1:] if dice.random() < BOTS]
    wish: dict[str, Any] = {
        "title": title.key,
        "scenario": scenario,
        "name": f"Storm {number}",
        "options": msgspec.to_builtins(options),
        "seats": [{"seat": role, "bot": dice.choice([*title.bots, "random"])} for role in bots],
        "umpire": UMPIRE,
    }
    if dice.random() < 0.5:
        wish |= {"deadline_hours": HOURS, "reminder_hours": HOURS // 4}
    if dice.random() < RELEASES:
        wish |= {"release_at": _each_minute(), "time_zone": "UTC"}
    return Table(wish, [role for role in seats if role not in bots])


def _each_minute() -> list[str]:
    """Results every minute of the next twenty-four."""
    now = datetime.now(UTC)
    return sorted({(now + timedelta(minutes=minutes)).strftime("%H:%M") for minutes in range(1, 25)})
