"""``games/{id}/standing-orders/``: answers that a seat gives before the question, visible to its player only."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api import request_language
from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.views.decisions import IF_MATCH, point_into_body, read_if_match
from api.views.form_schemas import Answer, FormBody, Option, form_body
from games import registry
from games.kernel.standing_orders import Condition, StandingOrderKind
from games.kernel.text import Labels, Text
from games.persistence.standing_orders import MAX_ORDERS, OrderSpec
from games.selectors import standing_orders
from games.selectors.access import get_game, get_own_seat
from games.selectors.standing_order_preview import PreviewedDecision, preview_standing_orders
from games.selectors.standing_orders import OrderKind, StandingOrderState
from games.services.forced_passes import do_pass_when_forced
from games.services.standing_orders import do_add_order, do_arrange_orders, do_remove_order, do_replace_order

Seat = Annotated[str, Meta(max_length=40, description="One of my seats; without it the first.")]
Kind = Annotated[str, Meta(min_length=1, max_length=60, description="A kind of question, as `kinds/` lists them.")]
When = Annotated[
    dict[str, Condition], Meta(description="Conditions that must all hold, by the key of the fact; empty: always.")
]
OrderAnswer = Annotated[
    Any, Meta(description="A word, a list of words (the best first), null to pass; or a whole plan for such a kind.")
]


class OrderBody(RequestBody, frozen=True, kw_only=True):
    """A standing order as you write it; `kinds/` has the JSON Schema for each kind of question."""

    kind: Kind
    when: When = {}
    answer: OrderAnswer = None
    applies: Annotated[
        Literal["when_asked", "deadline"],
        Meta(description="when_asked: it answers as soon as the question is asked; deadline: only at the deadline."),
    ] = "when_asked"
    lasts: Annotated[
        Literal["game", "once"],
        Meta(description="game: it is in force until it is changed; once: it answers one question."),
    ] = "game"


class CreateOrderRequest(OrderBody, frozen=True, kw_only=True):
    """A standing order for one of your seats."""

    seat: Seat = ""


class SwitchedOff(Struct, frozen=True):
    """When and why a standing order was switched off."""

    at: datetime
    reason: Text


class StandingOrderBody(Struct, frozen=True, kw_only=True):
    """A standing order of yours; `text` is the order in words."""

    id: UUID
    seat: Annotated[str, Meta(description="The key of the seat.")]
    position: Annotated[int, Meta(description="Its place in the seat's order of preference, from 0.")]
    kind: Annotated[str, Meta(description="The kind of question that it answers.")]
    when: When
    answer: OrderAnswer
    applies: Annotated[str, Meta(description="when_asked or deadline.")]
    lasts: Annotated[str, Meta(description="game or once.")]
    revision: Annotated[int, Meta(description="The number of changes: its ETag.")]
    off: Annotated[SwitchedOff | None, Meta(description="When and why it was switched off; null while it is in force.")]
    text: Text
    created_at: datetime
    changed_at: datetime


class StandingOrderList(Struct, frozen=True):
    """Your standing orders in a game by seat, in the order of preference.

    Of the orders for one kind of question, the first order that fits gives the answer.
    """

    results: list[StandingOrderBody]
    next: str | None = None


class FactBody(Struct, frozen=True):
    """A fact that conditions of standing orders can test."""

    key: str
    name: Text
    sort: Annotated[str, Meta(description="flag (true or false), number (within bounds), or word (one of `values`).")]
    values: Annotated[list[Option], Meta(description="The words that the fact can have.")]


class OrderKindBody(Struct, frozen=True, kw_only=True):
    """A kind of question that standing orders can answer.

    Either a plan answers it (`plan` is then the form of a plan), or rules with conditions: `facts` and `answers` then
    have what they can name.
    """

    kind: Annotated[str, Meta(description="The key of the kind.")]
    name: Text
    schema: Annotated[dict[str, Any], Meta(description="The JSON Schema of a whole standing order.")]
    examples: Annotated[list[dict[str, Any]], Meta(description="Examples of standing orders.")]
    facts: Annotated[list[FactBody], Meta(description="The facts that conditions can test.")]
    answers: Annotated[list[Option], Meta(description="The words that an answer can contain.")]
    many: Annotated[bool, Meta(description="True if an answer may list several words, the best first.")]
    may_pass: Annotated[bool, Meta(description="True if the answer may be null: to pass.")]
    plan: FormBody | None
    default: Text
    is_always_answered: Annotated[
        bool,
        Meta(
            description=(
                "True if there is an order with when_asked: the seat is never asked, and if no order "
                "fits, the default is played."
            )
        ),
    ]
    when_asked: Annotated[int, Meta(description="The number of the seat's orders that answer when asked.")]
    at_deadline: Annotated[int, Meta(description="The number of the seat's orders that answer at the deadline.")]


class OrderKindList(Struct, frozen=True):
    """All kinds of question of this title that standing orders can answer."""

    results: list[OrderKindBody]
    next: str | None = None


class OrderPreferenceRequest(RequestBody, frozen=True, kw_only=True):
    """The ids of all orders of a seat, each once, in the order in which they are tried."""

    orders: Annotated[list[UUID], Meta(max_length=MAX_ORDERS)]
    seat: Seat = ""


class PassesRequest(RequestBody, frozen=True, kw_only=True):
    """With `passes`, the server answers questions with only one possible answer. Without `seat`, for all your seats."""

    passes: bool
    seat: Annotated[str, Meta(max_length=40)] = ""


class PassesBody(Struct, frozen=True):
    """Whether the server answers a seat's questions with only one possible answer."""

    seat: str
    passes: Annotated[
        bool, Meta(description="True if the server answers the seat's questions with only one possible answer.")
    ]


class PreviewRequest(RequestBody, frozen=True, kw_only=True):
    """Orders to try on the last questions; without `orders`, the seat's present orders are tried."""

    orders: Annotated[list[OrderBody], Meta(max_length=MAX_ORDERS)] | None = None
    seat: Seat = ""


class PreviewedDecisionBody(Struct, frozen=True, kw_only=True):
    """A past question of your seat, how it was answered, and what the orders would have answered.

    Fields that begin with ``predicted_`` are about the orders that are tried; the others are about the game.
    """

    decision: UUID
    kind: Annotated[str, Meta(description="The kind of question.")]
    stop: Annotated[int, Meta(description="The seat's own number of the stop.")]
    at: datetime
    prompt: Text
    explanation: Text
    outcome: Annotated[
        str, Meta(description="How it was answered: answered, draft, default, standing, own_default or open.")
    ]
    answer: Answer
    answer_text: Text
    predicted_outcome: Annotated[
        str,
        Meta(
            description=(
                "standing (an order answers), own_default (an order for the deadline answers), default "
                "(there are orders for this kind, but none fits), or asked (there are no orders for this "
                "kind)."
            )
        ),
    ]
    predicted_order: Annotated[
        int | None, Meta(description="The index, from 0, of the order that answers; null if none does.")
    ]
    predicted_answer: Answer
    predicted_text: Text


class PreviewedDecisionList(Struct, frozen=True):
    """The last questions that standing orders can answer, the newest first."""

    results: list[PreviewedDecisionBody]
    next: str | None = None


class SeatQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameter: the seat."""

    seat: Seat = ""


class OptionalSeatQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameter: the seat whose orders are listed."""

    seat: Annotated[str, Meta(max_length=40, description="One of my seats; without it all of them.")] = ""


_TRAP = {"kind": "react", "when": {"value": {"at_least": 7}, "night": False}, "answer": "trap"}
_EXAMPLES = [
    make_example("With conditions", _TRAP),
    make_example("Pass always", {"kind": "react", "answer": None}),
    make_example("My own default when time is up", {"kind": "chase", "answer": "pass", "applies": "deadline"}),
]


class StandingOrderListView(ApiView):
    """``games/{id}/standing-orders/``: list your standing orders in a game, and add one."""

    @describe_operation(
        "standing_orders_list",
        "My standing orders",
        sends=StandingOrderList,
        query=OptionalSeatQuery,
        tag="standing orders",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        found = standing_orders.list_orders(self.player, game_id, self.parse_query(OptionalSeatQuery).seat)
        return Response(StandingOrderList([_order(one) for one in found]))

    @accept_idempotency_key
    @describe_operation(
        "standing_orders_create",
        "Add a standing order",
        reads=CreateOrderRequest,
        sends=StandingOrderBody,
        status=201,
        tag="standing orders",
        sent_headers=["ETag", "Cache-Control", "Location"],
        about="Behind the orders that the seat has. From now on questions of this kind are answered as they come.",
        examples=_EXAMPLES,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(CreateOrderRequest)
        row = do_add_order(player=self.player, game_id=game_id, seat=wanted.seat, raw=_raw(wanted))
        place = request.build_absolute_uri(f"{row.pk}/")
        return _sent(standing_orders.get_order(self.player, row.pk), status.HTTP_201_CREATED, Location=place)


class StandingOrderDetailView(ApiView):
    """``games/{id}/standing-orders/{id}/``: read, replace or delete a standing order."""

    @describe_operation(
        "standing_orders_retrieve",
        "One of my standing orders",
        sends=StandingOrderBody,
        tag="standing orders",
        sent_headers=["ETag", "Cache-Control"],
        about="The ETag is its revision.",
    )
    def get(self, request: Request, game_id: UUID, order_id: UUID) -> Response:
        return _sent(standing_orders.get_order(self.player, order_id, game_id=game_id))

    @describe_operation(
        "standing_orders_replace",
        "Replace one of my standing orders",
        reads=OrderBody,
        sends=StandingOrderBody,
        headers=[IF_MATCH],
        tag="standing orders",
        sent_headers=["ETag", "Cache-Control"],
        about="It keeps its place. One that was switched off is in force again.",
        examples=_EXAMPLES,
    )
    def put(self, request: Request, game_id: UUID, order_id: UUID) -> Response:
        known = standing_orders.get_order(self.player, order_id, game_id=game_id)
        raw = _raw(self.parse_body(OrderBody))
        do_replace_order(player=self.player, order_id=known.id, raw=raw, if_match=read_if_match(request))
        return _sent(standing_orders.get_order(self.player, known.id))

    @describe_operation(
        "standing_orders_remove",
        "Take one of my standing orders back",
        status=204,
        headers=[IF_MATCH],
        tag="standing orders",
    )
    def delete(self, request: Request, game_id: UUID, order_id: UUID) -> Response:
        known = standing_orders.get_order(self.player, order_id, game_id=game_id)
        do_remove_order(player=self.player, order_id=known.id, if_match=read_if_match(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class OrderPreferenceView(ApiView):
    """``games/{id}/standing-orders/preference/``: set the order of preference of a seat's standing orders."""

    @describe_operation(
        "standing_orders_arrange",
        "Lay my standing orders in another order of preference",
        reads=OrderPreferenceRequest,
        sends=StandingOrderList,
        tag="standing orders",
        examples=[make_example("Two orders", {"orders": [str(UUID(int=2, version=4)), str(UUID(int=1, version=4))]})],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(OrderPreferenceRequest)
        rows = do_arrange_orders(player=self.player, game_id=game_id, seat=wanted.seat, order_ids=wanted.orders)
        kept = {row.pk for row in rows}
        found = [one for one in standing_orders.list_orders(self.player, game_id) if one.id in kept]
        return Response(StandingOrderList([_order(one) for one in found]))


class PassesView(ApiView):
    """``games/{id}/standing-orders/passes/``: let the server answer questions with only one possible answer."""

    @describe_operation(
        "standing_orders_passes",
        "Am I asked what has one answer?",
        sends=PassesBody,
        query=SeatQuery,
        tag="standing orders",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        seat = get_own_seat(self.player, game_id, self.parse_query(SeatQuery).seat)
        return Response(PassesBody(seat.role, passes=seat.passes_when_forced))

    @describe_operation(
        "standing_orders_passes_set",
        "Never ask me when I can only pass",
        reads=PassesRequest,
        sends=PassesBody,
        tag="standing orders",
        about="Others may notice from the speed of the answer that your seat had nothing to decide.",
        examples=[make_example("Switch it on", {"passes": True})],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(PassesRequest)
        seat = do_pass_when_forced(player=self.player, game_id=game_id, seat=wanted.seat, wanted=wanted.passes)
        return Response(PassesBody(seat.role, passes=seat.passes_when_forced))


class OrderKindsView(ApiView):
    """``games/{id}/standing-orders/kinds/``: list the kinds of question that standing orders can answer."""

    @describe_operation(
        "standing_orders_kinds",
        "The kinds of standing order",
        sends=OrderKindList,
        query=SeatQuery,
        tag="standing orders",
        about="Each kind of question of the title with its conditions, its answers and the schema of an order.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        found = standing_orders.list_order_kinds(self.player, game_id, self.parse_query(SeatQuery).seat)
        labels = registry.game_title(get_game(self.player, game_id)).presentation.labels
        return Response(OrderKindList([_kind(one, labels) for one in found]))


class PreviewOrdersView(ApiView):
    """``games/{id}/standing-orders/preview/``: preview standing orders on past questions."""

    @describe_operation(
        "standing_orders_preview",
        "What orders would have answered to my last such questions",
        reads=PreviewRequest,
        sends=PreviewedDecisionList,
        tag="standing orders",
        about="Changes nothing. Each question is judged by what the seat knew when it came.",
        examples=[make_example("The orders that I have", {}), make_example("Other orders", {"orders": [_TRAP]})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(PreviewRequest)
        raw = None if wanted.orders is None else [_raw(one) for one in wanted.orders]
        with point_into_body("/orders"):
            found = preview_standing_orders(self.player, game_id, raw, seat=wanted.seat)
        title = registry.game_title(get_game(self.player, game_id))
        return Response(PreviewedDecisionList([_tried(one, title.presentation.explain_question) for one in found]))


def _raw(wanted: OrderBody) -> Any:
    """Return the order as JSON values, as `games.persistence.standing_orders.read_order` expects it."""
    return {name: msgspec.to_builtins(getattr(wanted, name)) for name in OrderSpec.__struct_fields__}


def _sent(found: StandingOrderState, code: int = 200, **headers: str) -> Response:
    return Response(_order(found), code, headers={"ETag": found.etag, "Cache-Control": "private, no-cache", **headers})


def _order(found: StandingOrderState) -> StandingOrderBody:
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
        off=None if found.off_at is None else SwitchedOff(found.off_at, found.off_reason),
        text=found.description,
        created_at=found.created_at,
        changed_at=found.changed_at,
    )


def _kind(found: OrderKind, labels: Labels) -> OrderKindBody:
    order_kind, form = found.rule_kind, found.form
    return OrderKindBody(
        kind=found.kind,
        name=found.name,
        schema=found.schema,
        examples=list(found.examples),
        facts=_facts(order_kind, labels) if order_kind is not None else [],
        answers=[Option(word, labels(word)) for word in order_kind.answers] if order_kind is not None else [],
        many=order_kind is not None and order_kind.many,
        may_pass=order_kind is not None and order_kind.may_pass,
        plan=form_body(form, labels) if form is not None else None,
        default=found.default_words,
        is_always_answered=found.is_always_answered,
        when_asked=found.when_asked,
        at_deadline=found.at_deadline,
    )


def _facts(order_kind: StandingOrderKind, labels: Labels) -> list[FactBody]:
    return [
        FactBody(fact.key, fact.name, fact.sort, [Option(word, labels(word)) for word in fact.values])
        for fact in order_kind.facts
    ]


def _tried(found: PreviewedDecision, explain: Any) -> PreviewedDecisionBody:
    return PreviewedDecisionBody(
        decision=found.decision,
        kind=found.kind,
        stop=found.stop,
        at=found.at,
        prompt=found.question.prompt,
        explanation=request_language.both(lambda language: explain(found.question, language)),
        outcome=found.outcome,
        answer=found.answer,
        answer_text=found.answer_description,
        predicted_outcome=found.predicted_outcome,
        predicted_order=found.predicted_order,
        predicted_answer=found.predicted_answer,
        predicted_text=found.predicted_description,
    )
