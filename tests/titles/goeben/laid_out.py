"""A board laid out by a test, and procedures of the rules run on it with dice by hand and answers in the notation.

    board = at_sea(goeben="messina", breslau="malta_pz", alert=3)
    play(board, incidents(board), dice=[(6,), (2, 5)], says={"evade": "pass"})

Every die laid out must be rolled, and every answer asked for; a question without an answer gets the default.
"""

from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

from games.kernel.codec import decode, encode
from games.kernel.errors import Problem
from games.kernel.events import Event
from games.kernel.forms import Form
from games.kernel.requests import Ask
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.setup import new_game
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import News
from games.titles.goeben.state.state import Day, Marker, Warship
from tests.titles.goeben.box import BOX
from tests.titles.procedures import Dice, Run, Says

E = TypeVar("E", bound=Event)


def at_sea(
    scenario: str = "ottoman_alliance",
    *,
    options: Options | None = None,
    lying: Mapping[str, str] | None = None,
    forts: Mapping[str, str] | None = None,
    mission: str = "ottoman_alliance",
    turn: int = 1,
    alert: int = 1,
    vp: int = 0,
    **ships: str,
) -> Board:
    """A board on a day. A ship is written `space+hull=3+cargo=optics,wireless`; those not named are at Messina.
    Counters in `lying` are written `gb_ca_1 gb_bc_1+up`, those in `forts` likewise.
    """
    state = new_game(BOX, scenario, options or Options())
    board = Board(state, BOX)
    state.mission, state.days = mission, BOX.missions[mission].days
    state.turn, state.alert, state.vp, state.day = turn, alert, vp, Day()
    for ship in state.ships:
        _place(board, ship, ships.pop(ship.id, "messina"))
    for name, where in ships.items():
        next(consort for consort in state.consorts if consort.id == name).at = where
    for space, names in (lying or {}).items():
        for marker in _markers(names):
            state.pool.remove(marker.id)
            board.lay(space, marker)
    for port, names in (forts or {}).items():
        state.forts[port] = _markers(names)
        for marker in state.forts[port]:
            state.forts_aside.remove(marker.id)
    return board


def _markers(names: str) -> list[Marker]:
    return [Marker(word.partition("+")[0], up=word.endswith("+up")) for word in names.split()]


def _place(board: Board, ship: Warship, words: str) -> None:
    ship.at, *changes = words.split("+")
    assert ship.at in BOX.spaces, ship.at
    for change in changes:
        track, _, value = change.partition("=")
        if track == "cargo":
            ship.cargo = value.split(",")
            for kind in ship.cargo:
                board.state.available[kind] -= 1
        else:
            assert hasattr(ship, track), track
            setattr(ship, track, int(value))


def ordered(board: Board, text: str, seat: str = "commander") -> Board:
    """The same board, with a seat's orders for the day, which its form has accepted."""
    form = plan_form(board, seat)
    board.day.plans[seat] = form.accept(form.parse(text))
    return board


def refused(form: Form[Any], text: str) -> list[str]:
    """The rules by which a form refuses an answer, or the codes where no rule is named; none if it is taken."""
    problems = list(form.problems(form.read(form.parse(text))))
    assert decode(encode(problems), list[Problem]) == problems, "a refusal reads as it was written"
    assert all(problem.pointer[:1] in ("", "/") for problem in problems), "a refusal points into the answer"
    return [problem.rule or problem.code for problem in problems]


def plain(event: Any) -> Any:
    """What a captain's news are about; any other event itself."""
    return event.news if isinstance(event, News) else event


class Played(Run):
    """What a procedure brought about, and what was told of it."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def told(self, kind: type[E]) -> list[E]:
        """All events of a kind, in full."""
        found = [plain(form.event) for told in self.board.told for form in told.variants[:1]]
        return [event for event in found if isinstance(event, kind)]

    def heard(self, seat: str, kind: type[E]) -> list[E]:
        """All events of a kind as a seat heard them."""
        found = [plain(told.for_seat(seat)) for told in self.board.told]
        return [event for event in found if isinstance(event, kind)]

    def question(self, kind: str) -> Ask[Any]:
        """The first question of a kind that was asked."""
        found = [question for question in self.asked if question.kind == kind]
        assert found, f"{kind} was not asked, but {[question.kind for question in self.asked]}"
        return found[0]

    @property
    def kinds(self) -> list[str]:
        """What was asked, in order."""
        return [question.kind for question in self.asked]


def play(
    board: Board, procedure: Coroutine[Any, Any, Any], *, dice: Dice = (), draws: Dice = (), says: Says | None = None
) -> Played:
    """Run a procedure to its end. `says` are answers by kind of question, several of a kind in their order."""
    played = Played(board)
    played.carry_out(procedure, board.state, dice=dice, draws=draws, says=says)
    return played
