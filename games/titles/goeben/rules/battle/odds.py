"""14.5, 14.6, 14.13, 16.0 The chances of a battery or torpedo, over all results of the dice."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.kernel.odds import Chances, rounded, split_thousandths, thousandths
from games.titles.goeben.components.pieces import BATTERIES, Battery
from games.titles.goeben.orders.chances import Volley
from games.titles.goeben.rules.battle.forces import armour, battle, damage_of, foes, guns, is_consort
from games.titles.goeben.rules.battle.hits import counts_as_damage
from games.titles.goeben.rules.battle.night import guns_by_night
from games.titles.goeben.rules.battle.values import Modifier, fire_modifiers, fire_value, morale
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.state.board import Board

SIDES = 6
GONE = -1
"""The damage that stands for a sunk target."""


def volleys(board: Board, names: Sequence[str], batteries: Sequence[Battery]) -> tuple[Volley, ...]:
    """14.5, 14.6 Return the chances of these ships' batteries at each target at which the battery rolls dice.

    `names`: the ships. `batteries`: the batteries that fire; they may include torpedoes.
    """
    return tuple(
        found
        for name in names
        for battery in BATTERIES
        if battery in batteries
        for foe in foes(board)
        if (found := volley(board, name, battery, foe.id)) is not None
    )


def volley(board: Board, name: str, battery: Battery, target: str) -> Volley | None:
    """14.5, 14.6 Return the chances of one battery, or of one torpedo, at a target; None if it rolls no dice."""
    torpedo = battery == "torpedo"
    if torpedo and not is_consort(board, name):
        worth = board.box.numbers.combat.torpedo if board.ship(name).torpedoes else 0
    else:
        worth = guns_by_night(board, name, battery)
    count = fire_value(board, name, worth, target) if worth else 0
    if count <= 0:
        return None
    modifiers = _modifiers(board, name, battery, target)
    chances = salvo_chances(board, target, count, modifiers, torpedo=torpedo)
    if torpedo or is_consort(board, name):
        return Volley(name, battery, target, count, chances)
    most = fire_value(board, name, worth, target, full=True)
    raised = (*modifiers, ("maximum", most - count, "14.9"))
    return Volley(name, battery, target, count, chances, most, salvo_chances(board, target, most, raised))


def _modifiers(board: Board, name: str, battery: Battery, target: str) -> tuple[Modifier, ...]:
    if is_consort(board, name):
        return (("leadership", board.box.numbers.consorts.leadership, "20.0.7"),)
    dark = 0 if battery == "torpedo" else guns_by_night(board, name, battery) - guns(board, name, battery)
    night = (("night", dark, "22.0"),) if dark else ()
    return (*night, *fire_modifiers(board, board.ship(name), target), *morale(board))


def salvo_chances(
    board: Board, target: str, count: int, modifiers: tuple[Modifier, ...], *, torpedo: bool = False
) -> Chances:
    """14.5, 14.7, 16.0 Return the chances of `count` dice at a target, a ship or (in a bombardment) a coastal defence.

    `modifiers`: the parts of the number of dice, for the text only. `torpedo`: True for the dice of a torpedo.
    """
    if battle(board).shore:
        return _ashore(board, count, modifiers)
    chart = board.box.charts.torpedo if torpedo else board.box.charts.gunnery
    every = SIDES * SIDES
    ways = _fates(armour(board, target) - damage_of(board, target).total, tuple(chart.allied), count, chart.hits)
    sunk, away, hurt = ways.get((GONE, True), 0), 0, 0
    for (damage, leaves), one in ways.items():
        if damage == GONE:
            continue
        away += one * leaves
        hurt += one * (damage > 0 and not leaves)
    left = every**count - sunk - away - hurt
    shown = split_thousandths([("sunk", sunk), ("withdraws", away), ("damaged", hurt), ("nothing", left)])
    mean = rounded(100 * count * (SIDES + 1 - chart.hits), SIDES)
    rule = "14.6" if torpedo else "14.5"
    return Chances(rule, shown, modifiers, (("hits", mean),))


@lru_cache(maxsize=4096)
def _fates(left: int, table: tuple[str, ...], count: int, hits: int) -> Mapping[tuple[int, bool], int]:
    """14.7, 14.13 Return how many of all possible throws end with each damage, and with withdrawal or without.

    `left`: the hits that the target's armour can still take. `table`: the effects of hits, by die. `count`: the number
    of dice. `hits`: the lowest die that hits.
    """
    missed = (hits - 1) * SIDES
    found: dict[tuple[int, bool], int] = {(0, False): 1}
    for _ in range(count):
        after: dict[tuple[int, bool], int] = {}
        for state, ways in found.items():
            after[state] = after.get(state, 0) + ways * missed
            for effect in table:
                end = _after(state, effect, left)
                after[end] = after.get(end, 0) + ways * (SIDES + 1 - hits)
        found = after
    return found


def _after(state: tuple[int, bool], effect: str, left: int) -> tuple[int, bool]:
    """14.13 Return the state of a target (damage, must withdraw) after a hit with this effect.

    More hits than are `left` of its armour sink it.
    """
    damage, leaves = state
    if damage == GONE or effect == "magazine":
        return GONE, True
    if counts_as_damage(effect):
        return (GONE, True) if damage + 1 > left else (damage + 1, leaves)
    return damage, leaves or effect == "withdraws"


def _ashore(board: Board, count: int, modifiers: tuple[Modifier, ...]) -> Chances:
    """16.0, 16.0.2 Return the chances that `count` dice destroy the coastal defence, and cause public outcry."""
    chart, where = board.box.charts.shore, port_at(board, battle(board).space)
    table = chart.base if where is not None and where.base else chart.port
    every, faces = SIDES * SIDES, SIDES + 1 - chart.hits

    def any_of(*effects: str) -> int:
        ways = faces * sum(effect in effects for effect in table)
        return thousandths(every**count - (every - ways) ** count, every**count)

    gone = any_of("fort", "magazine")
    outcry = any_of("outcry")
    mean = rounded(100 * count * faces, SIDES)
    also = (("outcry", outcry),) if outcry else ()
    return Chances("16.0", (("destroyed", gone), ("nothing", 1000 - gone)), modifiers, (("hits", mean),), also)
