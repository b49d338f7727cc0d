"""Who keeps the time of a game: its umpire and staff; where it has no umpire, its host, who may well play."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.errors import Forbidden, Missing, WrongState
from games.models import AuditEntry, Game, Notice, OutgoingMail, Player
from games.selectors.games import get_game_state
from games.services.resolve.advance import do_resolve
from games.services.umpire import EXTENSION_WINDOW, MAX_EXTENSION, do_extend, do_hold, do_pause, do_resume
from tests.table import asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def stranger(db: None) -> Player:
    return Player.objects.create_user("emil", "emil@example.org", "pw")


def test_the_host_pauses_resumes_and_gives_more_time(running: Game, anna: Player) -> None:
    due = asked(running, "red").due_at
    assert due is not None
    do_extend(by=anna, game_id=running.pk, hours=3)
    do_pause(by=anna, game_id=running.pk, reason="Holidays.")
    do_resolve(running.pk, now=due + timedelta(days=9))
    assert asked(running, "red").closed_at is None, "nothing runs out meanwhile"
    do_resume(by=anna, game_id=running.pk)
    later = asked(running, "red").due_at
    assert later is not None
    assert later - due >= timedelta(hours=3)


def test_all_who_play_are_told_and_it_is_noted(running: Game, anna: Player) -> None:
    OutgoingMail.objects.all().delete()
    do_pause(by=anna, game_id=running.pk, reason="Holidays.")
    notice = Notice.objects.get(game=running, kind="paused")
    assert (notice.author, notice.seats, notice.facts["reason"]) == (anna, ["*"], "Holidays.")
    assert set(OutgoingMail.objects.values_list("player__username", "kind")) == {("anna", "notice"), ("ben", "notice")}
    assert AuditEntry.objects.filter(actor=anna.pk, game=running.pk, action="paused").count() == 1


def test_where_there_is_an_umpire_the_host_asks_him(running: Game, anna: Player, stranger: Player) -> None:
    Game.objects.filter(pk=running.pk).update(umpire=stranger)
    for act in (do_pause, do_resume):
        with pytest.raises(Forbidden):
            act(by=anna, game_id=running.pk)
    with pytest.raises(Forbidden):
        do_extend(by=anna, game_id=running.pk, hours=1)
    assert not get_game_state(anna, running.pk).may_control_clock
    do_pause(by=stranger, game_id=running.pk)


def test_nobody_else_does(running: Game, ben: Player, stranger: Player) -> None:
    for player in (ben, stranger):
        with pytest.raises(Forbidden):
            do_pause(by=player, game_id=running.pk)
        assert not get_game_state(player, running.pk).may_control_clock
    Game.objects.filter(pk=running.pk).update(visibility="private")
    with pytest.raises(Missing):
        do_pause(by=stranger, game_id=running.pk)
    assert not Notice.objects.exists()


def test_it_is_all_that_the_host_may(running: Game, anna: Player) -> None:
    state = get_game_state(anna, running.pk)
    assert state.may_control_clock
    assert not state.may_umpire
    with pytest.raises(Forbidden):
        do_hold(by=anna, game_id=running.pk, reason="why not")


def test_staff_who_play_keep_time_as_hosts_only(running: Game, anna: Player, ben: Player) -> None:
    Player.objects.update(is_staff=True)
    anna.refresh_from_db()
    ben.refresh_from_db()
    with pytest.raises(Forbidden):
        do_pause(by=ben, game_id=running.pk)
    do_pause(by=anna, game_id=running.pk)


@pytest.mark.parametrize(("status", "error"), [("held", WrongState), ("over", Forbidden), ("open", Forbidden)])
def test_a_clock_that_does_not_run_is_not_stopped(
    running: Game, anna: Player, status: str, error: type[Exception]
) -> None:
    Game.objects.filter(pk=running.pk).update(status=status)
    with pytest.raises(error):
        do_pause(by=anna, game_id=running.pk)


def test_a_pause_is_a_pause_once(running: Game, anna: Player) -> None:
    do_pause(by=anna, game_id=running.pk)
    with pytest.raises(WrongState):
        do_pause(by=anna, game_id=running.pk)
    do_resume(by=anna, game_id=running.pk)
    with pytest.raises(WrongState):
        do_resume(by=anna, game_id=running.pk)
    assert timezone.now() < (asked(running, "red").due_at or timezone.now())


def test_a_host_gives_so_much_more_time_and_no_more(running: Game, anna: Player, staff: Player) -> None:
    """In all, not at once only: no game is put off for ever by who hosts it."""
    most = MAX_EXTENSION // timedelta(hours=1)
    before = asked(running, "red").due_at
    with pytest.raises(WrongState):
        do_extend(by=anna, game_id=running.pk, hours=most + 1)
    do_extend(by=anna, game_id=running.pk, hours=most - 1)
    do_extend(by=anna, game_id=running.pk, hours=1)
    with pytest.raises(WrongState):
        do_extend(by=anna, game_id=running.pk, hours=1)
    assert before is not None
    assert asked(running, "red").due_at == before + MAX_EXTENSION
    do_extend(by=staff, game_id=running.pk, hours=most)


def test_what_the_staff_has_given_does_not_count_nor_what_is_long_ago(
    running: Game, anna: Player, staff: Player
) -> None:
    most = MAX_EXTENSION // timedelta(hours=1)
    do_extend(by=staff, game_id=running.pk, hours=most)
    do_extend(by=anna, game_id=running.pk, hours=most)
    long_ago = timezone.now() - EXTENSION_WINDOW
    Notice.objects.filter(game=running, kind="extended").update(at=long_ago + timedelta(minutes=1))
    with pytest.raises(WrongState):
        do_extend(by=anna, game_id=running.pk, hours=1)
    Notice.objects.filter(game=running, kind="extended").update(at=long_ago)
    do_extend(by=anna, game_id=running.pk, hours=most)
