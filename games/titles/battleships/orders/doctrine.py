"""5.1, 6.1 Doctrines: orders that name the preferred targets of guns and torpedoes.

Doctrines may hold for the whole battle.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from games.orders.order_set import Field, OrderTemplate

NEAREST = "nearest"
CAPITALS = ("bb", "bc", "pb")
SMALL = ("ca", "cl", "dd")
PREY = (*CAPITALS, *SMALL, "battery", "capital", "small", NEAREST)
"""The words that a doctrine may use for targets besides the ids of ships: kinds of ship, and "nearest"."""
FARTHEST_SHOT, FARTHEST_RUN = 30, 5
"""The greatest distance, in hexes, that a doctrine can name for targets of guns, and of torpedoes."""
YES = "yes"


class Mark(Struct, frozen=True, gc=False):
    """A possible target of a ship: its id (`at`), its kind, and its distance in hexes."""

    at: str
    kind: str
    distance: int


def numbers(first: int, last: int) -> tuple[str, ...]:
    """Return the numbers from `first` to `last` as strings, for a field of an order."""
    return tuple(str(number) for number in range(first, last + 1))


def engage_way(prey: Sequence[str], crew: Sequence[str], markers: int) -> OrderTemplate:
    """5.1 Return the order template of a doctrine of guns.

    `prey`: the enemy ships. `crew`: the own ships. `markers`: the highest number of markers on a target.
    """
    return OrderTemplate(
        "engage",
        (
            Field("at", (*prey, *PREY), many=True, ordered=True),
            Field("ships", tuple(crew), required=False, many=True),
            Field("within", numbers(1, FARTHEST_SHOT), required=False),
            Field("most", numbers(1, markers), required=False),
            Field("light", (YES,), required=False),
        ),
        is_rare=True,
    )


def strike_template(prey: Sequence[str], crew: Sequence[str]) -> OrderTemplate:
    """6.1 Return the order template of a doctrine of torpedoes. `prey`: the enemy ships. `crew`: the own ships."""
    return OrderTemplate(
        "strike",
        (
            Field("at", (*prey, *PREY), many=True, ordered=True),
            Field("ships", tuple(crew), required=False, many=True),
            Field("within", numbers(1, FARTHEST_RUN), required=False),
            Field("chance", numbers(2, 12), required=False),
        ),
        is_rare=True,
    )


def _rank(mark: Mark, wanted: Sequence[str]) -> int | None:
    """Return the index of the first word in `wanted` that fits a target, or None if no word does."""
    size = "capital" if mark.kind in CAPITALS else "small" if mark.kind in SMALL else ""
    words = (mark.at, mark.kind, size, NEAREST)
    return next((place for place, word in enumerate(wanted) if word in words), None)


def preferred(marks: Iterable[Mark], wanted: Sequence[str], within: str) -> list[str]:
    """Return those of the possible targets `marks` that a doctrine names, in the order of its words.

    `wanted`: the words, which are ships, kinds of ships, or the nearest enemy. Among targets that fit the same word,
    the nearest comes first. Targets farther than `within` hexes are left out, unless it is "".
    """
    far = int(within or FARTHEST_SHOT)
    near = [mark for mark in marks if mark.distance <= far]
    ranked = [(rank, mark.distance, mark.at) for mark in near if (rank := _rank(mark, wanted)) is not None]
    return [at for _, _, at in sorted(ranked)]


def ships_to_light(flares: Iterable[tuple[str, tuple[str, ...]]], spent: Collection[str], at: str) -> Iterator[str]:
    """4.3 Yield the ships that may fire a star shell at the hex `at`, without those in `spent`.

    `flares`: pairs of a ship and the hexes that it may light. `spent`: the ships that have fired a star shell.
    """
    return (ship for ship, hexes in flares if at in hexes and ship not in spent)
