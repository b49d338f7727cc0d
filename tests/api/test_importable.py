"""Linters and generators of clients accept the OpenAPI document, and its patterns are what the server refuses."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from api import openapi_schema
from api.text_patterns import LINE, LINES, VISIBLE_LINES
from games.kernel.text import forbidden_character
from games.models import Game
from tests.api.conftest import Caller, problem, wrong
from tests.api.openapi import DOCUMENT, OPERATIONS
from tools.openapi_check import generator_findings
from tools.openapi_rules import findings

pytestmark = pytest.mark.one_database

SCHEMAS = DOCUMENT["components"]["schemas"]
TEXTS = [chr(code) for code in range(0x10000) if not 0xD800 <= code <= 0xDFFF]
TEXTS += ["", "\r\n", "a\r\nb", "\rb", "\U0001f6a2", "\U000e0041"]


def test_the_document_breaks_no_rule() -> None:
    assert findings(DOCUMENT) == []


def test_the_generator_of_python_clients_accepts_it(tmp_path: Path) -> None:
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(DOCUMENT))
    assert list(generator_findings(document)) == []
    answers = (tmp_path / "client" / "models" / "answer_request.py").read_text()
    assert all(name in answers for name in ("PiratesLeave", "GoebenLeave", "Pq17Leave"))


def test_what_the_generator_refuses_is_found(tmp_path: Path) -> None:
    document = tmp_path / "openapi.json"
    broken = deepcopy(DOCUMENT)
    broken["components"]["schemas"]["HotspotMap"]["properties"]["size"]["items"] = False
    document.write_text(json.dumps(broken))
    assert "HotspotMap" in "".join(generator_findings(document))


def _closed_tuple(document: Any) -> None:
    document["components"]["schemas"]["HotspotMap"]["properties"]["size"]["items"] = False


def _endless_tuple(document: Any) -> None:
    del document["components"]["schemas"]["HotspotMap"]["properties"]["size"]["maxItems"]


def _same_titles(document: Any) -> None:
    document["components"]["schemas"]["GoebenFired"]["title"] = "Fired"


def _same_names(document: Any) -> None:
    document["components"]["schemas"]["GOEBENFIRED"] = document["components"]["schemas"]["GoebenFired"]


def _path_in_name(document: Any) -> None:
    document["components"]["schemas"]["pq17.table.Unit"] = {"title": "pq17.table.Unit"}


def _only_null(document: Any) -> None:
    document["components"]["schemas"]["DecisionList"]["properties"]["next"] = {"type": "null"}


def _plain_time(document: Any) -> None:
    del document["components"]["schemas"]["DecisionLine"]["properties"]["opened_at"]["format"]


def _typeless(document: Any) -> None:
    del document["components"]["schemas"]["Purse"]["properties"]["per"]["type"]


def _no_servers(document: Any) -> None:
    del document["servers"]


def _no_license(document: Any) -> None:
    del document["info"]["license"]


def _no_tags(document: Any) -> None:
    del document["tags"]


def _unknown_reference(document: Any) -> None:
    del document["components"]["schemas"]["Receipt"]


def _unused(document: Any) -> None:
    document["components"]["responses"]["Problem405"] = {"description": "Never."}


def _nameless(document: Any) -> None:
    del document["paths"]["/api/v1/decisions/"]["get"]["operationId"]


def _headerless(document: Any) -> None:
    del document["components"]["responses"]["Problem429"]["headers"]


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (_closed_tuple, "HotspotMap/size: items is no schema"),
        (_endless_tuple, "HotspotMap/size: the tuple has no maxItems"),
        (_same_titles, "GoebenFired: titled 'Fired'"),
        (_same_names, "GOEBENFIRED: no name for a class of its own"),
        (_path_in_name, "pq17.table.Unit: no name for a class of its own"),
        (_only_null, "DecisionList/next: never anything but null"),
        (_plain_time, "DecisionLine/opened_at: no format date-time"),
        (_typeless, "Purse/per: an enumeration without a type"),
        (_no_servers, "servers: none"),
        (_no_license, "info: no license"),
        (_no_tags, "tags: decisions is not declared"),
        (_unknown_reference, "#/components/schemas/Receipt: there is no such component"),
        (_unused, "#/components/responses/Problem405: not used"),
        (_nameless, "GET /api/v1/decisions/: no operationId of its own"),
        (_headerless, "responses/Problem429: no header Retry-After"),
    ],
)
def test_each_rule_finds_what_it_is_for(spoil: Callable[[Any], None], found: str) -> None:
    document = deepcopy(DOCUMENT)
    spoil(document)
    assert found in findings(document)


def _undescribed(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without its description, which is for people."""
    return {key: value for key, value in schema.items() if key != "description"}


def test_every_time_of_the_server_has_its_format() -> None:
    for name, field in (("MessageBody", "at"), ("Receipt", "at"), ("BranchDice", "since"), ("PlayerBody", "joined")):
        assert _undescribed(SCHEMAS[name]["properties"][field]) == {"type": "string", "format": "date-time"}
    changeable = _undescribed(SCHEMAS["Receipt"]["properties"]["changeable_until"])
    assert changeable == {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}
    assert SCHEMAS["Pq17Searched"]["properties"]["at"] == {"type": "string"}


def test_structs_of_one_name_are_told_apart_by_their_modules() -> None:
    named = {"BattleshipsOrdersStrike", "BattleshipsStateStrike", "Pq17AirBattleLaid", "Pq17AirLaid"}
    assert named | {"Pq17BattleUnit", "Pq17RosterUnit", "GoebenFired", "BattleshipsFired"} <= SCHEMAS.keys()


@pytest.mark.parametrize(
    ("address", "url"), [("https://games.example", "https://games.example"), ("http://127.0.0.1:8000", "/")]
)
def test_the_server_is_the_public_address_or_the_one_that_was_asked(settings: Any, address: str, url: str) -> None:
    settings.PBEM_BASE_URL = address
    found = openapi_schema.complete_schema({"paths": {}}, None, None, True)
    assert [server["url"] for server in found["servers"]] == [url]


def _fits(pattern: str, text: str) -> bool:
    """True if the text fits in JSON Schema's sense: unlike Python's, its ``$`` never precedes a line end."""
    return re.fullmatch(pattern.removeprefix("^").removesuffix("$"), text) is not None


@pytest.mark.parametrize(("pattern", "allow_lines"), [(LINES, True), (LINE, False)])
def test_the_patterns_allow_what_the_server_allows(pattern: str, allow_lines: bool) -> None:
    for text in TEXTS:
        assert _fits(pattern, text) == (not forbidden_character(text, allow_lines=allow_lines)), repr(text)


def test_a_visible_text_is_an_allowed_one_that_is_not_blank() -> None:
    for text in TEXTS:
        expected = not forbidden_character(text, allow_lines=True) and bool(text.strip())
        assert _fits(VISIBLE_LINES, text) == expected, repr(text)


@pytest.mark.parametrize("name", [name for name, (_, _, one) in OPERATIONS.items() if "requestBody" in one])
def test_no_text_of_a_body_may_hold_what_is_refused(name: str) -> None:
    """Every text of every example, with a forbidden character in it, no longer fits the schema."""
    for media in OPERATIONS[name][2]["requestBody"]["content"].values():
        schema = {**media["schema"], "components": DOCUMENT["components"]}
        validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
        for example in media["examples"].values():
            for sign in ("\u0000", "\u0007", "\u0085", "\u202e", "\ufeff"):
                for spoiled in _spoiled(example["value"], sign, FREE if name in DRAFTS else ""):
                    assert not validator.is_valid(spoiled), spoiled


DRAFTS = {"decisions_reach", "decisions_offers", *(name for name in OPERATIONS if name.startswith("standing_orders_"))}
FREE = "answer"
"""In drafts and in orders for questions still to come, this field has a schema that only the form knows."""


def _spoiled(value: Any, sign: str, free: str) -> Iterator[Any]:
    """The value with the character added to one of its texts, for each of them."""
    if isinstance(value, str):
        yield value + sign
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from ([*value[:index], one, *value[index + 1 :]] for one in _spoiled(inner, sign, free))
    elif isinstance(value, dict):
        for key in value.keys() - {free}:
            yield from ({**value, key: one} for one in _spoiled(value[key], sign, free))


@pytest.mark.django_db
def test_a_whole_number_may_have_a_decimal_point(red: Caller) -> None:
    body = '{"title": "pirates", "scenario": "two_players", "deadline_hours": 48.0, "options": {"removed": 7e1}}'
    made = red.raw("POST", "games/", body)
    assert made.status_code == 201, made.content
    assert made.json()["deadline_hours"] == 48
    assert made.json()["options"]["removed"] == 70
    assert Draft202012Validator(SCHEMAS["CreateGameRequest"] | {"components": DOCUMENT["components"]}).is_valid(
        {"title": "pirates", "scenario": "two_players", "deadline_hours": 48.0}
    )
    refused = red.raw("POST", "games/", body.replace("48.0", "48.5"))
    assert wrong(problem(refused, 400, "malformed")) == {"/deadline_hours": "type"}


@pytest.mark.django_db
def test_the_headers_that_are_promised_are_sent(active: Caller, pirates: Game) -> None:
    sent = {
        "decisions_retrieve": active.get(active.decision()),
        "games_view": active.get(f"games/{pirates.pk}/view/"),
        "messages_list": active.get(f"games/{pirates.pk}/messages/"),
        "tokens_create": active.post("tokens/"),
        "games_create": active.post("games/", {"title": "pirates", "scenario": "two_players"}),
    }
    for name, response in sent.items():
        promised = OPERATIONS[name][2]["responses"][str(response.status_code)]["headers"]
        assert promised
        assert all(response.headers.get(header) for header in promised), name
