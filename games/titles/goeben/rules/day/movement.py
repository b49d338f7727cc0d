"""12.0 The movement phase: moves as ordered, then breakdowns, visits to neutral ports, and ports given up."""

from games.kernel.events import Audience
from games.kernel.requests import roll
from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.day import mines
from games.titles.goeben.rules.day.planning import revise, speeds
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Consort, Warship


async def movement(board: Board) -> str | None:
    """12.0 Make the moves of all seats, in the order in which they were written; return the key of the next step.

    The later phases resolve the spaces in the order of these moves (6.1).
    """
    if board.day.news:
        await revise(board)
    before = board.stations()
    for order in board.orders():
        if isinstance(order, Move):
            for name in order.ships:
                await _sail(board, name, order)
    _order_groups(board)
    mines.lay(board)
    after = board.stations()
    ports.note_visits(board, [space for name, space in before.items() if after.get(name) == space])
    ports.abandon(board, {route[0]: board.report_audience(name) for name, route in board.day.routes.items()})
    _end_sortie(board)
    return groups.begin(board, "incidents")


async def _sail(board: Board, name: str, order: Move) -> None:
    """12.0, 12.1–12.3 Move one ship at the lowest speed that takes her there; she stays if she cannot."""
    consort = next((one for one in board.state.consorts if one.id == name), None)
    if consort is not None:
        _sail_consort(board, consort, order)
        return
    ship = board.ship(name)
    route = _route(board, name, ship.at, order)
    cruise, maximum, emergency = speeds(board, ship)
    if ship.sunk or name in board.day.outfitted or not route or len(route) > emergency:
        board.tell_at(ship.at, told.Impeded(name, order.goal))
        return
    speed = "cruise" if len(route) <= cruise else "maximum" if len(route) <= maximum else "emergency"
    coal = 0 if speed == "cruise" else board.box.numbers.movement.fast_coal
    left = board.witnesses(ship.at)
    start, ship.at = ship.at, route[-1]
    ship.coal -= coal
    board.day.routes[name] = (start, *route)
    _tell(board, left, ship.at, told.Sailed(name, start, route, speed, coal))
    if speed == "emergency":
        await _strain(board, ship)


def _sail_consort(board: Board, consort: Consort, order: Move) -> None:
    """20.0 Move an Austro-Hungarian ship, which needs no coal and keeps to its seas."""
    route = _route(board, consort.id, consort.at, order)
    if not consort.at or consort.gone or not route or len(route) > board.box.austrian[consort.id].speed:
        board.tell_at(consort.at, told.Impeded(consort.id, order.goal))
        return
    left = board.witnesses(consort.at)
    start, consort.at = consort.at, route[-1]
    board.day.routes[consort.id] = (start, *route)
    _tell(board, left, consort.at, told.Sailed(consort.id, start, route, "cruise"))


def _tell(board: Board, left: Audience, at: str, sailed: told.Sailed) -> None:
    """25.2 Announce a move.

    Seats that see the ship arrive learn its route. Seats that it left (`left`) learn only that it sailed.
    """
    arriving = board.witnesses(at)
    board.emit(sailed, to=arriving)
    if behind := tuple(seat for seat in left if seat not in arriving):
        board.emit(told.Sailed(sailed.ship, sailed.start, (), ""), to=behind)


def _route(board: Board, name: str, start: str, order: Move) -> tuple[str, ...] | None:
    """12.5, 12.5.1 Return the spaces that a ship enters on the ordered path; None if it leads through a closed space.

    The ship stops where it must, and at the first counter on its way (4.1.3), even if its captain did not know it.
    """
    austrian, at = name in board.box.austrian, start
    for steps, space in enumerate(order.way, start=1):
        if space not in board.box.waters.ways.get(at, ()) or not ports.is_open(board, space, austrian=austrian):
            return None
        if board.is_barred(space) or ports.terrain(board, space).stop:
            return order.way[:steps]
        at = space
    return order.way


async def _strain(board: Board, ship: Warship) -> None:
    """12.3, 12.3.1 Roll for a breakdown of the engines after a move at emergency speed."""
    (die,) = await roll(6, key=board.occasion(f"strain.{ship.id}"), rule="12.3")
    broken = die <= board.box.numbers.movement.breakdown
    board.tell_at(ship.at, told.BreakdownRolled(ship.id, die, broken))
    if broken:
        hurt(board, ship, "engines", 1)


def _order_groups(board: Board) -> None:
    """6.1 Set the order of the spaces by the moves that ended in them, perhaps before their goals (4.1.3)."""
    moved = [name for order in board.orders() if isinstance(order, Move) for name in order.ships]
    board.day.order = list(dict.fromkeys(board.day.routes[name][-1] for name in moved if name in board.day.routes))


def _end_sortie(board: Board) -> None:
    """13.chart/French Navy Sortie End the sortie of the French fleet, whose marker goes back into the incident pool.

    German ships that are still in its zones must leave them first (13.chart/French Navy Sortie.1).
    """
    if not board.state.french_sortie:
        return
    for space in ports.SORTIE_ZONES:
        for ship in board.ships_at(space):
            hurt(board, ship, "hull", ship.hull)
    board.state.french_sortie = False
    board.give_back("french_sortie")
    board.tell(told.SortieEnded(ports.SORTIE_ZONES))
