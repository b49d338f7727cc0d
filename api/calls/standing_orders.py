"""``games/{id}/standing-orders/``: what a seat answers before it is asked. Nobody but its player sees any of it."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api import words
from api.base import Call
from api.calls.decisions import IF_MATCH, if_match, inside
from api.calls.forms import Answer, FormBody, Option, form_body
from api.schema import call, example
from api.shapes import Body
from games import registry
from games.kernel.foreseen import Condition, Foreseen
from games.kernel.text import Labels, Text
from games.selectors import standing_orders
from games.selectors.access import get_game
from games.selectors.preview import Previewed, preview
from games.selectors.standing_orders import GivenOrder, OrderKind
from games.services.standing_orders import do_add_order, do_arrange_orders, do_remove_order, do_replace_order
from games.stored.standing_orders import MOST_ORDERS, Order

Seat = Annotated[str, Meta(max_length=40, description="One of my seats; without it the first.")]
Kind = Annotated[str, Meta(min_length=1, max_length=60, description="A kind of question, as `kinds/` lists them.")]
When = Annotated[
    dict[str, Condition], Meta(description="Conditions that must all hold, by the key of the fact; empty: always.")
]
OrderAnswer = Annotated[
    Any, Meta(description="A word, a list of words (the best first), null to pass; or a whole plan for such a kind.")
]


class OrderBody(Body, frozen=True, kw_only=True):
    """A standing order as it is written; `kinds/` has the JSON Schema of each kind's.

    `applies`: ``when_asked`` at the moment of asking, or ``deadline`` only when time is up. `lasts`: ``game`` until it
    is changed, or ``once`` for one application.
    """

    kind: Kind
    when: When = {}
    answer: OrderAnswer = None
    applies: Literal["when_asked", "deadline"] = "when_asked"
    lasts: Literal["game", "once"] = "game"


class NewOrder(OrderBody, frozen=True, kw_only=True):
    """A standing order for one of my seats."""

    seat: Seat = ""


class Off(Struct, frozen=True):
    """Since when an order is switched off, and why."""

    at: datetime
    reason: Text


class StandingOrderBody(Struct, frozen=True, kw_only=True):
    """A standing order of mine. `off` is null while it is in force; `text` says it in words."""

    id: UUID
    seat: str
    position: int
    kind: str
    when: When
    answer: OrderAnswer
    applies: str
    lasts: str
    revision: int
    off: Off | None
    text: Text
    created_at: datetime
    changed_at: datetime


class StandingOrderList(Struct, frozen=True):
    """My standing orders in a game by seat, the best first: of those for one kind the first that fits is followed."""

    results: list[StandingOrderBody]
    next: None = None


class FactBody(Struct, frozen=True):
    """Something that a condition may ask for: a `flag` that is so, a `number` within bounds, any of these `word`s."""

    key: str
    name: Text
    sort: str
    values: list[Option]


class OrderKindBody(Struct, frozen=True, kw_only=True):
    """A kind of question that can be answered ahead.

    `schema` is that of a whole order, `examples` are such orders. Of a kind that is answered by a plan of its own,
    `plan` is the plan's form; of all others `facts` are what conditions speak of and `answers` the words of an answer.
    `always`: a ``when_asked`` order stands, so the seat is never asked; where none fits, the defaults are played.
    """

    kind: str
    name: Text
    schema: dict[str, Any]
    examples: list[dict[str, Any]]
    facts: list[FactBody]
    answers: list[Option]
    many: bool
    may_pass: bool
    plan: FormBody | None
    default: Text
    always: bool
    when_asked: int
    at_deadline: int


class OrderKindList(Struct, frozen=True):
    """All kinds of question of this title that can be answered ahead."""

    results: list[OrderKindBody]
    next: None = None


class Preference(Body, frozen=True, kw_only=True):
    """All orders of a seat, each once, the best first."""

    orders: Annotated[list[UUID], Meta(max_length=MOST_ORDERS)]
    seat: Seat = ""


class Trying(Body, frozen=True, kw_only=True):
    """Orders to be tried on the last questions; without them, those that the seat has."""

    orders: Annotated[list[OrderBody], Meta(max_length=MOST_ORDERS)] | None = None
    seat: Seat = ""


class TriedBody(Struct, frozen=True, kw_only=True):
    """A question that was put to my seat, how it was answered, and what the orders would have answered.

    `would`: ``standing`` (order number `by`, from 0, of those in force or of those sent), ``own_default``, ``default``
    (there are orders for this kind, but none fits), or ``asked`` (there are none: I would be asked).
    """

    decision: UUID
    kind: str
    stop: int
    at: datetime
    prompt: Text
    explanation: Text
    how: str
    answer: Answer
    answered: Text
    would: str
    by: int | None
    would_answer: Answer
    would_text: Text


class TriedList(Struct, frozen=True):
    """The last such questions, the newest first."""

    results: list[TriedBody]
    next: None = None


class SeatQuery(Body, frozen=True, kw_only=True):
    """Which of my seats."""

    seat: Annotated[str, Meta(max_length=40, description="One of my seats.")] = ""


_TRAP = {"kind": "react", "when": {"value": {"at_least": 7}, "night": False}, "answer": "trap"}
_EXAMPLES = [
    example("With conditions", _TRAP),
    example("Pass always", {"kind": "react", "answer": None}),
    example("My own default when time is up", {"kind": "chase", "answer": "pass", "applies": "deadline"}),
]


class StandingOrders(Call):
    """My orders in one game."""

    @call("standing_orders_list", "My standing orders", sends=StandingOrderList, query=SeatQuery, tag="standing orders")
    def get(self, request: Request, game_id: UUID) -> Response:
        found = standing_orders.orders_of(self.player, game_id, self.query(SeatQuery).seat)
        return Response(StandingOrderList([_order(one) for one in found]))

    @call(
        "standing_orders_create",
        "Answer a kind of question ahead",
        reads=NewOrder,
        sends=StandingOrderBody,
        status=201,
        tag="standing orders",
        about="Behind the orders that the seat has. From now on questions of this kind are answered as they come.",
        examples=_EXAMPLES,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(NewOrder)
        row = do_add_order(player=self.player, game_id=game_id, seat=wanted.seat, raw=_raw(wanted))
        place = request.build_absolute_uri(f"{row.pk}/")
        return _sent(standing_orders.order(self.player, row.pk), status.HTTP_201_CREATED, Location=place)


class OneStandingOrder(Call):
    """One of them."""

    @call(
        "standing_orders_retrieve",
        "One of my standing orders",
        sends=StandingOrderBody,
        tag="standing orders",
        about="The ETag is its revision.",
    )
    def get(self, request: Request, game_id: UUID, order_id: UUID) -> Response:
        return _sent(standing_orders.order(self.player, order_id, game_id=game_id))

    @call(
        "standing_orders_replace",
        "Replace one of my standing orders",
        reads=OrderBody,
        sends=StandingOrderBody,
        headers=[IF_MATCH],
        tag="standing orders",
        about="It keeps its place. One that was switched off is in force again.",
        examples=_EXAMPLES,
    )
    def put(self, request: Request, game_id: UUID, order_id: UUID) -> Response:
        known = standing_orders.order(self.player, order_id, game_id=game_id)
        raw = _raw(self.body(OrderBody))
        do_replace_order(player=self.player, order_id=known.id, raw=raw, if_match=if_match(request))
        return _sent(standing_orders.order(self.player, known.id))

    @call(
        "standing_orders_remove",
        "Take one of my standing orders back",
        status=204,
        headers=[IF_MATCH],
        tag="standing orders",
    )
    def delete(self, request: Request, game_id: UUID, order_id: UUID) -> Response:
        known = standing_orders.order(self.player, order_id, game_id=game_id)
        do_remove_order(player=self.player, order_id=known.id, if_match=if_match(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class OrderOfPreference(Call):
    """Which order comes first."""

    @call(
        "standing_orders_arrange",
        "Lay my standing orders in another order of preference",
        reads=Preference,
        sends=StandingOrderList,
        tag="standing orders",
        examples=[example("Two orders", {"orders": [str(UUID(int=2, version=4)), str(UUID(int=1, version=4))]})],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Preference)
        rows = do_arrange_orders(player=self.player, game_id=game_id, seat=wanted.seat, order_ids=wanted.orders)
        kept = {row.pk for row in rows}
        found = [one for one in standing_orders.orders_of(self.player, game_id) if one.id in kept]
        return Response(StandingOrderList([_order(one) for one in found]))


class Kinds(Call):
    """What can be answered ahead."""

    @call(
        "standing_orders_kinds",
        "What can be answered ahead",
        sends=OrderKindList,
        query=SeatQuery,
        tag="standing orders",
        about="Each kind of question of the title with its conditions, its answers and the schema of an order.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        found = standing_orders.kinds_of(self.player, game_id, self.query(SeatQuery).seat)
        labels = registry.game_title(get_game(self.player, game_id)).labels
        return Response(OrderKindList([_kind(one, labels) for one in found]))


class Preview(Call):
    """A rehearsal."""

    @call(
        "standing_orders_preview",
        "What orders would have answered to my last such questions",
        reads=Trying,
        sends=TriedList,
        tag="standing orders",
        about="Changes nothing. Each question is judged by what the seat knew when it came.",
        examples=[example("The orders that I have", {}), example("Other orders", {"orders": [_TRAP]})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Trying)
        raw = None if wanted.orders is None else [_raw(one) for one in wanted.orders]
        with inside("/orders"):
            found = preview(self.player, game_id, raw, seat=wanted.seat)
        title = registry.game_title(get_game(self.player, game_id))
        return Response(TriedList([_tried(one, title.explain) for one in found]))


def _raw(wanted: OrderBody) -> Any:
    """The order as the rules of standing orders read it."""
    return {name: msgspec.to_builtins(getattr(wanted, name)) for name in Order.__struct_fields__}


def _sent(found: GivenOrder, code: int = 200, **headers: str) -> Response:
    return Response(_order(found), code, headers={"ETag": found.etag, "Cache-Control": "private, no-cache", **headers})


def _order(found: GivenOrder) -> StandingOrderBody:
    return StandingOrderBody(
        id=found.id,
        seat=found.seat,
        position=found.position,
        kind=found.kind,
        when=found.order.when,
        answer=found.order.answer,
        applies=found.order.applies,
        lasts=found.order.lasts,
        revision=found.revision,
        off=None if found.off_at is None else Off(found.off_at, found.off_reason),
        text=found.description,
        created_at=found.created_at,
        changed_at=found.changed_at,
    )


def _kind(found: OrderKind, labels: Labels) -> OrderKindBody:
    foreseen, form = found.foreseen, found.form
    return OrderKindBody(
        kind=found.kind,
        name=found.name,
        schema=found.schema,
        examples=list(found.examples),
        facts=_facts(foreseen, labels) if foreseen is not None else [],
        answers=[Option(word, labels(word)) for word in foreseen.answers] if foreseen is not None else [],
        many=foreseen is not None and foreseen.many,
        may_pass=foreseen is not None and foreseen.may_pass,
        plan=form_body(form, labels) if form is not None else None,
        default=found.default_words,
        always=found.always,
        when_asked=found.when_asked,
        at_deadline=found.at_deadline,
    )


def _facts(foreseen: Foreseen, labels: Labels) -> list[FactBody]:
    return [
        FactBody(fact.key, fact.name, fact.sort, [Option(word, labels(word)) for word in fact.values])
        for fact in foreseen.facts
    ]


def _tried(found: Previewed, explain: Any) -> TriedBody:
    return TriedBody(
        decision=found.decision,
        kind=found.kind,
        stop=found.stop,
        at=found.at,
        prompt=found.question.prompt,
        explanation=words.both(lambda language: explain(found.question, language)),
        how=found.how,
        answer=found.answer,
        answered=found.answer_words,
        would=found.would,
        by=found.by,
        would_answer=found.would_answer,
        would_text=found.would_words,
    )
