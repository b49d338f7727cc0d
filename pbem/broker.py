"""kombu's Redis with fewer journeys: what a worker and who leaves a hint say to the broker, and wait for.

What lies in Redis is what kombu would leave there, so other workers, monitors and kombu's own repairs find their way.
"""

from threading import Lock
from time import time
from typing import Any

import msgspec
from kombu.transport import TRANSPORT_ALIASES, redis, virtual

Command = tuple[str | float | bytes, ...]


class Unacked(redis.QoS):
    """What has been handed out and is not ticked off yet, noted in Redis so that nothing of a killed worker is lost.

    kombu waits for Redis when it notes a message and again when it ticks it off, each time with a client and a
    transaction around two commands: a twentieth of what a resolve costs, and two of its seven waits. Nothing is done
    with these answers, so they are read when there is something more to say on that connection, by when they are there.
    An error comes out then, or where a message is given back. Any thread may tick off.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._line: Any = None
        self._owed = 0
        self._turn = Lock()

    def append(self, message: Any, delivery_tag: str) -> None:
        """Note a message that is handed out. Raises what redis raises, for this message or the one before."""
        place = message.delivery_info
        text = msgspec.json.encode([message._raw, place["exchange"], place["routing_key"]])
        noted, index = self._keys()
        self._say(("HSET", noted, delivery_tag, text), ("ZADD", index, time(), delivery_tag))
        virtual.QoS.append(self, message, delivery_tag)

    def ack(self, delivery_tag: str) -> None:
        """Tick a message off. Raises what redis raises, for this message or the one before."""
        noted, index = self._keys()
        self._say(("ZREM", index, delivery_tag), ("HDEL", noted, delivery_tag))
        virtual.QoS.ack(self, delivery_tag)

    def restore_by_tag(self, tag: str, client: Any = None, leftmost: bool = False) -> None:
        """Give a message back to its queue, once Redis has it noted."""
        self._say()
        super().restore_by_tag(tag, client, leftmost)

    def _keys(self) -> tuple[str, str]:
        """Where messages are noted, and since when, as kombu's client names it."""
        prefix = self.channel.global_keyprefix
        return prefix + self.unacked_key, prefix + self.unacked_index_key

    def _say(self, *commands: Command) -> None:
        """Tell Redis, and read what it answered before."""
        with self._turn:
            if self._line is None:
                self._line = self.channel.pool.get_connection()
            try:
                while self._owed:
                    self._owed -= 1
                    self._line.read_response()
                if commands:
                    self._line.send_packed_command(self._line.pack_commands(commands))
                    self._owed = len(commands)
            except BaseException:
                self._let_go()
                raise

    def _let_go(self) -> None:
        """Nobody knows what that connection would answer next: it begins anew."""
        line, self._line, self._owed = self._line, None, 0
        line.disconnect()
        self.channel.pool.release(line)


class Channel(redis.Channel):
    """A channel that goes on with one client, where kombu makes another for each message that is sent, taken or ticked
    off, which takes longer than what it is made for.

    A client holds nothing but the pool of the channel's connections, and any thread may use it. Messages without a
    priority, in queues that stay, are all that we send: they are laid into their queue by one command on one of these
    connections, without what a client does around it.
    """

    QoS = Unacked
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

    Channel = Channel


def use() -> None:
    """Have it stand behind every address that begins with redis:."""
    TRANSPORT_ALIASES["redis"] = f"{__name__}:{Transport.__name__}"
