"""6.3, 8.4 Damage to German ships."""

from games.titles.goeben.box.pieces import GUNS, Track
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship

_CRIPPLING: tuple[Track, ...] = ("engines", *GUNS)


def hurt(sea: Sea, ship: Warship, track: Track, by: int, *, attacked: bool = False) -> None:
    """6.3, 17.1.1 Lower a track, not below 0. The cargo in lost hull boxes goes too (8.4); without hull the ship is
    lost.

    `attacked`: by the Allies, who score for guns or engines brought to 0 (17.1).
    """
    before: int = getattr(ship, track)
    left = max(before - by, 0)
    if left == before:
        return
    setattr(ship, track, left)
    sea.tell_at(ship.at, told.Damaged(ship.id, track, before - left, left, _flooded(sea, ship)))
    if attacked and left == 0 and track in _CRIPPLING:
        score(sea, sea.box.charts.points.german_crippled, f"crippled_{track}", ship.id, to=sea.witnesses(ship.at))
    if ship.hull == 0:
        _sink(sea, ship)


def boxes(sea: Sea, cargo: "list[str] | tuple[str, ...]") -> int:
    """8.2 How many hull boxes some cargo takes."""
    return sum(sea.box.cargo[kind].boxes for kind in cargo)


def stow_back(sea: Sea, kind: str) -> None:
    """8.3 A piece of cargo goes to the Available box."""
    sea.state.available[kind] = sea.state.available.get(kind, 0) + 1


def _flooded(sea: Sea, ship: Warship) -> tuple[str, ...]:
    """8.4, 8.4.1 The cargo in the boxes that are lost, the last stowed first; a seaplane with either of her two
    (20.1.1).
    """
    lost: list[str] = []
    while boxes(sea, ship.cargo) > ship.hull:
        lost.append(ship.cargo.pop())
        stow_back(sea, lost[-1])
    return tuple(lost)


def _sink(sea: Sea, ship: Warship) -> None:
    """6.3 The ship is lost with all that is aboard; the Allies score (17.1)."""
    seen_by = sea.witnesses(ship.at)
    sea.signal(told.ShipSunk(ship.id, ship.at), told.ShipSunk(ship.id), to=seen_by)
    ship.sunk, ship.at = True, ""
    score(sea, sea.box.charts.points.german_sunk[sea.display(ship).type], "german_sunk", ship.id, to=seen_by)
