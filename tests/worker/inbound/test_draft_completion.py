"""After an e-mail with refused lines, the corrected lines are added to the draft that it has left."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games import registry
from games.models import Game, Player, SealedAnswer
from games.persistence import serialization
from games.services.answers import seal_answer
from tests.table import asked
from tests.worker.conftest import parsed, text_of, topic_of
from tests.worker.inbound.writing import bring, reply
from tests.worker.test_email_layout import opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
BRESLAU, COLLIER = "take breslau cargo=wireless,optics", "station galita"
GOEBEN = "take goeben cargo=wireless,calculator"


@pytest.fixture
def game(anna: Player) -> Game:
    return opened(anna, "goeben", "raid_convoys")


@pytest.fixture
def letter(game: Game, to: To) -> Parsed:
    """The e-mail that asks for cargo and collier, answered in part: Goeben's line is refused."""
    letter = parsed(to("anna"))
    bring(
        reply(letter, "take goeben cargo=kippers", "Breslau takes wireless and optics", "The collier waits at Galita")
    )
    return letter


def drafts(game: Game) -> tuple[list[str], bool]:
    """The notation of the answer in force, in lines, and whether it is submitted."""
    newest = SealedAnswer.objects.filter(request__game=game).order_by("at").last()
    assert newest is not None
    form = serialization.read_question(registry.game_title(game), newest.request.question).form
    return form.render(form.read(serialization.read_answer(newest.answer))).splitlines(), newest.ready


def words(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def test_a_corrected_line_is_added_to_the_draft_and_waits_for_ready(game: Game, letter: Parsed, send: Send) -> None:
    (told,) = send()
    assert topic_of(told.subject) == "Orders received in part"
    assert "Reply with the corrected lines: they are added to the draft." in words(told)
    bring(reply(letter, "Goeben takes wireless and calculator"))
    assert drafts(game) == ([BRESLAU, COLLIER, GOEBEN], False)
    (told,) = send()
    assert "These lines are added to your draft. Reply “ready” to submit all of it" in words(told)
    assert BRESLAU in text_of(told).partition("Understood")[2]
    assert "Reply with all your orders again" not in words(told)
    bring(reply(letter, "ok"))
    assert drafts(game) == ([BRESLAU, COLLIER, GOEBEN], True)


def test_with_ready_the_completed_draft_is_submitted(game: Game, letter: Parsed) -> None:
    bring(reply(letter, GOEBEN, "ready"))
    assert drafts(game) == ([BRESLAU, COLLIER, GOEBEN], True)


def test_all_orders_again_are_submitted(game: Game, letter: Parsed) -> None:
    bring(reply(letter, "take breslau cargo=optics", COLLIER, GOEBEN))
    assert drafts(game) == (["take breslau cargo=optics", COLLIER, GOEBEN], True)


def test_another_order_for_the_same_replaces_that_of_the_draft(game: Game, letter: Parsed) -> None:
    bring(reply(letter, "station stromboli"))
    assert drafts(game) == ([BRESLAU, "station stromboli"], False)
    bring(reply(letter, "take breslau cargo=optics"))
    assert drafts(game) == (["station stromboli", "take breslau cargo=optics"], False)


def test_a_number_takes_its_answer_alone(game: Game, letter: Parsed) -> None:
    bring(reply(letter, "1"))
    lines, ready = drafts(game)
    assert ready
    assert BRESLAU not in lines


def test_a_draft_of_the_page_is_replaced_as_before(game: Game, letter: Parsed) -> None:
    request = asked(game, "commander")
    seal_answer(request, None, BRESLAU, False, "web")
    bring(reply(letter, GOEBEN))
    assert drafts(game) == ([GOEBEN], True)


def test_the_form_of_a_reply_in_part_begins_with_the_draft(game: Game, letter: Parsed, send: Send) -> None:
    """A player who copies the form must not send the default in place of the kept orders."""
    form = text_of(send()[0]).partition("How to change it")[2]
    assert "This is your draft; change it." in form
    assert form.index(BRESLAU) < form.index(COLLIER) < form.index("# One order a line")
    assert "This is the default; change it." not in form
