"""Campaigns before and in their first fortnight."""

from collections import Counter

from games.titles.pq17.box.options import Options
from games.titles.pq17.rules.campaign.beginning import new_game
from games.titles.pq17.rules.campaign.fortnight import bid, fortnight, prepared
from games.titles.pq17.rules.operation.setup import set_up_allied, set_up_axis
from games.titles.pq17.table.roster import Roster
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Chit
from tests.titles.loading import load
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play

PQ17 = load("pq17")


def campaign(scenario: str = "campaign", options: Options | None = None) -> Sea:
    """A campaign before its first fortnight."""
    return Sea(new_game(BOX, scenario, options or Options()), BOX)


def embarked(sea: Sea) -> Sea:
    """The first fortnight, with everything in its operation and set up, and nothing moved."""
    play(fortnight(sea))
    for side in ("allied", "axis"):
        sea.state.chits[side] = Chit("a", "none")
    play(bid(sea), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    play(prepared(sea))
    play(set_up_axis(sea))
    play(set_up_allied(sea))
    return sea


def strengths(roster: Roster) -> Counter[tuple[str, str]]:
    """The strength of each kind by its place, on the map and in the boxes."""
    found: Counter[tuple[str, str]] = Counter()
    boxed = [unit for boxes in roster.boxes.values() for unit in (*boxes.unloading, *boxes.down, *boxes.up)]
    for unit in (*roster.units, *boxed):
        found[unit.kind, unit.place] += unit.strength
    return found
