"""15.6 The order-of-battle phase of the campaign, in the order of the rules; each side is asked once."""

from games.kernel.requests import Ask, all_of, draw
from games.kernel.text import Text
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.orders.administration import (
    AdministrationForm,
    AdministrationOrder,
    Admit,
    Homeward,
    Keep,
    Moor,
    Reinforce,
    Relieve,
    Repair,
    Send,
    Unload,
    Upgrade,
)
from games.titles.pq17.orders.doctrine import instructed
from games.titles.pq17.rules.campaign import arrivals, repairs, replacements, sheets, special_forces, unloading
from games.titles.pq17.rules.campaign.patrol import exchange_ships
from games.titles.pq17.rules.campaign.withdrawals import begin_at_home, depart, empty_merchants_leave, side_of
from games.titles.pq17.rules.forces.points import book
from games.titles.pq17.table.dice import die
from games.titles.pq17.table.events.administration import (
    AircraftLost,
    OrderOfBattleDone,
    ShipsChanged,
)
from games.titles.pq17.table.roster import Roster
from games.titles.pq17.table.sea import Sea

Answers = dict[Side, tuple[AdministrationOrder, ...]]
PROMPT = Text("Order of battle: docks, replacements, departures.", "戦闘序列: 修理・補充・離脱。")
OFFENSIVE: dict[Side, int] = {"axis": 3, "allied": 2}
"""12.6.1 Of the die that its side throws, the part of so many in steps of German aircraft in Norway is lost, and of
Soviet ones, rounded up.
"""
CALLED = "emergency"
"""2.0, 15.4 What emergency reinforcements are booked for."""


async def order_of_battle(sea: Sea) -> str:
    """15.6 Losses of 12.6.1, withdrawals, TF to port, repairs, arrivals, replacements, boxes, empty merchants. Who is
    put into a port (15.8) was at sea when the last phase ended, and so not at home (15.7.2).
    """
    before = {side: _lying(sea.box, sea.roster, side) for side in SIDES}
    await _offensive(sea)
    answers = await _answers(sea)
    for side in SIDES:
        sea.state.instructions[side] = instructed(sea.state.instructed(side), answers[side])
    _withdraw(sea, answers)
    _moor(sea.roster, answers)
    _repair(sea, answers)
    _arrive(sea, answers)
    _replace(sea, answers)
    unloading.to_boxes(sea.box, sea.roster)
    _name(sea, answers)
    empty_merchants_leave(sea.box, sea.roster)
    for side in SIDES:
        _tell(sea, side, before[side])
    sea.tell(OrderOfBattleDone(sea.box.campaign.fortnights[sea.roster.fortnight].key))
    return "next_fortnight"


async def _answers(sea: Sea) -> Answers:
    """Who is to be asked never has the usual done."""
    forms = {side: sheets.administration(sea, side) for side in SIDES}
    asked = [side for side in SIDES if sea.state.instructed(side).administers == "each"]
    answers = await all_of({side: _question(side, forms[side]) for side in asked})
    return {side: answers[side] if side in asked else forms[side].default() for side in SIDES}


def _question(side: Side, form: AdministrationForm) -> Ask[tuple[AdministrationOrder, ...]]:
    return Ask(key="administration", kind="administration", seat=side, rule="15.6", prompt=PROMPT, form=form)


# --- 12.6.1 losses on land


async def _offensive(sea: Sea) -> None:
    """12.6.1 After a ground offensive each side throws a die, and loses a share of it in steps of aircraft, drawn at
    random; no points are scored.
    """
    if not sea.roster.offensive:
        return
    sea.roster.offensive = False
    for side in SIDES:
        thrown = await die(key=f"offensive.{side}", rule="12.6.1")
        fit = [unit for unit in sea.roster.units if sheets.fights_on_land(sea.box, side, unit)]
        pool = tuple(str(place) for place, unit in enumerate(fit) for _ in range(unit.strength))
        count = min(-(-thrown // OFFENSIVE[side]), len(pool))
        drawn = await draw(pool, count, key=f"offensive.lost.{side}", rule="12.6.1")
        lost = {place: drawn.count(place) for place in sorted(set(drawn), key=int)}
        for place, strength in lost.items():
            replacements.destroy(sea.roster, fit[int(place)], strength)
        units = tuple(f"{fit[int(place)].kind} {strength}" for place, strength in lost.items())
        sea.emit(AircraftLost(side, thrown, units), to=(side,))


# --- 15.8 to 15.5.1a ports, departures, docks


def _moor(roster: Roster, answers: Answers) -> None:
    """15.8 TF that were at sea lie where their owner says, or where they were put."""
    for orders in answers.values():
        for order in [one for one in orders if isinstance(one, Moor)]:
            for unit in [one for one in roster.units if one.afloat and one.kind == order.ship]:
                unit.place = order.port
    for unit in list(roster.units):
        if unit.afloat:
            roster.units.remove(unit)
            unit.afloat = False
            alike = next((one for one in roster.units if one.like(unit) and one.emergency == unit.emergency), None)
            if alike is None:
                roster.units.append(unit)
            else:
                alike.strength += unit.strength


def _withdraw(sea: Sea, answers: Answers) -> None:
    """15.4a, 15.7 Emergency forces and what the schedule takes away."""
    for side in SIDES:
        kept = sum(int(order.strength) for order in answers[side] if isinstance(order, Keep))
        book(sea, special_forces.release(sea.box, sea.roster, side, kept), CALLED)
    sent = {order.ship: int(order.strength) for order in answers["allied"] if isinstance(order, Send)}
    by_play = sea.state.options.sailing_home
    book(sea, depart(sea.box, sea.roster, sent, by_play=by_play), "withdrawal")
    begin_at_home(sea.box, sea.roster, [order.ship for order in answers["axis"] if isinstance(order, Homeward)])


def _repair(sea: Sea, answers: Answers) -> None:
    """15.5 Ships go into dock, those that are due come back, and what mends by itself does."""
    box, roster = sea.box, sea.roster
    for orders in answers.values():
        for order in [one for one in orders if isinstance(one, Repair)]:
            unit = roster.find(order.ship)
            if unit is not None and not repairs.may_repair(box, unit):
                book(sea, repairs.repair(box, roster, unit, int(order.steps), order.at), "repair")
    repairs.come_back(box, roster)
    repairs.boats_come_back(box, roster)
    repairs.mend_breakdowns_and_aircraft(box, roster)
    for unit in roster.units:
        if unit.green and not unit.emergency and roster.fortnight >= unit.due:
            unit.green, unit.due = False, 0


# --- 15.3, 15.6 arrivals and replacements


def _arrive(sea: Sea, answers: Answers) -> None:
    """15.3, 15.4 What the schedule brings, and who was called."""
    box, roster = sea.box, sea.roster
    for order in [one for one in answers["allied"] if isinstance(one, Admit)]:
        roster.waiting.sort(key=lambda unit: unit.kind != order.aircraft)
    arrivals.arrive(box, roster, boats_at=sea.state.instructed("axis").boats_at)
    for side in SIDES:
        for wanted, green in ((roster.called, False), (roster.called_green, True)):
            special_forces.call(box, roster, side, wanted.pop(side, {}), green=green)
    for unit in roster.early_green:
        roster.add(unit, single=repairs.is_single(box, unit.kind))
    roster.early_green = []


def _replace(sea: Sea, answers: Answers) -> None:
    """15.6.1 to 15.6.5 Auxiliaries, submarines and aircraft."""
    box, roster = sea.box, sea.roster
    replacements.replace_auxiliaries(box, roster, roster.sunk, sea.state.instructed("allied").oilers)
    replacements.replace_boats(box, roster, roster.boats_lost)
    roster.boats_lost = {}
    for orders in answers.values():
        for order in orders:
            if isinstance(order, Reinforce):
                replacements.reinforce(box, roster, order.aircraft, order.base, int(order.steps))
            elif isinstance(order, Upgrade):
                replacements.upgrade_at(box, roster, order.aircraft, order.base, order.becomes)


def _name(sea: Sea, answers: Answers) -> None:
    """15.2.2, 15.8.1 What the Allies want unloaded first, and who takes over on Patrol White."""
    for order in [one for one in answers["allied"] if isinstance(one, Unload)]:
        sea.roster.unload_first.setdefault(order.port, {})[order.ship] = int(order.strength)
    reliefs = {order.ship: order.by for order in answers["allied"] if isinstance(order, Relieve)}
    exchange_ships(sea.box, sea.roster, reliefs)


# --- what each side is told


def _lying(box: Box, roster: Roster, side: Side) -> dict[tuple[str, str], int]:
    """Strength of a side by kind and place."""
    found: dict[tuple[str, str], int] = {}
    for unit in roster.units:
        if side_of(box, unit.kind) == side:
            found[unit.kind, unit.place] = found.get((unit.kind, unit.place), 0) + unit.strength
    return found


def _tell(sea: Sea, side: Side, before: dict[tuple[str, str], int]) -> None:
    """A side hears what came, what went, and who is in dock until when; the other hears nothing of it."""
    after = _lying(sea.box, sea.roster, side)
    came = [(key, after[key] - before.get(key, 0)) for key in sorted(after) if after[key] > before.get(key, 0)]
    went = [(key, before[key] - after.get(key, 0)) for key in sorted(before) if after.get(key, 0) < before[key]]
    docked = [
        one for one in sea.roster.away if one.why == "repair" and side_of(sea.box, one.unit.kind) == side
    ]  # fmt: skip
    keys = [one.key for one in sea.box.campaign.fortnights]
    dock = tuple(f"{one.unit.kind} {keys[one.back] if one.back < len(keys) else ''}".strip() for one in docked)
    sea.emit(ShipsChanged(side, _written(came), _written(went), dock), to=(side,))


def _written(changes: list[tuple[tuple[str, str], int]]) -> tuple[str, ...]:
    return tuple(f"{kind} {strength} {place}" for (kind, place), strength in changes)
