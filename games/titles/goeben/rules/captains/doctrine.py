"""14.0, 9.2 Doctrines: the default battle orders of each seat, which stay in force until the seat changes them.

A seat is asked in battle only if its doctrine says so.
"""

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.orders.doctrine import KIND, Doctrine, DoctrineForm
from games.titles.goeben.orders.orders import AskFirst, DoctrineOrder
from games.titles.goeben.rules.captains.roles import of_ship
from games.titles.goeben.state.board import Board
from games.titles.goeben.visibility.notes import Notes, notes_of

PROMPT = Text(
    "How do your ships fight? Your doctrine stands until you change it; with `ask-first` you are asked at each battle.",
    "艦の戦い方を決めてください。変更するまで有効です。ask-first を入れると海戦ごとに尋ねられます。",
)


def doctrine_of(board: Board, seat: str) -> Doctrine:
    """Return the doctrine of a seat. A seat without one is asked in each battle."""
    return Doctrine(board.state.doctrines.get(seat, (AskFirst(),)))


def doctrine_question(board: Board, seat: str) -> Ask[tuple[DoctrineOrder, ...]]:
    """Return the question that asks a seat for its doctrine. The caller stores the answer in `state.doctrines`."""
    form = _form(notes_of(board, seat))
    return Ask(key=KIND, kind=KIND, seat=seat, rule="14.0", prompt=PROMPT, form=form, is_standing=True)


def _form(notes: Notes) -> DoctrineForm:
    return DoctrineForm(tubes=_tubes(notes.box), present=doctrine_of(notes, notes.seat).orders)


async def give_doctrines(board: Board) -> None:
    """14.0 Ask every seat with ships for its doctrine, which is done each morning.

    Without an answer, the last doctrine stays in force. A changed doctrine applies from the next day.
    """
    questions = {seat: doctrine_question(board, seat) for seat in _commanding(board)}
    for seat, orders in (await ask_all(questions)).items():
        board.state.doctrines[seat] = orders


def _commanding(board: Board) -> list[str]:
    ships = [ship.id for ship in board.afloat]
    ships += [consort.id for consort in board.state.consorts if consort.at and not consort.gone]
    found = {of_ship(board, name) for name in ships}
    return [seat for seat in board.state.seats if seat in found]


def _tubes(box: Box) -> int:
    """14.6, errata: Return the greatest number of torpedoes of a ship."""
    return max(ship.torpedoes for ship in box.german.values())
