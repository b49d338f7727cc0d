"""A refusal is repeated until its `Retry-After` has passed: for the same caller and limit, and without the database."""

import logging
import time
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from redis.connection import AbstractConnection

from api import repeated_refusals
from api.repeated_refusals import Refusal, RefusalMemory
from api.views import order_editor, pictures
from games.models import Game, Player
from games.services.players import do_create_unlimited_token
from pbem.previews import processes
from pbem.previews.slots import PreviewsBusy, ProcessorBudget
from tests.api.conftest import API, Caller, problem

DRAFT = {"answer": None}


@pytest.fixture(autouse=True)
def memory(monkeypatch: pytest.MonkeyPatch) -> RefusalMemory:
    """An empty memory."""
    monkeypatch.setattr(repeated_refusals, "_memory", RefusalMemory())
    return repeated_refusals._memory


@pytest.fixture
def few(settings: Any) -> None:
    """One preview and one change a minute."""
    settings.PBEM_PREVIEWS_PER_MINUTE = settings.PBEM_WRITES_PER_MINUTE = 1


def tap(caller: Caller, path: str, **headers: str) -> tuple[Any, int]:
    """The response to a look at a draft, and the number of queries that it took."""
    with CaptureQueriesContext(connection) as queries:
        response = caller.post(path, DRAFT, **headers)
    return response, len(queries)


@pytest.mark.usefixtures("few")
def test_a_repeated_refusal_asks_no_database_and_no_cache(
    red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = red.decision() + "reach/"
    (allowed, _), (first, _) = tap(red, path), tap(red, path)
    assert allowed.status_code == 200
    found = problem(first, 429, "throttled")
    monkeypatch.setattr(AbstractConnection, "send_packed_command", None)  # a command to Redis would fail
    again, queries = tap(red, path)
    assert queries == 0
    repeated = problem(again, 429, "throttled")
    assert repeated.keys() == found.keys()
    assert {**repeated, "detail": ""} == {**found, "detail": ""}, "the detail names the seconds"
    assert 0 < int(again["Retry-After"]) <= 60
    assert again["RateLimit"].startswith('"previews";r=0;t=')
    for name in ("RateLimit-Policy", "Content-Language", "Content-Security-Policy", "Cache-Control"):
        assert again[name] == first[name], name


@pytest.mark.usefixtures("few")
def test_it_refuses_the_same_caller_and_limit_only(red: Caller, black: Caller, anna: Player, running: Game) -> None:
    path = red.decision() + "reach/"
    assert [tap(red, path)[0].status_code for _ in range(3)] == [200, 429, 429]
    assert red.post(path.replace("reach", "offers"), {"answer": None, "value": "c01"}).status_code == 429
    assert red.patch("players/me/", {}).status_code == 200, "changes have a limit of their own"
    assert red.get("decisions/").status_code == 200
    assert tap(black, black.decision() + "reach/")[0].status_code == 200
    red.http.credentials(HTTP_AUTHORIZATION=f"Token {do_create_unlimited_token(player=anna)}")
    refused, queries = tap(red, path)
    assert refused.status_code == 429, "another token of the player has the same limit"
    assert queries


@pytest.mark.usefixtures("few")
def test_it_ends_with_the_minute(red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    path, clock = red.decision() + "reach/", time.monotonic
    assert [tap(red, path)[0].status_code for _ in range(3)] == [200, 429, 429]
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 61)
    refused, queries = tap(red, path)
    assert refused.status_code == 429, "the count in the cache is of this minute still"
    assert queries


@pytest.mark.usefixtures("few")
def test_a_limit_that_the_host_has_lifted_refuses_nobody(red: Caller, running: Game) -> None:
    path = red.decision() + "reach/"
    assert [tap(red, path)[0].status_code for _ in range(3)] == [200, 429, 429]
    with override_settings(PBEM_PREVIEWS_PER_MINUTE=0):
        assert tap(red, path)[0].status_code == 200


@pytest.mark.usefixtures("few")
def test_it_speaks_the_callers_language(black: Caller, running: Game) -> None:
    path = black.decision() + "reach/"
    titles = [tap(black, path)[0].json().get("title") for _ in range(3)]
    assert titles == [None, "要求が多すぎます", "要求が多すぎます"]
    english = tap(black, path, **{"Accept-Language": "en"})[0]
    assert (english.json()["title"], english["Content-Language"]) == ("Too many requests", "en")


@pytest.mark.usefixtures("few")
def test_a_session_is_a_caller_too(anna: Player, black: Caller, running: Game) -> None:
    pages = Client()
    pages.force_login(anna)
    patched = [pages.patch(API + "players/me/", "{}", content_type="application/json") for _ in range(3)]
    assert [one.status_code for one in patched] == [200, 429, 429]
    with CaptureQueriesContext(connection) as queries:
        pages.patch(API + "players/me/", "{}", content_type="application/json")
    assert not len(queries)
    assert black.patch("players/me/", {}).status_code == 200


@pytest.mark.usefixtures("few")
def test_pages_of_other_origins_may_read_it(red: Caller, running: Game) -> None:
    ours, path = "https://bots.example.org", red.decision() + "reach/"
    with override_settings(CORS_ALLOWED_ORIGINS=[ours]):
        last = [tap(red, path, Origin=ours)[0] for _ in range(3)][-1]
    assert last.status_code == 429
    assert last["Access-Control-Allow-Origin"] == ours


@pytest.mark.usefixtures("few")
def test_the_log_has_the_first_refusal_only(red: Caller, running: Game, caplog: pytest.LogCaptureFixture) -> None:
    path = red.decision() + "reach/"
    with caplog.at_level(logging.WARNING, "django.request"):
        assert [tap(red, path)[0].status_code for _ in range(4)] == [200, 429, 429, 429]
    assert [one.getMessage().split(":")[0] for one in caplog.records] == ["Too Many Requests"]


# ---------------------------------------------------------------- a player's own load
def busy(*rest: object, **more: object) -> bytes:
    raise PreviewsBusy


@pytest.fixture
def budget(monkeypatch: pytest.MonkeyPatch) -> ProcessorBudget:
    """The budgets of all players, unused; and no free slot for any preview."""
    monkeypatch.setattr(processes, "_budget", made := ProcessorBudget(2.0, 0.1))
    for module in (order_editor, pictures):
        monkeypatch.setattr(module, "run_preview", busy)
    return made


def test_who_computes_much_is_refused_again_until_the_time_to_retry(
    red: Caller, anna: Player, running: Game, budget: ProcessorBudget, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, picture, clock = red.decision() + "reach/", f"games/{running.pk}/board.png", time.monotonic
    budget.charge(anna.pk, 5.0)
    for call in (lambda: red.post(path, DRAFT), lambda: red.get(picture)):
        first = call()
        with CaptureQueriesContext(connection) as queries:
            again = call()
        assert not len(queries)
        assert problem(again, 503, "unavailable") == problem(first, 503, "unavailable")
        assert again["Retry-After"] == first["Retry-After"]
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 1.5)
    assert tap(red, path)[1], "its second has passed"
    assert red.get("decisions/").status_code == 200


def test_who_taps_quickly_within_the_budget_is_asked_each_time(
    red: Caller, running: Game, budget: ProcessorBudget
) -> None:
    path = red.decision() + "reach/"
    for _ in range(3):
        refused, queries = tap(red, path)
        problem(refused, 503, "unavailable")
        assert queries


# ---------------------------------------------------------------- the memory
def test_the_memory_is_bounded_and_forgets_what_has_passed() -> None:
    memory, now = RefusalMemory(most=2), time.monotonic()
    lasting, past = Refusal(now + 60, "en", None), Refusal(now - 1, "en", None)
    memory.add(b"a", "limit", lasting)
    memory.add(b"b", "limit", past)
    assert not memory.of_caller(b"b")
    memory.add(b"c", "limit", lasting)
    assert memory.of_caller(b"c"), "the past one has made room"
    memory.add(b"d", "limit", lasting)
    assert not memory.of_caller(b"d"), "it is full"
    memory.add(b"a", "another", lasting)
    assert set(memory.of_caller(b"a")) == {"limit", "another"}
