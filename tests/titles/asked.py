"""Questions of games between bots: of each kind the first few, with the view of the seat that is asked."""

from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title
from tests.titles.loading import load

SCENARIOS = {
    "goeben": ("ottoman_alliance", "campaign"),
    "battleships": ("denmark_strait", "san_bernardino"),
    "pirates": ("two_players", "four_players"),
    "pq17": ("jw51a", "pq17"),
}
"""Scenarios that together ask most kinds of question."""
MAX_QUESTIONS = 500
"""The number of questions of one game."""


class Asked(NamedTuple):
    """A question to a seat, its scenario and the seat's view at that time."""

    scenario: str
    question: Ask[Any]
    view: Any


class _Enough(Exception):
    """Raised to end a game early."""


@lru_cache(maxsize=4)
def asked_in_games(key: str, of_each_kind: int = 2) -> tuple[Asked, ...]:
    """Return the questions of a title's games: the first and the last of each kind and scenario."""
    title, found = load(key), list[Asked]()
    for scenario in SCENARIOS.get(key, tuple(title.scenarios)[:1]):
        kinds: dict[str, list[Asked]] = {}
        _play(title, scenario, kinds)
        for several in kinds.values():
            found += several[: of_each_kind - 1] + several[-1:]
    return tuple(found)


def _play(title: Title[Any], scenario: str, kinds: dict[str, list[Asked]]) -> None:
    pick, bot, count = Random(7).randrange, title.bot(title.usual_bot), 0

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        nonlocal count
        count += 1
        if count > MAX_QUESTIONS:
            raise _Enough
        view = deepcopy(look())  # the game changes what a view refers to
        kinds.setdefault(question.kind, []).append(Asked(scenario, question, view))
        typed = bot(view, question, pick)
        fits = next(question.form.problems(typed), None) is None
        return SeatAnswer(question.seat, question.form.write(typed if fits else question.form.sample(pick)))

    opening = initial_checkpoint(title, title.rules.new_game(scenario, title.options.type()))
    try:
        drive(title, opening, (), supply, chance=HmacChance((7).to_bytes(32, "big")), budget=1_000_000)
    except _Enough:
        return
