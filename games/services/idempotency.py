"""Idempotency keys: a call that is repeated with the same key gets the first response and changes nothing."""

from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from games.errors import IdempotencyKeyReused
from games.kernel.text import Text
from games.models import IdempotentResponse, Player
from games.persistence.encryption import decrypt, encrypt

RETENTION = timedelta(hours=24)
"""How long a response is stored; afterwards its key may be used for another call."""


class RecordedResponse(Struct, frozen=True):
    """A stored HTTP response: its status code, the headers that the view set, and its body."""

    status: int
    headers: dict[str, str]
    body: str


def do_once(*, player: Player, key: str, request_digest: str, act: Callable[[], RecordedResponse]) -> RecordedResponse:
    """Call `act`, store and return its response; if the player has used the idempotency `key`, return that response.

    `act` and the storing are one transaction: if `act` raises, the key stays unused. Of concurrent calls with the same
    key, one runs `act`, and the others wait for its response. Raises IdempotencyKeyReused if the key was used for a
    request with another digest.
    """
    with transaction.atomic():
        rows = IdempotentResponse.objects.filter(player=player, key_digest=_key_digest(player, key))
        rows.filter(created_at__lt=timezone.now() - RETENTION).delete()
        row, is_new = rows.get_or_create(
            defaults={"player": player, "key_digest": _key_digest(player, key), "request_digest": request_digest}
        )
        if not is_new:
            return _stored_response(row, request_digest)
        response = act()
        row.response = encrypt({"response": msgspec.json.encode(response).decode()})
        row.save(update_fields=["response"])
    return response


def do_delete_expired_responses(now: datetime) -> None:
    """Delete the stored responses that are older than `RETENTION`."""
    IdempotentResponse.objects.filter(created_at__lt=now - RETENTION).delete()


def _key_digest(player: Player, key: str) -> str:
    return sha256(f"{player.pk}|{key}".encode()).hexdigest()


def _stored_response(row: IdempotentResponse, request_digest: str) -> RecordedResponse:
    if row.request_digest != request_digest:
        raise IdempotencyKeyReused(
            detail=Text(
                "This key was used for another call or another body.",
                "このキーは別の呼び出しまたは別の内容に使用済みです。",
            )
        )
    fields = decrypt(bytes(row.response))
    if fields is None:
        raise IdempotencyKeyReused(
            detail=Text(
                "This call was made before, but its response can no longer be read.",
                "この呼び出しは実行済みですが、応答を読み取れなくなりました。",
            )
        )
    return msgspec.json.decode(fields["response"], type=RecordedResponse)
