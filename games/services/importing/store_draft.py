"""Store an imported game under new ids of this server."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from msgspec import structs

from games import registry
from games.models import (
    Advice,
    Branch,
    Message,
    MessageCopy,
    OpenRequest,
    OutgoingMail,
    Player,
    SealedAnswer,
    Seat,
    StandingOrder,
    Tenure,
)
from games.persistence.standing_orders import pack_followed, read_followed
from games.services.creation import create_first_branch
from games.services.export import TABLES
from games.services.importing.draft_reader import ImportDraft

Status = OutgoingMail.Status

IMPORTED_REASON = "The game was imported: what was owed elsewhere is not sent from here."
_BATCH = 500


def store_draft(draft: ImportDraft, by: Player, players: dict[str, Player]) -> None:
    """Store every row of the draft; seat the `players` (by role), and leave all other seats without a player."""
    game = draft.game
    game.host, game.data_pack = by, registry.store_pack(draft.pack)
    game.has_orders = bool(draft.orders)
    game.save(force_insert=True)
    now = timezone.now()
    for seat in draft.seats.values():
        _seat(seat, players.get(seat.role), now)
    Seat.objects.bulk_create(draft.seats.values())
    _rename(draft)
    for name, model in TABLES.items():
        model._default_manager.bulk_create(draft.tables[name], batch_size=_BATCH)
    _insert(Tenure, draft.tenures)
    _insert(Tenure, [Tenure(seat=one, player=one.player, since=now) for one in draft.seats.values() if one.player])
    _insert(StandingOrder, draft.orders)
    _insert(OpenRequest, draft.requests)
    _insert(SealedAnswer, draft.answers)
    _insert(Advice, draft.advice)
    _insert(Message, draft.messages)
    _insert(MessageCopy, draft.copies)
    _insert(OutgoingMail, draft.mails)
    if game.started_at is None:
        _replace_dice(draft)


def _insert(model: Any, rows: list[Any]) -> None:
    model.objects.bulk_create(rows, batch_size=_BATCH)


def _seat(seat: Seat, player: Player | None, now: Any) -> None:
    """Give the seat to `player`, or free it without one; a bot's seat stays the bot's. The caller saves the seat."""
    seat.stand_in, seat.stood_in_until, seat.reserves_called = "", None, False
    if seat.kind == Seat.Kind.BOT:
        return
    seat.player = player
    seat.kind, seat.since = (Seat.Kind.PLAYER, now) if player else (Seat.Kind.OPEN, None)


def _rename(draft: ImportDraft) -> None:
    """Replace the document's ids in the rows by the new ids; end tenures and drop unsent e-mails."""
    for mail in draft.mails:
        mail.reference = _renamed(draft.ids, mail.reference[:32]) + mail.reference[32:]
        if mail.status in (Status.QUEUED, Status.SENDING):
            mail.status, mail.error = Status.DROPPED, IMPORTED_REASON
    for notice in draft.tables["notices"]:
        if isinstance(notice.facts, dict) and isinstance(notice.facts.get("order"), str):
            notice.facts["order"] = _renamed(draft.ids, notice.facts["order"])
    for request in draft.requests:
        if request.followed:
            followed = read_followed(request.followed)
            request.followed = pack_followed(structs.replace(followed, order=_renamed(draft.ids, followed.order)))
    for tenure in draft.tenures:
        tenure.until = tenure.until or timezone.now()


def _renamed(ids: dict[str, UUID], name: str) -> str:
    found = ids.get(name)
    return found.hex if found else name


def _replace_dice(draft: ImportDraft) -> None:
    """Give a game that has not started a new dice secret, and remove its former players' nonces."""
    Branch.objects.filter(game=draft.game).delete()
    create_first_branch(draft.game)
    state = Seat.NonceState.NONE
    Seat.objects.filter(game=draft.game).update(nonce=b"", nonce_salt=b"", nonce_commitment="", nonce_state=state)
