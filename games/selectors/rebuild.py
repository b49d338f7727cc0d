"""Would the rules, as they are installed, play a whole stored game again as it was played? Changes nothing."""

from collections.abc import Iterator
from typing import Any

import msgspec

from games import registry
from games.errors import Unreadable
from games.kernel.driver import drive
from games.kernel.errors import GameError, ReplayDiverged, TitleFault
from games.kernel.journal import Entry
from games.kernel.title import Title
from games.models import Branch, Checkpoint, Game, JournalSegment
from games.stored import chain, packing
from games.stored.position import NoDice

MISFITS = (GameError, ReplayDiverged, TitleFault, LookupError, TypeError, ValueError, msgspec.MsgspecError)
"""What rules that no longer fit a journal look like."""


def whole_faults(game: Game) -> list[str]:
    """Where rebuilding each branch of a game from its first checkpoint gives other states or questions.

    What was played under another version of the rules is compared no further than it replays.
    """
    try:
        title = registry.game_title(game)
    except Unreadable as error:
        return [error.why]
    branches = Branch.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    return [fault for branch in branches for fault in _branch_faults(game, title, branch)]


def _branch_faults(game: Game, title: Title[Any], branch: int) -> Iterator[str]:
    rows = {row.number: row for row in Checkpoint.objects.filter(game=game, branch=branch).order_by("number")}
    segments = list(JournalSegment.objects.filter(game=game, branch=branch).order_by("number"))
    if not rows or not segments:
        return
    first = rows[min(rows)]
    entries = [entry for segment in segments for entry in _entries(segment) if entry.number >= first.first_entry]
    current = all(segment.rules_version == title.rules_version for segment in segments)
    try:
        start = packing.read_checkpoint(first, rows.get(first.keyframe) if first.keyframe is not None else None)
        run = drive(title, start, entries, chance=NoDice(), branch=branch, budget=0, whole=True, borders=rows)
    except MISFITS as error:
        if current:
            yield f"branch {branch}: {_told(error)}"
        return
    for checkpoint in run.checkpoints:
        row = rows.get(checkpoint.number)
        if row is None or row.rules_version != checkpoint.rules_version:
            continue
        if chain.state_digest(checkpoint.state) != row.digest:
            yield f"branch {branch}: checkpoint {checkpoint.number} has another state"
            return


def _entries(segment: JournalSegment) -> list[Entry]:
    return packing.read_entries(segment.entries)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
