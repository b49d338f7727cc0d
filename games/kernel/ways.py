"""Orders and the ways to give them: what each argument may be, and what it may not be now, with the reason."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from msgspec import Struct, structs

from games.kernel.barred import Barred, barred_problem, find_bar
from games.kernel.byhand.chart import Walk
from games.kernel.errors import Problem, pointer
from games.kernel.foreseen import Fact
from games.kernel.text import Text

WIDE_BLANK = "\u3000"
"""The blank of Japanese texts, which `isprintable` does not count as one."""


_NOTHING: Mapping[str, Any] = MappingProxyType({})
"""What most fields price, and where most lead: one for all of them, for a form makes hundreds."""


class Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", omit_defaults=True, gc=False):
    """One order. The first field is written bare in the notation, the others as key=value."""


class Field(Struct, frozen=True, gc=False):
    """One argument of an order: its legal values; `many`: a list of them, each once; `ordered`: whose order counts.

    With a `length` it has no list of values: it is a line in the player's own words, of no more characters; what it
    may say at all may have a `pattern` (a regular expression as JSON Schema knows them). `barred` are values that a
    player may ask after, and why they cannot be given.

    A `walk` makes it a path: every place entered. A basket `repeats` values; `prices` are what each value takes out of
    which purse. A list has `least` to `most` values, if these are given. With a `fact` it is a condition: what of the
    fact must be so. `leads` is the place where the order's path ends for a value: a tap on a port is a way into it, and
    a path that is written shorter goes on to it. What stands `aside` is meant only by its own name: a value alone
    is for another argument that can take it.
    """

    name: str
    values: tuple[str, ...]
    required: bool = True
    many: bool = False
    ordered: bool = False
    length: int = 0
    barred: tuple[Barred, ...] = ()
    walk: Walk | None = None
    repeats: bool = False
    prices: Mapping[str, Mapping[str, int]] = _NOTHING
    least: int = 0
    most: int = 0
    fact: Fact | None = None
    leads: Mapping[str, str] = _NOTHING
    pattern: str = ""
    aside: bool = False

    @property
    def is_list(self) -> bool:
        """Whether it takes several values, in whatever sense."""
        return self.many or self.walk is not None

    @property
    def kind(self) -> str:
        """What to show it as: path, when, line, basket, ranked, some, count or one."""
        if self.walk is not None:
            return "path"
        if self.fact is not None:
            return "when"
        if self.length:
            return "line"
        if self.many:
            return "basket" if self.repeats else "ranked" if self.ordered else "some"
        return "count" if self.values and all(value.isdecimal() for value in self.values) else "one"


class Way(Struct, frozen=True, gc=False):
    """One way to give an order: the verb and, for each argument, what is legal.

    `subject` is the argument that says who acts; a `rare` way stands behind the others.
    """

    verb: str
    fields: tuple[Field, ...] = ()
    subject: str = ""
    rare: bool = False


@cache
def tag_of(kind: type[Order]) -> str:
    """The verb of a kind of order."""
    return str(kind.__struct_config__.tag)


def given(order: Order, name: str) -> tuple[str, ...]:
    """The values that an order gives to an argument; none where it leaves it out or has no such argument. As ``order``
    it gives its verb.
    """
    value = getattr(order, name, None) if name != "order" else tag_of(type(order))
    if isinstance(value, tuple):
        return value
    return (value,) if value else ()


def of_all(field: Field, ways: Sequence[Way]) -> Field:
    """The first field of these ways with all that any of them allows; another as it is: it may rest on the first."""
    if not all(way.fields and way.fields[0].name == field.name for way in ways):
        return field
    values = dict.fromkeys(value for way in ways for value in way.fields[0].values)
    return structs.replace(field, values=tuple(values))


def fits(order: Order, field: Field) -> bool:
    """Whether an order's argument is as the field wants it."""
    value = getattr(order, field.name, None) if field.name != "order" else tag_of(type(order))
    if not value:
        return not field.required
    if field.walk is not None:
        return True
    if field.length:
        return all(_is_line(one, field.length) for one in (value if isinstance(value, tuple) else (value,)))
    return all(one in field.values for one in value) if isinstance(value, tuple) else value in field.values


def counted(field: Field, values: Sequence[str]) -> bool:
    """Whether a list has as many values as it may."""
    return field.least <= len(values) and (not field.most or len(values) <= field.most)


def repeated(where: str, order: Order, way: Way) -> Iterator[Problem]:
    """The lists of an order of this way that name a value twice, or have too few values or too many."""
    for field in way.fields:
        values = given(order, field.name)
        if len(values) > 1 and len(set(values)) < len(values) and not field.repeats and field.walk is None:
            yield Problem(f"{where}/{field.name}", "twice", Text("Named twice.", "重複しています。"))
        if field.many and values and not counted(field, values):
            en = f"{field.least} to {field.most or len(field.values)}, not {len(values)}."
            ja = f"{field.least}〜{field.most or len(field.values)}個です({len(values)}個)。"
            yield Problem(f"{where}/{field.name}", "count", Text(en, ja))


def _is_line(text: str, length: int) -> bool:
    """Whether a text is one line that can be shown, neither blank nor too long."""
    shows = all(letter.isprintable() or letter == WIDE_BLANK for letter in text)
    return shows and bool(text.strip()) and len(text) <= length


def is_given(order: Order, way: Way) -> bool:
    """Whether the order is this way; the first argument, which mostly decides it, is looked at first."""
    for field in way.fields:
        if not fits(order, field):
            return False
    known = [field.name for field in way.fields]
    return not [name for name in order.__struct_fields__ if name not in known and getattr(order, name)]


def all_fields(order: Order, way: Way) -> Iterator[Field]:
    """The way's fields, and those of the order that the way has not, which then must be empty."""
    yield from way.fields
    known = {field.name for field in way.fields}
    for name in order.__struct_fields__:
        if name not in known:
            yield Field(name, (), required=False, many=isinstance(getattr(order, name), tuple))


def barred_in(where: str, order: Order, ways: Sequence[Way], closed: Iterable[Way]) -> Iterator[Problem]:
    """What is barred in an order that is none of the `ways`: by their fields, or by `closed` ones of the same verb.

    A way tells its reasons only if the order fits those of its fields that bar nothing, and of a value only if no open
    way would take it there.
    """
    told: set[str] = set()
    for way in (*ways, *closed):
        if not all(fits(order, field) for field in way.fields if field.values and not field.barred):
            continue
        for field in way.fields:
            for at, value, bar in _barred_values(order, field):
                if at not in told and not any(_takes(order, open_, field.name, value) for open_ in ways):
                    told.add(at)
                    yield barred_problem(where + at, value, bar)


def _barred_values(order: Order, field: Field) -> Iterator[tuple[str, str, Barred]]:
    """What an order gives that the field bars, each with its place."""
    many = isinstance(getattr(order, field.name, None), tuple)
    for place, value in enumerate(given(order, field.name) if field.barred else ()):
        bar = find_bar(field.barred, value)
        if bar is not None:
            yield pointer(field.name, place) if many else pointer(field.name), value, bar


def _takes(order: Order, way: Way, name: str, value: str) -> bool:
    """Whether a way takes this value, and all that the order says before it."""
    for field in way.fields:
        if field.name == name:
            return value in field.values
        if not fits(order, field):
            return False
    return False


def written_bars(ways: Iterable[Way]) -> list[dict[str, Any]]:
    """What is barred, as a schema's ``x-barred`` names it: ``order`` and ``field``, the value, rule and reason, and in
    ``where`` the values of the other arguments for which that is so.
    """
    found: list[dict[str, Any]] = []
    for way in ways:
        where = {field.name: list(field.values) for field in way.fields if field.values and not field.barred}
        for field in way.fields:
            for bar in field.barred:
                found.append({"order": way.verb, "field": field.name, **bar.written(), "where": where})
    return found
