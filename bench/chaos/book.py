"""The record of the run: what the server confirmed to its clients, and the faults that were injected."""

import threading
import time
from collections import Counter
from typing import Any, NamedTuple


class Promise(NamedTuple):
    """A confirmed answer: its receipt, and the Idempotency-Key of the request."""

    decision: str
    revision: int
    ready: bool
    answer: Any
    hash: str
    witness: str
    key: str = ""


class Order(NamedTuple):
    """A confirmed standing order."""

    id: str
    game: str
    seat: str
    kind: str


class Harm(NamedTuple):
    """A fault injected into a part of the server, from `began` to `over` (seconds since the epoch)."""

    part: str
    what: str
    began: float
    over: float


class Book:
    """The records of all clients and faults; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.promises: dict[tuple[str, int], Promise] = {}
        self.receipts: list[dict[str, Any]] = []
        """Every receipt as it came."""
        self.contradictions: list[str] = []
        """What was promised twice and differently."""
        self.oddities: Counter[str] = Counter()
        """Replies that nobody should get, whatever happens to the server."""
        self.orders: dict[str, Order] = {}
        self.removing: set[str] = set()
        """Standing orders that a client tried to delete."""
        self.removed: set[str] = set()
        """Standing orders whose deletion was confirmed."""
        self.said: set[str] = set()
        """Texts of accepted messages."""
        self.deeds: dict[str, str] = {}
        """The games of confirmed umpire actions, by their reason, which is unique."""
        self.games: set[str] = set()
        self.count: Counter[str] = Counter()
        """How often clients did what."""
        self.harms: list[Harm] = []
        self.confirmed_at: list[float] = []

    def receipt(self, receipt: dict[str, Any], key: str = "") -> None:
        """Record a confirmed answer. A second receipt for the same revision must be the same."""
        said = {name: receipt[name] for name in Promise._fields if name != "key"}
        promise = Promise(**said, key=key)
        place = promise.decision, promise.revision
        with self._lock:
            known = self.promises.setdefault(place, promise)
            self.receipts.append(receipt)
            self.confirmed_at.append(time.time())
            if known[:-1] != promise[:-1]:
                self.contradictions.append(f"two receipts for revision {place[1]} of decision {place[0]}")

    def order(self, body: dict[str, Any], game: str) -> None:
        """Record a confirmed standing order."""
        with self._lock:
            self.orders[body["id"]] = Order(body["id"], game, body["seat"], body["kind"])

    def odd(self, what: str) -> None:
        """Record a response that the server should not have sent."""
        with self._lock:
            self.oddities[what] += 1

    def tally(self, what: str) -> None:
        """Count an action of the given kind."""
        with self._lock:
            self.count[what] += 1
