"""The first orders of an operation offer how often to ask about air attacks: on the page, in the e-mail and by REST."""

import re
from typing import Any

import pytest

from games import registry
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.persistence.serialization import read_question
from games.selectors.email_context import load_email_context
from games.selectors.topics import explain_topic
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.pages.conftest import browser
from tests.pages.test_decision import page_of, sealed
from tests.pages.test_tap_editor import Desk
from tests.table import answer
from tests.worker.conftest import text_of
from worker.mail.inbound.proposal_numbers import read_proposal_number
from worker.mail.outbound.mime_message import build_message

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ASKED = {"order": "instruct", "what": "asks_air", "does": "once"}
CHOICES = ("ask me each time", "ask me only who attacks", "never ask me")


def question(game: Game) -> OpenRequest:
    return OpenRequest.objects.select_related("seat__player", "game").get(game=game, closed_at=None)


def advance(game: Game, role: str, *, until: int) -> OpenRequest:
    """Answer each question with its default until a side has to give the orders of a phase so many times."""
    seen = 0
    for _ in range(60):
        for one in list(OpenRequest.objects.select_related("seat").filter(game=game, closed_at=None)):
            if (one.kind, one.seat.role) == ("orders", role):
                seen += 1
                if seen == until:
                    return question(game)
            answer(game, one.seat.role, [] if one.kind == "orders" else None)
        do_resolve(game.pk)
    raise AssertionError("no such question came")


@pytest.fixture
def operation(anna: Player, ben: Player) -> Game:
    Player.objects.filter(pk=ben.pk).update(language="en")
    game = do_create_game(host=anna, title="pq17", scenario="pq12", deadline_hours=24)
    for player, role in ((anna, "allied"), (ben, "axis")):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("role", ["allied", "axis"])
def test_each_side_takes_an_offer_on_the_page_of_its_first_orders(operation: Game, role: str) -> None:
    row = advance(operation, role, until=1)
    desk = Desk(browser(row.seat.player), row)
    found = re.findall(r'value="(propose:\d+)"[^>]*>(Air attacks: [^<]+)<', desk.text)
    assert [words.split(": ")[1].split(" – ")[0] for _, words in found] == [*CHOICES]
    assert all(len(words.split(" – ")[1].split()) >= 5 for _, words in found), "what each choice means"
    desk.press(found[0][0])
    assert "With “once” you are asked once in each air attack" in desk.text
    assert desk.browser.post(page_of(row), {**desk.held(), "do": "submit"}).status_code == 302
    assert ASKED in sealed(row)


def test_a_later_phase_offers_it_no_more_but_explains_each_instruction(operation: Game) -> None:
    desk = Desk(browser(advance(operation, "allied", until=2).seat.player), question(operation))
    assert "Air attacks: ask me" not in desk.text
    button = r'value="add:\d+"[^>]*>\+ Instruction: [^<]+</button>'
    buttons = re.findall(button + r'(<p class="hint">[^<]{20,}</p>)?', desk.text)
    assert len(buttons) > 20
    assert all(buttons), "a sentence beside each instruction"


def test_an_email_numbers_the_offers_and_explains_the_instructions(operation: Game) -> None:
    row = advance(operation, "allied", until=1)
    mail = OutgoingMail.objects.filter(game=operation, seat__role="allied").latest("pk")
    context = load_email_context(mail)
    assert context is not None
    text = " ".join(text_of(build_message(context)).split())
    for number, choice in enumerate(CHOICES, 2):
        assert f"{number}. Air attacks: {choice} – " in text
    assert "instruct asks_air does=once" in text
    form = Desk(browser(row.seat.player), row).form
    reply = read_proposal_number(["2"], form, registry.game_title(operation).presentation.labels)
    assert reply is not None
    assert reply.text.split("\n") == ["instruct strikes does=ask", "instruct asks_air does=once"]
    assert "What they do: reply “help” and the word" in text
    asked = read_question(registry.game_title(operation), row.question)
    told = explain_topic(registry.game_title(operation), asked, "instruct asks_air")
    assert any("With “once” you are asked once in each air attack" in line.en for one in told for line in one.lines)


def test_rest_proposes_it_and_describes_the_instructions(operation: Game) -> None:
    row = advance(operation, "allied", until=1)
    form: Any = browser(row.seat.player).get(f"/api/v1/decisions/{row.pk}/").json()["form"]
    named = [one for one in form["proposals"] if one["name"]["en"].startswith("Air attacks")]
    assert len(named) == 3
    assert ASKED in named[0]["answer"]
    assert all(one["name"]["ja"].startswith("航空攻撃") for one in named)
    told = [one for one in form["schema"]["items"]["anyOf"] if one["properties"]["order"]["const"] == "instruct"]
    assert len(told) > 20
    assert all(one["description"].endswith(".") for one in told)
