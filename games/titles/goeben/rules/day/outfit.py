"""7.0 The first phase of the day: cargo, arming, coaling, repairs."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, zip_longest

from msgspec import structs

from games.kernel.forms import Share
from games.kernel.requests import roll
from games.kernel.text import Text
from games.titles.goeben.box.pieces import Track
from games.titles.goeben.orders.orders import Coal, DayOrder, Hand, Leave, Outfit, Rearm, Repair, Take
from games.titles.goeben.orders.plans import outfitting, stretches
from games.titles.goeben.rules.captains import groups, roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.cargo import exchange, hand_over, leave, take
from games.titles.goeben.rules.ships.repairs import mend_ship
from games.titles.goeben.rules.ships.tubes import reload_tubes
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship

SHARE_COAL = Text("The coal does not suffice for all: who takes how much?", "石炭が足りません。どう分けますか?")
SHARE_AMMUNITION = Text(
    "There is too little ammunition: who takes how much of which?", "弾薬が足りません。どう分けますか?"
)
MOST_AT_ONCE = 4
"""8.6.2 Pieces that change ships at once: a ring has no more than there are German ships."""
STORES: tuple[Track, Track] = ("ammunition", "torpedoes")


async def outfit(sea: Sea) -> str | None:
    """7.0 Outfitting and repairs, space by space; who does that does not move today (4.1). Cargo is shifted and
    repairs are rolled in the order of writing (4.1.1), coal and ammunition come before the first of them. Spare
    torpedoes are in the tubes at the end (14.10.1).
    """
    sea.day.outfitted = _staying(sea)
    points = {ship.id: ship.leadership * sea.box.numbers.outfitting.base_multiple for ship in sea.afloat}
    served = {name for order in sea.orders() if isinstance(order, Outfit) for name in order.ships}
    for number, plans in enumerate(_rounds(sea)):
        _shift_cargo(sea, plans, points)
        if number == 0:
            await _supply(sea, served)
        await _mend(sea, {order.ship: order for order in plans if isinstance(order, Repair)})
    ordered = {order.ship for order in sea.orders() if isinstance(order, Repair)}
    await _mend(sea, {ship.id: None for ship in sea.afloat if ship.id in served and ship.id not in ordered})
    sea.state.friendly_ships = []
    sea.give_back("friendly_ship")
    for ship in sea.afloat:
        reload_tubes(sea, ship)
    return "intelligence"


def _rounds(sea: Sea) -> list[list[DayOrder]]:
    """4.1.1 The plans of all seats as far as their first repair, then as far as their second, and so on."""
    plans = [stretches(sea.day.plans.get(seat, ())) for seat in sea.state.seats]
    return [[order for part in parts for _, order in part] for parts in zip_longest(*plans, fillvalue=())]


async def _supply(sea: Sea, served: Collection[str]) -> None:
    """7.1, 7.3 Ammunition and coal, space by space."""
    for space in groups.spaces(sea):
        ships = [ship for ship in sea.ships_at(space) if ship.id in served]
        if ships:
            await _arm(sea, space, ships)
            await _coal(sea, space, ships)


def _staying(sea: Sea) -> list[str]:
    """4.1 The ships that outfit. Nobody is kept from sailing by another captain who wants to hand cargo over."""
    names: list[str] = []
    for seat, plan in sea.day.plans.items():
        names += [name for name in outfitting(plan) if sea.ship(name).seat == seat]
    return names


def _shift_cargo(sea: Sea, plans: Sequence[DayOrder], points: dict[str, int]) -> None:
    """8.3, 8.5, 8.6 First what goes, then what is handed over, then what is bought with the points that are left; and
    once more what could not go before, since it had no box or was not aboard yet (4.1.1).
    """
    left = _given_away(sea, [order for order in plans if isinstance(order, Leave | Hand)])
    for order in plans:
        if isinstance(order, Take):
            ship = sea.ship(order.ship)
            bought, points[ship.id] = take(sea, ship, order.cargo, points[ship.id])
            if bought:
                sea.tell_at(ship.at, told.CargoTaken(ship.id, bought))
    _given_away(sea, left)


def _given_away(sea: Sea, orders: Sequence[Leave | Hand]) -> list[Leave | Hand]:
    """8.3, 8.6 What is left behind or handed over, until nothing moves any more; what remains of the orders."""
    waiting = sorted(orders, key=lambda order: isinstance(order, Hand))
    while waiting:
        left = [rest for order in waiting if (rest := _carried_out(sea, order)).cargo]
        if left == waiting and not _exchanged(sea, left):
            return left
        waiting = left
    return waiting


def _carried_out(sea: Sea, order: Leave | Hand) -> Leave | Hand:
    """An order as far as it can be carried out now; what remains of it. An order names each kind once."""
    ship, done = sea.ship(order.ship), tuple[str, ...]()
    if isinstance(order, Leave):
        done = leave(sea, ship, order.cargo)
    elif order.to in sea.day.outfitted:
        done = hand_over(sea, ship, sea.ship(order.to), order.cargo)
    return structs.replace(order, cargo=tuple(kind for kind in order.cargo if kind not in done))


def _exchanged(sea: Sea, left: list[Leave | Hand]) -> bool:
    """8.6.2 What needs its box in the end alone changes ships at once: a piece for a piece between full ships, or in a
    ring of several. Whether any could; what is done is struck off the orders.
    """
    given = [
        (place, order, kind)
        for place, order in enumerate(left)
        if isinstance(order, Hand) and order.to in sea.day.outfitted
        for kind in order.cargo
    ]
    for size in range(2, MOST_AT_ONCE + 1):
        for together in combinations(given, size):
            if exchange(sea, [(sea.ship(order.ship), sea.ship(order.to), kind) for _, order, kind in together]):
                for place, _, kind in together:
                    rest = left[place]
                    left[place] = structs.replace(rest, cargo=tuple(one for one in rest.cargo if one != kind))
                return True
    return False


async def _arm(sea: Sea, space: str, ships: list[Warship]) -> None:
    """7.1, 7.1.1, 6.2.2 The dice of a friendly port give points for ammunition and torpedoes of all ships there."""
    count = ports.terrain(sea, space).ammunition
    wants = {f"{ship.id}/{track}": _wanting(sea, ship, track) for track in STORES for ship in ships}
    wants = {key: want for key, want in wants.items() if want}
    if not count or not wants:
        return
    values = await roll(*[6] * count, key=sea.occasion("ammunition"), rule="7.1")
    points = sum(values)
    sea.tell_at(space, told.StoresFound(space, "ammunition", space, values, points))
    seat = _sharing(ships, wants)
    shares = await _shared(sea, seat, wants, points, "7.1", SHARE_AMMUNITION, _rearming(sea, seat, wants))
    for ship in ships:
        shells, torpedoes = (shares.get(f"{ship.id}/{track}", 0) for track in STORES)
        if shells or torpedoes:
            ship.ammunition += shells
            ship.torpedoes += torpedoes
            sea.tell_at(space, told.Rearmed(ship.id, shells, torpedoes, ship.ammunition, ship.torpedoes))


def _sharing(ships: list[Warship], wants: dict[str, int]) -> str:
    """7.3.2, 25.2.1 Who says how these ships share: of their captains the first by precedence. Nobody else has a say in
    it, be he in the same port.
    """
    lacking = {key.partition("/")[0] for key in wants}
    return next(ship.seat for ship in ships if ship.id in lacking)


def _rearming(sea: Sea, seat: str, wants: dict[str, int]) -> list[str] | None:
    """Who is served first with what, if the orders of that seat say so."""
    for order in sea.day.plans.get(seat, ()):
        if isinstance(order, Rearm):
            tracks = list(STORES) if order.first != STORES[1] else list(reversed(STORES))
            keys = [f"{ship}/{track}" for ship in order.ships for track in tracks]
            return [key for key in keys if key in wants]
    return None


async def _coal(sea: Sea, space: str, ships: list[Warship]) -> None:
    """7.3, 7.4, 13.chart/Friendly Ship Coal from port, collier and friendly ship, shared as the players like."""
    wants = {ship.id: want for ship in ships if (want := _wanting(sea, ship, "coal"))}
    points = await _coal_found(sea, space, sum(wants.values())) if wants else 0
    if not points:
        return
    seat = _sharing(ships, wants)
    ranked = next((list(order.ships) for order in sea.day.plans.get(seat, ()) if isinstance(order, Coal)), None)
    shares = await _shared(sea, seat, wants, points, "7.3", SHARE_COAL, ranked)
    for ship in ships:
        if by := shares.get(ship.id, 0):
            ship.coal += by
            sea.tell_at(space, told.Coaled(ship.id, by, ship.coal))


async def _coal_found(sea: Sea, space: str, wanted: int) -> int:
    """7.3, 7.4, 9.2.3 The dice of each source; of several colliers as many give their coal as it takes to fill what is
    `wanted`, and leave the map.
    """
    numbers, points = sea.box.numbers.outfitting, 0
    sources = [(space, ports.terrain(sea, space).coal)]
    sources += [("friendly_ship", numbers.friendly_ship_coal_dice)] * (space in sea.state.friendly_ships)
    colliers = sea.state.colliers.count(space)
    first = min(colliers, 1)
    sources[1:1] = [("collier", numbers.collier_dice)] * first
    for source, count in sources:
        if count:
            points += await _coal_from(sea, space, source, count)
    for _ in range(colliers - first):
        if points < wanted:
            points += await _coal_from(sea, space, "collier", numbers.collier_dice)
    return points


async def _coal_from(sea: Sea, space: str, source: str, count: int) -> int:
    """7.3, 7.4 What the dice of one source come to; a collier that has given its coal is gone."""
    values = await roll(*[6] * count, key=sea.occasion("coal"), rule="7.4" if source == "collier" else "7.3")
    sea.tell_at(space, told.StoresFound(space, "coal", source, values, sum(values)))
    if source == "collier":
        sea.state.colliers.remove(space)
        sea.tell_at(space, told.CollierGone(space, "spent"))
    return sum(values)


def _wanting(sea: Sea, ship: Warship, track: Track) -> int:
    """What a ship lacks of her full stores (7.1.2)."""
    full: int = getattr(sea.display(ship), track)
    return full - int(getattr(ship, track))


async def _shared(
    sea: Sea, seat: str, wants: dict[str, int], points: int, rule: str, prompt: Text, ranked: list[str] | None
) -> dict[str, int]:
    """Who gets how much: all, where there is enough; as ranked; or as the seat says that decides."""
    if points >= sum(wants.values()):
        return wants
    if ranked is None and len(wants) > 1:
        form = Share(limits=wants, total=points, rule=rule)
        return await roles.consult(sea, seat, "share", rule, prompt, form)
    first = [key for key in ranked or () if key in wants]
    ordered = {key: wants[key] for key in (*first, *(key for key in wants if key not in first))}
    return Share(limits=ordered, total=points, rule=rule).default()


async def _mend(sea: Sea, wanted: Mapping[str, Repair | None]) -> None:
    """7.2, 10.0 Repairs of these ships: as ordered, or where nothing was, by all dice that there are."""
    for name, order in wanted.items():
        failed = await mend_ship(sea, sea.ship(name), order)
        if failed:
            sea.learns(sea.witnesses(sea.ship(name).at))
