"""4.1b The view of a seat, of the public or of the umpire, built only from facts that it may know."""

from msgspec import Struct, field, structs

from games.kernel.events import UMPIRE
from games.titles.battleships.components.hexes import EDGES
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import FirePlan
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.points import sixths_of
from games.titles.battleships.state.state import Laid, Light, Marker, PastTurn, Record, Ship


class ShipView(Struct, omit_defaults=True, kw_only=True):
    """2.6a The public data of a ship."""

    ship: Ship
    nation: str
    kind: str
    attack: int
    """The attack after damage to weapons."""
    defence: int
    range: int
    moves: int
    """The movement after damage to the hull."""
    printed_attack: int
    printed_moves: int
    value: int
    """The enemy's points if the ship is sunk (9.1)."""
    crew: int = 0
    """The grade of the crew: -1, 0 or 1 (10.3)."""
    radar: str = ""
    """The radar set of the ship; "" if it has none that works."""
    flag: bool = False
    """True if it is the flagship of the view's seat."""
    astray: bool = False
    """True if it is a ship of the view's seat that has lost command this turn (10.10)."""


class View(Struct, omit_defaults=True, kw_only=True):
    """The battle as a seat sees it. `seat` may also be "public" or "umpire".

    Fields without a description have the same meaning as in State or in the scenario's Battle.
    """

    seat: str
    scenario: str = ""
    options: Options = Options()
    sides: tuple[str, ...] = ()
    """The seats, the first player first."""
    turn: int = 0
    turns: int = 0
    night: bool = False
    sight: int = 0
    inferior: str = ""
    """The side that goes first this turn."""
    open_sea: bool = False
    """True if the map has no land; it may then shift."""
    shifted: tuple[int, int] | None = None
    """The columns and rows by which the open map has shifted since the start; None if it has not."""
    exits: tuple[str, ...] = ()
    """Once the map has shifted, the edges of the starting map by which ships may leave."""
    land: tuple[str, ...] = ()
    """The land hexes."""
    moles: tuple[tuple[str, str], ...] = ()
    """The hexsides of breakwaters, as pairs of hexes."""
    nets: tuple[tuple[str, str], ...] = ()
    """The hexsides of mine nets, as pairs of hexes."""
    ships: list[ShipView] = []
    lights: list[Light] = []
    markers: list[Marker] = []
    bombarding: str = ""
    bombarded: int = 0
    chits: dict[str, list[str]] = {}
    spotting: list[str] = []
    mines: dict[str, tuple[str, ...]] = {}
    """The mined hexes that the seat knows, by side."""
    plans: dict[str, tuple[FirePlan, ...]] = {}
    laid: dict[str, Laid] = {}
    """The seat's courses for later turns."""
    sixths: dict[str, int] = {}
    """The present points of each side, in sixths."""
    disheartened: dict[str, int] = {}
    record: Record = field(default_factory=Record)
    history: list[PastTurn] = []
    winner: str = ""
    verdict: str = ""
    over: bool = False


def view(board: Board, seat: str) -> View:
    """Return the view of a seat, of the public, or of the umpire, who sees everything."""
    state, battle = board.state, board.battle
    found = View(
        seat=seat,
        scenario=state.scenario,
        options=state.options,
        sides=board.sides,
        turn=state.turn,
        turns=battle.turns,
        night=battle.night,
        sight=state.sight,
        inferior=board.inferior,
        open_sea=battle.open_sea,
        shifted=state.shifted if any(state.shifted) else None,
        exits=_exits(board),
        land=tuple(sorted(battle.shores)),
        moles=tuple(sorted(battle.mole_sides)),
        nets=tuple(sorted(battle.net_sides)) if state.options.mines else (),
        ships=[_ship(board, ship, seat) for ship in state.ships],
        lights=state.lights,
        markers=state.markers,
        bombarding=state.bombarding,
        bombarded=state.bombarded,
        chits=state.chits,
        spotting=state.spotting,
        sixths={side: sixths_of(board, side) for side in board.sides},
        disheartened=state.disheartened,
        record=state.record,
        history=state.history,
        winner=state.winner,
        verdict=state.verdict,
        over=state.over,
    )
    return _with_secrets(found, board, seat)


def _with_secrets(found: View, board: Board, seat: str) -> View:
    """5.1, 7.1, 10.6 Return the view with the plans and mines that the seat knows."""
    state = board.state
    return structs.replace(
        found,
        mines={side: at for side, at in state.mines.items() if seat in (side, UMPIRE)},
        plans={side: plan for side, plan in state.plans.items() if seat in (side, UMPIRE)},
        laid={name: laid for name, laid in state.laid.items() if seat in (board.ship(name).side, UMPIRE)},
    )


def _exits(board: Board) -> tuple[str, ...]:
    """9.2, 9.3b Return the edges by which ships of either side may leave, now or later.

    Return () if the map has not shifted.
    """
    if not any(board.state.shifted):
        return ()
    return tuple(edge for edge in EDGES if any(edge in one.edges for one in board.battle.exits))


def _ship(board: Board, ship: Ship, seat: str) -> ShipView:
    counter, own = board.counter(ship), seat in (ship.side, UMPIRE)
    return ShipView(
        ship=ship if own else structs.replace(ship, tries="both"),
        nation=counter.nation,
        kind=counter.kind,
        attack=board.attack(ship),
        defence=counter.defence,
        range=counter.range,
        moves=board.moves(ship),
        printed_attack=counter.attack,
        printed_moves=board.printed_moves(ship),
        value=counter.value,
        crew=board.crew(ship),
        radar=ship.radar if board.radar(ship) is not None else "",
        flag=own and board.state.flags.get(ship.side) == ship.id,
        astray=own and board.is_astray(ship),
    )
