"""Campaigns before and in their first fortnight, and at the end of an operation."""

from collections import Counter
from typing import Any

from games.titles.pq17.box.options import Options
from games.titles.pq17.rules.campaign.beginning import new_game
from games.titles.pq17.rules.campaign.command import begin
from games.titles.pq17.rules.campaign.fortnight import bid, fortnight, prepared
from games.titles.pq17.rules.operation.setup import set_up_allied, set_up_axis
from games.titles.pq17.table.roster import Roster
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Chit, Force
from tests.titles.loading import load
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play
from tests.titles.pq17.rosters import KEYS

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


def in_play(key: str = "mar_1", *forces: Force, **state: Any) -> Sea:
    """The end of an operation of a campaign, in which nothing is left but these forces."""
    sea = campaign()
    sea.roster.fortnight = KEYS.index(key)
    sea.roster.units, sea.roster.boxes = [], {}
    sea.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {})
    sea.state.light, sea.roster.played = key, True
    sea.roster.bids = {"allied": 1, "axis": 0}
    sea.state.command = begin(BOX, sea.roster)
    sea.state.forces = [*forces]
    for name, value in state.items():
        setattr(sea.state, name, value)
    return sea
