"""Invented worlds for trials: a state built from the knowledge of one side, and the enemy's secrets at random."""

from fractions import Fraction

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.events import UMPIRE
from games.kernel.forms import RandomSource
from games.kernel.text import Text
from games.kernel.title_parts import TrialFigure
from games.titles.battleships.components import hexes
from games.titles.battleships.components.box import Box
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.points import SIXTHS
from games.titles.battleships.state.state import Ship, State
from games.titles.battleships.visibility.redeal import redeal
from games.titles.battleships.visibility.view import View

KINDS = frozenset(("targets", "torpedoes", "courses"))
OPEN_ROLLS = frozenset(("aircraft",))
"""10.2 The public rolls that precede a question about targets in the same step."""


def known_state(box: Box, state: State, seat: str) -> State:
    """Return the state with a fixed value for every secret of the enemy of `seat`.

    The enemy has no repair orders (8.1a), fire plans (5.1) and courses for later turns (7.1). Its flagship is the first
    ship that can be the flagship by public events (10.9); the chits of this turn are ignored. Its mines lie in the
    first hexes where they may be (10.6).
    """
    board = Board(state, box)
    own = {ship.id for ship in state.ships if ship.side == seat}
    known = State(
        scenario=state.scenario,
        options=state.options,
        turn=state.turn,
        sight=state.sight,
        ships=[ship if ship.id in own else structs.replace(ship, tries="both") for ship in state.ships],
        lights=state.lights,
        markers=state.markers,
        bombarding=state.bombarding,
        bombarded=state.bombarded,
        chits=state.chits,
        astray=[ship.id for ship in state.ships if ship.id in own and board.is_astray(ship)],
        spotting=state.spotting,
        flags={side: _known_flag(board, side, seat) for side in board.sides if side in state.flags},
        mines={side: _known_mines(board, side, seat) for side in board.sides if side in state.mines},
        disheartened=state.disheartened,
        stacked=state.stacked,
        plans={side: plan for side, plan in state.plans.items() if side == seat},
        laid={name: laid for name, laid in state.laid.items() if name in own},
        struck=state.struck,
        swept=state.swept,
        suspects={side: _may_bear_flag(board, side) for side in board.sides if side in state.flags},
        columns_shifted=state.columns_shifted,
        rows_shifted=state.rows_shifted,
        record=state.record,
        history=state.history,
        winner=state.winner,
        verdict=state.verdict,
        over=state.over,
    )
    return decode(encode(known), State)


def _known_flag(board: Board, side: str, seat: str) -> str:
    """10.9 Return the flagship of `side` if `seat` knows it, otherwise the first possible flagship."""
    return board.state.flags[side] if seat in (side, UMPIRE) else _may_bear_flag(board, side)[0]


def _may_bear_flag(board: Board, side: str) -> list[str]:
    """10.9, 10.12b Return the ships of a side that may be its flagship: one if it is public, else all that are afloat.

    Facts that ships disclose by acting in or out of touch with a flagship (10.10d) are not used, because the state
    holds them only as the true list of suspects.
    """
    ships = [ship.id for ship in board.fleet(side) if not board.counter(ship).battery]
    shown = board.state.shown.get(side, "")
    return [shown] if shown in ships else ships


def _known_mines(board: Board, side: str, seat: str) -> tuple[str, ...]:
    """10.6 Return the mines of `side` if `seat` knows them.

    Otherwise return as many hexes as the side has mined: those where ships struck mines, then the first others.
    """
    laid, field = board.state.mines[side], board.battle.mines
    if seat in (side, UMPIRE) or field is None:
        return laid
    struck = board.state.struck[: len(laid)]
    waters = (
        f"{column:02}{row:02}"
        for column in range(field.columns[0], field.columns[1] + 1)
        for row in range(field.rows[0], field.rows[1] + 1)
    )
    free = [at for at in waters if at not in struck and at not in board.state.swept]
    return tuple(sorted([*struck, *free[: len(laid) - len(struck)]]))


def deal(box: Box, known: State, seat: str, pick: RandomSource) -> State:
    """Return a copy of a known state with random mines and a random flagship of the enemy of `seat`.

    The enemy ships that are out of touch with this flagship have lost command.
    """
    world = redeal(box, known, seat, pick)
    board = Board(world, box)
    for side in board.sides:
        if side != seat:
            world.astray += [ship.id for ship in board.fleet(side) if _is_astray(board, side, ship)]
    return world


def _is_astray(board: Board, side: str, ship: Ship) -> bool:
    """10.10a, 10.10d Return True if a ship loses command: a chit names its hex, and its flagship is out of sight."""
    if board.counter(ship).battery or ship.at[-1] not in board.state.chits.get(side, ()):
        return False
    flag = board.state.flags.get(side, "")
    at = board.ship(flag).at if flag else ""
    return not at or hexes.distance(at, ship.at) > board.state.sight


def figures(before: View, after: View) -> tuple[TrialFigure, ...]:
    """9.1 Return the changes of points, damage and losses of both sides from the view `before` to the view `after`."""
    own, enemy = after.seat, next(side for side in after.sides if side != after.seat)

    def points(side: str) -> float:
        return float(round(Fraction(after.sixths.get(side, 0) - before.sixths.get(side, 0), SIXTHS), 2))

    return (
        TrialFigure("points", Text("Your points", "自軍の得点"), points(own), "more"),
        TrialFigure("enemy_points", Text("Enemy points", "敵軍の得点"), points(enemy), "less"),
        TrialFigure(
            "hits", Text("Damage steps on your ships", "自軍艦の損傷段階"), _damage(before, after, own), "less"
        ),
        TrialFigure("sunk", Text("Your ships sunk", "自軍艦の沈没"), _sunk(before, after, own), "less"),
        TrialFigure(
            "enemy_hits", Text("Damage steps on enemy ships", "敵艦の損傷段階"), _damage(before, after, enemy), "more"
        ),
        TrialFigure("enemy_sunk", Text("Enemy ships sunk", "敵艦の沈没"), _sunk(before, after, enemy), "more"),
    )


def _damage(before: View, after: View, side: str) -> int:
    """5.14 Return how many damage steps the ships of a side have more in the second view than in the first."""
    return _steps(after, side) - _steps(before, side)


def _steps(view: View, side: str) -> int:
    return sum(one.ship.weapons + one.ship.hull for one in view.ships if one.ship.side == side)


def _sunk(before: View, after: View, side: str) -> int:
    return _wrecks(after, side) - _wrecks(before, side)


def _wrecks(view: View, side: str) -> int:
    return sum(one.ship.fate == "sunk" for one in view.ships if one.ship.side == side)
