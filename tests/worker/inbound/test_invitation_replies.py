"""An invited person answers the invitation with a word; strangers are told what they cannot do by e-mail."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.utils import timezone

from games.models import Game, IncomingMail, Invitation, Opening, Player, Seat
from games.services.invitations import do_invite, do_resend_invitation, do_withdraw_invitation
from games.services.lifecycle import do_join_game
from games.services.resolve.advance import do_resolve
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.dispatch import handle_inbound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def letter(announced: Game, anna: Player, ben: Player, send: Send) -> Parsed:
    """What Ben reads, whom Anna asks to play black."""
    do_invite(by=anna, game_id=announced.pk, role="black", player="ben")
    return read_by(ben.email, send)


@pytest.fixture
def strange(announced: Game, anna: Player, send: Send) -> Parsed:
    """What somebody reads who has no account here."""
    do_invite(by=anna, game_id=announced.pk, role="black", email="nina@example.net")
    return read_by("nina@example.net", send)


def read_by(address: str, send: Send) -> Parsed:
    return parsed(next(one for one in send() if one.to == [address]))


def said_to(address: str, send: Send) -> str:
    return "".join(text_of(one) for one in send() if one.to == [address])


def state() -> str:
    row = Invitation.objects.get()
    found = {"accepted": row.accepted_at, "declined": row.declined_at, "withdrawn": row.withdrawn_at}
    return next((name for name, at in found.items() if at), "waiting")


def black(game: Game) -> str:
    player = Seat.objects.get(game=game, role="black").player
    return player.username if player else ""


def test_the_letter_says_with_which_words_it_is_answered(letter: Parsed) -> None:
    (text,) = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    assert "受諾" in text.get_content()
    assert "48時間" in text.get_content(), "what is agreed on about time, before one says yes"
    assert "North Sea 12" in str(letter["Subject"])
    assert str(letter["Reply-To"]).startswith("Sealed Orders <orders+i")


@pytest.mark.parametrize("words", ["accept", "Yes.", "はい。", "参加します", "yes, please!"])
def test_who_says_yes_sits_down(announced: Game, letter: Parsed, send: Send, words: str) -> None:
    assert bring(reply(letter, "Hello Anna,", words, "Ben")) == "taken"
    assert (black(announced), state()) == ("ben", "accepted")
    assert "黒" in said_to("ben@example.org", send)


@pytest.mark.parametrize("words", ["decline", "No, thanks.", "いいえ", "辞退します。"])
def test_who_says_no_does_not_and_the_host_hears_of_it(announced: Game, letter: Parsed, send: Send, words: str) -> None:
    bring(reply(letter, words))
    assert (black(announced), state()) == ("", "declined")
    told = {one.to[0]: text_of(one) for one in send()}
    assert "ben declines your invitation" in told["anna@example.org"]
    assert "辞退しました" in told["ben@example.org"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ご招待ありがとうございます。喜んで参加いたします。", "accepted"),
        ("受諾いたします。", "accepted"),
        ("はい、喜んでお受けします。", "accepted"),
        ("ぜひ参加させていただきます。どうぞよろしくお願いいたします。", "accepted"),
        ("I'd love to, thanks!", "accepted"),
        ("Sure, count me in. Thanks for the invitation!", "accepted"),
        ("Great! I’m in.", "accepted"),
        ("申し訳ありませんが、今回は辞退させていただきます。", "declined"),
        ("残念ながら参加できません。", "declined"),
        ("Sorry, I can't. Maybe next time!", "declined"),
        ("I'd love to, but not this week.", "waiting"),
        ("I'd love to. But I have no time.", "waiting"),
        ("参加いたしますか？", "waiting"),
        ("参加いたします。ただし、来週からです。", "waiting"),
        ("I'd love to. Sorry, I can't.", "waiting"),
        ("Ben accepts nothing", "waiting"),
    ],
)
def test_yes_and_no_may_be_said_in_sentences(announced: Game, letter: Parsed, words: str, expected: str) -> None:
    bring(reply(letter, "お世話になっております。花子です。", "", words))
    assert state() == expected


@pytest.mark.parametrize("words", [["Hello there"], ["yes", "no"], ["withdraw"], []])
def test_what_is_neither_is_asked_back(announced: Game, letter: Parsed, send: Send, words: list[str]) -> None:
    bring(reply(letter, *words))
    assert (black(announced), state()) == ("", "waiting")
    found = [one for one in send() if one.to == ["ben@example.org"]]
    assert "「受諾」か「辞退」" in text_of(found[0])
    bring(reply(parsed(found[0]), "はい"))
    assert black(announced) == "ben", "the answer can be answered as the letter was"


@pytest.mark.both_databases
def test_saying_it_again_changes_nothing_and_another_word_is_too_late(
    announced: Game, letter: Parsed, send: Send
) -> None:
    for _ in range(2):
        bring(reply(letter, "yes"))
        assert "黒" in said_to("ben@example.org", send)
    bring(reply(letter, "no"))
    assert (black(announced), state()) == ("ben", "accepted")
    assert "すでに終わって" in said_to("ben@example.org", send)


@pytest.mark.both_databases
def test_of_two_letters_the_older_is_as_good_and_what_is_old_or_withdrawn_says_so(
    announced: Game, letter: Parsed, anna: Player, send: Send
) -> None:
    row = do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=Invitation.objects.get().pk)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    bring(reply(letter, "yes"))
    assert "期限切れ" in said_to("ben@example.org", send)
    do_withdraw_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    bring(reply(letter, "yes"))
    assert "すでに終わって" in said_to("ben@example.org", send)
    assert black(announced) == ""
    Invitation.objects.update(withdrawn_at=None, expires_at=timezone.now() + timedelta(days=1))
    bring(reply(letter, "yes"))
    assert black(announced) == "ben"


@pytest.mark.both_databases
def test_a_seat_that_is_gone_is_told_of(announced: Game, letter: Parsed, db: None, send: Send) -> None:
    late = Player.objects.create_user("late", "late@example.org", "pw")
    Seat.objects.filter(game=announced, role="black").update(by_invitation=False)
    do_join_game(player=late, game_id=announced.pk, role="black")
    bring(reply(letter, "yes"))
    assert black(announced) == "late"
    assert "すでに埋まって" in said_to("ben@example.org", send)


def test_only_the_address_that_was_asked_can_answer(announced: Game, letter: Parsed, send: Send) -> None:
    assert bring(reply(letter, "yes", sender="anna@example.org")) == "nobody"
    assert bring(reply(letter, "yes").replace(b"+i", b"+r")) == "nobody"
    assert IncomingMail.objects.count() == 0
    letter.replace_header("Reply-To", str(letter["Reply-To"]).replace("@", "a@", 1))
    assert bring(reply(letter, "yes")) == "taken"
    assert "メールそのものに返信" in "".join(said_to("ben@example.org", send).split())
    assert state() == "waiting"


def test_mail_for_which_nobody_vouches_waits(announced: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "yes", vouched=""))
    assert black(announced) == ""
    assert "/cancel/" in said_to("ben@example.org", send)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
    assert black(announced) == "ben"


@pytest.mark.parametrize(
    ("first", "second", "left"), [("yes", "no", ""), ("no", "yes", "ben"), ("yes", "cancel", ""), ("はい", "取消", "")]
)
def test_of_two_answers_that_wait_the_later_counts(
    announced: Game, letter: Parsed, send: Send, first: str, second: str, left: str
) -> None:
    bring(reply(letter, first, vouched=""))
    bring(reply(letter, second, vouched=""))
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
    assert black(announced) == left
    assert (state() == "waiting") == (second in ("cancel", "取消"))


def test_an_automatic_answer_gets_none(letter: Parsed, send: Send) -> None:
    bring(reply(letter, "I am out of the office until Monday."))
    bring(reply(letter, "yes", headers={"Auto-Submitted": "auto-replied"}))
    assert (state(), said_to("ben@example.org", send)) == ("waiting", "")


def test_a_stranger_is_told_once_how_to_come(announced: Game, strange: Parsed, send: Send) -> None:
    for words in ("yes", "accept", "Hello?"):
        assert bring(reply(strange, words)) == "noted"
    found = [one for one in send() if one.to == ["nina@example.net"]]
    assert len(found) == 1
    assert "open the link in the e-mail" in text_of(found[0])
    assert (state(), IncomingMail.objects.count()) == ("waiting", 0)
    assert bring(reply(strange, "yes", sender="ben@example.org")) == "nobody"


@pytest.mark.both_databases
def test_a_stranger_can_decline(strange: Parsed, send: Send) -> None:
    bring(reply(strange, "I am out of the office until Monday."))
    bring(reply(strange, "no, thanks"))
    assert state() == "declined"
    told = {one.to[0]: text_of(one) for one in send()}
    assert "nina@example.net declines your invitation" in told["anna@example.org"]
    assert "You have declined" in told["nina@example.net"]


def test_the_host_hears_in_one_letter_who_comes_and_which_seats_are_free(
    announced: Game, letter: Parsed, send: Send
) -> None:
    for _ in range(2):
        bring(reply(letter, "yes"))
    (told,) = [text_of(one) for one in send() if one.to == ["anna@example.org"]]
    assert "ben has accepted your invitation to “North Sea 12”." in told
    assert "The seat: Black." in told
    assert "still free: Red." in told


def test_who_comes_without_the_letter_has_accepted_it_too(
    announced: Game, letter: Parsed, anna: Player, ben: Player, send: Send
) -> None:
    do_join_game(player=anna, game_id=announced.pk, role="red")
    Seat.objects.filter(game=announced, role="black").update(by_invitation=False)
    do_join_game(player=ben, game_id=announced.pk, role="black")
    (told,) = [text_of(one) for one in send() if one.to == ["anna@example.org"]]
    assert "ben has accepted" in told
    assert "begins when you start it" in told


def test_where_the_game_begins_its_own_letter_tells_so(
    announced: Game, letter: Parsed, anna: Player, send: Send
) -> None:
    Opening.objects.create(player=anna, plan={}, expires_at=timezone.now(), game=announced)
    do_join_game(player=anna, game_id=announced.pk, role="red")
    bring(reply(letter, "yes"))
    do_resolve(announced.pk)
    (told,) = [text_of(one) for one in send() if one.to == ["anna@example.org"]]
    assert "has accepted" not in told
    assert "Your move" in told


def test_a_host_without_a_seat_hears_that_it_begins(announced: Game, letter: Parsed, anna: Player, send: Send) -> None:
    Opening.objects.create(player=anna, plan={}, expires_at=timezone.now(), game=announced)
    do_join_game(player=Player.objects.create_user("late", "late@example.org", "pw"), game_id=announced.pk, role="red")
    bring(reply(letter, "yes"))
    (told,) = [text_of(one) for one in send() if one.to == ["anna@example.org"]]
    assert "All seats are taken, and the game begins." in told
