"""2.1 The map as a graph: spaces, lines, and the ways between them (12.5).

Who owns a port or which patrol zone has become open sea changes in play and is no business of this module.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property, partial

from games.titles.goeben.box.pieces import Line, Space, Zone

Ways = Mapping[str, Sequence[str]]
"""The neighbours of each space."""


class Waters:
    """The spaces and lines of a map. `around(space, steps)` and all distances are worked out once for each space."""

    def __init__(self, spaces: Mapping[str, Space], lines: Sequence[Line]) -> None:
        self.spaces, self.lines = spaces, lines
        self.around = cache(self._around)
        self._moves_from = cache(partial(reach, self.ways, steps=len(spaces)))

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of each space, in the order of the sheet."""
        found: dict[str, list[str]] = {space: [] for space in self.spaces}
        for line in self.lines:
            found[line.a].append(line.b)
            found[line.b].append(line.a)
        order = {space: place for place, space in enumerate(self.spaces)}
        return {space: tuple(sorted(others, key=order.__getitem__)) for space, others in found.items()}

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces one move away."""
        return self.ways[space]

    def _around(self, space: str, steps: int) -> frozenset[str]:
        """The spaces no further away than so many moves, whatever stands in the way."""
        return frozenset(reach(self.ways, space, steps))

    def zone(self, space: str) -> Zone:
        """The sea that a space belongs to."""
        return self.spaces[space].zone

    def within(self, zone: Zone) -> tuple[str, ...]:
        """The spaces of a sea."""
        return tuple(space.id for space in self.spaces.values() if space.zone == zone)

    def distance(self, start: str, goal: str) -> int:
        """How many moves lie between two spaces, whatever stands in the way. Raises LookupError."""
        return self._moves_from(start)[goal]


def reach(ways: Ways, start: str, steps: int, stops: Collection[str] = ()) -> dict[str, int]:
    """The spaces that can be reached in so many moves, and in how many; a move ends where ships must stop."""
    found, halting = {start: 0}, frozenset(stops)
    frontier = deque([start])
    while frontier:
        space = frontier.popleft()
        gone = found[space]
        if gone == steps or (space in halting and space != start):
            continue
        for other in ways.get(space, ()):
            if other not in found:
                found[other] = gone + 1
                frontier.append(other)
    return found
