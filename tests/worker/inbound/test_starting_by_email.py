"""The host starts a game by a reply to the e-mail that tells who takes part; nobody else does."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from hashlib import sha256

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, IncomingMail, Opening, Player, Seat
from games.selectors.mail_tag_targets import make_start_reply_address
from games.services.invitations import do_invite
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game
from games.services.resolve.advance import do_resolve
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.dispatch import handle_inbound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def told(announced: Game, anna: Player, ben: Player, send: Send) -> Parsed:
    """What Anna reads, who plays red, when Ben comes by her invitation and all seats are taken."""
    do_join_game(player=anna, game_id=announced.pk, role="red")
    return _accepted(announced, anna, ben, send)


def _accepted(game: Game, host: Player, guest: Player, send: Send) -> Parsed:
    do_invite(by=host, game_id=game.pk, role="black", player=guest.username)
    bring(reply(read_by(guest.email, send), "yes"))
    return read_by(host.email, send)


def read_by(address: str, send: Send) -> Parsed:
    return parsed(next(one for one in send() if one.to == [address]))


def said_to(address: str, send: Send) -> str:
    return "".join(text_of(one) for one in send() if one.to == [address])


def words(letter: Parsed) -> str:
    (text,) = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    return str(text.get_content())


def status(game: Game) -> str:
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)


def test_the_letter_says_how(told: Parsed) -> None:
    assert "The game begins when you start it" in words(told)
    assert "Reply “start” on a line of its own" in words(told)
    assert str(told["Reply-To"]).startswith("Sealed Orders <orders+s")


def test_and_in_japanese(announced: Game, anna: Player, ben: Player, send: Send) -> None:
    Game.objects.filter(pk=announced.pk).update(host=ben)
    do_join_game(player=ben, game_id=announced.pk, role="red")
    letter = _accepted(announced, ben, anna, send)
    assert "「開始」と1行で返信" in words(letter)
    bring(reply(letter, "はじめる"))
    assert status(announced) == "running"
    assert "ゲームが始まりました" in said_to("ben@example.org", send)


@pytest.mark.parametrize(
    "word", ["start", "Start!", "Begin.", "START THE GAME", "はじめる", "開始", "開始。", "ｓｔａｒｔ", "始めます"]
)
def test_the_host_starts_it_by_a_word(announced: Game, told: Parsed, send: Send, word: str) -> None:
    assert bring(reply(told, "Splendid,", word, "Anna")) == "taken"
    assert status(announced) == "running"
    assert "The game has begun" in said_to("anna@example.org", send)
    do_resolve(announced.pk)
    assert "Your move" in said_to("anna@example.org", send)


@pytest.mark.both_databases
def test_said_twice_it_is_done_already(announced: Game, told: Parsed, send: Send) -> None:
    bring(reply(told, "start"))
    do_resolve(announced.pk)
    send()
    before = Game.objects.values().get(pk=announced.pk)
    bring(reply(told, "start"))
    assert Game.objects.values().get(pk=announced.pk) == before
    assert "has begun already; nothing was changed" in said_to("anna@example.org", send)


def test_a_free_seat_is_named_as_on_the_page(announced: Game, told: Parsed, ben: Player, send: Send) -> None:
    do_leave_game(player=ben, game_id=announced.pk)
    bring(reply(told, "start"))
    assert status(announced) == "open"
    assert "Still free: black." in said_to("anna@example.org", send)


def test_a_hidden_nonce_holds_it_up_as_on_the_page(announced: Game, told: Parsed, send: Send) -> None:
    hidden = {"nonce_state": "committed", "nonce_commitment": sha256(b"mine").hexdigest()}
    Seat.objects.filter(game=announced, role="black").update(**hidden)
    bring(reply(told, "start"))
    assert status(announced) == "open"
    assert "Not revealed yet: the nonces of black." in said_to("anna@example.org", send)


def test_what_is_called_off_cannot_be_started(announced: Game, told: Parsed, anna: Player, send: Send) -> None:
    do_abandon_game(player=anna, game_id=announced.pk)
    bring(reply(told, "start"))
    assert "This game cannot be started." in said_to("anna@example.org", send)


def test_anybody_else_is_refused_as_on_the_page(announced: Game, told: Parsed, send: Send) -> None:
    Player.objects.create_user("zoe", "zoe@example.org", "pw")
    for name, refusal in (("zoe", "Only the host may start the game."), ("ben", "開始できるのは主催者だけです。")):
        assert bring(reply(told, "start", sender=f"{name}@example.org")) == "taken"
        assert refusal in said_to(f"{name}@example.org", send)
    assert status(announced) == "open"


def test_umpire_and_staff_may_as_on_the_page(announced: Game, told: Parsed, staff: Player) -> None:
    bring(reply(told, "start", sender=staff.email))
    assert status(announced) == "running"


def test_of_a_private_game_a_stranger_hears_what_the_page_says_of_none(
    announced: Game, told: Parsed, send: Send
) -> None:
    Player.objects.create_user("zoe", "zoe@example.org", "pw")
    Game.objects.filter(pk=announced.pk).update(visibility="private")
    bring(reply(told, "start", sender="zoe@example.org"))
    heard = said_to("zoe@example.org", send)
    assert "There is no such thing here." in heard
    assert announced.name not in heard


def test_who_is_nobody_here_hears_nothing(announced: Game, told: Parsed, anna: Player, send: Send) -> None:
    assert bring(reply(told, "start", sender="nina@example.net")) == "nobody"
    assert bring(reply(told, "start").replace(b"+s", b"+i")) == "nobody"
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    assert bring(reply(told, "start")) == "nobody"
    assert (status(announced), send()) == ("open", [])


@pytest.mark.parametrize("said", [["Well done"], ["start now or never"], ["yes"], []])
def test_what_is_no_such_word_is_asked_back(announced: Game, told: Parsed, send: Send, said: list[str]) -> None:
    bring(reply(told, *said))
    (answer,) = [one for one in send() if one.to == ["anna@example.org"]]
    assert "Reply with this word on a line of its own: start." in text_of(answer)
    assert status(announced) == "open"
    bring(reply(parsed(answer), "start"))
    assert status(announced) == "running"


def test_mail_for_which_nobody_vouches_waits(announced: Game, told: Parsed, send: Send) -> None:
    bring(reply(told, "start", vouched=""))
    assert status(announced) == "open"
    assert "/cancel/" in said_to("anna@example.org", send)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
    assert status(announced) == "running"


def test_an_automatic_answer_gets_none(announced: Game, told: Parsed, send: Send) -> None:
    bring(reply(told, "I am out of the office until Monday."))
    bring(reply(told, "start", headers={"Auto-Submitted": "auto-replied"}))
    assert (status(announced), send()) == ("open", [])


def test_the_earlier_letter_says_that_the_word_works_later(
    announced: Game, anna: Player, ben: Player, send: Send
) -> None:
    letter = _accepted(announced, anna, ben, send)
    assert "When they are taken, the reply “start” begins the game." in words(letter)
    bring(reply(letter, "start"))
    assert "Still free: red." in said_to("anna@example.org", send)
    do_join_game(player=anna, game_id=announced.pk, role="red")
    bring(reply(letter, "start"))
    assert status(announced) == "running"


def test_where_it_begins_by_itself_or_no_mail_is_taken_the_letter_says_nothing_of_it(
    announced: Game, anna: Player, ben: Player, send: Send, settings: object
) -> None:
    Opening.objects.create(player=anna, plan={}, expires_at=datetime.now(UTC), game=announced)
    letter = _accepted(announced, anna, ben, send)
    assert "start" not in words(letter).replace("starts", "")
    assert letter["Reply-To"] is None


def test_a_game_that_is_gone_is_nobodys(announced: Game, told: Parsed, anna: Player) -> None:
    assert make_start_reply_address(announced) in str(told["Reply-To"])
    Game.objects.filter(pk=announced.pk).delete()
    assert bring(reply(told, "start")) == "nobody"
    assert not IncomingMail.objects.filter(tag__startswith="s").exists()
