"""9.0, 11.13 The end of a battle."""

from typing import NamedTuple

from games.titles.battleships.components.battles import Decisive, Victory
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.condition import DEAD, GUNS_GONE
from games.titles.battleships.state.events.scenario import Decided
from games.titles.battleships.state.points import SIXTHS, sixths_of, steps_of
from games.titles.battleships.state.state import Ship


class Outcome(NamedTuple):
    """The result of a battle: the winner ("" for a draw), the key of the reason, and the deciding ship, if any."""

    winner: str
    reason: str
    ship: str = ""


async def verdict(board: Board) -> str | None:
    """3.1, 11.13 End a turn: announce the result if the battle is over.

    Return the key of the next step, or None if the battle is over.
    """
    outcome = decided(board, at_end_of_turn=True)
    if outcome is None and (board.state.turn >= board.battle.turns or is_pointless(board)):
        outcome = at_last(board)
    if outcome is None:
        return "sighting"
    board.state.winner, board.state.verdict, board.state.over = outcome.winner, outcome.reason, True
    sixths = {side: sixths_of(board, side) for side in board.sides}
    board.tell(Decided(outcome.winner, outcome.reason, sixths, outcome.ship))
    return None


def decided(board: Board, *, at_end_of_turn: bool = False) -> Outcome | None:
    """11.13 Return the outcome if an event has decided the battle, otherwise None.

    Events that count only if certain ships are not crippled (`Decisive.whole`) are checked only if `at_end_of_turn`.
    """
    for end in board.battle.victory.decisive:
        ship = _happened(board, end)
        if ship is None or (end.whole and not at_end_of_turn):
            continue
        crippled = [name for name in end.whole if _is_crippled(board.ship(name))]
        if crippled:
            return Outcome(board.other(end.winner), "otherwise", crippled[0])
        return Outcome(end.winner, end.event, ship.id)
    return None


def _happened(board: Board, end: Decisive) -> Ship | None:
    """Return the ship that caused a deciding event, or None if the event has not happened."""
    ships = [board.ship(name) for name in end.ships]
    if end.event == "all_left_whole":
        whole = all(ship.fate == "left" and not steps_of(board, ship) for ship in ships)
        return ships[0] if whole else None
    if end.event == "bombarded":
        task = board.battle.bombardment
        return ships[0] if task is not None and board.state.bombarded >= task.turns else None
    return next((ship for ship in ships if ship.fate == end.event), None)


def _is_crippled(ship: Ship) -> bool:
    """11.6 Return True if a ship is sunk, or has three damage steps of weapons or of hull."""
    return ship.fate == "sunk" or ship.weapons == GUNS_GONE or ship.hull == DEAD


def is_pointless(board: Board) -> bool:
    """11.13 Return True if a side has no ships left and the other side can gain nothing more."""
    for side in board.sides:
        enemy = board.other(side)
        gains = any(one.side == enemy and one.full for one in board.battle.exits)
        ends = any(end.event != "sunk" and end.winner == enemy for end in board.battle.victory.decisive)
        if not board.fleet(side) and not (board.fleet(enemy) and (gains or ends)):
            return True
    return False


def at_last(board: Board) -> Outcome:
    """11.13 Return the outcome after the last turn: by points, or by the scenario's special conditions."""
    victory = board.battle.victory
    if not victory.points:
        return Outcome(victory.otherwise, "otherwise")
    sixths = {side: sixths_of(board, side) for side in board.sides}
    first, second = board.sides
    ahead = max(board.sides, key=lambda side: sixths[side])
    lead = abs(sixths[first] - sixths[second])
    if victory.favourite:
        won = ahead == victory.favourite and _is_enough(victory, lead) and _is_silenced(board)
        return Outcome(victory.favourite, "points") if won else Outcome(victory.otherwise, "otherwise")
    if not _is_enough(victory, lead):
        return Outcome("", "margin" if lead else "equal")
    return Outcome(ahead, "points")


def _is_enough(victory: Victory, lead: int) -> bool:
    """11.13 Return True if a lead, in sixths of a point, is enough to win. For a margin of one any lead is enough."""
    return lead >= victory.margin * SIXTHS if victory.margin > 1 else lead > 0


def _is_silenced(board: Board) -> bool:
    """11.9 Return True if a ship that must be silenced is sunk or has lost all guns, or if no ship must be silenced."""
    names = [name for name in board.battle.victory.silenced if any(ship.id == name for ship in board.state.ships)]
    ships = [board.ship(name) for name in names]
    return not ships or any(ship.fate == "sunk" or ship.weapons == GUNS_GONE for ship in ships)
