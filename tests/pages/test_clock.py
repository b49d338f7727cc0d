"""The page on which a game's clock is changed: what it brings about is shown first, then it is done."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game, Notice, Player
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game
from tests.pages.conftest import browser
from tests.table import asked

pytestmark = pytest.mark.django_db

GIVEN = {"deadline_hours": "200", "time_zone": "UTC", "reason": "It is summer."}


def path(game: Game) -> str:
    return f"/games/{game.pk}/clock/"


def words(response: Any) -> str:
    return str(response.content.decode())


def test_the_games_page_leads_there_whoever_may(running: Game, as_anna: Client, as_ben: Client) -> None:
    page = f"/games/{running.pk}/"
    assert path(running) in words(as_anna.get(page))
    assert path(running) not in words(as_ben.get(page))
    assert as_ben.get(path(running)).status_code == 403


def test_the_present_rule_stands_in_the_form(running: Game, as_anna: Client) -> None:
    Game.objects.filter(pk=running.pk).update(
        deadline_hours=None, clock={"at": ["07:00", "19:00"], "think_hours": 5}, time_zone="Asia/Tokyo"
    )
    page = words(as_anna.get(path(running)))
    assert 'value="07:00 19:00"' in page
    assert 'value="Asia/Tokyo"' in page
    assert 'name="wait"' not in page
    assert 'name="release_times"' not in page


def test_it_is_shown_first_and_then_done(running: Game, as_anna: Client) -> None:
    before = asked(running, "red").due_at
    shown = as_anna.post(path(running), GIVEN)
    assert shown.status_code == 200
    page = words(shown)
    assert 'name="confirmed"' in page
    assert "200 hours for each decision" in page
    assert asked(running, "red").due_at == before
    assert not Notice.objects.filter(kind="clock_changed").exists()
    done = as_anna.post(path(running), {**GIVEN, "confirmed": "1"})
    assert done.status_code == 302
    running.refresh_from_db()
    assert running.deadline_hours == 200
    assert asked(running, "red").due_at != before
    assert Notice.objects.get(kind="clock_changed").facts["reason"] == "It is summer."


def test_what_the_confirmation_sends_is_what_was_shown(running: Game, as_anna: Client) -> None:
    given = {"due_times": "18:00", "weekdays": ["6", "7"], "time_zone": "Europe/Berlin", "remind": "on"}
    page = words(as_anna.post(path(running), given))
    for field, value in (("due_times", "18:00"), ("weekdays", "6"), ("weekdays", "7"), ("remind", "on")):
        assert f'type="hidden" name="{field}" value="{value}"' in page
    as_anna.post(path(running), {**given, "confirmed": "1"})
    running.refresh_from_db()
    assert running.clock == {"at": ["18:00"], "weekdays": [6, 7], "remind": True}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"deadline_hours": "0"}, "deadline_hours"),
        ({"deadline_hours": "24", "due_times": "18:00"}, "due_times"),
        ({"deadline_hours": "24", "reminder_hours": "24"}, "reminder_hours"),
        ({"deadline_hours": "24", "time_zone": "Europe/Atlantis"}, "time_zone"),
    ],
)
@pytest.mark.parametrize("confirmed", [{}, {"confirmed": "1"}])
def test_what_does_not_fit_stands_beside_its_field(
    running: Game, as_anna: Client, given: dict[str, str], field: str, confirmed: dict[str, str]
) -> None:
    answer = as_anna.post(path(running), given | confirmed)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert 'name="confirmed"' not in words(answer)
    assert not Notice.objects.filter(kind="clock_changed").exists()


def test_too_often_is_said_on_the_page(running: Game, as_anna: Client) -> None:
    for _ in range(3):
        as_anna.post(path(running), {**GIVEN, "confirmed": "1"})
    answer = as_anna.post(path(running), {**GIVEN, "confirmed": "1"})
    assert answer.status_code == 422
    assert "3 times within 30 days" in words(answer)


def test_who_plays_sees_no_deadline_that_the_game_hides(running: Game, as_anna: Client) -> None:
    Game.objects.filter(pk=running.pk).update(
        openness=dump_metadata_visibility(MetadataVisibility(awaited="umpire", late="umpire"))
    )
    moves = as_anna.post(path(running), GIVEN).context["moves"]
    assert [seat for seat, *_ in moves] == ["Red"]


def test_before_the_start_too(toy: Any, anna: Player, ben: Player, as_anna: Client) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard")
    do_join_game(player=anna, game_id=game.pk)
    assert path(game) in words(as_anna.get(f"/games/{game.pk}/"))
    assert as_anna.post(path(game), GIVEN).status_code == 200
    as_anna.post(path(game), {**GIVEN, "confirmed": "1"})
    game.refresh_from_db()
    assert game.deadline_hours == 200
    assert browser(ben).post(path(game), {**GIVEN, "confirmed": "1"}).status_code == 403


def test_a_private_game_of_others_is_none(running: Game) -> None:
    Game.objects.filter(pk=running.pk).update(visibility="private")
    stranger = browser(Player.objects.create_user("emil", "emil@example.org", "pw"))
    assert stranger.get(path(running)).status_code == 404
    assert stranger.post(path(running), GIVEN).status_code == 404


def test_in_japanese(running: Game, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    page = words(browser(anna).post(path(running), GIVEN))
    assert "時計" in page
    assert "200時間" in page
