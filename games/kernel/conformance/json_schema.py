"""A JSON Schema validator for the keywords that forms may use.

The simplest client must understand a form's schema, so a keyword outside this subset is a violation.
"""

import re
from collections.abc import Iterator
from typing import Any

from games.kernel.errors import pointer

ANNOTATIONS = frozenset(("title", "description", "default", "examples", "$comment", "$schema"))
INSIDE = frozenset(("properties", "additionalProperties", "items", "prefixItems"))
_BESIDE = frozenset(("then", "else", "minContains", "maxContains"))
"""Keywords that modify another keyword (`if` or `contains`) and are read with it."""
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def violations(schema: Any, value: Any, at: str = "") -> Iterator[str]:
    """Yield a message for every violation of `schema` in `value`.

    Each message begins with the JSON pointer to the faulty part. `at` is the JSON pointer to `value` in the whole
    document.
    """
    if schema is True:
        return
    if schema is False:
        yield f"{at or '/'}: nothing is allowed here"
        return
    for keyword, wanted in schema.items():
        if keyword in _WHOLE:
            if not _WHOLE[keyword](wanted, value):
                yield f"{at or '/'}: {value!r} fails {keyword} {wanted!r}"
        elif keyword in INSIDE:
            yield from _members(schema, keyword, value, at)
        elif keyword == "allOf":
            for one in wanted:
                yield from violations(one, value, at)
        elif keyword == "if":
            yield from violations(_branch(schema, value), value, at)
        elif keyword == "contains":
            yield from _contained(schema, value, at)
        elif not _is_known(keyword):
            yield f"{at or '/'}: the keyword {keyword!r} is beyond what a simple client knows"


def fits(schema: Any, value: Any) -> bool:
    """Return True if the value satisfies the schema, so that `violations` finds nothing.

    `fits` is much faster than `violations`, because it stops at the first violation and makes no pointers. The most
    frequent keywords use plain loops: a million generators cost as much time as the comparisons.
    """
    if schema is True or schema is False:
        return bool(schema)
    for keyword, wanted in schema.items():
        whole = _WHOLE.get(keyword)
        if whole is not None:
            if not whole(wanted, value):
                return False
            continue
        inner = _INNER.get(keyword)
        if inner is not None:
            if not inner(schema, wanted, value):
                return False
        elif not _is_known(keyword):
            return False
    return True


def is_json_equal(left: Any, right: Any) -> bool:
    """Return True if two values are equal in JSON's sense, in which ``true`` is not ``1``."""
    if type(left) is str:
        return bool(left == right)
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_json_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_json_equal(left[key], right[key]) for key in left)
    return bool(left == right)


def _is_type(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, list):
        return any(_is_type(name, value) for name in wanted)
    return isinstance(value, _TYPES[wanted]) and (wanted == "boolean" or not isinstance(value, bool))


def _is_among(wanted: list[Any], value: Any) -> bool:
    return value in wanted if type(value) is str else any(is_json_equal(one, value) for one in wanted)


def _is_known(keyword: str) -> bool:
    """Return True if a keyword that `violations` does not test itself may appear in a schema."""
    return keyword in ANNOTATIONS or keyword in _BESIDE or keyword.startswith("x-")


def _branch(schema: Any, value: Any) -> Any:
    """Return the subschema under ``then`` if the value fits ``if``, otherwise the one under ``else``."""
    return schema.get("then" if fits(schema["if"], value) else "else", True)


def _unique(value: list[Any]) -> bool:
    return not any(is_json_equal(one, other) for index, one in enumerate(value) for other in value[:index])


def _fits_any(wanted: list[Any], value: Any) -> bool:
    # Plain loops here and below: `any` and `all` with a generator take 1.5 times as long.
    for one in wanted:  # noqa: SIM110
        if fits(one, value):
            return True
    return False


def _has_all(wanted: list[str], value: Any) -> bool:
    if isinstance(value, dict):
        for name in wanted:
            if name not in value:
                return False
    return True


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_WHOLE: dict[str, Any] = {
    "type": _is_type,
    "enum": _is_among,
    "const": is_json_equal,
    "anyOf": _fits_any,
    "oneOf": lambda wanted, value: sum(fits(one, value) for one in wanted) == 1,
    "not": lambda wanted, value: not fits(wanted, value),
    "required": _has_all,
    "uniqueItems": lambda wanted, value: not wanted or not isinstance(value, list) or _unique(value),
    "minItems": lambda wanted, value: not isinstance(value, list) or len(value) >= wanted,
    "maxItems": lambda wanted, value: not isinstance(value, list) or len(value) <= wanted,
    "minProperties": lambda wanted, value: not isinstance(value, dict) or len(value) >= wanted,
    "maxProperties": lambda wanted, value: not isinstance(value, dict) or len(value) <= wanted,
    "minLength": lambda wanted, value: not isinstance(value, str) or len(value) >= wanted,
    "maxLength": lambda wanted, value: not isinstance(value, str) or len(value) <= wanted,
    "pattern": lambda wanted, value: not isinstance(value, str) or re.search(wanted, value) is not None,
    "minimum": lambda wanted, value: not _is_number(value) or value >= wanted,
    "maximum": lambda wanted, value: not _is_number(value) or value <= wanted,
}


def _contained(schema: dict[str, Any], value: Any, at: str) -> Iterator[str]:
    """Yield a violation if too few or too many members of a list match the schema's ``contains``."""
    if isinstance(value, list):
        found, least, most = _counted(schema, value)
        if not least <= found <= most:
            yield f"{at or '/'}: {found} members are such, not {least} to {most}"


def _counted(schema: dict[str, Any], value: list[Any]) -> tuple[int, int, int]:
    """Return (number of members that match ``contains``, smallest allowed number, largest allowed number)."""
    wanted, found = schema["contains"], 0
    for member in value:
        found += fits(wanted, member)
    return found, schema.get("minContains", 1), schema.get("maxContains", len(value))


def _members(schema: dict[str, Any], keyword: str, value: Any, at: str) -> Iterator[str]:
    """Yield the violations in the members of an object or list.

    `keyword` is ``properties``, ``additionalProperties``, ``items`` or ``prefixItems``.
    """
    inner = schema[keyword]
    if isinstance(value, dict) and keyword == "properties":
        for name in inner:
            if name in value:
                yield from violations(inner[name], value[name], at + pointer(name))
    elif isinstance(value, dict) and keyword == "additionalProperties":
        for name in value:
            if name not in schema.get("properties", {}):
                yield from violations(inner, value[name], at + pointer(name))
    elif isinstance(value, list) and keyword == "items":
        start = len(schema.get("prefixItems", ()))
        for index, member in enumerate(value[start:], start=start):
            yield from violations(inner, member, at + pointer(index))
    elif isinstance(value, list) and keyword == "prefixItems":
        for index, (part, member) in enumerate(zip(inner, value, strict=False)):
            yield from violations(part, member, at + pointer(index))


def _few_enough(schema: dict[str, Any], contains: Any, value: Any) -> bool:
    if not isinstance(value, list):
        return True
    found, least, most = _counted(schema, value)
    return bool(least <= found <= most)


def _fit_properties(schema: dict[str, Any], inner: dict[str, Any], value: Any) -> bool:
    if not isinstance(value, dict):
        return True
    for name, member in value.items():  # noqa: SIM110
        if name in inner and not fits(inner[name], member):
            return False
    return True


def _fit_others(schema: dict[str, Any], inner: Any, value: Any) -> bool:
    if not isinstance(value, dict):
        return True
    named = schema.get("properties", {})
    return all(fits(inner, member) for name, member in value.items() if name not in named)


def _fit_items(schema: dict[str, Any], inner: Any, value: Any) -> bool:
    if not isinstance(value, list):
        return True
    return all(fits(inner, member) for member in value[len(schema.get("prefixItems", ())) :])


def _fit_first(schema: dict[str, Any], inner: list[Any], value: Any) -> bool:
    return not isinstance(value, list) or all(map(fits, inner, value))


def _fit_all(schema: dict[str, Any], inner: list[Any], value: Any) -> bool:
    for one in inner:  # noqa: SIM110
        if not fits(one, value):
            return False
    return True


_INNER: dict[str, Any] = {
    "properties": _fit_properties,
    "additionalProperties": _fit_others,
    "items": _fit_items,
    "prefixItems": _fit_first,
    "allOf": _fit_all,
    "if": lambda schema, inner, value: fits(_branch(schema, value), value),
    "contains": _few_enough,
}
"""The functions that test keywords with subschemas for the value or its members, by keyword."""
