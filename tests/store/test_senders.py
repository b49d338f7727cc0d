"""Slots for senders: never more at once than agreed, and none while the mail server is away."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.utils import timezone

from games.models import Game, OutgoingMail, SenderSlot
from games.services import outbox, sender_slots

pytestmark = pytest.mark.django_db


def take(holder: UUID | None = None) -> int:
    """The number of the slot that a sender gets; 0 for none."""
    slot = sender_slots.claim_slot(holder or uuid4(), seconds=60)
    return slot.number if slot else 0


def later(seconds: float) -> Any:
    moment: datetime = timezone.now() + timedelta(seconds=seconds)
    return time_machine.travel(moment, tick=False)


def test_there_are_as_many_slots_as_the_settings_say(settings: Any) -> None:
    settings.PBEM_MAIL_SENDERS = 2
    assert [take(), take(), take()] == [1, 2, 0]
    settings.PBEM_MAIL_SENDERS = 3
    assert [take(), take()] == [3, 0]


def test_with_fewer_slots_the_higher_numbers_are_not_given_out_again(settings: Any) -> None:
    settings.PBEM_MAIL_SENDERS = 3
    slots = [sender_slots.claim_slot(uuid4(), seconds=60) for _ in range(3)]
    settings.PBEM_MAIL_SENDERS = 1
    for slot in slots:
        assert slot is not None
        sender_slots.release_slot(slot)
    assert [take(), take()] == [1, 0]


def test_a_slot_is_free_when_it_is_left_or_its_lease_has_run_out(settings: Any) -> None:
    settings.PBEM_MAIL_SENDERS = 1
    slot = sender_slots.claim_slot(uuid4(), seconds=60)
    assert slot is not None
    assert take() == 0
    sender_slots.release_slot(slot)
    assert take() == 1
    with later(61):
        assert take() == 1
        sender_slots.release_slot(slot)  # by who had it once: it is another's now
        assert take() == 0


def test_nobody_begins_while_the_mail_server_is_away(settings: Any) -> None:
    take()
    sender_slots.pause_senders(30)
    assert take() == 0
    with later(29):
        assert take() == 0
    with later(31):
        assert take() == 2


def test_who_comes_again_under_its_name_has_died_and_its_letter_goes_to_others(running: Game, settings: Any) -> None:
    settings.PBEM_MAIL_SENDERS, holder = 2, uuid4()
    assert take(holder) == 1
    mail = outbox.claim_mail(holder, lease_seconds=60)
    other = outbox.claim_mail(uuid4(), lease_seconds=60)
    assert take(holder) == 1
    assert SenderSlot.objects.exclude(leased_until=None).count() == 1
    assert list(OutgoingMail.objects.filter(status="queued", deaths=1)) == [mail]
    assert list(OutgoingMail.objects.filter(status="sending", deaths=0)) == [other]
