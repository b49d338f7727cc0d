"""1.3, 14.5 The number of dice that a player's ship rolls when it fires."""

from games.titles.goeben.rules.battle.forces import armour, battle, is_consort, weather
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Warship


def fire_value(board: Board, name: str, guns: int, target: str, *, full: bool = False) -> int:
    """14.5, 1.3.2, 20.0.7 Return the number of dice that a ship rolls at a target.

    It is the sum of guns, leadership, crew and calculator, less the armour of the target. Maximum fire doubles it
    (14.9); morale (13.chart) is added last. Errata 14.11: an Austro-Hungarian ship has its own leadership, and no
    armour is subtracted.
    """
    if is_consort(board, name):
        return guns + board.box.numbers.consorts.leadership
    ship, numbers = board.ship(name), board.box.numbers.combat
    value = guns + ship.leadership + _helped(board, ship) - armour(board, target)
    value *= numbers.maximum_multiple if full else 1
    return value + weather(board, battle(board).space).morale


def _helped(board: Board, ship: Warship) -> int:
    """14.5, 14.5.2 Return the extra dice from a reserve crew and a targeting calculator, at most one of each."""
    numbers = board.box.numbers.combat
    crew = numbers.reserve_crew if "reserve_crew" in ship.cargo else 0
    return crew + (numbers.calculator if "calculator" in ship.cargo else 0)
