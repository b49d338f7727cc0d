"""7.5.2 The chances of a unit's guns and torpedoes against an enemy unit in a surface battle, from a seat's view."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import structs

from games.kernel.odds import Odds, OddsTable
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.draft_odds import Throw, throw_text
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.visibility.view import View

_SHARED = Text(
    "Torpedoes count for one symbol. A unit that divides its fire has fewer dice for each target.",
    "魚雷は1シンボル分です。目標を分けると、目標ごとのダイスは減ります。",
)


Throws = Callable[[Box, Battle, Side], Iterator[Throw]]
"""7.5.2 The type of the function that yields every die roll that a side's units can make in the battle."""


def odds_table(box: Box, throws: Throws) -> OddsTable:
    """Return the title's table of odds: functions for the units in battle, and for the chances between two of them.

    `throws`: the function that yields all die rolls that a side's units can make in the battle.
    """
    return OddsTable(units, partial(between, box, throws))


def units(view: View) -> tuple[str, ...]:
    """Return the names of the units on the battle display, the seat's own first; empty outside a surface battle."""
    found = view.battle.units if view.battle is not None else []
    own = {force.id for force in view.forces}
    return tuple(one.name for one in sorted(found, key=lambda one: one.force not in own))


def between(box: Box, throws: Throws, view: View, attacker: str, target: str) -> tuple[Odds, ...]:
    """7.5.2 Return the chances of a unit's guns and torpedoes against a face-up enemy unit; () if it has no shot.

    `throws`: see `odds_table`. `attacker`, `target`: the names of the two units.
    """
    battle = view.battle
    mine = _unit(battle, attacker)
    theirs = _unit(battle, target)
    if battle is None or mine is None or theirs is None or mine.side == theirs.side:
        return ()
    side: Side = mine.side
    return tuple(
        structs.replace(odds, note=_SHARED) if (odds := one.odds) is not None else _without_dice(one)
        for one in throws(box, battle, side)
        if (one.by, one.at) == (attacker, target)
    )


def _unit(battle: Battle | None, name: str) -> Unit | None:
    return next((one for one in battle.units if one.name == name), None) if battle is not None else None


def _without_dice(one: Throw) -> Odds:
    return Odds(means=throw_text(one), rule="7.5.2", note=_SHARED)
