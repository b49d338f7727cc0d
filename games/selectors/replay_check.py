"""Check that a replay of a whole stored game by the installed rules has the same results. Changes nothing."""

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
from games.persistence import hash_chain, serialization
from games.persistence.position import RecordedDiceOnly

REPLAY_ERRORS = (GameError, ReplayDiverged, TitleFault, LookupError, TypeError, ValueError, msgspec.MsgspecError)
"""The exceptions that rules raise in a replay if they no longer fit the journal."""


def find_replay_faults(game: Game) -> list[str]:
    """Replay each branch from its first checkpoint; return the differences from the stored states and questions.

    Segments of another version of the rules are compared only as far as they can be replayed.
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
    current = all(segment.rules_version == title.rules.version for segment in segments)
    try:
        start = serialization.read_checkpoint(first, rows.get(first.keyframe) if first.keyframe is not None else None)
        run = drive(
            title,
            start,
            entries,
            chance=RecordedDiceOnly(),
            branch=branch,
            budget=0,
            spans_steps=True,
            stored_checkpoints=rows,
        )
    except REPLAY_ERRORS as error:
        if current:
            yield f"branch {branch}: {_told(error)}"
        return
    for checkpoint in run.checkpoints:
        row = rows.get(checkpoint.number)
        if row is None or row.rules_version != checkpoint.rules_version:
            continue
        if hash_chain.state_digest(checkpoint.state) != row.digest:
            yield f"branch {branch}: checkpoint {checkpoint.number} has another state"
            return


def _entries(segment: JournalSegment) -> list[Entry]:
    return serialization.read_entries(segment.entries)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
