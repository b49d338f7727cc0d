"""Trials depend on what the seat knows, on its orders and on the seed alone.

At questions of a game, other true states are made that the seat cannot tell apart: dealt again by the title, and with
single hidden leaves changed. Each must give the same start of a trial, byte by byte; what is played from it sees
nothing else. The start shows the seat what the game shows it, and its worlds ask the same question.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.kernel.chance import HmacChance
from games.kernel.codec import encode
from games.kernel.conformance.leaf_changes import LeafChange, Pools, add_texts, changes, surroundings, with_change
from games.kernel.conformance.play import GAME_FAILURES, GameProgress, as_received
from games.kernel.driver import initial_checkpoint
from games.kernel.journal import Checkpoint, Entry
from games.kernel.random_source import mostly_zero, random_source
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.kernel.trials import TrialStart, can_be_tried, find_start, play_world
from games.titles.goeben.orders.orders import AskFirst, EachRound
from tests.titles.loading import keys, load
from tests.titles.test_leaf_worlds import OTHERS

IS_DEEP = os.environ.get("TRIALS") == "all"
STOPS = 400 if IS_DEEP else 40
WORLDS = 12 if IS_DEEP else 4
LEAVES = 2000 if IS_DEEP else 60
PLAYED = 20 if IS_DEEP else 3
PUBLIC_FACTS = {
    # 10.6, 10.12b: events tell everybody, although no view shows it later.
    "battleships": ("struck[]", "struck~", "swept[]", "swept~", "shown{}", "shown~"),
    # 2.4, 6.5.2: ships that have left play lie face up; 5.3.1: the only player has seen each discard.
    # 8.3 Both sides hear the turn on which play is to start, and then that a gale starts it earlier.
    # 1.2a Identifiers only tie shadows and contacts to blocks; a single change makes one identifier of two forces.
    "pq17": ("due_start", "forces[].id"),
    "pirates": ("german.used", "merchant.used", "withdrawn", "discards"),
}
"""Leaves that a trial may use although no rule about leaves lets a seat see them: each follows from open events."""

GIVEN: dict[tuple[str, str], Any] = {("goeben", "doctrine"): (AskFirst(), EachRound())}
"""Answers to kinds of question by which a seat is asked in the middle of its turn; bots plan ahead (14.0)."""
CASES = [
    pytest.param(key, scenario, options, marks=[pytest.mark.thorough] * bool(number or options))
    for key in keys()
    if load(key).trials.known_state is not None
    for number, scenario in enumerate(load(key).scenarios)
    if load(key).trials.refusal(scenario) is None
    for options in ({}, *filter(None, [OTHERS.get((key, scenario))]))
]


class Occasion(msgspec.Struct):
    """A question of a game that can be tried."""

    checkpoint: Checkpoint
    recorded: list[Entry]
    question: Ask[Any]
    answer: Any


def occasions(title: Title[Any], scenario: str, options: dict[str, Any]) -> Iterator[Occasion]:
    """Play a game of bots and chance, and yield the questions that can be tried."""
    state = title.rules.new_game(scenario, title.options.type(**options))
    progress, answers = GameProgress(title, initial_checkpoint(title, state)), dict[tuple[str, str], Any]()
    for number in range(STOPS):
        ready = dict(answers)
        run = progress.advance(lambda ask, _n, _look, r=ready: r.pop((ask.seat, ask.key), None), HmacChance(b"trials"))
        if run.is_over:
            return
        answers = {}
        for question in run.open_questions:
            bot = title.bot("random" if number % 3 == 2 else title.usual_bot)
            pick = random_source("trials", number, question.seat, question.key)
            given = GIVEN.get((title.key, question.kind))
            answer = as_received(question, given or bot(title.secrecy.view(run.state, question.seat), question, pick))
            answers[question.seat, question.key] = answer
            step = progress.checkpoint.step or ""
            if can_be_tried(title, question.kind, step):
                yield Occasion(progress.checkpoint, list(progress.recorded), question, answer.answer)


def other_truths(title: Title[Any], occasion: Occasion, counts: Counter[str]) -> Iterator[tuple[str, bytes]]:
    """Yield true states that the seat cannot tell from that of the occasion, each with what is different."""
    checkpoint, seat = occasion.checkpoint, occasion.question.seat
    for number in range(WORLDS):
        pick = mostly_zero(random_source("truth", number, checkpoint.number), (1, 2, 6, 24)[number % 4])
        state = title.read_state(checkpoint.state)
        yield f"dealt again, {number}", title.write_state(title.secrecy.deal_other_world(state, seat, pick))
    state = title.read_state(checkpoint.state)
    pools: Pools = {}
    add_texts(pools, state)
    pick = random_source("leaves", checkpoint.number)
    hidden = [one for one in changes(state, pools, pick) if _is_hidden(title, one, seat)]
    for _ in range(min(LEAVES, len(hidden))):
        change = hidden.pop(pick(len(hidden)))
        changed = with_change(state, change.path, change.value)
        if _is_hidden(title, _after(change, changed), seat):
            counts["leaves"] += 1
            yield str(change), title.write_state(changed)


def _after(change: LeafChange, changed: Any) -> LeafChange:
    """Return the change with the objects around its leaf in the changed state, which may show what was hidden."""
    return change._replace(at=change.at._replace(around=surroundings(changed, change.path)))


def _is_hidden(title: Title[Any], change: LeafChange, seat: str) -> bool:
    if change.at.pattern.startswith(PUBLIC_FACTS.get(title.key, ())):
        return False
    return not any(rule.covers(change.at.pattern) and rule.sees(change.at, seat) for rule in title.secrecy.leaves)


def start_of(title: Title[Any], occasion: Occasion, state: bytes | None = None) -> TrialStart:
    checkpoint = occasion.checkpoint
    if state is not None:
        checkpoint = msgspec.structs.replace(checkpoint, state=state)
    return find_start(title, checkpoint, occasion.recorded, occasion.question)


@pytest.mark.parametrize(("key", "scenario", "options"), CASES)
def test_what_a_seat_cannot_know_changes_no_trial(key: str, scenario: str, options: dict[str, Any]) -> None:
    title, counts = load(key), Counter[str]()
    for occasion in occasions(title, scenario, options):
        ours = start_of(title, occasion)
        for what, truth in other_truths(title, occasion, counts):
            counts["truths that differ"] += truth != occasion.checkpoint.state
            try:
                theirs = start_of(title, occasion, truth)
            except GAME_FAILURES:
                counts["broken"] += 1
                continue
            where = f"{occasion.question.kind} of {occasion.question.seat}, checkpoint {occasion.checkpoint.number}"
            assert encode(ours) == encode(theirs), f"{where}: {what}"
        counts["occasions"] += 1
        counts[occasion.question.kind] += 1
    print(f"{key}/{scenario}:", dict(counts))
    assert counts["occasions"]
    assert counts["broken"] <= counts["truths that differ"] // 10


@pytest.mark.parametrize(("key", "scenario", "options"), CASES)
def test_a_trial_begins_with_what_the_seat_sees_and_asks_the_same(
    key: str, scenario: str, options: dict[str, Any]
) -> None:
    title, counts = load(key), Counter[str]()
    asked: list[Ask[Any]] = []
    for number, occasion in enumerate(occasions(title, scenario, options)):
        seat, start = occasion.question.seat, start_of(title, occasion)
        real, known = (title.read_state(one) for one in (occasion.checkpoint.state, start.state))
        assert encode(title.secrecy.view(known, seat)) == encode(title.secrecy.view(real, seat))
        if number % max(1, STOPS // PLAYED):
            continue
        world = play_world(title, start, occasion.answer, 1, 1, asked.append)
        assert encode(world) == encode(play_world(title, start, occasion.answer, 1, 1))
        assert encode(asked.pop().form) == encode(occasion.question.form), f"{occasion.question.kind} of {seat}"
        counts[world.ending] += 1
    print(f"{key}/{scenario}:", dict(counts))
    assert counts["asked"] + counts["over"]


@pytest.mark.parametrize("key", keys())
def test_every_title_has_trials_or_says_why_not(key: str) -> None:
    trials = load(key).trials
    assert (trials.known_state is not None) == bool(trials.kinds)
    assert trials.known_state is not None or trials.reason.en
