"""A trigger is a task in the queue of the right worker; a broker that is down costs one short attempt."""

import time
from datetime import UTC, datetime
from typing import Any

import pytest
from kombu import Connection
from kombu.exceptions import OperationalError
from kombu.simple import SimpleQueue

from pbem.celery import app
from tests.worker.post_office import free_port
from worker import resolve_slices, task_publisher, tasks

URL = "memory://"


def use_broker(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """Have tasks called through another broker."""
    write = app.connection_for_write
    monkeypatch.setattr(app, "connection_for_write", lambda: write(url))
    monkeypatch.setattr(app, "_pool", None)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)


@pytest.fixture
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker in memory, with empty queues."""
    use_broker(monkeypatch, URL)
    for queue in ("play", "mail", "inbound", "webhooks", "think"):
        taken(queue)


def taken(queue: str) -> list[Any]:
    """Take all messages from a queue."""
    with Connection(URL) as broker:
        box = SimpleQueue(broker, queue)
        messages = []
        while len(box):
            messages.append(box.get(block=False))
            messages[-1].ack()
        box.close()
    return messages


@pytest.mark.usefixtures("in_memory")
@pytest.mark.parametrize(
    ("hint", "queue", "task", "args"),
    [
        (task_publisher.trigger_resolve, "play", tasks.resolve_game, ["a game"]),
        (task_publisher.trigger_mail, "mail", tasks.deliver_mail, []),
        (task_publisher.trigger_think, "think", tasks.think, ["a game"]),
        (task_publisher.trigger_inbound, "inbound", tasks.handle_inbound, []),
    ],
)
def test_a_worker_of_the_queue_finds_the_task(hint: Any, queue: str, task: Any, args: list[str]) -> None:
    """The message names the task, its arguments, its time limit and when it expires."""
    hint("a game")
    (message,) = taken(queue)
    assert (message.headers["task"], message.payload[0]) == (task.name, args)
    assert message.headers["timelimit"][0] == task.time_limit
    left = datetime.fromisoformat(message.headers["expires"]) - datetime.now(UTC)
    assert 0 < left.total_seconds() <= tasks.EXPIRE_SECONDS


@pytest.mark.usefixtures("in_memory")
def test_each_hint_has_its_own_id() -> None:
    for _ in range(3):
        task_publisher.trigger_resolve("a game")
    assert len({message.headers["id"] for message in taken("play")}) == 3


@pytest.mark.usefixtures("in_memory")
def test_a_task_that_plays_a_game_sends_no_hint_for_it() -> None:
    token = resolve_slices._advancing.set("a game")
    try:
        task_publisher.trigger_resolve("a game")
        task_publisher.trigger_resolve("another")
    finally:
        resolve_slices._advancing.reset(token)
    assert [message.payload[0] for message in taken("play")] == [["another"]]


def test_a_broker_that_is_away_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    use_broker(monkeypatch, f"redis://127.0.0.1:{free_port()}/0")
    began = time.monotonic()
    with pytest.raises(OperationalError):
        task_publisher.trigger_resolve("a game")
    assert time.monotonic() - began < 1
