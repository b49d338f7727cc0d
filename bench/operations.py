"""PQ-17: decisions per second, e-mails per turn without and with standing instructions, and stored bytes."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.random_play import PLENTY, play, start, title_of
from bench.report import Measure, at_least, at_most, progress
from bench.stored import bot_game, host, payload, play_out
from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title

TITLE, BOT = "pq17", "captain"
CAMPAIGN = "campaign"
"""The key of the whole campaign, with which the keys of all campaigns begin."""
A_YEAR = 730
"""15.0 The target for the e-mails to a player in a campaign: two a day for a year."""
STORED = "pq17"
"""The operation whose stored bytes are measured: the largest."""


class PlayStyle(NamedTuple):
    """A way of playing by e-mail."""

    name: str
    aim: float
    """The target for the e-mails of each player in each turn."""
    instructions: tuple[tuple[str, str], ...] = ()
    """Standing instructions, as pairs of a situation and a reaction."""


PLAY_STYLES = (
    PlayStyle("everything asked", 3, (("asks_air", "once"),)),
    PlayStyle(
        "standing instructions",
        1.5,
        (("refuses", "never"), ("asks", "never"), ("strikes", "always"), ("revises", "never")),
    ),
)


class Count(NamedTuple):
    """The counts of one game."""

    letters: Counter[str]
    """The e-mails by kind of question."""
    turns: int
    """The turns of both players together."""
    state: Any
    """The final state."""


def operations(games: int) -> Iterator[Measure]:
    """Measure random operations on one core, each way of playing, and an operation of bots in the database."""
    title = title_of(TITLE)
    progress(f"{games} random operations")
    began, done = time.process_time(), 0
    for seed in range(games):
        done += play(title, _scenario(title, seed), seed).decisions
    yield at_least("kernel decisions, PQ-17", done / (time.process_time() - began), "1/s", 1500)
    for style in PLAY_STYLES:
        yield from _letters(title, style, games)
        yield _campaign(title, style)
    yield _stored()


def _campaign(title: Title[Any], style: PlayStyle) -> Measure:
    """15.0 Measure the e-mails that a player gets in a campaign, which should take at most a year by e-mail."""
    progress(f"a campaign of the captain, {style.name}")
    counted = count(title, CAMPAIGN, 0, style)
    kinds = ", ".join(f"{number} {kind}" for kind, number in counted.letters.most_common(6))
    letters = counted.letters.total() / 2
    return at_most(f"PQ-17: letters a player in a campaign, {style.name}", letters, "mails", A_YEAR, kinds)


def _scenario(title: Title[Any], seed: int) -> str:
    """Return one of the operations, by the seed; campaigns are measured separately."""
    operations = [key for key in title.scenarios if not key.startswith(CAMPAIGN)]
    return operations[seed % len(operations)]


def _letters(title: Title[Any], style: PlayStyle, games: int) -> Iterator[Measure]:
    progress(f"{games} operations of the captain, {style.name}")
    counts = [count(title, _scenario(title, seed), seed, style) for seed in range(games)]
    turns = sum(one.turns for one in counts)
    kinds = sum((one.letters for one in counts), Counter[str]())
    asked = ", ".join(f"{number / turns:.2f} {kind}" for kind, number in kinds.most_common(4))
    note = f"{games} operations, {turns} turns of a player: {asked}"
    yield at_most(f"PQ-17: letters a turn, {style.name}", kinds.total() / turns, "mails", style.aim, note)


def count(title: Title[Any], scenario: str, seed: int, style: PlayStyle) -> Count:
    """Play one game between captain bots in the way of playing `style`; return its counts.

    All questions to a side at one stop count as one e-mail.
    """
    rng, bot = random.Random(seed).randrange, title.bot(BOT)
    asked: dict[tuple[int, str], str] = {}
    instructed: set[str] = set()

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        asked[number, question.seat] = question.kind
        answer = question.form.write(bot(look(), question, rng))
        if question.kind == "orders" and question.seat not in instructed:
            instructed.add(question.seat)
            answer = [
                *answer,
                *({"order": "instruct", "what": what, "does": does} for what, does in style.instructions),
            ]
        return SeatAnswer(question.seat, answer)

    first = start(title, scenario, None)
    run = drive(title, first, (), supply, chance=HmacChance(seed.to_bytes(32, "big")), budget=PLENTY)
    return Count(Counter(asked.values()), 2 * (run.state.turn - run.state.start), run.state)


def _stored() -> Measure:
    """Measure the bytes of all rows of one operation, including views."""
    progress("an operation of the captain in the database")
    game = bot_game(host(), STORED, bot=BOT, title=TITLE)
    play_out(game, [])
    return at_most("PQ-17: stored of one operation (payload columns)", payload(game) / 1_000_000, "MB", 2)
