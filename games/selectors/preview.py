"""What standing orders would have answered to the questions that a seat was really asked; for their owner alone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games import registry
from games.kernel.foreseen import UNFIT, Facts
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat, StandingOrder
from games.selectors.access import own_seat
from games.selectors.views import kept_view, typed_view
from games.stored import packing
from games.stored.receipts import in_words
from games.stored.standing_orders import Order, facts_of, foreseen_kind, judge, order_of, read_followed, read_orders

PREVIEWED = 10
"""Questions that a preview goes through."""


@dataclass(frozen=True)
class Previewed:
    """One question that was put to the seat, how it was answered, and what the orders would have answered.

    `how` is answered, draft, default, standing, own_default or open. `would` says by what: ``standing`` (order number
    `by`, from 0), ``own_default``, ``default`` (orders answer this kind, none fitted) or ``asked``.
    """

    decision: UUID
    kind: str
    stop: int
    question: Ask[Any]
    at: datetime
    how: str
    answer: Any
    answer_words: Text
    would: str
    by: int | None
    would_answer: Any
    would_words: Text


def preview(
    player: Player, game_id: UUID | str, raw: object = None, *, seat: str = "", limit: int = PREVIEWED
) -> list[Previewed]:
    """The last questions to the player's seat that can be foreseen, newest first, and what `raw` would have answered.

    `raw` is a list of orders as they are written; None: the orders that the seat has. Raises Missing, Malformed,
    Illegal.
    """
    mine = own_seat(player, game_id, seat)
    game, title = mine.game, registry.game_title(mine.game)
    orders = read_orders(title, raw) if raw is not None else _active_orders(mine)
    kinds = [*(foreseen.kind for foreseen in title.foreseen), *title.plans]
    rows = OpenRequest.objects.filter(seat=mine, kind__in=kinds).exclude(outcome__in=_NEVER_ANSWERED)
    return [_previewed(game, title, row, orders) for row in rows.order_by("-opened_at", "-entry")[:limit]]


_NEVER_ANSWERED = (OpenRequest.Outcome.WITHDRAWN, OpenRequest.Outcome.REOPENED)


def _active_orders(seat: Seat) -> list[Order]:
    return [order_of(row) for row in StandingOrder.objects.filter(seat=seat, off_at=None).order_by("position")]


def _previewed(game: Game, title: Title[Any], row: OpenRequest, orders: list[Order]) -> Previewed:
    question = packing.read_question(title, row.question)
    would, by, typed = would_answer(title, orders, question, _facts_then(game, title, row, question))
    answered, answer, words = _answered(title, row, question)
    return Previewed(
        decision=row.pk,
        kind=row.kind,
        stop=row.seat_stop,
        question=question,
        at=row.opened_at,
        how=answered,
        answer=answer,
        answer_words=words,
        would=would,
        by=by,
        would_answer=None if would == "asked" else question.form.write(typed),
        would_words=Text("", "") if would == "asked" else in_words(title, question.form, typed),
    )


def would_answer(
    title: Title[Any], orders: list[Order], question: Ask[Any], facts: Facts
) -> tuple[str, int | None, Any]:
    """By what a question would be answered, by which order (its place), and the typed answer; see `Previewed`."""
    mine = [(place, one) for place, one in enumerate(orders) if one.kind == question.kind]
    if not any(one.applies == "when_asked" for _, one in mine):
        return "asked", None, None
    for applies, how in (("when_asked", "standing"), ("deadline", "own_default")):
        for place, one in mine:
            verdict = judge(title, one, question, facts) if one.applies == applies else None
            if verdict is not None and verdict.answer is not UNFIT:
                return how, place, verdict.answer
    return "default", None, question.form.default()


def _facts_then(game: Game, title: Title[Any], row: OpenRequest, question: Ask[Any]) -> Facts:
    """What was so when the question came: noted where an order answered, else seen in the view of its stop."""
    if row.followed:
        return read_followed(row.followed).facts
    if foreseen_kind(title, row.kind) is None:
        return {}
    view = typed_view(game, kept_view(game, question.seat, row.seat_stop))
    return facts_of(title, view, question)


def _answered(title: Title[Any], row: OpenRequest, question: Ask[Any]) -> tuple[str, Any, Text]:
    if row.closed_at is None:
        return "open", None, Text("", "")
    if row.outcome == OpenRequest.Outcome.DEFAULT:
        typed = question.form.default()
        return row.outcome, question.form.write(typed), in_words(title, question.form, typed)
    sealed = SealedAnswer.objects.filter(request=row, revision=row.revision).first()
    if sealed is None or sealed.answer is None:
        return row.outcome, None, Text("", "")
    answer = packing.read_answer(sealed.answer)
    return row.outcome, answer, in_words(title, question.form, question.form.read(answer))
