"""The games to play over HTTP, and their results."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games import registry

EPICS = frozenset({"campaign_june", "campaign"})
"""The long campaigns of PQ-17 (four and ten months), which are played only if they are named."""


class Wish(Struct, frozen=True):
    """A game to play: title, scenario and seats."""

    title: str
    scenario: str
    seats: tuple[str, ...]


class Result(Struct):
    """The result of a game."""

    wish: Wish
    game: str = ""
    answers: int = 0
    """The number of answers given."""
    refused: int = 0
    """The number of answers that the server refused."""
    stops: int = 0
    """The number of stops."""
    letters: dict[str, int] = {}
    """The number of e-mails to each seat."""
    joined: int = 0
    """The number of e-mails that were merged into later ones."""
    heaviest: int = 0
    """The size of the largest e-mail in bytes."""
    seconds: float = 0
    """The duration of the game."""
    points: str = ""
    """The final points in words."""
    wrong: list[str] = []
    """All errors."""


def wishes(title: str, scenarios: tuple[str, ...]) -> list[Wish]:
    """Return the games to play: the named scenarios, or all of one title, or of all titles.

    Raises LookupError if there are no such games.
    """
    found = []
    for key in [title] if title else registry.title_keys():
        rules: Any = registry.current_title(key)
        chosen = scenarios or tuple(one for one in rules.scenarios if not (key == "pq17" and one in EPICS))
        found += [Wish(key, one, rules.seats(one)) for one in chosen if one in rules.scenarios]
    if not found:
        raise LookupError(f"there is nothing to play: {title} {', '.join(scenarios)}")
    return found


def shown(results: Sequence[Result]) -> str:
    """Return a table of all games in Markdown."""
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
