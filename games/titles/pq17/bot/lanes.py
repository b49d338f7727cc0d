"""5.1.5 Where a convoy may be in the turns to come: not one way, but all that lead to its port, with their chances."""

from collections.abc import Mapping, Sequence

from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.box import hexes
from games.titles.pq17.seen.view import BlockSeen

WHOLE = 10_000
"""What is sure, in the parts in which chances are counted."""
STRAIGHT = 4
"""How many times likelier it is that a convoy goes straight on than that it turns."""
HARDLY = 100
"""Smaller chances are left out."""
FAR = 8
"""Turns ahead that anybody asks about."""
Chances = Mapping[str, int]
"""Hexes with the chance that a block is there, in parts of a whole."""


def lanes(judge: Judgement, block: BlockSeen, turns: int) -> Sequence[Chances]:
    """5.1.5, 5.1.5a Where a block that goes as a convoy does will be after each of so many turns: it enters one hex in
    each, comes nearer to its port, or keeps its course at the same distance; none if nobody can tell where it goes.
    Worked out once for a block, however many ask.
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
    """The same whatever the course is."""
    found: dict[str, int] = {}
    for (at, _), chance in spread.items():
        found[at] = found.get(at, 0) + chance
    return found


def _options(
    at: str, course: str, left: Mapping[str, int], ways: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], int]:
    """The hexes that come next, each with the side that leads there and its weight."""
    found = {}
    for there in ways.get(at, ()):
        side = _side(at, there)
        nearer = left.get(at, 0) - left.get(there, 99)
        if nearer > 0 or (nearer == 0 and side == course):
            found[there, side] = STRAIGHT if side == course else 1
    return found


def _side(here: str, there: str) -> str:
    """The side over which one comes from one hex into the next; "" if they do not touch."""
    return next((side for side, one in hexes.beside(here).items() if one == there), "") if here else ""
