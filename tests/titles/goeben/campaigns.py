"""Missions that begin and end, alone and in a campaign."""

from typing import Any

from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.rules.mission.campaign import debrief
from games.titles.goeben.rules.mission.fitting import fit_out
from games.titles.goeben.rules.mission.setup import muster, new_game
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Campaign
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Dice, Played, Says, at_sea, play


def mustered(scenario: str = "random", options: Options | None = None, dice: Dice = (), draws: Dice = ()) -> Played:
    board = Board(new_game(BOX, scenario, options or Options()), BOX)
    return play(board, muster(board), dice=dice, draws=draws)


def at_last(mission: str, space: str, *, vp: int, turn: int = 3, forts: str = "", scenario: str = "random") -> Board:
    """Goeben in a space, Breslau at Messina; the named ports still have a coastal defence."""
    guarded = {port: f"fort_{n}" for n, port in enumerate(forts.split(), 1)}
    return at_sea(scenario, mission=mission, turn=turn, vp=vp, goeben=space, forts=guarded)


Done = tuple[tuple[str, bool], ...]


def mission_over(mission: str = "raid_convoys", *, won: bool = True, vp: int = 120, before: Done = (), left: str = "",
          options: Options | None = None, scenario: str = "campaign", **ships: Any) -> Board:  # fmt: skip
    """The end of a mission. `left` are those that have not been drawn; all, if none are named."""
    board = at_sea(scenario, options=options, mission=mission, turn=6, alert=5, vp=vp, **ships)
    played = [name for name, _ in before]
    open_ = left.split() or [name for name in MISSIONS if name not in played]
    board.state.campaign = Campaign(left=open_, done=[*before, (mission, won)])
    return board


def debriefing(board: Board, says: Says | None = None, draws: Dice = ()) -> Played:
    return play(board, debrief(board), says=says, draws=draws)


def next_mission(board: Board, draws: Dice = ()) -> Played:
    return play(board, muster(board), draws=draws)


PACT, SUEZ = "austro_hungarian_pact", "suez_canal"


def debriefed(mission: str = SUEZ, *, won: bool = True, before: int = 0, says: Says | None = None, draws: Dice = (),
          vp: int = 80, prepare: Any = None, options: Options | None = None, **laid: Any) -> Board:  # fmt: skip
    """After the debriefing of a mission, so many others having been won before."""
    board = at_sea("campaign", mission=mission, turn=8, vp=vp, options=options, **laid)
    others = [name for name in MISSIONS if name != mission]
    done = [(name, True) for name in others[:before]]
    board.state.campaign = Campaign(left=[mission, *others[before:]], done=[*done, (mission, won)])
    if prepare is not None:
        prepare(board)
    play(board, debrief(board), says=says, draws=draws)
    return board


def campaign_of(board: Board) -> Campaign:
    assert board.state.campaign is not None
    return board.state.campaign


def fitted_out(board: Board, orders: str) -> dict[str, str]:
    """Where the ships begin the next mission."""
    play(board, muster(board))
    play(board, fit_out(board), says={"stow": orders})
    return {ship.id: ship.at for ship in board.afloat}
