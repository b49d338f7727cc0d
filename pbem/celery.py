"""The task queue. Tasks carry ids only; the database is the truth and the broker a hint."""

import os
from typing import Any

import msgspec
from celery import Celery
from kombu.transport import TRANSPORT_ALIASES, redis

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")

QUICKLY: dict[str, Any] = {
    "socket_connect_timeout": 0.2,
    "socket_timeout": 0.2,
    "max_retries": 0,
}
"""A broker that is away, or takes connections and never answers, must not hold up who only leaves a hint."""


class _Channel(redis.Channel):
    """A channel that goes on with one client, where kombu makes another for each message that is sent, taken or ticked
    off, which takes longer than what it is made for.

    A client holds nothing but the pool of the channel's connections, and any thread may use it. Messages without a
    priority, in queues that stay, are all that we send: they are laid into their queue by one command on one of these
    connections, without what a client does around it.
    """

    _one_client: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        if asynchronous:
            return super()._create_client(asynchronous=True)
        client = self._one_client
        if client is None or client.connection_pool is not self.pool:
            client = self._one_client = super()._create_client()
        return client

    def _put(self, queue: str, message: dict[str, Any], **options: Any) -> None:
        if options or message["properties"]["priority"] or queue in self._expires or self.global_keyprefix:
            super()._put(queue, message, **options)
            return
        connections = self._create_client().connection_pool
        connection = connections.get_connection()
        try:
            connection.send_command("LPUSH", queue, msgspec.json.encode(message))
            connection.read_response()
        finally:
            connections.release(connection)


class Transport(redis.Transport):
    """kombu's Redis, with such channels."""

    Channel = _Channel


TRANSPORT_ALIASES["redis"] = f"{__name__}:{Transport.__name__}"  # what an address that begins with redis: means


class HintingCelery(Celery):
    """Celery whose callers give up on the broker at once; what they had to say, the sweep finds in the database."""

    def connection_for_write(self, url: str | None = None, **options: Any) -> Any:
        """The connection over which tasks are called, with `QUICKLY` over the broker's own settings."""
        given = options.pop("transport_options", None) or {}
        return super().connection_for_write(url, transport_options={**QUICKLY, **given}, **options)


app = HintingCelery("pbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
