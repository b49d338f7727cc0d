"""12.0–12.4 How far ships sail together, and what that costs: the walks of the day."""

from collections.abc import Sequence

from games.kernel.byhand.chart import Band, Walk
from games.kernel.text import Text
from games.titles.goeben.orders.prospects import Berth, Sailing

SEA, AUSTRIAN_SEA = "sea", "austrian_sea"
"""The charts by name: of the German ships, and of the allied ones, which keep to their seas (20.0)."""


def walk_of(berths: Sequence[Berth], sailing: Sailing) -> Walk:
    """12.0–12.3 How far these ships, which lie in one space, go together: as far as the slowest. A band ends wherever
    the next move costs one of them more.
    """
    most = min(berth.emergency for berth in berths)
    limits = {limit for berth in berths for limit in (berth.cruise, berth.maximum, berth.emergency)}
    ends = sorted({min(limit, most) for limit in limits if limit})
    chart = AUSTRIAN_SEA if berths[0].austrian else SEA
    return Walk(chart, berths[0].at, most, bands=tuple(_band(berths, upto, sailing) for upto in ends))


def coal_for(berth: Berth, steps: int, sailing: Sailing) -> int:
    """12.2, 12.3 The coal that a ship spends on a way of so many spaces."""
    return sailing.coal if steps > berth.cruise else 0


def _band(berths: Sequence[Berth], upto: int, sailing: Sailing) -> Band:
    """12.1–12.3 What a way of so many spaces costs: nothing, coal, or coal and perhaps an engine."""
    spending = sum(coal_for(berth, upto, sailing) > 0 for berth in berths)
    straining = sum(upto > berth.maximum for berth in berths)
    if not spending:
        return Band(upto, "free", Text("cruise: no coal", "巡航: 石炭不要"))
    coal = _for_each(Text(f"{sailing.coal} coal", f"石炭{sailing.coal}"), spending, len(berths))
    if not straining:
        return Band(upto, "spends", Text(f"maximum: {coal.en}", f"最大: {coal.ja}"))
    dice = f"1–{sailing.failing}" if sailing.failing > 1 else str(sailing.failing)
    some = straining if straining < len(berths) else 1
    risk = _for_each(
        Text(f"engines fail on {dice}", f"{dice}で機関故障"), some, len(berths) if some == straining else 1
    )
    return Band(upto, "risk", Text(f"emergency: {coal.en}, {risk.en}", f"緊急: {coal.ja}、{risk.ja}"))


def _for_each(cost: Text, ships: int, of: int) -> Text:
    """A cost, and whose it is where there are several ships."""
    if of == 1:
        return cost
    if ships == of:
        return Text(f"{cost.en} each", f"各艦{cost.ja}")
    return Text(f"{cost.en} ({ships} of {of} ships)", f"{of}隻中{ships}隻が{cost.ja}")
