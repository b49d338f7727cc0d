"""Who may send mail: never more senders at once than there are slots, and none while the mail server is away."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import SenderSlot
from games.services import outbox


def take_slot(holder: UUID, *, seconds: float) -> SenderSlot | None:
    """A slot for at most so many seconds, the lowest that is free; None if there is none, or all senders pause.

    A slot that `holder` has already is that of a call that died and is made again: it is free at once, and what that
    call had in hand as well.
    """
    now = timezone.now()
    with transaction.atomic():
        slots = _slots()
        for slot in slots:
            if slot.holder == holder:
                outbox.recover(holder)
                slot.leased_until = None
        free = [slot for slot in slots if slot.leased_until is None or slot.leased_until <= now]
        if not free or any(slot.resume_at is not None and slot.resume_at > now for slot in slots):
            return None
        slot = free[0]
        slot.holder, slot.leased_until = holder, now + timedelta(seconds=seconds)
        slot.save(update_fields=["holder", "leased_until"])
    return slot


def leave_slot(slot: SenderSlot) -> None:
    """Give a slot back, if it is not somebody else's already."""
    SenderSlot.objects.filter(number=slot.number, holder=slot.holder).update(holder=None, leased_until=None)


def pause(seconds: float) -> None:
    """The mail server is away: nobody sends for a while."""
    SenderSlot.objects.update(resume_at=timezone.now() + timedelta(seconds=seconds))


def _slots() -> list[SenderSlot]:
    """All slots in their order, held until the transaction ends; made where they are missing."""
    numbers = range(1, settings.PBEM_MAIL_SENDERS + 1)
    found = _locked(numbers)
    if len(found) < len(numbers):
        SenderSlot.objects.bulk_create([SenderSlot(number=number) for number in numbers], ignore_conflicts=True)
        found = _locked(numbers)
    return found


def _locked(numbers: range) -> list[SenderSlot]:
    return list(SenderSlot.objects.select_for_update().filter(number__in=numbers).order_by("number"))
