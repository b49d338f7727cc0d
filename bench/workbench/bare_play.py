"""Whole games of bots in memory: no journal, no checkpoints, no digests; dice that two games have in common."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from games.kernel.chance import answer_from_words
from games.kernel.errors import TitleFault
from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Asks, Draw, Roll
from games.kernel.table import EndStep
from games.kernel.title import Bot, Title

WORD = 1 << 32
CLOCK = ("days", "turns", "round", "turn")
"""The numbers in a state that tell when it is; each title has some of them."""
MOST_STEPS = 100_000
"""The largest number of steps of a game; one with more is taken for an endless loop."""
Watcher = Callable[[Any, Ask[Any], Any], None]
"""Called with the view, the question and the answer of each decision."""


class KeyedDice:
    """Dice that depend on the seed, the moment, the request and how often it was made then, and on nothing else.

    So two games on one seed meet the same luck wherever they make the same request, although one of them rolled more
    dice before.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._made: Counter[tuple[object, ...]] = Counter()

    def answer(self, request: Roll | Draw, moment: tuple[object, ...]) -> tuple[int, ...]:
        """Return the values of a roll, or the places of the drawn members in the pool."""
        place = (*moment, request.key)
        self._made[place] += 1
        pick = random_source("dice", self._seed, *place, self._made[place])
        return answer_from_words(request, iter(lambda: pick(WORD), None))


class Play:
    """One game in memory. Each bot gets its seat's view, the question and dice of its own."""

    def __init__(
        self,
        title: Title[Any],
        scenario: str,
        seed: int,
        bots: Mapping[str, Bot],
        watch: Watcher | None = None,
    ) -> None:
        self._title, self._seed, self._bots, self._watch = title, seed, bots, watch
        self._dice = KeyedDice(seed)
        self.table = title.rules.table(title.rules.new_game(scenario, title.options.type()))
        self._asked: Counter[tuple[object, ...]] = Counter()

    def to_the_end(self) -> Any:
        """Play the game to its end, and return the last state. Raises TitleFault if it finds no end."""
        step: str | None = self._title.rules.first_step
        for _ in range(MOST_STEPS):
            if step is None:
                return self.table.state
            step = self._step(step)
            self.table.told.clear()
        raise TitleFault(f"{self._title.key} finds no end")

    def _step(self, key: str) -> str | None:
        """Run one step, and return the key of the next."""
        procedure: Any = self._title.rules.steps[key].run(self.table)
        answer: Any = None
        while True:
            try:
                request = procedure.send(answer)
            except StopIteration as end:
                return end.value
            except EndStep as end:
                return end.next_step
            moment = (*self._now(), key)
            if isinstance(request, Asks):
                answer = tuple([self._decide(question, moment) for question in request.asks])
            else:
                answer = self._dice.answer(request, moment)

    def _now(self) -> tuple[int, ...]:
        """Return the numbers of the day, round or turn."""
        found = (getattr(self.table.state, name, None) for name in CLOCK)
        return tuple(number for number in found if isinstance(number, int))

    def _decide(self, question: Ask[Any], moment: tuple[object, ...]) -> Any:
        """Return the answer of a seat's bot, read again as if it had been stored."""
        view = self._title.secrecy.view(self.table.state, question.seat)
        place = (*moment, question.key, question.seat)
        self._asked[place] += 1
        pick = random_source("bot", self._seed, *place, self._asked[place])
        chosen = self._bots[question.seat](view, question, pick)
        if self._watch is not None:
            self._watch(view, question, chosen)
        return question.form.accept(question.form.write(chosen))
