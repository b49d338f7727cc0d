"""Orders and their templates: the values of each argument, and the unavailable ones with the reason."""

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
"""The shared default of `prices` and `end_places`: a form creates hundreds of fields."""


class Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", omit_defaults=True, gc=False):
    """One order. In the notation the first field is a bare word, the others are key=value."""


class Field(Struct, frozen=True, gc=False):
    """One argument of an order: its legal values.

    With `many` it is a list of different values; with `ordered` their order counts.

    With a `length` it has no list of values: it is a line in the player's own words, of at most that many characters,
    perhaps with a `pattern` (a regular expression of JSON Schema). `unavailable` are values that a player may ask
    about, with the reason why they are not legal.

    A `movement` makes it a path: every place entered. With `may_repeat` it is a basket, which may repeat values;
    `prices` are the amounts that each value takes from each purse. A list has `least` to `most` values, if given. With
    a `fact` it is a condition on that fact. `end_places` are the places where the order's path ends for a value: a tap
    on a port gives the path there, and a path that is written shorter is extended to it. With `needs_name`, a value
    requires its key: a bare value is for another argument that can take it.
    """

    name: str
    values: tuple[str, ...]
    required: bool = True
    many: bool = False
    ordered: bool = False
    length: int = 0
    unavailable: tuple[Unavailable, ...] = ()
    movement: MovementRule | None = None
    may_repeat: bool = False
    prices: Mapping[str, Mapping[str, int]] = _NOTHING
    least: int = 0
    most: int = 0
    fact: Fact | None = None
    end_places: Mapping[str, str] = _NOTHING
    pattern: str = ""
    needs_name: bool = False

    @property
    def is_list(self) -> bool:
        """True if the argument takes several values: it is a list or a path."""
        return self.many or self.movement is not None

    @property
    def kind(self) -> str:
        """Return the kind for display: path, when, line, basket, ranked, some, count or one."""
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
    """One possible form of an order: the verb and, for each argument, the legal values.

    `subject` is the argument that names the acting units; templates with `is_rare` come after the others. `about` is a
    sentence that explains the order where a player chooses it, if its name does not suffice.
    """

    verb: str
    fields: tuple[Field, ...] = ()
    subject: str = ""
    is_rare: bool = False
    about: Text = NO_TEXT


@cache
def verb_of_type(kind: type[Order]) -> str:
    """Return the verb of an order type."""
    return str(kind.__struct_config__.tag)


def given_values(order: Order, name: str) -> tuple[str, ...]:
    """Return an argument's values in an order; none if it is missing. The argument ``order`` is the verb."""
    value = getattr(order, name, None) if name != "order" else verb_of_type(type(order))
    if isinstance(value, tuple):
        return value
    return (value,) if value else ()


def merged_field(field: Field, templates: Sequence[OrderTemplate]) -> Field:
    """Return the first field of several templates, with the values of all of them.

    A field that is not the first one of every template may depend on the first, and is returned unchanged.
    """
    if not all(way.fields and way.fields[0].name == field.name for way in templates):
        return field
    values = dict.fromkeys(value for way in templates for value in way.fields[0].values)
    return structs.replace(field, values=tuple(values))


def fits_field(order: Order, field: Field) -> bool:
    """Return True if an order's argument fits the field."""
    value = getattr(order, field.name, None) if field.name != "order" else verb_of_type(type(order))
    if not value:
        return not field.required
    if field.movement is not None:
        return True
    if field.length:
        return all(_is_line(one, field.length) for one in (value if isinstance(value, tuple) else (value,)))
    return all(one in field.values for one in value) if isinstance(value, tuple) else value in field.values


def has_valid_count(field: Field, values: Sequence[str]) -> bool:
    """Return True if the number of values is allowed."""
    return field.least <= len(values) and (not field.most or len(values) <= field.most)


def list_problems(where: str, order: Order, template: OrderTemplate) -> Iterator[Problem]:
    """Yield the problems of an order's lists: repeated values, or too few or too many."""
    for field in template.fields:
        values = given_values(order, field.name)
        if len(values) > 1 and len(set(values)) < len(values) and not field.may_repeat and field.movement is None:
            again = sanitized(next(value for at, value in enumerate(values) if value in values[:at]))
            text = Text("'{again}' is named twice.", "「{again}」が重複しています。").format(again=again)
            yield Problem(f"{where}/{field.name}", "twice", text)
        if field.many and values and not has_valid_count(field, values):
            text = Text("{least} to {most}, not {count}.", "{least}〜{most}個です({count}個)。").format(
                least=field.least, most=field.most or len(field.values), count=len(values)
            )
            yield Problem(f"{where}/{field.name}", "count", text)


def _is_line(text: str, length: int) -> bool:
    """Return True if a text is one printable line, neither blank nor too long."""
    shows = all(letter.isprintable() or letter == WIDE_BLANK for letter in text)
    return shows and bool(text.strip()) and len(text) <= length


def matches_template(order: Order, template: OrderTemplate) -> bool:
    """Return True if the order matches the template. The first argument, which usually decides, is tested first."""
    for field in template.fields:
        if not fits_field(order, field):
            return False
    known = [field.name for field in template.fields]
    return not [name for name in order.__struct_fields__ if name not in known and getattr(order, name)]


def all_fields(order: Order, template: OrderTemplate) -> Iterator[Field]:
    """Yield the template's fields, then a field without values for each other argument, which must be absent."""
    yield from template.fields
    known = {field.name for field in template.fields}
    for name in order.__struct_fields__:
        if name not in known:
            yield Field(name, (), required=False, many=isinstance(getattr(order, name), tuple))


def unavailable_problems(
    where: str, order: Order, templates: Sequence[OrderTemplate], unavailable: Iterable[OrderTemplate]
) -> Iterator[Problem]:
    """Yield the problems of unavailable values in an order that matches no template.

    `templates` are the open ones; `unavailable` ones add their reasons. A template gives its reasons only if the order
    fits its fields without unavailable values, and only for a value that no open template would take there.
    """
    told: set[str] = set()
    for way in (*templates, *unavailable):
        if not all(fits_field(order, field) for field in way.fields if field.values and not field.unavailable):
            continue
        for field in way.fields:
            for at, value, bar in _barred_values(order, field):
                if at not in told and not any(_takes(order, open_, field.name, value) for open_ in templates):
                    told.add(at)
                    yield unavailable_problem(where + at, value, bar)


def _barred_values(order: Order, field: Field) -> Iterator[tuple[str, str, Unavailable]]:
    """Yield the order's values that the field makes unavailable, each with its pointer."""
    many = isinstance(getattr(order, field.name, None), tuple)
    for place, value in enumerate(given_values(order, field.name) if field.unavailable else ()):
        bar = find_unavailable(field.unavailable, value)
        if bar is not None:
            yield pointer(field.name, place) if many else pointer(field.name), value, bar


def _takes(order: Order, way: OrderTemplate, name: str, value: str) -> bool:
    """Return True if a template takes this value, and all earlier arguments of the order."""
    for field in way.fields:
        if field.name == name:
            return value in field.values
        if not fits_field(order, field):
            return False
    return False


def unavailable_schema(templates: Iterable[OrderTemplate]) -> list[dict[str, Any]]:
    """Return the unavailable values for a schema's ``x-unavailable``.

    An entry has ``order`` and ``field``, the value, rule and reason, and in ``where`` the values of the other arguments
    for which it holds.
    """
    found: list[dict[str, Any]] = []
    for way in templates:
        where = {field.name: list(field.values) for field in way.fields if field.values and not field.unavailable}
        for field in way.fields:
            for bar in field.unavailable:
                found.append({"order": way.verb, "field": field.name, **bar.as_schema(), "where": where})
    return found
