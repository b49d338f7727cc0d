"""On vacation a bot stands in where the player asks for it and the game has agreed on one; then the seat comes back."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from time_machine import travel

from games.models import Game, Notice, OutgoingMail, Player, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.selectors import notices
from games.selectors.email_context import load_email_context
from games.selectors.games import get_game_state
from games.services.bots import do_play_bots
from games.services.lifecycle import do_leave_game
from games.services.profile import do_update_player
from games.services.resolve.missed_deadlines import count_missed_deadlines
from games.services.stand_ins import do_return_to_seat
from games.services.umpire import do_pause, do_resume, do_substitute
from games.services.vacations import do_apply_vacation_stand_ins
from tests.table import answer, asked
from worker.due_work import find_due_work

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
FIRST, LAST = date(2026, 11, 3), date(2026, 11, 9)
BEGINS, ENDS = datetime(2026, 11, 3, tzinfo=UTC), datetime(2026, 11, 10, tzinfo=UTC)
INSTANT = timedelta(seconds=1)


@pytest.fixture
def clock() -> Iterator[Any]:
    with travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def game(clock: Any, running: Game, anna: Player) -> Game:
    """A bot is agreed on; Anna, who is red, goes away tomorrow and asks for it."""
    Game.objects.filter(pk=running.pk).update(absence=dump_absence_policy(AbsencePolicy(after=3, bot="captain")))
    do_update_player(player=anna, vacation=(FIRST, LAST), vacation_stand_in=True)
    running.refresh_from_db()
    return running


def red(game: Game) -> str:
    return Seat.objects.get(game=game, role="red").stand_in


def at(clock: Any, moment: datetime) -> int:
    clock.move_to(moment)
    return do_apply_vacation_stand_ins(moment)


def told(game: Game) -> list[str]:
    return list(Notice.objects.filter(game=game, kind__in=("stood_in", "returned")).values_list("kind", flat=True))


def test_from_the_first_day_to_the_last(game: Game, clock: Any) -> None:
    assert at(clock, BEGINS - INSTANT) == 0
    assert red(game) == ""
    assert at(clock, BEGINS) == 1
    assert red(game) == "captain"
    assert at(clock, ENDS - INSTANT) == 0
    assert red(game) == "captain"
    assert at(clock, ENDS) == 1
    assert red(game) == ""
    assert at(clock, ENDS + INSTANT) == 0
    assert told(game) == ["stood_in", "returned"]


def test_the_day_is_that_of_the_player(game: Game, clock: Any, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(time_zone="Asia/Tokyo")
    early = timedelta(hours=9)
    assert at(clock, BEGINS - early - INSTANT) == 0
    assert at(clock, BEGINS - early) == 1
    assert at(clock, ENDS - early - INSTANT) == 0
    assert at(clock, ENDS - early) == 1


def test_the_sweep_sees_to_it_and_the_bot_answers(game: Game, clock: Any) -> None:
    clock.move_to(BEGINS)
    assert str(game.pk) in find_due_work().games
    assert do_play_bots(game.pk) == 1
    assert asked(game, "red").answers.get().channel == "bot"


def test_it_is_told_until_when_in_words_and_by_mail(game: Game, clock: Any, anna: Player, ben: Player) -> None:
    at(clock, BEGINS)
    notice = Notice.objects.get(game=game, kind="stood_in")
    assert (notice.seats, notice.facts) == (["*"], {"seat": "red", "until": "2026-11-09"})
    assert "2026-11-09" in notices.describe_notice(game, notice, "en")
    assert "2026-11-09" in notices.describe_notice(game, notice, "ja")
    letters = OutgoingMail.objects.filter(game=game, kind="notice", reference=notice.pk.hex)
    assert {one.player for one in letters} == {anna, ben}
    assert all(load_email_context(one) for one in letters)


def test_nobody_is_told_who_may_not_see_who_is_absent(game: Game, clock: Any, ben: Player) -> None:
    Game.objects.filter(pk=game.pk).update(openness=dump_metadata_visibility(MetadataVisibility(absent="umpire")))
    at(clock, BEGINS)
    at(clock, ENDS)
    assert [one.seats for one in Notice.objects.filter(game=game, kind__in=("stood_in", "returned"))] == [["red"]] * 2
    assert get_game_state(ben, game.pk).seats[0].stand_in == ""


def test_who_does_not_ask_for_it_has_none(game: Game, clock: Any, anna: Player) -> None:
    do_update_player(player=anna, vacation_stand_in=False)
    assert at(clock, BEGINS) == 0


def test_where_no_bot_is_agreed_on_none_stands_in(game: Game, clock: Any) -> None:
    Game.objects.filter(pk=game.pk).update(absence={})
    assert at(clock, BEGINS) == 0


@pytest.mark.parametrize("back", [lambda game, anna: answer(game, "red"), lambda game, anna: _returns(game, anna)])
def test_who_answers_or_comes_back_plays_for_the_rest_of_the_vacation(
    game: Game, clock: Any, anna: Player, back: Any
) -> None:
    at(clock, BEGINS)
    clock.shift(INSTANT)
    back(game, anna)
    assert red(game) == ""
    assert at(clock, BEGINS + timedelta(days=2)) == 0
    assert at(clock, ENDS) == 0
    assert told(game) == ["stood_in", "returned"]
    do_update_player(player=anna, vacation=(date(2026, 11, 12), date(2026, 11, 13)))
    assert at(clock, datetime(2026, 11, 12, tzinfo=UTC)) == 1, "another vacation is another one"


def _returns(game: Game, anna: Player) -> None:
    do_return_to_seat(player=anna, game_id=game.pk)


@pytest.mark.parametrize("change", [{"vacation": (None, None)}, {"vacation_stand_in": False}])
def test_who_takes_it_back_has_the_seat_at_once(game: Game, clock: Any, anna: Player, change: Any) -> None:
    at(clock, BEGINS)
    do_update_player(player=anna, **change)
    assert at(clock, BEGINS + INSTANT) == 1
    assert red(game) == ""


@pytest.mark.parametrize("days", [2, -2], ids=["longer", "shorter"])
def test_another_length_keeps_the_bot_and_is_told_once(game: Game, clock: Any, anna: Player, days: int) -> None:
    at(clock, BEGINS)
    last, end = LAST + timedelta(days=days), ENDS + timedelta(days=days)
    do_update_player(player=anna, vacation=(FIRST, last))
    for _ in range(2):
        at(clock, BEGINS + INSTANT)
    assert Seat.objects.get(game=game, role="red").stood_in_until == last
    at(clock, end - INSTANT)
    assert red(game) == "captain"
    at(clock, end)
    assert red(game) == ""
    assert told(game) == ["stood_in", "stood_in", "returned"]
    newest = Notice.objects.filter(game=game, kind="stood_in").latest("at")
    assert newest.facts == {"seat": "red", "until": last.isoformat()}
    assert OutgoingMail.objects.filter(game=game, kind="notice", reference=newest.pk.hex).count() == 2


def test_another_length_is_told_to_nobody_who_may_not_know(game: Game, clock: Any, anna: Player) -> None:
    Game.objects.filter(pk=game.pk).update(openness=dump_metadata_visibility(MetadataVisibility(absent="umpire")))
    at(clock, BEGINS)
    do_update_player(player=anna, vacation=(FIRST, LAST + timedelta(days=2)))
    at(clock, BEGINS + INSTANT)
    assert [one.seats for one in Notice.objects.filter(game=game, kind="stood_in")] == [["red"]] * 2


def test_one_that_stands_in_for_missed_deadlines_stays(game: Game, clock: Any) -> None:
    Seat.objects.filter(game=game, role="red").update(stand_in="random")
    assert at(clock, BEGINS) == 0
    assert at(clock, ENDS) == 0
    assert red(game) == "random"


def test_one_that_is_to_stay_after_missed_deadlines_is_no_vacations(game: Game, clock: Any, anna: Player) -> None:
    at(clock, BEGINS)
    _returns(game, anna)
    clock.move_to(ENDS)
    seat = Seat.objects.get(game=game, role="red")
    seat.misses = 2
    count_missed_deadlines(game, [seat], {"red": "default"})
    assert red(game) == "captain"
    at(clock, ENDS + INSTANT)
    assert red(game) == "captain"


def test_a_paused_game_waits_with_it(game: Game, clock: Any, anna: Player) -> None:
    do_pause(by=anna, game_id=game.pk)
    assert at(clock, BEGINS) == 0
    do_resume(by=anna, game_id=game.pk)
    assert at(clock, BEGINS + INSTANT) == 1
    do_pause(by=anna, game_id=game.pk)
    assert at(clock, ENDS) == 1


@pytest.mark.parametrize("status", ["over", "abandoned"])
def test_a_game_that_has_ended_is_left_alone(game: Game, clock: Any, status: str) -> None:
    at(clock, BEGINS)
    Game.objects.filter(pk=game.pk).update(status=status)
    at(clock, ENDS)
    assert told(game) == ["stood_in"]
    assert at(clock, ENDS + INSTANT) == 0


def test_whoever_takes_the_seat_over_is_not_away(game: Game, clock: Any, anna: Player, staff: Player) -> None:
    at(clock, BEGINS)
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    do_substitute(by=staff, game_id=game.pk, role="red", player=emil)
    assert at(clock, BEGINS + INSTANT) == 0
    assert at(clock, ENDS) == 0
    assert red(game) == ""
    do_leave_game(player=emil, game_id=game.pk)
    assert at(clock, ENDS + INSTANT) == 0
