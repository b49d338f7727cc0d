"""Leaf worlds: worlds that differ in a single leaf of the stored state, whatever the title's own `redeal` does.

Each leaf is changed alone: a boolean flipped, a number moved, a text exchanged for another that is legal there,
two entries exchanged. Both worlds are then driven to the next questions with the same answers and dice. A seat that may
not know the leaf (`TitleSecrecy.leaves`) must receive the same bytes: view, events, steps, questions, texts and
pictures. As in the two-worlds test, an event that discloses a secret to the seat ends the comparison for that seat.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from games.kernel.codec import encode
from games.kernel.conformance.leaf_changes import LeafChange, Pools, add_texts, changes, surroundings, with_change
from games.kernel.conformance.leaks import Listener, ObservedEvent, find_leak
from games.kernel.conformance.play import GAME_FAILURES, Play, SessionProgress, as_received
from games.kernel.conformance.report import Finding
from games.kernel.conformance.serialization import difference
from games.kernel.conformance.two_worlds import KeyedChance
from games.kernel.driver import DriveResult
from games.kernel.errors import GameError
from games.kernel.events import EventVariants
from games.kernel.forms import RandomSource
from games.kernel.journal import Checkpoint, SeatAnswer
from games.kernel.leaf_rules import LeafRule
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.table import Table
from games.kernel.text import LANGUAGES
from games.kernel.title import Title

T = TypeVar("T")

CHECK = "leaves"
STOPS = 2
"""The number of stops to which both worlds are driven."""
BUDGET = 3000
"""The number of journal entries between stops after which a world is given up: a changed leaf may cause a loop."""


class Sampling(NamedTuple):
    """The extent of the test: how many states and leaves of a random game it changes, and what it compares."""

    states: int
    """The number of states in which leaves are changed."""
    leaves: int
    """The number of changed leaves in each state."""
    one_picture_of: int
    """Pictures are compared for one in so many changes."""
    by_all: bool = False
    """Compare the worlds also for seats that may know the leaf, to find leaf rules that no difference needs."""
    only: tuple[str, ...] = ()
    """The patterns of the leaves that are changed; empty: all leaves."""


class LeafReport(msgspec.Struct):
    """The findings, the number of attempts by kind, and the leaf rules that allowed a difference that occurred."""

    findings: list[Finding] = []
    counts: Counter[str] = msgspec.field(default_factory=Counter)
    used: set[LeafRule] = set()

    def stale(self, rules: Sequence[LeafRule]) -> list[LeafRule]:
        """Return the unneeded rules: no change of a leaf made a difference to a seat that the rule allows."""
        return [rule for rule in rules if rule not in self.used]


def check_leaves(play: Play, sampling: Sampling, report: LeafReport) -> None:
    """Change leaves in the states of a play, and add to `report` each difference that a seat may not learn.

    That is a difference in what a seat receives, if this seat may not know the changed leaf. `sampling` says how many
    leaves are changed.
    """
    pools: Pools = {}
    for stop in play.stops:
        add_texts(pools, stop.live_state)
    tester = _Tester(play, sampling, report)
    pick = random_source("leaves", play.seed)
    starts = [checkpoint for checkpoint in play.written_checkpoints if checkpoint.step is not None]
    for checkpoint in _some(starts, sampling.states, pick):
        state = play.title.read_state(checkpoint.state)
        tester.begin(checkpoint)
        tester.check_state(f"checkpoint {checkpoint.number}, step {checkpoint.step}", state)
        for change in _sample(changes(state, pools, pick), sampling, pick):
            tester.try_change(change)
    for stop in _some(play.stops, sampling.states, pick):
        tester.check_state(stop.where, stop.live_state)
        for change in _sample(changes(stop.live_state, pools, pick), sampling, pick):
            tester.compare_views(change)


def _some(things: Sequence[T], most: int, pick: RandomSource) -> list[T]:
    """Return up to `most` randomly chosen things, in their original order."""
    left = list(range(len(things)))
    chosen = sorted(left.pop(pick(len(left))) for _ in range(min(most, len(things))))
    return [things[place] for place in chosen]


def _sample(found: Iterator[LeafChange], sampling: Sampling, pick: RandomSource) -> Iterator[LeafChange]:
    """Yield up to `sampling.leaves` random changes; each pattern is equally likely, however many leaves it has."""
    by_pattern: dict[str, list[LeafChange]] = {}
    for change in found:
        if not sampling.only or change.at.pattern in sampling.only:
            by_pattern.setdefault(change.at.pattern, []).append(change)
    left = list(by_pattern.values())
    for _ in range(min(sampling.leaves, sum(map(len, left)))):
        group = left[pick(len(left))]
        yield group.pop(pick(len(group)))
        if not group:
            left.remove(group)


class _Heard(list[EventVariants]):
    """The list of a table's events, which lets every observer's listener record an event when it is emitted."""

    def __init__(self, table: Table[Any], listeners: Sequence[Listener]) -> None:
        super().__init__()
        self._table, self._listeners = table, listeners

    def append(self, told: EventVariants) -> None:
        for listener in self._listeners:
            listener.record(self._table, told)
        super().append(told)


class _StopSeen(NamedTuple):
    """A stop of a world, with everything that observers receive: events, views, questions and lines of the log."""

    run: DriveResult
    step: str | None
    events: dict[str, list[ObservedEvent]]
    views: dict[str, bytes]
    questions: list[dict[str, bytes]]
    lines: dict[str, bytes]


class _World:
    """A world that is driven from a checkpoint, with a listener for each observer."""

    def __init__(self, play: Play, checkpoint: Checkpoint) -> None:
        self._play = play
        self.listeners = {seat: Listener(play.title, play.scenario, seat) for seat in play.observers}
        title = play.title.evolve(table=self._table)
        self._progress = SessionProgress(title, checkpoint)
        self._chance = KeyedChance("leaf", play.seed)

    def _table(self, state: Any) -> Table[Any]:
        table = self._play.title.rules.table(state)
        table.told = _Heard(table, tuple(self.listeners.values()))
        return table

    def advance(self, answers: dict[tuple[str, str], SeatAnswer]) -> _StopSeen:
        """Play to the next stop with answers by (seat, key of the question)."""
        left = dict(answers)
        run = self._progress.advance(
            lambda question, number, look: left.pop((question.seat, question.key), None), self._chance, budget=BUDGET
        )
        title = self._play.title
        events = {seat: listener.observed(run) for seat, listener in self.listeners.items()}
        return _StopSeen(
            run,
            self._progress.checkpoint.step,
            events,
            {seat: encode(title.secrecy.view(run.state, seat)) for seat in self._play.observers},
            [_received(title, question) for question in run.open_questions],
            _lines(title, events),
        )


class _Trial:
    """A change, and the rules about its leaf, which are asked both for the state without and with the change."""

    def __init__(self, rules: Sequence[LeafRule], change: LeafChange, changed: Any) -> None:
        self.change = change
        self.rules = [rule for rule in rules if rule.covers(change.at.pattern)]
        after = change.at._replace(around=surroundings(changed, change.path)) if self.rules else change.at
        self._places = (change.at, after)

    def view_rules(self, seat: str) -> list[LeafRule]:
        """Return the rules that let a seat see the leaf now."""
        return [rule for rule in self.rules if any(rule.sees(at, seat) for at in self._places)]

    def event_rules(self, seat: str) -> list[LeafRule]:
        """Return the rules that let a seat see the leaf now or learn it when the game goes on."""
        shown = [rule for rule in self.rules if any(rule.shows(at, seat) for at in self._places)]
        return self.view_rules(seat) + shown


class _Tester:
    """Compares the world without a change with worlds that each have one change, for one play."""

    def __init__(self, play: Play, sampling: Sampling, report: LeafReport) -> None:
        self._play, self._title, self._sampling, self._report = play, play.title, sampling, report
        self._reported: set[tuple[str, str]] = set()
        self._pick = random_source("pictures", play.seed)

    def begin(self, checkpoint: Checkpoint) -> None:
        """Drive the world without a change from a checkpoint, and keep its stops and answers for comparison."""
        self._checkpoint = checkpoint
        self._where = f"checkpoint {checkpoint.number}, step {checkpoint.step}"
        world = _World(self._play, checkpoint)
        self._stops = [world.advance({})]
        self._answers: list[dict[tuple[str, str], SeatAnswer]] = []
        while len(self._stops) < STOPS and not self._stops[-1].run.is_over:
            asked = self._stops[-1].run.open_questions
            self._answers.append({(one.seat, one.key): as_received(one, self._sample(one)) for one in asked})
            self._stops.append(world.advance(self._answers[-1]))

    def _sample(self, question: Ask[Any]) -> Any:
        return question.form.sample(random_source("leaf", self._play.seed, question.seat, question.key))

    def check_state(self, where: str, state: Any) -> None:
        """Keep the views of a state without a change, for comparison; `where` names the state in findings."""
        self._state, self._seen_at = state, where
        self._written = {seat: encode(self._title.secrecy.view(state, seat)) for seat in self._play.observers}
        self._partners = {seat: self._may_talk_to(state, seat) for seat in self._play.seats}

    def try_change(self, change: LeafChange) -> None:
        """Compare the views of a changed state, then everything that seats receive when both worlds are driven on."""
        trial = self.compare_views(change)
        if trial is None:
            return
        seats = self._play.observers
        watching = {seat for seat in seats if self._sampling.by_all or not trial.event_rules(seat)}
        if not watching:
            return
        other = msgspec.structs.replace(self._checkpoint, state=self._title.write_state(self._changed))
        try:
            self._drive(_World(self._play, other), trial, watching)
        except GAME_FAILURES:
            self._report.counts["worlds that broke"] += 1

    def compare_views(self, change: LeafChange) -> _Trial | None:
        """Compare the views of a changed state; return None if decoding it or making its views fails."""
        title, counts = self._title, self._report.counts
        counts["changes"] += 1
        try:
            changed = title.read_state(title.write_state(with_change(self._state, change.path, change.value)))
            written = {seat: encode(title.secrecy.view(changed, seat)) for seat in self._play.observers}
            partners = {seat: self._may_talk_to(changed, seat) for seat in self._play.seats}
            trial = _Trial(title.secrecy.leaves, change, changed)
        except GAME_FAILURES:
            counts["unreadable"] += 1
            return None
        counts["readable"] += 1
        self._changed = changed
        drawn = self._pick(self._sampling.one_picture_of) == 0
        for seat in self._play.observers:
            what = ""
            if self._written[seat] != written[seat]:
                what = f"the views differ: {difference(self._written[seat], written[seat])}"
            elif self._partners.get(seat) != partners.get(seat):
                what = "whom it may talk to tells the worlds apart"
            elif drawn and not trial.view_rules(seat):
                counts["pictures"] += 1
                what = self._shown_otherwise(changed, seat)
            if what:
                self._note(self._seen_at, trial, seat, trial.view_rules(seat), what)
        return trial

    def _shown_otherwise(self, changed: Any, seat: str) -> str:
        """Return how texts or pictures of two equal views differ; the empty string if they do not."""
        theirs, ours = (_shown(self._title, state, seat) for state in (changed, self._state))
        parts = [part for part in ours if ours[part] != theirs[part]]
        return f"the {parts[0]} differs: {difference(ours[parts[0]], theirs[parts[0]])}" if parts else ""

    def _may_talk_to(self, state: Any, sender: str) -> list[bool]:
        return [self._title.rules.may_talk(state, sender, one) for one in self._play.seats if one != sender]

    def _note(self, where: str, trial: _Trial, seat: str, allowed: list[LeafRule], what: str) -> None:
        """Record a difference (`what`) that a seat can see.

        If rules in `allowed` let the seat know the leaf, the difference shows that they are needed; else it is a leak.
        """
        self._report.used.update(allowed)
        pattern = trial.change.at.pattern
        if allowed or (pattern, seat) in self._reported:
            return
        self._reported.add((pattern, seat))
        text = f"{seat} may not know {pattern} ({trial.change}), but {what}"
        self._report.findings.append(self._play.finding(CHECK, where, text))

    def _drive(self, world: _World, trial: _Trial, watching: set[str]) -> None:
        """Drive the changed world to the same stops, and compare what each seat in `watching` receives.

        A seat is removed from `watching` at its first difference.
        """
        there = world.advance({})
        for number, here in enumerate(self._stops):
            self._report.counts["stops"] += 1
            for seat in sorted(watching):
                what = _differs(self._title, seat, here, there, world.listeners[seat])
                if what is not None:
                    watching.discard(seat)
                if what:
                    self._note(self._where, trial, seat, trial.event_rules(seat), what)
            if not watching or number + 1 == len(self._stops) or here.run.is_over:
                return
            answers = _same_answers(here.run, there.run, self._answers[number])
            if answers is None:
                self._report.counts["other answers"] += 1
                return
            there = world.advance(answers)


def _same_answers(
    here: DriveResult, there: DriveResult, given: dict[tuple[str, str], SeatAnswer]
) -> dict[tuple[str, str], SeatAnswer] | None:
    """Return the answers `given` in one world, with the question keys of the other; None if it does not accept them."""
    if len(here.open_questions) != len(there.open_questions):
        return None
    found: dict[tuple[str, str], SeatAnswer] = {}
    for one, other in zip(here.open_questions, there.open_questions, strict=True):
        answer = given[one.seat, one.key]
        if (one.seat, one.kind) != (other.seat, other.kind):
            return None
        try:
            other.form.accept(answer.answer)
        except GameError:
            return None
        found[other.seat, other.key] = answer
    return found


def _differs(title: Title[Any], seat: str, here: _StopSeen, there: _StopSeen, ears: Listener) -> str | None:
    """Return the difference that a seat sees between two stops; None if there is none.

    The empty string means that an event has disclosed the difference as the rules allow.
    """
    leak = find_leak(here.events[seat], there.events[seat])
    if leak is not None:
        return leak
    if here.lines[seat] != there.lines[seat]:
        return f"the log differs: {difference(here.lines[seat], there.lines[seat])}"
    if _is_passed_over(title, seat, here.run, there.run):
        return ""
    if here.run.is_over != there.run.is_over:
        return "the game is over in one world only"
    if here.views[seat] != there.views[seat]:
        return f"the views differ at the next question: {difference(here.views[seat], there.views[seat])}"
    if _asked(title, here.run) != _asked(title, there.run):
        return f"other questions are open: {_asked(title, here.run)} against {_asked(title, there.run)}"
    for one, ours, theirs in zip(here.run.open_questions, here.questions, there.questions, strict=True):
        for part in ours if seat in (one.seat, *one.advisers) else ():
            if ours[part] != theirs[part]:
                return f"the {part} of its question {one.key}: {difference(ours[part], theirs[part])}"
    steps = [ears.visible_step(stop.step) for stop in (here, there)]
    return f"the game is in step {steps[0]} and in step {steps[1]}" if steps[0] != steps[1] else None


def _is_passed_over(title: Title[Any], seat: str, here: DriveResult, there: DriveResult) -> bool:
    """Return True if only one world asks another seat a question that a standing instruction could answer (ADR 5)."""
    first, second = ({(one.seat, one.kind) for one in run.open_questions} for run in (here, there))
    return any(other != seat and kind in title.secrecy.skipped_if_planned for other, kind in first ^ second)


def _asked(title: Title[Any], run: DriveResult) -> list[tuple[str, str]]:
    """Return (seat, key of the question) for each open question; the key is empty if the answer stays secret."""
    sealed = title.secrecy.secret_until_revealed
    return [(one.seat, "" if sealed(one) else one.key) for one in run.open_questions]


def _lines(title: Title[Any], events: dict[str, list[ObservedEvent]]) -> dict[str, bytes]:
    """Return, by seat, the encoded lines of the log about its events."""
    written: dict[int, list[str]] = {}
    for heard in events.values():
        for one in heard:
            if id(one.event) not in written:
                describe = title.presentation.describe_event
                written[id(one.event)] = [describe(one.event, language) for language in LANGUAGES]
    return {seat: encode([written[id(one.event)] for one in heard]) for seat, heard in events.items()}


def _received(title: Title[Any], question: Ask[Any]) -> dict[str, bytes]:
    """Return the encoded parts of a question: its data, explanation, schema and previews.

    Call this while the question's world is the latest one: the title may cache only its latest state.
    """
    form = question.form
    return {
        "data": encode(msgspec.structs.replace(question, key="")),
        "words": encode([title.presentation.explain_question(question, language) for language in LANGUAGES]),
        "schema": encode(form.schema()),
        "preview": encode([form.preview(form.write(answer)) for answer in (form.default(), form.example())]),
    }


def _shown(title: Title[Any], state: Any, seat: str) -> dict[str, bytes]:
    """Return the texts and pictures of a seat's view, encoded, by a description of each."""
    view, found, shown = title.secrecy.view(state, seat), {}, title.presentation
    for language in LANGUAGES:
        found[f"text board ({language})"] = shown.text_board(view, language).encode()
        found[f"headline ({language})"] = shown.headline(view, language).encode()
        found[f"picture ({language})"] = shown.render_board(view, language).svg().encode()
        if shown.email_picture is not None:
            found[f"picture in e-mails ({language})"] = shown.email_picture(view, language).svg().encode()
    return found
