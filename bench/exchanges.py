"""Count e-mail exchanges: the e-mails that a seat must answer in each player's turn, for each tempo."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bench.random_play import PLENTY, start, title_of
from bench.report import Measure, at_most, progress
from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title

TITLE, BOT = "pirates", "captain"
SCENARIOS = ("two_players", "four_players")
AIM = 1.3
SEALED = "sealed"
TEMPOS = (SEALED, "interactive")
TURN_BEGAN = "turn_began"


class Count(NamedTuple):
    """The counts of one game."""

    exchanges: int
    """The e-mails that a seat must answer."""
    turns: int
    """The turns of all players together."""
    state: Any
    """The final state."""


def exchanges(games: int) -> Iterator[Measure]:
    """Measure the e-mails to answer in each player's turn, in `games` games between captain bots.

    The reactions of other players in the turn count, too.
    """
    title = title_of(TITLE)
    for tempo in TEMPOS:
        for scenario in SCENARIOS:
            progress(f"{games} games of the captain, {scenario}, {tempo}")
            counts = [count(title, scenario, BOT, seed, {"tempo": tempo}) for seed in range(games)]
            rate = sum(one.exchanges for one in counts) / sum(one.turns for one in counts)
            name = f"exchanges per player-turn, {tempo}, {scenario.replace('_', ' ')}"
            note = f"{games} games, {sum(one.exchanges for one in counts) / games:.0f} mails a game"
            if tempo == SEALED:
                yield at_most(name, rate, "mails", AIM, note)
            else:
                yield Measure(name, rate, "mails", note=note)


def count(title: Title[Any], scenario: str, name: str, seed: int, options: Mapping[str, Any] | None = None) -> Count:
    """Play one game between bots called `name`; return its counts."""
    rng, bot = random.Random(seed).randrange, title.bot(name)
    given_before: dict[tuple[str, str], SeatAnswer] = {}
    asked: set[tuple[int, str]] = set()

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        kept = given_before.get((question.seat, question.kind))
        if kept is not None:
            return kept
        answer = SeatAnswer(question.seat, question.form.write(bot(look(), question, rng)))
        asked.add((number, question.seat))
        if question.is_standing:
            given_before[question.seat, question.kind] = answer
        return answer

    first = start(title, scenario, options)
    run = drive(title, first, (), supply, chance=HmacChance(seed.to_bytes(32, "big")), budget=PLENTY)
    turns = sum(
        type(form.event).__struct_config__.tag == TURN_BEGAN
        for event in run.events
        for form in event.event.variants[:1]
    )
    return Count(len(asked), turns, run.state)
