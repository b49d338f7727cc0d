"""The hostile account: webhooks that never answer, long e-mails, and previews and pictures at their limits."""

import itertools
import smtplib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing as closed
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from typing import Any

from bench.neighbours.players import begin_game, person
from bench.neighbours.server import Server

LINES = [
    f"move ra{number} via force via cape via north via {' via '.join(f'e{place}' for place in range(12))}"
    for number in range(51, 101)
]
"""Fifty lines that look like orders, with many words that no order has."""
WEBHOOKS = 10
"""Webhooks of the account: as many as the server allows."""
ORDERS = 90
"""Copies of the example's first order in a draft."""
MAIL_PAUSE = 1.0
KINDS = ("webhooks", "e-mails", "previews", "pictures")
"""The kinds of attacks."""


class Tarpit:
    """A server that accepts connections and never answers."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._socket.getsockname()[1]
        self.accepted: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # it ends when the socket is closed
            while True:
                self.accepted.append(self._socket.accept()[0])

    def close(self) -> None:
        """Close the port and all connections."""
        self._socket.close()
        for one in self.accepted:
            one.close()


@contextmanager
def tarpit() -> Iterator[Tarpit]:
    """Run a tarpit."""
    with closed(Tarpit()) as made:
        yield made


class Attacker:
    """One account with a game of its own; `counts` says what the server answered to each kind of attack."""

    def __init__(self, server: Server, hole: Tarpit) -> None:
        self._server, self._hole = server, hole
        self._own = person(server.address, "mallory", 7)
        self._sides = [self._own, person(server.address, "trudy", 8)]
        self.game = begin_game(self._sides, "pq17", "jw51b", ("allied", "axis"))
        self.decision, self.form = self._own_question()
        self.counts: Counter[str] = Counter()

    def run(self, closing: threading.Event, kinds: Sequence[str]) -> list[threading.Thread]:
        """Start the attacks of these kinds; they end with `closing`."""
        works: dict[str, list[Callable[[threading.Event], None]]] = {
            "webhooks": [self._ring],
            "e-mails": [self._send_mail],
            "previews": [self._preview] * 4,
            "pictures": [self._draw] * 2,
        }
        threads = [
            threading.Thread(target=work, args=(closing,), daemon=True) for kind in kinds for work in works[kind]
        ]
        for one in threads:
            one.start()
        return threads

    def _own_question(self) -> tuple[str, Any]:
        """Play until the account is asked for orders; return the decision and its form. Raises RuntimeError."""
        until = time.monotonic() + 300
        while time.monotonic() < until:
            for row in self._own.client.call("decisions_list").body["results"]:
                form = self._own.client.call("decisions_retrieve", decision_id=row["id"]).body["form"]
                if form["order_templates"] and form["example"] and not row["ready"]:
                    return row["id"], form
            for one in self._sides:
                one.client.answer_all()
            time.sleep(0.2)
        raise RuntimeError("the hostile account is never asked for orders")

    def _ring(self, closing: threading.Event) -> None:
        """Add webhooks that lead to the tarpit, and ask for test calls in turn, as often as the server allows."""
        urls = [f"http://127.0.0.1:{self._hole.port}/{number}" for number in range(WEBHOOKS)]
        webhooks = [self._own.client.call("webhooks_create", {"url": url}).body["id"] for url in urls]
        for hook in itertools.cycle(webhooks):
            if closing.wait(1):
                return
            self._count("webhook tests", self._own.send("POST", f"webhooks/{hook}/test/", b"{}"))

    def _send_mail(self, closing: threading.Event) -> None:
        """Answer the own question by e-mail with fifty lines, again and again."""
        from games.models import OpenRequest
        from games.persistence.mail_tags import QUESTION
        from games.selectors.mail_tag_targets import make_seat_reply_address

        row = OpenRequest.objects.select_related("seat").get(pk=self.decision)
        address = make_seat_reply_address(QUESTION, row.pk, row.seat)
        while not closing.wait(MAIL_PAUSE):
            letter = EmailMessage()
            letter["From"], letter["To"] = "mallory@example.org", address
            letter["Message-ID"] = f"<{time.monotonic_ns()}@example.org>"
            letter.set_content("\n".join(LINES))
            try:
                with smtplib.LMTP("127.0.0.1", self._server.mail_port) as line:
                    line.send_message(letter)
                self.counts["e-mails taken"] += 1
            except (OSError, smtplib.SMTPException):
                self.counts["e-mails refused"] += 1

    def _preview(self, closing: threading.Event) -> None:
        """Tap on a draft of many orders."""
        from msgspec import json

        first = self.form["example"][0] if isinstance(self.form["example"], list) else self.form["example"]
        values = [option["value"] for option in self.form["options"]]
        for value in itertools.cycle(values):
            if closing.is_set():
                return
            body = {"answer": [first] * ORDERS, "value": value, "actors": values[:10]}
            self._count("previews", self._own.send("POST", f"decisions/{self.decision}/offers/", json.encode(body)))

    def _draw(self, closing: threading.Event) -> None:
        """Ask for pictures of every part, language and width."""
        parts = ("", "map", "happened", "barents_sea", "norwegian_sea", "north_sea", "forces", "air")
        wishes = itertools.product(("2400", "1600", "1000", "600", "400"), ("en", "ja", "de"), parts)
        for width, language, part in itertools.cycle(wishes):
            if closing.is_set():
                return
            query = f"width={width}&language={language}&part={part}"
            self._count("pictures", self._own.send("GET", f"games/{self.game}/board.png?{query}"))

    def _count(self, name: str, status: int) -> None:
        self.counts[f"{name}: {status or 'no answer'}"] += 1
        if status in (0, 429, 503):
            time.sleep(0.05)  # as fast as a script that ignores the limits
