"""1.3, 14.5 The number of dice that a ship of the players rolls when she fires."""

from games.titles.goeben.rules.battle.forces import armour, battle, is_consort, weather
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Warship


def fire_value(board: Board, name: str, guns: int, target: str, *, full: bool = False) -> int:
    """14.5, 1.3.2, 20.0.7 Return the number of dice that a ship rolls at a target.

    `guns`: the value of the battery or torpedo. The number is the sum of `guns`, leadership, crew and calculator, less
    the armour of the target. Maximum fire (`full`) doubles this sum (14.9). The dice for morale (13.chart) are added
    last. Errata 14.11: an Austro-Hungarian ship has its own leadership, and no armour is subtracted.
    """
    if is_consort(board, name):
        return guns + board.box.numbers.consorts.leadership
    more = sum(amount for _, amount, _ in fire_modifiers(board, board.ship(name), target))
    value = (guns + more) * (board.box.numbers.combat.maximum_multiple if full else 1)
    return value + sum(amount for _, amount, _ in morale(board))


Modifier = tuple[str, int, str]
"""A change of a number of dice: its reason, the dice added (negative: removed), and the number of its rule."""


def fire_modifiers(board: Board, ship: Warship, target: str) -> tuple[Modifier, ...]:
    """14.5, 14.5.2 Return the changes of the number of dice by leadership, crew, calculator and armour.

    Each change is (key, amount, rule).
    """
    numbers = board.box.numbers.combat
    found = (
        ("leadership", ship.leadership, "14.5"),
        ("reserve_crew", numbers.reserve_crew if "reserve_crew" in ship.cargo else 0, "14.5"),
        ("calculator", numbers.calculator if "calculator" in ship.cargo else 0, "14.5.2"),
        ("armour", -armour(board, target), "14.5"),
    )
    return tuple(one for one in found if one[1])


def morale(board: Board) -> tuple[Modifier, ...]:
    """13.chart Return the change of the number of dice by a Morale Check; () if there is none.

    The tuple contains one change as (key, amount, rule).
    """
    amount = weather(board, battle(board).space).morale
    return (("morale", amount, "13.chart/Morale Check"),) if amount else ()
