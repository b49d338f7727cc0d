"""The pause of a host ends by itself, and does not come every week."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.errors import Forbidden, WrongState
from games.kernel.errors import Malformed
from games.models import AuditEntry, Game, Notice, OutgoingMail, Player
from games.selectors import notices
from games.selectors.due_work import find_overlooked_games, list_due_games
from games.selectors.games import get_game_state
from games.services.creation import do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from games.services.umpire import MAX_PAUSE, MAX_PAUSES, PAUSES_WINDOW, do_extend, do_hold, do_pause, do_resume
from tests.table import answer, asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(toy: Any, anna: Player, ben: Player) -> Game:
    """Anna is its host and plays red; there is no umpire."""
    game = do_create_game(host=anna, title="toy", scenario="standard", deadline_hours=24)
    for player in (anna, ben):
        do_join_game(player=player, game_id=game.pk)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_a_reason_may_have_several_lines_and_no_signs_that_turn_them(game: Game, anna: Player) -> None:
    with pytest.raises(Malformed):
        do_pause(by=anna, game_id=game.pk, reason="Holi\u202edays.")
    do_pause(by=anna, game_id=game.pk, reason="Holidays.\nBack in May.")
    assert Notice.objects.get(kind="paused").facts["reason"] == "Holidays.\nBack in May."


@pytest.mark.parametrize(("said", "kept"), [(499, 499), (500, 500), (501, 500), (900, 500)])
def test_of_a_long_reason_the_beginning_is_told_and_written_down(
    game: Game, anna: Player, said: int, kept: int
) -> None:
    do_pause(by=anna, game_id=game.pk, reason="x" * said)
    assert Notice.objects.get(kind="paused").facts["reason"] == "x" * kept
    assert AuditEntry.objects.get(action="paused").facts["reason"] == "x" * kept


def test_the_host_pauses_and_all_are_told_by_letter_and_on_the_page(game: Game, anna: Player, ben: Player) -> None:
    do_pause(by=anna, game_id=game.pk, reason="Holidays.")
    notice = Notice.objects.get(kind="paused")
    assert (notice.seats, notice.facts, notice.author) == (["*"], {"reason": "Holidays.", "days": 14}, anna)
    words = notices.describe_notice(game, notice, "en")
    assert words == ("The game is paused. It goes on automatically after 14 days at the latest. Reason: Holidays.")
    letters = OutgoingMail.objects.filter(game=game, kind="notice", reference=notice.pk.hex)
    assert {letter.seat.role for letter in letters if letter.seat} == {"red", "black"}
    assert fresh(game).status == "paused"
    assert get_game_state(anna, game.pk).may_control_clock
    assert not get_game_state(ben, game.pk).may_control_clock


def test_a_game_without_host_is_kept_by_staff_alone(game: Game, anna: Player, staff: Player) -> None:
    """An umpire and a host that are both gone are not the same person."""
    Game.objects.filter(pk=game.pk).update(host=None)
    with pytest.raises(Forbidden):
        do_pause(by=anna, game_id=game.pk)
    do_pause(by=staff, game_id=game.pk)
    assert fresh(game).paused_until is None


def test_every_deadline_moves_by_the_pause(game: Game, anna: Player) -> None:
    due = asked(game, "red").due_at
    assert due is not None
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        do_pause(by=anna, game_id=game.pk)
    with time_machine.travel(start + timedelta(days=3), tick=False):
        do_resume(by=anna, game_id=game.pk)
    assert asked(game, "red").due_at == due + timedelta(days=3)
    assert (fresh(game).status, fresh(game).paused_until) == ("running", None)


def test_a_pause_ends_by_itself_though_the_host_has_gone(game: Game, anna: Player) -> None:
    due = asked(game, "red").due_at
    assert due is not None
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        do_pause(by=anna, game_id=game.pk)
        answer(game, "red")
        do_resolve(game.pk)
    end = start + MAX_PAUSE
    assert list_due_games(end - timedelta(seconds=1)) == []
    assert list_due_games(end) == [game.pk]
    do_resolve(game.pk, now=end - timedelta(seconds=1))
    assert fresh(game).status == "paused"
    with time_machine.travel(end, tick=False):
        assert do_resolve(game.pk).more
    assert (fresh(game).status, asked(game, "red").due_at) == ("running", due + MAX_PAUSE)
    assert Notice.objects.get(kind="resumed").author is None
    with time_machine.travel(end, tick=False):
        do_resolve(game.pk)
    assert Notice.objects.filter(kind="resumed").count() == 1
    assert asked(game, "red").closed_at is None


def test_a_pause_whose_alarm_is_lost_is_found(game: Game, anna: Player) -> None:
    do_pause(by=anna, game_id=game.pk)
    Game.objects.filter(pk=game.pk).update(wake_at=None)
    until = fresh(game).paused_until
    assert until is not None
    assert find_overlooked_games(until - timedelta(seconds=1), start=game.pk) == []
    assert find_overlooked_games(until, start=game.pk) == [game.pk]


def test_more_time_in_a_pause_does_not_make_it_endless(game: Game, anna: Player, staff: Player) -> None:
    do_pause(by=anna, game_id=game.pk)
    until = fresh(game).paused_until
    do_extend(by=staff, game_id=game.pk, hours=5)
    assert fresh(game).wake_at == until


@pytest.mark.parametrize("language", ["en", "ja"])
def test_so_often_and_no_more(game: Game, anna: Player, language: str) -> None:
    start = datetime(2027, 1, 1, tzinfo=UTC)
    for number in range(MAX_PAUSES):
        with time_machine.travel(start + timedelta(days=number), tick=False):
            do_pause(by=anna, game_id=game.pk)
            do_resume(by=anna, game_id=game.pk)
    with time_machine.travel(start + PAUSES_WINDOW - timedelta(seconds=1), tick=False), pytest.raises(WrongState) as no:
        do_pause(by=anna, game_id=game.pk)
    assert "60" in no.value.detail.get(language)
    with time_machine.travel(start + PAUSES_WINDOW, tick=False):
        do_pause(by=anna, game_id=game.pk)


def test_pauses_of_staff_do_not_count_and_are_not_the_hosts_to_end(game: Game, anna: Player, staff: Player) -> None:
    do_pause(by=staff, game_id=game.pk)
    with pytest.raises(WrongState):
        do_resume(by=anna, game_id=game.pk)
    do_resume(by=staff, game_id=game.pk)
    for _ in range(MAX_PAUSES):
        do_pause(by=anna, game_id=game.pk)
        do_resume(by=anna, game_id=game.pk)


@pytest.mark.parametrize("what", ["hold", "rewind", "abandon"])
def test_nothing_wakes_a_game_whose_pause_ended_otherwise(game: Game, anna: Player, staff: Player, what: str) -> None:
    do_pause(by=anna, game_id=game.pk)
    acts: dict[str, Any] = {
        "hold": lambda: do_hold(by=staff, game_id=game.pk, reason="A doubt."),
        "rewind": lambda: do_rewind(by=staff, game_id=game.pk, number=1, reason="A wrong card."),
        "abandon": lambda: do_abandon_game(player=staff, game_id=game.pk),
    }
    acts[what]()
    assert fresh(game).paused_until is None
    assert what == "abandon" or fresh(game).paused_at is None
    assert Notice.objects.filter(kind="resumed").count() == 0
