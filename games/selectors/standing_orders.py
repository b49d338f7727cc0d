"""Read a seat's standing orders and the answers that they gave, for the seat's player only.

Staff and umpire need audited access; players of other seats cannot read them.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from games import registry
from games.errors import missing
from games.kernel.forms import Form, Json
from games.kernel.requests import Ask
from games.kernel.standing_orders import StandingOrderKind, rule_schema
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat, StandingOrder
from games.persistence import serialization
from games.persistence.receipts import describe_answer
from games.persistence.standing_orders import OrderSpec, describe_order, load_order
from games.selectors.access import get_own_seat
from games.selectors.audited_access import umpire_view

Applies = StandingOrder.Applies


@dataclass(frozen=True)
class StandingOrderState:
    """A standing order of one seat, for the seat's player."""

    id: UUID
    game_id: UUID
    seat: str
    position: int
    """The order with the lowest position is tried first."""
    kind: str
    order: OrderSpec
    """The order as its player writes it."""
    description: Text
    """The order in words."""
    revision: int
    created_at: datetime
    changed_at: datetime
    off_at: datetime | None
    """When the order was switched off; None while it is in force."""
    off_reason: Text
    """Why the order was switched off; empty while it is in force."""

    @property
    def active(self) -> bool:
        """True while the order is in force."""
        return self.off_at is None

    @property
    def etag(self) -> str:
        """Return the order's revision number as an ETag."""
        return f'"{self.revision}"'


@dataclass(frozen=True)
class OrderKind:
    """A kind of question that standing orders can answer."""

    kind: str
    name: Text
    rule_kind: StandingOrderKind | None
    """The conditions and answers, if orders for this kind are rules with conditions; else None."""
    form: Form[Any] | None
    """The form of a plan, if orders for this kind are plans; None for rules."""
    schema: Json
    """The JSON Schema of an order."""
    examples: tuple[Json, ...]
    default: Any
    """For plans: the rules' default answer as JSON; for rules: None."""
    default_words: Text
    """The default in words."""
    when_asked: int
    """The number of the seat's orders in force that answer at once."""
    at_deadline: int
    """The number of the seat's orders in force that answer after the deadline."""

    @property
    def is_always_answered(self) -> bool:
        """True if the seat is never asked such questions, because standing orders or defaults answer them."""
        return self.when_asked > 0


def list_orders(player: Player, game_id: UUID | str, seat: str = "") -> list[StandingOrderState]:
    """Return the standing orders of the player's seats in a game, or of `seat`, in the order of preference.

    Raises Missing without such a seat.
    """
    game = get_own_seat(player, game_id, seat).game
    rows = StandingOrder.objects.filter(game=game, seat__player=player).select_related("seat")
    if seat:
        rows = rows.filter(seat__role=seat)
    return [_given(game, row) for row in rows.order_by("seat__position", "position")]


def get_order(player: Player, order_id: UUID | str, *, game_id: UUID | str | None = None) -> StandingOrderState:
    """Return one of the player's own orders; with `game_id`, only of that game.

    Raises Missing without such an order, also for other players' orders.
    """
    try:
        wanted = UUID(str(order_id))
    except ValueError:
        raise missing() from None
    row = StandingOrder.objects.filter(pk=wanted, seat__player=player).select_related("seat", "game").first()
    if row is None or game_id not in (None, row.game_id):
        raise missing()
    return _given(row.game, row)


def list_all_orders(player: Player, game_id: UUID | str) -> list[StandingOrderState]:
    """Return all standing orders of a game, for staff and its umpire; records this in the audit log.

    Raises Missing if the player may not know of the game; Forbidden for all but staff and umpire without a seat.
    """
    game = umpire_view(player, game_id, action="standing_orders").game
    rows = StandingOrder.objects.filter(game=game).select_related("seat")
    return [_given(game, row) for row in rows.order_by("seat__position", "position")]


def _given(game: Game, row: StandingOrder) -> StandingOrderState:
    found, title = load_order(row), registry.game_title(game)
    return StandingOrderState(
        id=row.pk,
        game_id=game.pk,
        seat=row.seat.role,
        position=row.position,
        kind=row.kind,
        order=found,
        description=Text.each(lambda language: describe_order(title, found, language)),
        revision=row.revision,
        created_at=row.created_at,
        changed_at=row.changed_at,
        off_at=row.off_at,
        off_reason=get_off_reason(row),
    )


def get_off_reason(row: StandingOrder) -> Text:
    """Return the reason why an order was switched off; empty while it is in force."""
    return msgspec.convert(row.off_reason, Text) if row.off_reason else Text("", "")


@dataclass(frozen=True)
class StandingAnswer:
    """A question that a standing order or a default of the seat answered, at once or at the deadline."""

    question: Ask[Any]
    answer: Any
    """The answer as JSON."""
    channel: str
    """``standing`` (an order), ``player_default`` (the player's own default) or ``default`` (that of the rules, because
    no order fitted).
    """


def list_standing_answers(game: Game, seat: Seat, after: datetime | None, until: datetime) -> list[StandingAnswer]:
    """Return a seat's automatic answers later than `after` (None: since the beginning) and not later than `until`."""
    if not game.has_orders:
        return []
    rows = OpenRequest.objects.filter(seat=seat, outcome__in=_STANDING_OUTCOMES, closed_at__lte=until)
    if after is not None:
        rows = rows.filter(closed_at__gt=after)
    title = registry.game_title(game)
    return [_ahead(title, row) for row in rows.order_by("closed_at", "entry")]


_STANDING_OUTCOMES = (OpenRequest.Outcome.STANDING, OpenRequest.Outcome.OWN_DEFAULT)


def _ahead(title: Title[Any], row: OpenRequest) -> StandingAnswer:
    sealed = SealedAnswer.objects.get(request=row, revision=row.revision)
    return StandingAnswer(
        serialization.read_question(title, row.question), serialization.read_answer(sealed.answer), sealed.channel
    )


def kinds_with_own_default(game: Game, seat: Seat) -> set[str]:
    """Return the kinds of question for which the seat has set its own default."""
    if not game.has_orders:
        return set()
    return set(StandingOrder.objects.filter(seat=seat, off_at=None).values_list("kind", flat=True))


# --- kinds of question that orders can answer


def list_order_kinds(player: Player, game_id: UUID | str, seat: str = "") -> list[OrderKind]:
    """Return the kinds of question that the player's seat can set standing orders for.

    A kind that the game never asks is left out, unless the seat has an order for it.
    Raises Missing if the player has no such seat.
    """
    mine = get_own_seat(player, game_id, seat)
    title = registry.game_title(mine.game)
    active = list(StandingOrder.objects.filter(seat=mine, off_at=None).values_list("kind", "applies"))
    idle = title.standing_orders.idle_kinds(msgspec.convert(mine.game.options, title.options.type))
    idle -= {kind for kind, _applies in active}
    kinds = [_order_kind(one, active) for one in title.standing_orders.kinds if one.kind not in idle]
    return [*kinds, *(_plan_kind(title, kind, form, active) for kind, form in title.standing_orders.plans.items())]


def _order_kind(order_kind: StandingOrderKind, active: list[tuple[str, str]]) -> OrderKind:
    return OrderKind(
        kind=order_kind.kind,
        name=order_kind.name,
        rule_kind=order_kind,
        form=None,
        schema=_with_terms(rule_schema(order_kind)),
        examples=tuple(msgspec.to_builtins(rule) for rule in order_kind.examples),
        default=None,
        default_words=_AS_ASKED,
        when_asked=active.count((order_kind.kind, Applies.WHEN_ASKED)),
        at_deadline=active.count((order_kind.kind, Applies.DEADLINE)),
    )


_AS_ASKED = Text("the default of the question", "質問ごとの既定の回答")


def _plan_kind(title: Title[Any], kind: str, form: Form[Any], active: list[tuple[str, str]]) -> OrderKind:
    example = {"kind": kind, "answer": form.write(form.example())}
    schema: Json = {
        "type": "object",
        "properties": {"kind": {"const": kind}, "answer": form.schema()},
        "required": ["kind", "answer"],
        "additionalProperties": False,
    }
    return OrderKind(
        kind=kind,
        name=title.presentation.labels(kind),
        rule_kind=None,
        form=form,
        schema=_with_terms(schema),
        examples=(example,),
        default=form.write(form.default()),
        default_words=describe_answer(title, form, form.default()),
        when_asked=active.count((kind, Applies.WHEN_ASKED)),
        at_deadline=active.count((kind, Applies.DEADLINE)),
    )


def _with_terms(schema: Json) -> Json:
    """Return the JSON Schema of a whole order: that of the rule or plan, and conditions and duration."""
    terms = {
        "applies": {"type": "string", "enum": list(Applies.values), "default": Applies.WHEN_ASKED.value},
        "lasts": {
            "type": "string",
            "enum": list(StandingOrder.Lasts.values),
            "default": StandingOrder.Lasts.GAME.value,
        },
    }
    return {**schema, "properties": {**schema["properties"], **terms}}
