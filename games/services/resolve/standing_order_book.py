"""Apply standing orders during a resolve: their answers, their expiry, and the record of both."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games import registry
from games.database.batch import insert, key, select, update
from games.kernel.driver import DriveResult, ViewFactory
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.standing_orders import NO_FIT, Facts
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Notice, OpenRequest, SealedAnswer, Seat, StandingOrder
from games.persistence import serialization
from games.persistence.chained_facts import extend_answers_hash
from games.persistence.standing_orders import (
    FollowedOrder,
    OrderSpec,
    evaluate_order,
    load_order,
    pack_followed,
    pack_order,
    question_facts,
)
from games.services.notices import make_notice

Applies = StandingOrder.Applies
Lasts = StandingOrder.Lasts
Outcome = OpenRequest.Outcome

STANDING, OWN_DEFAULT, DEFAULT = "standing", "player_default", "default"
"""Channels of automatic answers."""

USED_ONCE = Text("It was to be used once, and has been.", "1回限りの指定で、使用済みです。")
GAME_OVER = Text("The game is over.", "ゲームが終了しました。")


class AppliedOrder(msgspec.Struct, frozen=True):
    """A question that a standing order, or a default in its place, answered in this run."""

    number: int
    """The number of the journal entry."""
    question: Ask[Any]
    given: SeatAnswer
    """The answer."""
    order: StandingOrder | None
    """The order that answered; None if no order fitted and the rules' default was used."""
    facts: Facts
    """The values of the facts that the order's conditions test."""

    @property
    def outcome(self) -> str:
        """The outcome to store with the question, a value of `OpenRequest.Outcome`."""
        return Outcome.OWN_DEFAULT if self.given.channel == OWN_DEFAULT else Outcome.STANDING


def to_journal_answer(applied: AppliedOrder | None) -> SeatAnswer | None:
    """Return an answer for the journal, with a channel that says that a standing order gave it; None for None."""
    return applied.given if applied else None


class StandingOrderBook:
    """The standing orders of a game during one run. It collects changes, which `store_order_changes` stores.

    Its methods get a question with the number of its future journal entry and a function that builds the seat's view.
    """

    def __init__(self, title: Title[Any], rows: Iterable[tuple[str, StandingOrder]], now: datetime) -> None:
        self._title, self._now = title, now
        self._rows: defaultdict[tuple[str, str], list[StandingOrder]] = defaultdict(list)
        for role, row in rows:
            self._rows[role, row.kind].append(row)
        self.applied: dict[tuple[int, str], AppliedOrder] = {}
        """Questions answered in this run, by entry number and role; the last entry may not have been stored."""
        self.kept: dict[tuple[int, str], tuple[Ask[Any], StandingOrder]] = {}
        """Players' answers that become standing orders, by entry number and role."""
        self.off: dict[UUID, tuple[str, StandingOrder, Text]] = {}
        """Orders that can never apply again: role, order and reason, by the order's id."""

    @classmethod
    def load(cls, game: Game, seats: Sequence[Seat], now: datetime) -> "StandingOrderBook":
        """Return the book with a game's orders in force; for a game that never had a standing order, query nothing."""
        title = registry.game_title(game)
        if not game.has_orders:
            return cls(title, (), now)
        roles = {seat.pk: seat.role for seat in seats}
        rows = select(
            StandingOrder, where="game_id = %s AND off_at IS NULL", values=(key(game.pk),), tail="ORDER BY position"
        )
        return cls(title, ((roles[row.seat_id], row) for row in rows), now)

    def has_standing_order(self, role: str, kind: str) -> bool:
        """Return True if standing orders of the seat answer questions of this kind as soon as they are asked."""
        return bool(self._rows) and bool(self._in_force(role, kind, Applies.WHEN_ASKED))

    def answer_when_asked(self, question: Ask[Any], number: int, look: ViewFactory) -> AppliedOrder | None:
        """Return the answer to a question that is just asked; None without standing orders for such questions.

        If no order fits, the player's own default is the answer, else the rules' default: if the seat were asked, the
        delay would reveal that no order fitted.
        """
        if not self.has_standing_order(question.seat, question.kind):
            return None
        found = self._followed(question, number, look)
        if found is None and not self.has_standing_order(question.seat, question.kind):
            return None  # the last order of the kind has just been switched off
        return self._note(number, found or self._by_rule(question, number, look))

    def answer_at_deadline(self, question: Ask[Any], number: int, look: ViewFactory) -> AppliedOrder | None:
        """Return the answer to a question after its deadline, from the seat's orders; None if no order fits."""
        if not self._rows:
            return None
        found = self._followed(question, number, look)
        return self._note(number, found) if found else None

    def keep_answer(self, question: Ask[Any], given: SeatAnswer, number: int) -> None:
        """Make a player's answer (`given`) a standing order for questions of this kind.

        Nothing changes if the player has set a later standing order.
        """
        rows = self._rows[question.seat, question.kind]
        since = datetime.fromisoformat(given.at)
        if any(row.applies == Applies.WHEN_ASKED and row.changed_at > since for row in rows):
            return
        order = OrderSpec(kind=question.kind, answer=given.answer)
        row = StandingOrder(kind=question.kind, position=0, content=pack_order(order))
        self.kept[number, question.seat] = (question, row)
        rows[:] = [row, *(one for one in rows if one.applies == Applies.DEADLINE)]

    def _in_force(self, role: str, kind: str, applies: str) -> list[StandingOrder]:
        rows = self._rows.get((role, kind), ())
        return [row for row in rows if row.applies == applies and row.pk not in self.off]

    def _followed(self, question: Ask[Any], number: int, look: ViewFactory) -> AppliedOrder | None:
        """Return the answer of the first order that fits: first orders "when asked", then those "at the deadline"."""
        if not self._rows.get((question.seat, question.kind)):
            return None
        view = look()
        facts = question_facts(self._title, view, question)
        for applies, channel in ((Applies.WHEN_ASKED, STANDING), (Applies.DEADLINE, OWN_DEFAULT)):
            for row in self._in_force(question.seat, question.kind, applies):
                verdict = evaluate_order(self._title, load_order(row), question, facts, view)
                if verdict.off_reason is not None:
                    self.off[row.pk] = (question.seat, row, verdict.off_reason)
                elif verdict.answer is not NO_FIT:
                    return self._applied(question, number, verdict.answer, channel, row, facts)
        return None

    def _by_rule(self, question: Ask[Any], number: int, look: ViewFactory) -> AppliedOrder:
        facts = question_facts(self._title, look(), question)
        return self._applied(question, number, question.form.default(), DEFAULT, None, facts)

    def _applied(
        self, question: Ask[Any], number: int, typed: Any, channel: str, row: StandingOrder | None, facts: Facts
    ) -> AppliedOrder:
        answer = serialization.to_builtins(question.form.write(typed))
        given = SeatAnswer(question.seat, answer, channel, self._now.isoformat())
        return AppliedOrder(number, question, given, row, facts)

    def _note(self, number: int, found: AppliedOrder) -> AppliedOrder:
        seat = found.question.seat
        self.applied[number, seat] = found
        if found.order is not None and found.order.lasts == Lasts.ONCE:
            self.off[found.order.pk] = (seat, found.order, USED_ONCE)
        return found

    def keep_recorded(self, run: DriveResult) -> list[AppliedOrder]:
        """Return the answers whose journal entries are stored with this run; forget the changes for all others."""
        written = {entry.number for entry in run.entries}
        unused = [one for one in self.applied.values() if one.number not in written]
        for one in unused:
            if one.order is not None and self.off.get(one.order.pk, ("", None, None))[2] is USED_ONCE:
                del self.off[one.order.pk]
        self.kept = {
            place: (question, row)
            for place, (question, row) in self.kept.items()
            if place[0] in written and row.pk not in self.off
        }
        return [one for one in self.applied.values() if one.number in written]


def store_order_changes(
    book: StandingOrderBook, game: Game, by_role: dict[str, Seat], now: datetime, *, over: bool
) -> list[Notice]:
    """Store a run's changes to standing orders (`book`); return unsaved notices to the owners of orders switched off.

    `by_role` are the game's seats by role. `over`: True if the game has ended. All its standing orders are then
    switched off, without notices.
    """
    for (_, role), (question, row) in sorted(book.kept.items(), key=lambda item: item[0]):
        _keep(game, by_role[role], question.kind, row, now)
    notices = [
        _switch_off(game, role, row, reason, now) for role, row, reason in book.off.values() if not row._state.adding
    ]
    if over and game.has_orders:
        reason = msgspec.to_builtins(GAME_OVER)
        StandingOrder.objects.filter(game=game, off_at=None).update(off_at=now, off_reason=reason)
    return notices


def _keep(game: Game, seat: Seat, kind: str, row: StandingOrder, now: datetime) -> None:
    """Store `row` in place of the seat's orders "when asked" for this kind of question."""
    StandingOrder.objects.filter(seat=seat, kind=kind, applies=Applies.WHEN_ASKED).delete()
    row.game, row.seat, row.created_at, row.changed_at = game, seat, now, now
    row.save(force_insert=True)
    if not game.has_orders:
        game.has_orders = True
        update(game, "has_orders")


def _switch_off(game: Game, role: str, row: StandingOrder, reason: Text, now: datetime) -> Notice:
    words = msgspec.to_builtins(reason)
    StandingOrder.objects.filter(pk=row.pk).update(off_at=now, off_reason=words)
    return make_notice(game, Notice.Kind.ORDER_OFF, to=(role,), seat=role, question=row.kind, order=row.pk.hex)


class OrderRecords(NamedTuple):
    """The rows that record which questions standing orders answered in a run; the orders' owners can read them."""

    never_open: list[OpenRequest]
    """New rows of questions that were answered at once, so that they were never open."""
    completed: list[OpenRequest]
    """Rows of questions that were open."""
    followed: dict[UUID, bytes]
    """The order that was followed and the facts, packed, by the primary key of each completed question."""
    answers: list[SealedAnswer]
    """New rows of the answers."""


def make_order_records(
    applied: Sequence[AppliedOrder],
    game: Game,
    by_role: dict[str, Seat],
    asked: Mapping[str, OpenRequest],
    stops: Mapping[str, int],
    now: datetime,
) -> OrderRecords:
    """Return the records of all questions that standing orders answered: unsaved new rows, and changed open questions.

    `asked` are the open questions that became journal entries, by role; `stops` are the seats' own stop numbers.
    """
    records = OrderRecords([], [], {}, [])
    for one in applied:
        row = asked.get(one.question.seat)
        followed = pack_followed(FollowedOrder(one.order.pk.hex if one.order else "", dict(one.facts)))
        if row is None or row.entry != one.number:
            row = _never_open(one, game, by_role[one.question.seat], stops[one.question.seat], now)
            records.never_open.append(row)
        else:
            records.completed.append(row)
            records.followed[row.pk] = followed
        row.revision, row.followed = row.revision + 1, followed
        answer = SealedAnswer(request=row, revision=row.revision, ready=True, channel=one.given.channel, at=now)
        answer.answer = msgspec.json.encode(one.given.answer)
        row.answers_hash = extend_answers_hash(
            row.answers_hash, row.revision, answer.answer, True, answer.channel, b"", now
        )
        records.answers.append(answer)
    return records


def store_order_records(records: OrderRecords) -> None:
    """Store the records of questions that standing orders answered."""
    for row in records.completed:
        OpenRequest.objects.filter(pk=row.pk).update(
            revision=row.revision, followed=row.followed, answers_hash=row.answers_hash
        )
    insert(records.never_open)
    insert(records.answers)


def _never_open(one: AppliedOrder, game: Game, seat: Seat, stop: int, now: datetime) -> OpenRequest:
    ask = one.question
    row = OpenRequest(game=game, seat=seat, branch=game.branch, stop=game.stop + 1, seat_stop=stop, entry=one.number)
    row.key, row.kind, row.rule, row.question = ask.key, ask.kind, ask.rule, serialization.pack(ask)
    row.opened_at, row.closed_at, row.closing_stop = now, now, row.stop
    row.outcome, row.ready = one.outcome, True
    return row
