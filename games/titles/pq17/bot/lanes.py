"""5.1.5 Where a convoy may be in later turns: the probabilities of hexes, over all ways that lead to its port."""

from collections.abc import Mapping, Sequence

from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components import hexes
from games.titles.pq17.visibility.view import BlockSeen

WHOLE = 10_000
"""The number that stands for the probability 1."""
STRAIGHT = 4
"""How many times as likely a convoy keeps its direction as it turns into some other hex."""
HARDLY = 100
"""Probabilities below this number (of WHOLE) are dropped."""
FAR = 8
"""The number of future turns for which probabilities are computed."""
Chances = Mapping[str, int]
"""The probability that a block is in each hex, as a number up to WHOLE."""


def possible_hexes(judge: Judgement, block: BlockSeen, turns: int) -> Sequence[Chances]:
    """5.1.5, 5.1.5a Return the hexes in which a possible convoy may be, with their probabilities (up to `WHOLE`).

    There is one entry for each of the next `turns` turns. The block enters one hex in each turn. It comes nearer to its
    port, or keeps its direction at the same distance. The result is empty if its port is unknown. It is cached for each
    block.
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
    """Return the probability of each hex. `spread`: probabilities by hex and direction of the last step."""
    found: dict[str, int] = {}
    for (at, _), chance in spread.items():
        found[at] = found.get(at, 0) + chance
    return found


def _options(
    at: str, course: str, left: Mapping[str, int], ways: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], int]:
    """Return the next hexes of a convoy, each with the direction of the step, and its weight as probability.

    `course`: the direction of its last step. `left`: the distance to its port from each hex. `ways`: the neighbours of
    each hex by sea.
    """
    found = {}
    for there in ways.get(at, ()):
        side = _side(at, there)
        nearer = left.get(at, 0) - left.get(there, 99)
        if nearer > 0 or (nearer == 0 and side == course):
            found[there, side] = STRAIGHT if side == course else 1
    return found


def _side(here: str, there: str) -> str:
    """Return the direction of the step from one hex to its neighbour, such as "NE"; "" if they are not neighbours."""
    return next((side for side, one in hexes.neighbours(here).items() if one == there), "") if here else ""
