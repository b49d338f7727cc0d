"""5.3, 5.11, 10.8 The chances of a shot, with the attack and the modifiers that `fire` rolls with."""

from games.kernel.odds import Chances, thousandths
from games.titles.battleships.components import hexes
from games.titles.battleships.rules.gunnery.modifiers import RULES, changed_attack, modifiers_of
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.chances import DIE, THROWS, TOTALS, Strikes, Tally, chances_of
from games.titles.battleships.state.events.gunnery import Modifier
from games.titles.battleships.state.state import Marker, Ship


def shot_chances(strikes: Strikes, marker: Marker, *, shared: bool) -> Chances:
    """5.3, 5.11 Return the chances of a marked shot. `shared`: other ships fire at the target, too (5.5)."""
    board = strikes.board
    ship, target = board.ship(marker.firer), board.ship(marker.target)
    if marker.guns == "secondary":
        tally = strikes.tally(target, board.tables.gunnery.secondary_odds)
        return _crossing(board, ship, target, tally, "5.11", ())
    found = tuple(shot_modifiers(board, marker, target, shared=shared))
    tally = main_tally(strikes, ship, target, sum(one.amount for one in found))
    return _crossing(board, ship, target, tally, "5.3", found)


def shot_modifiers(board: Board, marker: Marker, target: Ship, *, shared: bool) -> list[Modifier]:
    """5.4, 5.5 Return the modifiers of a shot, with that for several firers as `shared` says."""
    found = [one for one in modifiers_of(board, marker, target) if one.key != "concentration"]
    return [*found, *([Modifier("concentration", board.tables.modifiers.concentration)] if shared else [])]


def main_tally(strikes: Strikes, ship: Ship, target: Ship, modifier: int) -> Tally:
    """5.3 Return the throws of a shot of main guns with this modifier."""
    board, found = strikes.board, Tally(every=THROWS * DIE)
    attack = changed_attack(board, ship, hexes.distance(ship.at, target.at))
    defence = board.counter(target).defence
    for roll, ways in TOTALS.items():
        odds = board.tables.combat.odds_of(board.tables.damage.points(attack, roll + modifier), defence)
        if odds:
            found = found.plus(strikes.tally(target, odds).times(ways))
    return found.of(THROWS)


def _crossing(
    board: Board, ship: Ship, target: Ship, tally: Tally, rule: str, modifiers: tuple[Modifier, ...]
) -> Chances:
    """10.8 Return the chances of a shot; one that crosses friends at night falls on one of them on a 1."""
    named = tuple((one.key, one.amount, RULES[one.key]) for one in modifiers)
    if not (board.options.friendly_fire and sight.is_masked(board, ship, target)):
        return chances_of(tally, rule, named)
    return chances_of(tally.times(DIE - 1).of(DIE), rule, named, {"astray": thousandths(1, DIE)})
