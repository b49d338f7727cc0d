"""The Incident Phase with markers that a test chooses."""

from typing import Any
from unittest.mock import patch

from games.titles.goeben.rules.incidents import incidents as phase
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told
from tests.titles.goeben.laid_out import Dice, Played, Says, at_sea, play


def meet(board: Board, markers: str, *, dice: Dice = (), says: Says | None = None, draws: Dice = ()) -> Played:
    """The next space of the phase, with these markers drawn in this order, and no others; `draws` come after them.

    How many are drawn where is another question (`test_13_0_draws`): as many are drawn as are named here.
    """
    if not board.day.queue:
        board.day.queue = board.occupied()
    wanted = tuple(board.state.pool.index(marker) for marker in markers.split())
    if not wanted:
        return play(board, phase.incidents(board), dice=dice, draws=draws, says=says)
    with patch.object(phase, "draws", lambda *_: len(wanted)):
        return play(board, phase.incidents(board), dice=dice, draws=[wanted, *draws], says=says)


def where(board: Board, counter: str) -> str:
    """The space in which a counter lies, or the pool, or how it is gone."""
    state = board.state
    places = [space for space, lying in state.lying.items() for marker in lying if marker.id == counter]
    places += ["pool"] * state.pool.count(counter) + [gone.how for gone in state.gone if gone.id == counter]
    places += ["drawn" for names in board.day.drawn.values() for name in names if name == counter]
    assert len(places) == 1, f"{counter}: {places}"
    return places[0]


def quiet(board: Board, count: int) -> tuple[int, ...]:
    """Where so many quiet seas are in the pool."""
    return tuple(place for place, name in enumerate(board.state.pool) if name.startswith("quiet_seas"))[:count]


def both_at(space: str = "sicily_e", **more: Any) -> Board:
    """Both ships in a space."""
    return at_sea(**{"goeben": space, "breslau": space, **more})


def idle(played: Played) -> bool:
    """Whether nothing came of the first marker."""
    return played.told(told.Befell)[0].idle


def goeben_at(space: str, changes: str = "", **rest: object) -> Board:
    """Goeben alone in a space; Breslau lies at Pola, where nothing is drawn."""
    return at_sea(goeben=space + changes, breslau="pola", **rest)  # type: ignore[arg-type]
