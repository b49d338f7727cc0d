"""5.12 to 5.15, 10.12 Rolls on the combat table, and their effects at the end of a phase."""

from collections.abc import Sequence
from typing import NamedTuple

from games.kernel.requests import roll
from games.titles.battleships.components.tables import LOWEST, Harm
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Damaged, SpecialHit, Sunk
from games.titles.battleships.state.events.scenario import Disheartened
from games.titles.battleships.state.state import Ship


class Struck(NamedTuple):
    """The result of a combat roll against a ship.

    `dice` are the roll, `saved` is a battleship's die against an X (0 if none is rolled), and `special` is the special
    damage, or "" if there is none.
    """

    ship: str
    dice: tuple[int, ...]
    saved: int
    harm: Harm
    special: str = ""
    special_dice: tuple[int, ...] = ()


async def strike(board: Board, ship: Ship, odds: str, key: str, rule: str, modifier: int = 0) -> Struck:
    """5.12, 10.12 Roll on the combat table at these odds and return the result. The damage is not applied yet."""
    dice = await roll(6, 6, key=key, rule=rule)
    total = max(sum(dice) + modifier, LOWEST)
    table = board.tables.combat
    harm, saved = table.result(odds, total), 0
    if table.needs_die(harm, board.counter(ship).kind):
        (saved,) = await roll(6, key=f"{key}.saved", rule="5.12a")
        harm = table.after_die(harm, saved)
    if board.causes_special(odds, total):
        return Struck(ship.id, dice, saved, harm, *await _special(board, ship, key))
    return Struck(ship.id, dice, saved, harm)


async def _special(board: Board, ship: Ship, key: str) -> tuple[str, tuple[int, int]]:
    """10.12 Two dice on the special table; 11.10 the first of one ship may be loss of power."""
    one, other = await roll(6, 6, key=f"{key}.special", rule="10.12")
    hit = board.tables.special.hits.get(one + other, "none")
    first = board.battle.power_first
    if first is not None and first.ship == ship.id and not ship.struck and one + other in first.rolls:
        hit = "power"
    ship.struck = True
    return hit, (one, other)


def tell_special(board: Board, struck: Struck | None) -> None:
    """10.12 Announce special damage, after the shot that caused it."""
    if struck is not None and struck.special:
        ship = board.ship(struck.ship)
        flag = struck.special == "bridge" and board.state.flags.get(ship.side) == ship.id
        one, other = struck.special_dice
        board.tell(SpecialHit(ship.id, (one, other), struck.special, flag))


def settle(board: Board, strikes: Sequence[Struck]) -> None:
    """3.1a, 5.14, 5.15 Apply the damage of a phase to all ships at the same time. Ships that sink leave the map."""
    for name in dict.fromkeys(struck.ship for struck in strikes):
        ship = board.ship(name)
        hers = [struck for struck in strikes if struck.ship == name]
        done = [board.harm(ship, struck.harm) for struck in hers]
        weapons, hull = sum(one for one, _ in done), sum(one for _, one in done)
        if weapons or hull:
            board.tell(Damaged(name, weapons, hull, ship.weapons, ship.hull))
        if any(struck.harm.sinks for struck in hers) or board.is_doomed(ship):
            if any(struck.special == "bridge" for struck in hers):  # it may cost all her side a grade, too
                _lose_bridge(board, ship)
            sink(board, ship)
            continue
        for struck in hers:
            _suffer(board, ship, struck.special)


def sink(board: Board, ship: Ship) -> None:
    """5.15 Sink a ship. 10.9a If it was the flagship, all crews of its side become a grade worse."""
    flag = board.state.flags.get(ship.side) == ship.id
    board.tell(Sunk(ship.id, ship.at, flag))
    board.remove(ship, "sunk")
    if not flag:
        board.rule_out(ship)
    else:
        del board.state.flags[ship.side]
        _dishearten(board, ship, sunk=True)


def _dishearten(board: Board, ship: Ship, *, sunk: bool) -> None:
    lost = board.state.disheartened
    lost[ship.side] = lost.get(ship.side, 0) + 1
    board.state.shown[ship.side] = ship.id
    board.state.suspects[ship.side] = [ship.id]
    board.tell(Disheartened(ship.side, ship.id, sunk))


def _suffer(board: Board, ship: Ship, hit: str) -> None:
    """10.12a to 10.12c Apply special damage to a ship, from this turn or from the next."""
    turn = board.state.turn
    if hit == "deck" and board.battle.night:
        ship.burning = turn + 1
    elif hit == "radar":
        ship.radar_lost = bool(ship.radar)
    elif hit == "rudder":
        ship.jammed = turn
    elif hit == "bridge":
        _lose_bridge(board, ship)
    elif hit == "power":
        ship.unlit = turn + 1


def _lose_bridge(board: Board, ship: Ship) -> None:
    """10.12b Make the crew worse next turn.

    For a hit on the bridge of a secret flagship, make the crews of all its side's ships worse for good instead.
    """
    if board.state.flags.get(ship.side) != ship.id:
        ship.shaken = board.state.turn + 1
        board.rule_out(ship)
    elif board.state.shown.get(ship.side) != ship.id:
        _dishearten(board, ship, sunk=False)
