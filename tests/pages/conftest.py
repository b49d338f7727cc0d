"""Browsers of the players, and a game of The Kaiser's Pirates at its first decision."""

import pytest
from django.test import Client

from games.models import Game, OpenRequest, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve


def browser(player: Player) -> Client:
    """A signed-in browser without JavaScript that sends no token of its own accord."""
    client = Client(enforce_csrf_checks=False)
    client.force_login(player)
    return client


@pytest.fixture
def as_anna(anna: Player) -> Client:
    return browser(anna)


@pytest.fixture
def as_ben(ben: Player) -> Client:
    return browser(ben)


@pytest.fixture
def as_staff(staff: Player) -> Client:
    return browser(staff)


@pytest.fixture
def pirates(anna: Player, ben: Player) -> Game:
    """A two-player game at the first plan."""
    game = do_create_game(host=anna, title="pirates", scenario="two_players", name="Cocos Island", deadline_hours=24)
    do_join_game(player=anna, game_id=game.pk, role="red")
    do_join_game(player=ben, game_id=game.pk, role="black")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    game.refresh_from_db()
    return game


@pytest.fixture
def plan(pirates: Game) -> tuple[Client, OpenRequest]:
    """The first plan, and the browser of whoever has to make it."""
    request = OpenRequest.objects.select_related("seat__player").get(game=pirates, closed_at=None)
    assert request.seat.player is not None
    Player.objects.filter(pk=request.seat.player.pk).update(language="en")
    request.seat.player.refresh_from_db()
    return browser(request.seat.player), request
