"""Sender slots limit how many processes send e-mail at a time, and stop all while the mail server is unavailable."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import SenderSlot
from games.services import outbox


def claim_slot(holder: UUID, *, seconds: float) -> SenderSlot | None:
    """Claim the free slot with the lowest number for at most `seconds`.

    Returns None if no slot is free, or while all senders pause. If `holder` already has a slot, its process died and
    the call is a retry: that slot and its e-mails are released.
    """
    now = timezone.now()
    with transaction.atomic():
        slots = _slots()
        for slot in slots:
            if slot.holder == holder:
                outbox.release_leases(holder)
                slot.leased_until = None
        free = [slot for slot in slots if slot.leased_until is None or slot.leased_until <= now]
        if not free or any(slot.resume_at is not None and slot.resume_at > now for slot in slots):
            return None
        slot = free[0]
        slot.holder, slot.leased_until = holder, now + timedelta(seconds=seconds)
        slot.save(update_fields=["holder", "leased_until"])
    return slot


def release_slot(slot: SenderSlot) -> None:
    """Release a slot, unless another sender has claimed it meanwhile."""
    SenderSlot.objects.filter(number=slot.number, holder=slot.holder).update(holder=None, leased_until=None)


def pause_senders(seconds: float) -> None:
    """Let no sender claim a slot for `seconds`, because the mail server is unavailable."""
    SenderSlot.objects.update(resume_at=timezone.now() + timedelta(seconds=seconds))


def _slots() -> list[SenderSlot]:
    """Return all slots in order, locked until the transaction ends; create missing ones."""
    numbers = range(1, settings.PBEM_MAIL_SENDERS + 1)
    found = _locked(numbers)
    if len(found) < len(numbers):
        SenderSlot.objects.bulk_create([SenderSlot(number=number) for number in numbers], ignore_conflicts=True)
        found = _locked(numbers)
    return found


def _locked(numbers: range) -> list[SenderSlot]:
    return list(SenderSlot.objects.select_for_update().filter(number__in=numbers).order_by("number"))
