"""7.2.4, 7.2.6a, 7.5.2 The battle display: formations, stacks, and the ship in a stack that a hit falls on."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.kernel.requests import draw, draw_lot
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, LIGHT_SHIPS, Side
from games.titles.pq17.orders.formations import Array, Formation, Formations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force

Stack = list[Counter]
"""Counters that lie together and are one target; their order has no meaning."""


def ship_count(box: Box, counter: Counter) -> int:
    """7.2.6a Return the number of ships that a counter counts for in a random draw.

    Merchants and light ships count by strength, a wreck without strength as one. Every other counter, including
    auxiliaries, counts as one.
    """
    ship = box.ships[counter.ship]
    if ship.type in LIGHT_SHIPS or ship.type == "mx":
        return max(counter.strength, 1)
    return 1


async def draw_ship(
    box: Box, counters: Sequence[Counter], *, key: str, rule: str = "7.2.6a", secret: bool = False
) -> Counter:
    """7.2.6a Draw one of the ships in these counters, each equally likely, and return its counter.

    `secret`: no player sees the draw. Raises LookupError if there are no ships.
    """
    places = [str(place) for place, one in enumerate(counters) for _ in range(ship_count(box, one))]
    if not places:
        raise LookupError("there is no ship to draw")
    if len(set(places)) == 1:
        return counters[int(places[0])]
    if secret:
        (chosen,) = await draw(places, 1, key=key, rule=rule)
    else:
        chosen = await draw_lot(places, key=key, rule=rule)
    return counters[int(chosen)]


def is_boat(box: Box, counter: Counter) -> bool:
    """7.2.4, 7.5.2, 7.4.6 Return True for a submarine.

    The charts for aircraft, guns and ships' torpedoes have no line for submarines. So submarines that sail with a
    convoy cannot be attacked by these.
    """
    return box.ships[counter.ship].type == "ss"


def may_stack(box: Box, stack: Sequence[Counter], *, in_port: bool = False) -> bool:
    """7.2.4, 7.2.4a Return True if these counters may lie in one stack.

    Convoy ships stack with each other, and so do light ships, up to the stacking limit. Any other ship lies alone. A
    ship that is Dead in the Water or in tow lies alone, except in port.
    """
    if len(stack) < 2:
        return True
    if not in_port and any(one.dead or one.towed for one in stack):
        return False
    types = {box.ships[one.ship].type for one in stack}
    strength, numbers = sum(one.strength for one in stack), box.numbers.forces
    if types <= CONVOY_SHIPS:
        return strength <= numbers.stacked_convoy_ships
    return types <= LIGHT_SHIPS and strength <= numbers.stacked_light_ships


def as_counters(box: Box, counters: Iterable[Counter]) -> list[Counter]:
    """1.4e, 7.2.4 Return the strength of a force as counters on the display.

    A class is split as evenly as possible into as few counters as can hold it. Hits on a counter affect only its own
    strength.
    """
    return [piece for one in counters for piece in _even_parts(one, box.ships[one.ship].most)]


def _even_parts(counter: Counter, most: int) -> list[Counter]:
    """Return the counter split into as few equal counters as can hold its strength.

    The first part keeps an odd hit (7.0b).
    """
    if not most or counter.strength <= most:
        return [counter]
    parts = -(-counter.strength // most)
    each, more = divmod(counter.strength, parts)
    strengths = [each + (place < more) for place in range(parts)]
    first = structs.replace(counter, strength=strengths[0])
    return [first, *(structs.replace(counter, strength=strength, odd=0) for strength in strengths[1:])]


def single_ships(box: Box, counter: Counter) -> list[Counter]:
    """7.7 Return the ships of a counter as counters of strength 1, as stragglers sail; a named ship stays as it is."""
    if box.ships[counter.ship].is_single:
        return [counter]
    return [
        Counter(counter.ship, 1, counter.crippled, counter.dead, used=counter.used) for _ in range(counter.strength)
    ]


def merge_ships(box: Box, ships: list[Counter]) -> list[Counter]:
    """1.4b Merge ships of a class in the same state into one counter; return the counters."""
    found: list[Counter] = []
    for one in ships:
        same = next((other for other in found if _condition(other) == _condition(one)), None)
        if same is None or box.ships[one.ship].is_single:
            found.append(one)
        else:
            same.strength += one.strength
    return found


def _condition(counter: Counter) -> tuple[str, bool, bool, bool]:
    return counter.ship, counter.crippled, counter.dead, counter.used


def formations_part(board: Board, side: Side) -> Formations:
    """Return the form part with the forces of a side that can choose a formation."""
    forces = [one for one in board.forces_of(side) if one.kind in ("convoy", "task_force") and len(one.counters) > 1]
    arrays = [_array(board, force) for force in forces]
    return Formations(arrays=tuple(one for one in arrays if len(one.ships) > 1))


def _array(board: Board, force: Force) -> Array:
    """7.5.2c, 7.5.4 Return the formation options of a force.

    Its light ships can lay smoke, and those with torpedoes can close for an attack. Submarines are in no row.
    """
    pieces = board.box.ships
    ships = tuple(dict.fromkeys([one.ship for one in force.counters if not is_boat(board.box, one)]))
    light = tuple([name for name in ships if pieces[name].type in LIGHT_SHIPS])
    return Array(force.id, ships, light, tuple([name for name in light if pieces[name].torpedoes]))


def set_formations(board: Board) -> None:
    """Set the ordered formations of forces; an empty order resets a force to the default."""
    for order in board.ordered(Formation):
        bare = order == Formation(order.force)
        board.force(order.force).formation = None if bare else order
