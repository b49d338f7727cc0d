"""The outbox: rows with leases, sent at least once, each under one Message-ID."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.errors import Forbidden
from games.models import AuditEntry, Game, OutgoingMail, Player
from games.selectors.due import unsent_mail
from games.selectors.letters import letter_for
from games.services import outbox
from games.services.advance import do_resolve
from tests.table import answer, play_out

pytestmark = pytest.mark.django_db


def test_a_claimed_letter_is_out_of_reach_until_its_lease_ends(running: Game) -> None:
    first = outbox.claim_mail(limit=10)
    assert len(first) == 2
    assert outbox.claim_mail() == []
    assert not unsent_mail()
    OutgoingMail.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert unsent_mail()
    again = outbox.claim_mail()
    assert [mail.message_id for mail in again] == [mail.message_id for mail in first]
    assert not outbox.mark_sent(first[0])
    assert outbox.mark_sent(again[0])
    assert OutgoingMail.objects.get(pk=first[0].pk).status == "sent"


def test_a_failed_letter_is_tried_later_and_given_up_in_the_end(running: Game) -> None:
    (mail,) = outbox.claim_mail(limit=1)
    assert outbox.mark_failed(mail, "refused", retry_in=60)
    row = OutgoingMail.objects.get(pk=mail.pk)
    assert (row.status, row.attempts, row.error) == ("queued", 1, "refused")
    assert row.pk not in [other.pk for other in outbox.claim_mail()]
    OutgoingMail.objects.filter(pk=mail.pk).update(attempts=11, next_try_at=timezone.now())
    (mail,) = outbox.claim_mail()
    outbox.mark_failed(mail, "refused", retry_in=60)
    assert OutgoingMail.objects.get(pk=mail.pk).status == "failed"


def test_a_letter_can_be_sent_again(running: Game, staff: Player, anna: Player) -> None:
    (mail, _) = outbox.claim_mail()
    outbox.mark_bounced(mail, "no such mailbox")
    with pytest.raises(Forbidden):
        outbox.do_resend(by=anna, mail_id=mail.pk)
    again = outbox.do_resend(by=staff, mail_id=mail.pk)
    assert (again.status, again.message_id) == ("queued", mail.message_id)
    assert AuditEntry.objects.filter(action="resend_mail").count() == 1


def test_the_first_letter_commits_to_the_dice_and_asks(running: Game) -> None:
    mail = OutgoingMail.objects.get(seat__role="red")
    letter = letter_for(mail)
    assert letter is not None
    assert letter.first
    assert letter.root == mail.message_id
    assert len(letter.dice.branches[0].commitment) == 64
    assert letter.dice.branches[0].secret == ""
    assert [one.kind for one in letter.decisions] == ["bid"]
    assert [seen.event["event"] for seen in letter.events] == ["dealt", "dealt"]


def test_a_letter_tells_what_is_new_since_the_last(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    mails = OutgoingMail.objects.filter(seat__role="red").order_by("id")
    letter = letter_for(mails[1])
    assert letter is not None
    assert not letter.first
    assert (letter.root, letter.previous) == (mails[0].message_id, mails[0].message_id)
    assert [seen.event["event"] for seen in letter.events] == ["revealed"]


def test_the_last_letter_opens_the_dice(running: Game) -> None:
    play_out(running)
    letter = letter_for(OutgoingMail.objects.get(seat__role="black", kind="over"))
    assert letter is not None
    assert letter.standings
    assert letter.dice.branches[0].secret
    assert letter.decisions == []


def test_a_message_id_tells_nothing(running: Game) -> None:
    for mail in OutgoingMail.objects.all():
        local, _, domain = mail.message_id.strip("<>").partition("@")
        assert len(local) == 40
        assert set(local) <= set("0123456789abcdef")
        assert domain
