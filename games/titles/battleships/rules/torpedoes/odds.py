"""6.1, 6.2 The chances of a torpedo launch to hit its target, and the other ships on its line."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from games.kernel.odds import Chances
from games.titles.battleships.components import hexes
from games.titles.battleships.components.tables import THROWS, TWO_DICE
from games.titles.battleships.rules.combat_chances import chances_of, tallies_of
from games.titles.battleships.rules.torpedoes.line import combat_modifier, number_of, odds_of, reached
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Ship


def launch_chances(board: Board, ship: Ship, target: Ship) -> Chances:
    """6.1, 6.2a Return the chances of a launch at a target.

    Ships on the way are tested for a hit before the target. The chances that one of these ships is hit are included.
    """
    struck = chances_to_strike(board, ship, target)
    end_on = combat_modifier(board, ship, target)
    hit = struck.pop(target.id)
    special = board.options.special_damage
    tally = tallies_of(board.box).combat_roll(board.condition(target), odds_of(board, ship), end_on, special=special)
    tally = tally.weighted(hit.numerator).among(hit.denominator)
    friends = sum((chance for name, chance in struck.items() if board.ship(name).side == ship.side), Fraction(0))
    others = sum(struck.values(), Fraction(0)) - friends
    also = {"friend_struck": round(1000 * friends), "other_struck": round(1000 * others)}
    return chances_of(tally, "6.1", tuple(_modifiers(board, ship, end_on)), also)


def _modifiers(board: Board, ship: Ship, end_on: int) -> Iterator[tuple[str, int, str]]:
    charts, crew = board.tables.torpedoes, board.crew(ship)
    if crew:
        yield ("good_crew", charts.good_crew, "10.3") if crew > 0 else ("poor_crew", charts.poor_crew, "10.3")
    if end_on:
        yield "end_on", end_on, "6.2d"


def chances_to_strike(board: Board, ship: Ship, target: Ship) -> dict[str, Fraction]:
    """6.2a, 6.2b Return, by ship, the chance that a ship on the line is hit. The target is one of these ships.

    In the target's hex the target is tested first. Other ships in one hex are tested in random order; their chances are
    averages over all orders.
    """
    left, found = Fraction(1), dict[str, Fraction]()
    for place in reached(board, ship.at, target.at):
        names = [one.id for one in board.ships_at(place) if not board.counter(one).battery]
        first = [name for name in names if name == target.id]
        orders = [(*first, *rest) for rest in permutations(name for name in names if name != target.id)]
        for order in orders:
            running = left * Fraction(1, len(orders))
            for name in order:
                hit = _hit(board, ship, board.ship(name))
                found[name] = found.get(name, Fraction(0)) + running * hit
                running *= 1 - hit
        for name in names:
            left *= 1 - _hit(board, ship, board.ship(name))
    return found


def _hit(board: Board, ship: Ship, against: Ship) -> Fraction:
    """6.1 Return the chance that a torpedo that reaches a ship strikes her."""
    number = number_of(board, ship, against, hexes.distance(ship.at, against.at))
    return Fraction(sum(ways for total, ways in TWO_DICE.items() if total <= number), THROWS)
