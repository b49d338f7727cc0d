"""Leaks of The Kaiser's Pirates."""

from collections.abc import Callable
from typing import Any

from games.kernel.events import UMPIRE
from games.titles.pirates.visibility import view as cards_view
from tests.gate.planted.plant import Alter, Patch, Plant, seen_with, set_to


def _all_faces(seen: Any, board: Any, seat: str) -> None:
    seen.active, seen.assigned = board.turn.seat, board.turn.assigned


def _open_hands(board: Any, fleet: Any, seat: str) -> Any:
    return _true_fleet(board, fleet, UMPIRE)


_true_fleet = cards_view._fleet


def _turn_seen(**parts: Callable[[Any], Any]) -> Callable[[Patch], Alter]:
    """What belongs to the player whose turn it is, in every view."""

    def change(state: Any, truth: Any) -> dict[str, Any]:
        return {name: part(state.turn) for name, part in parts.items()} if state.turn is not None else {}

    return seen_with(change)


def _deck_weighed(state: Any, truth: Any) -> dict[str, Any]:
    """A count that looks harmless: how many of the cards left begin with a letter of the first half."""
    return {"deck": sum(card < "m" for card in state.deck)}


PIRATES = (
    Plant("assigned cards", "pirates", set_to(cards_view, "_add_turn", _all_faces)),
    Plant("hands of others", "pirates", set_to(cards_view, "_fleet", _open_hands)),
    Plant("the deck's order", "pirates", seen_with(lambda state, truth: {"deck_order": truth.deck_order})),
    Plant("cards set aside", "pirates", seen_with(lambda state, truth: {"removed_cards": truth.removed_cards})),
    Plant("a count of the deck by sort", "pirates", seen_with(_deck_weighed)),
    Plant("plans of reactions", "pirates sealed", set_to(cards_view, "_fleet", _open_hands)),
    Plant("that a turn is played as planned", "pirates", _turn_seen(as_planned=lambda turn: turn.as_planned)),
    Plant("the order in which cards will be thrown away", "pirates",
          _turn_seen(discard_order=lambda turn: list(turn.discard_order))),
    Plant("how many cards are meant for something", "pirates",
          _turn_seen(extra_turn=lambda turn: any(laid.use.targets for laid in turn.assigned))),
)  # fmt: skip
