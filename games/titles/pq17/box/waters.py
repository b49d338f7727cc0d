"""1.1, 5.0 The sea as a graph: which hexes ships may pass between, and the distance by sea.

What ice or an enemy's port forbids besides is handed in as hexes that are shut.
"""

from collections import deque
from collections.abc import Collection, Mapping
from functools import cache, cached_property, lru_cache

from games.titles.pq17.box import hexes
from games.titles.pq17.box.pieces import Hex


class Waters:
    """The hexes of a map. The distances from a hex, round the same shut hexes, and what is `within` are worked out once
    for each; they are nobody's to change.
    """

    def __init__(self, charted: Mapping[str, Hex]) -> None:
        self.hexes = charted
        self._open_distances = cache(self._reach)
        self._around = lru_cache(maxsize=1024)(self._near)
        self._shut_distances = lru_cache(maxsize=1024)(self._reach)

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """5.0 The hexes that ships can go to from each, over sides that are not closed."""
        return {
            here: tuple(
                there
                for side, there in hexes.beside(here).items()
                if side not in one.closed and there in self.hexes and self.hexes[there].is_sea
            )
            for here, one in self.hexes.items()
            if one.is_sea
        }

    def are_joined(self, here: str, there: str) -> bool:
        """Whether ships can go from one hex into the other."""
        return there in self.ways.get(here, ())

    def within(self, middle: str, steps: int) -> frozenset[str]:
        """The sea and coast hexes no further than so many hexes as aircraft fly, the middle among them."""
        return self._around(middle, steps)

    def _near(self, middle: str, steps: int) -> frozenset[str]:
        return frozenset(one for one in self.ways if hexes.distance(middle, one) <= steps)

    def distances(self, goal: str, shut: Collection[str] = ()) -> Mapping[str, int]:
        """The hexes from which ships come to the goal, and in how many steps by the shortest way; never through `shut`,
        but from there if the goal itself or the start is one.
        """
        return self._shut_distances(goal, frozenset(shut)) if shut else self._open_distances(goal, frozenset())

    def distance(self, here: str, goal: str, shut: Collection[str] = ()) -> int | None:
        """5.1.5a The steps by sea from one hex to another; None if there is no way."""
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
        """The hexes entered on a shortest way, the goal last; nothing where there is no way."""
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
