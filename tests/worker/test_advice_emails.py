"""E-mails about advice: the request to the adviser, and the advice for the player who decides."""

from collections.abc import Callable

import msgspec
import pytest
from django.core.mail import EmailMessage

from games.models import Game, Player
from games.services.advice import do_advise
from tests.table import answer, asked, example
from tests.worker.conftest import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


def advise(game: Game, carl: Player) -> str:
    request = asked(game, "red")
    do_advise(player=carl, request_id=request.pk, answer=msgspec.json.encode(example(request)))
    return str(example(request))


@pytest.mark.both_databases
def test_the_adviser_is_told_that_advice_is_wanted(council: Game, send: Send) -> None:
    letters = {letter.to[0].partition("@")[0]: letter for letter in send()}
    assert "advice is wanted" in letters["carl"].subject
    assert f"/decisions/{asked(council, 'red').pk}/advice/" in text_of(letters["carl"])
    for name in ("anna", "ben", "dora"):
        assert "/advice/" not in text_of(letters[name])
        assert "advice" not in letters[name].subject


def test_the_decider_reads_the_draft(council: Game, carl: Player, send: Send) -> None:
    send()
    card = advise(council, carl)
    (letter,) = send()
    assert letter.to == ["anna@example.org"]
    assert "Advice for you" in letter.subject
    assert f"Green advises: {card}" in text_of(letter)


def test_who_has_answered_needs_no_letter(council: Game, carl: Player, send: Send) -> None:
    send()
    answer(council, "red")
    advise(council, carl)
    assert send() == []


def test_the_letter_of_the_day_has_it_too(council: Game, carl: Player, send: Send) -> None:
    advise(council, carl)
    texts = [text_of(letter) for letter in send() if letter.to == ["anna@example.org"]]
    assert len(texts) == 2
    assert all("Green advises" in text for text in texts)
