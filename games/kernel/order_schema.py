"""What the schema of an order set says: of each way its arguments, of each argument what it may be."""

from typing import Protocol

import msgspec

from games.kernel.byhand.chart import ends_of, on_the_way
from games.kernel.byhand.prices import Purse
from games.kernel.byhand.taps import Book, walk_of
from games.kernel.forms import Json
from games.kernel.limits import affordable
from games.kernel.ways import Field, Way


class Sheet(Book, Protocol):
    """What of a form of orders is asked here."""

    @property
    def draining(self) -> tuple[Purse, ...]: ...

    def phrases(self, way: Way) -> tuple[str, ...]: ...


def way_schema(sheet: Sheet, way: Way) -> Json:
    """An order that is given in this way."""
    fields: Json = {"order": {"const": way.verb}}
    for field in way.fields:
        fields[field.name] = field_schema(field) | _possible(sheet, way, field) | {"x-kind": field.kind}
    required = ["order", *(field.name for field in way.fields if field.required)]
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def field_schema(field: Field) -> Json:
    """What an argument may be, as far as the field alone knows."""
    one: Json = {"type": "string", "enum": list(field.values)}
    if field.length:
        one = {"type": "string", "minLength": 1, "maxLength": field.length}
    if field.pattern:
        one["pattern"] = field.pattern
    if field.walk is not None:
        one = {"type": "array", "x-walk": msgspec.to_builtins(field.walk)}
    elif field.many:
        most = field.most or len(field.values)
        one = {"type": "array", "items": one, "uniqueItems": not field.repeats, "maxItems": most}
        if field.repeats and not field.most:
            del one["maxItems"]
    if field.is_list and (field.required or field.least):
        one["minItems"] = max(field.least, int(field.required))
    if field.prices:
        one["x-prices"] = field.prices
    return one


def _possible(sheet: Sheet, way: Way, field: Field) -> Json:
    """What the form knows of an argument: examples of its line, how often purses pay for its values, or its path."""
    if field.pattern:
        return {"examples": list(sheet.phrases(way))}
    if field.many and field.prices:
        paid = list(affordable(field.prices, sheet.draining, len(field.values) if not field.repeats else 0))
        return {"allOf": paid} if paid else {}
    return _path(sheet, way, field)


def _path(sheet: Sheet, way: Way, field: Field) -> Json:
    """The places that a path may name, and where one ends that names a single place, for each of those who may act by
    such an order.
    """
    acting = next((one.values for one in way.fields if one.name == way.subject), ("",))
    walks = [walk_of(sheet, way, field, {way.subject: name}) for name in acting]
    found = [walk for walk in walks if walk is not None]
    if not found:
        return {}
    starts = dict.fromkeys(walk.start for _, walk in found)
    entered = dict.fromkeys(place for chart, walk in found for place in on_the_way(chart, walk))
    ends = dict.fromkeys(place for chart, walk in found for place in ends_of(chart, walk))
    most = max(walk.most for _, walk in found)
    one: Json = {"items": {"type": "string", "enum": list(starts | entered)}, "maxItems": most}
    if ends and ends.keys() != entered.keys() - starts.keys():
        one |= {"if": {"maxItems": 1}, "then": {"items": {"enum": list(ends)}}}
    return one
