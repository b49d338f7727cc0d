"""The turns that are over, for the diagram of the battle. All of it is public: positions are open (4.1b)."""

from collections.abc import Callable

from games.titles.battleships.state.state import Hit, PastTurn, Record, Track

NOTHING = "-"
"""The result of a shot or a torpedo without damage."""


def past_turn(record: Record) -> PastTurn:
    """Return what the diagram needs of a turn."""
    hits = [
        Hit(shot.firer, shot.target, shot.origin, shot.at, result=shot.result)
        for shot in record.shots
        if shot.result != NOTHING
    ]
    hits += [
        Hit(track.launcher, track.struck, track.origin, _end(record, track), torpedo=True, result=track.result)
        for track in record.tracks
        if track.struck and track.result != NOTHING
    ]
    return PastTurn(record.turn, dict(record.ways), hits, list(record.lost))


def _end(record: Record, track: Track) -> str:
    """Return the hex in which a torpedo struck: that of the ship before she moved, or the end of its run."""
    if way := record.ways.get(track.struck):
        return way[0]
    lost = next((loss.at for loss in record.lost if loss.ship == track.struck), "")
    return lost or (track.way[-1] if track.way else track.origin)


def move_history(history: list[PastTurn], moved: Callable[[str], str]) -> None:
    """9.3b Move every hex of past turns, because the map has shifted."""
    for turn in history:
        turn.ways = {ship: tuple(map(moved, way)) for ship, way in turn.ways.items()}
        for hit in turn.hits:
            hit.origin, hit.at = moved(hit.origin), moved(hit.at)
        for loss in turn.lost:
            loss.at = moved(loss.at)
