"""``titles/``: the games offered here. ``problems/``: the types of errors."""

from typing import Annotated, Any

import msgspec
from django.http import HttpRequest
from msgspec import Meta, Struct, field
from rest_framework.permissions import AllowAny
from rest_framework.response import Response

from api.api_view import ApiView
from api.openapi_schema import describe_operation
from api.problems import PROBLEM_TYPES, problem_type_uri
from games import registry
from games.kernel.reference import Chapter
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.title_parts import Tempo


class SeatBody(Struct, frozen=True):
    """A seat at the table."""

    role: str = field(name="seat")
    name: Text


class ScenarioBody(Struct, frozen=True):
    """A scenario of the game."""

    key: str
    name: Text
    summary: Text
    seats: list[SeatBody]


class TitleBody(Struct, frozen=True):
    """A title. `options` is the JSON Schema of a game's options, `first_turn` a guide for new players, step by step."""

    key: str
    name: Text
    summary: Text
    rules_version: str
    scenarios: list[ScenarioBody]
    bots: list[str]
    options: Annotated[dict[str, Any], Meta(description="JSON Schema (2020-12) of a game's `options`.")]
    first_turn: list[Text] = []
    tempo: Annotated[Tempo | None, Meta(description="How often players are asked, in e-mails a turn.")] = None


class TitleList(Struct, frozen=True):
    """All titles."""

    results: list[TitleBody]
    next: str | None = None


class ProblemTypeBody(Struct, frozen=True):
    """A type of problem."""

    code: str
    type: str
    status: int
    title: Text


class ProblemTypeList(Struct, frozen=True):
    """All types of problems."""

    results: list[ProblemTypeBody]
    next: str | None = None


class TitleListView(ApiView):
    """``titles/``: list all titles."""

    permission_classes = [AllowAny]

    @describe_operation("titles_list", "The titles that can be played", sends=TitleList, tag="titles")
    def get(self, request: HttpRequest) -> Response:
        return Response(TitleList([_body(registry.current_title(key)) for key in registry.title_keys()]))


class TitleDetailView(ApiView):
    """``titles/{key}/``: read one title."""

    permission_classes = [AllowAny]

    @describe_operation(
        "titles_retrieve", "A title with its scenarios, seats and options", sends=TitleBody, tag="titles"
    )
    def get(self, request: HttpRequest, key: str) -> Response:
        return Response(_body(registry.current_title(key)))


class ReferenceBody(Struct, frozen=True):
    """The components of a title, and its terms. The ids are those in answers and views."""

    key: str
    name: Text
    chapters: list[Chapter]


class TitleReferenceView(ApiView):
    """``titles/{key}/reference/``: read a title's reference."""

    permission_classes = [AllowAny]

    @describe_operation(
        "titles_reference",
        "The cards, ships and words of a title, with their figures",
        sends=ReferenceBody,
        tag="titles",
        about="In our own words; the rules are the rulebook's. Nothing here is of any game.",
    )
    def get(self, request: HttpRequest, key: str) -> Response:
        title = registry.current_title(key)
        return Response(ReferenceBody(title.key, title.name, list(title.presentation.reference)))


class ProblemTypeListView(ApiView):
    """``problems/``: list the types of problems."""

    permission_classes = [AllowAny]

    @describe_operation(
        "problems_list", "Every sort of problem, with its stable code", sends=ProblemTypeList, tag="problems"
    )
    def get(self, request: HttpRequest) -> Response:
        return Response(
            ProblemTypeList(
                [
                    ProblemTypeBody(code, problem_type_uri(code), sort.status, sort.title)
                    for code, sort in PROBLEM_TYPES.items()
                ]
            )
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
        title.rules.version,
        scenarios,
        ["random", *title.bots],
        _options_schema(title),
        list(title.introduction.first_turn),
        title.options.tempo,
    )


def _options_schema(title: Title[Any]) -> dict[str, Any]:
    """Return the options as one self-contained schema.

    `x-name` and `x-names` are the names of fields and values, `x-note` explains a field.
    """
    schema: dict[str, Any] = msgspec.json.schema(title.options.type)
    for definition in schema.get("$defs", {}).values():
        for name, found in definition.get("properties", {}).items():
            _name(title, name, found)
    return {**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"}


def _name(title: Title[Any], field: str, schema: dict[str, Any]) -> None:
    names = title.options.names
    if field in names:
        schema |= {"title": names[field].en, "x-name": names[field]}
    if field in title.options.notes:
        schema["x-note"] = title.options.notes[field]
    values = {value: names[f"{field}/{value}"] for value in schema.get("enum", ()) if f"{field}/{value}" in names}
    if values:
        schema["x-names"] = values
