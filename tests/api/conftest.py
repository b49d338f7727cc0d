"""Clients for the tests of the REST interface."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Game, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_create_unlimited_token
from games.services.resolve.advance import do_resolve

API = "/api/v1/"


class Caller:
    """A script with a player's token. Paths are relative to ``/api/v1/``; bodies are JSON."""

    def __init__(self, player: Player | None) -> None:
        self.http = APIClient()
        self.player = player
        self.token = do_create_unlimited_token(player=player) if player is not None else ""
        if self.token:
            self.http.credentials(HTTP_AUTHORIZATION=f"Token {self.token}")

    def credentials(self) -> dict[str, str]:
        """The headers that show who calls."""
        return {"Authorization": f"Token {self.token}"}

    def get(self, path: str, query: Any = None, **headers: str) -> Any:
        return self.http.get(_url(path), query, headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.http.post(_url(path), {} if body is None else body, format="json", headers=headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.http.put(_url(path), body, format="json", headers=headers)

    def patch(self, path: str, body: Any = None) -> Any:
        return self.http.patch(_url(path), body, format="json")

    def delete(self, path: str, **headers: str) -> Any:
        return self.http.delete(_url(path), headers=headers)

    def raw(
        self, method: str, path: str, body: bytes | str, content_type: str = "application/json", **extra: Any
    ) -> Any:
        return self.http.generic(method, _url(path), body, content_type=content_type, **extra)

    def decision(self, game: Game | None = None) -> str:
        """The address of the first of my open decisions."""
        found = self.get("decisions/", {"game": str(game.pk)} if game else None).json()["results"]
        return f"decisions/{found[0]['id']}/"


def _url(path: str) -> str:
    return path if path.startswith(("/", "http")) else API + path


@pytest.fixture(autouse=True)
def _no_counts(own_cache: None) -> None:
    """Nobody has written anything this minute."""


@pytest.fixture
def as_player(db: None) -> Callable[[Player | None], Caller]:
    return Caller


@pytest.fixture
def red(anna: Player) -> Caller:
    """Anna's script; she sits in the red seat of `running`."""
    return Caller(anna)


@pytest.fixture
def black(ben: Player) -> Caller:
    """Ben's script; he sits in the black seat and reads Japanese."""
    return Caller(ben)


@pytest.fixture
def stranger(db: None) -> Caller:
    """A player who sits nowhere."""
    return Caller(Player.objects.create_user("carl", "carl@example.org", "pw"))


@pytest.fixture
def umpire(staff: Player) -> Caller:
    """Staff, sitting nowhere."""
    return Caller(staff)


@pytest.fixture
def nobody(db: None) -> Caller:
    """A client without a token."""
    return Caller(None)


def problem(response: Any, status: int, code: str) -> Any:
    """The problem document in a response, which must be whole and of this sort."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    found = response.json()
    assert {"type", "title", "status", "detail", "instance", "code", "rule", "errors"} == set(found)
    assert (found["status"], found["code"]) == (status, code)
    assert found["type"].endswith(f"#{code}")
    assert found["title"]
    assert found["detail"]
    return found


def wrong(found: Any) -> dict[str, str]:
    """The wrong fields of a problem document: pointer to code."""
    return {error["pointer"]: error["code"] for error in found["errors"]}


@pytest.fixture
def pirates(anna: Player, ben: Player) -> Game:
    """A running two-player game of The Kaiser's Pirates between Anna (red) and Ben (black)."""
    game = do_create_game(host=anna, title="pirates", scenario="two_players", name="Emden", deadline_hours=48)
    do_join_game(player=anna, game_id=game.pk, role="red")
    do_join_game(player=ben, game_id=game.pk, role="black")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    game.refresh_from_db()
    return game


@pytest.fixture
def active(red: Caller, black: Caller, pirates: Game) -> Caller:
    """The player who has to decide first in `pirates`."""
    return red if red.get("decisions/").json()["results"] else black


@pytest.fixture
def real(active: Caller, pirates: Game) -> dict[str, str]:
    """Ids that exist."""
    return {"game_id": str(pirates.pk), "decision_id": active.decision().split("/")[1]}
