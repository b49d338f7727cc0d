"""15.0 Raids on merchants."""

from games.kernel.requests import roll
from games.titles.goeben.components.pieces import MERCHANT
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.scoring import score


async def raiding(board: Board) -> str | None:
    """15.0 Raid all merchants in sight in the next space of the phase; return the key of the next step.

    Merchants that no ship can raid go back into the incident pool.
    """
    space = groups.current(board)
    if space is not None:
        for merchant in merchants(board, space):
            await _raid(board, space, merchant)
    following = (
        groups.begin(board, "bombardment") if space is None else groups.done(board, space, "raiding", "bombardment")
    )
    if following != "raiding":
        _escape(board)
    return following


def merchants(board: Board, space: str) -> list[str]:
    """15.0 Return the ids of the merchants in sight in a space.

    Merchants that intelligence found (11.2) are in sight only after a ship has arrived.
    """
    met = [marker.id for marker in board.markers_at(space) if not marker.waits]
    return [name for name in met if board.box.markers.get(name) == MERCHANT]


async def _raid(board: Board, space: str, merchant: str) -> None:
    """15.0 Roll for a raid on a merchant; the points are the die plus the leadership of the best ship.

    Marines in the space add a die (15.crew).
    """
    ships = board.ships_at(space)
    led = [(ship.leadership, ship.id) for ship in ships]
    led += [(board.box.numbers.consorts.leadership, one.id) for one in board.consorts_at(space)]
    leadership, leader = max(led, key=lambda one: one[0])
    boarding = any("seebataillon" in ship.cargo for ship in ships)
    count = 1 + (board.box.numbers.raiding.seebataillon if boarding else 0)
    dice = await roll(*[6] * count, key=board.occasion("raid"), rule="15.0")
    board.tell_at(space, told.Raided(space, merchant, leader, dice, leadership))
    score(board, sum(dice) + leadership, "raid", merchant, to=board.witnesses(space))
    _put_back(board, space, merchant)


def _escape(board: Board) -> None:
    """15.0 Put merchants in spaces without ships of the players back into the incident pool."""
    for space in list(board.state.lying):
        for merchant in merchants(board, space):
            _put_back(board, space, merchant)


def _put_back(board: Board, space: str, merchant: str) -> None:
    board.lift(space, merchant)
    board.state.pool.append(merchant)
