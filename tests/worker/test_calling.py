"""A hint is the message that Celery itself would send, and a worker takes it as one."""

from typing import Any

import pytest
from celery import Task
from kombu import Connection
from kombu.messaging import Producer
from kombu.simple import SimpleQueue
from redis import ConnectionPool, Redis

from pbem.celery import app
from worker import hints, resolving, tasks
from worker.calling import call

Published = list[tuple[Any, dict[str, Any]]]

OWN = ("id", "root_id", "expires")
"""Headers that differ from one message to the next."""


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Published:
    """What was handed to the broker: body and all that goes with it."""
    sent: Published = []
    monkeypatch.setattr(Producer, "publish", lambda self, body, **rest: sent.append((body, rest)))
    return sent


@pytest.mark.parametrize(
    ("task", "args"),
    [(tasks.resolve_game, ("a game",)), (tasks.deliver_mail, ()), (tasks.handle_inbound, ())],
)
def test_a_call_is_what_celery_sends(published: Published, task: Task, args: tuple[str, ...]) -> None:
    task.apply_async(args, retry=False, expires=30)
    call(task, *args, expires=30)
    (body, theirs), (own_body, ours) = published
    assert own_body == body
    common = [{name: value for name, value in one["headers"].items() if name not in OWN} for one in (theirs, ours)]
    assert common[0] == common[1]
    assert ours["headers"].keys() == theirs["headers"].keys()
    assert ours["correlation_id"] == ours["headers"]["id"] == ours["headers"]["root_id"]
    same = ("exchange", "routing_key", "serializer", "expiration")
    assert {name: ours[name] for name in same} == {name: theirs[name] for name in same}
    assert not ours.get("retry"), "it is tried once"


def test_no_two_calls_have_one_id(published: Published) -> None:
    for _ in range(3):
        call(tasks.resolve_game, "a game", expires=30)
    assert len({sent["headers"]["id"] for _, sent in published}) == 3


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


def test_who_plays_a_game_on_does_not_call_for_it(published: Published) -> None:
    token = resolving._advancing.set("a game")
    try:
        hints.hint_game("a game")
        assert published == []
        hints.hint_game("another")
    finally:
        resolving._advancing.reset(token)
    assert [body[0] for body, _ in published] == [("another",)]


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
