"""Read the open questions to a player's seats (decisions), with the player's own answers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import F

from games import registry
from games.database.batch import SelectQuery, fetch_batch, key, select, select_with
from games.kernel.requests import Ask
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat, WorkingDraft
from games.persistence import serialization
from games.persistence.receipts import read_receipt
from games.selectors.access import get_own_request
from games.selectors.advice import AdviceGiven, load_given_advice


@dataclass(frozen=True)
class Decision:
    """A question to one of the player's seats, with the seat's answer so far and the advice on it."""

    id: UUID
    game: Game
    seat: str
    kind: str
    rule: str
    key: str
    question: Ask[Any]
    stop: int
    """The seat's own number of the stop."""
    opened_at: datetime
    due_at: datetime | None
    closed_at: datetime | None
    outcome: str
    """How the question was closed (`OpenRequest.Outcome`); empty while it is open."""
    revision: int
    """The number of answers and withdrawals so far."""
    ready: bool
    """True if the answer is submitted, or if a standing order will answer."""
    answer: Any
    """The answer or draft in force as JSON; None without one."""
    receipt: dict[str, Any] | None
    """The confirmation of the answer as JSON; None without one."""
    sealed: bool = False
    """True if an answer or draft is in force."""
    advice: tuple[AdviceGiven, ...] = ()

    @property
    def etag(self) -> str:
        """Return the revision number of the answer as an ETag."""
        return f'"{self.revision}"'

    @property
    def answered(self) -> bool:
        """True if the seat has given an answer or draft that is not withdrawn."""
        return self.sealed


_MINE = (
    "games_seat.player_id = %s AND games_openrequest.closed_at IS NULL"
    " AND games_openrequest.game_id = games_seat.game_id"  # redundant, but the index of open questions begins with it
    " AND games_game.status IN ('running', 'paused')"
)
_MOST_URGENT = (
    "ORDER BY games_openrequest.due_at IS NULL, games_openrequest.due_at, games_openrequest.opened_at,"
    " games_openrequest.id"
)
"""Questions without a deadline come last: SQLite sorts NULL first, PostgreSQL last."""


def list_decisions(player: Player, *, game_id: UUID | str | None = None) -> list[Decision]:
    """Return the open questions to all seats of the player, the most urgent first."""
    where, values = _MINE, [player.pk]
    if game_id is not None:
        where, values = f"{where} AND games_openrequest.game_id = %s", [player.pk, key(game_id)]
    found = select_with(OpenRequest, {"game": (), "seat": ()}, where=where, values=values, tail=_MOST_URGENT)
    return _with_answers([row for row in found if registry.is_readable(row.game)])


def get_decision(player: Player, request_id: UUID | str) -> Decision:
    """Return one question, open or closed, to a seat that the player holds now.

    Raises Missing without such a question; NotYours for another seat's question.
    """
    return _with_answers([get_own_request(player, request_id)])[0]


def find_last_answered(seat: Seat) -> OpenRequest | None:
    """Return the open question of a seat that was answered last; None if no question is answered."""
    rows = SealedAnswer.objects.filter(request__seat=seat, request__closed_at=None, answer__isnull=False)
    newest = rows.filter(revision=F("request__revision")).select_related("request").order_by("-at").first()
    return newest.request if newest is not None else None


def list_seat_decisions(seat: Seat) -> list[Decision]:
    """Return the open questions to one seat, for the umpire."""
    return build_decisions(fetch_batch(decisions_query(seat.game_id, seat.pk))[0], seat)


def decisions_query(game_id: UUID | None, seat_id: int | None) -> SelectQuery:
    """Return the query for the rows from which `build_decisions` builds its result.

    `game_id` and `seat_id` are those of the asked seat; if one is None, the query finds no rows.
    """
    return SelectQuery(OpenRequest, "game_id = %s AND seat_id = %s AND closed_at IS NULL", (key(game_id), seat_id))


def build_decisions(rows: list[OpenRequest], seat: Seat) -> list[Decision]:
    """Return the open questions to one seat, from the rows of `decisions_query`."""
    for row in rows:
        row.game, row.seat = seat.game, seat
    return _with_answers(rows)


def _with_answers(rows: list[OpenRequest]) -> list[Decision]:
    answers = _latest_answers([row for row in rows if row.revision])
    questions = [serialization.read_question(registry.game_title(row.game), row.question) for row in rows]
    said = load_given_advice(zip(rows, questions, strict=True))
    return [
        _decision(row, question, answers.get(row.pk), said.get(row.pk, ()))
        for row, question in zip(rows, questions, strict=True)
    ]


def _latest_answers(wanted: list[OpenRequest]) -> dict[UUID, SealedAnswer]:
    """Return the answers and drafts in force by the question's id; no query if no question was ever answered."""
    if not wanted:
        return {}
    latest = " OR ".join(["request_id = %s AND revision = %s"] * len(wanted))
    values = [value for row in wanted for value in (key(row.pk), row.revision)]
    found = select(SealedAnswer, where=f"answer IS NOT NULL AND ({latest})", values=values)
    return {answer.request_id: answer for answer in found}


def _decision(
    row: OpenRequest, question: Ask[Any], sealed: SealedAnswer | None, advice: tuple[AdviceGiven, ...]
) -> Decision:
    return Decision(
        id=row.pk,
        game=row.game,
        seat=row.seat.role,
        kind=row.kind,
        rule=row.rule,
        key=row.key,
        question=question,
        stop=row.seat_stop,
        opened_at=row.opened_at,
        due_at=row.due_at,
        closed_at=row.closed_at,
        outcome=row.outcome,
        revision=row.revision,
        ready=row.ready,
        answer=msgspec.json.decode(bytes(sealed.answer or b"null")) if sealed else None,
        receipt=msgspec.to_builtins(read_receipt(sealed.receipt)) if sealed and sealed.receipt else None,
        sealed=sealed is not None,
        advice=advice,
    )


def find_own_working_draft(player: Player, request_id: UUID) -> WorkingDraft | None:
    """Return the player's working draft for a question, if there is one.

    The caller has checked that the question is asked of a seat of the player.
    """
    return WorkingDraft.objects.filter(request=request_id, player=player).first()
