"""The players whose response times are measured: they answer questions, look at the board, and wait for questions."""

import threading
import time
from collections import defaultdict
from random import Random
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from bench.report import progress

TURN = "answer to next question"
PATIENCE = 60.0
"""The seconds for which players wait for a question."""
POLL = 0.05
PAUSE = 0.2
"""The seconds that a player waits after a call, because people do not call all the time."""
READS = ("games/{game}/", "games/{game}/view/", "games/{game}/board.svg", "decisions/", "games/{game}/events/")


class Times:
    """Response times in seconds, by kind of call, and failed calls; several threads add to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.failures: list[str] = []

    def add(self, name: str, seconds: float) -> None:
        """Add one measurement."""
        with self._lock:
            self.seconds[name].append(seconds)

    def fail(self, reason: str) -> None:
        """Record a call that was refused, or got no response."""
        with self._lock:
            self.failures.append(reason)


class Person(NamedTuple):
    """A player, with an API token and a client that knows no rules."""

    address: str
    token: str
    client: Any

    def send(self, method: str, path: str, body: bytes | None = None) -> int:
        """Send a request and return the status of the response; 0 if there is no response.

        A response that asks the client to wait counts, too.
        """
        try:
            with urlopen(self.request(method, path, body), timeout=PATIENCE) as response:
                response.read()
                return int(response.status)
        except HTTPError as error:
            return error.code
        except OSError:
            return 0

    def request(self, method: str, path: str, body: bytes | None = None) -> Request:
        """Return a request with the player's token."""
        request = Request(f"{self.address}/api/v1/{path}", data=body, method=method)
        request.add_header("Authorization", f"Token {self.token}")
        request.add_header("Content-Type", "application/json")
        return request


def person(address: str, name: str, seed: int) -> Person:
    """Create a player on the server; `seed` is that of the client's random answers. Pictures in e-mails are off."""
    from games.services.players import do_create_player, do_create_unlimited_token
    from tests.api.know_nothing import KnowNothing, over_http

    player = do_create_player(name=name, email=f"{name}@example.org", language="en")
    player.mail_preferences = {**player.mail_preferences, "pictures": False}
    player.save(update_fields=["mail_preferences"])
    token = do_create_unlimited_token(player=player)
    return Person(address, token, KnowNothing(over_http(address, token), Random(seed)))


def begin_game(persons: list[Person], title: str, scenario: str, seats: tuple[str, ...]) -> str:
    """Create a game, seat the persons at `seats` in this order, and start it; return its id.

    Raises RuntimeError if the server refuses a call.
    """
    made = _said(persons[0].client.call("games_create", {"title": title, "scenario": scenario, "name": title}), 201)
    game: str = made["id"]
    for seat, one in zip(seats, persons, strict=True):
        _said(one.client.call("games_join", {"seat": seat, "nonce": seat}, game_id=game), 200)
    _said(persons[0].client.call("games_start", {}, game_id=game), 202)
    return game


def play(persons: list[Person], times: "list[Times]", closing: threading.Event) -> None:
    """Play games one after the other until `closing` is set.

    Response times are added to the last element of `times`.
    """
    from tests.api.know_nothing import Puzzled

    while not closing.is_set():
        try:
            _play_game(persons, times, closing)
        except (Puzzled, RuntimeError, OSError) as error:
            times[-1].fail(f"{type(error).__name__}: {error}"[:300])
            closing.wait(1)


def _play_game(persons: list[Person], times: "list[Times]", closing: threading.Event) -> None:
    game = begin_game(persons, "pirates", "two_players", ("red", "black"))
    _await_question(persons, game, closing)
    while not closing.is_set():
        for one in persons:
            for path in READS:
                _timed(one, path.format(game=game), times)
                closing.wait(PAUSE)
        now = times[-1]
        if not sum(one.client.answer_all() for one in persons):
            return  # the game is over
        began = time.perf_counter()
        if not _await_question(persons, game, closing):
            return
        if now is times[-1]:
            now.add(TURN, time.perf_counter() - began)


def _timed(one: Person, path: str, times: "list[Times]") -> None:
    """Measure a call. It counts in the part of the round in which it began."""
    now, began = times[-1], time.perf_counter()
    status = one.send("GET", path)
    now.add("calls of players", time.perf_counter() - began)
    if status != 200:
        now.fail(f"{path}: {status}")


def _await_question(persons: list[Person], game: str, closing: threading.Event) -> bool:
    """Wait until one of the players is asked a question; return False if the game is over.

    Raises RuntimeError if there is no question in time.
    """
    until = time.monotonic() + PATIENCE
    while not closing.is_set() and time.monotonic() < until:
        for one in persons:
            listed = one.client.call("decisions_list").body["results"]
            if any(not row["ready"] for row in listed if row["game"] == game):
                return True
        if persons[0].client.call("games_retrieve", game_id=game).body["status"] == "over":
            return False
        time.sleep(POLL)
    if closing.is_set():
        return False
    progress(f"no question within {PATIENCE:.0f} s")
    raise RuntimeError("no question")


def _said(reply: Any, status: int) -> Any:
    if reply.status != status:
        raise RuntimeError(f"{reply.status} instead of {status}: {reply.body}")
    return reply.body
