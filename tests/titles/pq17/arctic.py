"""Positions laid out by hand: forces, aircraft and what was told, in an operation of July 1942."""

from typing import Any

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Convoy, Force, Kind, State
from tests.titles.pq17.box import BOX


def arctic(*forces: Force, **fields: Any) -> Board:
    """A game of PQ-17 on day 5 AM, with these forces put on the map one after the other."""
    board = Board(State(**{"scenario": "pq17", "turn": 9, "start": 9, "light": "jul_1", **fields}), BOX)
    for force in forces:
        board.place(force)
    return board


def ships(*words: str) -> list[Counter]:
    """Counters as `tirpitz`, `dd_a_i 4`."""
    found = []
    for word in words:
        name, _, strength = word.partition(" ")
        found.append(Counter(name, int(strength) if strength else BOX.ships[name].strength))
    return found


def force(name: str, side: Side, kind: Kind, at: str, *holding: str, **fields: Any) -> Force:
    """A block that is not yet on the map."""
    if kind == "convoy":
        fields.setdefault("convoy", Convoy(laden=True, destinations=("arkhangelsk",)))
    return Force(id=name, side=side, kind=kind, block=0, at=at, counters=ships(*holding), **fields)
