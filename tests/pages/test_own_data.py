"""The pages of a person's own data: the file, and the deletion of the account."""

import json
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client

from games.models import Game, Player, Seat
from pbem.session_expiry import LOGGED_IN_AT_KEY
from tests.pages.conftest import browser

pytestmark = pytest.mark.django_db


def test_the_settings_lead_to_both(as_anna: Client) -> None:
    page = as_anna.get("/profile/").content.decode()
    assert 'href="/profile/data.json"' in page
    assert 'href="/profile/delete/"' in page


def test_the_data_are_a_file(as_anna: Client, running: Game) -> None:
    answer = as_anna.get("/profile/data.json")
    assert answer["Content-Disposition"] == 'attachment; filename="my-data.json"'
    assert json.loads(answer.content)["account"]["username"] == "anna"
    assert Client().get("/profile/data.json").status_code == 302


def test_the_page_says_what_becomes_of_the_games(as_anna: Client, running: Game) -> None:
    page = as_anna.get("/profile/delete/").content.decode()
    assert running.name in page
    assert "Its host from now on: ben" in page
    Seat.objects.filter(game=running, role="black").update(kind="bot", player=None, bot="random")
    assert "Nobody else is in it: it is called off." in as_anna.get("/profile/delete/").content.decode()


def test_only_the_right_password_deletes(as_anna: Client, running: Game, own_cache: None) -> None:
    wrong = as_anna.post("/profile/delete/", {"password": "guess"})
    assert wrong.status_code == 422
    assert "Wrong password." in wrong.content.decode()
    assert as_anna.post("/profile/delete/", {}).status_code == 422
    assert Player.objects.filter(username="anna").exists()
    done = as_anna.post("/profile/delete/", {"password": "pw"}, follow=True)
    assert "Your account is deleted." in done.content.decode()
    assert SESSION_KEY not in as_anna.session
    assert not Player.objects.filter(username="anna").exists()
    assert as_anna.get("/profile/").status_code == 302


def test_without_a_password_a_fresh_log_in_is_needed(anna: Player) -> None:
    anna.set_unusable_password()
    anna.save()
    client = browser(anna)
    session: Any = client.session
    session[LOGGED_IN_AT_KEY] -= 16 * 60
    session.save()
    assert "You logged in too long ago" in client.post("/profile/delete/").content.decode()
    assert Player.objects.filter(username="anna").exists()
    assert browser(anna).post("/profile/delete/").status_code == 302
    assert not Player.objects.filter(username="anna").exists()


def test_a_finished_game_names_a_former_player(as_ben: Client, running: Game, anna: Player, ben: Player) -> None:
    Game.objects.filter(pk=running.pk).update(status="over")
    anna.delete()
    Player.objects.filter(pk=ben.pk).update(language="en")
    assert "former player" in as_ben.get(f"/games/{running.pk}/").content.decode()
