"""A client that knows no rules. It sometimes answers late, twice or from two places, and takes answers back."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any
from uuid import UUID

from bench.chaos.book import Book
from bench.chaos.wire import Unsure, Wire
from tests.api.know_nothing import KnowNothing, Puzzled, Reply

PAUSE = 0.6
"""The mean number of seconds between two rounds of a player."""
TAKEN, GONE = 202, 204
REFUSALS = frozenset({403, 404, 409, 412, 422})
"""The statuses of refusals that a client must expect.

The seat was taken away, the question is closed or has a newer revision, or the answer is not legal.
"""
LOST_SEAT = (403, 404)
CHANGES_MIND = 0.05
GIVES_ORDERS = 0.03
TALKS = 0.01
MINDS_LETTERS = 0.05


class Player(threading.Thread):
    """A thread that answers the questions of one player.

    It pauses while its attribute `resting` is set, and ends when the event for the end of the run is set.
    """

    def __init__(self, wire: Wire, book: Book, document: Any, seed: int, closing: threading.Event) -> None:
        super().__init__(name=f"player {seed}", daemon=True)
        self.resting = threading.Event()
        self._wire, self._book, self._closing = wire, book, closing
        self._rng = Random(seed)
        self._mind = KnowNothing(wire, self._rng, document)
        self._orders: list[tuple[str, str]] = []
        self._manners: list[tuple[float, Callable[[str, Any], None]]] = [
            (0.50, self._plainly),
            (0.10, self._in_text),
            (0.10, self._twice),
            (0.08, self._at_once),
            (0.08, self._too_late),
            (0.07, self._as_a_draft),
            (0.07, self._and_back),
        ]

    def run(self) -> None:
        """Play round after round. If the outcome of a request is unknown, the round ends and the next one begins."""
        while not self._closing.wait(PAUSE * self._rng.uniform(0.5, 1.5)):
            if self.resting.is_set():
                continue
            try:
                self._round()
            except (Unsure, Puzzled, KeyError, TypeError) as error:
                if not isinstance(error, Unsure):
                    self._book.odd(f"{type(error).__name__}: {str(error)[:160]}")

    def _round(self) -> None:
        if self._rng.random() < MINDS_LETTERS:
            self._ask_for_letters()
        reply = self._mind.call("decisions_list")
        for line in (reply.body or {}).get("results", ()):
            if self._closing.is_set():
                return
            if not line["ready"] or self._rng.random() < CHANGES_MIND:
                self._decide(line["id"])
            if self._rng.random() < GIVES_ORDERS:
                self._give_orders(line["game"], line["seat"])
            if self._rng.random() < TALKS:
                self._talk(line["game"])

    def _decide(self, decision: str) -> None:
        reply = self._mind.call("decisions_retrieve", decision_id=decision)
        if reply.status != 200:
            self._expect(reply, "a decision")
            return
        weights, manners = zip(*self._manners, strict=True)
        self._rng.choices(manners, weights)[0](decision, reply.body)

    def _plainly(self, decision: str, body: Any) -> None:
        self._answer(decision, body)

    def _in_text(self, decision: str, body: Any) -> None:
        key, text = self._key(), body["form"]["notation"].encode()
        path = f"/api/v1/decisions/{decision}/answer/"
        self._note(self._wire.send("PUT", path, text, "text/plain", safe=True, Idempotency_Key=key), key)

    def _twice(self, decision: str, body: Any) -> None:
        """Send an answer twice with one key: the second response must be the first receipt.

        This is so even if the question is closed by then.
        """
        key, answer = self._key(), {"answer": body["form"]["example"]}
        first = self._note(self._put(decision, answer, key), key)
        if first is None:
            return
        again = self._put(decision, answer, key)
        self._book.tally("PUTs sent twice")
        if again.status not in LOST_SEAT and again.body != first:
            self._book.odd(f"the same key was answered {again.status} instead of with the first receipt")
        other = self._put(decision, {**answer, "ready": False}, key)
        if other.status not in (*LOST_SEAT, 422):
            self._book.odd(f"the same key with another body was answered {other.status}")

    def _at_once(self, decision: str, body: Any) -> None:
        """Send two answers at the same moment from two connections; the server may accept both, one after the other."""
        keys = self._key(), self._key()
        with ThreadPoolExecutor(len(keys)) as pool:
            answers = [{"answer": body["form"][name]} for name in ("example", "default")]
            jobs = [pool.submit(self._put, decision, *sent) for sent in zip(answers, keys, strict=True)]
            for job, key in zip(jobs, keys, strict=True):
                self._note(job.result(), key)
        self._book.tally("pairs of PUTs at once")

    def _too_late(self, decision: str, body: Any) -> None:
        """Send an answer based on a revision that does not exist, which must be refused; then a correct answer."""
        key = self._key()
        reply = self._put(decision, {"answer": body["form"]["example"]}, key, If_Match=f'"{body["revision"] + 7}"')
        if reply.status == TAKEN:
            self._book.odd("an answer built on a revision that never was is taken")
        self._expect(reply, "a stale PUT")
        self._book.tally("stale PUTs")
        self._answer(decision, body, If_Match=f'"{body["revision"]}"')

    def _as_a_draft(self, decision: str, body: Any) -> None:
        key = self._key()
        self._note(self._put(decision, {"answer": body["form"]["example"], "ready": False}, key), key)
        self._book.tally("drafts")

    def _and_back(self, decision: str, body: Any) -> None:
        """Send an answer, and take it back if that is still possible."""
        if self._answer(decision, body) is None:
            return
        reply = self._wire.send("DELETE", f"/api/v1/decisions/{decision}/answer/", None, "", safe=False)
        if reply.status == GONE:
            self._book.tally("answers taken back")
        else:
            self._expect(reply, "taking back")

    def _answer(self, decision: str, body: Any, **headers: str) -> Any:
        """Send a random answer by the schema or, if it is not legal, the example; return the receipt, or None."""
        form, key = body["form"], self._key()
        reply = self._put(decision, {"answer": self._mind.made_up(form["schema"])}, key, **headers)
        if reply.status == 422:
            key = self._key()
            reply = self._put(decision, {"answer": form["example"]}, key, **headers)
            if reply.status == 422:
                self._book.odd(f"the example of a form is refused: {str(reply.body)[:160]}")
        return self._note(reply, key)

    def _put(self, decision: str, content: Any, key: str, **headers: str) -> Reply:
        return self._wire.call("PUT", f"/api/v1/decisions/{decision}/answer/", content, key=key, **headers)

    def _note(self, reply: Reply, key: str) -> Any:
        """Record the receipt in a response and return it; None for a refusal."""
        if reply.status != TAKEN:
            self._expect(reply, "an answer")
            return None
        self._book.receipt(reply.body, key)
        return reply.body

    def _expect(self, reply: Reply, what: str) -> None:
        if reply.status not in REFUSALS:
            self._book.odd(f"{reply.status} for {what}: {str(reply.body)[:160]}")

    def _give_orders(self, game: str, seat: str) -> None:
        """Give a standing order to the server, or withdraw one."""
        if self._orders and self._rng.random() < 0.6:
            self._withdraw_order(*self._orders.pop())
            return
        kinds = self._mind.call("standing_orders_kinds", game_id=game)
        examples = [one for kind in (kinds.body or {}).get("results", ()) for one in kind["examples"]]
        if kinds.status != 200 or not examples:
            return
        order = {**self._rng.choice(examples), "seat": seat, "lasts": self._rng.choice(["game", "once"])}
        reply = self._wire.call("POST", f"/api/v1/games/{game}/standing-orders/", order)
        if reply.status == 201:
            self._book.order(reply.body, game)
            self._orders.append((game, reply.body["id"]))
            self._book.tally("standing orders given")
        else:
            self._expect(reply, "a standing order")

    def _withdraw_order(self, game: str, order: str) -> None:
        self._book.removing.add(order)
        reply = self._wire.send("DELETE", f"/api/v1/games/{game}/standing-orders/{order}/", None, "", safe=False)
        if reply.status == GONE:
            self._book.removed.add(order)
            self._book.tally("standing orders taken back")
        else:
            self._expect(reply, "taking back an order")

    def _talk(self, game: str) -> None:
        text = f"Signal {self._key()}"
        reply = self._wire.call("POST", f"/api/v1/games/{game}/messages/", {"text": text})
        if reply.status == 201:
            self._book.said.add(text)
            self._book.tally("messages")
        else:
            self._expect(reply, "a message")

    def _ask_for_letters(self) -> None:
        """Report that e-mails arrive; the server refuses this if it has no doubt about the address."""
        reply = self._wire.call("POST", "/api/v1/players/me/mail/", {})
        if reply.status == 200:
            self._book.tally("addresses that work again")
        else:
            self._expect(reply, "letters that arrive")

    def _key(self) -> str:
        return str(UUID(int=self._rng.getrandbits(128)))
