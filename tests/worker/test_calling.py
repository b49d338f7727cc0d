"""A hint is the message that Celery itself would send, and a worker takes it as one."""

import json
from base64 import b64decode
from contextlib import nullcontext
from datetime import datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from celery import Task
from kombu import Connection
from kombu.simple import SimpleQueue
from kombu.transport import memory
from kombu.transport import redis as kombu_redis
from redis import ConnectionPool, Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from pbem.broker import Transport
from pbem.celery import app
from worker import hints, resolving, tasks
from worker.calling import call

Laid = list[tuple[str, dict[str, Any]]]

OWN_HEADERS = ("id", "root_id", "expires")
OWN_PROPERTIES = ("correlation_id", "delivery_tag")
"""What differs from one message to the next. Where an answer would go is left empty: none is wanted."""


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> Laid:
    """What is laid into queues: the queue and the message as it lies there. The broker is one in memory."""
    monkeypatch.setattr(app, "connection_for_write", lambda: Connection("memory://"))
    monkeypatch.setattr(app, "_pool", None)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    found: Laid = []
    monkeypatch.setattr(memory.Channel, "_put", lambda self, queue, message, **rest: found.append((queue, message)))
    return found


@pytest.mark.parametrize(
    ("task", "args"),
    [(tasks.resolve_game, ("a game",)), (tasks.deliver_mail, ()), (tasks.handle_inbound, ())],
)
def test_a_call_is_what_celery_lays_into_the_queue(laid: Laid, task: Task, args: tuple[str, ...]) -> None:
    for publish in (partial(task.apply_async, args, retry=False), partial(call, task, *args)):
        publish(expires=30)
    (queue, theirs), (own_queue, ours) = laid
    assert own_queue == queue
    headers, properties = ours["headers"], ours["properties"]
    assert properties["correlation_id"] == headers["id"] == headers["root_id"] != properties["delivery_tag"]
    assert datetime.fromisoformat(headers["expires"]) > datetime.fromisoformat(theirs["headers"]["expires"])
    assert properties["reply_to"] == ""
    assert _common(ours) == _common(theirs)


def _common(message: dict[str, Any]) -> dict[str, Any]:
    """A message as a worker reads it, without what is its own."""
    read = json.loads(json.dumps(message))
    read["body"] = json.loads(b64decode(read["body"]))
    for part, names in (("headers", OWN_HEADERS), ("properties", OWN_PROPERTIES)):
        for name in names:
            read[part][name] = bool(read[part][name])
    return dict(read | {"properties": read["properties"] | {"reply_to": ""}})


def test_no_two_calls_have_one_id(laid: Laid) -> None:
    for _ in range(3):
        call(tasks.resolve_game, "a game", expires=30)
    assert len({message["headers"]["id"] for _, message in laid}) == 3
    assert len({message["properties"]["delivery_tag"] for _, message in laid}) == 3


def test_a_worker_of_that_queue_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a broker in memory: the message says which task, with what, and how long it may take."""
    monkeypatch.setattr(app, "connection_for_write", lambda: Connection("memory://"))
    monkeypatch.setattr(app, "_pool", None)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    hints.hint_game("a game")
    hints.hint_mail("a game")
    found = {}
    with Connection("memory://") as broker:
        for queue in ("play", "mail"):
            box = SimpleQueue(broker, queue)
            message = box.get(block=False)
            message.ack()
            found[queue] = (message.headers["task"], message.payload[0], message.headers["timelimit"][0])
            box.close()
    assert found == {
        "play": ("worker.tasks.resolve_game", ["a game"], tasks.resolve_game.time_limit),
        "mail": ("worker.tasks.deliver_mail", [], tasks.deliver_mail.time_limit),
    }


def test_who_plays_a_game_on_does_not_call_for_it(laid: Laid) -> None:
    token = resolving._advancing.set("a game")
    try:
        hints.hint_game("a game")
        assert laid == []
        hints.hint_game("another")
    finally:
        resolving._advancing.reset(token)
    assert [_common(message)["body"][0] for _, message in laid] == [["another"]]


class _Line:
    """A connection to Redis that keeps what it is told and gives one answer."""

    def __init__(self, answer: Any) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.answer = answer

    def send_command(self, *words: Any) -> None:
        self.told.append(words)

    def read_response(self) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class _Lines:
    """A pool of that one connection."""

    def __init__(self, line: _Line) -> None:
        self.line, self.lent = line, 0

    def get_connection(self) -> _Line:
        self.lent += 1
        return self.line

    def release(self, line: _Line) -> None:
        self.lent -= 1


def _channel(answer: Any) -> tuple[Any, _Lines]:
    lines = _Lines(_Line(answer))
    channel = Transport.Channel.__new__(Transport.Channel)
    channel._pool, channel._expires, channel.connection = lines, {}, None
    channel._one_client = SimpleNamespace(connection_pool=lines)
    return channel, lines


MESSAGE = {"body": "b25l", "headers": {"id": "1", "timelimit": (90, None)}, "properties": {"priority": 0}}


def test_redis_is_told_what_kombu_would_tell_it(monkeypatch: pytest.MonkeyPatch) -> None:
    channel, lines = _channel(1)
    channel._put("play", MESSAGE)
    ((command, queue, text),) = lines.line.told
    assert lines.lent == 0
    theirs: list[Any] = []
    client = SimpleNamespace(lpush=lambda *words: theirs.extend(words))
    monkeypatch.setattr(channel, "conn_or_acquire", lambda: nullcontext(client))
    super(Transport.Channel, channel)._put("play", MESSAGE)
    assert (command, queue, json.loads(text)) == ("LPUSH", theirs[0], json.loads(theirs[1]))


def test_a_connection_that_failed_goes_back_too_and_the_caller_hears_of_it() -> None:
    channel, lines = _channel(RedisConnectionError("gone"))
    with pytest.raises(RedisConnectionError):
        channel._put("play", MESSAGE)
    assert lines.lent == 0


@pytest.mark.parametrize("what", ["a priority", "a queue that goes away"])
def test_what_we_do_not_send_is_left_to_kombu(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    channel, lines = _channel(1)
    theirs: list[str] = []
    monkeypatch.setattr(kombu_redis.Channel, "_put", lambda self, queue, message, **rest: theirs.append(queue))
    channel._expires = {"play": 1000} if what == "a queue that goes away" else {}
    channel._put("play", MESSAGE | {"properties": {"priority": 3 if what == "a priority" else 0}})
    assert theirs == ["play"]
    assert lines.line.told == []


@pytest.mark.parametrize("end", [app.connection_for_write, app.connection_for_read])
def test_a_channel_goes_on_with_one_client_of_redis_until_its_connections_are_others(end: Any) -> None:
    """kombu's own makes a client for each message; nothing is asked of a server here."""
    channel = end("redis://127.0.0.1:1/0").transport.Channel
    one, pools = channel.__new__(channel), (ConnectionPool(), ConnectionPool())
    one.connection, one.Client = None, Redis
    for pool in pools:
        one._pool = pool
        first = one._create_client()
        assert first.connection_pool is pool
        assert one._create_client() is first
    one._pool = None  # or its end would look for connections
