"""4.1 The orders of the day: the form that each captain receives, and the submitted orders."""

from collections.abc import Callable, Iterable
from functools import partial

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.titles.goeben.components.pieces import MERCHANT
from games.titles.goeben.orders.day_chances import Hazards
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.orders import CarryOn, DayOrder, Mine, Move
from games.titles.goeben.orders.plans import outfitting
from games.titles.goeben.orders.prospects import Berth, KnownSea, Sailing, Ware
from games.titles.goeben.rules.captains import letters, roles
from games.titles.goeben.rules.search.intelligence import attempts_of
from games.titles.goeben.rules.search.revealing import looks
from games.titles.goeben.rules.ships import ports, repairs
from games.titles.goeben.rules.ships.cargo import may_carry
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Consort, Warship
from games.titles.goeben.visibility.notes import Notes, notes_of

PLAN = Text(
    "What do your ships do today? Ships that outfit, repair or shift cargo do not sail.",
    "今日の行動を決めてください。艤装・修理・資材の積み替えを行う艦は移動できません。",
)
REVISE = Text(
    "After what you have learned: where do your ships sail? Without an answer your plan stands.",
    "新たな情報を踏まえて移動先を決めてください。回答がなければ元の計画のままです。",
)


async def make_plans(board: Board) -> None:
    """4.1 Ask every captain with a ship for the orders of the day. Answers stay sealed until all have arrived."""
    asked = {seat: _question(board, seat, "plan", "4.1", PLAN, day_plan) for seat in _captains(board)}
    for seat, orders in (await ask_all(asked)).items():
        board.day.plans[seat] = orders
    _tell(board)


async def revise(board: Board) -> None:
    """4.1 Ask captains with new facts (25.2) for their moves again, except captains who have ordered to carry on."""
    asked: dict[str, Ask[tuple[DayOrder, ...]]] = {}
    for seat in (seat for seat in _captains(board) if seat in board.day.news):
        if any(isinstance(order, CarryOn) for order in board.day.plans.get(seat, ())):
            continue
        if plan_form(board, seat, revising=True).cached_templates:
            roles.announce_question(board, seat)
            asked[seat] = _question(board, seat, "revise", "4.1", REVISE, partial(day_plan, revising=True))
    for seat, moves in (await ask_all(asked)).items():
        kept = tuple(order for order in board.day.plans[seat] if not isinstance(order, Move | Mine))
        board.day.plans[seat] = (*kept, *moves)


def _question(
    board: Board, seat: str, kind: str, rule: str, prompt: Text, form: Callable[[Notes], DayPlan]
) -> Ask[tuple[DayOrder, ...]]:
    return roles.question(board, seat, kind, rule, prompt, form, key=kind)


def _captains(board: Board) -> list[str]:
    """Return the seats that have a ship, in the order of precedence."""
    names = [ship.id for ship in board.afloat] + [consort.id for consort in _out(board)]
    having = {roles.of_ship(board, name) for name in names}
    return [seat for seat in board.state.seats if seat in having]


def _out(board: Board) -> list[Consort]:
    """20.0 Return the Austro-Hungarian ships that are on the map."""
    return [consort for consort in board.state.consorts if consort.at and not consort.gone]


def _tell(board: Board) -> None:
    """4.1 Announce the plans to all seats, except in the mode "captains", in which plans stay secret."""
    if board.mode != "captains":
        plans = board.orders()
        moves = [ship for order in plans if isinstance(order, Move) for ship in order.ships]
        board.tell(told.PlansMade(tuple(outfitting(plans)), tuple(moves)))


def plan_form(board: Board, seat: str, *, revising: bool = False) -> DayPlan:
    """4.1 Return the form for a seat's orders of the day, built from what the seat knows.

    `revising`: True if the seat may change only moves and mines.
    """
    return day_plan(notes_of(board, seat), revising=revising)


def day_plan(notes: Notes, *, revising: bool = False) -> DayPlan:
    """4.1, 25.2 Return the form for a seat's orders of the day, built from the seat's notes.

    `revising`: True if the seat may change only moves and mines.
    """
    own = [ship for ship in notes.afloat if ship.seat == notes.seat]
    allied = [consort for consort in _out(notes) if roles.of_ship(notes, consort.id) == notes.seat]
    berths = [_berth(notes, ship, revising=revising) for ship in own] + [_allied_berth(notes, one) for one in allied]
    return DayPlan(
        berths=tuple(berths),
        sailing=Sailing(notes.box.numbers.movement.fast_coal, notes.box.numbers.movement.breakdown),
        sea=_known_sea(notes, [berth for berth in berths if not berth.austrian]),
        austria=_known_sea(notes, [berth for berth in berths if berth.austrian], austrian=True),
        wares=_wares(notes),
        crews=repairs.crews(notes),
        looks=looks(notes),
        revising=revising,
        planned=_moves(notes.day.plans.get(notes.seat, ())) if revising else (),
        attempts=() if revising else attempts_of(notes, own),
        hazards=_hazards(notes),
    )


def _hazards(notes: Notes) -> Hazards:
    """10.1, 15.0 Return what the chances of the day's orders need, and the merchants that lie face up."""
    known = {space: [marker.id for marker in lying if marker.up] for space, lying in notes.state.lying.items()}
    prey = {space: sum(notes.box.markers.get(name) == MERCHANT for name in names) for space, names in known.items()}
    return Hazards(
        mending=notes.box.charts.repair.success,
        prey={space: prey[space] for space in notes.box.spaces if prey.get(space)},
        boarding=notes.box.numbers.raiding.seebataillon,
    )


def _moves(plan: Iterable[DayOrder]) -> tuple[DayOrder, ...]:
    return tuple(order for order in plan if isinstance(order, Move | Mine))


def _wares(notes: Notes) -> dict[str, Ware]:
    left = notes.state.available
    return {kind.id: Ware(kind.points, kind.boxes, left[kind.id]) for kind in notes.box.cargo.values()}


def speeds(board: Board, ship: Warship) -> tuple[int, int, int]:
    """12.1–12.4, 12.4.1, 6.2.1 Return the moves in a day of a ship at cruise, maximum and emergency speed.

    The ship's engines limit them. Without coal, all three are cruise speed.
    """
    display, fast = board.display(ship), ship.coal >= board.box.numbers.movement.fast_coal
    cruise, maximum, emergency = (
        min(speed, ship.engines) for speed in (display.cruise, display.maximum, display.emergency)
    )
    return (cruise, maximum, emergency) if fast else (cruise, cruise, cruise)


def may_leave(board: Board, space: str, steps: int, *, austrian: bool = False) -> bool:
    """12.5 Return True if a ship with `steps` moves in `space` can enter some other space.

    `austrian`: True for an Austro-Hungarian ship.
    """
    near = board.box.waters.neighbours(space)
    return steps > 0 and any(ports.is_open(board, other, austrian=austrian) for other in near)


def _berth(notes: Notes, ship: Warship, *, revising: bool) -> Berth:
    """8.6.1 Return the facts about a German ship that the form needs."""
    busy = revising and ship.id in notes.day.outfitted
    cruise, maximum, emergency = (0, 0, 0) if busy else speeds(notes, ship)
    bound = ports.was_visited(notes, ship.at) and may_leave(notes, ship.at, emergency)
    port = ports.port_at(notes, ship.at)
    friends = port is not None and port.side != "allied"
    ashore = port is not None and port.side == "friendly"
    crews = tuple(kind for kind in ship.cargo if notes.box.cargo[kind].sort == "gear" or ashore)
    others = tuple(other.id for other in notes.ships_at(ship.at) if other is not ship)
    return Berth(
        ship=ship.id,
        at=ship.at,
        cruise=cruise,
        maximum=maximum,
        emergency=emergency,
        coal=ship.coal,
        bound=bound,
        works=not bound,
        outfits=not bound and _stores(notes, ship.at),
        damage=repairs.damage(notes, ship),
        dice=repairs.dice(notes, ship),
        points=ship.leadership * notes.box.numbers.outfitting.base_multiple,
        hull=ship.hull,
        cargo=tuple(ship.cargo),
        carries=may_carry(notes, ship),
        shop=may_carry(notes, ship) if ports.terrain(notes, ship.at).cargo and not bound else (),
        landing=() if bound else tuple(dict.fromkeys(crews)),
        takers=others if friends and not bound else (),
        tries=True,
        scouts=notes.box.waters.neighbours(ship.at) if "seaplane" in ship.cargo else (),
        mines=ship.cargo.count("mines"),
        letters=letters.may_leave(notes, ship.at),
        busy=busy,
        leadership=ship.leadership,
    )


def _stores(board: Board, space: str) -> bool:
    """7.1, 7.3, 7.4, 7.3.1 Return True if coal or ammunition is available in a space."""
    terrain = ports.terrain(board, space)
    waiting = (*board.state.colliers, *board.state.friendly_ships)
    return bool(terrain.coal or terrain.ammunition or space in waiting)


def _allied_berth(notes: Notes, consort: Consort) -> Berth:
    """20.0.1 Return the facts about an Austro-Hungarian ship, which can only sail and needs no coal.

    It must leave a neutral port (20.0.6).
    """
    speed = notes.box.austrian[consort.id].speed
    bound = ports.was_visited(notes, consort.at) and may_leave(notes, consort.at, speed, austrian=True)
    led = notes.box.numbers.consorts.leadership
    return Berth(
        ship=consort.id,
        at=consort.at,
        cruise=speed,
        maximum=speed,
        emergency=speed,
        austrian=True,
        bound=bound,
        leadership=led,
    )


def _known_sea(notes: Notes, berths: list[Berth], *, austrian: bool = False) -> KnownSea:
    """12.5 Return the sea around these ships, with the counters that the seat knows (4.1.3)."""
    if not berths:
        return KnownSea()
    near: set[str] = set()
    ways = notes.box.waters.ways
    for berth in berths:
        near.update(notes.box.waters.around(berth.at, berth.emergency))
    closed = {space: why for space in sorted(near) if (why := ports.why_closed(notes, space, austrian=austrian))}
    open_ = near.difference(closed)
    held = {berth.at for berth in berths}
    barred = tuple(space for space in notes.box.spaces if space in open_ and notes.is_barred(space))
    return KnownSea(
        ways={
            space: tuple(other for other in ways[space] if other in open_)
            for space in notes.box.spaces
            if space in open_ or space in held
        },
        stops=tuple(
            space
            for space in notes.box.spaces
            if space in open_ and (ports.terrain(notes, space).stop or space in barred)
        ),
        barred=barred,
        shore=tuple(space for space in notes.box.spaces if space in near and _no_mines(notes, space)),
        closed={
            why: tuple(space for space in closed if closed[space] == why) for why in dict.fromkeys(closed.values())
        },
    )


def _no_mines(board: Board, space: str) -> bool:
    """23.0 Return True if mines are forbidden in a space: a neutral port or base."""
    port = ports.port_at(board, space)
    return port is not None and port.side == "neutral"
