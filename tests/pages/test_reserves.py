"""Reserves on the pages and by the API: being one, being asked, saying yes or no."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Player, Reserve, ReserveStep, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.services.reserve_calls import begin_reserve_call
from games.services.reserves import do_call_reserves, do_volunteer
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(running: Game) -> Game:
    Game.objects.filter(pk=running.pk).update(absence=dump_absence_policy(AbsencePolicy(after=2, reserves=True)))
    return running


@pytest.fixture
def emil(db: None) -> Player:
    return Player.objects.create_user("emil", "emil@example.org", "pw")


def signed_in(player: Player, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    Player.objects.filter(pk=player.pk).update(language=language)
    client.force_login(player)
    return client


def page(client: Client, game: Game) -> str:
    return client.get(reverse("game", args=[game.pk])).content.decode()


def asked(game: Game, player: Player) -> ReserveStep:
    do_volunteer(player=player, game_id=game.pk)
    begin_reserve_call(Seat.objects.get(game=game, role="red"))
    do_call_reserves(timezone.now())
    return ReserveStep.objects.get(player=player.pk)


@pytest.mark.parametrize(("language", "words"), [("en", ("Be a reserve", "no more")), ("ja", ("補欠になる", "やめる"))])
def test_a_visitor_becomes_a_reserve_and_is_one_no_more(
    game: Game, emil: Player, anna: Player, language: str, words: tuple[str, str]
) -> None:
    client, place = signed_in(emil, language), reverse("reserves", args=[game.pk])
    assert words[0] in page(client, game)
    client.post(place)
    assert Reserve.objects.get().player == emil
    assert words[1] in page(client, game)
    assert "<li><bdi>emil</bdi></li>" in page(signed_in(anna), game)
    client.post(place, {"withdraw": "1"})
    assert not Reserve.objects.exists()


def test_who_plays_is_not_offered_it(game: Game, anna: Player, ben: Player) -> None:
    client = signed_in(ben)
    found = page(client, game)
    assert "Be a reserve" not in found
    assert "Reserves" in found
    assert client.post(reverse("reserves", args=[game.pk]), follow=True).status_code == 200
    assert not Reserve.objects.exists()


def test_a_game_without_reserves_says_nothing_of_them(running: Game, emil: Player) -> None:
    assert "eserve" not in page(signed_in(emil), running)


@pytest.mark.parametrize(("data", "holder"), [({"accept": "1"}, "emil"), ({}, "anna")])
def test_who_is_asked_answers_on_the_page(game: Game, emil: Player, data: dict[str, str], holder: str) -> None:
    step, client = asked(game, emil), signed_in(emil)
    place = reverse("reserve_call", args=[step.pk])
    assert place in page(client, game)
    assert place in client.get(reverse("home")).content.decode()
    client.get(place)
    assert ReserveStep.objects.count() == 1, "looking does nothing"
    assert client.post(place, data).status_code == 302
    assert Seat.objects.get(game=game, role="red").player == Player.objects.get(username=holder)
    assert place not in page(client, game)


def test_nobody_else_can_answer_or_sees_it(game: Game, emil: Player, ben: Player) -> None:
    step, client = asked(game, emil), signed_in(ben)
    place = reverse("reserve_call", args=[step.pk])
    assert place not in page(client, game)
    assert client.post(place, {"accept": "1"}).status_code == 404


def test_the_player_who_is_away_sees_the_way_back(game: Game, emil: Player, anna: Player) -> None:
    asked(game, emil)
    client = signed_in(anna)
    assert reverse("come_back", args=[game.pk]) in page(client, game)
    client.post(reverse("come_back", args=[game.pk]))
    assert not Seat.objects.get(game=game, role="red").reserves_called


def test_all_of_it_by_the_api(game: Game, emil: Player, anna: Player) -> None:
    place, caller = f"games/{game.pk}/reserves/", Caller(emil)
    before = caller.get(place).json()
    assert before == {"enabled": True, "is_reserve": False, "may_volunteer": True, "calls": [], "names": None}
    assert caller.post(place).json()["is_reserve"]
    assert Caller(anna).get(place).json()["names"] == ["emil"]
    begin_reserve_call(Seat.objects.get(game=game, role="red"))
    do_call_reserves(timezone.now())
    (call,) = caller.get("reserves/").json()["results"]
    assert (call["seat"], call["game"]) == ("red", str(game.pk))
    assert caller.get(place).json()["calls"] == [call]
    assert caller.post(f"reserves/{call['id']}/", {}).status_code == 400
    assert caller.post(f"reserves/{call['id']}/", {"accept": True}).status_code == 200
    assert caller.get(f"games/{game.pk}/").json()["my_seats"] == ["red"]
    assert caller.get("reserves/").json()["results"] == []
    assert caller.delete(place).status_code == 204


def test_it_is_chosen_when_a_game_is_opened(toy: Any, anna: Player) -> None:
    body = {"title": "toy", "scenario": "standard", "absence": {"after": 2, "reserves": True, "answer_hours": 36}}
    made = Caller(anna).post("games/", body).json()
    assert made["absence"] == {"after": 2, "reserves": True, "answer_hours": 36}
    assert "36" in made["absence_policy_description"]["en"]
    client = signed_in(anna)
    place = reverse("create", args=["toy", "standard"])
    form = {"seat_red": "me", "seat_black": "open", "absent_after": "3", "reserves": "on", "stand_in": "none"}
    assert client.post(place, form).status_code == 302
    assert Game.objects.latest("created_at").absence == {"after": 3, "reserves": True}
    client.post(place, form | {"stand_in": "random", "answer_hours": "12"})
    assert Game.objects.latest("created_at").absence == {
        "after": 3,
        "bot": "random",
        "reserves": True,
        "answer_hours": 12,
    }
    refused = client.post(place, form | {"absent_after": ""})
    assert refused.status_code == 422
    assert "after how many missed deadlines" in refused.content.decode()
