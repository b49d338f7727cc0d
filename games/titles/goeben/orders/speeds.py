"""12.0–12.4 The movement rules of ships that sail together: how far, and at which cost."""

from collections.abc import Sequence

from games.kernel.text import Text
from games.order_editor.paths import CostBand, MovementRule
from games.titles.goeben.orders.prospects import Berth, Sailing

SEA, AUSTRIAN_SEA = "sea", "austrian_sea"
"""The names of the charts of the sea: for German ships, and for Austro-Hungarian ships (20.0)."""


def movement_rule_of(berths: Sequence[Berth], sailing: Sailing) -> MovementRule:
    """12.0–12.3 Return the movement rule of ships that sail together from one space, at the speed of the slowest.

    The rule has a new cost band wherever one more move raises the cost or the risk of at least one ship.
    """
    most = min(berth.emergency for berth in berths)
    limits = {limit for berth in berths for limit in (berth.cruise, berth.maximum, berth.emergency)}
    ends = sorted({min(limit, most) for limit in limits if limit})
    chart = AUSTRIAN_SEA if berths[0].austrian else SEA
    return MovementRule(chart, berths[0].at, most, bands=tuple(_band(berths, upto, sailing) for upto in ends))


def coal_for(berth: Berth, steps: int, sailing: Sailing) -> int:
    """12.2, 12.3 Return the coal that a ship spends to move `steps` spaces in a day."""
    return sailing.coal if steps > berth.cruise else 0


def _band(berths: Sequence[Berth], upto: int, sailing: Sailing) -> CostBand:
    """12.1–12.3 Return the cost of a way of up to `upto` moves: nothing, coal, or coal and a risk for the engines."""
    spending = sum(coal_for(berth, upto, sailing) > 0 for berth in berths)
    straining = sum(upto > berth.maximum for berth in berths)
    if not spending:
        return CostBand(upto, "free", Text("cruise: no coal", "巡航：石炭不要"))
    coal = _for_each(Text(f"{sailing.coal} coal", f"石炭{sailing.coal}"), spending, len(berths))
    if not straining:
        return CostBand(upto, "spends", Text(f"maximum: {coal.en}", f"最大：{coal.ja}"))
    dice = f"1–{sailing.failing}" if sailing.failing > 1 else str(sailing.failing)
    some = straining if straining < len(berths) else 1
    risk = _for_each(
        Text(f"engines fail on {dice}", f"{dice}で機関故障"), some, len(berths) if some == straining else 1
    )
    return CostBand(upto, "risk", Text(f"emergency: {coal.en}, {risk.en}", f"緊急：{coal.ja}、{risk.ja}"))


def _for_each(cost: Text, ships: int, of: int) -> Text:
    """Return the text of a cost, and the number of ships that pay it (`ships` of `of`)."""
    if of == 1:
        return cost
    if ships == of:
        return Text(f"{cost.en} each", f"各艦{cost.ja}")
    return Text(f"{cost.en} ({ships} of {of} ships)", f"{of}隻中{ships}隻が{cost.ja}")
