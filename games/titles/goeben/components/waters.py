"""2.1 The map as a graph of spaces and navigation lines, with distances (12.5).

Owners of ports and patrol zones that become open sea change during play, so they are not part of it.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property, partial

from games.titles.goeben.components.pieces import Line, Space, Zone

Ways = Mapping[str, Sequence[str]]
"""The neighbours of each space."""


class Waters:
    """The spaces and lines of a map. Distances are computed once for each space and cached."""

    def __init__(self, spaces: Mapping[str, Space], lines: Sequence[Line]) -> None:
        self.spaces, self.lines = spaces, lines
        self.around = cache(self._around)
        self._moves_from = cache(partial(reach, self.ways, steps=len(spaces)))

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of each space, in the order of the map sheet."""
        found: dict[str, list[str]] = {space: [] for space in self.spaces}
        for line in self.lines:
            found[line.a].append(line.b)
            found[line.b].append(line.a)
        order = {space: place for place, space in enumerate(self.spaces)}
        return {space: tuple(sorted(others, key=order.__getitem__)) for space, others in found.items()}

    def neighbours(self, space: str) -> tuple[str, ...]:
        """Return the spaces one move away."""
        return self.ways[space]

    def _around(self, space: str, steps: int) -> frozenset[str]:
        """Return the spaces within this number of moves, ignoring obstacles."""
        return frozenset(reach(self.ways, space, steps))

    def zone(self, space: str) -> Zone:
        """Return the sea to which a space belongs."""
        return self.spaces[space].zone

    def within(self, zone: Zone) -> tuple[str, ...]:
        """Return the spaces of a sea."""
        return tuple(space.id for space in self.spaces.values() if space.zone == zone)

    def distance(self, start: str, goal: str) -> int:
        """Return the number of moves between two spaces, ignoring obstacles.

        Raise LookupError if they are not connected.
        """
        return self._moves_from(start)[goal]


def reach(ways: Ways, start: str, steps: int, stops: Collection[str] = ()) -> dict[str, int]:
    """Return the spaces within `steps` moves of `start`, each with its number of moves.

    A move ends at a space in `stops`.
    """
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
