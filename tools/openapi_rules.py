"""Requirements of linters and client generators for an OpenAPI document, as rules in Python.

They cover the findings of Redocly CLI, Spectral, `openapi-typescript`, `openapi-generator` and `openapi-python-client`,
so that the check needs none of these.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]
_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")


def findings(document: Json) -> list[str]:
    """Return every violation of the rules, each with its place in the document."""
    return [found for rule in RULES for found in rule(document)]


def schemas(document: Json) -> Iterator[tuple[str, Json]]:
    """Yield every schema of the components, including nested ones, each with its place."""
    for name, schema in document["components"]["schemas"].items():
        yield from _within(name, schema)


def _within(place: str, schema: Any) -> Iterator[tuple[str, Json]]:
    if not isinstance(schema, dict):
        return
    yield place, schema
    for keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for index, inner in enumerate(schema.get(keyword, ())):
            yield from _within(f"{place}/{keyword}/{index}", inner)
    for name, inner in schema.get("properties", {}).items():
        yield from _within(f"{place}/{name}", inner)
    for keyword in ("items", "additionalProperties"):
        yield from _within(f"{place}/{keyword}", schema.get(keyword))


def _operations(document: Json) -> Iterator[tuple[str, Json]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for inner in node.values():
            yield from _references(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _references(inner)


def head_is_complete(document: Json) -> Iterator[str]:
    """Yield a finding if server, license, contact or description is missing in the document."""
    if not document.get("servers"):
        yield "servers: none"
    for name in ("title", "version", "description", "license", "contact"):
        if not document["info"].get(name):
            yield f"info: no {name}"


def tags_are_declared(document: Json) -> Iterator[str]:
    """Yield a finding for each operation without a declared, described tag, and for each tag without an operation."""
    declared = {tag["name"]: tag.get("description") for tag in document.get("tags", ())}
    used = set()
    for place, operation in _operations(document):
        used |= {*operation.get("tags", ())}
        if not operation.get("tags"):
            yield f"{place}: no tag"
    yield from (f"tags: {name} is not declared" for name in sorted(used - declared.keys()))
    yield from (f"tags: {name} is not used" for name in sorted(declared.keys() - used))
    yield from (f"tags: {name} has no description" for name, text in declared.items() if not text)


def operations_are_named(document: Json) -> Iterator[str]:
    """Yield a finding for each operation without a summary or a unique id."""
    names = Counter(operation.get("operationId") for _, operation in _operations(document))
    for place, operation in _operations(document):
        if not operation.get("operationId") or names[operation["operationId"]] > 1:
            yield f"{place}: no operationId of its own"
        if not operation.get("summary"):
            yield f"{place}: no summary"


def refusals_tell_what_to_do(document: Json) -> Iterator[str]:
    """Yield a finding for each response 401, 429 or 503 without the headers that a client needs."""
    for status, header in (("401", "WWW-Authenticate"), ("429", "Retry-After"), ("503", "Retry-After")):
        response = document["components"].get("responses", {}).get(f"Problem{status}", {})
        if header not in response.get("headers", {}):
            yield f"responses/Problem{status}: no header {header}"


def components_are_used(document: Json) -> Iterator[str]:
    """Yield a finding for each reference to a missing component, and for each unused response or schema."""
    known = {f"#/components/{kind}/{name}" for kind in ("schemas", "responses") for name in _components(document, kind)}
    used = {*_references(document)}
    yield from (f"{ref}: there is no such component" for ref in sorted(used - known))
    yield from (f"{ref}: not used" for ref in sorted(known - used))


def _components(document: Json, kind: str) -> Json:
    found: Json = document["components"].get(kind, {})
    return found


def names_are_unique(document: Json) -> Iterator[str]:
    """Yield a finding for each component whose title is not its name.

    Also for names that are no valid class names, or not unique when case is ignored.
    """
    named = _components(document, "schemas")
    alike = Counter(name.casefold() for name in named)
    for name, schema in named.items():
        if not _NAME.fullmatch(name) or alike[name.casefold()] > 1:
            yield f"{name}: no name for a class of its own"
        if schema.get("title") != name:
            yield f"{name}: titled {schema.get('title')!r}"


def lists_have_members(document: Json) -> Iterator[str]:
    """Yield a finding for each list without a schema for its members, and for each tuple without a maximum length."""
    for place, schema in schemas(document):
        if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
            yield f"{place}: items is no schema"
        if "prefixItems" in schema and schema.get("maxItems") != len(schema["prefixItems"]):
            yield f"{place}: the tuple has no maxItems"


def values_have_types(document: Json) -> Iterator[str]:
    """Yield a finding for each enumeration without a type, and for each field that is only null."""
    for place, schema in schemas(document):
        if "enum" in schema and "type" not in schema:
            yield f"{place}: an enumeration without a type"
        for name, field in schema.get("properties", {}).items():
            if field.get("type") == "null":
                yield f"{place}/{name}: never anything but null"


def times_are_times(document: Json) -> Iterator[str]:
    """Yield a finding for each field whose name ends in ``_at`` and that is a text without the format of a time."""
    for place, schema in schemas(document):
        for name, field in schema.get("properties", {}).items():
            texts = [one for one in (field, *field.get("anyOf", ())) if one.get("type") == "string"]
            if name.endswith("_at") and any(not {"format", "enum"} & one.keys() for one in texts):
                yield f"{place}/{name}: no format date-time"


RULES: tuple[Callable[[Json], Iterator[str]], ...] = (
    head_is_complete,
    tags_are_declared,
    operations_are_named,
    refusals_tell_what_to_do,
    components_are_used,
    names_are_unique,
    lists_have_members,
    values_have_types,
    times_are_times,
)
