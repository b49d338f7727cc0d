"""15.4 Emergency reinforcements and new ships with green crews, declared in secret before the operation."""

from collections.abc import Iterable, Iterator

from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.box.scenarios import Entry
from games.titles.pq17.orders.doctrine import instructed
from games.titles.pq17.orders.preparations import Call, Early, PreparationOrder, PreparationsForm
from games.titles.pq17.rules.campaign.administration import CALLED
from games.titles.pq17.rules.campaign.arrivals import SHIPS_PORT, strength_of, taken_as
from games.titles.pq17.rules.campaign.special_forces import may_come_green
from games.titles.pq17.rules.forces.ground_crews import UNDER_WAY
from games.titles.pq17.rules.forces.points import against, book
from games.titles.pq17.table.events.administration import Called
from games.titles.pq17.table.roster import NATIONS, Roster, Unit
from games.titles.pq17.table.sea import Sea

PROMPT = Text("Call emergency reinforcements, or none.", "緊急増援の宣言（なしでも可）。")


async def preparations(sea: Sea) -> str:
    """15.4 Both sides are asked at once, whatever they can call; it is told to nobody else before the points are. Who
    calls never calls only those that must come (15.8.3b).
    """
    forms = {side: form_of(sea, side) for side in SIDES}
    asked = [side for side in SIDES if sea.state.instructed(side).calls == "each"]
    answers = await all_of({side: _question(side, forms[side]) for side in asked})
    for side in SIDES:
        orders = answers[side] if side in asked else forms[side].default()
        sea.state.instructions[side] = instructed(sea.state.instructed(side), orders)
        _call(sea, side, orders)
    return "prepared"


def _question(side: Side, form: PreparationsForm) -> Ask[tuple[PreparationOrder, ...]]:
    return Ask(key="preparations", kind="preparations", seat=side, rule="15.4", prompt=PROMPT, form=form)


def form_of(sea: Sea, side: Side) -> PreparationsForm:
    """What a side can call."""
    box, emergency = sea.box, sea.box.campaign.rules.emergency
    limits = emergency.allied if side == "allied" else emergency.axis
    green = sea.state.options.green_crews
    new = dict(_new(box, sea.roster, side)) if green else {}
    return PreparationsForm(
        classes={ship: kind for kind in limits for ship in NATIONS[kind] if ship in box.ships},
        limits_of=dict(limits),
        cost=box.campaign.rules.emergency_cost,
        rule="15.4.1" if side == "allied" else "15.4.2",
        new=tuple(new),
        due=_musters(sea, side, new),
        green=green,
        side=side,
    )


def _musters(sea: Sea, side: Side, new: Iterable[str]) -> tuple[str, ...]:
    """15.8.3b The new light ships that the Allies must take until operation EV is carried out."""
    must = side == "allied" and sea.roster.ev in UNDER_WAY
    return tuple(ship for ship in new if must and not sea.box.ships[ship].is_heavy)


def _new(box: Box, roster: Roster, side: Side) -> Iterator[tuple[str, tuple[int, Entry]]]:
    """15.4.3 The new ships of the next fortnights that have not come yet, the nearest of a class."""
    seen = set()
    for due, fortnight in enumerate(box.campaign.fortnights):
        coming = [one for one in fortnight.arrivals if one.new and one.side == side]
        for entry in (entry for one in coming for entry in one.entries):
            open_ = may_come_green(box, roster.fortnight, due) and taken_as(box, due, entry.kind) not in roster.taken
            if open_ and entry.kind not in seen:
                seen.add(entry.kind)
                yield entry.kind, (due, entry)


def _call(sea: Sea, side: Side, orders: tuple[PreparationOrder, ...]) -> None:
    """15.4, 15.4.3 What is called is noted until the order-of-battle phase, and paid for at once on the own sheet."""
    box, roster = sea.box, sea.roster
    calls = [one for one in orders if isinstance(one, Call)]
    for order in calls:
        called = (roster.called_green if order.crew else roster.called).setdefault(side, {})
        called[order.ship] = called.get(order.ship, 0) + int(order.strength)
    cost = box.campaign.rules.emergency_cost * sum(int(one.strength) for one in calls)
    book(sea, against(side, cost), CALLED, on=side)
    new = dict(_new(box, roster, side))
    early = [one.ship for one in orders if isinstance(one, Early)]
    for ship in early:
        due, entry = new[ship]
        roster.early_green.append(Unit(ship, strength_of(box, entry), SHIPS_PORT[side], green=True, due=due))
        roster.taken.append(taken_as(box, due, ship))
    if calls or early:
        units = tuple(f"{one.ship} {one.strength}" for one in calls)
        sea.emit(Called(side, units, tuple(early), any(one.crew for one in calls)), to=(side,))
