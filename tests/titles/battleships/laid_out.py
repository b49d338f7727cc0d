"""A board laid out by a test, and procedures of the rules run on it with dice by hand and answers in the notation.

    board = at_sea("hood 2512 A 4 w1", "bismarck 3512 A 4", night=True)
    play(board, first_targets(board), says={"targets": "target hood at=bismarck"})

Ships fight in a scenario of their own, on an open sea by day, with no options, unless it says otherwise. Every die laid
out must be rolled, and every answer asked for; a question without an answer gets the default.
"""

from collections.abc import Coroutine
from typing import Any, TypeVar

from msgspec import structs

from games.kernel.events import Event
from games.kernel.forms import Form
from games.titles.battleships.components.battles import SIDES, Battle, Victory
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Ship, State
from tests.titles.battleships.box import BOX
from tests.titles.procedures import Dice, Run, Says

E = TypeVar("E", bound=Event)

TRIAL = "denmark_strait"
"""The scenario whose sheet is exchanged for that of a trial."""
PLAIN = Options(as_proposed=False)
MOST_SIGHT = 30
SIDE_OF = {nation: side for side, nation in SIDES.items()}
LETTERS = {"w": "weapons", "s": "hull"}


def at_sea(
    *ships: str,
    night: bool = False,
    sight: int = MOST_SIGHT,
    turn: int = 1,
    turns: int = 20,
    options: Options = PLAIN,
    **battle: Any,
) -> Board:
    """A board with these ships, the first one's side inferior on odd turns. A ship is written
    "hood 2512 A 4 w1 s2 spent used3 radar=type_284"; further fields of the scenario's sheet may be given.
    """
    found = [_ship(words) for words in ships]
    sides = list(dict.fromkeys(ship.side for ship in found))
    sides += [side for side in ("british", "german") if side not in sides][: 2 - len(sides)]
    units = {
        side: tuple(
            f"{ship.id} {ship.at} {ship.heading} {ship.speed}" for ship in found if ship.side == side
        )
        for side in sides
    }  # fmt: skip
    fields: dict[str, Any] = {"sight": 10, "victory": Victory(), "night": night, **battle}
    sheet = Battle(
        date="1941.05", turns=turns, first=sides[0], units=units, source="reconstructed", **fields
    )  # fmt: skip
    box = Box(BOX.counters, BOX.tables, {**BOX.battles, TRIAL: sheet})
    return Board(State(scenario=TRIAL, options=options, turn=turn, sight=sight, ships=found), box)


def _ship(words: str) -> Ship:
    name, at, heading, speed, *changes = words.split()
    counter = BOX.counters[name[:-2] if name[-2:-1] == "_" and name[-1:].isdecimal() else name]
    ship = Ship(name, counter.id, SIDE_OF[counter.nation], at, heading, int(speed), torpedoes=int(counter.torpedoes))
    for change in changes:
        if change == "spent":
            ship.torpedoes = 0
        elif change.startswith("used"):
            ship.mended = int(change[4:])
        elif change.startswith("radar="):
            ship.radar = change.removeprefix("radar=")
        else:
            setattr(ship, LETTERS[change[0]], int(change[1:]))
    return ship


def in_battle(scenario: str, *ships: str, turn: int = 1, sight: int = 10, options: Options = PLAIN) -> Board:
    """A scenario as it opens, some of its ships laid elsewhere, each written as for `at_sea`."""
    board = Board(new_game(BOX, scenario, options), BOX)
    board.state.turn, board.state.sight = turn, sight
    for words in ships:
        laid = _ship(words)
        ship = board.ship(laid.id)
        ship.at, ship.heading, ship.speed = laid.at, laid.heading, laid.speed
    return board


def changed(board: Board, **fields: Any) -> Board:
    """The same board with other fields of its scenario's sheet."""
    box = Box(
        board.box.counters, board.box.tables, {**board.box.battles, TRIAL: structs.replace(board.battle, **fields)}
    )
    return Board(board.state, box)


def refused(form: Form[Any], text: str) -> list[str]:
    """The rules by which a form refuses an answer, or the codes where no rule is named; none if it is taken."""
    return [problem.rule or problem.code for problem in form.problems(form.read(form.parse(text)))]


class Played(Run):
    """What a procedure brought about, and what was told of it."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def told(self, kind: type[E]) -> list[E]:
        """All events of a kind, in full."""
        found = [form.event for told in self.board.told for form in told.variants[:1]]
        return [event for event in found if isinstance(event, kind)]

    def heard(self, seat: str, kind: type[E]) -> list[E]:
        """All events of a kind as a seat heard them."""
        found = [told.for_seat(seat) for told in self.board.told]
        return [event for event in found if isinstance(event, kind)]

    @property
    def kinds(self) -> list[str]:
        """What was asked, in order, with the seat: "targets@british"."""
        return [f"{question.kind}@{question.seat}" for question in self.asked]


def play(
    board: Board, procedure: Coroutine[Any, Any, Any], *, dice: Dice = (), draws: Dice = (), says: Says | None = None
) -> Played:
    """Run a procedure to its end. `says` are answers by kind of question, several of a kind in their order."""
    played = Played(board)
    played.carry_out(procedure, board.state, dice=dice, draws=draws, says=says)
    return played
