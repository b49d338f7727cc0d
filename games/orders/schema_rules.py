"""Rules about several orders, as far as JSON Schema 2020-12 can express them.

The functions return parts of a JSON Schema for an answer, which is a list of orders. Some describe one order
(`has_verb`, `argument_is`, `lists_any`, `matches_any`), others the whole list (`at_most`, `at_least_one`, `not_both`,
`implies`). A `SchemaNote` states a further rule in words.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, to_builtins

from games.kernel.drafts import Purse
from games.kernel.forms import Json
from games.kernel.text import Text


class SchemaNote(Struct, frozen=True):
    """A rule that no JSON Schema can express, in words; it appears in the schema's ``x-rules``."""

    rule: str
    """The number of the game's rule; may be empty."""
    text: Text
    """The rule in words."""

    def as_schema(self) -> Json:
        """Return the note as an entry of ``x-rules``."""
        return {"rule": self.rule, **to_builtins(self.text)}


def has_verb(name: str) -> Json:
    """Return the schema of an order with this verb."""
    return argument_is("order", name)


def argument_is(field: str, value: str) -> Json:
    """Return the schema of an order whose argument `field` is this value."""
    return {"properties": {field: {"const": value}}, "required": [field]}


def lists_any(field: str, *values: str) -> Json:
    """Return the schema of an order whose list argument `field` contains at least one of these values."""
    return {"properties": {field: {"contains": {"enum": list(values)}}}, "required": [field]}


def matches_all(*orders: Json) -> Json:
    """Return the schema of an order that fits all of these schemas."""
    return {"allOf": list(orders)}


def matches_none(*orders: Json) -> Json:
    """Return the schema of an order that fits none of these schemas."""
    return {"not": {"anyOf": list(orders)}}


def matches_any(*orders: Json) -> Json:
    """Return the schema of an order that fits at least one of these schemas."""
    return {"anyOf": list(orders)}


def at_most(count: int, one: Json) -> Json:
    """Return the schema of a list with at most `count` orders that fit the schema `one`."""
    return {"contains": one, "minContains": 0, "maxContains": count}


def at_least_one(one: Json) -> Json:
    """Return the schema of a list with at least one order that fits the schema `one`."""
    return {"contains": one}


def not_both(one: Json, other: Json) -> Json:
    """Return the schema of a list that does not have both an order that fits `one` and an order that fits `other`."""
    return {"not": {"allOf": [{"contains": one}, {"contains": other}]}}


def none_allowed(one: Json) -> Json:
    """Return the schema of a list without orders that fit the schema `one`."""
    return {"items": {"not": one}}


def implies(condition: Json, consequence: Json) -> Json:
    """Return the schema of a list in which every order that fits the condition also fits the consequence."""
    return {"items": {"if": condition, "then": consequence}}


def argument_among(field: str, *values: str) -> Json:
    """Return the schema of an order whose argument `field` is one of these values."""
    return {"properties": {field: {"enum": list(values)}}, "required": [field]}


def gives_argument(field: str) -> Json:
    """Return the schema of an order in which the list argument `field` is not empty."""
    return {"properties": {field: {"minItems": 1}}, "required": [field]}


def at_most_once(name: str, **arguments: str) -> Json:
    """Return the schema of a list with at most one order that has the verb `name` and these arguments.

    `arguments` are values by the names of the arguments; the order may have other arguments besides.
    """
    return at_most(1, matches_all(has_verb(name), *(argument_is(field, value) for field, value in arguments.items())))


def lists_at_most_of_each(field: str, counts: Mapping[str, int]) -> Json:
    """Return the schema of an order whose list argument `field` contains each value at most as often as `counts` says.

    `counts` has the highest number of copies by value; other values are not limited.
    """
    each = [{"contains": {"const": value}, "minContains": 0, "maxContains": count} for value, count in counts.items()]
    return {"properties": {field: {"allOf": each}}}


def lists_only(field: str, *values: str) -> Json:
    """Return the schema of an order whose list argument `field` contains only these values."""
    return {"properties": {field: {"items": {"enum": list(values)}}}}


def lists_at_most(field: str, count: int) -> Json:
    """Return the schema of an order whose list argument `field` contains at most `count` values."""
    return {"properties": {field: {"maxItems": count}}}


def affordable_lists(prices: Mapping[str, Mapping[str, int]], purses: Iterable[Purse], most: int) -> Iterator[Json]:
    """Yield schemas for the values of a list argument: each purse can pay for them.

    For each price that occurs, a schema limits the number of values with at least this price. No schema can limit the
    total of different prices, so a list that fits may still be too expensive. `prices` has, for each value, the amount
    that it takes from each purse, by the purse's key. `most` is the highest number of values in the list (0: any).
    """
    for purse in purses:
        costs = {value: price[purse.key] for value, price in prices.items() if price.get(purse.key)}
        for cost in sorted({*costs.values()}):
            such = [value for value, one in costs.items() if one >= cost]
            if not most or purse.limit // cost < min(most, len(such)):
                yield {"contains": {"enum": such}, "minContains": 0, "maxContains": max(purse.limit // cost, 0)}
