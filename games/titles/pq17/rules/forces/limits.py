"""7.5.7 What German task forces do not attack, and from whom they turn away."""

from collections.abc import Iterable

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CRUISERS, Side
from games.titles.pq17.table.battle import Battle
from games.titles.pq17.table.counters import Counter


class Strength(Struct, frozen=True, gc=False):
    """7.5.7 A force as the limits see it: battleships and battlecruisers that are unhurt, and all of them; heavy ships;
    cruisers; the strength of destroyers and torpedo boats; and all strength. Of an enemy it holds what is known, and
    0 for what no report says (7.5.7c).
    """

    unhurt: int = 0
    battleships: int = 0
    heavy: int = 0
    cruisers: int = 0
    light: int = 0
    all: int = 0


def strength(box: Box, counters: Iterable[Counter]) -> Strength:
    """7.5.7 A force as it really is."""
    unhurt = battleships = heavy = cruisers = light = total = 0
    for one in counters:
        ship = box.ships[one.ship]
        total += one.strength
        heavy += ship.is_heavy
        cruisers += ship.type in CRUISERS
        light += one.strength if ship.type in ("dd", "tb") else 0
        if ship.type in ("bb", "bc"):
            battleships += 1
            unhurt += one.strength == ship.strength and one.is_able()
    return Strength(unhurt, battleships, heavy, cruisers, light, total)


def forbids_attack(german: Strength, known: Strength) -> str:
    """7.5.7–7.5.7c The rule by which a German task force does not attack, "" if it may: not an unhurt battleship or
    battlecruiser; with heavy ships but without such a one of its own, only fewer cruisers and no battleship at all; nor
    a force whose destroyers and torpedo boats equal all German strength.
    """
    if known.unhurt:
        return "7.5.7"
    if german.heavy and not german.unhurt and (known.battleships or known.cruisers >= german.cruisers):
        return "7.5.7a"
    return "7.5.7b" if known.light >= german.all else ""


def must_turn_away(german: Strength, enemy: Strength) -> bool:
    """7.5.7d Whether German ships that are in battle with a force must go, judged by what lies on the display: more
    cruisers compel, as many do not; light ships by themselves are bound no more than in 7.5.7a.
    """
    if enemy.unhurt or (enemy.light and enemy.light >= german.all):
        return True
    if german.unhurt or not german.heavy:
        return False
    return bool(enemy.battleships or enemy.cruisers > german.cruisers)


def turns_away(box: Box, battle: Battle) -> bool:
    """7.5.7d The same for a battle as it stands."""
    sides: dict[Side, Strength] = {
        side: strength(box, [one for unit in battle.of(side) for one in unit.counters]) for side in ("allied", "axis")
    }
    return must_turn_away(sides["axis"], sides["allied"])
