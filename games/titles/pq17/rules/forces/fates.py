"""7.9 By option a die says what becomes of a destroyer that is hit, by guns or bombs."""

from collections.abc import Iterable

from games.titles.pq17.box.combat_charts import Fate
from games.titles.pq17.box.contents import Box
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import dice

Fates = tuple[tuple[int, Fate], ...]
"""The dice of destroyers that were hit, and what they said."""


async def fates_of(box: Box, target: Counter, hits: int, *, key: str) -> Fates:
    """7.9, 7.9c A die for each strength of destroyers that is hit, before the hits count; none for other ships."""
    if box.ships[target.ship].type != "dd":
        return ()
    thrown = await dice(min(hits, target.strength), key=key, rule="7.9")
    return tuple((one, box.charts.destroyer_fate.results[one]) for one in thrown)


def wrecks(target: Counter, fates: Fates) -> list[Counter]:
    """7.9a Destroyers Crippled or Dead in the Water stay, with no strength, each in a counter of her own."""
    return [
        Counter(
            target.ship, 0, crippled=fate == "crippled", dead=fate == "dead_in_water", spent=target.spent,
            green=target.green,
        )
        for _, fate in fates
        if fate in ("crippled", "dead_in_water")
    ]  # fmt: skip


def went_home(fates: Iterable[Fates]) -> int:
    """7.9 How many of them were Damaged: gone for the operation, and no loss."""
    return sum(fate == "damaged" for one in fates for _, fate in one)
