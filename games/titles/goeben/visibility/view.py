"""The view of a seat, built only from its own ships, public facts, and the events that it received."""

import msgspec
from msgspec import Struct

from games.kernel.events import UMPIRE
from games.titles.goeben.components.options import Options
from games.titles.goeben.components.scenarios import Mode
from games.titles.goeben.orders.orders import DayOrder, DoctrineOrder
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import (
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
from games.titles.goeben.visibility import knowledge


class ShipView(Struct, omit_defaults=True, kw_only=True):
    """A German ship as the seat knows it.

    `since`: the day of the last report; None if the knowledge is from today. `own`: True if the seat commands the ship.
    """

    ship: Warship
    since: int | None = None
    own: bool = False


class DayView(Struct, omit_defaults=True, kw_only=True):
    """The current day as far as the seat sees it; the fields have the same meaning as in Day.

    `plans` contains only the orders of the seat itself.
    """

    plans: dict[str, tuple[DayOrder, ...]] = {}
    outfitted: list[str] = []
    routes: dict[str, tuple[str, ...]] = {}
    drawn: dict[str, list[str]] = {}
    weather: dict[str, Weather] = {}


class View(Struct, omit_defaults=True, kw_only=True):
    """The board as one seat sees it. `seat` may also be "public" or "umpire".

    Fields without a description have the same meaning as in State.
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
    """The number of counters in the incident pool."""
    forts_aside: int = 0
    """The number of coastal defences that were set aside face down (3.0(4))."""
    ships: list[ShipView] = []
    """The German ships, as far as they are known."""
    unknown: list[str] = []
    """The German ships without any report."""
    consorts: list[Consort] = []
    spaces: dict[str, Note] = {}
    """The known contents of spaces, each as a note with its day."""
    gone: list[Gone] = []
    visited: list[str] = []
    ashore: list[str] = []
    """The ports held by marines (9.2)."""
    french_sortie: bool = False
    available: dict[str, int] = {}
    reports: list[Report] = []
    letters: list[Slip] = []
    doctrine: tuple[DoctrineOrder, ...] = ()
    """The doctrine of the seat itself (14.0)."""
    day: DayView | None = None
    battle: Battle | None = None
    campaign: Campaign | None = None
    truth: dict[str, list[str]] = {}
    """For the umpire: the counters in each space."""
    pool_order: list[str] = []
    """For the umpire: the counters in the incident pool, in their order."""
    verdict: str = ""
    over: bool = False


def view(board: Board, seat: str) -> View:
    """Return the view of a seat, of "public" (what spectators see), or of "umpire", who sees everything."""
    state, everywhere = board.state, knowledge.sees_all(board, seat)
    seen = View(
        seat=seat,
        scenario=state.scenario,
        mode=board.mode,
        options=state.options,
        mission=state.mission,
        days=state.days,
        turn=state.turn,
        alert=state.alert,
        vp=state.vp,
        spaces=knowledge.known_spaces(board, seat),
        visited=state.visited,
        french_sortie=state.french_sortie,
        reports=state.reports if everywhere else [_own(one, seat) for one in state.reports if _may_read(one, seat)],
        letters=knowledge.known_letters(board, seat, everywhere=everywhere),
        doctrine=state.doctrines.get(seat, ()),
        campaign=state.campaign,
        verdict=state.verdict,
        over=state.over,
    )
    _add_ships(seen, board)
    seen.consorts = _consorts(board, seat)
    if everywhere:
        _add_all(seen, board)
    if state.day is not None:
        seen.day = _day(board, state.day, seat)
    if state.battle is not None and (everywhere or state.battle.space in knowledge.here(board, seat)):
        seen.battle = _battle(state.battle, seat)
    if seat == UMPIRE:
        _add_truth(seen, state)
    return seen


def _consorts(board: Board, seat: str) -> list[Consort]:
    """25.3 Return the Austro-Hungarian ships that a seat sees.

    The first captain sees them all; other captains see those in their spaces.
    """
    if knowledge.sees_all(board, seat) or seat == board.flag_captain:
        return [one for one in board.state.consorts if one.at or one.gone]
    near = knowledge.here(board, seat)
    return [one for one in board.state.consorts if one.at in near]


def _may_read(report: Report, seat: str) -> bool:
    return seat in report.seats or "*" in report.seats


def _own(report: Report, seat: str) -> Report:
    """25.2 Return a report with the seat itself as its only receiver.

    A captain does not know who else received it by Wireless.
    """
    return msgspec.structs.replace(report, seats=(seat,))


def _add_ships(seen: View, board: Board) -> None:
    """25.2 Add to a view the seat's own ships, those of captains in touch, and all others as last reported."""
    for ship in board.state.ships:
        known, turn = knowledge.known_ship(board, seen.seat, ship)
        if known is None:
            seen.unknown.append(ship.id)
            continue
        since = turn if known is not ship and not ship.sunk else None
        seen.ships.append(ShipView(ship=known, since=since, own=ship.seat == seen.seat))


def _add_all(seen: View, board: Board) -> None:
    """1.3.1 Add to a view everything that is public except in the mode "captains"."""
    state = board.state
    seen.pool, seen.forts_aside = len(state.pool), len(state.forts_aside)
    seen.gone, seen.available, seen.ashore = state.gone, state.available, list(state.ashore)


def _add_truth(seen: View, state: State) -> None:
    """Add the place of every counter to the view of the umpire."""
    seen.truth = {space: [marker.id for marker in lying] for space, lying in state.lying.items()}
    seen.truth |= {port: [fort.id for fort in forts] for port, forts in state.forts.items()}
    seen.pool_order = state.pool


def _day(board: Board, day: Day, seat: str) -> DayView:
    """25.2 Return the day as a seat sees it; a captain sees only events in own spaces."""
    everywhere, near = knowledge.sees_all(board, seat), knowledge.here(board, seat)
    names = {ship.id for ship in board.state.ships if everywhere or ship.seat == seat or ship.at in near}
    names |= {consort.id for consort in board.state.consorts if everywhere}
    return DayView(
        plans={name: plan for name, plan in day.plans.items() if name == seat or seat == UMPIRE},
        outfitted=[ship for ship in day.outfitted if ship in names],
        routes={ship: route for ship, route in day.routes.items() if ship in names},
        drawn={space: drawn for space, drawn in day.drawn.items() if everywhere or space in near},
        weather={space: one for space, one in day.weather.items() if everywhere or space in near},
    )


def _battle(battle: Battle, seat: str) -> Battle:
    """Return the battle as a seat sees it: with its own orders only; coastal defences show when they fire (16.0)."""
    orders = {name: order for name, order in battle.orders.items() if name == seat or seat == UMPIRE}
    foes = battle.foes if battle.first or not battle.shore or seat == UMPIRE else []
    fields = {name: getattr(battle, name) for name in battle.__struct_fields__}
    return Battle(**fields | {"orders": orders, "foes": foes})
