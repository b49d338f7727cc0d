"""2.1 The map as a graph of spaces and navigation lines, with distances (12.5).

It contains nothing that changes during play, such as the owners of ports, or the patrol zones that became open sea.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property, partial

from games.titles.goeben.components.pieces import Line, Space, Zone

Ways = Mapping[str, Sequence[str]]
"""The spaces one move away from each space."""


class Waters:
    """The spaces and lines of a map. Distances are cached."""

    def __init__(self, spaces: Mapping[str, Space], lines: Sequence[Line]) -> None:
        self.spaces, self.lines = spaces, lines
        self.around = cache(self._around)
        self._moves_from = cache(partial(reach, self.ways, steps=len(spaces)))

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """The spaces one move away from each space, each list in the order of the data file."""
        found: dict[str, list[str]] = {space: [] for space in self.spaces}
        for line in self.lines:
            found[line.a].append(line.b)
            found[line.b].append(line.a)
        order = {space: place for place, space in enumerate(self.spaces)}
        return {space: tuple(sorted(others, key=order.__getitem__)) for space, others in found.items()}

    def neighbours(self, space: str) -> tuple[str, ...]:
        """Return the spaces one move away, in the order of the data file."""
        return self.ways[space]

    def _around(self, space: str, steps: int) -> frozenset[str]:
        """Return the spaces at most `steps` moves away, `space` included, ignoring obstacles."""
        return frozenset(reach(self.ways, space, steps))

    def zone(self, space: str) -> Zone:
        """Return the sea to which a space belongs."""
        return self.spaces[space].zone

    def within(self, zone: Zone) -> tuple[str, ...]:
        """Return the spaces of the sea `zone`."""
        return tuple(space.id for space in self.spaces.values() if space.zone == zone)

    def distance(self, start: str, goal: str) -> int:
        """Return the number of moves from one space to another, ignoring obstacles.

        Raise LookupError if no way leads there.
        """
        return self._moves_from(start)[goal]


def reach(ways: Ways, start: str, steps: int, stops: Collection[str] = ()) -> dict[str, int]:
    """Return the spaces at most `steps` moves from `start`, each with its number of moves.

    `start` is one of them, with 0 moves. Ships must stop at each space in `stops`, so no route leads through it.
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
