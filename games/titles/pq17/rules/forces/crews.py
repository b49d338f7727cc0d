"""15.4.3 Green crews: new ships that come before their time, and emergency forces."""

from games.titles.pq17.box.contents import Box
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

HALVES = 2
"""15.4.3b Half of the value more."""


def dice_of(box: Box, counter: Counter, strength: int) -> int:
    """15.4.3a The dice that so much strength of a counter throws in gunnery: one each, with a green crew one for two,
    rounded up.
    """
    return -(-strength // box.campaign.rules.green_share) if counter.green else strength


def more_for_green(value: int) -> int:
    """15.4.3b What a ship that is sunk while green counts beyond her value, in whole points: half of it, rounded up."""
    return -(-value // HALVES)


def at_work(sea: Sea, force: Force) -> None:
    """15.4.3b Green crews that put to sea take part in the operation; those that stay in port learn nothing."""
    if sea.state.roster is not None:
        sailed = sea.state.roster.sailed
        sailed += sorted({one.ship for one in force.counters if one.green} - {*sailed})


def trained_from(due: int, operations: int) -> int:
    """15.4.3b The fortnight in which a crew is green no more: one before she was due for each operation of theirs."""
    return due - operations
