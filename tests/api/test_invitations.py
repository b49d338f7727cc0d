"""Invitations by REST: the language and the personal line, alone and when a game is opened."""

from typing import Any

import pytest

from games.models import Game, Invitation
from tests.api.conftest import Caller, problem

pytestmark = pytest.mark.django_db
INVITED = {"email": "nina@example.org", "seat": "red"}
OWN = {"language": "ja", "personal_line": "Friday again?"}


def stored() -> tuple[str, str]:
    row = Invitation.objects.get()
    return row.language, row.personal_line


def test_an_invitation_has_a_language_and_a_personal_line(red: Caller, announced: Game) -> None:
    assert red.post(f"games/{announced.pk}/invitations/", INVITED | OWN).status_code == 201
    assert stored() == ("ja", "Friday again?")


def test_without_a_language_none_is_chosen(red: Caller, announced: Game) -> None:
    assert red.post(f"games/{announced.pk}/invitations/", INVITED).status_code == 201
    assert stored() == ("", "")


def test_the_seats_of_a_new_game_have_them_too(red: Caller, toy: Any) -> None:
    seats = [{"seat": "black", "email": "nina@example.org", "invite": True} | OWN]
    assert red.post("games/", {"title": "toy", "scenario": "standard", "seats": seats}).status_code == 201
    assert stored() == ("ja", "Friday again?")


@pytest.mark.parametrize("wrong", [{"personal_line": "x" * 301}, {"personal_line": "one\ntwo"}, {"language": "xx"}])
def test_what_is_wrong_is_named_by_its_field(red: Caller, announced: Game, wrong: dict[str, str]) -> None:
    (field,) = wrong
    refused = problem(red.post(f"games/{announced.pk}/invitations/", INVITED | wrong), 400, "malformed")
    assert [one["pointer"] for one in refused["errors"]] == [f"/{field}"]
    seats = [{"seat": "black", "email": "nina@example.org", "invite": True} | wrong]
    body = {"title": "toy", "scenario": "standard", "seats": seats}
    refused = problem(red.post("games/", body), 400, "malformed")
    assert [one["pointer"] for one in refused["errors"]] == [f"/seats/0/{field}"]
    assert not Invitation.objects.exists()
    assert Game.objects.count() == 1


def test_the_openapi_document_describes_both_fields(red: Caller) -> None:
    schemas = red.get("schema/").json()["components"]["schemas"]
    for name in ("InviteRequest", "SeatRequest"):
        fields = schemas[name]["properties"]
        assert fields["personal_line"]["maxLength"] == 300
        assert {"", "en", "ja"} <= set(fields["language"]["enum"])


def test_a_game_begins_when_the_last_seat_is_taken_if_its_host_wants_it(red: Caller, black: Caller, toy: Any) -> None:
    body = {"title": "toy", "scenario": "standard", "begins_when_full": True}
    made = red.post("games/", body).json()
    for caller in (red, black):
        assert caller.get(f"games/{made['id']}/").json()["status"] == "open"
        assert caller.post(f"games/{made['id']}/join/").status_code == 200
    assert red.get(f"games/{made['id']}/").json()["status"] == "running"
