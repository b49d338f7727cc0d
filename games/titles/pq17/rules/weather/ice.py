"""10.0–10.3 The ice that forces and dummies meet when they cross a hex side, or leave or enter a port."""

from msgspec import Struct

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, Ice, Side
from games.titles.pq17.components.turns import Month
from games.titles.pq17.state.dice import die

_EASED: dict[Ice, Ice] = {"light_drift": "clear", "heavy_drift": "clear", "thin_pack": "light_drift"}
"""10.3 By state of the ice, the state as which this ice counts behind icebreakers."""


class Found(Struct, frozen=True, gc=False):
    """10.1 The actual ice of a hex, and the die that decided it (None if the ice was certain)."""

    ice: Ice
    die: int | None = None


class Passage(Struct, frozen=True, gc=False):
    """10.2 The result of an attempt to cross a hex side with ice.

    `passes`: True if the force crosses it. `cards`: the number of damage cards that are drawn. `whole`: True if numbers
    after a plus sign on these cards count, too (10.2.6a). `die`: the die for thin pack; None if no die was rolled.
    """

    passes: bool
    cards: int
    whole: bool
    die: int | None = None


async def ice_met(box: Box, month: Month, expected: Expected, *, key: str) -> Found:
    """10.1 Return the ice that a force meets in this attempt. Certain ice needs no die.

    `key`: the key of the roll in the journal.
    """
    if expected.certain:
        return Found(expected.ice)
    thrown = await die(key=key, rule="10.1")
    return Found(box.charts.ice.actual(month, expected.ice, thrown), thrown)


def is_open(box: Box, expected: Expected) -> bool:
    """10.2 Return True if the expected ice is certainly clear water: it neither stops nor damages ships."""
    effect = box.charts.ice.effects[expected.ice]
    return expected.certain and expected.ice == "clear" and not effect.cards and effect.stops < 0


def effective_ice(side: Side, ice: Ice, *, in_lane: bool) -> Ice:
    """10.3 Return the state of ice that applies to a side.

    In the lane to Arkhangelsk (`in_lane`), icebreakers help the Allies, so the ice counts as a lighter state.
    """
    return _EASED.get(ice, ice) if side == "allied" and in_lane else ice


def is_impassable(side: Side, ice: Ice) -> bool:
    """5.1.7, 10.1b, 10.2.5 Return True if a side's forces may not cross this ice at all.

    Solid pack stops both sides; heavy drift and thin pack stop the Axis.
    """
    return ice == "solid_pack" or (side == "axis" and ICE.index(ice) >= ICE.index("heavy_drift"))


async def try_passage(box: Box, side: Side, ice: Ice, *, goes_on: bool, key: str) -> Passage:
    """10.1a, 10.1b, 10.2.1, 10.2.2, 10.2.3, 10.2.4–10.2.6a Try to cross a hex side with ice, and return the result.

    `ice`: the state from `effective_ice`. `goes_on`: True if the force tries to cross. The attempt costs the damage
    cards for that state, whether the force passes or not. Thin pack needs a die. Numbers after a plus sign on the cards
    do not count for an Axis force that heavy drift or thin pack stops. They do count at solid pack (10.2.5). `key`: the
    key of the roll in the journal.
    """
    effect = box.charts.ice.effects[ice]
    barred = is_impassable(side, ice)
    stopped = side == "axis" and barred and ice != "solid_pack"
    whole = effect.whole and not stopped
    if barred or not goes_on:
        return Passage(passes=False, cards=effect.cards, whole=whole)
    if effect.stops < 0:
        return Passage(passes=True, cards=effect.cards, whole=whole)
    thrown = await die(key=key, rule="10.2.4")
    return Passage(thrown > effect.stops, effect.cards, whole, thrown)


def may_start(expected: Expected) -> bool:
    """10.1.1 Return True if a force may begin in a hex with this expected ice, which must be certainly clear water."""
    return expected.certain and expected.ice == "clear"


def allows_torpedoes(ice: Ice) -> bool:
    """7.2.4d, 7.3b Return True if aircraft may drop torpedoes in a hex with this ice: only in clear water."""
    return ice == "clear"
