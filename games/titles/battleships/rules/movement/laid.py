"""7.1 Courses for several turns: the courses that can be continued, and the events that end them."""

from collections.abc import Iterable, Iterator

from games.titles.battleships.components import hexes
from games.titles.battleships.orders import steps
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import CourseOrder, Steer, Until
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Laid


def lay(board: Board, form: CourseForm, orders: Iterable[CourseOrder]) -> None:
    """Record the courses for later turns that the orders of this turn's move contain.

    They replace the earlier courses of all ships of the form. If a ship must keep its course this turn (10.10, 10.12b),
    one turn of its earlier course is used up.
    """
    held = {ship.ship for ship in form.ships if ship.held}
    before = {ship.ship: board.state.laid.pop(ship.ship, None) for ship in form.ships}
    steered = [Steer((name,), laid.by, laid.until, str(laid.within)) for name, laid in before.items() if laid]
    for order in (*(one for one in steered if one.ships[0] in held), *orders):
        rest = steps.parts_of(order.by)[1:] if isinstance(order, Steer) else ()
        if isinstance(order, Steer) and rest:
            laid = Laid(steps.written(rest), order.until, int(order.within or 0))
            board.state.laid |= dict.fromkeys(order.ships, laid)


def continued_courses(board: Board, side: str, form: CourseForm) -> tuple[Steer, ...]:
    """Return a steering order for each earlier course that a ship can continue this turn."""
    found: list[Steer] = []
    for ship in form.ships:
        laid = board.state.laid.get(ship.ship)
        if laid is not None and not ship.held:
            steer = Steer((ship.ship,), laid.by, laid.until, str(laid.within or ""))
            if next(form.problems((*found, steer)), None) is None:
                found.append(steer)
    return tuple(found)


def is_free(board: Board, side: str, form: CourseForm, steered: Iterable[Steer]) -> bool:
    """Return True if a side need not be asked: each of its ships continues an earlier course that no event has ended.

    `steered`: the courses that can be continued. A ship that has lost command goes straight on and needs no course. But
    the absence of a question must not disclose the loss of command, so such a ship must have an earlier course, too
    (10.10d).
    """
    steering = {name for order in steered for name in order.ships}
    movers = [ship for ship in form.ships if ship.most]
    courses = [board.state.laid[ship.ship] for ship in movers if ship.ship in board.state.laid]
    going = all(ship.held or ship.ship in steering for ship in movers)
    return going and len(courses) == len(movers) > 0 and not any(_is_ended(board, side, one) for one in courses)


def _is_ended(board: Board, side: str, laid: Laid) -> bool:
    happened = set(happenings(board, side))
    return bool(happened & set(laid.until)) or nearest(board, side) <= laid.within


def nearest(board: Board, side: str) -> int:
    """Return the least distance, in hexes, between a ship of a side and an enemy.

    If a side has no ships, return a number greater than any distance on the map.
    """
    foes = board.fleet(board.other(side))
    return min(
        (hexes.distance(ship.at, foe.at) for ship in board.fleet(side) for foe in foes), default=sum(hexes.COLUMNS)
    )


def happenings(board: Board, side: str) -> Iterator[Until]:
    """Yield the kinds of event of this turn that can end a side's courses. All these events are public."""
    state, record = board.state, board.state.record
    own = {ship.id for ship in state.ships if ship.side == side}
    if nearest(board, side) <= state.sight:
        yield "sighted"
    if any(marker.target in own for marker in state.markers):
        yield "fired_on"
    if record.turn != state.turn:
        return
    hit = [shot.target for shot in record.shots if shot.result != "-"]
    hit += [track.struck for track in record.tracks if track.result != "-"]
    hit += [mine.ship for mine in record.mines]
    if own & set(hit):
        yield "hit"
    if any(track.launcher not in own for track in record.tracks):
        yield "torpedoes"
    if record.lost:
        yield "loss"
