"""4.1 The orders of the day: what each captain may do this morning, and what all have sealed."""

from collections.abc import Iterable

from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.orders import CarryOn, DayOrder, Mine, Move
from games.titles.goeben.orders.plans import outfitting
from games.titles.goeben.orders.prospects import Berth, KnownSea, Sailing, Ware
from games.titles.goeben.rules.captains import letters, roles
from games.titles.goeben.rules.search.revealing import looks
from games.titles.goeben.rules.ships import ports, repairs
from games.titles.goeben.rules.ships.cargo import may_carry
from games.titles.goeben.seen.knowledge import known_bars, known_stock
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Consort, Warship

PLAN = Text(
    "What do your ships do today? Ships that outfit, repair or shift cargo do not sail.",
    "今日の行動を決めてください。艤装・修理・資材の積み替えを行う艦は移動できません。",
)
REVISE = Text(
    "After what you have learned: where do your ships sail? Without an answer your plan stands.",
    "新たな情報を踏まえて移動先を決めてください。回答がなければ元の計画のままです。",
)


async def make_plans(sea: Sea) -> None:
    """4.1 Every captain with a ship writes his orders, all at once and sealed."""
    asked = {seat: _question(sea, seat, "plan", "4.1", PLAN, plan_form(sea, seat)) for seat in _captains(sea)}
    for seat, orders in (await all_of(asked)).items():
        sea.day.plans[seat] = orders
    _tell(sea)


async def revise(sea: Sea) -> None:
    """4.1 Who did not mean to carry on regardless may sail otherwise, after facts that are new to him (25.2)."""
    asked: dict[str, Ask[tuple[DayOrder, ...]]] = {}
    for seat in (seat for seat in _captains(sea) if seat in sea.day.news):
        if any(isinstance(order, CarryOn) for order in sea.day.plans.get(seat, ())):
            continue
        form = plan_form(sea, seat, revising=True)
        if form.listed:
            roles.consulted(sea, seat)
            asked[seat] = _question(sea, seat, "revise", "4.1", REVISE, form)
    for seat, moves in (await all_of(asked)).items():
        kept = tuple(order for order in sea.day.plans[seat] if not isinstance(order, Move | Mine))
        sea.day.plans[seat] = (*kept, *moves)


def _question(sea: Sea, seat: str, kind: str, rule: str, prompt: Text, form: DayPlan) -> Ask[tuple[DayOrder, ...]]:
    return roles.question(sea, seat, kind, rule, prompt, form, key=kind)


def _captains(sea: Sea) -> list[str]:
    """The seats that have a ship, in the order of precedence."""
    names = [ship.id for ship in sea.afloat] + [consort.id for consort in _out(sea)]
    having = {roles.of_ship(sea, name) for name in names}
    return [seat for seat in sea.state.seats if seat in having]


def _out(sea: Sea) -> list[Consort]:
    """20.0 The Austro-Hungarian ships that have come out."""
    return [consort for consort in sea.state.consorts if consort.at and not consort.gone]


def _tell(sea: Sea) -> None:
    """4.1 What the open sea shows of the plans; captains keep theirs to themselves."""
    if sea.mode != "captains":
        plans = sea.orders()
        moves = [ship for order in plans if isinstance(order, Move) for ship in order.ships]
        sea.tell(told.PlansMade(tuple(outfitting(plans)), tuple(moves)))


def plan_form(sea: Sea, seat: str, *, revising: bool = False) -> DayPlan:
    """4.1 What a seat may order, as the sea stands."""
    own = [ship for ship in sea.afloat if ship.seat == seat]
    allied = [consort for consort in _out(sea) if roles.of_ship(sea, consort.id) == seat]
    berths = [_berth(sea, ship, revising=revising) for ship in own] + [_allied_berth(sea, one) for one in allied]
    return DayPlan(
        berths=tuple(berths),
        sailing=Sailing(sea.box.numbers.movement.fast_coal, sea.box.numbers.movement.breakdown),
        sea=_known_sea(sea, seat, [berth for berth in berths if not berth.austrian]),
        austria=_known_sea(sea, seat, [berth for berth in berths if berth.austrian], austrian=True),
        wares=_wares(sea, seat),
        crews=repairs.crews(sea),
        looks=looks(sea, seat),
        revising=revising,
        planned=_moves(sea.day.plans.get(seat, ())) if revising else (),
    )


def _moves(plan: Iterable[DayOrder]) -> tuple[DayOrder, ...]:
    return tuple(order for order in plan if isinstance(order, Move | Mine))


def _wares(sea: Sea, seat: str) -> dict[str, Ware]:
    left = known_stock(sea, seat)
    return {kind.id: Ware(kind.points, kind.boxes, left[kind.id]) for kind in sea.box.cargo.values()}


def speeds(sea: Sea, ship: Warship) -> tuple[int, int, int]:
    """12.1–12.4, 12.4.1, 6.2.1 Cruise, maximum and emergency speed as her engines allow; without coal she cruises."""
    display, fast = sea.display(ship), ship.coal >= sea.box.numbers.movement.fast_coal
    cruise, maximum, emergency = (
        min(speed, ship.engines) for speed in (display.cruise, display.maximum, display.emergency)
    )
    return (cruise, maximum, emergency) if fast else (cruise, cruise, cruise)


def may_leave(sea: Sea, space: str, steps: int, *, austrian: bool = False) -> bool:
    """12.5 Whether there is anywhere to sail to."""
    near = sea.box.waters.neighbours(space)
    return steps > 0 and any(ports.is_open(sea, other, austrian=austrian) for other in near)


def _berth(sea: Sea, ship: Warship, *, revising: bool) -> Berth:
    """What a German ship may do (8.6.1)."""
    busy = revising and ship.id in sea.day.outfitted
    cruise, maximum, emergency = (0, 0, 0) if busy else speeds(sea, ship)
    bound = ports.was_visited(sea, ship.at) and may_leave(sea, ship.at, emergency)
    port = ports.port_at(sea, ship.at)
    friends = port is not None and port.side != "allied"
    ashore = port is not None and port.side == "friendly"
    crews = tuple(kind for kind in ship.cargo if sea.box.cargo[kind].sort == "gear" or ashore)
    others = tuple(other.id for other in sea.ships_at(ship.at) if other is not ship)
    shops = ports.terrain(sea, ship.at).cargo and not bound
    return Berth(
        ship=ship.id,
        at=ship.at,
        cruise=cruise,
        maximum=maximum,
        emergency=emergency,
        coal=ship.coal,
        bound=bound,
        works=not bound,
        outfits=not bound and _stores(sea, ship.at),
        damage=repairs.damage(sea, ship),
        dice=repairs.dice(sea, ship),
        points=ship.leadership * sea.box.numbers.outfitting.base_multiple,
        hull=ship.hull,
        cargo=tuple(ship.cargo),
        carries=may_carry(sea, ship),
        shop=may_carry(sea, ship) if shops else (),
        landing=() if bound else tuple(dict.fromkeys(crews)),
        takers=others if friends and not bound else (),
        tries=True,
        scouts=sea.box.waters.neighbours(ship.at) if "seaplane" in ship.cargo else (),
        mines=ship.cargo.count("mines"),
        letters=letters.may_leave(sea, ship.at),
        busy=busy,
    )


def _stores(sea: Sea, space: str) -> bool:
    """7.1, 7.3, 7.4, 7.3.1 Whether coal or ammunition is to be had."""
    terrain = ports.terrain(sea, space)
    waiting = (*sea.state.colliers, *sea.state.friendly_ships)
    return bool(terrain.coal or terrain.ammunition or space in waiting)


def _allied_berth(sea: Sea, consort: Consort) -> Berth:
    """20.0.1 What an Austro-Hungarian ship may do: sail, without coal. From neutral ports she must (20.0.6)."""
    speed = sea.box.austrian[consort.id].speed
    bound = ports.was_visited(sea, consort.at) and may_leave(sea, consort.at, speed, austrian=True)
    return Berth(
        ship=consort.id, at=consort.at, cruise=speed, maximum=speed, emergency=speed, austrian=True, bound=bound
    )


def _known_sea(sea: Sea, seat: str, berths: list[Berth], *, austrian: bool = False) -> KnownSea:
    """12.5 The sea around these ships, with the counters that the seat knows of (4.1.3)."""
    if not berths:
        return KnownSea()
    near: set[str] = set()
    ways = sea.box.waters.ways
    for berth in berths:
        near.update(sea.box.waters.around(berth.at, berth.emergency))
    closed = {space: why for space in sorted(near) if (why := ports.why_closed(sea, space, austrian=austrian))}
    open_ = near.difference(closed)
    held = {berth.at for berth in berths}
    barred = tuple(space for space in known_bars(sea, seat) if space in open_)
    return KnownSea(
        ways={
            space: tuple(other for other in ways[space] if other in open_)
            for space in sea.box.spaces
            if space in open_ or space in held
        },
        stops=tuple(
            space for space in sea.box.spaces if space in open_ and (ports.terrain(sea, space).stop or space in barred)
        ),
        barred=barred,
        shore=tuple(space for space in sea.box.spaces if space in near and _no_mines(sea, space)),
        closed={
            why: tuple(space for space in closed if closed[space] == why) for why in dict.fromkeys(closed.values())
        },
    )


def _no_mines(sea: Sea, space: str) -> bool:
    """23.0 Not in neutral ports and bases."""
    port = ports.port_at(sea, space)
    return port is not None and port.side == "neutral"
