"""What the driver is fed: sealed answers that are ready, drafts and defaults where time is up.

A seat with a standing order for a kind of question is answered by it at the moment of asking, always; in a game whose
results come out at fixed hours it is asked like the others, and counts as having answered. Precedence for a question
whose time is up: ready answer, then draft, standing order, the player's own default, the rule's default. Time is up for
one entry of the journal only, never for the questions that follow it in the same run.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from games import store
from games.kernel.driver import Look
from games.kernel.errors import GameError
from games.kernel.journal import Given
from games.kernel.requests import Ask
from games.models import OpenRequest, SealedAnswer
from games.services.following import OrderBook, given_by

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
    ) -> None:
        self.requests = requests
        """By role."""
        self.book = book
        self._patient = patient
        self._answers = {answer.request_id: answer for answer in answers if answer.answer is not None}
        self._now = now
        self.outcomes: dict[str, str] = {}
        """How the question of each role was settled, once the driver has taken something for it."""
        self.unfit: set[str] = set()
        """Roles whose ready answer the present rules refuse: they are asked again, no default is played for them."""

    @property
    def settled(self) -> bool:
        """True when nobody has to be waited for."""
        return all(request.ready or self._time_is_up(request) for request in self.requests.values())

    @property
    def entry(self) -> int | None:
        """The number of the journal entry that the open questions will become."""
        return next((request.entry for request in self.requests.values()), None)

    def supply(self, question: Ask[Any], number: int, look: Look) -> Given | None:
        """The answer for entry `number`, or None to stop there."""
        request = self.requests.get(question.seat)
        if request is None or request.entry != number or request.key != question.key:
            return None if self._patient else given_by(self.book.answer(question, number, look))
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

    def _time_is_up(self, request: OpenRequest) -> bool:
        return request.due_at is not None and request.due_at <= self._now

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
        answer = store.plain(question.form.write(question.form.default()))
        return Given(question.seat, answer, "default", self._now.isoformat())


def _fitting(question: Ask[Any], sealed: SealedAnswer) -> Given | None:
    """The sealed answer, if the question as the rules ask it now accepts it."""
    answer = store.read_answer(sealed.answer)
    try:
        question.form.accept(answer)
    except GameError:
        return None
    return Given(question.seat, answer, sealed.channel, sealed.at.isoformat())
