"""11.3 Refuelling in port and at sea."""

from collections.abc import Sequence

from games.titles.pq17.box.contents import Box
from games.titles.pq17.rules.fuel.marks import ALWAYS_FULL
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.fuel import Fuel


def full_oil(box: Box, counter: Counter) -> int:
    """11.3.2a What an oiler of this strength can hold for others; 0 for any other ship."""
    return box.numbers.fuel.oiler * counter.strength if box.ships[counter.ship].is_oiler else 0


def thirst(box: Box, counters: Sequence[Counter]) -> int:
    """11.3.2, 11.3.2a The strength of a force that takes fuel: not merchants, escorts, auxiliaries and submarines."""
    return sum(one.strength for one in counters if box.ships[one.ship].type not in ALWAYS_FULL)


def takes(box: Box, counters: Sequence[Counter]) -> int:
    """11.3.2a What a force takes from its oilers: its strength in fives, rounded up."""
    steps = box.numbers.fuel.oiler_steps
    return -(-thirst(box, counters) // steps) * steps


def oilers(box: Box, counters: Sequence[Counter]) -> int:
    """1.4.2, 11.3.2 The oilers of a force that can still give: auxiliaries by counter, tankers by strength."""
    count = 0
    for one in counters:
        ship = box.ships[one.ship]
        if ship.is_oiler and not one.used and not one.dead:
            count += 1 if ship.type == "ax" else one.strength
    return count


def may_refuel_at_sea(box: Box, counters: Sequence[Counter]) -> bool:
    """11.3.2 Whether a force may be marked for refuelling at sea: not more than ten of strength for each oiler, and no
    more than they hold.
    """
    count = oilers(box, counters)
    if not count:
        return False
    strength = thirst(box, counters)
    able = [one for one in counters if not one.used and not one.dead]
    held = sum(one.oil for one in able)
    return 0 < strength <= count * box.numbers.fuel.oiler and takes(box, counters) <= held


def refuelled_at_sea(box: Box, counters: Sequence[Counter], turn: int) -> Fuel:
    """11.3.2, 11.3.2a The fuel phase of a force that refuelled in a turn: its oilers give in their order, and who is
    empty is turned over; Warning lies twelve turns after that turn.
    """
    wanted = takes(box, counters)
    for one in counters:
        if box.ships[one.ship].is_oiler and not one.used and not one.dead:
            given = min(one.oil, wanted)
            one.oil -= given
            wanted -= given
            one.used = one.oil == 0
    return Fuel(turn + box.numbers.fuel.warning)


def holed(box: Box, counter: Counter) -> None:
    """11.3.2a An oiler that lost strength holds no more than ten for each that she has left."""
    counter.oil = min(counter.oil, full_oil(box, counter))
    if box.ships[counter.ship].is_oiler and not counter.oil:
        counter.used = True


def refuelled_in_port(box: Box, counters: Sequence[Counter], *, permanent: bool) -> None:
    """11.3.1, 11.3.2a The fuel phase of a force that lay in port the whole turn: in a permanent port its oilers are
    full again. Its mark goes, which the caller sees to.
    """
    if permanent:
        for one in counters:
            if box.ships[one.ship].is_oiler:
                one.oil, one.used = full_oil(box, one), False
