"""Rate limits: counting of calls."""

from typing import Any

import pytest
from django.core.cache import caches
from redis.connection import AbstractConnection

from pbem.rate_limits import count_event


def test_each_key_is_counted_by_itself() -> None:
    assert [count_event("key", 60) for _ in range(3)] == [1, 2, 3]
    assert count_event("another", 60) == 1


@pytest.mark.postgresql
def test_a_count_is_one_journey_to_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    count_event("key", 60)  # takes up the connection
    sent: list[Any] = []
    send = AbstractConnection.send_packed_command

    def noting(self: Any, command: Any, check_health: bool = True) -> None:
        sent.append(command)
        send(self, command, check_health)

    monkeypatch.setattr(AbstractConnection, "send_packed_command", noting)
    assert count_event("key", 60) == 2
    assert len(sent) == 1


@pytest.mark.postgresql
def test_a_count_ends_so_long_after_its_first_time() -> None:
    count_event("key", 60)
    count_event("key", 6000)
    cache: Any = caches["default"]
    assert 0 < cache._cache.get_client().ttl(cache.make_key("key")) <= 60
