"""The Django admin: players can be changed, history cannot."""

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import AuditEntry, Game, IncomingMail, JournalSegment, MailEvent, Notice, OutgoingMail, Player, Tenure
from games.services.account_emails import do_queue_account_email

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

READ_ONLY = (AuditEntry, Game, JournalSegment, Notice, OutgoingMail)


def page(model: Any, name: str, *args: Any) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_{name}", args=args)


@pytest.mark.both_databases
@pytest.mark.parametrize("model", [*READ_ONLY, Player])
def test_lists_can_be_read(as_staff: Client, running: Game, model: Any) -> None:
    assert as_staff.get(page(model, "changelist")).status_code == 200


@pytest.mark.both_databases
@pytest.mark.parametrize("model", READ_ONLY)
def test_history_is_read_only(as_staff: Client, running: Game, model: Any) -> None:
    assert as_staff.get(page(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert as_staff.get(page(model, "change", row.pk)).status_code == 200
        assert as_staff.post(page(model, "change", row.pk), {"name": "other"}).status_code == 403
        assert as_staff.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_neither_secrets_nor_states_nor_answers_are_registered() -> None:
    names = {model._meta.model_name for model in admin.site._registry}
    assert not names & {
        "branch",
        "checkpoint",
        "eventsegment",
        "sealedanswer",
        "openrequest",
        "seatview",
        "lookout",
        "currentview",
    }


@pytest.mark.both_databases
def test_letters_are_sent_again_and_that_is_noted(as_staff: Client, staff: Player, running: Game) -> None:
    mail = OutgoingMail.objects.filter(game=running).first()
    assert mail is not None
    OutgoingMail.objects.update(status="failed", attempts=12, error="mailbox full")
    before = mail.message_id
    action = {"action": "send_again", "_selected_action": [mail.pk]}
    as_staff.post(page(OutgoingMail, "changelist"), action)
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.message_id) == ("queued", 0, before)
    assert OutgoingMail.objects.filter(status="failed").exists(), "only the selected one"
    entry = AuditEntry.objects.get(action="resend_mail")
    assert (entry.actor, entry.facts) == (staff.pk, {"mail": mail.pk})


@pytest.mark.both_databases
def test_staff_who_play_see_no_delivery_of_an_opponents_account_mail(
    as_staff: Client, staff: Player, running: Game, ben: Player
) -> None:
    mail = do_queue_account_email(template="umpire_answer", address=ben.email, player=ben, facts={})
    event = MailEvent.objects.create(mail=mail, what="bounced", source="smtp", detail="mailbox of ben is full")
    own = do_queue_account_email(template="address_old", address=staff.email, player=staff, facts={})
    shown = [(OutgoingMail, mail.pk), (MailEvent, event.pk), (OutgoingMail, own.pk)]
    pages = [page(model, "change", pk) for model, pk in shown]
    assert [as_staff.get(path).status_code for path in pages] == [200, 200, 200]
    assert "mailbox of ben" in as_staff.get(page(MailEvent, "changelist")).content.decode()
    running.seats.filter(role="red").update(player=staff)
    assert [as_staff.get(path).status_code for path in pages[:2]] == [302, 302]
    assert "mailbox of ben" not in as_staff.get(page(MailEvent, "changelist")).content.decode()
    assert pages[0] not in as_staff.get(page(OutgoingMail, "changelist")).content.decode()


@pytest.mark.both_databases
@pytest.mark.parametrize("part", ["seat", "umpire", "host", "former"])
def test_staff_who_play_see_no_account_mail_of_anybody_in_the_game(
    as_staff: Client, staff: Player, running: Game, carl: Player, part: str
) -> None:
    """Not that of the umpire or the host without a seat, nor mail that belongs to no game."""
    sent = do_queue_account_email(template="umpire_answer", address=carl.email, player=carl, facts={})
    came = IncomingMail.objects.create(
        digest="1", raw=b"", sender=carl.email, tag="", player=carl, proven=True, way="pipe"
    )
    pages = [page(OutgoingMail, "change", sent.pk), page(IncomingMail, "change", came.pk)]
    running.seats.filter(role="red").update(player=staff)
    assert [as_staff.get(path).status_code for path in pages] == [200, 200]
    if part in ("umpire", "host"):
        Game.objects.filter(pk=running.pk).update(**{part: carl})
    elif part == "seat":
        running.seats.filter(role="black").update(player=carl)
    else:
        Tenure.objects.create(seat=running.seats.get(role="black"), player=carl, since=timezone.now())
    assert [as_staff.get(path).status_code for path in pages] == [302, 302]
    assert as_staff.get(page(Player, "change", carl.pk)).context["has_change_permission"] is False


@pytest.mark.both_databases
def test_games_are_paused_and_resumed(as_staff: Client, running: Game) -> None:
    for action, status in (("pause", "paused"), ("resume", "running")):
        as_staff.post(page(Game, "changelist"), {"action": action, "_selected_action": [str(running.pk)]})
        running.refresh_from_db()
        assert running.status == status


def test_a_refused_act_is_told(as_staff: Client, staff: Player, running: Game) -> None:
    running.seats.filter(role="red").update(player=staff)
    response = as_staff.post(
        page(Game, "changelist"), {"action": "pause", "_selected_action": [str(running.pk)]}, follow=True
    )
    running.refresh_from_db()
    assert running.status == "running"
    assert "Only the umpire may do this, or the host" in response.content.decode()


@pytest.mark.both_databases
def test_a_player_is_added_by_form(as_staff: Client) -> None:
    given = {"username": "cora", "email": "cora@example.org", "language": "ja", "time_zone": "Asia/Tokyo"}
    given |= {"usable_password": "true", "password1": "fjord-lantern-9", "password2": "fjord-lantern-9"}
    assert as_staff.post(page(Player, "add"), given).status_code == 302
    assert Player.objects.get(username="cora").check_password("fjord-lantern-9")


def test_a_time_zone_that_does_not_exist_is_refused(as_staff: Client) -> None:
    given = {"username": "cora", "email": "cora@example.org", "language": "ja", "time_zone": "Mars/Olympus"}
    assert as_staff.post(page(Player, "add"), {**given, "usable_password": "false"}).status_code == 200
    assert not Player.objects.filter(username="cora").exists()
