"""Triggers of work, and the slots of senders."""

import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from games.models import SenderSlot
from games.services import sender_slots, triggers

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)


def test_senders_take_the_lowest_slot_while_none_pauses(settings: Any) -> None:
    settings.PBEM_MAIL_SENDERS = 2
    with time_machine.travel(NOW, tick=False):
        one, two = uuid4(), uuid4()
        first = sender_slots.claim_slot(one, seconds=60)
        second = sender_slots.claim_slot(two, seconds=90)
        assert first is not None
        assert second is not None
        assert [first.number, second.number] == [1, 2]
        assert dict(SenderSlot.objects.values_list("holder", "leased_until")) == {
            one: NOW + timedelta(seconds=60), two: NOW + timedelta(seconds=90),
        }  # fmt: skip
        assert sender_slots.claim_slot(uuid4(), seconds=60) is None
        sender_slots.release_slot(first)
        assert SenderSlot.objects.values_list("holder", "leased_until").get(number=1) == (None, None)
        again = sender_slots.claim_slot(two, seconds=30)
        assert again is not None
        assert again.number == 1
        sender_slots.release_slot(again)
        sender_slots.pause_senders(30)
        assert set(SenderSlot.objects.values_list("resume_at", flat=True)) == {NOW + timedelta(seconds=30)}
        assert sender_slots.claim_slot(uuid4(), seconds=60) is None
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        assert sender_slots.claim_slot(uuid4(), seconds=60) is not None
    with time_machine.travel(NOW + timedelta(seconds=90), tick=False):
        assert sender_slots.claim_slot(uuid4(), seconds=60) is not None


def test_a_hint_that_is_lost_silences_all_for_five_seconds(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    given: list[str] = []

    def lose(game_id: str) -> None:
        raise ConnectionError("away")

    moment = time.monotonic()
    clock = [moment]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(triggers, "_hints", {})
    triggers._give("none", "g")
    triggers.register_trigger("lost", lose)
    triggers.register_trigger("kept", lambda game_id: None)
    triggers.register_trigger("kept", given.append)
    triggers._give("kept", "a")
    with caplog.at_level(logging.ERROR):
        triggers._give("lost", "b")
    assert "the hint lost for game b was lost; none is given for 5.0 seconds" in caplog.text
    clock[0] = moment + 4.99
    triggers._give("kept", "c")
    clock[0] = moment + 5
    triggers._give("kept", "d")
    triggers._give("lost", "b")
    triggers.resume()
    triggers._give("kept", "e")
    assert given == ["a", "d", "e"]


def test_hints_of_a_block_are_given_once_at_its_end_for_mail_and_for_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, str]] = []
    monkeypatch.setattr(triggers, "_hints", {
        name: (lambda game_id, name=name: given.append((name, game_id))) for name in ("mail", "resolve")
    })  # fmt: skip
    with triggers.collect_triggers():
        for name, game in (("mail", "a"), ("resolve", "a"), ("mail", "b"), ("resolve", "b"), ("resolve", "a")):
            triggers._give(name, game)
        assert given == []
    assert given == [("mail", "b"), ("resolve", "a"), ("resolve", "b")]
    triggers._give("mail", "c")
    assert given[-1] == ("mail", "c")
