"""What a seat knows: built from nothing out of its own ships, what lies open, and what it was told."""

import msgspec
from msgspec import Struct

from games.kernel.events import UMPIRE
from games.titles.goeben.box.options import Options
from games.titles.goeben.box.scenarios import Mode
from games.titles.goeben.orders.orders import DayOrder, DoctrineOrder
from games.titles.goeben.seen import knowledge
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import (
    Battle,
    Campaign,
    Consort,
    Day,
    Gone,
    Note,
    Report,
    Slip,
    State,
    Warship,
    Weather,
)


class ShipView(Struct, omit_defaults=True, kw_only=True):
    """A German ship as the reader knows her. `since` is the turn of the news, if it is not of today."""

    ship: Warship
    since: int | None = None
    own: bool = False


class DayView(Struct, omit_defaults=True, kw_only=True):
    """The turn in progress, as far as the reader sees it. `plans` are those of the reader alone."""

    plans: dict[str, tuple[DayOrder, ...]] = {}
    outfitted: list[str] = []
    routes: dict[str, tuple[str, ...]] = {}
    drawn: dict[str, list[str]] = {}
    weather: dict[str, Weather] = {}


class View(Struct, omit_defaults=True, kw_only=True):
    """The sea through one pair of eyes. `seat` may also be "public" or "umpire".

    `spaces` says what is known to lie where, each with its turn. `unknown` are ships of which nothing is known.
    `truth` and `pool_order` are the umpire's: every counter by space, and the pool.
    """

    seat: str
    scenario: str = ""
    mode: Mode = "solitaire"
    options: Options = Options()
    mission: str = ""
    days: int = 0
    turn: int = 0
    alert: int = 1
    vp: int = 0
    pool: int = 0
    forts_aside: int = 0
    ships: list[ShipView] = []
    unknown: list[str] = []
    consorts: list[Consort] = []
    spaces: dict[str, Note] = {}
    gone: list[Gone] = []
    visited: list[str] = []
    ashore: list[str] = []
    french_sortie: bool = False
    available: dict[str, int] = {}
    reports: list[Report] = []
    letters: list[Slip] = []
    doctrine: tuple[DoctrineOrder, ...] = ()
    day: DayView | None = None
    battle: Battle | None = None
    campaign: Campaign | None = None
    truth: dict[str, list[str]] = {}
    pool_order: list[str] = []
    verdict: str = ""
    over: bool = False


def view(sea: Sea, seat: str) -> View:
    """The view of a seat, of the public, or of the umpire, who sees everything."""
    state, everywhere = sea.state, knowledge.sees_all(sea, seat)
    seen = View(
        seat=seat,
        scenario=state.scenario,
        mode=sea.mode,
        options=state.options,
        mission=state.mission,
        days=state.days,
        turn=state.turn,
        alert=state.alert,
        vp=state.vp,
        spaces=knowledge.known_spaces(sea, seat),
        visited=state.visited,
        french_sortie=state.french_sortie,
        reports=state.reports if everywhere else [_own(one, seat) for one in state.reports if _may_read(one, seat)],
        letters=knowledge.known_letters(sea, seat, everywhere=everywhere),
        doctrine=state.doctrines.get(seat, ()),
        campaign=state.campaign,
        verdict=state.verdict,
        over=state.over,
    )
    _add_ships(seen, sea)
    if everywhere or seat == sea.flag:
        seen.consorts = [consort for consort in state.consorts if consort.at or consort.gone]
    if everywhere:
        _add_all(seen, sea)
    if state.day is not None:
        seen.day = _day(sea, state.day, seat)
    if state.battle is not None and (everywhere or state.battle.space in knowledge.here(sea, seat)):
        seen.battle = _battle(state.battle, seat)
    if seat == UMPIRE:
        _add_truth(seen, state)
    return seen


def _may_read(report: Report, seat: str) -> bool:
    return seat in report.seats or "*" in report.seats


def _own(report: Report, seat: str) -> Report:
    """25.2 A captain does not know who else has heard of it by Wireless."""
    return msgspec.structs.replace(report, seats=(seat,))


def _add_ships(seen: View, sea: Sea) -> None:
    """The German ships: one's own, those in touch, and the others as they were last heard of (25.2)."""
    for ship in sea.state.ships:
        known, turn = knowledge.known_ship(sea, seen.seat, ship)
        if known is None:
            seen.unknown.append(ship.id)
            continue
        since = turn if known is not ship and not ship.sunk else None
        seen.ships.append(ShipView(ship=known, since=since, own=ship.seat == seen.seat))


def _add_all(seen: View, sea: Sea) -> None:
    """What lies open to everybody where nobody sails alone (1.3.1)."""
    state = sea.state
    seen.pool, seen.forts_aside = len(state.pool), len(state.forts_aside)
    seen.gone, seen.available, seen.ashore = state.gone, state.available, list(state.ashore)


def _add_truth(seen: View, state: State) -> None:
    """Every counter where it lies, for the umpire alone."""
    seen.truth = {space: [marker.id for marker in lying] for space, lying in state.lying.items()}
    seen.truth |= {port: [fort.id for fort in forts] for port, forts in state.forts.items()}
    seen.pool_order = state.pool


def _day(sea: Sea, day: Day, seat: str) -> DayView:
    """25.2 Captains see what happens where they are."""
    everywhere, near = knowledge.sees_all(sea, seat), knowledge.here(sea, seat)
    names = {ship.id for ship in sea.state.ships if everywhere or ship.seat == seat or ship.at in near}
    names |= {consort.id for consort in sea.state.consorts if everywhere}
    return DayView(
        plans={name: plan for name, plan in day.plans.items() if name == seat or seat == UMPIRE},
        outfitted=[ship for ship in day.outfitted if ship in names],
        routes={ship: route for ship, route in day.routes.items() if ship in names},
        drawn={space: drawn for space, drawn in day.drawn.items() if everywhere or space in near},
        weather={space: one for space, one in day.weather.items() if everywhere or space in near},
    )


def _battle(battle: Battle, seat: str) -> Battle:
    """The battle, with the orders of the reader alone; coastal defences are shown when they are to fire (16.0)."""
    orders = {name: order for name, order in battle.orders.items() if name == seat or seat == UMPIRE}
    foes = battle.foes if battle.first or not battle.shore or seat == UMPIRE else []
    fields = {name: getattr(battle, name) for name in battle.__struct_fields__}
    return Battle(**fields | {"orders": orders, "foes": foes})
