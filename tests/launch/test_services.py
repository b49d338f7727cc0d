"""Services for tests: named ones first, then local ones, then ones brought along."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest
import redis

from pbem.cache_backends import FailOpenRedisCache
from pbem.setting_values import cache_settings
from tools.launch import broker, services


class Fake:
    """Stands for a server that we would bring."""

    url = "own://server"

    def __init__(self, **_: bool) -> None:
        self.running = False

    def start(self) -> None:
        self.running = True

    def close(self) -> None:
        self.running = False


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """A machine on which local servers answer, or not."""
    answering = {"postgres": True, "redis": True}
    monkeypatch.setattr(services, "OwnPostgres", Fake)
    monkeypatch.setattr(services, "OwnRedis", Fake)
    monkeypatch.setattr(
        services,
        "postgres_version",
        lambda host, *, user: "15.1" if answering["postgres"] and user == "postgres" else None,
    )
    monkeypatch.setattr(broker, "ping", lambda *_: answering["redis"])
    monkeypatch.setattr(services, "_empty_redis_database", lambda: 4)
    return answering


def test_named_services_come_first(machine: dict[str, bool]) -> None:
    named = {"DATABASE_URL": "postgres://there/db", "REDIS_URL": "redis://there"}
    with services.found(named, own=False) as found:
        assert found.variables == named


def test_local_ones_are_used_if_they_answer(machine: dict[str, bool]) -> None:
    with services.found({}, own=False) as found:
        assert found.database_url == "postgres://postgres@127.0.0.1:5432/sealed_orders"
        assert found.redis_url == "redis://127.0.0.1:6379/4"


@pytest.mark.parametrize("silent", ["postgres", "redis"])
def test_what_does_not_answer_is_brought_along(machine: dict[str, bool], silent: str) -> None:
    machine[silent] = False
    with services.found({}, own=False) as found:
        assert (found.database_url == Fake.url) == (silent == "postgres")
        assert (found.redis_url == Fake.url) == (silent == "redis")


def test_own_services_are_brought_even_if_others_are_named(machine: dict[str, bool]) -> None:
    named = {"DATABASE_URL": "postgres://there/db", "REDIS_URL": "redis://there"}
    with services.found(named, own=True) as found:
        assert (found.database_url, found.redis_url) == (Fake.url, Fake.url)


def test_each_run_has_a_database_of_its_own() -> None:
    url = "postgres://postgres@%2Ftmp%2Fplace/sealed_orders?sslmode=disable"
    first, second = services.own_database(url), services.own_database(url)
    assert first != second
    assert first.startswith("postgres://postgres@%2Ftmp%2Fplace/sealed_orders_")
    assert first.endswith("?sslmode=disable")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def test_our_own_postgres_keeps_what_was_committed_over_a_crash(stack: ExitStack) -> None:
    server = services.OwnPostgres(durable=True)
    stack.callback(server.close)
    server.start()
    with services.empty_database(server.url) as url:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        server.stop(by=signal.SIGKILL)
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(url)
        server.start()
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)


def test_our_own_redis_wants_its_password(stack: ExitStack) -> None:
    server = services.OwnRedis()
    stack.callback(server.close)
    server.start()
    with redis.Redis.from_url(server.url) as client:
        assert client.ping()
        port = client.connection_pool.connection_kwargs["port"]
    assert not broker.ping("127.0.0.1", port)
    with redis.Redis(port=port) as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()


def test_a_cache_can_never_fill_the_broker(stack: ExitStack) -> None:
    """Where both are on one server and its memory is used up, the cache makes room; the broker loses nothing."""
    server = services.OwnRedis()
    stack.callback(server.close)
    server.start()
    cache = FailOpenRedisCache(cache_settings("", server.url)["LOCATION"], {})
    with redis.Redis.from_url(server.url) as tasks:
        room = 4_000_000
        tasks.config_set("maxmemory", tasks.info("memory")["used_memory"] + room)
        for number in range(400):
            tasks.rpush("play", f"task {number}")
            cache.set(f"picture-{number}", b"x" * 50_000)
        assert tasks.llen("play") == 400
        assert tasks.info("stats")["evicted_keys"] > 0
    kept = [number for number in range(400) if cache.get(f"picture-{number}") is not None]
    assert kept[-1] == 399, "which of the others are gone is drawn among those of one second"
    assert 50_000 * len(kept) < room
