"""A game that was opened by mail is changed by a reply, until it begins."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games.models import Game, Player
from tests.worker.conftest import parsed
from tests.worker.inbound.test_opening_by_email import asked, letter_to_us, seats, words
from tests.worker.inbound.writing import bring, reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]
__all__ = ["asked", "letter_to_us"]

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def opened(asked: Callable[..., Parsed], send: Send) -> Parsed:
    """The letter to anna that says that her game is open; ben is invited."""
    shown = asked("new game pq17 scenario=jw_51b side=axis against=ben")
    bring(reply(shown, "yes"))
    return to_anna(send)


def to_anna(send: Send) -> Parsed:
    return parsed([one for one in send() if one.to == ["anna@example.org"]][-1])


def answered(send: Send, letter: Parsed, *lines: str) -> Parsed:
    bring(reply(letter, *lines))
    return to_anna(send)


def test_scenario_seats_and_deadline_change_by_replying(opened: Parsed, send: Send) -> None:
    before = Game.objects.get()
    shown = answered(send, opened, "scenario=pq_17", "side=allied", "hours=72")
    said = " ".join(words(shown).split())
    assert f"“{before.name}” is open. “yes” calls it off and opens this one instead" in said
    assert Game.objects.get() == before
    answered(send, shown, "yes")
    game = Game.objects.get()
    assert game.pk != before.pk
    assert (game.scenario, game.deadline_hours) != (before.scenario, before.deadline_hours)
    assert game.deadline_hours == 72
    assert seats(game)["allied"] == "anna"


def test_no_leaves_the_open_game_as_it_is(opened: Parsed, send: Send) -> None:
    before = Game.objects.get()
    shown = answered(send, opened, "hours=72")
    answered(send, shown, "no")
    assert Game.objects.get() == before


def test_a_game_that_has_begun_is_changed_no_more(opened: Parsed, send: Send, ben: Player) -> None:
    game = Game.objects.get()
    late = answered(send, opened, "hours=72")
    Game.objects.filter(pk=game.pk).update(status="running", started_at=game.created_at)
    said = " ".join(words(answered(send, opened, "hours=96")).split())
    assert "The game has begun: its scenario, seats and options can no longer be changed." in said
    assert "This game has begun." in words(answered(send, late, "yes"))
    assert Game.objects.get().deadline_hours != 72


def test_a_game_in_which_another_player_sits_is_not_taken_away(opened: Parsed, send: Send, ben: Player) -> None:
    game = Game.objects.get()
    shown = answered(send, opened, "hours=72")
    role = next(role for role, who in seats(game).items() if who.startswith("ben"))
    Game.objects.filter(pk=game.pk).update(status="open")
    game.seats.filter(role=role).update(reserved_for="", kind="player", player=ben)
    assert "Others sit here: call it off first." in words(answered(send, shown, "yes"))
    assert Game.objects.get() == game


def test_a_strangers_yes_changes_nothing(opened: Parsed, send: Send, ben: Player) -> None:
    before = Game.objects.get()
    shown = answered(send, opened, "hours=72")
    bring(reply(shown, "yes", sender="ben@example.org"))
    assert Game.objects.get() == before
