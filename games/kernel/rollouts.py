"""Rollouts: play a stored game on from a position, with bots in all seats and dice of their own, to see how it ends.

A rollout is repeatable: it depends on the position, the rules and its seed. Its dice never come from a game's secret.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games.kernel.chance import Chance, HmacChance
from games.kernel.driver import AnswerSource, Session, ViewFactory
from games.kernel.errors import TitleFault
from games.kernel.journal import Checkpoint, Entry, SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.title import Bot, Title

MOST_ENTRIES = 100_000
"""The largest number of entries in a rollout; one with more is taken for an endless game."""


class RolloutStart(Struct, frozen=True):
    """A position of a game: a checkpoint, and the journal entries between the checkpoint and the position."""

    checkpoint: Checkpoint
    recorded: tuple[Entry, ...] = ()


class RolloutResult(Struct, frozen=True):
    """The result of a rollout, by seat."""

    shares: dict[str, float]
    """The share of the win, from 0 to 1."""
    points: dict[str, int]
    """The points at the end."""


def rollout_bot(title: Title[Any]) -> Bot:
    """Return the bot that plays all seats in rollouts: the usual bot of the title."""
    return title.bot(title.usual_bot)


def play_rollout(title: Title[Any], start: RolloutStart, seed: str) -> RolloutResult:
    """Play from the position `start` to the end, with bots in all seats. Equal seeds give equal results.

    Raises ReplayDiverged if the rules no longer fit the recorded entries, TitleFault if the game finds no end.
    """
    session = Session(title, start.checkpoint, start.recorded, chance=_dice(seed), spans_steps=True)
    run = session.play_on(_bots(title, seed), budget=MOST_ENTRIES)
    session.close()
    if not run.is_over:
        raise TitleFault(f"{title.key}: {MOST_ENTRIES} entries, and no end")
    return read_result(title, run.state)


def read_result(title: Title[Any], state: Any) -> RolloutResult:
    """Return the result of a game that has ended in `state`."""
    placings = title.rules.standings(state)
    winners = [one.seat for one in placings if one.place == 1]
    shares = {one.seat: (one.seat in winners) / len(winners) for one in placings}
    if title.rules.win_shares is not None:
        shares = dict(title.rules.win_shares(state))
    return RolloutResult(shares, {one.seat: one.points for one in placings})


def find_start(checkpoints: Sequence[Checkpoint], entries: Sequence[Entry], number: int) -> RolloutStart:
    """Return the position before journal entry `number`: the last checkpoint before it, and the entries between.

    Raises ValueError if there is no checkpoint before this entry.
    """
    fitting = [one for one in checkpoints if one.first_entry <= number]
    if not fitting:
        raise ValueError(f"no checkpoint before entry {number}")
    last = max(fitting, key=lambda one: one.number)
    return RolloutStart(last, tuple(one for one in entries if last.first_entry <= one.number < number))


def _dice(seed: str) -> Chance:
    return HmacChance(f"rollout|{seed}".encode())


def _bots(title: Title[Any], seed: str) -> AnswerSource:
    """Return the answer source of a rollout: the title's bot, or a random legal answer if the bot fails."""
    bot, pick = rollout_bot(title), random_source("rollout", seed)

    def answer(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        form, chosen = question.form, None
        try:
            chosen = bot(look(), question, pick)
            if next(iter(form.problems(chosen)), None) is None:
                return SeatAnswer(question.seat, form.write(chosen))
        except Exception:  # noqa: BLE001, S110 - as in a game, where a failed bot answers at random
            pass
        return SeatAnswer(question.seat, form.write(form.sample(pick)))

    return answer
