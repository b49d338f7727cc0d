"""15.0 Commerce raiding."""

from games.kernel.requests import roll
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.scoring import score

MERCHANT = "merchantman"


async def raiding(board: Board) -> str | None:
    """15.0 Take every merchant in sight in the space whose turn it is. Return the key of the next step.

    No merchant remains in sight after the phase.
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
    """15.0 Return the merchants in sight in a space.

    Merchants that intelligence found (11.2) count only after a ship has reached them.
    """
    met = [marker.id for marker in board.markers_at(space) if not marker.waits]
    return [name for name in met if board.box.markers.get(name) == MERCHANT]


async def _raid(board: Board, space: str, merchant: str) -> None:
    """15.0 Roll a die plus the leadership of the best ship; a Seebataillon there rolls another (15.crew)."""
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
    """15.0 Put merchants back into the pool that no ship is left to take."""
    for space in list(board.state.lying):
        for merchant in merchants(board, space):
            _put_back(board, space, merchant)


def _put_back(board: Board, space: str, merchant: str) -> None:
    board.lift(space, merchant)
    board.state.pool.append(merchant)
