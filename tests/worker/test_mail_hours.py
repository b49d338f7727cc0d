"""E-mails wait for their reader's hours and come as one."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, Notice, OpenRequest, OutgoingMail, Player
from games.persistence.mail_hours import MailHours
from games.selectors.events import describe_event, list_audience_events
from games.selectors.seats import get_access
from games.services.messages import do_send_message
from games.services.profile import do_update_player
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_extend
from tests.table import answer
from tests.worker.conftest import text_of
from worker.mail.outbound import sender
from worker.mail.outbound.digest import DEFERRABLE_KINDS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]
DAILY = MailHours(digest="daily", at="07:00")


def morning(days: int = 1) -> datetime:
    """Seven o'clock of a day to come."""
    return datetime.now(UTC).replace(hour=7, minute=0, second=1, microsecond=0) + timedelta(days=days)


@pytest.fixture
def daily(running: Game, anna: Player) -> Game:
    """Anna's letters come once a day; what is asked has a month."""
    OutgoingMail.objects.all().delete()
    do_update_player(player=anna, mail_hours=DAILY)
    OpenRequest.objects.update(due_at=datetime.now(UTC) + timedelta(days=30))
    return running


def play_on(game: Game) -> None:
    for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
        answer(game, row.seat.role)
    do_resolve(game.pk)
    OpenRequest.objects.filter(closed_at=None).update(due_at=datetime.now(UTC) + timedelta(days=30))


def play_until_asked(game: Game, player: Player) -> None:
    """Play on, at least once, until the player is asked."""
    for _ in range(20):
        play_on(game)
        if OpenRequest.objects.filter(game=game, closed_at=None, seat__player=player).exists():
            return
    raise AssertionError("the player is never asked")


def to_anna() -> list[tuple[str, str]]:
    rows = OutgoingMail.objects.filter(player__username="anna").order_by("pk")
    return list(rows.values_list("kind", "status"))


def for_anna(letters: list[EmailMessage]) -> list[EmailMessage]:
    return [one for one in letters if one.to == ["anna@example.org"]]


@pytest.mark.both_databases
def test_letters_wait_for_the_morning_and_those_of_others_do_not(daily: Game, send: Send) -> None:
    play_on(daily)
    letters = send()
    assert for_anna(letters) == []
    assert letters
    assert to_anna() == [("stop", "queued")]
    row = OutgoingMail.objects.get(player__username="anna")
    assert (row.attempts, row.deaths) == (0, 0)
    with time_machine.travel(morning()):
        assert len(for_anna(send())) == 1
        assert send() == []


@pytest.mark.both_databases
def test_several_of_a_game_come_as_one_that_tells_it_all(daily: Game, anna: Player, send: Send) -> None:
    for _ in range(3):
        play_on(daily)
        send()
    assert [status for _, status in to_anna()] == ["queued"] * 3
    first, _, last = OutgoingMail.objects.filter(player=anna).order_by("pk").values_list("seat_stop", flat=True)
    seen = list_audience_events(get_access(anna, daily.pk), from_stop=first, until_stop=last)
    told = [line for one in seen if (line := describe_event(daily, one, "en"))]
    with time_machine.travel(morning()):
        (letter,) = for_anna(send())
    assert [status for _, status in to_anna()] == ["merged", "merged", "sent"]
    assert len(told) > 3
    for line in told:
        assert line in " ".join(text_of(letter).split()), line


def test_news_that_waits_comes_with_a_letter_that_cannot(daily: Game, send: Send) -> None:
    play_on(daily)
    send()
    play_on(daily)
    OpenRequest.objects.filter(closed_at=None).update(due_at=datetime.now(UTC) + timedelta(minutes=1))
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=40)):
        assert len(for_anna(send())) == 1
    assert [status for _, status in to_anna()] == ["merged", "sent"]


def test_a_deadline_that_comes_nearer_is_seen_within_the_hour(daily: Game, anna: Player, send: Send) -> None:
    hour = datetime.now(UTC) - timedelta(hours=1)
    do_update_player(player=anna, mail_hours=MailHours(digest="daily", at=f"{hour:%H:%M}"))
    play_until_asked(daily, anna)
    send()
    OpenRequest.objects.filter(closed_at=None).update(due_at=datetime.now(UTC) + timedelta(hours=4))
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=59)):
        assert for_anna(send()) == []
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=61)):
        assert for_anna(send()) == []
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=122)):
        assert len(for_anna(send())) == 1


def test_answers_reminders_and_letters_about_the_account_do_not_wait(daily: Game, send: Send) -> None:
    kinds = {str(kind) for kind in OutgoingMail.Kind.values}
    assert kinds - DEFERRABLE_KINDS == {"reminder", "account", "reply"}


def test_press_waits_and_is_merged_with_nothing(daily: Game, anna: Player, ben: Player, send: Send) -> None:
    for words in ("First.", "Second."):
        do_send_message(player=ben, game_id=daily.pk, seat="black", to=["red"], text=words)
    play_on(daily)
    assert for_anna(send()) == []
    with time_machine.travel(morning()):
        told = "".join(map(text_of, for_anna(send())))
    assert "First." in told
    assert "Second." in told
    assert {status for _, status in to_anna()} == {"sent"}


def test_whoever_wants_letters_at_once_again_has_them_at_once(daily: Game, anna: Player, send: Send) -> None:
    play_on(daily)
    assert for_anna(send()) == []
    do_update_player(player=anna, language="en")
    assert for_anna(send()) == []
    do_update_player(player=anna, mail_hours=MailHours())
    assert len(for_anna(send())) == 1


def test_another_time_zone_is_another_hour(daily: Game, anna: Player, send: Send) -> None:
    play_on(daily)
    send()
    here = datetime.now(UTC) + timedelta(minutes=2)
    do_update_player(player=anna, mail_hours=MailHours(digest="daily", at=f"{here:%H:%M}"))
    do_update_player(player=anna, time_zone="Asia/Tokyo")
    with time_machine.travel(here + timedelta(seconds=61)):
        assert for_anna(send()) == []
    do_update_player(player=anna, time_zone="UTC")
    with time_machine.travel(here + timedelta(seconds=61)):
        assert len(for_anna(send())) == 1


@pytest.mark.both_databases
def test_a_letter_that_waits_for_another_attempt_is_not_hurried(daily: Game, anna: Player, send: Send) -> None:
    play_on(daily)
    later = datetime.now(UTC) + timedelta(hours=2)
    OutgoingMail.objects.filter(player=anna).update(next_try_at=later, attempts=1, error="451 greylisted")
    do_update_player(player=anna, mail_hours=MailHours())
    assert OutgoingMail.objects.get(player=anna).next_try_at == later


def test_notices_that_would_have_come_with_a_letter_are_told_by_the_one_that_comes(
    daily: Game, staff: Player, anna: Player, send: Send
) -> None:
    play_on(daily)
    first = OutgoingMail.objects.get(player=anna)
    Notice.objects.create(game=daily, stop=first.stop, kind="extended", seats=["*"], facts={"hours": 5})
    play_on(daily)
    with time_machine.travel(morning()):
        (letter,) = for_anna(send())
    assert "moved by 5 hours" in text_of(letter)


def test_a_sender_that_dies_behind_the_merging_loses_nothing(
    daily: Game, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        play_on(daily)
        send()
    write: Any = sender.build_message
    with monkeypatch.context() as patch, time_machine.travel(morning()):
        patch.setattr(sender, "build_message", _dies)
        send()
    assert [status for _, status in to_anna()] == ["merged", "queued"]
    assert sender.build_message is write
    with time_machine.travel(morning(2)):
        assert len(for_anna(send())) == 1


def _dies(letter: Any) -> Any:
    raise RuntimeError("killed")


def test_more_time_for_all_lets_it_wait_no_longer_than_its_hour(daily: Game, staff: Player, send: Send) -> None:
    play_on(daily)
    do_extend(by=staff, game_id=daily.pk, hours=100)
    with time_machine.travel(morning()):
        assert for_anna(send())


def test_news_is_not_told_by_a_letter_about_something_else(daily: Game, ben: Player, send: Send) -> None:
    play_on(daily)
    do_send_message(player=ben, game_id=daily.pk, seat="black", to=["red"], text="A word.")
    with time_machine.travel(morning()):
        assert len(for_anna(send())) == 2
    assert to_anna() == [("stop", "sent"), ("message", "sent")]


@pytest.mark.both_databases
def test_what_is_answered_already_hurries_nothing(daily: Game, send: Send) -> None:
    play_on(daily)
    OpenRequest.objects.filter(closed_at=None).update(due_at=datetime.now(UTC) + timedelta(seconds=1), ready=True)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=2)):
        assert for_anna(send()) == []


def test_the_end_of_a_game_tells_what_waited(daily: Game, send: Send) -> None:
    play_on(daily)
    send()
    for _ in range(20):
        daily.refresh_from_db()
        if daily.status == "over":
            break
        play_on(daily)
    with time_machine.travel(morning()):
        (letter,) = for_anna(send())
    assert "Final standings" in letter.subject
    assert {status for _, status in to_anna()[:-1]} == {"merged"}
