"""The first e-mail of a title explains how a turn works, once, to players who want it."""

from typing import Any

import pytest
from django.test import TestCase

from games.models import Game, OutgoingMail, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from worker.mail.outbound import delivery

pytestmark = pytest.mark.django_db

HEADING = "Your first turn"


def started(host: Player) -> Game:
    """A game for one player at its first question."""
    game = do_create_game(host=host, title="goeben", scenario="atlantic_breakout", deadline_hours=24)
    do_join_game(player=host, game_id=game.pk, role=game.seats.get().role)
    do_start_game(player=host, game_id=game.pk)
    do_resolve(game.pk)
    return game


def mailed(host: Player, box: Any) -> list[str]:
    """The texts of the e-mails of a new game, by turn."""
    del box[:]
    with TestCase.captureOnCommitCallbacks(execute=True):
        started(host)
    delivery.send_due_mail()
    return [one.body for one in box]


def test_the_first_letter_of_a_title_alone_explains_a_turn(anna: Player, mailoutbox: Any) -> None:
    (first,) = mailed(anna, mailoutbox)
    assert HEADING in first
    assert "prepare the mission" in first
    assert "?guide=1" in first
    (second,) = mailed(anna, mailoutbox)
    assert HEADING not in second


def test_a_player_without_hints_gets_no_explanation(anna: Player, mailoutbox: Any) -> None:
    Player.objects.filter(pk=anna.pk).update(hints=False)
    anna.refresh_from_db()
    (first,) = mailed(anna, mailoutbox)
    assert HEADING not in first
    assert OutgoingMail.objects.count() == 1
