"""The outbox: rows with leases, sent at least once, each under one Message-ID."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.errors import Forbidden
from games.models import AuditEntry, Game, MailEvent, OutgoingMail, Player
from games.selectors.email_context import load_email_context
from games.selectors.outbox import has_unsent_mail
from games.services import outbox
from games.services.resolve.advance import do_resolve
from tests.table import answer, play_out

pytestmark = pytest.mark.django_db


def claim(*, suspects: bool = False) -> OutgoingMail | None:
    """What a sender would get now."""
    return outbox.claim_mail(uuid4(), lease_seconds=60, suspects=suspects)


def claimed() -> OutgoingMail:
    mail = claim()
    assert mail is not None
    return mail


def die(mail: OutgoingMail) -> OutgoingMail:
    """The sender of a letter dies; the letter as it stands when that is known."""
    assert mail.lease is not None
    assert outbox.release_leases(mail.lease) == 1
    mail.refresh_from_db()
    return mail


def test_a_claimed_letter_is_out_of_reach_until_its_lease_ends(running: Game) -> None:
    first = [claimed(), claimed()]
    assert first == list(OutgoingMail.objects.order_by("pk"))
    assert claim() is None
    assert not has_unsent_mail()
    OutgoingMail.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert has_unsent_mail()
    assert outbox.release_expired_leases() == 2
    again = [claimed(), claimed()]
    assert again == first
    assert not outbox.mark_sent(first[0])
    assert outbox.mark_sent(again[0])
    assert OutgoingMail.objects.get(pk=first[0].pk).status == "sent"


def test_who_lost_its_letter_marks_nothing_gets_the_next_and_says_that_the_copy_went_out(running: Game) -> None:
    """Marked, noted and claimed in one go: what is told of the mark is what became of it."""
    play_out(running)
    mail = claimed()
    mail.went_to = "anna@example.org"
    OutgoingMail.objects.filter(pk=mail.pk).update(lease=uuid4())
    sent, following, _ = outbox.mark_sent_and_claim(mail, lease_seconds=60)
    assert not sent
    assert list(MailEvent.objects.filter(mail=mail).values_list("what", flat=True)) == ["sent"]
    assert OutgoingMail.objects.get(pk=mail.pk).status == "sending"
    assert following is not None
    assert following.lease == mail.lease
    mine, *_ = outbox.mark_sent_and_claim(following, lease_seconds=60)
    assert mine


def test_an_attempt_counts_when_it_begins_and_not_where_it_was_no_fault_of_the_letter(running: Game) -> None:
    mail = claimed()
    assert OutgoingMail.objects.get(pk=mail.pk).attempts == 1
    assert outbox.return_to_queue(mail, "the mail server is away", retry_in=0)
    assert OutgoingMail.objects.get(pk=mail.pk).attempts == 0


def test_a_failed_letter_is_tried_later_and_given_up_in_the_end(running: Game) -> None:
    mail = claimed()
    assert outbox.mark_failed(mail, "refused", retry_in=60)
    row = OutgoingMail.objects.get(pk=mail.pk)
    assert (row.status, row.attempts, row.error) == ("queued", 1, "refused")
    assert claimed() != mail
    assert claim() is None
    OutgoingMail.objects.filter(pk=mail.pk).update(attempts=11, next_try_at=timezone.now())
    outbox.mark_failed(claimed(), "refused", retry_in=60)
    assert OutgoingMail.objects.get(pk=mail.pk).status == "failed"


def test_the_letter_that_has_been_due_the_longest_goes_first(running: Game) -> None:
    first, second = OutgoingMail.objects.order_by("pk")
    OutgoingMail.objects.filter(pk=first.pk).update(next_try_at=timezone.now())
    assert [claim(), claim()] == [second, first]


def test_a_letter_whose_sender_died_goes_behind_those_that_are_due(running: Game) -> None:
    mail = die(claimed())
    assert (mail.status, mail.attempts, mail.deaths) == ("queued", 1, 1)
    assert [claim(), claim()] == [*OutgoingMail.objects.exclude(pk=mail.pk), mail]


def test_a_letter_whose_senders_died_twice_goes_last_and_for_one_sender_only(running: Game) -> None:
    suspect, other = OutgoingMail.objects.order_by("pk")
    OutgoingMail.objects.filter(pk=suspect.pk).update(deaths=2)
    assert claim(suspects=True) == other
    assert claim() is None
    assert claim(suspects=True) == suspect


def test_after_the_third_death_it_is_the_operators(running: Game, caplog: pytest.LogCaptureFixture) -> None:
    mail = OutgoingMail.objects.order_by("pk")[0]
    OutgoingMail.objects.exclude(pk=mail.pk).delete()
    for deaths in (1, 2):
        claim(suspects=True)
        mail.refresh_from_db()
        assert die(mail).deaths == deaths
        assert mail.status == "queued"
    claim(suspects=True)
    mail.refresh_from_db()
    die(mail)
    assert (mail.status, mail.attempts, mail.deaths) == ("failed", 3, 3)
    assert mail.error == "its sender died, 3 in all"
    assert f"letter {mail.pk} is given up" in caplog.text
    assert claim(suspects=True) is None


def test_a_death_is_counted_once(running: Game) -> None:
    mail = claimed()
    OutgoingMail.objects.filter(pk=mail.pk).update(leased_until=timezone.now())
    assert mail.lease is not None
    assert (outbox.release_leases(mail.lease), outbox.release_expired_leases()) == (1, 0)


def test_a_letter_can_be_sent_again(running: Game, staff: Player, anna: Player) -> None:
    mail = claimed()
    outbox.mark_bounced(mail, "no such mailbox")
    OutgoingMail.objects.filter(pk=mail.pk).update(deaths=3)
    with pytest.raises(Forbidden):
        outbox.do_resend(by=anna, mail_id=mail.pk)
    again = outbox.do_resend(by=staff, mail_id=mail.pk)
    assert (again.status, again.message_id, again.deaths) == ("queued", mail.message_id, 0)
    assert AuditEntry.objects.filter(action="resend_mail").count() == 1


def test_the_first_letter_commits_to_the_dice_and_asks(running: Game) -> None:
    mail = OutgoingMail.objects.get(seat__role="red")
    letter = load_email_context(mail)
    assert letter is not None
    assert letter.is_first
    assert letter.thread_ids == ()
    assert len(letter.dice.branches[0].commitment) == 64
    assert letter.dice.branches[0].secret == ""
    assert [one.kind for one in letter.decisions] == ["bid"]
    assert [seen.event["event"] for seen in letter.events] == ["dealt", "dealt"]


def test_a_letter_tells_what_is_new_since_the_last(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    mails = OutgoingMail.objects.filter(seat__role="red").order_by("id")
    letter = load_email_context(mails[1])
    assert letter is not None
    assert not letter.is_first
    assert letter.thread_ids == (mails[0].message_id,)
    assert [seen.event["event"] for seen in letter.events] == ["revealed"]


def test_the_last_letter_opens_the_dice(running: Game) -> None:
    play_out(running)
    letter = load_email_context(OutgoingMail.objects.get(seat__role="black", kind="over"))
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


# --- letters to one reader come in their order


@pytest.fixture
def annas(running: Game, anna: Player) -> list[OutgoingMail]:
    """Two letters to Anna, the earlier first, and none to anybody else."""
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    OutgoingMail.objects.exclude(player=anna).delete()
    OutgoingMail.objects.filter(pk__in=OutgoingMail.objects.order_by("pk").values_list("pk", flat=True)[2:]).delete()
    found = list(OutgoingMail.objects.order_by("pk"))
    assert len(found) == 2
    return found


def test_no_letter_overtakes_an_earlier_one_to_its_reader(annas: list[OutgoingMail], ben: Player) -> None:
    """Whose picture takes long is in hand for long; letters to others go meanwhile."""
    first, second = annas
    in_hand = claimed()
    assert in_hand == first
    assert claim() is None, "another sender leaves the second letter alone"
    OutgoingMail.objects.filter(pk=second.pk).update(player=ben)
    assert claim() == second
    OutgoingMail.objects.filter(pk=second.pk).update(player=first.player, status="queued", lease=None)
    assert outbox.mark_sent(in_hand)
    assert claim() == second


def test_the_earlier_letter_goes_first_though_it_is_due_later(annas: list[OutgoingMail]) -> None:
    first, second = annas
    OutgoingMail.objects.filter(pk=second.pk).update(next_try_at=timezone.now() - timedelta(hours=1))
    assert claim() == first


@pytest.mark.parametrize(
    "became",
    [
        {"status": "queued", "next_try_at": timedelta(minutes=5)},
        {"status": "sending", "leased_until": timedelta(seconds=-1)},
        {"status": "queued", "deaths": outbox.SUSPECT_DEATHS},
        {"status": "failed"},
        {"status": "dropped"},
    ],
    ids=["is tried later", "was left lying", "killed senders", "failed", "was dropped"],
)
def test_a_letter_that_does_not_go_now_holds_nobody_up(annas: list[OutgoingMail], became: dict[str, object]) -> None:
    first, second = annas
    now = timezone.now()
    fields = {name: now + value if isinstance(value, timedelta) else value for name, value in became.items()}
    OutgoingMail.objects.filter(pk=first.pk).update(**fields)
    assert claim() == second
