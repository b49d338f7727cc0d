"""Uniformly random assignments of contents to places, where some contents do not fit in some places."""

from collections import Counter
from collections.abc import Sequence

from games.kernel.forms import RandomSource


class Matching:
    """All ways to assign n contents to n places, one content to each place.

    `fits[place][content]`: True if the content may be in the place. At first, content k is in place k, and fits there.
    Contents that fit in the same places are of one kind. The ways are counted by kinds, not by single contents, because
    there are far fewer kinds.
    """

    def __init__(self, fits: Sequence[Sequence[bool]]) -> None:
        self._fits = fits
        self._is_free = all(map(all, fits))
        columns = [tuple(row[content] for row in fits) for content in range(len(fits))]
        kinds = {column: kind for kind, column in enumerate(dict.fromkeys(columns))}
        self._kinds = [kinds[column] for column in columns]
        counted = Counter(self._kinds)
        self._first = tuple(counted[kind] for kind in range(len(kinds)))
        self._columns = list(kinds)
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}

    def choose(self, pick: RandomSource) -> list[int]:
        """Return a random assignment: for each place, the index of its content. Every assignment is equally likely.

        A `pick` that always returns 0 keeps each content in its place.
        """
        held, left = list(range(len(self._fits))), self._first
        for place in range(len(held)):
            options, ways = self._options(place, held, left)
            chosen = options[_weighted(ways, pick)]
            held[place], held[chosen] = held[chosen], held[place]
            left = _without(left, self._kinds[held[place]])
        return held

    def _options(self, place: int, held: Sequence[int], left: tuple[int, ...]) -> tuple[Sequence[int], list[int]]:
        """Return the contents that may be put in `place`, and for each the number of ways to fill all later places.

        `held`: the content of each place so far; a content is named by the place that holds it. `left`: the number of
        contents of each kind that are not assigned yet.
        """
        later = range(place, len(held))
        if self._is_free:
            return later, [1] * len(later)
        found = {
            one: ways
            for one in later
            if self._fits[place][held[one]] and (ways := self._ways(place + 1, _without(left, self._kinds[held[one]])))
        }
        return list(found), list(found.values())

    def _ways(self, place: int, left: tuple[int, ...]) -> int:
        """Return the number of ways to fill `place` and all later places, with `left` contents of each kind."""
        if place == len(self._fits):
            return 1
        known = self._known.get((place, left))
        if known is None:
            known = self._known[place, left] = sum(
                count * self._ways(place + 1, _without(left, kind))
                for kind, count in enumerate(left)
                if count and self._columns[kind][place]
            )
        return known


def _without(left: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*left[:kind], left[kind] - 1, *left[kind + 1 :])


def _weighted(weights: Sequence[int], pick: RandomSource) -> int:
    """Return a random index; the probability of an index is in proportion to its weight."""
    if min(weights) == max(weights):
        return pick(len(weights)) if len(weights) > 1 else 0
    chosen = pick(sum(weights))
    for index, weight in enumerate(weights):
        chosen -= weight
        if chosen < 0:
            return index
    raise AssertionError("a random source returned too much")
