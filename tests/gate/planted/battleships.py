"""Leaks of Battleships."""

from collections.abc import Callable
from typing import Any

from games.kernel.events import EVERYBODY, UMPIRE
from games.titles.battleships.rules.gunnery import targets as guns
from games.titles.battleships.state import board as battle_board
from games.titles.battleships.state.events.scenario import FlagNamed, MinesLaid
from games.titles.battleships.state.events.sighting import Astray
from games.titles.battleships.visibility import view as battle_view
from tests.gate.planted.plant import Patch, Plant, seen_with, set_to


def _for_all(view: Any) -> Any:
    """A ship as her owner sees her."""
    return lambda board, ship, seat: view(board, ship, UMPIRE)


def _aloud(event: type) -> Callable[[Patch], None]:
    """What one side hears is told to all."""
    true = battle_board.Board.emit

    def emit(board: Any, told: Any, **to: Any) -> None:
        true(board, told, to=EVERYBODY) if isinstance(told, event) else true(board, told, **to)

    return lambda patch: patch.setattr(battle_board.Board, "emit", emit)


def _asked_by_command(board: Any, side: str, *, all_in_command: bool = False) -> Any:
    return _true_targets(board, side)


_true_targets = guns.target_form


def _lost_count(state: Any, truth: Any) -> dict[str, Any]:
    """A sighting distance that is a hex shorter where nobody has lost command."""
    return {"sight": state.sight - (not state.astray)}


BATTLESHIPS = (
    Plant(
        "the enemy's ships as he knows them", "battleships", set_to(battle_view, "_ship", _for_all(battle_view._ship))
    ),
    Plant("the enemy's mines", "battleships", seen_with(lambda state, truth: {"mines": truth.mines})),
    Plant("fire plans of the enemy", "battleships", seen_with(lambda state, truth: {"plans": truth.plans})),
    Plant("courses that the enemy has laid", "battleships", seen_with(lambda state, truth: {"laid": truth.laid})),
    Plant("how many have lost command", "battleships", seen_with(_lost_count)),
    Plant("who has lost command, aloud", "battleships", _aloud(Astray)),
    Plant("a flagship named aloud", "battleships", _aloud(FlagNamed), shows="pairs from the opening, game 0"),
    Plant("mines laid aloud", "battleships", _aloud(MinesLaid), shows="pairs from the opening, game 0"),
    Plant(
        "targets asked only of those in command",
        "two ships a side",
        set_to(guns, "target_form", _asked_by_command),
        shows="pairs, game 1",
    ),
)
