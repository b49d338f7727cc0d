"""10.0–10.3 Ice on the way of forces and dummies, across hex sides and into and out of ports."""

from msgspec import Struct

from games.titles.pq17.box.charts import Expected
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import ICE, Ice, Side
from games.titles.pq17.box.turns import Month
from games.titles.pq17.table.dice import die

_EASED: dict[Ice, Ice] = {"light_drift": "clear", "heavy_drift": "clear", "thin_pack": "light_drift"}
"""10.3 What ice counts as behind icebreakers."""


class Found(Struct, frozen=True, gc=False):
    """10.1 What the ice beyond a hex side really is, and the die that told it (None where it was certain)."""

    ice: Ice
    die: int | None = None


class Passage(Struct, frozen=True, gc=False):
    """10.2 An attempt to cross: whether the force `passes`, the die for thin pack if one was rolled, and the cards of
    damage that the attempt costs, with figures after a plus sign or without (`whole`, 10.2.6a).
    """

    passes: bool
    cards: int
    whole: bool
    die: int | None = None


async def found(box: Box, month: Month, expected: Expected, *, key: str) -> Found:
    """10.1 The state met now, for this attempt alone: certain ice needs no die."""
    if expected.certain:
        return Found(expected.ice)
    thrown = await die(key=key, rule="10.1")
    return Found(box.charts.ice.actual(month, expected.ice, thrown), thrown)


def is_open(box: Box, expected: Expected) -> bool:
    """10.2 Whether it is certain that nothing holds anybody up, nor costs anything: clear water."""
    effect = box.charts.ice.effects[expected.ice]
    return expected.certain and expected.ice == "clear" and not effect.cards and effect.stops < 0


def met_by(side: Side, ice: Ice, *, in_lane: bool) -> Ice:
    """10.3 What the ice counts as for a side: in the lane to Arkhangelsk the Allies have icebreakers."""
    return _EASED.get(ice, ice) if side == "allied" and in_lane else ice


def bars(side: Side, ice: Ice) -> bool:
    """5.1.7, 10.1b, 10.2.5 Whether a side's forces may not cross at all: solid pack stops all, heavy drift and thin
    pack the Axis.
    """
    return ice == "solid_pack" or (side == "axis" and ICE.index(ice) >= ICE.index("heavy_drift"))


async def attempt(box: Box, side: Side, ice: Ice, *, goes_on: bool, key: str) -> Passage:
    """10.1a, 10.1b, 10.2.1, 10.2.2, 10.2.3, 10.2.4–10.2.6a A force, or a dummy for show, at a hex side with this ice
    (as `met_by` has it). It costs the cards of the state whether it goes on or not; thin pack is rolled for. An Axis
    force that heavy drift or thin pack stops counts no figures after a plus sign; solid pack spares nobody (10.2.5).
    """
    effect = box.charts.ice.effects[ice]
    barred = bars(side, ice)
    stopped = side == "axis" and barred and ice != "solid_pack"
    whole = effect.whole and not stopped
    if barred or not goes_on:
        return Passage(passes=False, cards=effect.cards, whole=whole)
    if effect.stops < 0:
        return Passage(passes=True, cards=effect.cards, whole=whole)
    thrown = await die(key=key, rule="10.2.4")
    return Passage(thrown > effect.stops, effect.cards, whole, thrown)


def may_start(expected: Expected) -> bool:
    """10.1.1 Whether a force may be set up in a hex: only where it is certainly clear, unless the scenario says so."""
    return expected.certain and expected.ice == "clear"


def allows_torpedoes(ice: Ice) -> bool:
    """7.2.4d, 7.3b Whether aircraft may drop torpedoes in a hex: in clear water alone."""
    return ice == "clear"
