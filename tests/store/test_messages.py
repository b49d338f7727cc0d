"""Press: who may say what to whom, what of it is kept, and that nobody else learns of it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.db import DatabaseError, transaction
from django.test import Client

from games.errors import Forbidden, Missing, RateLimited, WrongState
from games.kernel.errors import Illegal, Malformed
from games.kernel.title import Title
from games.models import AuditEntry, Game, Message, MessageCopy, OutgoingMail, Player
from games.selectors.email_context import load_email_context
from games.selectors.games import get_game_state
from games.selectors.messages import (
    count_unread,
    count_unread_by_game,
    get_message,
    get_own_seat,
    list_all_messages,
    list_messages,
    list_partners,
)
from games.services.creation import do_create_game
from games.services.export import export_game
from games.services.importing.game_import import import_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game, do_start_game
from games.services.messages import (
    MAX_MESSAGE_LENGTH,
    MAX_MESSAGES_PER_HOUR,
    do_mark_all_read,
    do_mark_read,
    do_send_message,
)
from games.services.purge import do_purge_game
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_substitute
from tests.kernel.toy import TOY
from tests.orders import bid
from tests.store.test_standing_secrecy import everything, steady
from tests.table import answer, play_out

pytestmark = pytest.mark.django_db


def say(player: Player, game: Game, text: str = "Ahoy.", *to: str, **more: Any) -> MessageCopy:
    return do_send_message(player=player, game_id=game.pk, to=to, text=text, **more)


def wrong(error: Any) -> list[tuple[str, str, str]]:
    return [(one.pointer, one.code, one.rule) for one in error.value.problems]


@pytest.fixture
def first_round_only(new_rules: Callable[[Title[Any]], None]) -> None:
    """In the first round black alone may speak; then both may."""
    new_rules(
        TOY.evolve(may_talk=lambda state, sender, receiver: state.round > 1 or sender == "black", talk_rule="9.1")
    )


def test_both_have_it_and_only_the_receiver_has_it_to_read(running: Game, anna: Player, ben: Player) -> None:
    say(anna, running, "  Ahoy,\r\nBlack.\n", "black")
    (sent,), (got,) = list_messages(anna, running.pk), list_messages(ben, running.pk)
    assert (sent.text, sent.sender, sent.receivers, sent.own, sent.unread) == (
        "Ahoy,\nBlack.",
        "red",
        ("black",),
        True,
        False,
    )
    assert (got.text, got.sender, got.receivers, got.own, got.unread) == (sent.text, "red", ("black",), False, True)
    assert got.id != sent.id
    assert count_unread_by_game(ben) == {running.pk: 1}
    assert count_unread_by_game(anna) == {}


def test_numbers_count_a_seats_own_box(running: Game, anna: Player, ben: Player) -> None:
    for _ in range(2):
        say(anna, running)
    say(ben, running)
    assert [one.number for one in list_messages(anna, running.pk)] == [1, 2, 3]
    assert [one.number for one in list_messages(ben, running.pk, after=1, limit=1)] == [2]
    assert [one.sender for one in list_messages(ben, running.pk, unread=True)] == ["red", "red"]


def test_read_marks_are_the_seats_own(running: Game, anna: Player, ben: Player) -> None:
    say(anna, running)
    say(anna, running)
    first, _ = list_messages(ben, running.pk)
    assert do_mark_read(player=ben, copy_id=first.id).read_at is not None
    assert count_unread(get_own_seat(ben, running.pk)) == 1
    assert do_mark_read(player=ben, copy_id=first.id, read=False).read_at is None
    assert do_mark_all_read(player=ben, game_id=running.pk, seat="black", until=1) == 1
    assert [one.unread for one in list_messages(ben, running.pk)] == [False, True]
    with pytest.raises(Missing):
        do_mark_read(player=anna, copy_id=first.id)
    with pytest.raises(Missing):
        do_mark_read(player=ben, copy_id="nonsense")


def test_the_title_says_who_may_talk(running: Game, first_round_only: None, anna: Player, ben: Player) -> None:
    with pytest.raises(Illegal) as refusal:
        say(anna, running, "Ahoy.", "black")
    assert wrong(refusal) == [("/to/0", "may_not_talk", "9.1")]
    with pytest.raises(Illegal) as refusal:
        say(anna, running)
    assert wrong(refusal) == [("/to", "may_not_talk", "9.1")]
    assert (list_partners(anna, running.pk), list_partners(ben, running.pk)) == ([], ["red"])
    say(ben, running, "Silence.", "red")
    assert not OutgoingMail.objects.filter(kind="message").exclude(seat__role="red").exists()


def test_it_is_asked_of_the_present_state(dealt: Game, first_round_only: None, anna: Player, ben: Player) -> None:
    bid(dealt)
    assert list_partners(anna, dealt.pk) == []
    answer(dealt, "red", None)
    do_resolve(dealt.pk)
    assert list_partners(anna, dealt.pk) == ["black"]
    say(anna, dealt, "At last.", "black")


def test_when_all_is_over_all_may_talk(running: Game, first_round_only: None, anna: Player) -> None:
    play_out(running)
    assert list_partners(anna, running.pk) == ["black"]
    say(anna, running, "Well played.", "black")


@pytest.mark.parametrize(
    ("to", "code"),
    [(("green",), "unknown"), (("red",), "yourself"), (("black", "black"), "twice")],
)
def test_receivers_are_named_well(running: Game, anna: Player, to: tuple[str, ...], code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        say(anna, running, "Ahoy.", *to)
    assert wrong(refusal) == [(f"/to/{len(to) - 1}", code, "")]
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("text", "code"), [(" \n", "empty"), ("a" * (MAX_MESSAGE_LENGTH + 1), "too_long"), ("a\0b", "control_character")]
)
def test_a_text_is_a_text(running: Game, anna: Player, text: str, code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        say(anna, running, text)
    assert wrong(refusal) == [("/text", code, "")]


def test_nobody_floods_a_box(running: Game, anna: Player, ben: Player) -> None:
    with time_machine.travel("2026-11-20T12:00:00+00:00", tick=False) as clock:
        for _ in range(MAX_MESSAGES_PER_HOUR):
            say(anna, running)
        with pytest.raises(RateLimited):
            say(anna, running)
        say(ben, running)
        clock.shift(timedelta(hours=1, seconds=1))
        say(anna, running)


def test_there_is_a_time_to_talk(seated: Game, anna: Player) -> None:
    with pytest.raises(WrongState):
        say(anna, seated)
    assert list_partners(anna, seated.pk) == []


def test_a_game_that_was_called_off_is_silent(running: Game, anna: Player, staff: Player) -> None:
    do_abandon_game(player=staff, game_id=running.pk)
    with pytest.raises(WrongState):
        say(anna, running)


def test_who_sits_nowhere_has_no_box(running: Game, anna: Player, ben: Player, staff: Player) -> None:
    copy = say(anna, running)
    for call in (
        lambda: say(staff, running),
        lambda: list_messages(staff, running.pk),
        lambda: get_message(staff, copy.pk),
        lambda: get_message(ben, copy.pk),
        lambda: list_messages(ben, running.pk, "red"),
        lambda: say(ben, running, "I am Red.", "black", seat="red"),
    ):
        with pytest.raises(Missing):
            call()


# --- kept


def test_what_was_said_stays_said(running: Game, anna: Player) -> None:
    say(anna, running)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Message.objects.update(text="Never said.")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Message.objects.all().delete()


def test_a_substitute_has_the_seats_messages_and_the_one_before_has_none(
    running: Game, anna: Player, ben: Player, staff: Player
) -> None:
    carl = Player.objects.create_user("carl", "carl@example.org", "pw")
    say(anna, running, "For Black's eyes.")
    owed = OutgoingMail.objects.get(kind="message")
    do_substitute(by=staff, game_id=running.pk, role="black", player=carl)
    assert [one.text for one in list_messages(carl, running.pk)] == ["For Black's eyes."]
    with pytest.raises(Missing):
        list_messages(ben, running.pk)
    assert load_email_context(owed) is None


def test_nothing_in_it_names_a_person(running: Game, anna: Player, ben: Player) -> None:
    say(anna, running)
    fields = {field.name for model in (Message, MessageCopy) for field in model._meta.get_fields()}
    assert not fields & {"player", "author", "email"}
    do_leave_game(player=anna, game_id=running.pk)
    anna.delete()
    assert [one.sender for one in list_messages(ben, running.pk)] == ["red"]


def test_purging_a_game_takes_its_messages(running: Game, anna: Player, staff: Player) -> None:
    say(anna, running)
    play_out(running)
    do_purge_game(by=staff, game_id=running.pk)
    assert not Message.objects.exists()
    assert not MessageCopy.objects.exists()


def test_messages_travel_with_the_game(running: Game, anna: Player, ben: Player, staff: Player) -> None:
    say(anna, running, "Ahoy.")
    play_out(running)
    data = export_game(by=staff, game_id=running.pk)
    game = import_game(by=staff, data=data)
    assert [(one.sender, one.receivers, one.text) for one in game.messages.all()] == [("red", ["black"], "Ahoy.")]
    copies = game.message_copies.values_list("seat__role", "number", "read_at")
    assert {role: (number, read is None) for role, number, read in copies} == {"red": (1, False), "black": (1, True)}
    old = msgspec.json.decode(data)
    del old["messages"]
    assert not import_game(by=staff, data=msgspec.json.encode(old)).messages.exists()


def test_a_player_of_two_seats_has_two_boxes(running: Game, anna: Player, staff: Player) -> None:
    running.seats.filter(role="black").update(player=anna)
    say(anna, running, "To myself.", "black", seat="red")
    assert [len(list_messages(anna, running.pk, role)) for role in ("red", "black")] == [1, 1]
    assert OutgoingMail.objects.filter(kind="message", seat__role="black").count() == 1


# --- the guarded door


def test_the_umpire_reads_all_and_it_is_noted(running: Game, anna: Player, ben: Player, staff: Player) -> None:
    say(anna, running, "Ahoy.")
    assert [(one.sender, one.text) for one in list_all_messages(staff, running.pk)] == [("red", "Ahoy.")]
    assert AuditEntry.objects.filter(actor=staff.pk, game=running.pk, action="looked_at_messages").count() == 1
    for player in (anna, ben):
        with pytest.raises(Forbidden):
            list_all_messages(player, running.pk)


# --- what others see


def test_a_third_learns_nothing(anna: Player, ben: Player) -> None:
    """Three players of the pirates: whatever two say to each other, the third sees the same bytes."""
    carl = Player.objects.create_user("carl", "carl@example.org", "pw")
    game = do_create_game(host=anna, title="pirates", scenario="three_players", name="Emden", deadline_hours=48)
    roles = list(game.seats.order_by("position").values_list("role", flat=True))
    for player, role in zip((anna, ben, carl), roles, strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    game.refresh_from_db()
    paths = [f"/api/v1/games/{game.pk}/messages/", f"/games/{game.pk}/messages/"]

    def seen() -> list[str]:
        browser = Client()
        browser.force_login(carl)
        fetched = [browser.get(path).content.decode() for path in paths]
        return [steady(text) for text in (*everything(game, carl), *fetched, repr(get_game_state(carl, game.pk)))]

    with time_machine.travel("2026-11-20T12:00:00+00:00", tick=False):
        before = seen()
        say(anna, game, "Let us take Carl's ships.", roles[1])
        say(ben, game, "Gladly.", roles[0])
        assert seen() == before
        say(anna, game, "To you both.")
        assert seen() != before
        assert list_messages(carl, game.pk)[0].number == 1
        assert list_messages(carl, game.pk)[0].receivers == (roles[2],)
