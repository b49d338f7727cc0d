"""12.0 The chits: drawn in secret before the operation, kept face down, shown in the confirmation phase at last."""

from games.kernel.requests import draw as drawn
from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.rules.forces.situations import chit_for, show
from games.titles.pq17.rules.special.fortnights import recruits, stays_hidden
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.special import ChitDrawn, ChitShown
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Chit, Convoy, Force

OFFENSIVE = "ground_offensive"


async def draw(sea: Sea) -> str:
    """3.1 B, 12.0 The Allied player draws a chit, then the Axis player one of those that are left."""
    sea.state.cup = sea.state.cup or list(sea.box.situations)
    for side in SIDES:
        await _draw(sea, side)
    return "set_up_axis" if sea.state.roster is None else "bid"


async def _draw(sea: Sea, side: Side) -> None:
    """12.0, 12.6 One chit, which its holder alone reads; Ground Offensive is shown at once and another one drawn."""
    aside: list[str] = []
    while True:
        (letter,) = await drawn(sea.state.cup, 1, key=f"chit.{side}.{len(aside)}", rule="12.0")
        sea.state.cup.remove(letter)
        situation = recruits(sea, letter, sea.box.situation(sea.operation, side, letter))
        if situation != OFFENSIVE:
            break
        aside.append(letter)
        if len(aside) == 1:
            sea.state.offensive[side] = letter
            sea.emit(ChitShown(side, letter, situation), to=("*",))
    sea.state.cup += aside[1:]
    sea.state.chits[side] = Chit(letter, situation)
    sea.tell_of(side, ChitDrawn(side, letter, situation), ChitDrawn(side))


def tromso_block(sea: Sea, name: str) -> Force:
    """12.0b, 4.1.3a The Axis block that stands at Tromso in every operation: the convoy of a chit, else a dummy."""
    special, chit = sea.box.special.axis_convoy, chit_for(sea, "axis", "axis_convoy")
    at, port = sea.box.ports[special.port].hex, special.port
    if chit is None:
        return Force(id=name, side="axis", kind="dummy", block=0, at=at, port=port)
    holds = special.holds(chit.letter)
    voyage = Convoy(destinations=(special.goal,), destination=special.goal)
    counters = [Counter("es_german", holds.escorts), Counter("mv_german", holds.merchants)]
    return Force(id=name, side="axis", kind="convoy", block=0, at=at, port=port, counters=counters, convoy=voyage)


def show_all(sea: Sea) -> None:
    """12.0a, 3.3 A Confirmation phase: all chits are shown, but for Cobweb in a campaign (12.1a)."""
    for side in SIDES:
        if not stays_hidden(sea, side):
            show(sea, side)
