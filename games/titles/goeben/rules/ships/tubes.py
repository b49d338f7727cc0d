"""14.10 The torpedo tubes of German ships."""

from games.titles.goeben.rules.ships.cargo import stow_back
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Warship


def reload_tubes(board: Board, ship: Warship) -> None:
    """14.10, errata: Load spare torpedoes into a ship's empty tubes. A ship can do so once."""
    if ship.torpedoes or "torpedo_reload" not in ship.cargo:
        return
    ship.cargo.remove("torpedo_reload")
    stow_back(board, "torpedo_reload")
    ship.torpedoes = board.display(ship).torpedoes
    board.tell_at(ship.at, told.TubesReloaded(ship.id, ship.torpedoes))
