"""Following standing orders while a game is played on: which answers, what is used up, what is written down of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from games import registry
from games.kernel.driver import Look, Run
from games.kernel.foreseen import UNFIT, Facts
from games.kernel.journal import Given
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Notice, OpenRequest, SealedAnswer, Seat, StandingOrder
from games.models.statements import insert, key, select, update
from games.services.notices import announce
from games.stored import packing
from games.stored.standing_orders import Followed, Order, facts_of, judge, order_of, pack_followed, write_content

Applies = StandingOrder.Applies
Lasts = StandingOrder.Lasts
Outcome = OpenRequest.Outcome

STANDING, OWN_DEFAULT, DEFAULT = "standing", "player_default", "default"
"""Channels of answers that nobody gave at the time."""

USED = Text("It was to be used once, and has been.", "1回限りの指定で、使用済みです。")
GAME_OVER = Text("The game is over.", "ゲームが終了しました。")


class Applied(msgspec.Struct, frozen=True):
    """A question that was answered ahead, as journal entry `number` if the run came to write it."""

    number: int
    question: Ask[Any]
    given: Given
    order: StandingOrder | None
    facts: Facts

    @property
    def outcome(self) -> str:
        """How the question counts as settled."""
        return Outcome.OWN_DEFAULT if self.given.channel == OWN_DEFAULT else Outcome.STANDING


def given_by(applied: Applied | None) -> Given | None:
    """The answer as the journal takes it."""
    return applied.given if applied else None


class OrderBook:
    """The standing orders of a game during one run. Nothing is stored before `Writing.write`."""

    def __init__(self, title: Title[Any], rows: Iterable[tuple[str, StandingOrder]], now: datetime) -> None:
        self._title, self._now = title, now
        self._rows: defaultdict[tuple[str, str], list[StandingOrder]] = defaultdict(list)
        for role, row in rows:
            self._rows[role, row.kind].append(row)
        self.applied: dict[tuple[int, str], Applied] = {}
        """By entry and role; the last entry may not have been written."""
        self.kept: dict[tuple[int, str], tuple[Ask[Any], StandingOrder]] = {}
        """Answers by hand that stand from then on, by entry and role."""
        self.off: dict[UUID, tuple[str, StandingOrder, Text]] = {}
        """What can never be followed again: role, order and reason."""

    @classmethod
    def of(cls, game: Game, seats: Sequence[Seat], now: datetime) -> "OrderBook":
        """The orders in force of a game. A game that never had any is not asked."""
        title = registry.game_title(game)
        if not game.has_orders:
            return cls(title, (), now)
        roles = {seat.pk: seat.role for seat in seats}
        rows = select(
            StandingOrder, where="game_id = %s AND off_at IS NULL", values=(key(game.pk),), tail="ORDER BY position"
        )
        return cls(title, ((roles[row.seat_id], row) for row in rows), now)

    def stands(self, role: str, kind: str) -> bool:
        """True when the seat is not asked such questions, because its standing orders answer them."""
        return bool(self._rows) and bool(self._in_force(role, kind, Applies.WHEN_ASKED))

    def answer(self, question: Ask[Any], number: int, look: Look) -> Applied | None:
        """What the seat answers as soon as it is asked; None for a kind that it has no standing order for.

        Where none fits, its own default is the answer, or else the rule's: a seat that were asked after all would tell
        by its delay that something had not been foreseen.
        """
        if not self.stands(question.seat, question.kind):
            return None
        found = self._followed(question, number, look)
        if found is None and not self.stands(question.seat, question.kind):
            return None  # the last order of the kind has just been switched off
        return self._note(number, found or self._by_rule(question, number, look))

    def answer_late(self, question: Ask[Any], number: int, look: Look) -> Applied | None:
        """What the seat said beforehand, when its time is up; None where nothing of that fits."""
        if not self._rows:
            return None
        found = self._followed(question, number, look)
        return self._note(number, found) if found else None

    def keep(self, question: Ask[Any], given: Given, number: int) -> None:
        """Let an answer stand for all such questions that follow, unless its seat has given an order since."""
        rows = self._rows[question.seat, question.kind]
        since = datetime.fromisoformat(given.at)
        if any(row.applies == Applies.WHEN_ASKED and row.changed_at > since for row in rows):
            return
        order = Order(kind=question.kind, answer=given.answer)
        row = StandingOrder(kind=question.kind, position=0, content=write_content(order))
        self.kept[number, question.seat] = (question, row)
        rows[:] = [row, *(one for one in rows if one.applies == Applies.DEADLINE)]

    def _in_force(self, role: str, kind: str, applies: str) -> list[StandingOrder]:
        rows = self._rows.get((role, kind), ())
        return [row for row in rows if row.applies == applies and row.pk not in self.off]

    def _followed(self, question: Ask[Any], number: int, look: Look) -> Applied | None:
        """By the first order that fits, those for when it is asked before those for when time is up."""
        if not self._rows.get((question.seat, question.kind)):
            return None
        view = look()
        facts = facts_of(self._title, view, question)
        for applies, channel in ((Applies.WHEN_ASKED, STANDING), (Applies.DEADLINE, OWN_DEFAULT)):
            for row in self._in_force(question.seat, question.kind, applies):
                verdict = judge(self._title, order_of(row), question, facts, view)
                if verdict.off is not None:
                    self.off[row.pk] = (question.seat, row, verdict.off)
                elif verdict.answer is not UNFIT:
                    return self._applied(question, number, verdict.answer, channel, row, facts)
        return None

    def _by_rule(self, question: Ask[Any], number: int, look: Look) -> Applied:
        facts = facts_of(self._title, look(), question)
        return self._applied(question, number, question.form.default(), DEFAULT, None, facts)

    def _applied(
        self, question: Ask[Any], number: int, typed: Any, channel: str, row: StandingOrder | None, facts: Facts
    ) -> Applied:
        answer = packing.plain(question.form.write(typed))
        given = Given(question.seat, answer, channel, self._now.isoformat())
        return Applied(number, question, given, row, facts)

    def _note(self, number: int, found: Applied) -> Applied:
        seat = found.question.seat
        self.applied[number, seat] = found
        if found.order is not None and found.order.lasts == Lasts.ONCE:
            self.off[found.order.pk] = (seat, found.order, USED)
        return found

    def settle(self, run: Run) -> list[Applied]:
        """What of all that came to be written; the rest is as if it had not been."""
        written = {entry.number for entry in run.entries}
        unused = [one for one in self.applied.values() if one.number not in written]
        for one in unused:
            if one.order is not None and self.off.get(one.order.pk, ("", None, None))[2] is USED:
                del self.off[one.order.pk]
        self.kept = {
            place: (question, row)
            for place, (question, row) in self.kept.items()
            if place[0] in written and row.pk not in self.off
        }
        return [one for one in self.applied.values() if one.number in written]


def store_orders(book: OrderBook, game: Game, by_role: dict[str, Seat], now: datetime, *, over: bool) -> list[Notice]:
    """Write down what became of the orders themselves in a settled run; what their owners have to be told."""
    for (_, role), (question, row) in sorted(book.kept.items(), key=lambda item: item[0]):
        _keep(game, by_role[role], question.kind, row, now)
    notices = [
        _switch_off(game, role, row, reason, now) for role, row, reason in book.off.values() if not row._state.adding
    ]
    if over and game.has_orders:
        reason = {"en": GAME_OVER.en, "ja": GAME_OVER.ja}
        StandingOrder.objects.filter(game=game, off_at=None).update(off_at=now, off_reason=reason)
    return notices


def _keep(game: Game, seat: Seat, kind: str, row: StandingOrder, now: datetime) -> None:
    """In the place of the orders of its kind."""
    StandingOrder.objects.filter(seat=seat, kind=kind, applies=Applies.WHEN_ASKED).delete()
    row.game, row.seat, row.created_at, row.changed_at = game, seat, now, now
    row.save(force_insert=True)
    if not game.has_orders:
        game.has_orders = True
        update(game, "has_orders")


def _switch_off(game: Game, role: str, row: StandingOrder, reason: Text, now: datetime) -> Notice:
    words = {"en": reason.en, "ja": reason.ja}
    StandingOrder.objects.filter(pk=row.pk).update(off_at=now, off_reason=words)
    return announce(game, Notice.Kind.ORDER_OFF, to=(role,), seat=role, question=row.kind, order=row.pk.hex)


def log_applied(
    applied: Sequence[Applied],
    game: Game,
    by_role: dict[str, Seat],
    asked: Mapping[str, OpenRequest],
    stops: Mapping[str, int],
    now: datetime,
) -> None:
    """For each question answered ahead a decision that its owner can look up; one that was open is filled in."""
    fresh, answers = [], []
    for one in applied:
        row = asked.get(one.question.seat)
        if row is None or row.entry != one.number:
            row = _never_open(one, game, by_role[one.question.seat], stops[one.question.seat], now)
            fresh.append(row)
        row.revision += 1
        row.followed = pack_followed(Followed(one.order.pk.hex if one.order else "", dict(one.facts)))
        if row not in fresh:
            OpenRequest.objects.filter(pk=row.pk).update(revision=row.revision, followed=row.followed)
        answer = SealedAnswer(request=row, revision=row.revision, ready=True, channel=one.given.channel, at=now)
        answer.answer = msgspec.json.encode(one.given.answer)
        answers.append(answer)
    insert(fresh)
    insert(answers)


def _never_open(one: Applied, game: Game, seat: Seat, stop: int, now: datetime) -> OpenRequest:
    ask = one.question
    row = OpenRequest(game=game, seat=seat, branch=game.branch, stop=game.stop, seat_stop=stop, entry=one.number)
    row.key, row.kind, row.rule, row.question = ask.key, ask.kind, ask.rule, packing.pack(ask)
    row.opened_at = row.closed_at = now
    row.outcome, row.ready = one.outcome, True
    return row
