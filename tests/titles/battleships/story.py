"""A battle played on from a moment laid out to its end, answer by answer, and written down."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from games.kernel.chance import ScriptedChance
from games.kernel.conformance.play import GameProgress, as_received
from games.kernel.driver import ViewFactory, initial_checkpoint
from games.kernel.events import EventVariants
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Marker, State
from tests.titles.battleships.box import BOX
from tests.titles.loading import load
from tests.titles.procedures import Dice


class Story:
    """A battle in play; `asked` are the questions that are open, `lines` what happened so far."""

    def __init__(self, scenario: str, step: str, *, turn: int = 1, options: Options | None = None) -> None:
        self.board = Board(new_game(BOX, scenario, options or Options(as_proposed=False)), BOX)
        self.state: State = self.board.state
        self.state.turn, self.state.sight = turn, self.board.battle.sight
        self._step = step
        self._progress: GameProgress | None = None
        self.asked: tuple[Ask[Any], ...] = ()
        self.over = False
        self.lines: list[str] = []

    # --- laying out

    def last_turn(self) -> "Story":
        """It is the last turn of the scenario."""
        self.state.turn = self.board.battle.turns
        return self

    def lies(self, *ships: str) -> "Story":
        """Ships as they lie: "bismarck 2715 E 5 w3 s2 used4"; whoever is not afloat any more: "hood sunk"."""
        for words in ships:
            name, *rest = words.split()
            ship = self.board.ship(name)
            if rest in (["sunk"], ["left"]):
                ship.fate, ship.at = rest[0], ""  # type: ignore[assignment]
                continue
            ship.at, ship.heading, ship.speed = rest[0], rest[1], int(rest[2])
            for change in rest[3:]:
                if change.startswith("used"):
                    ship.mended = int(change[4:])
                else:
                    setattr(ship, {"w": "weapons", "s": "hull"}[change[0]], int(change[1:]))
        return self

    def silenced(self, *ships: str) -> "Story":
        """Ships without guns whose owner does not try to mend them."""
        for name in ships:
            self.board.ship(name).weapons, self.board.ship(name).tries = 3, "none"
        return self

    def mended(self, **steps: int) -> "Story":
        """Steps that ships have mended, each a point for the enemy (9.1a)."""
        for name, count in steps.items():
            self.board.ship(name).mended = count
        return self

    def alone(self, *ships: str) -> "Story":
        """All others have gone to the bottom before."""
        for ship in self.state.ships:
            if ship.id not in ships:
                ship.fate, ship.at = "sunk", ""
        return self

    def marks(self, firer: str, target: str) -> "Story":
        """5.1 A marker lies already."""
        self.state.markers.append(Marker(firer, target, "main", "plain", 5))
        return self

    # --- playing

    def goes_on(self, *answers: SeatAnswer, dice: Dice = (), draws: Dice = ()) -> "Story":
        """Play on until somebody has to decide."""
        title = load("battleships")
        if self._progress is None:
            self._progress = GameProgress(
                title, structs.replace(initial_checkpoint(title, self.state), step=self._step)
            )
        chance, ready = ScriptedChance(dice, draws), {answer.seat: answer for answer in answers}

        def supply(question: Ask[Any], at: int, look: ViewFactory) -> SeatAnswer | None:
            return ready.pop(question.seat, None)

        run = self._progress.advance(supply, chance)
        chance.check_used_up()
        self.asked, self.over, self.state = run.open_questions, run.is_over, run.state
        for event in run.events:
            self.lines += _told(event.event)
        return self

    def says(self, seat: str, *lines: str, dice: Dice = (), draws: Dice = ()) -> "Story":
        """The seat answers its open question in the notation; nothing said is the default."""
        question = next(question for question in self.asked if question.seat == seat)
        form = question.form
        answer = form.accept(form.parse("\n".join(lines))) if lines else form.default()
        self.lines += ["", *(f"> {seat} {question.kind}: {line}" for line in form.render(answer).splitlines())]
        return self.goes_on(as_received(question, answer), dice=dice, draws=draws)

    def passes(self) -> "Story":
        """Everybody who is asked takes the default, until the battle is over."""
        while not self.over:
            self.says(self.asked[0].seat)
        return self


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
    if hasattr(value, "key"):
        return f"{value.key}{value.amount:+}"
    return ",".join(map(_value, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)
