"""Worlds around a game that is opened by mail: the same mails are written in each, and one thing is hidden otherwise.

Whoever may not learn of that hears and reads the same in all of them, to the byte: letters with their envelopes and
times, what a mail server hears, pages and calls. Ids of chance are told apart by the order in which they come up.
"""

import random
import re
import secrets
from base64 import b32decode
from collections.abc import Callable, Iterable, Iterator
from email.message import EmailMessage as Parsed
from email.parser import BytesParser
from email.policy import default
from typing import Any, NamedTuple
from uuid import UUID

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.test import Client, override_settings

from games.models import Game, IncomingMail, OutgoingMail, Player
from games.persistence import position
from tests.api.conftest import Caller
from tests.gate.reading import Read, differences, shown, steady
from tests.gate.worlds import START
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.lmtp import store_and_reply
from worker.mail.outbound.delivery import send_due_mail

US = "orders@example.org"
GAME = "Emden"
"""What the game of each story is called."""
_TAG = re.compile(r"orders\+([a-z])([a-z2-7]{26})[a-z2-7]{16}@")


def nothing(*given: Any) -> None:
    """Leave the world as it is."""


class Hidden(NamedTuple):
    """What is otherwise in another world: `before` the first mail, `meanwhile` between any two, `then` with the game.

    `blue` is who is asked to take the other seat, where two are.
    """

    name: str
    before: Callable[[], Any] = nothing
    meanwhile: Callable[[], Any] = nothing
    then: Callable[[Game], Any] = nothing
    blue: str = "dora"

    def __str__(self) -> str:
        return self.name


class Ears:
    """All that one person hears while mails go to and fro: somebody of that name here, or of that address.

    The `game` is looked at in the end; without one, the game of that name, if there is any.
    """

    def __init__(self, who: str, hidden: Hidden) -> None:
        self.address, self.hidden = address_of(who), hidden
        self.chance, self.aside = random.Random("the same in each world"), random.Random("what others draw")
        self.game: Game | None = None
        self.heard: Read = []
        self.letters: dict[str, list[Parsed]] = {}
        self.written = 0

    def mail(self, who: str, *lines: str, to: str = US, vouched: bool = True) -> None:
        """Somebody writes; it is handled, and what is owed goes out."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_bytes", self.aside.randbytes)
            self.hidden.meanwhile()
        self.written += 1
        sender = address_of(who)
        proof = f"mx.example.org; dmarc=pass header.from={sender.partition('@')[2]}"
        head = [f"Authentication-Results: {proof}"] * vouched
        head += [f"From: {sender}", f"To: {to}", f"Message-ID: <{self.written}@mail.example.org>", ""]
        answer = store_and_reply("\n".join([*head, *lines, ""]).encode(), [to])
        if sender == self.address:
            self.heard.append(("the mail server", answer))
        self.post()

    def reply(self, who: str, *lines: str, vouched: bool = True) -> None:
        """Somebody answers the last letter that can be answered."""
        tags = [str(one["Reply-To"]) for one in self.letters[address_of(who)] if one["Reply-To"]]
        self.mail(who, *lines, to=tags[-1].partition("<")[2].strip("<>"), vouched=vouched)

    def post(self) -> None:
        """What has come in is handled, and letters go out."""
        mail.outbox.clear()
        handle_inbound()
        send_due_mail()
        for message in mail.outbox:
            (to,) = message.to
            raw: Any = BytesParser(policy=default).parsebytes(message.message().as_bytes())
            self.letters.setdefault(to, []).append(raw)
            if to == self.address:
                self.heard.append(_letter(message))

    def look(self) -> None:
        """All that can be read of the game, and of one's own."""
        player = Player.objects.filter(email=self.address, is_active=True).first()
        game = self.game or Game.objects.filter(name=GAME).first()
        if player is None:
            return
        caller, browser = Caller(player), Client()
        browser.force_login(player)
        self.heard += [(path, shown(caller.get(path))) for path in _calls(game)]
        self.heard += [(path, shown(browser.get(path))) for path in _pages(game)]
        for one in IncomingMail.objects.filter(player=player).order_by("received_at", "message_id"):
            self.heard.append(("a mail of one's own", f"{one.status} {one.outcome} {one.received_at}"))


def address_of(who: str) -> str:
    """The address of a player, or the address itself."""
    return who if "@" in who else Player.objects.get(username=who).email


def _letter(message: Any) -> tuple[str, str]:
    """A letter with its envelope, and when it was owed, due and out."""
    row = OutgoingMail.objects.get(message_id=message.extra_headers["Message-ID"])
    times = f"owed {row.created_at}, due {row.next_try_at}, out {row.sent_at}, tried {row.attempts}"
    return f"letter: {message.subject}", f"{message.from_email} {times}\n{message.message().as_string()}"


_OF_A_GAME = ("invitations", "notices", "messages", "dice", "record", "reserves", "view", "spots", "admin/letters")


def _calls(game: Game | None) -> Iterator[str]:
    yield from ("games/", "games/?mine=true", "players/me/", "decisions/", "reserves/", "reserve-calls/")
    if game is not None:
        parts = ("", *(f"{part}/" for part in _OF_A_GAME))
        yield from (f"games/{game.pk}/{part}" for part in parts)


def _pages(game: Game | None) -> Iterator[str]:
    yield from ("/", "/games/", "/profile/")
    if game is not None:
        yield from (f"/games/{game.pk}/", f"/games/{game.pk}/umpire/", f"/games/{game.pk}/board.svg")


Story = Callable[[Ears], None]


def heard(who: str, story: Story, hidden: Hidden, only: str = "") -> Read:
    """What somebody hears of a story in a world, which is gone afterwards; `only` what bears such a name."""
    known: dict[str, str] = {}
    with time_machine.travel(START, tick=False), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        hidden.before()
        with override_settings(
            PBEM_MAIL_REPLY_ADDRESS=US,
            PBEM_TRUSTED_AUTHSERV_IDS=["mx.example.org"],
            PBEM_MAIL_VERP=True,
            PBEM_MAIL_GRACE_SECONDS=300,
        ):
            ears = Ears(who, hidden)
            patch.setattr(secrets, "token_bytes", ears.chance.randbytes)
            story(ears)
            ears.look()
        transaction.set_rollback(True)
    position._kept.clear()
    found = [(name, _laid_open(text)) for name, text in ears.heard if re.search(only, name)]
    return [(steady(name, known), steady(text, known)) for name, text in found]


def _laid_open(text: str) -> str:
    """The text with each tag as the id that it names, as whoever reads it can see: ids of chance are steadied, others
    stand there.
    """
    return _TAG.sub(lambda tag: f"{tag[1]} {UUID(bytes=b32decode(tag[2].upper() + '======'))}@", text)


def told(who: str, story: Story, hidden: Iterable[Hidden], only: str = "") -> list[str]:
    """What tells somebody that something is otherwise than it is."""
    plain = heard(who, story, Hidden("as it is"), only)
    assert plain, "nothing was heard"
    return [f"{one}: {what}" for one in hidden for what in differences(plain, heard(who, story, one, only))]
