"""A game played on from a laid-out morning to its end, answer by answer, and written down."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from games.kernel.chance import ScriptedChance
from games.kernel.conformance.play import GameProgress, as_received
from games.kernel.driver import ViewFactory, initial_checkpoint
from games.kernel.events import EventVariants
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Day, State
from games.titles.goeben.visibility.redeal import conserved
from tests.titles.goeben.box import BOX, FILES
from tests.titles.goeben.laid_out import Dice
from tests.titles.goeben.trial import load_title

TITLE = load_title(FILES)


class Story:
    """A game in play; `asked` are the questions that are open, `lines` what happened so far."""

    def __init__(self, board: Board, step: str = "morning") -> None:
        """Begin with a step. The day that the board was laid out with is over."""
        board.state.turn -= step == "morning"
        board.state.day = Day() if step != "morning" else None
        self._progress = GameProgress(TITLE, structs.replace(initial_checkpoint(TITLE, board.state), step=step))
        self._whole = conserved(BOX, board.state)
        self.state: State = board.state
        self.asked: tuple[Ask[Any], ...] = ()
        self.over = False
        self.lines: list[str] = []

    def goes_on(self, *answers: SeatAnswer, dice: Dice = (), draws: Dice = ()) -> "Story":
        """Play on until somebody has to decide; what stands (the doctrine) is answered by default."""
        chance, ready, first = ScriptedChance(dice, draws), {answer.seat: answer for answer in answers}, [-1]

        def supply(question: Ask[Any], at: int, look: ViewFactory) -> SeatAnswer | None:
            if question.is_standing:
                return as_received(question, question.form.default())
            first[0] = at if first[0] == -1 else first[0]
            return ready.get(question.seat) if at == first[0] else None

        run = self._progress.advance(supply, chance)
        chance.check_used_up()
        self.asked, self.over, self.state = run.open_questions, run.is_over, run.state
        assert conserved(BOX, self.state) == self._whole, "a counter was lost or made"
        for event in run.events:
            self.lines += _told(event.event)
        return self

    def says(self, *lines: str, seat: str = "commander", dice: Dice = (), draws: Dice = ()) -> "Story":
        """The seat answers its open question in the text notation; nothing said is the default."""
        question = next(question for question in self.asked if question.seat == seat)
        form = question.form
        answer = form.accept(form.parse("\n".join(lines))) if lines else form.default()
        self.lines += ["", *(f"> {seat} {question.kind}: {line}" for line in form.render(answer).splitlines())]
        return self.goes_on(as_received(question, answer), dice=dice, draws=draws)

    def pooled(self, *names: str) -> tuple[int, ...]:
        """Where these markers are in the pool, to be drawn."""
        return tuple(self.state.pool.index(name) for name in names)


def _told(told: EventVariants) -> Iterator[str]:
    """An event; where not all were told the same, who got it."""
    for form in told.variants:
        to = "" if form.to == ("*",) else f"to {' and '.join(form.to)}: "
        yield f"  {to}{_event(form.event)}"


def _event(event: Any) -> str:
    fields = [name for name in event.__struct_fields__ if getattr(event, name) not in ("", (), {}, 0, False)]
    values = [f"{name}={_value(getattr(event, name))}" for name in fields]
    return " ".join([type(event).__struct_config__.tag, *values])


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}:{item}" for key, item in value.items())
    return ",".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)
