"""15 The campaign between operations: ice and stocks, bids, convoys that are put together, cargo that is unloaded, what
comes, goes and is mended, and the score.
"""

from collections import Counter as Count
from typing import Any

from games.titles.pq17.state.events import administration, campaign
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import State
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.chits import WINTER
from tests.titles.pq17.umpire.table import Umpire

FUEL = (("abcdef", 0), ("ghijklmn", 1), ("opqrst", 2), ("uvwx", 3), ("yz", 4))
"""15.1 The German fuel chart."""
NORD, FLOT, FLOT_LATER, FLOT_EACH = 16, 6, 8, 4
"""15.1 Stocks at most, and what Severny Flot gets, in half points."""
UNLOADS = {"murmansk": 11, "arkhangelsk": 15}
MERCHANTS, MONTH, REPAIR, TIRPITZ = 15, 60, 5, 7
KEPT = ("ev", "patrol")
"""What is remembered from one operation to the next."""
STARS = {"allied": "pqrstu", "winter": "enopqr", "summer": "epqr"}


def settled(u: Umpire, event: campaign.IceSettled, *others: campaign.IceSettled) -> None:
    """10.4 In each sector the ice is the heavier the lower the zone."""
    states = {zone: charts.ICE.index(state) for zone, state in zip(event.zones, event.states, strict=True)}
    for sector in "we":
        row = [states.get(f"{sector}{number}", 0) for number in range(1, 6)]
        u.ruled("10.4 by zones", row == sorted(row, reverse=True), event, row)


def fuel(u: Umpire, event: campaign.FuelDrawn, *others: campaign.FuelDrawn) -> None:
    """15.1"""
    if not event.letter:
        return
    u.ruled("15.1 none in March", u.roster.fortnight > 1, event)
    u.about["fuel"] = event


def began(u: Umpire, before: State) -> None:
    """15.1 The stocks of the fortnight."""
    if before.roster is None:
        return
    was, now = before.roster, u.roster
    drawn: campaign.FuelDrawn | None = u.about.get("fuel")
    more = next(points for letters, points in FUEL if drawn.letter in letters) if drawn is not None else 0
    nord = min(was.gruppe_nord + 2 * more, max(NORD, was.gruppe_nord))
    u.ruled("15.1 Gruppe Nord", now.gruppe_nord == nord, drawn, was.gruppe_nord, now.gruppe_nord)
    u.kept = {key: value for key, value in u.kept.items() if key in KEPT}  # what follows is another operation
    u.kept["flot"] = was.severny_flot
    _patrol(u, was)


def bids(u: Umpire, event: campaign.BidsShown, *others: campaign.BidsShown) -> None:
    """4.1.2 The higher has the initiative, the Allies where they are equal; two zeros are no operation."""
    month = u.box.campaign.fortnights[u.roster.fortnight].calendar_month
    column = {"allied": "allied", "axis": "winter" if month in WINTER else "summer"}
    for side, die, counts in (("allied", event.allied, event.allied_counts), ("axis", event.axis, event.axis_counts)):
        chit = u.state.chits.get(side)
        star = die > 0 and chit is not None and chit.letter in STARS[column[side]]
        u.ruled("4.1.2 asterisk", counts == die + star, event, chit)
    both = not event.allied and not event.axis
    u.ruled("4.1.2 two passes", event.operation != both, event)
    higher = "axis" if event.axis_counts > event.allied_counts and event.axis else "allied"
    if not both and event.allied and event.axis:
        u.ruled("4.1.2 initiative", event.initiative == higher, event)
    u.about["bid"] = event


def bid(u: Umpire, before: State) -> None:
    """4.1.2, 15.9 The winner pays what his die shows."""
    event: campaign.BidsShown | None = u.about.get("bid")
    if event is None:
        return
    paid = sum(one.points for one in u.state.bookings[len(before.bookings) :] if one.why == "bid")
    die = event.allied if event.initiative == "allied" else event.axis
    owed = -2 * die if event.initiative == "allied" else 2 * die
    u.ruled("4.1.2 paid", paid == owed, event, paid)


def ev(u: Umpire, event: campaign.EvDeclared, *others: campaign.EvDeclared) -> None:
    """15.8.3"""
    u.ruled("15.8.3 with a zero", u.roster.bids.get("allied", 0) == 0, event)
    u.ruled("15.8.3 once", not u.kept.get("ev"), event)
    u.kept["ev"] = True


# --- what is put together


def composed(u: Umpire, before: State) -> None:
    """15.2 One laden convoy, one in ballast from each Soviet port, and what each may hold."""
    operation = u.state.composed
    if operation is None or before.composed == operation:
        return
    laden = [one for one in operation.convoys if one.laden]
    ballast = Count(one.port for one in operation.convoys if not one.laden)
    u.ruled("15.2 one laden", len(laden) <= 1, operation.convoys)
    u.ruled("15.2 ballast", set(ballast) <= set(UNLOADS) and all(one == 1 for one in ballast.values()), ballast)
    home = "loch_ewe" if u.roster.ev in ("done",) else "reykjavik"
    u.ruled("15.2.1 from where", all(one.port in (home, "loch_ewe", "reykjavik") for one in laden), laden)
    for one in operation.convoys:
        goals = tuple(UNLOADS) if one.laden else ("reykjavik", "loch_ewe")
        u.ruled("15.2.1 where to", set(one.destinations) <= set(goals), one)
        held: Count[str] = Count()
        for entry in one.entries:
            kind = u.kind(entry.kind)
            counters = -(-entry.strength // kind.most) if kind.most else 1
            held[kind.role or kind.type] += counters if kind.role != "mc" else entry.strength
            held["es"] += counters * (kind.type == "es" and kind.role != "")
            held["es strength"] += entry.strength * (kind.type == "es")
        u.ruled("15.2 limits", all(held[one] <= 2 for one in ("aa", "ao", "mc", "es", "ss")), one, held)
        u.ruled("1.2.1 escorts", held["es strength"] <= 4, one, held)
    u.ruled("15.1 Home Fleet", operation.command_points.home_fleet == 8, operation.command_points)
    had, most = u.kept.get("flot", 0), FLOT_LATER if u.roster.raised else FLOT
    flot = max(min(had + FLOT_EACH, most), had)
    u.ruled("15.1 Severny Flot", u.state.command["severny_flot"].left == flot, had, u.state.command)
    boats = sum(one.strength for one in (before.roster or u.roster).units if one.kind == "ss_german")
    u.ruled("15.8 boats at sea", boats // 3 <= sum(operation.wolfpacks) <= -(-boats // 2), operation.wolfpacks, boats)


def _patrol(u: Umpire, was: Roster) -> None:
    """15.8.1 After March one of the ships on Patrol White is relieved at least, if any other can go."""
    now, last = list(u.roster.patrol), u.kept.get("patrol", [])
    if u.roster.fortnight >= 2 and len(now) == len(last) == 2:
        able = [one.kind for one in was.units if one.kind not in last and _can_patrol(u, one)]
        u.ruled("15.8.1 relieved", set(now) != set(last) or not able, last, now, able)
    u.kept["patrol"] = now


def _can_patrol(u: Umpire, unit: Unit) -> bool:
    kind, port = u.box.ships.get(unit.kind), u.box.ports.get(unit.place)
    if kind is None or port is None or kind.type not in ("ca", "bc", "cl", "claa") or port.owner != "britain":
        return False
    return unit.strength == kind.strength and not (unit.crippled or unit.dead or unit.inoperative)


# --- what is unloaded


def _strength(units: list[Unit]) -> int:
    return sum(one.strength for one in units)


def unloading(u: Umpire, before: State) -> None:
    """15.2.2, 15.9.1"""
    was, points, unloaded = before.roster, 0, 0
    if was is None:
        return
    for port, most in UNLOADS.items():
        old, new = was.boxes.get(port, Boxes()), u.roster.boxes.get(port, Boxes())
        number = min(most, _strength(old.unloading))
        u.ruled("15.2.2 unloaded", _strength(new.unloading) == _strength(old.unloading) - number, port, old, new)
        u.ruled("15.2.2 face down", _strength(new.down) == number, port, old, new)
        stayed = sum(one.strength for force in before.forces if force.port == port and force.convoy is not None
                     and not force.convoy.laden for one in force.counters if u.kind(one).type == "mx")  # fmt: skip
        lay = _strength(old.down) + _strength(old.up)
        u.ruled("15.2.2 face up", lay <= _strength(new.up) <= lay + stayed, port, old, new, stayed)
        hurt = sum(one.strength for one in new.down if one.crippled or one.dead)
        points += 2 * (number - hurt) - _strength(new.up)
        unloaded += number
    booked = sum(one.points for one in u.state.bookings[len(before.bookings) :] if one.why in ("unloading", "idle"))
    u.ruled("15.9.1 backlog", booked == points, booked, points, was.boxes)


# --- the order of battle


def _held(roster: Roster) -> Count[str]:
    """Strength of each kind on the map, in boxes, in dock and away."""
    found: Count[str] = Count()
    boxed = [unit for boxes in roster.boxes.values() for unit in (*boxes.unloading, *boxes.down, *boxes.up)]
    for unit in (*roster.units, *boxed):
        found[unit.kind] += unit.strength
    return found


def order_of_battle(u: Umpire, before: State) -> None:
    """15.3 to 15.7"""
    was = before.roster
    if was is None:
        return
    now, fortnight = u.roster, u.box.campaign.fortnights[was.fortnight]
    came: Count[str] = Count()
    for event in u.heard(administration.ShipsChanged):
        for word in event.came:
            name, _, rest = word.partition(" ")
            came[name] += int(rest.split()[0]) if rest and rest.split()[0].isdigit() else 1
    more = _laden(now, "reykjavik") - _laden(was, "reykjavik")
    if was.ev == "":
        u.ruled("15.3.1 merchants", more >= MERCHANTS, more)
    elif was.ev in ("declared", "crossed"):
        u.ruled("15.3.1 none while EV lasts", more < MERCHANTS, more)
    for coming in fortnight.arrivals:
        if coming.new or coming.for_cargo or coming.returns:
            continue
        for entry in coming.entries:
            if entry.kind in u.box.aircraft:
                continue
            early = was.early.get(entry.kind, 0)
            due = (entry.strength or u.kind(entry.kind).strength) - early
            again = any(one.unit.kind == entry.kind for one in was.away) or was.find(entry.kind) is not None
            u.ruled("15.3 arrivals", came[entry.kind] >= due or again or u.kind(entry.kind).is_single, entry, came)
    _come_and_go(u, was, now)
    _docks(u, was, now)
    _boats(u, was, now, begins=fortnight.begins_a_month)
    _aircraft(u, was, now)


def _laden(roster: Roster, port: str) -> int:
    return sum(one.strength for one in roster.units if one.laden and one.place == port)


def _come_and_go(u: Umpire, was: Roster, now: Roster) -> None:
    """15.3, 15.7 Ships that the schedule names are there, or gone."""
    fortnight = u.box.campaign.fortnights[was.fortnight]
    lost = {one.unit for losses in (u.state.losses, *(one.losses for one in u.state.chapters)) for one in losses}
    singles = {kind for kind, ship in u.box.ships.items() if not ship.most}
    for coming in fortnight.arrivals:
        for entry in coming.entries if not coming.for_cargo else ():
            if (
                entry.kind in singles
                and not _came_before(u, was, entry.kind)
                and not any(one.unit.kind == entry.kind for one in (*was.away, *now.away))
            ):
                there = now.find(entry.kind) is not None or was.find(entry.kind) is not None
                u.ruled("15.3 ships come", there or entry.kind in lost or entry.kind in was.sunk, entry, fortnight.key)
    for going in fortnight.departures:
        for entry in going.entries if not u.state.options.sailing_home else ():
            out = any(one.unit.kind == entry.kind for one in was.away)  # 15.7.2 of who is in dock nothing is asked
            if entry.kind in singles and not out and not going.operation:
                u.ruled("15.7 ships go", now.find(entry.kind) is None, entry, fortnight.key)


def _came_before(u: Umpire, was: Roster, kind: str) -> bool:
    """15.3 A ship that the schedule brings a second time comes back if it has taken her away."""
    return any(entry.kind == kind for one in u.box.campaign.fortnights[: was.fortnight]
               for coming in one.arrivals for entry in coming.entries)  # fmt: skip


def _docks(u: Umpire, was: Roster, now: Roster) -> None:
    """15.5 Who goes into dock, and for how long."""
    old = [(one.unit.kind, one.back) for one in was.away if one.why == "repair"]
    for one in now.away:
        if one.why != "repair" or (one.unit.kind, one.back) in old:
            continue
        kind = u.kind(one.unit.kind)
        u.ruled("15.5 whose", kind.nation in ("britain", "germany"), one)
        u.ruled("15.5 no wrecks", not one.unit.crippled and not one.unit.dead, one)
        turns = one.back - was.fortnight
        each = TIRPITZ if one.unit.kind == "tirpitz" else REPAIR
        u.ruled("15.5.1 how long", turns > 0 and turns % each == 0 and turns <= each * (kind.strength - 1), one, turns)


def _boats(u: Umpire, was: Roster, now: Roster, *, begins: bool) -> None:
    """15.5.2 A third of the damaged German boats, in the first fortnight of a month."""
    back = -(-was.damaged_boats // 3) if begins else 0
    u.ruled("15.5.2 boats", now.damaged_boats == was.damaged_boats - back, was.damaged_boats, now.damaged_boats)

    for boat in ("ss_british", "ss_soviet"):
        back_ = was.boats_lost.get(boat, 0)
        due = sum(entry.strength for coming in u.box.campaign.fortnights[was.fortnight].arrivals
                  for entry in coming.entries if entry.kind == boat)  # fmt: skip
        u.ruled("15.6.2 boats", _held(now)[boat] == _held(was)[boat] + back_ + due, boat, back_, _held(was)[boat])


def _aircraft(u: Umpire, was: Roster, now: Roster) -> None:
    """15.5.4, 15.6.3, 15.6.4 Damaged aircraft are back; no more steps come than the schedule and the cargo bring."""
    u.ruled("15.5.4 aircraft", not any(one.damaged for one in now.units), now.units)
    fortnight = u.box.campaign.fortnights[was.fortnight]
    came: Count[str] = Count()
    for coming in fortnight.arrivals:
        for entry in coming.entries:
            if entry.kind in u.box.aircraft:
                came[u.box.aircraft[entry.kind].side] += entry.strength
    if was.ev in ("declared", "crossed"):
        return
    most = {"axis": fortnight.axis_air, "allied": -(-was.arrived // 3)}
    waited = sum(one.strength for one in was.waiting)
    for side, steps in most.items():
        more = _steps(u, now, side) - _steps(u, was, side)
        u.ruled("15.6.3 steps", more <= steps + came[side] + waited * (side == "allied"), side, more, steps, came)


def _steps(u: Umpire, roster: Roster, side: str) -> int:
    """Steps of aircraft that are based on land."""
    kinds = u.box.aircraft
    return sum(one.strength for one in roster.units
               if one.kind in kinds and kinds[one.kind].side == side and not kinds[one.kind].carrier)  # fmt: skip


def called(u: Umpire, event: administration.Called, *others: administration.Called) -> None:
    """15.4 So many of each kind at most, a point for each."""
    strength: Count[str] = Count()
    for word in event.units:
        name, _, number = word.partition(" ")
        strength[u.kind(name).nation] += int(number.split()[0] or 1)
    limit = {"britain": 4, "us": 4, "germany": 2}
    u.ruled("15.4 at most", all(number <= limit.get(nation, 0) for nation, number in strength.items()), event, strength)
    u.about.setdefault("called", Count())[event.side] += sum(strength.values())


def preparations(u: Umpire, before: State) -> None:
    """15.4 What emergency reinforcements cost."""
    owed: Count[str] = u.about.get("called", Count())
    paid = sum(one.points for one in u.state.bookings[len(before.bookings) :] if one.why == "emergency")
    u.ruled("15.4 paid", paid == 2 * owed["axis"] - 2 * owed["allied"], owed, paid)


def lost(u: Umpire, event: administration.AircraftLost, *others: administration.AircraftLost) -> None:
    """12.6.1 A third of the die for the Germans, half for the Soviets, rounded up."""
    most = -(-event.die // 3) if event.side == "axis" else -(-event.die // 2)
    u.ruled("12.6.1 lost", len(event.units) <= most, event, most)


# --- the score


def over(u: Umpire, event: campaign.FortnightEnded, *others: campaign.FortnightEnded) -> None:
    total = sum(one.points for one in u.state.bookings)
    u.ruled("15.0 score", event.points == total, event, total)


def ended(u: Umpire, event: campaign.CampaignEnded, *others: campaign.CampaignEnded) -> None:
    """15.9"""
    total, required = sum(one.points for one in u.state.bookings), MONTH * u.roster.months
    u.ruled("15.9 required", event.required == required, event, required)
    u.ruled(
        "15.9 verdict", event.points == total and event.verdict == ("allied" if total >= required else "axis"), event
    )


JUDGES: dict[type, Any] = {
    campaign.IceSettled: settled, campaign.FuelDrawn: fuel, campaign.BidsShown: bids, campaign.EvDeclared: ev,
    administration.Called: called, administration.AircraftLost: lost, campaign.FortnightEnded: over,
    campaign.CampaignEnded: ended,
}  # fmt: skip
MOVES: dict[str, Any] = {}
STAGES = {
    "fortnight": began, "bid": bid, "prepared": composed, "preparations": preparations, "unloading": unloading,
    "order_of_battle": order_of_battle,
}  # fmt: skip
