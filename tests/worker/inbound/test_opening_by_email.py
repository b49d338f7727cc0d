"""A game is opened by e-mail: requested, shown, and opened when the reply to that e-mail says yes."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from email.utils import format_datetime
from itertools import count
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.utils import timezone

from games.models import Game, IncomingMail, Invitation, Opening, Player, Seat
from games.services.openings import PROPOSAL_LIFETIME, do_delete_expired_openings
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.writing import VOUCHED, bring, reply
from worker.due_work import find_due_work
from worker.mail.inbound.dispatch import handle_inbound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies")]

Send = Callable[[], list[EmailMessage]]
_numbers = count(1)


def letter_to_us(
    *lines: str,
    sender: str = "anna@example.org",
    to: str = "orders@example.org",
    subject: str = "Hello",
    vouched: str = VOUCHED,
    headers: dict[str, str] | None = None,
) -> bytes:
    """A mail that answers none of our letters."""
    written = Parsed()
    if vouched:
        written["Authentication-Results"] = vouched
    written["From"], written["To"], written["Subject"] = sender, to, subject
    written["Date"] = format_datetime(datetime.now(UTC))
    written["Message-ID"] = f"<own-{next(_numbers)}@mail.example.org>"
    for name, value in (headers or {}).items():
        written[name] = value
    written.set_content("\n".join(lines))
    return written.as_bytes()


def said_to(name: str, send: Send) -> str:
    return "\n".join(text_of(one) for one in send() if one.to == [f"{name}@example.org"])


@pytest.fixture
def asked(anna: Player, ben: Player, send: Send) -> Callable[..., Parsed]:
    """What Anna is answered to a mail to the server."""

    def ask(*lines: str, **more: Any) -> Parsed:
        bring(letter_to_us(*lines, **more))
        return parsed(next(one for one in send() if one.to == [more.get("sender", "anna@example.org")]))

    return ask


def words(letter: Parsed) -> str:
    (text,) = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    return str(text.get_content())


def seats(game: Game) -> dict[str, str]:
    rows = Seat.objects.filter(game=game).select_related("player")
    return {one.role: one.player.username if one.player else one.bot or one.reserved_for for one in rows}


def test_a_game_is_shown_first_and_opened_by_yes(asked: Callable[..., Parsed], send: Send) -> None:
    shown = asked("new game pq17 scenario=jw_51b side=axis against=ben", "", "Anna")
    assert not Game.objects.exists()
    told = words(shown)
    assert "JW-51B and RA-51" in told
    assert "Axis: you" in told
    assert "Allies: ben" in told
    assert "There is no deadline" in told
    assert str(shown["Reply-To"]).startswith("Sealed Orders <orders+n")
    bring(reply(shown, "yes"))
    game = Game.objects.get()
    assert (game.title, game.scenario, game.status) == ("pq17", "jw51b", "open")
    assert game.host is not None
    assert game.host.username == "anna"
    assert seats(game) == {"axis": "anna", "allied": "ben@example.org"}
    letters = {one.to[0]: text_of(one) for one in send()}
    assert "is open" in letters["anna@example.org"]
    assert "招待" in letters["ben@example.org"]


def test_it_begins_as_soon_as_everybody_sits(asked: Callable[..., Parsed], send: Send) -> None:
    bring(reply(asked("new game pq17 scenario=jw_51b side=axis against=ben"), "yes"))
    invitation = next(one for one in send() if one.to == ["ben@example.org"])
    bring(reply(parsed(invitation), "はい"))
    assert Game.objects.get().status == "running"


def test_against_bots_it_begins_at_once(asked: Callable[..., Parsed], send: Send) -> None:
    shown = asked("new pirates three players against bot")
    assert " ".join(words(shown).split()).count("bot “Captain”: Weighs every order by what it may gain and lose.") == 2
    bring(reply(shown, "Yes, please."))
    assert Game.objects.get().status == "running"
    assert "begins now" in said_to("anna", send)


@pytest.mark.parametrize(
    ("who", "bot"),
    [
        ("cadet", "cadet"),
        ("bot cadet", "cadet"),
        ("士官候補生", "cadet"),
        ("ボット艦長", "captain"),
        ("admiral", "captain"),
    ],
)
def test_a_bot_is_named_by_its_level(asked: Callable[..., Parsed], who: str, bot: str) -> None:
    """Also by its name in Japanese, and by the name that it had before there were levels."""
    bring(reply(asked(f"new pq17 jw51b against={who}"), "yes"))
    assert seats(Game.objects.get())["axis"] == bot


def test_the_levels_of_bots_are_listed_in_words(asked: Callable[..., Parsed]) -> None:
    told = " ".join(words(asked("games pq17")).split())
    assert "bot “Cadet”: Misjudges ranges and odds and overlooks chances, as beginners do." in told
    assert "bot “Captain”: Weighs every order by what it may gain and lose." in told


def test_in_japanese(ben: Player, asked: Callable[..., Parsed], send: Send) -> None:
    shown = asked(
        "新しいゲーム ゲーベン シナリオ=2人の艦長 席=ブレスラウ艦長 相手=ボット 期限=48", sender="ben@example.org"
    )
    told = words(shown)
    assert "2人の艦長" in told
    assert "ブレスラウ艦長：あなた" in told
    assert "48時間" in told
    bring(reply(shown, "はい"))
    assert seats(Game.objects.get()) == {"breslau": "ben", "goeben": "captain"}


@pytest.mark.parametrize(
    ("line", "scenario"),
    [
        ("new goeben", "atlantic_breakout"),
        ("New game: The Kaiser's Pirates", "two_players"),
        ("new denmark strait", "denmark_strait"),
        ("open battleships North Cape", "north_cape"),
        ("new PQ-17 JW-51B as Axis", "jw51b"),
        ("new pq17 pq-17", "pq17"),
        ("new pirates against ben, bot", "three_players"),
        ("新規 戦艦の戦い デンマーク海峡海戦", "denmark_strait"),
        ("新しいゲーム　海賊　ソリティア", "solitaire"),
    ],
)
def test_titles_and_scenarios_by_any_name(asked: Callable[..., Parsed], line: str, scenario: str) -> None:
    asked(line)
    assert Opening.objects.get().plan["scenario"] == scenario


def test_the_title_may_be_called_a_game(asked: Callable[..., Parsed]) -> None:
    shown = words(asked("I would like to play the Goeben game with ben."))
    assert "A game to be opened" in shown
    assert "Goeben, 1914: " in shown


@pytest.mark.parametrize(
    "line",
    [
        "I would like to play the PQ-17 game against the computer. How do I start?",
        "ok I would like PQ-17 against the computer please",
        "Hi, I'd like to play pq17 against a bot!",
        "Yes, new pq17 against computer, thanks",
        "new pq17 against=bot please",
    ],
)
def test_a_wish_in_a_sentence_ends_with_the_sentence(asked: Callable[..., Parsed], line: str) -> None:
    shown = words(asked(line))
    assert "A game to be opened" in shown
    assert "bot “Captain”" in " ".join(shown.split())


def test_a_courtesy_in_a_paragraph_of_its_own_is_no_part_of_the_wish(asked: Callable[..., Parsed]) -> None:
    shown = words(asked("Hi again,", "", "new goeben Two captains against=ben", "", "Thanks! Anna", "", "Bye for now"))
    assert "A game to be opened" in shown
    assert "Captain of Breslau: ben" in shown


def test_the_subject_alone_is_enough(asked: Callable[..., Parsed]) -> None:
    asked("", subject="new goeben")
    assert Opening.objects.get().plan["title"] == "goeben"


def test_options_hours_name_and_who_finds_it(asked: Callable[..., Parsed]) -> None:
    shown = asked("new goeben", "mines, night=yes", "hours: 3 days", "name=North Sea 12", "private", "", "Yours, Anna")
    told = words(shown)
    plan = Opening.objects.get().plan
    assert plan["options"] == {"mines": True, "night": True}
    assert (plan["deadline_hours"], plan["name"], plan["visibility"]) == (72, "North Sea 12", "private")
    assert "Mines" in told
    assert "only those who belong to it" in told


@pytest.mark.parametrize(
    ("line", "word", "possible"),
    [
        ("new goebben", "goebben", "PQ-17"),
        ("new pq17 jw99", "jw99", "JW-51B"),
        ("new pq17 jw51b side=turkish", "turkish", "Axis"),
        ("new pq17 jw51b side=axis against=zoe", "zoe", "No such player"),
        ("new pq17 jw51b colour=red", "colour", "against"),
        ("new pq17 jw51b training=perhaps", "perhaps", "yes, no"),
        ("new pq17 jw51b hours=often", "often", "48"),
        ("new pq17 jw51b hours=999999", "999999", "1440"),
        ("new goeben against ben, bot, bot, bot, bot", "bot", "seats"),
        ("new pirates solitaire against ben", "ben", "seats"),
        ("new pq17 jw51b axis=ben@", "ben@", "e-mail"),
    ],
)
def test_what_is_not_understood_is_named_with_what_is_possible(
    asked: Callable[..., Parsed], line: str, word: str, possible: str
) -> None:
    told = words(asked(line))
    assert f"“{word}”" in told
    assert possible in told
    assert not Opening.objects.exists()


@pytest.mark.parametrize(
    ("line", "word", "option", "scenario"),
    [
        ("new pirates two_players phantom_targets=player", "phantom_targets", "phantom", "Two players"),
        ("new goeben austrian austro_hungarian=no", "austro_hungarian", "Austro", "With an Austro-Hungarian ally"),
    ],
)
def test_an_option_without_effect_in_the_scenario_is_named_so(
    asked: Callable[..., Parsed], line: str, word: str, option: str, scenario: str
) -> None:
    told = " ".join(words(asked(line)).split())
    found = re.search(rf"“{word}”: The option “([^”]*)” has no effect in the scenario “{scenario}”", told)
    assert found
    assert option.casefold() in found[1].casefold()
    assert "nothing that a new game has" not in told
    assert not Opening.objects.exists()


def test_options_that_the_title_refuses_are_refused_before_anything_is_shown(asked: Callable[..., Parsed]) -> None:
    told = words(asked("new pirates four_players without breakout=yes"))
    assert "Rule" in told or "6.5.3" in told
    assert not Opening.objects.exists()


def test_the_invitation_has_the_language_and_the_greeting_of_its_host(asked: Callable[..., Parsed], send: Send) -> None:
    greeting = "Hello: side by side, against all odds = fun?"
    shown = asked("new pq17 jw51b against=nina@example.org language=Japanese", f"greeting={greeting}")
    assert "Invitations to new players: 日本語" in words(shown)
    assert f"“{greeting}”" in words(shown).replace("\n", " ")
    bring(reply(shown, "yes"))
    row = Invitation.objects.get()
    assert (row.address, row.language, row.personal_line) == ("nina@example.org", "ja", greeting)
    assert greeting in said_to("nina", send).replace("\n", "")


@pytest.mark.parametrize(("written", "code"), [("ja", "ja"), ("日本語", "ja"), ("英語", "en"), ("English", "en")])
def test_a_language_is_given_by_any_of_its_names(asked: Callable[..., Parsed], written: str, code: str) -> None:
    asked(f"new pq17 jw51b against=nina@example.org 言語={written}")
    assert Opening.objects.get().plan["language"] == code


@pytest.mark.parametrize(
    ("line", "said"),
    [("language=Klingon", "There is no such language"), (f"greeting={'x' * 301}", "At most 300 characters")],
)
def test_a_wrong_language_or_greeting_is_refused_before_anything_is_shown(
    asked: Callable[..., Parsed], line: str, said: str
) -> None:
    assert said in words(asked("new pq17 jw51b against=nina@example.org", line))
    assert not Opening.objects.exists()


def test_the_letter_is_answered_with_another_wish(asked: Callable[..., Parsed], send: Send) -> None:
    shown = asked("new pq17 jw51b side=axis")
    bring(reply(shown, "side=allies", "against bot"))
    (again,) = [parsed(one) for one in send()]
    assert "Allies: you" in words(again)
    bring(reply(again, "yes"))
    assert seats(Game.objects.get()) == {"allied": "anna", "axis": "captain"}


def test_no_opens_nothing_and_the_letter_is_dead(asked: Callable[..., Parsed], send: Send) -> None:
    shown = asked("new goeben")
    bring(reply(shown, "no"))
    assert "Nothing is opened" in said_to("anna", send)
    bring(reply(shown, "yes"))
    assert not Game.objects.exists()


def test_yes_twice_opens_one_game_and_an_old_letter_none(asked: Callable[..., Parsed], send: Send) -> None:
    shown = asked("new goeben")
    for _ in range(2):
        bring(reply(shown, "yes"))
    assert Game.objects.count() == 1
    send()
    old = asked("new pq17")
    Opening.objects.filter(game=None).update(expires_at=timezone.now() - timedelta(seconds=1))
    bring(reply(old, "yes"))
    assert Game.objects.count() == 1
    assert "too old" in said_to("anna", send)


@pytest.mark.parametrize("vouched", [VOUCHED, ""])
@pytest.mark.parametrize("words", ["yes", "no", "side=allies", "Thank you"])
def test_a_letter_that_is_forgotten_is_as_old_as_before(
    asked: Callable[..., Parsed], send: Send, words: str, vouched: str
) -> None:
    shown = asked("new goeben")
    assert do_delete_expired_openings(timezone.now() + PROPOSAL_LIFETIME + timedelta(days=2)) == 1
    assert bring(reply(shown, words, vouched=vouched)) == "taken"
    assert "too old. Write again" in said_to("anna", send)
    assert bring(reply(shown, words, sender="ben@example.org")) == "nobody"


def test_a_yes_that_waits_came_in_time(asked: Callable[..., Parsed]) -> None:
    shown = asked("new goeben", vouched="")
    Opening.objects.update(expires_at=timezone.now() + timedelta(seconds=60))
    bring(reply(shown, "yes", vouched=""))
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        find_due_work()
        handle_inbound()
    assert Game.objects.count() == 1


def test_what_has_become_impossible_meanwhile_is_refused_then(
    asked: Callable[..., Parsed], ben: Player, send: Send
) -> None:
    shown = asked("new pq17 jw51b against ben")
    Player.objects.filter(pk=ben.pk).update(is_active=False)
    bring(reply(shown, "yes"))
    assert not Game.objects.exists()
    assert not Invitation.objects.exists()
    assert "No such player" in said_to("anna", send)


def test_only_who_asked_can_say_yes(asked: Callable[..., Parsed], ben: Player) -> None:
    shown = asked("new goeben")
    assert bring(reply(shown, "yes", sender="ben@example.org")) == "nobody"
    assert bring(reply(shown, "yes").replace(b"+n", b"+i")) == "nobody"
    assert not Game.objects.exists()


def test_a_yes_for_which_nobody_vouches_waits_and_can_be_cancelled(
    asked: Callable[..., Parsed], send: Send, client: Any
) -> None:
    shown = asked("new goeben", vouched="")
    bring(reply(shown, "yes", vouched=""))
    assert not Game.objects.exists()
    told = said_to("anna", send)
    assert "/cancel/" in told
    page = client.get("/cancel/" + told.partition("/cancel/")[2].split("/")[0] + "/")
    assert page.status_code == 200
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
    assert Game.objects.count() == 1


@pytest.mark.parametrize("second", ["no", "cancel", "No wait!", "hours=48"])
def test_a_yes_that_waits_is_taken_back_by_a_later_mail(asked: Callable[..., Parsed], second: str) -> None:
    shown = asked("new goeben", vouched="")
    bring(reply(shown, "yes", vouched=""))
    bring(reply(shown, second, vouched=""))
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
    assert not Game.objects.exists()


def test_strangers_and_robots_get_nothing(anna: Player, send: Send) -> None:
    assert bring(letter_to_us("new goeben", sender="zoe@example.net")) == "nobody"
    assert bring(letter_to_us("new goeben", headers={"Auto-Submitted": "auto-replied"})) == "noise"
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    assert bring(letter_to_us("new goeben")) == "nobody"
    assert send() == []


@pytest.mark.parametrize(
    "line", ["I would like to play Goeben 1914 against the computer. How?", "new goeben raid convoys against a bot"]
)
def test_a_scenario_for_one_is_played_against_the_game(asked: Callable[..., Parsed], line: str) -> None:
    shown = " ".join(words(asked(line)).split())
    assert "A game to be opened" in shown
    assert "Commander: you" in shown


def test_what_is_no_word_of_ours_is_told_three_times_in_an_hour_what_is(
    asked: Callable[..., Parsed], send: Send
) -> None:
    """A person who writes again gets an answer; a program that answers our e-mails without a mark is left alone."""
    for greeting in ("Hello, is anybody there?", "Hello again", "Lovely weather on the Clyde"):
        assert "new goeben" in words(asked(greeting))
    bring(letter_to_us("Hello once more"))
    assert send() == []


def test_who_is_out_of_the_office_gets_no_answer(anna: Player, send: Send) -> None:
    bring(letter_to_us("I am out of the office until Monday."))
    assert send() == []


def test_a_forged_flood_reaches_nobody_often_and_leaves_room_for_orders(anna: Player, send: Send) -> None:
    taken = [bring(letter_to_us("games", vouched="")) for _ in range(12)]
    assert taken.count("taken") == 10
    assert taken[-1] == "too_often"
    assert len(send()) == 10
    assert IncomingMail.objects.count() == 10


@pytest.mark.parametrize("word", ["games", "Titles?", "list", "new", "new game"])
def test_the_list_of_titles_and_scenarios(asked: Callable[..., Parsed], word: str) -> None:
    told = words(asked(word))
    for name in ("PQ-17", "Goeben, 1914", "Denmark Strait", "JW-51B and RA-51", "Solitaire"):
        assert name in told


def test_one_title_with_its_seats_and_options(asked: Callable[..., Parsed]) -> None:
    told = words(asked("games goeben"))
    assert "Two captains" in told
    assert "Captain of Breslau" in told
    assert "mines" in told.casefold()
    assert "Denmark Strait" not in told


def test_help_and_its_japanese(ben: Player, asked: Callable[..., Parsed]) -> None:
    assert "new pq17" in words(asked("help"))
    assert "新しいゲーム" in words(asked("ヘルプ", sender="ben@example.org"))
    assert "大西洋突破" in words(asked("ゲーム一覧", sender="ben@example.org"))


def test_a_host_of_too_many_games_is_told_by_reply(asked: Callable[..., Parsed], send: Send, settings: Any) -> None:
    """Before the proposal, and if the limit was reached after it."""
    first, second = asked("new pirates three players against bot"), asked("new pirates three players against bot")
    settings.PBEM_HOSTED_GAMES = 1
    bring(reply(first, "yes"))
    bring(reply(second, "yes"))
    assert Game.objects.count() == 1
    assert "You host 1 open or running game" in said_to("anna", send)
    assert "You host 1 open or running game" in words(asked("new pirates three players against bot"))


def test_a_reply_with_the_name_of_a_scenario_takes_it(asked: Callable[..., Parsed], send: Send) -> None:
    shown = asked("I would like to play Goeben")
    assert "For another scenario, reply with its name: Austro-Hungarian" in " ".join(words(shown).split())
    bring(reply(shown, "Ottoman Alliance please", "call it Med 14"))
    told = parsed(send()[-1])
    assert "Goeben, 1914: Ottoman Alliance" in words(told)
    assert "Its name: “Med 14”." in words(told)


@pytest.mark.parametrize("line", ["games", "games goeben", "help"])
def test_titles_are_listed_in_reply_to_a_proposed_game(asked: Callable[..., Parsed], send: Send, line: str) -> None:
    shown = asked("new goeben")
    bring(reply(shown, line))
    told = parsed(send()[-1])
    assert "nothing that a new game has" not in words(told)
    assert "games" in words(told)
    bring(reply(told, "yes"))
    assert Game.objects.get().title == "goeben"


@pytest.mark.parametrize(
    "line",
    [
        "ゲーベンで遊びたいです",
        "ゲーベンをプレイしたいのですが。",
        "ゲーベンを開設してください",
        "新しいゲーム ゲーベン",
    ],
)
def test_a_wish_in_japanese_opens_a_game(asked: Callable[..., Parsed], anna: Player, line: str) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    assert "次の内容でゲームを開設します" in words(asked(line))


@pytest.mark.parametrize(
    "line", ["オスマン帝国と同盟でお願いします", "オスマン帝国と同盟にしてください。", "オスマン帝国と同盟"]
)
def test_a_scenario_is_asked_for_politely_in_japanese(
    asked: Callable[..., Parsed], anna: Player, send: Send, line: str
) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    bring(reply(asked("ゲーベンで遊びたいです"), line))
    assert "オスマン帝国と同盟" in words(parsed(send()[-1])).partition("別のシナリオ")[0]
