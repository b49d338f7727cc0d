"""Answers drawn from a schema by one who knows nothing else of the question.

How many of them are legal says how much of the rules a schema tells. Lists are short, as people write them: their
least length and up to three more.
"""

from typing import Any

from games.kernel.conformance.schema import violations
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
        if next(violations(schema, value), None) is None:
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
    fixed = [_draw(one, pick) for one in schema.get("prefixItems", ())]
    least = max(schema.get("minItems", 0), len(fixed))
    if "x-walk" in schema:
        return [_draw(schema["items"], pick)]  # of a path one names where it leads, and no more
    most = min(schema.get("maxItems", least + MORE), least + MORE)
    found, wanted = fixed, least + pick(max(most - least, 0) + 1)
    for _ in range(TRIES):
        if len(found) == wanted:
            break
        one = _draw(schema["items"], pick)
        if not schema.get("uniqueItems") or one not in found:
            found.append(one)
    return found


def _object(schema: Json, pick: Pick) -> Json:
    needed = schema.get("required", ())
    return {name: _draw(one, pick) for name, one in schema.get("properties", {}).items() if name in needed or pick(2)}


def _integer(schema: Json, pick: Pick) -> int:
    least, most = schema.get("minimum", FEW[0]), schema.get("maximum", FEW[-1])
    fit = [number for number in FEW if least <= number <= most]
    return fit[pick(len(fit))] if fit else int(least)


def _string(schema: Json, pick: Pick) -> str:
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
