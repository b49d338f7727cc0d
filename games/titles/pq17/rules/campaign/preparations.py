"""15.4 Emergency reinforcements, and new ships with green crews. Both sides call them before the operation."""

from collections.abc import Iterable, Iterator

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.components.scenarios import Entry
from games.titles.pq17.orders.doctrine import apply_instructions
from games.titles.pq17.orders.preparations import Call, Early, PreparationOrder, PreparationsForm
from games.titles.pq17.rules.campaign.administration import CALLED
from games.titles.pq17.rules.campaign.arrivals import SHIPS_PORT, early_arrival_note, strength_of
from games.titles.pq17.rules.campaign.special_forces import may_come_green
from games.titles.pq17.rules.forces.ground_crews import UNDER_WAY
from games.titles.pq17.rules.forces.victory_points import book_points, points_against
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.administration import Called
from games.titles.pq17.state.roster import NATIONS, Roster, Unit

PROMPT = Text("Call emergency reinforcements, or none.", "緊急増援の宣言（なしでも可）。")


async def preparations(board: Board) -> str:
    """15.4 Ask both sides at once for emergency forces and green crews. The enemy learns only the points, later.

    A side with the standing instruction never to call forces gets only the ships that must arrive early (15.8.3b).
    Returns the name of the next step.
    """
    forms = {side: form_of(board, side) for side in SIDES}
    asked = [side for side in SIDES if board.state.instructed(side).calls == "each"]
    answers = await ask_all({side: _question(side, forms[side]) for side in asked})
    for side in SIDES:
        orders = answers[side] if side in asked else forms[side].default()
        board.state.instructions[side] = apply_instructions(board.state.instructed(side), orders)
        _call(board, side, orders)
    return "prepared"


def _question(side: Side, form: PreparationsForm) -> Ask[tuple[PreparationOrder, ...]]:
    return Ask(key="preparations", kind="preparations", seat=side, rule="15.4", prompt=PROMPT, form=form)


def form_of(board: Board, side: Side) -> PreparationsForm:
    """Return the form of the forces that a side can call."""
    box, emergency = board.box, board.box.campaign.rules.emergency
    limits = emergency.allied if side == "allied" else emergency.axis
    green = board.state.options.green_crews
    new = dict(_new(box, board.roster, side)) if green else {}
    return PreparationsForm(
        classes={ship: kind for kind in limits for ship in NATIONS[kind] if ship in box.ships},
        limits_of=dict(limits),
        cost=box.campaign.rules.emergency_cost,
        rule="15.4.1" if side == "allied" else "15.4.2",
        new=tuple(new),
        due=_musters(board, side, new),
        green=green,
        side=side,
    )


def _musters(board: Board, side: Side, new: Iterable[str]) -> tuple[str, ...]:
    """15.8.3b Return the new light ships that the Allies must let arrive early until operation EV is carried out."""
    must = side == "allied" and board.roster.ev in UNDER_WAY
    return tuple(ship for ship in new if must and not board.box.ships[ship].is_heavy)


def _new(box: Box, roster: Roster, side: Side) -> Iterator[tuple[str, tuple[int, Entry]]]:
    """15.4.3 Yield the new ships that may arrive early: each with the fortnight in which it is due and its entry.

    Of each class only the earliest entry that has not arrived counts.
    """
    seen = set()
    for due, fortnight in enumerate(box.campaign.fortnights):
        coming = [one for one in fortnight.arrivals if one.new and one.side == side]
        for entry in (entry for one in coming for entry in one.entries):
            open_ = (
                may_come_green(box, roster.fortnight, due)
                and early_arrival_note(box, due, entry.kind) not in roster.taken
            )
            if open_ and entry.kind not in seen:
                seen.add(entry.kind)
                yield entry.kind, (due, entry)


def _call(board: Board, side: Side, orders: tuple[PreparationOrder, ...]) -> None:
    """15.4, 15.4.3 Record the forces that a side calls, and charge their cost at once on the side's own sheet.

    They arrive in the order-of-battle phase.
    """
    box, roster = board.box, board.roster
    calls = [one for one in orders if isinstance(one, Call)]
    for order in calls:
        called = (roster.called_green if order.crew else roster.called).setdefault(side, {})
        called[order.ship] = called.get(order.ship, 0) + int(order.strength)
    cost = box.campaign.rules.emergency_cost * sum(int(one.strength) for one in calls)
    book_points(board, points_against(side, cost), CALLED, on=side)
    new = dict(_new(box, roster, side))
    early = [one.ship for one in orders if isinstance(one, Early)]
    for ship in early:
        due, entry = new[ship]
        roster.early_green.append(Unit(ship, strength_of(box, entry), SHIPS_PORT[side], green=True, due=due))
        roster.taken.append(early_arrival_note(box, due, ship))
    if calls or early:
        units = tuple(f"{one.ship} {one.strength}" for one in calls)
        board.emit(Called(side, units, tuple(early), any(one.crew for one in calls)), to=(side,))
