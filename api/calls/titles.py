"""``titles/``: what can be played here. ``problems/``: what can go wrong."""

from typing import Annotated, Any

import msgspec
from django.http import HttpRequest
from msgspec import Meta, Struct, field
from rest_framework.permissions import AllowAny
from rest_framework.response import Response

from api.base import Call
from api.problems import SORTS, type_of
from api.schema import call
from games import registry
from games.kernel.reference import Chapter
from games.kernel.text import Text
from games.kernel.title import Title


class SeatBody(Struct, frozen=True):
    """A chair at the table."""

    role: str = field(name="seat")
    name: Text


class ScenarioBody(Struct, frozen=True):
    """A way to set the game up."""

    key: str
    name: Text
    summary: Text
    seats: list[SeatBody]


class TitleBody(Struct, frozen=True):
    """A title. `options` is the JSON Schema of what may be agreed on before a game."""

    key: str
    name: Text
    summary: Text
    rules_version: str
    scenarios: list[ScenarioBody]
    bots: list[str]
    options: Annotated[dict[str, Any], Meta(description="JSON Schema (2020-12) of a game's `options`.")]


class TitleList(Struct, frozen=True):
    """All titles."""

    results: list[TitleBody]
    next: None = None


class SortBody(Struct, frozen=True):
    """A sort of problem."""

    code: str
    type: str
    status: int
    title: Text


class SortList(Struct, frozen=True):
    """All sorts of problems."""

    results: list[SortBody]
    next: None = None


class Titles(Call):
    """All titles."""

    permission_classes = [AllowAny]

    @call("titles_list", "The titles that can be played", sends=TitleList, tag="titles")
    def get(self, request: HttpRequest) -> Response:
        return Response(TitleList([_body(registry.current_title(key)) for key in registry.title_keys()]))


class OneTitle(Call):
    """One title."""

    permission_classes = [AllowAny]

    @call("titles_retrieve", "A title with its scenarios, seats and options", sends=TitleBody, tag="titles")
    def get(self, request: HttpRequest, key: str) -> Response:
        return Response(_body(registry.current_title(key)))


class ReferenceBody(Struct, frozen=True):
    """What lies in the box of a title, and what its words mean. An id is that of answers and views."""

    key: str
    name: Text
    chapters: list[Chapter]


class TitleReference(Call):
    """What players look up."""

    permission_classes = [AllowAny]

    @call(
        "titles_reference",
        "The cards, ships and words of a title, with their figures",
        sends=ReferenceBody,
        tag="titles",
        about="In our own words; the rules are the rulebook's. Nothing here is of any game.",
    )
    def get(self, request: HttpRequest, key: str) -> Response:
        title = registry.current_title(key)
        return Response(ReferenceBody(title.key, title.name, list(title.reference)))


class Problems(Call):
    """The sorts of problems."""

    permission_classes = [AllowAny]

    @call("problems_list", "Every sort of problem, with its stable code", sends=SortList, tag="problems")
    def get(self, request: HttpRequest) -> Response:
        return Response(
            SortList([SortBody(code, type_of(code), sort.status, sort.title) for code, sort in SORTS.items()])
        )


def _body(title: Title[Any]) -> TitleBody:
    scenarios = [
        ScenarioBody(one.key, one.name, one.summary, [SeatBody(role.key, role.name) for role in one.seats])
        for one in title.scenarios.values()
    ]
    return TitleBody(
        title.key,
        title.name,
        title.summary,
        title.rules_version,
        scenarios,
        ["random", *title.bots],
        _options_schema(title),
    )


def _options_schema(title: Title[Any]) -> dict[str, Any]:
    """The options as one self-contained schema; `x-name` and `x-names` are what fields and values are called, `x-note`
    is what a field is for.
    """
    schema: dict[str, Any] = msgspec.json.schema(title.options_type)
    for definition in schema.get("$defs", {}).values():
        for name, found in definition.get("properties", {}).items():
            _name(title, name, found)
    return {**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"}


def _name(title: Title[Any], field: str, schema: dict[str, Any]) -> None:
    names = title.option_names
    if field in names:
        schema |= {"title": names[field].en, "x-name": names[field]}
    if field in title.option_notes:
        schema["x-note"] = title.option_notes[field]
    values = {value: names[f"{field}/{value}"] for value in schema.get("enum", ()) if f"{field}/{value}" in names}
    if values:
        schema["x-names"] = values
