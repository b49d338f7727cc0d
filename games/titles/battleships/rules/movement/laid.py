"""7.1 Courses laid for turns to come: whether they can be gone on with, and what ends them."""

from collections.abc import Iterable, Iterator

from games.titles.battleships.box import hexes
from games.titles.battleships.orders import steps
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import CourseOrder, Steer, Until
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Laid


def lay(sea: Sea, form: CourseForm, orders: Iterable[CourseOrder]) -> None:
    """Note what is left for the turns to come of the courses that are sailed now; what was laid before is over. For a
    ship that must hold her course (10.10, 10.12b) a turn of it has passed.
    """
    held = {ship.ship for ship in form.ships if ship.held}
    before = {ship.ship: sea.state.laid.pop(ship.ship, None) for ship in form.ships}
    steered = [Steer((name,), laid.by, laid.until, str(laid.within)) for name, laid in before.items() if laid]
    for order in (*(one for one in steered if one.ships[0] in held), *orders):
        rest = steps.parts_of(order.by)[1:] if isinstance(order, Steer) else ()
        if isinstance(order, Steer) and rest:
            laid = Laid(steps.written(rest), order.until, int(order.within or 0))
            sea.state.laid |= dict.fromkeys(order.ships, laid)


def carried_on(sea: Sea, side: str, form: CourseForm) -> tuple[Steer, ...]:
    """The courses that were laid before and can be gone on with this turn; none where all of them cannot."""
    found: list[Steer] = []
    for ship in form.ships:
        laid = sea.state.laid.get(ship.ship)
        if laid is not None and not ship.held:
            steer = Steer((ship.ship,), laid.by, laid.until, str(laid.within or ""))
            if next(form.problems((*found, steer)), None) is None:
                found.append(steer)
    return tuple(found)


def is_free(sea: Sea, side: str, form: CourseForm, steered: Iterable[Steer]) -> bool:
    """Whether nobody need be asked: each ship has her course laid, and nothing that would end one has come about. One
    that has lost command goes straight on in any case, and her side's being asked must not tell of it (10.10d).
    """
    steering = {name for order in steered for name in order.ships}
    movers = [ship for ship in form.ships if ship.most]
    courses = [sea.state.laid[ship.ship] for ship in movers if ship.ship in sea.state.laid]
    going = all(ship.held or ship.ship in steering for ship in movers)
    return going and len(courses) == len(movers) > 0 and not any(_is_ended(sea, side, one) for one in courses)


def _is_ended(sea: Sea, side: str, laid: Laid) -> bool:
    happened = set(happenings(sea, side))
    return bool(happened & set(laid.until)) or nearest(sea, side) <= laid.within


def nearest(sea: Sea, side: str) -> int:
    """Hexes to the nearest enemy."""
    foes = sea.fleet(sea.other(side))
    return min(
        (hexes.distance(ship.at, foe.at) for ship in sea.fleet(side) for foe in foes), default=sum(hexes.COLUMNS)
    )


def happenings(sea: Sea, side: str) -> Iterator[Until]:
    """What has come about this turn of all that may end a course; everybody has seen it."""
    state, record = sea.state, sea.state.record
    own = {ship.id for ship in state.ships if ship.side == side}
    if nearest(sea, side) <= state.sight:
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
