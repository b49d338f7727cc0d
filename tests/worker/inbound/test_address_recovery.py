"""A player whose e-mails bounced says by e-mail that they arrive again: what was held back is sent, once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from email.utils import format_datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.db import connection
from django.utils import timezone

from games.models import Game, IncomingMail, MailEvent, OpenRequest, OutgoingMail, Player, Seat, Tenure
from games.persistence.mail_tags import SEAT
from games.selectors.mail_delivery import HELD_BACK_REASON, find_held_back_mail
from games.selectors.mail_tag_targets import make_seat_reply_address
from games.selectors.messages import list_newest_messages
from games.services import outbox
from games.services.incoming_mail import do_cancel_incoming
from games.services.mail_delivery import MAX_RELEASED_EMAILS, do_hold_back_mail, do_mark_address_working
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked
from tests.worker.conftest import parsed, text_of, topic_of
from tests.worker.inbound.returned import delivery_report
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.test_reserve_replies import called
from tests.worker.inbound.writing import bring, reply
from tests.worker.post_office import open_office
from worker.mail.inbound import dispatch
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest
from worker.mail.outbound import delivery

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies")]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    """The letter that asks anna for her first bid; ben has his."""
    return parsed(to("anna"))


def comes_back(letter: Parsed, **facts: str) -> str:
    """A mail server reports that the letter came back for good."""
    name = str(letter["Message-ID"])
    return ingest(delivery_report(name, to="orders@example.org", reader=str(letter["To"]), **facts), channel="pipe")


@pytest.fixture
def marked(running: Game, letter: Parsed, send: Send) -> Parsed:
    """The letter has come back, and the next is held back."""
    assert comes_back(letter) == "noted"
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    send()
    return letter


def is_marked(name: str = "anna") -> bool:
    return Player.objects.get(username=name).is_unreachable


def to_anna(send: Send) -> list[EmailMessage]:
    return [one for one in send() if one.to == ["anna@example.org"]]


def told(letters: list[EmailMessage]) -> str:
    return " ".join(" ".join(text_of(one) for one in letters).split())


def named(letters: list[EmailMessage]) -> list[str]:
    return [str(parsed(one)["Message-ID"]) for one in letters]


def owed_to(name: str = "anna") -> list[tuple[str, str]]:
    rows = OutgoingMail.objects.filter(player__username=name).exclude(kind="reply").order_by("pk")
    return list(rows.values_list("kind", "status"))


def test_an_answer_says_that_letters_are_held_back_since_when_how_many_and_what_to_do(
    marked: Parsed, anna: Player, send: Send
) -> None:
    Player.objects.filter(pk=anna.pk).update(bounced_at=datetime(2026, 11, 2, 8, 30, tzinfo=UTC))
    assert bring(reply(marked, "help")) == "taken"
    said = told(to_anna(send))
    for words in (
        "E-mails to anna@example.org bounced",
        "since Mon 2 Nov 2026, 08:30 (UTC)",
        "No such user",
        "E-mails that wait: 2",
        "letters arrive",
    ):
        assert words in said, words
    assert is_marked()


def test_it_is_told_in_japanese(marked: Parsed, anna: Player, send: Send) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    bring(reply(marked, "help"))
    said = told(to_anna(send))
    assert "保留中のメール：2通" in said
    assert "手紙は届く" in said


def test_who_gets_all_letters_hears_nothing_of_it(letter: Parsed, send: Send) -> None:
    bring(reply(letter, "show"))
    assert "bounced" not in told(send())


@pytest.mark.parametrize(
    "words",
    [
        "letters arrive",
        "Letters arrive again.",
        "It works again!",
        "手紙は届く",
        "手紙は届きます。",
        "メールが届く",
        "ＬＥＴＴＥＲＳ ａｒｒｉｖｅ",
    ],
)
def test_who_says_that_letters_arrive_gets_what_was_held_back_once(marked: Parsed, send: Send, words: str) -> None:
    bring(reply(marked, words))
    assert not is_marked()
    found = to_anna(send)
    assert [topic_of(one.subject)[:36] for one in found].count("Your e-mails arrive again: 2 e-mails") == 1
    assert "2 e-mails that were held back go out now" in told(found)
    assert "bounced" not in told(found)
    assert str(marked["Message-ID"]) in named(found)
    assert len(named(found)) == len(set(named(found))) == 3
    assert to_anna(send) == []
    assert owed_to() == [("stop", "sent"), ("stop", "sent")]


def test_again_means_it_too_and_shows_all_besides(marked: Parsed, send: Send) -> None:
    bring(reply(marked, "again"))
    assert not is_marked()
    said = told(to_anna(send))
    assert "e-mails that were held back" in said
    assert "The board in words" in said


@pytest.mark.parametrize(
    "words", ["show", "ready", "letters arrive tomorrow", "> letters arrive", "my letters do not arrive"]
)
def test_nothing_else_means_it(marked: Parsed, send: Send, words: str) -> None:
    bring(reply(marked, words))
    assert is_marked()
    assert [status for _, status in owed_to()] == ["bounced", "dropped"]


def test_said_twice_it_counts_once(marked: Parsed, send: Send) -> None:
    ingest(reply(marked, "letters arrive"), channel="pipe")
    ingest(reply(marked, "letters arrive", "again"), channel="pipe")
    handle_inbound()
    found = to_anna(send)
    assert told(found).count("that were held back") == 1
    assert told(found).count("Your e-mails arrive, as far as is known.") == 1
    assert len(named(found)) == len(set(named(found))) == 4
    assert MailEvent.objects.filter(what="again").count() == 2


def test_orders_beside_it_count_as_well(running: Game, letter: Parsed, send: Send) -> None:
    comes_back(letter)
    card = hand(running)[0]
    bring(reply(letter, card, "letters arrive"))
    assert [raw.decode().strip('"') for raw, _, _ in sealed(running)] == [card]
    assert not is_marked()
    assert any("Orders received" in one.subject for one in to_anna(send))


def test_a_letter_that_asks_nothing_will_do(running: Game, marked: Parsed) -> None:
    marked.replace_header("Reply-To", seat_tag(running))
    bring(reply(marked, "letters arrive"))
    assert not is_marked()


def red(game: Game) -> Seat:
    return Seat.objects.get(game=game, role="red")


def seat_tag(game: Game, role: str = "red") -> str:
    return make_seat_reply_address(SEAT, game.pk, Seat.objects.get(game=game, role=role))


# --- who may not say it


def test_somebody_else_cannot_say_it(running: Game, marked: Parsed, ben: Player) -> None:
    for sender in ("ben@example.org", "eve@example.net", "Anna <anna@example.org>, eve@example.net"):
        assert bring(reply(marked, "letters arrive", sender=sender)) == "nobody"
    marked.replace_header("Reply-To", seat_tag(running, "black"))
    assert bring(reply(marked, "letters arrive")) == "nobody"
    assert bring(reply(marked, "letters arrive", sender="ben@example.org")) == "taken"
    assert is_marked()
    assert not IncomingMail.objects.exclude(player=ben).exists()


def test_a_tag_dies_with_the_tenure(running: Game, marked: Parsed, anna: Player, ben: Player) -> None:
    Tenure.objects.filter(seat__game=running, player=anna).update(until=timezone.now())
    Seat.objects.filter(game=running, role="red").update(player=ben)
    assert bring(reply(marked, "letters arrive")) == "nobody"
    assert is_marked()


@pytest.mark.parametrize(
    "headers",
    [{"Auto-Submitted": "auto-replied"}, {"Precedence": "junk"}, {"X-Autoreply": "yes"}],
)
def test_an_automatic_answer_never_says_it(marked: Parsed, send: Send, headers: dict[str, str]) -> None:
    assert bring(reply(marked, "letters arrive", headers=headers)) == "noise"
    assert is_marked()
    assert to_anna(send) == []


def test_who_is_not_proven_waits_and_may_cancel(marked: Parsed, send: Send) -> None:
    bring(reply(marked, "letters arrive", vouched=""))
    assert is_marked()
    (waits,) = to_anna(send)
    assert "not in force yet" in waits.subject
    assert "E-mails that wait: 2" in told([waits])
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
        assert not is_marked()
        assert len(to_anna(send)) == 3


def test_what_was_cancelled_is_not_said(marked: Parsed, send: Send) -> None:
    bring(reply(marked, "letters arrive", vouched=""))
    do_cancel_incoming(token=told(to_anna(send)).partition("/cancel/")[2].partition("/")[0])
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1)):
        handle_inbound()
    assert is_marked()


def test_again_shows_at_once_and_frees_only_after_the_wait(marked: Parsed, send: Send) -> None:
    bring(reply(marked, "again", vouched=""))
    assert is_marked()
    assert "Your decision" in told(to_anna(send))
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
        assert not is_marked()
        assert told(to_anna(send)).count("that were held back") == 1


def test_a_near_deadline_makes_it_no_sooner(running: Game, letter: Parsed, send: Send) -> None:
    comes_back(letter)
    due = datetime.now(UTC) + timedelta(seconds=30)
    OpenRequest.objects.filter(pk=asked(running, "red").pk).update(due_at=due)
    bring(reply(letter, hand(running)[0], "letters arrive", vouched=""))
    handle_inbound()
    assert len(sealed(running)) == 1
    assert is_marked()
    assert "too near" in told(to_anna(send))


# --- replies that are no matter of orders


def test_to_a_message_it_is_said_to_the_server_alone(
    running: Game, anna: Player, ben: Player, letter: Parsed, send: Send
) -> None:
    do_send_message(player=ben, game_id=running.pk, text="Peace?")
    message = parsed(to_anna(send)[-1])
    comes_back(letter)
    bring(reply(message, "letters arrive"))
    assert not is_marked()
    assert "held back" in told(to_anna(send))
    comes_back(letter, more="once more")
    assert is_marked()
    bring(reply(message, "Never!", "手紙は届く"))
    assert not is_marked()
    assert sorted(one.text for one in list_newest_messages(ben, running.pk, limit=9)) == ["Never!", "Peace?"]


def test_who_gets_all_letters_may_write_so_to_another(
    running: Game, anna: Player, ben: Player, letter: Parsed, send: Send
) -> None:
    do_send_message(player=ben, game_id=running.pk, text="How is your post?")
    bring(reply(parsed(to_anna(send)[-1]), "Letters arrive."))
    assert "Letters arrive." in [one.text for one in list_newest_messages(ben, running.pk, limit=9)]


def test_what_waited_is_no_press_when_it_was_said_elsewhere_meanwhile(
    running: Game, anna: Player, ben: Player, letter: Parsed, send: Send
) -> None:
    do_send_message(player=ben, game_id=running.pk, text="Peace?")
    message = parsed(to_anna(send)[-1])
    comes_back(letter)
    bring(reply(message, "letters arrive", vouched=""))
    assert is_marked()
    do_mark_address_working(player=anna)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
        assert "as far as is known" in told(to_anna(send))
    assert [one.text for one in list_newest_messages(ben, running.pk, limit=9)] == ["Peace?"]


def test_who_is_asked_to_take_a_seat_hears_of_it_and_says_it(running: Game, send: Send) -> None:
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    call = called(running, emil, send)
    assert comes_back(call) == "noted"
    bring(reply(call, "what is this?"))
    answers = [one for one in send() if one.to == [emil.email]]
    assert "E-mails to emil@example.org bounced" in told(answers)
    bring(reply(call, "letters arrive", "decline"))
    assert not is_marked("emil")
    said = told([one for one in send() if one.to == [emil.email]])
    assert "You have declined" in said
    assert "Your e-mails arrive again" in said


def test_who_gives_up_a_seat_hears_that_it_is_done_all_the_same(running: Game, marked: Parsed, send: Send) -> None:
    bring(reply(marked, "resign"))
    code = told(to_anna(send)).partition("with the line: resign ")[2].split()[0]
    bring(reply(marked, f"resign {code}"))
    assert any("left your seat" in one.subject for one in to_anna(send))


# --- nothing lost, nothing twice


def test_what_dies_in_the_middle_has_not_happened_and_is_done_later(
    marked: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dispatch.handle_message

    def die(row: IncomingMail, text: Any) -> None:
        whole(row, text)
        raise RuntimeError("killed")

    monkeypatch.setattr("worker.mail.inbound.dispatch.handle_message", die)
    bring(reply(marked, "letters arrive"))
    assert is_marked()
    assert [status for _, status in owed_to()] == ["bounced", "dropped"]
    assert to_anna(send) == []
    monkeypatch.setattr("worker.mail.inbound.dispatch.handle_message", whole)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=61)):
        handle_inbound()
        assert len(to_anna(send)) == 3
    assert not is_marked()


def test_a_letter_in_a_senders_hand_while_it_is_said_stays_nowhere(running: Game, marked: Parsed, anna: Player) -> None:
    """The sender has seen the mark, and hands the letter back when it is gone."""
    outbox.queue_mail(
        [outbox.make_outgoing_mail(running, red(running), outbox.Kind.REMINDER, seat_stop=2, reference="x")]
    )
    mail = outbox.claim_mail(uuid4(), lease_seconds=60)
    assert mail is not None
    do_mark_address_working(player=anna)
    assert not do_hold_back_mail(mail)
    mail.refresh_from_db()
    assert (mail.status, mail.error, mail.attempts) == ("queued", "", 0)


def test_letters_that_nobody_wants_are_not_among_those_that_wait(
    running: Game, marked: Parsed, anna: Player, send: Send
) -> None:
    Player.objects.filter(pk=anna.pk).update(mail_preferences={"messages": False})
    do_send_message(player=Player.objects.get(username="ben"), game_id=running.pk, text="Peace?")
    send()
    found = find_held_back_mail(Player.objects.get(pk=anna.pk))
    assert found is not None
    assert len(found.mail_ids) == 2


def test_a_letter_refused_on_the_spot_goes_out_as_well(running: Game, anna: Player, settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend", "127.0.0.1"
    settings.EMAIL_TIMEOUT = 20
    with open_office() as (office, port):
        settings.EMAIL_PORT = port
        office.refusals["anna@example.org"] = "550 5.1.1 No such user"
        delivery.send_due_mail()
        assert is_marked()
        office.refusals.clear()
        assert do_mark_address_working(player=anna) == 1
        delivery.send_due_mail()
        assert [str(one["To"]) for one in office.letters] == [
            "ben@example.org",
            "ben@example.org",  # anna's address takes no e-mail
            "anna@example.org",
        ]


def test_quiet_hours_hold_and_a_digest_tells_all_in_one(
    running: Game, marked: Parsed, anna: Player, send: Send
) -> None:
    now = datetime.now(UTC)
    quiet = {"quiet_from": f"{now:%H:%M}", "quiet_until": f"{now + timedelta(hours=2):%H:%M}"}
    Player.objects.filter(pk=anna.pk).update(mail_hours=quiet)
    bring(reply(marked, "letters arrive"))
    (receipt,) = to_anna(send)
    assert "held back" in told([receipt])
    with time_machine.travel(now + timedelta(hours=2, minutes=1)):
        assert len(to_anna(send)) == 1
    assert [status for _, status in owed_to()] == ["merged", "sent"]


def test_of_more_than_may_go_the_newest_tell_the_older(running: Game, marked: Parsed, anna: Player) -> None:
    seat = red(running)
    more = [
        outbox.make_outgoing_mail(running, seat, outbox.Kind.STOP, seat_stop=1, reference=f"x{n}")
        for n in range(MAX_RELEASED_EMAILS)
    ]
    for one in more:
        one.status, one.error = "dropped", HELD_BACK_REASON
    outbox.queue_mail(more)
    assert do_mark_address_working(player=anna) == MAX_RELEASED_EMAILS
    statuses = [status for _, status in owed_to()]
    assert (statuses[:2], set(statuses[2:])) == (["merged", "merged"], {"queued"})


# --- reports that are slow


def test_a_slow_report_about_an_older_letter_marks_nobody_again(running: Game, anna: Player, send: Send) -> None:
    first = parsed(to_anna(send)[-1])
    do_send_message(player=Player.objects.get(username="ben"), game_id=running.pk, text="Peace?")
    second = parsed(to_anna(send)[-1])
    comes_back(second)
    bring(reply(first, "letters arrive"))
    assert comes_back(first) == "noted"
    assert not is_marked()
    assert OutgoingMail.objects.get(message_id=str(first["Message-ID"])).status == "bounced"
    send()
    assert comes_back(second, more="anew") == "noted"
    assert is_marked(), "the letter went out after that, and came back once more"


@pytest.mark.parametrize(
    ("dates", "marks"),
    [
        ({"tried": -1}, False),
        ({"arrived": -1}, False),
        ({"tried": 0}, True),
        ({"arrived": 0}, True),
        ({"arrived": -3600, "tried": 1}, True),
        ({"arrived": 1, "tried": -3600}, False),
    ],
    ids=str,
)
def test_of_a_letter_that_went_out_again_the_report_says_which_it_means(
    anna: Player, letter: Parsed, send: Send, dates: dict[str, int], marks: bool
) -> None:
    comes_back(letter)
    bring(reply(letter, "letters arrive"))
    send()
    works = Player.objects.get(pk=anna.pk).mail_works_since
    assert works is not None
    said = {name: format_datetime(works.replace(microsecond=0) + timedelta(seconds=by)) for name, by in dates.items()}
    assert comes_back(letter, more="anew", **said) == "noted"
    assert is_marked() is marks


def test_a_report_without_a_date_means_the_last_sending(letter: Parsed, send: Send) -> None:
    comes_back(letter)
    bring(reply(letter, "letters arrive"))
    send()
    comes_back(letter, more="anew", tried="soon", arrived="never")
    assert is_marked()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_that_say_it_at_once_free_each_letter_once(
    running: Game, letter: Parsed, send: Send, django_db_blocker: Any
) -> None:
    comes_back(letter)
    for _ in range(4):
        ingest(reply(letter, "letters arrive"), channel="pipe")

    def work(_number: int) -> None:
        try:
            handle_inbound()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert not is_marked()
    assert MailEvent.objects.filter(what="again").count() == 1
    assert set(IncomingMail.objects.values_list("status", "outcome")) == {("handled", "words")}
