"""What a schema can say of several orders together, in the words of JSON Schema 2020-12.

The functions give parts of a schema: of one order (`verb`, `holds`, `lists`, `either`), and of a whole list of them
(`at_most`, `needed`, `not_both`, `each`). What cannot be said so stands in words, as a `Note`.
"""

from msgspec import Struct

from games.kernel.forms import Json
from games.kernel.text import Text


class Note(Struct, frozen=True):
    """A rule that no schema can say; it stands in the schema's ``x-rules``."""

    rule: str
    text: Text

    def written(self) -> Json:
        """The note as it stands in a schema."""
        return {"rule": self.rule, "en": self.text.en, "ja": self.text.ja}


def verb(name: str) -> Json:
    """An order with this verb."""
    return holds("order", name)


def holds(field: str, value: str) -> Json:
    """An order whose argument is this value."""
    return {"properties": {field: {"const": value}}, "required": [field]}


def lists(field: str, *values: str) -> Json:
    """An order whose argument lists one of these values."""
    return {"properties": {field: {"contains": {"enum": list(values)}}}, "required": [field]}


def meeting(*orders: Json) -> Json:
    """An order that is all of these."""
    return {"allOf": list(orders)}


def either(*orders: Json) -> Json:
    """An order that is one of these."""
    return {"anyOf": list(orders)}


def at_most(count: int, one: Json) -> Json:
    """No more than `count` such orders."""
    return {"contains": one, "minContains": 0, "maxContains": count}


def needed(one: Json) -> Json:
    """At least one such order."""
    return {"contains": one}


def not_both(one: Json, other: Json) -> Json:
    """Not an order like one and an order like the other in the same answer."""
    return {"not": {"allOf": [{"contains": one}, {"contains": other}]}}


def never(one: Json) -> Json:
    """No such order at all."""
    return {"items": {"not": one}}


def when(one: Json, then: Json) -> Json:
    """Every order that is like one is like the other too."""
    return {"items": {"if": one, "then": then}}


def no_more(field: str, count: int) -> Json:
    """An order whose argument lists no more than `count` values."""
    return {"properties": {field: {"maxItems": count}}}
