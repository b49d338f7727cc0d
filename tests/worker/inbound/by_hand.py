"""A game played by e-mails that people wrote by hand.

Each text of a file is sent in reply to the newest e-mail of its seat.
"""

import secrets
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import time_machine
from django.core.mail import EmailMessage

from games import registry
from games.models import Game, SealedAnswer
from games.persistence import serialization
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_create_player
from games.services.resolve.advance import do_resolve
from tests.worker.conftest import parsed
from tests.worker.inbound.programs import PROGRAMS
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest

GRACE = timedelta(seconds=301)
"""After this time an e-mail counts for whose sender nobody vouches."""
DRAFT = "draft"
"""Before the orders of an answer that is not sealed, since some of its e-mail was refused."""
Send = Callable[[], list[EmailMessage]]


class Written(NamedTuple):
    """One e-mail of the file: who wrote it, by which mail program, and the orders that its writer meant.

    `gives` are the lines of the stored answer as the form prints them, behind DRAFT if it is a draft; None if none is
    stored.
    """

    seat: str
    text: str
    gives: list[str] | None = None
    program: str = "gmail"
    proven: bool = True


class Played(NamedTuple):
    """A file: the game to open, the writers by their seats, and the e-mails in the order of sending."""

    title: str
    scenario: str
    options: dict[str, Any]
    chance: str
    writers: dict[str, dict[str, str]]
    signatures: dict[str, str]
    mails: list[Written]


def read(path: Path) -> Played:
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    mails = [Written(**one) for one in found.pop("mail")]
    return Played(**found, mails=mails)


def opened(played: Played, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game at its first question, with the dice of the file."""
    monkeypatch.setattr(secrets, "token_bytes", Random(played.chance).randbytes)
    players = {}
    for role, writer in played.writers.items():
        player = do_create_player(name=writer["name"], email=writer["email"], language=writer["language"])
        player.mail_preferences = {**player.mail_preferences, "pictures": False}
        player.save(update_fields=["mail_preferences"])
        players[role] = player
    host = next(iter(players.values()))
    game = do_create_game(
        host=host,
        title=played.title,
        scenario=played.scenario,
        options=played.options,
        seats=[SeatAssignment(role=role) for role in players],
        name="North Sea",
    )
    for role, player in players.items():
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=host, game_id=game.pk)
    do_resolve(game.pk)
    return game


class Correspondence:
    """The players' mailboxes."""

    def __init__(self, played: Played, game: Game, send: Send) -> None:
        self.played, self.game, self.send = played, game, send
        self.addresses = {writer["email"]: role for role, writer in played.writers.items()}
        self.boxes: dict[str, list[Parsed]] = {role: [] for role in played.writers}
        self.sent = 0

    def arrive(self) -> list[tuple[str, Parsed]]:
        """The e-mails that reached the players since the last look."""
        found = [(self.addresses[one.to[0]], parsed(one)) for one in self.send()]
        for role, letter in found:
            self.boxes[role].append(letter)
        return found

    def post(self, mail: Written) -> list[str] | None:
        """Send an e-mail and let the game go on; the orders that it stored for its seat, as the form prints them."""
        self.sent += 1
        before = set(self._answers(mail.seat))
        ingest(self._raw(mail), channel="pipe")
        handle_inbound()
        if not mail.proven:
            with time_machine.travel(datetime.now(UTC) + GRACE):
                handle_inbound()
        stored = [one for one in self._answers(mail.seat) if one not in before]
        gives = self._orders(stored[-1]) if stored else None
        do_resolve(self.game.pk)
        return gives

    def _answers(self, seat: str) -> list[SealedAnswer]:
        rows = SealedAnswer.objects.filter(request__game=self.game, request__seat__role=seat)
        return list(rows.select_related("request__game").order_by("at", "revision"))

    def _orders(self, row: SealedAnswer) -> list[str]:
        title = registry.game_title(row.request.game)
        form = serialization.read_question(title, row.request.question).form
        orders = form.render(form.accept(serialization.read_answer(row.answer))).splitlines()
        return orders if row.ready else [DRAFT, *orders]

    def _raw(self, mail: Written) -> bytes:
        letter = next(one for one in reversed(self.boxes[mail.seat]) if one["Reply-To"])
        writer = self.played.writers[mail.seat]
        kind, body = PROGRAMS[mail.program](letter, mail.text.strip("\n").splitlines())
        vouched = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" if mail.proven else ""
        head = (
            f"{vouched}From: {self.played.signatures[mail.seat]} <{writer['email']}>\nTo: {letter['Reply-To']}\n"
            f"Subject: Re: x\nDate: {datetime.now(UTC):%a, %d %b %Y %H:%M:%S +0000}\n"
            f"Message-ID: <hand-{self.sent}@mail.example.org>\nIn-Reply-To: {letter['Message-ID']}\n"
            f"MIME-Version: 1.0\nContent-Type: {kind}\n\n"
        )
        return (head.encode() + body.rstrip(b"\n") + b"\n").replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
