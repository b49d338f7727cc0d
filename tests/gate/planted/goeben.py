"""Leaks of Goeben: to captains who are not there, to officers and allies."""

from typing import Any

from msgspec import structs

from games.kernel.events import EVERYBODY
from games.kernel.title_parts import step_key
from games.titles.goeben.rules.captains import letters as slips
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events.day import TurnBegan
from games.titles.goeben.visibility import knowledge, notes
from games.titles.goeben.visibility import view as board_view
from tests.gate.planted.plant import Patch, Plant, altered, seen_with, set_to


def _to_all(board: Board, space: str, event: Any, reduced: Any = None) -> None:
    board.tell(event)


def _read_aloud(board: Board) -> None:
    for slip in board.state.letters:
        if not slip.readers:
            slip.readers.append(slip.seat)
            board.tell(slips.told.LetterRead(slip.space, slip.seat, slip.turn, slip.text))


def _all_letters(board: Board, seat: str, *, everywhere: bool) -> list[Any]:
    return list(board.state.letters)


def _all_spaces(board: Board, seat: str) -> dict[str, Any]:
    return {space: note for space in board.box.spaces if (note := knowledge.note_of(board, space)) is not None}


def _true_stock(board: Board, seat: str) -> notes.Notes:
    found = notes.notes_of(board, seat)
    found.state.available = board.state.available
    return found


def _whole_day(board: Board, day: Any, seat: str) -> Any:
    return board_view.DayView(plans=dict(day.plans))


def _coal_counts(state: Any, sender: str, receiver: str) -> bool:
    return sum(ship.coal for ship in state.ships) % 2 == 0


GOEBEN = (
    Plant("events to absent captains", "goeben", set_to(Board, "witnesses", lambda board, space: EVERYBODY)),
    Plant(
        "what for points were won",
        "goeben",
        set_to(Board, "signal", lambda board, event, afar, *, to: board.tell(event)),
    ),
    Plant("what happens in a space, to all", "goeben", set_to(Board, "tell_at", _to_all)),
    Plant("letters read aloud", "goeben", set_to(slips, "read", _read_aloud)),
    Plant("letters unread", "goeben", set_to(knowledge, "known_letters", _all_letters)),
    Plant("the stock of cargo", "goeben", set_to(roles, "notes_of", _true_stock)),
    Plant("ships out of touch", "goeben", set_to(knowledge, "known_ship", lambda board, seat, ship: (ship, 0))),
    Plant("spaces out of sight", "goeben", set_to(knowledge, "known_spaces", _all_spaces)),
    Plant("reports for others", "goeben", set_to(board_view, "_may_read", lambda report, seat: True)),
    Plant("plans of other captains", "goeben", set_to(board_view, "_day", _whole_day)),
    Plant(
        "doctrines of others", "goeben", seen_with(lambda state, truth: {"doctrine": sum(state.doctrines.values(), ())})
    ),
    Plant("the pool's order", "goeben", seen_with(lambda state, truth: {"pool_order": truth.pool_order})),
    Plant("the name of the phase", "goeben", altered(visible_step=step_key), shows="pairs, game 8"),
    Plant("talk that rests on coal", "goeben", altered(may_talk=_coal_counts)),
)


def _doctrines(state: Any, truth: Any) -> dict[str, Any]:
    return {"doctrine": tuple(order for seat in sorted(state.doctrines) for order in state.doctrines[seat])}


def _all_orders(fight: Any, seat: str) -> Any:
    return fight


def _doctrine_weighed(patch: Patch) -> None:
    """The first words of a day count what the doctrines of yesterday say."""
    true = Board.tell

    def tell(board: Board, event: Any) -> None:
        if isinstance(event, TurnBegan):
            event = structs.replace(event, vp=event.vp + sum(map(len, board.state.doctrines.values())))
        true(board, event)

    patch.setattr(Board, "tell", tell)


ROLES = (
    Plant("the commander's doctrine to his officers", "officers", seen_with(_doctrines)),
    Plant("the commander's doctrine in the first words of a day", "officers", _doctrine_weighed),
    Plant("the commander's plan to his officers", "officers", set_to(board_view, "_day", _whole_day)),
    Plant("battle orders to the officers", "officers", set_to(board_view, "_battle", _all_orders)),
    Plant("the ally's doctrine and the commander's", "austrian", seen_with(_doctrines)),
    Plant("the doctrines of allies in the first words of a day", "austrian", _doctrine_weighed),
    Plant("the ally's plan and the commander's", "austrian", set_to(board_view, "_day", _whole_day)),
    Plant("battle orders of allies", "austrian", set_to(board_view, "_battle", _all_orders)),
    Plant("a commander's doctrine to spectators", "alone", seen_with(_doctrines)),
)
