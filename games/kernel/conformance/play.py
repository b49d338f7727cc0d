"""A random game, played stop by stop as on a server. It is the input of the checks."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.kernel.chance import Chance, HmacChance
from games.kernel.codec import decode, encode
from games.kernel.conformance.report import Finding, failure_text
from games.kernel.driver import AnswerSource, DriveResult, NumberedEvent, Session, drive, initial_checkpoint, no_answers
from games.kernel.errors import GameError, ReplayDiverged, TitleFault
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.journal import Checkpoint, Entry, SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.title import Title

MOST_STOPS = 4000
"""A random game with more stops than this counts as endless."""
MOST_ENTRIES = 20_000
"""A game with more journal entries than this between two stops counts as endless, too."""

GAME_FAILURES = (
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
"""The exceptions that a check reports as a finding: breaches of the kernel's contract, and ordinary errors in rules."""

Answerer = Callable[[Ask[Any], int], Any]
"""Return the typed answer from (question, number of its journal entry)."""


class GameProgress:
    """A running game that is reloaded from its last checkpoint at every call, as on a server."""

    def __init__(self, title: Title[Any], checkpoint: Checkpoint) -> None:
        self.title, self.checkpoint = title, checkpoint
        self.recorded: list[Entry] = []
        self.published = 0

    def copy_position(self, other: "GameProgress") -> None:
        """Move this game to the position of `other`, a run of the same game."""
        self.checkpoint, self.published = other.checkpoint, other.published
        self.recorded = list(other.recorded)

    def advance(self, answer_source: AnswerSource, chance: Chance, *, budget: int = MOST_ENTRIES) -> DriveResult:
        """Play until an answer is missing or the game is over, and return the run.

        Raises TitleFault if neither happens within `budget` journal entries.
        """
        run = drive(
            self.title,
            self.checkpoint,
            self.recorded,
            answer_source,
            chance=chance,
            published_events=self.published,
            budget=budget,
        )
        self.stop_at(run, budget)
        return run

    def stop_at(self, run: DriveResult, budget: int) -> None:
        """Move this game to the position where `run` stopped.

        Raises TitleFault if the run ended because it had used up its `budget` of journal entries.
        """
        if run.has_more:
            raise TitleFault(f"{budget} entries without a question, and no end")
        if run.checkpoints:
            self.checkpoint, self.recorded, self.published = run.checkpoints[-1], [], 0
        first = self.checkpoint
        self.recorded += [entry for entry in run.entries if entry.number >= first.first_entry]
        self.published += sum(event.number >= first.first_event for event in run.events)


class SessionProgress(GameProgress):
    """A running game that stays in memory between calls of `advance`; the `chance` of the first call serves all calls.

    The results equal those of `GameProgress`; the checks ``replay`` and ``reload`` test this separately.
    """

    def __init__(self, title: Title[Any], checkpoint: Checkpoint) -> None:
        super().__init__(title, checkpoint)
        self._sitting: Session[Any] | None = None

    def copy_position(self, other: GameProgress) -> None:
        super().copy_position(other)
        self._sitting = None

    def advance(self, answer_source: AnswerSource, chance: Chance, *, budget: int = MOST_ENTRIES) -> DriveResult:
        if self._sitting is None:
            self._sitting = Session(
                self.title, self.checkpoint, self.recorded, chance=chance, published_events=self.published
            )
        run = self._sitting.play_on(answer_source, budget=budget)
        self.stop_at(run, budget)
        return run


class Stop(msgspec.Struct, frozen=True):
    """A position in which a random game waits for answers or has ended."""

    number: int
    checkpoint: Checkpoint
    """The last checkpoint before the stop."""
    recorded: tuple[Entry, ...]
    """The journal entries since `checkpoint`."""
    events: tuple[NumberedEvent, ...]
    """The events since the previous stop."""
    open_questions: tuple[Ask[Any], ...]
    entry: int
    """The number of the next journal entry."""
    is_over: bool
    state: bytes
    """The encoded state."""
    views: dict[str, bytes]
    """The encoded view of each audience: of every seat, the public and the umpire."""
    live_state: Any
    """The state itself, not encoded."""
    given: dict[str, SeatAnswer]
    """The answers that the random game gives to the open questions, by seat and key of the question ("allies move")."""

    @property
    def where(self) -> str:
        """The stop in words for findings: its number, step, next journal entry, and the seats and rules that ask."""
        asked = ", ".join(f"{one.seat} by {one.rule}" for one in self.open_questions)
        asking = f", asking {asked}" if asked else ""
        return f"stop {self.number}, step {self.checkpoint.step}, entry {self.entry}{asking}"


@dataclass
class Play:
    """A complete random game: the data on which every check runs."""

    title: Title[Any]
    scenario: str
    options: Any
    seed: int
    first_checkpoint: Checkpoint
    stops: list[Stop] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    """The whole journal."""
    events: list[NumberedEvent] = field(default_factory=list)
    failure: Finding | None = None
    """The finding if the game failed."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many things the checks have tried, by kind, such as "redeals"."""
    pairs: int = 40
    """The number of pairs of worlds that the two-worlds test plays."""
    distributions: int = 1
    """The number of states whose redeals the distribution test compares."""
    _counters: dict[bytes, dict[str, int]] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats of the scenario."""
        return self.title.seats(self.scenario)

    @property
    def observers(self) -> tuple[str, ...]:
        """Return the audiences that must not learn hidden information: all seats and the public."""
        return (*self.seats, PUBLIC)

    @property
    def written_checkpoints(self) -> Iterable[Checkpoint]:
        """The checkpoints, one for each different stored state: a step without changes stores the same state again."""
        return {checkpoint.state: checkpoint for checkpoint in self.checkpoints}.values()

    def conserved_counts(self, written: bytes, state: Any = None) -> dict[str, int]:
        """Return the counts that no step may change, such as that of all cards, for an encoded state (`written`).

        `state` is the same state decoded, if the caller has it. The result is cached, because two checks use it.
        """
        if (known := self._counters.get(written)) is None:
            read = self.title.read_state(written) if state is None else state
            known = self._counters[written] = dict(self.title.rules.conserved_counts(read))
        return known

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return bool(self.stops) and self.stops[-1].is_over

    def place(self, checkpoint: Checkpoint) -> str:
        """Return a checkpoint in words for findings: its number, its step, and the step's rule."""
        step = self.title.rules.steps.get(checkpoint.step or "")
        rule = f" ({step.rule})" if step is not None else ""
        return f"checkpoint {checkpoint.number}, step {checkpoint.step}{rule}"

    def finding(self, check: str, where: str, what: str) -> Finding:
        """Return a finding about this play.

        `check` is the name of the check, `where` the position in the play, `what` the fault.
        """
        return Finding(check, self.title.key, self.scenario, self.seed, where, what)

    def chance(self) -> Chance:
        """Return a new source of the play's dice; each source gives the same dice."""
        return HmacChance(f"conformance|{self.seed}".encode())

    def answer(self, question: Ask[Any], number: int) -> Any:
        """Return a random legal answer to a question, the same at every call; `number` is that of its journal entry."""
        return question.form.sample(random_source(self.seed, number, question.seat, question.key))


def as_received(question: Ask[Any], answer: Any) -> SeatAnswer:
    """Return a typed answer as the server would store it: written by the form, then encoded as JSON and decoded."""
    return SeatAnswer(question.seat, decode(encode(question.form.write(answer)), object), "trial")


def play_out(title: Title[Any], scenario: str, options: Any, seed: int, *, most_stops: int = MOST_STOPS) -> Play:
    """Play a random game to its end, with a stop and a reload at every question.

    A game that fails, or does not end within `most_stops` stops, is returned as far as it was played, with its
    `failure`. The state is reloaded before each step, even if the title stores no checkpoint there: this tests every
    boundary, and the check ``reload`` can compare.
    """
    first = initial_checkpoint(title, title.rules.new_game(scenario, options))
    play = Play(title, scenario, options, seed, first, checkpoints=[first])
    progress, answers = GameProgress(title.with_every_checkpoint(), first), dict[str, SeatAnswer]()
    for number in range(most_stops):
        try:
            run = progress.advance(_from(answers), play.chance())
            play.stops.append(_stop(play, number, progress, run))
        except GAME_FAILURES as error:
            play.failure = play.finding(_check_of(error), f"after stop {number - 1}", failure_text(error))
            return play
        play.checkpoints += run.checkpoints
        play.entries += run.entries
        play.events += run.events
        if run.is_over:
            return play
        answers = {}
        for question in run.open_questions:
            answers[_name(question)] = as_received(question, play.answer(question, run.number))
        play.stops[-1] = msgspec.structs.replace(play.stops[-1], given=answers)
        if (fault := _illegal(play, run.open_questions, answers)) is not None:
            play.failure = fault
            return play
    play.failure = play.finding("ends", f"stop {most_stops}", f"the game goes on after {most_stops} stops")
    return play


def _name(question: Ask[Any]) -> str:
    return f"{question.seat} {question.key}"


def _from(answers: dict[str, SeatAnswer]) -> AnswerSource:
    ready = dict(answers)
    if not ready:
        return no_answers
    return lambda question, number, look: ready.pop(_name(question), None)


def _check_of(error: Exception) -> str:
    return "reload" if isinstance(error, ReplayDiverged) else "ends"


def _stop(play: Play, number: int, progress: GameProgress, run: DriveResult) -> Stop:
    state = encode(run.state)
    return Stop(
        number=number,
        checkpoint=progress.checkpoint,
        recorded=tuple(progress.recorded),
        events=tuple(run.events),
        open_questions=run.open_questions,
        entry=run.number,
        is_over=run.is_over,
        state=state,
        views=run.views(play.title, (*play.observers, UMPIRE)),
        live_state=run.state,
        given={},
    )


def _illegal(play: Play, asked: Iterable[Ask[Any]], answers: dict[str, SeatAnswer]) -> Finding | None:
    """Return a finding if a question's form refuses its own random sample; None if all are accepted."""
    for question in asked:
        try:
            question.form.accept(answers[_name(question)].answer)
        except GameError as error:
            what = f"{question.seat} {question.key}: the form refuses its own sample: {error}"
            return play.finding("forms", play.stops[-1].where, what)
    return None


def play_without_stops(play: Play, answer: Answerer, *, most_entries: int = MOST_ENTRIES) -> DriveResult:
    """Play the game again without stops, with the same dice and with answers from `answer`, and return the run.

    The run also ends after `most_entries` journal entries.
    """
    return drive(
        play.title,
        play.first_checkpoint,
        (),
        lambda question, number, look: as_received(question, answer(question, number)),
        chance=play.chance(),
        budget=most_entries,
    )


def comparable_entries(entries: Sequence[Entry]) -> list[bytes]:
    """Return journal entries as bytes for comparison, without `Entry.state`, which depends on where a run resumed."""
    return [encode(msgspec.structs.replace(entry, state="")) for entry in entries]
