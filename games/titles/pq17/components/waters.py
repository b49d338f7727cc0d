"""1.1, 5.0 The sea as a graph: the hexes between which ships may move, and distances by sea.

Callers pass further obstacles, such as ice and enemy ports, as sets of hexes (`shut`).
"""

from collections import deque
from collections.abc import Collection, Mapping
from functools import cache, cached_property, lru_cache

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import Hex


class Waters:
    """The sea hexes of a map.

    The results of `distances` and `within` are cached: do not change them.
    """

    def __init__(self, charted: Mapping[str, Hex]) -> None:
        self.hexes = charted
        self._open_distances = cache(self._reach)
        self._around = lru_cache(maxsize=1024)(self._near)
        self._shut_distances = lru_cache(maxsize=1024)(self._reach)

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """5.0 Return the neighbours that ships can enter from each sea hex. They cannot cross closed hex sides."""
        return {
            here: tuple(
                there
                for side, there in hexes.neighbours(here).items()
                if side not in one.closed and there in self.hexes and self.hexes[there].is_sea
            )
            for here, one in self.hexes.items()
            if one.is_sea
        }

    def are_joined(self, here: str, there: str) -> bool:
        """Return True if ships can move from one hex into the other, its neighbour."""
        return there in self.ways.get(here, ())

    def within(self, middle: str, steps: int) -> frozenset[str]:
        """Return the sea and coast hexes at most `steps` hexes from `middle` as aircraft fly, including `middle`."""
        return self._around(middle, steps)

    def _near(self, middle: str, steps: int) -> frozenset[str]:
        return frozenset(one for one in self.ways if hexes.distance(middle, one) <= steps)

    def distances(self, goal: str, shut: Collection[str] = ()) -> Mapping[str, int]:
        """Return, for each hex from which ships can reach the hex `goal`, the length of the shortest way in hexes.

        No way passes through `shut` hexes, but a way may begin and end in them.
        """
        return self._shut_distances(goal, frozenset(shut)) if shut else self._open_distances(goal, frozenset())

    def distance(self, here: str, goal: str, shut: Collection[str] = ()) -> int | None:
        """5.1.5a Return the length in hexes of the shortest way by sea; None if there is no way.

        `shut`: see `distances`.
        """
        return self.distances(goal, frozenset(shut)).get(here)

    def _reach(self, goal: str, shut: frozenset[str]) -> dict[str, int]:
        found = {goal: 0}
        frontier = deque([goal])
        while frontier:
            here = frontier.popleft()
            if here in shut and here != goal:
                continue
            for there in self.ways.get(here, ()):
                if there not in found:
                    found[there] = found[here] + 1
                    frontier.append(there)
        return found

    def shortest(self, here: str, goal: str, shut: Collection[str] = ()) -> tuple[str, ...] | None:
        """Return the hexes that a ship enters on a shortest way, ending with `goal`; None if there is no way.

        `shut`: see `distances`.
        """
        left = self.distances(goal, frozenset(shut))
        if here not in left:
            return None
        path: list[str] = []
        barred = frozenset(shut)
        while here != goal:
            here = next(
                one for one in self.ways[here] if left.get(one) == left[here] - 1 and (one == goal or one not in barred)
            )
            path.append(here)
        return tuple(path)
