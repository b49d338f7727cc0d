"""Writing down a run and all that follows from it: journal, views, questions, announcements, letters, hints.

The caller holds the game's row and has closed the questions that were open. Each kind of row is one statement.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from games.kernel.codec import decode
from games.kernel.driver import Run
from games.kernel.journal import Entry, Given
from games.kernel.requests import Ask
from games.kernel.title import Title, never_done
from games.models import Checkpoint, Game, JournalSegment, Notice, OpenRequest, OutgoingMail, SealedAnswer, Seat
from games.models.statements import insert, update
from games.services import hooks, outbox
from games.services.advice import advisers_of, make_room
from games.services.alarms import due_after, next_alarm, reminder
from games.services.notices import letters
from games.services.resolve.order_book import Applied, OrderBook, log_applied, store_orders
from games.services.resolve.segments import Segments, checkpoint_row
from games.services.resolve.views import Views
from games.stored import packing
from games.stored.clock import clock_of
from games.stored.position import Position, Stored, keep
from games.stored.release import is_patient, release_moment

_MOVED = ("status", "stop", "step", "branch", "checkpoint", "keyframe", "chain_hash", "order_hash", "hold_reason")
_FIELDS = (*_MOVED, "due_from", "wake_at", "standings", "ended_at", "rules_version")


class Writing:
    """What one run leaves in the store. `notices` may be added to until `write`."""

    def __init__(self, game: Game, seats: Sequence[Seat], now: datetime, book: OrderBook | None = None) -> None:
        self.game, self.seats, self.now = game, seats, now
        self.book = book or OrderBook.of(game, seats, now)
        """The standing orders as the run has left them."""
        self.answered: Mapping[str, OpenRequest] = {}
        """The questions, by role, that were open and have become entries of the run."""
        self.still_open: Sequence[OpenRequest] = ()
        """The questions that go on waiting beside those that are new."""
        self.by_role = {seat.role: seat for seat in seats}
        self.notices: list[Notice] = []
        self.found: Stored | None = None
        """What was read of where the game stands, if it was."""
        self.cause: str = JournalSegment.Cause.RESOLVE
        self.sealed: Mapping[str, Given] = {}
        """Answers, by role, that lie ready for the questions of this run from before."""
        self.first: Checkpoint | None = None
        """The checkpoint that a new branch begins with."""
        self.opening = ""
        """The commitment of the dice of that branch."""

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
        seen = Views.of(game, self.now, self.found)
        segments = Segments(game, here.parent, here.next_entry, here.next_event)
        seen.look(views, run.events, self._addressed(asks) | {one.question.seat for one in applied})
        segments.write(self.cause, self.now, written, run.events, checkpoints, seen, self.opening)
        opened = self._open(asks, run.number, seen)
        game.due_from = self._due_from(run, opened)
        deadlines = [row.due_at for row in (*opened, *self.still_open)]
        game.wake_at = next_alarm(
            game.due_from, deadlines, self.now, bots=_for_bots(opened), grace=clock_of(game.clock).grace
        )
        self.notices += store_orders(self.book, game, self.by_role, self.now, over=run.over)
        log_applied(applied, game, self.by_role, self.answered, _stops(seen, applied), self.now)
        if run.over:
            game.status, game.ended_at = Game.Status.OVER, self.now
            game.standings = msgspec.to_builtins(here.title.standings(run.state))
        update(game, *_FIELDS)
        keep(game, here.after(run, written, game.stop, whole=game.keyframe is None), seen.glimpses)
        letters_owed = self._letters(here.title, run, asks, opened, seen)
        self._hint(opened, letters_owed)

    def _letters(
        self, title: Title[Any], run: Run, asks: Sequence[Ask[Any]], opened: Sequence[OpenRequest], seen: Views
    ) -> int:
        """Owe the letters of the stop; how many. What has waited for the end of something may leave, if this is it: who
        has a letter of this stop is told there.
        """
        asked = self._addressed(asks)
        unasked = set(self.by_role) - asked - {row.seat.role for row in self.still_open}
        informed = self._informed(seen, title, asked, over=run.over)
        passing = self._is_passing(title, run, asks)
        goes_on = not run.over and (run.more or _for_bots([*opened, *self.still_open]))
        waiting = {"held": unasked if passing else (), "followed": unasked if goes_on else ()}
        if title.passing and not passing and not run.more:
            outbox.let_go(self.game, self.now, [seat.pk for seat in informed])
        return self._post(seen, informed, over=run.over, **waiting)

    def _addressed(self, asks: Sequence[Ask[Any]]) -> set[str]:
        """Who is asked something, or asked for advice."""
        return {role for ask in asks for role in (ask.seat, *advisers_of(ask, self.by_role))}

    def _open(self, asks: Sequence[Ask[Any]], entry: int, seen: Views) -> list[OpenRequest]:
        due = due_after(self.game, self.now)
        opened = [self._request(ask, entry, seen, due) for ask in asks]
        insert(opened)
        make_room(opened, asks, self.by_role)
        kept = [_sealed_again(row, self.sealed[row.seat.role], self.now) for row in opened if row.revision]
        insert(kept)
        return opened

    def _request(self, ask: Ask[Any], entry: int, seen: Views, due: datetime | None) -> OpenRequest:
        game = self.game
        row = OpenRequest(game=game, seat=self.by_role[ask.seat], branch=game.branch, stop=game.stop, entry=entry)
        row.seat_stop, row.mark = seen.stop_of(ask.seat), seen.marks[ask.seat]
        row.opened_at, row.due_at = self.now, due
        row.remind_at = reminder(game, due, self.now, self.now)
        row.key, row.kind, row.rule, row.question = ask.key, ask.kind, ask.rule, packing.pack(ask)
        if ask.seat in self.sealed:
            row.revision, row.ready = 1, True
        elif is_patient(game):
            row.ready = self.book.stands(ask.seat, ask.kind)
        return row

    def to_open(self, asked: Iterable[Ask[Any]]) -> list[Ask[Any]]:
        """The questions of a new branch that have to be put to somebody; those left out are answered by `resolve`."""
        if is_patient(self.game):
            return list(asked)
        return [ask for ask in asked if ask.seat in self.sealed or not self.book.stands(ask.seat, ask.kind)]

    def _due_from(self, run: Run, opened: Sequence[OpenRequest]) -> datetime | None:
        """Since when, or from when on, there is something to do for `resolve`."""
        if run.more:
            return self.now
        if opened:
            complete = all(row.ready for row in opened) and not clock_of(self.game.clock).wait
            return release_moment(self.game, self.now) if complete else None
        on_a_new_branch = self.cause != JournalSegment.Cause.RESOLVE
        return self.now if run.asked and on_a_new_branch else None

    def _informed(self, seen: Views, title: Title[Any], asked: Collection[str], *, over: bool) -> list[Seat]:
        """Who gets a letter: every player who is asked, sees something new, or is at the end of the game."""
        told = [seat for seat in self.seats if seat.player_id and (over or seat.role in seen.marks)]
        if over or title.done is never_done:
            return told
        return [seat for seat in told if seat.role in asked or not self._looks_on(seen, title, seat)]

    def _looks_on(self, seen: Views, title: Title[Any], seat: Seat) -> bool:
        """Whether a seat has had nothing to decide since its letter before, and its player wants no letter of that."""
        before, view = seen.before.get(seat.role, b""), seen.glimpses[seat.role].view
        if not before or not all(title.done(decode(one, title.view_type)) for one in (before, view)):
            return False
        return seat.player is not None and not seat.player.mail_preferences.get("watch", False)

    def _is_passing(self, title: Title[Any], run: Run, asks: Sequence[Ask[Any]]) -> bool:
        """Whether nothing is asked but in the midst of what soon ends, and nothing announced."""
        kinds = {ask.kind for ask in asks} | {row.kind for row in self.still_open}
        return bool(kinds) and kinds <= title.passing and not (run.over or self.notices)

    def _post(
        self, seen: Views, informed: Sequence[Seat], *, over: bool, followed: Collection[str], held: Collection[str]
    ) -> int:
        """One letter for everybody who is `informed`; how many.

        The news of seats that are `followed` waits a moment for what the game goes on with by itself; of those that are
        `held`, for the end of what goes on.
        """
        for notice in self.notices:
            notice.stop = self.game.stop
        insert(self.notices)
        kind = outbox.Kind.OVER if over else outbox.Kind.STOP
        stops = {seat.role: seen.stop_of(seat.role) for seat in self.seats}
        mails: list[OutgoingMail] = [outbox.owed(self.game, s, kind, seat_stop=stops[s.role]) for s in informed]
        for mail, seat in zip(mails, informed, strict=True):
            if seat.role in held:
                outbox.wait_for_the_end(mail, self.now)
            elif seat.role in followed:
                outbox.wait_for_what_follows(mail, self.now)
        return outbox.post([*mails, *letters(self.notices, self.seats, stops, informed)])

    def _hint(self, opened: Sequence[OpenRequest], letters_owed: int) -> None:
        if letters_owed:
            hooks.after_commit(hooks.MAIL, self.game.pk)
        if self.game.due_from is not None:
            hooks.after_commit(hooks.RESOLVE, self.game.pk)
        if _for_bots(opened):
            hooks.after_commit(hooks.BOTS, self.game.pk)


def _for_bots(opened: Sequence[OpenRequest]) -> bool:
    return any(bool(row.seat.mover) and not row.ready for row in opened)


def _stops(seen: Views, applied: Sequence[Applied]) -> dict[str, int]:
    return {one.question.seat: seen.stop_of(one.question.seat) for one in applied}


def _sealed_again(row: OpenRequest, given: Given, now: datetime) -> SealedAnswer:
    answer = msgspec.json.encode(given.answer)
    return SealedAnswer(request=row, revision=1, answer=answer, ready=True, channel=given.channel, at=now)
