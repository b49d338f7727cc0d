"""Advice: a draft of the answer to a question, written by a seat that may only advise on it (an adviser).

No game waits for advice, and the rules never use it as an answer.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.database.batch import insert
from games.errors import decision_closed, missing
from games.kernel.requests import Ask
from games.models import Advice, OpenRequest, Player, Seat
from games.persistence.receipts import InterpretedAnswer
from games.selectors.access import get_own_advice
from games.services import outbox, triggers
from games.services.answers import interpret_answer, require_accepts_answers
from games.services.locks import lock_game


def do_advise(
    *, player: Player, request_id: UUID | str, answer: bytes | None = None, text: str | None = None
) -> InterpretedAnswer:
    """Store an adviser's draft (`answer`: JSON, or `text`: in the text notation); replaces the adviser's earlier draft.

    The seat that must answer the question is notified of the adviser's first draft. Returns the draft as the server
    understood it. Raises Missing if there is no such question, or if the player is no adviser of it; Stale if the
    question is closed; Malformed or Illegal for an invalid draft; WrongState if the game accepts no answers.
    """
    request = _open(get_own_advice(player, request_id)).request
    understood = interpret_answer(request, answer, text)
    with transaction.atomic():
        row = _locked(player, request_id)
        first = row.revision == 0
        _say(row, msgspec.json.encode(understood.answer))
        if first and row.request.seat.player_id:
            asked = row.request
            mail = outbox.make_outgoing_mail(
                asked.game, asked.seat, outbox.Kind.ADVICE, seat_stop=asked.seat_stop, reference=asked.pk.hex
            )
            outbox.queue_mail([mail])
            triggers.trigger_after_commit(triggers.MAIL, asked.game_id)
    return understood


def do_withdraw_advice(*, player: Player, request_id: UUID | str) -> None:
    """Withdraw the player's draft for this question, on which a seat of the player may advise.

    Raises Missing without such a draft; Stale if the question is closed; WrongState if the game accepts no answers.
    """
    with transaction.atomic():
        row = _locked(player, request_id)
        if row.answer is None:
            raise missing()
        _say(row, None)


def create_advice_slots(requests: Sequence[OpenRequest], asks: Sequence[Ask[Any]], by_role: Mapping[str, Seat]) -> None:
    """Store an empty draft for each adviser of the new questions, to be filled when the adviser writes.

    `requests` are the stored rows of `asks`, in the same order; `by_role` are the game's seats by role.
    """
    insert(
        [
            Advice(request=row, seat=by_role[role])
            for row, ask in zip(requests, asks, strict=True)
            for role in advisers_of(ask, by_role)
        ]
    )


def advisers_of(ask: Ask[Any], by_role: Mapping[str, Seat]) -> list[str]:
    """Return the roles of a question's advisers: the seats that may see the question but need not answer it.

    `by_role` are the game's seats by role.
    """
    return [role for role in dict.fromkeys(ask.advisers) if role in by_role and role != ask.seat]


def delete_advice(seat: Seat) -> None:
    """Delete a seat's advice to open questions, because its player leaves."""
    Advice.objects.filter(seat=seat, request__closed_at=None).update(answer=None, at=None)


def _locked(player: Player, request_id: UUID | str) -> Advice:
    """Return the adviser's draft under the game's lock. Raises Missing, Stale, WrongState."""
    game = lock_game(get_own_advice(player, request_id).request.game_id)
    row = get_own_advice(player, request_id)
    row.request.game = game
    return _open(row)


def _open(row: Advice) -> Advice:
    """Return `row` if its question can still be answered. Raises Stale, WrongState."""
    if row.request.closed_at is not None:
        raise decision_closed()
    require_accepts_answers(row.request.game)
    return row


def _say(row: Advice, answer: bytes | None) -> None:
    row.revision, row.answer, row.at = row.revision + 1, answer, timezone.now() if answer is not None else None
    row.save(update_fields=["revision", "answer", "at"])
