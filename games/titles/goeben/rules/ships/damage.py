"""6.3, 8.4 Damage to German ships."""

from games.titles.goeben.components.pieces import GUNS, Track
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Warship

_CRIPPLING: tuple[Track, ...] = ("engines", *GUNS)


def hurt(board: Board, ship: Warship, track: Track, by: int, *, attacked: bool = False) -> None:
    """6.3, 17.1.1 Lower a track of a ship by `by` boxes, but not below 0.

    Cargo in lost hull boxes is lost, too (8.4). The ship sinks when its hull is 0. `attacked`: True if the Allies did
    the damage. They then score if guns or engines reach 0 (17.1).
    """
    before: int = getattr(ship, track)
    left = max(before - by, 0)
    if left == before:
        return
    setattr(ship, track, left)
    board.tell_at(ship.at, told.Damaged(ship.id, track, before - left, left, _flooded(board, ship)))
    if attacked and left == 0 and track in _CRIPPLING:
        score(board, board.box.charts.points.german_crippled, f"crippled_{track}", ship.id, to=board.witnesses(ship.at))
    if ship.hull == 0:
        _sink(board, ship)


def boxes(board: Board, cargo: "list[str] | tuple[str, ...]") -> int:
    """8.2 Return the number of hull boxes that cargo fills."""
    return sum(board.box.cargo[kind].boxes for kind in cargo)


def stow_back(board: Board, kind: str) -> None:
    """8.3 Make a piece of cargo of this kind available again."""
    board.state.available[kind] = board.state.available.get(kind, 0) + 1


def _flooded(board: Board, ship: Warship) -> tuple[str, ...]:
    """8.4, 8.4.1 Remove the cargo in lost hull boxes, the last stowed first, and return it.

    A seaplane fills two boxes and is lost with either (20.1.1).
    """
    lost: list[str] = []
    while boxes(board, ship.cargo) > ship.hull:
        lost.append(ship.cargo.pop())
        stow_back(board, lost[-1])
    return tuple(lost)


def _sink(board: Board, ship: Warship) -> None:
    """6.3 Remove a ship with its cargo from the game; the Allies score (17.1)."""
    seen_by = board.witnesses(ship.at)
    board.signal(told.ShipSunk(ship.id, ship.at), told.ShipSunk(ship.id), to=seen_by)
    ship.sunk, ship.at = True, ""
    score(board, board.box.charts.points.german_sunk[board.display(ship).type], "german_sunk", ship.id, to=seen_by)
