"""10.4 The ice of a campaign's fortnight, rolled in the environment phase, lighter or heavier with the season."""

from collections.abc import Mapping, Sequence

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, ZONES, Ice, Zone
from games.titles.pq17.components.turns import Month
from games.titles.pq17.state.dice import die

THAWING: frozenset[Month] = frozenset(("apr", "may", "jun", "jul", "aug"))
"""10.4.1 Months whose fortnights thaw; the first of September thaws too, the second freezes (10.4.2)."""
MOST_ROLLS = 30
"""The limit of rolls for a zone; after it the zone gets the state of its neighbour."""
SECTOR_ZONES: tuple[tuple[Zone, ...], ...] = (ZONES[:5], ZONES[5:])
"""10.0 The zones of each sector, from the northernmost."""
Markers = Mapping[Zone, Expected]
"""10.4 The ice markers of the zones, each with its state; a marker with the "?" up is not certain."""
NONE: Markers = {}


def is_thawing(month: Month, *, second_half: bool) -> bool:
    """10.4.1, 10.4.2 Return True if the ice becomes lighter in a fortnight."""
    return month in THAWING or (month == "sep" and not second_half)


def initial_markers(box: Box, month: Month) -> dict[Zone, Expected]:
    """10.1 Return the ice markers at the start of a campaign, from the chart of the month."""
    return {zone: box.charts.ice.expects(month, zone) for zone in ZONES}


async def ice_of_fortnight(
    box: Box, month: Month, *, second_half: bool, markers: Markers = NONE
) -> dict[Zone, Expected]:
    """10.4 Return the state of every ice zone for a whole fortnight.

    `markers`: the marker of each zone after the last fortnight; a missing one comes from the chart of the month. In the
    result, ``certain`` says whether the marker is rolled for in the next fortnight.
    """
    found: dict[Zone, Expected] = {}
    for zones in SECTOR_ZONES:
        if is_thawing(month, second_half=second_half):
            found |= _thawed(await _rolled(box, month, zones, markers, thaws=True))
        else:
            found |= _frozen(await _rolled(box, month, tuple(reversed(zones)), markers, thaws=False))
    return {zone: found[zone] for zone in ZONES}


async def _rolled(
    box: Box, month: Month, zones: Sequence[Zone], markers: Markers, *, thaws: bool
) -> dict[Zone, Expected]:
    """10.4.1, 10.4.2 Roll for doubtful zones in order; repeat a roll whose result is out of order.

    While ice thaws, a zone may not be worse than the zone before it, or than itself in the last fortnight. While it
    freezes, it may not be less severe.
    """
    found: dict[Zone, Expected] = {}
    before: list[int] = []
    for zone in zones:
        lies = markers.get(zone) or box.charts.ice.expects(month, zone)
        state = ICE.index(lies.ice)
        if not lies.certain:
            was = [state] if zone in markers else []
            state = await _state(box, month, zone, lies.ice, [*before, *was], thaws=thaws)
        found[zone] = Expected(ICE[state], lies.certain)
        before = [state]
    return found


async def _state(box: Box, month: Month, zone: Zone, ice: Ice, limits: Sequence[int], *, thaws: bool) -> int:
    """10.4 Return the rolled state of a doubtful zone.

    It is no worse than any of `limits` while ice thaws, and no better while it freezes.
    """
    for number in range(MOST_ROLLS):
        thrown = await die(key=f"ice.{zone}.{number}", rule="10.4")
        state = ICE.index(box.charts.ice.actual(month, ice, thrown))
        if all(state <= one if thaws else state >= one for one in limits):
            return state
    return (min if thaws else max)(limits, default=ICE.index(ice))


def _thawed(zones: dict[Zone, Expected]) -> dict[Zone, Expected]:
    """10.4.1 Return the markers after thawing.

    The solid pack with the highest zone number becomes doubtful. All clear water becomes certain, except the one with
    the lowest number.
    """
    pack = [zone for zone, one in zones.items() if one.ice == "solid_pack"]
    clear = [zone for zone, one in zones.items() if one.ice == "clear"]
    return _marked(zones, doubtful=sorted(pack)[-1:], certain=sorted(clear)[1:])


def _frozen(zones: dict[Zone, Expected]) -> dict[Zone, Expected]:
    """10.4.2 Return the markers after freezing.

    The clear water with the lowest zone number becomes doubtful. All solid pack becomes certain, except the one with
    the highest number.
    """
    pack = [zone for zone, one in zones.items() if one.ice == "solid_pack"]
    clear = [zone for zone, one in zones.items() if one.ice == "clear"]
    return _marked(zones, doubtful=sorted(clear)[:1], certain=sorted(pack)[:-1])


def _marked(zones: dict[Zone, Expected], *, doubtful: list[Zone], certain: list[Zone]) -> dict[Zone, Expected]:
    return {
        zone: Expected(one.ice, zone in certain or (one.certain and zone not in doubtful))
        for zone, one in zones.items()
    }
