"""What is wrong with an order by itself: it cannot be read, or it is none of the ways that a form lists."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from games.kernel.errors import Problem, pointer
from games.kernel.mistyped import lacking, not_among, read_finding
from games.kernel.text import Text, shown
from games.kernel.ways import (
    Field,
    Order,
    Way,
    all_fields,
    barred_in,
    fits,
    given,
    is_given,
    of_all,
    repeated,
    tag_of,
)

_IMPOSSIBLE = Text("This order is impossible now.", "この命令は今は出せません。")
MOST_NAMED = 6
"""Values that a refusal names beside the one that it refuses."""


@cache
def _struct_fields(kind: type[Order]) -> tuple[Any, ...]:
    """What msgspec works out anew at every call."""
    return msgspec.structs.fields(kind)


def needed_to_read(kind: type[Order] | None) -> Iterator[Any]:
    """The fields without which an order is none."""
    return (field for field in _struct_fields(kind) if field.required) if kind is not None else iter(())


def misfits(index: int, order: Order, ways: list[Way], closed: Iterable[Way]) -> Iterator[Problem]:
    """Why the order is none of the ways: what is barred, else the wrong fields of the way that it comes nearest to."""
    where = pointer(index)
    for way in ways:
        if is_given(order, way):
            yield from repeated(where, order, way)
            return
    if barred := list(barred_in(where, order, ways, closed)):
        yield from barred
        return
    misfits = ((way, [field for field in all_fields(order, way) if not fits(order, field)]) for way in ways)
    _, wrong = min(misfits, key=lambda one: ([*one[0].fields[:1]] == one[1][:1], len(one[1])), default=(None, []))
    if not wrong:
        yield Problem(f"{where}/order", "impossible", _IMPOSSIBLE)
        return
    for field in wrong:
        yield _unfitting(where, order, of_all(field, ways))


def _unfitting(where: str, order: Order, field: Field) -> Problem:
    values = shown(", ".join(given(order, field.name)))
    en, ja = _instead(field)
    text = Text(
        f"{field.name}: {values!r} is not possible here{en}.", f"{field.name}: 「{values}」は指定できません{ja}。"
    )
    if field.length:
        en = f"{field.name}: one line of 1 to {field.length} letters and signs."
        text = Text(en, f"{field.name}: 1行、{field.length}文字以内で書いてください。")
    if not values:
        return lacks(f"{where}/{field.name}", field.name)
    who = shown(", ".join(given(order, order.__struct_fields__[0])))
    if who and not (field.values or field.walk or field.length) and field.name != order.__struct_fields__[0]:
        text = Text(
            f"{field.name}: {values!r} is not possible for {who!r}; leave `{field.name}` out.",
            f"{field.name}: 「{who}」に「{values}」は指定できません。`{field.name}` を省いてください。",
        )
    return Problem(f"{where}/{field.name}", "not_an_option", text)


def _instead(field: Field) -> tuple[str, str]:
    """What an argument takes, to follow the words that refuse a value: the first of it, and how many there are."""
    some, more = field.values[:MOST_NAMED], len(field.values) - MOST_NAMED
    if not some:
        return "", ""
    en, ja = ", ".join(f"'{one}'" for one in some), "".join(f"「{one}」" for one in some)
    if more > 0:
        en, ja = f"{en} and {more} more", f"{ja}ほか{more}"
    return f"; possible: {en}", f"(指定できるのは{ja})"


def lacks(where: str, name: str) -> Problem:
    """Without this argument the order says too little."""
    return Problem(where, "required", lacking(name))


def misread(index: int, item: object, kinds: tuple[type[Order], ...]) -> Iterator[Problem]:
    """Every reason why `item` is none of these orders."""
    if not isinstance(item, dict):
        yield _wrong_type(pointer(index), "This must be an order, an object.", "命令はオブジェクトで書いてください。")
        return
    kind = next((kind for kind in kinds if tag_of(kind) == item.get("order")), None)
    if kind is None:
        verbs = ", ".join(tag_of(kind) for kind in kinds)
        text = Text(f"The order must be one of {verbs}.", f"order は {verbs} のどれかです。")
        yield Problem(pointer(index, "order"), "unknown_order", text)
        return
    fields = {field.encode_name: field for field in _struct_fields(kind)}
    for name in item:
        if name != "order" and name not in fields:
            yield Problem(pointer(index, str(name)), "unknown_field", not_among(str(name), fields))
    for name, field in fields.items():
        if name in item:
            yield from _mistyped(pointer(index, name), item[name], field.type)
        elif field.required:
            yield lacks(pointer(index, name), name)


def _mistyped(where: str, value: object, type_: Any) -> Iterator[Problem]:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        yield Problem(where, "type", read_finding(error)[0])


def _wrong_type(where: str, en: str, ja: str) -> Problem:
    return Problem(where, "type", Text(en, ja))
