"""10.4 Campaign: the ice of a fortnight, rolled in the environment phase, lighter or heavier with the season."""

from collections.abc import Sequence

from games.titles.pq17.box.charts import Expected
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import ICE, ZONES, Ice, Zone
from games.titles.pq17.box.turns import Month
from games.titles.pq17.table.dice import die

THAWING: frozenset[Month] = frozenset(("apr", "may", "jun", "jul", "aug"))
"""10.4.1 Months whose fortnights thaw; the first of September thaws too, the second freezes (10.4.2)."""
MOST_ROLLS = 30
"""A zone that will not come out in order gets the state of its neighbour."""
SECTOR_ZONES: tuple[tuple[Zone, ...], ...] = (ZONES[:5], ZONES[5:])
"""10.0 The zones of each sector, from the northernmost."""


def is_thawing(month: Month, *, second_half: bool) -> bool:
    """10.4.1, 10.4.2 Whether the ice of a fortnight grows lighter."""
    return month in THAWING or (month == "sep" and not second_half)


async def ice_of_fortnight(box: Box, month: Month, *, second_half: bool) -> dict[Zone, Expected]:
    """10.4 The state of every zone for a fortnight, which holds for all of it; `certain`: which way its marker lies,
    for the fortnight after it.
    """
    found: dict[Zone, Expected] = {}
    for zones in SECTOR_ZONES:
        if is_thawing(month, second_half=second_half):
            found |= _thawed(await _rolled(box, month, zones, worse=True))
        else:
            found |= _frozen(await _rolled(box, month, tuple(reversed(zones)), worse=False))
    return {zone: found[zone] for zone in ZONES}


async def _rolled(box: Box, month: Month, zones: Sequence[Zone], *, worse: bool) -> dict[Zone, Expected]:
    """10.4.1, 10.4.2 Doubtful zones in order; one that is `worse` than the one before, or else less severe, is rolled
    again.
    """
    found: dict[Zone, Expected] = {}
    before: int | None = None
    for zone in zones:
        expected = box.charts.ice.expects(month, zone)
        state = ICE.index(expected.ice)
        if not expected.certain:
            state = await _state(box, month, zone, expected.ice, before, worse=worse)
        found[zone] = Expected(ICE[state], expected.certain)
        before = state
    return found


async def _state(box: Box, month: Month, zone: Zone, ice: Ice, before: int | None, *, worse: bool) -> int:
    for number in range(MOST_ROLLS):
        thrown = await die(key=f"ice.{zone}.{number}", rule="10.4")
        state = ICE.index(box.charts.ice.actual(month, ice, thrown))
        if before is None or (state <= before if worse else state >= before):
            return state
    return ICE.index(ice) if before is None else before


def _thawed(zones: dict[Zone, Expected]) -> dict[Zone, Expected]:
    """10.4.1 The highest-numbered solid pack becomes doubtful, all clear water but the lowest-numbered certain."""
    pack = [zone for zone, one in zones.items() if one.ice == "solid_pack"]
    clear = [zone for zone, one in zones.items() if one.ice == "clear"]
    return _marked(zones, doubtful=sorted(pack)[-1:], certain=sorted(clear)[1:])


def _frozen(zones: dict[Zone, Expected]) -> dict[Zone, Expected]:
    """10.4.2 The lowest-numbered clear water becomes doubtful, all solid pack but the highest-numbered certain."""
    pack = [zone for zone, one in zones.items() if one.ice == "solid_pack"]
    clear = [zone for zone, one in zones.items() if one.ice == "clear"]
    return _marked(zones, doubtful=sorted(clear)[:1], certain=sorted(pack)[:-1])


def _marked(zones: dict[Zone, Expected], *, doubtful: list[Zone], certain: list[Zone]) -> dict[Zone, Expected]:
    return {
        zone: Expected(one.ice, zone in certain or (one.certain and zone not in doubtful))
        for zone, one in zones.items()
    }
