"""The OpenAPI document: operations described next to their views, schemas generated from the msgspec structs.

The bodies that a view reads and sends are msgspec structs; the document contains the schemas of the same structs. Each
title adds its order types, view, events and options with its own name as prefix (``PiratesPlay``).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from api.openapi_components import (
    SCHEMAS,
    finish_components,
    limit_text,
    lossless_first,
    make_components,
    references,
    title_prefix,
)
from api.problems import PROBLEM_JSON, PROBLEM_TYPES, Problem
from api.request_bodies import RequestBody
from api.text_patterns import LINES
from games import registry
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.standing_orders import Rule
from games.kernel.title import Title
from games.orders.order_set import Orders

READ_PROBLEMS = (400, 401, 403, 404, 429, 503)
WRITE_PROBLEMS = (*READ_PROBLEMS, 409, 412, 413, 415, 422)
BINARY = {"type": "string", "format": "binary"}
TAGS = {
    "server": "The server itself.",
    "titles": "The titles on offer: their scenarios, options and rules.",
    "games": "Creating, finding, joining and starting games.",
    "invitations": "Invitations to seats, and links for observers.",
    "decisions": "Your open decisions, and your answers.",
    "sight": "What your seat sees: the view, the board, events and dice.",
    "standing orders": "Answers given ahead, by rules.",
    "messages": "Messages between seats, and your notes.",
    "reserves": "Reserves for seats whose players are absent.",
    "players": "Your own account.",
    "tokens": "Tokens for scripts.",
    "webhooks": "Calls from this server to yours.",
    "devices": "Browsers that show notifications.",
    "admin": "The umpire's and the staff's actions.",
    "problems": "The problems that a response may report.",
}
"""The groups of operations with their descriptions, in the order of the document."""
RESPONSE_HEADERS = {
    "ETag": "The version of this content, for If-None-Match or If-Match.",
    "Cache-Control": "Who may keep the response, and for how long.",
    "Location": "The address of what was created.",
}
_PROBLEM_HEADERS = {
    401: ("WWW-Authenticate", {"type": "string"}, "How to authenticate."),
    429: ("Retry-After", {"type": "integer", "minimum": 0}, "Seconds to wait before the next attempt."),
    503: ("Retry-After", {"type": "integer", "minimum": 0}, "Seconds to wait before the next attempt."),
}

_shapes: dict[str, Any] = {}


class TokenScheme(OpenApiAuthenticationExtension):
    """The extension of drf-spectacular that describes authentication by token in the OpenAPI document."""

    target_class = "api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """Return the OpenAPI security scheme for the header ``Authorization: Token …``."""
        return build_bearer_security_scheme_object("Authorization", "Token")


def schema_reference(kind: Any) -> dict[str, Any]:
    """Return a reference to a struct's schema, and add the struct to the document's components."""
    _shapes[kind.__name__] = kind
    return {"$ref": SCHEMAS.format(name=kind.__name__)}


def describe_operation(
    name: str,
    summary: str,
    *,
    sends: Any = None,
    status: int = 200,
    media: str = "",
    reads: Any = None,
    text: str = "",
    query: Any = None,
    headers: Iterable[OpenApiParameter] = (),
    examples: Iterable[OpenApiExample] = (),
    about: str = "",
    tag: str = "",
    others: Mapping[int, str] | None = None,
    sent_headers: Iterable[str] = (),
) -> Callable[[Any], Any]:
    """Return a decorator that describes the operation of a view's method in the OpenAPI document.

    `name` is the operation's id, `summary` its title, `about` its description and `tag` its group. It sends the struct
    `sends`, or a body of the media type `media`, with `status`. It reads the struct `reads`, or plain text that `text`
    describes, and the query parameters of the struct `query`. `others` are descriptions of further responses by
    status, `headers` the headers of the request, and `sent_headers` the names of those of the response.
    """
    sent: Any = BINARY if media else schema_reference(sends) if sends is not None else None
    key: Any = (status, media or "application/json") if sent else status
    responses: dict[Any, Any] = {key: OpenApiResponse(sent, description="Done.")}
    responses |= {code: OpenApiResponse(description=words) for code, words in (others or {}).items()}
    bodies: dict[str, Any] = {"application/json": schema_reference(reads)} if reads is not None else {}
    if text:
        bodies["text/plain"] = {"type": "string", "description": text, "minLength": 1, "pattern": LINES}
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=about or summary,
        tags=[tag] if tag else None,
        request=bodies or None,
        responses=responses,
        parameters=[*_query(query), *headers, *(_sent_header(one, status) for one in sent_headers)],
        examples=list(examples),
    )


def make_example(name: str, value: Any, *, answer: bool = False, media: str = "application/json") -> OpenApiExample:
    """Return an example (`value`, JSON) of a request body or, with `answer`, of a response; `name` is its title."""
    return OpenApiExample(name, value=value, request_only=not answer, response_only=answer, media_type=media)


def make_header(name: str, description: str, pattern: str = "") -> OpenApiParameter:
    """Return the description of an optional request header for `describe_operation`.

    `pattern` is a regular expression that its value matches, if any.
    """
    schema = {"type": "string", "pattern": pattern} if pattern else {"type": "string"}
    return OpenApiParameter(name, schema, OpenApiParameter.HEADER, description=description)


def _query(kind: Any) -> list[OpenApiParameter]:
    """Return a query parameter for each field of a struct."""
    if kind is None:
        return []
    _, found = make_components([kind])
    return [
        OpenApiParameter(
            name, limit_text(_without(one, "default", "description")), description=one.get("description", "")
        )
        for name, one in found[kind.__name__]["properties"].items()
    ]


def _sent_header(name: str, status: int) -> OpenApiParameter:
    """Return the description of a header that responses with this status always have, and those with status 304."""
    return OpenApiParameter(
        name,
        str,
        OpenApiParameter.HEADER,
        required=True,
        description=RESPONSE_HEADERS[name],
        response=[status, 304],
    )


def _without(schema: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in keys}


def complete_schema(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Post-processing hook of drf-spectacular: return the document (`result`) with the parts that it cannot generate.

    These are the schemas of structs, titles and problems, the tags and the server.
    """
    _, schemas = make_components([*_shapes.values(), Problem, Rule])
    schemas |= _titles_schemas()
    finish_components(schemas, [name for name, kind in _shapes.items() if issubclass(kind, RequestBody)])
    components = result.setdefault("components", {})
    components["schemas"] = dict(sorted(schemas.items()))
    for path in result["paths"].values():
        for method, operation in path.items():
            _finish_operation(method, operation, schemas)
    used = {*references(result["paths"])}
    components["responses"] = {
        name: _problem_response(status) for status in _statuses() if (name := f"Problem{status}") in used
    }
    result["servers"] = [_server()]
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    return result


def _server() -> dict[str, str]:
    """Return the OpenAPI server object: the public URL or, without one, a URL relative to the document."""
    public = urlsplit(settings.PBEM_BASE_URL).scheme == "https"
    return {
        "url": settings.PBEM_BASE_URL if public else settings.FORCE_SCRIPT_NAME or "/",
        "description": "This server",
    }


def _titles_schemas() -> dict[str, Any]:
    """Return the schemas of all titles, and the schemas `Answer`, `View` and `Event`, which are unions over titles."""
    schemas: dict[str, Any] = {}
    orders, views, events = [], [], []
    for key in registry.title_keys():
        own = _title_schemas(key)
        schemas |= own.schemas
        orders += own.orders
        views += own.views
        events += own.events
    schemas["Answer"] = _answer_schema(orders, schemas)
    schemas["View"] = {"title": "View", "description": "A title's view.", "anyOf": views}
    schemas["Event"] = {"title": "Event", "description": "A title's event, as the seat saw it.", "anyOf": events}
    return schemas


class _TitleSchemas(msgspec.Struct):
    schemas: dict[str, Any]
    orders: list[Any]
    views: list[Any]
    events: list[Any]


def _title_schemas(key: str) -> _TitleSchemas:
    """Return the schemas of one title, with the title's name as prefix of their names."""
    title = registry.current_title(key)
    orders = [kind for form in title.rules.form_types if issubclass(form, Orders) for kind in form.order_types]
    kinds = [*dict.fromkeys(orders), title.secrecy.view_type, title.rules.event_type, title.options.type]
    refs, schemas = make_components(kinds, title_prefix(key))
    *given, view, event, _ = refs
    _name_audiences(schemas[f"{title_prefix(key)}{title.secrecy.view_type.__name__}"], title)
    return _TitleSchemas(schemas, list(given), [view], [event])


def _name_audiences(view: dict[str, Any], title: Title[Any]) -> None:
    """Add to a title's view schema the list of its audiences, by which clients tell the views of titles apart."""
    seats = sorted({seat for scenario in title.scenarios for seat in title.seats(scenario)})
    if "seat" in view["properties"]:
        view["properties"]["seat"] |= {"enum": [*seats, PUBLIC, UMPIRE]}


def _answer_schema(orders: list[Any], schemas: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of every answer to any question; the legal answers are in a decision's own schema.

    The schema has only one kind of list, because generated clients tell values apart by their JSON type.
    """
    members = [*lossless_first(orders, schemas), {"$ref": SCHEMAS.format(name="Rule")}, {"type": "string"}]
    kinds: list[Any] = [
        {"type": "string"},
        {"type": "null"},
        {"type": "array", "items": {"anyOf": members}},
        {"type": "object", "additionalProperties": {"type": "integer"}},
    ]
    return {"title": "Answer", "description": "An answer, as the `schema` in the decision's form says.", "anyOf": kinds}


def _statuses() -> list[int]:
    return sorted({sort.status for sort in PROBLEM_TYPES.values()})


def _problem_response(status: int) -> dict[str, Any]:
    sorts = {code: sort for code, sort in PROBLEM_TYPES.items() if sort.status == status}
    codes = ", ".join(f"`{code}`" for code in sorts)
    headers = {}
    if status in _PROBLEM_HEADERS:
        name, schema, text = _PROBLEM_HEADERS[status]
        headers = {"headers": {name: {"schema": schema, "description": text}}}
    return {
        **headers,
        "description": f"{' / '.join(sort.title.en for sort in sorts.values())}: {codes}",
        "content": {PROBLEM_JSON: {"schema": {"$ref": SCHEMAS.format(name="Problem")}}},
    }


def _finish_operation(method: str, operation: dict[str, Any], schemas: Mapping[str, Any]) -> None:
    """Add the problem responses to an operation, and mark its body as required if one of the body's fields is."""
    statuses = READ_PROBLEMS if method == "get" else WRITE_PROBLEMS
    named = [int(status) for status in operation["responses"] if status >= "400"]
    for status in (*statuses, *named):
        operation["responses"][str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    operation["responses"] = dict(sorted(operation["responses"].items()))
    if "requestBody" in operation:
        shape = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        operation["requestBody"]["required"] = bool(schemas[shape].get("required"))
