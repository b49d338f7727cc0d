"""20.1, 21.2 The seaplanes of battlecruisers."""

from games.kernel.odds import Chances, split_thousandths
from games.kernel.requests import roll
from games.titles.goeben.orders.orders import Scout
from games.titles.goeben.rules.search.revealing import turn_up
from games.titles.goeben.rules.ships.cargo import stow_back
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told


def seaplane_chances(board: Board) -> Chances:
    """21.2 Return the chances of a seaplane's flight."""
    numbers = board.box.numbers.seaplane
    counts = (("sees", 6 - numbers.blind), ("blind", numbers.blind - numbers.lost), ("lost", numbers.lost))
    return Chances("21.2", split_thousandths(counts))


async def reconnoitre(board: Board) -> None:
    """21.2, 21.2.1 Fly each seaplane that was ordered to scout a space next to its ship.

    A seaplane is lost, sees nothing, or turns up all counters in the space.
    """
    numbers = board.box.numbers.seaplane
    for order in board.orders():
        if not isinstance(order, Scout) or "seaplane" not in board.ship(order.ship).cargo:
            continue
        ship = board.ship(order.ship)
        (die,) = await roll(6, key=board.occasion("scout"), rule="21.2")
        lost = die <= numbers.lost
        board.tell_at(ship.at, told.Scouted(ship.id, order.space, die, lost))
        board.mark_news(board.witnesses(ship.at))
        if lost:
            ship.cargo.remove("seaplane")
            stow_back(board, "seaplane")
        elif die > numbers.blind:
            await turn_up(board, ship, order.space, how="scouted")
