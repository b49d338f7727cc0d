"""2.0, 3.3 The end of an operation: confirmation phase, victory point phase, and the verdict."""

from collections.abc import Iterable

from msgspec import structs

from games.kernel.text import Text
from games.kernel.title import Placing
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CAPITAL_SHIPS, SIDES, Side
from games.titles.pq17.rules.convoy.calling import arrive_in_port
from games.titles.pq17.rules.forces.command import victory_points
from games.titles.pq17.rules.forces.points import HALVES, against, book
from games.titles.pq17.rules.movement.training import call_in
from games.titles.pq17.rules.operation.time import is_out
from games.titles.pq17.rules.special.chits import show_all
from games.titles.pq17.rules.special.port_raid import port_raids
from games.titles.pq17.rules.special.segment import clear_kara
from games.titles.pq17.rules.special.situations import confirm_situations
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.victory import OperationEnded, SheetOpened, Unveiled
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Points, State, Tally

ARRIVING, OF = 3, 4
"""2.1.2 Three quarters of a convoy must reach a destination."""


async def victory(sea: Sea) -> str | None:
    """3.3 The administration turn of an operation: what was secret is confirmed, then the verdict."""
    show_all(sea)
    arrive_in_port(sea)
    await port_raids(sea)
    open_sheets(sea)
    confirm_situations(sea)
    call_in(sea)
    confirm_command_points(sea)
    clear_kara(sea)
    victory_point_phase(sea)
    if sea.state.roster is not None:
        return "unloading"
    decide(sea)
    return None


def open_sheets(sea: Sea) -> None:
    """2.0b, 2.1.1b Confirmation phase: what stood on a side's own sheet joins the public score."""
    sums: dict[tuple[Side, str], int] = {}
    for place, one in enumerate(sea.state.bookings):
        if one.on != "both":
            sums[one.on, one.why] = sums.get((one.on, one.why), 0) + one.points
            sea.state.bookings[place] = structs.replace(one, on="both")
    for side, why in sorted(sums):
        sea.emit(SheetOpened(side, sums[side, why], why), to=("*",))


def confirm_command_points(sea: Sea) -> None:
    """2.3 Command Points that were spent become victory points, those of both Allied commands together."""
    spent: dict[Side, list[Points]] = {"allied": [], "axis": []}
    for command, points in sorted(sea.state.command.items()):
        spent["axis" if command == "gruppe_nord" else "allied"].append(points)
    for side in SIDES:
        book(sea, against(side, victory_points(sea.box, spent[side])), "command")


def score_arrivals(sea: Sea) -> None:
    """2.1.2 Each merchant that did not reach a destination costs, of every convoy that came through with less than
    three quarters.
    """
    for tally in sea.state.tallies:
        book(sea, -missing(tally) * sea.box.numbers.points.unarrived, "unarrived", strength=missing(tally))


def missing(tally: Tally) -> int:
    """2.1.2, 2.1.2a The merchants of a convoy that are charged for not arriving: none if three quarters did, those
    sunk among them, and never those that weather or ice put out.
    """
    counted = tally.began - tally.excepted
    return 0 if tally.arrived * OF >= counted * ARRIVING else counted - tally.arrived


def score_critical_fuel(sea: Sea) -> None:
    """2.2a Ships of task forces that are at sea in Critical fuel."""
    for side in SIDES:
        at_sea = [one for one in sea.forces_of(side) if one.kind == "task_force" and is_out(one)]
        points = sum(
            critical_value(sea.box, one.counters) for one in at_sea if one.fuel is not None and one.fuel.is_critical
        )
        book(sea, against(side, points), "critical_fuel")


def critical_value(box: Box, counters: Iterable[Counter]) -> int:
    """2.2a Half points for the ships of a force in Critical fuel: by ship, destroyers and torpedo boats by strength."""
    numbers, points = box.numbers.points, 0
    for one in counters:
        ship = box.ships[one.ship]
        if ship.type in CAPITAL_SHIPS:
            points += numbers.critical_capital
        elif ship.is_heavy:
            points += numbers.critical_cruiser
        elif ship.type in ("dd", "tb"):
            points += numbers.critical_light * one.strength
    return points


def score_damage(sea: Sea) -> None:
    """2.4, 2.4a, 2.4b Each step of strength that a capital ship has lost, unless she was sunk; Halifaxes of a bombing
    order and TITLE score nothing.
    """
    numbers = sea.box.numbers.points
    sunk = {one.unit for one in sea.state.losses if one.how in ("sunk", "scuttled", "event")}
    for ship in sea.box.ships.values():
        if ship.type not in CAPITAL_SHIPS or ship.id in sunk:
            continue
        lost = sum(one.strength for one in sea.state.losses if one.unit == ship.id and one.how == "damaged")
        price = numbers.german_capital_step if ship.side == "axis" else numbers.allied_capital_step
        book(sea, against(ship.side, lost * price), "damaged", unit=ship.id, strength=lost)


def score(state: State) -> int:
    """2.0 The public score in half points, positive for the Allies."""
    return sum(one.points for one in state.bookings if one.on == "both")


def verdict_of(points: int) -> str:
    """2.0a A whole point decides: "allied", "axis", or "draw" for anything between."""
    if points >= HALVES:
        return "allied"
    return "axis" if points <= -HALVES else "draw"


def decide(sea: Sea) -> None:
    """2.0a The verdict; the game is over, and the ways of all forces lie open."""
    points = score(sea.state)
    sea.state.verdict, sea.state.over = verdict_of(points), True
    sea.emit(OperationEnded(points, sea.state.verdict), to=("*",))
    sea.emit(Unveiled(sea.state.tracks), to=("*",))


def victory_point_phase(sea: Sea) -> None:
    """3.3 B Victory points of convoys, fuel and damage, which both sides now hear."""
    score_arrivals(sea)
    score_critical_fuel(sea)
    score_damage(sea)


def standings(sea: Sea) -> list[Placing]:
    """2.0a The winner first, the others behind; a draw is shared. Points are whole, and exact beside them."""
    points = score(sea.state)
    found = []
    for side in SIDES:
        own = points if side == "allied" else -points
        place = 1 if sea.state.verdict in (side, "draw") else 2
        found.append(Placing(side, place, _whole(own), _exact(own) if own % HALVES else Text("", "")))
    return found


def _whole(points: int) -> int:
    """Whole points, the half left out."""
    return abs(points) // HALVES * (-1 if points < 0 else 1)


def _exact(points: int) -> Text:
    sign = "-" if points < 0 else ""
    whole, half = divmod(abs(points), HALVES)
    number = f"{sign}{whole}{'½' if half else ''}"
    return Text(f"{number} victory points", f"{number}勝利ポイント")
