"""A game played at random, stop by stop, the way a server plays it; what the checks look at."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.kernel.chance import Chance, HmacChance
from games.kernel.codec import decode, encode
from games.kernel.conformance.report import Finding, mishap
from games.kernel.driver import NumberedEvent, Run, Sitting, Supply, drive, no_supply, opening
from games.kernel.errors import GameError, ReplayDiverged, TitleFault
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.journal import Checkpoint, Entry, Given
from games.kernel.pick import whims
from games.kernel.requests import Ask
from games.kernel.title import Title

MOST_STOPS = 4000
"""A random game with more stops than this does not end."""
MOST_ENTRIES = 20_000
"""Nor does one with more dice and draws between two stops."""

BROKEN = (
    GameError,
    ReplayDiverged,
    TitleFault,
    msgspec.MsgspecError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a title's breach of the contract, or a plain fault in its rules, looks like from outside."""

Answerer = Callable[[Ask[Any], int], Any]
"""The typed answer to the question of entry number n."""


class Progress:
    """A game under way, taken up anew from its last checkpoint at every call, as a server does."""

    def __init__(self, title: Title[Any], checkpoint: Checkpoint) -> None:
        self.title, self.checkpoint = title, checkpoint
        self.recorded: list[Entry] = []
        self.published = 0

    def follow(self, other: "Progress") -> None:
        """Stand where the other stands."""
        self.checkpoint, self.published = other.checkpoint, other.published
        self.recorded = list(other.recorded)

    def forward(self, supply: Supply, chance: Chance, *, budget: int = MOST_ENTRIES) -> Run:
        """Drive on until an answer is missing or the game is over. Raises TitleFault if neither comes."""
        run = drive(
            self.title,
            self.checkpoint,
            self.recorded,
            supply,
            chance=chance,
            published=self.published,
            budget=budget,
        )
        self.came_to(run, budget)
        return run

    def came_to(self, run: Run, budget: int) -> None:
        """Stand where a run has stopped. Raises TitleFault where it stopped for want of budget."""
        if run.more:
            raise TitleFault(f"{budget} entries without a question, and no end")
        if run.checkpoints:
            self.checkpoint, self.recorded, self.published = run.checkpoints[-1], [], 0
        first = self.checkpoint
        self.recorded += [entry for entry in run.entries if entry.number >= first.first_entry]
        self.published += sum(event.number >= first.first_event for event in run.events)


class Seated(Progress):
    """The same, played on where it stands at every call but the first, with the dice of that. Nobody who looks at it
    can tell: that a game taken up again is the same game is looked at by itself (`replay`, `reload`).
    """

    def __init__(self, title: Title[Any], checkpoint: Checkpoint) -> None:
        super().__init__(title, checkpoint)
        self._sitting: Sitting[Any] | None = None

    def follow(self, other: Progress) -> None:
        super().follow(other)
        self._sitting = None

    def forward(self, supply: Supply, chance: Chance, *, budget: int = MOST_ENTRIES) -> Run:
        if self._sitting is None:
            self._sitting = Sitting(self.title, self.checkpoint, self.recorded, chance=chance, published=self.published)
        run = self._sitting.play_on(supply, budget=budget)
        self.came_to(run, budget)
        return run


class Stop(msgspec.Struct, frozen=True):
    """Where the game waited: what has happened since the stop before, what is asked, what each seat sees."""

    number: int
    checkpoint: Checkpoint
    recorded: tuple[Entry, ...]
    events: tuple[NumberedEvent, ...]
    asked: tuple[Ask[Any], ...]
    entry: int
    over: bool
    state: bytes
    views: dict[str, bytes]
    live_state: Any
    given: dict[str, Given]

    @property
    def where(self) -> str:
        """For findings: the stop, its step and the number of the entry that is due."""
        return f"stop {self.number}, step {self.checkpoint.step}, entry {self.entry}"


@dataclass
class Play:
    """A whole random game. `fault` says why it broke off, if it did; `pairs` of worlds are tried on it."""

    title: Title[Any]
    scenario: str
    options: Any
    seed: int
    first: Checkpoint
    stops: list[Stop] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    events: list[NumberedEvent] = field(default_factory=list)
    fault: Finding | None = None
    counts: Counter[str] = field(default_factory=Counter)
    pairs: int = 40
    _counters: dict[bytes, dict[str, int]] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the scenario."""
        return self.title.seats(self.scenario)

    @property
    def observers(self) -> tuple[str, ...]:
        """Everybody who must not learn what is hidden."""
        return (*self.seats, PUBLIC)

    @property
    def settled(self) -> Iterable[Checkpoint]:
        """A checkpoint for each state that was written: steps that change nothing leave several of one state."""
        return {checkpoint.state: checkpoint for checkpoint in self.checkpoints}.values()

    def counted(self, written: bytes, state: Any = None) -> dict[str, int]:
        """What can neither arise nor vanish, in a state that was written: counted once, for two checks ask for it. Who
        has read the state anew hands it over.
        """
        if (known := self._counters.get(written)) is None:
            read = self.title.read_state(written) if state is None else state
            known = self._counters[written] = dict(self.title.conserved(read))
        return known

    @property
    def over(self) -> bool:
        """Whether the game came to its end."""
        return bool(self.stops) and self.stops[-1].over

    def finding(self, check: str, where: str, what: str) -> Finding:
        """A finding about this play."""
        return Finding(check, self.title.key, self.scenario, self.seed, where, what)

    def chance(self) -> Chance:
        """The dice of this play, the same at every call."""
        return HmacChance(f"conformance|{self.seed}".encode())

    def answer(self, question: Ask[Any], number: int) -> Any:
        """What the seat answers in this play: some legal answer."""
        return question.form.sample(whims(self.seed, number, question.seat, question.key))


def given(question: Ask[Any], answer: Any) -> Given:
    """An answer as the server would have received it: written, sent as JSON and read again."""
    return Given(question.seat, decode(encode(question.form.write(answer)), object), "trial")


def play_out(title: Title[Any], scenario: str, options: Any, seed: int, *, most_stops: int = MOST_STOPS) -> Play:
    """Play a game at random to its end, stopping and reloading at every question; the state is read anew before each
    step, whatever the title says of its borders: so it is seen at all of them, and `reload` can compare.
    """
    first = opening(title, title.new_game(scenario, options))
    play = Play(title, scenario, options, seed, first, checkpoints=[first])
    progress, answers = Progress(title.with_every_border(), first), dict[str, Given]()
    for number in range(most_stops):
        try:
            run = progress.forward(_from(answers), play.chance())
            play.stops.append(_stop(play, number, progress, run))
        except BROKEN as error:
            play.fault = play.finding(_check_of(error), f"after stop {number - 1}", mishap(error))
            return play
        play.checkpoints += run.checkpoints
        play.entries += run.entries
        play.events += run.events
        if run.over:
            return play
        answers = {}
        for question in run.asked:
            answers[_name(question)] = given(question, play.answer(question, run.number))
        play.stops[-1] = msgspec.structs.replace(play.stops[-1], given=answers)
        if (fault := _illegal(play, run.asked, answers)) is not None:
            play.fault = fault
            return play
    play.fault = play.finding("ends", f"stop {most_stops}", f"the game goes on after {most_stops} stops")
    return play


def _name(question: Ask[Any]) -> str:
    return f"{question.seat} {question.key}"


def _from(answers: dict[str, Given]) -> Supply:
    ready = dict(answers)
    if not ready:
        return no_supply
    return lambda question, number, look: ready.pop(_name(question), None)


def _check_of(error: Exception) -> str:
    return "reload" if isinstance(error, ReplayDiverged) else "ends"


def _stop(play: Play, number: int, progress: Progress, run: Run) -> Stop:
    state = encode(run.state)
    return Stop(
        number=number,
        checkpoint=progress.checkpoint,
        recorded=tuple(progress.recorded),
        events=tuple(run.events),
        asked=run.asked,
        entry=run.number,
        over=run.over,
        state=state,
        views=run.views(play.title, (*play.observers, UMPIRE)),
        live_state=run.state,
        given={},
    )


def _illegal(play: Play, asked: Iterable[Ask[Any]], answers: dict[str, Given]) -> Finding | None:
    """A sample that its own form refuses."""
    for question in asked:
        try:
            question.form.accept(answers[_name(question)].answer)
        except GameError as error:
            what = f"{question.seat} {question.key}: the form refuses its own sample: {error}"
            return play.finding("forms", play.stops[-1].where, what)
    return None


def live(play: Play, answer: Answerer, *, most_entries: int = MOST_ENTRIES) -> Run:
    """The game in one go, without a stop: with the same answers, it must be the same game."""
    return drive(
        play.title,
        play.first,
        (),
        lambda question, number, look: given(question, answer(question, number)),
        chance=play.chance(),
        budget=most_entries,
    )


def plain(entries: Sequence[Entry]) -> list[bytes]:
    """Entries as bytes, without the digest that only says where a run was taken up."""
    return [encode(msgspec.structs.replace(entry, state="")) for entry in entries]
