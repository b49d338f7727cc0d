"""1.2.4, 3.2d The combine segment: forces combine and exchange ships, and surplus dummies are removed."""

from games.titles.pq17.components.pieces import CARRIERS
from games.titles.pq17.orders.move_orders import Combine, Exchange
from games.titles.pq17.rules.convoy.dispersal import rejoin_parts
from games.titles.pq17.rules.forces.composition import combining_barred_by, merge_counters
from games.titles.pq17.rules.forces.deck import draw_cards
from games.titles.pq17.rules.fuel.marks import spend_fuel
from games.titles.pq17.rules.joining import clear_dummies, combine_forces, exchange_barred_by
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.search.cards import Look, card_finds
from games.titles.pq17.rules.search.detachment import leaving_counters, remaining_counters
from games.titles.pq17.state.board import MOST_AT_SEA, Board
from games.titles.pq17.state.events.operation import SegmentOver
from games.titles.pq17.state.state import Force


async def combine_segment(board: Board) -> str:
    """1.2.4, 1.2.5, 1.3e Combine forces and exchange ships as ordered, if the forces are now in one place.

    Then let dispersed merchants rejoin their convoys, remove surplus dummies, and tow or sink ships Dead in the Water.
    Returns the name of the next step.
    """
    for order in board.ordered(Combine):
        found = [force for force in board.forces_of(board.phase.side) if force.id in order.forces]
        if len(found) > 1 and not combining_barred_by(board.box, found):
            key = f"combining.{board.called(board.as_seen(found)[0])}"
            if await find_each_other(board, found, key=key):
                combine_forces(board, found)
    for swap in board.ordered(Exchange):
        _exchange(board, swap)
    await rejoin_parts(board)
    clear_dummies(board, board.phase.side)
    tow_or_sink(board)
    board.tell(SegmentOver(board.phase.side, "combine"))
    return "axis_phase" if board.phase.side == "allied" else "situations"


def _keep_radius(board: Board, *forces: Force) -> None:
    """5.3.1a If one of these forces had declared an air radius, let each of them that has a carrier hold one.

    Call it after they have exchanged ships.
    """
    declared = board.state.declared
    if any(force.id in declared for force in forces):
        types = {force.id: {board.box.ships[one.ship].type for one in force.counters} for force in forces}
        board.state.declared = list(dict.fromkeys((*declared, *(name for name in types if types[name] & CARRIERS))))


def _exchange(board: Board, order: Exchange) -> None:
    """1.2.5 Exchange ships between two forces as ordered, if they are now in one place.

    Each force keeps its ID level, its kind and, unless ordered otherwise, its fuel marker. A force that receives ships
    counts as in port no longer than these ships (11.3.1).
    """
    own = {force.id: force for force in board.forces_of(board.phase.side)}
    one, other = own.get(order.one), own.get(order.other)
    if one is None or other is None:
        return
    gives, takes = leaving_counters(board, one, order.gives), leaving_counters(board, other, order.takes)
    if exchange_barred_by(board, one, other, takes, gives):
        return
    mine, theirs = remaining_counters(one.counters, gives), remaining_counters(other.counters, takes)
    one.counters, other.counters = merge_counters([*mine, *takes]), merge_counters([*theirs, *gives])
    one.told = other.told = 0
    _keep_radius(board, one, other)
    rested = min(one.resting, other.resting)
    one.resting, other.resting = (rested if takes else one.resting), (rested if gives else other.resting)
    if order.fuel and one.fuel is not None and other.fuel is not None:
        marks = [spend_fuel(fuel, force.spent) for force, fuel in ((one, one.fuel), (other, other.fuel))]
        other.fuel, one.fuel = marks
        one.spent = other.spent = 0


ROUGH = ("storm", "gale")


async def find_each_other(board: Board, forces: list[Force], *, key: str) -> bool:
    """9.4 Option: return True if forces in one hex at sea find each other, so that they can combine.

    In a storm or gale, they find each other if a card of their side finds a target at ID 3. Only their owner learns the
    result. In other weather, in port, and if the option is not in play, they always find each other. `key`: the prefix
    of the draw's key in the journal.
    """
    rough = board.state.options.storm_combining and board.state.sky.kind in ROUGH
    if not rough or not all(one.at_sea for one in forces):
        return True
    (card,) = await draw_cards(board, forces[0].side, 1, key=key, rule="9.4")
    look = Look(day=board.is_day, weather=board.state.sky.kind, row="force", level=MOST_AT_SEA)
    return card_finds(card, look)
