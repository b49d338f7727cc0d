"""Trials: a seat plays orders against bots in invented worlds, without touching the game (ADR 31).

A trial has two parts. `find_start` alone reads the true state, and keeps only what the seat knows: the title's
`known_state`, the seat's own answers and the open dice of the step. `play_world` deals everything hidden at random and
plays on, without the true state. So a trial depends only on what the seat knows, on its orders, and on a seed that does
not come from the game's dice.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from games.kernel.codec import decode, encode
from games.kernel.errors import TitleFault
from games.kernel.events import EventVariants
from games.kernel.journal import Checkpoint, Entry
from games.kernel.keyed_dice import KeyedDice, moment_of
from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Asks, Draw, Roll
from games.kernel.table import EndStep, Table
from games.kernel.title import Title
from games.kernel.title_parts import TrialFigure

MOST_QUESTIONS = 60
"""The number of answers after which the play of a world is cut off."""
MOST_REQUESTS = 2000
"""The number of requests, dice included, after which a world is cut off."""
MOST_STEPS = 400
"""The number of steps after which a world is cut off."""

Ending = Literal["asked", "later", "over", "cut"]


class NotTriable(Exception):
    """Raised if questions of a kind cannot be tried. The refusal reveals nothing of the game."""


class TrialFailed(Exception):
    """Raised if an invented world does not ask the question that the orders answer."""


class TrialStart(Struct, frozen=True):
    """The position from which worlds are invented. It holds only what the seat knows."""

    seat: str
    kind: str
    """The kind of question that the orders answer."""
    step: str
    """The step that asks it."""
    state: bytes
    """The result of the title's `known_state` at the beginning of `step`, encoded."""
    given: tuple[Any, ...] = ()
    """The seat's own answers within the step before the question."""
    rolled: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The open dice of the step before the question: (key of the roll, values)."""


class TrialWorld(Struct, frozen=True):
    """The result of orders in one invented world, as the seat would see it."""

    number: int
    """The number of the world."""
    ending: Ending
    """Why the world ended: the seat was asked the same kind of question again, the title's number of turns has passed
    ("later"), the game was over, or a limit was reached.
    """
    figures: tuple[TrialFigure, ...]
    """The title's figures, such as points or losses."""
    events: tuple[Any, ...]
    """The events that the seat received."""
    view: bytes
    """The seat's last view as JSON."""


def can_be_tried(title: Title[Any], kind: str, step: str) -> bool:
    """Return True if the title offers trials of this kind of question in a step of its sequence of play."""
    trials = title.trials
    fits = kind in trials.kinds and step not in trials.unfit_steps
    return trials.known_state is not None and fits and bool(title.bots)


def find_start(title: Title[Any], checkpoint: Checkpoint, recorded: Sequence[Entry], question: Ask[Any]) -> TrialStart:
    """Return the start of trials of an open question.

    Only the recorded answers of the asked seat and open dice are kept; other seats' answers are left out. Raises
    NotTriable if the title offers no trials of the question, or if `recorded` contains a draw or a hidden roll.
    """
    known = title.trials.known_state
    if known is None or checkpoint.step is None or not can_be_tried(title, question.kind, checkpoint.step):
        raise NotTriable
    given: list[Any] = []
    rolled: list[tuple[str, tuple[int, ...]]] = []
    for entry in recorded:
        if entry.kind == "ask":
            given += [answer.answer for answer in entry.given if answer.seat == question.seat]
        elif entry.kind == "roll" and _is_open(title, entry.key):
            rolled.append((entry.key, entry.drawn))
        else:
            raise NotTriable
    state = known(title.read_state(checkpoint.state), question.seat)
    return TrialStart(
        question.seat, question.kind, checkpoint.step, title.write_state(state), tuple(given), tuple(rolled)
    )


def _is_open(title: Title[Any], key: str) -> bool:
    return key.partition(".")[0] in title.trials.open_rolls


def deal_world(title: Title[Any], start: TrialStart, seed: int, number: int) -> Any:
    """Return the state of invented world `number`: the known state with everything hidden dealt at random.

    Equal seeds and numbers give equal worlds.
    """
    deal = title.trials.deal or title.secrecy.redeal
    return deal(title.read_state(start.state), start.seat, random_source("trial", seed, number))


def play_world(
    title: Title[Any],
    start: TrialStart,
    orders: Any,
    seed: int,
    number: int,
    on_question: Callable[[Ask[Any]], object] = lambda question: None,
) -> TrialWorld:
    """Play orders (JSON) in invented world `number` until the seat is asked the same kind of question again.

    The usual bot of the title answers for the other seats, and the seat's own other questions, each from its own view.
    Dice depend on the seed, the world, the time within the game and the request: other orders get the same dice.
    `on_question` is called with the question that the orders answer. Raises TrialFailed if the world does not ask this
    question, GameError if the question's form does not accept the orders.
    """
    return _World(title, start, orders, seed, number, on_question).play()


class _Stopped(Exception):
    """Raised to end the play of a world at a question that is not answered."""


class _World:
    """An invented world in play."""

    def __init__(
        self,
        title: Title[Any],
        start: TrialStart,
        orders: Any,
        seed: int,
        number: int,
        on_question: Callable[[Ask[Any]], object],
    ) -> None:
        self._title, self._start, self._orders, self._on_question = title, start, orders, on_question
        self._seed, self._number = seed, number
        self._table: Table[Any] = title.rules.table(deal_world(title, start, seed, number))
        self._before = self._view()
        self._dice = KeyedDice("trial", seed, number)
        self._bot = title.bot(title.usual_bot)
        self._given, self._rolled = list(start.given), list(start.rolled)
        self._requests, self._asked = 0, Counter[tuple[object, ...]]()
        self._is_ordered, self._turns = False, 0
        self._now: tuple[object, ...] = ()
        self._ending: Ending = "cut"
        self._events: list[Any] = []

    def play(self) -> TrialWorld:
        """Play to the end of the trial."""
        step: str | None = self._start.step
        try:
            for _ in range(MOST_STEPS):
                if step is None:
                    self._ending = "over"
                    break
                step = self._step(step)
                self._hear()
                if self._is_later():
                    self._ending = "later"
                    break
        except _Stopped:
            self._hear()
        if not self._is_ordered:
            raise TrialFailed
        view = self._view()
        figures = self._title.trials.figures(self._before, view)
        return TrialWorld(self._number, self._ending, figures, tuple(self._events), encode(view))

    def _is_later(self) -> bool:
        """Return True if the title's number of turns has passed since the orders."""
        now = moment_of(self._table.state, "")
        if self._is_ordered and now != self._now:
            self._turns, self._now = self._turns + 1, now
        return 0 < self._title.trials.horizon <= self._turns

    def _view(self) -> Any:
        """Return the seat's view, independent of later changes of the table."""
        view = encode(self._title.secrecy.view(self._table.state, self._start.seat))
        return decode(view, self._title.secrecy.view_type)

    def _hear(self) -> None:
        """Keep the seat's variants of the events since the last call, but only after the orders were given."""
        told: list[EventVariants] = self._table.told
        heard = (one.for_seat(self._start.seat) for one in told)
        self._events += [event for event in heard if event is not None]
        told.clear()

    def _step(self, key: str) -> str | None:
        """Run one step and return the key of the next."""
        procedure: Any = self._title.rules.steps[key].run(self._table)
        answer: Any = None
        try:
            while True:
                try:
                    request = procedure.send(answer)
                except StopIteration as end:
                    return _following(end.value)
                except EndStep as end:
                    return _following(end.next_step)
                self._requests += 1
                if self._requests > MOST_REQUESTS:
                    raise _Stopped
                moment = moment_of(self._table.state, key)
                answer = self._answers(request, moment) if isinstance(request, Asks) else self._roll(request, moment)
        finally:
            procedure.close()

    def _roll(self, request: Roll | Draw, moment: tuple[object, ...]) -> tuple[int, ...]:
        """Return the recorded dice for an open roll before the question, the trial's own dice for other requests."""
        if self._rolled and not self._is_ordered and isinstance(request, Roll):
            key, values = self._rolled[0]
            if key == request.key and len(values) == len(request.sides):
                del self._rolled[0]
                return values
        return self._dice.answer(request, moment)

    def _answers(self, request: Asks, moment: tuple[object, ...]) -> tuple[Any, ...]:
        """Return the answers of all asked seats; the seat's own first, because it may end the world."""
        asked = sorted(request.asks, key=lambda one: one.seat != self._start.seat)
        answers = {one.seat + one.key: self._answer(one, moment) for one in asked}
        return tuple([answers[one.seat + one.key] for one in request.asks])

    def _answer(self, question: Ask[Any], moment: tuple[object, ...]) -> Any:
        if question.seat == self._start.seat:
            if question.kind == self._start.kind and not self._given:
                return self._own(question)
            if self._given:
                return question.form.accept(self._given.pop(0))
        place = (*moment, question.seat, question.key)
        self._asked[place] += 1
        if self._asked.total() > MOST_QUESTIONS:
            raise _Stopped
        if question.seat == self._start.seat and question.kind in self._title.trials.defaults:
            return question.form.default()
        view = self._title.secrecy.view(self._table.state, question.seat)
        pick = random_source("trial", self._seed, self._number, "bot", *place, self._asked[place])
        chosen = self._bot(view, question, pick)
        return question.form.accept(decode(encode(question.form.write(chosen)), object))

    def _own(self, question: Ask[Any]) -> Any:
        """Return the orders as answer to a question of the tried kind. Raises _Stopped if they were given before."""
        if self._is_ordered:
            self._ending = "asked"
            raise _Stopped
        self._is_ordered, self._now = True, moment_of(self._table.state, "")
        self._on_question(question)
        self._hear()
        self._events.clear()
        return question.form.accept(self._orders)


def _following(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TitleFault(f"a step ended with {value!r} instead of the key of a step")
    return value
