"""The two-worlds test: information that a seat cannot know must not influence anything that the seat receives.

At a checkpoint, everything that an observer does not know is dealt again. Both worlds are then played in lockstep. The
observer gives the same answers in both. The other seats give answers that look the same from outside
(`TitleSecrecy.equivalent_answer`); if their answers are sealed, these differ every other time. Chance is
the same for the same key and occasion.

Until an event discloses a secret that the observer may learn (`TitleSecrecy.discloses`, judged when the event is
emitted), the observer must receive the same bytes. This covers its view, events, steps and questions, and which other
seats are asked under which key.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from games.kernel.chance import answer_from_words
from games.kernel.codec import encode
from games.kernel.conformance.leaks import Listener, find_leak
from games.kernel.conformance.play import GAME_FAILURES, Play, SessionProgress, as_received
from games.kernel.conformance.report import Finding, failure_text
from games.kernel.conformance.serialization import difference
from games.kernel.driver import DriveResult
from games.kernel.errors import GameError
from games.kernel.forms import RandomSource
from games.kernel.journal import Checkpoint, SeatAnswer
from games.kernel.random_source import mostly_zero, random_source
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.title_parts import NO_EQUIVALENT

LONGEST = 60
"""The number of stops after which a pair of worlds is played no further."""
TRIES = 4
"""The number of random answers of another seat that are tried before the pair of worlds is given up."""
SURPRISE_RATES = (1, 2, 6, 24)
"""The redeal of a pair makes each choice at random, or one choice in 2, 6 or 24. The fewer things differ, the longer
the worlds stay in lockstep.
"""

LUCK = 5
"""In one pair out of this many, the second world draws other cards than the first."""


class KeyedChance:
    """Chance that depends on a request's key and the number of its earlier uses, and on nothing hidden.

    `draw_seed` changes the blind draws but no dice, because cards that no seat saw drawn are hidden too.
    """

    def __init__(self, *seed: object, draw_seed: int = 0) -> None:
        self._seed, self._drawn = seed, draw_seed
        self._occasions: Counter[str] = Counter()

    def copy_position(self, other: "KeyedChance") -> None:
        """Set the number of earlier uses of each key to that of another chance."""
        self._occasions = Counter(other._occasions)

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        """Return the dice of a roll, or the indices of a draw, for the n-th request with this key."""
        self._occasions[request.key] += 1
        blind = isinstance(request, Draw) and not request.is_open
        other = (self._drawn,) if self._drawn and blind else ()
        pick = random_source(*self._seed, request.key, self._occasions[request.key], *other)
        return answer_from_words(request, iter(lambda: pick(1 << 32), -1))


class _Parted(Exception):
    """Raised to end the comparison of a pair of worlds.

    `leak` describes a leak. It is empty after a permitted disclosure, or if no matching answer exists.
    """

    def __init__(self, leak: str = "") -> None:
        self.leak = leak


def check_two_worlds(play: Play) -> Iterator[Finding]:
    """Check many pairs of worlds, from random checkpoints and for random observers."""
    starts = [checkpoint for checkpoint in play.checkpoints if checkpoint.step is not None]
    for index in range(play.pairs):
        pick = random_source("worlds", play.seed, index)
        checkpoint, observer = starts[pick(len(starts))], play.observers[pick(len(play.observers))]
        where = f"{play.place(checkpoint)}, seen by {observer}, pair {index}"
        play.counts["pairs"] += 1
        try:
            _Pair(play, checkpoint, observer, index, pick).run()
        except _Parted as end:
            if end.leak:
                yield play.finding("secrets", where, end.leak)
        except GAME_FAILURES as error:
            yield play.finding("secrets", where, f"the other world broke: {failure_text(error)}")


def check_redeal(play: Play) -> Iterator[Finding]:
    """Check that a redeal changes only hidden facts, and nothing at all if its random source always returns 0.

    A redeal must keep the conserved counts, the observer's view, and the seats that the observer may talk to. Of
    checkpoints with the same state, only one is redealt.
    """
    for checkpoint in play.written_checkpoints:
        state = play.title.read_state(checkpoint.state)
        counters = play.conserved_counts(checkpoint.state, state)
        for observer in play.observers:
            where = f"{play.place(checkpoint)}, seen by {observer}"
            for what in _redeal_problems(play, checkpoint, state, counters, observer):
                yield play.finding("redeal", where, what)
        if (left := play.title.write_state(state)) != checkpoint.state:
            what = f"the state that is dealt again is changed itself: {difference(checkpoint.state, left)}"
            yield play.finding("redeal", play.place(checkpoint), what)


def _redeal_problems(
    play: Play, checkpoint: Checkpoint, state: Any, counters: dict[str, int], observer: str
) -> Iterator[str]:
    """Yield the faults of a redeal of `state`; `counters` are the state's conserved counts."""
    title = play.title
    same = title.secrecy.deal_other_world(state, observer, lambda limit: 0)
    if (written := title.write_state(same)) != checkpoint.state:
        yield f"picking 0 changes: {difference(checkpoint.state, written)}"
        same = title.read_state(checkpoint.state)
    pick = random_source("redeal", play.seed, checkpoint.number, observer)
    # A redeal without a change gives the same bytes as the state: it need not be decoded a third time.
    other = title.secrecy.deal_other_world(same, observer, pick)
    play.counts["redeals"] += 1
    play.counts["redeals that changed something"] += title.write_state(other) != checkpoint.state
    if (found := dict(title.rules.conserved_counts(other))) != counters:
        yield f"the counters change: {found}"
    ours, theirs = encode(title.secrecy.view(state, observer)), encode(title.secrecy.view(other, observer))
    if ours != theirs:
        yield f"the observer sees it: {difference(ours, theirs)}"
    if _partners(play, state, observer) != _partners(play, other, observer):
        yield "whom the observer may talk to tells the worlds apart"


def _partners(play: Play, state: Any, sender: str) -> list[bool]:
    """Return for each other seat, in table order, True if `sender` may talk to it; empty for a sender without a seat.

    A refused message reveals this to the sender, so it must depend on the sender's knowledge alone.
    """
    if sender not in play.seats:
        return []
    return [play.title.rules.may_talk(state, sender, receiver) for receiver in play.seats if receiver != sender]


class _Pair:
    """Two worlds that the observer cannot tell apart, played side by side."""

    def __init__(self, play: Play, checkpoint: Checkpoint, observer: str, index: int, pick: RandomSource) -> None:
        title = play.title
        self.play, self.title, self.observer, self.pick = play, title, observer, pick
        self.unlike = bool(index % 2)
        """True if the others seal other answers in the other world."""
        self.ears = tuple(Listener(title, play.scenario, observer) for _ in range(2))
        boldness = SURPRISE_RATES[index % len(SURPRISE_RATES)]
        dealt = title.secrecy.deal_other_world(
            title.read_state(checkpoint.state), observer, mostly_zero(pick, boldness)
        )
        other = msgspec.structs.replace(checkpoint, state=title.write_state(dealt))
        play.counts["pairs that differ"] += other.state != checkpoint.state
        self.worlds = (SessionProgress(self.ears[0].title, checkpoint), SessionProgress(self.ears[1].title, other))
        drawn = index % LUCK == LUCK - 1
        self.luck = tuple(KeyedChance("luck", play.seed, index, draw_seed=number * drawn) for number in range(2))
        self.one = other.state == checkpoint.state and not drawn
        """True while both worlds are equal in state, luck and answers: then they are played once."""

    def run(self) -> None:
        """Play until the game is over or `LONGEST` stops are reached. Raises _Parted if the worlds differ earlier."""
        answers: tuple[dict[tuple[str, str], SeatAnswer], ...] = ({}, {})
        for _ in range(LONGEST):
            here = self.worlds[0].advance(_taking(answers[0]), self.luck[0])
            there = here if self.one else self.worlds[1].advance(_taking(answers[1]), self.luck[1])
            self.play.counts["stops of two worlds"] += 1
            if self.one:
                self._look(here)
            else:
                self._compare(here, there)
            if here.is_over:
                return
            answers = self._answers(here, there)
            if self.one and encode(list(answers[0].values())) != encode(list(answers[1].values())):
                self._part()

    def _look(self, run: DriveResult) -> None:
        """Check, while both worlds are still played as one, that the observer's events and view can be made."""
        self.ears[0].observed(run)
        encode(self.title.secrecy.view(run.state, self.observer))

    def _part(self) -> None:
        """Split the worlds: the second copies the first one's position, and is played separately from now on."""
        self.one = False
        self.worlds[1].copy_position(self.worlds[0])
        self.luck[1].copy_position(self.luck[0])

    def _compare(self, here: DriveResult, there: DriveResult) -> None:
        """Compare the observer's events, then its view and questions. Raises _Parted."""
        ours_heard, theirs_heard = self.ears[0].observed(here), self.ears[1].observed(there)
        passed_over = self._passes_over(here, there)
        both = min(len(ours_heard), len(theirs_heard)) if passed_over else None
        apart = find_leak(ours_heard[:both], theirs_heard[:both])
        if apart is not None:
            self.play.counts["pairs parted by a disclosure"] += not apart
            raise _Parted(apart)
        if passed_over:
            self.play.counts["pairs parted by an instruction"] += 1
            raise _Parted
        if here.is_over != there.is_over:
            raise _Parted("the game is over in one world only")
        ours, theirs = (encode(self.title.secrecy.view(run.state, self.observer)) for run in (here, there))
        if ours != theirs:
            raise _Parted(f"the views differ: {difference(ours, theirs)}")
        if self._names(here) != self._names(there):
            raise _Parted(f"other questions are open: {self._names(here)} against {self._names(there)}")
        for one, other in zip(here.open_questions, there.open_questions, strict=True):
            ours, theirs = (encode(msgspec.structs.replace(question, key="")) for question in (one, other))
            if self.observer in (one.seat, *one.advisers) and ours != theirs:
                raise _Parted(f"its question {one.key} differs: {difference(ours, theirs)}")
        steps = [ears.visible_step(world.checkpoint.step) for ears, world in zip(self.ears, self.worlds, strict=True)]
        if steps[0] != steps[1]:
            raise _Parted(f"the game is in step {steps[0]} in one world, in {steps[1]} in the other")

    def _passes_over(self, here: DriveResult, there: DriveResult) -> bool:
        """Return True if only one world asks another seat a question that a standing instruction could answer (ADR 5).

        The worlds have then stopped at different points of the game.
        """
        first, second = ({(one.seat, one.kind) for one in run.open_questions} for run in (here, there))
        return any(
            seat != self.observer and kind in self.title.secrecy.skipped_if_planned for seat, kind in first ^ second
        )

    def _names(self, run: DriveResult) -> list[tuple[str, str]]:
        """Return (seat, key) of each open question; the key is empty if the answer stays secret.

        Players never see keys, and the key of a secret answer may count hidden things.
        """
        return [
            (one.seat, "" if self.title.secrecy.secret_until_revealed(one) else one.key) for one in run.open_questions
        ]

    def _answers(
        self, here: DriveResult, there: DriveResult
    ) -> tuple[dict[tuple[str, str], SeatAnswer], dict[tuple[str, str], SeatAnswer]]:
        """Return answers for both worlds, by (seat, key). Raises _Parted if no matching answer exists."""
        ours: dict[tuple[str, str], SeatAnswer] = {}
        theirs: dict[tuple[str, str], SeatAnswer] = {}
        for one, other in zip(here.open_questions, there.open_questions, strict=True):
            name = (one.seat, one.key)
            elsewhere = (other.seat, other.key)
            if one.seat == self.observer:
                ours[name] = theirs[name] = as_received(one, one.form.sample(self.pick))
            elif self.unlike and self.title.secrecy.secret_until_revealed(
                one
            ):  # and so is the other, which has the same name
                self.play.counts["sealed answers that differ"] += 1
                ours[name], theirs[elsewhere] = (as_received(ask, ask.form.sample(self.pick)) for ask in (one, other))
            else:
                ours[name], theirs[elsewhere] = self._matched(one, other)
        return ours, theirs

    def _matched(self, one: Ask[Any], other: Ask[Any]) -> tuple[SeatAnswer, SeatAnswer]:
        for _ in range(TRIES):
            answer = one.form.sample(self.pick)
            self.play.counts["samples"] += 1
            twin = self.title.secrecy.equivalent_answer(one, answer, other)
            if twin is NO_EQUIVALENT:
                self.play.counts["samples without a match"] += 1
                continue
            try:
                other.form.accept(as_received(other, twin).answer)
            except GameError as error:
                raise _Parted(f"the mirror of {answer!r} to {one.key} is illegal: {twin!r}: {error}") from error
            return as_received(one, answer), as_received(other, twin)
        raise _Parted


def _taking(ready: dict[tuple[str, str], SeatAnswer]) -> Any:
    return lambda question, number, look: ready.pop((question.seat, question.key), None)


def vacuous_checks(counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """Yield the checks that proved nothing over all plays, as pairs (name of the check, reason).

    `counts` says how many things the checks have tried in all plays together, by kind (`Play.counts`).
    """
    if counts["redeals"] and not counts["redeals that changed something"]:
        yield "redeal", "no redeal ever changed anything"
    if counts["pairs"] and not counts["pairs that differ"]:
        yield "secrets", "the two worlds never differed"
    if counts["samples without a match"] * 2 > counts["samples"]:
        unmatched, samples = counts["samples without a match"], counts["samples"]
        yield "secrets", f"{unmatched} of {samples} answers of others found no match in the other world"
