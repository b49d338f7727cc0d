"""20.0 Austro-Hungarian ships: how they come out, and how they leave the map.

Rule 12.5 covers their movement, rule 14.0 their battles. They have no display, need no coal or ammunition, and do not
attempt intelligence.
"""

from collections.abc import Collection
from typing import Literal

from games.kernel.events import EVERYBODY
from games.kernel.requests import draw_lots
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Consort

Loss = Literal["sunk", "damaged", "withdrawn"]


def waiting(board: Board, classes: Collection[str] = ()) -> list[str]:
    """20.0 Return the ids of Austro-Hungarian ships of these classes (default: all) that have not come out yet."""
    ships = board.box.austrian
    fresh = [one.id for one in board.state.consorts if not one.at and not one.gone]
    return [name for name in fresh if not classes or ships[name].type in classes]


async def come_out(board: Board, count: int, *, classes: Collection[str] = (), die: int = 0) -> None:
    """20.0 Place `count` Austro-Hungarian ships, chosen at random, at Pola. If fewer are left, place all of them.

    `classes`: the classes from which they are chosen (default: all). `die`: the die roll to report.
    """
    home = board.box.numbers.consorts.home
    chosen = await draw_lots(waiting(board, classes), count, key="consorts", rule="20.0")
    for consort in board.state.consorts:
        if consort.id in chosen:
            consort.at = home
    if chosen:
        board.tell_at(home, told.ConsortsOut(tuple(chosen), home, die))


def consort(board: Board, name: str) -> Consort:
    """Return the Austro-Hungarian ship with this id. Raise LookupError if there is none."""
    for one in board.state.consorts:
        if one.id == name:
            return one
    raise LookupError(f"there is no ship {name}")


def remove(board: Board, one: Consort, how: Loss) -> None:
    """20.0, 17.1 Remove an Austro-Hungarian ship from the map, and score its loss. `how`: the way it was lost.

    A damaged or withdrawn ship may come back in the next mission; a sunk ship does not.
    """
    seen_by = board.witnesses(one.at)
    board.emit(told.ConsortLost(one.id, one.at, how), to=seen_by)
    one.at, one.gone = "", how
    points, word = board.box.charts.points, "sunk" if how == "sunk" else "damaged"
    chart = points.austrian_sunk if how == "sunk" else points.austrian_damaged
    type_ = board.box.austrian[one.id].type
    score(board, chart[type_], f"austrian_{word}", one.id, to=seen_by)  # type: ignore[index]


def apply_hits(board: Board, one: Consort, hits: int) -> None:
    """14.13, 20.0 Apply hits outside a battle. More hits than its armour sink a ship; otherwise it is damaged."""
    remove(board, one, "sunk" if hits > board.box.austrian[one.id].armour else "damaged")


def come_home(board: Board) -> tuple[str, ...]:
    """20.0.4, 24.2, 24.2.1 Prepare the Austro-Hungarian ships for the next mission; return the ships that came back.

    Ships that are not at Pola are lost for good. Damaged and withdrawn ships come back to Pola. 25.2 All captains may
    talk at that time, so all are notified.
    """
    talking = tuple(board.state.seats) if board.mode == "captains" else EVERYBODY
    home = board.box.numbers.consorts.home
    back: list[str] = []
    for one in board.state.consorts:
        if one.at and one.at != home and not one.gone:
            board.emit(told.ConsortLost(one.id, one.at, "left"), to=talking)
            one.at, one.gone = "", "left"
        elif one.gone in ("damaged", "withdrawn"):
            one.at, one.gone = home, ""
            back.append(one.id)
    return tuple(back)
