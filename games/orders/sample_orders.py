"""Sample orders: the first and random orders of a template, for examples, tests and bots.

A raw order is an order as JSON.
"""

from games.kernel.forms import Json, RandomSource
from games.order_editor.order_edits import OrderForm, movement_of
from games.order_editor.paths import reachable_places
from games.order_editor.templates import Field, OrderTemplate

SAMPLE_LINES = ("ALL IS WELL.", 'SIGNAL: "OFF #1, VIA=A, B"', "異常なし。")
"""Random values for arguments that are texts of the player. They are in capitals, so that they can be read back."""


def first_order(form: OrderForm, template: OrderTemplate) -> Json:
    """Return the raw order of a template with its required arguments only, each with its first legal value."""
    order: Json = {"order": template.verb}
    for field in template.fields:
        if field.required:
            values = sample_values(form, template, field, order)
            order[field.name] = list(values[:1]) if field.is_list else values[0]
    return order


def random_order(form: OrderForm, template: OrderTemplate, pick: RandomSource) -> Json:
    """Return a raw order of a template with random values.

    Each optional argument with a single value is left out in half of the cases. A path has only its last place: the
    form fills in the others. `pick` returns a random whole number from 0 up to, but not including, its argument.
    """
    order: Json = {"order": template.verb}
    for field in template.fields:
        if field.movement is not None:
            values = sample_values(form, template, field, order)
            order[field.name] = [values[pick(len(values))]] if values else []
        elif field.many:
            order[field.name] = random_values(field, pick)
        elif field.required or pick(2):
            values = sample_values(form, template, field, order)
            order[field.name] = values[pick(len(values))]
    return order


def random_values(field: Field, pick: RandomSource) -> list[str]:
    """Return random different values for an argument that is a list: from the fewest allowed up to three more."""
    left = list(field.values)
    least = max(field.least, 1 if field.required else 0)
    count = least + pick(min(3, len(left)) + (0 if field.required else 1))
    return [left.pop(pick(len(left))) for _ in range(min(count, len(left), field.most or count))]


def sample_values(form: OrderForm, template: OrderTemplate, field: Field, order: Json) -> tuple[str, ...]:
    """Return possible values of an argument: sample texts for a text, all destinations of a path, or all legal values.

    `order` is the raw order with its earlier arguments, such as the unit, on which the destinations of a path depend.
    """
    found = movement_of(form, template, field, order)
    if found is not None:
        return reachable_places(*found, ())
    return tuple(words[: field.length] for words in SAMPLE_LINES) if field.length else field.values
