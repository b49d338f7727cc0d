"""Make the OpenAPI component schemas of structs, in the subset of JSON Schema that client generators understand.

msgspec's own schemas are correct, but client generators fail on equal titles, names with module paths, closed tuples
(``items: false``) and values without a type.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import inspect

from api.text_patterns import LINES, VISIBLE_LINES

Json = dict[str, Any]
SCHEMAS = "#/components/schemas/{name}"

_LISTS_OF_SCHEMAS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SCHEMAS_BY_NAME = ("properties", "patternProperties")
_SCHEMAS = ("items", "additionalProperties", "propertyNames", "not")
_TYPES = {str: "string", int: "integer"}
_LIMITED = {"pattern", "enum", "const", "format"}


def make_components(kinds: Iterable[Any], prefix: str = "") -> tuple[list[Json], dict[str, Json]]:
    """Return a reference to the schema of each type in `kinds`, and the component schemas of all structs by name.

    The name of a component is `prefix` and the struct's name.
    """
    kinds = list(kinds)
    refs, found = msgspec.json.schema_components(kinds, ref_template=SCHEMAS)
    _mark_times(kinds, found)
    names = _component_names(found, prefix)
    components = {name: _portable(found[old], names) | {"title": name} for old, name in names.items()}
    return [_portable(ref, names) for ref in refs], components


def finish_components(schemas: dict[str, Json], bodies: Iterable[str]) -> None:
    """Change component schemas in place: add text patterns to request bodies, and allow further fields in the others.

    `bodies` are the names of the components of request bodies. A client must accept and keep unknown fields of a
    response, such as the options of another title.
    """
    sent = _reachable(schemas, bodies)
    for name in schemas:
        if name in sent:
            schemas[name] = limit_text(schemas[name])
        elif schemas[name].get("additionalProperties") is False:
            del schemas[name]["additionalProperties"]


def limit_text(schema: Json) -> Json:
    """Return the schema of a request with a pattern of the permitted characters at each text.

    Texts with a pattern, format, constant or enumeration of their own keep these.
    """
    schema = _map_schemas(limit_text, schema)
    if schema.get("pattern") == r"\S":
        return schema | {"pattern": VISIBLE_LINES}
    if schema.get("type") == "string" and not _LIMITED & schema.keys():
        return schema | {"pattern": LINES}
    if schema.get("type") == "object" and "properties" not in schema:
        return schema | {"propertyNames": {"pattern": LINES}}
    return schema


def lossless_first(refs: Iterable[Json], schemas: Mapping[str, Json]) -> list[Json]:
    """Return the members of a union, sorted so that a client that takes the first fitting member loses no field.

    `refs` are the references to the members, `schemas` the component schemas by name.
    """
    found, rest = list[Json](), list(refs)
    while rest:
        first = next((one for one in rest if not any(_drops_fields(one, other, schemas) for other in rest)), rest[0])
        rest.remove(first)
        found.append(first)
    return found


def _drops_fields(taken: Json, meant: Json, schemas: Mapping[str, Json]) -> bool:
    """Return True if an object of the schema `meant` also fits the schema `taken`, which lacks some of its fields."""
    (one,), (other,) = ([schemas[name] for name in references(ref)] for ref in (taken, meant))
    known, needed = one["properties"], one.get("required", ())
    return (
        known.get("order") == other["properties"].get("order")
        and all(name in other["properties"] for name in needed)
        and not other["properties"].keys() <= known.keys()
    )


def references(node: Any) -> Iterator[str]:
    """Yield the name of every component to which a part (`node`) of the OpenAPI document refers."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].rpartition("/")[2]
        for inner in node.values():
            yield from references(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from references(inner)


def _reachable(schemas: Mapping[str, Json], roots: Iterable[str]) -> set[str]:
    """Return the names `roots`, and of all components to which these refer, directly or indirectly."""
    found, waiting = set[str](), list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += references(schemas[name])
    return found


def _component_names(found: Collection[str], prefix: str) -> dict[str, str]:
    """Return a component's name for each name by msgspec, which contains a module path if two structs share a name."""
    names: dict[str, str] = {}
    for old in found:
        parts = old.split(".")
        tails = ("".join(map(_camel, parts[-count:])) for count in range(2 if len(parts) > 1 else 1, len(parts) + 1))
        names[old] = next(name for tail in tails if (name := prefix + tail) not in names.values())
    return names


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def title_prefix(key: str) -> str:
    """Return the prefix of the component names of the title with the key `key`: "Pirates" for "pirates"."""
    return _camel(key)


def _portable(schema: Json, names: Mapping[str, str]) -> Json:
    """Return the schema with references to the new `names`, types for enumerations, and tuples limited by length."""
    schema = _map_schemas(lambda inner: _portable(inner, names), schema)
    if "$ref" in schema:
        schema["$ref"] = _renamed(schema["$ref"], names)
    if "mapping" in schema.get("discriminator", {}):
        mapping = {value: _renamed(ref, names) for value, ref in schema["discriminator"]["mapping"].items()}
        schema["discriminator"] = schema["discriminator"] | {"mapping": mapping}
    if "description" in schema:
        schema["description"] = cleandoc(schema["description"])
    types = {_TYPES.get(type(value)) for value in schema.get("enum", ())}
    if len(types) == 1 and (only := types.pop()):
        schema = {"type": only} | schema
    if "prefixItems" in schema:
        parts = [part for at, part in enumerate(schema["prefixItems"]) if part not in schema["prefixItems"][:at]]
        members = parts[0] if len(parts) == 1 else {"anyOf": parts}
        schema |= {"items": members, "maxItems": len(schema["prefixItems"])}
    return schema


def _renamed(ref: str, names: Mapping[str, str]) -> str:
    name = ref.rpartition("/")[2]
    return SCHEMAS.format(name=names.get(name, name))


def _map_schemas(change: Callable[[Json], Json], schema: Json) -> Json:
    """Return a copy of a schema in which `change` was applied to every direct subschema."""
    found = dict(schema)
    for keyword, value in schema.items():
        if keyword in _LISTS_OF_SCHEMAS:
            found[keyword] = [change(one) for one in value]
        elif keyword in _SCHEMAS_BY_NAME:
            found[keyword] = {name: change(one) for name, one in value.items()}
        elif keyword in _SCHEMAS and isinstance(value, dict):
            found[keyword] = change(value)
    return found


def _mark_times(kinds: Iterable[Any], found: Mapping[str, Json]) -> None:
    """Add the format "date-time" to times; msgspec omits it because the types permit times without a zone."""
    for struct in _structs(inspect.multi_type_info(kinds)):
        schema = found.get(struct.cls.__name__) or found[f"{struct.cls.__module__}.{struct.cls.__qualname__}"]
        for field in struct.fields:
            _mark_time(field.type, schema["properties"][field.encode_name])


def _mark_time(kind: inspect.Type, schema: Json) -> None:
    if isinstance(kind, inspect.Metadata):
        _mark_time(kind.type, schema)
    elif isinstance(kind, inspect.DateTimeType):
        schema["format"] = "date-time"
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            if isinstance(one, inspect.DateTimeType):
                _mark_time(one, next(arm for arm in schema["anyOf"] if arm.get("type") == "string"))


def _structs(kinds: Iterable[inspect.Type]) -> Iterator[inspect.StructType | inspect.DataclassType]:
    """Yield every struct and dataclass in these types, each once."""
    waiting, seen = list(kinds), set[int]()
    while waiting:
        kind = waiting.pop()
        if id(kind) in seen:
            continue
        seen.add(id(kind))
        if isinstance(kind, inspect.StructType | inspect.DataclassType):
            yield kind
            waiting += [field.type for field in kind.fields]
        elif isinstance(kind, inspect.UnionType):
            waiting += kind.types
        elif isinstance(kind, inspect.Metadata):
            waiting.append(kind.type)
        elif isinstance(kind, inspect.DictType):
            waiting.append(kind.value_type)
        elif isinstance(kind, inspect.TupleType):
            waiting += kind.item_types
        elif isinstance(kind, inspect.CollectionType):
            waiting.append(kind.item_type)
