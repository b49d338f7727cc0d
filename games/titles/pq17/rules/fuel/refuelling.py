"""11.3 Refuelling in port and at sea."""

from collections.abc import Sequence

from games.titles.pq17.components.contents import Box
from games.titles.pq17.rules.fuel.marks import ALWAYS_FULL
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel


def full_oil(box: Box, counter: Counter) -> int:
    """11.3.2a Return the strength that an oiler can refuel when its oil is full; 0 for any other ship."""
    return box.numbers.fuel.oiler * counter.strength if box.ships[counter.ship].is_oiler else 0


def refuelled_strength(box: Box, counters: Sequence[Counter]) -> int:
    """11.3.2, 11.3.2a Return the strength of the ships that take fuel.

    Merchants, escorts, auxiliaries and submarines take no fuel.
    """
    return sum(one.strength for one in counters if box.ships[one.ship].type not in ALWAYS_FULL)


def oil_taken(box: Box, counters: Sequence[Counter]) -> int:
    """11.3.2a Return the oil that a force takes from its oilers: its strength, rounded up to a multiple of five."""
    steps = box.numbers.fuel.oiler_steps
    return -(-refuelled_strength(box, counters) // steps) * steps


def usable_oilers(box: Box, counters: Sequence[Counter]) -> int:
    """1.4.2, 11.3.2 Return the number of oilers that can still give oil.

    Auxiliaries count by counter, tankers by strength.
    """
    count = 0
    for one in counters:
        ship = box.ships[one.ship]
        if ship.is_oiler and not one.used and not one.dead:
            count += 1 if ship.type == "ax" else one.strength
    return count


def may_refuel_at_sea(box: Box, counters: Sequence[Counter]) -> bool:
    """11.3.2 Return True if a force can refuel at sea.

    The force must have at most ten strength for each oiler, and need no more oil than its oilers hold.
    """
    count = usable_oilers(box, counters)
    if not count:
        return False
    strength = refuelled_strength(box, counters)
    able = [one for one in counters if not one.used and not one.dead]
    held = sum(one.oil for one in able)
    return 0 < strength <= count * box.numbers.fuel.oiler and oil_taken(box, counters) <= held


def refuel_at_sea(box: Box, counters: Sequence[Counter], turn: int) -> Fuel:
    """11.3.2, 11.3.2a Take the oil for a force from its oilers, and return the force's new fuel marker.

    The oilers give oil one after the other; an empty oiler is marked as used. The Warning of the new marker is twelve
    turns after `turn`.
    """
    wanted = oil_taken(box, counters)
    for one in counters:
        if box.ships[one.ship].is_oiler and not one.used and not one.dead:
            given = min(one.oil, wanted)
            one.oil -= given
            wanted -= given
            one.used = one.oil == 0
    return Fuel(turn + box.numbers.fuel.warning)


def limit_oil(box: Box, counter: Counter) -> None:
    """11.3.2a Limit the oil of an oiler that lost strength to the capacity of its remaining strength."""
    counter.oil = min(counter.oil, full_oil(box, counter))
    if box.ships[counter.ship].is_oiler and not counter.oil:
        counter.used = True


def refill_oilers(box: Box, counters: Sequence[Counter], *, permanent: bool) -> None:
    """11.3.1, 11.3.2a Fill the oilers of a force that was in a port, or in the German box, for a whole turn.

    `permanent`: True for a permanent port and for the German box. If it is False, nothing happens.
    """
    if permanent:
        for one in counters:
            if box.ships[one.ship].is_oiler:
                one.oil, one.used = full_oil(box, one), False
