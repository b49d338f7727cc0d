"""Whole games of bots in memory, without journal, checkpoints and digests. Two games can have the same dice."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from games.kernel.errors import TitleFault
from games.kernel.keyed_dice import KeyedDice, moment_of
from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Asks
from games.kernel.table import EndStep
from games.kernel.title import Bot, Title

MOST_STEPS = 100_000
"""The most steps of a game; a game with more counts as an endless loop."""
Watcher = Callable[[Any, Ask[Any], Any], None]
"""A function that is called with the view, the question and the answer of each decision."""


class Play:
    """One game of bots in memory. Each bot gets the view of its seat, the question, and random numbers of its own."""

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
        """Play the game to its end; return the last state. Raises TitleFault if it does not end."""
        step: str | None = self._title.rules.first_step
        for _ in range(MOST_STEPS):
            if step is None:
                return self.table.state
            step = self._step(step)
            self.table.told.clear()
        raise TitleFault(f"{self._title.key} finds no end")

    def _step(self, key: str) -> str | None:
        """Run one step of the game; return the key of the next one."""
        procedure: Any = self._title.rules.steps[key].run(self.table)
        answer: Any = None
        while True:
            try:
                request = procedure.send(answer)
            except StopIteration as end:
                return end.value
            except EndStep as end:
                return end.next_step
            moment = moment_of(self.table.state, key)
            if isinstance(request, Asks):
                answer = tuple([self._decide(question, moment) for question in request.asks])
            else:
                answer = self._dice.answer(request, moment)

    def _decide(self, question: Ask[Any], moment: tuple[object, ...]) -> Any:
        """Return the answer of a seat's bot, encoded and decoded as a stored answer is."""
        view = self._title.secrecy.view(self.table.state, question.seat)
        place = (*moment, question.key, question.seat)
        self._asked[place] += 1
        pick = random_source("bot", self._seed, *place, self._asked[place])
        chosen = self._bots[question.seat](view, question, pick)
        if self._watch is not None:
            self._watch(view, question, chosen)
        return question.form.accept(question.form.write(chosen))
