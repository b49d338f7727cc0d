"""15.3 to 15.8 The order-of-battle phase entry by entry: who leaves and what it costs, who is in dock and comes back,
what is replaced, what arrives where, and that nobody is lost or made on the way.
"""

from collections import Counter as Count
from collections.abc import Iterable
from typing import Any

from games.titles.pq17.components.campaign import Coming, Fortnight
from games.titles.pq17.components.scenarios import Entry
from games.titles.pq17.state.roster import Away, Boxes, Roster, Unit
from games.titles.pq17.state.state import State
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.points import worth
from tests.titles.pq17.umpire.raids import NORTH
from tests.titles.pq17.umpire.table import Umpire

HOME = ("scapa_flow", "english_channel")
"""15.7.2 Where British ships must be that are to leave."""
YANKS = ("scapa_flow", "reykjavik")
"""15.7.3"""
SUPPLY = ("reykjavik", "scapa_flow", "loch_ewe")
"""15.6.1"""
DOCKS = {"britain": ("clyde", "english_channel"), "germany": ("kiel", "german")}
"""15.5.1 Where ships are that come out of dock."""
RUSSIA = ("murmansk", "arkhangelsk")
FOR_A_STEP, BASE = 3, 20
REPAIR, TIRPITZ = 5, 7
LATER = 3
"""15.5.3 In the third fortnight a warship runs again."""


def order_of_battle(u: Umpire, before: State) -> None:
    was = before.roster
    if was is None:
        return
    now, fortnight = u.roster, u.box.campaign.fortnights[was.fortnight]
    gone = _new(was, now)
    _ports(u, was, now)
    _departures(u, before, was, gone, fortnight)
    _back(u, was, now, gone)
    _docks(u, before, was, gone)
    _classes(u, before, was, now, fortnight)
    _supply(u, was, now, fortnight)
    _boxes(u, was, now)
    _cargo(u, was, now, fortnight)
    _places(u, was, now, fortnight)
    _mended(u, was, now)


def _ship(u: Umpire, kind: str) -> Any:
    return u.box.ships.get(kind)


def _mark(one: Away) -> tuple[str, int, str, int, str]:
    return one.unit.kind, one.unit.strength, one.why, one.back, one.operation


def _new(was: Roster, now: Roster) -> list[Away]:
    """Who has left the map in this phase."""
    old, found = Count(map(_mark, was.away)), list[Away]()
    for one in now.away:
        if old[_mark(one)]:
            old[_mark(one)] -= 1
        else:
            found.append(one)
    return found


# --- 15.8 into port


def _ports(u: Umpire, was: Roster, now: Roster) -> None:
    """15.8 Whoever was at sea lies in a port of his own side: Iceland or Britain, Norway, or the Soviet Union."""
    u.ruled("15.8 nobody at sea", not any(one.afloat for one in now.units))
    out = {one.kind for one in was.units if one.afloat}
    for one in now.units:
        ship, port = _ship(u, one.kind), u.box.ports.get(one.place)
        if ship is None or one.kind not in out or ship.most or port is None:
            continue
        owner = {"britain": "britain", "us": "britain"}.get(ship.nation, ship.nation)
        homeward = u.state.options.sailing_home and one.place in DOCKS["germany"]
        u.ruled("15.8 friendly port", port.owner == owner and port.use != "submarines" and (
            one.place != "kiel" or homeward), one)  # fmt: skip


# --- 15.7 departures


def _home(u: Umpire, unit: Unit, ports: tuple[str, ...] = HOME) -> bool:
    return not unit.afloat and unit.place in ports


def _wanted(u: Umpire, was: Roster, entry: Entry) -> list[tuple[str, int]]:
    """15.7.2 Of a name that is on the map or a class, what is to leave; nothing more is asked of who is not."""
    if entry.kind in u.box.aircraft or entry.kind not in u.box.ships:
        return []
    here = sum(one.strength or 1 for one in was.units if one.kind == entry.kind)
    ship = u.kind(entry.kind)
    return [(ship.type, 1 if not ship.most else min(entry.strength, here))] if here else []


def _missing(u: Umpire, was: Roster, entry: Entry, asked: Count[str], named: set[str]) -> int:
    """15.7.2 What it costs that ships are missing where a type alone is named: half of what the cheapest is worth.
    As many as are ready at home are asked for besides.
    """
    there = [one for one in was.units if _type(u, one.kind) == entry.kind and _home(u, one)
             and u.kind(one.kind).nation == "britain" and not one.emergency]  # fmt: skip
    names = sum(one.kind in named for one in there if not u.kind(one.kind).most)
    number = sum(one.strength if u.kind(one.kind).most else 1 for one in there) - max(names, asked[entry.kind])
    ready = max(number, 0)
    asked[entry.kind] += min(entry.strength, ready) if entry.strength else ready
    least = min(int(worth(u, one.id, 1)) for one in u.box.ships.values()
                if one.type == entry.kind and one.nation == "britain")  # fmt: skip
    return least * max(entry.strength - ready, 0)


def _departures(u: Umpire, before: State, was: Roster, gone: list[Away], fortnight: Fortnight) -> None:
    """15.7.2 to 15.7.4 As many leave as the schedule names, from home if they are there; who is named and leaves from
    elsewhere costs half of what she is worth, and so does who is missing where a type alone is named.
    """
    points = 0
    for going in fortnight.departures:
        if any(entry.kind in u.box.aircraft for entry in going.entries):
            continue
        if going.side == "axis" and u.state.options.sailing_home:
            continue
        left = [one for one in gone if _side(u, one.unit.kind) == going.side and one.operation == going.operation
                and one.why == ("operation" if going.operation else "leave")
                and (going.side == "axis" or u.kind(one.unit.kind).nation == "britain")]  # fmt: skip
        asked: Count[str] = Count()
        named = {entry.kind for entry in going.entries}
        for entry in going.entries:
            asked.update(dict(_wanted(u, was, entry)))
            if entry.kind in charts.CLASSES:
                points -= _missing(u, was, entry, asked, named)
        found: Count[str] = Count()
        for one in left:
            found[_type(u, one.unit.kind)] += one.unit.strength if u.kind(one.unit.kind).most else 1
        u.ruled(f"15.7 so many leave: {going.side}", +found == +asked, going, left, asked)
        if going.side == "allied":
            points -= sum(_owed(u, was, left))
    if fortnight.us_navy_leaves:
        for unit in was.units:
            kind = _ship(u, unit.kind)
            if kind is not None and kind.nation == "us" and not _home(u, unit, YANKS):
                points -= 2 if kind.is_heavy else 2 * unit.strength * (kind.type == "dd")
    booked = sum(one.points for one in u.state.bookings[len(before.bookings) :] if one.why == "withdrawal")
    u.ruled("15.7.2 what it costs", booked == points, booked, points, fortnight.key, gone)


def _owed(u: Umpire, was: Roster, left: Iterable[Away]) -> Iterable[int]:
    by_kind: Count[str] = Count()
    for one in left:
        by_kind[one.unit.kind] += one.unit.strength
    for kind, strength in by_kind.items():
        if not u.kind(kind).most:
            unit = was.find(kind)
            yield 0 if unit is None or _home(u, unit) else int(worth(u, kind, unit.strength))
        else:
            ready = sum(one.strength for one in was.units if one.kind == kind and _home(u, one))
            yield int(worth(u, kind, max(strength - ready, 0)))


def _type(u: Umpire, kind: str) -> str:
    ship = _ship(u, kind)
    return ship.type if ship is not None else ""


def _side(u: Umpire, kind: str) -> str:
    return u.box.ships[kind].side if kind in u.box.ships else u.box.aircraft[kind].side


# --- 15.5 docks


def _back(u: Umpire, was: Roster, now: Roster, gone: list[Away]) -> None:
    """15.5.1, 15.5.3 Who is due comes back, and nobody before."""
    leaving = {one.unit.kind for one in gone}
    there = Count(map(_mark, now.away))
    fortnight = u.box.campaign.fortnights[was.fortnight]
    yanks = fortnight.us_navy_leaves
    brought = {entry.kind for coming in fortnight.arrivals for entry in coming.entries}
    for one in was.away:
        ship = _ship(u, one.unit.kind)
        if ship is None or ship.most:
            continue
        if one.back == was.fortnight:
            unit = now.find(one.unit.kind)
            lost = ship.nation == "us" and yanks
            u.ruled("15.5 who is due is back", unit is not None or one.unit.kind in leaving or lost, one)
            if unit is not None and one.why == "repair":
                dock = unit.place in DOCKS[ship.nation] and unit.strength == one.unit.strength
                old = was.find(ship.id)  # she stays where she lies
                at_home = ship.id == "tirpitz" and (old is None or unit.strength == old.strength + one.unit.strength)
                u.ruled("15.5.1 out of dock", dock or at_home, one, unit)
            if unit is not None and one.why == "ice_or_weather" and ship.is_warship:
                ports = {"germany": NORTH}.get(ship.nation, ())
                place = u.box.ports[unit.place]
                u.ruled("15.5.3 where", place.hex in ports or unit.place == "scapa_flow", one, unit)
                u.ruled("15.5.3 never Soviet", ship.nation != "soviet", one)
        elif one.back > was.fortnight and not there[_mark(one)]:
            early = now.find(one.unit.kind) if one.unit.kind not in brought else None
            u.ruled("15.5 nobody before", early is None, one, early)


def _docks(u: Umpire, before: State, was: Roster, gone: list[Away]) -> None:
    """15.5.1 Five fortnights for each step, for who lies where she can leave; Tirpitz stays, and costs a point each."""
    points = 0
    for one in gone:
        if one.why != "repair":
            continue
        unit, ship = was.find(one.unit.kind), u.kind(one.unit.kind)
        turns = one.back - was.fortnight
        u.ruled("15.5.1 was there", unit is not None and ship.nation in DOCKS, one)
        if unit is not None:
            steps = one.unit.strength - (unit.strength if ship.id != "tirpitz" else 0)  # what is mended of her
            each = TIRPITZ if ship.id == "tirpitz" else REPAIR
            u.ruled("15.5.1 five a step", turns == each * steps > 0 and one.unit.strength <= ship.strength, one, unit)
            near = unit.place in HOME if ship.nation == "britain" else u.box.ports.get(unit.place) is None or (
                u.box.ports[unit.place].owner == "germany")  # fmt: skip
            u.ruled("15.5.1 from where", near or unit.afloat, one, unit)
            if ship.id == "tirpitz":
                u.ruled("15.5.1 Tirpitz in Norway", one.unit.place not in ("kirkenes", *DOCKS["germany"]), one)
                points += 2 * steps
    booked = sum(one.points for one in u.state.bookings[len(before.bookings) :] if one.why == "repair")
    u.ruled("15.5.1 Tirpitz pays", booked == points, booked, points)


# --- 15.3, 15.4 what comes


def _whole(u: Umpire, roster: Roster, kind: str) -> int:
    """All strength of a class: on the map, in dock and away."""
    return sum(one.strength for one in roster.units if one.kind == kind) + sum(
        one.unit.strength for one in roster.away if one.unit.kind == kind and one.why != "lost"
    )


def _entries(u: Umpire, was: Roster, coming: Coming, fortnight: Fortnight) -> Iterable[tuple[str, int]]:
    for entry in coming.entries:
        taken = f"{fortnight.key}.{entry.kind}" in was.taken
        if entry.kind in u.box.ships and not taken:
            yield entry.kind, max((entry.strength or 1) - was.early.get(entry.kind, 0), 0)


def _classes(u: Umpire, before: State, was: Roster, now: Roster, fortnight: Fortnight) -> None:
    """15.3, 15.4 Of classes of warships as much is there as before, with what came, less what was called and went."""
    came: Count[str] = Count()
    for coming in fortnight.arrivals:
        if not coming.for_cargo and not coming.returns:
            for kind, strength in _entries(u, was, coming, fortnight):
                came[kind] += strength
    for wanted in (*was.called.values(), *was.called_green.values()):
        came.update(wanted)
    for unit in was.early_green:
        came[unit.kind] += unit.strength
    served: Count[str] = Count()
    for unit in was.units:
        served[unit.kind] += unit.strength * unit.emergency
    released = 0
    back = any(coming.returns for coming in fortnight.arrivals)
    for ship in u.box.ships.values():
        if ship.type not in charts.LIGHT or not ship.most:
            continue
        less = _whole(u, was, ship.id) + came[ship.id] - _whole(u, now, ship.id)
        floor = 0
        if back:  # 15.3 those who left for an operation, less the losses that are named
            floor = sum(one.unit.strength for one in was.away if one.unit.kind == ship.id and one.why == "operation")
        u.ruled("15.3 classes", 0 <= less <= served[ship.id] + floor, ship.id, less, came[ship.id], served[ship.id])
        released += less
    paid = sum(one.points for one in u.state.bookings[len(before.bookings) :] if one.why == "emergency")
    kept = sum(one.strength for one in now.units if one.emergency) - sum(
        sum(wanted.values()) for wanted in (*was.called.values(), *was.called_green.values())
    )
    u.ruled("15.4a kept", 0 <= kept <= served.total(), kept, served)
    if not back:
        u.ruled("15.4a the others go", released == served.total() - kept, released, served, kept)
    u.ruled("15.4a is paid again", abs(paid) <= 2 * kept and (kept > 0 or not paid), paid, kept)
    if u.state.options.green_crews:
        u.ruled("15.4.3 green ones must go", not any(one.emergency and one.green and not _is_new(was, one)
                                                     for one in now.units), now.units)  # fmt: skip


def _is_new(was: Roster, unit: Unit) -> bool:
    return any(unit.kind in wanted for wanted in was.called_green.values())


# --- 15.6 replacements


def _supply(u: Umpire, was: Roster, now: Roster, fortnight: Fortnight) -> None:
    """15.6.1 CAM ships and oilers that were sunk come back in the second fortnight of the month, AA ships never."""
    second = fortnight.key.endswith("_2")
    sunk = Count(was.sunk) if second else Count[str]()
    come: Count[str] = Count()
    for coming in fortnight.arrivals:
        if not coming.for_cargo and not coming.returns:
            come.update(dict(_entries(u, was, coming, fortnight)))
    for ship in u.box.ships.values():
        if ship.type != "ax":
            continue
        there = was.find(ship.id) is not None or any(one.unit.kind == ship.id for one in was.away)
        unit = now.find(ship.id)
        if unit is not None and not there:
            due = ship.id in come or (ship.role == "ao" and sunk[ship.id])
            u.ruled("15.6.1 who comes back", due, ship.id, was.sunk)
            if sunk[ship.id] and ship.id not in come:
                u.ruled("15.6.1 where", unit.place in SUPPLY, unit)
        if sunk[ship.id] and ship.role == "ao":
            u.ruled("15.6.1 oilers", unit is not None, ship.id, was.sunk)
    for kind in ("mc", "mo"):
        more = _merchants(now, kind) - _merchants(was, kind)
        hurt = sum(one.strength for boxes in was.boxes.values() for one in (*boxes.down, *boxes.up, *boxes.unloading)
                   if one.kind == kind and (one.crippled or one.dead))  # fmt: skip
        each = {"mc": 1, "mo": 2}[kind]  # of the fifteen of 15.3.1
        least = each if was.ev == "" else 0
        most = 0 if was.ev in ("declared", "crossed") else each
        due = sunk[kind] + come[kind]
        u.ruled("15.6.1 merchants", due + least - hurt <= more <= due + most, kind, more, due, hurt, was.sunk)


def _merchants(roster: Roster, kind: str) -> int:
    boxed = (one for boxes in roster.boxes.values() for one in (*boxes.unloading, *boxes.down, *boxes.up))
    return sum(one.strength for one in (*roster.units, *boxed) if one.kind == kind) + sum(
        one.unit.strength for one in roster.away if one.unit.kind == kind and one.why != "lost"
    )


def _boxes(u: Umpire, was: Roster, now: Roster) -> None:
    """15.2.2, 15.7.6 Who came in laden waits to be unloaded; empty MV that came home are gone."""
    for port in RUSSIA:
        old, new = was.boxes.get(port, Boxes()), now.boxes.get(port, Boxes())
        laden = sum(one.strength for one in was.units if one.place == port and one.laden)
        waits = sum(one.strength for one in old.unloading) + laden
        u.ruled("15.2.2 waits", sum(one.strength for one in new.unloading) == waits, port, old, new, laden)
        u.ruled("15.2.2 none laden in port", not any(one.laden and one.place == port for one in now.units), port)
        wrecks = [one for one in (*new.down, *new.up) if one.crippled or one.dead]
        u.ruled("15.2.2 wrecks go", not wrecks, wrecks)
    empty = [one for one in now.units if one.kind == "mv" and not one.laden
             and (port_ := u.box.ports.get(one.place)) is not None and port_.owner == "britain"]  # fmt: skip
    u.ruled("15.7.6 empty merchants", not empty, empty)


# --- 15.3.3, 15.6.3 aircraft


def _cargo(u: Umpire, was: Roster, now: Roster, fortnight: Fortnight) -> None:
    """15.3.3 For each step that waits three merchants must have been unloaded."""
    due = [*was.waiting]
    for coming in fortnight.arrivals:
        if coming.for_cargo:
            due += [Unit(entry.kind, entry.strength, coming.place) for entry in coming.entries]
    steps = sum(one.strength for one in due)
    left = sum(one.strength for one in now.waiting)
    u.ruled("15.3.3 no more than cargo", FOR_A_STEP * (steps - left) <= max(was.unloaded, 0), due, now.waiting,
            was.unloaded)  # fmt: skip
    if due:
        least = min(one.strength for one in due)
        u.ruled("15.3.3 who can be is admitted", left < steps or was.unloaded < FOR_A_STEP * least, due, was.unloaded)
        u.ruled("15.3.3 all that can be", not now.waiting or was.unloaded - FOR_A_STEP * (steps - left)
                < FOR_A_STEP * min(one.strength for one in now.waiting), due, now.waiting, was.unloaded)  # fmt: skip


def _places(u: Umpire, was: Roster, now: Roster, fortnight: Fortnight) -> None:
    """1.5.1, 15.3 No base holds more than twenty; ships that are new lie where the schedule says, whole."""
    held: Count[str] = Count()
    for one in now.units:
        if one.kind in u.box.aircraft and one.place in u.box.airfields:
            held[one.place] += one.strength
    had: Count[str] = Count()
    for one in was.units:
        had[one.place] += one.strength * (one.kind in u.box.aircraft)
    u.ruled("1.5.1 twenty", all(number <= max(BASE, had[base]) for base, number in held.items()), held, had)
    for coming in fortnight.arrivals:
        for entry in coming.entries if not coming.for_cargo and not coming.returns else ():
            ship, unit = _ship(u, entry.kind), now.find(entry.kind)
            old = was.find(entry.kind) is not None or any(one.unit.kind == entry.kind for one in was.away)
            if ship is None or ship.most or unit is None or old:
                continue
            usual = "scapa_flow" if coming.side == "allied" else "trondheim"
            u.ruled("15.3 where", unit.place == (coming.place or usual), entry, unit)
            u.ruled("15.3 whole", unit.strength == ship.strength and not (unit.crippled or unit.dead), entry, unit)


def _mended(u: Umpire, was: Roster, now: Roster) -> None:
    """15.5.3, 15.4.3b Engines of merchants run again at once, of warships in the third fortnight; crews are trained."""
    for one in now.units:
        ship = _ship(u, one.kind)
        if ship is None:
            continue
        u.ruled("15.5.3 engines", not one.inoperative or one.kind == "tirpitz" or (
            ship.type != "mx" and was.fortnight < one.inoperative <= was.fortnight + LATER), one)  # fmt: skip
        late = one.green and not one.emergency and was.fortnight >= one.due
        u.ruled("15.4.3b trained in time", not late, one, was.fortnight)


JUDGES: dict[type, Any] = {}
MOVES: dict[str, Any] = {}
STAGES = {"order_of_battle": order_of_battle}
