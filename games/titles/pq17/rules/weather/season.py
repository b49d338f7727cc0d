"""10.4 The ice of a campaign's fortnight, which becomes lighter or heavier with the season."""

from collections.abc import Mapping, Sequence

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, ZONES, Ice, Zone
from games.titles.pq17.components.turns import Month
from games.titles.pq17.state.dice import die

THAWING: frozenset[Month] = frozenset(("apr", "may", "jun", "jul", "aug"))
"""10.4.1 The months in which ice thaws. In September, it thaws in the first half and freezes in the second."""
MOST_ROLLS = 30
"""The most rolls for a zone. After these rolls, the zone gets the state that limits it."""
SECTOR_ZONES: tuple[tuple[Zone, ...], ...] = (ZONES[:5], ZONES[5:])
"""10.0 The ice zones of the western and of the eastern sector, each from north to south."""
Markers = Mapping[Zone, Expected]
"""10.4 The ice marker of each zone with its state; a marker that shows a "?" is not certain."""
NONE: Markers = {}


def is_thawing(month: Month, *, second_half: bool) -> bool:
    """10.4.1, 10.4.2 Return True if the ice becomes lighter in a fortnight, False if it becomes heavier.

    `second_half`: True for the second fortnight of the month.
    """
    return month in THAWING or (month == "sep" and not second_half)


def initial_markers(box: Box, month: Month) -> dict[Zone, Expected]:
    """10.1 Return the ice markers with which a campaign starts, from the chart of the month."""
    return {zone: box.charts.ice.expects(month, zone) for zone in ZONES}


async def ice_of_fortnight(
    box: Box, month: Month, *, second_half: bool, markers: Markers = NONE
) -> dict[Zone, Expected]:
    """10.4 Return the state of every ice zone for a whole fortnight.

    `markers`: the marker of each zone after the last fortnight; a missing marker comes from the chart of the month. If
    a state in the result is not ``certain``, a die is rolled for its zone in the next fortnight.
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
    """10.4.1, 10.4.2 Return the zones after a roll for each doubtful zone; a roll out of order is repeated.

    While ice thaws, a zone may not be worse than the zone before it, nor than it was in the last fortnight. While it
    freezes, it may not be lighter than these.
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

    While ice thaws, it is no worse than any of `limits`; while it freezes, it is no lighter.
    """
    for number in range(MOST_ROLLS):
        thrown = await die(key=f"ice.{zone}.{number}", rule="10.4")
        state = ICE.index(box.charts.ice.actual(month, ice, thrown))
        if all(state <= one if thaws else state >= one for one in limits):
            return state
    return (min if thaws else max)(limits, default=ICE.index(ice))


def _thawed(zones: dict[Zone, Expected]) -> dict[Zone, Expected]:
    """10.4.1 Return the markers of a sector after thawing.

    Of the zones with solid pack, the one with the highest number becomes doubtful. Of the zones with clear water, all
    but the one with the lowest number become certain.
    """
    pack = [zone for zone, one in zones.items() if one.ice == "solid_pack"]
    clear = [zone for zone, one in zones.items() if one.ice == "clear"]
    return _marked(zones, doubtful=sorted(pack)[-1:], certain=sorted(clear)[1:])


def _frozen(zones: dict[Zone, Expected]) -> dict[Zone, Expected]:
    """10.4.2 Return the markers of a sector after freezing.

    Of the zones with clear water, the one with the lowest number becomes doubtful. Of the zones with solid pack, all
    but the one with the highest number become certain.
    """
    pack = [zone for zone, one in zones.items() if one.ice == "solid_pack"]
    clear = [zone for zone, one in zones.items() if one.ice == "clear"]
    return _marked(zones, doubtful=sorted(clear)[:1], certain=sorted(pack)[:-1])


def _marked(zones: dict[Zone, Expected], *, doubtful: list[Zone], certain: list[Zone]) -> dict[Zone, Expected]:
    return {
        zone: Expected(one.ice, zone in certain or (one.certain and zone not in doubtful))
        for zone, one in zones.items()
    }
