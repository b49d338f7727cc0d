"""3.1(6), 3.1(7), 3.1c, 7.0 The moves of both fleets. The inferior player's fleet moves first."""

from collections.abc import Mapping

from msgspec import structs

from games.kernel.requests import ask
from games.order_editor.paths import path_cost, path_end
from games.titles.battleships.components import hexes
from games.titles.battleships.components.hexes import Hex
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import (
    Course,
    CourseOrder,
    FirePlan,
    Hold,
    Mend,
    Sailed,
    ShiftFlag,
    Steer,
    Stop,
)
from games.titles.battleships.orders.plots import exits_crossed
from games.titles.battleships.rules.movement import courses, laid
from games.titles.battleships.rules.movement.mines import strike_mines
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle
from games.titles.battleships.state.events.movement import Departed, FlagShifted, Moved, Shifted
from games.titles.battleships.state.state import Ship


async def first_move(board: Board) -> str:
    """3.1(6) Play the inferior player's move, which comes first. Return the key of the next step."""
    await _move(board, board.inferior)
    return "second_move"


async def second_move(board: Board) -> str:
    """3.1(7) Play the superior player's move, which comes second. Return the key of the next step."""
    await _move(board, board.superior)
    return "repair"


async def _move(board: Board, side: str) -> None:
    form = courses.course_form(board, side)
    steered = laid.continued_courses(board, side, form)
    orders: tuple[CourseOrder, ...] = steered
    if _has_choice(board, form) and not laid.is_free(board, side, form, steered):
        form = structs.replace(form, laid=steered)
        orders = await ask(courses.question(side, form))
    _note(board, side, form, orders)
    starts = {ship.id: ship.at for ship in board.fleet(side)}
    settle(board, await _sail_all(board, side, form, orders))
    if board.battle.open_sea:
        _shift(board, side, starts)
    _count_stacks(board, side)


async def _sail_all(board: Board, side: str, form: CourseForm, orders: tuple[CourseOrder, ...]) -> list[Struck]:
    """7.1 Move a side's ships in the sequence of its list, and return the mine hits.

    10.6 Ships that hold move last. If a ship before them has struck a mine, their owner is asked for them again.
    """
    held = {name for order in orders if isinstance(order, Hold) for name in order.ships}
    strikes: list[Struck] = []
    before = _mines_struck(board)
    paths = form.courses(orders)
    for ship in (ship for ship in board.fleet(side) if ship.id not in held):
        strikes += await _sail(board, form, ship, paths.get(ship.id))
    waiting = [ship for ship in board.fleet(side) if ship.id in held]
    if waiting and _mines_struck(board) > before:
        form = courses.course_form(board, side, only=held)
        form = structs.replace(form, laid=_still_possible(form, orders))
        orders = await ask(courses.question(side, form, again=True))
        laid.lay(board, form, orders)
        paths = form.courses(orders)
    for ship in waiting:
        strikes += await _sail(board, form, ship, paths.get(ship.id))
    return strikes


def _mines_struck(board: Board) -> int:
    """10.6 Return the number of mine strikes this turn."""
    record = board.state.record
    return len(record.mines) if record.turn == board.state.turn else 0


def _still_possible(form: CourseForm, orders: tuple[CourseOrder, ...]) -> tuple[Sailed, ...]:
    """Return the course orders of `orders` for the ships of the form that are still legal."""
    found: list[Sailed] = []
    for order in orders:
        if isinstance(order, Course | Steer | Stop):
            ships = tuple(name for name in order.ships if name in form.plots)
            narrowed = structs.replace(order, ships=ships)
            if ships and next(form.problems((*found, narrowed)), None) is None:
                found.append(narrowed)
    return tuple(found)


def _has_choice(board: Board, form: CourseForm) -> bool:
    """Return True if the form leaves a choice to its side. With secret flagships it always counts as one (10.10d)."""
    return bool(form.mends or (board.options.flagship and form.ships) or any(ship.most for ship in form.ships))


def _note(board: Board, side: str, form: CourseForm, orders: tuple[CourseOrder, ...]) -> None:
    """5.1, 8.1a, 10.9b Record the orders that come with this turn's courses.

    They are courses for later turns, repair orders, a shift of the flag and fire plans. Also add the ships to which
    the flag may have passed to those that the enemy must suspect.
    """
    laid.lay(board, form, orders)
    for order in orders:
        if isinstance(order, Mend):
            for name in order.ships:
                board.ship(name).tries = order.tries
        elif isinstance(order, ShiftFlag):
            board.state.flags[side] = order.to
            board.emit(FlagShifted(side, order.to), to=(side,))
    plan = tuple(order for order in orders if isinstance(order, FirePlan))
    if plan:
        board.state.plans[side] = plan
    if side in board.state.flags:
        board.state.suspects[side] = [*board.suspects(side), *courses.new_suspects(board, side)]


async def _sail(board: Board, form: CourseForm, ship: Ship, path: tuple[str, ...] | None) -> list[Struck]:
    """7.1, 10.6a Move a ship along its path, and return the mine hits on the way.

    The damage is applied when all ships have moved, or at once if the ship sinks or is about to leave the map.
    """
    if path is None:  # the scenario keeps her still
        ship.turned = False
        return []
    plot, origin = form.plots[ship.id], ship.at
    strikes = await strike_mines(board, ship, path)
    sunk = any(struck.harm.sinks for struck in strikes)
    if sunk:
        path = path[: path.index(board.record.mines[-1].at) + 1]
    end, price = path_end(plot.chart, plot.movement, path), path_cost(plot.chart, plot.movement, path)
    ship.at = end.place
    ship.heading = hexes.HEADINGS[end.heading - 1]
    before = ship.speed
    ship.speed, turns = (price.cost, price.turns) if price is not None else (0, 0)
    ship.turned = turns > 0
    if path:
        board.record.ways[ship.id] = (origin, *path)
    if path or before:
        board.tell(Moved(ship.id, origin, path, ship.speed, ship.heading, turns))
    leaves = form.leaves(ship.id, path)
    if sunk or leaves:
        settle(board, strikes)
        strikes = []
    if leaves and ship.afloat:
        exits = hexes.EDGES if plot.ship.off else plot.ship.exits
        edge, *_ = exits_crossed(form.waters, exits, origin, ship.at)
        _depart(board, ship, edge, lost=plot.ship.off)
    return strikes


def _depart(board: Board, ship: Ship, edge: str, *, lost: bool) -> None:
    """9.2, 10.10b Remove a ship that leaves the map by an edge. `lost`: it had lost command and drops out."""
    full = not lost and courses.counts_in_full(board, ship)
    board.tell(Departed(ship.id, edge, full, lost))
    board.remove(ship, "lost" if lost else "left", full=full)


def _shift(board: Board, side: str, starts: Mapping[str, str]) -> None:
    """9.3b Shift the open map so that the ships that moved farther beyond its edge are on it again.

    `starts` are the hexes in which the side's ships began the move. A ship that was beyond an edge already and did not
    go farther out does not shift the map. If ships moved beyond opposite edges, those beyond north and west decide.
    """
    columns = _needed(_moved_out(board, side, starts, "west", "east", axis=0), *hexes.COLUMNS)
    rows = _needed(_moved_out(board, side, starts, "north", "south", axis=1), *hexes.ROWS)
    columns += columns % 2 * (1 if columns > 0 else -1)  # by whole pairs of columns, so that all rows shift alike
    if not (columns or rows):
        return
    board.shift(Hex(columns, rows - columns // 2))
    board.tell(Shifted(columns, rows))


def _moved_out(board: Board, side: str, starts: Mapping[str, str], *edges: str, axis: int) -> list[int]:
    """9.3b Return the columns (`axis` 0) or rows (`axis` 1) of the ships that moved farther beyond one of `edges`."""
    found: list[int] = []
    for ship in board.fleet(side):
        place, start = hexes.hex_of(ship.at), hexes.hex_of(starts[ship.id])
        if any(hexes.beyond(place, edge) > max(0, hexes.beyond(start, edge)) for edge in edges):
            found.append(hexes.column_row(place)[axis])
    return found


def _needed(found: list[int], first: int, last: int) -> int:
    """Return the number to add to columns or rows (`found`) so that they lie on the map, from `first` to `last`.

    If some lie before `first`, those are decisive. The result is 0 if all lie on the map.
    """
    if found and min(found) < first:
        return first - min(found)
    return min(0, last - max(found, default=last))


def _count_stacks(board: Board, side: str) -> None:
    """10.9b Update, for each pair of a side's ships, the number of consecutive turns in one hex at low speed."""
    if not board.options.flagship:
        return
    names = {ship.id for ship in board.state.ships if ship.side == side}
    before = board.state.stacked
    others = {pair: turns for pair, turns in before.items() if names.isdisjoint(pair.split("+"))}
    board.state.stacked = others | {pair: before.get(pair, 0) + 1 for pair in courses.pairs_lying(board, side)}
