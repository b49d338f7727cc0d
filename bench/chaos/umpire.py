"""The umpire: creates games, rewinds and pauses them, replaces players, and answers for seats."""

import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import UUID

from bench.chaos import operator
from bench.chaos.book import Book
from bench.chaos.cast import Member
from bench.chaos.players import REFUSALS
from bench.chaos.storms import dealt
from bench.chaos.tables import Table
from bench.chaos.wire import Unsure, Wire

ROUND = 1.0
"""The seconds between two rounds."""
HANDS_IN = 0.8
"""The probability that the umpire acts on a game in a round."""

Line = dict[str, Any]


class Umpire(threading.Thread):
    """A thread that keeps `games` games running, and acts on them at random as their umpire.

    After its attribute `calm` is set, it only resumes the games that it stopped.
    """

    def __init__(
        self,
        wire: Wire,
        wires: dict[str, Wire],
        reserves: list[Member],
        tables: Iterator[Table],
        book: Book,
        *,
        games: int,
        seed: int,
        closing: threading.Event,
    ) -> None:
        super().__init__(name="umpire", daemon=True)
        self.calm = threading.Event()
        self._wire, self._wires, self._reserves = wire, wires, [one.name for one in reserves]
        self._tables, self._book, self._games, self._closing = tables, book, games, closing
        self._rng = Random(seed)
        deeds: list[tuple[str, Callable[[Line], None]]] = [
            ("running", self._rewind),
            ("running", self._pause),
            ("paused", self._resume),
            ("running", self._hold),
            ("held", self._release),
            ("running", self._extend),
            ("running", self._let_time_run_out),
            ("running", self._substitute),
            ("running", self._act_for),
        ]
        self._deeds = dealt(deeds, self._rng)

    def run(self) -> None:
        """Act in one round after another until the run closes."""
        while not self._closing.wait(ROUND):
            try:
                self._go_on() if self.calm.is_set() else self._round()
            except Unsure:
                self._book.tally("deeds nobody is sure of")
            except (KeyError, TypeError, ValueError) as error:
                self._book.odd(f"umpire: {type(error).__name__}: {str(error)[:160]}")

    def _round(self) -> None:
        if sum(len(self._listed(status)) for status in ("running", "paused", "held")) < self._games:
            self._convene(next(self._tables))
        if self._rng.random() < HANDS_IN:
            status, deed = next(self._deeds)
            games = self._listed(status)
            if games:
                deed(self._rng.choice(games))

    def _go_on(self) -> None:
        """Resume all paused games and release all held ones."""
        for game in self._listed("paused"):
            self._resume(game)
        for game in self._listed("held"):
            self._release(game)

    def _listed(self, status: str) -> list[Line]:
        reply = self._wire("GET", f"/api/v1/games/?mine=true&status={status}", None, "")
        found: list[Line] = reply.body["results"]
        return found

    def _convene(self, table: Table) -> None:
        """Create a game, let players join it, and start it."""
        made = self._wire.call("POST", "/api/v1/games/", table.wish)
        if made.status != 201:
            self._book.odd(f"{made.status} for a new game: {str(made.body)[:160]}")
            return
        game = made.body["id"]
        for role, name in zip(table.roles, self._rng.sample(sorted(self._wires), len(table.roles)), strict=True):
            self._certain(self._wires[name], f"{game}/join/", {"seat": role, "nonce": name})
        self._certain(self._wire, f"{game}/start/", {})
        self._book.games.add(game)
        self._book.tally("games begun")

    def _certain(self, wire: Wire, path: str, content: Line) -> None:
        """Send a request until there is a response; its Idempotency-Key ensures that it is carried out once."""
        key = str(UUID(int=self._rng.getrandbits(128)))
        reply = wire.call("POST", f"/api/v1/games/{path}", content, key=key)
        if reply.status >= 300:
            self._book.odd(f"{reply.status} for {path[37:]}: {str(reply.body)[:160]}")

    def _done(self, game: Line, deed: str, content: Line) -> Any:
        """Carry out an umpire action (`deed`) with a unique reason; return the response, or None for a refusal."""
        reason = f"{deed} {UUID(int=self._rng.getrandbits(128))}"
        reply = self._wire.call("POST", f"/api/v1/games/{game['id']}/admin/{deed}/", {**content, "reason": reason})
        if reply.status in (200, 202):
            self._book.deeds[reason] = game["id"]
            self._book.tally(f"deeds: {deed}")
            return reply.body
        if reply.status not in REFUSALS:
            self._book.odd(f"{reply.status} for {deed}: {str(reply.body)[:160]}")
        return None

    def _rewind(self, game: Line) -> None:
        stops = self._wire("GET", f"/api/v1/games/{game['id']}/admin/stops/", None, "").body["results"]
        if stops:
            self._done(game, "rewind", {"stop": self._rng.choice(stops[-8:])["stop"]})

    def _pause(self, game: Line) -> None:
        self._done(game, "pause", {})

    def _resume(self, game: Line) -> None:
        self._done(game, "resume", {})

    def _extend(self, game: Line) -> None:
        self._done(game, "extend", {"hours": 1})

    def _release(self, game: Line) -> None:
        self._done(game, "release", {})

    def _hold(self, game: Line) -> None:
        if operator.hold_game(game["id"]):
            self._book.tally("deeds: hold")

    def _let_time_run_out(self, game: Line) -> None:
        if operator.let_time_run_out(game["id"]):
            self._book.tally("deeds: let time run out")

    def _substitute(self, game: Line) -> None:
        """Replace the player of a seat by a bot, or by a player who knows nothing of this game."""
        seat = self._rng.choice([seat["seat"] for seat in game["seats"]])
        whom = {"bot": "random"} if self._rng.random() < 0.3 else {"player": self._rng.choice(self._reserves)}
        self._done(game, "substitute", {"seat": seat, **whom})

    def _act_for(self, game: Line) -> None:
        asked = self._wire("GET", f"/api/v1/games/{game['id']}/admin/decisions/", None, "").body["results"]
        if asked:
            one = self._rng.choice(asked)
            receipt = self._done(game, "act", {"decision": one["id"], "answer": one["form"]["example"]})
            if receipt is not None:
                self._book.receipt(receipt)
