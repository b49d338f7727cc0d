"""11.2, 21.2 Turning up counters that lie face down on the map."""

from games.kernel.forms import Choose
from games.kernel.requests import draw
from games.kernel.text import Text
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.seen.knowledge import known_spaces, note_space
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Marker, Report, Warship

REVEAL = Text("Which place do you look into?", "どこの敵情を明らかにしますか?")


def looks(sea: Sea, seat: str) -> tuple[str, ...]:
    """11.2, 11.2.2 Where intelligence may look: in patrol zones, ports and bases, at counters and coastal defences that
    lie face down for all the seat knows.
    """
    known = known_spaces(sea, seat)
    places = [space for space in known if ports.is_patrol(sea, space) or ports.port_at(sea, space) is not None]
    return tuple(space for space in places if known[space].down or known[space].forts_down)


async def look(sea: Sea, ship: Warship, wanted: tuple[str, ...] = (), most: int = 0) -> None:
    """11.2 IR, IB: `most` units (0: all) of one zone, base or port are turned up, where orders or player say."""
    options = looks(sea, ship.seat)
    if not options:
        return
    space = next((space for space in wanted if space in options), "")
    if not space:
        form = Choose(options=options, rule="11.2")
        space = await roles.consult(sea, ship.seat, "reveal", "11.2", REVEAL, form)
    await turn_up(sea, ship, space, most)


async def turn_up(sea: Sea, ship: Warship, space: str, most: int = 0, how: str = "intelligence") -> None:
    """11.2, 21.2 Turn up counters that lie face down in a space, those drawn at random if not all; they stay there."""
    down = {marker.id: marker for marker in _face_down(sea, space)}
    chosen = list(down)
    if most and most < len(down):
        chosen = await draw(chosen, most, key=sea.occasion("reveal"), rule="11.2")
    for name in chosen:
        down[name].up = down[name].found = True
    forts = tuple(name for name in chosen if name in sea.box.forts)
    counters = tuple(name for name in chosen if name not in sea.box.forts)
    seats = sea.witnesses(ship.at)
    scouted = how == "scouted"
    sea.state.reports.append(
        Report(sea.state.turn, space, tuple(chosen), "scouted" if scouted else "intelligence", seats)
    )
    note_space(sea, space, *seats)
    sea.tell_at(ship.at, told.CountersShown(space, counters, forts, how))


def _face_down(sea: Sea, space: str) -> list[Marker]:
    lying = [*sea.markers_at(space), *sea.state.forts.get(space, [])]
    return [marker for marker in lying if not marker.up]
