"""What a schema can say of several orders together, in the words of JSON Schema 2020-12.

The functions give parts of a schema: of one order (`verb`, `holds`, `lists`, `either`), and of a whole list of them
(`at_most`, `needed`, `not_both`, `each`). What cannot be said so stands in words, as a `Note`.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from games.kernel.byhand.prices import Purse
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


def neither(*orders: Json) -> Json:
    """An order that is none of these."""
    return {"not": {"anyOf": list(orders)}}


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


def says(field: str, *values: str) -> Json:
    """An order whose argument is one of these values."""
    return {"properties": {field: {"enum": list(values)}}, "required": [field]}


def gives(field: str) -> Json:
    """An order that says something of this argument."""
    return {"properties": {field: {"minItems": 1}}, "required": [field]}


def once(name: str, **arguments: str) -> Json:
    """No more than one order with this verb and these arguments."""
    return at_most(1, meeting(verb(name), *(holds(field, value) for field, value in arguments.items())))


def of_each(field: str, counts: Mapping[str, int]) -> Json:
    """An order whose argument, a basket, lists each value no more than so often."""
    each = [{"contains": {"const": value}, "minContains": 0, "maxContains": count} for value, count in counts.items()]
    return {"properties": {field: {"allOf": each}}}


def within(field: str, *values: str) -> Json:
    """An order whose argument lists nothing but these values."""
    return {"properties": {field: {"items": {"enum": list(values)}}}}


def no_more(field: str, count: int) -> Json:
    """An order whose argument lists no more than `count` values."""
    return {"properties": {field: {"maxItems": count}}}


def affordable(prices: Mapping[str, Mapping[str, int]], purses: Iterable[Purse], most: int) -> Iterator[Json]:
    """A list of priced values, of at most `most` (0: any number): of those that cost so much of a purse or more, no
    more than it could pay for. What several of different prices come to together no schema can say.
    """
    for purse in purses:
        costs = {value: price[purse.key] for value, price in prices.items() if price.get(purse.key)}
        for cost in sorted({*costs.values()}):
            such = [value for value, one in costs.items() if one >= cost]
            if not most or purse.limit // cost < min(most, len(such)):
                yield {"contains": {"enum": such}, "minContains": 0, "maxContains": max(purse.limit // cost, 0)}
