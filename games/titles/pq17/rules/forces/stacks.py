"""7.2.4, 7.2.6a Stacks on the battle display, and on which ship of a stack a hit falls."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.kernel.requests import draw, lot
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, LIGHT_SHIPS
from games.titles.pq17.table.counters import Counter

Stack = list[Counter]
"""Counters that lie together and are one target; the order says nothing."""


def weight(box: Box, counter: Counter) -> int:
    """7.2.6a How many ships a counter stands for when one is drawn: merchants and light ships by strength, a wreck
    without any as one; every other counter is one, an auxiliary too.
    """
    ship = box.ships[counter.ship]
    if ship.type in LIGHT_SHIPS or ship.type == "mx":
        return max(counter.strength, 1)
    return 1


async def drawn(
    box: Box, counters: Sequence[Counter], *, key: str, rule: str = "7.2.6a", secret: bool = False
) -> Counter:
    """One of the ships in these counters, each ship as likely as the other; `secret`: nobody sees the lot fall. Raises
    LookupError for no ships at all.
    """
    places = [str(place) for place, one in enumerate(counters) for _ in range(weight(box, one))]
    if not places:
        raise LookupError("there is no ship to draw")
    if len(set(places)) == 1:
        return counters[int(places[0])]
    if secret:
        (chosen,) = await draw(places, 1, key=key, rule=rule)
    else:
        chosen = await lot(places, key=key, rule=rule)
    return counters[int(chosen)]


def is_boat(box: Box, counter: Counter) -> bool:
    """7.2.4, 7.5.2, 7.4.6 Whether a counter is submarines: neither aircraft nor guns nor torpedoes of ships have a line
    for them on their charts, so that those of a convoy are no targets, and stay with it below.
    """
    return box.ships[counter.ship].type == "ss"


def may_stack(box: Box, stack: Sequence[Counter], *, in_port: bool = False) -> bool:
    """7.2.4, 7.2.4a Whether these counters may lie in one stack: convoy ships together or light ships together, up to
    the strength that may be stacked; any other ship alone; those Dead in the Water or in tow alone, except in port.
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
    """1.4e, 7.2.4 Strength as it lies on the display: a class is laid in as many counters as hold it, as even as they
    can be, for what one counter holds is all that hits together.
    """
    return [piece for one in counters for piece in _even_parts(one, box.ships[one.ship].most)]


def _even_parts(counter: Counter, most: int) -> list[Counter]:
    """The counter itself where it holds its strength; an odd hit stays with the first part (7.0b)."""
    if not most or counter.strength <= most:
        return [counter]
    parts = -(-counter.strength // most)
    each, more = divmod(counter.strength, parts)
    strengths = [each + (place < more) for place in range(parts)]
    first = structs.replace(counter, strength=strengths[0])
    return [first, *(structs.replace(counter, strength=strength, odd=0) for strength in strengths[1:])]


def singles(box: Box, counter: Counter) -> list[Counter]:
    """7.7 The ships of a counter, one by one, as stragglers sail."""
    if box.ships[counter.ship].is_single:
        return [counter]
    return [
        Counter(counter.ship, 1, counter.crippled, counter.dead, used=counter.used) for _ in range(counter.strength)
    ]


def together(box: Box, ships: list[Counter]) -> list[Counter]:
    """1.4b Ships of a class in the same state as one counter again."""
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
