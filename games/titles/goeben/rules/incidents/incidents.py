"""13.0 The Incident Phase: what lay hidden in a space is turned up, markers are drawn, sorted and resolved."""

from games.kernel.requests import draw
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.incidents.markers import MARKERS
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Gone, Marker, Report

MERCHANT = "merchantman"


async def incidents(sea: Sea) -> str | None:
    """13.0, 13.0.1 One space with ships of the players; then the next."""
    space = groups.current(sea)
    if space is None:
        return groups.begin(sea, "contact")
    drawn = uncover(sea, space)
    drawn += await _draw(sea, space)
    await _resolve(sea, space, drawn)
    _sail_on(sea, space)
    return groups.done(sea, space, "incidents", "contact")


def uncover(sea: Sea, space: str) -> list[str]:
    """13.0(1) Counters that lie face down here are turned up; Allied ships stay. The markers that are to be resolved,
    among them those that intelligence turned up before.
    """
    lying = list(sea.markers_at(space))
    hidden = [marker.id for marker in lying if not marker.up]
    if hidden:
        _report(sea, space, hidden, "revealed")
        sea.tell_at(space, told.MarkersTurnedUp(space, tuple(hidden)))
    fresh = [marker.id for marker in lying if not marker.up or marker.found]
    for marker in lying:
        marker.up, marker.found = True, False
    for name in fresh:
        if _waits(sea, name) and _counts(sea, space, name):
            continue
        sea.lift(space, name)
        sea.day.drawn.setdefault(space, []).append(name)
    return sea.day.drawn.get(space, [])[:]


def draws(sea: Sea, space: str) -> int:
    """13.0(2), 13.2, T.terrain, 13.2.1, 13.2.2 How many markers are drawn: by the alert level and the place."""
    terrain, zone = ports.terrain(sea, space), sea.box.charts.zones[sea.box.waters.zone(space)]
    if terrain.draws is None or not zone.draws or sea.state.alert < terrain.draws_from:
        return 0
    return sea.state.alert + terrain.draws


async def _draw(sea: Sea, space: str) -> list[str]:
    """13.0(2), 13.0(3), 4.1.4, 13.0.2 Markers out of the pool: ships and merchants face up into the space, the others
    aside in the order of drawing.
    """
    names = await draw(sea.state.pool, draws(sea, space), key=f"incidents.{space}", rule="13.0")
    if not names:
        return []
    for name in names:
        sea.state.pool.remove(name)
    _report(sea, space, names, "drawn")
    sea.tell_at(space, told.MarkersDrawn(space, tuple(names)))
    aside = []
    for name in names:
        if _waits(sea, name) and _counts(sea, space, name):
            sea.lay(space, Marker(name, up=True))
            sea.day.arrived.append(name)
        else:
            aside.append(name)
    if aside:
        sea.day.drawn.setdefault(space, []).extend(aside)
    return aside


async def _resolve(sea: Sea, space: str, names: list[str]) -> None:
    """13.0(4), 13.1, 13.1.1 One after the other in the order of drawing; then all go back into the pool but those that
    are laid on the map or used up. French counters do not count everywhere (T.terrain).
    """
    ignored = tuple(name for name in names if not _counts(sea, space, name))
    if ignored:
        sea.tell_at(space, told.MarkersIgnored(space, ignored))
    back = list(ignored)
    for name in names:
        if name in ignored:
            continue
        kind = sea.box.markers[name]
        fate = await MARKERS[kind](sea, space, name)
        if fate == "pool":
            back.append(name)
        else:
            sea.day.drawn[space].remove(name)
        if fate == "used":
            sea.state.gone.append(Gone(name, "used", sea.state.turn))
            sea.tell_at(space, told.MarkerUsedUp(kind))
    for name in back:
        sea.day.drawn[space].remove(name)
        sea.state.pool.append(name)
    sea.day.drawn.pop(space, None)


def _waits(sea: Sea, name: str) -> bool:
    """13.0(3), 13.0.3 Ships and convoys wait for the battle (13.chart/Royal Navy Warship, 13.chart/French Warship,
    13.chart/French Troop Convoy), merchants for the raid (13.chart/Allied Merchantman).
    """
    return name in sea.box.allied or sea.box.markers[name] == MERCHANT


def _counts(sea: Sea, space: str, name: str) -> bool:
    """T.terrain, 13.chart Whether a counter counts in this sea: French ones only in the Western Mediterranean
    (13.chart/French Troop Convoy.1).
    """
    ship = sea.box.allied.get(name)
    french = ship.nation == "france" if ship is not None else sea.box.incidents[sea.box.markers[name]].of_france
    return not french or sea.box.charts.zones[sea.box.waters.zone(space)].french


def _report(sea: Sea, space: str, names: list[str], how: str) -> None:
    """What those present have seen."""
    seats = sea.witnesses(space)
    shown = tuple(names)
    sea.state.reports.append(Report(sea.state.turn, space, shown, "drawn" if how == "drawn" else "revealed", seats))


def _sail_on(sea: Sea, space: str) -> None:
    """Where no ship of the players is left, what was drawn for them goes back into the pool, and a landing party is
    lost (9.2.1).
    """
    if sea.ships_at(space) or sea.consorts_at(space):
        return
    ports.abandon(sea, {})
    for marker in list(sea.markers_at(space)):
        if marker.id in sea.day.arrived:
            sea.lift(space, marker.id)
            sea.state.pool.append(marker.id)
