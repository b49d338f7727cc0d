"""15.8, 15.2.2a After an operation everything in it goes back into the roster, where it lies and as it is."""

from games.kernel.requests import draw
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import SIDES, Ship
from games.titles.pq17.rules.campaign.command import keep
from games.titles.pq17.rules.campaign.history import record
from games.titles.pq17.rules.campaign.repairs import BACK, REPAIRED, is_single
from games.titles.pq17.rules.campaign.replacements import is_replaced
from games.titles.pq17.rules.campaign.unloading import lay
from games.titles.pq17.rules.campaign.withdrawals import EMPTY_MERCHANTS_TO
from games.titles.pq17.rules.forces import crews
from games.titles.pq17.rules.forces.points import HALVES, SCORING, WRECKED, against, book, merchants
from games.titles.pq17.rules.special.homecoming import BROKE_OUT
from games.titles.pq17.rules.special.landing import leave_landing
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.roster import Away, Boxes, Roster, Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Loss, State, Tally

HOME: dict[str, str] = {
    "britain": "scapa_flow", "us": "scapa_flow", "soviet": "murmansk", "germany": "trondheim", "norway": "scapa_flow",
}  # fmt: skip
"""15.8 The friendly port into which ships are put that are at sea."""
BESIDE = ("german", "english_channel")
"""5.7, 15.7.5 Boxes beside the map in which ships are at home."""
MENDED_AT: dict[str, str] = {"britain": "scapa_flow", "us": "scapa_flow", "germany": "narvik"}
"""15.5.3b Where ships come back that ice or weather put out; Soviet ones do not."""
WESTERN = "w"
"""15.2.3 The first letter of the zones of the western sector."""


def fold(sea: Sea) -> None:
    """15.8 Ships, boats, merchants and aircraft are where they ended, those at sea in a friendly port; what was lost is
    gone, or comes back as 15.2.3, 15.5.2, 15.5.3 and 15.6 have it. The table is cleared for the next fortnight.
    """
    box, state, roster = sea.box, sea.state, sea.roster
    roster.offensive = bool(state.offensive)
    keep(box, roster, state.command, state.tallies, _sunk(sea))
    roster.arrived += sum(one.landed for one in state.tallies)
    _early(sea)
    leave_landing(sea)
    for force in state.forces:
        if not force.is_dummy and not _is_passing(force):
            _fold_force(sea, force)
    _fold_patrol(sea)
    _fold_losses(sea)
    _fold_aircraft(sea)
    _green_losses(sea)
    _mark(box, roster)
    _keep_known(sea)
    record(sea)
    clear_table(sea)


def clear_table(sea: Sea) -> None:
    """Nothing of the fortnight that is over is left on the table but points, standing orders and the order of battle;
    blocks get numbers that were never used (1.2b).
    """
    old = sea.state
    new = State(
        options=old.options, scenario=old.scenario, turn=1, start=1, cup=list(sea.box.situations), blocks=old.blocks,
        bookings=old.bookings, instructions=old.instructions, roster=old.roster, history=old.history,
    )  # fmt: skip
    for field in State.__struct_fields__:
        setattr(old, field, getattr(new, field))


def _is_passing(force: Force) -> bool:
    """12.3, 12.12 The convoys of special situations belong to no order of battle."""
    return force.kind == "convoy" and force.id not in _numbered(force)


def _numbered(force: Force) -> tuple[str, ...]:
    """An Allied convoy, or a part of one."""
    ours = force.side == "allied" and force.id[:2] in ("pq", "qp")
    return (force.id,) if ours or (force.convoy is not None and force.convoy.part_of) else ()


def _sunk(sea: Sea) -> dict[str, int]:
    """15.1b Merchants of each convoy that the Axis sank: all but those that are afloat, stay in its first port, or were
    lost by collision or aground.
    """
    found = {}
    for tally in sea.state.tallies:
        of_it = (one for one in sea.state.forces if one.convoy is not None)
        afloat = sum(
            merchants(sea.box, one) for one in of_it if one.convoy and tally.convoy in (one.id, one.convoy.part_of)
        )
        wrecked = sum(one.strength for one in sea.state.losses if one.convoy == tally.convoy and one.how in WRECKED)
        found[tally.convoy] = max(tally.began - tally.excepted - tally.landed - afloat - wrecked, 0)
    return found


def _early(sea: Sea) -> None:
    """15.3.2 What came by the reinforcements situation does not come again."""
    for side, placed in sea.state.groups_placed.items():
        for group in [one for one in sea.operation.reinforcements if one.side == side][:placed]:
            for entry in group.entries:
                sea.roster.early[entry.kind] = sea.roster.early.get(entry.kind, 0) + entry.strength


# --- ships


def _fold_force(sea: Sea, force: Force) -> None:
    for counter in force.counters:
        ship = sea.box.ships[counter.ship]
        if ship.role == "lsi":
            continue
        beside = force.at if force.at in BESIDE else ""
        place = force.port or beside or HOME["soviet" if ship.under_soviets else ship.nation]
        if ship.type == "mx":
            _fold_merchants(sea, force, counter)
        elif ship.type == "ss":
            sea.roster.add(Unit(counter.ship, counter.strength, place), single=False)
        else:
            _fold_ship(sea.box, sea.roster, counter, place, afloat=force.at_sea and not beside)


def _fold_ship(box: Box, roster: Roster, counter: Counter, place: str, *, afloat: bool) -> None:
    """A warship or auxiliary, in her state; who broke down at sea sails again in the third fortnight (15.5.3)."""
    until = roster.fortnight + box.campaign.rules.inoperative_warship if counter.inoperative else 0
    if counter.strength or counter.dead:
        unit = Unit(counter.ship, counter.strength, place, counter.crippled, counter.dead, green=counter.green,
                    inoperative=until, afloat=afloat)  # fmt: skip
        roster.add(unit, single=is_single(box, counter.ship))


def _fold_merchants(sea: Sea, force: Force, counter: Counter) -> None:
    """15.2.2a Laden merchants in a Soviet port have arrived; others wait where convoys are put together. Those in
    ballast that did not sail go back to their box face up (15.2b).
    """
    roster, laden = sea.roster, force.convoy is not None and force.convoy.laden
    soviet = force.port in sea.box.campaign.rules.unloaded
    port = force.port or _origin(sea, force)
    unit = Unit(counter.ship, counter.strength, port, counter.crippled, counter.dead, laden=laden)
    if laden and soviet:
        roster.arrived += counter.strength
        roster.add(unit, single=False)
    elif laden:
        unit.place = _origin(sea, force)
        roster.add(unit, single=False)
    elif port in sea.box.campaign.rules.unloaded:
        lay(roster.boxes.setdefault(port, Boxes()).up, [unit])
    else:
        unit.place = port if force.port else EMPTY_MERCHANTS_TO[roster.ev]
        roster.add(unit, single=False)


def _keep_known(sea: Sea) -> None:
    """15.0a In which Soviet ports the enemy may know the kinds of the merchants: in those where some lie that he knew
    before, and in all in which any lie once a report has named merchants.
    """
    roster, ships = sea.roster, sea.box.ships
    named = {one.ship for report in sea.state.reports if report.to == "axis" for one in report.names}
    every = [port for port in sea.box.campaign.rules.unloaded if any(ships[name].type == "mx" for name in named)]
    lying = {port for port, boxes in roster.boxes.items() if boxes.unloading or boxes.down or boxes.up}
    fresh = {port for port in every if any(one.laden for one in roster.at(port))}
    roster.known = [port for port in sea.box.campaign.rules.unloaded
                    if port in fresh or (port in lying and port in (*roster.known, *every))]  # fmt: skip


def _origin(sea: Sea, force: Force) -> str:
    """The port from which a convoy, or the convoy that it is part of, set out."""
    name = force.convoy.part_of or force.id if force.convoy is not None else force.id
    return next((one.port for one in sea.operation.convoys if one.id == name), "reykjavik")


def _fold_patrol(sea: Sea) -> None:
    """15.8.1 Patrol White are those of it that are still there."""
    roster = sea.roster
    roster.patrol = [kind for kind in roster.patrol if roster.find(kind) is not None]
    roster.relieved = False


# --- what was lost


def _fold_losses(sea: Sea) -> None:
    for loss in sea.state.losses:
        ship = sea.box.ships.get(loss.unit)
        if ship is None or ship.role == "lsi" or _passes_through(ship):
            continue
        if ship.type == "ss":
            _boat_lost(sea.roster, loss)
        elif loss.how in ("ice", "weather"):
            _put_out(sea, loss)
        elif loss.how == "damaged" and ship.type == "dd":
            _dock(sea, loss)
        elif is_replaced(ship) and loss.how in ("sunk", "scuttled", "event", "collided"):
            sea.roster.sunk += [loss.unit] * (1 if ship.is_single else loss.strength)
        elif loss.how == "left" and loss.side == "axis" and ship.type != "mx":
            gone = Unit(loss.unit, loss.strength, HOME["germany"], crippled=loss.unit in sea.roster.hurt)
            sea.roster.away.append(Away(gone, "leave", operation=BROKE_OUT))
    sea.roster.hurt = []


def _passes_through(ship: Ship) -> bool:
    """12.3 German merchants belong to a special situation, and to no order of battle."""
    return ship.type == "mx" and ship.side == "axis"


def _dock(sea: Sea, loss: Loss) -> None:
    """15.5.1b, 15.5.3a A destroyer that was lightly damaged by option 7.9, or a ship that ran aground, is repaired as
    if she had taken one hit; merchants are there again where convoys are made up, warships where the repaired are.
    """
    roster, ship = sea.roster, sea.box.ships[loss.unit]
    merchant = ship.type == "mx"
    if _passes_through(ship):
        return
    if merchant or ship.nation in REPAIRED:
        unit = Unit(loss.unit, loss.strength, EMPTY_MERCHANTS_TO[roster.ev] if merchant else BACK[ship.side])
        unit.laden = merchant
        roster.away.append(Away(unit, "repair", roster.fortnight + sea.box.campaign.rules.repair))


async def run_aground(sea: Sea) -> None:
    """15.5.3a Of the ships of each side that ran aground half are lost for good, drawn at random and rounded up; the
    others are repaired. Before an operation is folded.
    """
    for side in SIDES:
        pool = [loss for loss in sea.state.losses if loss.side == side and loss.how == "aground"]
        places = [str(place) for place in range(len(pool))]
        lost = await draw(places, -(-len(pool) // 2), key=f"aground.{side}", rule="15.5.3a") if pool else ()
        for place in places:
            if place not in lost:
                _dock(sea, pool[int(place)])


def _boat_lost(roster: Roster, loss: Loss) -> None:
    """15.5.2, 15.6.2 German submarines that were damaged are in dock; British and Soviet ones are replaced at once."""
    if loss.unit != "ss_german":
        roster.boats_lost[loss.unit] = roster.boats_lost.get(loss.unit, 0) + loss.strength
    elif loss.how == "damaged":
        roster.damaged_boats += loss.strength


def _sailed_with(sea: Sea, loss: Loss) -> Tally | None:
    """15.2.3 The convoy of merchants that were turned back, as their owner was told; of losses that an earlier release
    wrote without, the first that has any.
    """
    written = [one for one in sea.state.tallies if one.convoy == loss.convoy]
    return next((one for one in (*written, *sea.state.tallies) if one in written or one.excepted > 0), None)


def _put_out(sea: Sea, loss: Loss) -> None:
    """15.5.3b, 15.2.3 Ships that ice or weather put out come back in the next fortnight, merchants in the order-of-
    battle phase, to the port from which they sailed: in the western sector, if it was ice, to where convoys end.
    """
    roster, ship = sea.roster, sea.box.ships[loss.unit]
    if ship.type == "mx":
        tally = _sailed_with(sea, loss)
        laden, convoy = (tally.laden, tally.convoy) if tally is not None else (True, "")
        zone = sea.box.hexes[loss.at].zone if loss.at in sea.box.hexes else ""
        west = EMPTY_MERCHANTS_TO[roster.ev]
        names = [one.port for one in sea.operation.convoys if one.id == convoy]
        port = west if loss.how == "ice" and zone.startswith(WESTERN) else next(iter(names), west)
        roster.add(Unit(loss.unit, loss.strength, port, laden=laden), single=False)
    elif ship.nation in MENDED_AT:
        # Who has nothing left is as dead in the water there as at sea (7.0, 15.5): she is not mended, nor sails.
        crippled = loss.unit in roster.hurt
        unit = Unit(loss.unit, loss.strength, MENDED_AT[ship.nation], crippled, dead=not loss.strength)
        roster.away.append(Away(unit, "ice_or_weather", roster.fortnight + 1))


# --- aircraft


def _fold_aircraft(sea: Sea) -> None:
    """15.5.4, 15.6.3 Damaged aircraft are whole again; units that are gone may come back as replacements. What printed
    fighters lost they lack from now on; carriers take new aircraft aboard.
    """
    roster, box = sea.roster, sea.box
    for base, units in sea.operation.air.items():
        for text in units:
            kind, _, _ = text.partition(" ")
            roster.noted.append(Unit(kind, 0, base))
    gone = {(one.kind, one.place): one for one in roster.noted if one.kind in box.aircraft and not one.strength}
    for unit in sea.state.air:
        if box.aircraft[unit.aircraft].carrier or unit.base in box.ships:
            continue
        if unit.interceptor:
            lost = box.aircraft[unit.aircraft].strength - unit.strength
            roster.interceptors |= {unit.id: lost} if lost else {}
        elif unit.strength:
            gone.pop((unit.aircraft, unit.base), None)
            roster.add(Unit(unit.aircraft, unit.strength, unit.base), single=True)
    for kind, base in sorted(gone):
        roster.away.append(Away(Unit(kind, 1, base), "lost"))
    _lost_interceptors(sea)


def _lost_interceptors(sea: Sea) -> None:
    """Printed fighters that were destroyed altogether."""
    box, left = sea.box, {unit.id for unit in sea.state.air}
    for field in box.airfields.values():
        printed = box.interceptors_at(field.id, sea.operation.month)
        for place in range(1, printed.counters + 1) if printed is not None else ():
            name = f"{field.id}_{place}"
            if name not in left and printed is not None:
                sea.roster.interceptors[name] = box.aircraft[printed.aircraft].strength


def _mark(box: Box, roster: Roster) -> None:
    """15.4, 15.4.3b, 15.5 What was noted of units before the operation holds of what is left of them."""
    for note in roster.noted:
        if note.kind not in box.ships:
            continue
        served = int(note.kind in roster.sailed)
        left, due = note.strength, crews.trained_from(note.due, served) if note.due else 0
        for unit in [one for one in roster.units if one.kind == note.kind and not one.emergency and not one.laden]:
            if box.ships[note.kind].is_single:
                unit.due, unit.green, unit.emergency = due, note.green, note.emergency
            elif left and not unit.due and unit.green == note.green:
                strength = min(left, unit.strength)
                left -= strength
                taken = roster.take(unit, strength)
                taken.emergency, taken.green, taken.due = note.emergency, note.green, due
                roster.units.append(taken)
    roster.noted, roster.sailed = [], []


def _green_losses(sea: Sea) -> None:
    """15.4.3b Who was sunk while green counts half as much again; that comes out with the points of the operation."""
    box, roster = sea.box, sea.roster
    for kind in sorted({note.kind for note in roster.noted if note.green}):
        ship = box.ships[kind]
        sunk = sum(1 if ship.is_single else one.strength for one in sea.state.losses
                   if one.unit == kind and one.how in SCORING)  # fmt: skip
        began = sum(one.strength for one in roster.noted if one.kind == kind and one.green)
        left = sum(one.strength for one in roster.units if one.kind == kind and one.green)
        lost = sunk if ship.is_single else min(sunk, began - left)
        more = HALVES * crews.more_for_green(ship.value) * lost
        book(sea, against(ship.side, more), "green", unit=kind, strength=lost)
