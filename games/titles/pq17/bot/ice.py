"""10.0 The captain's estimate of what the ice in a hex costs a convoy, in thousandths of a victory point."""

from collections.abc import Mapping

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, Ice
from games.titles.pq17.components.scenarios import Operation

CARD = 1000
"""10.2.6 The cost of a damage card, which removes about two thirds of a merchant."""
STOPPED = 4000
"""10.2.4 The extra cost of ice that may stop a convoy."""
FACES = 10
"""1.8 The number of faces of a die, which shows 0 to 9."""
EASED: Mapping[Ice, int] = {"light_drift": 0, "heavy_drift": 0, "thin_pack": 1}
"""10.3 The number of damage cards that a convoy draws behind icebreakers."""


def ice_cost(box: Box, operation: Operation, hex_: str) -> int:
    """10.1, 10.2 Return what the ice in a hex is expected to cost a convoy, in thousandths of a victory point."""
    zone = box.hexes[hex_].zone if hex_ in box.hexes else ""
    expected = box.ice(operation, zone, operation.first_turn)
    if expected.certain:
        return _cost(box, hex_, expected.ice)
    met = (box.charts.ice.actual(operation.calendar_month, expected.ice, die) for die in range(FACES))
    return sum(_cost(box, hex_, ice) for ice in met) // FACES


def _cost(box: Box, hex_: str, ice: Ice) -> int:
    effect = box.charts.ice.effects[ice]
    if hex_ in box.areas.icebreaker_lane.hexes and ice in EASED:
        return CARD * EASED[ice]
    return CARD * effect.cards + STOPPED * (effect.stops >= 0) * (1 + ICE.index(ice) - ICE.index("thin_pack"))


def icy_hexes(box: Box, operation: Operation) -> frozenset[str]:
    """10.1 Return the hexes whose ice is expected to cost at least half a damage card: drift ice or worse."""
    grounds = (ground for ground in box.ice_grounds.values() if 2 * ice_cost(box, operation, min(ground)) >= CARD)
    return frozenset[str]().union(*grounds)
