"""15.0 The campaign in words: fortnights, cargo, losses by cause, ships in dock, points by month.

Points are half victory points. The strength of merchants is their number.
"""

from collections.abc import Iterator

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.turns import MONTHS
from games.titles.pq17.presentation.labels import Words, fortnight_name
from games.titles.pq17.state.roster import Played, Roster, Unit
from games.titles.pq17.state.state import Loss
from games.titles.pq17.visibility.view import View

HALVES = 2
KEYS = 5
"""The number of characters of a fortnight's key, such as ``mar_1``."""
CAUSES = ("sunk", "scuttled", "damaged", "weather", "ice", "event", "collided", "aground", "shot_down")
"""2.0, 2.4b The causes of losses, in the order in which the text lists them."""


class MonthScore(Struct, frozen=True):
    """15.9 The score of a month of a campaign, in half points.

    `points`: the points scored in the month. `total`: the score of the campaign at the end of the month. `needed`: the
    score that the Allies need by then.
    """

    month: str
    points: int
    total: int
    needed: int


def months(box: Box, ledger: list[Played]) -> list[MonthScore]:
    """15.9 Return the score of each month so far; the current month is included once its first fortnight is over.

    `ledger`: the past fortnights in order.
    """
    found: dict[str, MonthScore] = {}
    before = 0
    for one in ledger:
        month, last = one.key.partition("_")[0], found.get(one.key.partition("_")[0])
        points = one.points - before + (last.points if last is not None else 0)
        place = len(found) + (last is None)
        needed = box.campaign.rules.required_each_month * HALVES * place
        found[month] = MonthScore(month, points, one.points, needed)
        before = one.points
    return list(found.values())


def month_name(month: str, say: Words) -> str:
    """Return the name of a month by its abbreviation, such as ``mar``."""
    return say(month.capitalize(), f"{MONTHS.index(month) + 1}月")


def parts(box: Box, view: View, say: Words) -> Iterator[tuple[str, list[str]]]:
    """Yield each part of the campaign text as its title and its lines; nothing in a single operation."""
    roster = view.roster
    if roster is None:
        return
    for title, told in (
        (say("State of the campaign", "キャンペーンの状況"), _now(box, roster, say)),
        (say("Victory points by month", "月別VP"), _scores(box, roster, say)),
        (say("Cargo", "積荷"), _cargo(roster, say)),
        (say("Losses by cause", "原因別の損失"), _losses(box, view, say)),
        (say("Order of battle", "戦闘序列"), _order_of_battle(box, roster, say)),
        (say("In dock", "修理中"), _docked(box, roster, say)),
        (say("Due in Germany", "本国へ回航する艦"), _due_home(box, view, say)),
        (say("Operations so far", "これまでの作戦"), _played(roster, say)),
    ):
        found = list(told)
        if found:
            yield title, found


def _now(box: Box, roster: Roster, say: Words) -> Iterator[str]:
    if roster.fortnight < len(box.campaign.fortnights):
        name = fortnight_name(box.campaign.fortnights[roster.fortnight].key, say)
        end = len(box.campaign.fortnights[: HALVES * roster.months])
        yield say(
            f"Fortnight {roster.fortnight + 1} of {end}: the {name}.",
            f"第{roster.fortnight + 1}期（全{end}期）：{name}。",
        )
    if roster.ev:
        yield say("Operation EV: ", "EV作戦：") + (
            say("carried out", "完了") if roster.ev == "done" else say("under way", "実行中")
        )


def _scores(box: Box, roster: Roster, say: Words) -> Iterator[str]:
    for one in months(box, roster.ledger):
        name, points = month_name(one.month, say), say.half(one.points)
        total, needed = say.half(one.total), say.half(one.needed)
        yield say(
            f"{name}: {points} VP, {total} in all of {needed}", f"{name}：{points}VP、累計{total}（必要{needed}）"
        )


def _cargo(roster: Roster, say: Words) -> Iterator[str]:
    if roster.ledger:
        arrived, unloaded = sum(one.arrived for one in roster.ledger), sum(one.unloaded for one in roster.ledger)
        came = say.several(arrived, "laden merchant", "laden merchants")
        yield say(
            f"{came} arrived, {unloaded} unloaded.",
            f"到着した積載商船{arrived}隻、荷下ろし{unloaded}隻。",
        )
    for port, boxes in roster.boxes.items():
        waiting, down, up = (_strength(units) for units in (boxes.unloading, boxes.down, boxes.up))
        if waiting or down or up:
            yield say(
                f"{say.name(port)}: {waiting} to be unloaded, {down} in ballast, {up} idle.",
                f"{say.name(port)}：荷下ろし待ち{waiting}隻、空荷{down}隻、滞留{up}隻。",
            )


def _strength(units: list[Unit]) -> int:
    return sum(one.strength for one in units)


def _losses(box: Box, view: View, say: Words) -> Iterator[str]:
    known = [loss for one in view.history for loss in one.losses] + list(view.losses)
    sides: tuple[Side, ...] = ("allied", "axis")
    for side in sides:
        told = []
        for cause in CAUSES:
            lost = [one for one in known if one.side == side and one.how == cause]
            if lost:
                told.append(f"{say.name(cause)} {say(', ', '、').join(_kinds(box, lost, say))}")
        if told:
            yield f"{say.name(side)}: " + say("; ", "／").join(told)


def _kinds(box: Box, lost: list[Loss], say: Words) -> Iterator[str]:
    """Yield in words the losses by kind: merchants, each warship or class, and aircraft, with the strength."""
    counts: dict[str, int] = {}
    for one in lost:
        ship = box.ships.get(one.unit)
        sort = "aircraft" if ship is None else "mx" if ship.type == "mx" else one.unit
        single = ship is not None and ship.is_single
        counts[sort] = counts.get(sort, 0) + (0 if single else one.strength)
    for sort, count in counts.items():
        yield f"{say.name(sort)} {count}" if count else say.name(sort)


def _order_of_battle(box: Box, roster: Roster, say: Words) -> Iterator[str]:
    """15.0 Yield the known units, a line for each port, air base or carrier; the place with most units comes first."""
    places: dict[str, list[Unit]] = {}
    for one in roster.units:
        places.setdefault(one.place, []).append(one)
    for place, units in sorted(places.items(), key=lambda item: (-len(item[1]), item[0])):
        yield say(": ", "：").join((say.name(place), say.join([_unit(box, one, say) for one in units])))


def _unit(box: Box, unit: Unit, say: Words) -> str:
    """Return a ship as text with her class, strength and states, or an air unit with its strength and damage."""
    ship = box.ships.get(unit.kind)
    if ship is None:
        lost = f" −{unit.damaged}" if unit.damaged else ""
        return f"{say.name(unit.kind)} {unit.strength}{lost}"
    marks = [say.name(flag) for flag in ("crippled", "dead", "green") if getattr(unit, flag)]
    marks += [say.name("inoperative")] if unit.inoperative else []
    return say.marks([f"{say.name(unit.kind)} {ship.type.upper()} {unit.strength}", *marks])


def _docked(box: Box, roster: Roster, say: Words) -> Iterator[str]:
    """15.5.1 Yield the known ships in dock, each with the fortnight in which she returns."""
    keys = [one.key for one in box.campaign.fortnights]
    for one in roster.away:
        if one.why == "repair":
            yield f"{say.name(one.unit.kind)}: " + _back(keys[one.back : one.back + 1], say)
    if roster.damaged_boats:
        yield say(f"U-boats: {roster.damaged_boats}", f"Uボート：{roster.damaged_boats}")


def _back(keys: list[str], say: Words) -> str:
    """Return in words the fortnight in which a ship returns.

    `keys`: its key, or nothing if the campaign ends before.
    """
    if not keys:
        return say("not back before the end", "終了まで復帰しない")
    name = fortnight_name(keys[0], say)
    return say(f"back in the {name}", f"{name}に復帰")


def _due_home(box: Box, view: View, say: Words) -> Iterator[str]:
    """15.7.5 Yield the German ships that the schedule recalls in this fortnight, and the known late ones.

    Yields nothing without the option.
    """
    roster = view.roster
    if roster is None or not view.options.sailing_home or roster.fortnight >= len(box.campaign.fortnights):
        return
    for going in box.campaign.fortnights[roster.fortnight].departures:
        for entry in going.entries:
            if going.side == "axis" and entry.kind in box.ships:
                yield f"{say.name(entry.kind)} {entry.strength or ''}".strip()
    for kind, strength in roster.overdue.items():
        number = "" if box.ships[kind].is_single else f" {strength}"
        yield say(f"{say.name(kind)}{number}: late", f"{say.name(kind)}{number}：遅延")


def _played(roster: Roster, say: Words) -> Iterator[str]:
    before = 0
    for one in roster.ledger:
        name, side = fortnight_name(one.key, say), say.name(one.initiative)
        what = say("operation", "作戦実施") if one.operation else say("no operation", "作戦なし")
        points, before = say.half(one.points - before), one.points
        yield say(
            f"{name[:1].upper()}{name[1:]}: bids {one.allied} and {one.axis}, initiative {side}, {what}; {points} VP",
            f"{name}：入札 {one.allied}対{one.axis}、主導権 {side}、{what}、{points}VP",
        )
