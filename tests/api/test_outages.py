"""Redis or the database away: games go on without the one, and without the other callers hear when to come again."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from games.models import Game, Player
from games.services import triggers
from pbem import cache_backends
from pbem.celery import PUBLISH_OPTIONS, app
from pbem.setting_values import cache_settings, database_settings
from tests.api.conftest import Caller, problem
from worker import task_publisher

pytestmark = pytest.mark.django_db

BUDGET = 0.9
"""Seconds that all waiting of one call may come to."""


class Silent:
    """A port that takes connections and never answers; it counts them. Or, when `closed`, one that takes none."""

    def __init__(self, *, closed: bool) -> None:
        self.taken = 0
        self._kept: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._door.getsockname()[1]}/0"
        if closed:
            self._door.close()
        else:
            threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                self._kept.append(self._door.accept()[0])
                self.taken += 1

    def close(self) -> None:
        for one in (self._door, *self._kept):
            one.close()


@pytest.fixture(params=["closed", "hangs"])
def away(request: pytest.FixtureRequest, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Silent]:
    """Redis is away, for the cache and for the broker."""
    server = Silent(closed=request.param == "closed")
    settings.CACHES = {"default": cache_settings("", server.url)}
    monkeypatch.setattr(app, "connection_for_write", lambda: type(app).connection_for_write(app, server.url))
    monkeypatch.setattr(app, "_pool", None)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    task_publisher.register_triggers()
    yield server
    server.close()


def test_answers_are_taken_while_redis_is_away(
    away: Silent, red: Caller, black: Caller, running: Game, django_capture_on_commit_callbacks: Any, caplog: Any
) -> None:
    """Every wait that a call can meet has its end, and there are few of them: no clock is needed to see it."""
    for caller in (red, black):
        decision = caller.decision()
        answer = {"answer": caller.get(decision).json()["form"]["example"], "ready": True}
        with django_capture_on_commit_callbacks(execute=True):
            assert caller.put(f"{decision}answer/", answer).status_code == 202
    assert "the cache is left alone" in caplog.text
    assert "the hint resolve" in caplog.text
    patience = max(
        cache_backends.TIMEOUT_SECONDS, PUBLISH_OPTIONS["socket_timeout"], PUBLISH_OPTIONS["socket_connect_timeout"]
    )
    assert away.taken * patience <= BUDGET, "each connection that it took was waited for once"


def test_reading_and_logging_in_go_on_while_redis_is_away(away: Silent, client: Client, anna: Player) -> None:
    for _ in range(4):
        assert client.post("/login/", {"username": "anna", "password": "no"}).status_code == 200
    assert client.post("/login/", {"username": "anna", "password": "pw"}).status_code == 302
    assert client.get("/games/").status_code == 200
    assert away.taken <= 1, "a server that failed is left alone for a while"


def test_a_cache_that_is_away_is_an_empty_one(away: Silent) -> None:
    assert cache.get("key", "none") == "none"
    assert cache.add("key", 1)
    cache.set("key", 1)
    assert cache.incr("key") == 1
    assert cache.count("key", 60) == 1
    assert not cache.delete("key")
    assert not cache.touch("key")
    assert not cache.has_key("key")
    assert cache.get_many(["key"]) == {}
    assert cache.set_many({"key": 1}) == ["key"]
    cache.delete_many(["key"])
    cache.clear()


def test_a_lost_hint_silences_the_next_ones_for_a_while(away: Silent, caplog: Any) -> None:
    for _ in range(5):
        triggers._give(triggers.RESOLVE, "a game")
    assert caplog.text.count("the hint resolve") == 1


def test_the_cache_has_a_database_of_its_own() -> None:
    for broker, beside in (("redis://:pw@h:6379/0", "redis://:pw@h:6379/1"), ("redis://h/5", "redis://h/4")):
        assert cache_settings("", broker)["LOCATION"] == beside
    assert cache_settings("redis://other/0", "redis://h/0")["LOCATION"] == "redis://other/0"
    assert "locmem" in cache_settings("", "")["BACKEND"]


def test_a_database_server_that_hangs_is_given_up(tmp_path: Path) -> None:
    assert database_settings("postgres://h/db", tmp_path)["OPTIONS"]["connect_timeout"] <= 5
    assert database_settings("postgres://h/db?connect_timeout=9", tmp_path)["OPTIONS"]["connect_timeout"] == 9


@pytest.fixture(params=[OperationalError, InterfaceError])
def no_database(request: pytest.FixtureRequest) -> Callable[[], Any]:
    """Every statement fails as if the server had gone."""

    def refuse(*_: Any) -> Any:
        raise request.param("the connection is closed; server 10.0.0.7")

    return lambda: connection.execute_wrapper(refuse)


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "games/"), ("GET", "titles/"), ("PATCH", "players/me/"), ("POST", "games/")]
)
def test_without_the_database_a_call_is_a_503(
    no_database: Callable[[], Any], red: Caller, method: str, path: str
) -> None:
    red.http.raise_request_exception = False
    body = '{"title": "toy", "scenario": "standard"}' if method == "POST" else "{}"
    with no_database():
        response = red.raw(method, path, body)
    found = problem(response, 503, "unavailable")
    assert int(response["Retry-After"]) > 0
    assert "10.0.0.7" not in response.content.decode()
    assert found["errors"] == []


@pytest.mark.parametrize("path", ["/", "/login/", "/games/", "/admin/"])
def test_without_the_database_a_page_is_a_plain_page(no_database: Callable[[], Any], anna: Player, path: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(anna)
    with no_database():
        response = client.get(path)
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert "text/html" in response["Content-Type"]
    text = response.content.decode()
    assert "Back in a moment" in text
    assert "10.0.0.7" not in text


def test_a_fault_stays_a_fault(red: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.views.players.list_tokens", _broken)
    red.http.raise_request_exception = False
    problem(red.get("tokens/"), 500, "error")


def _broken(*_: Any) -> Any:
    raise RuntimeError("a mistake")
