"""Logging in: who guesses has to wait longer and longer, and keeps nobody else out."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Player
from pbem import login_throttle
from pbem.login_throttle import (
    ATTACK_THRESHOLD,
    DEVICE_COOKIE,
    FIRST_WAIT,
    FREE_TRIES_DURING_ATTACK,
    FREE_TRIES_PER_ADDRESS,
    FREE_TRIES_PER_NAME,
    LONGEST_WAIT,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_tried(own_cache: None) -> None:
    """No guesses yet."""


def _gets_in(client: Client, password: str, *, name: str = "anna", path: str = "/login/", address: str = "") -> bool:
    known = client.cookies.get(DEVICE_COOKIE)
    client.logout()  # which throws all cookies away
    if known is not None:
        client.cookies[DEVICE_COOKIE] = known.value
    origin = {"REMOTE_ADDR": address} if address else {}
    client.post(path, {"username": name, "password": password}, **origin)
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("path", ["/login/", "/admin/login/"])
def test_after_too_many_guesses_the_right_password_does_not_help(client: Client, staff: Player, path: str) -> None:
    for number in range(FREE_TRIES_PER_NAME):
        assert not _gets_in(client, f"guess {number}", name="Ulla" if number % 2 else "ulla", path=path)
    assert not _gets_in(client, "pw", name="ulla", path=path)


def test_others_get_in_meanwhile(client: Client, anna: Player, ben: Player) -> None:
    for number in range(FREE_TRIES_PER_NAME + 1):
        _gets_in(client, f"guess {number}")
    assert _gets_in(client, "pw", name="ben")
    assert _gets_in(client, "pw", address="192.0.2.7"), "her own machine is another one than the guesser's"


def test_getting_in_begins_the_count_anew(client: Client, anna: Player) -> None:
    for _ in range(3):
        for number in range(FREE_TRIES_PER_NAME - 1):
            assert not _gets_in(client, f"guess {number}")
        assert _gets_in(client, "pw")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The waits that guessers were given, in seconds; each is over at once."""
    given: list[int] = []

    def add(key: str, value: Any, seconds: int) -> bool:
        if key.endswith(":wait"):
            given.append(seconds)
            return True
        return real(key, value, seconds)

    real = cache.add
    monkeypatch.setattr(login_throttle, "cache", SimpleNamespace(get=cache.get, delete=cache.delete, add=add))
    return given


def test_each_guess_makes_the_next_wait_longer(client: Client, anna: Player, waits: list[int]) -> None:
    for number in range(FREE_TRIES_PER_NAME + 8):
        _gets_in(client, f"guess {number}")
    assert waits == [min(FIRST_WAIT * 2**n, LONGEST_WAIT) for n in range(9)]


def test_who_has_logged_in_with_this_browser_is_not_kept_out_by_a_guesser_beside(client: Client, anna: Player) -> None:
    assert _gets_in(client, "pw")
    cookie = client.cookies[DEVICE_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    guesser = Client()
    for number in range(FREE_TRIES_PER_NAME + 5):
        _gets_in(guesser, f"guess {number}")
    assert not _gets_in(guesser, "pw")
    assert _gets_in(client, "pw")


def test_the_browser_of_one_player_is_new_to_another(client: Client, anna: Player, ben: Player) -> None:
    assert _gets_in(client, "pw")
    for number in range(FREE_TRIES_PER_NAME):
        _gets_in(client, f"guess {number}", name="ben")
    assert not _gets_in(client, "pw", name="ben")


def test_a_browser_that_is_known_is_counted_too(client: Client, anna: Player) -> None:
    assert _gets_in(client, "pw")
    for number in range(FREE_TRIES_PER_NAME):
        _gets_in(client, f"guess {number}")
    assert not _gets_in(client, "pw")


def test_a_made_up_cookie_is_worth_nothing(client: Client, anna: Player) -> None:
    for number in range(FREE_TRIES_PER_NAME):
        client.cookies[DEVICE_COOKIE] = f"anna:{number}"
        _gets_in(client, f"guess {number}")
    assert not _gets_in(client, "pw")


def test_a_storm_of_guessers_leaves_a_new_place_few_tries_but_some(
    client: Client, anna: Player, waits: list[int]
) -> None:
    for number in range(ATTACK_THRESHOLD):
        _gets_in(client, f"guess {number}", address=f"198.51.100.{number}")
    assert waits == []
    assert _gets_in(client, "pw", address="192.0.2.7")
    client.cookies.clear()
    for number in range(FREE_TRIES_DURING_ATTACK):
        _gets_in(client, f"guess {number}", address="192.0.2.8")
    assert waits == [FIRST_WAIT]


def test_a_place_that_tries_many_names_is_slowed_down(client: Client, anna: Player, waits: list[int]) -> None:
    for number in range(FREE_TRIES_PER_ADDRESS):
        _gets_in(client, "guess", name=f"name {number}")
    assert waits == []
    _gets_in(client, "guess", name="another")
    _gets_in(client, "guess", name="one more")
    assert waits == [FIRST_WAIT, FIRST_WAIT * 2]


def test_the_address_is_the_clients_behind_a_trusted_proxy_alone(client: Client, anna: Player) -> None:
    for number in range(FREE_TRIES_PER_NAME):
        client.post("/login/", {"username": "anna", "password": f"guess {number}"}, headers=_by_way_of("192.0.2.1"))
    client.post("/login/", {"username": "anna", "password": "pw"}, headers=_by_way_of("192.0.2.1"))
    assert "_auth_user_id" not in client.session
    client.post("/login/", {"username": "anna", "password": "pw"}, headers=_by_way_of("192.0.2.2"))
    assert "_auth_user_id" in client.session


def test_nobody_gets_round_the_count_with_a_header(client: Client, anna: Player) -> None:
    for number in range(FREE_TRIES_PER_NAME):
        origin = {"REMOTE_ADDR": "198.51.100.9", "HTTP_X_FORWARDED_FOR": f"192.0.2.{number}"}
        client.post("/login/", {"username": "anna", "password": f"guess {number}"}, **origin)
    assert not _gets_in(client, "pw", address="198.51.100.9")


def _by_way_of(client: str) -> dict[str, str]:
    return {"X-Forwarded-For": client}


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
