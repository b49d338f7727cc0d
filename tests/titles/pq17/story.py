"""An operation or a campaign played on from a moment laid out to its end, answer by answer, and written down."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from games.kernel.chance import ScriptedChance
from games.kernel.conformance.play import GameProgress, as_received
from games.kernel.driver import ViewFactory, initial_checkpoint
from games.kernel.events import EventVariants
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask, Roll
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Phase, State
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.loading import load
from tests.titles.pq17.box import BOX
from tests.titles.procedures import Dice

PQ17 = load("pq17")
FOUR = 4


class Laid(ScriptedChance):
    """Dice laid out; all others show 4, at which nothing happens by chance, and the weather stays as it is."""

    def _rolled(self, request: Roll) -> tuple[int, ...]:
        return super()._rolled(request) if self._rolls else (FOUR,) * len(request.sides)


class Story:
    """A game in play; `asked` are the questions that are open, `lines` what happened so far."""

    def __init__(self, board: Board, step: str = "situations", side: Side = "axis") -> None:
        """Begin with a step, in the phase of a side."""
        if step not in ("weather", "turn_end", "victory", "fortnight", "bid"):
            board.state.phase = Phase(side=side)
        self._progress = GameProgress(PQ17, structs.replace(initial_checkpoint(PQ17, board.state), step=step))
        self._whole = conserved(BOX, board.state)
        self.state: State = board.state
        self.asked: tuple[Ask[Any], ...] = ()
        self.over = False
        self._sealed: list[SeatAnswer] = []
        self.lines: list[str] = []

    @property
    def score(self) -> int:
        """Half points, positive for the Allies."""
        return score(self.state)

    def goes_on(self, *answers: SeatAnswer, dice: Dice = (), draws: Dice = ()) -> "Story":
        """Play on until somebody has to decide."""
        chance, ready = Laid(dice, draws), {answer.seat: answer for answer in answers}

        def supply(question: Ask[Any], at: int, look: ViewFactory) -> SeatAnswer | None:
            return ready.pop(question.seat, None)

        run = self._progress.advance(supply, chance)
        chance.check_used_up()
        self.asked, self.over, self.state = run.open_questions, run.is_over, run.state
        for event in run.events:
            self.lines += _told(event.event)
        return self

    def passes(self) -> "Story":
        """Everybody who is asked takes the default, until the game is over."""
        while not self.over:
            self.says(self.asked[len(self._sealed)].seat)
        return self

    def says(self, seat: str, *lines: str, dice: Dice = (), draws: Dice = ()) -> "Story":
        """The seat answers its open question in the notation; nothing said is the default. It goes on when all have."""
        question = next(question for question in self.asked if question.seat == seat)
        form = question.form
        answer = form.accept(form.parse("\n".join(lines))) if lines else form.default()
        self.lines += ["", *(f"> {seat} {question.kind}: {line}" for line in form.render(answer).splitlines())]
        self._sealed.append(as_received(question, answer))
        if len(self._sealed) < len(self.asked):
            return self
        answers, self._sealed = self._sealed, []
        return self.goes_on(*answers, dice=dice, draws=draws)


def _told(told: EventVariants) -> Iterator[str]:
    """An event; where not all were told the same, who got it."""
    for form in told.variants:
        to = "" if form.to == ("*",) else f"to {' and '.join(form.to)}: "
        yield f"  {to}{_event(form.event)}"


def _event(event: Any) -> str:
    return " ".join([type(event).__struct_config__.tag, *([_fields(event)] if _fields(event) else [])])


def _fields(told: Any) -> str:
    fields = [name for name in told.__struct_fields__ if getattr(told, name) not in ("", (), {}, 0, False, None)]
    return " ".join(f"{name}={_value(getattr(told, name))}" for name in fields)


def _value(value: Any) -> str:
    if isinstance(value, Struct):
        return f"({_fields(value)})"
    if isinstance(value, dict):
        return ",".join(map(str, value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(_value, value))
    return str(value)
