"""The schema of an order set: the arguments of each template, and the values of each argument."""

from typing import Protocol

import msgspec

from games.kernel.drafts import Purse
from games.kernel.forms import Json
from games.order_editor.order_edits import OrderForm, movement_of
from games.order_editor.paths import end_places, enterable_places
from games.order_editor.templates import Field, OrderTemplate
from games.orders.schema_rules import affordable_lists


class SchemaSource(OrderForm, Protocol):
    """The part of an order form's interface that this module needs."""

    @property
    def spend_only_purses(self) -> tuple[Purse, ...]: ...

    def line_examples(self, way: OrderTemplate) -> tuple[str, ...]: ...


def template_schema(form: SchemaSource, template: OrderTemplate) -> Json:
    """Return the schema of an order of this template."""
    fields: Json = {"order": {"const": template.verb}}
    for field in template.fields:
        fields[field.name] = field_schema(field) | _possible(form, template, field) | {"x-kind": field.kind}
    required = ["order", *(field.name for field in template.fields if field.required)]
    about: Json = {"description": template.about.get("en")} if template.about.get("en") else {}
    return {"type": "object", **about, "properties": fields, "required": required, "additionalProperties": False}


def field_schema(field: Field) -> Json:
    """Return the schema of an argument, which depends on the field alone."""
    one: Json = {"type": "string", "enum": list(field.values)}
    if field.length:
        one = {"type": "string", "minLength": 1, "maxLength": field.length}
    if field.pattern:
        one["pattern"] = field.pattern
    if field.movement is not None:
        one = {"type": "array", "x-movement": msgspec.to_builtins(field.movement)}
    elif field.many:
        most = field.most or len(field.values)
        one = {"type": "array", "items": one, "uniqueItems": not field.may_repeat, "maxItems": most}
        if field.may_repeat and not field.most:
            del one["maxItems"]
    if field.is_list and (field.required or field.least):
        one["minItems"] = max(field.least, int(field.required))
    if field.prices:
        one["x-prices"] = field.prices
    return one


def _possible(sheet: SchemaSource, way: OrderTemplate, field: Field) -> Json:
    """Return what the form adds to an argument's schema: example lines, affordable counts, or paths."""
    if field.pattern:
        return {"examples": list(sheet.line_examples(way))}
    if field.many and field.prices:
        paid = list(
            affordable_lists(field.prices, sheet.spend_only_purses, len(field.values) if not field.may_repeat else 0)
        )
        return {"allOf": paid} if paid else {}
    return _path(sheet, way, field)


def _path(sheet: SchemaSource, way: OrderTemplate, field: Field) -> Json:
    """Return the possible places of a path, and its possible ends if it has a single place, for all subjects."""
    acting = next((one.values for one in way.fields if one.name == way.subject), ("",))
    walks = [movement_of(sheet, way, field, {way.subject: name}) for name in acting]
    found = [walk for walk in walks if walk is not None]
    if not found:
        return {}
    starts = dict.fromkeys(walk.start for _, walk in found)
    entered = dict.fromkeys(place for chart, walk in found for place in enterable_places(chart, walk))
    ends = dict.fromkeys(place for chart, walk in found for place in end_places(chart, walk))
    most = max(walk.most for _, walk in found)
    one: Json = {"items": {"type": "string", "enum": list(starts | entered)}, "maxItems": most}
    if ends and ends.keys() != entered.keys() - starts.keys():
        one |= {"if": {"maxItems": 1}, "then": {"items": {"enum": list(ends)}}}
    return one
