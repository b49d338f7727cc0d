"""5.1.5 Where a convoy may be in later turns, on all ways that lead to its port, with their probabilities."""

from collections.abc import Mapping, Sequence

from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components import hexes
from games.titles.pq17.visibility.view import BlockSeen

WHOLE = 10_000
"""Certainty, in the parts in which probabilities are counted."""
STRAIGHT = 4
"""The ratio of the probabilities that a convoy goes straight on and that it turns."""
HARDLY = 100
"""The threshold below which probabilities are dropped."""
FAR = 8
"""The number of turns ahead that are computed."""
Chances = Mapping[str, int]
"""Hexes with the probability that a block is there, in parts of a whole."""


def possible_hexes(judge: Judgement, block: BlockSeen, turns: int) -> Sequence[Chances]:
    """5.1.5, 5.1.5a Return the hexes in which a convoy-like block may be after each of the next `turns` turns.

    The block enters one hex in each turn. It comes nearer to its port, or keeps its course at the same distance. The
    result is empty if its port is unknown; it is cached for each block.
    """
    known = judge.lanes.get(block.block)
    if known is None:
        known = judge.lanes[block.block] = _lanes(judge, block)
    return known[:turns]


def _lanes(judge: Judgement, block: BlockSeen) -> Sequence[Chances]:
    goal = judge.course(block)
    if not goal:
        return ()
    left, ways = judge.box.waters.distances(goal), judge.box.waters.ways
    before = block.trail[-2] if len(block.trail) > 1 else ""
    spread = {(block.at, _side(before, block.at)): WHOLE}
    found = []
    for _ in range(FAR):
        onward: dict[tuple[str, str], int] = {}
        for (at, course), chance in spread.items():
            options = _options(at, course, left, ways)
            total = sum(options.values())
            for (there, side), weight in options.items():
                if share := chance * weight // total:
                    onward[there, side] = onward.get((there, side), 0) + share
        spread = {berth: chance for berth, chance in onward.items() if chance >= HARDLY}
        found.append(_by_hex(spread))
    return found


def _by_hex(spread: Mapping[tuple[str, str], int]) -> Chances:
    """Return the chances by hex, summed over all courses."""
    found: dict[str, int] = {}
    for (at, _), chance in spread.items():
        found[at] = found.get(at, 0) + chance
    return found


def _options(
    at: str, course: str, left: Mapping[str, int], ways: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], int]:
    """Return the hexes that come next, each with the side that leads there and its weight."""
    found = {}
    for there in ways.get(at, ()):
        side = _side(at, there)
        nearer = left.get(at, 0) - left.get(there, 99)
        if nearer > 0 or (nearer == 0 and side == course):
            found[there, side] = STRAIGHT if side == course else 1
    return found


def _side(here: str, there: str) -> str:
    """Return the side over which one comes from one hex into the next; "" if they do not touch."""
    return next((side for side, one in hexes.neighbours(here).items() if one == there), "") if here else ""
