"""22.0 Night battles."""

from games.kernel.requests import roll
from games.titles.goeben.components.pieces import Battery
from games.titles.goeben.rules.battle.forces import battle, guns, halved, tell
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told


async def nightfall(board: Board) -> None:
    """22.0, 22.0.1 With the option, roll before a battle at sea whether it is fought at night."""
    if not board.state.options.night:
        return
    fight = battle(board)
    (die,) = await roll(6, key=board.occasion("night"), rule="22.0")
    fight.night = die <= board.box.numbers.night.die
    tell(board, told.NightRolled(fight.space, die, fight.night))


def guns_by_night(board: Board, name: str, battery: Battery) -> int:
    """22.0 Return the value of a ship's battery, halved at night.

    Torpedoes, and ships with searchlights, keep their full value.
    """
    value = guns(board, name, battery)
    if not battle(board).night or battery == "torpedo" or has_searchlights(board, name):
        return value
    return halved(value)


def has_searchlights(board: Board, name: str) -> bool:
    """22.0 Return True if a ship has searchlights. Only German ships can carry them."""
    return name in board.box.german and "optics" in board.ship(name).cargo
