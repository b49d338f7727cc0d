"""The driver's answer source: it gives the answers that are ready and, after the deadline, drafts and defaults.

A standing order of a seat for a kind of question answers such questions as soon as the rules ask them; in a game with
fixed release hours the question is opened like others and counts as answered. A question with only one possible answer
is not asked if the seat's player plays alone or against bots, or has chosen automatic answers
(`Seat.passes_when_forced`). After the deadline the first of these counts: ready answer, draft, standing order, the
player's own default, the rules' default. The deadline applies to the open questions only, never to later questions of
the same run.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from games.kernel.driver import DriveResult, ViewFactory
from games.kernel.errors import GameError
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.models import OpenRequest, SealedAnswer, Seat
from games.persistence import serialization
from games.persistence.clock import DEFAULT_CLOCK, Clock, load_clock
from games.persistence.release_hours import has_delayed_results
from games.services.resolve.loading import LockedGame
from games.services.resolve.standing_order_book import DEFAULT, StandingOrderBook, to_journal_answer

UMPIRE = "umpire"
"""The channel of an answer that the umpire gave for a seat; it is never kept as a standing order."""

Outcome = OpenRequest.Outcome


class PendingAnswers:
    """The open questions of a game and their ready answers."""

    def __init__(
        self,
        requests: Mapping[str, OpenRequest],
        answers: Iterable[SealedAnswer],
        now: datetime,
        book: StandingOrderBook,
        *,
        patient: bool = False,
        alone: bool = False,
        passing: Collection[str] = (),
        clock: Clock = DEFAULT_CLOCK,
    ) -> None:
        """Create the answer source; `requests` are the open questions, by role.

        `patient`: True in a game with delayed results, in which every new question is asked, even if a standing order
        could answer it at once. `alone`: True if bots have all seats but at most one. `passing`: the roles whose
        players let the server give the answer if only one is possible.
        """
        self.requests = requests
        """The open questions, by role."""
        self.book = book
        self._patient = patient
        self._alone = alone
        self._passing = passing
        self._clock = clock
        self._answers = {answer.request_id: answer for answer in answers if answer.answer is not None}
        self._now = now
        self.outcomes: dict[str, str] = {}
        """The outcome of each role's question, as soon as the driver has got an answer for it."""
        self.unfit: set[str] = set()
        """Roles whose ready answer the present rules refuse: they are asked again, and no default is played."""
        self.unreadable: set[str] = set()
        """Roles whose stored question the present rules can no longer show: they are asked again too."""

    @property
    def is_complete(self) -> bool:
        """True if the game waits for no more answers."""
        return all(self._is_done(request) for request in self.requests.values())

    @property
    def entry_number(self) -> int | None:
        """Return the number of the future journal entry with the open questions' answers; None without questions."""
        return next((request.entry for request in self.requests.values()), None)

    def is_open(self, question: Ask[Any], number: int) -> bool:
        """Return True if the rules' `question`, as journal entry `number`, is the seat's open question."""
        request = self.requests.get(question.seat)
        asked = request and (request.entry, request.key, request.kind)
        return asked == (number, question.key, question.kind)

    def get_answer_after_deadline(self, role: str) -> SealedAnswer | None:
        """Return the seat's answer in force if it was stored after the deadline."""
        request = self.requests[role]
        sealed = self._answers.get(request.pk)
        return sealed if sealed and request.due_at is not None and sealed.at > request.due_at else None

    def is_refused(self, question: Ask[Any]) -> bool:
        """Return True if the ready answer to this open question no longer fits the question that the rules ask now."""
        request = self.requests[question.seat]
        sealed = self._answers.get(request.pk) if request.ready else None
        return sealed is not None and _fitting(question, sealed) is None

    def get_answer(self, question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        """Return the seat's answer to a question at journal entry `number`; None if the driver must stop and ask.

        `look` builds the seat's view, for the conditions of standing orders.
        """
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
            or self._by_standing_order(question, number, look)
            or self._default(question)
        )

    def _unasked(self, question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        """Return the answer to a question that need not be asked; None if the seat must be asked.

        The answer comes from a standing order, or is the only possible one, if the seat's player plays alone or has
        chosen that (`Seat.passes_when_forced`). For others the speed would reveal that there was nothing to decide.
        """
        if (self._alone or question.seat in self._passing) and question.form.is_forced():
            return _by_rule(question, self._now)
        return to_journal_answer(self.book.answer_when_asked(question, number, look))

    def outcomes_of(self, run: DriveResult) -> dict[str, str]:
        """Return the outcome of each open question that a run has closed, by role: a value of `OpenRequest.Outcome`.

        The outcomes are: how it was answered; reopened, because the answer does not fit or changed rules ask another
        question; withdrawn, because the rules no longer ask the seat.
        """
        written = any(entry.number == self.entry_number for entry in run.entries)
        asked = {question.seat: question for question in run.open_questions}
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
        """Return True if the game need not wait for this question; with `Clock.wait`, not before the deadline."""
        if not request.ready:
            return self._time_is_up(request)
        return not self._clock.wait or request.due_at is None or request.due_at <= self._now

    def _ready(
        self, question: Ask[Any], sealed: SealedAnswer | None, look: ViewFactory, number: int
    ) -> SeatAnswer | None:
        """Return the answer to a question that is marked as ready: the player's, or that of a standing order."""
        applied = None if sealed else self.book.answer_when_asked(question, number, look)
        given = self._by_hand(question, sealed, number) if sealed else to_journal_answer(applied)
        if given is None:
            self.unfit.add(question.seat)
        else:
            self.outcomes[question.seat] = applied.outcome if applied else Outcome.ANSWERED
        return given

    def _draft(self, question: Ask[Any], sealed: SealedAnswer, number: int) -> SeatAnswer | None:
        given = self._by_hand(question, sealed, number)
        if given is not None:
            self.outcomes[question.seat] = Outcome.DRAFT
        return given

    def _by_hand(self, question: Ask[Any], sealed: SealedAnswer, number: int) -> SeatAnswer | None:
        """Return the player's answer if it still fits, and keep it as a standing order if the question says so."""
        given = _fitting(question, sealed)
        if given is not None and question.is_standing and given.channel != UMPIRE:
            self.book.keep_answer(question, given, number)
        return given

    def _by_standing_order(self, question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        applied = self.book.answer_at_deadline(question, number, look)
        if applied is not None:
            self.outcomes[question.seat] = applied.outcome
        return to_journal_answer(applied)

    def _default(self, question: Ask[Any]) -> SeatAnswer:
        self.outcomes[question.seat] = Outcome.DEFAULT
        return _by_rule(question, self._now)


def _by_rule(question: Ask[Any], now: datetime) -> SeatAnswer:
    """Return the rules' default answer to the question."""
    answer = serialization.to_builtins(question.form.write(question.form.default()))
    return SeatAnswer(question.seat, answer, DEFAULT, now.isoformat())


def _fitting(question: Ask[Any], sealed: SealedAnswer) -> SeatAnswer | None:
    """Return the sealed answer if the question, as the rules ask it now, accepts it."""
    answer = serialization.read_answer(sealed.answer)
    try:
        question.form.accept(answer)
    except GameError:
        return None
    return SeatAnswer(question.seat, answer, sealed.channel, sealed.at.isoformat())


def load_pending_answers(locked: LockedGame, now: datetime) -> PendingAnswers:
    """Return the answer source for a game that `load_locked_game` or `load_unlocked_game` has loaded."""
    game, seats = locked.game, {seat.pk: seat for seat in locked.seats}
    revisions = {row.pk: row.revision for row in locked.questions}
    for row in locked.questions:
        row.seat = seats[row.seat_id]
    asked = {row.seat.role: row for row in locked.questions}
    current = [answer for answer in locked.answers if revisions.get(answer.request_id) == answer.revision]
    book = StandingOrderBook.load(game, locked.seats, now)
    alone = sum(seat.kind != Seat.Kind.BOT for seat in locked.seats) <= 1
    passing = frozenset(seat.role for seat in locked.seats if seat.passes_when_forced and seat.player_id is not None)
    return PendingAnswers(
        *(asked, current, now, book),
        patient=has_delayed_results(game),
        alone=alone,
        passing=passing,
        clock=load_clock(game.clock),
    )
