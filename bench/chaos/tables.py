"""The games of a chaos run: every title in turn, with random scenarios, options, deadlines and bots."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from bench.chaos.cast import UMPIRE
from games import registry
from tests.titles import agreements

BOTS = 0.2
"""The probability that a seat, other than the first, has a bot."""
HOURS = 48
"""The hours for each decision in games with deadlines (half of them); the operator lets deadlines pass at once."""
RELEASES = 0.15
"""The probability that the results of a game are released at fixed hours."""


class Table(NamedTuple):
    """A game to create."""

    wish: dict[str, Any]
    """The body of the request that creates the game."""
    roles: list[str]
    """The roles that players take."""


def tables(dice: random.Random, *, most_seats: int) -> Iterator[Table]:
    """Yield the games to create, without end: the titles in turn, with random scenarios, options, deadlines and bots.

    `dice` makes the random choices, `most_seats` is the largest number of seats of a scenario.
    """
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
    """Return release hours: each of the next 24 minutes."""
    now = datetime.now(UTC)
    return sorted({(now + timedelta(minutes=minutes)).strftime("%H:%M") for minutes in range(1, 25)})
