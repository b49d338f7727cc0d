"""A server that takes replies, and whose relay is believed; and its door for the mail server."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from tests.worker.post_office import free_port
from worker.mail.inbound.lmtp import serve


@pytest.fixture
def replies(settings: Any) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"
    settings.PBEM_MAIL_RECEIPT_WAIT_SECONDS = 0
    settings.PBEM_TRUSTED_AUTHSERV_IDS = ["mx.example.org"]


@pytest.fixture
def lmtp_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of an LMTP server. Its threads close their database connections after each message, because a
    connection that stays open with its thread prevents that the test database is dropped.
    """
    monkeypatch.setitem(connections.databases["default"], "CONN_MAX_AGE", 0)
    port, loop = free_port(), asyncio.new_event_loop()
    ready = asyncio.Event()
    task = loop.create_task(serve("127.0.0.1", port, ready=ready))
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.gather(task, return_exceptions=True)))
    thread.start()
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
    yield port
    loop.call_soon_threadsafe(task.cancel)
    thread.join()
    loop.close()
