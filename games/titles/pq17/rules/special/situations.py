"""12.0d The special situation phase: conditions that are met, attacks that are declared, what is owed at the end."""

from collections.abc import Callable, Iterable

from games.titles.pq17.box.pieces import CRUISERS, SIDES, Side
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.forces.points import book, step_lost
from games.titles.pq17.rules.forces.situations import (
    chit_for,
    heavy_points,
    is_raider,
    scapa_carriers,
    show,
    situation_of,
)
from games.titles.pq17.rules.special.bombing import bombers_go
from games.titles.pq17.rules.special.homecoming import show_return
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import die
from games.titles.pq17.table.events.special import AttackDeclared, AttackSpent, Settled, TitleStruck
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Chit, Force

ROUGH = ("storm", "gale")
"""12.8a, 12.14 Weather in which mines are not laid and special attacks fail."""


async def situations(sea: Sea) -> str:
    """3.2 D, 12.0d Each player whose condition is met shows his chit and books the points, once."""
    for side in SIDES:
        chit = sea.state.chits.get(side)
        if chit is not None and not chit.done:
            situation = situation_of(sea, side)
            if situation in CONDITIONS:
                CONDITIONS[situation](sea, chit)
            elif situation == "title":
                await _title(sea, chit)
    bombers_go(sea)
    show_return(sea)
    sea.tell(Settled("situations"))
    return "fuel"


def _score(sea: Sea, side: Side, points: int, why: str) -> None:
    """12.0d The chit is shown and its points are booked; it counts no more."""
    show(sea, side)
    sea.state.chits[side].done = True
    book(sea, points, why)


# --- of the Axis


def merchants_in(sea: Sea, port: str) -> int:
    """12.3a German merchants in a port."""
    lying = (force for force in sea.forces_of("axis") if force.port == port)
    return sum(one.strength for force in lying for one in force.counters if one.ship == "mv_german")


def _axis_convoy(sea: Sea, chit: Chit) -> None:
    """12.3a Not in Kirkenes by the end of day 11: two or three points for the Allies."""
    special = sea.box.special.axis_convoy
    if sea.state.turn >= special.last_turn.number:
        if not merchants_in(sea, special.goal):
            _score(sea, "axis", special.holds(chit.letter).merchants * special.merchant, "axis_convoy")
        chit.done = True


def _minelaying(sea: Sea, chit: Chit) -> None:
    """12.8a The task force stopped in its hex this turn after at most two hexes, not in Storm or Gale."""
    special = sea.box.special.minelaying
    for force in _named(sea, chit):
        arrives = force.at == chit.target and force.at_sea and 0 < force.moved <= special.hexes
        if arrives and sea.state.sky.kind not in ROUGH:
            cruisers = sum(sea.box.ships[one.ship].type in CRUISERS for one in force.counters)
            points = cruisers * special.cruiser + strength_of(sea.box, force.counters, "dd") * special.destroyer
            _score(sea, "axis", -min(points, special.most), "minelaying")
            return


def _named(sea: Sea, chit: Chit) -> Iterable[Force]:
    return [force for force in sea.state.forces if force.id in chit.forces]


def _sizilien(sea: Sea, chit: Chit) -> None:
    """12.11a A task force spent the whole turn of day in the hex, and nobody attacked it."""
    special = sea.box.special.sizilien
    for force in sea.as_seen(sea.forces_of("axis")):
        stayed = force.kind == "task_force" and force.at == special.hex and not force.moved
        points = heavy_points(sea.box, force.counters, capital_ship=special.capital_ship, cruiser=special.cruiser)
        if stayed and points and sea.is_day and force.id not in sea.state.attacked:
            _score(sea, "axis", -points, "sizilien")
            return


def _wunderland(sea: Sea, chit: Chit) -> None:
    """12.12b A Panzerschiff is in the Kara Sea."""
    if any(force.at == "kara_sea" and is_raider(sea.box, force) for force in sea.forces_of("axis")):
        _score(sea, "axis", -sea.box.special.wunderland.raider, "wunderland")


# --- of the Allies


def _gearbox(sea: Sea, chit: Chit) -> None:
    """12.10a The ships that the letter asks for lie in Barentsburg."""
    points = gearbox_points(sea, chit.letter)
    if has_relieved(sea, chit.letter):
        _score(sea, "allied", points, "gearbox")


def gearbox_points(sea: Sea, letter: str) -> int:
    """12.10a A point for each cruiser and half a point for each destroyer that is asked for."""
    special = sea.box.special.gearbox
    needs = special.needed(letter)
    return (needs.ca + needs.cl) * special.cruiser + needs.dd * special.destroyer


def has_relieved(sea: Sea, letter: str) -> bool:
    """12.10, 12.10a Whether the ships are there: cruisers that began the operation in one of the ports named."""
    special = sea.box.special.gearbox
    needs = special.needed(letter)
    lying = [one for force in sea.forces_of("allied") if force.port == special.port for one in force.counters]
    cruisers = [sea.box.ships[one.ship].type for one in lying if sea.state.began.get(one.ship) in special.origins]
    heavy, light = cruisers.count("ca"), cruisers.count("cl") + cruisers.count("claa")
    return heavy >= needs.ca and light >= needs.cl and strength_of(sea.box, lying, "dd") >= needs.dd


def _archery(sea: Sea, chit: Chit) -> None:
    """12.14, 12.14.1a Declared the turn before; then landing ships must be in the hex, after at most two hexes."""
    special = sea.box.special.archery
    if chit.turn == sea.state.turn + 1:
        show(sea, "allied")
        sea.tell(AttackDeclared("archery", chit.target, chit.turn))
    if chit.turn != sea.state.turn:
        return
    landed = any(
        force.at == chit.target and force.at_sea and force.moved <= special.hexes and _lands(sea, force.counters)
        for force in sea.forces_of("allied")
    )
    if landed and sea.state.sky.kind not in ROUGH:
        _score(sea, "allied", special.points, "archery")
    else:
        chit.done = True
        sea.tell(AttackSpent("archery"))


def _lands(sea: Sea, counters: Iterable[Counter]) -> bool:
    return any(sea.box.ships[one.ship].role == "lsi" and one.strength for one in counters)


async def _title(sea: Sea, chit: Chit) -> None:
    """12.14, 12.14.2 Declared the turn before; one die at the ship that must lie in the port, without points."""
    special = sea.box.special.title
    if chit.turn == sea.state.turn + 1:
        show(sea, "allied")
        sea.tell(AttackDeclared("title", chit.target, chit.turn))
    if chit.turn != sea.state.turn:
        return
    chit.done = True
    if sea.state.roster is not None:
        sea.state.roster.chariots = True
    found = [
        (force, one)
        for force in sea.forces_of("axis")
        for one in force.counters
        if one.ship == special.target and force.port and force.at == chit.target
    ]
    if not found or sea.state.sky.kind in ROUGH:
        sea.tell(AttackSpent("title"))
        return
    thrown = await die(key="title", rule="12.14.2")
    hits = thrown if 1 <= thrown <= special.most else 0
    _hit_in_port(sea, *found[0], hits)
    sea.tell(TitleStruck(special.target, thrown, hits))


def _hit_in_port(sea: Sea, force: Force, target: Counter, hits: int) -> None:
    """7.0, 12.14.2 Hits of one attack take a ship in port to Dead in the Water at most."""
    ship = sea.box.ships[target.ship]
    suffered = wound(target, ship, min(hits, target.strength))
    target.odd = 0
    if suffered.lost:
        step_lost(sea, force, target.ship, suffered.lost, "raided")


CONDITIONS: dict[str, Callable[[Sea, Chit], None]] = {
    "axis_convoy": _axis_convoy,
    "minelaying": _minelaying,
    "sizilien": _sizilien,
    "wunderland": _wunderland,
    "gearbox": _gearbox,
    "archery": _archery,
}


# --- confirmation phase


def confirm_situations(sea: Sea) -> None:
    """3.3 A What situations owe at the end: the Axis convoy and its merchants in Kirkenes (12.3a), GEARBOX (12.10a),
    carriers (12.5).
    """
    special = sea.box.special
    convoy = chit_for(sea, "axis", "axis_convoy")
    if convoy is not None:
        merchants = merchants_in(sea, special.axis_convoy.goal)
        if not merchants and not convoy.done:  # 12.3a An operation that was over before day 12 waits for nobody.
            _score(sea, "axis", special.axis_convoy.holds(convoy.letter).merchants * special.axis_convoy.merchant,
                   "axis_convoy")  # fmt: skip
        book(sea, -merchants * special.axis_convoy.merchant, "axis_convoy", strength=merchants)
    chit = chit_for(sea, "allied", "gearbox")
    if chit is not None and not chit.done:
        book(sea, -gearbox_points(sea, chit.letter), "gearbox")
    if chit_for(sea, "allied", "fleet_air_strike") is not None:
        owing = [ship for ship in scapa_carriers(sea) if ship not in sea.state.struck]
        book(sea, -len(owing) * special.fleet_air_strike.owed, "fleet_air_strike", strength=len(owing))
