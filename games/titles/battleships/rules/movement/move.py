"""3.1(6), 3.1(7), 3.1c, 7.0 The moves: the inferior player's whole fleet, then the superior's."""

from msgspec import structs

from games.kernel.byhand.chart import end_of, price_of
from games.kernel.requests import ask
from games.titles.battleships.box import hexes
from games.titles.battleships.box.hexes import Hex
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
from games.titles.battleships.rules.movement import courses, laid
from games.titles.battleships.rules.movement.mines import mined
from games.titles.battleships.table.damage import Struck, settle
from games.titles.battleships.table.events.movement import Departed, FlagShifted, Moved, Shifted
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Ship


async def first_move(sea: Sea) -> str:
    """3.1(6) The inferior player's move."""
    await _move(sea, sea.inferior)
    return "second_move"


async def second_move(sea: Sea) -> str:
    """3.1(7) The superior player's move."""
    await _move(sea, sea.superior)
    return "repair"


async def _move(sea: Sea, side: str) -> None:
    form = courses.course_form(sea, side)
    steered = laid.carried_on(sea, side, form)
    orders: tuple[CourseOrder, ...] = steered
    if _has_choice(sea, form) and not laid.is_free(sea, side, form, steered):
        form = structs.replace(form, laid=steered)
        orders = await ask(courses.question(side, form))
    _note(sea, side, form, orders)
    settle(sea, await _sail_all(sea, side, form, orders))
    if sea.battle.open_sea:
        _shift(sea, side)
    _count_stacks(sea, side)


async def _sail_all(sea: Sea, side: str, form: CourseForm, orders: tuple[CourseOrder, ...]) -> list[Struck]:
    """7.1 A side's ships in the order of its sheet; 10.6 those that hold come last, and if a mine was struck before,
    what they do is asked anew.
    """
    held = {name for order in orders if isinstance(order, Hold) for name in order.ships}
    strikes: list[Struck] = []
    before = _mines_struck(sea)
    paths = form.courses(orders)
    for ship in (ship for ship in sea.fleet(side) if ship.id not in held):
        strikes += await _sail(sea, form, ship, paths.get(ship.id))
    waiting = [ship for ship in sea.fleet(side) if ship.id in held]
    if waiting and _mines_struck(sea) > before:
        form = courses.course_form(sea, side, only=held)
        form = structs.replace(form, laid=_still_possible(form, orders))
        orders = await ask(courses.question(side, form, again=True))
        laid.lay(sea, form, orders)
        paths = form.courses(orders)
    for ship in waiting:
        strikes += await _sail(sea, form, ship, paths.get(ship.id))
    return strikes


def _mines_struck(sea: Sea) -> int:
    """10.6 How often mines were struck this turn."""
    record = sea.state.record
    return len(record.mines) if record.turn == sea.state.turn else 0


def _still_possible(form: CourseForm, orders: tuple[CourseOrder, ...]) -> tuple[Sailed, ...]:
    """What ships were ordered before, as far as they may go there still."""
    found: list[Sailed] = []
    for order in orders:
        if isinstance(order, Course | Steer | Stop):
            ships = tuple(name for name in order.ships if name in form.plots)
            narrowed = structs.replace(order, ships=ships)
            if ships and next(form.problems((*found, narrowed)), None) is None:
                found.append(narrowed)
    return tuple(found)


def _has_choice(sea: Sea, form: CourseForm) -> bool:
    """Whether the owner could do anything here; with secret flagships whoever moves is asked (10.10d)."""
    return bool(form.mends or (sea.options.flagship and form.ships) or any(ship.most for ship in form.ships))


def _note(sea: Sea, side: str, form: CourseForm, orders: tuple[CourseOrder, ...]) -> None:
    """5.1, 8.1a, 10.9b What is ordered beside this turn's courses."""
    laid.lay(sea, form, orders)
    for order in orders:
        if isinstance(order, Mend):
            for name in order.ships:
                sea.ship(name).tries = order.tries
        elif isinstance(order, ShiftFlag):
            sea.state.flags[side] = order.to
            sea.emit(FlagShifted(side, order.to), to=(side,))
    plan = tuple(order for order in orders if isinstance(order, FirePlan))
    if plan:
        sea.state.plans[side] = plan
    if side in sea.state.flags:
        sea.state.suspects[side] = [*sea.suspects(side), *courses.new_suspects(sea, side)]


async def _sail(sea: Sea, form: CourseForm, ship: Ship, path: tuple[str, ...] | None) -> list[Struck]:
    """7.1 A ship moves along her course; 10.6a into mines, perhaps: what they do to her counts when all have moved, but
    at once if she is sunk, or is about to leave the map.
    """
    if path is None:  # she lies still by the scenario
        ship.turned = False
        return []
    plot, origin = form.plots[ship.id], ship.at
    strikes = await mined(sea, ship, path)
    sunk = any(struck.harm.sinks for struck in strikes)
    if sunk:
        path = path[: path.index(sea.record.mines[-1].at) + 1]
    end, price = end_of(plot.chart, plot.walk, path), price_of(plot.chart, plot.walk, path)
    ship.at = end.place
    ship.heading = hexes.HEADINGS[end.heading - 1]
    before = ship.speed
    ship.speed, turns = (price.cost, price.turns) if price is not None else (0, 0)
    ship.turned = turns > 0
    if path:
        sea.record.ways[ship.id] = (origin, *path)
    if path or before:
        sea.tell(Moved(ship.id, origin, path, ship.speed, ship.heading, turns))
    leaves = form.leaves(ship.id, path)
    if sunk or leaves:
        settle(sea, strikes)
        strikes = []
    if leaves and ship.afloat:
        _depart(sea, ship, lost=plot.ship.off)
    return strikes


def _depart(sea: Sea, ship: Ship, *, lost: bool) -> None:
    """9.2, 10.10b She leaves the map: by an exit, or out of the battle."""
    edge = hexes.edges_crossed(hexes.hex_of(ship.at))[0]
    full = not lost and courses.counts_in_full(sea, ship)
    sea.tell(Departed(ship.id, edge, full, lost))
    sea.remove(ship, "lost" if lost else "left", full=full)


def _shift(sea: Sea, side: str) -> None:
    """9.3b Lay the open map anew, so that those who moved beyond its edge are on it; nobody's place among the others
    changes. Where they went beyond opposite edges the north and the west are seen to first.
    """
    beyond = [hexes.hex_of(ship.at) for ship in sea.fleet(side) if not hexes.on_map(hexes.hex_of(ship.at))]
    if not beyond:
        return
    places = [hexes.column_row(place) for place in beyond]
    columns = _needed([column for column, _ in places], *hexes.COLUMNS)
    columns += columns % 2 * (1 if columns > 0 else -1)  # by whole pairs of columns, so that all rows shift alike
    rows = _needed([row for _, row in places], *hexes.ROWS)
    by = Hex(columns, rows - columns // 2)
    sea.shift(by)
    sea.tell(Shifted(columns, rows))


def _needed(found: list[int], first: int, last: int) -> int:
    """By how much a row or column must grow to be on the map."""
    if min(found) < first:
        return first - min(found)
    return min(0, last - max(found))


def _count_stacks(sea: Sea, side: str) -> None:
    """10.9b Count the turns for which ships of a side have lain together slowly."""
    if not sea.options.flagship:
        return
    names = {ship.id for ship in sea.state.ships if ship.side == side}
    before = sea.state.stacked
    others = {pair: turns for pair, turns in before.items() if names.isdisjoint(pair.split("+"))}
    sea.state.stacked = others | {pair: before.get(pair, 0) + 1 for pair in courses.pairs_lying(sea, side)}
