"""Whole games whose players have a mail program and nothing else: SMTP out, LMTP or IMAP in, all mail accounted for."""

import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from email.message import Message
from typing import Any

import pytest

from games import registry
from games.models import Game, IncomingMail, MailEvent, OpenRequest, OutgoingMail, Player
from games.selectors.mail_delivery import HELD_BACK_REASON
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_create_player
from games.services.resolve.advance import do_resolve
from tests.worker.inbound.imap_server import imap_server
from tests.worker.inbound.programs import PROGRAMS, orders_in, written
from tests.worker.inbound.returned import complaint_report, delivery_report
from tests.worker.post_office import PostOffice, open_office
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.imap_mailbox import Mailbox, poll
from worker.mail.outbound.delivery import send_due_mail

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("replies")]

MOST_ROUNDS = 1_000
FEW_CARDS = {"removed": 68}
"""So that the rounds of four are soon over (2.1.4)."""
GAMES = [
    ("pirates", "solitaire", {}, ("ja",), "mailbox"),
    pytest.param("pirates", "teams", FEW_CARDS, ("en", "ja"), "mail_server", marks=pytest.mark.one_database),
    pytest.param("battleships", "lofoten", {}, ("en", "ja"), "mailbox", marks=pytest.mark.one_database),
    ("goeben", "ottoman_alliance", {}, ("ja", "en"), "mail_server"),
    pytest.param("pq17", "jw51a", {}, ("en", "ja"), "mail_server", marks=pytest.mark.one_database),
]
"""The longest three send no statement that the other two, or tests of letters, do not send: they are played on one
database."""

UMPIRE = "umpire@example.org"
TROUBLES = ("comes_back", "complains")
"""What happens to letters in each game."""

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
        box = Mailbox.from_url(f"imap://orders:pw@127.0.0.1:{port}")

        def carry(raw: bytes) -> None:
            folder.messages.append(raw.rstrip(b"\r\n") + b"\r\n")  # as the server that took it ended it
            poll(box)

        yield carry
        assert folder.seen == set(range(1, len(folder.messages) + 1))


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    with open_office() as (office, port):
        settings.EMAIL_BACKEND = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 20
        yield office


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A whole game is played within an hour."""
    monkeypatch.setattr("games.services.incoming_mail.MAX_PER_HOUR", 10_000)
    settings.PBEM_MAIL_REPLIES_PER_HOUR = 10_000


def sender_of(letter: Message) -> str:
    """Whom a mail server tells what became of a letter."""
    return str(letter["Return-Path"] or letter["From"])


class Table:
    """The players at their mail programs, and the mail server between them and the game."""

    def __init__(self, game: Game, office: PostOffice, carry: Carrier) -> None:
        self.game, self.office, self.carry = game, office, carry
        self.seen = 0
        self.brought: Counter[str] = Counter()
        self.sent = 0
        self.earlier: dict[str, bytes] = {}
        self.read: dict[str, list[Message]] = {}
        self.events: Counter[str] = Counter()
        self.troubles: list[str] = []
        self.returned: list[str] = []

    def new_letters(self) -> list[Message]:
        """What has come since the last look."""
        send_due_mail()
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
                sent_by = sender_of(letter)
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
                if not orders or self.is_answer(letter) or self.goes_astray(letter):
                    continue
                self.read.setdefault(str(letter["To"]), []).append(letter)
                self.answer(letter, orders)
            do_resolve(self.game.pk)
            self.game.refresh_from_db()
            if self.game.status == Game.Status.OVER and not letters:
                return self.game
        raise AssertionError("the game does not end")

    def goes_astray(self, letter: Message) -> bool:
        """Now and then a letter comes back for good, or its reader complains; then its reader says that letters arrive.

        What came back is taken out of the reader's mailbox, and is sent again.
        """
        address = str(letter["To"])
        troubles = [one for one in TROUBLES if one not in self.troubles]
        before = self.read.get(address, [])
        if not troubles or len(before) < 2 or self.sent < 3 * (1 + len(self.troubles)):
            return False
        trouble = troubles[0]
        self.troubles.append(trouble)
        due = self.deadlines()
        getattr(self, trouble)(letter, before)
        self.is_marked_and_told(address, letter)
        assert self.deadlines() == due, "a deadline waits for no letter"
        self.says_that_letters_arrive(address, before[-1])
        return trouble != "complains"

    def comes_back(self, letter: Message, before: list[Message]) -> None:
        """By two mail servers, and one report by two ways; then one about a letter of an earlier question, late."""
        self.office.letters.remove(letter)
        self.returned.append(str(letter["Message-ID"]))
        self.seen -= 1
        self.bounce(letter, "noted")
        self.bounce(letter, "known")
        self.bounce(letter, "noted", more="mx2", code="5.1.10")
        self.bounce(before[0], "noted", code="4.2.2")

    def complains(self, letter: Message, before: list[Message]) -> None:
        """Twice about one letter; the letter itself has arrived."""
        raw = complaint_report(str(letter["Message-ID"]), to=sender_of(letter), reader=str(letter["To"]))
        self.bring(raw, "noted")
        self.bring(raw, "known")
        self.events[MailEvent.What.COMPLAINED] += 1

    def bounce(self, letter: Message, what: str, **facts: str) -> None:
        name, reader = str(letter["Message-ID"]), str(letter["To"])
        self.bring(delivery_report(name, to=sender_of(letter), reader=reader, **facts), what)
        self.events[MailEvent.What.BOUNCED] += what == "noted"

    def is_marked_and_told(self, address: str, letter: Message) -> None:
        """Who rules the game is told once; nobody at the table hears of it."""
        assert Player.objects.get(email=address).is_unreachable
        told = [one for one in self.new_letters() if str(one["To"]) == UMPIRE]
        assert len(told) == 1
        assert str(letter["Message-ID"]) not in str(told[0])

    def says_that_letters_arrive(self, address: str, before: Message) -> None:
        """In reply to a letter about a question that is closed. A forged word and an automatic one change nothing."""
        words = "手紙は届く" if self.sent % 2 else "letters arrive"
        self.bring(written(before, [words], "gmail", sender="eve@example.net"), "nobody")
        self.bring(written(before, [words], "gmail", more="Auto-Submitted: auto-replied\n"), "noise")
        assert Player.objects.get(email=address).is_unreachable
        raw = written(before, [words], list(PROGRAMS)[self.sent % len(PROGRAMS)], at=time.time())
        self.bring(raw, "taken")
        self.bring(raw, "known")
        assert not Player.objects.get(email=address).is_unreachable
        self.bounce(before, "noted", more="slow")
        assert not Player.objects.get(email=address).is_unreachable, "that letter left before the player said so"

    def deadlines(self) -> list[Any]:
        open_ = OpenRequest.objects.filter(game=self.game, closed_at=None)
        return list(open_.order_by("pk").values_list("pk", "due_at"))

    def is_answer(self, letter: Message) -> bool:
        """Whether a letter only says what became of a mail."""
        return OutgoingMail.objects.get(message_id=str(letter["Message-ID"])).kind == OutgoingMail.Kind.REPLY

    def account(self) -> None:
        """Every message that counts is a row, handled and answered once; nothing else is, and none is missing."""
        rows = IncomingMail.objects.all()
        assert {row.status for row in rows} == {"handled"}
        assert len(rows) == self.brought["taken"]
        assert set(OutgoingMail.objects.values_list("status", flat=True)) <= {
            "sent",
            "dropped",
            "merged",
            "bounced",
            "complained",
        }
        assert not OutgoingMail.objects.filter(error=HELD_BACK_REASON).exists(), (
            "nothing that was held back stays behind"
        )
        assert self.troubles == list(TROUBLES)
        answers = OutgoingMail.objects.filter(kind=OutgoingMail.Kind.REPLY)
        assert answers.count() == len(rows)
        assert answers.filter(status="merged").exists(), "most receipts come with the next question"
        assert not answers.exclude(sealed=b"").exists()
        sent = set(answers.filter(status="sent").values_list("message_id", flat=True))
        arrived = [str(letter["Message-ID"]) for letter in self.office.letters]
        assert sent == {one for one in arrived if one in sent}
        again = Counter(self.events_of(MailEvent.What.AGAIN))
        assert again
        sendings = Counter([*arrived, *self.returned])
        assert sendings == Counter(dict.fromkeys(sendings, 1)) + again, "each once, and once more what came back"
        answered = [str(letter["In-Reply-To"]) for letter in self.office.letters if str(letter["Message-ID"]) in sent]
        assert len(set(answered)) == len(answered)
        self.events[MailEvent.What.DELAYED] = self.brought["noted"] - self.events.total()
        for what, count in self.events.items():
            assert len(self.events_of(what)) == count, what

    def events_of(self, what: str) -> list[str]:
        """The letters to which this happened, as often as it did."""
        return list(MailEvent.objects.filter(what=what).values_list("mail__message_id", flat=True))


def opened(title: str, scenario: str, options: dict[str, Any], languages: tuple[str, ...]) -> Game:
    """A game at its first decision, with players who read these languages in its seats, in turn."""
    roles = registry.current_title(title).seats(scenario)
    players = []
    for number in range(len(roles)):
        language = languages[number % len(languages)]
        player = do_create_player(name=f"player{number}", email=f"player{number}@example.org", language=language)
        player.mail_preferences = {**player.mail_preferences, "pictures": False}
        player.save(update_fields=["mail_preferences"])
        players.append(player)
    seats = [SeatAssignment(role=role) for role in roles]
    game = do_create_game(
        host=players[0], title=title, scenario=scenario, options=options, seats=seats, name="North Sea"
    )
    for role, player in zip(roles, players, strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    umpire = do_create_player(name="umpire", email=UMPIRE, language="en")
    Game.objects.filter(pk=game.pk).update(umpire=umpire)
    do_start_game(player=players[0], game_id=game.pk)
    do_resolve(game.pk)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario", "options", "languages", "way"), GAMES)
def test_a_whole_game_is_played_by_mail_alone(
    office: PostOffice,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    title: str,
    scenario: str,
    options: dict[str, Any],
    languages: tuple[str, ...],
    way: str,
) -> None:
    monkeypatch.setattr("games.services.incoming_mail.MAX_PER_HOUR", 10_000)
    settings.PBEM_MAIL_REPLIES_PER_HOUR, settings.PBEM_MAIL_RECEIPT_WAIT_SECONDS = 10_000, 60
    table = Table(opened(title, scenario, options, languages), office, request.getfixturevalue(way))
    game = table.play()
    assert game.status == Game.Status.OVER
    assert game.standings
    assert table.sent > 5
    table.account()
