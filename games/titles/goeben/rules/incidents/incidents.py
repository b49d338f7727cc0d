"""13.0 The Incident Phase: turn up face-down counters in a space, draw markers, and resolve them in order."""

from games.kernel.requests import draw
from games.titles.goeben.components.pieces import MERCHANT
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.incidents.markers import MARKERS
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.state import Gone, Marker, Report


async def incidents(board: Board) -> str | None:
    """13.0, 13.0.1 Resolve the Incident Phase in the next space; return the key of the next step."""
    space = groups.current(board)
    if space is None:
        return groups.begin(board, "contact")
    drawn = uncover(board, space)
    drawn += await _draw(board, space)
    await _resolve(board, space, drawn)
    _sail_on(board, space)
    return groups.done(board, space, "incidents", "contact")


def uncover(board: Board, space: str) -> list[str]:
    """13.0(1) Turn up the face-down counters in a space. Allied ships among them stay there.

    Return the ids of the markers to resolve, including markers that intelligence turned up before.
    """
    lying = list(board.markers_at(space))
    hidden = [marker.id for marker in lying if not marker.up]
    if hidden:
        _report(board, space, hidden, "revealed")
        board.tell_at(space, told.MarkersTurnedUp(space, tuple(hidden)))
    fresh = [marker.id for marker in lying if not marker.up or marker.found]
    for marker in lying:
        marker.up, marker.found = True, False
    for name in fresh:
        if _waits(board, name) and _counts(board, space, name):
            continue
        board.lift(space, name)
        board.day.drawn.setdefault(space, []).append(name)
    return board.day.drawn.get(space, [])[:]


def draws(board: Board, space: str) -> int:
    """13.0(2), 13.2, T.terrain, 13.2.1, 13.2.2 Return the number of markers to draw in a space.

    The number depends on the alert level and the terrain. In patrol zones, it also depends on whether the ships have
    outfitted (T.terrain.1).
    """
    terrain, zone = ports.terrain(board, space), board.box.charts.zones[board.box.waters.zone(space)]
    if terrain.draws is None or not zone.draws or board.state.alert < terrain.draws_from:
        return 0
    if terrain.draws_outfitting is not None and _all_outfitted(board, space):
        return board.state.alert + terrain.draws_outfitting
    return board.state.alert + terrain.draws


def _all_outfitted(board: Board, space: str) -> bool:
    """T.terrain.1 Return True if every ship in a space has spent the day outfitting there (4.1).

    Austro-Hungarian ships never outfit (20.0.1).
    """
    ships = board.ships_at(space)
    outfitted = all(ship.id in board.day.outfitted for ship in ships)
    return bool(ships) and outfitted and not board.consorts_at(space)


async def _draw(board: Board, space: str) -> list[str]:
    """13.0(2), 13.0(3), 4.1.4, 13.0.2 Draw markers for a space; return those to resolve, in order.

    Drawn ships and merchants are placed face up in the space.
    """
    names = await draw(board.state.pool, draws(board, space), key=f"incidents.{space}", rule="13.0")
    if not names:
        return []
    for name in names:
        board.state.pool.remove(name)
    _report(board, space, names, "drawn")
    board.tell_at(space, told.MarkersDrawn(space, tuple(names)))
    aside = []
    for name in names:
        if _waits(board, name) and _counts(board, space, name):
            board.lay(space, Marker(name, up=True))
            board.day.arrived.append(name)
        else:
            aside.append(name)
    if aside:
        board.day.drawn.setdefault(space, []).extend(aside)
    return aside


async def _resolve(board: Board, space: str, names: list[str]) -> None:
    """13.0(4), 13.1, 13.1.1 Resolve markers in the order of drawing, then put them back into the incident pool.

    Markers that stay on the map or leave the game do not go back. French counters have no effect in some seas
    (T.terrain).
    """
    ignored = tuple(name for name in names if not _counts(board, space, name))
    if ignored:
        board.tell_at(space, told.MarkersIgnored(space, ignored))
    back = list(ignored)
    for name in names:
        if name in ignored:
            continue
        kind = board.box.markers[name]
        fate = await MARKERS[kind](board, space, name)
        if fate == "pool":
            back.append(name)
        else:
            board.day.drawn[space].remove(name)
        if fate == "used":
            board.state.gone.append(Gone(name, "used", board.state.turn))
    for name in back:
        board.day.drawn[space].remove(name)
        board.state.pool.append(name)
    board.day.drawn.pop(space, None)


def _waits(board: Board, name: str) -> bool:
    """13.0(3), 13.0.3 Return True if a drawn counter stays in the space instead of being resolved.

    Ships and convoys stay for the battle (13.chart/Royal Navy Warship, 13.chart/French Warship, 13.chart/French Troop
    Convoy), merchants for the raid (13.chart/Allied Merchantman).
    """
    return name in board.box.allied or board.box.markers[name] == MERCHANT


def _counts(board: Board, space: str, name: str) -> bool:
    """T.terrain, 13.chart Return True if a counter has an effect in this sea.

    French counters have one only in the Western Mediterranean (13.chart/French Troop Convoy.1).
    """
    ship = board.box.allied.get(name)
    french = ship.nation == "france" if ship is not None else board.box.incidents[board.box.markers[name]].of_france
    return not french or board.box.charts.zones[board.box.waters.zone(space)].french


def _report(board: Board, space: str, names: list[str], how: str) -> None:
    """Record in the reports which counters the seats in a space have seen. `how`: what happened to the counters."""
    seats = board.witnesses(space)
    shown = tuple(names)
    board.state.reports.append(Report(board.state.turn, space, shown, "drawn" if how == "drawn" else "revealed", seats))


def _sail_on(board: Board, space: str) -> None:
    """Put the drawn counters back into the incident pool if no ship of the players is left in the space.

    Marines ashore there are then lost, too (9.2.1).
    """
    if board.ships_at(space) or board.consorts_at(space):
        return
    ports.abandon(board, {})
    for marker in list(board.markers_at(space)):
        if marker.id in board.day.arrived:
            board.lift(space, marker.id)
            board.state.pool.append(marker.id)
