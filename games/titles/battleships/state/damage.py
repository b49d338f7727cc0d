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
    """The result of a combat roll against a ship."""

    ship: str
    dice: tuple[int, ...]
    """The two dice of the roll."""
    saved: int
    """A battleship's die against the result X; 0 if no die was rolled."""
    harm: Harm
    """The damage."""
    special: str = ""
    """The special damage; "" if there is none."""
    special_dice: tuple[int, ...] = ()
    """The two dice for the special damage; () if there is none."""


async def strike(board: Board, ship: Ship, odds: str, key: str, rule: str, modifier: int = 0) -> Struck:
    """5.12, 10.12 Roll two dice on the combat table against a ship and return the result.

    `odds`: the column of the table, such as "2:1". `key`: the name of the roll in the journal; further dice have names
    that begin with it. `rule`: the number of the rule, shown with the roll. `modifier`: a number added to the dice. The
    damage is not applied yet; `settle` applies it at the end of the phase.
    """
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
    """10.12 Roll two dice on the special damage table for a ship. Return the result and the dice.

    11.10 In one scenario, the first special damage of a certain ship may be the loss of power.
    """
    one, other = await roll(6, 6, key=f"{key}.special", rule="10.12")
    hit = board.tables.special.hits.get(one + other, "none")
    first = board.battle.power_first
    if first is not None and first.ship == ship.id and not ship.struck and one + other in first.rolls:
        hit = "power"
    ship.struck = True
    return hit, (one, other)


def tell_special(board: Board, struck: Struck | None) -> None:
    """10.12 Announce the special damage of a hit, if there is any. Call this after the announcement of the shot."""
    if struck is not None and struck.special:
        ship = board.ship(struck.ship)
        flag = struck.special == "bridge" and board.state.flags.get(ship.side) == ship.id
        one, other = struck.special_dice
        board.tell(SpecialHit(ship.id, (one, other), struck.special, flag))


def settle(board: Board, strikes: Sequence[Struck]) -> None:
    """3.1a, 5.14, 5.15 Apply all damage of a phase at the same time. Ships that sink leave the map."""
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
    """5.15 Sink a ship, or destroy a battery.

    10.9a If it was the flagship, the grade of all crews of its side falls by 1.
    """
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
    """10.12a to 10.12c Apply the special damage `hit` to a ship; some kinds take effect next turn."""
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
    """10.12b Apply a hit on a ship's bridge: the ship's crew is a grade worse next turn.

    On a flagship that was secret until now, all crews of its side are a grade worse for the whole battle instead.
    """
    if board.state.flags.get(ship.side) != ship.id:
        ship.shaken = board.state.turn + 1
        board.rule_out(ship)
    elif board.state.shown.get(ship.side) != ship.id:
        _dishearten(board, ship, sunk=False)
