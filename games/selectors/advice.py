"""Read the questions on which a player's seats may advise, and the advice given; other seats see none of it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F

from games import registry
from games.database.batch import SelectQuery, fetch_batch, key, select
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.models import Advice, Game, OpenRequest, Player, Seat
from games.persistence import serialization
from games.persistence.receipts import describe_answer
from games.selectors.access import get_own_advice


@dataclass(frozen=True)
class AdviceRequest:
    """A question to one seat on which another seat, of the player, may advise.

    An adviser does not learn whether the asked seat has answered.
    """

    id: UUID
    game: Game
    seat: str
    """The role that is asked."""
    adviser: str
    """The role of the player's seat."""
    kind: str
    rule: str
    question: Ask[Any]
    opened_at: datetime
    due_at: datetime | None
    closed_at: datetime | None
    revision: int
    """The number of changes of the adviser's draft so far."""
    answered: bool
    """True if the adviser has written a draft."""
    answer: Any
    """The adviser's draft as JSON."""


@dataclass(frozen=True)
class AdviceGiven:
    """One adviser's draft for a question, as the asked seat reads it."""

    seat: str
    answer: Any
    description: Text
    at: datetime


_MINE = (
    "seat_id IN (SELECT id FROM games_seat WHERE player_id = %s)"
    " AND request_id IN (SELECT id FROM games_openrequest WHERE closed_at IS NULL)"
)
"""The condition for advice rows of a player; this short query spares most players, who advise nobody, the long one."""


def list_advice_requests(player: Player, *, game_id: UUID | str | None = None) -> list[AdviceRequest]:
    """Return the open questions on which the player's seats may advise, the most urgent first."""
    if not select(Advice, where=_MINE, values=(player.pk,), tail="LIMIT 1", only=("id",)):
        return []
    rows = Advice.objects.filter(seat__player=player, request__closed_at=None)
    rows = rows.filter(request__game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED))
    if game_id is not None:
        rows = rows.filter(request__game_id=game_id)
    rows = rows.select_related("seat", "request__seat", "request__game")
    found = rows.order_by(F("request__due_at").asc(nulls_last=True), "request__opened_at", "request_id", "pk")
    return [_wanted(row) for row in found if registry.is_readable(row.request.game)]


def get_advice_request(player: Player, request_id: UUID | str) -> AdviceRequest:
    """Return one question, open or closed, on which a seat of the player may advise.

    Raises Missing for any other question.
    """
    return _wanted(get_own_advice(player, request_id))


def list_seat_advice_requests(seat: Seat) -> list[AdviceRequest]:
    """Return the open questions on which a seat may advise, for an e-mail to it."""
    return build_advice_requests(fetch_batch(advice_query(seat.game_id, seat.pk))[0])


def advice_query(game_id: UUID | None, seat_id: int | None) -> SelectQuery:
    """Return the query for the rows from which `build_advice_requests` builds its result.

    `game_id` and `seat_id` are those of the adviser's seat; if one is None, the query finds no rows.
    """
    still_open = "SELECT id FROM games_openrequest WHERE game_id = %s AND closed_at IS NULL"
    values = (seat_id, key(game_id))
    return SelectQuery(Advice, f"seat_id = %s AND request_id IN ({still_open})", values, only=("id",))


def build_advice_requests(requests: list[Advice]) -> list[AdviceRequest]:
    """Return the open questions on which a seat may advise, from the rows of `advice_query` (`requests`).

    An empty list costs no query.
    """
    if not requests:
        return []
    rows = Advice.objects.filter(pk__in=[row.pk for row in requests])
    return [_wanted(row) for row in rows.select_related("seat", "request__seat", "request__game")]


def load_given_advice(requests: Iterable[tuple[OpenRequest, Ask[Any]]]) -> dict[UUID, tuple[AdviceGiven, ...]]:
    """Return the advice on these questions by question id, in table order; no query if no question has advisers."""
    questions = {row.pk: (row, ask) for row, ask in requests if ask.advisers}
    found: defaultdict[UUID, tuple[AdviceGiven, ...]] = defaultdict(tuple)
    if not questions:
        return found
    rows = Advice.objects.filter(request__in=list(questions), answer__isnull=False).select_related("seat")
    for row in rows.order_by("seat__position"):
        found[row.request_id] += (_advised(row, *questions[row.request_id]),)
    return found


def _advised(row: Advice, request: OpenRequest, ask: Ask[Any]) -> AdviceGiven:
    title, answer = registry.game_title(request.game), serialization.read_answer(row.answer)
    typed = ask.form.read(answer)
    words = describe_answer(title, ask.form, typed)
    return AdviceGiven(row.seat.role, answer, words, row.at or request.opened_at)


def _wanted(row: Advice) -> AdviceRequest:
    asked = row.request
    return AdviceRequest(
        id=asked.pk,
        game=asked.game,
        seat=asked.seat.role,
        adviser=row.seat.role,
        kind=asked.kind,
        rule=asked.rule,
        question=serialization.read_question(registry.game_title(asked.game), asked.question),
        opened_at=asked.opened_at,
        due_at=asked.due_at,
        closed_at=asked.closed_at,
        revision=row.revision,
        answered=row.answer is not None,
        answer=None if row.answer is None else serialization.read_answer(row.answer),
    )
