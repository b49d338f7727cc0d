"""6.1 Ships in one space act together; separate groups go through each phase in turn, in the order of the players.

A phase begins with `begin`; its step treats the space that `current` names, then calls `done` and follows what it says.
"""

from games.titles.goeben.table.sea import Sea


def spaces(sea: Sea) -> list[str]:
    """The spaces with ships of the players: first in the order of the moves, then in that of the map."""
    held = sea.occupied()
    ordered = [space for space in dict.fromkeys(sea.day.order) if space in held]
    return [*ordered, *(space for space in held if space not in ordered)]


def begin(sea: Sea, phase: str) -> str:
    """Enter a phase that treats space by space; its key."""
    sea.day.queue = spaces(sea)
    return phase


def current(sea: Sea) -> str | None:
    """The space whose turn it is in this phase; None when all had theirs. Spaces that were left are passed over."""
    held = sea.occupied()
    while sea.day.queue and sea.day.queue[0] not in held:
        sea.day.queue.pop(0)
    return sea.day.queue[0] if sea.day.queue else None


def done(sea: Sea, space: str, phase: str, following: str) -> str:
    """The space has been treated: `phase` again for the next, or `following` entered after the last."""
    if sea.day.queue and sea.day.queue[0] == space:
        sea.day.queue.pop(0)
    return phase if current(sea) is not None else begin(sea, following)
