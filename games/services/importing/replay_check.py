"""Replay an exported game: its journal must produce exactly the stored results.

Each segment is replayed from the checkpoint before it, and the states, events, views, open questions and standings are
compared with the stored ones. A segment of another version of the rules is not replayed. The last segment of a held
game may fail: a game is held just because the rules cannot continue it.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NoReturn

import msgspec

from games.kernel.driver import DriveResult, drive, initial_checkpoint
from games.kernel.errors import Problem
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.text import Text, without_translations
from games.models import Checkpoint, Game, JournalSegment, SeatView
from games.models.compression import inflate
from games.persistence import serialization
from games.selectors.replay_check import REPLAY_ERRORS
from games.services.importing.draft_reader import ImportDraft
from games.services.resolve.view_writer import list_audiences


class _Enough(Exception):
    """Raised when the replay needs new dice: it has passed the end of the recorded segment."""


class _NoMore:
    """The dice of a replay: raises `_Enough`, because all rolls must be in the journal."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        raise _Enough


def find_replay_problems(draft: ImportDraft) -> Iterator[Problem]:
    """Yield a problem for the first segment whose replay differs from the document's stored results."""
    segments = {row.number: index for index, row in enumerate(draft.tables["segments"])}
    rows = sorted(draft.tables["segments"], key=lambda row: (row.branch, row.number))
    if faults := list(_opening_faults(draft)):
        yield _problem("/tables/checkpoints", faults[0])
        return
    replay = _Replay(draft)
    for _, group in groupby(rows, key=lambda row: row.branch):
        for row in group:
            fault = replay.fault(row)
            if fault:
                yield _problem(f"/tables/segments/{segments[row.number]}", fault)
                return


def _opening_faults(draft: ImportDraft) -> Iterator[str]:
    """Yield a fault if the first checkpoint is not the one with which a game of this scenario and options starts."""
    first = next((row for row in draft.tables["checkpoints"] if (row.branch, row.number) == (0, 0)), None)
    if draft.game.started_at is None:
        return
    if first is None or first.written != 0 or first.keyframe is not None:
        yield "there is no opening"
    elif first.rules_version == draft.title.rules.version:
        options = msgspec.convert(draft.game.options, draft.title.options.type)
        begun = initial_checkpoint(draft.title, draft.title.rules.new_game(draft.game.scenario, options))
        if serialization.read_checkpoint(first, None) != begun:
            yield "the game does not begin as such games do"


class _Replay:
    """The rows of a draft, indexed for the replay of one segment after the other."""

    def __init__(self, draft: ImportDraft) -> None:
        self.draft, self.title = draft, draft.title
        self.checkpoints = {(row.branch, row.number): row for row in draft.tables["checkpoints"]}
        self.segments: list[JournalSegment] = sorted(draft.tables["segments"], key=lambda row: row.number)
        self.told: Mapping[int, bytes] = {row.number: row.told for row in draft.tables["events"]}
        self.seen: dict[int, list[tuple[SeatView, bytes]]] = {}
        before: dict[str, bytes] = {}
        for row in sorted(draft.tables["views"], key=lambda row: (row.audience, row.stop)):
            before[row.audience] = inflate(row.view, before.get(row.audience))
            self.seen.setdefault(row.number, []).append((row, before[row.audience]))

    def fault(self, segment: JournalSegment) -> str:
        """Return the first fault of a segment; "" if it has none, or if another version of the rules wrote it."""
        start = self._start(segment)
        if start is None:
            return "no checkpoint is before it"
        if not segment.rules_version == start.rules_version == self.title.rules.version:
            return ""
        last = segment.number == self.draft.game.stop
        try:
            run = self._driven(segment, start)
            return next(self._misfits(segment, start, run, last=last), "")
        except REPLAY_ERRORS as error:
            if last and self.draft.game.status == Game.Status.HELD:
                return ""
            return f"{type(error).__name__}: {error}"

    def _start(self, segment: JournalSegment) -> Checkpoint | None:
        """Return the checkpoint from which a segment was played: the newest one of its branch before the segment.

        A branch's first segment was played from the checkpoint that was stored with it. None if there is none.
        """
        rows = [row for (branch, _), row in self.checkpoints.items() if branch == segment.branch]
        before = [row for row in rows if row.written < segment.number]
        begins = [row for row in rows if row.written == segment.number]
        if before:
            return max(before, key=lambda row: row.number)
        return min(begins, key=lambda row: row.number, default=None)

    def _driven(self, segment: JournalSegment, start: Checkpoint) -> DriveResult:
        """Return the replay of the step's journal entries up to the end of `segment`, from the checkpoint `start`."""
        line = [row for row in self.segments if row.branch == segment.branch and row.number <= segment.number]
        entries = [
            one for row in line if row.number >= start.written for one in serialization.read_entries(row.entries)
        ]
        recorded = [entry for entry in entries if entry.number >= start.first_entry]
        published = segment.first_event - start.first_event
        stored = {number for branch, number in self.checkpoints if branch == segment.branch}
        how: dict[str, Any] = {
            "chance": _NoMore(),
            "branch": segment.branch,
            "published_events": published,
            "spans_steps": True,
            "stored_checkpoints": stored,
        }
        try:
            return drive(self.title, self._read(start), recorded, **how)
        except _Enough:
            return drive(self.title, self._read(start), recorded, budget=0, **how)

    def _misfits(self, segment: JournalSegment, start: Checkpoint, run: DriveResult, *, last: bool) -> Iterator[str]:
        if run.entries:
            yield "it goes on by itself"
        if segment.event_count != len(run.events) or self._told(segment) != serialization.to_builtins(run.events):
            yield "it tells other events"
        written = [row for row in self.checkpoints.values() if row.written == segment.number and row is not start]
        if [self._read(row) for row in written] != run.checkpoints[-1:]:
            yield "it leads to another state"
        views = run.views(self.title, list_audiences(self.draft.seats))
        if any(view != views.get(row.audience) for row, view in self.seen.get(segment.number, ())):
            yield "others saw something else"
        if last:
            yield from self._last_misfits(run)

    def _told(self, segment: JournalSegment) -> Any:
        blob = self.told.get(segment.number)
        return msgspec.json.decode(inflate(blob)) if blob is not None else []

    def _read(self, row: Checkpoint) -> Any:
        keyframe = None if row.keyframe is None else self.checkpoints.get((row.branch, row.keyframe))
        return serialization.read_checkpoint(row, keyframe)

    def _last_misfits(self, run: DriveResult) -> Iterator[str]:
        """Yield the faults of the final position: its end, its standings, and its open questions."""
        game = self.draft.game
        if run.is_over != (game.status == Game.Status.OVER) and game.status != Game.Status.ABANDONED:
            yield "it does not end so"
        if game.status == Game.Status.OVER and game.standings != msgspec.to_builtins(
            self.title.rules.standings(run.state)
        ):
            yield "it ends with other standings"
        asked = {ask.seat: ask for ask in run.open_questions}
        for row in self.draft.requests:
            if row.closed_at is None and game.status != Game.Status.HELD:
                ask = asked.get(row.seat.role)
                if ask is None or not self._is(row, ask, run.number):
                    yield f"{row.seat.role} is asked something else"

    def _is(self, row: Any, ask: Ask[Any], number: int) -> bool:
        """Return True if the stored question `row` equals the question that the rules ask as entry `number`."""
        named = (row.entry, row.key, row.kind, row.rule) == (number, ask.key, ask.kind, ask.rule)
        return named and _question(row.question) == _question(serialization.pack(ask))


def _question(blob: bytes) -> Any:
    """Return a stored question without its translations, which depend on the catalogues of the exporting server."""
    return without_translations(msgspec.json.decode(inflate(bytes(blob))))


def _problem(at: str, fault: str) -> Problem:
    text = Text("Played again, this is not what came of it: {fault}.", "再現した結果と一致しません：{fault}")
    return Problem(at, "replay", text.format(fault=fault))
