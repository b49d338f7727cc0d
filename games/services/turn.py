"""Writing down a run and all that follows from it: journal, views, questions, announcements, letters, hints.

The caller holds the game's row and has closed the questions that were open. Each kind of row is one statement.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from games import store
from games.kernel.driver import Run
from games.kernel.journal import Entry, Given
from games.kernel.requests import Ask
from games.models import Checkpoint, Game, JournalSegment, Notice, OpenRequest, OutgoingMail, SealedAnswer, Seat
from games.models.quick import insert, update
from games.services import hooks, outbox
from games.services.load import Position, keep
from games.services.notices import letters
from games.services.record import Ledger, checkpoint_row
from games.services.sight import Sight

_MOVED = ("status", "stop", "step", "branch", "checkpoint", "keyframe", "chain_hash", "order_hash", "hold_reason")
_FIELDS = (*_MOVED, "due_from", "standings", "ended_at", "rules_version")


class Turn:
    """What one run leaves in the store. `notices` may be added to until `write`."""

    def __init__(self, game: Game, seats: Sequence[Seat], now: datetime) -> None:
        self.game, self.seats, self.now = game, seats, now
        self.by_role = {seat.role: seat for seat in seats}
        self.notices: list[Notice] = []
        self.cause: str = JournalSegment.Cause.RESOLVE
        self.sealed: Mapping[str, Given] = {}
        """Answers, by role, that lie ready for the questions of this run from before."""
        self.first: Checkpoint | None = None
        """The checkpoint that a new branch begins with."""

    def write(
        self,
        here: Position,
        run: Run,
        views: Mapping[str, bytes],
        asks: Sequence[Ask[Any]],
        entries: Sequence[Entry] | None = None,
    ) -> None:
        """Store everything. `asks` are the questions that are new; `entries` stand in for the run's, if given."""
        game = self.game
        game.rules_version = here.title.rules_version
        written = run.entries if entries is None else entries
        checkpoints = [self.first] if self.first else []
        if run.checkpoints:
            checkpoints.append(checkpoint_row(game, run.checkpoints[-1], here.keyframe))
        sight = Sight.of(game, self.now)
        ledger = Ledger(game, here.parent, here.next_entry, here.next_event)
        ledger.write(self.cause, self.now, written, run.events, checkpoints)
        sight.look(views, run.events, {ask.seat for ask in asks})
        sight.write()
        opened = self._open(asks, run.number, sight)
        game.due_from = self.now if run.more or self._all_ready(opened) else None
        if run.over:
            game.status, game.ended_at = Game.Status.OVER, self.now
            game.standings = msgspec.to_builtins(here.title.standings(run.state))
        update(game, *_FIELDS)
        keep(game, here.after(run, written, game.stop, whole=game.keyframe is None), sight.glimpses)
        self._post(sight, over=run.over)
        self._hint(opened)

    def _open(self, asks: Sequence[Ask[Any]], entry: int, sight: Sight) -> list[OpenRequest]:
        hours = self.game.deadline_hours
        due = self.now + timedelta(hours=hours) if hours else None
        opened = [self._request(ask, entry, sight.stop_of(ask.seat), due) for ask in asks]
        insert(opened)
        kept = [_sealed_again(row, self.sealed[row.seat.role], self.now) for row in opened if row.ready]
        insert(kept)
        return opened

    def _request(self, ask: Ask[Any], entry: int, seat_stop: int, due: datetime | None) -> OpenRequest:
        game = self.game
        row = OpenRequest(game=game, seat=self.by_role[ask.seat], branch=game.branch, stop=game.stop, entry=entry)
        row.seat_stop, row.opened_at, row.due_at = seat_stop, self.now, due
        row.key, row.kind, row.rule, row.question = ask.key, ask.kind, ask.rule, store.pack(ask)
        if ask.seat in self.sealed:
            row.revision, row.ready = 1, True
        return row

    def _all_ready(self, opened: Sequence[OpenRequest]) -> bool:
        return bool(opened) and all(row.ready for row in opened)

    def _post(self, sight: Sight, *, over: bool) -> None:
        """One letter for every player who is asked, sees something new, or is at the end of the game."""
        for notice in self.notices:
            notice.stop = self.game.stop
        insert(self.notices)
        kind = outbox.Kind.OVER if over else outbox.Kind.STOP
        informed = [seat for seat in self.seats if seat.player_id and (over or seat.role in sight.changed)]
        stops = {seat.role: sight.stop_of(seat.role) for seat in self.seats}
        mails: list[OutgoingMail] = [outbox.owed(self.game, s, kind, seat_stop=stops[s.role]) for s in informed]
        outbox.post([*mails, *letters(self.notices, self.seats, stops, informed)])

    def _hint(self, opened: Sequence[OpenRequest]) -> None:
        hooks.after_commit(hooks.MAIL, self.game.pk)
        if self.game.due_from is not None:
            hooks.after_commit(hooks.RESOLVE, self.game.pk)
        if any(row.seat.kind == Seat.Kind.BOT and not row.ready for row in opened):
            hooks.after_commit(hooks.BOTS, self.game.pk)


def _sealed_again(row: OpenRequest, given: Given, now: datetime) -> SealedAnswer:
    answer = msgspec.json.encode(given.answer)
    return SealedAnswer(request=row, revision=1, answer=answer, ready=True, channel=given.channel, at=now)
