"""The JSON Schema of an order set: the whole list, the arguments of each template, the values of each argument."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from games.kernel.drafts import Purse
from games.kernel.forms import Json
from games.order_editor.order_edits import OrderForm, movement_of
from games.order_editor.paths import end_places, enterable_places
from games.order_editor.templates import Field, OrderTemplate, unavailable_schema
from games.orders.schema_rules import SchemaNote, affordable_lists


class SchemaSource(OrderForm, Protocol):
    """The methods of `Orders` that this module calls."""

    @property
    def spend_only_purses(self) -> tuple[Purse, ...]: ...

    def line_examples(self, template: OrderTemplate) -> tuple[str, ...]: ...

    def unavailable_templates(self) -> Iterable[OrderTemplate]: ...

    def schema_limits(self) -> Iterable[Json]: ...

    def schema_notes(self) -> Iterable[SchemaNote]: ...


def orders_schema(form: SchemaSource) -> Json:
    """Return the JSON Schema of a form's answers: the list of orders.

    The keys ``x-rules`` and ``x-unavailable`` have the rules and the unavailable values that a schema cannot express.
    """
    orders = [template_schema(form, template) for template in form.cached_templates]
    said: Json = {"type": "array", "maxItems": 0}
    if orders:
        said = {"type": "array", "items": {"anyOf": orders}, "maxItems": form.max_orders()}
    if limits := list(form.schema_limits()):
        said["allOf"] = limits
    if notes := [note.as_schema() for note in form.schema_notes()]:
        said["x-rules"] = notes
    if unavailable := unavailable_schema((*form.cached_templates, *form.unavailable_templates())):
        said["x-unavailable"] = unavailable
    return said


def template_schema(form: SchemaSource, template: OrderTemplate) -> Json:
    """Return the JSON Schema of the orders that a template allows."""
    fields: Json = {"order": {"const": template.verb}}
    for field in template.fields:
        fields[field.name] = field_schema(field) | _schema_from_form(form, template, field) | {"x-kind": field.kind}
    required = ["order", *(field.name for field in template.fields if field.required)]
    about: Json = {"description": template.about.get("en")} if template.about.get("en") else {}
    return {"type": "object", **about, "properties": fields, "required": required, "additionalProperties": False}


def field_schema(field: Field) -> Json:
    """Return the part of an argument's JSON Schema that depends on `field` alone.

    Missing are the parts that depend on the form: examples of a text, the number of values that can be paid for, and
    the places of a path.
    """
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


def _schema_from_form(form: SchemaSource, template: OrderTemplate, field: Field) -> Json:
    """Return the part of an argument's schema that depends on the form.

    It has examples for a text with a pattern, the numbers of values that purses can pay for, or the places of a path.
    """
    if field.pattern:
        return {"examples": list(form.line_examples(template))}
    if field.many and field.prices:
        paid = list(
            affordable_lists(field.prices, form.spend_only_purses, len(field.values) if not field.may_repeat else 0)
        )
        return {"allOf": paid} if paid else {}
    return _path_schema(form, template, field)


def _path_schema(form: SchemaSource, template: OrderTemplate, field: Field) -> Json:
    """Return the part of the schema with the places that a path of any acting unit can contain.

    A path with a single place can only have a place where some unit's path can end. Empty if the field has no path.
    """
    acting = next((one.values for one in template.fields if one.name == template.subject), ("",))
    movements = [movement_of(form, template, field, {template.subject: name}) for name in acting]
    found = [movement for movement in movements if movement is not None]
    if not found:
        return {}
    starts = dict.fromkeys(movement.start for _, movement in found)
    entered = dict.fromkeys(place for chart, movement in found for place in enterable_places(chart, movement))
    ends = dict.fromkeys(place for chart, movement in found for place in end_places(chart, movement))
    most = max(movement.most for _, movement in found)
    one: Json = {"items": {"type": "string", "enum": list(starts | entered)}, "maxItems": most}
    if ends and ends.keys() != entered.keys() - starts.keys():
        one |= {"if": {"maxItems": 1}, "then": {"items": {"enum": list(ends)}}}
    return one
