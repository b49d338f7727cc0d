"""The driver: plays a title from a checkpoint, replaying what is recorded, until somebody has to decide.

It touches nothing: a run holds all that there is to store.
"""

from collections import deque
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.kernel.chance import Chance
from games.kernel.codec import digest, encode
from games.kernel.errors import GameError, ReplayDiverged, TitleFault
from games.kernel.events import Told
from games.kernel.journal import Checkpoint, Entry, Given, fingerprint, key_of, kind_of
from games.kernel.requests import Ask, Asks, Draw, Request, Roll
from games.kernel.table import EndStep, Table
from games.kernel.title import Title

S = TypeVar("S")

Look = Callable[[], Any]
"""The asked seat's own view at the moment of asking, worked out when it is called."""

Supply = Callable[[Ask[Any], int, Look], Given | None]
"""The answer that is ready for a question of entry number n, or None to stop there."""

DEFAULT_BUDGET = 400
MOST_ENTRIES = 5000
"""A step with more requests than this goes round in circles."""
MOST_IDLE_STEPS = 200
"""So do more steps than this on end that neither ask nor roll nor draw."""
MANY_IDLE_STEPS = 20
"""From so many of them on it is looked whether they go round."""
_NOTHING_TOLD = blake2b(digest_size=8)
"""The digest of no events, with which each step begins."""
_DIGEST_OF_NOTHING = _NOTHING_TOLD.hexdigest()


def no_supply(question: Ask[Any], number: int, look: Look) -> None:
    """Nobody has answered anything."""
    return None


class NumberedEvent(Struct, frozen=True, gc=False):
    """An event with its number in the game and the step it belongs to."""

    number: int
    step: str
    told: Told


class Run(Struct, kw_only=True):
    """All that a drive brought about.

    `entries`, `events` and `checkpoints` are new ones only; the last checkpoint is where the run stands. Before steps
    that cannot ask there is none.
    `asked` are the questions that are open now, under entry `number`, answered or not. `more` is true when the budget
    was used up: drive again. `state` is the state at the stop, for `views`.
    """

    checkpoints: list[Checkpoint]
    entries: list[Entry]
    events: list[NumberedEvent]
    asked: tuple[Ask[Any], ...] = ()
    number: int = 0
    over: bool = False
    more: bool = False
    state: Any = None

    def views(self, title: Title[Any], seats: Iterable[str]) -> dict[str, bytes]:
        """The encoded view of each of `seats` ("public" and "umpire" are allowed) at the stop."""
        return {seat: encode(title.view(self.state, seat)) for seat in seats}


def opening(title: Title[S], state: S) -> Checkpoint:
    """The first checkpoint of a game."""
    return Checkpoint(
        number=0,
        step=title.first_step,
        state=title.write_state(state),
        first_entry=0,
        first_event=0,
        first_draw=0,
        rules_version=title.rules_version,
    )


def drive(
    title: Title[S],
    checkpoint: Checkpoint,
    recorded: Sequence[Entry] = (),
    supply: Supply = no_supply,
    *,
    chance: Chance,
    branch: int = 0,
    published: int = 0,
    budget: int = DEFAULT_BUDGET,
    whole: bool = False,
    borders: Container[int] = (),
) -> Run:
    """Play on from `checkpoint`, feeding `recorded` first, until an answer is missing, the game is over or the budget
    of new entries is used up at a step boundary.

    `published` is the number of events of this checkpoint's step that are stored already. With `whole`, `recorded` may
    be the journal of many steps, to rebuild a game; else it must end within this one. `borders` are the numbers of
    checkpoints that bear a state whatever the steps say: where a game was stored by rules that did not say so yet.
    Raises ReplayDiverged where the rules ask something else than what is recorded.
    """
    sitting = Sitting(
        title, checkpoint, recorded, chance=chance, branch=branch, published=published, whole=whole, borders=borders
    )
    run = sitting.play_on(supply, budget=budget)
    sitting.rise()
    return run


class Sitting(Generic[S]):
    """A game that is played on from stop to stop where it is, without being taken up again from its checkpoint: a step
    that has asked waits in its midst. For who need not store it; the arguments are those of `drive`.
    """

    def __init__(
        self,
        title: Title[S],
        checkpoint: Checkpoint,
        recorded: Sequence[Entry] = (),
        *,
        chance: Chance,
        branch: int = 0,
        published: int = 0,
        whole: bool = False,
        borders: Container[int] = (),
    ) -> None:
        self._title, self._checkpoint, self._left = title, checkpoint, deque(recorded)
        self._chance, self._branch, self._published = chance, branch, published
        self._whole, self._borders, self._idle = whole, borders, _Idle()
        self._last_state = next((entry.number for entry in reversed(recorded) if entry.state), -1)
        self._state: S | None = None
        self._waiting: _StepRun[S] | None = None

    def play_on(self, supply: Supply, *, budget: int = DEFAULT_BUDGET) -> Run:
        """Play on until an answer is missing, the game is over or the budget is used up. The run's state is that of the
        game, so that it is what it is only until the game is played on.
        """
        run, left = Run(checkpoints=[], entries=[], events=[]), self._left
        while self._checkpoint.step is not None:
            if len(run.entries) >= budget and not left and self._checkpoint.state and self._waiting is None:
                run.more, run.state = True, self._title.read_state(self._checkpoint.state)
                return run
            step = self._step(supply, run)
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
        run.over, run.state = True, self._title.read_state(self._checkpoint.state)
        return run

    def _step(self, supply: Supply, run: Run) -> "_StepRun[S]":
        """The step to be played: the one that has stopped, or a new one."""
        if self._waiting is not None:
            self._waiting.resume(supply, run)
            return self._waiting
        return _StepRun(
            self._title, self._checkpoint, self._state, self._left, self._last_state, supply, self._chance,
            self._branch, run,
        )  # fmt: skip

    def rise(self) -> None:
        """Leave a step that waits for good."""
        if self._waiting is not None:
            self._waiting.close()


class _Idle:
    """The steps on end that asked, rolled and drew nothing. If they go round, nothing will ever stop them.

    Where each of them stood is noted only once they are `MANY_IDLE_STEPS`: to look for a state takes its time.
    """

    def __init__(self) -> None:
        self.seen: dict[tuple[str | None, bytes | int], None] = {}
        self.steps = 0

    def passed(self, step: "_StepRun[Any]") -> None:
        """A step has ended. Raises TitleFault where it stood before as it stood now."""
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

    Played on from `state`, what the step before has left in memory, or from the checkpoint where that is None. A step
    that asks is always played from the checkpoint, whether it stops or not, so that play in one go and play that was
    reloaded there cannot differ. Where entry `last_state` is replayed the state must be what it was (-1: nowhere).
    """

    def __init__(
        self,
        title: Title[S],
        checkpoint: Checkpoint,
        state: S | None,
        recorded: "deque[Entry]",
        last_state: int,
        supply: Supply,
        chance: Chance,
        branch: int,
        run: Run,
    ) -> None:
        self.title, self.checkpoint, self.recorded = title, checkpoint, recorded
        self.supply, self.chance, self.branch, self.run = supply, chance, branch, run
        self.last_state = last_state
        self.fresh_digest = not run.entries
        self.stopped = False
        self.procedure: Any = None
        self.waiting: Request | None = None
        self._set_out(state)

    def resume(self, supply: Supply, run: Run) -> None:
        """Go on in another run where an answer was missing."""
        self.supply, self.run, self.stopped = supply, run, False

    def close(self) -> None:
        """Leave the step where it waits."""
        self.procedure.close()

    def _set_out(self, state: S | None) -> None:
        """Stand at the beginning of the step: with the state in memory, or with one read anew where that is None."""
        self.in_memory = state is not None
        self.table: Table[S] = self.title.table(
            self.title.read_state(self.checkpoint.state) if state is None else state
        )
        self.entries = self.draws = self.digested = 0
        self.told, self.told_digest = _NOTHING_TOLD, _DIGEST_OF_NOTHING
        self.rolled: list[Entry] = []

    def play(self) -> str | None:
        """Run the step. Returns the key of the step that follows; `stopped` says that an answer is missing instead."""
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
        step = self.title.steps.get(key)
        if step is None:
            raise TitleFault(f"{self.title.key} has no step {key!r}: write it in Title.steps")
        procedure: Any = step.run(self.table)
        if not hasattr(procedure, "send"):
            raise TitleFault(f"step {key!r} of {self.title.key} is no procedure: write it as `async def`")
        return procedure

    def _begin_again(self, request: Asks) -> None:
        """A step played on from the state in memory asks after all: back to its checkpoint, with the dice rolled."""
        if not self.checkpoint.state:
            step = self.title.steps[self.checkpoint.step or ""]
            says = "never asks" if step.asks == "never" else "does not ask this time"
            raise TitleFault(f"step {step.key!r} of {self.title.key} {says}, it says: {key_of(request)}")
        self.recorded.extendleft(reversed(self.rolled))
        self._set_out(None)

    @property
    def number(self) -> int:
        """The number of the entry that is due."""
        return self.checkpoint.first_entry + self.entries

    def numbered(self, published: int) -> list[NumberedEvent]:
        """The step's events that were not stored before, with the numbers they keep on every replay."""
        first, step = self.checkpoint.first_event, self.checkpoint.step or ""
        return [
            NumberedEvent(first + index, step, told)
            for index, told in enumerate(self.table.told[published:], start=published)
        ]

    def after(self, following: str | None, borders: Container[int]) -> tuple[Checkpoint, S | None]:
        """The checkpoint at the end of the step, and the state for the step that follows; None: it reads it anew.

        Before a step that cannot ask the checkpoint only counts on, unless its number is among `borders`: it bears no
        state, and is no part of the run.
        """
        before, step = self.checkpoint, self.title.steps.get(following or "")
        asks = "always" if step is None else step.asking(self.table)
        written = asks != "never" or before.number + 1 in borders
        checkpoint = Checkpoint(
            number=before.number + 1,
            step=following,
            state=self.title.write_state(self.table.state) if written else b"",
            first_entry=before.first_entry + self.entries,
            first_event=before.first_event + len(self.table.told),
            first_draw=before.first_draw + self.draws,
            rules_version=self.title.rules_version,
        )
        if checkpoint.state:
            self.run.checkpoints.append(checkpoint)
        return checkpoint, None if asks == "always" else self.table.state

    def _look(self, seat: str) -> Any:
        """What the seat sees now, in the midst of the step."""
        return self.title.view(self.table.state, seat)

    def _replayed(self, request: Request) -> Entry:
        entry = self.recorded.popleft()
        if entry.number != self.number or entry.fingerprint != fingerprint(request):
            raise ReplayDiverged(entry.number, f"{entry.kind} {entry.key}", f"{kind_of(request)} {key_of(request)}")
        if (entry.events, entry.told) != (len(self.table.told), self._told()):
            raise ReplayDiverged(entry.number, f"{entry.events} events", f"{len(self.table.told)} events, or others")
        if (
            entry.number == self.last_state
            and self.checkpoint.rules_version == self.title.rules_version
            and entry.state != digest(encode(self.table.state))
        ):
            raise ReplayDiverged(entry.number, f"state {entry.state}", "another state")
        return entry

    def _fresh(self, request: Request) -> Entry | None:
        given: tuple[Given, ...] = ()
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
            kind_of(request),
            key_of(request),
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

    def _given(self, asks: Asks) -> tuple[Given, ...] | None:
        """What the seats answer; where one of them does not yet, the step stops here."""
        ready = [self.supply(question, self.number, partial(self._look, question.seat)) for question in asks.asks]
        given = tuple([answer for answer in ready if answer is not None])
        if len(given) == len(ready):
            return given
        self.run.asked, self.run.number, self.stopped = asks.asks, self.number, True
        return None

    def _read(self, request: Request, entry: Entry) -> Any:
        """The typed answer of an entry, checked again by the live form."""
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
        """The running digest of the events told so far."""
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
