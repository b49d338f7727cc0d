"""Store a run and its consequences: journal, views, questions, announcements, e-mails, triggers.

The caller has locked the game's row and has closed the questions that were open. All rows of one table are stored with
one statement.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from games.database.batch import insert, update
from games.kernel.codec import decode
from games.kernel.driver import DriveResult
from games.kernel.journal import Entry, SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.kernel.title_parts import never_finished
from games.models import Branch, Checkpoint, Game, JournalSegment, Notice, OpenRequest, OutgoingMail, SealedAnswer, Seat
from games.persistence import serialization
from games.persistence.chained_facts import Fact, asked_fact, closed_fact, extend_answers_hash
from games.persistence.clock import load_clock
from games.persistence.position import Position, PositionRows, cache_position
from games.persistence.release_hours import has_delayed_results, next_release_time
from games.services import outbox, triggers
from games.services.advice import advisers_of, create_advice_slots
from games.services.alarms import EMPTY_SEAT_TIME, compute_due_time, compute_reminder, is_empty, next_alarm
from games.services.curves.planning import begin_curve
from games.services.notices import make_notice_emails
from games.services.resolve.segment_writer import SegmentWriter, make_checkpoint_row
from games.services.resolve.standing_order_book import (
    AppliedOrder,
    OrderRecords,
    StandingOrderBook,
    make_order_records,
    store_order_changes,
    store_order_records,
)
from games.services.resolve.view_writer import ViewWriter

_MOVED = ("status", "stop", "step", "branch", "checkpoint", "keyframe", "chain_hash", "order_hash", "hold_reason")
_FIELDS = (*_MOVED, "setup_hash", "due_from", "wake_at", "standings", "ended_at", "rules_version")


class ResolveUnitOfWork:
    """The rows to store for one run of the rules. Callers may add to `notices` before they call `commit`."""

    def __init__(self, game: Game, seats: Sequence[Seat], now: datetime, book: StandingOrderBook | None = None) -> None:
        self.game, self.seats, self.now = game, seats, now
        self.book = book or StandingOrderBook.load(game, seats, now)
        """The standing orders, with the changes of this run."""
        self.answered: Mapping[str, OpenRequest] = {}
        """Questions, by role, that were open and whose answers became journal entries of this run."""
        self.closed: Sequence[tuple[OpenRequest, str]] = ()
        """All questions that were closed, with their outcomes."""
        self.still_open: Sequence[OpenRequest] = ()
        """Questions that were open before this run and stay open."""
        self.by_role = {seat.role: seat for seat in seats}
        self.notices: list[Notice] = []
        self.found: PositionRows | None = None
        """The rows with the game's state, if the caller has read them."""
        self.cause: str = JournalSegment.Cause.RESOLVE
        self.sealed: Mapping[str, SeatAnswer] = {}
        """Earlier answers, by role, that are ready for this run's questions."""
        self.first: Checkpoint | None = None
        """The first checkpoint of the branch that starts with this run; None if no branch starts."""
        self.opening: Branch | None = None
        """The branch that starts with this run; None if no branch starts."""

    def commit(
        self,
        position: Position,
        run: DriveResult,
        views: Mapping[str, bytes],
        asks: Sequence[Ask[Any]],
        entries: Sequence[Entry] | None = None,
    ) -> None:
        """Store the run and its consequences.

        `position` is that from which the run began, `views` are the audiences' new views as JSON, `asks` the new
        questions. `entries`, if given, are stored instead of the run's entries.
        """
        game, applied = self.game, self.book.keep_recorded(run)
        game.rules_version = position.title.rules.version
        written = run.entries if entries is None else entries
        checkpoints = [self.first] if self.first else []
        if run.checkpoints:
            checkpoints.append(make_checkpoint_row(game, run.checkpoints[-1], position.keyframe))
        seen = ViewWriter.load(game, self.now, self.found)
        segments = SegmentWriter(game, self.seats, position.parent, position.next_entry, position.next_event)
        seen.compare(views, run.events, self._addressed(asks) | {one.question.seat for one in applied})
        if run.is_over:
            self._end(position.title, run)
        opened = self._ask(asks, run.number, seen)
        kept = [_sealed_again(row, self.sealed[row.seat.role], self.now) for row in opened if row.revision]
        records = make_order_records(applied, game, self.by_role, self.answered, _stops(seen, applied), self.now)
        questions = self._question_facts(opened, records)
        segments.write(self.cause, self.now, written, run.events, checkpoints, seen, self.opening, questions)
        self._store_questions(opened, asks, kept, seen)
        self._set_alarm(run, opened)
        self.notices += store_order_changes(self.book, game, self.by_role, self.now, over=run.is_over)
        store_order_records(records)
        update(game, *_FIELDS)
        cache_position(
            game, position.advanced_by(run, written, game.stop, is_keyframe=game.keyframe is None), seen.glimpses
        )
        letters_owed = self._letters(position.title, run, asks, opened, seen)
        self._hint(opened, letters_owed)

    def _end(self, title: Title[Any], run: DriveResult) -> None:
        """Set the game's result, which the last segment's hash covers, and trigger the computation of chances."""
        self.game.status, self.game.ended_at = Game.Status.OVER, self.now
        self.game.standings = msgspec.to_builtins(title.rules.standings(run.state))
        begin_curve(self.game, self.now)

    def _set_alarm(self, run: DriveResult, opened: Sequence[OpenRequest]) -> None:
        game = self.game
        game.due_from = self._due_from(run, opened)
        deadlines = [row.due_at for row in (*opened, *self.still_open)]
        game.wake_at = next_alarm(
            game.due_from, deadlines, self.now, bots=_for_bots(opened), grace=load_clock(game.clock).grace
        )

    def _letters(
        self,
        title: Title[Any],
        run: DriveResult,
        asks: Sequence[Ask[Any]],
        opened: Sequence[OpenRequest],
        seen: ViewWriter,
    ) -> int:
        """Queue the e-mails about this stop; return how many.

        At the end of a turn, release the news that waited for that, except to readers whose e-mail about this stop
        includes it.
        """
        asked = self._addressed(asks)
        unasked = set(self.by_role) - asked - {row.seat.role for row in self.still_open}
        informed = self._informed(seen, title, asked, over=run.is_over)
        passing = self._is_passing(title, run, asks)
        goes_on = not run.is_over and (run.has_more or _for_bots([*opened, *self.still_open]))
        waiting = {"held": unasked if passing else (), "followed": unasked if goes_on else ()}
        if title.rules.deferrable and not passing and not run.has_more:
            outbox.release_delayed(self.game, self.now, [seat.pk for seat in informed])
        return self._post(seen, informed, over=run.is_over, **waiting)

    def _addressed(self, asks: Sequence[Ask[Any]]) -> set[str]:
        """Return the roles that are asked a question or for advice."""
        return {role for ask in asks for role in (ask.seat, *advisers_of(ask, self.by_role))}

    def _ask(self, asks: Sequence[Ask[Any]], entry: int, seen: ViewWriter) -> list[OpenRequest]:
        """Return the rows of the new questions (journal entry `entry`), unsaved and still without their marks."""
        due = compute_due_time(self.game, self.now)
        return [self._request(ask, entry, seen, due) for ask in asks]

    def _question_facts(self, opened: Sequence[OpenRequest], records: OrderRecords) -> list[Fact]:
        """Return the facts about questions asked, answered or closed in this run, which the segment's hash covers."""
        fresh = records.never_open
        closed = [(row, outcome, records.followed.get(row.pk, b"")) for row, outcome in self.closed]
        closed += [(row, row.outcome, bytes(row.followed)) for row in fresh]
        return [*map(asked_fact, [*opened, *fresh]), *(closed_fact(*one) for one in closed)]

    def _store_questions(
        self,
        opened: Sequence[OpenRequest],
        asks: Sequence[Ask[Any]],
        answers: Sequence[SealedAnswer],
        seen: ViewWriter,
    ) -> None:
        for row in opened:
            row.mark = seen.marks[row.seat.role]
        insert(opened)
        create_advice_slots(opened, asks, self.by_role)
        insert(answers)

    def _request(self, ask: Ask[Any], entry: int, seen: ViewWriter, due: datetime | None) -> OpenRequest:
        game = self.game
        row = OpenRequest(game=game, seat=self.by_role[ask.seat], branch=game.branch, stop=game.stop + 1, entry=entry)
        row.seat_stop = seen.stop_of(ask.seat)
        row.opened_at = self.now
        row.due_at = self.now + EMPTY_SEAT_TIME if due is None and is_empty(row.seat) else due
        row.remind_at = compute_reminder(game, due, self.now, self.now)
        row.key, row.kind, row.rule, row.question = ask.key, ask.kind, ask.rule, serialization.pack(ask)
        if ask.seat in self.sealed:
            row.revision, row.ready = 1, True
        elif has_delayed_results(game):
            row.ready = self.book.has_standing_order(ask.seat, ask.kind)
        return row

    def select_unanswered(self, questions: Iterable[Ask[Any]]) -> list[Ask[Any]]:
        """Return those of a new branch's questions that players must answer; standing orders answer the others."""
        if has_delayed_results(self.game):
            return list(questions)
        return [
            ask for ask in questions if ask.seat in self.sealed or not self.book.has_standing_order(ask.seat, ask.kind)
        ]

    def _due_from(self, run: DriveResult, opened: Sequence[OpenRequest]) -> datetime | None:
        """Return the time from which ``resolve`` has work; None while answers are awaited."""
        if run.has_more:
            return self.now
        if opened:
            complete = all(row.ready for row in opened) and not load_clock(self.game.clock).wait
            return next_release_time(self.game, self.now) if complete else None
        on_a_new_branch = self.cause != JournalSegment.Cause.RESOLVE
        return self.now if run.open_questions and on_a_new_branch else None

    def _informed(self, seen: ViewWriter, title: Title[Any], asked: Collection[str], *, over: bool) -> list[Seat]:
        """Return the seats whose players get an e-mail: they have a question or a changed view, or the game ends.

        `asked`: the roles with a question. `over`: True if the game ends.
        """
        told = [seat for seat in self.seats if seat.player_id and (over or seat.role in seen.marks)]
        if over or title.rules.has_finished is never_finished:
            return told
        return [seat for seat in told if seat.role in asked or not self._looks_on(seen, title, seat)]

    def _looks_on(self, seen: ViewWriter, title: Title[Any], seat: Seat) -> bool:
        """Return True if the seat has finished playing (`has_finished`) and its player does not want news any more."""
        before, view = seen.before.get(seat.role, b""), seen.glimpses[seat.role].view
        if not before or not all(
            title.rules.has_finished(decode(one, title.secrecy.view_type)) for one in (before, view)
        ):
            return False
        return seat.player is not None and not seat.player.mail_preferences.get("watch", False)

    def _is_passing(self, title: Title[Any], run: DriveResult, asks: Sequence[Ask[Any]]) -> bool:
        """Return True if all open questions are of kinds that let news wait (`deferrable`), with nothing announced."""
        kinds = {ask.kind for ask in asks} | {row.kind for row in self.still_open}
        return bool(kinds) and kinds <= title.rules.deferrable and not (run.is_over or self.notices)

    def _post(
        self,
        seen: ViewWriter,
        informed: Sequence[Seat],
        *,
        over: bool,
        followed: Collection[str],
        held: Collection[str],
    ) -> int:
        """Store the notices; queue an e-mail to each `informed` seat, and to other readers of notices; return how many.

        E-mails to the roles in `followed` wait a moment because the game continues at once; those to the roles in
        `held` wait for the end of the turn. `over`: True if the game ends.
        """
        for notice in self.notices:
            notice.stop = self.game.stop
        insert(self.notices)
        kind = outbox.Kind.OVER if over else outbox.Kind.STOP
        stops = {seat.role: seen.stop_of(seat.role) for seat in self.seats}
        mails: list[OutgoingMail] = [
            outbox.make_outgoing_mail(self.game, s, kind, seat_stop=stops[s.role]) for s in informed
        ]
        for mail, seat in zip(mails, informed, strict=True):
            if seat.role in held:
                outbox.delay_for_phase_end(mail, self.now)
            elif seat.role in followed:
                outbox.delay_for_next_stop(mail, self.now)
        return outbox.queue_mail([*mails, *make_notice_emails(self.notices, self.seats, stops, informed)])

    def _hint(self, opened: Sequence[OpenRequest], letters_owed: int) -> None:
        if letters_owed:
            triggers.trigger_after_commit(triggers.MAIL, self.game.pk)
        if self.game.due_from is not None:
            triggers.trigger_after_commit(triggers.RESOLVE, self.game.pk)
        if _for_bots(opened):
            triggers.trigger_after_commit(triggers.BOTS, self.game.pk)


def _for_bots(opened: Sequence[OpenRequest]) -> bool:
    return any(bool(row.seat.answering_bot) and not row.ready for row in opened)


def _stops(seen: ViewWriter, applied: Sequence[AppliedOrder]) -> dict[str, int]:
    return {one.question.seat: seen.stop_of(one.question.seat) for one in applied}


def _sealed_again(row: OpenRequest, given: SeatAnswer, now: datetime) -> SealedAnswer:
    answer = msgspec.json.encode(given.answer)
    row.answers_hash = extend_answers_hash(row.answers_hash, 1, answer, True, given.channel, b"", now)
    return SealedAnswer(request=row, revision=1, answer=answer, ready=True, channel=given.channel, at=now)
