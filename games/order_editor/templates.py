"""Orders and their templates, which give the legal values of each argument, and unavailable values with the reason.

Units and other values are ids.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from msgspec import Struct, structs

from games.kernel.drafts import NO_TEXT
from games.kernel.errors import Problem, pointer
from games.kernel.standing_orders import Fact
from games.kernel.text import Text, sanitized
from games.kernel.unavailable import Unavailable, find_unavailable, unavailable_problem
from games.order_editor.paths import MovementRule

WIDE_BLANK = "\u3000"
"""The ideographic space of Japanese texts, which `isprintable` rejects."""


_NOTHING: Mapping[str, Any] = MappingProxyType({})
"""The default of `prices` and `end_places`, shared because a form creates hundreds of fields."""


class Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", omit_defaults=True, gc=False):
    """The base class of orders: each title has a subclass for each verb, whose fields are the order's arguments.

    In the notation the first argument is a bare word, the others are written as ``name=value``.
    """


class Field(Struct, frozen=True, gc=False):
    """One argument of an order template: its name and its legal values.

    Usually the argument takes one of `values`. With `many` it is a list, with `length` a line of text, with `movement`
    a path, and with `fact` a condition in a rule for later questions.
    """

    name: str
    """The name in the notation and in the JSON."""
    values: tuple[str, ...]
    """The legal values (ids); empty for a line of text and for a path."""
    required: bool = True
    """True if an order without this argument is illegal."""
    many: bool = False
    """True for a list: several different values, from `least` to `most`."""
    ordered: bool = False
    """True for a list whose sequence counts."""
    length: int = 0
    """For a line of text in the player's own words: the highest number of characters; otherwise 0."""
    unavailable: tuple[Unavailable, ...] = ()
    """The values that are not legal now, with the reasons."""
    movement: MovementRule | None = None
    """For a path, the list of all places entered: the rule that limits it."""
    may_repeat: bool = False
    """True for a basket: a list that may repeat values."""
    prices: Mapping[str, Mapping[str, int]] = _NOTHING
    """For each value with a price, the amount that it takes from each purse, by the purse's key."""
    least: int = 0
    """The lowest number of values of a list."""
    most: int = 0
    """The highest number of values of a list; 0: no limit."""
    fact: Fact | None = None
    """The fact that a condition tests."""
    end_places: Mapping[str, str] = _NOTHING
    """For a value such as a port, the place where the path of the order must end. A tap on the value gives the path
    there, and a shorter path is extended.
    """
    pattern: str = ""
    """A regular expression of JSON Schema that a line of text must match; "" if any text is legal."""
    needs_name: bool = False
    """True if the notation needs the argument's name, because a bare value is read as that of another argument."""

    @property
    def is_list(self) -> bool:
        """True if the argument takes several values: it is a list or a path."""
        return self.many or self.movement is not None

    @property
    def kind(self) -> str:
        """Return the kind of control for the argument: path, when, line, basket, ranked, some, count or one.

        "when" is a condition on a fact, "line" a text of the player, "basket" a list with repetitions, "ranked" a list
        whose sequence counts, "some" any other list, "count" a number, and "one" a single value.
        """
        if self.movement is not None:
            return "path"
        if self.fact is not None:
            return "when"
        if self.length:
            return "line"
        if self.many:
            return "basket" if self.may_repeat else "ranked" if self.ordered else "some"
        return "count" if self.values and all(value.isdecimal() for value in self.values) else "one"


class OrderTemplate(Struct, frozen=True, gc=False):
    """A set of legal orders: one verb and, for each argument, the legal values. A verb may have several templates."""

    verb: str
    fields: tuple[Field, ...] = ()
    """The arguments, in the sequence of the notation."""
    subject: str = ""
    """The name of the argument that names the units which the order is given to; "" if it is given to none."""
    is_rare: bool = False
    """True if the order is offered after all others."""
    about: Text = NO_TEXT
    """A sentence that explains the order where a player chooses it, if its name does not suffice."""


@cache
def verb_of_type(kind: type[Order]) -> str:
    """Return the verb of an order type: the tag of its struct, as in the JSON."""
    return str(kind.__struct_config__.tag)


def given_values(order: Order, name: str) -> tuple[str, ...]:
    """Return the values of the argument `name` of an order; () for a missing argument.

    The name "order" gives the verb.
    """
    value = getattr(order, name, None) if name != "order" else verb_of_type(type(order))
    if isinstance(value, tuple):
        return value
    return (value,) if value else ()


def merged_field(field: Field, templates: Sequence[OrderTemplate]) -> Field:
    """Return `field` with all values that it has in these templates, if it is the first field of each of them.

    Any other field is returned unchanged, because its values may depend on the first field.
    """
    if not all(template.fields and template.fields[0].name == field.name for template in templates):
        return field
    values = dict.fromkeys(value for template in templates for value in template.fields[0].values)
    return structs.replace(field, values=tuple(values))


def fits_field(order: Order, field: Field) -> bool:
    """Return True if the order's argument with the field's name is legal for the field.

    An order without the argument fits a field that is not required. A path always fits: the form checks it later.
    """
    value = getattr(order, field.name, None) if field.name != "order" else verb_of_type(type(order))
    if not value:
        return not field.required
    if field.movement is not None:
        return True
    if field.length:
        return all(_is_line(one, field.length) for one in (value if isinstance(value, tuple) else (value,)))
    return all(one in field.values for one in value) if isinstance(value, tuple) else value in field.values


def has_valid_count(field: Field, values: Sequence[str]) -> bool:
    """Return True if the field, which is a list, allows this number of values."""
    return field.least <= len(values) and (not field.most or len(values) <= field.most)


def list_problems(where: str, order: Order, template: OrderTemplate) -> Iterator[Problem]:
    """Yield the problems of lists in an order: repeated values, too few values, too many.

    `where` is the JSON pointer to the order.
    """
    for field in template.fields:
        values = given_values(order, field.name)
        if len(values) > 1 and len(set(values)) < len(values) and not field.may_repeat and field.movement is None:
            again = sanitized(next(value for at, value in enumerate(values) if value in values[:at]))
            text = Text("'{again}' is named twice.", "「{again}」が重複しています。").format(again=again)
            yield Problem(f"{where}/{field.name}", "twice", text)
        if field.many and values and not has_valid_count(field, values):
            text = Text("Choose {least} to {most}, not {count}.", "{least}〜{most}個を選びます（{count}個）。").format(
                least=field.least, most=field.most or len(field.values), count=len(values)
            )
            yield Problem(f"{where}/{field.name}", "count", text)


def _is_line(text: str, length: int) -> bool:
    """Return True if a text is one printable line, not blank, and at most `length` characters long."""
    shows = all(letter.isprintable() or letter == WIDE_BLANK for letter in text)
    return shows and bool(text.strip()) and len(text) <= length


def matches_template(order: Order, template: OrderTemplate) -> bool:
    """Return True if each argument of the order fits the template, and no other argument is given."""
    for field in template.fields:
        if not fits_field(order, field):
            return False
    known = [field.name for field in template.fields]
    return not [name for name in order.__struct_fields__ if name not in known and getattr(order, name)]


def all_fields(order: Order, template: OrderTemplate) -> Iterator[Field]:
    """Yield the template's fields, then an empty field for each argument of the order that the template does not have.

    An empty field has no legal values, so that the argument does not fit it.
    """
    yield from template.fields
    known = {field.name for field in template.fields}
    for name in order.__struct_fields__:
        if name not in known:
            yield Field(name, (), required=False, many=isinstance(getattr(order, name), tuple))


def unavailable_problems(
    where: str, order: Order, templates: Sequence[OrderTemplate], unavailable: Iterable[OrderTemplate]
) -> Iterator[Problem]:
    """Yield a problem with the reason for each unavailable value in an order that matches no template.

    `templates` are those of the order's verb that are possible now, `unavailable` those that are not and only give
    reasons. A template gives reasons only for an order that fits all its fields without unavailable values. A value
    gets no reason if one of `templates` would accept it in this argument. `where` is the JSON pointer to the order.
    """
    told: set[str] = set()
    for template in (*templates, *unavailable):
        if not all(fits_field(order, field) for field in template.fields if field.values and not field.unavailable):
            continue
        for field in template.fields:
            for at, value, bar in _barred_values(order, field):
                if at not in told and not any(_takes(order, open_, field.name, value) for open_ in templates):
                    told.add(at)
                    yield unavailable_problem(where + at, value, bar)


def _barred_values(order: Order, field: Field) -> Iterator[tuple[str, str, Unavailable]]:
    """Yield each value of an order that is unavailable in the field: its pointer, the value, and the reason."""
    many = isinstance(getattr(order, field.name, None), tuple)
    for place, value in enumerate(given_values(order, field.name) if field.unavailable else ()):
        bar = find_unavailable(field.unavailable, value)
        if bar is not None:
            yield pointer(field.name, place) if many else pointer(field.name), value, bar


def _takes(order: Order, template: OrderTemplate, name: str, value: str) -> bool:
    """Return True if a template accepts `value` as argument `name`, and all arguments of the order before that."""
    for field in template.fields:
        if field.name == name:
            return value in field.values
        if not fits_field(order, field):
            return False
    return False


def unavailable_schema(templates: Iterable[OrderTemplate]) -> list[dict[str, Any]]:
    """Return the unavailable values of these templates as entries for the key ``x-unavailable`` of a JSON Schema.

    An entry has the verb (``order``), the argument (``field``), the value, the rule's number and the reason; ``where``
    has the values of the other arguments with which the value is unavailable.
    """
    found: list[dict[str, Any]] = []
    for template in templates:
        where = {field.name: list(field.values) for field in template.fields if field.values and not field.unavailable}
        for field in template.fields:
            for bar in field.unavailable:
                found.append({"order": template.verb, "field": field.name, **bar.as_schema(), "where": where})
    return found
