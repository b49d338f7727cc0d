"""Random answers made from a schema alone, without other knowledge of the question.

The proportion of legal answers shows how much of the rules the schema expresses. Lists are short, like those that
people write: the required members, and up to three more as long as the list stays valid.
"""

from collections.abc import Iterator
from typing import Any

from games.kernel.conformance.json_schema import fits
from games.kernel.forms import Json, RandomSource

MORE = 4
TRIES = 400
FEW = range(-2, 21)
"""The range from which numbers are drawn: numbers that are typical in games."""
_LETTERS = "AHOY, SIGNAL 7."


def sample_value(schema: Json, pick: RandomSource) -> Any:
    """Return a random value that fits the schema. Raise ValueError if several attempts find none."""
    for _ in range(TRIES):
        value = _draw(schema, pick)
        if fits(schema, value):
            return value
    raise ValueError("nothing that fits was found")


def _draw(schema: Json, pick: RandomSource) -> Any:
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][pick(len(schema["enum"]))]
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return _draw(schema[keyword][pick(len(schema[keyword]))], pick)
    kinds = schema.get("type", "null")
    kind = kinds[pick(len(kinds))] if isinstance(kinds, list) else kinds
    return _DRAWS[kind](schema, pick)


def _array(schema: Json, pick: RandomSource) -> list[Any]:
    if "x-movement" in schema:
        return [_draw(schema.get("then", schema)["items"], pick)]  # people name only the end of a path
    found = [_draw(one, pick) for one in schema.get("prefixItems", ())]
    for wanted in _wanted(schema):
        if not any(fits(wanted, one) for one in found):
            found.append(_such(schema["items"], wanted, pick))
    least = max(schema.get("minItems", 0), len(found))
    most = min(schema.get("maxItems", least + MORE), least + MORE)
    length = least + pick(max(most - least, 0) + 1)
    for _ in range(TRIES):
        if len(found) == length:
            break
        longer = [*found, _draw(schema["items"], pick)]
        if len(longer) < least or fits(schema, longer):
            found = longer
    return found


def _wanted(schema: Json) -> Iterator[Json]:
    """Yield each schema that at least one member of a list must match (``contains``)."""
    for one in (schema, *schema.get("allOf", ())):
        if "contains" in one and one.get("minContains", 1):
            yield one["contains"]


def _such(items: Json, wanted: Json, pick: RandomSource) -> Any:
    """Return a random member for a list that fits `items`, the schema of all members, and `wanted`.

    Raises ValueError if several attempts find none.
    """
    for _ in range(TRIES):
        one = _draw(items, pick)
        if isinstance(one, dict):
            one |= {name: _draw(part, pick) for name, part in _asked(wanted)}
        if fits(wanted, one) and fits(items, one):
            return one
    raise ValueError("nothing that is wanted was found")


def _asked(wanted: Json) -> Iterator[tuple[str, Json]]:
    """Yield (name, schema) of each argument that must have a certain value or one of several."""
    for one in (wanted, *wanted.get("allOf", ())):
        yield from ((name, part) for name, part in one.get("properties", {}).items() if {"const", "enum"} & {*part})


def _object(schema: Json, pick: RandomSource) -> Json:
    needed = schema.get("required", ())
    return {name: _draw(one, pick) for name, one in schema.get("properties", {}).items() if name in needed or pick(2)}


def _integer(schema: Json, pick: RandomSource) -> int:
    least, most = schema.get("minimum", FEW[0]), schema.get("maximum", FEW[-1])
    fit = [number for number in FEW if least <= number <= most]
    return fit[pick(len(fit))] if fit else int(least)


def _string(schema: Json, pick: RandomSource) -> str:
    if examples := schema.get("examples"):
        return str(examples[pick(len(examples))])  # a text with a pattern copies one of the examples
    text = _LETTERS[: 1 + pick(len(_LETTERS))]
    return text[: schema.get("maxLength", len(text))]


_DRAWS: dict[str, Any] = {
    "array": _array,
    "object": _object,
    "integer": _integer,
    "string": _string,
    "boolean": lambda schema, pick: pick(2) == 0,
    "null": lambda schema, pick: None,
}
