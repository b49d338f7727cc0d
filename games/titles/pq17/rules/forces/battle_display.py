"""7.2.4, 7.2.6a, 7.5.2 The battle display: formations, stacks, and the lot that chooses the ship that is hit."""

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
"""Counters that lie together and are a single target. The order of the counters has no meaning."""


def ship_count(box: Box, counter: Counter) -> int:
    """7.2.6a Return how many ships a counter counts for when a ship is chosen by lot.

    Merchants and light ships count by strength; a wreck without strength counts as one ship. Every other counter,
    including auxiliaries, counts as one ship.
    """
    ship = box.ships[counter.ship]
    if ship.type in LIGHT_SHIPS or ship.type == "mx":
        return max(counter.strength, 1)
    return 1


async def draw_ship(
    box: Box, counters: Sequence[Counter], *, key: str, rule: str = "7.2.6a", secret: bool = False
) -> Counter:
    """7.2.6a Choose one of the ships in these counters by lot, each equally likely, and return her counter.

    `secret`: no player sees the lot. `key`: the key of the lot in the journal. Raises LookupError if there are no
    ships.
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

    The charts for aircraft, guns and ships' torpedoes have no line for submarines. So these weapons cannot attack
    submarines that sail with a convoy.
    """
    return box.ships[counter.ship].type == "ss"


def may_stack(box: Box, stack: Sequence[Counter], *, in_port: bool = False) -> bool:
    """7.2.4, 7.2.4a Return True if these counters may lie in one stack.

    Up to the stacking limit, convoy ships stack with convoy ships, and light ships with light ships. Any other ship
    lies alone. Except in port, a ship that is Dead in the Water or in tow lies alone, too. A single counter is always a
    legal stack.
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
    """1.4e, 7.2.4 Return the counters with which a force is laid out on the display.

    The strength of a class is split as evenly as possible into as few counters as can hold it. Hits on a counter affect
    only its own strength.
    """
    return [piece for one in counters for piece in _even_parts(one, box.ships[one.ship].most)]


def _even_parts(counter: Counter, most: int) -> list[Counter]:
    """Return a counter split into as few counters of equal strength as can hold it. `most`: the most strength of each.

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
    """7.7 Return the ships of a counter as counters of strength 1, for ships that sail alone as stragglers.

    A named ship is not split.
    """
    if box.ships[counter.ship].is_single:
        return [counter]
    return [
        Counter(counter.ship, 1, counter.crippled, counter.dead, used=counter.used) for _ in range(counter.strength)
    ]


def merge_ships(box: Box, ships: list[Counter]) -> list[Counter]:
    """1.4b Merge ships of a class in the same state into one counter; return the resulting counters."""
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
    """Return the part of the phase's form with the forces of a side that can choose a formation."""
    forces = [one for one in board.forces_of(side) if one.kind in ("convoy", "task_force") and len(one.counters) > 1]
    arrays = [_array(board, force) for force in forces]
    return Formations(arrays=tuple(one for one in arrays if len(one.ships) > 1))


def _array(board: Board, force: Force) -> Array:
    """7.5.2c, 7.5.4 Return the ships that an order for a force's formation can name.

    The light ships can lay smoke, and light ships with torpedoes can close for an attack. Submarines are in no row.
    """
    pieces = board.box.ships
    ships = tuple(dict.fromkeys([one.ship for one in force.counters if not is_boat(board.box, one)]))
    light = tuple([name for name in ships if pieces[name].type in LIGHT_SHIPS])
    return Array(force.id, ships, light, tuple([name for name in light if pieces[name].torpedoes]))


def set_formations(board: Board) -> None:
    """Store the ordered formations in the forces. An order without any details resets a force to the default."""
    for order in board.ordered(Formation):
        bare = order == Formation(order.force)
        board.force(order.force).formation = None if bare else order
