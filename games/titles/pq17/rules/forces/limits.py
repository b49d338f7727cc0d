"""7.5.7 The limits of German task forces: enemies that they may not attack, and from which they must withdraw."""

from collections.abc import Iterable

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CRUISERS, Side
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.counters import Counter


class Strength(Struct, frozen=True, gc=False):
    """7.5.7 The strength of a force for the limits of German task forces.

    For an enemy force, these are the reported figures. Without a report, they are 0 (7.5.7c).
    """

    unhurt: int = 0
    """The number of undamaged battleships and battlecruisers."""
    battleships: int = 0
    """The number of battleships and battlecruisers."""
    heavy: int = 0
    """The number of heavy ships."""
    cruisers: int = 0
    """The number of cruisers."""
    light: int = 0
    """The strength of destroyers and torpedo boats."""
    all: int = 0
    """The strength of all ships."""


def actual_strength(box: Box, counters: Iterable[Counter]) -> Strength:
    """7.5.7 Return the actual strength of a force's counters."""
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


def attack_forbidden_by(german: Strength, known: Strength) -> str:
    """7.5.7–7.5.7c Return the number of the rule that forbids a German task force to attack; "" if it may attack.

    `known`: the reported strength of the target. The force may not attack an undamaged battleship or battlecruiser
    (7.5.7). A force that has heavy ships, but no undamaged battleship or battlecruiser, may not attack a battleship, or
    at least as many cruisers as it has itself (7.5.7a). The force may not attack destroyers and torpedo boats with at
    least the strength of the whole German force (7.5.7b).
    """
    if known.unhurt:
        return "7.5.7"
    if german.heavy and not german.unhurt and (known.battleships or known.cruisers >= german.cruisers):
        return "7.5.7a"
    return "7.5.7b" if known.light >= german.all else ""


def must_turn_away(german: Strength, enemy: Strength) -> bool:
    """7.5.7d Return True if German ships in battle must withdraw, judged by the ships on the display.

    All German ships withdraw from an undamaged battleship or battlecruiser, and from light ships with at least their
    own strength. Heavy ships without an undamaged battleship or battlecruiser also withdraw from any battleship, and
    from more cruisers than their own.
    """
    if enemy.unhurt or (enemy.light and enemy.light >= german.all):
        return True
    if german.unhurt or not german.heavy:
        return False
    return bool(enemy.battleships or enemy.cruisers > german.cruisers)


def must_axis_turn_away(box: Box, battle: Battle) -> bool:
    """7.5.7d Return True if the German ships in the current battle must withdraw (`must_turn_away`)."""
    sides: dict[Side, Strength] = {
        side: actual_strength(box, [one for unit in battle.of(side) for one in unit.counters])
        for side in ("allied", "axis")
    }
    return must_turn_away(sides["axis"], sides["allied"])
