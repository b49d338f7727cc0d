"""10.0 What the ice of a hex is expected to cost a force that enters it."""

from collections.abc import Mapping

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, Ice
from games.titles.pq17.components.scenarios import Operation

CARD = 1000
"""10.2.6 The cost of a damage card: two thirds of a merchant, which does not arrive."""
STOPPED = 4000
"""10.2.4 The cost of ice that may stop a convoy, besides its cards."""
FACES = 10
"""1.8 The faces of a die, from 0."""
EASED: Mapping[Ice, int] = {"light_drift": 0, "heavy_drift": 0, "thin_pack": 1}
"""10.3 The cards behind icebreakers."""


def ice_cost(box: Box, operation: Operation, hex_: str) -> int:
    """10.1, 10.2 Return the expected cost of the ice that a convoy meets as it enters a hex."""
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
    """10.1 Return the hexes whose ice costs a force half a damage card or more: drift ice and worse is expected."""
    return frozenset(hex_ for hex_ in box.waters.ways if 2 * ice_cost(box, operation, hex_) >= CARD)
