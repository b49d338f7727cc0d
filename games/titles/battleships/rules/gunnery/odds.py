"""5.3, 5.11, 10.8 The chances of a shot, computed with the attack and the modifiers that the module `fire` uses."""

from games.kernel.odds import Chances, thousandths
from games.titles.battleships.components import hexes
from games.titles.battleships.components.tables import DIE
from games.titles.battleships.rules.combat_chances import Tally, chances_of, tallies_of
from games.titles.battleships.rules.gunnery.modifiers import RULES, changed_attack, modifiers_of
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Modifier
from games.titles.battleships.state.state import Marker, Ship


def shot_chances(board: Board, marker: Marker, *, shared: bool) -> Chances:
    """5.3, 5.11 Return the chances of the shot for which a marker was placed.

    `shared`: True if other ships fire at the target, too (5.5).
    """
    ship, target = board.ship(marker.firer), board.ship(marker.target)
    tallies, condition, special = tallies_of(board.box), board.condition(target), board.options.special_damage
    if marker.guns == "secondary":
        tally = tallies.combat_roll(condition, board.tables.gunnery.secondary_odds, special=special)
        return _crossing(board, ship, target, tally, "5.11", ())
    found = tuple(shot_modifiers(board, marker, target, shared=shared))
    attack = changed_attack(board, ship, hexes.distance(ship.at, target.at))
    modifier = sum(one.amount for one in found)
    tally = tallies.shot(condition, attack, board.counter(target).defence, modifier, special=special)
    return _crossing(board, ship, target, tally, "5.3", found)


def shot_modifiers(board: Board, marker: Marker, target: Ship, *, shared: bool) -> list[Modifier]:
    """5.4, 5.5 Return the modifiers of a shot of main guns. If `shared`, add the modifier for concentrated fire."""
    found = [one for one in modifiers_of(board, marker, target) if one.key != "concentration"]
    return [*found, *([Modifier("concentration", board.tables.modifiers.concentration)] if shared else [])]


def _crossing(
    board: Board, ship: Ship, target: Ship, tally: Tally, rule: str, modifiers: tuple[Modifier, ...]
) -> Chances:
    """10.8 Return the chances of a shot from its tally. A shot across own ships by night hits one of them on a 1."""
    named = tuple((one.key, one.amount, RULES[one.key]) for one in modifiers)
    if not (board.options.friendly_fire and sight.is_masked(board, ship, target)):
        return chances_of(tally, rule, named)
    return chances_of(tally.weighted(DIE - 1).among(DIE), rule, named, {"astray": thousandths(1, DIE)})
