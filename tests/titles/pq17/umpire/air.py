"""7.1 to 7.3 Attacks from the air: who may fly, fighters, rows, anti-aircraft fire, bombs and torpedoes."""

from collections import Counter as Count
from collections.abc import Sequence
from typing import Any

from games.titles.pq17.components.hexes import distance
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import air, special
from games.titles.pq17.state.state import AirUnit, Force, State
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.guns import hurt, outcome, successes
from tests.titles.pq17.umpire.table import Thrown, Umpire

TWICE = 11
"""7.2.6 The modified die from which a bomb hits twice."""
SOVIET_NAVAL = ("db_3f", "mbr_2", "gst")


def flown(u: Umpire, event: air.Flown, *others: air.Flown) -> None:
    """5.3, 9.2.3 to 9.2.5 Who may fly, how far, by night, and in what weather."""
    kind = u.box.aircraft[event.aircraft]
    if u.plain:
        u.ruled("9.2 weather", u.weather in ("fair", "reduced", "storm"), event)
        u.ruled("9.2.4 carriers", u.weather != "storm" or not kind.carrier, event)
    british = kind.nation == "britain" and kind.type in ("db", "lb", "mb", "hb")
    u.ruled("5.3 by night", u.is_day or kind.reconnaissance or british, event)
    if event.base:
        u.ruled("5.3 range", distance(event.base, event.at) <= kind.range, event, distance(event.base, event.at))
    if event.mission == "attack":
        u.ruled("5.3 P and fighters", kind.type not in ("p", "f") or kind.anti_submarine, event)
        u.ruled("7.2 Soviet", kind.nation != "soviet" or event.aircraft in SOVIET_NAVAL, event)
    if event.mission in ("search", "shadow", "radius"):
        u.ruled("5.3 reconnaissance", kind.reconnaissance, event)
    if event.mission == "radius":
        u.ruled("5.3.1 both", kind.anti_submarine and kind.reconnaissance, event)


# --- fighters


def scrambled(u: Umpire, event: air.Scrambled, *others: air.Scrambled) -> None:
    u.about["fight"] = {"side": event.side, "fired": [], "before": None, "units": None}
    if event.surprise is not None:
        thrown = u.take("7.6")
        added = charts.SURPRISE[u.weather]
        out = any(
            unit.at and u.box.aircraft[unit.aircraft].carrier
            and u.box.aircraft[unit.aircraft].side == event.side for unit in thrown.state.air
        )  # fmt: skip
        u.ruled("7.2.1 by option", u.state.options.air_surprise)
        if u.plain:
            totals = {event.surprise + added - less for less in ((0, 1) if out or u.state.declared else (0,))}
            u.ruled("7.2.1 surprise", event.surprised in {total >= 8 for total in totals}, event, totals)
        u.ruled("7.2.1 die", thrown.dice == (event.surprise,))
    if not event.aircraft:
        return
    if u.about.get("located"):  # raids on ports may be flown by night (12.7)
        u.ruled("7.2.1 by day", u.is_day, event)
    u.ruled("7.2.1 one unit", not event.surprised or len(event.aircraft) == 1, event)
    if u.plain:
        u.ruled("9.2 fighters", u.weather in ("fair", "reduced", "storm"), event)
    risen: Count[str] = Count()
    for name, strength in zip(event.aircraft, event.strengths, strict=True):
        kind = u.box.aircraft[name]
        risen[name] += strength
        u.ruled("7.2.1 fighters", kind.type == "f" and kind.side == event.side, event)
        u.ruled("9.2.4 carrier fighters", not (kind.carrier and u.weather == "storm" and u.plain), event)
    for name, strength in risen.items():
        near = sum(
            unit.strength - unit.damaged
            for unit in u.state.air
            if unit.aircraft == name and _in_reach(u, unit, event.at)
        )
        u.ruled("7.2.1 in range", strength <= near, event, near)


def _base(u: Umpire, unit: AirUnit) -> str:
    if unit.base in u.box.ships:
        return next((one.at for one in u.state.forces if any(ship.ship == unit.base for ship in one.counters)), "")
    return u.box.base_hex(unit.base)


def _in_reach(u: Umpire, unit: AirUnit, at: str) -> bool:
    base = _base(u, unit)
    return bool(base) and base in u.box.hexes and distance(base, at) <= u.box.aircraft[unit.aircraft].range


def fired(u: Umpire, event: air.AirFired, *others: air.AirFired) -> None:
    """7.2.3"""
    thrown = u.take("7.2.3")
    u.ruled("7.2.3 dice told", thrown.dice == event.dice, event)
    if not event.firer or not event.target:
        return
    mine, theirs = u.box.aircraft[event.firer], u.box.aircraft[event.target]
    value = mine.value + (mine.plus and theirs.type != "f") - theirs.value
    added = max(value, 0) if mine.type == "f" else value
    u.ruled("7.2.3 modifier", event.modifier == added, event, added)
    results = tuple(charts.air_combat(die + added) for die in event.dice)
    u.ruled("7.2.3 results", event.results == results, event, results)
    fight = u.about.get("fight")
    if fight is None:
        return
    if fight["before"] is None:
        fight["before"] = thrown
    names = [event, *others]
    firer = next((one.firer_unit for one in names if one.firer_unit), "")
    target = next((one.target_unit for one in names if one.target_unit), "")
    fight["fired"].append((event, firer, target))


def fought(u: Umpire) -> None:
    """7.2.2, 7.2.3 Each that fights throws a die for each strength, at fighters first, and what was hit is gone."""
    fight = u.about.pop("fight", None)
    if fight is None or not fight["fired"]:
        return
    before = fight["before"].state
    dice: Count[str] = Count()
    hits: dict[str, Count[str]] = {}
    at_fighters = total = 0
    for event, firer, target in fight["fired"]:
        dice[firer] += len(event.dice)
        hits.setdefault(target, Count()).update(one for one in event.results if one != "-")
        if event.side == fight["side"]:
            total += len(event.dice)
            at_fighters += len(event.dice) * (u.box.aircraft[event.target].type == "f")
    for name, number in dice.items():
        unit = u.unit(name, before) if name else None
        if unit is not None:
            u.ruled("7.2.3 a die for each strength", number == unit.flying, name, number, unit)
    escorts = [u.unit(name, before) for name in hits if name]
    wide = sum(unit.flying for unit in escorts if unit and u.box.aircraft[unit.aircraft].type == "f"
               and u.box.aircraft[unit.aircraft].side != fight["side"])  # fmt: skip
    u.ruled("7.2.2 escorts first", at_fighters >= min(total, wide), at_fighters, total, wide)
    _shot_at(u, hits, before)


def _shot_at(u: Umpire, hits: dict[str, Count[str]], before: State) -> None:
    """7.2.3 Aborts last for the phase, damage for the operation, hits for good."""
    after = next((one.state for one in u.waiting("7.2.5")), u.state)
    for name, found in hits.items():
        unit, now = u.unit(name, before) if name else None, u.unit(name, after) if name else None
        if unit is not None:
            gone = now.flying if now is not None else 0
            u.ruled("7.2.3 steps", gone == max(unit.flying - found.total(), 0), name, found, unit, now)
            if found.total() <= unit.flying and now is not None:
                u.ruled(
                    "7.2.3 for how long",
                    (unit.strength - now.strength, now.damaged - unit.damaged, now.aborted - unit.aborted)
                    == (found["hit"], found["damaged"], found["abort"]),
                    found,
                    unit,
                    now,
                )


# --- the row


def laid(u: Umpire, event: air.Laid, *others: air.Laid) -> None:
    fought(u)
    row = [[Counter(ship, strength) for ship, strength in stack] for stack in event.row]
    port = any(one.port for one in u.state.forces if one.side == event.side and one.at == event.at)
    for stack in row:
        kinds = [u.kind(one) for one in stack]
        convoy, light = (all(kind.type in types for kind in kinds) for types in (charts.CONVOY, charts.LIGHT))
        u.ruled("7.2.4 row", len(stack) < 2 or convoy or light, stack)
        if not kinds[0].is_single:
            u.ruled("7.2.4 row strength", sum(one.strength for one in stack) <= (10 if convoy else 4), stack)
        u.ruled("7.3.1 no boats", all(kind.type != "ss" for kind in kinds))
    prey = [one for one in u.state.forces if (one.side, one.at) == (event.side, event.at) and _same(u, one, row)]
    boxes = u.state.roster is not None and any(one.hex == event.at and one.unloads for one in u.box.ports.values())
    u.ruled("7.2.4 all lie there", prey or port or boxes, event)
    if event.ice:
        zone = u.box.hexes[event.at].zone
        u.ruled("7.3 ice", zone != "", event)
    u.about["row"] = {"row": row, "prey": prey[0] if len(prey) == 1 else None, "ice": event.ice, "side": event.side,
                      "flak": [], "cams": _cams(prey[0]) if prey else 0, "whole": True}  # fmt: skip


def _cams(force: Force) -> int:
    return sum(one.strength for one in force.counters if one.ship == "mc" and not one.used)


def _same(u: Umpire, force: Force, row: list[list[Counter]]) -> bool:
    held: Count[str] = Count()
    lying: Count[str] = Count()
    for one in force.counters:
        if u.kind(one).type != "ss" and not one.dispersed:
            held[one.ship] += one.strength
    for stack in row:
        for one in stack:
            lying[one.ship] += one.strength
    return +held == +lying


# --- anti-aircraft fire


def flak(u: Umpire, event: air.FlakFired, *others: air.FlakFired) -> None:
    """7.2.5 Judged with what the unit does then: torpedoes are easier to hit."""
    fought(u)
    row = u.about.get("row")
    thrown = next((one for one in u.waiting("7.2.5") if one.dice == (event.die,)), None)
    u.ruled("7.2.5 die", thrown is not None, event)
    assert thrown is not None
    u.thrown.remove(thrown)
    u.ruled("7.2.5 result", event.result == charts.flak(event.value, event.die + event.modifier), event)
    if row is not None:
        row["flak"].append((event, thrown))


def _values(u: Umpire, row: list[list[Counter]], place: int) -> tuple[int | None, set[int]]:
    """7.2.5 The value of a place, 0 for `*`, None for none; and those of its neighbours that have a number."""

    def value(stack: list[Counter]) -> int | None:
        ratings = []
        for one in stack:
            kind = u.kind(one)
            if kind.anti_aircraft is not None:
                ratings.append(kind.anti_aircraft)  # the program has a class lie as one, however much of it there is
        numbers = [one for one in ratings if one > 0]
        return sum(numbers) if numbers else 0 if ratings else None

    beside = [row[one] for one in (place - 1, place + 1) if 0 <= one < len(row)]
    return value(row[place]), {found for stack in beside if (found := value(stack))}


def struck(u: Umpire, event: air.Struck, *others: air.Struck) -> None:
    fought(u)
    if event.place < 0 or not event.unit:
        return
    row: dict[str, Any] | None = u.about.get("row")
    kind = u.box.aircraft[event.aircraft]
    thrown = next(
        (
            one
            for one in u.thrown
            if one.rule in ("7.2.6", "7.3.1") and event.unit in one.key and one.dice == event.dice
        ),
        None,
    )
    if event.dice:
        u.ruled("7.2.6 dice told", thrown is not None, event)
        assert thrown is not None
        u.thrown.remove(thrown)
    fired_ = [one for one in (row["flak"] if row else []) if one[0].unit == event.unit]
    if row is not None:
        _flak_at(u, row, fired_, event)
    if thrown is None:
        return
    if fired_:
        unit = u.unit(event.unit, fired_[0][1].state)
        assert unit is not None
        flying = max(unit.flying - sum(one.result != "-" for one, _ in fired_), 0)
        dice = flying * (kind.torpedoes if event.torpedoes else 1)
        u.ruled("7.2.6 dice", len(event.dice) == dice, event, unit, fired_)
    u.ruled("7.3 torpedoes", not event.torpedoes or (kind.torpedoes), event)
    u.ruled("7.3 no torpedoes in ice", not (event.torpedoes and row and row["ice"]), event)
    _damage(u, event, thrown, row)


def _flak_at(u: Umpire, row: dict[str, Any], fired_: Sequence[tuple[air.FlakFired, Thrown]], event: air.Struck) -> None:
    """7.2.5 The place that it attacks fires at a unit, and what lies beside it may."""
    row["flak"] = [one for one in row["flak"] if one[0].unit != event.unit]
    for one, _ in fired_:
        _flak_modifier(u, row, one, event)
    if not row["whole"] or not event.stack or any("chase" in one.key for _, one in fired_):
        return
    own, beside = _values(u, row["row"], event.place)
    told = [one.value for one, _ in fired_]
    u.ruled("7.2.5 target fires", own is None or own in told, event, told, own)
    may = Count([*([own] if own is not None else []), *beside, *beside])
    u.ruled("7.2.5 values", not Count(told) - may, event, told, own, beside)


def _flak_modifier(u: Umpire, row: dict[str, Any], one: air.FlakFired, event: air.Struck) -> None:
    kind = u.box.aircraft[one.aircraft]
    added = event.torpedoes - (kind.type == "db") - 2 * (not u.is_day)
    cams = row["cams"] if u.weather in ("fair", "reduced") else 0
    u.ruled("7.2.5 modifier", added <= one.modifier <= added + cams, one, added, cams)


def _damage(u: Umpire, event: air.Struck, thrown: Thrown, row: dict[str, Any] | None) -> None:
    """7.2.6, 7.3.1 What hits, by the ships that lie in the place before anything there was hit."""
    if row is None or row["prey"] is None or not event.stack:
        return
    again = event.place in row.setdefault("hit", set())
    if event.ships:
        row["hit"].add(event.place)
        row["whole"] = False
    before = next((one for one in thrown.state.forces if one.id == row["prey"].id), None)
    there = [one for one in before.counters if one.ship in event.stack] if before is not None else []
    if again or not there:
        return
    if event.torpedoes:
        _torpedoes(u, event, thrown, there)
    else:
        _bombs(u, event, there)


def _torpedoes(u: Umpire, event: air.Struck, thrown: Thrown, there: list[Counter]) -> None:
    added = [charts.TORPEDO_AT[u.kind(one).type] + hurt(one) for one in there]
    low, high = successes(u, event.dice, added, there)
    rolls = u.all_of("7.3.1a", thrown.key + ".")
    fair = low <= len(rolls) <= high or (any(event.sunk) and len(rolls) < low)
    u.ruled("7.3.1 air successes", fair, event, added)
    struck_ = there[0]
    if len(there) == 1 and not u.kind(struck_).most:
        dice = [die for one in rolls for die in one.dice]
        results = [charts.torpedo_damage(u.kind(struck_).type, die, from_air=True) for die in dice]
        found = outcome(u, struck_, results)
        u.ruled("7.3.1 air damage", (sum(event.lost), any(event.sunk)) == found, event, there, results)


def _bombs(u: Umpire, event: air.Struck, there: list[Counter]) -> None:
    """7.2.6 A modified eleven hits twice."""
    kind = u.box.aircraft[event.aircraft]
    column = "lb" if kind.lighter else kind.type
    found: list[int] = []
    for one in there:
        number, added = charts.bomb_number(column, u.kind(one).type), hurt(one)
        for less in {0, int(u.about.get("eluded", False))}:
            totals = [die + added - less for die in event.dice]
            found.append(sum((total >= number) + (total >= max(number, TWICE)) for total in totals))
    lost, sunk = sum(event.lost), any(event.sunk)
    if len(there) == 1 and not u.kind(there[0]).most:
        held = there[0].strength
        fair = any((lost, sunk) == (min(hits, held), hits > held) for hits in found)
        u.ruled("7.2.6 bombs at a ship", fair, event, there, found)
    else:
        u.ruled("7.2.6 bombs", lost <= max(found) and (lost >= min(found) or sunk), event, there, found)


def eluded(u: Umpire, event: special.TargetEluded, *others: special.TargetEluded) -> None:
    """13.1 Those that do not find a ship hit others less."""
    u.about["eluded"] = True


JUDGES = {
    air.Flown: flown, air.Scrambled: scrambled, air.AirFired: fired, air.Laid: laid, air.FlakFired: flak,
    air.Struck: struck, special.TargetEluded: eluded,
}  # fmt: skip
