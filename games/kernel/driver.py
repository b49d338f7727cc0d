"""The driver: play a title from a checkpoint, replay the recorded entries, and stop when an answer is missing.

The driver has no side effects: a `DriveResult` holds everything that the caller has to store.
"""

from collections import deque
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from games.kernel.chance import Chance
from games.kernel.codec import digest, encode
from games.kernel.errors import GameError, ReplayDiverged, TitleFault
from games.kernel.events import EventVariants
from games.kernel.journal import Checkpoint, Entry, SeatAnswer, fingerprint, request_key, request_kind
from games.kernel.requests import Ask, Asks, Draw, Request, Roll
from games.kernel.table import EndStep, Table
from games.kernel.title import Title

S = TypeVar("S")

ViewFactory = Callable[[], Any]
"""Return the asked seat's own view at the moment of the question. Calling it builds the view."""

AnswerSource = Callable[[Ask[Any], int, ViewFactory], SeatAnswer | None]
"""Return the answer from (question, number of its journal entry, view factory of the asked seat); None stops the drive.
"""

DEFAULT_BUDGET = 400
MOST_ENTRIES = 5000
"""The largest number of requests in a step; a step with more is taken for an endless loop."""
MOST_IDLE_STEPS = 200
"""The largest number of consecutive steps without a question, roll or draw; more are taken for an endless loop."""
MANY_IDLE_STEPS = 20
"""The number of consecutive idle steps after which the driver compares states to find a loop."""
_NOTHING_TOLD = blake2b(digest_size=8)
"""The hash object for the events of a step, before its first event."""
_DIGEST_OF_NOTHING = _NOTHING_TOLD.hexdigest()


def no_answers(question: Ask[Any], number: int, view_factory: ViewFactory) -> None:
    """Return None for every question, so that a drive stops at the first one."""
    return None


class NumberedEvent(Struct, frozen=True, gc=False):
    """An event with its number in the game and the step it belongs to."""

    number: int
    step: str
    event: EventVariants = field(name="told")


class DriveResult(Struct, kw_only=True):
    """The result of a drive: new checkpoints, journal entries, events and open questions.

    The lists hold only what is new. An entry's number is its place in the game's journal.
    """

    checkpoints: list[Checkpoint]
    """The checkpoints in order; the last one is the current one. Steps that cannot ask have no checkpoint before them.
    """
    entries: list[Entry]
    events: list[NumberedEvent]
    open_questions: tuple[Ask[Any], ...] = ()
    """The questions that wait at journal entry `number`, with or without an answer."""
    number: int = 0
    """The number of the next journal entry."""
    is_over: bool = False
    has_more: bool = False
    """True if the drive stopped because its budget was used up; drive again."""
    state: Any = None
    """The state at the stop, which `views` reads."""

    def views(self, title: Title[Any], seats: Iterable[str]) -> dict[str, bytes]:
        """Return the encoded view of each of `seats` at the stop; "public" and "umpire" are allowed, too."""
        return {seat: encode(title.secrecy.view(self.state, seat)) for seat in seats}


def initial_checkpoint(title: Title[S], state: S) -> Checkpoint:
    """Return the first checkpoint of a game, before the title's first step; `state` is the first state."""
    return Checkpoint(
        number=0,
        step=title.rules.first_step,
        state=title.write_state(state),
        first_entry=0,
        first_event=0,
        first_draw=0,
        rules_version=title.rules.version,
    )


def drive(
    title: Title[S],
    checkpoint: Checkpoint,
    recorded: Sequence[Entry] = (),
    answer_source: AnswerSource = no_answers,
    *,
    chance: Chance,
    branch: int = 0,
    published_events: int = 0,
    budget: int = DEFAULT_BUDGET,
    spans_steps: bool = False,
    stored_checkpoints: Container[int] = (),
) -> DriveResult:
    """Play on from `checkpoint`, replaying `recorded` first.

    The drive stops when an answer is missing, when the game is over, or at the first stored checkpoint after `budget`
    new journal entries.

    `branch` is the number of the branch, from which the dice are computed. `published_events` is the number of events
    of the checkpoint's step that are already stored. With `spans_steps`, `recorded` may be the journal of many steps,
    to rebuild a game; otherwise `recorded` must end within this step. `stored_checkpoints` are the numbers of
    checkpoints that hold a state even before a step that cannot ask: games stored by older rules have such checkpoints.

    Raises ReplayDiverged if the rules request something else than the journal records, TitleFault if the title breaks
    the kernel's contract.
    """
    sitting = Session(
        title,
        checkpoint,
        recorded,
        chance=chance,
        branch=branch,
        published_events=published_events,
        spans_steps=spans_steps,
        stored_checkpoints=stored_checkpoints,
    )
    run = sitting.play_on(answer_source, budget=budget)
    sitting.close()
    return run


class Session(Generic[S]):
    """A game played from stop to stop in memory, without reloading its checkpoint: a step that asks stays suspended.

    For callers that need not store the game, such as bots and tests. The arguments are those of `drive`.
    """

    def __init__(
        self,
        title: Title[S],
        checkpoint: Checkpoint,
        recorded: Sequence[Entry] = (),
        *,
        chance: Chance,
        branch: int = 0,
        published_events: int = 0,
        spans_steps: bool = False,
        stored_checkpoints: Container[int] = (),
    ) -> None:
        self._title, self._checkpoint, self._left = title, checkpoint, deque(recorded)
        self._chance, self._branch, self._published = chance, branch, published_events
        self._whole, self._borders, self._idle = spans_steps, stored_checkpoints, _Idle()
        self._last_state = next((entry.number for entry in reversed(recorded) if entry.state), -1)
        self._state: S | None = None
        self._waiting: _StepRun[S] | None = None

    def play_on(self, answer_source: AnswerSource, *, budget: int = DEFAULT_BUDGET) -> DriveResult:
        """Play on until an answer is missing, the game is over or the budget is used up.

        The result's `state` is the session's live state: it is valid only until the next call.
        """
        run, left = DriveResult(checkpoints=[], entries=[], events=[]), self._left
        while self._checkpoint.step is not None:
            if len(run.entries) >= budget and not left and self._checkpoint.state and self._waiting is None:
                run.has_more, run.state = True, self._title.read_state(self._checkpoint.state)
                return run
            step = self._step(answer_source, run)
            following = step.play()
            if left and not self._whole:
                raise ReplayDiverged(left[0].number, left[0].key, "the end of the step")
            if step.table.told:
                run.events += step.numbered(self._published)
            if step.stopped:
                self._waiting, self._published, run.state = step, len(step.table.told), step.table.state
                return run
            self._waiting, self._published = None, 0
            self._idle.passed(step)
            self._checkpoint, self._state = step.after(following, self._borders)
        if left:
            raise ReplayDiverged(left[0].number, left[0].key, "the end of the game")
        run.is_over, run.state = True, self._title.read_state(self._checkpoint.state)
        return run

    def _step(self, supply: AnswerSource, run: DriveResult) -> "_StepRun[S]":
        """Return the suspended step if there is one, otherwise a new run of the checkpoint's step."""
        if self._waiting is not None:
            self._waiting.resume(supply, run)
            return self._waiting
        return _StepRun(
            self._title, self._checkpoint, self._state, self._left, self._last_state, supply, self._chance,
            self._branch, run,
        )  # fmt: skip

    def close(self) -> None:
        """Discard the suspended step."""
        if self._waiting is not None:
            self._waiting.close()


class _Idle:
    """The consecutive steps without a question, roll or draw, to detect a loop that would never stop.

    States are recorded only after `MANY_IDLE_STEPS` steps, because comparing states takes time.
    """

    def __init__(self) -> None:
        self.seen: dict[tuple[str | None, bytes | int], None] = {}
        self.steps = 0

    def passed(self, step: "_StepRun[Any]") -> None:
        """Record a finished step.

        Raises TitleFault if the same step began with the same state before (an endless loop).
        """
        if step.entries:
            self.seen.clear()
            self.steps = 0
            return
        self.steps += 1
        if self.steps < MANY_IDLE_STEPS:
            return
        place = (step.checkpoint.step, step.checkpoint.state or step.checkpoint.number)
        if place in self.seen or self.steps > MOST_IDLE_STEPS:
            steps = ", ".join(dict.fromkeys(str(key) for key, _ in self.seen))
            raise TitleFault(f"{step.title.key} goes round without a question, a die or a draw, in {steps}")
        self.seen[place] = None


class _StepRun(Generic[S]):
    """One step, from its checkpoint to its end or to a stop.

    The step starts from `state`, which the previous step left in memory, or from the checkpoint if `state` is None. A
    step that asks always starts from the checkpoint, whether it stops or not: continuous play and play reloaded from
    storage must not differ. When entry number `last_state` is replayed, the digest of the state is compared with the
    recorded one (-1: no entry has a digest).
    """

    def __init__(
        self,
        title: Title[S],
        checkpoint: Checkpoint,
        state: S | None,
        recorded: "deque[Entry]",
        last_state: int,
        supply: AnswerSource,
        chance: Chance,
        branch: int,
        run: DriveResult,
    ) -> None:
        self.title, self.checkpoint, self.recorded = title, checkpoint, recorded
        self.supply, self.chance, self.branch, self.run = supply, chance, branch, run
        self.last_state = last_state
        self.fresh_digest = not run.entries
        self.stopped = False
        self.procedure: Any = None
        self.waiting: Request | None = None
        self._set_out(state)

    def resume(self, supply: AnswerSource, run: DriveResult) -> None:
        """Prepare the suspended step to continue: it takes answers from `supply` and adds its results to `run`."""
        self.supply, self.run, self.stopped = supply, run, False

    def close(self) -> None:
        """Close the suspended step."""
        self.procedure.close()

    def _set_out(self, state: S | None) -> None:
        """Go to the beginning of the step with `state`; if that is None, with the state decoded from the checkpoint."""
        self.in_memory = state is not None
        self.table: Table[S] = self.title.rules.table(
            self.title.read_state(self.checkpoint.state) if state is None else state
        )
        self.entries = self.draws = self.digested = 0
        self.told, self.told_digest = _NOTHING_TOLD, _DIGEST_OF_NOTHING
        self.rolled: list[Entry] = []

    def play(self) -> str | None:
        """Run the step and return the key of the next step; `stopped` is True if an answer is missing instead."""
        key = self.checkpoint.step or ""
        procedure, waiting, answer = self.procedure or self._procedure(key), self.waiting, None
        while True:
            try:
                request: Request = waiting or procedure.send(answer)
            except StopIteration as end:
                return _following(end.value)
            except EndStep as end:
                return _following(end.next_step)
            if self.in_memory and isinstance(request, Asks):
                procedure.close()
                self._begin_again(request)
                procedure, answer = self._procedure(key), None
                continue
            entry = self._replayed(request) if self.recorded else self._fresh(request)
            if entry is None:
                self.procedure, self.waiting = procedure, request
                return None
            answer, waiting = self._read(request, entry), None
            self.entries += 1
            if self.entries > MOST_ENTRIES:
                raise TitleFault(f"step {key!r} of {self.title.key} finds no end: it asks {entry.key} again")
            self.draws += entry.draw is not None
            if self.in_memory:
                self.rolled.append(entry)

    def _procedure(self, key: str) -> Any:
        step = self.title.rules.steps.get(key)
        if step is None:
            raise TitleFault(f"{self.title.key} has no step {key!r}: write it in Title.rules.steps")
        procedure: Any = step.run(self.table)
        if not hasattr(procedure, "send"):
            raise TitleFault(f"step {key!r} of {self.title.key} is no procedure: write it as `async def`")
        return procedure

    def _begin_again(self, request: Asks) -> None:
        """Restart the step from the checkpoint with the same dice: it began on the state in memory, but asks.

        Raises TitleFault if the step declares that it does not ask (`Step.asks`).
        """
        if not self.checkpoint.state:
            step = self.title.rules.steps[self.checkpoint.step or ""]
            says = "never asks" if step.asks == "never" else "does not ask this time"
            raise TitleFault(f"step {step.key!r} of {self.title.key} {says}, it says: {request_key(request)}")
        self.recorded.extendleft(reversed(self.rolled))
        self._set_out(None)

    @property
    def number(self) -> int:
        """Return the number of the next entry."""
        return self.checkpoint.first_entry + self.entries

    def numbered(self, published: int) -> list[NumberedEvent]:
        """Return the step's events after the first `published` ones, with their numbers in the game."""
        first, step = self.checkpoint.first_event, self.checkpoint.step or ""
        return [
            NumberedEvent(first + index, step, told)
            for index, told in enumerate(self.table.told[published:], start=published)
        ]

    def after(self, following: str | None, borders: Container[int]) -> tuple[Checkpoint, S | None]:
        """Return the checkpoint after the step, and the state with which the step `following` starts.

        The state is None if that step must decode it from the checkpoint. Before a step that cannot ask, the checkpoint
        only advances the counters: it holds no state and is not added to the run, unless `borders` has its number.
        """
        before, step = self.checkpoint, self.title.rules.steps.get(following or "")
        asks = "always" if step is None else step.ask_frequency(self.table)
        written = asks != "never" or before.number + 1 in borders
        checkpoint = Checkpoint(
            number=before.number + 1,
            step=following,
            state=self.title.write_state(self.table.state) if written else b"",
            first_entry=before.first_entry + self.entries,
            first_event=before.first_event + len(self.table.told),
            first_draw=before.first_draw + self.draws,
            rules_version=self.title.rules.version,
        )
        if checkpoint.state:
            self.run.checkpoints.append(checkpoint)
        return checkpoint, None if asks == "always" else self.table.state

    def _look(self, seat: str) -> Any:
        """Return the seat's view of the current state, in the middle of the step."""
        return self.title.secrecy.view(self.table.state, seat)

    def _replayed(self, request: Request) -> Entry:
        entry = self.recorded.popleft()
        if entry.number != self.number or entry.fingerprint != fingerprint(request):
            raise ReplayDiverged(
                entry.number, f"{entry.kind} {entry.key}", f"{request_kind(request)} {request_key(request)}"
            )
        if (entry.events, entry.told) != (len(self.table.told), self._told()):
            raise ReplayDiverged(entry.number, f"{entry.events} events", f"{len(self.table.told)} events, or others")
        if (
            entry.number == self.last_state
            and self.checkpoint.rules_version == self.title.rules.version
            and entry.state != digest(encode(self.table.state))
        ):
            raise ReplayDiverged(entry.number, f"state {entry.state}", "another state")
        return entry

    def _fresh(self, request: Request) -> Entry | None:
        given: tuple[SeatAnswer, ...] = ()
        drawn: tuple[int, ...] = ()
        draw: tuple[int, int] | None = None
        state = ""
        of: tuple[int, ...] = ()
        if isinstance(request, Asks):
            if (ready := self._given(request)) is None:
                return None
            given = ready
            if self.fresh_digest:
                state, self.fresh_digest = digest(encode(self.table.state)), False
        elif isinstance(request, (Roll, Draw)):
            draw = (self.branch, self.checkpoint.first_draw + self.draws)
            drawn = self.chance.answer(request, *draw)
            of = request.sides if isinstance(request, Roll) else (len(request.pool),)
        else:
            raise TitleFault(f"{self.title.key} awaited {type(request).__name__}, which is no request of the kernel")
        entry = Entry(
            self.number,
            request_kind(request),
            request_key(request),
            fingerprint(request),
            given,
            drawn,
            draw,
            len(self.table.told),
            self._told(),
            state,
            of,
        )
        self.run.entries.append(entry)
        return entry

    def _given(self, asks: Asks) -> tuple[SeatAnswer, ...] | None:
        """Return the answers of all asked seats; if one is missing, mark the step as stopped and return None."""
        ready = [self.supply(question, self.number, partial(self._look, question.seat)) for question in asks.asks]
        given = tuple([answer for answer in ready if answer is not None])
        if len(given) == len(ready):
            return given
        self.run.open_questions, self.run.number, self.stopped = asks.asks, self.number, True
        return None

    def _read(self, request: Request, entry: Entry) -> Any:
        """Return the typed answer of an entry; the live form checks it again."""
        if not isinstance(request, Asks):
            return entry.drawn
        try:
            asked = zip(request.asks, entry.given, strict=True)
            return tuple([question.form.accept(given.answer) for question, given in asked])
        except GameError as error:
            raise ReplayDiverged(
                entry.number, f"an answer to {entry.key}", f"a form that refuses it: {error}"
            ) from error

    def _told(self) -> str:
        """Return the digest of the step's events so far."""
        if self.digested < len(self.table.told):
            self.told = self.told.copy()
            for told in self.table.told[self.digested :]:
                self.told.update(encode(told))
            self.digested, self.told_digest = len(self.table.told), self.told.hexdigest()
        return self.told_digest


def _following(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TitleFault(f"a step ended with {value!r} instead of the key of a step")
    return value
