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
from games.kernel.bot_levels import describe_level
from games.kernel.reference import Chapter, Chart
from games.kernel.rule_texts import RuleText
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.title_parts import Tempo
from games.selectors.rules import get_rule, get_rule_texts


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


class BotLevelBody(Struct, frozen=True):
    """A bot to choose for a seat: `key` is one of the title's `bots`, `summary` a sentence about its play."""

    key: str
    name: Text
    summary: Text


class TitleBody(Struct, frozen=True):
    """A title. `options` is the JSON Schema of a game's options, `first_turn` a guide for new players, step by step."""

    key: str
    name: Text
    summary: Text
    rules_version: Annotated[str, Meta(description="The version of the title's rules.")]
    scenarios: list[ScenarioBody]
    bots: Annotated[list[str], Meta(description="The keys of the bots.")]
    bot_levels: list[BotLevelBody]
    options: Annotated[dict[str, Any], Meta(description="JSON Schema (2020-12) of a game's `options`.")]
    first_turn: Annotated[list[Text], Meta(description="A guide for new players, step by step.")] = []
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
    """The components of a title, its terms and its charts. The ids are those in answers and views."""

    key: str
    name: Text
    chapters: list[Chapter]
    charts: list[Chart]


class TitleReferenceView(ApiView):
    """``titles/{key}/reference/``: read a title's reference."""

    permission_classes = [AllowAny]

    @describe_operation(
        "titles_reference",
        "The cards, ships, words and charts of a title, with their figures",
        sends=ReferenceBody,
        tag="titles",
        about="In our own words; the rules are the rulebook's. Nothing here is of any game.",
    )
    def get(self, request: HttpRequest, key: str) -> Response:
        title = registry.current_title(key)
        shown = title.presentation
        return Response(ReferenceBody(title.key, title.name, list(shown.reference), list(shown.charts)))


class RuleHead(Struct, frozen=True):
    """A rule's number and its short name."""

    rule: str
    name: Text


class RuleList(Struct, frozen=True):
    """The rules of a title that questions, refusals and options name, in the order of the rulebook."""

    results: list[RuleHead]
    next: str | None = None


class RuleBody(Struct, frozen=True):
    """A rule, in words that are not those of the rulebook."""

    rule: str
    name: Text
    text: Text
    before: Annotated[RuleHead | None, Meta(description="The previous rule; null for the first one.")]
    after: Annotated[RuleHead | None, Meta(description="The next rule; null for the last one.")]
    related: list[RuleHead]
    charts: Annotated[list[Chart], Meta(description="The charts that the rule uses.")]


class RuleListView(ApiView):
    """``titles/{key}/rules/``: list the rules of a title."""

    permission_classes = [AllowAny]

    @describe_operation("titles_rules", "The rules of a title, by number", sends=RuleList, tag="titles")
    def get(self, request: HttpRequest, key: str) -> Response:
        return Response(RuleList([_head(one) for one in get_rule_texts(key).values()]))


class RuleDetailView(ApiView):
    """``titles/{key}/rules/{rule}/``: explain one rule."""

    permission_classes = [AllowAny]

    @describe_operation(
        "titles_rule",
        "One rule of a title, in our own words",
        sends=RuleBody,
        tag="titles",
        about="For the `rule` of a question, a problem or an entry. Where the words differ, the rulebook is right.",
    )
    def get(self, request: HttpRequest, key: str, rule: str) -> Response:
        found = get_rule(key, rule)
        return Response(
            RuleBody(
                found.rule.rule,
                found.rule.name,
                found.rule.text,
                _head(found.before) if found.before else None,
                _head(found.after) if found.after else None,
                [_head(one) for one in found.related],
                list(found.charts),
            )
        )


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


def _head(text: RuleText) -> RuleHead:
    return RuleHead(text.rule, text.name)


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
        list(title.bot_levels),
        [BotLevelBody(key, *describe_level(key)) for key in title.bot_levels],
        _options_schema(title),
        list(title.introduction.first_turn),
        title.options.tempo,
    )


def _options_schema(title: Title[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a title's options, without references to other schemas.

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
