"""Questions to others on which the player's seats may advise, and what was advised. Other seats see nothing of it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games import registry
from games.kernel.requests import Ask
from games.kernel.text import LANGUAGES, Text
from games.models import Advice, Game, OpenRequest, Player, Seat
from games.models.statements import Reading, key, read_together, select
from games.selectors.access import own_advice
from games.stored import packing


@dataclass(frozen=True)
class AdviceWanted:
    """A question to `seat` on which `adviser`, a seat of the player's, may advise; `answer` is its own draft.

    Whether the seat that is asked has answered is no more known to an adviser than to anybody else.
    """

    id: UUID
    game: Game
    seat: str
    adviser: str
    kind: str
    rule: str
    question: Ask[Any]
    opened_at: datetime
    due_at: datetime | None
    closed_at: datetime | None
    revision: int
    answered: bool
    answer: Any


@dataclass(frozen=True)
class Advised:
    """What one adviser has said to a question, as the seat that is asked reads it."""

    seat: str
    answer: Any
    description: Text
    at: datetime


_MINE = (
    "seat_id IN (SELECT id FROM games_seat WHERE player_id = %s)"
    " AND request_id IN (SELECT id FROM games_openrequest WHERE closed_at IS NULL)"
)
"""Few players advise anybody: most are told so by a short question."""


def advice_wanted(player: Player, *, game_id: UUID | str | None = None) -> list[AdviceWanted]:
    """The open questions on which seats of the player may advise, the most urgent first."""
    if not select(Advice, where=_MINE, values=(player.pk,), tail="LIMIT 1", only=("id",)):
        return []
    rows = Advice.objects.filter(seat__player=player, request__closed_at=None)
    rows = rows.filter(request__game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED))
    if game_id is not None:
        rows = rows.filter(request__game_id=game_id)
    rows = rows.select_related("seat", "request__seat", "request__game")
    found = rows.order_by("request__due_at", "request__opened_at", "request_id", "pk")
    return [_wanted(row) for row in found if registry.is_readable(row.request.game)]


def advice_on(player: Player, request_id: UUID | str) -> AdviceWanted:
    """One question, open or closed, on which a seat of the player may advise. Raises Missing."""
    return _wanted(own_advice(player, request_id))


def advice_wanted_at(seat: Seat) -> list[AdviceWanted]:
    """The open questions on which a seat may advise, for its mail."""
    return advice_from(read_together(open_advice(seat.game_id, seat.pk))[0])


def open_advice(game_id: UUID | None, seat_id: int | None) -> Reading:
    """The rows of `advice_from`."""
    still_open = "SELECT id FROM games_openrequest WHERE game_id = %s AND closed_at IS NULL"
    values = (seat_id, key(game_id))
    return Reading(Advice, f"seat_id = %s AND request_id IN ({still_open})", values, only=("id",))


def advice_from(found: list[Advice]) -> list[AdviceWanted]:
    """The open questions on which a seat may advise, out of their rows; no query where there are none."""
    if not found:
        return []
    rows = Advice.objects.filter(pk__in=[row.pk for row in found])
    return [_wanted(row) for row in rows.select_related("seat", "request__seat", "request__game")]


def advised(asked: Iterable[tuple[OpenRequest, Ask[Any]]]) -> dict[UUID, tuple[Advised, ...]]:
    """What was advised to these questions, in table order; no query where none of them has advisers."""
    questions = {row.pk: (row, ask) for row, ask in asked if ask.advisers}
    found: defaultdict[UUID, tuple[Advised, ...]] = defaultdict(tuple)
    if not questions:
        return found
    rows = Advice.objects.filter(request__in=list(questions), answer__isnull=False).select_related("seat")
    for row in rows.order_by("seat__position"):
        found[row.request_id] += (_advised(row, *questions[row.request_id]),)
    return found


def _advised(row: Advice, request: OpenRequest, ask: Ask[Any]) -> Advised:
    title, answer = registry.game_title(request.game), packing.read_answer(row.answer)
    typed = ask.form.read(answer)
    words = {language: ask.form.describe(typed, language, ask.form.named(title.labels)) for language in LANGUAGES}
    return Advised(row.seat.role, answer, Text(**words), row.at or request.opened_at)


def _wanted(row: Advice) -> AdviceWanted:
    asked = row.request
    return AdviceWanted(
        id=asked.pk,
        game=asked.game,
        seat=asked.seat.role,
        adviser=row.seat.role,
        kind=asked.kind,
        rule=asked.rule,
        question=packing.read_question(registry.game_title(asked.game), asked.question),
        opened_at=asked.opened_at,
        due_at=asked.due_at,
        closed_at=asked.closed_at,
        revision=row.revision,
        answered=row.answer is not None,
        answer=None if row.answer is None else packing.read_answer(row.answer),
    )
