"""12.0d The special situation phase: situations that score, declared attacks, and situations judged at the end."""

from collections.abc import Callable, Iterable

from games.titles.pq17.components.pieces import CRUISERS, SIDES, Side
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.forces.situations import (
    chit_for,
    heavy_points,
    is_raider,
    scapa_carriers,
    show_chit,
    situation_of,
)
from games.titles.pq17.rules.forces.victory_points import book_points, record_steps_lost
from games.titles.pq17.rules.special.bombing import remove_bombers
from games.titles.pq17.rules.special.homecoming import show_return
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import die
from games.titles.pq17.state.events.special import AttackDeclared, AttackSpent, Settled, TitleStruck
from games.titles.pq17.state.state import Chit, Force

ROUGH = ("storm", "gale")
"""12.8a, 12.14 The weather in which no mines are laid and special attacks fail."""


async def situations(board: Board) -> str:
    """3.2 D, 12.0d Show the chit of each player whose situation has met its condition, and score its points, once.

    Returns the name of the next step.
    """
    for side in SIDES:
        chit = board.state.chits.get(side)
        if chit is not None and not chit.done:
            situation = situation_of(board, side)
            if situation in CONDITIONS:
                CONDITIONS[situation](board, chit)
            elif situation == "title":
                await _title(board, chit)
    remove_bombers(board)
    show_return(board)
    board.tell(Settled("situations"))
    return "fuel"


def _score(board: Board, side: Side, points: int, why: str) -> None:
    """12.0d Show a side's chit, book its points, and mark it as scored. `why`: the reason of the points."""
    show_chit(board, side)
    board.state.chits[side].done = True
    book_points(board, points, why)


# --- of the Axis


def merchants_in(board: Board, port: str) -> int:
    """12.3a Return the strength of German merchants in a port."""
    lying = (force for force in board.forces_of("axis") if force.port == port)
    return sum(one.strength for force in lying for one in force.counters if one.ship == "mv_german")


def _axis_convoy(board: Board, chit: Chit) -> None:
    """12.3a Score for the Allies if the Axis convoy is not in Kirkenes by the end of day 11.

    The points depend on its merchants.
    """
    special = board.box.special.axis_convoy
    if board.state.turn >= special.last_turn.number:
        if not merchants_in(board, special.goal):
            _score(board, "axis", special.holds(chit.letter).merchants * special.merchant, "axis_convoy")
        chit.done = True


def _minelaying(board: Board, chit: Chit) -> None:
    """12.8a Score if the task force is in its planned hex after a move of at most two hexes; not in Storm or Gale."""
    special = board.box.special.minelaying
    for force in _named(board, chit):
        arrives = force.at == chit.target and force.at_sea and 0 < force.moved <= special.hexes
        if arrives and board.state.sky.kind not in ROUGH:
            cruisers = sum(board.box.ships[one.ship].type in CRUISERS for one in force.counters)
            points = cruisers * special.cruiser + strength_of(board.box, force.counters, "dd") * special.destroyer
            _score(board, "axis", -min(points, special.most), "minelaying")
            return


def _named(board: Board, chit: Chit) -> Iterable[Force]:
    return [force for force in board.state.forces if force.id in chit.forces]


def _sizilien(board: Board, chit: Chit) -> None:
    """12.11a Score if a task force has spent a whole day turn in the hex of SIZILIEN without being attacked."""
    special = board.box.special.sizilien
    for force in board.as_seen(board.forces_of("axis")):
        stayed = force.kind == "task_force" and force.at == special.hex and not force.moved
        points = heavy_points(board.box, force.counters, capital_ship=special.capital_ship, cruiser=special.cruiser)
        if stayed and points and board.is_day and force.id not in board.state.attacked:
            _score(board, "axis", -points, "sizilien")
            return


def _wunderland(board: Board, chit: Chit) -> None:
    """12.12b Score if a Panzerschiff is in the Kara Sea."""
    if any(force.at == "kara_sea" and is_raider(board.box, force) for force in board.forces_of("axis")):
        _score(board, "axis", -board.box.special.wunderland.raider, "wunderland")


# --- of the Allies


def _gearbox(board: Board, chit: Chit) -> None:
    """12.10a Score GEARBOX if the ships that the letter of the chit requires are in Barentsburg."""
    points = gearbox_points(board, chit.letter)
    if has_relieved(board, chit.letter):
        _score(board, "allied", points, "gearbox")


def gearbox_points(board: Board, letter: str) -> int:
    """12.10a Return the half points for GEARBOX: for each cruiser and each destroyer that it requires.

    `letter`: the letter of the chit, which decides the required ships.
    """
    special = board.box.special.gearbox
    needs = special.needed(letter)
    return (needs.ca + needs.cl) * special.cruiser + needs.dd * special.destroyer


def has_relieved(board: Board, letter: str) -> bool:
    """12.10, 12.10a Return True if the ships that GEARBOX requires are in Barentsburg.

    The cruisers must have begun the operation in one of the ports that the rule names. `letter`: the letter of the
    chit, which decides the required ships.
    """
    special = board.box.special.gearbox
    needs = special.needed(letter)
    lying = [one for force in board.forces_of("allied") if force.port == special.port for one in force.counters]
    cruisers = [board.box.ships[one.ship].type for one in lying if board.state.began.get(one.ship) in special.origins]
    heavy, light = cruisers.count("ca"), cruisers.count("cl") + cruisers.count("claa")
    return heavy >= needs.ca and light >= needs.cl and strength_of(board.box, lying, "dd") >= needs.dd


def _archery(board: Board, chit: Chit) -> None:
    """12.14, 12.14.1a Declare ARCHERY one turn before its turn, and resolve it on its turn.

    It succeeds if landing ships are in the hex after a move of at most two hexes.
    """
    special = board.box.special.archery
    if chit.turn == board.state.turn + 1:
        show_chit(board, "allied")
        board.tell(AttackDeclared("archery", chit.target, chit.turn))
    if chit.turn != board.state.turn:
        return
    landed = any(
        force.at == chit.target and force.at_sea and force.moved <= special.hexes and _lands(board, force.counters)
        for force in board.forces_of("allied")
    )
    if landed and board.state.sky.kind not in ROUGH:
        _score(board, "allied", special.points, "archery")
    else:
        chit.done = True
        board.tell(AttackSpent("archery"))


def _lands(board: Board, counters: Iterable[Counter]) -> bool:
    return any(board.box.ships[one.ship].role == "lsi" and one.strength for one in counters)


async def _title(board: Board, chit: Chit) -> None:
    """12.14, 12.14.2 Declare TITLE one turn before its turn, and resolve it on its turn.

    If the target is in the port, one die is rolled; the damage does not score.
    """
    special = board.box.special.title
    if chit.turn == board.state.turn + 1:
        show_chit(board, "allied")
        board.tell(AttackDeclared("title", chit.target, chit.turn))
    if chit.turn != board.state.turn:
        return
    chit.done = True
    if board.state.roster is not None:
        board.state.roster.chariots = True
    found = [
        (force, one)
        for force in board.forces_of("axis")
        for one in force.counters
        if one.ship == special.target and force.port and force.at == chit.target
    ]
    if not found or board.state.sky.kind in ROUGH:
        board.tell(AttackSpent("title"))
        return
    thrown = await die(key="title", rule="12.14.2")
    hits = thrown if 1 <= thrown <= special.most else 0
    _hit_in_port(board, *found[0], hits)
    board.tell(TitleStruck(special.target, thrown, hits))


def _hit_in_port(board: Board, force: Force, target: Counter, hits: int) -> None:
    """7.0, 12.14.2 Apply the hits of one attack to a ship in port; at worst she becomes Dead in the Water."""
    ship = board.box.ships[target.ship]
    suffered = wound(target, ship, min(hits, target.strength))
    target.odd = 0
    if suffered.lost:
        record_steps_lost(board, force, target.ship, suffered.lost, "raided")


CONDITIONS: dict[str, Callable[[Board, Chit], None]] = {
    "axis_convoy": _axis_convoy,
    "minelaying": _minelaying,
    "sizilien": _sizilien,
    "wunderland": _wunderland,
    "gearbox": _gearbox,
    "archery": _archery,
}


# --- confirmation phase


def confirm_situations(board: Board) -> None:
    """3.3 A Score the situations that are judged when the operation ends.

    These situations are the Axis convoy and its merchants in Kirkenes (12.3a), GEARBOX (12.10a), and carriers that
    should have attacked Norway (12.5).
    """
    special = board.box.special
    convoy = chit_for(board, "axis", "axis_convoy")
    if convoy is not None:
        merchants = merchants_in(board, special.axis_convoy.goal)
        if not merchants and not convoy.done:  # 12.3a An operation that ended before day 12 has no deadline.
            _score(board, "axis", special.axis_convoy.holds(convoy.letter).merchants * special.axis_convoy.merchant,
                   "axis_convoy")  # fmt: skip
        book_points(board, -merchants * special.axis_convoy.merchant, "axis_convoy", strength=merchants)
    chit = chit_for(board, "allied", "gearbox")
    if chit is not None and not chit.done:
        book_points(board, -gearbox_points(board, chit.letter), "gearbox")
    if chit_for(board, "allied", "fleet_air_strike") is not None:
        owing = [ship for ship in scapa_carriers(board) if ship not in board.state.struck]
        book_points(board, -len(owing) * special.fleet_air_strike.owed, "fleet_air_strike", strength=len(owing))
