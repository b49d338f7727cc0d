"""Open questions, for those who have to answer them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from games import registry
from games.kernel.requests import Ask
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat
from games.models.statements import Reading, key, read_together, select, select_with
from games.selectors.access import own_request
from games.selectors.advice import Advised, advised
from games.stored import packing
from games.stored.receipts import read_receipt


@dataclass(frozen=True)
class Decision:
    """A question to one of the player's seats, with its own answer so far and what others advise.

    `stop` is the seat's own number.
    """

    id: UUID
    game: Game
    seat: str
    kind: str
    rule: str
    key: str
    question: Ask[Any]
    stop: int
    opened_at: datetime
    due_at: datetime | None
    closed_at: datetime | None
    outcome: str
    revision: int
    ready: bool
    answer: Any
    receipt: dict[str, Any] | None
    sealed: bool = False
    advice: tuple[Advised, ...] = ()

    @property
    def etag(self) -> str:
        """The revision of the answer as a quoted tag."""
        return f'"{self.revision}"'

    @property
    def answered(self) -> bool:
        """True when an answer or a draft of the seat's own stands."""
        return self.sealed


_MINE = (
    "games_seat.player_id = %s AND games_openrequest.closed_at IS NULL"
    " AND games_openrequest.game_id = games_seat.game_id"  # known anyhow; the index of open questions begins with it
    " AND games_game.status IN ('running', 'paused')"
)
_MOST_URGENT = "ORDER BY games_openrequest.due_at, games_openrequest.opened_at, games_openrequest.id"


def my_decisions(player: Player, *, game_id: UUID | str | None = None) -> list[Decision]:
    """The open questions to all seats of the player, the most urgent first."""
    where, values = _MINE, [player.pk]
    if game_id is not None:
        where, values = f"{where} AND games_openrequest.game_id = %s", [player.pk, key(game_id)]
    found = select_with(OpenRequest, {"game": (), "seat": ()}, where=where, values=values, tail=_MOST_URGENT)
    return _with_answers([row for row in found if registry.is_readable(row.game)])


def decision(player: Player, request_id: UUID | str) -> Decision:
    """One question, open or closed, to a seat that the player holds now. Raises Missing, NotYours."""
    return _with_answers([own_request(player, request_id)])[0]


def decisions_at(seat: Seat) -> list[Decision]:
    """The questions that are open for one seat, for its umpire."""
    return decisions_from(read_together(open_questions(seat.game_id, seat.pk))[0], seat)


def open_questions(game_id: UUID | None, seat_id: int | None) -> Reading:
    """The rows of `decisions_from`."""
    return Reading(OpenRequest, "game_id = %s AND seat_id = %s AND closed_at IS NULL", (key(game_id), seat_id))


def decisions_from(rows: list[OpenRequest], seat: Seat) -> list[Decision]:
    """The questions that are open for one seat, out of their rows."""
    for row in rows:
        row.game, row.seat = seat.game, seat
    return _with_answers(rows)


def _with_answers(rows: list[OpenRequest]) -> list[Decision]:
    answers = _latest_answers([row for row in rows if row.revision])
    questions = [packing.read_question(registry.game_title(row.game), row.question) for row in rows]
    said = advised(zip(rows, questions, strict=True))
    return [
        _decision(row, question, answers.get(row.pk), said.get(row.pk, ()))
        for row, question in zip(rows, questions, strict=True)
    ]


def _latest_answers(wanted: list[OpenRequest]) -> dict[UUID, SealedAnswer]:
    """The answers and drafts that stand, by their questions; where there can be none, nothing is asked."""
    if not wanted:
        return {}
    latest = " OR ".join(["request_id = %s AND revision = %s"] * len(wanted))
    values = [value for row in wanted for value in (key(row.pk), row.revision)]
    found = select(SealedAnswer, where=f"answer IS NOT NULL AND ({latest})", values=values)
    return {answer.request_id: answer for answer in found}


def _decision(
    row: OpenRequest, question: Ask[Any], sealed: SealedAnswer | None, advice: tuple[Advised, ...]
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
