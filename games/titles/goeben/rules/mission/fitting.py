"""3.0(7), 3.0(9), 8.1, 24.2 Fitting out before the first day: cargo, places of the colliers, and starting spaces."""

from games.kernel.events import EVERYBODY
from games.kernel.forms import Form
from games.kernel.requests import ask_all
from games.kernel.text import Text
from games.titles.goeben.orders.orders import Begin, FittingOrder, Station, Take
from games.titles.goeben.orders.prospects import Ware
from games.titles.goeben.orders.stowage import Hold, Stowage
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.cargo import may_carry, take
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import setup as told
from games.titles.goeben.state.state import Warship
from games.titles.goeben.visibility.notes import Notes, notes_of

SHIPS_AND_COLLIER = Text(
    "What do your ships take aboard, and where does the collier wait?",
    "各艦に何を積みますか？給炭艦はどこに配置しますか？",
)
SHIPS_ALONE = Text("What do your ships take aboard?", "各艦に何を積みますか？")


async def fit_out(board: Board) -> str | None:
    """3.7, 3.9, 8.1 Ask all captains at the same time for cargo, places of colliers, and starting spaces.

    Return the key of the next step.
    """
    asked = {
        seat: roles.question(board, seat, "stow", "8.1", _prompt(board, seat), fitting, key="stow")
        for seat in board.state.seats
        if any(ship.seat == seat for ship in board.afloat)
    }
    for seat, orders in (await ask_all(asked)).items():
        _begin(board, seat, orders)
        _stow(board, seat, orders)
        _station(board, seat, asked[seat].form, orders)
    return "morning"


def _prompt(board: Board, seat: str) -> Text:
    """3.0(9), 25.0 Return the prompt for a seat; the seat that decides for all also places the colliers."""
    return SHIPS_AND_COLLIER if seat == roles.fleet(board) else SHIPS_ALONE


def stowage(board: Board, seat: str) -> Stowage:
    """Return the fitting-out form of a seat, built from what the seat knows."""
    return fitting(notes_of(board, seat))


def fitting(notes: Notes) -> Stowage:
    """Return the fitting-out form of a seat, built from the seat's notes.

    Each captain chooses the cargo and the starting spaces of the captain's ships. Only the captain who decides for the
    whole fleet also places the colliers.
    """
    leads = notes.seat == roles.fleet(notes)
    left = notes.state.available
    campaign = notes.state.campaign
    return Stowage(
        holds=tuple(_hold(notes, ship) for ship in notes.afloat if ship.seat == notes.seat),
        wares={kind.id: Ware(kind.points, kind.boxes, left.get(kind.id, 0)) for kind in notes.box.cargo.values()},
        usual=notes.box.numbers.outfitting.usual,
        colliers=_colliers(notes) if leads else 0,
        seas=_seas(notes) if leads else (),
        harbours=tuple(space.id for space in notes.box.spaces.values() if space.harbour) if leads else (),
        starts=tuple(campaign.starts) if campaign is not None else (),
    )


def _hold(board: Board, ship: Warship) -> Hold:
    """3.7, 3.7.1 Return the facts about a ship that the form needs; each ship has cargo points of her own."""
    points = ship.leadership * board.box.numbers.outfitting.leadership_multiple
    used = sum(board.box.cargo[kind].boxes for kind in ship.cargo)
    return Hold(ship.id, points, ship.hull - used, may_carry(board, ship), tuple(ship.cargo))


def _colliers(board: Board) -> int:
    """3.0(9), 19.0, 3.9.1, 19.0.1 Return the number of colliers; a fleet with two battlecruisers has one more."""
    setup = board.box.numbers.setup
    two = sum(board.is_battlecruiser(ship) for ship in board.afloat) > 1
    return setup.colliers_two_battlecruisers if two else setup.colliers


def _seas(board: Board) -> tuple[str, ...]:
    """3.0(9) Return all spaces at sea, those nearest to the ships first."""
    start, waters = board.afloat[0].at, board.box.waters
    open_ = [space.id for space in board.box.spaces.values() if not space.harbour and ports.is_open(board, space.id)]
    return tuple(sorted(open_, key=lambda space: waters.distance(start, space)))


def _begin(board: Board, seat: str, orders: tuple[FittingOrder, ...]) -> None:
    """24.2 Place each ship at Pola, or in the starting space that its captain has chosen."""
    for order in orders:
        if isinstance(order, Begin):
            ships = [ship for ship in board.afloat if ship.id in order.ships]
            for ship in ships:
                ship.at = order.space
            board.tell(told.TaskForceStarted(tuple(ship.id for ship in ships), order.space))


def _stow(board: Board, seat: str, orders: tuple[FittingOrder, ...]) -> None:
    """8.1 Load the cargo that a seat has bought, as far as counters are left; seats with precedence come first.

    25.2 All captains learn it, wherever they begin.
    """
    for ship in board.afloat:
        if ship.seat != seat:
            continue
        wanted = [kind for order in orders if isinstance(order, Take) and order.ship == ship.id for kind in order.cargo]
        points = ship.leadership * board.box.numbers.outfitting.leadership_multiple
        bought, _ = take(board, ship, wanted, points)
        board.emit(
            told.FittedOut(ship.id, bought), to=tuple(board.state.seats) if board.mode == "captains" else EVERYBODY
        )


def _station(board: Board, seat: str, form: Form[tuple[FittingOrder, ...]], orders: tuple[FittingOrder, ...]) -> None:
    """3.0(9) Place each collier in the space that was chosen; one without an order in the first space offered."""
    if not isinstance(form, Stowage):
        return
    chosen = [order.space for order in orders if isinstance(order, Station)]
    spare = [space for space in form.seas if space not in chosen]
    for space in [*chosen, *spare][: form.colliers]:
        board.state.colliers.append(space)
        board.tell(told.CollierStationed(space))
