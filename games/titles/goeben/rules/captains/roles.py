"""25.0 The seats that command ships.

They are the commander, the captain of a ship, the senior officer present, and the Austro-Hungarian commander.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from games.kernel.forms import Form
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.goeben.components.scenarios import AUSTRIAN, COMMANDER, OFFICERS
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.visibility.notes import Notes, notes_of

T = TypeVar("T")

FIRST_OFFICER, GUNNERY, ENGINEER = (role.key for role in OFFICERS[1:])
ADVISERS = {
    **dict.fromkeys(("plan", "revise", "begin", "declare"), (FIRST_OFFICER, GUNNERY, ENGINEER)),
    **dict.fromkeys(("stow", "reveal", "choice", "share", "land", "bonus"), (FIRST_OFFICER,)),
    **dict.fromkeys(("doctrine", "engage", "round"), (GUNNERY,)),
    **dict.fromkeys(("contact", "evade", "ram"), (ENGINEER,)),
}
"""25.1 The officers who advise the commander on each kind of question.

The first officer: intelligence and outfitting. The gunnery officer: targets and rate of fire. The engineer: speeds and
repairs. All of them: the course of the task force.
"""


def of_ship(board: Board, name: str) -> str:
    """25.3 Return the seat that commands a ship.

    Austro-Hungarian ships are commanded by their commander or, without that seat, by the first captain.
    """
    for ship in board.state.ships:
        if ship.id == name:
            return ship.seat
    return AUSTRIAN.key if board.mode == "austrian" else fleet(board)


def fleet(board: Board) -> str:
    """25.2 Return the seat that decides for the whole task force: the commander, or the first captain with a ship."""
    if board.mode != "captains":
        return COMMANDER.key
    return next((ship.seat for ship in board.afloat), board.state.seats[0])


def senior(board: Board, space: str) -> str:
    """25.2, 25.3.1, 25.2.1 Return the seat that decides for all ships in a space: the seat with the highest precedence.

    In the Adriatic, the Austro-Hungarian commander comes first.
    """
    consorts = bool(board.consorts_at(space))
    if board.mode == "austrian":
        home = board.box.waters.zone(space) == "adriatic"
        return AUSTRIAN.key if consorts and (home or not board.ships_at(space)) else COMMANDER.key
    return next((ship.seat for ship in board.ships_at(space)), fleet(board))


def present(board: Board, space: str) -> list[str]:
    """25.2 Return the seats with ships in a space, in the order of precedence."""
    names = [ship.id for ship in board.ships_at(space)] + [consort.id for consort in board.consorts_at(space)]
    return list(dict.fromkeys(of_ship(board, name) for name in names))


def question(
    board: Board,
    seat: str,
    kind: str,
    rule: str,
    prompt: Text,
    form: Callable[[Notes], Form[T]],
    *,
    context: Any = None,
    key: str = "",
) -> Ask[T]:
    """Return a question to a seat. `form` builds the order form from the notes of that seat (25.2).

    `kind`: the kind of the question. `rule`: the number of the rule. `prompt`: the text of the question. `context`:
    data for its explanation. Without `key`, the key is `kind` with a running number.
    """
    return Ask(
        key=key or board.occasion(kind),
        kind=kind,
        seat=seat,
        rule=rule,
        prompt=prompt,
        form=form(notes_of(board, seat)),
        context=context,
        advisers=advisers(board, kind),
    )


def advisers(board: Board, kind: str) -> tuple[str, ...]:
    """25.1.1 Return the seats that may advise the commander on this kind of question; () except in the mode "officers".

    The game does not wait for them.
    """
    return ADVISERS.get(kind, ()) if board.mode == "officers" else ()


async def consult(
    board: Board,
    seat: str,
    kind: str,
    rule: str,
    prompt: Text,
    form: Callable[[Notes], Form[T]],
    *,
    context: Any = None,
) -> T:
    """Ask a seat a question, and return the answer. The arguments are those of `question`."""
    announce_question(board, seat)
    return await ask(question(board, seat, kind, rule, prompt, form, context=context))


def announce_question(board: Board, seat: str) -> None:
    """25.2 In the mode "captains", announce to all captains that a seat must make a decision."""
    if board.mode == "captains":
        board.tell(told.Consulted(seat))
