"""The records of earlier turns, for the diagram of the battle. All of them are public: positions are open (4.1b)."""

from collections.abc import Callable

from games.titles.battleships.state.state import Hit, PastTurn, Record, Track

NOTHING = "-"
"""The result of a shot or a torpedo without damage."""


def past_turn(record: Record) -> PastTurn:
    """Return the part of a turn's record that the diagram needs: paths, hits and losses."""
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
    """Return the hex in which a torpedo hit a ship.

    It is the ship's hex before her move this turn or before her loss; if she did neither, the end of the torpedo's run.
    """
    if way := record.ways.get(track.struck):
        return way[0]
    lost = next((loss.at for loss in record.lost if loss.ship == track.struck), "")
    return lost or (track.way[-1] if track.way else track.origin)


def move_history(history: list[PastTurn], moved: Callable[[str], str]) -> None:
    """9.3b Replace every hex in past turns by its new name, because the map has shifted.

    `moved` returns the new name.
    """
    for turn in history:
        turn.ways = {ship: tuple(map(moved, way)) for ship, way in turn.ways.items()}
        for hit in turn.hits:
            hit.origin, hit.at = moved(hit.origin), moved(hit.at)
        for loss in turn.lost:
            loss.at = moved(loss.at)
