"""14.5 The chances of a German ship's batteries against an Allied ship in a battle, from a seat's view."""

from collections.abc import Iterator
from functools import partial

from games.kernel.odds import Odds, OddsModifier, OddsOutcome, OddsTable
from games.kernel.text import Labels, Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import BATTERIES, Battery
from games.titles.goeben.state.state import Warship, Weather
from games.titles.goeben.visibility.view import View

_SIDES = 6
_NOTE = Text(
    "Maximum fire rolls {full} dice ({mean} hits on average). Captains' orders and a change of visibility are not "
    "included.",
    "全力射撃ではダイス{full}個（平均{mean}命中）。艦長への命令と視界の変化は含みません。",
)


def odds_table(box: Box, labels: Labels) -> OddsTable:
    """Return the title's table of chances: the units to choose from, and the chances between two of them."""
    return OddsTable(units, partial(between, box, labels))


def units(view: View) -> tuple[str, ...]:
    """Return the ships of a battle that the reader sees: the German ships, then the Allied ones."""
    battle = view.battle
    if battle is None:
        return ()
    known = {known.ship.id for known in view.ships}
    return (*(name for name in battle.ships if name in known), *(foe.id for foe in battle.foes if not foe.gone))


def between(box: Box, labels: Labels, view: View, attacker: str, target: str) -> tuple[Odds, ...]:
    """14.5 Return the chances of each battery of a German ship, by day or by night (22.0), as it is now."""
    ship = next((known.ship for known in view.ships if known.ship.id == attacker and known.since is None), None)
    names = units(view)
    if ship is None or view.battle is None or attacker not in names or target not in names:
        return ()
    if target not in {foe.id for foe in view.battle.foes} or not (ship.ammunition or attacker in view.battle.fired):
        return ()
    batteries: list[Battery] = [one for one in BATTERIES if one != "torpedo"]
    return tuple(found for one in batteries if (found := _battery(box, labels, view, ship, one, target)) is not None)


def _battery(box: Box, labels: Labels, view: View, ship: Warship, battery: Battery, target: str) -> Odds | None:
    guns = int(getattr(ship, battery))
    if not guns or view.battle is None:
        return None
    night = view.battle.night and "optics" not in ship.cargo
    guns = (guns + 1) // 2 if night else guns
    modifiers = tuple(_modifiers(box, ship, target))
    value = guns + sum(one.amount for one in modifiers)
    day = view.day.weather.get(view.battle.space, Weather()) if view.day is not None else Weather()
    chart = box.charts.shore if view.battle.shore else box.charts.gunnery
    dice, full = max(value + day.morale, 0), max(value * box.numbers.combat.maximum_multiple + day.morale, 0)
    extra = (
        *((OddsModifier(Text("night", "夜間"), guns - int(getattr(ship, battery)), "22.0"),) if night else ()),
        *((OddsModifier(Text("morale", "士気"), day.morale, "13"),) if day.morale else ()),
    )
    hit = _SIDES + 1 - chart.hits
    means = Text(
        "{battery}: {dice} dice, {hits} or more hits, {mean} hits on average",
        "{battery}：ダイス{dice}個、{hits}以上で命中、平均{mean}命中",
    ).format(battery=labels(battery), dice=dice, hits=chart.hits, mean=_mean(dice, hit))
    missed = round(1000 * ((_SIDES - hit) / _SIDES) ** dice)
    return Odds(
        means=means,
        rule="14.5",
        outcomes=(OddsOutcome(Text("at least one hit", "1発以上命中"), 1000 - missed),),
        modifiers=(*modifiers, *extra),
        note=_NOTE.format(full=full, mean=_mean(full, hit)),
    )


def _modifiers(box: Box, ship: Warship, target: str) -> Iterator[OddsModifier]:
    """14.5, 14.5.2 Yield the changes of the number of dice by leadership, crew, calculator and armour."""
    numbers, readout = box.numbers.combat, box.allied.get(target)
    if ship.leadership:
        yield OddsModifier(Text("leadership", "指揮"), ship.leadership, "14.5")
    if "reserve_crew" in ship.cargo:
        yield OddsModifier(Text("reserve crew", "予備乗員"), numbers.reserve_crew, "14.5")
    if "calculator" in ship.cargo:
        yield OddsModifier(Text("targeting calculator", "照準計算機"), numbers.calculator, "14.5.2")
    if readout is not None and readout.armour:
        yield OddsModifier(Text("armour of the target", "目標の装甲"), -readout.armour, "14.5")


def _mean(dice: int, hit: int) -> str:
    return f"{dice * hit / _SIDES:.1f}"
