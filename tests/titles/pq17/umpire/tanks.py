"""11 Fuel: what each force burns in a turn, where its mark lies as it sails, parts, combines and refuels, and when it
runs low and critical.
"""

from collections import Counter as Count
from collections.abc import Iterable
from math import inf

from msgspec import structs

from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import air, forces, submarine, surface
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Force, State
from tests.titles.pq17.umpire import seaway
from tests.titles.pq17.umpire.table import Umpire

WARNING, HEAVY, SOVIET, DANGER, APART = 12, 20, 6, 3, 8
HIGH, BATTLE, AIR, HUNT = 3, 2, 1, 1
OIL, STEP = 10, 5
GERMANY = ("kiel", "german")


def _burn(u: Umpire, force: str, turns: int) -> None:
    burned: dict[str, int] = u.kept.setdefault("burned", {})
    burned[force] = burned.get(force, 0) + turns


def has_mark(u: Umpire, force: Force) -> bool:
    """11.1 Convoys and task forces have a mark on the track; merchants, auxiliaries and escorts are always full."""
    thirsty = any(u.kind(one).type not in ("mx", "ax", "es", "ss") for one in force.counters)
    return force.kind in ("convoy", "task_force") and thirsty


def critical_at(fuel: Fuel | None) -> float:
    """11.1.1 The turn on which a force becomes critical, if it burns nothing more than a turn a turn."""
    if fuel is None:
        return inf
    return {"full": fuel.turn + DANGER, "low": fuel.turn, "training": fuel.turn, "critical": -inf}[fuel.state]


def _only_heavy(u: Umpire, counters: Iterable[Counter]) -> bool:
    return all(u.kind(one).is_heavy for one in counters)


def _goes_far(u: Umpire, force: Force, *, from_: str = "") -> bool:
    """11.1.2, 11.4 Heavy ships alone; German ones only as they break out, or come from Kiel or the German box, with the
    oil of which they still go.
    """
    if force.kind != "task_force" or not force.counters or not _only_heavy(u, force.counters):
        return False
    chit = u.state.chits.get("axis")
    able = all(u.kind(one).type != "cl" for one in force.counters)
    germany = from_ in GERMANY or (force.fuel is not None and force.fuel.german)
    free = germany or (able and chit is not None and chit.situation == "break_out")
    return force.side == "allied" or free


# --- what is burned


def joined(u: Umpire, event: surface.BattleJoined, *others: surface.BattleJoined) -> None:
    battle = u.state.battle
    if battle is not None:
        u.about.setdefault("at_guns", set()).update(unit.force for unit in battle.units)


def round_over(u: Umpire, event: surface.RoundOver, *others: surface.RoundOver) -> None:
    """11.1.3 Who fought on the surface has burned two turns more."""
    if event.over:
        _fought(u)


def _fought(u: Umpire) -> None:
    for name in u.about.pop("at_guns", ()):
        _burn(u, name, BATTLE)


def located(u: Umpire, event: air.Located, *others: air.Located) -> None:
    """11.1.3 A task force that is attacked from the air."""
    u.about["hunts"] = event
    if event.by != "air" or not event.found:
        return
    u.about["strike"] = event
    name = next((one.force for one in others if one.force), "")
    prey = next((one for one in u.state.forces if one.id == name), None)
    if prey is not None and prey.kind == "task_force":
        _burn(u, name, AIR)


def laid(u: Umpire, event: air.Laid, *others: air.Laid) -> None:
    """14.1, 11.1.3 The force of a carrier whose aircraft attack is attacked in turn."""
    last: air.Located | None = u.about.get("strike")
    if last is None or last.side != event.side:
        return
    row = {ship for stack in event.row for ship, _ in stack}
    for force in u.state.forces:
        lies = (force.side, force.at, force.kind) == (event.side, event.at, "task_force")
        if lies and {one.ship for one in force.counters} == row:
            _burn(u, force.id, AIR)


def met(u: Umpire, event: submarine.SubmarinesMet, *others: submarine.SubmarinesMet) -> None:
    """11.1.3 A task force that hunts boats by itself. Of blocks under one number the card tells which it was; who came
    upon boats in passing (6.6.1a) drew none: one of them burned it, and its marks must tell which (`_one_of_them`).
    """
    found: air.Located | None = u.about.pop("hunts", None)
    if not event.offensive:
        return
    hunters = [one.id for one in u.blocks(seaway.enemy(event.side), event.at, event.target)]
    drew = found is not None and (found.by, found.at, found.block) == ("task_force", event.at, event.pack)
    if found is not None and drew:
        hunters = list(found.who)
    if len(hunters) == 1:
        _burn(u, hunters[0], HUNT)
    else:
        u.about.setdefault("one_of", Count())[tuple(hunters)] += 1


def _one_of_them(u: Umpire) -> None:
    """11.1.3 So many of these blocks have hunted: together they burned as much, and none a part of it."""
    now = {one.id: one for one in u.state.forces}
    for hunters, times in u.about.pop("one_of", Count()).items():
        burned: dict[str, int] = u.kept.setdefault("burned", {})
        more = {name: now[name].spent - burned.get(name, 0) for name in hunters if name in now}
        if len(more) < len(hunters):  # who is lost burns nothing more
            times = min(times, sum(more.values()))
        fair = sum(more.values()) == HUNT * times and min(more.values(), default=0) >= 0
        u.ruled("11.1.3 one of them hunted", fair, hunters, times, more)
        for name, turns in more.items():
            _burn(u, name, turns)


def _hurried(u: Umpire) -> None:
    """11.1.3 Who made three hexes."""
    for name, leg in u.about.get("legs", {}).items():
        if leg.cost == 3:
            _burn(u, name, HIGH)


def battles(u: Umpire, before: State) -> None:
    """A battle may end without a last round."""
    _fought(u)
    _one_of_them(u)


def _accounts(u: Umpire, before: State, force: Force) -> int:
    """What a force has burned that was not taken off its mark yet."""
    burned = int(u.kept.get("burned", {}).get(force.id, 0)) if force.fuel is not None else 0
    if force.at in u.box.hexes and force.fuel is not None:
        u.ruled("11.1.3 burned", force.spent == burned, force, burned, before.turn)
    return burned


# --- who sails, parts and combines


def leaves(u: Umpire, force: Force, port: str) -> None:
    u.about.setdefault("sailing", {})[force.id] = (
        _goes_far(u, force, from_=port),
        seaway.is_soviet(u, force),
        force.fuel,
        force.side == "axis" and port in GERMANY,
    )


def movement(u: Umpire, before: State) -> None:
    """11.1, 11.1.2, 11.1.4 The mark of who has sailed."""
    _fought(u)
    _hurried(u)
    _one_of_them(u)
    for name, (far, soviet, had, german) in u.about.get("sailing", {}).items():
        force = next((one for one in u.state.forces if one.id == name), None)
        if force is None or not has_mark(u, force):
            continue
        if had is not None or force.fuel is None or force.home:
            u.ruled("11.3.1 keeps its mark", force.fuel == had or force.home, force, had)
            continue
        turns = HEAVY if far else SOVIET if soviet and u.state.options.soviet_fuel else WARNING
        mark = Fuel(u.state.turn + turns, german=german)
        u.ruled("11.1 mark", force.fuel == mark, force, mark)


def changed(u: Umpire, event: forces.BlocksChanged, *others: forces.BlocksChanged) -> None:
    """11.1.1, 11.1.2 Who parts takes his mark along; of heavy ships alone it lies 8 turns on."""
    if not event.left:
        return
    here = {one.id: one for one in u.state.forces}
    old, new = here.get(event.left), here.get(event.force)
    if old is None or new is None:
        return
    burned = u.kept.setdefault("burned", {})
    burned[new.id] = burned.get(old.id, 0)
    if event.left in u.about.get("at_guns", ()):  # 7.5.8 warships that have withdrawn
        u.about["at_guns"].add(event.force)
    if u.stage != "movement" or not has_mark(u, new) or old.kind != "task_force":
        return
    far = APART if new.fuel is not None and new.fuel.state != "critical" else 0
    marks = [one.fuel.turn - far * _goes_far(u, one) for one in (old, new) if one.fuel is not None]
    mixed = not _only_heavy(u, (*old.counters, *new.counters))
    if mixed:
        u.ruled("11.1.1 parts", len(set(marks)) <= 1, old, new)
    else:
        u.ruled("11.1.1 parts alike", old.fuel == new.fuel, old, new)


def combined(u: Umpire, before: State) -> None:
    """11.1.1 The mark that is reached first holds."""
    old, left = {one.id: one for one in before.forces}, {one.id for one in u.state.forces}
    for one in before.forces:
        _accounts(u, before, one)
    gone = [one for one in before.forces if one.id not in left and has_mark(u, one)]
    for force in u.state.forces:
        was = old.get(force.id)
        if was is None or not has_mark(u, force) or force.fuel is None or was.fuel is None:
            continue
        here = (was.side, was.at, was.port)
        there = [one for one in before.forces if (one.side, one.at, one.port) == here and one.fuel is not None]
        now = critical_at(_off(force.fuel, force.spent))
        marks = {critical_at(_off(one.fuel, one.spent)) for one in there if one.fuel is not None}
        u.ruled("11.1.1 combined", now in marks, force, was, there)
        came = [was, *(one for one in gone if (one.side, one.at, one.port) == here and one.fuel is not None)]
        if len(came) > 1 and _held(force) == sum((_held(one) for one in came), Count[str]()):
            thirsty = [one for one in came if has_mark(u, one)]
            first = min(critical_at(_off(one.fuel, one.spent)) for one in thirsty if one.fuel is not None)
            u.ruled("11.1.1 the earlier mark", now == first, force, came)
        u.kept.setdefault("burned", {})[force.id] = force.spent


def _held(force: Force) -> Count[str]:
    """Strength by ship; who lies Dead in the Water counts as one."""
    found = Count[str]()
    for one in force.counters:
        found[one.ship] += one.strength or 1
    return found


def _off(fuel: Fuel, spent: int) -> Fuel:
    return fuel if fuel.state == "critical" else structs.replace(fuel, turn=fuel.turn - spent)


# --- the fuel phase


def phase(u: Umpire, before: State) -> None:
    """11.1 to 11.3"""
    now = {one.id: one for one in u.state.forces}
    turn, berthed = before.turn + 1, u.kept.get("berthed")
    for one in (one for force in u.state.forces for one in force.counters):
        u.ruled("11.3.2 ten for each", one.oil <= OIL * one.strength, one)
    for was in before.forces:
        burned = _accounts(u, before, was)
        force = now.get(was.id)
        if force is None or not has_mark(u, was):
            continue
        if was.port:
            if berthed is not None and berthed.get(was.id) == was.port:
                _in_port(u, was, force)
        elif was.at in u.box.hexes and was.fuel is not None:
            mark = _at_sea(was, burned, turn)
            if was.refuelling and u.kept.get("refuels", True):
                refuelled = Fuel(before.turn + WARNING)
                u.ruled("11.3.2 refuelled", force.fuel in (refuelled, mark), was, force)
                if force.fuel == refuelled:
                    _oil(u, was, force)
            else:
                u.ruled("11.1 fuel phase", force.fuel == mark, was, force, mark, burned)
    u.kept["burned"] = {}
    u.kept["berthed"] = {one.id: one.port for one in u.state.forces if one.port}


def _at_sea(was: Force, burned: int, turn: int) -> Fuel:
    """11.1 What becomes of a mark in the fuel phase, by the turn that begins."""
    fuel = was.fuel
    assert fuel is not None
    mark = _off(fuel, burned)
    if mark.state == "critical" or mark.turn > turn:
        return mark
    low = mark.state == "full"
    return structs.replace(mark, turn=turn + DANGER if low else mark.turn, state="low" if low else "critical")


def _in_port(u: Umpire, was: Force, force: Force) -> None:
    """11.3.1, 7.3.2 A whole turn in port."""
    port = u.box.ports[was.port]
    if port.id == "barentsburg":
        u.ruled("11.3.1 not in Barentsburg", force.fuel is not None or was.fuel is None, was, force)
        return
    u.ruled("11.3.1 in port", force.fuel is None, was, force)
    if port.use == "permanent":
        empty = [one for one in force.counters if one.used and u.kind(one).role in ("ao", "mo")]
        u.ruled("11.3.2 oilers are full", not empty, was, force)


def _oil(u: Umpire, was: Force, force: Force) -> None:
    """11.3.2 Oilers give ten for each CS, by fives; ships that are always full take none."""
    need = sum(one.strength for one in was.counters if u.kind(one).type not in ("mx", "es", "ss", "ax"))
    most = sum(one.strength for one in was.counters if u.kind(one).type not in ("mx", "es", "ss"))
    given = _left(u, was) - _left(u, force)
    low, high = (-(-one // STEP) * STEP for one in (need, most))
    u.ruled("11.3.2 oil", low <= given <= high, was, force, given, low, high)
    u.ruled("11.3.2 slow", was.moved <= 1, was)


def _left(u: Umpire, force: Force) -> int:
    return sum(min(one.oil or OIL * one.strength, OIL * one.strength) for one in force.counters
               if u.kind(one).role in ("ao", "mo") and not one.used)  # fmt: skip


JUDGES = {
    surface.BattleJoined: joined, surface.RoundOver: round_over, air.Located: located, air.Laid: laid,
    submarine.SubmarinesMet: met, forces.BlocksChanged: changed,
}  # fmt: skip
MOVES = {"leave": leaves}
STAGES = {
    "movement": movement, "submarine_combat": battles, "surface_combat": battles, "combine": combined, "fuel": phase,
}  # fmt: skip
