"""The record of a chaos run: what the server confirmed to its clients, and the faults that were injected."""

import threading
import time
from collections import Counter
from typing import Any, NamedTuple


class Promise(NamedTuple):
    """A confirmed answer, as its receipt says."""

    decision: str
    """The id of the question."""
    revision: int
    ready: bool
    answer: Any
    hash: str
    """The hash in the receipt."""
    witness: str
    """The signature in the receipt."""
    key: str = ""
    """The Idempotency-Key of the request; empty if it had none."""


class Order(NamedTuple):
    """A confirmed standing order of a seat for a kind of question."""

    id: str
    game: str
    seat: str
    kind: str


class Harm(NamedTuple):
    """A fault that was injected."""

    part: str
    """The part of the server."""
    what: str
    """What was done to it."""
    began: float
    """The beginning, in seconds since the epoch."""
    over: float
    """The end, in seconds since the epoch."""


class Book:
    """The records of all clients and faults; several threads may add to it at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.promises: dict[tuple[str, int], Promise] = {}
        self.receipts: list[dict[str, Any]] = []
        """All receipts in the form in which they were received."""
        self.contradictions: list[str] = []
        """Revisions for which the server sent two different receipts."""
        self.oddities: Counter[str] = Counter()
        """Responses that the server must never send, whatever happens to it, each with its number."""
        self.orders: dict[str, Order] = {}
        self.removing: set[str] = set()
        """Standing orders that a client tried to delete."""
        self.removed: set[str] = set()
        """Standing orders whose deletion was confirmed."""
        self.said: set[str] = set()
        """Texts of accepted messages."""
        self.deeds: dict[str, str] = {}
        """The games of confirmed umpire actions, by the reason given for each action, which is unique."""
        self.games: set[str] = set()
        self.count: Counter[str] = Counter()
        """The number of client actions of each kind."""
        self.harms: list[Harm] = []
        self.confirmed_at: list[float] = []

    def receipt(self, receipt: dict[str, Any], key: str = "") -> None:
        """Record a confirmed answer. A second receipt for the same revision must equal the first.

        `key`: the Idempotency-Key of the request.
        """
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
        """Record that a client got a response that the server should not have sent; `what` describes it."""
        with self._lock:
            self.oddities[what] += 1

    def tally(self, what: str) -> None:
        """Count an action of a client; `what` is its kind."""
        with self._lock:
            self.count[what] += 1
