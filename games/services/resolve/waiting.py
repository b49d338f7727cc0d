"""What the driver is fed: sealed answers that are ready, drafts and defaults where time is up.

A seat with a standing order for a kind of question is answered by it at the moment of asking, always; in a game whose
results come out at fixed hours it is asked like the others, and counts as having answered. Whoever plays alone is not
asked what has only one answer. Precedence for a question
whose time is up: ready answer, then draft, standing order, the player's own default, the rule's default. Time is up for
one entry of the journal only, never for the questions that follow it in the same run.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from games import registry
from games.kernel.driver import Look, Run
from games.kernel.errors import GameError
from games.kernel.journal import Given
from games.kernel.requests import Ask
from games.models import OpenRequest, SealedAnswer
from games.services.resolve.order_book import DEFAULT, OrderBook, given_by
from games.services.resolve.taking_up import TakenUp
from games.stored import packing
from games.stored.clock import PLAIN, Clock, clock_of
from games.stored.release import is_patient

UMPIRE = "umpire"
"""The channel of an answer that the umpire gave in a seat's place: for this one question."""

Outcome = OpenRequest.Outcome


class Waiting:
    """The open questions of a game and what lies ready for them."""

    def __init__(
        self,
        requests: Mapping[str, OpenRequest],
        answers: Iterable[SealedAnswer],
        now: datetime,
        book: OrderBook,
        *,
        patient: bool = False,
        alone: bool = False,
        clock: Clock = PLAIN,
    ) -> None:
        self.requests = requests
        """By role."""
        self.book = book
        self._patient = patient
        self._alone = alone
        self._clock = clock
        self._answers = {answer.request_id: answer for answer in answers if answer.answer is not None}
        self._now = now
        self.outcomes: dict[str, str] = {}
        """How the question of each role was settled, once the driver has taken something for it."""
        self.unfit: set[str] = set()
        """Roles whose ready answer the present rules refuse: they are asked again, no default is played for them."""
        self.unreadable: set[str] = set()
        """Roles whose stored question the present rules cannot show any more: they are asked again too."""

    @property
    def settled(self) -> bool:
        """True when nobody has to be waited for."""
        return all(self._is_done(request) for request in self.requests.values())

    @property
    def entry(self) -> int | None:
        """The number of the journal entry that the open questions will become."""
        return next((request.entry for request in self.requests.values()), None)

    def is_open(self, question: Ask[Any], number: int) -> bool:
        """True where this is the question that the seat has before it: the same place, key and kind."""
        request = self.requests.get(question.seat)
        asked = request and (request.entry, request.key, request.kind)
        return asked == (number, question.key, question.kind)

    def is_refused(self, question: Ask[Any]) -> bool:
        """True where the ready answer to this open question does not fit it as the rules ask it now."""
        request = self.requests[question.seat]
        sealed = self._answers.get(request.pk) if request.ready else None
        return sealed is not None and _fitting(question, sealed) is None

    def supply(self, question: Ask[Any], number: int, look: Look) -> Given | None:
        """The answer for entry `number`, or None to stop there."""
        if not self.is_open(question, number):
            return None if self._patient else self._unasked(question, number, look)
        request = self.requests[question.seat]
        sealed = self._answers.get(request.pk)
        if request.ready:
            return self._ready(question, sealed, look, number)
        if not self._time_is_up(request):
            return None
        return (
            (sealed and self._draft(question, sealed, number))
            or self._ahead(question, number, look)
            or self._default(question)
        )

    def _unasked(self, question: Ask[Any], number: int, look: Look) -> Given | None:
        """The answer of a seat that need not be asked: by its standing orders or, where nobody else sits at the table
        to learn from it, the only answer that there is.
        """
        if self._alone and question.form.is_forced():
            return _by_rule(question, self._now)
        return given_by(self.book.answer(question, number, look))

    def closed_by(self, run: Run) -> dict[str, str]:
        """The roles whose open questions a run has closed, with the outcome of each.

        Beside those that were answered: asked anew where the answer does not fit, or where the rules, which must have
        changed, now ask something else of the seat; withdrawn where they ask it nothing.
        """
        written = any(entry.number == self.entry for entry in run.entries)
        asked = {question.seat: question for question in run.asked}
        closed: dict[str, str] = {}
        for role in self.requests:
            if written and role in self.outcomes:
                closed[role] = self.outcomes[role]
            elif role not in asked:
                closed[role] = Outcome.WITHDRAWN
            elif role in self.unfit | self.unreadable or not self.is_open(asked[role], run.number):
                closed[role] = Outcome.REOPENED
        return closed

    def _time_is_up(self, request: OpenRequest) -> bool:
        return request.due_at is not None and request.due_at + self._clock.grace <= self._now

    def _is_done(self, request: OpenRequest) -> bool:
        """Whether this seat has not to be waited for; with a clock that waits, not before the deadline."""
        if not request.ready:
            return self._time_is_up(request)
        return not self._clock.wait or request.due_at is None or request.due_at <= self._now

    def _ready(self, question: Ask[Any], sealed: SealedAnswer | None, look: Look, number: int) -> Given | None:
        """The answer of a seat that need not be waited for: its own, or that of its standing orders."""
        applied = None if sealed else self.book.answer(question, number, look)
        given = self._by_hand(question, sealed, number) if sealed else given_by(applied)
        if given is None:
            self.unfit.add(question.seat)
        else:
            self.outcomes[question.seat] = applied.outcome if applied else Outcome.ANSWERED
        return given

    def _draft(self, question: Ask[Any], sealed: SealedAnswer, number: int) -> Given | None:
        given = self._by_hand(question, sealed, number)
        if given is not None:
            self.outcomes[question.seat] = Outcome.DRAFT
        return given

    def _by_hand(self, question: Ask[Any], sealed: SealedAnswer, number: int) -> Given | None:
        """What the seat answered, if it still fits; kept for the next such question where the question says so."""
        given = _fitting(question, sealed)
        if given is not None and question.stands and given.channel != UMPIRE:
            self.book.keep(question, given, number)
        return given

    def _ahead(self, question: Ask[Any], number: int, look: Look) -> Given | None:
        applied = self.book.answer_late(question, number, look)
        if applied is not None:
            self.outcomes[question.seat] = applied.outcome
        return given_by(applied)

    def _default(self, question: Ask[Any]) -> Given:
        self.outcomes[question.seat] = Outcome.DEFAULT
        return _by_rule(question, self._now)


def _by_rule(question: Ask[Any], now: datetime) -> Given:
    """What the rules play in a seat's place."""
    answer = packing.plain(question.form.write(question.form.default()))
    return Given(question.seat, answer, DEFAULT, now.isoformat())


def _fitting(question: Ask[Any], sealed: SealedAnswer) -> Given | None:
    """The sealed answer, if the question as the rules ask it now accepts it."""
    answer = packing.read_answer(sealed.answer)
    try:
        question.form.accept(answer)
    except GameError:
        return None
    return Given(question.seat, answer, sealed.channel, sealed.at.isoformat())


def waiting_for(taken: TakenUp, now: datetime) -> Waiting:
    """The open questions of a game, with the answers that lie ready for them."""
    game, seats = taken.game, {seat.pk: seat for seat in taken.seats}
    revisions = {row.pk: row.revision for row in taken.questions}
    for row in taken.questions:
        row.seat = seats[row.seat_id]
    asked = {row.seat.role: row for row in taken.questions}
    current = [answer for answer in taken.answers if revisions.get(answer.request_id) == answer.revision]
    book = OrderBook.of(game, taken.seats, now)
    alone = len(registry.game_title(game).scenarios[game.scenario].seats) == 1
    return Waiting(asked, current, now, book, patient=is_patient(game), alone=alone, clock=clock_of(game.clock))
