"""What the next letter is written from may be read while the server thinks about the last, and is never relied on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError

from games.models import Game, OutgoingMail
from games.selectors.letters import letter_for
from games.services.lifecycle import do_leave_game
from tests.table import play_out
from tests.worker.post_office import PostOffice, open_office
from worker.mail import ahead, delivery

pytestmark = pytest.mark.django_db


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """The letters that were read for, and whether somebody had claimed each."""
    found: list[tuple[int, bool]] = []

    def noted(mail: OutgoingMail) -> Any:
        found.append((mail.pk, OutgoingMail.objects.get(pk=mail.pk).status == "sending"))
        return letter_for(mail)

    monkeypatch.setattr("worker.mail.ahead.letter_for", noted)
    return found


@pytest.fixture
def smtp(settings: Any) -> Iterator[PostOffice]:
    settings.EMAIL_BACKEND = "worker.mail.smtp.Backend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 20
    with open_office() as (office, port):
        settings.EMAIL_PORT = port
        yield office


def test_each_letter_is_read_for_once_and_most_before_anybody_claims_them(
    running: Game, smtp: PostOffice, reads: list[tuple[int, bool]]
) -> None:
    play_out(running)
    assert delivery.deliver().sent == len(smtp.letters) == OutgoingMail.objects.count()
    assert len(reads) == len({pk for pk, _ in reads}) == len(smtp.letters)
    assert sum(not claimed for _, claimed in reads) > 0
    assert set(OutgoingMail.objects.values_list("status", "attempts", "deaths")) == {("sent", 1, 0)}


def test_letters_say_the_same(running: Game, smtp: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    play_out(running)
    with time_machine.travel("2026-12-01 12:00", tick=False):
        delivery.deliver()
        before = {letter["Message-ID"]: letter.as_bytes() for letter in smtp.letters}
        OutgoingMail.objects.update(status="queued", next_try_at="2026-11-30 12:00+00:00")
        smtp.letters.clear()
        monkeypatch.setattr(ahead.Ahead, "read", lambda self: None)
        delivery.deliver()
    assert {letter["Message-ID"]: letter.as_bytes() for letter in smtp.letters} == before


def read_for(mail: OutgoingMail) -> ahead.Ahead:
    reading = ahead.Ahead()
    reading.mail = mail
    reading.read()
    return reading


@pytest.mark.parametrize(("good_for", "used"), [(ahead.FRESH, True), (0.0, False)])
def test_what_was_read_long_ago_is_read_again(
    running: Game, smtp: PostOffice, monkeypatch: pytest.MonkeyPatch, good_for: float, used: bool
) -> None:
    """The server takes its time; meanwhile the reader of the next letter leaves the game."""
    _, second = OutgoingMail.objects.order_by("pk")
    monkeypatch.setattr(ahead, "FRESH", good_for)
    reading = read_for(second)
    assert second.player is not None
    do_leave_game(player=second.player, game_id=running.pk)
    assert (reading.letter_for(second) is not None) is used
    assert reading.letter_for(second) is None, "it serves once"


def test_it_serves_for_a_moment_and_with_the_row_as_claimed(running: Game, smtp: PostOffice) -> None:
    _, second = OutgoingMail.objects.order_by("pk")
    reading = read_for(second)
    claimed = OutgoingMail.objects.get(pk=second.pk)
    letter = reading.letter_for(claimed)
    assert letter is not None
    assert letter.mail is claimed


def test_another_letter_than_thought_is_read_for_anew(running: Game, smtp: PostOffice) -> None:
    first, second = OutgoingMail.objects.order_by("pk")
    letter = read_for(second).letter_for(first)
    assert letter is not None
    assert (letter.mail, letter.seat.pk) == (first, first.seat_id)


def test_trouble_in_it_stops_nothing(running: Game, smtp: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    read, tries = ahead.Ahead.read, []

    def away(mail: OutgoingMail) -> Any:
        tries.append(mail)
        raise DatabaseError("away")

    def failing(self: ahead.Ahead) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("worker.mail.ahead.letter_for", away)
            read(self)

    monkeypatch.setattr(ahead.Ahead, "read", failing)
    play_out(running)
    assert delivery.deliver().sent == len(smtp.letters) == OutgoingMail.objects.count()
    assert tries


def test_a_letter_whose_time_has_not_come_is_not_looked_at(
    running: Game, smtp: PostOffice, reads: list[tuple[int, bool]]
) -> None:
    play_out(running)
    last = OutgoingMail.objects.order_by("pk").last()
    assert last is not None
    OutgoingMail.objects.filter(pk=last.pk).update(next_try_at=last.next_try_at + timedelta(hours=1))
    delivery.deliver()
    assert last.pk not in {pk for pk, _ in reads}
