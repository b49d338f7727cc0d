"""The attacking account: webhooks that never respond, long e-mails, and previews and pictures at their limits."""

import itertools
import multiprocessing
import os
import smtplib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing as closed
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from multiprocessing.connection import Connection
from typing import Any
from urllib.request import urlopen

from msgspec import Struct, json

from bench.neighbours.players import PATIENCE, Person, begin_game, person
from bench.neighbours.server import Server

LINES = [
    f"move ra{number} via force via cape via north via {' via '.join(f'e{place}' for place in range(12))}"
    for number in range(51, 101)
]
"""Fifty lines that look like orders and contain many unknown words."""
WEBHOOKS = 10
"""The number of webhooks of the account, which is the most that the server allows."""
ORDERS = 90
"""The number of orders in a draft, all copies of the first order of the example."""
MAIL_PAUSE = 1.0
KINDS = ("webhooks", "e-mails", "previews", "pictures")
"""The kinds of attacks."""


class Tarpit:
    """A server that accepts connections and never responds, as a target of the attacking account's webhooks."""

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
    """Run a tarpit during the block, and yield it."""
    with closed(Tarpit()) as made:
        yield made


class Target(Struct, frozen=True):
    """The data that the attacking process needs."""

    address: str
    """The URL of the server."""
    token: str
    """The API token of the attacking account."""
    game: str
    """The id of the account's game."""
    decision: str
    """The id of its open question."""
    first_order: Any
    """An order for this question, as JSON."""
    values: list[str]
    """The values that a tap can select."""
    reply_address: str
    """The address for e-mails to the server."""
    mail_port: int
    """The port that receives e-mails by LMTP."""
    hole_port: int
    """The port of the tarpit."""


class Attacker:
    """An account with its own game, which attacks from its own process.

    So it takes no processor time from the measured players' process.

    `counts`: the responses of the server to each kind of attack; complete after the attack.
    """

    def __init__(self, server: Server, hole: Tarpit) -> None:
        own = person(server.address, "mallory", 7)
        self._sides = [own, person(server.address, "trudy", 8)]
        game = begin_game(self._sides, "pq17", "jw51b", ("allied", "axis"))
        decision, form = self._own_question(own)
        example = form["example"]
        self.target = Target(
            server.address, own.token, game, decision, example[0] if isinstance(example, list) else example,
            [option["value"] for option in form["options"]], _reply_address(decision), server.mail_port, hole.port,
        )  # fmt: skip
        self.counts: Counter[str] = Counter()

    @contextmanager
    def prepared(self, kinds: Sequence[str]) -> Iterator[Connection]:
        """Start the process, and yield the connection to it: the process attacks from "go" until "rest".

        The process responds to "go" when one attack of each kind has succeeded. When the block ends, `counts` is
        complete.
        """
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        child = context.Process(target=attack, args=(self.target, tuple(kinds), theirs), daemon=True)
        child.start()
        try:
            yield ours
        finally:
            ours.send("end")
            self.counts = ours.recv() if ours.poll(PATIENCE) else self.counts
            child.join(PATIENCE)
            child.kill()

    def _own_question(self, own: Person) -> tuple[str, Any]:
        """Play until the account is asked for orders; return the question's id and form. Raises RuntimeError."""
        until = time.monotonic() + 300
        while time.monotonic() < until:
            for row in own.client.call("decisions_list").body["results"]:
                form = own.client.call("decisions_retrieve", decision_id=row["id"]).body["form"]
                if form["order_templates"] and form["example"] and not row["ready"]:
                    return row["id"], form
            for one in self._sides:
                one.client.answer_all()
            time.sleep(0.2)
        raise RuntimeError("the hostile account is never asked for orders")


def _reply_address(decision: str) -> str:
    from games.models import OpenRequest
    from games.persistence.mail_tags import QUESTION
    from games.selectors.mail_tag_targets import make_seat_reply_address

    row = OpenRequest.objects.select_related("seat").get(pk=decision)
    return make_seat_reply_address(QUESTION, row.pk, row.seat)


def attack(target: Target, kinds: Sequence[str], line: Connection) -> None:
    """Run these kinds of attacks between each "go" and "rest" on the connection; at "end", send the counts.

    Responds to "go" when one attack of each kind has succeeded, at the latest after `PATIENCE` seconds.
    """
    os.setsid()  # a group of its own for the scheduler: attackers share no processor with those who measure
    going = threading.Event()
    running = _Attack(target, going)
    works: dict[str, list[Callable[[], None]]] = {
        "webhooks": [running.ring],
        "e-mails": [running.send_mail],
        "previews": [running.preview] * 4,
        "pictures": [running.draw] * 2,
    }
    for work in [work for kind in kinds for work in works[kind]]:
        threading.Thread(target=work, daemon=True).start()
    while (word := line.recv()) != "end":
        if word == "rest":
            going.clear()
            continue
        going.set()
        running.wait_for(len(kinds))
        line.send(word)
    line.send(Counter(running.counts))


class _Attack:
    """The attacks. Each method runs in threads, and attacks only while the attack is switched on."""

    def __init__(self, target: Target, going: threading.Event) -> None:
        self._target, self._going, self.counts = target, going, Counter[str]()
        self._own = Person(target.address, target.token, None)
        self._successful: set[str] = set()

    def wait_for(self, kinds: int) -> None:
        """Wait until attacks of so many kinds have succeeded, at most for `PATIENCE` seconds."""
        until = time.monotonic() + PATIENCE
        while len(self._successful) < kinds and time.monotonic() < until:
            time.sleep(0.05)

    def ring(self) -> None:
        """Add webhooks that call the tarpit, and request test calls of each in turn, as often as the server allows."""
        self._going.wait()
        urls = [f"http://127.0.0.1:{self._target.hole_port}/{number}" for number in range(WEBHOOKS)]
        webhooks = [self._added(url) for url in urls]
        for hook in itertools.cycle(webhooks):
            time.sleep(1)
            self._going.wait()
            self._count("webhook tests", self._own.send("POST", f"webhooks/{hook}/test/", b"{}"))

    def _added(self, url: str) -> str:
        request = self._own.request("POST", "webhooks/", json.encode({"url": url}))
        with urlopen(request, timeout=PATIENCE) as response:
            added: str = json.decode(response.read())["id"]
        return added

    def send_mail(self) -> None:
        """Answer the account's question again and again by e-mails of fifty lines."""
        while self._going.wait():
            time.sleep(MAIL_PAUSE)
            letter = EmailMessage()
            letter["From"], letter["To"] = "mallory@example.org", self._target.reply_address
            letter["Message-ID"] = f"<{time.monotonic_ns()}@example.org>"
            letter.set_content("\n".join(LINES))
            try:
                with smtplib.LMTP("127.0.0.1", self._target.mail_port) as line:
                    line.send_message(letter)
                self.counts["e-mails taken"] += 1
                self._successful.add("e-mails")
            except (OSError, smtplib.SMTPException):
                self.counts["e-mails refused"] += 1

    def preview(self) -> None:
        """Request previews of taps on a draft with many orders."""
        draft, path = [self._target.first_order] * ORDERS, f"decisions/{self._target.decision}/offers/"
        for value in itertools.cycle(self._target.values):
            self._going.wait()
            body = {"answer": draft, "value": value, "actors": self._target.values[:10]}
            self._count("previews", self._own.send("POST", path, json.encode(body)))

    def draw(self) -> None:
        """Request pictures of every part, language and width."""
        parts = ("", "map", "happened", "barents_sea", "norwegian_sea", "north_sea", "forces", "air")
        wishes = itertools.product(("2400", "1600", "1000", "600", "400"), ("en", "ja", "de"), parts)
        for width, language, part in itertools.cycle(wishes):
            self._going.wait()
            query = f"width={width}&language={language}&part={part}"
            self._count("pictures", self._own.send("GET", f"games/{self._target.game}/board.png?{query}"))

    def _count(self, name: str, status: int) -> None:
        self.counts[f"{name}: {status or 'no answer'}"] += 1
        if 200 <= status < 300:
            self._successful.add(name)
        if status in (0, 429, 503):
            time.sleep(0.05)  # as fast as a script that ignores the limits
