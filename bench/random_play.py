"""Random games in memory: the speed of the kernel and a title on one core."""

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games import registry
from games.kernel.chance import HmacChance
from games.kernel.driver import DriveResult, ViewFactory, drive, initial_checkpoint
from games.kernel.journal import Checkpoint, Entry, SeatAnswer
from games.kernel.requests import Ask
from games.kernel.table import Table
from games.kernel.title import Title

Chooser = Callable[[Ask[Any]], Any]
PLENTY = 1_000_000


class Game(NamedTuple):
    """A finished game in memory."""

    title: Title[Any]
    opening: Checkpoint
    """The first checkpoint."""
    chance: HmacChance
    """The dice of the game."""
    run: DriveResult
    """The result of the drive."""

    @property
    def decisions(self) -> int:
        """Return the number of answers that seats gave."""
        return sum(len(entry.given) for entry in self.run.entries)


def title_of(key: str) -> Title[Any]:
    """Return a registered title."""
    return registry.current_title(key)


def start(title: Title[Any], scenario: str, options: Mapping[str, Any] | None = None) -> Checkpoint:
    """Return the first checkpoint of a game with the default options, except those in `options`."""
    return initial_checkpoint(title, title.rules.new_game(scenario, title.options.type(**(options or {}))))


def play(
    title: Title[Any],
    scenario: str,
    seed: int,
    choose: Chooser | None = None,
    options: Mapping[str, Any] | None = None,
) -> Game:
    """Play one game to its end; without `choose`, every answer is random. `options` differ from the defaults."""
    rng = random.Random(seed).randrange

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        answer = choose(question) if choose is not None else question.form.sample(rng)
        return SeatAnswer(question.seat, question.form.write(answer))

    first, chance = start(title, scenario, options), HmacChance(seed.to_bytes(32, "big"))
    return Game(title, first, chance, drive(title, first, (), supply, chance=chance, budget=PLENTY))


def rebuild(game: Game) -> DriveResult:
    """Play a finished game again from its journal."""
    return drive(game.title, game.opening, game.run.entries, chance=game.chance, spans_steps=True)


def duel(
    title: Title[Any], scenario: str, seed: int, bots: Mapping[str, str], options: Mapping[str, Any] | None = None
) -> list[str]:
    """Return the winners of a game between bots; each bot sees only its own view.

    `bots` are the levels by seat.
    """
    rng = random.Random(seed).randrange
    seen: dict[str, Table[Any]] = {}

    def table(state: Any) -> Table[Any]:
        seen["table"] = title.rules.table(state)
        return seen["table"]

    def choose(question: Ask[Any]) -> Any:
        view = title.secrecy.view(seen["table"].state, question.seat)
        return title.bot(bots[question.seat])(view, question, rng)

    game = play(title.evolve(table=table), scenario, seed, choose, options)
    return [placing.seat for placing in title.rules.standings(game.run.state) if placing.place == 1]


def entries_since(entries: list[Entry], checkpoint: Checkpoint) -> list[Entry]:
    """Return the entries of a journal that follow a checkpoint."""
    return [entry for entry in entries if entry.number >= checkpoint.first_entry]
