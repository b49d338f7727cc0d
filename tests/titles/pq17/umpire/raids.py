"""12.4, 12.5, 12.7, 13.0d, 7.1.3 Raids on ports and airfields: who may fly where, what their guns do to them, what
bombs hit, and that all of it is told and booked. Of a raid the dice are not told: those that were thrown are judged.
"""

from collections import Counter as Count
from collections.abc import Iterable, Sequence
from typing import Any

from games.titles.pq17.components.hexes import distance
from games.titles.pq17.components.pieces import Aircraft
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import air, special, victory
from games.titles.pq17.state.roster import Boxes
from games.titles.pq17.state.state import AirUnit, State
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.guns import hurt
from tests.titles.pq17.umpire.table import Thrown, Umpire

RULES = ("7.2.3", "7.2.5", "7.2.6", "7.2.6d", "7.2.6a", "7.6", "7.9")
RUSSIA = {"0817": 4, "1119": 3}
"""3.8 Murmansk and Arkhangelsk with the guns of their ports."""
NORWAY_GUNS, BERTH_GUNS, FIELD_GUNS = 4, 5, 2
GROUNDED, HEAVY_GROUNDED = 7, 6
"""3.10 The number from which bombs hit aircraft on the ground, and that of heavy bombers."""
BOMBERS = ("db", "lb", "mb", "hb")
NORTH = ("0814", "0815", "0813", "0913")
"""12.7 Bases of northern Norway within reach of Russia lie here; Kirkenes is not among them (9.5)."""
FLYING = ("fw_200", "db_3f", "mbr_2", "gst")
"""12.6 KG 40 and the aircraft of the Soviet Navy."""
DARK, BRIGHT = ("jan_1", "jan_2", "nov_2", "dec_1", "dec_2"), (
    "apr_2", "may_1", "may_2", "jun_1", "jun_2", "jul_1", "jul_2", "aug_1")  # fmt: skip
MOST = 2
"""12.7 Attacks of a port raid."""


def free_to_fly(u: Umpire, kind: Aircraft) -> bool:
    """12.6 In a ground offensive, whoever began it, few fly: British and American aircraft, those of Graf Zeppelin,
    KG 40, the Soviet Navy, and whatever carries torpedoes.
    """
    if not any(u.state.offensive.values()):
        return True
    return kind.nation in ("britain", "us") or kind.carrier or kind.id in FLYING or kind.torpedoes > 0


def flown(u: Umpire, event: air.Flown, *others: air.Flown) -> None:
    u.ruled("12.6 who may fly", free_to_fly(u, u.box.aircraft[event.aircraft]), event, u.state.offensive)


# --- a raid is over


def raided(u: Umpire, event: special.Raided, *others: special.Raided) -> None:
    """One attack on a port or airfield."""
    throws = [one for one in u.thrown if one.rule in RULES]
    u.thrown[:] = [one for one in u.thrown if one.rule not in RULES]
    if not event.units:
        u.ruled("13.0d declined", not throws and not event.sunk and not event.shot_down, event)
        return
    event = max((event, *others), key=lambda one: len(one.hit))
    before = next((one.state for one in throws), u.state)
    day = _by_day(u)
    _where(u, event, before, day=day)
    _who(u, event, before, day=day)
    _told(u, event, before)
    fight = [one for one in throws if one.rule == "7.2.3"]
    guns = [one for one in throws if one.rule == "7.2.5"]
    _fight(u, fight, before, next((one.state for one in guns), u.state))
    for throw in guns + [one for one in throws if one.rule.startswith("7.2.6") and one.rule != "7.2.6a"]:
        unit = u.unit(_named(u, throw, before), throw.state) if throw.rule != "7.2.5" or _is_field(u, event) else None
        if unit is not None:
            u.ruled("7.2.2b fighters do not bomb", u.box.aircraft[unit.aircraft].type in BOMBERS, event, unit)
    if _is_field(u, event):
        _field(u, event, throws, before, day=day)
    else:
        _port(u, event, throws, before, day=day)
    u.about["raids"] = u.about.get("raids", 0) + 1
    u.about["heard"] = len(u.told)


def _by_day(u: Umpire) -> bool:
    """12.7a Its owner says it of a port raid; else it is as light as it is."""
    said = [one for one in u.answers if isinstance(one, Raid)]
    return said[-1].light == "day" if u.stage == "victory" and said else u.is_day


def _is_field(u: Umpire, event: special.Raided) -> bool:
    return event.place in u.box.airfields


def _where(u: Umpire, event: special.Raided, before: State, *, day: bool) -> None:
    """7.1.3, 12.4, 12.7, 13.0d What each sort of raid may go for."""
    place: Any = u.box.airfields.get(event.place) or u.box.ports[event.place]
    kinds = [u.box.aircraft[one] for one in event.units]
    u.ruled("7.1.3 the enemy's", place.side != event.side and place.owner != "britain", event)
    u.ruled("7.1.3 told as", event.target == ("field" if _is_field(u, event) else "ships"), event)
    chit = before.chits.get(event.side)
    if u.stage == "event" and event.side == "allied":
        fair = _is_field(u, event) and place.owner == "germany" and all(one.nation == "soviet" for one in kinds)
        u.ruled("13.0d Soviet raid", fair, event)
    elif u.stage == "event":
        u.ruled("13.0d German raid", place.hex in RUSSIA and not any(one.carrier for one in kinds), event)
    elif u.stage == "photo":
        lies = any(force.port == event.place and any(one.ship == "tirpitz" for one in force.counters)
                   for force in before.forces)  # fmt: skip
        seen = [one for one in before.reports if one.to == "allied" and one.source == "photo"
                and any(u.kind(name.ship).type in charts.CAPITAL for name in one.names)]  # fmt: skip
        u.ruled("12.4 the order", not day and event.side == "allied" and lies and bool(seen), event)
        u.ruled("12.4 Halifaxes", {*event.units} == {"halifax"} and len(event.units) <= 6, event)
        u.ruled("12.4 once", not u.kept.get("bombed"), event)
        u.kept["bombed"] = True
    elif u.stage == "victory":
        u.ruled("12.7 the chit", event.side == "axis" and chit is not None and chit.situation == "port_raid", event)
        u.ruled("12.7 where", place.hex in RUSSIA, event)
        u.ruled("12.7 twice", u.about.get("raids", 0) < MOST, event)
        light = u.state.light
        u.ruled("12.7a light", (day or light not in BRIGHT) and (not day or light not in DARK), event, light)
    else:
        u.ruled("12.5 carriers' aircraft", u.stage == "air_combat" and all(one.carrier for one in kinds), event)


def _who(u: Umpire, event: special.Raided, before: State, *, day: bool) -> None:
    """5.3, 7.1.3, 9.2, 12.6, 12.7 Each has a base in range, carries bombs or escorts by day, and may fly."""
    there = u.box.base_hex(event.place)
    able: Count[str] = Count()
    for unit in before.air:
        kind, base = u.box.aircraft[unit.aircraft], _base(u, unit, before)
        if kind.side != event.side or unit.interceptor or not base or unit.mission:
            continue
        helps = u.stage == "victory" and unit.aircraft == "ju_87" and base in NORTH and day and there == "0817"
        north = u.stage != "victory" or base in NORTH
        able[unit.aircraft] += helps or (north and distance(base, there) <= kind.range)
    u.ruled("7.1.3 in range", not Count(event.units) - able, event, able)
    for one in (u.box.aircraft[name] for name in {*event.units}):
        u.ruled("5.3 bombers", one.type in BOMBERS or (one.type == "f" and day), event)
        u.ruled("12.6 raids too", free_to_fly(u, one), event)
        if u.plain:
            u.ruled("9.2 raids in what weather", u.weather in ("fair", "reduced", "storm")
                    and not (one.carrier and u.weather == "storm"), event, u.weather)  # fmt: skip


def _base(u: Umpire, unit: AirUnit, state: State) -> str:
    """Where it takes off: an airfield or port, or a carrier at sea that can launch (7.8)."""
    if unit.base not in u.box.ships:
        return u.box.base_hex(unit.base)
    for force in state.forces:
        for one in force.counters:
            if one.ship == unit.base and not (one.crippled or one.dead or one.towed) and not force.port:
                return force.at if force.at in u.box.hexes else ""
    return ""


# --- what is told and booked of it


def _told(u: Umpire, event: special.Raided, before: State) -> None:
    """7.2.3 to 7.2.3d Steps that are shot down or damaged, but those of printed fighters, whose owner alone knows."""
    now = {one.id: one for one in u.state.air}
    lost: dict[bool, Count[str]] = {True: Count(), False: Count()}
    damaged: Count[str] = Count()
    for was in before.air:
        one = now.get(was.id)
        strength, hurt_ = (one.strength, one.damaged) if one is not None else (0, was.damaged)
        if not was.interceptor:
            lost[u.box.aircraft[was.aircraft].side == event.side][was.aircraft] += was.strength - strength
            damaged[was.aircraft] += hurt_ - was.damaged
    u.ruled("7.2.3c shot down", Count(event.shot_down) == +lost[True], event, lost)
    u.ruled("7.2.3c lost", Count(event.lost) == +lost[False], event, lost)
    u.ruled("7.2.3b damaged", Count(event.damaged) == +damaged, event, damaged)


def _scored(u: Umpire, why: str) -> Count[str]:
    """What was booked for a reason since the last raid of the step."""
    told = [one.variants[0].event for one in u.told[u.about.get("heard", 0) :]]
    found: Count[str] = Count()
    for one in told:
        if isinstance(one, victory.Scored) and one.why == why:
            found[one.unit] += one.strength
    return found


# --- fighters


def _fight(u: Umpire, throws: Sequence[Thrown], before: State, after: State) -> None:
    """7.2.3 Between what surely hits, whoever fired at whomever, and what might have."""
    if not throws:
        return
    now = {one.id: one.flying for one in after.air}
    gone = sum(one.flying - now.get(one.id, 0) for one in before.air)
    kinds = [u.box.aircraft[one.aircraft] for one in before.air]
    added = {max(one.value + one.plus - other.value, 0) for one in kinds for other in kinds}
    most = sum(die + max(added) >= 8 for one in throws for die in one.dice)
    u.ruled("7.2.3 steps in a raid", gone <= most, gone, most)


# --- airfields


def _named(u: Umpire, throw: Thrown, state: State) -> str:
    """The unit that a throw is for."""
    name = throw.key.rsplit(".", 1)[-1]
    return name if any(one.id == name for one in state.air) else ""


def _field(u: Umpire, event: special.Raided, throws: Sequence[Thrown], before: State, *, day: bool) -> None:
    """7.2.5b, 7.2.6d The guns of the field fire once at each unit; what is left of it throws a die for each step."""
    left: dict[str, int] = {}
    dropped: Count[str] = Count()
    for throw in throws:
        name = _named(u, throw, throw.state)
        unit = u.unit(name, throw.state) if name else None
        if unit is None:
            continue
        kind = u.box.aircraft[unit.aircraft]
        if throw.rule == "7.2.5":
            result = charts.flak(FIELD_GUNS, throw.dice[0] - (kind.type == "db") - 2 * (not day))
            u.ruled("7.2.5b one die a unit", len(throw.dice) == 1 and name not in left, event, name)
            left[name] = max(unit.flying - (result != "-"), 0)
        elif throw.rule == "7.2.6d":
            u.ruled("7.2.5b guns first", left.get(name) == len(throw.dice) == unit.flying, event, name, left, unit)
            dropped[name] += 1
    u.ruled("7.2.6d each once", all(number == 1 for number in dropped.values()), event, dropped)
    for throw in throws:  # what was shot at is as weak as the chart has it, to the end
        name = _named(u, throw, throw.state)
        now = u.unit(name) if name in left else None
        was = u.unit(name, throw.state) if name in left else None
        if now is not None and was is not None and throw.rule == "7.2.5":
            kind = u.box.aircraft[was.aircraft]
            result = charts.flak(FIELD_GUNS, throw.dice[0] - (kind.type == "db") - 2 * (not day))
            lasting = (was.strength - now.strength, now.damaged - was.damaged)
            u.ruled("7.2.5b results", now.flying == left[name], event, now, left)
            u.ruled("7.2.5b for how long", lasting == (result == "hit", result == "damaged"), event, was, now, result)
    _on_the_ground(u, event, before)


def grounded(u: Umpire, event: air.Grounded, *others: air.Grounded) -> None:
    """7.2.4f All counters there that have not risen and are not away."""
    risen = u.about.get("risen", Count())
    there: Count[tuple[str, int]] = Count()
    for unit in u.state.air:
        at_home = unit.base in u.box.airfields or unit.base in u.box.ports
        if at_home and u.box.base_hex(unit.base) == event.at and u.box.aircraft[unit.aircraft].side == event.side:
            there[unit.aircraft, unit.flying] += unit.flying > 0 and not unit.interceptor and not unit.mission
    lying = Count(event.row)
    u.ruled("7.2.4f who lies there", not lying - there, event, there)
    fighters = sum(one for (name, _), one in (there - lying).items() if u.box.aircraft[name].type == "f")
    others_ = [name for (name, _) in (there - lying) if u.box.aircraft[name].type != "f"]
    u.about["left_out"] = others_  # float planes lie in the port of the same hex
    u.ruled("7.2.4f fighters that rose", fighters <= sum(risen.values()), event, there, risen)


def began(u: Umpire, event: air.AirAttackBegan, *others: air.AirAttackBegan) -> None:
    """7.2a Those that come are as strong as they fly, and come from nowhere else."""
    coming = Count(zip(event.aircraft, event.strengths, strict=True))
    idle = Count((one.aircraft, one.flying) for one in u.state.air if not one.interceptor and not one.mission)
    u.ruled("7.2a who attacks", bool(coming) and not coming - idle, event, idle)
    u.ruled("7.2a whose", all(u.box.aircraft[name].side == event.side for name in event.aircraft), event)
    u.ruled("7.2a unlike those at sea", not u.about.get("located") or u.state.options.carrier_duel, event)


def rose(u: Umpire, event: air.Scrambled, *others: air.Scrambled) -> None:
    u.about["risen"] = Count(event.aircraft)


def base_bombed(u: Umpire, event: air.BaseBombed, *others: air.BaseBombed) -> None:
    """3.10"""
    number = HEAVY_GROUNDED if u.box.aircraft[event.aircraft].type == "hb" else GROUNDED
    results = tuple("hit" if die >= 10 else "damaged" if die >= number else "-" for die in event.dice)
    u.ruled("7.2.6d results", event.results == results, event, results)
    thrown = [one for one in u.thrown if one.rule == "7.2.6d" and one.dice == event.dice]
    u.ruled("7.2.6d dice told", bool(thrown), event)
    u.about.setdefault("bombed", Count())[event.target] += sum(one != "-" for one in results)


def _on_the_ground(u: Umpire, event: special.Raided, before: State) -> None:
    """7.2.6d What bombs hit is damaged, as far as there is anything left of it."""
    hits: Count[str] = u.about.pop("bombed", Count())
    fought = bool(u.about.pop("risen", Count()))
    now = {one.id: one for one in u.state.air}
    for name, number in hits.items():
        units = [one for one in before.air if one.aircraft == name and one.base == event.place and not one.interceptor]
        hurt_ = sum(now[one.id].damaged - one.damaged for one in units if one.id in now)
        empty = any(one.id not in now or not now[one.id].flying for one in units)
        u.ruled("7.2.6d damage", hurt_ == number or empty or (fought and hurt_ >= number), event, name, number, hurt_)


# --- ports


def _lying(u: Umpire, state: State, event: special.Raided) -> list[Counter]:
    found = [one for force in state.forces if force.port == event.place and force.side != event.side
             for one in force.counters if u.kind(one).type != "ss"]  # fmt: skip
    boxes = state.roster.boxes.get(event.place, Boxes()) if state.roster is not None else Boxes()
    boxed = [*boxes.unloading, *boxes.down, *boxes.up]
    return found + [Counter(one.kind, one.strength, one.crippled, one.dead) for one in boxed]


def _steps(u: Umpire, counters: Iterable[Counter]) -> Count[str]:
    found: Count[str] = Count()
    for one in counters:
        found[one.ship] += one.strength + (u.kind(one).most == 0)  # a single ship floats with nothing left
    return found


def _port(u: Umpire, event: special.Raided, throws: Sequence[Thrown], before: State, *, day: bool) -> None:
    """7.2.5b, 7.2.6, 12.7b"""
    ships, after = _lying(u, before, event), _lying(u, u.state, event)
    if u.stage == "photo":
        ships, after = ([one for one in those if one.ship == "tirpitz"] for those in (ships, after))
    _guns_of_port(u, event, throws, ships, day=day)
    low, high = _bombs(u, event, throws, ships, day=day)
    fates = u.state.options.destroyer_fate
    gone = _steps(u, ships) - _steps(u, after)
    merchants = sum(number for ship, number in gone.items() if u.kind(ship).type == "mx")
    price = 2 if u.stage == "victory" else 1
    u.ruled("12.7b merchants", merchants * price <= high, event, gone, high)
    others = gone.total() - merchants
    u.ruled("7.2.6 hits in port", others + merchants * price <= high, event, gone, high)
    if low > gone.total() and not gone:
        u.ruled("7.2.6 hits at least", price == 2 and any(u.kind(one).type == "mx" for one in ships), event, low, ships)
    told = Count(event.sunk) + Count(event.hit)
    if not fates:
        u.ruled("7.2.6 told", +_whole(u, told) == +_whole(u, gone), event, gone)
        afloat = {one.ship for one in after}
        floats = [one for one in told if not u.kind(one).most and one in afloat]
        u.ruled("7.2.6 what floats on", set(event.hit) == set(floats), event, floats)
    if len(ships) == 1 and u.kind(ships[0]).most == 0:
        ends = {min(low, ships[0].strength + 1), min(high, ships[0].strength + 1)}
        u.ruled("7.2.6 one ship", min(ends) <= gone.total() <= max(ends), event, gone, low, high)
    booked = _scored(u, "sunk")
    for ship in {*event.sunk}:
        if u.kind(ship).type != "dd" or not fates:
            u.ruled("7.2.6 what is sunk scores", bool(booked[ship]), event, booked)
    if u.stage == "photo":
        u.ruled("12.4a bombers score nothing", not _scored(u, "shot_down"), event)
        u.kept["spared"] = u.kept.get("spared", 0) + gone["tirpitz"]


def _whole(u: Umpire, those: Count[str]) -> Count[str]:
    """Of single ships that they were hit, of classes how much."""
    return Count({ship: number if u.kind(ship).most else min(number, 1) for ship, number in those.items()})


def _bombs(
    u: Umpire, event: special.Raided, throws: Sequence[Thrown], ships: Sequence[Counter], *, day: bool
) -> tuple[int, int]:
    """7.2.6, 7.2.7, 3.9 How many hits the dice make at least and at most, whatever they fell on: in port +1. Whom one
    unit has left Dead in the Water the next hits at +2 (7.0).
    """
    low = high = 0
    for throw in throws:
        unit = u.unit(_named(u, throw, throw.state), throw.state) if throw.rule == "7.2.6" else None
        if unit is None:
            continue
        kind = u.box.aircraft[unit.aircraft]
        u.ruled("7.2.6 a die a step", len(throw.dice) == unit.flying, event, throw.key, unit)
        column = ("lb" if day else "mb") if kind.lighter else kind.type
        needs = [(charts.bomb_number(column, u.kind(one).type), 1 + hurt(one)) for one in ships]
        each = [sum((die + more >= number) + (die + more >= max(number, 11)) for die in throw.dice)
                for number, more in needs]  # fmt: skip
        if high:
            each += [
                sum((die + 3 >= number) + (die + 3 >= max(number, 11)) for die in throw.dice) for number, _ in needs
            ]
        low, high = low + min(each, default=0), high + max(each, default=0)
    return low, high


def _guns_of_port(
    u: Umpire, event: special.Raided, throws: Sequence[Thrown], ships: Sequence[Counter], *, day: bool
) -> None:
    """7.2.5b The guns of the port fire at each unit besides those of its target."""
    place = u.box.ports[event.place]
    guns = RUSSIA.get(place.hex, NORWAY_GUNS) if u.stage != "photo" else BERTH_GUNS
    waves: dict[str, list[Thrown]] = {}
    for throw in throws:
        if throw.rule == "7.2.5":
            waves.setdefault(throw.key.rsplit(".flak.", 1)[0], []).append(throw)
    for number, (wave, fired) in enumerate(waves.items(), start=1):
        after = [*waves.values()][number][0].state if number < len(waves) else u.state
        dropped = {_named(u, one, one.state) for one in throws if one.rule == "7.2.6" and one.key.startswith(wave)}
        each = 1 + all(u.kind(one).anti_aircraft is not None for one in ships)  # the port's, and those of its target
        u.ruled("7.2.5b guns of the port", len(fired) >= each * len(dropped), event, wave, len(fired), dropped)
        start = {one.id: one.flying for one in fired[0].state.air}
        lost = sum(start[one.id] - one.flying for one in after.air if one.id in start and one.id in dropped)
        values = [guns, *(max(u.kind(one).anti_aircraft or 0, 0) for one in ships), sum(
            max(u.kind(one).anti_aircraft or 0, 0) for one in ships)]  # fmt: skip
        most = sum(any(charts.flak(value, throw.dice[0] + 2) != "-" for value in values) for throw in fired)
        u.ruled("7.2.5b steps", lost <= most, event, wave, lost, most)
        if not day:
            sure = sum(charts.flak(guns, throw.dice[0] - 2) != "-" for throw in fired)
            u.ruled("7.2.5 by night", lost <= max(sure, most), event, wave, lost, sure)


# --- before and afterwards


def bombers(u: Umpire, event: special.BombersCame, *others: special.BombersCame) -> None:
    """12.4, 12.7a Six of Halifaxes at Wick, four of I/StG 5 in the north, and they are gone again."""
    if event.aircraft == "halifax":
        u.ruled("12.4 six at Wick", event.base == "wick" and event.strength in (0, 6), event)
    else:
        u.ruled("12.7a four at first", event.aircraft == "ju_87" and event.strength in (0, 4), event)
        u.ruled("12.7a where", u.box.base_hex(event.base) in NORTH, event)


def over(u: Umpire, before: State) -> None:
    """12.4a, 12.7 Who came for a raid has gone by the end of it."""
    if u.stage in ("victory", "turn_end"):
        away = [one for one in u.state.air if one.aircraft == "halifax" or one.id == "raid_helpers"]
        u.ruled("12.4a they go", not away, away)
    if u.stage != "air_combat":
        return
    flown_ = [one for one in u.heard(special.Raided) if one.units]
    for event in flown_:
        if u.box.base_hex(event.place) != u.box.ports["kiel"].hex and event.side == "allied":
            kinds = {u.box.aircraft[one] for one in event.units if u.box.aircraft[one].type in BOMBERS}
            ships = {
                one.base for one in before.air if u.box.aircraft[one.aircraft] in kinds and one.base in u.box.ships
            }
            u.ruled("12.5 a strike counts", not kinds or bool(ships & {*u.state.struck}) or event.shot_down
                    or event.damaged, event, u.state.struck)  # fmt: skip


JUDGES: dict[type, Any] = {
    air.Flown: flown, air.AirAttackBegan: began, air.Scrambled: rose, air.Grounded: grounded,
    air.BaseBombed: base_bombed, special.Raided: raided, special.BombersCame: bombers,
}  # fmt: skip
MOVES: dict[str, Any] = {}
STAGES = {"air_combat": over, "victory": over, "turn_end": over}
