"""A game of Pirates that two people played by e-mail to its end: one wrote casual English, one polite Japanese.

Its e-mails were written from what the e-mails of the game said, without a look at what is read.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage

from games.models import Game, IncomingMail, OutgoingMail
from tests.worker.conftest import topic_of
from tests.worker.inbound.by_hand import Correspondence, opened, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

PLAYED = read(Path(__file__).with_name("by_hand_pirates.toml"))
ROUND_POINTS = {"red": 5, "black": 3}
"""The final result, which red won."""
Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, settings: Any, send: Send) -> Correspondence:
    """The game at its first question, without a limit of e-mails in an hour."""
    monkeypatch.setattr("games.services.incoming_mail.MAX_PER_HOUR", 10_000)
    settings.PBEM_MAIL_REPLIES_PER_HOUR = 10_000
    return Correspondence(PLAYED, opened(PLAYED, monkeypatch), send)


@pytest.mark.slow
def test_two_people_play_a_game_by_mail_to_its_end(table: Correspondence) -> None:
    table.arrive()
    for number, mail in enumerate(PLAYED.mails, 1):
        assert table.post(mail) == mail.gives, f"e-mail {number} of {mail.seat}: {mail.text}"
        table.arrive()
    table.game.refresh_from_db()
    assert table.game.status == Game.Status.OVER
    assert {place["seat"]: place["points"] for place in table.game.standings or ()} == ROUND_POINTS
    assert IncomingMail.objects.count() == len(PLAYED.mails)
    assert {row.status for row in IncomingMail.objects.all()} == {"handled"}
    answers = OutgoingMail.objects.filter(kind=OutgoingMail.Kind.REPLY, status="sent")
    assert answers.count() == len(PLAYED.mails), "each e-mail is answered"
    assert {role: topic_of(box[-1]["Subject"]) for role, box in table.boxes.items()} == {
        "red": "Final standings",
        "black": "最終順位",
    }


def test_the_game_has_doubtful_senders_and_both_languages() -> None:
    assert sum(not mail.proven for mail in PLAYED.mails) >= 3
    assert {mail.seat for mail in PLAYED.mails} == {"red", "black"}
    assert {len(mail.text) == len(mail.text.encode()) for mail in PLAYED.mails} == {True, False}
