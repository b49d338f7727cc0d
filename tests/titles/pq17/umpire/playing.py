"""Skirmishes and whole operations with an umpire at the table."""

from collections.abc import Callable, Coroutine, Iterator
from random import Random
from typing import Any

from games.kernel.random_source import random_source
from games.kernel.requests import Asks, Roll
from games.kernel.table import EndStep
from games.titles.pq17.rules.sequence import SEQUENCE
from games.titles.pq17.state.state import Force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.skirmishes import ENDLESS, InCampaign, Skirmish
from tests.titles.pq17.umpire import (
    air,
    boats,
    cards,
    chits,
    command,
    decks,
    depots,
    endings,
    fortnights,
    guns,
    patrols,
    points,
    raids,
    sailing,
    tanks,
    voyages,
)
from tests.titles.pq17.umpire.table import Umpire

WATCHING = (voyages, tanks, command, raids, decks, patrols, chits, endings, fortnights, depots)
"""What looks at whole steps, in this order, besides what is told."""
for chapter in (air, boats, cards, guns, points, sailing, *WATCHING):
    for event, judge in chapter.JUDGES.items():
        Umpire.judges.setdefault(event, []).append(judge)
for watching in WATCHING:
    for stage, look in watching.STAGES.items():
        Umpire.stages.setdefault(stage, []).append(look)
    for move, watch in watching.MOVES.items():
        Umpire.moves[move].append(watch)
STEPS = {step.key: step.run for step in SEQUENCE}
NAMES = {"combine_segment": "combine"}
"""Steps of the sequence whose procedure has another name."""
LONGEST = 40000
"""No operation and no campaign takes so many steps."""


class Judged(Skirmish):
    """A skirmish that is fought before the umpire."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.umpire = Umpire(self.board.state, BOX)
        self.umpire.kept["drawn"] = True  # nobody has planned where its convoys go
        self.board = self.umpire

    def fight(self) -> Umpire:
        """To the end. Raises AssertionError where the rulebook would have it otherwise."""
        for _ in self.phases():
            self.umpire.close()
        return self.umpire

    def _play(self, procedure: Coroutine[Any, Any, Any]) -> None:
        played(self.umpire, procedure, self.dice, self._answer)


def played(umpire: Umpire, procedure: Coroutine[Any, Any, Any], dice: Random, answer: Callable[[Any], Any]) -> None:
    """A step before the umpire, up to its end; he closes it."""
    name: str = getattr(procedure, "__name__", "")
    umpire.begin(NAMES.get(name, name))
    given: Any = None
    for _ in range(ENDLESS):
        try:
            request = procedure.send(given)
        except StopIteration:
            return
        given = by_luck(dice, request, answer)
        umpire.witness(request, given)
    raise AssertionError("a segment without end")


class JudgedFortnight(InCampaign):
    """A skirmish in a campaign, and what comes of it before the next operation, before the umpire."""

    umpire: Umpire | None = None

    def _forces(self) -> Iterator[Force]:
        """Each ship that has a name once, as an order of battle has her."""
        seen: set[str] = set()
        for one in super()._forces():
            one.counters = [ship for ship in one.counters if ship.ship not in seen]
            seen |= {ship.ship for ship in one.counters if not BOX.ships[ship.ship].most}
            if one.counters or one.is_dummy:
                yield one

    def settle(self) -> Umpire:
        """To the bids of the next fortnight. Raises AssertionError where the rulebook would have it otherwise."""
        for _ in self.phases():
            pass
        steps = self.afterwards()
        next(steps)  # the operation is folded back, of which nothing is told
        umpire = Umpire(self.board.state, BOX)
        self.board = self.umpire = umpire
        for _ in steps:
            umpire.close()
        return umpire

    def _play(self, procedure: Coroutine[Any, Any, Any]) -> None:
        if self.umpire is None:
            super()._play(procedure)
        else:
            played(self.umpire, procedure, self.dice, self._answer)


class Operation:
    """An operation or campaign from its first step to its last, its questions answered by default or at random."""

    def __init__(self, title: Any, scenario: str, seed: int, *, wild: float = 0.4, **options: bool) -> None:
        self.dice, self.wild = Random(seed), wild
        state = title.rules.new_game(scenario, title.options.type(**options))
        self.umpire = Umpire(state, title.rules.table(state).box)

    def play(self, steps: int = LONGEST) -> Umpire:
        """So many steps of it, or all. Raises AssertionError where the rulebook would have it otherwise."""
        step: str | None = SEQUENCE[0].key
        for _ in range(steps):
            if step is None:
                break
            self.umpire.begin(step)
            step = self._run(STEPS[step](self.umpire))
            self.umpire.close()
        return self.umpire

    def _run(self, procedure: Any) -> str | None:
        given: Any = None
        while True:
            try:
                request = procedure.send(given)
            except StopIteration as end:
                following: str | None = end.value
                return following
            except EndStep as end:
                return end.next_step
            given = by_luck(self.dice, request, self._answer)
            self.umpire.witness(request, given)

    def _answer(self, form: Any) -> Any:
        if self.dice.random() < self.wild:
            return form.sample(random_source("operation", self.dice.randrange(10**6)))
        return form.default()


def by_luck(dice: Random, request: Any, answer: Callable[[Any], Any]) -> tuple[Any, ...]:
    """What is answered to a request: each form's answer, or what these dice throw and draw."""
    if isinstance(request, Asks):
        return tuple(answer(question.form) for question in request.asks)
    if isinstance(request, Roll):
        return tuple(dice.randint(1, sides) for sides in request.sides)
    return tuple(dice.sample(range(len(request.pool)), request.count))
