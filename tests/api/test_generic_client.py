"""A client that knows nothing of the titles plays them to their end."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.models import Game, OutgoingMail, Player, SeatView
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
    assert client.given >= 5
    (standing,) = host.call("games_retrieve", game_id=game).body["standings"]
    assert standing["seat"] == "commander"


BATTLES = {
    "lofoten": ("british", "german"), "mers_el_kebir": ("british", "french"), "calabria": ("italian", "british"),
    "spartivento": ("british", "italian"), "denmark_strait": ("british", "german"),
    "last_battle": ("german", "british"), "force_z": ("japanese", "british"), "tirpitz": ("german", "british"),
    "casablanca": ("american", "french"), "third_solomon": ("american", "japanese"),
    "north_cape": ("german", "british"), "san_bernardino": ("japanese", "american"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.one_database
@pytest.mark.parametrize("battle", BATTLES)
def test_every_battle_is_fought_to_its_end(battle: str, anna: Player, ben: Player) -> None:
    """Two clients; every letter that a stop calls for is written, and to each the last."""
    host, guest = (KnowNothing(in_process(Caller(player)), Random(7)) for player in (anna, ben))
    made = host.call("games_create", {"title": "battleships", "scenario": battle, "deadline_hours": 48})
    assert made.status == 201, made.body
    game = made.body["id"]
    for client, side in zip((host, guest), BATTLES[battle], strict=True):
        assert client.call("games_join", {"seat": side}, game_id=game).status == 200
    assert host.call("games_start", {}, game_id=game).status == 202
    do_resolve(game)
    clients = play(Game.objects.get(pk=game), [anna, ben])
    assert all(client.given > 1 for client in clients)
    over = host.call("games_retrieve", game_id=game).body
    assert sorted(one["seat"] for one in over["standings"]) == sorted(BATTLES[battle])
    letters = Counter(OutgoingMail.objects.values_list("seat__role", flat=True))
    seen = Counter(SeatView.objects.filter(game=game, audience__in=BATTLES[battle]).values_list("audience", flat=True))
    assert all(letters[side] >= seen[side] > 1 for side in BATTLES[battle])


ADMIRALS = ("allied", "axis")
OPERATIONS = (
    "pq6", "pq8", "pq12", "pq13", "pq14", "pq15", "pq16", "pq17", "pq18", "qp14", "jw51a", "jw51b", "jw55b",
    "campaign_march",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.one_database
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_is_played_to_its_end(operation: str, anna: Player, ben: Player) -> None:
    """Two clients sail from the set-up to the verdict, and through a campaign of a month; every letter that a stop
    calls for is written.
    """
    host, guest = (KnowNothing(in_process(Caller(player)), Random(7)) for player in (anna, ben))
    made = host.call("games_create", {"title": "pq17", "scenario": operation, "deadline_hours": 48})
    assert made.status == 201, made.body
    game = made.body["id"]
    for client, side in zip((host, guest), ADMIRALS, strict=True):
        assert client.call("games_join", {"seat": side}, game_id=game).status == 200
    assert host.call("games_start", {}, game_id=game).status == 202
    while do_resolve(game).more:
        pass
    clients = play(Game.objects.get(pk=game), [anna, ben])
    assert all(client.given > 10 for client in clients)
    over = host.call("games_retrieve", game_id=game).body
    assert sorted(one["seat"] for one in over["standings"]) == [*ADMIRALS]
    letters = Counter(OutgoingMail.objects.values_list("seat__role", flat=True))
    seen = Counter(SeatView.objects.filter(game=game, audience__in=ADMIRALS).values_list("audience", flat=True))
    assert all(letters[side] >= seen[side] > 1 for side in ADMIRALS)
