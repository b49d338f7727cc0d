"""Small games of one or two steps for tests of the driver: what asks what, who answers, and a recorded journal."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel.chance import ScriptedChance
from games.kernel.driver import DriveResult, drive, initial_checkpoint
from games.kernel.events import EVERYBODY
from games.kernel.forms import Choose
from games.kernel.journal import Checkpoint, Entry, SeatAnswer
from games.kernel.requests import Ask, ask, roll
from games.kernel.steps import Step
from games.kernel.table import Table
from games.kernel.text import Text
from games.kernel.title import Title
from tests.kernel.toy import TOY, Options, State, Won

SEATS = ("red", "black")
Rule = Callable[[Table[State]], Any]


def question(seat: str, key: str, *options: str) -> Ask[str]:
    return Ask(key=key, kind=key, seat=seat, rule="1.1", prompt=Text("?", "?"), form=Choose(options=options))


def title(rules_version: str = "1", **steps: Rule) -> Title[State]:
    table = {key: Step(key, "1.0", run) for key, run in steps.items()}
    return TOY.evolve(steps=table, first_step=next(iter(table)), version=rules_version)


def start(game: Title[State]) -> Checkpoint:
    return initial_checkpoint(game, State(options=Options()))


def answering(**answers: str) -> Any:
    """Supplies answers by key; each may be used once."""
    left = dict(answers)
    return lambda asked, number, look: SeatAnswer(asked.seat, left.pop(asked.key)) if asked.key in left else None


def play(game: Title[State], supply: Any, recorded: Sequence[Entry] = (), dice: Any = (), **more: Any) -> DriveResult:
    """What comes of these answers and dice; none of the dice may be left."""
    chance = ScriptedChance(dice)
    run = drive(game, start(game), recorded, supply, chance=chance, **more)
    chance.check_used_up()
    return run


async def two_questions(table: Table[State]) -> str | None:
    (die,) = await roll(6, key="wind", rule="1.2")
    table.emit(Won(f"wind {die}"), to=EVERYBODY)
    table.state.out.append(await ask(question("red", "first", "a", "b")))
    table.emit(Won("first answered"), to=("red",))
    table.state.out.append(await ask(question("black", "second", "a", "b")))
    return None


TWO = title(only=two_questions)


def recorded() -> list[Entry]:
    return play(TWO, answering(first="b"), dice=[[5]]).entries
