"""7.0 The first phase of the day: cargo, ammunition, coal and repairs."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import combinations, zip_longest

from msgspec import structs

from games.kernel.forms import Share
from games.kernel.requests import roll
from games.kernel.text import Text
from games.titles.goeben.components.pieces import Track
from games.titles.goeben.orders.orders import Coal, DayOrder, Hand, Leave, Outfit, Rearm, Repair, Take
from games.titles.goeben.orders.plans import outfitting, stretches
from games.titles.goeben.rules.captains import groups, roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.cargo import exchange, hand_over, leave, take
from games.titles.goeben.rules.ships.repairs import mend_ship
from games.titles.goeben.rules.ships.tubes import reload_tubes
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Warship
from games.titles.goeben.visibility.notes import Notes

SHARE_COAL = Text("The coal does not suffice for all: who takes how much?", "石炭が足りません。どう分けますか？")
SHARE_AMMUNITION = Text(
    "There is too little ammunition for all: how do you share it?", "弾薬が足りません。どう分けますか？"
)
MOST_AT_ONCE = 4
"""8.6.2 The most pieces of cargo in one exchange: a ring of ships has at most all German ships."""
STORES: tuple[Track, Track] = ("ammunition", "torpedoes")


async def outfit(board: Board) -> str | None:
    """7.0 Outfit and repair the ships, space by space; return the key of the next step.

    Ships that outfit or repair do not move today (4.1). Cargo and repairs are carried out in the sequence in which they
    were ordered (4.1.1). Ships receive coal and ammunition after their first cargo. At the end, spare torpedoes go into
    the tubes (14.10.1).
    """
    board.day.outfitted = _staying(board)
    points = {ship.id: ship.leadership * board.box.numbers.outfitting.base_multiple for ship in board.afloat}
    served = {name for order in board.orders() if isinstance(order, Outfit) for name in order.ships}
    for number, plans in enumerate(_rounds(board)):
        _shift_cargo(board, plans, points)
        if number == 0:
            await _supply(board, served)
        await _mend(board, {order.ship: order for order in plans if isinstance(order, Repair)})
    ordered = {order.ship for order in board.orders() if isinstance(order, Repair)}
    await _mend(board, {ship.id: None for ship in board.afloat if ship.id in served and ship.id not in ordered})
    board.state.friendly_ships = []
    board.give_back("friendly_ship")
    for ship in board.afloat:
        reload_tubes(board, ship)
    return "intelligence"


def _rounds(board: Board) -> list[list[DayOrder]]:
    """4.1.1 Return the orders of all seats in rounds: up to each seat's first repair, up to its second, and so on."""
    plans = [stretches(board.day.plans.get(seat, ())) for seat in board.state.seats]
    return [[order for part in parts for _, order in part] for parts in zip_longest(*plans, fillvalue=())]


async def _supply(board: Board, served: Collection[str]) -> None:
    """7.1, 7.3 Supply ammunition and coal, space by space."""
    for space in groups.spaces(board):
        ships = [ship for ship in board.ships_at(space) if ship.id in served]
        if ships:
            await _arm(board, space, ships)
            await _coal(board, space, ships)


def _staying(board: Board) -> list[str]:
    """4.1 Return the ids of the ships that outfit.

    Only the orders of its own captain make a ship outfit, not cargo that another captain hands to it.
    """
    names: list[str] = []
    for seat, plan in board.day.plans.items():
        names += [name for name in outfitting(plan) if board.ship(name).seat == seat]
    return names


def _shift_cargo(board: Board, plans: Sequence[DayOrder], points: dict[str, int]) -> None:
    """8.3, 8.5, 8.6 Carry out orders for cargo: leave it behind, hand it over, then buy with the remaining `points`.

    Then repeat what failed because a box was full or the cargo was not aboard yet (4.1.1).
    """
    left = _given_away(board, [order for order in plans if isinstance(order, Leave | Hand)])
    for order in plans:
        if isinstance(order, Take):
            ship = board.ship(order.ship)
            bought, points[ship.id] = take(board, ship, order.cargo, points[ship.id])
            if bought:
                board.tell_at(ship.at, told.CargoTaken(ship.id, bought))
    _given_away(board, left)


def _given_away(board: Board, orders: Sequence[Leave | Hand]) -> list[Leave | Hand]:
    """8.3, 8.6 Leave and hand over cargo until nothing more is possible; return the orders, or parts, that remain."""
    waiting = sorted(orders, key=lambda order: isinstance(order, Hand))
    while waiting:
        left = [rest for order in waiting if (rest := _carried_out(board, order)).cargo]
        if left == waiting and not _exchanged(board, left):
            return left
        waiting = left
    return waiting


def _carried_out(board: Board, order: Leave | Hand) -> Leave | Hand:
    """Carry out an order as far as possible now; return its remaining part, whose cargo is empty if nothing remains."""
    ship, done = board.ship(order.ship), tuple[str, ...]()
    if isinstance(order, Leave):
        done = leave(board, ship, order.cargo)
    elif order.to in board.day.outfitted:
        done = hand_over(board, ship, board.ship(order.to), order.cargo)
    return structs.replace(order, cargo=tuple(kind for kind in order.cargo if kind not in done))


def _exchanged(board: Board, left: list[Leave | Hand]) -> bool:
    """8.6.2 Exchange cargo between full ships, in pairs or rings; return True if any was exchanged.

    Each piece uses the box that another piece frees. The exchanged cargo is removed from the orders in `left`.
    """
    given = [
        (place, order, kind)
        for place, order in enumerate(left)
        if isinstance(order, Hand) and order.to in board.day.outfitted
        for kind in order.cargo
    ]
    for size in range(2, MOST_AT_ONCE + 1):
        for together in combinations(given, size):
            if exchange(board, [(board.ship(order.ship), board.ship(order.to), kind) for _, order, kind in together]):
                for place, _, kind in together:
                    rest = left[place]
                    left[place] = structs.replace(rest, cargo=tuple(one for one in rest.cargo if one != kind))
                return True
    return False


async def _arm(board: Board, space: str, ships: list[Warship]) -> None:
    """7.1, 7.1.1, 6.2.2 Roll for the ammunition and torpedoes in a friendly port, and share them among these ships."""
    count = ports.terrain(board, space).ammunition
    wants = {f"{ship.id}/{track}": _wanting(board, ship, track) for track in STORES for ship in ships}
    wants = {key: want for key, want in wants.items() if want}
    if not count or not wants:
        return
    values = await roll(*[6] * count, key=board.occasion("ammunition"), rule="7.1")
    points = sum(values)
    board.tell_at(space, told.StoresFound(space, "ammunition", space, values, points))
    seat = _sharing(ships, wants)
    shares = await _shared(board, seat, wants, points, "7.1", SHARE_AMMUNITION, _rearming(board, seat, wants))
    for ship in ships:
        shells, torpedoes = (shares.get(f"{ship.id}/{track}", 0) for track in STORES)
        if shells or torpedoes:
            ship.ammunition += shells
            ship.torpedoes += torpedoes
            board.tell_at(space, told.Rearmed(ship.id, shells, torpedoes, ship.ammunition, ship.torpedoes))


def _sharing(ships: list[Warship], wants: dict[str, int]) -> str:
    """7.3.2, 25.2.1 Return the seat that decides how ships share stores: the first captain whose ship lacks something.

    `wants`: what is lacking, by ship id (and track).
    """
    lacking = {key.partition("/")[0] for key in wants}
    return next(ship.seat for ship in ships if ship.id in lacking)


def _rearming(board: Board, seat: str, wants: dict[str, int]) -> list[str] | None:
    """Return the keys of `wants` in the order in which a seat wants to rearm; None if it has ordered nothing."""
    for order in board.day.plans.get(seat, ()):
        if isinstance(order, Rearm):
            tracks = list(STORES) if order.first != STORES[1] else list(reversed(STORES))
            keys = [f"{ship}/{track}" for ship in order.ships for track in tracks]
            return [key for key in keys if key in wants]
    return None


async def _coal(board: Board, space: str, ships: list[Warship]) -> None:
    """7.3, 7.4, 13.chart/Friendly Supply ships with coal from port, collier and friendly ship, shared as ordered."""
    wants = {ship.id: want for ship in ships if (want := _wanting(board, ship, "coal"))}
    points = await _coal_found(board, space, sum(wants.values())) if wants else 0
    if not points:
        return
    seat = _sharing(ships, wants)
    ranked = next((list(order.ships) for order in board.day.plans.get(seat, ()) if isinstance(order, Coal)), None)
    shares = await _shared(board, seat, wants, points, "7.3", SHARE_COAL, ranked)
    for ship in ships:
        if by := shares.get(ship.id, 0):
            ship.coal += by
            board.tell_at(space, told.Coaled(ship.id, by, ship.coal))


async def _coal_found(board: Board, space: str, wanted: int) -> int:
    """7.3, 7.4, 9.2.3 Roll for the coal of each source in a space; return the total.

    Further colliers are used, and leave the map, only while the coal is less than `wanted`.
    """
    numbers, points = board.box.numbers.outfitting, 0
    sources = [(space, ports.terrain(board, space).coal)]
    sources += [("friendly_ship", numbers.friendly_ship_coal_dice)] * (space in board.state.friendly_ships)
    colliers = board.state.colliers.count(space)
    first = min(colliers, 1)
    sources[1:1] = [("collier", numbers.collier_dice)] * first
    for source, count in sources:
        if count:
            points += await _coal_from(board, space, source, count)
    for _ in range(colliers - first):
        if points < wanted:
            points += await _coal_from(board, space, "collier", numbers.collier_dice)
    return points


async def _coal_from(board: Board, space: str, source: str, count: int) -> int:
    """7.3, 7.4 Roll `count` dice for the coal of one source; return their sum. A collier is then removed."""
    values = await roll(*[6] * count, key=board.occasion("coal"), rule="7.4" if source == "collier" else "7.3")
    board.tell_at(space, told.StoresFound(space, "coal", source, values, sum(values)))
    if source == "collier":
        board.state.colliers.remove(space)
        board.tell_at(space, told.CollierGone(space, "spent"))
    return sum(values)


def _wanting(board: Board, ship: Warship, track: Track) -> int:
    """7.1.2 Return how much a ship lacks of the stores on a track."""
    full: int = getattr(board.display(ship), track)
    return full - int(getattr(ship, track))


async def _shared(
    board: Board, seat: str, wants: dict[str, int], points: int, rule: str, prompt: Text, ranked: list[str] | None
) -> dict[str, int]:
    """Return the share of each key of `wants`.

    It is all if there is enough; otherwise in the order of `ranked`, or as the seat answers.
    """
    if points >= sum(wants.values()):
        return wants
    if ranked is None and len(wants) > 1:
        form = partial(_share, wants=wants, points=points, rule=rule)
        return await roles.consult(board, seat, "share", rule, prompt, form)
    first = [key for key in ranked or () if key in wants]
    ordered = {key: wants[key] for key in (*first, *(key for key in wants if key not in first))}
    return Share(limits=ordered, total=points, rule=rule).default()


def _share(notes: Notes, *, wants: dict[str, int], points: int, rule: str) -> Share:
    """7.1, 7.3 Return the form that shares `points` among ships in one port."""
    return Share(limits=wants, total=points, rule=rule)


async def _mend(board: Board, wanted: Mapping[str, Repair | None]) -> None:
    """7.2, 10.0 Repair ships as ordered; a ship without an order (None) uses all available dice."""
    for name, order in wanted.items():
        failed = await mend_ship(board, board.ship(name), order)
        if failed:
            board.mark_news(board.witnesses(board.ship(name).at))
