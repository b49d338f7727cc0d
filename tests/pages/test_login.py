"""Logging in: who guesses too often stays outside."""

import pytest
from django.test import Client

from games.models import Player
from pbem.doorkeeper import MOST_TRIES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_tried(own_cache: None) -> None:
    """No guesses yet."""


def _gets_in(client: Client, password: str, *, name: str = "anna", path: str = "/login/", address: str = "") -> bool:
    client.logout()
    origin = {"REMOTE_ADDR": address} if address else {}
    client.post(path, {"username": name, "password": password}, **origin)
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("path", ["/login/", "/admin/login/"])
def test_after_too_many_guesses_the_right_password_does_not_help(client: Client, staff: Player, path: str) -> None:
    for number in range(MOST_TRIES):
        assert not _gets_in(client, f"guess {number}", name="Ulla" if number % 2 else "ulla", path=path)
    assert not _gets_in(client, "pw", name="ulla", path=path)


def test_others_get_in_meanwhile(client: Client, anna: Player, ben: Player) -> None:
    for number in range(MOST_TRIES + 1):
        _gets_in(client, f"guess {number}")
    assert _gets_in(client, "pw", name="ben")
    assert _gets_in(client, "pw", address="192.0.2.7"), "her own machine is another one than the guesser's"


def test_getting_in_begins_the_count_anew(client: Client, anna: Player) -> None:
    for _ in range(3):
        for number in range(MOST_TRIES - 1):
            assert not _gets_in(client, f"guess {number}")
        assert _gets_in(client, "pw")


def test_logging_in_begins_a_session_of_its_own(client: Client, anna: Player) -> None:
    """A session that somebody planted before does not become the player's."""
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.post("/login/", {"username": "anna", "password": "pw"})
    assert client.session.session_key != before


@pytest.mark.parametrize(
    "place", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_logging_in_leads_nowhere_else(client: Client, anna: Player, place: str) -> None:
    response = client.post("/login/", {"username": "anna", "password": "pw", "next": place})
    assert response["Location"] == "/"
