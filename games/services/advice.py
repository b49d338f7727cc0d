"""Advice: drafts of an answer by those whom a question names as advisers. Nobody waits for them; they never count."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.errors import closed, missing
from games.kernel.requests import Ask
from games.models import Advice, OpenRequest, Player, Seat
from games.models.statements import insert
from games.selectors.access import own_advice
from games.services import hooks, outbox
from games.services.answers import refuse_unless_playing, understand
from games.services.locks import locked_game
from games.stored.receipts import Understood


def do_advise(
    *, player: Player, request_id: UUID | str, answer: bytes | None = None, text: str | None = None
) -> Understood:
    """Leave a draft, as JSON or in the text notation, in place of the last one; the first one is told to the decider.

    Raises Missing, Stale, Malformed, Illegal, WrongState.
    """
    with transaction.atomic():
        row = _locked(player, request_id)
        understood = understand(row.request, answer, text)
        first = row.revision == 0
        _say(row, msgspec.json.encode(understood.answer))
        if first and row.request.seat.player_id:
            asked = row.request
            mail = outbox.owed(
                asked.game, asked.seat, outbox.Kind.ADVICE, seat_stop=asked.seat_stop, reference=asked.pk.hex
            )
            outbox.post([mail])
            hooks.after_commit(hooks.MAIL, asked.game_id)
    return understood


def do_withdraw_advice(*, player: Player, request_id: UUID | str) -> None:
    """Take the draft back. Raises Missing, Stale, WrongState."""
    with transaction.atomic():
        row = _locked(player, request_id)
        if row.answer is None:
            raise missing()
        _say(row, None)


def make_room(opened: Sequence[OpenRequest], asks: Sequence[Ask[Any]], by_role: Mapping[str, Seat]) -> None:
    """A place for each adviser of the questions that are being put."""
    insert(
        [
            Advice(request=row, seat=by_role[role])
            for row, ask in zip(opened, asks, strict=True)
            for role in advisers_of(ask, by_role)
        ]
    )


def advisers_of(ask: Ask[Any], by_role: Mapping[str, Seat]) -> list[str]:
    """The seats that are shown a question beside the one that is asked, each once."""
    return [role for role in dict.fromkeys(ask.advisers) if role in by_role and role != ask.seat]


def drop_advice(seat: Seat) -> None:
    """Forget what a seat has advised to questions that are still open; its player gets up."""
    Advice.objects.filter(seat=seat, request__closed_at=None).update(answer=None, at=None)


def _locked(player: Player, request_id: UUID | str) -> Advice:
    """The player's place while nothing else changes in the game. Raises Missing, Stale, WrongState."""
    game = locked_game(own_advice(player, request_id).request.game_id)
    row = own_advice(player, request_id)
    if row.request.closed_at is not None:
        raise closed()
    refuse_unless_playing(game)
    row.request.game = game
    return row


def _say(row: Advice, answer: bytes | None) -> None:
    row.revision, row.answer, row.at = row.revision + 1, answer, timezone.now() if answer is not None else None
    row.save(update_fields=["revision", "answer", "at"])
