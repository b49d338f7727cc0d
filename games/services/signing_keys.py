"""Record the server's signing keys, with which it signs what it has stored."""

from functools import lru_cache

from django.db import transaction
from django.utils import timezone

from games.database.batch import select
from games.models import SigningKey
from games.persistence import signing


def do_record_key() -> SigningKey:
    """Return the row of the current signing key.

    If the key is new, store it, signed with the former key, and retire the former key.
    """
    mine = signing.current_signer()
    found = select(SigningKey, where="id = %s AND until IS NULL", values=(mine.id,))
    return found[0] if found else _recorded(mine)


@lru_cache(maxsize=8)
def ensure_key_recorded(key_id: str) -> str:
    """Store the current signing key, if this process has not done so, and return `key_id`.

    Call it outside a transaction.
    """
    return do_record_key().pk


def _recorded(mine: signing.Signer) -> SigningKey:
    now = timezone.now()
    with transaction.atomic():
        before = SigningKey.objects.filter(until=None).exclude(pk=mine.id).order_by("since").last()
        signer = signing.find_retired_signer(before.pk) if before else None
        values = {"public": mine.public, "since": now}
        if signer is not None:
            text = signing.key_statement(mine.id, mine.public, now)
            values |= {"endorsed_by": signer.id, "endorsement": signer.sign(text)}
        row, made = SigningKey.objects.get_or_create(pk=mine.id, defaults=values)
        if not made:
            row.until = None
            row.save(update_fields=["until"])
        SigningKey.objects.filter(until=None).exclude(pk=mine.id).update(until=now)
    return row
