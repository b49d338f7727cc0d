"""14.5, 14.6 The chances of a German ship's batteries against an Allied ship in a battle, from a seat's view."""

from collections.abc import Callable
from functools import partial

from games.kernel.odds import Odds, OddsTable
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import BATTERIES, Battery
from games.titles.goeben.orders.chances import Volley
from games.titles.goeben.state.board import Board
from games.titles.goeben.visibility.notes import CaptainsNotes
from games.titles.goeben.visibility.view import View

VolleyOf = Callable[[Board, str, Battery, str], Volley | None]
"""14.5 The type of the function that returns the dice of a ship's battery at a target, with their chances."""


def odds_table(box: Box, volley: VolleyOf) -> OddsTable:
    """Return the title's table of odds: functions that list the ships in battle and give the chances between two ships.

    `volley`: the function that returns the dice and chances of a battery; it is a parameter because the rules are not
    imported here.
    """
    return OddsTable(units, partial(odds_between, box, volley))


def units(view: View) -> tuple[str, ...]:
    """Return the ids of the ships in a battle that the seat sees: the German ships, then the Allied ones."""
    battle = view.battle
    if battle is None:
        return ()
    known = {known.ship.id for known in view.ships}
    return (*(name for name in battle.ships if name in known), *(foe.id for foe in battle.foes if not foe.gone))


def odds_between(box: Box, volley: VolleyOf, view: View, attacker: str, target: str) -> tuple[Odds, ...]:
    """14.5, 14.6 Return the present chances of each battery of a German ship against an Allied ship.

    The chances are those at night if the battle is fought at night (22.0), otherwise those by day. Return () if
    `attacker` is no German ship in the battle, or `target` no Allied ship in it.
    """
    ship = next((known.ship for known in view.ships if known.ship.id == attacker and known.since is None), None)
    names, notes = units(view), CaptainsNotes(box, view)
    if ship is None or view.battle is None or attacker not in names or target not in names:
        return ()
    if target not in {foe.id for foe in view.battle.foes}:
        return ()
    armed = bool(ship.ammunition or attacker in view.battle.fired)
    found = (volley(notes, attacker, battery, target) for battery in BATTERIES if armed or battery == "torpedo")
    return tuple(one.odds() for one in found if one is not None)
