"""What becomes of a letter that a sender has in hand: each mark with all that it changes, and nothing else."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.errors import Forbidden, Missing, WrongState
from games.models import AuditEntry, Game, MailEvent, OutgoingMail, Player
from games.persistence.address_digest import address_digest
from games.services import outbox
from games.services.creation import do_create_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 1, 12, tzinfo=timezone.get_default_timezone())
SECOND = timedelta(seconds=1)
LONG, CUT = "x" * 2001, "x" * 2000


@pytest.fixture
def mail(running: Game) -> OutgoingMail:
    """A letter in somebody's hands, at its third attempt."""
    row = OutgoingMail.objects.order_by("pk")[0]
    row.status, row.lease, row.leased_until = "sending", uuid4(), NOW + timedelta(seconds=60)
    row.attempts, row.sealed, row.error, row.next_try_at = 3, b"sealed", "before", NOW - timedelta(hours=1)
    row.save()
    return row


def stands(mail: OutgoingMail) -> dict[str, Any]:
    row = OutgoingMail.objects.get(pk=mail.pk)
    assert (row.lease, row.leased_until) == (None, None)
    return {
        "status": row.status,
        "attempts": row.attempts,
        "error": row.error,
        "sealed": bool(bytes(row.sealed)),
        "waits": (row.next_try_at - NOW).total_seconds() if row.next_try_at >= NOW else None,
        "sent": row.sent_at,
        "deaths": row.deaths,
    }


BEFORE = {"attempts": 3, "error": "before", "sealed": True, "waits": None, "sent": None, "deaths": 0}
MARKS: dict[str, tuple[Callable[[OutgoingMail], bool], dict[str, Any]]] = {
    "sent": (outbox.mark_sent, {"status": "sent", "error": "", "sealed": False, "sent": NOW}),
    "failed": (
        lambda mail: outbox.mark_failed(mail, LONG, retry_in=90),
        {"status": "queued", "error": CUT, "waits": 90},
    ),
    "failed for good": (lambda mail: outbox.mark_failed(mail, LONG), {"status": "failed", "error": CUT}),
    "bounced": (lambda mail: outbox.mark_bounced(mail, LONG), {"status": "bounced", "error": CUT}),
    "dropped": (
        lambda mail: outbox.mark_dropped(mail, LONG),
        {"status": "dropped", "error": CUT, "attempts": 2, "sealed": False},
    ),
    "held back": (
        lambda mail: outbox.mark_held_back(mail, LONG),
        {"status": "dropped", "error": CUT, "attempts": 2},
    ),
    "merged": (outbox.mark_merged, {"status": "merged", "error": "", "attempts": 2}),
    "put back": (
        lambda mail: outbox.return_to_queue(mail, LONG, retry_in=45),
        {"status": "queued", "error": CUT, "attempts": 2, "waits": 45},
    ),
    "for his hours": (
        lambda mail: outbox.delay_mail(mail, seconds=3599),
        {"status": "queued", "error": outbox.WAIT_FOR_MAIL_HOURS, "attempts": 2, "waits": 3599},
    ),
    "for long": (
        lambda mail: outbox.delay_mail(mail, seconds=3601),
        {"status": "queued", "error": outbox.WAIT_FOR_MAIL_HOURS, "attempts": 2, "waits": 3600},
    ),
    "its sender died": (
        lambda mail: bool(outbox.release_leases(mail.lease or uuid4())),
        {"status": "queued", "error": "its sender died, 1 in all", "deaths": 1, "waits": 0},
    ),
}


@pytest.mark.parametrize("what", MARKS)
def test_a_mark_changes_what_it_says_and_is_made_by_who_has_the_letter(mail: OutgoingMail, what: str) -> None:
    mark, changes = MARKS[what]
    with time_machine.travel(NOW, tick=False):
        OutgoingMail.objects.filter(pk=mail.pk).update(status="queued")
        assert not mark(mail)
        OutgoingMail.objects.filter(pk=mail.pk).update(status="sending", lease=uuid4())
        if what != "its sender died":
            assert not mark(mail)
        OutgoingMail.objects.filter(pk=mail.pk).update(lease=mail.lease)
        assert mark(mail)
        assert stands(mail) == BEFORE | changes
        assert not mark(mail)
    assert OutgoingMail.objects.filter(lease=None).count() == 2


@pytest.mark.parametrize(("attempts", "status"), [(11, "queued"), (12, "failed"), (13, "failed")])
def test_after_twelve_attempts_a_letter_is_given_up(
    mail: OutgoingMail, attempts: int, status: str, caplog: pytest.LogCaptureFixture
) -> None:
    for mark in (
        lambda: outbox.mark_failed(mail, "no", retry_in=1),
        lambda: bool(outbox.release_leases(mail.lease or uuid4())),
    ):
        mail.attempts, mail.status, mail.deaths = attempts, "sending", 0
        mail.save()
        assert mark()
        found = stands(mail)
        assert (found["status"], found["attempts"]) == (status, attempts)
    assert (f"letter {mail.pk} is given up, see the outbox: its sender died, 1 in all" in caplog.text) == (
        status == "failed"
    )


@pytest.mark.parametrize(("deaths", "status"), [(1, "queued"), (2, "failed")])
def test_a_letter_at_which_three_died_is_given_up(mail: OutgoingMail, deaths: int, status: str) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).update(deaths=deaths, leased_until=NOW)
    with time_machine.travel(NOW, tick=False):
        assert outbox.release_expired_leases() == 1
    found = stands(mail)
    assert (found["status"], found["deaths"]) == (status, deaths + 1)
    assert found["error"] == f"its sender died, {deaths + 1} in all"


def test_nobody_died_at_letters_that_others_have(mail: OutgoingMail) -> None:
    with time_machine.travel(NOW, tick=False):
        assert (outbox.release_leases(uuid4()), outbox.release_expired_leases()) == (0, 0)


@pytest.mark.parametrize(("left", "renewed"), [(61, False), (60, True), (10, True), (-5, True)])
def test_a_lease_is_renewed_when_a_third_of_it_has_run(mail: OutgoingMail, left: int, renewed: bool) -> None:
    mail.leased_until = NOW + left * SECOND
    mail.save()
    with time_machine.travel(NOW, tick=False):
        assert outbox.renew_lease(mail, lease_seconds=90)
        row = OutgoingMail.objects.get(pk=mail.pk)
        assert row.leased_until == NOW + (90 if renewed else left) * SECOND
        assert (row.status, row.lease) == ("sending", mail.lease)
        OutgoingMail.objects.update(lease=uuid4())
        assert outbox.renew_lease(mail, lease_seconds=900) is False
        mail.leased_until = None
        assert outbox.renew_lease(mail, lease_seconds=90) is False


def test_what_went_out_is_noted_where_it_went(mail: OutgoingMail) -> None:
    assert outbox.mark_sent(mail)
    assert not MailEvent.objects.exists()
    OutgoingMail.objects.filter(pk=mail.pk).update(status="sending", lease=mail.lease)
    mail.went_to = "anna@example.org"
    assert outbox.mark_sent(mail)
    event = MailEvent.objects.get()
    assert (event.mail, event.what, event.source, event.address) == (
        mail,
        "sent",
        "smtp",
        address_digest("anna@example.org"),
    )


def test_who_marks_and_claims_gets_the_next_and_hears_of_the_one_after_it(running: Game) -> None:
    holder, other = uuid4(), Game.objects.get()
    for number in range(4):
        OutgoingMail.objects.create(game=other, kind="notice", stop=1, seat_stop=1, reference=f"{number}")
    rows = list(OutgoingMail.objects.order_by("pk"))
    OutgoingMail.objects.filter(pk__in=[rows[4].pk, rows[5].pk]).update(deaths=2)
    mail = outbox.claim_mail(holder, lease_seconds=60)
    done: list[str] = []
    assert mail == rows[0]
    for place in (1, 2, 3):
        sent, mail, after = outbox.mark_sent_and_claim(
            mail, lease_seconds=60, while_committing=lambda: done.append("x")
        )
        assert (sent, mail) == (True, rows[place])
        assert after == (rows[place + 1] if place < 3 else None)
        assert mail is not None
        assert mail.leased_until is not None
        assert timedelta(seconds=50) < mail.leased_until - timezone.now() <= timedelta(seconds=60)
    sent, suspect, after = outbox.mark_sent_and_claim(mail, lease_seconds=60, suspects=True)
    assert (sent, suspect, after) == (True, rows[4], None)
    assert suspect is not None
    assert outbox.mark_sent_and_claim(suspect, lease_seconds=60) == (True, None, None)
    assert len(done) == 3
    with pytest.raises(ValueError, match="nobody has claimed"):
        outbox.mark_sent_and_claim(rows[0], lease_seconds=60)


def test_letters_that_wait_for_their_readers_hours_are_looked_at_when_those_change(
    mail: OutgoingMail, anna: Player
) -> None:
    soon = NOW + timedelta(hours=1)
    other = OutgoingMail.objects.exclude(pk=mail.pk).get()
    for row, error in ((mail, outbox.WAIT_FOR_MAIL_HOURS), (other, outbox.WAIT_FOR_MAIL_HOURS)):
        OutgoingMail.objects.filter(pk=row.pk).update(status="queued", error=error, next_try_at=soon, lease=None)
    with time_machine.travel(NOW, tick=False):
        assert outbox.recheck_delayed_mail(anna) == 1
    assert [row.next_try_at for row in OutgoingMail.objects.order_by("pk")] == [NOW, soon]
    OutgoingMail.objects.filter(pk=mail.pk).update(error="refused")
    assert outbox.recheck_delayed_mail(anna) == 0
    OutgoingMail.objects.filter(pk=mail.pk).update(error=outbox.WAIT_FOR_MAIL_HOURS, status="sent")
    assert outbox.recheck_delayed_mail(anna) == 0


# --- letters about stops that one letter tells


def another(mail: OutgoingMail, kind: str, **fields: Any) -> OutgoingMail:
    how: dict[str, Any] = {"seat": mail.seat, "player": mail.player, "status": "queued", "next_try_at": NOW} | fields
    return OutgoingMail.objects.create(game=mail.game, kind=kind, stop=9, seat_stop=9, reference=uuid4().hex, **how)


@pytest.mark.parametrize(
    ("kind", "fields", "follows"),
    [
        ("stop", {}, True),
        ("over", {}, True),
        ("notice", {}, False),
        ("reminder", {}, False),
        ("stop", {"status": "sent"}, False),
        ("stop", {"next_try_at": NOW + SECOND}, False),
        ("stop", {"player": None}, False),
        ("stop", {"seat": None}, False),
    ],
)
def test_a_letter_about_a_stop_is_told_by_a_later_one_that_is_due(
    mail: OutgoingMail, kind: str, fields: dict[str, Any], follows: bool
) -> None:
    with time_machine.travel(NOW, tick=False):
        assert not outbox.has_later_mail(mail)
        later = another(mail, kind, **fields)
        assert outbox.has_later_mail(mail) is follows
        assert not outbox.has_later_mail(later)


@pytest.mark.parametrize(
    ("kind", "fields", "merged"),
    [
        ("stop", {}, 1),
        ("over", {}, 0),
        ("notice", {}, 0),
        ("stop", {"status": "sending"}, 0),
        ("stop", {"player": None}, 0),
        ("stop", {"seat": None}, 0),
    ],
)
def test_a_letter_about_a_stop_tells_what_earlier_ones_would_have(
    mail: OutgoingMail, kind: str, fields: dict[str, Any], merged: int
) -> None:
    earlier = another(mail, kind, **fields)
    last = another(mail, "stop")
    another(mail, "stop")
    assert outbox.merge_earlier(last) == merged
    row = OutgoingMail.objects.get(pk=earlier.pk)
    assert row.status == ("merged" if merged else fields.get("status", "queued"))
    assert OutgoingMail.objects.filter(status="merged").count() == merged


# --- sent again


def test_a_letter_is_sent_again_as_if_it_were_new(mail: OutgoingMail, staff: Player) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).update(status="failed", deaths=3)
    with time_machine.travel(NOW, tick=False):
        assert outbox.do_resend(by=staff, mail_id=mail.pk).pk == mail.pk
    assert stands(mail) == BEFORE | {"status": "queued", "attempts": 0, "error": "", "waits": 0}
    assert MailEvent.objects.values_list("mail", "what", "source").get() == (mail.pk, "again", "umpire")
    entry = AuditEntry.objects.get(action="resend_mail")
    assert (entry.actor, entry.game, entry.facts) == (staff.pk, mail.game_id, {"mail": mail.pk})


@pytest.mark.parametrize(
    ("kind", "sealed", "refused"),
    [
        ("account", b"", True),
        ("reply", b"", True),
        ("account", b"x", False),
        ("reply", b"x", False),
        ("stop", b"", False),
    ],
)
def test_a_letter_whose_link_is_forgotten_is_not_sent_again(
    mail: OutgoingMail, staff: Player, kind: str, sealed: bytes, refused: bool
) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).update(kind=kind, sealed=sealed, status="sent")
    if refused:
        with pytest.raises(WrongState, match="goes out once"):
            outbox.do_resend(by=staff, mail_id=mail.pk)
    else:
        outbox.do_resend(by=staff, mail_id=mail.pk)


def test_who_may_have_letters_sent_again(mail: OutgoingMail, anna: Player, ben: Player, staff: Player) -> None:
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    none, other = mail.pk + 1000, do_create_game(host=anna, title="toy", scenario="standard", umpire=emil)
    with pytest.raises(Missing):
        outbox.do_resend(by=staff, mail_id=none)
    for player in (anna, ben, emil):
        for number in (mail.pk, none):
            with pytest.raises(Forbidden):
                outbox.do_resend(by=player, mail_id=number)
            with pytest.raises(Forbidden):
                outbox.do_resend_to_seat(by=player, game_id=mail.game_id, mail_id=number)
    with pytest.raises(Missing):
        outbox.do_resend_to_seat(by=emil, game_id=other.pk, mail_id=mail.pk)
    with pytest.raises(Missing):
        outbox.do_resend_to_seat(by=staff, game_id=other.pk, mail_id=mail.pk)
    Game.objects.filter(pk=mail.game_id).update(umpire=emil)
    assert outbox.do_resend(by=emil, mail_id=mail.pk).status == "queued"
    personal = OutgoingMail.objects.create(kind="account", stop=0, seat_stop=0, sealed=b"x")
    with pytest.raises(Forbidden):
        outbox.do_resend(by=emil, mail_id=personal.pk)
    assert outbox.do_resend(by=staff, mail_id=personal.pk).status == "queued"
    assert outbox.do_resend_to_seat(by=emil, game_id=str(mail.game_id), mail_id=mail.pk).status == "queued"
    reader = Player.objects.get(pk=mail.player_id)
    Player.objects.filter(pk=reader.pk).update(bounced_address=reader.email)
    with pytest.raises(WrongState, match="takes no mail"):
        outbox.do_resend(by=staff, mail_id=mail.pk)


def test_a_message_has_one_name_for_ever_and_no_two_have_the_same(settings: Any) -> None:
    settings.PBEM_MESSAGE_ID_DOMAIN = "example.org"
    game = uuid4()
    names = {
        outbox.make_seat_message_id(*parts)
        for parts in (
            (game, "red"),
            (game, "black"),
            (uuid4(), "red"),
            (game, "red", "stop", 1),
            (game, "red", "stop", 2),
        )
    }
    assert len(names) == 5
    code = salted_hmac("games.outbox.message", f"{game}|red|stop|1", algorithm="sha256").hexdigest()[:40]
    assert f"<{code}@example.org>" in names, "letters of another release belong to the same threads"
    assert outbox.make_seat_message_id(game, "red") in names
    assert {len(name) for name in names} == {len("<@example.org>") + 40}


def test_letters_are_counted_when_they_are_handed_in_and_stored_once(running: Game) -> None:
    red = running.seats.get(role="red")
    running.stop = 7
    letters = [outbox.make_outgoing_mail(running, red, "notice", seat_stop=3, reference=name) for name in "aab"]
    assert outbox.queue_mail(letters) == 3
    assert outbox.queue_mail(iter(())) == 0
    rows = OutgoingMail.objects.filter(kind="notice").order_by("pk")
    assert [(row.reference, row.seat, row.player, row.stop, row.seat_stop) for row in rows] == [
        (name, red, red.player, 7, 3) for name in "ab"
    ]
    assert rows[0].message_id == outbox.make_seat_message_id(running.pk, "red", "notice", 7, "a")
