"""7.8 Carriers that are hurt."""

from collections.abc import Sequence

from games.kernel.requests import draw
from games.titles.pq17.table.counters import Counter, Squadron

STEPS_LOST = 2
"""7.8 Steps of aircraft that go with each step of the carrier."""


def operates(counter: Counter) -> bool:
    """7.8, 7.8a Whether a carrier may launch, take back and scramble aircraft, and hold an air radius (6.4.1a)."""
    return counter.is_able() and counter.strength > 0


async def aircraft_lost(embarked: Sequence[Squadron], steps: int, *, key: str) -> list[str]:
    """7.8 A carrier that lost so many steps loses twice as many of her embarked aircraft, drawn at random and gone for
    good; the aircraft in the order drawn. The owner alone sees which.
    """
    lost: list[str] = []
    pool = [str(place) for place, unit in enumerate(embarked) for _ in range(unit.strength)]
    for place in await draw(pool, STEPS_LOST * steps, key=key, rule="7.8"):
        unit = embarked[int(place)]
        unit.strength -= 1
        unit.damaged = min(unit.damaged, unit.strength)
        lost.append(unit.aircraft)
    return lost
