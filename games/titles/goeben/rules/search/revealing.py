"""11.2, 21.2 Intelligence and seaplanes turn up face-down counters on the map."""

from games.kernel.forms import Choose
from games.kernel.requests import draw
from games.kernel.text import Text
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Marker, Report, Warship
from games.titles.goeben.visibility.knowledge import note_space
from games.titles.goeben.visibility.notes import Notes, notes_of

REVEAL = Text("Which place do you look into?", "どこの敵情を明らかにしますか？")


def looks(notes: Notes) -> tuple[str, ...]:
    """11.2, 11.2.2 Return the spaces that intelligence may reveal, as far as the seat of these notes knows.

    These are patrol zones, ports and bases with face-down counters or coastal defences.
    """
    known = notes.spaces
    places = [space for space in known if ports.is_patrol(notes, space) or ports.port_at(notes, space) is not None]
    return tuple(space for space in places if known[space].down or known[space].forts_down)


async def look(board: Board, ship: Warship, wanted: tuple[str, ...] = (), most: int = 0) -> None:
    """11.2 Turn up `most` counters (0: all) in one space, for the results IR and IB.

    The space is the first of `wanted` that intelligence may reveal. If there is none, the captain of `ship` chooses a
    space. Nothing happens if there are no counters to reveal.
    """
    options = looks(notes_of(board, ship.seat))
    if not options:
        return
    space = next((space for space in wanted if space in options), "")
    if not space:
        space = await roles.consult(board, ship.seat, "reveal", "11.2", REVEAL, _reveal)
    await turn_up(board, ship, space, most)


def _reveal(notes: Notes) -> Choose:
    return Choose(options=looks(notes), rule="11.2")


async def turn_up(board: Board, ship: Warship, space: str, most: int = 0, how: str = "intelligence") -> None:
    """11.2, 21.2 Turn up `most` face-down counters (0: all) in a space, chosen at random. They stay in the space.

    `ship`: the ship that looks; the seats that see its space learn of the counters. `how`: "intelligence", or "scouted"
    by a seaplane.
    """
    down = {marker.id: marker for marker in _face_down(board, space)}
    chosen = list(down)
    if most and most < len(down):
        chosen = await draw(chosen, most, key=board.occasion("reveal"), rule="11.2")
    for name in chosen:
        down[name].up = down[name].found = True
    forts = tuple(name for name in chosen if name in board.box.forts)
    counters = tuple(name for name in chosen if name not in board.box.forts)
    seats = board.witnesses(ship.at)
    scouted = how == "scouted"
    board.state.reports.append(
        Report(board.state.turn, space, tuple(chosen), "scouted" if scouted else "intelligence", seats)
    )
    note_space(board, space, *seats)
    board.tell_at(ship.at, told.CountersShown(space, counters, forts, how))


def _face_down(board: Board, space: str) -> list[Marker]:
    lying = [*board.markers_at(space), *board.state.forts.get(space, [])]
    return [marker for marker in lying if not marker.up]
