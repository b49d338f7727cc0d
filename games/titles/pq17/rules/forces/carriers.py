"""1.5.1a, 7.8 The aircraft of carriers, and carriers that are hurt."""

from collections.abc import Iterable, Iterator, Sequence

from games.kernel.requests import draw
from games.titles.pq17.box.contents import Box
from games.titles.pq17.table.counters import Counter, Squadron
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force

STEPS_LOST = 2
"""7.8 Steps of aircraft that go with each step of the carrier."""


def operates(counter: Counter) -> bool:
    """7.8, 7.8a Whether a carrier may launch, take back and scramble aircraft, and hold an air radius (6.4.1a)."""
    return counter.is_able() and counter.strength > 0


def carrier_aircraft(box: Box, holding: Iterable[Counter]) -> Iterator[AirUnit]:
    """1.5, 1.5.1a The aircraft aboard carriers: a unit for each counter, each with an id of its own."""
    for one in holding:
        kinds = [kind for kind, _ in box.ships[one.ship].embarked]
        for place, (kind, strength) in enumerate(box.ships[one.ship].embarked):
            number = kinds[:place].count(kind) + 1
            name = f"{one.ship}_{kind}" if number == 1 else f"{one.ship}_{kind}_{number}"
            yield AirUnit(aircraft=kind, strength=strength, id=name, base=one.ship)


def taken_in(sea: Sea, force: Force, ship: str) -> None:
    """7.8a Aircraft of a carrier that is gone, in the air as she went, go to another of their side in the hex that
    operates and has room for the whole unit, by what is embarked on her at first.
    """
    near = [
        one for other in sea.forces_of(force.side) if other.at == force.at and other.at_sea for one in other.counters
    ]
    carriers = [one.ship for one in near if sea.box.ships[one.ship].embarked and one.ship != ship and operates(one)]
    for unit in [one for one in sea.state.air if one.base == ship and one.mission]:
        for other in carriers:
            held = sum(one.strength for one in sea.state.air if one.base == other)
            if unit.base == ship and held + unit.strength <= sea.box.ships[other].capacity:
                unit.base = other


async def embarked_lost(embarked: Sequence[Squadron], steps: int, *, key: str) -> list[str]:
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
