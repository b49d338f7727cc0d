"""The two-worlds test: what a seat cannot know must not show in anything that it is shown.

At a checkpoint everything that an observer does not know is dealt anew. Both worlds are then played in lockstep: the
observer answers the same in both, the others do what looks the same from outside (`title.mirror`) or, where their
answers lie sealed, every other time something else; luck is the same for the same key and occasion. As long as no event
has told the observer a secret that it may learn (`title.discloses`, judged when it is told), it must see the very same
bytes: view, events, steps, its own questions, and who else is asked under which key.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from games.kernel.chance import take
from games.kernel.codec import encode
from games.kernel.conformance.overheard import Ears, told_apart
from games.kernel.conformance.play import BROKEN, Play, Seated, given
from games.kernel.conformance.report import Finding, mishap
from games.kernel.conformance.survive import difference
from games.kernel.driver import Run
from games.kernel.errors import GameError
from games.kernel.forms import Pick
from games.kernel.journal import Checkpoint, Given
from games.kernel.pick import seldom, whims
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.title import NO_TWIN

LONGEST = 60
"""Stops after which a pair has proved enough."""
TRIES = 4
"""Samples tried per question of another seat before the pair is given up."""
BOLDNESS = (1, 2, 6, 24)
"""A redeal changes everything, or about every second, sixth, twenty-fourth choice: the less, the longer in lockstep."""

LUCK = 5
"""In one pair of so many, other cards are drawn in the other world."""


class Luck:
    """Chance that depends on the request's key and on how often it came before, and on nothing hidden.

    `drawn` makes blind draws differ from those of other luck: what nobody saw drawn is hidden too.
    """

    def __init__(self, *seed: object, drawn: int = 0) -> None:
        self._seed, self._drawn = seed, drawn
        self._occasions: Counter[str] = Counter()

    def follow(self, other: "Luck") -> None:
        """Go on as if all that was asked of the other had been asked here."""
        self._occasions = Counter(other._occasions)

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        """Dice or indices; equal requests in equal worlds get equal answers."""
        self._occasions[request.key] += 1
        blind = isinstance(request, Draw) and not request.open
        other = (self._drawn,) if self._drawn and blind else ()
        pick = whims(*self._seed, request.key, self._occasions[request.key], *other)
        return take(request, iter(lambda: pick(1 << 32), -1))


class _Parted(Exception):
    """The pair is finished: by a leak, or (`leak` is empty) by a disclosure or for want of a matching answer."""

    def __init__(self, leak: str = "") -> None:
        self.leak = leak


def secrets(play: Play) -> Iterator[Finding]:
    """Many pairs of worlds, from checkpoints and for observers chosen at random."""
    starts = [checkpoint for checkpoint in play.checkpoints if checkpoint.step is not None]
    for index in range(play.pairs):
        pick = whims("worlds", play.seed, index)
        checkpoint, observer = starts[pick(len(starts))], play.observers[pick(len(play.observers))]
        where = f"checkpoint {checkpoint.number}, step {checkpoint.step}, seen by {observer}, pair {index}"
        play.counts["pairs"] += 1
        try:
            _Pair(play, checkpoint, observer, index, pick).run()
        except _Parted as end:
            if end.leak:
                yield play.finding("secrets", where, end.leak)
        except BROKEN as error:
            yield play.finding("secrets", where, f"the other world broke: {mishap(error)}")


def redeal(play: Play) -> Iterator[Finding]:
    """A redeal that always picks 0 changes nothing; any other keeps counters, what the observer sees and may say.

    Steps that change nothing leave checkpoints of one state, which is dealt anew once.
    """
    for checkpoint in play.settled:
        state = play.title.read_state(checkpoint.state)
        counters = play.counted(checkpoint.state, state)
        for observer in play.observers:
            where = f"checkpoint {checkpoint.number}, seen by {observer}"
            for what in _dealt_anew(play, checkpoint, state, counters, observer):
                yield play.finding("redeal", where, what)
        if (left := play.title.write_state(state)) != checkpoint.state:
            what = f"the state that is dealt anew is changed itself: {difference(checkpoint.state, left)}"
            yield play.finding("redeal", f"checkpoint {checkpoint.number}", what)


def _dealt_anew(
    play: Play, checkpoint: Checkpoint, state: Any, counters: dict[str, int], observer: str
) -> Iterator[str]:
    """What a redeal of a state, of which the counters are known, does wrong."""
    title = play.title
    same = title.redeal(state, observer, lambda limit: 0)
    if (written := title.write_state(same)) != checkpoint.state:
        yield f"picking 0 changes: {difference(checkpoint.state, written)}"
        same = title.read_state(checkpoint.state)
    pick = whims("redeal", play.seed, checkpoint.number, observer)
    # What was dealt without a change is the state once more, to the byte: it is not read a third time.
    other = title.redeal(same, observer, pick)
    play.counts["redeals"] += 1
    play.counts["redeals that changed something"] += title.write_state(other) != checkpoint.state
    if (found := dict(title.conserved(other))) != counters:
        yield f"the counters change: {found}"
    ours, theirs = encode(title.view(state, observer)), encode(title.view(other, observer))
    if ours != theirs:
        yield f"the observer sees it: {difference(ours, theirs)}"
    if _partners(play, state, observer) != _partners(play, other, observer):
        yield "whom the observer may talk to tells the worlds apart"


def _partners(play: Play, state: Any, sender: str) -> list[bool]:
    """To whom a seat may talk: a refusal tells it, so it must rest on what the seat knows."""
    if sender not in play.seats:
        return []
    return [play.title.may_talk(state, sender, receiver) for receiver in play.seats if receiver != sender]


class _Pair:
    """Two worlds that the observer cannot tell apart, played side by side."""

    def __init__(self, play: Play, checkpoint: Checkpoint, observer: str, index: int, pick: Pick) -> None:
        title = play.title
        self.play, self.title, self.observer, self.pick = play, title, observer, pick
        self.unlike = bool(index % 2)
        """Whether the others seal something else in the other world."""
        self.ears = tuple(Ears(title, play.scenario, observer) for _ in range(2))
        boldness = BOLDNESS[index % len(BOLDNESS)]
        dealt = title.redeal(title.read_state(checkpoint.state), observer, seldom(pick, boldness))
        other = msgspec.structs.replace(checkpoint, state=title.write_state(dealt))
        play.counts["pairs that differ"] += other.state != checkpoint.state
        self.worlds = (Seated(self.ears[0].title, checkpoint), Seated(self.ears[1].title, other))
        drawn = index % LUCK == LUCK - 1
        self.luck = tuple(Luck("luck", play.seed, index, drawn=number * drawn) for number in range(2))
        self.one = other.state == checkpoint.state and not drawn
        """Whether the worlds are one so far, of the same state, luck and answers: then it is played once."""

    def run(self) -> None:
        """Play on until the worlds part, the game is over or enough is proved. Raises _Parted."""
        answers: tuple[dict[tuple[str, str], Given], ...] = ({}, {})
        for _ in range(LONGEST):
            here = self.worlds[0].forward(_taking(answers[0]), self.luck[0])
            there = here if self.one else self.worlds[1].forward(_taking(answers[1]), self.luck[1])
            self.play.counts["stops of two worlds"] += 1
            if self.one:
                self._look(here)
            else:
                self._compare(here, there)
            if here.over:
                return
            answers = self._answers(here, there)
            if self.one and encode(list(answers[0].values())) != encode(list(answers[1].values())):
                self._part()

    def _look(self, run: Run) -> None:
        """What is looked at while both worlds are one: that it can be."""
        self.ears[0].heard(run)
        encode(self.title.view(run.state, self.observer))

    def _part(self) -> None:
        """From here on others answer otherwise in the other world, which has come as far as this one."""
        self.one = False
        self.worlds[1].follow(self.worlds[0])
        self.luck[1].follow(self.luck[0])

    def _compare(self, here: Run, there: Run) -> None:
        """What the observer was told, then what it sees and is asked. Raises _Parted."""
        ours_heard, theirs_heard = self.ears[0].heard(here), self.ears[1].heard(there)
        passed_over = self._passes_over(here, there)
        both = min(len(ours_heard), len(theirs_heard)) if passed_over else None
        apart = told_apart(ours_heard[:both], theirs_heard[:both])
        if apart is not None:
            self.play.counts["pairs parted by a disclosure"] += not apart
            raise _Parted(apart)
        if passed_over:
            self.play.counts["pairs parted by an instruction"] += 1
            raise _Parted
        if here.over != there.over:
            raise _Parted("the game is over in one world only")
        ours, theirs = (encode(self.title.view(run.state, self.observer)) for run in (here, there))
        if ours != theirs:
            raise _Parted(f"the views differ: {difference(ours, theirs)}")
        if self._names(here) != self._names(there):
            raise _Parted(f"other questions are open: {self._names(here)} against {self._names(there)}")
        for one, other in zip(here.asked, there.asked, strict=True):
            ours, theirs = (encode(msgspec.structs.replace(question, key="")) for question in (one, other))
            if self.observer in (one.seat, *one.advisers) and ours != theirs:
                raise _Parted(f"its question {one.key} differs: {difference(ours, theirs)}")
        steps = [ears.step(world.checkpoint.step) for ears, world in zip(self.ears, self.worlds, strict=True)]
        if steps[0] != steps[1]:
            raise _Parted(f"the game is in step {steps[0]} in one world, in {steps[1]} in the other")

    def _passes_over(self, here: Run, there: Run) -> bool:
        """Whether another seat is asked in one world only what may be passed over; that world has stopped earlier."""
        first, second = ({(one.seat, one.kind) for one in run.asked} for run in (here, there))
        return any(seat != self.observer and kind in self.title.unasked for seat, kind in first ^ second)

    def _names(self, run: Run) -> list[tuple[str, str]]:
        """Who is asked under which key. No key leaves the server; that of a sealed question may count hidden things."""
        return [(one.seat, "" if self.title.sealed(one) else one.key) for one in run.asked]

    def _answers(self, here: Run, there: Run) -> tuple[dict[tuple[str, str], Given], dict[tuple[str, str], Given]]:
        """Answers for both worlds. Raises _Parted where nothing in the other world looks the same."""
        ours: dict[tuple[str, str], Given] = {}
        theirs: dict[tuple[str, str], Given] = {}
        for one, other in zip(here.asked, there.asked, strict=True):
            name = (one.seat, one.key)
            elsewhere = (other.seat, other.key)
            if one.seat == self.observer:
                ours[name] = theirs[name] = given(one, one.form.sample(self.pick))
            elif self.unlike and self.title.sealed(one):  # and so is the other, which goes by the same name
                self.play.counts["sealed answers that differ"] += 1
                ours[name], theirs[elsewhere] = (given(ask, ask.form.sample(self.pick)) for ask in (one, other))
            else:
                ours[name], theirs[elsewhere] = self._matched(one, other)
        return ours, theirs

    def _matched(self, one: Ask[Any], other: Ask[Any]) -> tuple[Given, Given]:
        for _ in range(TRIES):
            answer = one.form.sample(self.pick)
            self.play.counts["samples"] += 1
            twin = self.title.mirror(one, answer, other)
            if twin is NO_TWIN:
                self.play.counts["samples without a match"] += 1
                continue
            try:
                other.form.accept(given(other, twin).answer)
            except GameError as error:
                raise _Parted(f"the mirror of {answer!r} to {one.key} is illegal: {twin!r}: {error}") from error
            return given(one, answer), given(other, twin)
        raise _Parted


def _taking(ready: dict[tuple[str, str], Given]) -> Any:
    return lambda question, number, look: ready.pop((question.seat, question.key), None)


def vacuous(counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """What makes the two-worlds test prove nothing, over all plays: the check it concerns, and why."""
    if counts["redeals"] and not counts["redeals that changed something"]:
        yield "redeal", "no redeal ever changed anything"
    if counts["pairs"] and not counts["pairs that differ"]:
        yield "secrets", "the two worlds never differed"
    if counts["samples without a match"] * 2 > counts["samples"]:
        unmatched, samples = counts["samples without a match"], counts["samples"]
        yield "secrets", f"{unmatched} of {samples} answers of others found no match in the other world"
