"""Preview standing orders: the answers that they would have given to a seat's past questions; for its player only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games import registry
from games.kernel.requests import Ask
from games.kernel.standing_orders import NO_FIT, Facts
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat, StandingOrder
from games.persistence import serialization
from games.persistence.receipts import describe_answer
from games.persistence.standing_orders import (
    OrderSpec,
    evaluate_order,
    find_order_kind,
    load_order,
    question_facts,
    read_followed,
    read_orders,
)
from games.selectors.access import get_own_seat
from games.selectors.views import get_stop_view, to_typed_view

DEFAULT_PREVIEW_LIMIT = 10
"""The number of questions in a preview, unless the caller gives another one."""


@dataclass(frozen=True)
class PreviewedDecision:
    """One past question to the seat, how it was answered, and what the orders would have answered."""

    decision: UUID
    """The id of the question."""
    kind: str
    stop: int
    """The seat's own number of the stop."""
    question: Ask[Any]
    at: datetime
    outcome: str
    """How it was answered: ``answered``, ``draft``, ``default``, ``standing``, ``own_default`` or ``open``."""
    answer: Any
    """The answer as JSON."""
    answer_description: Text
    """The answer in words."""
    predicted_outcome: str
    """Where the predicted answer comes from: ``standing`` (the order with index `predicted_order`), ``own_default``,
    ``default`` (there are orders for this kind, but no order fitted), or ``asked`` (the seat would have been asked).
    """
    predicted_order: int | None
    """The index of the order; None unless an order answers."""
    predicted_answer: Any
    """The predicted answer as JSON."""
    predicted_description: Text
    """The predicted answer in words."""


def preview_standing_orders(
    player: Player, game_id: UUID | str, raw: object = None, *, seat: str = "", limit: int = DEFAULT_PREVIEW_LIMIT
) -> list[PreviewedDecision]:
    """Return the last questions to the player's seat that standing orders can answer, newest first, with predictions.

    `raw` is a list of orders as JSON to try out; None means the seat's present orders. Raises Missing without such a
    seat, Malformed or Illegal for invalid orders.
    """
    mine = get_own_seat(player, game_id, seat)
    game, title = mine.game, registry.game_title(mine.game)
    orders = read_orders(title, raw) if raw is not None else _active_orders(mine)
    kinds = [*(order_kind.kind for order_kind in title.standing_orders.kinds), *title.standing_orders.plans]
    rows = OpenRequest.objects.filter(seat=mine, kind__in=kinds).exclude(outcome__in=_NEVER_ANSWERED)
    return [_previewed(game, title, row, orders) for row in rows.order_by("-opened_at", "-entry")[:limit]]


_NEVER_ANSWERED = (OpenRequest.Outcome.WITHDRAWN, OpenRequest.Outcome.REOPENED)


def _active_orders(seat: Seat) -> list[OrderSpec]:
    return [load_order(row) for row in StandingOrder.objects.filter(seat=seat, off_at=None).order_by("position")]


def _previewed(game: Game, title: Title[Any], row: OpenRequest, orders: list[OrderSpec]) -> PreviewedDecision:
    question = serialization.read_question(title, row.question)
    would, by, typed = predict_answer(title, orders, question, _facts_then(game, title, row, question))
    answered, answer, words = _answered(title, row, question)
    return PreviewedDecision(
        decision=row.pk,
        kind=row.kind,
        stop=row.seat_stop,
        question=question,
        at=row.opened_at,
        outcome=answered,
        answer=answer,
        answer_description=words,
        predicted_outcome=would,
        predicted_order=by,
        predicted_answer=None if would == "asked" else question.form.write(typed),
        predicted_description=Text("", "") if would == "asked" else describe_answer(title, question.form, typed),
    )


def predict_answer(
    title: Title[Any], orders: list[OrderSpec], question: Ask[Any], facts: Facts
) -> tuple[str, int | None, Any]:
    """Return where the answer to a question would come from, the index of the standing order, and the answer.

    `facts` are the values that conditions test. The first value is as in `PreviewedDecision.predicted_outcome`; index
    and answer are None if the seat would be asked.
    """
    mine = [(place, one) for place, one in enumerate(orders) if one.kind == question.kind]
    if not any(one.applies == "when_asked" for _, one in mine):
        return "asked", None, None
    for applies, how in (("when_asked", "standing"), ("deadline", "own_default")):
        for place, one in mine:
            verdict = evaluate_order(title, one, question, facts) if one.applies == applies else None
            if verdict is not None and verdict.answer is not NO_FIT:
                return how, place, verdict.answer
    return "default", None, question.form.default()


def _facts_then(game: Game, title: Title[Any], row: OpenRequest, question: Ask[Any]) -> Facts:
    """Return the facts when the question was asked: recorded ones if an order answered it, else from the view then."""
    if row.followed:
        return read_followed(row.followed).facts
    if find_order_kind(title, row.kind) is None:
        return {}
    view = to_typed_view(game, get_stop_view(game, question.seat, row.seat_stop))
    return question_facts(title, view, question)


def _answered(title: Title[Any], row: OpenRequest, question: Ask[Any]) -> tuple[str, Any, Text]:
    if row.closed_at is None:
        return "open", None, Text("", "")
    if row.outcome == OpenRequest.Outcome.DEFAULT:
        typed = question.form.default()
        return row.outcome, question.form.write(typed), describe_answer(title, question.form, typed)
    sealed = SealedAnswer.objects.filter(request=row, revision=row.revision).first()
    if sealed is None or sealed.answer is None:
        return row.outcome, None, Text("", "")
    answer = serialization.read_answer(sealed.answer)
    return row.outcome, answer, describe_answer(title, question.form, question.form.read(answer))
