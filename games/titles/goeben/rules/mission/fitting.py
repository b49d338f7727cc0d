"""3.0(7), 3.0(9), 8.1, 24.2 Before the first day: cargo for each ship, a place for the colliers, a port to begin in."""

from games.kernel.events import EVERYBODY
from games.kernel.forms import Form
from games.kernel.requests import all_of
from games.kernel.text import Text
from games.titles.goeben.orders.orders import Begin, FittingOrder, Station, Take
from games.titles.goeben.orders.prospects import Ware
from games.titles.goeben.orders.stowage import Hold, Stowage
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.cargo import may_carry, take
from games.titles.goeben.table.events import setup as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship

PROMPT = Text(
    "What do your ships take aboard, and where does the collier wait?",
    "各艦に何を積みますか? 給炭艦はどこに配置しますか?",
)


async def fit_out(sea: Sea) -> str | None:
    """3.7, 3.9, 8.1 All captains at once."""
    asked = {
        seat: roles.question(sea, seat, "stow", "8.1", PROMPT, stowage(sea, seat), key="stow")
        for seat in sea.state.seats
        if any(ship.seat == seat for ship in sea.afloat)
    }
    for seat, orders in (await all_of(asked)).items():
        _begin(sea, seat, orders)
        _stow(sea, seat, orders)
        _station(sea, seat, asked[seat].form, orders)
    return "morning"


def stowage(sea: Sea, seat: str) -> Stowage:
    """The form for a seat; the first captain places the colliers, each says where his ships begin."""
    leads = seat == roles.fleet(sea)
    left = sea.state.available
    campaign = sea.state.campaign
    return Stowage(
        holds=tuple(_hold(sea, ship) for ship in sea.afloat if ship.seat == seat),
        wares={kind.id: Ware(kind.points, kind.boxes, left.get(kind.id, 0)) for kind in sea.box.cargo.values()},
        usual=sea.box.numbers.outfitting.usual,
        colliers=_colliers(sea) if leads else 0,
        seas=_seas(sea) if leads else (),
        harbours=tuple(space.id for space in sea.box.spaces.values() if space.harbour) if leads else (),
        starts=tuple(campaign.starts) if campaign is not None else (),
    )


def _hold(sea: Sea, ship: Warship) -> Hold:
    """3.7, 3.7.1 Each ship has points of her own."""
    points = ship.leadership * sea.box.numbers.outfitting.leadership_multiple
    used = sum(sea.box.cargo[kind].boxes for kind in ship.cargo)
    return Hold(ship.id, points, ship.hull - used, may_carry(sea, ship), tuple(ship.cargo))


def _colliers(sea: Sea) -> int:
    """3.0(9), 19.0, 3.9.1, 19.0.1 How many there are: one more for two battlecruisers."""
    setup = sea.box.numbers.setup
    two = sum(sea.is_battlecruiser(ship) for ship in sea.afloat) > 1
    return setup.colliers_two_battlecruisers if two else setup.colliers


def _seas(sea: Sea) -> tuple[str, ...]:
    """3.0(9) Any sea space, the nearest first."""
    start, waters = sea.afloat[0].at, sea.box.waters
    open_ = [space.id for space in sea.box.spaces.values() if not space.harbour and ports.is_open(sea, space.id)]
    return tuple(sorted(open_, key=lambda space: waters.distance(start, space)))


def _begin(sea: Sea, seat: str, orders: tuple[FittingOrder, ...]) -> None:
    """24.2 Each ship begins at Pola, or where her captain says."""
    for order in orders:
        if isinstance(order, Begin):
            ships = [ship for ship in sea.afloat if ship.id in order.ships]
            for ship in ships:
                ship.at = order.space
            sea.tell(told.TaskForceStarted(tuple(ship.id for ship in ships), order.space))


def _stow(sea: Sea, seat: str, orders: tuple[FittingOrder, ...]) -> None:
    """8.1 What was bought; where several captains want the last of a kind, the order of precedence decides. 25.2 Before
    the first day all captains hear of it, wherever they begin.
    """
    for ship in sea.afloat:
        if ship.seat != seat:
            continue
        wanted = [kind for order in orders if isinstance(order, Take) and order.ship == ship.id for kind in order.cargo]
        points = ship.leadership * sea.box.numbers.outfitting.leadership_multiple
        bought, _ = take(sea, ship, wanted, points)
        sea.emit(told.FittedOut(ship.id, bought), to=tuple(sea.state.seats) if sea.mode == "captains" else EVERYBODY)


def _station(sea: Sea, seat: str, form: Form[tuple[FittingOrder, ...]], orders: tuple[FittingOrder, ...]) -> None:
    """3.0(9) Each collier on its sea space; one that nobody placed waits at the head of the list."""
    if not isinstance(form, Stowage):
        return
    chosen = [order.space for order in orders if isinstance(order, Station)]
    spare = [space for space in form.seas if space not in chosen]
    for space in [*chosen, *spare][: form.colliers]:
        sea.state.colliers.append(space)
        sea.tell(told.CollierStationed(space))
