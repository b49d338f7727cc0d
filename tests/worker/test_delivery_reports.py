"""Reports after sending: the state of the e-mail, the mark on the address, and what is sent again."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.errors import Missing, WrongState
from games.models import AuditEntry, Game, MailEvent, OutgoingMail, Player
from games.persistence.address_digest import address_digest
from games.persistence.encryption import decrypt
from games.selectors.mail_delivery import HELD_BACK_REASON
from games.services import mail_delivery, outbox, triggers
from games.services.mail_delivery import (
    DeliveryReport,
    delivered_address_digest,
    do_hold_back_mail,
    do_mark_address_working,
    do_record_delivery_event,
    do_resend_newest_email,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=timezone.get_default_timezone())
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
ANNAS = address_digest("anna@example.org")


@pytest.fixture
def mail(running: Game, anna: Player) -> OutgoingMail:
    row = OutgoingMail.objects.get(player=anna)
    OutgoingMail.objects.filter(pk=row.pk).update(status="sent", error="before")
    return row


def note(mail: OutgoingMail, what: str, address: str = ANNAS, **told: Any) -> str:
    return do_record_delivery_event(mail, DeliveryReport(what, "webhook", **told), address=address)


def marked(player: Player) -> bool:
    return Player.objects.get(pk=player.pk).is_unreachable


# --- what a letter becomes


@pytest.mark.parametrize("before", ["queued", "sending", "sent", "delivered", "bounced", "complained", "failed"])
@pytest.mark.parametrize("what", ["delivered", "bounced", "complained", "delayed"])
def test_a_letter_becomes_what_is_told_of_it_where_it_can_be(mail: OutgoingMail, what: str, before: str) -> None:
    OutgoingMail.objects.update(status=before)
    assert note(mail, what, detail="x" * 2001) == "noted"
    row = OutgoingMail.objects.get(pk=mail.pk)
    can = what != "delayed" and before in (("sent",) if what == "delivered" else ("sent", "delivered"))
    assert row.status == (what if can else before)
    assert row.error == (("" if what == "delivered" else "x" * 2000) if can else "before")
    event = MailEvent.objects.get()
    assert (event.mail, event.what, event.source, event.address) == (mail, what, "webhook", ANNAS)


def test_what_is_told_is_cut_to_what_is_kept_and_once(mail: OutgoingMail) -> None:
    assert note(mail, "delayed", code="c" * 13, detail="\0" + "d" * 501, report="r", hard=True) == "noted"
    event = MailEvent.objects.get()
    assert (event.code, event.detail, event.report, event.hard) == ("c" * 12, "d" * 500, "r", True)
    assert note(mail, "delayed", report="r") == "known"
    assert note(mail, "bounced", report="r") == "noted"
    assert note(mail, "delayed") == note(mail, "delayed") == "noted"


def test_a_letter_went_to_the_address_of_its_last_sending(mail: OutgoingMail) -> None:
    assert delivered_address_digest(mail) == ""
    for address in ("first", "second"):
        MailEvent.objects.create(mail=mail, what="sent", address=address)
    MailEvent.objects.create(mail=mail, what="bounced", address="third")
    assert delivered_address_digest(mail) == "second"


# --- whose address is marked


@pytest.mark.parametrize(
    ("what", "told", "address", "wanted"),
    [
        ("bounced", {"hard": True}, ANNAS, True),
        ("bounced", {"hard": False}, ANNAS, False),
        ("complained", {}, ANNAS, True),
        ("delayed", {"hard": True}, ANNAS, False),
        ("delivered", {"hard": True}, ANNAS, False),
        ("bounced", {"hard": True}, address_digest("other@example.org"), False),
    ],
)
def test_an_address_that_takes_no_mail_is_marked(
    mail: OutgoingMail, anna: Player, what: str, told: dict[str, Any], address: str, wanted: bool
) -> None:
    with time_machine.travel(NOW, tick=False):
        note(mail, what, address, **told)
    anna.refresh_from_db()
    assert anna.is_unreachable is wanted
    assert anna.bounced_at == (NOW if wanted else None)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"detail": "d" * 201, "code": "5.1.1"}, "d" * 200),
        ({"code": "5.1.1"}, "5.1.1"),
        ({}, "bounced"),
    ],
)
def test_why_an_address_is_marked(
    mail: OutgoingMail, anna: Player, told: dict[str, str], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    note(mail, "bounced", hard=True, **told)
    assert Player.objects.get(pk=anna.pk).bounced_why == why
    assert f"letters to player {anna.pk} come back: {told.get('code', 'bounced')}" in caplog.text


def test_a_letter_to_nobody_marks_nobody(mail: OutgoingMail, anna: Player) -> None:
    OutgoingMail.objects.update(player=None)
    mail.refresh_from_db()
    assert note(mail, "bounced", hard=True) == "noted"
    assert not marked(anna)


def test_whoever_rules_the_players_games_is_told_once(
    mail: OutgoingMail, running: Game, anna: Player, staff: Player, settings: Any
) -> None:
    note(mail, "bounced", hard=True)
    note(mail, "bounced", hard=True)
    (row,) = OutgoingMail.objects.filter(kind="account")
    told = decrypt(bytes(row.sealed))
    assert told is not None
    assert (row.player, told["what"], told["address"], told["game"], told["seat"]) == (
        staff, "unreachable", staff.email, "North Sea 12", "Red",
    )  # fmt: skip
    assert told["url"] == f"{settings.PBEM_BASE_URL}/games/{running.pk}/umpire/"


@pytest.mark.parametrize("status", ["over", "abandoned"])
def test_of_games_that_have_ended_nobody_is_told(mail: OutgoingMail, staff: Player, status: str) -> None:
    Game.objects.update(status=status)
    note(mail, "bounced", hard=True)
    assert not OutgoingMail.objects.filter(kind="account").exists()


def test_who_rules_and_cannot_be_reached_is_not_written_to(mail: OutgoingMail, running: Game, staff: Player) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).update(player=staff)
    running.seats.filter(role="red").update(player=staff)
    Game.objects.update(umpire=staff, host=None)
    mail.refresh_from_db()
    note(mail, "bounced", address_digest(staff.email), hard=True)
    assert marked(staff)
    assert not OutgoingMail.objects.filter(kind="account").exists()


@pytest.mark.parametrize(
    ("ages", "wanted"),
    [
        ((3, 2, 1, 0.5, 0), True),
        ((3, 2, 1, 0), False),
        ((2.999, 2, 1, 0.5, 0), False),
        ((29.9, 2, 1, 0.5, 0), True),
        ((30, 2, 1, 0.5, 0), False),
    ],
)
def test_five_letters_that_come_back_for_now_over_three_days_mark_an_address(
    mail: OutgoingMail, anna: Player, ages: tuple[float, ...], wanted: bool
) -> None:
    with time_machine.travel(NOW, tick=False):
        for age in ages[:-1]:
            MailEvent.objects.create(mail=mail, what="bounced", address=ANNAS, at=NOW - age * DAY)
        MailEvent.objects.create(mail=mail, what="delayed", address=ANNAS, at=NOW)
        MailEvent.objects.create(mail=mail, what="bounced", address="another", at=NOW - 9 * DAY)
        note(mail, "bounced")
    assert marked(anna) is wanted


@pytest.mark.parametrize(
    ("arrived", "works", "wanted"), [(4, None, True), (1, None, False), (None, 1, False), (None, 4, True)]
)
def test_what_came_back_before_one_arrived_or_before_it_was_said_to_work_is_forgotten(
    mail: OutgoingMail, anna: Player, arrived: int | None, works: int | None, wanted: bool
) -> None:
    """In days ago; letters came back on each of the last five."""
    events = [("bounced", 4), ("bounced", 3.5), ("bounced", 3.2), ("bounced", 3), ("bounced", 0.1)]
    if arrived is not None:
        events.insert(0 if arrived == 4 else 4, ("delivered", arrived))
    if works is not None:
        Player.objects.filter(pk=anna.pk).update(mail_works_since=NOW - works * DAY - SECOND)
    with time_machine.travel(NOW, tick=False):
        MailEvent.objects.create(mail=mail, what="sent", address=ANNAS, at=NOW)
        for what, age in events:
            MailEvent.objects.create(mail=mail, what=what, address=ANNAS, at=NOW - age * DAY)
        note(mail, "bounced")
    assert marked(anna) is wanted


@pytest.mark.parametrize(
    ("what", "source", "tried", "sent", "wanted"),
    [
        ("bounced", "webhook", None, 1, True),
        ("bounced", "webhook", None, -1, False),
        ("bounced", "webhook", -1, 1, False),
        ("bounced", "webhook", 0, 1, True),
        ("bounced", "smtp", None, -1, True),
        ("complained", "webhook", None, -1, True),
    ],
)
def test_a_report_about_a_letter_from_before_it_was_said_to_work_marks_nobody(
    mail: OutgoingMail, anna: Player, what: str, source: str, tried: int | None, sent: int, wanted: bool
) -> None:
    """In seconds after the player said that letters arrive."""
    said = NOW + timedelta(milliseconds=400)
    Player.objects.filter(pk=anna.pk).update(mail_works_since=said)
    MailEvent.objects.create(mail=mail, what="sent", address=ANNAS, at=said + sent * SECOND)
    when = None if tried is None else NOW + tried * SECOND
    do_record_delivery_event(mail, DeliveryReport(what, source, hard=True, tried=when), address=ANNAS)
    assert marked(anna) is wanted


# --- what goes out again


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(triggers, "trigger_after_commit", lambda name, game_id: found.append((name, str(game_id))))
    return found


def test_what_an_address_has_not_taken_goes_out_when_it_works(
    mail: OutgoingMail, anna: Player, staff: Player, hints: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(WrongState, match="arrive"):
        do_mark_address_working(player=anna)
    assert mail_delivery.MAX_RELEASED_EMAILS == 50
    monkeypatch.setattr(mail_delivery, "MAX_RELEASED_EMAILS", 2)
    Player.objects.filter(pk=anna.pk).update(bounced_address=anna.email, bounced_at=NOW, bounced_why="no")
    kept = [
        OutgoingMail.objects.create(
            game=mail.game, seat=mail.seat, player=anna, kind=kind, stop=1, seat_stop=1, reference=f"{number}",
            status="dropped", error=HELD_BACK_REASON,
        )
        for number, kind in enumerate(("stop", "notice", "stop", "notice"))
    ]  # fmt: skip
    with time_machine.travel(NOW + DAY, tick=False):
        assert do_mark_address_working(player=anna, by=staff) == 2
    rows = OutgoingMail.objects.filter(pk__in=[row.pk for row in kept]).order_by("pk")
    assert list(rows.values_list("status", flat=True)) == ["merged", "dropped", "queued", "queued"]
    assert hints == [("mail", "")]
    again = MailEvent.objects.filter(what="again").order_by("id")
    assert [(event.mail, event.source) for event in again] == [(kept[2], "player"), (kept[3], "player")]
    anna.refresh_from_db()
    assert (anna.bounced_address, anna.bounced_why, anna.bounced_at, anna.mail_works_since) == ("", "", None, NOW + DAY)
    entry = AuditEntry.objects.get(action="address_works")
    assert (entry.actor, entry.game, entry.facts) == (staff.pk, None, {"player": anna.pk})
    Player.objects.filter(pk=anna.pk).update(bounced_address=anna.email)
    do_mark_address_working(player=anna)
    assert AuditEntry.objects.filter(action="address_works").count() == 1


@pytest.mark.parametrize("state", ["unreachable", "reachable", "nobody"])
def test_a_letter_is_kept_while_its_address_takes_no_mail(mail: OutgoingMail, anna: Player, state: str) -> None:
    OutgoingMail.objects.update(status="queued")
    OutgoingMail.objects.exclude(pk=mail.pk).delete()
    held = outbox.claim_mail(OutgoingMail.objects.get().game_id or mail.pk, lease_seconds=60)
    assert held is not None
    if state == "unreachable":
        Player.objects.filter(pk=anna.pk).update(bounced_address=anna.email)
    elif state == "nobody":
        OutgoingMail.objects.update(player=None)
    assert do_hold_back_mail(held) is (state != "reachable")
    row = OutgoingMail.objects.get(pk=mail.pk)
    assert (row.status, row.error, row.attempts) == (
        ("queued", "", 0) if state == "reachable" else ("dropped", HELD_BACK_REASON, 0)
    )
    assert row.next_try_at <= timezone.now()


@pytest.mark.parametrize(
    ("status", "ago", "refused"),
    [
        ("sent", 300, False),
        ("sent", 299, True),
        ("queued", 3000, True),
        ("sending", 3000, True),
        ("bounced", None, False),
        ("delivered", 301, False),
    ],
)
def test_a_player_has_the_newest_letter_again_but_not_at_once(
    mail: OutgoingMail, anna: Player, hints: list[tuple[str, str]], status: str, ago: int | None, refused: bool
) -> None:
    game = mail.game_id
    assert game is not None
    sent = None if ago is None else NOW - ago * SECOND
    OutgoingMail.objects.create(
        game=mail.game, seat=mail.seat, player=anna, kind="notice", stop=1, seat_stop=1, status="sent"
    )
    last = OutgoingMail.objects.create(
        game=mail.game, seat=mail.seat, player=anna, kind="over", stop=9, seat_stop=9, status=status, sent_at=sent
    )
    with time_machine.travel(NOW, tick=False):
        if refused:
            with pytest.raises(WrongState, match="on its way"):
                do_resend_newest_email(player=anna, game_id=game)
            return
        assert do_resend_newest_email(player=anna, game_id=game) == last
    assert OutgoingMail.objects.get(pk=last.pk).status == "queued"
    assert MailEvent.objects.values_list("mail", "what", "source").get() == (last.pk, "again", "player")
    assert hints == [("mail", str(game))]


def test_there_is_nothing_to_send_to_who_has_no_letter_or_whose_address_takes_none(
    mail: OutgoingMail, anna: Player, staff: Player
) -> None:
    game = mail.game_id
    assert game is not None
    with pytest.raises(Missing):
        do_resend_newest_email(player=staff, game_id=game)
    Player.objects.filter(pk=anna.pk).update(bounced_address=anna.email)
    with pytest.raises(WrongState, match="takes no mail"):
        do_resend_newest_email(player=anna, game_id=game)
