"""Playing a document again: what its journal brings about must be what it says came of it.

Segment after segment is driven from the checkpoint before it; states, events, views, the questions that are open and
the standings are compared. What was played under other rules than those installed is not driven, except that a game
which has to go on with it is held if its step cannot be played again: that is what being held is for.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NoReturn

import msgspec

from games.kernel.driver import Run, drive, opening
from games.kernel.errors import Problem
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.text import Text
from games.models import Checkpoint, Game, JournalSegment, SeatView
from games.models.compress import inflate
from games.selectors.rebuild import MISFITS
from games.services.importing.draft import Draft
from games.services.resolve.views import audiences
from games.stored import packing


class _Enough(Exception):
    """The run has left what is recorded, at a step's boundary where a budget was used up."""


class _NoMore:
    """Dice are not rolled anew."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        raise _Enough


def replay_problems(draft: Draft) -> Iterator[Problem]:
    """Where a document is not what its own journal brings about; it ends with the first branch that is not."""
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


def _opening_faults(draft: Draft) -> Iterator[str]:
    """The first checkpoint is the one that every such game begins with."""
    first = next((row for row in draft.tables["checkpoints"] if (row.branch, row.number) == (0, 0)), None)
    if draft.game.started_at is None:
        return
    if first is None or first.written != 0 or first.keyframe is not None:
        yield "there is no opening"
    elif first.rules_version == draft.title.rules_version:
        options = msgspec.convert(draft.game.options, draft.title.options_type)
        begun = opening(draft.title, draft.title.new_game(draft.game.scenario, options))
        if packing.read_checkpoint(first, None) != begun:
            yield "the game does not begin as such games do"


class _Replay:
    """The rows of a draft by number, for driving one segment after the other."""

    def __init__(self, draft: Draft) -> None:
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
        """What is wrong with a segment; nothing where other rules than those installed wrote it."""
        start = self._start(segment)
        if start is None:
            return "no checkpoint is before it"
        if not segment.rules_version == start.rules_version == self.title.rules_version:
            return ""
        last = segment.number == self.draft.game.stop
        try:
            run = self._driven(segment, start)
            return next(self._misfits(segment, start, run, last=last), "")
        except MISFITS as error:
            if last and self.draft.game.status == Game.Status.HELD:
                return ""
            return f"{type(error).__name__}: {error}"

    def _start(self, segment: JournalSegment) -> Checkpoint | None:
        """The checkpoint that was the newest of the branch when the segment was written; its own, where it begins one.

        A branch begins with a checkpoint that was written with its first segment.
        """
        rows = [row for (branch, _), row in self.checkpoints.items() if branch == segment.branch]
        before = [row for row in rows if row.written < segment.number]
        begins = [row for row in rows if row.written == segment.number]
        if before:
            return max(before, key=lambda row: row.number)
        return min(begins, key=lambda row: row.number, default=None)

    def _driven(self, segment: JournalSegment, start: Checkpoint) -> Run:
        """The run that the segment was written down of, together with what its step had recorded before."""
        line = [row for row in self.segments if row.branch == segment.branch and row.number <= segment.number]
        entries = [one for row in line if row.number >= start.written for one in packing.read_entries(row.entries)]
        recorded = [entry for entry in entries if entry.number >= start.first_entry]
        published = segment.first_event - start.first_event
        stored = {number for branch, number in self.checkpoints if branch == segment.branch}
        how: dict[str, Any] = {
            "chance": _NoMore(), "branch": segment.branch, "published": published, "whole": True, "borders": stored
        }  # fmt: skip
        try:
            return drive(self.title, self._read(start), recorded, **how)
        except _Enough:
            return drive(self.title, self._read(start), recorded, budget=0, **how)

    def _misfits(self, segment: JournalSegment, start: Checkpoint, run: Run, *, last: bool) -> Iterator[str]:
        if run.entries:
            yield "it goes on by itself"
        if segment.event_count != len(run.events) or self._told(segment) != packing.plain(run.events):
            yield "it tells other events"
        written = [row for row in self.checkpoints.values() if row.written == segment.number and row is not start]
        if [self._read(row) for row in written] != run.checkpoints[-1:]:
            yield "it leads to another state"
        views = run.views(self.title, audiences(self.draft.seats))
        if any(view != views.get(row.audience) for row, view in self.seen.get(segment.number, ())):
            yield "others saw something else"
        if last:
            yield from self._last_misfits(run)

    def _told(self, segment: JournalSegment) -> Any:
        blob = self.told.get(segment.number)
        return msgspec.json.decode(inflate(blob)) if blob is not None else []

    def _read(self, row: Checkpoint) -> Any:
        keyframe = None if row.keyframe is None else self.checkpoints.get((row.branch, row.keyframe))
        return packing.read_checkpoint(row, keyframe)

    def _last_misfits(self, run: Run) -> Iterator[str]:
        """Where the game stands: the rules ask its open questions, or give its standings."""
        game = self.draft.game
        if run.over != (game.status == Game.Status.OVER) and game.status != Game.Status.ABANDONED:
            yield "it does not end so"
        if game.status == Game.Status.OVER and game.standings != msgspec.to_builtins(self.title.standings(run.state)):
            yield "it ends with other standings"
        asked = {ask.seat: ask for ask in run.asked}
        for row in self.draft.requests:
            if row.closed_at is None and game.status != Game.Status.HELD:
                ask = asked.get(row.seat.role)
                if ask is None or not self._is(row, ask, run.number):
                    yield f"{row.seat.role} is asked something else"

    def _is(self, row: Any, ask: Ask[Any], number: int) -> bool:
        """Whether a stored question is the one that the rules ask."""
        named = (row.entry, row.key, row.kind, row.rule) == (number, ask.key, ask.kind, ask.rule)
        return named and inflate(row.question) == inflate(packing.pack(ask))


def _problem(at: str, fault: str) -> Problem:
    en, ja = f"Played again, this is not what came of it: {fault}.", f"再現した結果と一致しません: {fault}"
    return Problem(at, "replay", Text(en, ja))
