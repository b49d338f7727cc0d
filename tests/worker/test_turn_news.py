"""Within a turn of The Kaiser's Pirates, news waits for its reader's next question or for the end of the turn."""

import random
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.mail import EmailMessage

from games import registry
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.persistence import serialization
from games.selectors.events import describe_event, list_audience_events
from games.selectors.outbox import WAIT_FOR_PHASE_END
from games.selectors.seats import get_access
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.outbox import MAX_DELAY
from games.services.resolve.advance import do_resolve
from games.titles.pirates.title import PASSING
from tests.table import answer
from tests.worker.conftest import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("all_news")]

Send = Callable[[], list[EmailMessage]]
PICK = random.Random(2).randrange
SHORT = {"removed": 60, "removed_second": 87, "removed_third": 87}


@pytest.fixture
def pirates(anna: Player, ben: Player) -> Game:
    Player.objects.filter(pk=ben.pk).update(language="en")
    game = do_create_game(host=anna, title="pirates", scenario="two_players", options=SHORT)
    do_join_game(player=anna, game_id=game.pk, role="red")
    do_join_game(player=ben, game_id=game.pk, role="black")
    return do_start_game(player=anna, game_id=game.pk)


def asked(game: Game) -> dict[str, str]:
    rows = OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat__player")
    return {f"{row.seat.player.username}@example.org": row.kind for row in rows if row.seat.player}


def play_on(game: Game) -> dict[str, str]:
    """All that is asked is answered; who is asked then, and what."""
    for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
        form = serialization.read_question(registry.game_title(game), row.question).form
        answer(game, row.seat.role, form.write(form.sample(PICK)))
    do_resolve(game.pk)
    game.refresh_from_db()
    return asked(game)


def test_a_reaction_of_the_other_is_no_letter_and_nothing_is_lost(pirates: Game, anna: Player, send: Send) -> None:
    do_resolve(pirates.pk)
    told: dict[str, list[str]] = {}
    joined = 0
    while pirates.status == Game.Status.RUNNING and pirates.stop < 200:
        questions = play_on(pirates)
        letters = send()
        within = bool(questions) and {*questions.values()} <= PASSING
        for letter in letters:
            told.setdefault(letter.to[0], []).append(text_of(letter))
            assert not within or letter.to[0] in questions, "news alone in the midst of a turn"
        joined += within
    assert joined > 3
    assert not OutgoingMail.objects.filter(status="queued").exists()
    access = get_access(anna, pirates.pk, "red")
    events = list_audience_events(access, from_stop=1, until_stop=10_000, limit=10_000)
    lines = [line for one in events if (line := describe_event(pirates, one, "en"))]
    whole = " ".join(" ".join(told["anna@example.org"]).split())
    places = [whole.find(" ".join(line.split())[:60]) for line in lines[20:60]]
    assert all(place >= 0 for place in places)


def test_who_hears_nothing_for_half_a_day_is_told_what_there_is(pirates: Game, send: Send) -> None:
    do_resolve(pirates.pk)
    while not OutgoingMail.objects.filter(status="queued", error=WAIT_FOR_PHASE_END).exists():
        play_on(pirates)
        send()
        assert pirates.status == Game.Status.RUNNING
    with time_machine.travel(datetime.now(UTC) + MAX_DELAY):
        (letter,) = send()
    assert "What happened" in text_of(letter)
