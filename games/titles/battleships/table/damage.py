"""5.12 to 5.15, 10.12: rolls on the combat table, and what they do when a phase ends."""

from collections.abc import Sequence
from typing import NamedTuple

from games.kernel.requests import roll
from games.titles.battleships.box.tables import LOWEST, Harm, harm_of
from games.titles.battleships.table.events.gunnery import Damaged, SpecialHit, Sunk
from games.titles.battleships.table.events.scenario import Disheartened
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Ship


class Struck(NamedTuple):
    """What a combat roll brings a ship: its dice, the die of a battleship against an X (0: none), the harm, and the
    special damage ("" for none).
    """

    ship: str
    dice: tuple[int, ...]
    saved: int
    harm: Harm
    special: str = ""
    special_dice: tuple[int, ...] = ()


async def strike(sea: Sea, ship: Ship, odds: str, key: str, rule: str, modifier: int = 0) -> Struck:
    """5.12, 10.12 Roll on the combat table at these odds; nothing is laid on the ship yet."""
    dice = await roll(6, 6, key=key, rule=rule)
    total = max(sum(dice) + modifier, LOWEST)
    table = sea.tables.combat
    harm, saved = table.result(odds, total), 0
    if harm.sinks and sea.counter(ship).kind == "bb":
        (saved,) = await roll(6, key=f"{key}.saved", rule="5.12a")
        harm = harm if saved >= table.battleship_sinks_on else harm_of(table.battleship_damage)
    if sea.options.special_damage and sea.tables.special.comes(odds, total):
        return Struck(ship.id, dice, saved, harm, *await _special(sea, ship, key))
    return Struck(ship.id, dice, saved, harm)


async def _special(sea: Sea, ship: Ship, key: str) -> tuple[str, tuple[int, int]]:
    """10.12 Two dice on the special table; 11.10 the first of one ship may be loss of power."""
    one, other = await roll(6, 6, key=f"{key}.special", rule="10.12")
    hit = sea.tables.special.hits.get(one + other, "none")
    first = sea.battle.power_first
    if first is not None and first.ship == ship.id and not ship.struck and one + other in first.rolls:
        hit = "power"
    ship.struck = True
    return hit, (one, other)


def tell_special(sea: Sea, struck: Struck | None) -> None:
    """10.12 Announce special damage, after the shot that brought it."""
    if struck is not None and struck.special:
        ship = sea.ship(struck.ship)
        flag = struck.special == "bridge" and sea.state.flags.get(ship.side) == ship.id
        one, other = struck.special_dice
        sea.tell(SpecialHit(ship.id, (one, other), struck.special, flag))


def settle(sea: Sea, strikes: Sequence[Struck]) -> None:
    """3.1a, 5.14, 5.15 Lay the damage of a phase on the ships, all at once; those that sink leave the map."""
    for name in dict.fromkeys(struck.ship for struck in strikes):
        ship = sea.ship(name)
        hers = [struck for struck in strikes if struck.ship == name]
        done = [sea.harm(ship, struck.harm) for struck in hers]
        weapons, hull = sum(one for one, _ in done), sum(one for _, one in done)
        if weapons or hull:
            sea.tell(Damaged(name, weapons, hull, ship.weapons, ship.hull))
        if any(struck.harm.sinks for struck in hers) or sea.is_doomed(ship):
            if any(struck.special == "bridge" for struck in hers):  # it may cost all her side a grade, too
                _lose_bridge(sea, ship)
            sink(sea, ship)
            continue
        for struck in hers:
            _suffer(sea, ship, struck.special)


def sink(sea: Sea, ship: Ship) -> None:
    """5.15 A ship is sunk; 10.9a if she was the flagship, her side's crews are a grade worse."""
    flag = sea.state.flags.get(ship.side) == ship.id
    sea.tell(Sunk(ship.id, ship.at, flag))
    sea.remove(ship, "sunk")
    if not flag:
        sea.rule_out(ship)
    else:
        del sea.state.flags[ship.side]
        _dishearten(sea, ship, sunk=True)


def _dishearten(sea: Sea, ship: Ship, *, sunk: bool) -> None:
    lost = sea.state.disheartened
    lost[ship.side] = lost.get(ship.side, 0) + 1
    sea.state.shown[ship.side] = ship.id
    sea.state.suspects[ship.side] = [ship.id]
    sea.tell(Disheartened(ship.side, ship.id, sunk))


def _suffer(sea: Sea, ship: Ship, hit: str) -> None:
    """10.12a to 10.12c Special damage, on this turn or the next."""
    turn = sea.state.turn
    if hit == "deck" and sea.battle.night:
        ship.burning = turn + 1
    elif hit == "radar":
        ship.radar_lost = bool(ship.radar)
    elif hit == "rudder":
        ship.jammed = turn
    elif hit == "bridge":
        _lose_bridge(sea, ship)
    elif hit == "power":
        ship.unlit = turn + 1


def _lose_bridge(sea: Sea, ship: Ship) -> None:
    """10.12b Her crew is worse next turn; by the flagship's bridge, once, all her side's for good instead."""
    if sea.state.flags.get(ship.side) != ship.id:
        ship.shaken = sea.state.turn + 1
        sea.rule_out(ship)
    elif sea.state.shown.get(ship.side) != ship.id:
        _dishearten(sea, ship, sunk=False)
