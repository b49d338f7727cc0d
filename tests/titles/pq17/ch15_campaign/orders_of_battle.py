"""Orders of battle before and after an operation."""

from typing import Any

from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Away, Reason, Roster, Unit
from games.titles.pq17.state.state import Force, Loss, Phase, Tally
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import play
from tests.titles.pq17.rosters import KEYS

CAMPAIGN = BOX.campaign


def folded(*forces: Force, losses: tuple[Loss, ...] = (), tallies: tuple[Tally, ...] = ()) -> Roster:
    """The order of battle after an operation of March in which nothing was left but these forces."""
    board = campaign()
    play(fortnight(board))
    board.roster.units, board.roster.boxes = [], {}
    board.state.composed = compose_operation(BOX, board.roster, board.operation, [], {})
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.forces, board.state.losses, board.state.tallies = [*forces], [*losses], [*tallies]
    fold_operation(board)
    return board.roster


def roster_of(key: str = "jul_1", *units: Unit, **more: Any) -> Roster:
    return Roster(fortnight=KEYS.index(key), units=list(units), **more)


def campaign_at(key: str, *units: Unit, **more: Any) -> Board:
    board = arctic()
    board.state.roster = roster_of(key, *units, **more)
    return board


def lies_ready(*units: Unit) -> tuple[Roster, dict[str, tuple[str, ...]]]:
    """What stays in the order of battle of ships that lie so in March, and the task forces, each with its ships."""
    board = campaign()
    play(fortnight(board))
    board.roster.units, board.roster.boxes = [*units], {}
    found = compose_operation(BOX, board.roster, board.operation, [], {})
    return board.roster, {one.id: one.ships for one in found.forces}


def merchant_unit(strength: int, *, crippled: bool = False, port: str = "murmansk") -> Unit:
    return Unit("mv", strength, port, crippled=crippled)


def whole(kind: str, place: str = "scapa_flow", **state: Any) -> Unit:
    return Unit(kind, BOX.ships[kind].strength, place, **state)


def patrol_roster(*units: Unit, **more: Any) -> Roster:
    return Roster(fortnight=3, units=list(units), **more)


def empty_roster() -> Roster:
    roster = campaign().roster
    roster.units, roster.away, roster.boxes = [], [], {}
    return roster


def merchantmen(*words: str) -> list[Unit]:
    """`mv 5`, `mo 2+crippled`."""
    found = []
    for word in words:
        name, strength, *states = word.replace("+", " ").split()
        found.append(Unit(name, int(strength), "murmansk", "crippled" in states, "dead" in states))
    return found


def unit_words(units: Any) -> list[str]:
    return [f"{one.kind} {one.strength}{'+crippled' * one.crippled}{'+dead' * one.dead}" for one in units]


def booked(board: Board, why: str) -> int:
    return sum(one.points for one in board.state.bookings if one.why == why)


def leaving_in_july(unit: Unit, why: Reason) -> Roster:
    """July II, in which Luetzow leaves, and in August I a ship comes back."""
    return Roster(fortnight=KEYS.index("jul_2"), away=[Away(unit, why, KEYS.index("aug_1"))])


def moved_from_rest(board: Board, side: Any, *orders: Any, **script: Any) -> Any:
    board.state.phase = Phase(side=side, orders=orders)
    for one in board.state.forces:
        one.moved, one.from_port = 0, False
    return play(movement(board), **script)
