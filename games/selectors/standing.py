"""Standing orders as their owner sees them, and what they would have answered; nobody else sees any of it.

Staff and umpire look through the guarded door; other seats never.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from games import registry, store
from games.errors import missing
from games.kernel.forms import Form, Json
from games.kernel.requests import Ask
from games.kernel.standing import UNFIT, Facts, Foreseen, rule_schema
from games.kernel.text import LANGUAGES, Text
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat, StandingOrder
from games.selectors.access import get_game
from games.selectors.guarded import truth
from games.selectors.views import kept_view, typed_view
from games.standing import (
    Order,
    describe_order,
    facts_of,
    foreseen_of,
    judge,
    order_of,
    read_followed,
    read_orders,
)

PREVIEWED = 10
"""Questions that a preview goes through."""

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


def orders_of(player: Player, game_id: UUID | str, seat: str = "") -> list[GivenOrder]:
    """The orders of the player's seats in a game (or of the one named), in order of preference. Raises Missing."""
    game = get_game(player, game_id)
    _own_seat(player, game, seat)
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
    return AnsweredAhead(store.read_question(title, row.question), store.read_answer(sealed.answer), sealed.channel)


def own_defaults(game: Game, seat: Seat) -> set[str]:
    """The kinds of question for which the seat has said what is played when its time is up."""
    if not game.has_orders:
        return set()
    return set(StandingOrder.objects.filter(seat=seat, off_at=None).values_list("kind", flat=True))


# --- what can be foreseen


def kinds_of(player: Player, game_id: UUID | str, seat: str = "") -> list[OrderKind]:
    """The kinds of question that the player's seat can answer ahead. Raises Missing."""
    game = get_game(player, game_id)
    mine = _own_seat(player, game, seat)
    title = registry.game_title(game)
    active = list(StandingOrder.objects.filter(seat=mine, off_at=None).values_list("kind", "applies"))
    kinds = [_foreseen_kind(foreseen, active) for foreseen in title.foreseen]
    return [*kinds, *(_plan_kind(title, kind, form, active) for kind, form in title.plans.items())]


def _own_seat(player: Player, game: Game, role: str) -> Seat:
    seats = Seat.objects.filter(game=game, player=player).order_by("position")
    found = next((one for one in seats if role in ("", one.role)), None)
    if found is None:
        raise missing()
    return found


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
        default_words=_words(title, form, form.default()),
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


def _words(title: Title[Any], form: Form[Any], typed: Any) -> Text:
    return Text(**{language: form.describe(typed, language, title.labels) for language in LANGUAGES})


# --- what would have been answered


def preview(
    player: Player, game_id: UUID | str, raw: object = None, *, seat: str = "", limit: int = PREVIEWED
) -> list[Previewed]:
    """The last questions to the player's seat that can be foreseen, newest first, and what `raw` would have answered.

    `raw` is a list of orders as they are written; None: the orders that the seat has. Raises Missing, Malformed,
    Illegal.
    """
    game = get_game(player, game_id)
    mine = _own_seat(player, game, seat)
    title = registry.game_title(game)
    orders = read_orders(title, raw) if raw is not None else _active_orders(mine)
    kinds = [*(foreseen.kind for foreseen in title.foreseen), *title.plans]
    rows = OpenRequest.objects.filter(seat=mine, kind__in=kinds).exclude(outcome__in=_NEVER_ANSWERED)
    return [_previewed(game, title, row, orders) for row in rows.order_by("-opened_at", "-entry")[:limit]]


_NEVER_ANSWERED = (OpenRequest.Outcome.WITHDRAWN, OpenRequest.Outcome.REOPENED)


def _active_orders(seat: Seat) -> list[Order]:
    return [order_of(row) for row in StandingOrder.objects.filter(seat=seat, off_at=None).order_by("position")]


def _previewed(game: Game, title: Title[Any], row: OpenRequest, orders: list[Order]) -> Previewed:
    question = store.read_question(title, row.question)
    would, by, typed = foretell(title, orders, question, _facts_then(game, title, row, question))
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
        would_words=Text("", "") if would == "asked" else _words(title, question.form, typed),
    )


def foretell(title: Title[Any], orders: list[Order], question: Ask[Any], facts: Facts) -> tuple[str, int | None, Any]:
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
    if foreseen_of(title, row.kind) is None:
        return {}
    view = typed_view(game, kept_view(game, question.seat, row.seat_stop))
    return facts_of(title, view, question)


def _answered(title: Title[Any], row: OpenRequest, question: Ask[Any]) -> tuple[str, Any, Text]:
    if row.closed_at is None:
        return "open", None, Text("", "")
    if row.outcome == OpenRequest.Outcome.DEFAULT:
        typed = question.form.default()
        return row.outcome, question.form.write(typed), _words(title, question.form, typed)
    sealed = SealedAnswer.objects.filter(request=row, revision=row.revision).first()
    if sealed is None or sealed.answer is None:
        return row.outcome, None, Text("", "")
    answer = store.read_answer(sealed.answer)
    return row.outcome, answer, _words(title, question.form, question.form.read(answer))
