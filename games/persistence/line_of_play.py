"""Read a game's line of play: the journal entries that led to its present position, without those undone by rewinds."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import F

from games.kernel.driver import drive
from games.kernel.journal import Entry
from games.kernel.rollouts import RolloutStart, find_start
from games.kernel.title import Title
from games.models import Checkpoint, Game, JournalSegment
from games.persistence import serialization
from games.persistence.position import RecordedDiceOnly


class LinePart(NamedTuple):
    """The entries of one journal segment that belong to the line of play."""

    segment: int
    """The number of the segment."""
    branch: int
    """The number of its branch."""
    first: int
    """The number of the first entry."""
    end: int
    """The number after that of the last entry."""
    cause: str
    """Why the segment was stored: a value of `JournalSegment.Cause`."""


def list_line(game: Game) -> list[LinePart]:
    """Return the parts of the line of play from the beginning of the game, including parts without entries."""
    columns = ("number", "parent", "branch", "first_entry", "entry_count", "cause")
    rows = {row[0]: row for row in JournalSegment.objects.filter(game=game).values_list(*columns)}
    begins = _branch_beginnings(game)
    parts: list[LinePart] = []
    at = max((number for number, row in rows.items() if row[2] == game.branch), default=None)
    while at is not None:
        number, parent, branch, first, count, cause = rows[at]
        end = first + count
        if parts and parts[-1].branch != branch:
            end = min(end, begins[parts[-1].branch])
        parts.append(LinePart(number, branch, first, max(first, end), cause))
        at = parent if parent in rows else None
    return parts[::-1]


def _branch_beginnings(game: Game) -> dict[int, int]:
    """Return the number of the first entry of each branch."""
    found: dict[int, int] = {}
    rows = Checkpoint.objects.filter(game=game).order_by("branch", "number").values_list("branch", "first_entry")
    for branch, first in rows:
        found.setdefault(branch, first)
    return found


def read_part(game: Game, part: LinePart) -> list[Entry]:
    """Return the journal entries of a part of the line of play."""
    blob = JournalSegment.objects.values_list("entries", flat=True).get(game=game, number=part.segment)
    return [one for one in serialization.read_entries(blob) if part.first <= one.number < part.end]


def find_position(game: Game, title: Title[object], branch: int, segment: int, entry: int) -> RolloutStart:
    """Return the position before journal entry `entry` of a branch, as the start of rollouts.

    `segment` is the number of the segment that contains the entry before `entry`. A replay finds the last step boundary
    before `entry`, so that each rollout repeats only the entries since. Raises ReplayDiverged if the rules no longer
    fit the journal, ValueError if the branch has no checkpoint before the entry.
    """
    rows = Checkpoint.objects.filter(game=game, branch=branch, first_entry__lte=entry).order_by("-number")
    row = rows.first()
    if row is None:
        raise ValueError(f"branch {branch} has no checkpoint before entry {entry}")
    keyframe = None
    if row.keyframe is not None:
        keyframe = Checkpoint.objects.get(game=game, branch=branch, number=row.keyframe)
    stored = serialization.read_checkpoint(row, keyframe)
    entries = [one for one in _entries(game, branch, segment, stored.first_entry) if one.number >= stored.first_entry]
    if stored.first_entry == entry or stored.step is None:
        return RolloutStart(stored)
    chance = RecordedDiceOnly()
    run = drive(title, stored, entries, chance=chance, branch=branch, budget=0, spans_steps=True)
    return find_start([stored, *run.checkpoints], entries, entry)


def _entries(game: Game, branch: int, segment: int, first: int) -> Iterator[Entry]:
    """Yield the entries of a branch's segments from the one with entry `first` up to number `segment`."""
    rows = JournalSegment.objects.filter(game=game, branch=branch, number__lte=segment).order_by("number")
    rows = rows.filter(first_entry__gt=first - F("entry_count"))
    for blob in rows.values_list("entries", flat=True):
        yield from serialization.read_entries(blob)
