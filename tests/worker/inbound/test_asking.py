"""A question to the umpire or host in an e-mail: passed on to a neutral reader, answered, and never an order."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.test import Client

from games.models import Game, Player, UmpireQuestion
from games.order_text import ParsedOrders, RefusedLine, parse_lines
from games.selectors.messages import list_newest_messages
from games.services import umpire_questions
from tests.kernel.written import SEA, labels
from tests.worker.conftest import html_of, parsed, text_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound import interpretation
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.questions import find_questions, is_question

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
QUESTION = "Can Hood fire across land?"


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    """The letter that asks anna for her first bid; ben has his."""
    return parsed(to("anna"))


@pytest.fixture
def uwe(running: Game) -> Player:
    """The game's umpire, who plays no seat."""
    umpire = Player.objects.create_user("uwe", "uwe@example.org", "pw")
    Game.objects.filter(pk=running.pk).update(umpire=umpire)
    return umpire


@pytest.fixture
def hans(running: Game) -> Player:
    """The game's host, who plays no seat."""
    host = Player.objects.create_user("hans", "hans@example.org", "pw")
    Game.objects.filter(pk=running.pk).update(host=host)
    return host


def by_reader(letters: list[EmailMessage]) -> dict[str, EmailMessage]:
    return {one.to[0].partition("@")[0]: one for one in letters}


def words(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "asked", [QUESTION, "Darf ich quer über Land schießen?", "フッドは陸越しに撃てますか", "砲撃は可能でしょうか"]
)
def test_a_question_goes_to_the_umpire_and_the_answer_comes_back(
    running: Game, uwe: Player, letter: Parsed, send: Send, asked: str
) -> None:
    bring(reply(letter, asked))
    sent = by_reader(send())
    assert sorted(sent) == ["anna", "uwe"]
    assert "Passed to the umpire; no order was read from this line" in words(sent["anna"])
    assert "".join(asked.split()) in "".join(text_of(sent["anna"]).split())
    assert "Refused" not in text_of(sent["anna"])
    assert sealed(running) == []
    assert asked in text_of(sent["uwe"])
    assert f"/questions/{UmpireQuestion.objects.get().pk}/" in text_of(sent["uwe"])
    bring(reply(parsed(sent["uwe"]), "Yes, from any hex", "beside the coast."))
    answered = by_reader(send())
    assert sorted(answered) == ["anna", "uwe"]
    assert "The answer to your question" in answered["anna"].subject
    assert "Yes, from any hex" in text_of(answered["anna"])
    assert asked in text_of(answered["anna"])
    assert "Your answer is on its way" in words(answered["uwe"])
    row = UmpireQuestion.objects.get()
    assert (row.answer, row.office) == ("Yes, from any hex\nbeside the coast.", "umpire")


def test_the_umpire_answers_on_the_page_which_nobody_else_can_open(
    running: Game, uwe: Player, letter: Parsed, send: Send, client: Client
) -> None:
    bring(reply(letter, QUESTION))
    send()
    url = f"/questions/{UmpireQuestion.objects.get().pk}/"
    for name in ("anna", "ben"):
        client.force_login(Player.objects.get(username=name))
        assert client.get(url).status_code == 404
        assert client.post(url, {"text": "Yes."}).status_code == 404
    client.force_login(uwe)
    assert url in client.get(f"/games/{running.pk}/umpire/").content.decode()
    assert QUESTION in client.get(url).content.decode()
    assert client.post(url, {"text": " "}).status_code == 422
    assert client.post(url, {"text": "No."}, follow=True).status_code == 200
    assert list(by_reader(send())) == ["anna"]
    assert client.post(url, {"text": "No."}).status_code == 302
    assert send() == []
    assert url not in client.get(f"/games/{running.pk}/umpire/").content.decode()


@pytest.mark.parametrize("host_is_neutral", [True, False])
def test_without_an_umpire_only_a_host_who_does_not_play_gets_it(
    running: Game, request: pytest.FixtureRequest, letter: Parsed, send: Send, staff: Player, host_is_neutral: bool
) -> None:
    if host_is_neutral:
        request.getfixturevalue("hans")
    else:
        Game.objects.filter(pk=running.pk).update(host=Player.objects.get(username="ben"))
    bring(reply(letter, QUESTION))
    sent = by_reader(send())
    assert sorted(sent) == (["anna", "hans"] if host_is_neutral else ["anna"])
    said = "Passed to the host" if host_is_neutral else "The host of this game plays in it, so this was not passed on"
    assert said in words(sent["anna"])


def test_a_host_who_plays_is_asked_only_by_name_and_within_the_rules_of_press(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch, ben: Player
) -> None:
    Game.objects.filter(pk=running.pk).update(host=ben)
    bring(reply(letter, f"ask host {QUESTION}"))
    assert sorted(by_reader(send())) == ["anna", "ben"]
    assert [one.text for one in list_newest_messages(ben, running.pk, limit=9)] == [QUESTION]
    monkeypatch.setattr("games.services.messages.reachable_seats", lambda *_: [])
    bring(reply(letter, f"ask the host: {QUESTION} Really?"))
    (refused,) = send()
    assert "You cannot talk to this seat now." in words(refused)
    assert UmpireQuestion.objects.count() == 0


def test_staff_who_do_not_play_can_be_asked(running: Game, letter: Parsed, send: Send, staff: Player) -> None:
    bring(reply(letter, "スタッフに質問：期限を延ばせますか"))
    sent = by_reader(send())
    assert sorted(sent) == ["anna", "ulla"]
    assert "期限を延ばせますか" in text_of(sent["ulla"])
    assert "Passed to the staff" in words(sent["anna"])
    Player.objects.filter(pk=staff.pk).update(is_staff=False)
    bring(reply(letter, "ask staff: Is anybody there?"))
    assert "No member of the staff is free" in words(send()[0])


def test_your_own_game_without_umpire_says_whom_you_can_ask(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, QUESTION))
    assert "You host this game yourself" in words(send()[0])
    Game.objects.filter(pk=running.pk).update(host=None)
    bring(reply(letter, f"{QUESTION} "))
    assert "no umpire and no host" in words(send()[0])


def test_orders_beside_a_question_are_read(running: Game, uwe: Player, letter: Parsed, send: Send) -> None:
    card = hand(running)[1]
    bring(reply(letter, card, "", f"question: {QUESTION}"))
    sent = by_reader(send())
    assert sealed(running) == [(f'"{card}"'.encode(), True, "mail")]
    assert "Your orders are submitted." in text_of(sent["anna"])
    assert "Passed to the umpire" in text_of(sent["anna"])
    assert UmpireQuestion.objects.get().text == QUESTION


def test_a_question_without_a_word_before_it_keeps_orders_as_they_were_read(
    running: Game, uwe: Player, letter: Parsed, send: Send
) -> None:
    card = hand(running)[1]
    bring(reply(letter, f"choose {card}", "", QUESTION))
    assert len(sealed(running)) == 1
    assert "Passed to the umpire" in text_of(by_reader(send())["anna"])
    assert UmpireQuestion.objects.get().text == QUESTION


def test_a_quoted_question_is_never_passed_on(running: Game, uwe: Player, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[1], f"> {QUESTION}", f"> ask umpire {QUESTION}"))
    assert sorted(by_reader(send())) == ["anna"]
    assert UmpireQuestion.objects.count() == 0


def test_an_automatic_reply_asks_nobody(running: Game, uwe: Player, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "I am out of the office until Monday.", "Need urgent help in the meantime?"))
    assert send() == []


def test_an_unverified_question_waits_until_it_can_be_cancelled_no_more(
    running: Game, uwe: Player, letter: Parsed, send: Send
) -> None:
    bring(reply(letter, QUESTION, vouched=""))
    assert sorted(by_reader(send())) == ["anna"]
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()
        assert sorted(by_reader(send())) == ["anna", "uwe"]


def test_a_flood_of_questions_is_stopped(
    running: Game, uwe: Player, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(umpire_questions, "MAX_MESSAGES_PER_HOUR", 2)
    for number in range(3):
        bring(reply(letter, f"Is this question number {number}?"))
    assert UmpireQuestion.objects.count() == 2
    assert "At most 2 questions an hour." in words(send()[-1])


def test_a_question_that_is_too_long_is_refused(running: Game, uwe: Player, letter: Parsed, send: Send) -> None:
    bring(reply(letter, f"ask {'why ' * 300}?"))
    assert "At most 1000 characters." in words(send()[0])
    assert UmpireQuestion.objects.count() == 0


def test_markup_of_a_question_reaches_the_umpire_as_text(
    running: Game, uwe: Player, letter: Parsed, send: Send
) -> None:
    bring(reply(letter, "ask May I <b>fire</b> & sink?"))
    assert "<b>fire" not in html_of(by_reader(send())["uwe"])


def test_an_umpire_of_a_former_day_answers_nothing(running: Game, uwe: Player, letter: Parsed, send: Send) -> None:
    bring(reply(letter, QUESTION))
    asked = parsed(by_reader(send())["uwe"])
    Game.objects.filter(pk=running.pk).update(umpire=None)
    bring(reply(asked, "Yes."))
    assert sorted(by_reader(send())) == ["uwe"]
    assert UmpireQuestion.objects.get().answer == ""


@pytest.mark.parametrize(
    ("sentence", "asks"),
    [
        ("ok?", False),
        ("2?", False),
        ("Really, now?", False),
        ("May I fire here?", True),
        ("May I fire here.", False),
        ("撃てますか", False),
        ("陸越しに撃てますか", True),
        ("陸越しに撃てますか？", True),
        ("どこかへ行くか待つか", False),
        ("x" * 1001 + " y z?", False),
    ],
)
def test_what_a_question_is(sentence: str, asks: bool) -> None:
    assert is_question(sentence) is asks


@pytest.mark.parametrize(
    ("lines", "questions", "is_all"),
    [
        (["sail goeben to=malta?"], (), False),
        (["Goeben to Malta?"], (), False),
        (["sail goeben to=malta. Can she coal there?"], ("Can she coal there?",), False),
        (["sail goeben to=malta", "ブレスラウは黒海に入れますか"], ("ブレスラウは黒海に入れますか",), False),
        (
            ["What happens when the Goeben runs out of coal in the middle of", "the sea between two ports?"],
            ("What happens when the Goeben runs out of coal in the middle of the sea between two ports?",),
            True,
        ),
        (["Is this legal to do here?"], ("Is this legal to do here?",), True),
        (["sail goeben to=malta", "Is this legal to do here?"], ("Is this legal to do here?",), False),
    ],
)
def test_an_order_with_a_question_mark_is_no_question(
    lines: list[str], questions: tuple[str, ...], is_all: bool
) -> None:
    def is_order(line: str) -> bool:
        return parse_lines([line], SEA, labels).text is not None

    found = find_questions(parse_lines(lines, SEA, labels), lines, is_order)
    assert (found.questions, found.is_all) == (questions, is_all)


def test_at_most_three_questions_of_an_email_are_recognised() -> None:
    lines = [f"Is this question number {number} of mine?" for number in range(9)]
    unread = ParsedOrders(None, tuple(RefusedLine(line, ()) for line in lines))
    assert len(find_questions(unread, lines, lambda line: False).questions) == 3


def test_few_lines_of_an_email_are_compared_with_orders(
    running: Game, uwe: Player, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed_lines: list[int] = []

    def counted(lines: Any, *rest: Any) -> ParsedOrders:
        parsed_lines.append(len(lines))
        return parse_lines(lines, *rest)

    monkeypatch.setattr(interpretation, "parse_lines", counted)
    bring(reply(letter, *[f"ask May I fire at number {number}?" for number in range(300)]))
    assert parsed_lines == [1] * interpretation.MAX_CHECKED
    assert UmpireQuestion.objects.count() == interpretation.MAX_COMMANDS


def test_a_sentence_about_standing_orders_is_no_question(running: Game, letter: Parsed, send: Send, uwe: Any) -> None:
    bring(reply(letter, "ask me first before battles"))
    send()
    assert UmpireQuestion.objects.count() == 0
