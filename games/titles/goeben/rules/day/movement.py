"""12.0 Movement: the ships sail as planned; then breakdowns, visits to neutral ports, and ports given up."""

from games.kernel.events import Audience
from games.kernel.requests import roll
from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.day import mines
from games.titles.goeben.rules.day.planning import revise, speeds
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Consort, Warship


async def movement(sea: Sea) -> str | None:
    """12.0 All moves in the order of writing. Groups then act in that order too (6.1)."""
    if sea.day.news:
        await revise(sea)
    before = sea.stations()
    for order in sea.orders():
        if isinstance(order, Move):
            for name in order.ships:
                await _sail(sea, name, order)
    _order_groups(sea)
    mines.lay(sea)
    after = sea.stations()
    ports.note_visits(sea, [space for name, space in before.items() if after.get(name) == space])
    ports.abandon(sea, {route[0]: sea.hearing_from(name) for name, route in sea.day.routes.items()})
    _end_sortie(sea)
    return groups.begin(sea, "incidents")


async def _sail(sea: Sea, name: str, order: Move) -> None:
    """12.0, 12.1–12.3 One ship, at the lowest speed that takes her there; she stays if she cannot."""
    consort = next((one for one in sea.state.consorts if one.id == name), None)
    if consort is not None:
        _sail_consort(sea, consort, order)
        return
    ship = sea.ship(name)
    route = _route(sea, name, ship.at, order)
    cruise, maximum, emergency = speeds(sea, ship)
    if ship.sunk or name in sea.day.outfitted or not route or len(route) > emergency:
        sea.tell_at(ship.at, told.Impeded(name, order.goal))
        return
    speed = "cruise" if len(route) <= cruise else "maximum" if len(route) <= maximum else "emergency"
    coal = 0 if speed == "cruise" else sea.box.numbers.movement.fast_coal
    left = sea.witnesses(ship.at)
    start, ship.at = ship.at, route[-1]
    ship.coal -= coal
    sea.day.routes[name] = (start, *route)
    _tell(sea, left, ship.at, told.Sailed(name, start, route, speed, coal))
    if speed == "emergency":
        await _strain(sea, ship)


def _sail_consort(sea: Sea, consort: Consort, order: Move) -> None:
    """20.0 Austro-Hungarian ships need no coal, and keep to their seas."""
    route = _route(sea, consort.id, consort.at, order)
    if not consort.at or consort.gone or not route or len(route) > sea.box.austrian[consort.id].speed:
        sea.tell_at(consort.at, told.Impeded(consort.id, order.goal))
        return
    left = sea.witnesses(consort.at)
    start, consort.at = consort.at, route[-1]
    sea.day.routes[consort.id] = (start, *route)
    _tell(sea, left, consort.at, told.Sailed(consort.id, start, route, "cruise"))


def _tell(sea: Sea, left: Audience, at: str, sailed: told.Sailed) -> None:
    """25.2 Who sees her come hears where from; those whom she has left behind, only that she is gone."""
    arriving = sea.witnesses(at)
    sea.emit(sailed, to=arriving)
    if behind := tuple(seat for seat in left if seat not in arriving):
        sea.emit(told.Sailed(sailed.ship, sailed.start, (), ""), to=behind)


def _route(sea: Sea, name: str, start: str, order: Move) -> tuple[str, ...] | None:
    """12.5, 12.5.1 The spaces entered, on the way that was ordered; None where it leads through what is closed. She
    stops where she must, and at the first counter that she meets (4.1.3), whether her captain knew of it or not.
    """
    austrian, at = name in sea.box.austrian, start
    for steps, space in enumerate(order.way, start=1):
        if space not in sea.box.waters.ways.get(at, ()) or not ports.is_open(sea, space, austrian=austrian):
            return None
        if sea.is_barred(space) or ports.terrain(sea, space).stop:
            return order.way[:steps]
        at = space
    return order.way


async def _strain(sea: Sea, ship: Warship) -> None:
    """12.3, 12.3.1 After emergency speed the engines may break down."""
    (die,) = await roll(6, key=sea.occasion(f"strain.{ship.id}"), rule="12.3")
    broken = die <= sea.box.numbers.movement.breakdown
    sea.tell_at(ship.at, told.BreakdownRolled(ship.id, die, broken))
    if broken:
        hurt(sea, ship, "engines", 1)


def _order_groups(sea: Sea) -> None:
    """6.1 The spaces in the order of the moves to them; some ships had to stop on the way (4.1.3)."""
    moved = [name for order in sea.orders() if isinstance(order, Move) for name in order.ships]
    sea.day.order = list(dict.fromkeys(sea.day.routes[name][-1] for name in moved if name in sea.day.routes))


def _end_sortie(sea: Sea) -> None:
    """13.chart/French Navy Sortie German ships that are still in its zones are lost; the marker goes back
    (13.chart/French Navy Sortie.1).
    """
    if not sea.state.french_sortie:
        return
    for space in ports.SORTIE_ZONES:
        for ship in sea.ships_at(space):
            hurt(sea, ship, "hull", ship.hull)
    sea.state.french_sortie = False
    sea.give_back("french_sortie")
    sea.tell(told.SortieEnded(ports.SORTIE_ZONES))
