"""2.0, 3.3 The end of an operation: confirmation phase, victory point phase, and the winner."""

from collections.abc import Iterable

from msgspec import structs

from games.kernel.scenarios import Placing
from games.kernel.text import Text, join_texts
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CAPITAL_SHIPS, SIDES, Side
from games.titles.pq17.rules.convoy.calling import arrive_in_port
from games.titles.pq17.rules.forces.command import command_victory_points
from games.titles.pq17.rules.forces.victory_points import HALVES, book_points, points_against
from games.titles.pq17.rules.movement.training import charge_unreturned
from games.titles.pq17.rules.operation.time import is_in_operation
from games.titles.pq17.rules.special.chits import show_all
from games.titles.pq17.rules.special.port_raid import port_raids
from games.titles.pq17.rules.special.segment import clear_kara
from games.titles.pq17.rules.special.situations import confirm_situations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.victory import OperationEnded, SheetOpened, Unveiled
from games.titles.pq17.state.state import Points, State, Tally

ARRIVING, OF = 3, 4
"""2.1.2 Three quarters: the share of a convoy's merchants that must reach a destination."""


async def victory(board: Board) -> str | None:
    """3.3 Play the administration turn of an operation: reveal the secrets, book the points, and decide the winner.

    Returns the name of the next step; None if the game is over.
    """
    show_all(board)
    arrive_in_port(board)
    await port_raids(board)
    open_sheets(board)
    confirm_situations(board)
    charge_unreturned(board)
    confirm_command_points(board)
    clear_kara(board)
    victory_point_phase(board)
    if board.state.roster is not None:
        return "unloading"
    decide(board)
    return None


def open_sheets(board: Board) -> None:
    """2.0b, 2.1.1b Add the points on the secret sheets of both sides to the public score, in the confirmation phase."""
    sums: dict[tuple[Side, str], int] = {}
    for place, one in enumerate(board.state.bookings):
        if one.on != "both":
            sums[one.on, one.why] = sums.get((one.on, one.why), 0) + one.points
            board.state.bookings[place] = structs.replace(one, on="both")
    for side, why in sorted(sums):
        board.emit(SheetOpened(side, sums[side, why], why), to=("*",))


def confirm_command_points(board: Board) -> None:
    """2.3 Book the victory points that spent Command Points cost; the two Allied commands count together."""
    spent: dict[Side, list[Points]] = {"allied": [], "axis": []}
    for command, points in sorted(board.state.command.items()):
        spent["axis" if command == "gruppe_nord" else "allied"].append(points)
    for side in SIDES:
        book_points(board, points_against(side, command_victory_points(board.box, spent[side])), "command")


def score_arrivals(board: Board) -> None:
    """2.1.2 Book points against the Allies for merchants that did not reach a destination, by convoy.

    No points are booked for a convoy if three quarters of its merchants arrived.
    """
    for tally in board.state.tallies:
        book_points(
            board,
            -missing_merchants(tally) * board.box.numbers.points.unarrived,
            "unarrived",
            strength=missing_merchants(tally),
        )


def missing_merchants(tally: Tally) -> int:
    """2.1.2, 2.1.2a Return how many merchants of a convoy are charged because they did not arrive.

    The number is 0 if three quarters arrived. Sunk merchants are included; merchants that weather or ice removed are
    not.
    """
    counted = tally.began - tally.excepted
    return 0 if tally.arrived * OF >= counted * ARRIVING else counted - tally.arrived


def score_critical_fuel(board: Board) -> None:
    """2.2a Book points against each side for ships of its task forces that are at sea in Critical fuel."""
    for side in SIDES:
        at_sea = [one for one in board.forces_of(side) if one.kind == "task_force" and is_in_operation(one)]
        points = sum(
            critical_value(board.box, one.counters) for one in at_sea if one.fuel is not None and one.fuel.is_critical
        )
        book_points(board, points_against(side, points), "critical_fuel")


def critical_value(box: Box, counters: Iterable[Counter]) -> int:
    """2.2a Return the half points for a force in Critical fuel: by ship, or by strength for DD and TB."""
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


def score_damage(board: Board) -> None:
    """2.4, 2.4a, 2.4b Book points for each step that a capital ship has lost, unless she was sunk.

    Damage by Halifaxes of a bombing order, and by TITLE, does not score.
    """
    numbers = board.box.numbers.points
    sunk = {one.unit for one in board.state.losses if one.how in ("sunk", "scuttled", "event")}
    for ship in board.box.ships.values():
        if ship.type not in CAPITAL_SHIPS or ship.id in sunk:
            continue
        lost = sum(one.strength for one in board.state.losses if one.unit == ship.id and one.how == "damaged")
        price = numbers.german_capital_step if ship.side == "axis" else numbers.allied_capital_step
        book_points(board, points_against(ship.side, lost * price), "damaged", unit=ship.id, strength=lost)


def score(state: State) -> int:
    """2.0 Return the public score in half points, positive for the Allies."""
    return sum(one.points for one in state.bookings if one.on == "both")


def verdict_of(points: int) -> str:
    """2.0a Return the winner for a score in half points: "allied", "axis" or "draw". A lead of a whole point wins."""
    if points >= HALVES:
        return "allied"
    return "axis" if points <= -HALVES else "draw"


def decide(board: Board) -> None:
    """2.0a Decide the winner and end the game. The tracks of all forces become public."""
    points = score(board.state)
    board.state.verdict, board.state.over = verdict_of(points), True
    board.emit(OperationEnded(points, board.state.verdict), to=("*",))
    board.emit(Unveiled(board.state.tracks), to=("*",))


def victory_point_phase(board: Board) -> None:
    """3.3 B Book the points for convoys, fuel and damage; everybody reads them."""
    score_arrivals(board)
    score_critical_fuel(board)
    score_damage(board)


def standings(board: Board) -> list[Placing]:
    """2.0a, 15.9 Return the result list, the winner first; a draw is a shared rank.

    Each row has whole points, and a text with the exact points and the condition of victory.
    """
    points = score(board.state)
    found = []
    for side in SIDES:
        own = points if side == "allied" else -points
        place = 1 if board.state.verdict in (side, "draw") else 2
        found.append(Placing(side, place, _whole(own), join_texts((_exact(own), _condition(board)), "; ", "、")))
    return found


def _condition(board: Board) -> Text:
    """2.0a, 15.9 Return a text on the condition of victory: a lead of a whole point, or the required points."""
    roster = board.state.roster
    if roster is not None:
        needed = board.box.campaign.rules.required_each_month * roster.months
        return Text(f"the Allies needed {needed}", f"連合軍の必要点は{needed}")
    if board.state.verdict == "draw":
        return Text("neither side leads by a whole point", "1点以上の差なし")
    return Text("a lead of a whole point wins", "1点以上の差で勝利")


def _whole(points: int) -> int:
    """Return half points as whole points; a remaining half is dropped."""
    return abs(points) // HALVES * (-1 if points < 0 else 1)


def _exact(points: int) -> Text:
    sign = "-" if points < 0 else ""
    whole, half = divmod(abs(points), HALVES)
    number = f"{sign}{whole if whole or not half else ''}{'½' if half else ''}"
    return Text(f"{number} victory points", f"{number}勝利ポイント")
