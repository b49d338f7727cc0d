"""Letters of the toy title, sent into Django's mailbox for tests."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed
from email.parser import BytesParser
from email.policy import default

import pytest
from django.core.mail import EmailMessage

from games.models import OutgoingMail, Player
from games.models.player import default_mail_preferences
from worker.mail.outbound import delivery


@pytest.fixture
def send(mailoutbox: list[EmailMessage]) -> Callable[[], list[EmailMessage]]:
    """Send what is owed; the letters sent by this call."""

    def run() -> list[EmailMessage]:
        before = len(mailoutbox)
        delivery.send_due_mail()
        return mailoutbox[before:]

    return run


@pytest.fixture
def to(send: Callable[[], list[EmailMessage]]) -> Callable[[str], EmailMessage]:
    """Send what is owed; the last letter to a player."""

    def run(name: str) -> EmailMessage:
        return [letter for letter in send() if letter.to == [f"{name}@example.org"]][-1]

    return run


@pytest.fixture
def all_news(anna: Player, ben: Player) -> None:
    """Anna and Ben want all news at once, so that no e-mail waits for the news of the day."""
    Player.objects.update(mail_preferences={**default_mail_preferences(), "watch": True})


def parsed(message: EmailMessage) -> Parsed:
    """The letter as its reader's mail program gets it."""
    return BytesParser(policy=default).parsebytes(message.message().as_bytes())  # type: ignore[return-value]


def text_of(message: EmailMessage) -> str:
    """The text part."""
    return str(message.body)


def html_of(message: EmailMessage) -> str:
    """The HTML part."""
    return str(message.alternatives[0][0])  # type: ignore[attr-defined]


def status_of(game: object) -> list[str]:
    """The states of a game's letters, in the order in which they came up."""
    return list(OutgoingMail.objects.filter(game=game).order_by("pk").values_list("status", flat=True))


def topic_of(subject: object) -> str:
    """What an e-mail is about, by its subject: `[Game] topic · headline`."""
    return str(subject).partition("] ")[2].partition(" · ")[0]
