"""The games to play over HTTP, and their results."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games import registry

EPICS = frozenset({"campaign_june", "campaign"})
"""Campaigns of PQ-17 of four and ten months: played when they are named."""


class Wish(Struct, frozen=True):
    """A game to play: title, scenario and seats."""

    title: str
    scenario: str
    seats: tuple[str, ...]


class Result(Struct):
    """The result of a game.

    `letters`: the e-mails to each seat; merged ones are in `joined`. Also the largest e-mail in bytes, and all faults.
    """

    wish: Wish
    game: str = ""
    answers: int = 0
    refused: int = 0
    stops: int = 0
    letters: dict[str, int] = {}
    joined: int = 0
    heaviest: int = 0
    seconds: float = 0
    points: str = ""
    wrong: list[str] = []


def wishes(title: str, scenarios: tuple[str, ...]) -> list[Wish]:
    """Return the scenarios to play: all of a title, of all titles, or the named ones. Raises LookupError."""
    found = []
    for key in [title] if title else registry.title_keys():
        rules: Any = registry.current_title(key)
        chosen = scenarios or tuple(one for one in rules.scenarios if not (key == "pq17" and one in EPICS))
        found += [Wish(key, one, rules.seats(one)) for one in chosen if one in rules.scenarios]
    if not found:
        raise LookupError(f"there is nothing to play: {title} {', '.join(scenarios)}")
    return found


def shown(results: Sequence[Result]) -> str:
    """Return the table of all games in Markdown."""
    head = "| game | answers (made up, refused) | stops | letters | heaviest, kB | seconds | points | wrong |"
    rows = [head, "|---|---|---|---|---|---|---|---|", *map(_row, results)]
    answers, letters = sum(one.answers for one in results), sum(sum(one.letters.values()) for one in results)
    stops, wrong = sum(one.stops for one in results), sum(len(one.wrong) for one in results)
    return "\n".join([*rows, f"| {len(results)} games | {answers} | {stops} | {letters} | | | | {wrong} |"])


def _row(one: Result) -> str:
    letters = " + ".join(map(str, one.letters.values())) + f" ({one.joined} joined)" * bool(one.joined)
    cells = (
        f"{one.wish.title} {one.wish.scenario}", f"{one.answers} ({one.refused})", one.stops, letters,
        round(one.heaviest / 1000), round(one.seconds), one.points, len(one.wrong) or "",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"
