"""4.1b What a seat, the public or the umpire sees: built from nothing, out of what that one knows."""

from msgspec import Struct, field, structs

from games.kernel.events import UMPIRE
from games.titles.battleships.box.options import Options
from games.titles.battleships.orders.orders import FirePlan
from games.titles.battleships.table.points import sixths_of
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Laid, Light, Marker, Record, Ship


class ShipView(Struct, omit_defaults=True, kw_only=True):
    """2.6a A ship's public sheet. `attack` is what is left after W damage, `moves` after S; `crew` -1, 0 or 1 (10.3).

    `value` is what she is worth when sunk (9.1). `flag`: she is the reader's own flagship. `astray`: the reader's own
    ship has lost command this turn (10.10).
    """

    ship: Ship
    nation: str
    kind: str
    attack: int
    defence: int
    range: int
    moves: int
    printed_attack: int
    printed_moves: int
    value: int
    crew: int = 0
    radar: str = ""
    flag: bool = False
    astray: bool = False


class View(Struct, omit_defaults=True, kw_only=True):
    """The battle through one pair of eyes. `seat` may also be "public" or "umpire".

    `sides` are the seats, the first player first; `inferior` goes first this turn. `land` are the hexes, `moles` and
    `nets` the hexsides (as the two hexes that they part) of the scenario's map; on an `open_sea` there are none, and it
    shifts. `sixths` are the points of each side as they stand, in sixths. `mines` are those that the reader knows,
    `flags` the flagships and `laid` the courses for turns to come. `record` is what has happened since the last gunnery
    began.
    """

    seat: str
    scenario: str = ""
    options: Options = Options()
    sides: tuple[str, ...] = ()
    turn: int = 0
    turns: int = 0
    night: bool = False
    sight: int = 0
    inferior: str = ""
    open_sea: bool = False
    land: tuple[str, ...] = ()
    moles: tuple[tuple[str, str], ...] = ()
    nets: tuple[tuple[str, str], ...] = ()
    ships: list[ShipView] = []
    lights: list[Light] = []
    markers: list[Marker] = []
    bombarding: str = ""
    bombarded: int = 0
    chits: dict[str, list[str]] = {}
    spotting: list[str] = []
    mines: dict[str, tuple[str, ...]] = {}
    plans: dict[str, tuple[FirePlan, ...]] = {}
    laid: dict[str, Laid] = {}
    sixths: dict[str, int] = {}
    disheartened: dict[str, int] = {}
    record: Record = field(default_factory=Record)
    winner: str = ""
    verdict: str = ""
    over: bool = False


def view(sea: Sea, seat: str) -> View:
    """The view of a seat, of the public, or of the umpire, who sees everything."""
    state, battle = sea.state, sea.battle
    seen = View(
        seat=seat,
        scenario=state.scenario,
        options=state.options,
        sides=sea.sides,
        turn=state.turn,
        turns=battle.turns,
        night=battle.night,
        sight=state.sight,
        inferior=sea.inferior,
        open_sea=battle.open_sea,
        land=tuple(sorted(battle.shores)),
        moles=tuple(sorted(battle.mole_sides)),
        nets=tuple(sorted(battle.net_sides)) if state.options.mines else (),
        ships=[_ship(sea, ship, seat) for ship in state.ships],
        lights=state.lights,
        markers=state.markers,
        bombarding=state.bombarding,
        bombarded=state.bombarded,
        chits=state.chits,
        spotting=state.spotting,
        mines={side: at for side, at in state.mines.items() if seat in (side, UMPIRE)},
        plans={side: plan for side, plan in state.plans.items() if seat in (side, UMPIRE)},
        laid={name: laid for name, laid in state.laid.items() if seat in (sea.ship(name).side, UMPIRE)},
        sixths={side: sixths_of(sea, side) for side in sea.sides},
        disheartened=state.disheartened,
        record=state.record,
        winner=state.winner,
        verdict=state.verdict,
        over=state.over,
    )
    return seen


def _ship(sea: Sea, ship: Ship, seat: str) -> ShipView:
    counter, own = sea.counter(ship), seat in (ship.side, UMPIRE)
    return ShipView(
        ship=ship if own else structs.replace(ship, tries="both"),
        nation=counter.nation,
        kind=counter.kind,
        attack=sea.attack(ship),
        defence=counter.defence,
        range=counter.range,
        moves=sea.moves(ship),
        printed_attack=counter.attack,
        printed_moves=sea.printed_moves(ship),
        value=counter.value,
        crew=sea.crew(ship),
        radar=ship.radar if sea.radar(ship) is not None else "",
        flag=own and sea.state.flags.get(ship.side) == ship.id,
        astray=own and sea.is_astray(ship),
    )
