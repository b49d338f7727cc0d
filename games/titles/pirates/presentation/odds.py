"""3.2.7 The odds of a ship's intercept against a target, from a seat's view."""

from functools import partial

from games.kernel.odds import Odds, OddsTable
from games.titles.pirates.components.box import Box
from games.titles.pirates.orders.attack_lines import INTERCEPT
from games.titles.pirates.orders.chances import Gun, Mark, attack_odds_for
from games.titles.pirates.state.rolls import wear
from games.titles.pirates.state.state import Vessel
from games.titles.pirates.visibility.view import View


def odds_table(box: Box) -> OddsTable:
    """Return the title's table of odds: functions that list the ships in play and give the odds between two ships."""
    return OddsTable(units, partial(odds_between, box))


def units(view: View) -> tuple[str, ...]:
    """Return the ids of the ships in play, those of the view's seat first."""
    fleets = sorted(view.fleets, key=lambda fleet: fleet.seat != view.seat)
    return tuple(one.card for fleet in fleets for one in (*fleet.ships, *fleet.prizes, *fleet.merchants))


def odds_between(box: Box, view: View, attacker: str, target: str) -> tuple[Odds, ...]:
    """3.2.7 Return the odds of an intercept of the ship `target` by the German ship `attacker`.

    Return () if `attacker` is a prize or merchant, which cannot attack.
    """
    ships = {one.card: (fleet.seat, one) for fleet in view.fleets for one in fleet.ships}
    others = {
        one.card: (fleet.seat, one) for fleet in view.fleets for one in (*fleet.ships, *fleet.prizes, *fleet.merchants)
    }
    if attacker not in ships or target not in others or ships[attacker][0] == others[target][0]:
        return ()
    mine, theirs = ships[attacker][1], others[target][1]
    return (_intercept(box, view, mine, theirs),)


def _intercept(box: Box, view: View, mine: Vessel, theirs: Vessel) -> Odds:
    dice, card = box.numbers.dice, box.ships.get(theirs.card)
    gun = Gun(box.ships[mine.card].attack, wear(mine, dice.damaged_intercept, dice.unsupplied_intercept))
    defence = card.defence if card is not None else box.merchants[theirs.card].defence
    damageable = not theirs.damage or view.options.cumulative_damage
    mark = Mark(defence, wear(theirs, dice.damaged_defence), damageable)
    return attack_odds_for(gun, mark, (), INTERCEPT, multiple=dice.sunk_multiple)
