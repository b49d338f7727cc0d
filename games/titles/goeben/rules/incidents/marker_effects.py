"""13.1 Operations that several incidents share: announcing markers, damage, and turning back Allied ships."""

from collections.abc import Awaitable, Callable
from typing import Literal

from games.kernel.events import Audience
from games.titles.goeben.components.pieces import Zone
from games.titles.goeben.rules.ships import austria, ports
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.state import Weather
from games.titles.goeben.visibility.notes import Notes, tell_noted

Fate = Literal["pool", "used", "laid"]
Incident = Callable[[Board, str, str], Awaitable[Fate]]


def weather(board: Board, space: str) -> Weather:
    """13.chart Return the weather of a space, which markers change for the rest of the day."""
    return board.day.weather.setdefault(space, Weather())


def announce_effect(board: Board, space: str, kind: str, *, idle: bool = False) -> None:
    """13.1 Announce to the seats that see a space that a marker of this kind takes effect there.

    `idle`: True if the marker has no effect that these seats could see.
    """
    board.tell_at(space, told.Befell(space, kind, idle))


def announce_distant_effect(board: Board, space: str, kind: str, idle: Callable[[Notes], bool]) -> None:
    """13.1, 25.2 Announce to the seats that see a space that a marker drawn there has an effect in other spaces.

    `idle`: a function that returns True if, by a captain's notes, the marker can have no effect.
    """
    tell_noted(board, board.witnesses(space), lambda notes: told.Befell(space, kind, idle(notes)))


def announce_used_up(board: Board, kind: str, to: Audience) -> None:
    """13.1 Announce that a marker of this kind leaves the game for good.

    25.2 In the mode "captains", only captains in `to` receive the event, because it shows that the marker took effect.
    """
    board.emit(told.MarkerUsedUp(kind), to=to)


def at_allied_port(board: Board, space: str) -> bool:
    """13.1 Return True if a space is an Allied port or naval base, even if the players have captured it."""
    port = ports.port_at(board, space)
    return port is not None and port.side in ("allied", "captured")


def ships_in(board: Board, space: str) -> tuple[str, ...]:
    """13.1 Return all players' ships in a space, Austro-Hungarian ships included."""
    return (*(ship.id for ship in board.ships_at(space)), *(one.id for one in board.consorts_at(space)))


def apply_damage(board: Board, name: str, *, hull: int = 0, engines: int = 0) -> None:
    """Apply damage from other causes than enemy fire to a ship. `hull`, `engines`: the boxes to remove.

    For an Austro-Hungarian ship, which has no tracks, each box counts as a hit (20.0).
    """
    if name in board.box.austrian:
        austria.apply_hits(board, austria.consort(board, name), hull + engines)
        return
    ship = board.ship(name)
    hurt(board, ship, "engines", engines)
    hurt(board, ship, "hull", hull)


def turn_back(board: Board, zone: Zone, why: str) -> None:
    """Put the Allied ships drawn in the sea `zone` in this phase back into the incident pool. They are not replaced.

    `why`: the key of the reason, for the event.
    """
    for space in board.box.waters.within(zone):
        drawn = tuple(name for name in board.enemies_at(space) if name in board.day.arrived)
        for name in drawn:
            board.lift(space, name)
            board.state.pool.append(name)
        if drawn:
            board.tell_at(space, told.AlliesTurnedBack(space, drawn, why))
