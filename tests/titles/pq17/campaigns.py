"""Campaigns before and in their first fortnight, and at the end of an operation."""

from collections import Counter
from typing import Any

from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.campaign.beginning import new_game
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.fortnight import bid, fortnight, prepared
from games.titles.pq17.rules.operation.setup import set_up_allied, set_up_axis
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Chit, Force
from tests.titles.loading import load
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play
from tests.titles.pq17.rosters import KEYS

PQ17 = load("pq17")


def campaign(scenario: str = "campaign", options: Options | None = None) -> Board:
    """A campaign before its first fortnight."""
    return Board(new_game(BOX, scenario, options or Options()), BOX)


def embarked(board: Board) -> Board:
    """The first fortnight, with everything in its operation and set up, and nothing moved."""
    play(fortnight(board))
    for side in ("allied", "axis"):
        board.state.chits[side] = Chit("a", "none")
    play(bid(board), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    play(prepared(board))
    play(set_up_axis(board))
    play(set_up_allied(board))
    return board


def strengths(roster: Roster) -> Counter[tuple[str, str]]:
    """The strength of each kind by its place, on the map and in the boxes."""
    found: Counter[tuple[str, str]] = Counter()
    boxed = [unit for boxes in roster.boxes.values() for unit in (*boxes.unloading, *boxes.down, *boxes.up)]
    for unit in (*roster.units, *boxed):
        found[unit.kind, unit.place] += unit.strength
    return found


def in_play(key: str = "mar_1", *forces: Force, **state: Any) -> Board:
    """The end of an operation of a campaign, in which nothing is left but these forces."""
    board = campaign()
    board.roster.fortnight = KEYS.index(key)
    board.roster.units, board.roster.boxes = [], {}
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {})
    board.state.light, board.roster.played = key, True
    board.roster.bids = {"allied": 1, "axis": 0}
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.forces = [*forces]
    for name, value in state.items():
        setattr(board.state, name, value)
    return board
