"""5.1, 6.1 Doctrine: what ships fire and launch at unless told otherwise, given once for the whole battle."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from games.kernel.orders import Field, Way

NEAREST = "nearest"
CAPITALS = ("bb", "bc", "pb")
SMALL = ("ca", "cl", "dd")
PREY = (*CAPITALS, *SMALL, "battery", "capital", "small", NEAREST)
"""What a doctrine may name beside ships: their kinds, and the nearest."""
FARTHEST_SHOT, FARTHEST_RUN = 30, 5
"""Hexes: beyond these nothing is in reach of guns, of torpedoes."""
YES = "yes"


class Mark(Struct, frozen=True, gc=False):
    """Something that a ship may fire or launch at: how far away, and what it is."""

    at: str
    kind: str
    distance: int


def numbers(first: int, last: int) -> tuple[str, ...]:
    """Numbers to choose from, as words."""
    return tuple(str(number) for number in range(first, last + 1))


def engage_way(prey: Sequence[str], crew: Sequence[str], markers: int) -> Way:
    """5.1 The doctrine of guns."""
    return Way(
        "engage",
        (
            Field("at", (*prey, *PREY), many=True, ordered=True),
            Field("ships", tuple(crew), required=False, many=True),
            Field("within", numbers(1, FARTHEST_SHOT), required=False),
            Field("most", numbers(1, markers), required=False),
            Field("light", (YES,), required=False),
        ),
        rare=True,
    )


def strike_way(prey: Sequence[str], crew: Sequence[str]) -> Way:
    """6.1 The doctrine of torpedoes."""
    return Way(
        "strike",
        (
            Field("at", (*prey, *PREY), many=True, ordered=True),
            Field("ships", tuple(crew), required=False, many=True),
            Field("within", numbers(1, FARTHEST_RUN), required=False),
            Field("chance", numbers(2, 12), required=False),
        ),
        rare=True,
    )


def _rank(mark: Mark, wanted: Sequence[str]) -> int | None:
    """The place of the first word that means a ship; None where none does."""
    size = "capital" if mark.kind in CAPITALS else "small" if mark.kind in SMALL else ""
    words = (mark.at, mark.kind, size, NEAREST)
    return next((place for place, word in enumerate(wanted) if word in words), None)


def preferred(marks: Iterable[Mark], wanted: Sequence[str], within: str) -> list[str]:
    """What is meant by the words of a doctrine, the best first; of equals the nearest."""
    far = int(within or FARTHEST_SHOT)
    near = [mark for mark in marks if mark.distance <= far]
    ranked = [(rank, mark.distance, mark.at) for mark in near if (rank := _rank(mark, wanted)) is not None]
    return [at for _, _, at in sorted(ranked)]


def lamps(flares: Iterable[tuple[str, tuple[str, ...]]], spent: Collection[str], at: str) -> Iterator[str]:
    """4.3 The ships that may light a hex and have fired no shell yet."""
    return (ship for ship, hexes in flares if at in hexes and ship not in spent)
