"""The board as far as a seat knows it, for the functions of the rules that compute odds."""

from games.titles.battleships.components.box import Box
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import State
from games.titles.battleships.visibility.view import View


def known_board(box: Box, view: View) -> Board:
    """Return a board built from a view. It has no mines and no flagships, and all enemy ships are under command."""
    return Board(
        State(
            scenario=view.scenario,
            options=view.options,
            turn=view.turn,
            sight=view.sight,
            ships=[one.ship for one in view.ships],
            lights=view.lights,
            markers=view.markers,
            astray=[one.ship.id for one in view.ships if one.astray],
            spotting=view.spotting,
            disheartened=view.disheartened,
        ),
        box,
    )
