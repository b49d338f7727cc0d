"""Standing orders as their owner sees them, and what they would have answered; nobody else sees any of it.

Staff and umpire look through the guarded door; other seats never.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from games import registry
from games.errors import missing
from games.kernel.foreseen import Foreseen, rule_schema
from games.kernel.forms import Form, Json
from games.kernel.requests import Ask
from games.kernel.text import LANGUAGES, Text
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat, StandingOrder
from games.selectors.access import own_seat
from games.selectors.guarded import truth
from games.stored import packing
from games.stored.receipts import in_words
from games.stored.standing_orders import (
    Order,
    describe_order,
    order_of,
)

Applies = StandingOrder.Applies


@dataclass(frozen=True)
class GivenOrder:
    """A standing order of one seat. `off_reason` is empty while it is in force."""

    id: UUID
    game_id: UUID
    seat: str
    position: int
    kind: str
    order: Order
    description: Text
    revision: int
    created_at: datetime
    changed_at: datetime
    off_at: datetime | None
    off_reason: Text

    @property
    def active(self) -> bool:
        """True while the order is in force."""
        return self.off_at is None

    @property
    def etag(self) -> str:
        """The revision as a quoted tag."""
        return f'"{self.revision}"'


@dataclass(frozen=True)
class OrderKind:
    """A kind of question that can be answered ahead.

    `foreseen` is None for a kind whose answer is a plan, `form` for one answered by rules. `schema` is that of an
    order's JSON. `when_asked` and `at_deadline` count the orders that the seat has in force.
    """

    kind: str
    name: Text
    foreseen: Foreseen | None
    form: Form[Any] | None
    schema: Json
    examples: tuple[Json, ...]
    default: Any
    default_words: Text
    when_asked: int
    at_deadline: int

    @property
    def always(self) -> bool:
        """True when the seat is never asked: its standing orders answer, or the defaults do."""
        return self.when_asked > 0


def orders_of(player: Player, game_id: UUID | str, seat: str = "") -> list[GivenOrder]:
    """The orders of the player's seats in a game (or of the one named), in order of preference. Raises Missing."""
    game = own_seat(player, game_id, seat).game
    rows = StandingOrder.objects.filter(game=game, seat__player=player).select_related("seat")
    if seat:
        rows = rows.filter(seat__role=seat)
    return [_given(game, row) for row in rows.order_by("seat__position", "position")]


def order(player: Player, order_id: UUID | str, *, game_id: UUID | str | None = None) -> GivenOrder:
    """One of the player's own orders (of that game). Raises Missing, for those of others too."""
    try:
        wanted = UUID(str(order_id))
    except ValueError:
        raise missing() from None
    row = StandingOrder.objects.filter(pk=wanted, seat__player=player).select_related("seat", "game").first()
    if row is None or game_id not in (None, row.game_id):
        raise missing()
    return _given(row.game, row)


def orders_behind(player: Player, game_id: UUID | str) -> list[GivenOrder]:
    """All orders of a game, for staff and its umpire; leaves an audit entry. Raises Missing, Forbidden."""
    game = truth(player, game_id, what="standing_orders").game
    rows = StandingOrder.objects.filter(game=game).select_related("seat")
    return [_given(game, row) for row in rows.order_by("seat__position", "position")]


def _given(game: Game, row: StandingOrder) -> GivenOrder:
    found, title = order_of(row), registry.game_title(game)
    words = {language: describe_order(title, found, language) for language in LANGUAGES}
    return GivenOrder(
        id=row.pk,
        game_id=game.pk,
        seat=row.seat.role,
        position=row.position,
        kind=row.kind,
        order=found,
        description=Text(**words),
        revision=row.revision,
        created_at=row.created_at,
        changed_at=row.changed_at,
        off_at=row.off_at,
        off_reason=off_reason(row),
    )


def off_reason(row: StandingOrder) -> Text:
    """Why an order is switched off; empty where it is not."""
    return Text(**row.off_reason) if row.off_reason else Text("", "")


@dataclass(frozen=True)
class AnsweredAhead:
    """A question that the seat was not asked, or did not answer in time, because it had said beforehand what to answer.

    `channel` is ``standing`` (an order), ``player_default`` or ``default`` (no order fitted: the rule's own).
    """

    question: Ask[Any]
    answer: Any
    channel: str


def answered_ahead(game: Game, seat: Seat, after: datetime | None, until: datetime) -> list[AnsweredAhead]:
    """What was answered for a seat beforehand, since `after` (the beginning of the game) and up to `until`."""
    if not game.has_orders:
        return []
    rows = OpenRequest.objects.filter(seat=seat, outcome__in=_AHEAD, closed_at__lte=until)
    if after is not None:
        rows = rows.filter(closed_at__gt=after)
    title = registry.game_title(game)
    return [_ahead(title, row) for row in rows.order_by("closed_at", "entry")]


_AHEAD = (OpenRequest.Outcome.STANDING, OpenRequest.Outcome.OWN_DEFAULT)


def _ahead(title: Title[Any], row: OpenRequest) -> AnsweredAhead:
    sealed = SealedAnswer.objects.get(request=row, revision=row.revision)
    return AnsweredAhead(packing.read_question(title, row.question), packing.read_answer(sealed.answer), sealed.channel)


def own_defaults(game: Game, seat: Seat) -> set[str]:
    """The kinds of question for which the seat has said what is played when its time is up."""
    if not game.has_orders:
        return set()
    return set(StandingOrder.objects.filter(seat=seat, off_at=None).values_list("kind", flat=True))


# --- what can be foreseen


def kinds_of(player: Player, game_id: UUID | str, seat: str = "") -> list[OrderKind]:
    """The kinds of question that the player's seat can answer ahead. Raises Missing."""
    mine = own_seat(player, game_id, seat)
    title = registry.game_title(mine.game)
    active = list(StandingOrder.objects.filter(seat=mine, off_at=None).values_list("kind", "applies"))
    kinds = [_foreseen_kind(foreseen, active) for foreseen in title.foreseen]
    return [*kinds, *(_plan_kind(title, kind, form, active) for kind, form in title.plans.items())]


def _foreseen_kind(foreseen: Foreseen, active: list[tuple[str, str]]) -> OrderKind:
    return OrderKind(
        kind=foreseen.kind,
        name=foreseen.name,
        foreseen=foreseen,
        form=None,
        schema=_with_terms(rule_schema(foreseen)),
        examples=tuple(msgspec.to_builtins(rule) for rule in foreseen.examples),
        default=None,
        default_words=_AS_ASKED,
        when_asked=active.count((foreseen.kind, Applies.WHEN_ASKED)),
        at_deadline=active.count((foreseen.kind, Applies.DEADLINE)),
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
        name=title.labels(kind),
        foreseen=None,
        form=form,
        schema=_with_terms(schema),
        examples=(example,),
        default=form.write(form.default()),
        default_words=in_words(title, form, form.default()),
        when_asked=active.count((kind, Applies.WHEN_ASKED)),
        at_deadline=active.count((kind, Applies.DEADLINE)),
    )


def _with_terms(schema: Json) -> Json:
    """The schema of a whole order: of a rule or plan, with when it applies and how long it lasts."""
    terms = {
        "applies": {"type": "string", "enum": list(Applies.values), "default": Applies.WHEN_ASKED.value},
        "lasts": {
            "type": "string",
            "enum": list(StandingOrder.Lasts.values),
            "default": StandingOrder.Lasts.GAME.value,
        },
    }
    return {**schema, "properties": {**schema["properties"], **terms}}
