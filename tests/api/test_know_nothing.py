"""A client that knows nothing of the titles plays them to their end."""

from random import Random
from typing import Any

import pytest

from games.models import Game, Player
from games.services.resolve.advance import do_resolve
from tests.api.conftest import Caller
from tests.api.know_nothing import KnowNothing, Reply, Send

pytestmark = pytest.mark.django_db


def in_process(caller: Caller) -> Send:
    """Requests through the test client."""

    def send(method: str, path: str, body: bytes | None, content_type: str) -> Reply:
        response: Any = caller.raw(method, path, body or b"", content_type if body is not None else "")
        return Reply(response.status_code, response.json() if response.content else None)

    return send


def play(game: Game, players: list[Player], limit: int = 3000) -> list[KnowNothing]:
    """Let each player's client answer in turns until the game is over; nothing but HTTP and the worker's resolve."""
    clients = [KnowNothing(in_process(Caller(player)), Random(n)) for n, player in enumerate(players, start=7)]
    for _ in range(limit):
        if clients[0].call("games_retrieve", game_id=str(game.pk)).body["status"] == "over":
            return clients
        assert sum(client.answer_all() for client in clients), "nobody is asked, but the game is not over"
        while do_resolve(game.pk).more:
            pass
    raise AssertionError("the game does not end")


def test_the_toy_is_played_to_its_end(running: Game, anna: Player, ben: Player) -> None:
    clients = play(running, [anna, ben])
    assert sum(client.given for client in clients) == 9
    state = clients[1].call("games_retrieve", game_id=str(running.pk)).body
    assert sorted(one["seat"] for one in state["standings"]) == ["black", "red"]


@pytest.mark.slow
def test_the_kaisers_pirates_are_played_to_their_end(anna: Player, ben: Player) -> None:
    """Two clients create, join, start and play: every step over the wire."""
    host, guest = (KnowNothing(in_process(Caller(player))) for player in (anna, ben))
    wish = {"title": "pirates", "scenario": "two_players", "options": {"removed": 70}, "deadline_hours": 48}
    made = host.call("games_create", wish)
    assert made.status == 201, made.body
    game = made.body["id"]
    assert host.call("games_join", {"seat": "red"}, game_id=game).status == 200
    assert guest.call("games_join", {"seat": "black"}, game_id=game).status == 200
    assert host.call("games_start", {}, game_id=game).status == 202
    do_resolve(game)
    clients = play(Game.objects.get(pk=game), [anna, ben])
    assert all(client.given > 10 for client in clients)
    over = host.call("games_retrieve", game_id=game).body
    assert {one["seat"] for one in over["standings"]} == {"red", "black"}
    assert 1 in {one["place"] for one in over["standings"]}
    assert len(host.call("games_dice", game_id=game).body["branches"][0]["secret"]) == 64


@pytest.mark.slow
def test_one_player_plays_against_the_phantom_to_the_end(anna: Player) -> None:
    """One client creates, joins, starts and plays; the phantom has a place, but no seat."""
    host = KnowNothing(in_process(Caller(anna)), Random(7))
    wish = {"title": "pirates", "scenario": "solitaire", "options": {"removed": 70}, "deadline_hours": 48}
    made = host.call("games_create", wish)
    assert made.status == 201, made.body
    game = made.body["id"]
    assert [seat["seat"] for seat in made.body["seats"]] == ["red"]
    assert host.call("games_join", {"seat": "red"}, game_id=game).status == 200
    assert host.call("games_start", {}, game_id=game).status == 202
    do_resolve(game)
    (client,) = play(Game.objects.get(pk=game), [anna])
    assert client.given > 10
    over = host.call("games_retrieve", game_id=game).body
    assert {one["seat"] for one in over["standings"]} == {"red", "phantom"}


MISSIONS = (
    "atlantic_breakout", "austro_hungarian_pact", "raid_convoys", "italian_alliance", "ottoman_alliance", "suez_canal",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("mission", MISSIONS)
def test_every_mission_of_goeben_is_played_to_its_end(mission: str, anna: Player) -> None:
    """One client creates, joins, starts and sails."""
    host = KnowNothing(in_process(Caller(anna)), Random(7))
    made = host.call("games_create", {"title": "goeben", "scenario": mission, "deadline_hours": 48})
    assert made.status == 201, made.body
    game = made.body["id"]
    assert host.call("games_join", {"seat": "commander"}, game_id=game).status == 200
    assert host.call("games_start", {}, game_id=game).status == 202
    do_resolve(game)
    (client,) = play(Game.objects.get(pk=game), [anna])
    assert client.given > 5
    (standing,) = host.call("games_retrieve", game_id=game).body["standings"]
    assert standing["seat"] == "commander"
