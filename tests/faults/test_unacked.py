"""What is handed out is noted in Redis as kombu notes it, without waiting for answers, and comes back when it must."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
from kombu import Connection, Exchange, Queue
from kombu.transport import redis as kombu_redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from pbem.broker import Unacked

Taken = list[Any]
PLAY = Queue("play", Exchange("play"), routing_key="play")


@pytest.fixture
def server(broker: str) -> Iterator[redis.Redis]:
    """That Redis, as somebody else sees it."""
    with redis.Redis.from_url(broker) as client:
        yield client


class Worker:
    """A consumer of the queue `play`, and what it has taken."""

    def __init__(self, url: str, *, prefetched: int = 1, **options: Any) -> None:
        self.connection = Connection(url, transport_options={"visibility_timeout": 100, **options})
        self.channel: Any = self.connection.default_channel
        self.channel.basic_qos(0, prefetched, False)
        self.taken: Taken = []
        self.consumer = self.connection.Consumer([PLAY], on_message=self.taken.append)
        self.consumer.consume()

    @property
    def unacked(self) -> Unacked:
        """What it has been handed."""
        found = self.channel.qos
        assert type(found) is Unacked
        return found

    def take(self) -> Any:
        """The next message."""
        before = len(self.taken)
        while len(self.taken) == before:
            self.connection.drain_events(timeout=10)
        return self.taken[-1]

    def is_killed(self) -> None:
        """It says nothing more to anybody."""
        self.unacked._on_collect.cancel()
        self.channel.qos.restore_at_shutdown = False
        with suppress(Exception):
            self.connection.collect()


@pytest.fixture
def hired(broker: str) -> Iterator[Callable[..., Worker]]:
    """Workers, which go home at the end."""
    workers: list[Worker] = []

    def hire(**options: Any) -> Worker:
        workers.append(Worker(broker, **options))
        return workers[-1]

    yield hire
    for worker in workers:
        worker.is_killed()


def _put(url: str, *texts: str) -> None:
    with Connection(url) as connection, connection.SimpleQueue(PLAY) as queue:
        for text in texts:
            queue.put(text)


def _noted(server: redis.Redis) -> dict[str, Any]:
    """What lies in Redis of messages that are handed out, and of which the index knows."""
    noted: Any = server.hgetall("unacked")
    assert {*noted} == {*server.zrange("unacked_index", 0, -1)}
    return {tag.decode(): json.loads(text) for tag, text in noted.items()}


def _settled(worker: Worker) -> None:
    """Redis has done all that it was told."""
    worker.unacked._say()


def test_the_broker_of_these_tests_is_not_the_one_in_which_tests_beside_them_leave_their_hints(
    broker: str, broker_server: str
) -> None:
    assert urlsplit(broker).path != urlsplit(broker_server).path


def test_what_lies_in_redis_is_what_kombu_would_note(broker: str, server: redis.Redis, hired: Any) -> None:
    worker = hired()
    _put(broker, "a game")
    message = worker.take()
    _settled(worker)
    ((tag, ours),) = _noted(server).items()
    kombu_redis.QoS.append(worker.unacked, message, tag)
    assert _noted(server) == {tag: ours}
    assert ours[1:] == [message.delivery_info["exchange"], message.delivery_info["routing_key"]]
    message.ack()
    _settled(worker)
    assert _noted(server) == {}
    assert server.llen("play") == 0


def test_a_prefix_before_all_keys_stands_before_these_too(broker: str, server: redis.Redis, hired: Any) -> None:
    worker = hired(global_keyprefix="here:")
    with Connection(broker, transport_options={"global_keyprefix": "here:"}) as connection:
        connection.SimpleQueue(PLAY).put("a game")
    message = worker.take()
    _settled(worker)
    assert server.hlen("here:unacked") == server.zcard("here:unacked_index") == 1
    message.ack()
    _settled(worker)
    assert [key for key in server.scan_iter() if b"unacked" in key] == []


def test_nobody_waits_for_redis_to_note_or_tick_off(broker: str, hired: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = hired()
    _put(broker, "one", "two")
    worker.take().ack()
    line: Any = worker.unacked._line
    said: list[str] = []
    for name in ("read_response", "send_packed_command"):
        monkeypatch.setattr(line, name, _told(said, name, getattr(line, name)))
    worker.take().ack()
    said_of_one_message = ["read_response", "read_response", "send_packed_command"]
    assert said == said_of_one_message * 2, "answers are read where the next word is due, not behind their own"


def _told(said: list[str], name: str, do: Any) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        said.append(name)
        return do(*args, **kwargs)

    return call


def test_of_a_killed_worker_nothing_is_lost(broker: str, server: redis.Redis, hired: Any) -> None:
    worker = hired(prefetched=2)
    _put(broker, "done", "in hand")
    worker.take().ack()
    worker.take()
    _settled(worker)
    worker.is_killed()
    assert len(_noted(server)) == 1
    heir = hired(visibility_timeout=0)
    heir.unacked.restore_visible()
    assert heir.take().payload == "in hand"


def test_who_stops_in_good_order_gives_back_what_is_in_hand(broker: str, server: redis.Redis, hired: Any) -> None:
    worker = hired(prefetched=3)
    _put(broker, "done", "in hand", "not begun")
    worker.take().ack()
    for _ in range(2):
        worker.take()
    worker.unacked.restore_unacked_once()
    assert server.llen("play") == 2
    assert _noted(server) == {}
    heir = hired(prefetched=2)
    assert {heir.take().payload for _ in range(2)} == {"in hand", "not begun"}


def test_a_message_that_is_sent_back_at_once_is_there_again(
    broker: str, server: redis.Redis, hired: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = hired()
    _put(broker, "a game")
    message = worker.take()
    owed: list[int] = []
    give_back = kombu_redis.QoS.restore_by_tag
    monkeypatch.setattr(
        kombu_redis.QoS,
        "restore_by_tag",
        lambda self, *rest, **named: owed.append(self._owed) or give_back(self, *rest, **named),
    )
    message.requeue()
    assert owed == [0], "on another connection: Redis must have noted it by then"
    assert server.llen("play") == 1
    assert _noted(server) == {}
    assert worker.take().payload == "a game"


@pytest.mark.parametrize("prefetched", [1, 2])
def test_no_more_is_taken_than_may_be_in_hand(broker: str, server: redis.Redis, hired: Any, prefetched: int) -> None:
    worker = hired(prefetched=prefetched)
    _put(broker, "one", "two", "three")
    for _ in range(prefetched):
        worker.take()
    with pytest.raises(TimeoutError):
        worker.connection.drain_events(timeout=0.2)
    assert server.llen("play") == 3 - prefetched
    worker.taken[0].ack()
    worker.take()
    assert server.llen("play") == 2 - prefetched


def test_a_connection_that_breaks_is_heard_of_and_the_next_word_has_a_new_one(
    broker: str, server: redis.Redis, hired: Any
) -> None:
    worker = hired(prefetched=2)
    _put(broker, "one", "two")
    first = worker.take()
    line: Any = worker.unacked._line
    line._sock.close()
    with pytest.raises(worker.connection.connection_errors):
        first.ack()
    assert worker.unacked._line is None
    first._state = "RECEIVED"  # as for kombu, which tries again
    first.ack()
    _settled(worker)
    assert _noted(server) == {}


def test_a_refusal_is_heard_of_with_the_next_word(broker: str, server: redis.Redis, hired: Any) -> None:
    worker = hired(prefetched=2)
    _put(broker, "one")
    message = worker.take()
    _settled(worker)
    server.delete("unacked_index")
    server.set("unacked_index", "not a list of any kind")
    message.ack()
    line: Any = worker.unacked._line
    with pytest.raises(ResponseError):
        _settled(worker)
    assert line._sock is None, "the answer to the second command is still on its way there"
    server.delete("unacked_index")
    _settled(worker)
    assert worker.unacked._line is line, "it went back to where connections are lent from"


def test_a_redis_that_is_gone_raises_what_kombu_would(broker: str) -> None:
    with Connection(broker) as connection:
        unacked = Unacked(connection.default_channel)
        unacked._on_collect.cancel()
        unacked.channel._pool = redis.ConnectionPool.from_url("redis://127.0.0.1:1/0")
        with pytest.raises(RedisConnectionError):
            unacked.ack("a tag")
        assert unacked._line is None
