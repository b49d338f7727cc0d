"""The boards to be read: first boards of all scenarios, kept games and turns, and the ends of playthroughs."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.titles.pirates.components.scenarios import PHANTOM
from tests.titles.loading import load

LANGUAGES = ("en", "ja")
SAMPLED = 12
"""The number of boards of a title that are read unless all are."""
KEPT_IN = {"battleships": "test_kept_turns", "pq17": "test_kept_turns", "goeben": "test_whole_games",
           "pirates": "test_whole_games"}  # fmt: skip
"""The module of each title with its kept games or turns."""


class Position(NamedTuple):
    """A state of a game, and what is asked in it."""

    name: str
    state: Any
    asked: tuple[Ask[Any], ...] = ()


class SeenBoard(NamedTuple):
    """A position as a seat sees it in a language."""

    position: Position
    seat: str
    language: str

    @property
    def name(self) -> str:
        """The name for the report."""
        return f"{self.position.name} {self.seat} {self.language}"


def boards(key: str, *, every: bool = False, count: int = SAMPLED) -> Iterator[SeenBoard]:
    """Yield the boards of a title: a sample spread over all games, or all seats of every stop in both languages."""
    title = load(key)
    if every:
        for position in positions(key):
            for seat in (*seats_of(title, position.state), PUBLIC, UMPIRE):
                yield from (SeenBoard(position, seat, language) for language in LANGUAGES)
        return
    for number, position in enumerate(sampled(key, count)):
        seats = seats_of(title, position.state)
        awaited = [one.seat for one in position.asked if one.seat in seats] or seats
        yield SeenBoard(position, awaited[number % len(awaited)], LANGUAGES[number % 2])


def seats_of(title: Title[Any], state: Any) -> tuple[str, ...]:
    """Return the seats of a state; one of the Pirates names its fleets alone."""
    if hasattr(state, "scenario"):
        return title.seats(state.scenario)
    return tuple(fleet.seat for fleet in state.fleets if fleet.seat != PHANTOM)


def positions(key: str) -> Iterator[Position]:
    """Yield every position of a title, in order."""
    for game in _games(key):
        yield from game()


def sampled(key: str, count: int) -> Iterator[Position]:
    """Yield positions of games spread evenly over all, each at another point of its game."""
    games = list(_games(key))
    for number in range(count):
        stops = list(games[number * len(games) // count]())
        yield stops[(2 * number + 1) * len(stops) // (2 * count)]


def _games(key: str) -> Iterator[Callable[[], Iterator[Position]]]:
    """Yield all games, as functions that play them."""
    title = load(key)
    for scenario in title.scenarios:
        yield lambda scenario=scenario: _first(title, scenario)  # type: ignore[misc]
    module = import_module(f"tests.titles.{key}.{KEPT_IN[key]}")
    for one in module.KEPT.names:
        yield lambda name=one.values[0]: _kept(module.KEPT, name)  # type: ignore[misc]
    scripts = import_module(f"tests.titles.{key}.test_playthroughs").SCRIPTS
    named = scripts.items() if isinstance(scripts, dict) else ((script.__name__, script) for script in scripts)
    for name, script in named:
        yield lambda name=name, script=script: iter((Position(name, script().state),))  # type: ignore[misc]


def _first(title: Title[Any], scenario: str) -> Iterator[Position]:
    yield Position(scenario, title.rules.new_game(scenario, title.options.type()))


def _kept(kept: Any, name: str) -> Iterator[Position]:
    for number, run in enumerate(kept.runs(name)):
        yield Position(f"{name} stop {number}", run.state, run.open_questions)
