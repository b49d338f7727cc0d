"""Own notes on the page of a game, and to take away."""

import json

import pytest
from django.test import Client

from games.models import Game, Player
from games.selectors.notebook import get_notes
from games.services.notebook import do_write_notes

pytestmark = pytest.mark.django_db


def test_notes_are_kept_on_the_page_of_the_game(as_anna: Client, as_ben: Client, running: Game, anna: Player) -> None:
    address = f"/games/{running.pk}/notes/"
    page = as_anna.post(address, {"text": "Coal <first>.\r\nThen Pola.", "revision": "0"}, follow=True).content.decode()
    assert "Coal &lt;first&gt;.\nThen Pola." in page
    assert get_notes(anna, running.pk).text == "Coal <first>.\nThen Pola."
    assert "Coal" not in as_ben.get(f"/games/{running.pk}/").content.decode()


def test_what_cannot_be_kept_comes_back_with_the_reason(as_anna: Client, running: Game, anna: Player) -> None:
    response = as_anna.post(f"/games/{running.pk}/notes/", {"text": "a bell \a", "revision": "0"})
    assert response.status_code == 400
    assert "U+0007" in response.content.decode()
    assert get_notes(anna, running.pk).text == ""


def test_notes_changed_elsewhere_are_laid_side_by_side(as_anna: Client, running: Game, anna: Player) -> None:
    do_write_notes(player=anna, game_id=running.pk, text="from the telephone")
    response = as_anna.post(f"/games/{running.pk}/notes/", {"text": "from the desk", "revision": "0"})
    page = response.content.decode()
    assert response.status_code == 412
    assert "from the telephone" in page
    assert "from the desk" in page
    assert 'name="revision" value="1"' in page
    assert get_notes(anna, running.pk).text == "from the telephone"


def test_strangers_see_no_notebook(as_staff: Client, running: Game) -> None:
    assert "My notes" not in as_staff.get(f"/games/{running.pk}/").content.decode()
    assert as_staff.post(f"/games/{running.pk}/notes/", {"text": "Hm."}).status_code == 404


def test_all_notes_can_be_taken_away(as_anna: Client, as_ben: Client, running: Game, anna: Player) -> None:
    do_write_notes(player=anna, game_id=running.pk, text="Coal first.")
    response = as_anna.get("/profile/notes.json")
    (found,) = json.loads(response.content)["notes"]
    assert (found["game"], found["name"], found["text"]) == (str(running.pk), running.name, "Coal first.")
    assert "attachment" in response["Content-Disposition"]
    assert json.loads(as_ben.get("/profile/notes.json").content)["notes"] == []


def test_the_page_says_it_in_japanese(as_anna: Client, running: Game, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    assert "自分用メモ" in as_anna.get(f"/games/{running.pk}/").content.decode()
