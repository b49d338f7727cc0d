"""Bounces: which of them are believed, what is stored, and what follows for the address."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from games.errors import Missing, WrongState
from games.models import Game, MailEvent, OutgoingMail, Player
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.selectors.invitations import list_invitations
from games.services import outbox
from games.services.invitations import do_invite, do_resend_invitation
from games.services.mail_delivery import MAX_SOFT_BOUNCES, do_mark_address_working, do_resend_newest_email
from games.services.purge import do_purge_game
from games.services.resolve.advance import do_resolve
from tests.table import answer
from tests.worker.conftest import parsed, status_of, text_of
from tests.worker.inbound.returned import delivery_report
from tests.worker.post_office import open_office
from worker.mail.inbound.ingest import ingest
from worker.mail.outbound import delivery

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def replies(settings: Any) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS, settings.PBEM_MAIL_VERP = "orders@example.org", True


def report(letter: EmailMessage, *, to: str = "", about: str = "", reader: str = "", **facts: str) -> bytes:
    """A delivery report about a letter, to whom it went."""
    message_id = about or str(parsed(letter)["Message-ID"])
    return delivery_report(message_id, to=to or letter.from_email, reader=reader or letter.to[0], **facts)


def complaint(letter: EmailMessage) -> bytes:
    raw = report(letter, more="arf").replace(b"report-type=delivery-status", b"report-type=feedback-report")
    head, _, rest = raw.partition(b"Content-Type: message/delivery-status\r\n\r\n")
    facts = b"Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Net/1\r\nVersion: 1"
    return head + facts + b"\r\n" + rest[rest.index(b"--=_b") :]


def letter_to(sent: list[EmailMessage], name: str) -> EmailMessage:
    return next(one for one in sent if one.to == [f"{name}@example.org"])


def history(name: str) -> list[tuple[str, bool]]:
    events = MailEvent.objects.filter(mail__player__username=name).order_by("pk")
    return list(events.values_list("what", "hard"))


def is_marked(player: Player) -> bool:
    return Player.objects.get(pk=player.pk).is_unreachable


def test_a_letter_that_comes_back_is_noted_and_its_reader_marked(running: Game, anna: Player, send: Send) -> None:
    letter = letter_to(send(), "anna")
    assert letter.from_email.startswith("orders+b")
    assert str(parsed(letter)["From"]) == "Sealed Orders <orders@localhost>"
    assert ingest(report(letter), channel="pipe") == "noted"
    assert history("anna") == [("sent", False), ("bounced", True)]
    assert status_of(running) == ["bounced", "sent", "queued"], "the other player is told"
    anna.refresh_from_db()
    assert anna.is_unreachable
    assert "No such user" in anna.bounced_why


def test_the_same_report_by_two_ways_counts_once(running: Game, send: Send) -> None:
    raw = report(letter_to(send(), "anna"))
    assert [ingest(raw, channel=way) for way in ("lmtp", "imap")] == ["noted", "known"]
    assert history("anna") == [("sent", False), ("bounced", True)]


def test_without_the_tag_the_message_id_and_the_address_must_both_be_right(
    running: Game, anna: Player, send: Send
) -> None:
    letter = letter_to(send(), "anna")
    plain = "orders@example.org"
    assert ingest(report(letter, to=plain, reader="ben@example.org"), channel="pipe") == "nobody"
    assert ingest(report(letter, to=plain, about="<guess@localhost>"), channel="pipe") == "nobody"
    assert not is_marked(anna)
    assert ingest(report(letter, to=plain), channel="pipe") == "noted"
    assert is_marked(anna)


@pytest.mark.parametrize("tag", ["b" + "a" * 42, "b" + "7" * 42, "q" + "a" * 42])
def test_a_forged_tag_does_nothing(running: Game, anna: Player, send: Send, tag: str) -> None:
    letter = letter_to(send(), "anna")
    forged = report(letter, to=f"orders+{tag}@example.org", about="<none@localhost>")
    assert ingest(forged, channel="pipe") == "nobody"
    assert history("anna") == [("sent", False)]
    assert not is_marked(anna)


def test_the_tag_of_another_letter_marks_nobody_but_its_reader(
    running: Game, anna: Player, ben: Player, send: Send
) -> None:
    """Ben, who has a tag of his own, cannot say that Anna's letters come back."""
    sent = send()
    forged = report(letter_to(sent, "anna"), to=letter_to(sent, "ben").from_email)
    assert ingest(forged, channel="pipe") == "noted"
    assert history("anna") == [("sent", False)]
    assert (is_marked(anna), is_marked(ben)) == (False, True)


@pytest.mark.both_databases
def test_a_letter_that_was_never_sent_cannot_come_back(running: Game, anna: Player) -> None:
    from games.persistence.mail_tags import bounce_address

    mail = OutgoingMail.objects.get(game=running, player=anna)
    letter = EmailMessage(from_email=bounce_address(mail.pk), to=["anna@example.org"])
    assert ingest(report(letter, about=mail.message_id), channel="pipe") == "nobody"
    assert not MailEvent.objects.exists()


@pytest.mark.both_databases
def test_a_report_about_an_address_given_up_since_marks_nobody(running: Game, anna: Player, send: Send) -> None:
    letter = letter_to(send(), "anna")
    Player.objects.filter(pk=anna.pk).update(email="anna@example.net")
    assert ingest(report(letter), channel="pipe") == "noted"
    assert not is_marked(anna)


def test_another_address_is_not_marked(running: Game, anna: Player, send: Send) -> None:
    ingest(report(letter_to(send(), "anna")), channel="pipe")
    Player.objects.filter(pk=anna.pk).update(email="anna@example.net")
    assert not is_marked(anna)


@pytest.mark.both_databases
@pytest.mark.parametrize("code", ["4.2.2", "5.2.2", "5.7.1", "5.3.4"])
def test_a_full_mailbox_or_a_filter_marks_nobody_at_once(running: Game, anna: Player, send: Send, code: str) -> None:
    assert ingest(report(letter_to(send(), "anna"), code=code), channel="pipe") == "noted"
    assert history("anna")[-1] == ("bounced", False)
    assert not is_marked(anna)


def soft_bounces(letter: EmailMessage, days: list[float]) -> None:
    now = timezone.now()
    for number, day in enumerate(days):
        with time_machine.travel(now + timedelta(days=day), tick=False):
            assert ingest(report(letter, code="4.2.2", more=str(number)), channel="pipe") == "noted"


def test_soft_bounces_over_days_mark_an_address(running: Game, anna: Player, send: Send) -> None:
    letter = letter_to(send(), "anna")
    soft_bounces(letter, [0, 1, 2, 3][: MAX_SOFT_BOUNCES - 1])
    assert not is_marked(anna)
    soft_bounces_after = report(letter, code="4.2.2", more="last")
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        ingest(soft_bounces_after, channel="pipe")
    assert is_marked(anna)


def test_soft_bounces_within_an_hour_mark_nobody(running: Game, anna: Player, send: Send) -> None:
    soft_bounces(letter_to(send(), "anna"), [0.001 * number for number in range(2 * MAX_SOFT_BOUNCES)])
    assert not is_marked(anna)


def test_a_letter_that_arrives_in_between_starts_the_count_anew(running: Game, anna: Player, send: Send) -> None:
    letter = letter_to(send(), "anna")
    soft_bounces(letter, [0, 1, 2, 3])
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert ingest(report(letter, action="delivered", code="2.0.0"), channel="pipe") == "noted"
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=False):
        ingest(report(letter, code="4.2.2", more="x"), channel="pipe")
    assert not is_marked(anna)


def test_a_delay_is_noted_and_changes_nothing_else(running: Game, anna: Player, send: Send) -> None:
    ingest(report(letter_to(send(), "anna"), action="delayed", code="4.4.1"), channel="pipe")
    assert history("anna") == [("sent", False), ("delayed", False)]
    assert status_of(running) == ["sent", "sent"]


def test_a_complaint_stops_the_letters(running: Game, anna: Player, send: Send) -> None:
    assert ingest(complaint(letter_to(send(), "anna")), channel="pipe") == "noted"
    assert history("anna")[-1][0] == "complained"
    assert status_of(running)[0] == "complained"
    assert is_marked(anna)


def test_an_address_refused_on_the_spot_is_marked_and_a_refusal_by_policy_is_not(
    running: Game, anna: Player, ben: Player, settings: Any
) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend", "127.0.0.1"
    settings.EMAIL_TIMEOUT = 20
    with open_office() as (office, port):
        settings.EMAIL_PORT = port
        office.refusals["anna@example.org"] = "550 5.1.1 No such user"
        office.refusals["ben@example.org"] = "550 5.7.1 Your server is on a list"
        delivery.send_due_mail()
    assert status_of(running)[:2] == ["bounced", "bounced"]
    assert (is_marked(anna), is_marked(ben)) == (True, False)


def test_whoever_rules_the_game_is_told_and_who_may_see_absences(
    running: Game, anna: Player, staff: Player, send: Send
) -> None:
    Game.objects.filter(pk=running.pk).update(umpire=staff)
    ingest(report(letter_to(send(), "anna")), channel="pipe")
    told = {one.to[0]: text_of(one) for one in send()}
    assert set(told) == {staff.email, "ben@example.org"}
    assert "red" in told[staff.email].casefold()
    assert not any(anna.email in text for text in told.values())


def test_only_the_umpire_is_told_where_absences_are_the_umpires(
    running: Game, anna: Player, staff: Player, send: Send
) -> None:
    policy = dump_metadata_visibility(MetadataVisibility(absent="umpire"))
    Game.objects.filter(pk=running.pk).update(umpire=staff, openness=policy)
    ingest(report(letter_to(send(), "anna")), channel="pipe")
    (told,) = send()
    assert told.to == [staff.email]


@pytest.mark.both_databases
def test_no_letters_go_to_a_marked_address_until_it_works_again(running: Game, anna: Player, send: Send) -> None:
    ingest(report(letter_to(send(), "anna")), channel="pipe")
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)
    assert "anna@example.org" not in [one.to[0] for one in send()]
    held = OutgoingMail.objects.filter(player=anna).latest("pk")
    assert held.status == "dropped"
    assert do_mark_address_working(player=anna) == 2
    assert not is_marked(anna)
    again = [str(parsed(one)["Message-ID"]) for one in send() if one.to == ["anna@example.org"]]
    assert held.message_id in again
    with pytest.raises(WrongState):
        do_mark_address_working(player=anna)


def test_a_deadline_waits_for_no_letter(running: Game, anna: Player, send: Send) -> None:
    from tests.table import asked

    before = asked(running, "red").due_at
    ingest(report(letter_to(send(), "anna")), channel="pipe")
    assert asked(running, "red").due_at == before


def test_the_umpire_cannot_send_to_a_marked_address(running: Game, anna: Player, staff: Player, send: Send) -> None:
    ingest(report(letter_to(send(), "anna")), channel="pipe")
    mail = OutgoingMail.objects.get(game=running, player=anna)
    with pytest.raises(WrongState):
        outbox.do_resend(by=staff, mail_id=mail.pk)


def test_a_player_has_the_newest_letter_sent_again_but_not_at_once(
    running: Game, anna: Player, staff: Player, send: Send
) -> None:
    first = letter_to(send(), "anna")
    with pytest.raises(WrongState):
        do_resend_newest_email(player=anna, game_id=running.pk)
    with pytest.raises(Missing):
        do_resend_newest_email(player=staff, game_id=running.pk)
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
        do_resend_newest_email(player=anna, game_id=running.pk)
        (again,) = send()
    assert parsed(again)["Message-ID"] == parsed(first)["Message-ID"]
    assert [what for what, _ in history("anna")] == ["sent", "again", "sent"]


@pytest.mark.both_databases
def test_history_cannot_be_changed_and_goes_with_its_game(running: Game, staff: Player, send: Send) -> None:
    send()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        MailEvent.objects.update(what="delivered")
    Game.objects.filter(pk=running.pk).update(status="over")
    Player.objects.filter(pk=staff.pk).update(is_superuser=True)
    do_purge_game(by=Player.objects.get(pk=staff.pk), game_id=running.pk)
    assert not MailEvent.objects.exists()


@pytest.mark.both_databases
def test_pages_say_it_to_the_player_and_the_umpire_alone(
    running: Game, anna: Player, ben: Player, staff: Player, send: Send
) -> None:
    ingest(report(letter_to(send(), "anna")), channel="pipe")
    pages: dict[str, str] = {}
    for player in (anna, ben, staff):
        client = Client()
        client.force_login(player)
        pages[player.username] = client.get(f"/games/{running.pk}/").content.decode()
        if player == anna:
            assert "It works again" in client.get("/profile/").content.decode()
            client.post("/profile/mail-works/")
            assert not is_marked(anna)
            Player.objects.filter(pk=anna.pk).update(bounced_address=anna.email, bounced_at=timezone.now())
    assert "E-mails to you bounce" in pages[anna.username]
    assert "bounce" not in pages[ben.username]
    assert "bounce" in pages[staff.username]


def test_rest_says_it_to_the_player_and_the_umpire(running: Game, anna: Player, staff: Player, send: Send) -> None:
    from tests.api.conftest import Caller

    ingest(report(letter_to(send(), "anna")), channel="pipe")
    me = Caller(Player.objects.get(pk=anna.pk))
    assert "No such user" in me.get("players/me/").json()["delivery_failure"]["reason"]
    found = Caller(staff).get(f"games/{running.pk}/admin/letters/").json()
    assert found["unreachable"] == ["red"]
    assert [one["event"] for one in found["results"][-1]["history"]] == ["sent", "bounced"]
    assert me.post("players/me/mail/").json()["delivery_failure"] is None
    assert me.post("players/me/mail/").status_code == 409


def test_an_invitation_that_comes_back_is_told_to_its_host_at_once(announced: Game, anna: Player, send: Send) -> None:
    row = do_invite(by=anna, game_id=announced.pk, email="nina@exmaple.org")
    (letter,) = send()
    assert ingest(report(letter), channel="pipe") == "noted"
    (told,) = send()
    assert told.to == ["anna@example.org"]
    assert "came back" in told.subject
    assert "nina@exmaple.org" in str(told.body)
    assert [one.state for one in list_invitations(anna, announced.pk)] == ["undelivered"]
    assert ingest(report(letter), channel="pipe") == "known"
    assert send() == []
    do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    assert [one.state for one in list_invitations(anna, announced.pk)] == ["waiting"]


def test_the_host_does_not_learn_the_address_of_a_player_invited_by_name(
    announced: Game, anna: Player, ben: Player, send: Send
) -> None:
    do_invite(by=anna, game_id=announced.pk, player="ben")
    (letter,) = send()
    ingest(report(letter), channel="pipe")
    told = next(one for one in send() if one.to == ["anna@example.org"])
    assert "delivered to ben." in str(told.body)
    assert "ben@example.org" not in str(told.body)


def test_an_invitation_to_an_address_that_takes_no_mail_comes_back_too(
    announced: Game, anna: Player, ben: Player, send: Send
) -> None:
    Player.objects.filter(pk=ben.pk).update(bounced_address=ben.email, bounced_at=timezone.now())
    do_invite(by=anna, game_id=announced.pk, player="ben")
    send()
    assert [one.state for one in list_invitations(anna, announced.pk)] == ["undelivered"]
