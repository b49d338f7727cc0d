"""The length, number and recipients of messages, and how they are marked as read."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.errors import Missing, RateLimited
from games.kernel.errors import Illegal, Malformed
from games.models import (
    Game,
    Message,
    MessageCopy,
    Player,
)
from games.services import messages
from games.services.messages import do_mark_all_read, do_mark_read, do_send_message

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


# --- messages


def test_a_message_is_a_text_of_so_many_signs_and_so_often(
    running: Game, anna: Player, ben: Player, hints: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, code in (("", "empty"), (" \r\n ", "empty"), ("x" * 4001, "too_long")):
        with pytest.raises(Malformed) as refusal:
            do_send_message(player=anna, game_id=running.pk, text=text)
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/text", code)]
    do_send_message(player=anna, game_id=running.pk, text=" " + "x" * 4000 + "\r\n")
    assert hints == ["mail"]
    assert Message.objects.get().text == "x" * 4000
    assert do_send_message(player=anna, game_id=running.pk, text="a\r\nb").message.text == "a\nb"
    assert messages.MAX_MESSAGES_PER_HOUR == 30
    monkeypatch.setattr(messages, "MAX_MESSAGES_PER_HOUR", 2)
    with pytest.raises(RateLimited):
        do_send_message(player=anna, game_id=running.pk, text="c")
    do_send_message(player=ben, game_id=running.pk, text="d")
    with time_machine.travel(timezone.now() + HOUR + SECOND, tick=False):
        do_send_message(player=anna, game_id=running.pk, text="c")


@pytest.mark.parametrize(
    ("to", "wanted"),
    [
        (["green"], [("/to/0", "unknown")]),
        (["black", "red"], [("/to/1", "yourself")]),
        (["black", "black"], [("/to/1", "twice")]),
        (["green", "red"], [("/to/0", "unknown"), ("/to/1", "yourself")]),
    ],
)
def test_whom_a_message_is_for_is_named_well(
    running: Game, anna: Player, to: list[str], wanted: list[tuple[str, str]]
) -> None:
    with pytest.raises(Malformed) as refusal:
        do_send_message(player=anna, game_id=running.pk, text="x", to=to)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == wanted


def test_who_cannot_be_talked_to_is_named_with_the_rule(
    running: Game, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "reachable_seats", lambda game, seats, role: [])
    for to, pointer in ((["black"], "/to/0"), ([], "/to")):
        with pytest.raises(Illegal) as refusal:
            do_send_message(player=anna, game_id=running.pk, text="x", to=to)
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [(pointer, "may_not_talk")]


def test_messages_are_read_one_by_one_or_up_to_a_number(running: Game, anna: Player, ben: Player) -> None:
    for text in "abc":
        do_send_message(player=anna, game_id=running.pk, text=text)
    rows = list(MessageCopy.objects.filter(seat__role="black").order_by("number"))
    assert [row.number for row in rows] == [1, 2, 3]
    with pytest.raises(Missing):
        do_mark_read(player=anna, copy_id=rows[0].pk)
    with pytest.raises(Missing):
        do_mark_read(player=ben, copy_id="no-id")
    with time_machine.travel(NOW, tick=False):
        assert do_mark_read(player=ben, copy_id=rows[0].pk).read_at == NOW
    assert do_mark_read(player=ben, copy_id=rows[0].pk).read_at == NOW
    assert do_mark_read(player=ben, copy_id=rows[0].pk, read=False).read_at is None
    with pytest.raises(Missing):
        do_mark_all_read(player=ben, game_id=running.pk, seat="red", until=2)
    assert do_mark_all_read(player=ben, game_id=running.pk, seat="black", until=2) == 2
    assert do_mark_all_read(player=ben, game_id=running.pk, seat="black", until=3) == 1
    assert not MessageCopy.objects.filter(seat__role="red", read_at=None).exists()
