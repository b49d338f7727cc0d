"""A session that is used goes on; one that is not ends."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from games.models import Player

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAYS = settings.SESSION_COOKIE_AGE // 86_400


def is_in(client: Client) -> bool:
    return client.get("/games/").status_code == 200


def test_a_session_is_extended_by_use(anna: Player) -> None:
    client = Client()
    with time_machine.travel(START, tick=False):
        client.post("/login/", {"username": "anna", "password": "pw"})
    for day in range(0, 3 * DAYS, DAYS - 2):
        with time_machine.travel(START + timedelta(days=day), tick=False):
            response = client.get("/")
            assert response.status_code == 200
            assert settings.SESSION_COOKIE_NAME in response.cookies, "the browser is told the new end, too"
    with time_machine.travel(START + timedelta(days=5 * DAYS), tick=False):
        assert not is_in(client)


def test_it_is_written_once_a_day(anna: Player) -> None:
    client = Client()
    client.force_login(anna)
    client.get("/")
    assert settings.SESSION_COOKIE_NAME not in client.get("/").cookies
    with time_machine.travel(datetime.now(UTC) + timedelta(days=1, minutes=1)):
        assert settings.SESSION_COOKIE_NAME in client.get("/").cookies


def test_a_page_that_is_left_open_extends_no_session(anna: Player) -> None:
    client = Client()
    with time_machine.travel(START, tick=False):
        client.post("/login/", {"username": "anna", "password": "pw"})
        client.get("/")
    for day in (2, DAYS - 1):
        with time_machine.travel(START + timedelta(days=day), tick=False):
            response = client.get("/updates/")
            assert response.status_code == 200
            assert settings.SESSION_COOKIE_NAME not in response.cookies
    with time_machine.travel(START + timedelta(days=DAYS + 1), tick=False):
        assert client.get("/updates/").status_code == 401
        assert not is_in(client)


def test_who_is_not_logged_in_gets_no_session() -> None:
    response = Client().get("/login/")
    assert settings.SESSION_COOKIE_NAME not in response.cookies
