"""3.1 The sequence of play, and the standings at the end."""

from collections.abc import Awaitable, Callable

from games.kernel.scenarios import Placing
from games.kernel.steps import Step
from games.kernel.text import Text, join_texts
from games.titles.battleships.components.scenarios import ROLES
from games.titles.battleships.rules.gunnery import fire, targets
from games.titles.battleships.rules.movement import move
from games.titles.battleships.rules.repair import control
from games.titles.battleships.rules.scenario import setup, verdict
from games.titles.battleships.rules.sighting import turn
from games.titles.battleships.rules.torpedoes import torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.points import SIXTHS, sixths_of
from games.titles.battleships.state.state import State


def _unless_decided(run: Callable[[Board], Awaitable[str | None]]) -> Callable[[Board], Awaitable[str | None]]:
    """11.13 Return a phase that runs `run`, or continues with the verdict if the battle is decided."""

    async def phase(board: Board) -> str | None:
        return "verdict" if verdict.decided(board) is not None else await run(board)

    return phase


def _unless_alone(run: Callable[[Board], Awaitable[str | None]]) -> Callable[[Board], Awaitable[str | None]]:
    """11.13 Return a phase that runs `run`, or skips it because moves can change nothing any more.

    This is so if a side has no ship left and the other side can gain nothing more.
    """

    async def phase(board: Board) -> str | None:
        return "repair" if verdict.is_pointless(board) else await run(board)

    return phase


SEQUENCE = (
    Step[State]("muster", "11.0", setup.muster),
    Step[State]("sighting", "4.1", turn.sighting),
    Step[State]("first_targets", "5.1", targets.first_targets),
    Step[State]("second_targets", "5.1", targets.second_targets),
    Step[State]("gunnery", "5.2", fire.gunnery),
    Step[State]("torpedoes", "6.1", _unless_decided(torpedoes.torpedoes)),
    Step[State]("first_move", "7.1", _unless_decided(_unless_alone(move.first_move))),
    Step[State]("second_move", "7.1", _unless_decided(_unless_alone(move.second_move))),
    Step[State]("repair", "8.1", _unless_decided(control.repair)),
    Step[State]("verdict", "9.1", verdict.verdict),
)


DECIDED_BY = {
    "sunk": Text("a ship that decides the battle was sunk", "勝敗を決める艦が沈没"),
    "left": Text("a ship that decides the battle left the map", "勝敗を決める艦が離脱"),
    "all_left_whole": Text("the ships that had to leave left undamaged", "離脱すべき艦が無傷で離脱"),
    "bombarded": Text("the bombardment is done", "砲撃を完了"),
    "points": Text("the lead in points is sufficient", "必要な点差に到達"),
    "margin": Text("the lead in points is too small", "必要な点差に届かず"),
    "equal": Text("equal points", "同点"),
    "otherwise": Text("the {loser} did not meet the conditions of the scenario", "{loser}がシナリオの条件を満たさず"),
}
"""11.13 The texts of the reasons for the end of a battle, by key; `{loser}` is the name of the side that lost."""


def standings(board: Board) -> list[Placing]:
    """9.1, 11.13 Return the final place of each side.

    The points are rounded down to whole numbers; the detail has the exact points and the reason for the result.
    """
    state = board.state
    found = []
    for side in board.sides:
        whole, rest = divmod(sixths_of(board, side), SIXTHS)
        number = f"{whole} {rest}/{SIXTHS}" if rest else str(whole)
        exactly = Text(f"{number} victory points", f"{number}勝利ポイント")
        why = DECIDED_BY.get(state.verdict)
        if why is not None and state.winner:
            why = why.format(loser=ROLES[board.other(state.winner)].name)
        detail = exactly if why is None else join_texts((exactly, why), "; ", "、")
        found.append(Placing(side, 2 if state.winner and side != state.winner else 1, whole, detail))
    return found
