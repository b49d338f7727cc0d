"""15.8, 15.2.2a The return of all units from an operation to the roster, with the place and state in which it ended."""

from games.kernel.requests import draw
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Ship
from games.titles.pq17.rules.campaign.command import carry_over_points
from games.titles.pq17.rules.campaign.history import record
from games.titles.pq17.rules.campaign.repairs import BACK, REPAIRED, is_single
from games.titles.pq17.rules.campaign.replacements import is_replaced
from games.titles.pq17.rules.campaign.unloading import lay_in_box
from games.titles.pq17.rules.campaign.withdrawals import EMPTY_MERCHANTS_TO
from games.titles.pq17.rules.forces import green_crews
from games.titles.pq17.rules.forces.victory_points import (
    HALVES,
    SCORING,
    WRECKED,
    book_points,
    merchant_strength,
    points_against,
)
from games.titles.pq17.rules.special.homecoming import BROKE_OUT
from games.titles.pq17.rules.special.landing import leave_landing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.roster import Away, Boxes, Roster, Unit
from games.titles.pq17.state.state import Force, Loss, State, Tally

HOME: dict[str, str] = {
    "britain": "scapa_flow", "us": "scapa_flow", "soviet": "murmansk", "germany": "trondheim", "norway": "scapa_flow",
}  # fmt: skip
"""15.8 By nation, the friendly port into which ships at sea are put."""
BESIDE = ("german", "english_channel")
"""5.7, 15.7.5 The boxes beside the map in which ships stay between operations."""
MENDED_AT: dict[str, str] = {"britain": "scapa_flow", "us": "scapa_flow", "germany": "narvik"}
"""15.5.3b By nation, the port to which ships return that ice or weather put out. Soviet ships do not return."""
WESTERN = "w"
"""15.2.3 The first letter of the zones of the western sector."""


def fold_operation(board: Board) -> None:
    """15.8 Put all ships, submarines, merchants and aircraft back into the roster where the operation ended for them.

    Units at sea go to a friendly port. Lost units do not return, except under 15.2.3, 15.5.2, 15.5.3 and 15.6.
    Afterwards the state is cleared for the next fortnight.
    """
    box, state, roster = board.box, board.state, board.roster
    roster.offensive = bool(state.offensive)
    carry_over_points(box, roster, state.command, state.tallies, _sunk(board))
    roster.arrived += sum(one.landed for one in state.tallies)
    _early(board)
    leave_landing(board)
    for force in state.forces:
        if not force.is_dummy and not _is_passing(force):
            _fold_force(board, force)
    _fold_patrol(board)
    _fold_losses(board)
    _fold_aircraft(board)
    _green_losses(board)
    _mark(box, roster)
    _keep_known(board)
    record(board)
    clear_table(board)


def clear_table(board: Board) -> None:
    """Clear the state of the finished fortnight, except points, standing instructions and the order of battle.

    The next blocks get numbers that were never used (1.2b).
    """
    old = board.state
    new = State(
        options=old.options, scenario=old.scenario, turn=1, start=1, cup=list(board.box.situations), blocks=old.blocks,
        bookings=old.bookings, instructions=old.instructions, roster=old.roster, history=old.history,
    )  # fmt: skip
    for field in State.__struct_fields__:
        setattr(old, field, getattr(new, field))


def _is_passing(force: Force) -> bool:
    """12.3, 12.12 Return True for the convoys of special situations, which do not belong to the order of battle."""
    return force.kind == "convoy" and force.id not in _numbered(force)


def _numbered(force: Force) -> tuple[str, ...]:
    """Return the id of an Allied convoy, or of a dispersed part, in a tuple; empty for other forces."""
    ours = force.side == "allied" and force.id[:2] in ("pq", "qp")
    return (force.id,) if ours or (force.convoy is not None and force.convoy.part_of) else ()


def _sunk(board: Board) -> dict[str, int]:
    """15.1b Return by convoy the number of merchants that the Axis sank.

    These are the merchants of the convoy that are not afloat, did not stay in its first port, and were not lost by
    collision or grounding.
    """
    found = {}
    for tally in board.state.tallies:
        of_it = (one for one in board.state.forces if one.convoy is not None)
        afloat = sum(
            merchant_strength(board.box, one)
            for one in of_it
            if one.convoy and tally.convoy in (one.id, one.convoy.part_of)
        )
        wrecked = sum(one.strength for one in board.state.losses if one.convoy == tally.convoy and one.how in WRECKED)
        found[tally.convoy] = max(tally.began - tally.excepted - tally.landed - afloat - wrecked, 0)
    return found


def _early(board: Board) -> None:
    """15.3.2 Record the units that the reinforcements situation brought; the schedule does not bring them again."""
    for side, placed in board.state.groups_placed.items():
        for group in [one for one in board.operation.reinforcements if one.side == side][:placed]:
            for entry in group.entries:
                board.roster.early[entry.kind] = board.roster.early.get(entry.kind, 0) + entry.strength


# --- ships


def _fold_force(board: Board, force: Force) -> None:
    for counter in force.counters:
        ship = board.box.ships[counter.ship]
        if ship.role == "lsi":
            continue
        beside = force.at if force.at in BESIDE else ""
        place = force.port or beside or HOME["soviet" if ship.under_soviets else ship.nation]
        if ship.type == "mx":
            _fold_merchants(board, force, counter)
        elif ship.type == "ss":
            board.roster.add(Unit(counter.ship, counter.strength, place), single=False)
        else:
            _fold_ship(board.box, board.roster, counter, place, afloat=force.at_sea and not beside)


def _fold_ship(box: Box, roster: Roster, counter: Counter, place: str, *, afloat: bool) -> None:
    """Put a warship or auxiliary back into the roster in her state.

    A ship that broke down at sea sails again in the third fortnight (15.5.3). `place`: her port, or a box beside the
    map. `afloat`: she is at sea.
    """
    until = roster.fortnight + box.campaign.rules.inoperative_warship if counter.inoperative else 0
    if counter.strength or counter.dead:
        unit = Unit(counter.ship, counter.strength, place, counter.crippled, counter.dead, green=counter.green,
                    inoperative=until, afloat=afloat)  # fmt: skip
        roster.add(unit, single=is_single(box, counter.ship))


def _fold_merchants(board: Board, force: Force, counter: Counter) -> None:
    """15.2.2a Put merchants back into the roster.

    Merchants with cargo in a Soviet port have arrived; other merchants with cargo wait where convoys are formed.
    Merchants in ballast that did not sail return to their box face up (15.2b).
    """
    roster, laden = board.roster, force.convoy is not None and force.convoy.laden
    soviet = force.port in board.box.campaign.rules.unloaded
    port = force.port or _origin(board, force)
    unit = Unit(counter.ship, counter.strength, port, counter.crippled, counter.dead, laden=laden)
    if laden and soviet:
        roster.arrived += counter.strength
        roster.add(unit, single=False)
    elif laden:
        unit.place = _origin(board, force)
        roster.add(unit, single=False)
    elif port in board.box.campaign.rules.unloaded:
        lay_in_box(roster.boxes.setdefault(port, Boxes()).up, [unit])
    else:
        unit.place = port if force.port else EMPTY_MERCHANTS_TO[roster.ev]
        roster.add(unit, single=False)


def _keep_known(board: Board) -> None:
    """15.0a Record the Soviet ports in which the Axis may know the kinds of the merchants.

    They are the ports with merchants whose kinds it knew before. Once a report has named merchants, they are all ports
    with merchants.
    """
    roster, ships = board.roster, board.box.ships
    named = {one.ship for report in board.state.reports if report.to == "axis" for one in report.names}
    every = [port for port in board.box.campaign.rules.unloaded if any(ships[name].type == "mx" for name in named)]
    lying = {port for port, boxes in roster.boxes.items() if boxes.unloading or boxes.down or boxes.up}
    fresh = {port for port in every if any(one.laden for one in roster.at(port))}
    roster.known = [port for port in board.box.campaign.rules.unloaded
                    if port in fresh or (port in lying and port in (*roster.known, *every))]  # fmt: skip


def _origin(board: Board, force: Force) -> str:
    """Return the port from which a convoy sailed; for a dispersed part, the port of its convoy."""
    name = force.convoy.part_of or force.id if force.convoy is not None else force.id
    return next((one.port for one in board.operation.convoys if one.id == name), "reykjavik")


def _fold_patrol(board: Board) -> None:
    """15.8.1 Remove ships that are no longer on the map from the list of Patrol White."""
    roster = board.roster
    roster.patrol = [kind for kind in roster.patrol if roster.find(kind) is not None]
    roster.relieved = False


# --- what was lost


def _fold_losses(board: Board) -> None:
    for loss in board.state.losses:
        ship = board.box.ships.get(loss.unit)
        if ship is None or ship.role == "lsi" or _passes_through(ship):
            continue
        if ship.type == "ss":
            _boat_lost(board.roster, loss)
        elif loss.how in ("ice", "weather"):
            _put_out(board, loss)
        elif loss.how == "damaged" and ship.type == "dd":
            _dock(board, loss)
        elif is_replaced(ship) and loss.how in ("sunk", "scuttled", "event", "collided"):
            board.roster.sunk += [loss.unit] * (1 if ship.is_single else loss.strength)
        elif loss.how == "left" and loss.side == "axis" and ship.type != "mx":
            gone = Unit(loss.unit, loss.strength, HOME["germany"], crippled=loss.unit in board.roster.hurt)
            board.roster.away.append(Away(gone, "leave", operation=BROKE_OUT))
    board.roster.hurt = []


def _passes_through(ship: Ship) -> bool:
    """12.3 Return True for German merchants, which belong to a special situation and not to the order of battle."""
    return ship.type == "mx" and ship.side == "axis"


def _dock(board: Board, loss: Loss) -> None:
    """15.5.1b, 15.5.3a Send a lightly damaged destroyer (option 7.9) or a grounded ship into dock.

    She is repaired as if she had taken one hit. Merchants then return where convoys are formed, warships where repaired
    ships return.
    """
    roster, ship = board.roster, board.box.ships[loss.unit]
    merchant = ship.type == "mx"
    if _passes_through(ship):
        return
    if merchant or ship.nation in REPAIRED:
        unit = Unit(loss.unit, loss.strength, EMPTY_MERCHANTS_TO[roster.ev] if merchant else BACK[ship.side])
        unit.laden = merchant
        roster.away.append(Away(unit, "repair", roster.fortnight + board.box.campaign.rules.repair))


async def run_aground(board: Board) -> None:
    """15.5.3a Remove half of each side's grounded ships for good, chosen by lot; send the other half into dock.

    The number of removed ships is rounded up. Call this before `fold_operation`.
    """
    for side in SIDES:
        pool = [loss for loss in board.state.losses if loss.side == side and loss.how == "aground"]
        places = [str(place) for place in range(len(pool))]
        lost = await draw(places, -(-len(pool) // 2), key=f"aground.{side}", rule="15.5.3a") if pool else ()
        for place in places:
            if place not in lost:
                _dock(board, pool[int(place)])


def _boat_lost(roster: Roster, loss: Loss) -> None:
    """15.5.2, 15.6.2 Record lost submarines: damaged German ones go into dock, British and Soviet ones are replaced."""
    if loss.unit != "ss_german":
        roster.boats_lost[loss.unit] = roster.boats_lost.get(loss.unit, 0) + loss.strength
    elif loss.how == "damaged":
        roster.damaged_boats += loss.strength


def _sailed_with(board: Board, loss: Loss) -> Tally | None:
    """15.2.3 Return the convoy to which merchants belonged that ice or weather turned back; None if there is none.

    An earlier release stored such losses without a convoy; for them it is the first convoy with such merchants.
    """
    written = [one for one in board.state.tallies if one.convoy == loss.convoy]
    return next((one for one in (*written, *board.state.tallies) if one in written or one.excepted > 0), None)


def _put_out(board: Board, loss: Loss) -> None:
    """15.5.3b, 15.2.3 Let ships that ice or weather removed return: warships in the next fortnight, merchants at once.

    Merchants return to the port from which they sailed; if ice removed them in the western sector, to the port where
    convoys in ballast end.
    """
    roster, ship = board.roster, board.box.ships[loss.unit]
    if ship.type == "mx":
        tally = _sailed_with(board, loss)
        laden, convoy = (tally.laden, tally.convoy) if tally is not None else (True, "")
        zone = board.box.hexes[loss.at].zone if loss.at in board.box.hexes else ""
        west = EMPTY_MERCHANTS_TO[roster.ev]
        names = [one.port for one in board.operation.convoys if one.id == convoy]
        port = west if loss.how == "ice" and zone.startswith(WESTERN) else next(iter(names), west)
        roster.add(Unit(loss.unit, loss.strength, port, laden=laden), single=False)
    elif ship.nation in MENDED_AT:
        # Without strength a ship is Dead in the Water there as at sea (7.0, 15.5): no repair, no sailing.
        crippled = loss.unit in roster.hurt
        unit = Unit(loss.unit, loss.strength, MENDED_AT[ship.nation], crippled, dead=not loss.strength)
        roster.away.append(Away(unit, "ice_or_weather", roster.fortnight + 1))


# --- aircraft


def _fold_aircraft(board: Board) -> None:
    """15.5.4, 15.6.3 Put aircraft back into the roster; damaged steps are whole again.

    Destroyed units may return as replacements. Losses of printed fighters remain. Carriers get new aircraft.
    """
    roster, box = board.roster, board.box
    for base, units in board.operation.air.items():
        for text in units:
            kind, _, _ = text.partition(" ")
            roster.noted.append(Unit(kind, 0, base))
    gone = {(one.kind, one.place): one for one in roster.noted if one.kind in box.aircraft and not one.strength}
    for unit in board.state.air:
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
    _lost_interceptors(board)


def _lost_interceptors(board: Board) -> None:
    """Record the loss of printed fighters that were destroyed completely."""
    box, left = board.box, {unit.id for unit in board.state.air}
    for field in box.airfields.values():
        printed = box.interceptors_at(field.id, board.operation.month)
        for place in range(1, printed.counters + 1) if printed is not None else ():
            name = f"{field.id}_{place}"
            if name not in left and printed is not None:
                board.roster.interceptors[name] = box.aircraft[printed.aircraft].strength


def _mark(box: Box, roster: Roster) -> None:
    """15.4, 15.4.3b, 15.5 Restore the states that units had before the operation and that counters do not show.

    If strength of a class was lost, the states apply to the strength that is left.
    """
    for note in roster.noted:
        if note.kind not in box.ships:
            continue
        served = int(note.kind in roster.sailed)
        left, due = note.strength, green_crews.trained_from(note.due, served) if note.due else 0
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


def _green_losses(board: Board) -> None:
    """15.4.3b Score half as many points again for units that were sunk with a green crew, and book them publicly."""
    box, roster = board.box, board.roster
    for kind in sorted({note.kind for note in roster.noted if note.green}):
        ship = box.ships[kind]
        sunk = sum(1 if ship.is_single else one.strength for one in board.state.losses
                   if one.unit == kind and one.how in SCORING)  # fmt: skip
        began = sum(one.strength for one in roster.noted if one.kind == kind and one.green)
        left = sum(one.strength for one in roster.units if one.kind == kind and one.green)
        lost = sunk if ship.is_single else min(sunk, began - left)
        more = HALVES * green_crews.green_bonus(ship.value) * lost
        book_points(board, points_against(ship.side, more), "green", unit=kind, strength=lost)
