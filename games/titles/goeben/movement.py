"""12.0 Movement: the ships sail as planned; then breakdowns, visits to neutral ports, and ports given up."""

from games.kernel.requests import roll
from games.titles.goeben import groups, mines, ports
from games.titles.goeben.damage import hurt
from games.titles.goeben.events import day as told
from games.titles.goeben.orders import Move
from games.titles.goeben.planning import orders, revise, speeds
from games.titles.goeben.sea import Sea
from games.titles.goeben.state import Consort, Warship
from games.titles.goeben.waters import course


async def movement(sea: Sea) -> str | None:
    """12.0 All moves in the order of writing. Groups then act in that order too (6.1)."""
    if sea.day.news:
        await revise(sea)
    before = {ship.id: ship.at for ship in sea.afloat}
    for order in orders(sea):
        if isinstance(order, Move):
            for name in order.ships:
                await _sail(sea, name, order)
    _order_groups(sea)
    mines.lay(sea)
    stayed = [space for space in sea.box.spaces if any(before[ship.id] == space for ship in sea.ships_at(space))]
    ports.note_visits(sea, stayed)
    ports.abandon(sea)
    _end_sortie(sea)
    return groups.begin(sea, "incidents")


async def _sail(sea: Sea, name: str, order: Move) -> None:
    """12.1–12.3 One ship, at the lowest speed that takes her there; she stays if she cannot."""
    consort = next((one for one in sea.state.consorts if one.id == name), None)
    if consort is not None:
        _sail_consort(sea, consort, order)
        return
    ship = sea.ship(name)
    route = _route(sea, ship.at, order)
    cruise, maximum, emergency = speeds(sea, ship)
    if ship.sunk or name in sea.day.outfitted or not route or len(route) > emergency:
        sea.tell_at(ship.at, told.Impeded(name, order.to))
        return
    speed = "cruise" if len(route) <= cruise else "maximum" if len(route) <= maximum else "emergency"
    coal = 0 if speed == "cruise" else sea.box.numbers.movement.fast_coal
    start, ship.at = ship.at, route[-1]
    ship.coal -= coal
    sea.day.routes[name] = (start, *route)
    sea.tell_at(ship.at, told.Sailed(name, start, route, speed, coal))
    if speed == "emergency":
        await _strain(sea, ship)


def _sail_consort(sea: Sea, consort: Consort, order: Move) -> None:
    """20.0 Austro-Hungarian ships need no coal, and keep to their seas."""
    route = _route(sea, consort.at, order, austrian=True)
    if not consort.at or consort.gone or not route or len(route) > sea.box.austrian[consort.id].speed:
        sea.tell_at(consort.at, told.Impeded(consort.id, order.to))
        return
    start, consort.at = consort.at, route[-1]
    sea.day.routes[consort.id] = (start, *route)
    sea.tell_at(consort.at, told.Sailed(consort.id, start, route, "cruise"))


def _route(sea: Sea, start: str, order: Move, *, austrian: bool = False) -> tuple[str, ...] | None:
    """12.5 The spaces entered, by the way that was ordered."""
    ways = {
        space: tuple(other for other in others if ports.is_open(sea, other, austrian=austrian))
        for space, others in sea.box.waters.ways.items()
    }
    stops = [space for space in sea.box.spaces if ports.terrain(sea, space).stop]
    return course(ways, start, (*order.via, order.to), stops)


async def _strain(sea: Sea, ship: Warship) -> None:
    """12.3 After emergency speed the engines may break down."""
    (die,) = await roll(6, key=sea.occasion(f"strain.{ship.id}"), rule="12.3")
    broken = die <= sea.box.numbers.movement.breakdown
    sea.tell_at(ship.at, told.BreakdownRolled(ship.id, die, broken))
    if broken:
        hurt(sea, ship, "engines", 1)


def _order_groups(sea: Sea) -> None:
    """6.1 The spaces in the order of the moves to them."""
    goals = [order.to for order in orders(sea) if isinstance(order, Move)]
    sea.day.order = list(dict.fromkeys(goals))


def _end_sortie(sea: Sea) -> None:
    """13.chart/French Navy Sortie German ships that are still in its zones are lost; the marker goes back."""
    if not sea.state.french_sortie:
        return
    for space in ports.SORTIE_ZONES:
        for ship in sea.ships_at(space):
            hurt(sea, ship, "hull", ship.hull)
    sea.state.french_sortie = False
    sea.give_back("french_sortie")
    sea.tell(told.SortieEnded(ports.SORTIE_ZONES))
