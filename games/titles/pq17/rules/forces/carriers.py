"""1.5.1a, 7.8 The aircraft of carriers, and damage to carriers."""

from collections.abc import Iterable, Iterator, Sequence

from games.kernel.requests import draw
from games.titles.pq17.components.contents import Box
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter, Squadron
from games.titles.pq17.state.state import AirUnit, Force

STEPS_LOST = 2
"""7.8 The number of aircraft steps that are lost with each step of their carrier."""


def operates(counter: Counter) -> bool:
    """7.8, 7.8a Return True if a carrier can operate aircraft.

    She can then launch and recover aircraft, let fighters take off against attacks, and hold an air radius (6.4.1a).
    """
    return counter.is_able() and counter.strength > 0


def carrier_aircraft(box: Box, holding: Iterable[Counter]) -> Iterator[AirUnit]:
    """1.5, 1.5.1a Yield each air unit that the carriers among these ships carry, newly created with its id."""
    for one in holding:
        kinds = [kind for kind, _ in box.ships[one.ship].embarked]
        for place, (kind, strength) in enumerate(box.ships[one.ship].embarked):
            number = kinds[:place].count(kind) + 1
            name = f"{one.ship}_{kind}" if number == 1 else f"{one.ship}_{kind}_{number}"
            yield AirUnit(aircraft=kind, strength=strength, id=name, base=one.ship)


def rebase_flying_aircraft(board: Board, force: Force, ship: str) -> None:
    """7.8a Move the flying aircraft of a lost carrier to other carriers of their side in the hex.

    Such a carrier must be able to operate aircraft, and have room for the whole unit: her limit is the number of her
    initial aircraft. `force`: the force of the lost carrier. `ship`: the lost carrier.
    """
    near = [
        one for other in board.forces_of(force.side) if other.at == force.at and other.at_sea for one in other.counters
    ]
    carriers = [one.ship for one in near if board.box.ships[one.ship].embarked and one.ship != ship and operates(one)]
    for unit in [one for one in board.state.air if one.base == ship and one.mission]:
        for other in carriers:
            held = sum(one.strength for one in board.state.air if one.base == other)
            if unit.base == ship and held + unit.strength <= board.box.ships[other].capacity:
                unit.base = other


async def lose_embarked_aircraft(embarked: Sequence[Squadron], steps: int, *, key: str) -> list[str]:
    """7.8 Remove random aircraft aboard a damaged carrier for good: two for each of the `steps` that the carrier lost.

    Returns the types of the lost aircraft in the order of the lots. `key`: the key of the lots in the journal, which
    only the owner sees.
    """
    lost: list[str] = []
    pool = [str(place) for place, unit in enumerate(embarked) for _ in range(unit.strength)]
    for place in await draw(pool, STEPS_LOST * steps, key=key, rule="7.8"):
        unit = embarked[int(place)]
        unit.strength -= 1
        unit.damaged = min(unit.damaged, unit.strength)
        lost.append(unit.aircraft)
    return lost
