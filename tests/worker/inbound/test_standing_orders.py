"""Standing orders whose answer is a plan, by e-mail: read line by line, stored whole, confirmed."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games.models import Game, Notebook, OutgoingMail, StandingOrder
from tests.table import play_out
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.programs import orders_in
from tests.worker.inbound.test_whole_games import opened
from tests.worker.inbound.writing import bring, reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def goeben(send: Send) -> tuple[Game, Parsed]:
    """A game whose battles may go by doctrine, and a letter of it."""
    game = opened("goeben", "ottoman_alliance", {}, ("en", "ja"))
    return game, next(one for one in map(parsed, send()) if one["Reply-To"] and one["To"] == "player0@example.org")


def plans() -> list[tuple[str, int]]:
    return [(row.kind, bytes(row.content).count(b'"order"')) for row in StandingOrder.objects.order_by("position")]


@pytest.mark.parametrize(
    "lines",
    [
        ("standing doctrine targets bc,ca", "standing doctrine maximum ca", "standing doctrine landing"),
        ("Standing: Doctrine targets bc,ca", "Standing order DOCTRINE: max CA", "standing doctrine land"),
        ("予約命令　ｄｏｃｔｒｉｎｅ targets bc、ca", "予約 doctrine maximum ca", "standing doctrine landing"),
    ],
)
def test_the_lines_of_a_plan_are_one_order(goeben: tuple[Game, Parsed], lines: tuple[str, ...]) -> None:
    bring(reply(goeben[1], *lines))
    assert plans() == [("doctrine", 3)]


def test_the_receipt_says_the_plan_and_how_another_begins(goeben: tuple[Game, Parsed], send: Send) -> None:
    bring(reply(goeben[1], "standing doctrine maximum ca", "standing evade pass"))
    text = text_of(send()[0])
    assert "Your standing orders" in text
    assert "standing doctrine …" in text
    bring(reply(goeben[1], "standing off 1"))
    assert [kind for kind, _ in plans()] == ["evade"]


@pytest.mark.parametrize(
    "wrong", ["standing doctrine maximum nothing", "standing doctrine sail home", "standing doctrine"]
)
def test_a_plan_is_taken_whole_or_not_at_all(goeben: tuple[Game, Parsed], send: Send, wrong: str) -> None:
    bring(reply(goeben[1], *(("standing doctrine landing",) if wrong != "standing doctrine" else ()), wrong))
    assert plans() == []
    assert wrong in text_of(send()[0])
    assert not OutgoingMail.objects.filter(status="failed").exists()


def test_the_receipt_tells_what_it_would_have_answered(running: Game, send: Send) -> None:
    letter = next(one for one in map(parsed, send()) if one["To"] == "anna@example.org")
    bring(reply(letter, "standing"))
    assert "What they would have answered" not in text_of(send()[0])
    card = orders_in(letter)[0].removeprefix("choose ")
    bring(reply(letter, f"standing bid {card}"))
    told = text_of(send()[0]).partition("What they would have answered")[2]
    assert "Bid a card" in told.partition("—")[0]
    assert card in told


def test_a_receipt_names_the_ships_that_have_no_order(goeben: tuple[Game, Parsed], send: Send) -> None:
    bring(reply(goeben[1], "station stromboli", "take goeben cargo=optics"))
    assert "No order names: Breslau" in text_of(send()[0])
    bring(reply(goeben[1], "station stromboli", "take goeben cargo=optics", "take breslau cargo=wireless"))
    assert "No order names" not in text_of(send()[0])


def terms() -> list[tuple[str, str, str]]:
    return list(StandingOrder.objects.order_by("position").values_list("kind", "applies", "lasts"))


@pytest.mark.parametrize(
    ("said", "applies", "lasts"),
    [
        ("standing {}", "when_asked", "game"),
        ("standing once {}", "when_asked", "once"),
        ("Standing order: once, {}", "when_asked", "once"),
        ("standing only at the deadline {}", "deadline", "game"),
        ("standing at the deadline: {}", "deadline", "game"),
        ("standing once, only at the deadline, {}", "deadline", "once"),
        ("standing at the deadline and once {}", "deadline", "once"),
        ("予約命令 一度だけ {}", "when_asked", "once"),
        ("予約命令　期限時のみ、１回だけ {}", "deadline", "once"),
    ],
)
def test_how_long_a_rule_lasts_and_when_it_applies_is_said_before_it(
    running: Game, send: Send, said: str, applies: str, lasts: str
) -> None:
    letter = next(one for one in map(parsed, send()) if one["To"] == "anna@example.org")
    card = orders_in(letter)[0].removeprefix("choose ")
    bring(reply(letter, said.format(f"bid {card}")))
    assert terms() == [("bid", applies, lasts)]
    told = text_of(send()[0]).partition("Your standing orders")[2]
    assert ("(once" in told) == (lasts == "once")
    assert ("when time is up" in told) == (applies == "deadline")


@pytest.mark.both_databases
def test_of_a_plan_it_is_said_in_any_of_its_lines(goeben: tuple[Game, Parsed]) -> None:
    bring(reply(goeben[1], "standing doctrine targets bc", "standing at the deadline doctrine maximum ca"))
    assert plans() == [("doctrine", 2)]
    assert terms() == [("doctrine", "deadline", "game")]


@pytest.mark.parametrize("line", ["standing once", "standing only at the deadline", "standing oncebid {}"])
def test_terms_alone_are_no_order(running: Game, send: Send, line: str) -> None:
    letter = next(one for one in map(parsed, send()) if one["To"] == "anna@example.org")
    card = orders_in(letter)[0].removeprefix("choose ")
    bring(reply(letter, line.format(card)))
    assert terms() == []
    assert line.format(card) in text_of(send()[0])


def test_a_plan_is_called_by_its_name_in_either_language(goeben: tuple[Game, Parsed]) -> None:
    bring(reply(goeben[1], "予約命令 ドクトリン targets bc", "予約命令 ドクトリン：maximum ca"))
    assert plans() == [("doctrine", 2)]


def test_an_email_in_which_a_plan_has_answered_shows_the_line_that_replaces_it(
    goeben: tuple[Game, Parsed], send: Send
) -> None:
    game, letter = goeben
    bring(reply(letter, "standing doctrine targets dd", "standing doctrine landing"))
    play_out(game, 4)
    told = next(text_of(one) for one in reversed(send()) if "Answered by your standing orders" in text_of(one))
    _, _, after = told.partition("To replace a plan")
    lines = [line for line in after.splitlines() if line.startswith("standing doctrine ")]
    assert lines == ["standing doctrine targets dd", "standing doctrine landing"]
    bring(reply(letter, "standing doctrine ask-first"))
    assert plans() == [("doctrine", 1)]


def test_a_plan_for_once_comes_before_the_plan_that_stays(goeben: tuple[Game, Parsed]) -> None:
    _, letter = goeben
    bring(reply(letter, "standing doctrine targets dd", "standing doctrine landing"))
    bring(reply(letter, "standing once doctrine ask-first"))
    found = StandingOrder.objects.order_by("position").values_list("lasts", "position")
    assert list(found) == [("once", 0), ("game", 1)]
    assert plans() == [("doctrine", 1), ("doctrine", 2)]
    bring(reply(letter, "standing doctrine landing"))
    assert plans() == [("doctrine", 1), ("doctrine", 1)]


@pytest.mark.parametrize("words", ["none", "nothing", "no orders", "なし", "once none"])
def test_no_standing_order_is_refused_and_what_stands_beside_it_is_done(
    goeben: tuple[Game, Parsed], send: Send, words: str
) -> None:
    _, letter = goeben
    bring(reply(letter, "standing doctrine targets dd"))
    send()
    bring(reply(letter, f"standing {words}", "note Coal at Messina"))
    told = " ".join(text_of(send()[-1]).split())
    assert "There is no standing order in this. “standing off 1” removes your first one" in told
    assert plans() == [("doctrine", 1)]
    assert Notebook.objects.filter(game=goeben[0]).count() == 1


def test_a_preview_names_a_question_once_and_in_short(goeben: tuple[Game, Parsed], send: Send) -> None:
    game, letter = goeben
    bring(reply(letter, "standing doctrine targets dd"))
    play_out(game, 4)
    send()
    bring(reply(letter, "standing"))
    told = " ".join(text_of(send()[-1]).partition("What they would have answered")[2].split())
    assert told.count("How do your ships fight?") == 1
    assert "the senior officer alone decides" not in told.partition("How to answer")[0]
