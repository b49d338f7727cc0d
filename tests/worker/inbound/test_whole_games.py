"""Whole games whose players have a mail program and nothing else: SMTP out, LMTP or IMAP in, all mail accounted for."""

import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from email.message import Message
from typing import Any

import pytest

from games import registry
from games.models import Game, IncomingMail, MailEvent, OutgoingMail
from games.services.creation import SeatWish, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_create_player
from games.services.resolve.advance import do_resolve
from tests.worker.inbound.imap_server import imap_server
from tests.worker.inbound.programs import PROGRAMS, orders_in, written
from tests.worker.inbound.returned import delivery_report
from tests.worker.post_office import PostOffice, open_office
from worker.inbound.handling import handle_inbound
from worker.inbound.mailbox import Mailbox, look_through
from worker.mail.delivery import deliver

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("replies")]

MOST_ROUNDS = 400
GAMES = [
    ("pirates", "solitaire", ("ja",), "mailbox"),
    ("pirates", "two_players", ("en", "ja"), "mail_server"),
    ("battleships", "lofoten", ("en", "ja"), "mailbox"),
    ("goeben", "ottoman_alliance", ("ja", "en"), "mail_server"),
    ("pq17", "jw51a", ("en", "ja"), "mail_server"),
]

Carrier = Callable[[bytes], None]
"""Brings a raw message to the server's door."""


@pytest.fixture
def mail_server(lmtp_port: int) -> Carrier:
    """Over LMTP, as a mail server of one's own does."""

    def carry(raw: bytes) -> None:
        with smtplib.LMTP("127.0.0.1", lmtp_port) as client:
            client.sendmail("player@example.org", ["orders@example.org"], raw)

    return carry


@pytest.fixture
def mailbox() -> Iterator[Carrier]:
    """Into a mailbox at a provider, which is looked through."""
    with imap_server() as (folder, port):
        box = Mailbox.named(f"imap://orders:pw@127.0.0.1:{port}")

        def carry(raw: bytes) -> None:
            folder.messages.append(raw.rstrip(b"\r\n") + b"\r\n")  # as the server that took it ended it
            look_through(box)

        yield carry
        assert folder.seen == set(range(1, len(folder.messages) + 1))


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    with open_office() as (office, port):
        settings.EMAIL_BACKEND = "worker.mail.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 20
        yield office


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A whole game is played within an hour."""
    monkeypatch.setattr("games.services.inbound.MOST_AN_HOUR", 10_000)
    settings.PBEM_MAIL_ANSWERS_PER_HOUR = 10_000


class Table:
    """The players at their mail programs, and the mail server between them and the game."""

    def __init__(self, game: Game, office: PostOffice, carry: Carrier) -> None:
        self.game, self.office, self.carry = game, office, carry
        self.seen = 0
        self.brought: Counter[str] = Counter()
        self.sent = 0
        self.earlier: dict[str, bytes] = {}

    def new_letters(self) -> list[Message]:
        """What has come since the last look."""
        deliver()
        found = self.office.letters[self.seen :]
        self.seen += len(found)
        return found

    def bring(self, raw: bytes, what: str) -> None:
        self.brought[what] += 1
        self.carry(raw)
        handle_inbound()

    def answer(self, letter: Message, orders: list[str]) -> None:
        """Reply to a letter, and with it whatever mail is like: copies, noise, late and hostile messages."""
        program = list(PROGRAMS)[self.sent % len(PROGRAMS)]
        self.sent += 1
        now = time.time()
        raw, address = written(letter, orders, program, at=now), str(letter["To"])
        self.bring(raw, "taken")
        match self.sent % 6:
            case 1:
                self.bring(raw, "known")
                self.bring(b"Received: from mx2.example.org\r\n" + raw, "known")
            case 2:
                self.bring(written(letter, ["pass"], "gmail", sender="eve@example.net"), "nobody")
            case 3:
                self.bring(written(letter, ["pass"], "gmail", more="Auto-Submitted: auto-replied\n"), "noise")
            case 4:
                self.bring(written(letter, ["nonsense"], "page", at=now - 3600), "taken")
            case 0:
                slow = {"action": "delayed", "code": "4.4.1"}
                sent_by = str(letter["Return-Path"] or letter["From"])
                self.bring(delivery_report(str(letter["Message-ID"]), to=sent_by, reader=address, **slow), "noted")
            case 5 if address in self.earlier:
                self.bring(self.earlier[address], "known")
                hostile = b"From: %s\r\nTo: %s\r\n\r\n" % (address.encode(), str(letter["Reply-To"]).encode())
                self.bring(hostile + b"> On 1 wrote:\r\n" * 20_000, "taken")
        self.earlier[address] = raw

    def play(self) -> Game:
        """Answer every letter that asks something until the game is over."""
        for _ in range(MOST_ROUNDS):
            letters = self.new_letters()
            for letter in letters:
                orders = orders_in(letter)
                if orders and not self.is_answer(letter):
                    self.answer(letter, orders)
            do_resolve(self.game.pk)
            self.game.refresh_from_db()
            if self.game.status == Game.Status.OVER and not letters:
                return self.game
        raise AssertionError("the game does not end")

    def is_answer(self, letter: Message) -> bool:
        """Whether a letter only says what became of a mail."""
        return OutgoingMail.objects.get(message_id=str(letter["Message-ID"])).kind == OutgoingMail.Kind.REPLY

    def account(self) -> None:
        """Every message that counts is a row, handled and answered once; nothing else is, and none is missing."""
        rows = IncomingMail.objects.all()
        assert {row.status for row in rows} == {"handled"}
        assert len(rows) == self.brought["taken"]
        assert set(OutgoingMail.objects.values_list("status", flat=True)) <= {"sent", "dropped"}
        answers = OutgoingMail.objects.filter(kind=OutgoingMail.Kind.REPLY)
        assert answers.count() == len(rows)
        sent = set(answers.filter(status="sent").values_list("message_id", flat=True))
        arrived = [str(letter["Message-ID"]) for letter in self.office.letters]
        assert sent == {one for one in arrived if one in sent}
        assert len(arrived) == len(set(arrived))
        answered = [str(letter["In-Reply-To"]) for letter in self.office.letters if str(letter["Message-ID"]) in sent]
        assert len(set(answered)) == len(answered)
        assert MailEvent.objects.filter(what=MailEvent.What.DELAYED).count() == self.brought["noted"]


def opened(title: str, scenario: str, languages: tuple[str, ...]) -> Game:
    """A game at its first decision, with players who read these languages in its seats, in turn."""
    roles = registry.current_title(title).seats(scenario)
    players = []
    for number in range(len(roles)):
        language = languages[number % len(languages)]
        player = do_create_player(name=f"player{number}", email=f"player{number}@example.org", language=language)
        player.mail_preferences = {**player.mail_preferences, "pictures": False}
        player.save(update_fields=["mail_preferences"])
        players.append(player)
    seats = [SeatWish(role=role) for role in roles]
    game = do_create_game(host=players[0], title=title, scenario=scenario, seats=seats, name="North Sea")
    for role, player in zip(roles, players, strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=players[0], game_id=game.pk)
    do_resolve(game.pk)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario", "languages", "way"), GAMES)
def test_a_whole_game_is_played_by_mail_alone(
    office: PostOffice,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    title: str,
    scenario: str,
    languages: tuple[str, ...],
    way: str,
) -> None:
    monkeypatch.setattr("games.services.inbound.MOST_AN_HOUR", 10_000)
    settings.PBEM_MAIL_ANSWERS_PER_HOUR = 10_000
    table = Table(opened(title, scenario, languages), office, request.getfixturevalue(way))
    game = table.play()
    assert game.status == Game.Status.OVER
    assert game.standings
    assert table.sent > 5
    table.account()
