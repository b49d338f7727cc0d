"""Choose the point of a chance curve to compute next: first a rough curve, then the points around its big changes.

All functions depend on the stored results only, so that an interrupted computation can continue.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

COARSE = 17
"""The number of points of the rough curve."""
ROUGH, FULL, FINE = 16, 100, 400
"""Numbers of rollouts of a point: for the first rough curve, for a full estimate, and beside the biggest changes."""
BIGGEST = 8
"""The number of biggest changes between neighbouring points: both points of each such change get `FINE` rollouts."""


class PointEstimate(NamedTuple):
    """A point of a chance curve as it is computed so far."""

    rollouts: int
    """The number of its rollouts."""
    chances: dict[str, float]
    """Each seat's chance to win, from 0 to 1."""
    is_boundary: bool
    """True if a step of play begins there."""
    is_end: bool = False
    """True for the final position of the game: its result is certain, so that one rollout is enough."""

    def has_rollouts(self, wanted: int) -> bool:
        """Return True if the point has at least `wanted` rollouts; for the end of the game one rollout is enough."""
        return self.rollouts >= (1 if self.is_end else wanted)


class Wanted(NamedTuple):
    """The point to compute next."""

    place: int
    """The index of the point in the curve."""
    rollouts: int
    """The total number of rollouts that it needs."""


def choose_next(points: Sequence[PointEstimate]) -> Wanted | None:
    """Return the point to compute next; None if all points have enough rollouts."""
    coarse = in_spread_order(list_coarse(points))
    for wanted in (ROUGH, FULL):
        for place in coarse:
            if not points[place].has_rollouts(wanted):
                return _want(points, place, wanted)
    between = _within_biggest_change(points)
    if between is not None:
        return _want(points, between, FULL)
    for place in _beside_biggest_changes(points):
        if not points[place].has_rollouts(FINE):
            return _want(points, place, FINE)
    return None


def _want(points: Sequence[PointEstimate], place: int, wanted: int) -> Wanted:
    return Wanted(place, 1 if points[place].is_end else wanted)


def list_coarse(points: Sequence[PointEstimate]) -> list[int]:
    """Return the sorted indices of the points of the rough curve.

    They are the first point, the last point, and evenly spread points in between, where possible at the beginning of a
    step.
    """
    last = len(points) - 1
    if last < COARSE:
        return list(range(last + 1))
    gap = last / (COARSE - 1)
    found = [_nearest_boundary(points, round(gap * number), int(gap / 2)) for number in range(1, COARSE - 1)]
    return sorted({0, *found, last})


def in_spread_order(places: Sequence[int]) -> list[int]:
    """Return the sorted indices `places` in another order: last, first, middle, then repeatedly the middle of each gap.

    So the first few indices of the result always cover the whole game.
    """
    order, gaps = [len(places) - 1, 0][: len(places)], [(0, len(places) - 1)]
    for one, other in gaps:
        middle = (one + other) // 2
        if one < middle < other:
            order.append(middle)
            gaps += [(one, middle), (middle, other)]
    return [places[place] for place in order]


def _nearest_boundary(points: Sequence[PointEstimate], place: int, most: int) -> int:
    near = [one for one in range(place - most, place + most + 1) if points[one].is_boundary]
    return min(near, key=lambda one: (abs(one - place), one), default=place)


def _within_biggest_change(points: Sequence[PointEstimate]) -> int | None:
    """Return the index of an uncomputed point in the middle of the interval with the biggest change.

    An interval lies between two computed points. None if all points are computed.
    """
    known = [place for place, point in enumerate(points) if point.has_rollouts(FULL)]
    gaps = [(one, other) for one, other in pairwise(known) if other - one > 1]
    if not gaps:
        return None
    one, other = max(gaps, key=lambda gap: (greatest_change(points[gap[0]], points[gap[1]]), gap[1] - gap[0]))
    middle, most = (one + other) // 2, (other - one) // 4
    return _nearest_boundary(points, middle, most) if one < middle - most and middle + most < other else middle


def greatest_change(one: PointEstimate, other: PointEstimate) -> float:
    """Return the greatest change of any seat's chance (0 to 1) between two points."""
    return max((abs(other.chances[seat] - chance) for seat, chance in one.chances.items()), default=0.0)


def _beside_biggest_changes(points: Sequence[PointEstimate]) -> Iterator[int]:
    """Yield the indices of both points beside each of the `BIGGEST` changes, the biggest change first."""
    changes = [(-greatest_change(one, other), place) for place, (one, other) in enumerate(pairwise(points))]
    for _, place in sorted(changes)[:BIGGEST]:
        yield from (place, place + 1)
