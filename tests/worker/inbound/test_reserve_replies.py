"""A reserve who is called answers the e-mail with a word; other players volunteer with one."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.utils import timezone

from games.models import Game, IncomingMail, Player, Reserve, ReserveStep, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.selectors.reserves import list_reserve_calls
from games.services.creation import do_create_game
from games.services.reserve_calls import begin_reserve_call
from games.services.reserves import do_call_reserves, do_volunteer
from games.services.stand_ins import do_return_to_seat
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def emil(db: None) -> Player:
    return Player.objects.create_user("emil", "emil@example.org", "pw")


@pytest.fixture
def letter(running: Game, emil: Player, send: Send) -> Parsed:
    """What Emil reads when Anna stays away from red."""
    return called(running, emil, send)


def called(game: Game, reserve: Player, send: Send) -> Parsed:
    Game.objects.filter(pk=game.pk).update(absence=dump_absence_policy(AbsencePolicy(after=2, reserves=True)))
    do_volunteer(player=reserve, game_id=game.pk)
    begin_reserve_call(Seat.objects.get(game=game, role="red"))
    do_call_reserves(timezone.now())
    return parsed(next(one for one in send() if one.to == [reserve.email]))


def said(letter: Parsed) -> str:
    """The text part of a letter."""
    (text,) = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    return str(text.get_content())


def red(game: Game) -> str:
    player = Seat.objects.get(game=game, role="red").player
    return player.username if player else ""


def answers(send: Send, player: Player) -> str:
    return "".join(text_of(one) for one in send() if one.to == [player.email])


def test_it_says_what_is_asked_until_when_and_how_to_answer(letter: Parsed) -> None:
    text = said(letter)
    for words in ("North Sea 12", "accept", "decline", "withdraw", "/games/"):
        assert words in text
    assert str(letter["Reply-To"]).startswith("Sealed Orders <orders+r")
    assert "UTC" in text


@pytest.mark.parametrize("words", ["accept", "Yes.", "引き受けます。", "受諾"])
def test_who_accepts_plays(running: Game, letter: Parsed, emil: Player, send: Send, words: str) -> None:
    assert bring(reply(letter, words)) == "taken"
    assert red(running) == "emil"
    found = answers(send, emil)
    assert "You play" in found
    assert "Open this decision" in found, "the newest letter of the seat comes with it"


def test_the_new_player_answers_the_next_letter(running: Game, letter: Parsed, emil: Player, send: Send) -> None:
    bring(reply(letter, "accept"))
    about = next(one for one in send() if one.to == [emil.email] and "Open this decision" in text_of(one))
    card = hand(running)[0]
    bring(reply(parsed(about), card))
    assert [one.decode().strip('"') for one, _, _ in sealed(running)] == [card]


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["decline", "No, thanks.", "辞退します"])
def test_who_declines_is_told_that_nobody_else_is(
    running: Game, letter: Parsed, emil: Player, send: Send, words: str
) -> None:
    bring(reply(letter, words))
    assert red(running) == "anna"
    assert ReserveStep.objects.get(what="declined").player == emil.pk
    found = send()
    assert [one.to for one in found] == [[emil.email]]
    assert "nobody is notified" in text_of(found[0])
    assert parsed(found[0])["In-Reply-To"]


def test_who_withdraws_is_asked_no_more(running: Game, letter: Parsed, emil: Player) -> None:
    bring(reply(letter, "withdraw"))
    assert not Reserve.objects.filter(player=emil).exists()
    assert list_reserve_calls(emil) == ()


@pytest.mark.parametrize("words", [["Hello there"], ["accept", "decline"], []])
def test_what_is_neither_is_asked_back(
    running: Game, letter: Parsed, emil: Player, send: Send, words: list[str]
) -> None:
    bring(reply(letter, *words))
    assert red(running) == "anna"
    assert ReserveStep.objects.count() == 1
    assert "accept, decline" in answers(send, emil)


def test_an_automatic_answer_gets_none(running: Game, letter: Parsed, emil: Player, send: Send) -> None:
    bring(reply(letter, "I am out of the office until Monday."))
    bring(reply(letter, "accept", headers={"Auto-Submitted": "auto-replied"}))
    assert red(running) == "anna"
    assert answers(send, emil) == ""


def test_another_address_or_another_tag_does_nothing(running: Game, letter: Parsed) -> None:
    assert bring(reply(letter, "accept", sender="ben@example.org")) == "nobody"
    forged = reply(letter, "accept").replace(b"+r", b"+g")
    assert bring(forged) == "nobody"
    assert not IncomingMail.objects.exists()
    letter.replace_header("Reply-To", str(letter["Reply-To"]).replace("@", "a@", 1))
    assert bring(reply(letter, "accept")) == "taken"
    assert red(running) == "anna"


def test_who_is_too_late_is_told_so(running: Game, letter: Parsed, anna: Player, emil: Player, send: Send) -> None:
    do_return_to_seat(player=anna, game_id=running.pk)
    send()
    bring(reply(letter, "accept"))
    assert red(running) == "anna"
    assert "not free any more" in answers(send, emil)


def test_saying_it_twice_is_saying_it_once(running: Game, letter: Parsed, emil: Player, send: Send) -> None:
    raw = reply(letter, "accept")
    assert (bring(raw), bring(raw), bring(reply(letter, "accept"))) == ("taken", "known", "taken")
    assert red(running) == "emil"
    assert ReserveStep.objects.filter(what="accepted").count() == 1


def test_mail_for_which_nobody_vouches_waits_and_can_be_cancelled(
    running: Game, letter: Parsed, emil: Player, send: Send
) -> None:
    bring(reply(letter, "accept", vouched=""))
    assert red(running) == "anna"
    found = answers(send, emil)
    assert "could not verify" in found
    assert "you take the seat" in found
    assert "/cancel/" in found
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
    assert red(running) == "emil"


@pytest.mark.both_databases
def test_so_many_answers_an_hour_are_enough(
    running: Game, letter: Parsed, emil: Player, send: Send, settings: pytest.FixtureRequest
) -> None:
    settings.PBEM_MAIL_REPLIES_PER_HOUR = 3
    for _ in range(5):
        bring(reply(letter, "Hello"))
    told = [one.subject for one in send() if one.to == [emil.email]]
    assert ["Many mails" in one for one in told] == [False, False, True], "beside the call itself; then told once"
    assert IncomingMail.objects.filter(status="handled").count() == 5


def test_the_letter_is_in_the_readers_language(running: Game, ben: Player, send: Send) -> None:
    kenji = Player.objects.create_user("kenji", "kenji@example.org", "pw", language="ja")
    found = called(running, kenji, send)
    assert "補欠" in said(found)
    bring(reply(found, "受諾"))
    assert red(running) == "kenji"


# --- volunteering by mail, from the letter of another game


@pytest.fixture
def other(running: Game, ben: Player) -> Game:
    return do_create_game(
        host=ben, title="toy", scenario="standard", name="Baltic 3", absence=AbsencePolicy(after=1, reserves=True)
    )


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["volunteer Baltic 3", "Volunteer: “baltic 3”", "補欠 Baltic 3", "volunteer {id}"])
def test_who_plays_elsewhere_volunteers_by_mail(
    running: Game, other: Game, anna: Player, to: To, send: Send, words: str
) -> None:
    letter = parsed(to("anna"))
    bring(reply(letter, words.format(id=str(other.pk)[:13])))
    assert Reserve.objects.get().game == other
    assert "You are a reserve of “Baltic 3”." in answers(send, anna)
    bring(reply(letter, "volunteer off Baltic 3"))
    assert not Reserve.objects.exists()


@pytest.mark.both_databases
def test_what_names_no_such_game_or_several_is_refused(
    running: Game, other: Game, ben: Player, anna: Player, to: To, send: Send
) -> None:
    letter = parsed(to("anna"))
    for name in ("Nowhere", "North Sea 12"):
        bring(reply(letter, f"volunteer {name}"))
        assert "agreed on reserves" in answers(send, anna)
    do_create_game(
        host=ben, title="toy", scenario="standard", name="Baltic 3", absence=AbsencePolicy(after=1, reserves=True)
    )
    bring(reply(letter, "volunteer Baltic 3"))
    assert "Several games" in answers(send, anna)
    Game.objects.filter(name="Baltic 3").update(visibility="private")
    bring(reply(letter, f"volunteer {other.pk}"))
    assert "agreed on reserves" in answers(send, anna), "of a private game nobody learns"
    assert not Reserve.objects.exists()


def test_a_message_brought_by_two_ways_is_one(running: Game, letter: Parsed) -> None:
    raw = reply(letter, "decline")
    assert ingest(raw, channel="pipe") == "taken"
    assert ingest(raw, channel="lmtp") == "known"
