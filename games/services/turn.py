"""Writing down a run and all that follows from it: journal, views, questions, announcements, letters, hints.

The caller holds the game's row and has closed the questions that were open. Each kind of row is one statement.
"""

from collections.abc import Iterable, Mapping, Sequence
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
from games.services.advice import advisers_of, make_room
from games.services.following import Applied, OrderBook, log_applied, store_orders
from games.services.load import Position, keep
from games.services.notices import letters
from games.services.record import Ledger, checkpoint_row
from games.services.release import release_moment
from games.services.sight import Sight

_MOVED = ("status", "stop", "step", "branch", "checkpoint", "keyframe", "chain_hash", "order_hash", "hold_reason")
_FIELDS = (*_MOVED, "due_from", "standings", "ended_at", "rules_version")


class Turn:
    """What one run leaves in the store. `notices` may be added to until `write`."""

    def __init__(self, game: Game, seats: Sequence[Seat], now: datetime, book: OrderBook | None = None) -> None:
        self.game, self.seats, self.now = game, seats, now
        self.book = book or OrderBook.of(game, seats, now)
        """The standing orders as the run has left them."""
        self.answered: Mapping[str, OpenRequest] = {}
        """The questions, by role, that were open and have become entries of the run."""
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
        game, applied = self.game, self.book.settle(run)
        game.rules_version = here.title.rules_version
        written = run.entries if entries is None else entries
        checkpoints = [self.first] if self.first else []
        if run.checkpoints:
            checkpoints.append(checkpoint_row(game, run.checkpoints[-1], here.keyframe))
        sight = Sight.of(game, self.now)
        ledger = Ledger(game, here.parent, here.next_entry, here.next_event)
        ledger.write(self.cause, self.now, written, run.events, checkpoints)
        sight.look(views, run.events, self._addressed(asks) | {one.question.seat for one in applied})
        sight.write()
        opened = self._open(asks, run.number, sight)
        game.due_from = self._due_from(run, opened)
        self.notices += store_orders(self.book, game, self.by_role, self.now, over=run.over)
        log_applied(applied, game, self.by_role, self.answered, _stops(sight, applied), self.now)
        if run.over:
            game.status, game.ended_at = Game.Status.OVER, self.now
            game.standings = msgspec.to_builtins(here.title.standings(run.state))
        update(game, *_FIELDS)
        keep(game, here.after(run, written, game.stop, whole=game.keyframe is None), sight.glimpses)
        self._post(sight, over=run.over)
        self._hint(opened)

    def _addressed(self, asks: Sequence[Ask[Any]]) -> set[str]:
        """Who is asked something, or asked for advice."""
        return {role for ask in asks for role in (ask.seat, *advisers_of(ask, self.by_role))}

    def _open(self, asks: Sequence[Ask[Any]], entry: int, sight: Sight) -> list[OpenRequest]:
        hours = self.game.deadline_hours
        due = self.now + timedelta(hours=hours) if hours else None
        opened = [self._request(ask, entry, sight.stop_of(ask.seat), due) for ask in asks]
        insert(opened)
        make_room(opened, asks, self.by_role)
        kept = [_sealed_again(row, self.sealed[row.seat.role], self.now) for row in opened if row.revision]
        insert(kept)
        return opened

    def _request(self, ask: Ask[Any], entry: int, seat_stop: int, due: datetime | None) -> OpenRequest:
        game = self.game
        row = OpenRequest(game=game, seat=self.by_role[ask.seat], branch=game.branch, stop=game.stop, entry=entry)
        row.seat_stop, row.opened_at, row.due_at = seat_stop, self.now, due
        row.key, row.kind, row.rule, row.question = ask.key, ask.kind, ask.rule, store.pack(ask)
        if ask.seat in self.sealed:
            row.revision, row.ready = 1, True
        elif game.release_at:
            row.ready = self.book.stands(ask.seat, ask.kind)
        return row

    def to_open(self, asked: Iterable[Ask[Any]]) -> list[Ask[Any]]:
        """The questions of a new branch that have to be put to somebody; those left out are answered by `resolve`."""
        if self.game.release_at:
            return list(asked)
        return [ask for ask in asked if ask.seat in self.sealed or not self.book.stands(ask.seat, ask.kind)]

    def _due_from(self, run: Run, opened: Sequence[OpenRequest]) -> datetime | None:
        """Since when, or from when on, there is something to do for `resolve`."""
        if run.more:
            return self.now
        if opened:
            return release_moment(self.game, self.now) if all(row.ready for row in opened) else None
        on_a_new_branch = self.cause != JournalSegment.Cause.RESOLVE
        return self.now if run.asked and on_a_new_branch else None

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


def _stops(sight: Sight, applied: Sequence[Applied]) -> dict[str, int]:
    return {one.question.seat: sight.stop_of(one.question.seat) for one in applied}


def _sealed_again(row: OpenRequest, given: Given, now: datetime) -> SealedAnswer:
    answer = msgspec.json.encode(given.answer)
    return SealedAnswer(request=row, revision=1, answer=answer, ready=True, channel=given.channel, at=now)
