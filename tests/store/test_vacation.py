"""Being away, being absent, and giving up: no deadline runs out on a vacation, and absence is told to whoever rules."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from time_machine import travel

from games.kernel.errors import Malformed
from games.models import Game, Notice, OpenRequest, OutgoingMail, Player, Vacation
from games.persistence.encryption import decrypt
from games.persistence.vacation import return_time, vacation_end
from games.selectors.games import get_game_state
from games.selectors.players import count_vacation_days
from games.services.profile import do_update_player
from games.services.resolve.advance import do_resolve
from tests.pages.conftest import browser
from tests.table import answer, asked

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)


@pytest.fixture
def at_noon() -> Any:
    with travel(NOW, tick=False) as clock:
        yield clock


def away(player: Player, first: date | None, last: date | None) -> None:
    do_update_player(player=player, vacation=(first, last))
    player.refresh_from_db()


def _defaults(game: Game) -> list[str]:
    return list(Notice.objects.filter(game=game, kind="default_played").values_list("facts__seat", flat=True))


def test_no_deadline_runs_out_on_a_vacation(at_noon: Any, running: Game, anna: Player) -> None:
    """48 hours a decision; Anna is away for a week, and has a day after it."""
    answer(running, "black")
    away(anna, date(2026, 11, 3), date(2026, 11, 9))
    at_noon.move_to(NOW + timedelta(hours=49))
    do_resolve(running.pk)
    assert _defaults(running) == []
    row = asked(running, "red")
    assert row.due_at == datetime(2026, 11, 11, tzinfo=UTC)
    running.refresh_from_db()
    assert running.wake_at == row.due_at
    at_noon.move_to(row.due_at)
    do_resolve(running.pk)
    assert _defaults(running) == ["red"]


def test_the_day_ends_on_the_players_own_clock(running: Game, anna: Player) -> None:
    anna.time_zone, anna.vacation_until = "Asia/Tokyo", date(2026, 11, 9)
    assert return_time(anna, date(2026, 11, 9)) == datetime(2026, 11, 9, 15, tzinfo=UTC)
    assert vacation_end(anna, datetime(2026, 11, 9, 14, 59, tzinfo=UTC)) == date(2026, 11, 9)
    assert vacation_end(anna, datetime(2026, 11, 9, 15, tzinfo=UTC)) is None


def test_others_are_not_excused(at_noon: Any, running: Game, anna: Player) -> None:
    away(anna, date(2026, 11, 3), date(2026, 11, 9))
    at_noon.move_to(NOW + timedelta(hours=49))
    due = asked(running, "black").due_at
    do_resolve(running.pk)
    assert asked(running, "black").due_at == due


def test_partners_see_it(at_noon: Any, running: Game, anna: Player, ben: Player, as_ben: Client) -> None:
    away(anna, date(2026, 11, 3), date(2026, 11, 9))
    assert get_game_state(ben, running.pk).seats[0].away_until is None, "not yet"
    at_noon.move_to(NOW + timedelta(days=1))
    assert get_game_state(ben, running.pk).seats[0].away_until == date(2026, 11, 9)
    assert "2026-11-09" in browser(ben).get(f"/games/{running.pk}/").content.decode()


@pytest.fixture
def as_ben(ben: Player) -> Client:
    return browser(ben)


def test_a_year_has_so_many_days(at_noon: Any, anna: Player, settings: Any) -> None:
    settings.PBEM_VACATION_DAYS = 10
    away(anna, date(2026, 11, 3), date(2026, 11, 12))
    assert count_vacation_days(anna) == 10
    for first, last in ((date(2026, 11, 3), date(2026, 11, 13)), (None, date(2026, 11, 20))):
        with pytest.raises(Malformed) as refused:
            away(anna, first, last)
        assert refused.value.problems[0].pointer == "/vacation_until"
    anna.refresh_from_db()
    assert anna.vacation_until == date(2026, 11, 12), "what is refused changes nothing"
    away(anna, date(2026, 12, 25), date(2027, 1, 5))
    assert count_vacation_days(anna) == 7, "the spell that had not begun is forgotten, and each year has its own days"


def test_a_vacation_of_a_day_begins_and_ends_on_it(at_noon: Any, anna: Player) -> None:
    away(anna, date(2026, 11, 3), date(2026, 11, 3))
    assert count_vacation_days(anna) == 1
    with pytest.raises(Malformed) as refused:
        away(anna, date(2026, 11, 4), date(2026, 11, 3))
    assert [(one.pointer, one.code) for one in refused.value.problems] == [("/vacation_until", "range")]


def test_a_spell_that_has_begun_counts_to_its_end(at_noon: Any, anna: Player, settings: Any) -> None:
    """Nobody moves deadlines by announcing a month and coming back at once."""
    settings.PBEM_VACATION_DAYS = 10
    away(anna, None, date(2026, 11, 9))
    away(anna, None, None)
    assert anna.vacation_until is None
    assert count_vacation_days(anna) == 8
    with pytest.raises(Malformed):
        away(anna, date(2026, 11, 20), date(2026, 11, 22))
    away(anna, date(2026, 11, 20), date(2026, 11, 21))
    assert Vacation.objects.count() == 2


def test_it_is_announced_on_the_page(at_noon: Any, anna: Player) -> None:
    given = {"language": "en", "time_zone": "UTC", "vacation_from": "2026-11-03", "vacation_until": "2026-11-09"}
    assert 'name="vacation_stand_in"' in browser(anna).get("/profile/").content.decode()
    response = browser(anna).post("/profile/", given, follow=True)
    anna.refresh_from_db()
    assert (anna.vacation_from, anna.vacation_until) == (date(2026, 11, 3), date(2026, 11, 9))
    assert "7 of 42 days" in response.content.decode()
    assert not anna.vacation_stand_in
    browser(anna).post("/profile/", {**given, "vacation_stand_in": "on"})
    anna.refresh_from_db()
    assert anna.vacation_stand_in
    browser(anna).post("/profile/", {**given, "vacation_until": "2027-06-01"})
    anna.refresh_from_db()
    assert anna.vacation_until == date(2026, 11, 9)


def absences() -> list[dict[str, str]]:
    rows = OutgoingMail.objects.filter(kind="account").order_by("id")
    return [facts for row in rows if (facts := decrypt(bytes(row.sealed))) and facts["what"] == "absence"]


def _miss(game: Game, clock: Any) -> None:
    """Black answers, red does not, until red's default is played."""
    row = OpenRequest.objects.filter(game=game, seat__role="black", closed_at=None).first()
    if row is not None:
        answer(game, "black")
    clock.shift(timedelta(hours=49))
    do_resolve(game.pk)


def test_absence_is_told_to_the_umpire_once(at_noon: Any, running: Game, staff: Player, settings: Any) -> None:
    settings.PBEM_ABSENT_AFTER_MISSES = 2
    umpire = Player.objects.create_user("umi", "umi@example.org", "pw", language="ja")
    Game.objects.filter(pk=running.pk).update(umpire=umpire)
    _miss(running, at_noon)
    assert running.seats.get(role="red").misses == 1
    assert absences() == []
    for _ in range(8):
        if running.seats.get(role="red").misses < 2:
            _miss(running, at_noon)
    (letter,) = absences()
    assert (letter["address"], letter["seat"], letter["language"]) == ("umi@example.org", "red", "ja")
    assert running.seats.get(role="black").misses == 0


def test_without_an_umpire_those_hear_of_it_who_do_not_play(
    at_noon: Any, running: Game, staff: Player, settings: Any
) -> None:
    """Anna is host, but plays."""
    settings.PBEM_ABSENT_AFTER_MISSES = 1
    _miss(running, at_noon)
    assert [one["address"] for one in absences()] == ["ulla@example.org"]


def test_who_answers_is_there_again(at_noon: Any, running: Game) -> None:
    running.seats.filter(role="red").update(misses=2)
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    assert running.seats.get(role="red").misses == 0


def test_a_seat_is_given_up_on_the_page_after_a_second_look(running: Game, anna: Player) -> None:
    client, path = browser(anna), f"/games/{running.pk}/resign/"
    assert path in client.get(f"/games/{running.pk}/").content.decode()
    assert client.get(path + "?seat=red").status_code == 200
    assert running.seats.get(role="red").player == anna
    client.post(path, {"seat": "red"})
    assert running.seats.get(role="red").kind == "open"
    assert Notice.objects.filter(game=running, kind="left").exists()
    assert client.get(path).status_code == 404
