"""10.1, 12.3, 15.0 The chances of a day's orders: repairs, emergency speed, and raids on known merchants.

Known merchants are those that the seat of the ships knows of.
"""

from collections.abc import Iterator, Mapping
from math import comb
from typing import Any

from msgspec import Struct

from games.kernel.drafts import PreviewLine
from games.kernel.errors import pointer
from games.kernel.odds import Chances, Odds, name_chances, odds_with_means, rounded, split_thousandths
from games.kernel.text import Text
from games.order_editor.order_edits import orders_in, values_in
from games.titles.goeben.orders.chances import BATTERY_NAMES, NAMES
from games.titles.goeben.orders.prospects import REPAIRED, Berth, Sailing

SIDES = 6
TRACK_NAMES = {"engines": Text("engines", "機関"), "hull": Text("hull", "船体"), **BATTERY_NAMES}
_REPAIR = Text("Repair of {track}, {dice} dice", "{track}の修理、ダイス{dice}個")
_STRAIN = Text("Emergency speed", "緊急速度")
_STRAIN_NOTE = Text(
    "Only if the ship sails the whole way: she may have to stop before.",
    "全行程を航行した場合のみです。途中で停止することがあります。",
)
_RAID_ONE = Text("Raid, {least} to {most} points", "通商破壊、{least}〜{most}点")
_RAID = Text("Raid on {count} merchantmen, {least} to {most} points", "商船{count}隻への通商破壊、{least}〜{most}点")
_RAID_NOTE = Text(
    "If the merchantman is still there, and after whatever else the ships meet there.",
    "商船がまだそこにいる場合で、他の遭遇を解決した後です。",
)


class Hazards(Struct, frozen=True, omit_defaults=True, gc=False):
    """10.1, 15.0 The facts from which the chances of a day's orders are computed.

    `mending`: the lowest die that restores a box; 0 in forms that do not know it. `prey`: the number of merchants that
    the seat knows of, by space. `boarding`: the number of dice that marines (Seebataillon) add to a raid.
    """

    mending: int = 0
    prey: dict[str, int] = {}
    boarding: int = 0


def chances_of_orders(
    draft: Any, berths: Mapping[str, Berth], sailing: Sailing, hazards: Hazards
) -> Iterator[PreviewLine]:
    """10.1, 12.3, 15.0 Yield the chances of each repair, move at emergency speed and raid in a draft.

    `draft`: the orders as JSON, which may be incomplete. `berths`: the ships by id.
    """
    orders = orders_in(draft)
    goals = _goals(orders)
    for index, order in enumerate(orders):
        verb = order.get("order") if isinstance(order, dict) else None
        if verb == "repair" and hazards.mending:
            yield from _repairs(pointer(index), order, berths, hazards.mending)
        elif verb == "move":
            yield from _strains(pointer(index, "way"), order, berths, sailing)
            yield from _raids(pointer(index, "way"), order, berths, goals, hazards)


def _goals(orders: list[Any]) -> dict[str, str]:
    """12.0 Return the space to which each ship is ordered."""
    found: dict[str, str] = {}
    for order in orders:
        way = values_in(order, "way")
        if way and isinstance(order, dict) and order.get("order") == "move":
            found |= dict.fromkeys(values_in(order, "ships"), way[-1])
    return found


def _repairs(where: str, order: Any, berths: Mapping[str, Berth], mending: int) -> Iterator[PreviewLine]:
    (name,) = values_in(order, "ship")[:1] or ("",)
    damage = berths[name].damage if name in berths else {}
    for track in REPAIRED:
        given = values_in(order, track)
        if track in damage and given and given[0].isdecimal() and 0 < int(given[0]) < 100:
            odds = repair_odds(track, int(given[0]), damage[track], mending)
            yield PreviewLine(where, "free", odds_with_means(odds), odds)


def repair_odds(track: str, dice: int, boxes: int, mending: int) -> Odds:
    """10.1 Return the chances that the repair dice restore all lost boxes of a track, or some of them.

    `dice`: the number of dice. `boxes`: the number of lost boxes. `mending`: the lowest die that restores a box.
    """
    faces, every = SIDES + 1 - mending, SIDES**dice
    ways = [comb(dice, hits) * faces**hits * (mending - 1) ** (dice - hits) for hits in range(dice + 1)]
    all_, some = sum(ways[boxes:]), sum(ways[1:boxes])
    counts = [("mended", all_), ("better", some), ("nothing", ways[0])]
    mean = rounded(100 * sum(min(hits, boxes) * one for hits, one in enumerate(ways)), every)
    outcomes = split_thousandths([one for one in counts if one[1]])
    means = _REPAIR.format(track=TRACK_NAMES[track], dice=dice)
    return name_chances(Chances("10.1", outcomes, (), (("boxes", mean),)), means, NAMES.__getitem__)


def _strains(where: str, order: Any, berths: Mapping[str, Berth], sailing: Sailing) -> Iterator[PreviewLine]:
    steps, ships = len(values_in(order, "way")), values_in(order, "ships")
    for name in ships:
        if sailing.failing and name in berths and berths[name].maximum < steps <= berths[name].emergency:
            odds = strain_odds(sailing.failing)
            text = Text("{ship}: {odds}", "{ship}：{odds}").format(ship=name, odds=odds_with_means(odds))
            yield PreviewLine(where, "risk", text, odds)


def strain_odds(failing: int) -> Odds:
    """12.3 Return the chances that emergency speed costs an engine box: on a die of `failing` or less."""
    outcomes = split_thousandths([("strained", failing), ("nothing", SIDES - failing)])
    return name_chances(Chances("12.3", outcomes), _STRAIN, NAMES.__getitem__, _STRAIN_NOTE)


def _raids(
    where: str, order: Any, berths: Mapping[str, Berth], goals: Mapping[str, str], hazards: Hazards
) -> Iterator[PreviewLine]:
    goal = next(reversed(values_in(order, "way")), "")
    if goal in hazards.prey:
        there = [berth for name, berth in berths.items() if goals.get(name, berth.at) == goal]
        boarding = any("seebataillon" in berth.cargo for berth in there)
        led = max((berth.leadership for berth in there), default=0)
        odds = raid_odds(hazards.prey[goal], led, hazards.boarding if boarding else 0)
        yield PreviewLine(where, "free", odds_with_means(odds), odds)


def raid_odds(count: int, leadership: int, boarding: int) -> Odds:
    """15.0, 15.crew Return the range and the average of the points of a raid on `count` merchants.

    Each merchant scores a die, the dice of marines (their number is `boarding`), and `leadership`.
    """
    dice = 1 + boarding
    least, most = count * (dice + leadership), count * (SIDES * dice + leadership)
    modifiers = [("leadership", leadership, "15.0")] + [("seebataillon", 0, "15.crew")] * bool(boarding)
    chances = Chances("15.0", (), tuple(modifiers), (("points", 50 * (least + most)),))
    means = (_RAID_ONE if count == 1 else _RAID).format(count=count, least=least, most=most)
    return name_chances(chances, means, NAMES.__getitem__, _RAID_NOTE)
