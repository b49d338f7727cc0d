"""The order of the parts of an e-mail, and the picture in the e-mails of each title."""

import re
from io import BytesIO

import pytest
from django.core.mail import EmailMessage
from PIL import Image

from games import registry
from games.kernel.text import LANGUAGES
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.persistence import serialization
from games.selectors.email_context import load_email_context
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_create_player
from games.services.resolve.advance import do_resolve
from tests.table import play_out
from tests.worker.conftest import html_of, parsed, text_of
from worker.mail.outbound.blocks import Link
from worker.mail.outbound.mime_message import MAX_BYTES, build_message
from worker.mail.outbound.plain_text import _lines
from worker.mail.outbound.proposals import ReadyMadeAnswer, list_proposals
from worker.mail.proposals import MAX_PROPOSALS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ORDER = (
    "Your move",
    "Open this decision",
    "What happened",
    "Orders ready to copy",
    "Everything that may be written",
    "# Lines that begin",
)


def opened(host: Player, title: str, scenario: str) -> Game:
    """A game at its first decision; the host holds the first seat."""
    roles = registry.current_title(title).seats(scenario)
    game = do_create_game(
        host=host, title=title, scenario=scenario, seats=[SeatAssignment(role=role) for role in roles], name="North Sea"
    )
    for role in roles:
        player = host if role == roles[0] else do_create_player(name=f"{role}-{title}", email=f"{role}@example.org")
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=host, game_id=game.pk)
    do_resolve(game.pk)
    return game


def messages(game: Game) -> list[EmailMessage]:
    letters = [load_email_context(mail) for mail in OutgoingMail.objects.filter(game=game).order_by("pk")]
    return [build_message(letter) for letter in letters if letter is not None]


@pytest.mark.parametrize(("title", "scenario"), [("goeben", "ottoman_alliance"), ("pirates", "two_players")])
def test_every_letter_shows_the_picture_and_stays_small(anna: Player, title: str, scenario: str) -> None:
    game = opened(anna, title, scenario)
    play_out(game, 4)
    sent = messages(game)
    assert len(sent) >= 4
    for message in sent:
        letter = parsed(message)
        (picture,) = [part for part in letter.walk() if part.get_content_type() == "image/png"]
        image = Image.open(BytesIO(picture.get_content()))
        assert image.mode == "P"
        assert image.width >= 432, "at least 1.5 pixels for each unit of a part"
        assert len(message.message().as_bytes()) <= MAX_BYTES


@pytest.mark.parametrize(("title", "scenario"), [("goeben", "ottoman_alliance"), ("pirates", "two_players")])
def test_a_letter_begins_with_the_decision_and_the_reference_is_last(anna: Player, title: str, scenario: str) -> None:
    message = next(one for one in reversed(messages(opened(anna, title, scenario))) if "Your move" in one.subject)
    page, text = html_of(message), text_of(message)
    for part in (page, text):
        places = [part.index(words) for words in ORDER]
        assert places == sorted(places)
    assert page.index(ORDER[1]) < page.index("<img") < page.index(ORDER[2])
    assert page.index(ORDER[0]) < page.index("/decisions/") < page.index("<img")


def test_no_long_list_of_ids_stands_before_the_orders(anna: Player) -> None:
    game = opened(anna, "goeben", "ottoman_alliance")
    play_out(game, 3)
    for message in messages(game):
        before = text_of(message).partition("Orders ready to copy")[0]
        assert len(re.findall(r"\b[a-z]+_[a-z_]+\b", before)) <= 8


def test_what_is_ready_to_copy_is_legal_and_in_no_case_twice(anna: Player) -> None:
    game = opened(anna, "goeben", "ottoman_alliance")
    play_out(game, 3)
    for request in OpenRequest.objects.filter(game=game):
        form = serialization.read_question(registry.game_title(game), request.question).form
        for language in LANGUAGES:
            ready = list_proposals(form, registry.game_title(game).presentation.labels, language)
            assert 1 <= len(ready) <= MAX_PROPOSALS
            assert len({one.notation for one in ready}) == len(ready)
            for one in ready:
                assert form.accept(form.parse(one.notation)) is not None


@pytest.mark.parametrize(
    ("name", "said", "told"),
    [
        ("no orders", ["no orders"], "no orders"),
        ("The default", ["no orders"], "The default: no orders"),
        ("as usual", ["Repair · London", "Repair · Kent"], "as usual: Repair · London / Repair · Kent"),
    ],
)
def test_what_an_answer_is_and_says_is_not_said_twice(name: str, said: list[str], told: str) -> None:
    assert ReadyMadeAnswer(name, said, "pass").description == told


def test_beside_a_number_a_name_that_is_a_sentence_stands_alone() -> None:
    sentence = "Air attacks: ask me each time about fighters, formation and targets"
    answer = ReadyMadeAnswer(sentence, ["Instruction · is: once"], "instruct asks_air does=once")
    assert answer.shorten(160) == sentence
    assert answer.description == f"{sentence}: Instruction · is: once"
    assert ReadyMadeAnswer("Ask me", ["Instruction · is: once"], "").shorten(160) == "Ask me: Instruction · is: once"


def test_a_colon_in_japanese_is_wide() -> None:
    assert ReadyMadeAnswer("回答がない場合の命令", ["待機"], "pass").description == "回答がない場合の命令：待機"
    url = "https://a.example"
    assert _lines(Link("この決定を開く", url)) == ["この決定を開く：", f"  {url}"]
    assert _lines(Link("Diese Entscheidung öffnen", url)) == ["Diese Entscheidung öffnen:", f"  {url}"]
