"""Keeping account of the keys that the server signs with."""

from functools import lru_cache

from django.db import transaction
from django.utils import timezone

from games.models import SigningKey
from games.models.statements import select
from games.stored import signing


def do_record_key() -> SigningKey:
    """The row of the key that is signed with now. A new one is signed by the one before, and that is retired."""
    mine = signing.current()
    found = select(SigningKey, where="id = %s AND until IS NULL", values=(mine.id,))
    return found[0] if found else _recorded(mine)


@lru_cache(maxsize=8)
def recorded_once(key_id: str) -> str:
    """See once in the life of a process to it that its key is published; call it outside a transaction."""
    return do_record_key().pk


def _recorded(mine: signing.Signer) -> SigningKey:
    now = timezone.now()
    with transaction.atomic():
        before = SigningKey.objects.filter(until=None).exclude(pk=mine.id).order_by("since").last()
        signer = signing.retired(before.pk) if before else None
        values = {"public": mine.public, "since": now}
        if signer is not None:
            text = signing.key_text(mine.id, mine.public, now)
            values |= {"endorsed_by": signer.id, "endorsement": signer.sign(text)}
        row, made = SigningKey.objects.get_or_create(pk=mine.id, defaults=values)
        if not made:
            row.until = None
            row.save(update_fields=["until"])
        SigningKey.objects.filter(until=None).exclude(pk=mine.id).update(until=now)
    return row
