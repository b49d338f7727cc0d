"""The OpenAPI document: calls described where they are written, shapes taken from the structs that travel.

What a call reads and sends are msgspec structs; the document takes its schemas from the same structs. Each title adds
its order types, view, events and options under its own name (``pirates.Play``).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from api.problems import PROBLEM_JSON, SORTS, Problem
from games import registry
from games.kernel.foreseen import Rule
from games.kernel.orders import Orders

SCHEMAS = "#/components/schemas/{name}"
READ_PROBLEMS = (400, 401, 403, 404, 429, 503)
WRITE_PROBLEMS = (*READ_PROBLEMS, 409, 412, 413, 415, 422)
BINARY = {"type": "string", "format": "binary"}

_shapes: dict[str, Any] = {}


class TokenScheme(OpenApiAuthenticationExtension):
    """How a token travels."""

    target_class = "api.access.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """The header ``Authorization: Token …``."""
        return build_bearer_security_scheme_object("Authorization", "Token")


def shape(kind: Any) -> dict[str, Any]:
    """A reference to a struct's schema; the struct is added to the document."""
    _shapes[kind.__name__] = kind
    return {"$ref": SCHEMAS.format(name=kind.__name__)}


def call(
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
) -> Callable[[Any], Any]:
    """Describe a call: its operation id, the struct it reads and the one it sends, or the media type of a file."""
    sent: Any = BINARY if media else shape(sends) if sends is not None else None
    key: Any = (status, media or "application/json") if sent else status
    responses: dict[Any, Any] = {key: OpenApiResponse(sent, description="Done.")}
    responses |= {code: OpenApiResponse(description=words) for code, words in (others or {}).items()}
    bodies: dict[str, Any] = {"application/json": shape(reads)} if reads is not None else {}
    if text:
        bodies["text/plain"] = {"type": "string", "description": text, "minLength": 1}
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=about or summary,
        tags=[tag] if tag else None,
        request=bodies or None,
        responses=responses,
        parameters=[*_query(query), *headers],
        examples=list(examples),
    )


def example(name: str, value: Any, *, answer: bool = False, media: str = "application/json") -> OpenApiExample:
    """An example of a body, or of a response if `answer`."""
    return OpenApiExample(name, value=value, request_only=not answer, response_only=answer, media_type=media)


def header(name: str, description: str, pattern: str = "") -> OpenApiParameter:
    """An optional request header."""
    schema = {"type": "string", "pattern": pattern} if pattern else {"type": "string"}
    return OpenApiParameter(name, schema, OpenApiParameter.HEADER, description=description)


def _query(kind: Any) -> list[OpenApiParameter]:
    """One parameter for each field of a struct."""
    if kind is None:
        return []
    (_,), found = msgspec.json.schema_components([kind], ref_template=SCHEMAS)
    return [
        OpenApiParameter(name, _without(one, "default", "description"), description=one.get("description", ""))
        for name, one in found[kind.__name__]["properties"].items()
    ]


def _without(schema: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in keys}


def finish(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Post-processing hook: the structs' schemas, those of the titles, and a problem for all that can go wrong."""
    _, found = msgspec.json.schema_components([*_shapes.values(), Problem, Rule], ref_template=SCHEMAS)
    components = result.setdefault("components", {})
    schemas = components.setdefault("schemas", {}) | found
    orders, views, events = [], [], []
    for key in registry.title_keys():
        own = _title_schemas(key)
        schemas |= own.schemas
        orders += own.orders
        views += own.views
        events += own.events
    schemas["Answer"] = _answer_schema(orders)
    schemas["View"] = {"description": "A title's view.", "anyOf": views}
    schemas["Event"] = {"description": "A title's event, as the seat saw it.", "anyOf": events}
    components["schemas"] = dict(sorted(schemas.items()))
    components["responses"] = {f"Problem{status}": _problem_response(status) for status in _statuses()}
    for path in result["paths"].values():
        for method, operation in path.items():
            _finish_operation(method, operation, schemas)
    result["jsonSchemaDialect"] = "https://json-schema.org/draft/2020-12/schema"
    return result


class _TitleSchemas(msgspec.Struct):
    schemas: dict[str, Any]
    orders: list[Any]
    views: list[Any]
    events: list[Any]


def _title_schemas(key: str) -> _TitleSchemas:
    """The schemas of one title, each named after it."""
    title = registry.current_title(key)
    orders = [kind for form in title.form_types if issubclass(form, Orders) for kind in form.order_types]
    kinds = [*dict.fromkeys(orders), title.view_type, title.event_type, title.options_type]
    refs, found = msgspec.json.schema_components(kinds, ref_template=SCHEMAS.format(name=key + ".{name}"))
    schemas = {f"{key}.{name}": schema for name, schema in found.items()}
    *given, view, event, _ = refs
    return _TitleSchemas(schemas, list(given), [view], [event])


def _answer_schema(orders: list[Any]) -> dict[str, Any]:
    """Any answer to any form; the decision's own schema says what is legal now."""
    kinds: list[Any] = [
        {"type": "string"},
        {"type": "null"},
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"type": "array", "items": {"$ref": SCHEMAS.format(name="Rule")}},
    ]
    if orders:
        kinds.append({"type": "array", "items": {"anyOf": orders}})
    return {"description": "An answer, as the `schema` in the decision's form says.", "anyOf": kinds}


def _statuses() -> list[int]:
    return sorted({sort.status for sort in SORTS.values()})


def _problem_response(status: int) -> dict[str, Any]:
    sorts = {code: sort for code, sort in SORTS.items() if sort.status == status}
    codes = ", ".join(f"`{code}`" for code in sorts)
    return {
        "description": f"{' / '.join(sort.title.en for sort in sorts.values())}: {codes}",
        "content": {PROBLEM_JSON: {"schema": {"$ref": SCHEMAS.format(name="Problem")}}},
    }


def _finish_operation(method: str, operation: dict[str, Any], schemas: Mapping[str, Any]) -> None:
    """Add the problems; a body must be sent where one of its fields must be given."""
    statuses = READ_PROBLEMS if method == "get" else WRITE_PROBLEMS
    named = [int(status) for status in operation["responses"] if status >= "400"]
    for status in (*statuses, *named):
        operation["responses"][str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    operation["responses"] = dict(sorted(operation["responses"].items()))
    if "requestBody" in operation:
        shape = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        operation["requestBody"]["required"] = bool(schemas[shape].get("required"))
