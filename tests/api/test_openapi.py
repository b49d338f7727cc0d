"""The OpenAPI document: valid, whole, and true to what the server says."""

import gzip
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator

from api.openapi_document import get_document
from games.models import Game
from games.registry import current_title
from tests.api.conftest import Caller, problem
from tests.api.openapi import DOCUMENT, OPERATIONS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CALLS = """
GET
GET titles/ · GET titles/{key}/ · GET titles/{key}/reference/ · GET problems/
GET titles/{key}/rules/ · GET titles/{key}/rules/{rule}/
POST games/ · GET games/ · GET games/{game_id}/
POST games/{game_id}/join/ · POST games/{game_id}/nonce/ · POST games/{game_id}/leave/ · POST games/{game_id}/letter/
POST games/{game_id}/start/ · POST games/{game_id}/abandon/ · DELETE games/{game_id}/
GET games/{game_id}/invitations/ · POST games/{game_id}/invitations/
DELETE games/{game_id}/invitations/{invitation_id}/ · POST games/{game_id}/invitations/{invitation_id}/again/
POST invitations/accept/ · POST invitations/decline/
POST games/{game_id}/observers/ · DELETE games/{game_id}/observers/ · POST observe/
GET games/{game_id}/admin/letters/ · POST games/{game_id}/admin/letters/{letter_id}/resend/
POST games/{game_id}/admin/hold/
GET games/{game_id}/stops/ · GET games/{game_id}/view/ · GET games/{game_id}/board.svg · GET games/{game_id}/board.png
GET games/{game_id}/replay/ · GET games/{game_id}/replay/{stop}/ · GET games/{game_id}/replay/{stop}/board.svg
GET games/{game_id}/replay/{stop}/sheet.svg
GET games/{game_id}/units/ · GET games/{game_id}/inspect/ · GET games/{game_id}/measure/
GET games/{game_id}/events/ · GET games/{game_id}/notices/ · GET games/{game_id}/dice/ · GET games/{game_id}/record/
GET games/{game_id}/standing-orders/ · POST games/{game_id}/standing-orders/
GET games/{game_id}/standing-orders/{order_id}/ · PUT games/{game_id}/standing-orders/{order_id}/
DELETE games/{game_id}/standing-orders/{order_id}/ · PUT games/{game_id}/standing-orders/preference/
GET games/{game_id}/chances/ · GET games/{game_id}/chances.svg · GET games/{game_id}/chances.png
GET games/{game_id}/points/ · GET games/{game_id}/standing-orders/passes/ · PUT games/{game_id}/standing-orders/passes/
GET games/{game_id}/standing-orders/kinds/ · POST games/{game_id}/standing-orders/preview/
GET games/{game_id}/messages/ · POST games/{game_id}/messages/ · GET games/{game_id}/messages/{message_id}/
PUT games/{game_id}/messages/{message_id}/ · GET games/{game_id}/admin/messages/
GET decisions/ · GET decisions/{decision_id}/ · PUT decisions/{decision_id}/answer/
GET decisions/{decision_id}/advice/ · PUT decisions/{decision_id}/advice/ · DELETE decisions/{decision_id}/advice/
DELETE decisions/{decision_id}/answer/ · POST decisions/{decision_id}/check/
GET decisions/{decision_id}/help/
GET decisions/{decision_id}/odds/
GET decisions/{decision_id}/proposal/ · POST decisions/{decision_id}/hint/
POST decisions/{decision_id}/trials/ · GET decisions/{decision_id}/plans/ · PUT decisions/{decision_id}/plans/
DELETE decisions/{decision_id}/plans/{plan_id}/
POST decisions/{decision_id}/reach/ · POST decisions/{decision_id}/offers/ · GET games/{game_id}/spots/
GET games/{game_id}/admin/stops/ · GET games/{game_id}/admin/decisions/ · POST games/{game_id}/admin/rewind/
POST games/{game_id}/admin/extend/ · POST games/{game_id}/admin/pause/ · POST games/{game_id}/admin/resume/
POST games/{game_id}/admin/release/ · POST games/{game_id}/admin/substitute/ · POST games/{game_id}/admin/act/
GET games/{game_id}/admin/export/ · GET players/me/ · PATCH players/me/ · POST players/me/mail/ · GET players/me/notes/
GET games/{game_id}/notes/ · PUT games/{game_id}/notes/
GET tokens/ · POST tokens/ · DELETE tokens/{token_id}/
PUT games/{game_id}/clock/ · POST games/{game_id}/return/
POST games/{game_id}/replace/ · PUT games/{game_id}/host/ · GET players/me/data/ · POST players/me/delete/
GET games/{game_id}/reserves/ · POST games/{game_id}/reserves/ · DELETE games/{game_id}/reserves/
GET reserves/ · POST reserves/{call_id}/
GET webhooks/ · POST webhooks/ · DELETE webhooks/{webhook_id}/ · POST webhooks/{webhook_id}/test/
GET devices/ · POST devices/ · DELETE devices/{device_id}/ · POST devices/{device_id}/test/
"""


def test_the_document_is_valid_and_without_warnings(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "openapi.yml"))
    assert DOCUMENT["openapi"] == "3.1.0"


def test_it_is_made_once_and_is_the_same_whatever_is_asked_for(client: Client) -> None:
    path = "/api/v1/schema/"
    first = client.get(path)
    assert json.loads(first.content) == DOCUMENT
    for query in ("?lang=ja", "?version=2", "?format=yaml", "?x=1"):
        again = client.get(path + query, headers={"Accept-Language": "ja", "Accept": "application/yaml"})
        assert (again.status_code, again.content, again["ETag"]) == (200, first.content, first["ETag"])
    assert get_document() is get_document()
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == first.content
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert client.post(path).status_code == 405


def test_every_call_is_in_it() -> None:
    listed = {call.strip() for line in CALLS.strip().splitlines() for call in line.split("·")}
    assert {
        f"{method.upper()} {path.removeprefix('/api/v1/')}".strip() for method, path, _ in OPERATIONS.values()
    } == listed


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_call_says_what_can_go_wrong(name: str) -> None:
    method, _, operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"]
    expected = {"400", "401", "403", "404", "429", "503"}
    expected |= set() if method == "get" else {"409", "412", "413", "415", "422"}
    assert expected <= set(operation["responses"])
    for status in expected:
        assert operation["responses"][status] == {"$ref": f"#/components/responses/Problem{status}"}
        content = DOCUMENT["components"]["responses"][f"Problem{status}"]["content"]
        assert content["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}


@pytest.mark.parametrize("name", [name for name, (_, _, operation) in OPERATIONS.items() if "requestBody" in operation])
def test_every_body_has_an_example_that_fits_its_schema(name: str) -> None:
    for media in OPERATIONS[name][2]["requestBody"]["content"].values():
        assert media["examples"]
        for one in media["examples"].values():
            assert list(_validator(media["schema"]).iter_errors(one["value"])) == []


def test_each_titles_order_types_are_components() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    names = {
        kind.__name__ for form in current_title("pirates").rules.form_types for kind in getattr(form, "order_types", ())
    }
    assert names
    answers = json.dumps(schemas["Answer"])
    for name in names:
        assert schemas[f"Pirates{name}"]["properties"]["order"]
        assert f'"#/components/schemas/Pirates{name}"' in answers
    assert "PiratesView" in json.dumps(schemas["View"])
    assert "PiratesOptions" in schemas


def test_answers_views_and_events_fit_the_document(active: Caller, pirates: Game) -> None:
    decision = active.get(active.decision())
    for response, name in (
        (decision, "DecisionBody"),
        (active.get(f"games/{pirates.pk}/view/"), "ViewBody"),
        (active.get(f"games/{pirates.pk}/events/"), "EventList"),
        (active.get(f"games/{pirates.pk}/replay/"), "ReplaySteps"),
        (active.get(f"games/{pirates.pk}/replay/1/"), "ReplayBoard"),
        (active.get(f"games/{pirates.pk}/"), "GameState"),
        (active.get("decisions/"), "DecisionList"),
        (active.get("games/"), "GameList"),
        (active.get("titles/"), "TitleList"),
        (active.get(f"games/{pirates.pk}/standing-orders/"), "StandingOrderList"),
        (active.get(f"games/{pirates.pk}/standing-orders/kinds/"), "OrderKindList"),
        (active.post(f"games/{pirates.pk}/standing-orders/preview/"), "PreviewedDecisionList"),
        (active.get("games/?x=1"), "Problem"),
    ):
        errors = list(_validator({"$ref": f"#/components/schemas/{name}"}).iter_errors(response.json()))
        assert errors == [], name
    form = decision.json()["form"]
    for answer in (form["example"], form["default"]):
        assert list(_validator({"$ref": "#/components/schemas/Answer"}).iter_errors(answer)) == []
        assert list(Draft202012Validator(form["schema"]).iter_errors(answer)) == []


def _validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": DOCUMENT["components"]})


def test_an_address_in_the_wrong_shape_is_a_problem_too(red: Caller) -> None:
    problem(red.get("tokens/XYZ/"), 404, "not_found")
