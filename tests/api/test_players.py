"""``players/me/`` and ``tokens/``."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from knox.models import AuthToken

from games.models import Player
from tests.api.conftest import Caller, problem, wrong

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_my_profile(black: Caller) -> None:
    me = black.get("players/me/").json()
    assert (me["name"], me["email"], me["language"], me["time_zone"]) == ("ben", "ben@example.org", "ja", "UTC")
    assert me["mail_preferences"] == {
        "stops": True,
        "pictures": True,
        "reminders": True,
        "messages": True,
        "watch": False,
        "calendar": False,
    }
    assert me["mail_hours"] == {}
    assert "password" not in me


def test_what_is_changed_is_changed_and_the_rest_stays(red: Caller, anna: Player) -> None:
    change = {"language": "ja", "mail_preferences": {"pictures": False}, "vacation_until": "2027-01-07"}
    me = red.patch("players/me/", change).json()
    assert (me["language"], me["time_zone"], me["vacation_until"]) == ("ja", "UTC", "2027-01-07")
    assert me["mail_preferences"] == {
        "stops": True,
        "pictures": False,
        "reminders": True,
        "messages": True,
        "watch": False,
        "calendar": False,
    }
    assert red.patch("players/me/", {"time_zone": "Asia/Tokyo", "vacation_until": None}).json()["language"] == "ja"
    assert me["vacation_stand_in"] is False
    assert red.patch("players/me/", {"vacation_stand_in": True}).json()["vacation_stand_in"] is True
    anna.refresh_from_db()
    assert (anna.language, anna.time_zone, anna.vacation_until) == ("ja", "Asia/Tokyo", None)


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"language": "xx", "time_zone": 5}, {"/language": "type", "/time_zone": "type"}),
        ({"time_zone": "Mars/Olympus"}, {"/time_zone": "invalid"}),
        ({"email": "x@example.org", "staff": True}, {"/email": "unknown_field", "/staff": "unknown_field"}),
        (
            {"mail_preferences": {"stops": 1, "x": 2}},
            {"/mail_preferences/stops": "type", "/mail_preferences/x": "unknown_field"},
        ),
        ({"vacation_from": "2027-01-07", "vacation_until": "2027-01-01"}, {"/vacation_until": "range"}),
        ({"vacation_from": "soon"}, {"/vacation_from": "type"}),
        ({"vacation_stand_in": "yes"}, {"/vacation_stand_in": "type"}),
    ],
)
def test_what_cannot_be_is_refused(red: Caller, anna: Player, change: Any, fields: dict[str, str]) -> None:
    before = red.get("players/me/").json()
    assert wrong(problem(red.patch("players/me/", change), 400, "malformed")) == fields
    assert red.get("players/me/").json() == before


@pytest.mark.both_databases
def test_a_new_token_is_shown_once_and_works(red: Caller, anna: Player) -> None:
    response = red.post("tokens/")
    assert (response.status_code, response["Cache-Control"]) == (201, "no-store")
    made = response.json()
    assert made["expires"] is None
    other = Caller(None)
    assert other.get("players/me/", Authorization=f"Token {made['token']}").json()["name"] == "anna"
    listed = red.get("tokens/")
    assert made["token"] not in listed.content.decode()
    assert made["id"] in [token["id"] for token in listed.json()["results"]]
    assert not AuthToken.objects.filter(digest=made["token"]).exists()


@pytest.mark.both_databases
def test_a_token_may_end_by_itself(red: Caller, anna: Player) -> None:
    made = red.post("tokens/", {"hours": 24}).json()
    assert made["expires"]
    AuthToken.objects.filter(digest__startswith=made["id"]).update(expiry=timezone.now() - timedelta(seconds=1))
    problem(Caller(None).get("players/me/", Authorization=f"Token {made['token']}"), 401, "not_authenticated")
    problem(red.post("tokens/", {"hours": 0}), 400, "malformed")


def test_a_revoked_token_is_dead(red: Caller) -> None:
    made = red.post("tokens/").json()
    assert red.delete(f"tokens/{made['id']}/").status_code == 204
    problem(red.delete(f"tokens/{made['id']}/"), 404, "not_found")
    problem(Caller(None).get("players/me/", Authorization=f"Token {made['token']}"), 401, "not_authenticated")


def test_nobody_revokes_anothers_token(red: Caller, black: Caller) -> None:
    mine = red.get("tokens/").json()["results"][0]["id"]
    problem(black.delete(f"tokens/{mine}/"), 404, "not_found")
    assert mine not in black.get("tokens/").content.decode()
    assert red.get("tokens/").status_code == 200


def test_hours_of_mail_are_replaced_whole(red: Caller) -> None:
    wish = {"digest": "daily", "at": "07:00", "quiet_from": "22:00", "quiet_until": "07:00"}
    assert red.patch("players/me/", {"mail_hours": wish}).json()["mail_hours"] == wish
    assert red.patch("players/me/", {"language": "ja"}).json()["mail_hours"] == wish
    found = problem(red.patch("players/me/", {"mail_hours": {"digest": "daily"}}), 400, "malformed")
    assert wrong(found) == {"/mail_hours/at": "needs"}
    found = problem(red.patch("players/me/", {"mail_hours": {"digest": "weekly", "x": 1}}), 400, "malformed")
    assert set(wrong(found)) == {"/mail_hours/digest", "/mail_hours/x"}
    assert red.patch("players/me/", {"mail_hours": {}}).json()["mail_hours"] == {}
