"""Answers drawn from a schema by one who knows nothing else of the question.

How many of them are legal says how much of the rules a schema tells. Lists are short, as people write them: what they
must hold and up to three more, each of which leaves the list one that fits.
"""

from collections.abc import Iterator
from typing import Any

from games.kernel.conformance.schema import fits
from games.kernel.forms import Json, Pick

MORE = 4
TRIES = 400
FEW = range(-2, 21)
"""Numbers as they come up in games."""
_LETTERS = "AHOY, SIGNAL 7."


def drawn(schema: Json, pick: Pick) -> Any:
    """A value that fits the schema. Raises ValueError where none is found in a number of tries."""
    for _ in range(TRIES):
        value = _draw(schema, pick)
        if fits(schema, value):
            return value
    raise ValueError("nothing that fits was found")


def _draw(schema: Json, pick: Pick) -> Any:
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


def _array(schema: Json, pick: Pick) -> list[Any]:
    if "x-walk" in schema:
        return [_draw(schema.get("then", schema)["items"], pick)]  # of a path one names where it leads, and no more
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
    """What at least one member of a list must be like, each in turn."""
    for one in (schema, *schema.get("allOf", ())):
        if "contains" in one and one.get("minContains", 1):
            yield one["contains"]


def _such(items: Json, wanted: Json, pick: Pick) -> Any:
    """A member of a list that is as wanted: one at random, and what is asked of its arguments put into it."""
    for _ in range(TRIES):
        one = _draw(items, pick)
        if isinstance(one, dict):
            one |= {name: _draw(part, pick) for name, part in _asked(wanted)}
        if fits(wanted, one) and fits(items, one):
            return one
    raise ValueError("nothing that is wanted was found")


def _asked(wanted: Json) -> Iterator[tuple[str, Json]]:
    """The arguments of which a schema says what they are."""
    for one in (wanted, *wanted.get("allOf", ())):
        yield from ((name, part) for name, part in one.get("properties", {}).items() if {"const", "enum"} & {*part})


def _object(schema: Json, pick: Pick) -> Json:
    needed = schema.get("required", ())
    return {name: _draw(one, pick) for name, one in schema.get("properties", {}).items() if name in needed or pick(2)}


def _integer(schema: Json, pick: Pick) -> int:
    least, most = schema.get("minimum", FEW[0]), schema.get("maximum", FEW[-1])
    fit = [number for number in FEW if least <= number <= most]
    return fit[pick(len(fit))] if fit else int(least)


def _string(schema: Json, pick: Pick) -> str:
    if examples := schema.get("examples"):
        return str(examples[pick(len(examples))])  # what has a pattern is written as it was seen written
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
