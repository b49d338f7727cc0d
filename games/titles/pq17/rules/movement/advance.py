"""8.3b The movement of forces by their plans before the turn on which play starts. The enemy does not see it."""

from msgspec import structs

from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.rules.fuel.marks import fuel_at_sailing as sailing_fuel
from games.titles.pq17.rules.fuel.marks import needs_fuel
from games.titles.pq17.rules.fuel.phase import GERMAN_BOX, in_germany
from games.titles.pq17.rules.movement.berths import has_room, use_berths
from games.titles.pq17.rules.movement.charts import avoids_friends, is_friend, sailing
from games.titles.pq17.rules.movement.ice import try_to_cross
from games.titles.pq17.rules.movement.passage import hexes_now, hexes_this_turn
from games.titles.pq17.rules.movement.paths import DOORS, distance_left, ice_barred_by, note_distance, step_barred_by
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force


class Company:
    """5.2.1 The hexes that British submarines must avoid, for each turn before play starts.

    These are the hexes in which Allied convoys and Soviet wolfpacks are at the end of the turn. In each turn, wolfpacks
    with British submarines move last.
    """

    def __init__(self, board: Board, until: int) -> None:
        self._box = board.box
        self._hexes: dict[int, set[str]] = {turn: set() for turn in range(1, until)}
        for force in board.state.forces:
            lies_there = force.plan is None or force.plan.sails >= until
            for turn in self._hexes if lies_there else ():
                self.note(force, turn)

    def note(self, force: Force, turn: int) -> None:
        """Record the hex of a force at the end of a turn, if it is a force that British submarines must avoid."""
        if not force.port and is_friend(self._box, force):
            self._hexes.setdefault(turn, set()).add(force.at)

    def closed_to(self, force: Force, turn: int) -> frozenset[str]:
        """Return the hexes that a force may not enter in a turn; empty unless the force has British submarines."""
        return frozenset(self._hexes.get(turn, ())) if avoids_friends(self._box, force) else frozenset()


def forces_in_order(board: Board) -> list[Force]:
    """8.3, 5.2.1 Return the forces that sail by plan before play starts, in the order in which they move.

    British submarines move last, because they avoid hexes of friendly forces.
    """
    sailing = [one for one in board.state.forces if one.plan is not None and one.plan.sails < board.state.turn]
    return sorted(sailing, key=lambda one: avoids_friends(board.box, one))


async def advance_force(board: Board, force: Force, until: int, company: Company | None = None) -> tuple[str, str]:
    """8.3, 8.3b Advance a force by its plan, up to the turn `until`; return the hex and the port that it reaches.

    The turn `until` itself is not played. The force's plan and fuel are updated (8.3c); the caller moves the block. A
    die decides doubtful ice. A force that is stopped continues in the next turn. A force waits outside a Russian port
    that has no room for all its ships (5.1.2a). British submarines avoid the hexes recorded in `company` (5.2.1).
    """
    at, port, plan = force.at, force.port, force.plan
    if plan is None:
        return at, port
    ghost, company = structs.replace(force, trail=[]), company or Company(board, until)
    for turn in range(min(plan.sails, 1), until):
        if turn >= plan.sails and not (ghost.port and ghost.at != at):
            await _one_turn(board, ghost, turn, company.closed_to(ghost, turn))
        company.note(ghost, turn)
    force.plan, force.fuel = ghost.plan, ghost.fuel
    if force.plan is not None and not force.plan.route and not force.plan.destination:
        force.plan = None
    return ghost.at, ghost.port


async def _one_turn(board: Board, ghost: Force, turn: int, closed: frozenset[str]) -> None:
    """8.3, 8.3b Move a force for one turn before play starts; it enters none of the `closed` hexes.

    `ghost`: a copy of the force, whose block is not moved yet.
    """
    now = ghost.plan
    if now is None:
        return
    way, enters = hexes_this_turn(ghost, now, hexes_now(board, ghost, now))
    if ghost.port and not await _through_port(board, ghost):
        return
    if (ghost.port or ghost.at == GERMAN_BOX) and ghost.fuel is None and needs_fuel(board.box, ghost.counters):
        endurance, german = board.state.options.soviet_fuel, in_germany(board, ghost)
        ghost.fuel = sailing_fuel(board.box, turn, ghost.counters, german=german, soviet_endurance=endurance)
    ghost.port = ""
    reached = await _gone_along(board, ghost, way, closed)
    there = enters and reached == len(way) and board.box.ports[now.destination].hex == ghost.at
    if there and has_room(board, ghost, now.destination) and await _through_port(board, ghost):
        use_berths(board, ghost, now.destination)
        ghost.port, ghost.plan = now.destination, None
    _end_of_turn(board, ghost, turn, reached)


def _end_of_turn(board: Board, ghost: Force, turn: int, reached: int) -> None:
    """8.3c, 11.1, 11.1.3 Burn the fuel of a turn, and update the force's fuel marker as in the fuel phase.

    `reached`: the number of hexes that the force entered in the turn.
    """
    if ghost.fuel is not None and needs_fuel(board.box, ghost.counters):
        burned = board.box.numbers.fuel.high_speed if reached >= board.box.numbers.speed.high else 0
        ghost.fuel = marks.fuel_on_turn(board.box, marks.spend_fuel(ghost.fuel, burned), turn + 1)


async def _through_port(board: Board, ghost: Force) -> bool:
    """10.0 Return True if the ice of the port's own hex lets a force leave or enter the port."""
    if ice_barred_by(board.box, ghost, ghost.at, sailing(board)):
        return False
    return (await try_to_cross(board, ghost, ghost.at, openly=False)).passes


async def _gone_along(board: Board, ghost: Force, way: tuple[str, ...], closed: frozenset[str]) -> int:
    """Move a force along the hexes of a turn, up to the first hex that it cannot enter.

    Return the number of hexes entered.
    """
    by = structs.replace(sailing(board), friends=closed)
    for made, hex_ in enumerate(way):
        if step_barred_by(board.box, ghost, ghost.at, hex_, by):
            return made
        if (
            hex_ not in DOORS
            and ghost.at not in DOORS
            and not (await try_to_cross(board, ghost, hex_, openly=False)).passes
        ):
            return made
        if ghost.convoy is not None:
            ghost.convoy.been.append(ghost.at)
            note_distance(ghost.convoy, distance_left(board.box, ghost, hex_, sailing(board)))
        ghost.at = hex_
        if ghost.plan is not None:
            ghost.plan = structs.replace(ghost.plan, route=ghost.plan.route[1:])
    return len(way)
