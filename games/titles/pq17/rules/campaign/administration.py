"""15.6 The order-of-battle phase of the campaign, in the order of the rules. Each side is asked once."""

from games.kernel.requests import Ask, ask_all, draw
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Side
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
from games.titles.pq17.orders.doctrine import apply_instructions
from games.titles.pq17.rules.campaign import arrivals, repairs, replacements, sheets, special_forces, unloading
from games.titles.pq17.rules.campaign.patrol import exchange_ships
from games.titles.pq17.rules.campaign.withdrawals import begin_at_home, empty_merchants_leave, side_of, withdraw_units
from games.titles.pq17.rules.forces.victory_points import book_points
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.dice import die
from games.titles.pq17.state.events.administration import (
    AircraftLost,
    OrderOfBattleDone,
    ShipsChanged,
)
from games.titles.pq17.state.roster import Roster

Answers = dict[Side, tuple[AdministrationOrder, ...]]
PROMPT = Text("Order of battle: docks, replacements, departures.", "戦闘序列：修理・補充・離脱。")
OFFENSIVE: dict[Side, int] = {"axis": 3, "allied": 2}
"""12.6.1 Each side's die is divided by this number.

The result is the number of lost steps of German or Soviet aircraft.
"""
CALLED = "emergency"
"""2.0, 15.4 The reason (`Booking.why`) under which the cost of emergency reinforcements is booked."""


async def order_of_battle(board: Board) -> str:
    """15.6 Resolve the order-of-battle phase in the order of the rules.

    The steps: losses of a ground offensive (12.6.1), withdrawals, ships at sea into port, repairs, arrivals,
    replacements, merchants into their boxes, and merchants in ballast off the map. Ships that enter a port in this
    phase (15.8) were at sea when the last phase ended, so they cannot be withdrawn (15.7.2). Returns the name of the
    next step.
    """
    before = {side: _lying(board.box, board.roster, side) for side in SIDES}
    await _offensive(board)
    answers = await _answers(board)
    for side in SIDES:
        board.state.instructions[side] = apply_instructions(board.state.instructed(side), answers[side])
    _withdraw(board, answers)
    _moor(board.roster, answers)
    _repair(board, answers)
    _arrive(board, answers)
    _replace(board, answers)
    unloading.put_in_boxes(board.box, board.roster)
    _name(board, answers)
    empty_merchants_leave(board.box, board.roster)
    for side in SIDES:
        _tell(board, side, before[side])
    board.tell(OrderOfBattleDone(board.box.campaign.fortnights[board.roster.fortnight].key))
    return "next_fortnight"


async def _answers(board: Board) -> Answers:
    """Return the orders of both sides: the answer of each side that is asked, otherwise the default."""
    forms = {side: sheets.administration(board, side) for side in SIDES}
    asked = [side for side in SIDES if board.state.instructed(side).administers == "each"]
    answers = await ask_all({side: _question(side, forms[side]) for side in asked})
    return {side: answers[side] if side in asked else forms[side].default() for side in SIDES}


def _question(side: Side, form: AdministrationForm) -> Ask[tuple[AdministrationOrder, ...]]:
    return Ask(key="administration", kind="administration", seat=side, rule="15.6", prompt=PROMPT, form=form)


# --- 12.6.1 losses on land


async def _offensive(board: Board) -> None:
    """12.6.1 Resolve the losses of a ground offensive, without points.

    Each side rolls a die, divides it by its number in `OFFENSIVE`, rounded up, and loses so many steps of aircraft,
    chosen by lot.
    """
    if not board.roster.offensive:
        return
    board.roster.offensive = False
    for side in SIDES:
        thrown = await die(key=f"offensive.{side}", rule="12.6.1")
        fit = [unit for unit in board.roster.units if sheets.fights_on_land(board.box, side, unit)]
        pool = tuple(str(place) for place, unit in enumerate(fit) for _ in range(unit.strength))
        count = min(-(-thrown // OFFENSIVE[side]), len(pool))
        drawn = await draw(pool, count, key=f"offensive.lost.{side}", rule="12.6.1")
        lost = {place: drawn.count(place) for place in sorted(set(drawn), key=int)}
        for place, strength in lost.items():
            replacements.destroy_steps(board.roster, fit[int(place)], strength)
        units = tuple(f"{fit[int(place)].kind} {strength}" for place, strength in lost.items())
        board.emit(AircraftLost(side, thrown, units), to=(side,))


# --- 15.8 to 15.5.1a ports, departures, docks


def _moor(roster: Roster, answers: Answers) -> None:
    """15.8 Put ships that were at sea into the port that their owner names, or else into the default port."""
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


def _withdraw(board: Board, answers: Answers) -> None:
    """15.4a, 15.7 Remove emergency forces, and the units that the schedule withdraws; book the cost of both."""
    for side in SIDES:
        kept = sum(int(order.strength) for order in answers[side] if isinstance(order, Keep))
        book_points(board, special_forces.release_forces(board.box, board.roster, side, kept), CALLED)
    sent = {order.ship: int(order.strength) for order in answers["allied"] if isinstance(order, Send)}
    by_play = board.state.options.sailing_home
    book_points(board, withdraw_units(board.box, board.roster, sent, by_play=by_play), "withdrawal")
    begin_at_home(board.box, board.roster, [order.ship for order in answers["axis"] if isinstance(order, Homeward)])


def _repair(board: Board, answers: Answers) -> None:
    """15.5 Send ships into dock, return repaired ships, and complete automatic repairs."""
    box, roster = board.box, board.roster
    for orders in answers.values():
        for order in [one for one in orders if isinstance(one, Repair)]:
            unit = roster.find(order.ship)
            if unit is not None and not repairs.may_repair(box, unit):
                book_points(board, repairs.repair(box, roster, unit, int(order.steps), order.at), "repair")
    repairs.return_units(box, roster)
    repairs.return_boats(box, roster)
    repairs.mend_breakdowns_and_aircraft(box, roster)
    for unit in roster.units:
        if unit.green and not unit.emergency and roster.fortnight >= unit.due:
            unit.green, unit.due = False, 0


# --- 15.3, 15.6 arrivals and replacements


def _arrive(board: Board, answers: Answers) -> None:
    """15.3, 15.4 Place the scheduled reinforcements, the emergency forces, and the ships that arrive early."""
    box, roster = board.box, board.roster
    for order in [one for one in answers["allied"] if isinstance(one, Admit)]:
        roster.waiting.sort(key=lambda unit: unit.kind != order.aircraft)
    arrivals.place_arrivals(box, roster, boats_at=board.state.instructed("axis").boats_at)
    for side in SIDES:
        for wanted, green in ((roster.called, False), (roster.called_green, True)):
            special_forces.call_forces(box, roster, side, wanted.pop(side, {}), green=green)
    for unit in roster.early_green:
        roster.add(unit, single=repairs.is_single(box, unit.kind))
    roster.early_green = []


def _replace(board: Board, answers: Answers) -> None:
    """15.6.1 to 15.6.5 Replace auxiliaries and submarines, and carry out orders to replace and upgrade aircraft."""
    box, roster = board.box, board.roster
    replacements.replace_auxiliaries(box, roster, roster.sunk, board.state.instructed("allied").oilers)
    replacements.replace_boats(box, roster, roster.boats_lost)
    roster.boats_lost = {}
    for orders in answers.values():
        for order in orders:
            if isinstance(order, Reinforce):
                replacements.add_replacement_steps(box, roster, order.aircraft, order.base, int(order.steps))
            elif isinstance(order, Upgrade):
                replacements.upgrade_at(box, roster, order.aircraft, order.base, order.becomes)


def _name(board: Board, answers: Answers) -> None:
    """15.2.2, 15.8.1 Record the merchants that the Allies want unloaded first; exchange ships of Patrol White."""
    for order in [one for one in answers["allied"] if isinstance(one, Unload)]:
        board.roster.unload_first.setdefault(order.port, {})[order.ship] = int(order.strength)
    reliefs = {order.ship: order.by for order in answers["allied"] if isinstance(order, Relieve)}
    exchange_ships(board.box, board.roster, reliefs)


# --- what each side is told


def _lying(box: Box, roster: Roster, side: Side) -> dict[tuple[str, str], int]:
    """Return the strength of a side's units by kind and place."""
    found: dict[tuple[str, str], int] = {}
    for unit in roster.units:
        if side_of(box, unit.kind) == side:
            found[unit.kind, unit.place] = found.get((unit.kind, unit.place), 0) + unit.strength
    return found


def _tell(board: Board, side: Side, before: dict[tuple[str, str], int]) -> None:
    """Tell a side which units came and left, and until when ships are in dock; the other side learns nothing.

    `before`: the result of `_lying` before the phase.
    """
    after = _lying(board.box, board.roster, side)
    came = [(key, after[key] - before.get(key, 0)) for key in sorted(after) if after[key] > before.get(key, 0)]
    went = [(key, before[key] - after.get(key, 0)) for key in sorted(before) if after.get(key, 0) < before[key]]
    docked = [
        one for one in board.roster.away if one.why == "repair" and side_of(board.box, one.unit.kind) == side
    ]  # fmt: skip
    keys = [one.key for one in board.box.campaign.fortnights]
    dock = tuple(f"{one.unit.kind} {keys[one.back] if one.back < len(keys) else ''}".strip() for one in docked)
    board.emit(ShipsChanged(side, _written(came), _written(went), dock), to=(side,))


def _written(changes: list[tuple[tuple[str, str], int]]) -> tuple[str, ...]:
    return tuple(f"{kind} {strength} {place}" for (kind, place), strength in changes)
