"""Own notes by REST."""

import pytest

from games.models import Game
from tests.api.conftest import Caller, problem, wrong

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_notes_are_written_and_read(red: Caller, black: Caller, running: Game) -> None:
    path = f"games/{running.pk}/notes/"
    assert red.get(path).json()["revision"] == 0
    written = red.put(path, {"text": "Coal first.\nThen Pola."}).json()
    assert (written["text"], written["revision"], written["name"]) == ("Coal first.\nThen Pola.", 1, running.name)
    assert red.get(path).json() == written
    assert black.get(path).json()["text"] == ""
    assert [one["text"] for one in red.get("players/me/notes/").json()["results"]] == ["Coal first.\nThen Pola."]
    assert black.get("players/me/notes/").json()["results"] == []


def test_refusals_name_the_field(red: Caller, stranger: Caller, running: Game) -> None:
    path = f"games/{running.pk}/notes/"
    assert wrong(problem(red.put(path, {"text": "x" * 20_001}), 400, "malformed")).keys() == {"/text"}
    assert wrong(problem(red.put(path, {"text": "\u202e"}), 400, "malformed")) == {"/text": "control_character"}
    problem(red.put(path, {"text": "late", "revision": 4}), 412, "revision_replaced")
    assert stranger.get(path).status_code == 404
