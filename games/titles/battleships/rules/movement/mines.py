"""9.3d, 10.6 Mines and nets, which strike ships of both sides."""

from games.kernel.odds import Chances
from games.titles.battleships.rules.combat_chances import chances_of, tallies_of
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, strike, tell_special
from games.titles.battleships.state.events.movement import MineStruck
from games.titles.battleships.state.state import Ship, Strike


def known_mines(board: Board, side: str) -> tuple[str, ...]:
    """10.6 Return the mined hexes that a side knows: hexes that it mined, and hexes in which a ship struck a mine."""
    return tuple(dict.fromkeys((*board.state.mines.get(side, ()), *board.state.struck)))


def mine_chances(board: Board, ship: Ship) -> Chances:
    """10.6 Return the chances of one mine, or of one crossing of a net, against a ship."""
    special = board.options.special_damage
    tally = tallies_of(board.box).combat_roll(board.condition(ship), board.tables.mines.odds, special=special)
    return chances_of(tally, "10.6", ())


async def strike_mines(board: Board, ship: Ship, path: tuple[str, ...]) -> list[Struck]:
    """10.6a Roll for every mined hex that a path enters and every net that it crosses, until the ship is sunk.

    `path`: the hexes that the ship enters. Return the hits.
    """
    if not board.options.mines:
        return []
    mines = {at for laid in board.state.mines.values() for at in laid}
    nets = board.battle.net_sides
    found: list[Struck] = []
    before = ship.at
    for at in path:
        if at not in mines:
            board.state.swept += [at] if at not in board.state.swept else []
        elif at not in board.state.struck:
            board.state.struck.append(at)
        if at in mines or (before, at) in nets or (at, before) in nets:
            struck = await strike(board, ship, board.tables.mines.odds, f"mine.{ship.id}", "10.6")
            found.append(struck)
            result = str(struck.harm)
            board.record.mines.append(Strike(ship.id, at, result))
            board.tell(MineStruck(ship.id, at, struck.dice, result, struck.saved))
            tell_special(board, struck)
            if struck.harm.sinks:
                break
        before = at
    return found
