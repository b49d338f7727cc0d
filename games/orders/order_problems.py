"""Problems of a single order: it cannot be read, or it matches no template of the form."""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from games.kernel.errors import Problem, pointer
from games.kernel.notation import display_verb
from games.kernel.text import Text, and_more, quote_all, sanitized
from games.kernel.type_errors import missing_text, type_error_text, unknown_argument_text, unknown_words_text
from games.order_editor.templates import (
    Field,
    Order,
    OrderTemplate,
    all_fields,
    fits_field,
    given_values,
    list_problems,
    matches_template,
    merged_field,
    unavailable_problems,
    verb_of_type,
)

MOST_NAMED = 6
"""The largest number of valid values that a refusal lists."""


@cache
def _struct_fields(kind: type[Order]) -> tuple[Any, ...]:
    """Return the fields of an order struct; cached, because msgspec computes them at every call."""
    return msgspec.structs.fields(kind)


def required_fields(kind: type[Order] | None) -> Iterator[Any]:
    """Yield the fields (msgspec's `FieldInfo`) of an order struct that have no default; nothing for None."""
    return (field for field in _struct_fields(kind) if field.required) if kind is not None else iter(())


def template_problems(
    index: int, order: Order, templates: list[OrderTemplate], unavailable: Iterable[OrderTemplate]
) -> Iterator[Problem]:
    """Yield the reasons why an order is illegal, whatever the other orders are; nothing for a legal one.

    `templates` are the templates of the order's verb that are possible now, `unavailable` those that are not. An order
    that matches a template can only have problems in its lists, such as too many values. For any other order, the
    reasons are its unavailable values. Without such values, the reasons are the arguments that do not fit the closest
    template: one whose first field fits, if there is any, with the fewest arguments that do not fit. `index` is the
    place of the order in the answer.
    """
    where = pointer(index)
    for template in templates:
        if matches_template(order, template):
            yield from list_problems(where, order, template)
            return
    if barred := list(unavailable_problems(where, order, templates, unavailable)):
        yield from barred
        return
    misfits = (
        (template, [field for field in all_fields(order, template) if not fits_field(order, field)])
        for template in templates
    )
    _, wrong = min(misfits, key=lambda one: ([*one[0].fields[:1]] == one[1][:1], len(one[1])), default=(None, []))
    if not wrong:
        yield Problem(f"{where}/order", "impossible", _impossible(verb_of_type(type(order))))
        return
    for field in wrong:
        yield _unfitting(where, order, merged_field(field, templates))


def _impossible(verb: str) -> Text:
    verb = display_verb(verb)
    return Text("No order `{verb}` can be given now.", "命令「{verb}」は今は出せません。").format(verb=verb)


def _unfitting(where: str, order: Order, field: Field) -> Problem:
    whole = given_values(order, field.name)
    values = sanitized(", ".join([one for one in whole if one not in field.values] or whole))
    text = Text("{name}: {values!r} is not possible here{instead}.", "{name}：「{values}」は指定できません{instead}。")
    text = text.format(name=field.name, values=values, instead=_instead(field))
    if len(parts := values.split(",")) > 1 and {*parts} <= {*field.values}:
        text = Text(
            "{name}: an order names only one of {values}; write an order for each.",
            "{name}：1つの命令で指定できるのは{values}のうち1つです。命令を分けてください。",
        ).format(name=field.name, values=quote_all(map(Text.same, parts)))
    if field.length:
        text = Text(
            "{name}: one line of 1 to {length} letters and signs.", "{name}：1行、{length}文字以内で書いてください。"
        ).format(name=field.name, length=field.length)
    if not values:
        return missing_argument_problem(f"{where}/{field.name}", field.name)
    who = sanitized(", ".join(given_values(order, order.__struct_fields__[0])))
    if who and not (field.values or field.movement or field.length) and field.name != order.__struct_fields__[0]:
        text = Text(
            "{name}: {values!r} is not possible for {who!r}; leave `{name}` out.",
            "{name}：「{who}」に「{values}」は指定できません。`{name}` を省いてください。",
        ).format(name=field.name, values=values, who=who)
    return Problem(f"{where}/{field.name}", "not_an_option", text)


def _instead(field: Field) -> Text:
    """Return the end of a refusal: the first values that an argument can have, and the number of further ones."""
    some, more = field.values[:MOST_NAMED], len(field.values) - MOST_NAMED
    if not some:
        return Text("", "")
    known = and_more(quote_all(map(Text.same, some)), more)
    return Text("; possible: {known}", "（指定できるのは{known}）").format(known=known)


def unknown_place_problem(where: str, word: str) -> Problem:
    """Return the problem that `word`, written as a place of a path, is no place that the form knows.

    `where` is the JSON pointer to the path.
    """
    said = sanitized(word)
    return Problem(
        where,
        "unknown_place",
        Text("'{said}' is no place here.", "「{said}」という場所はありません。").format(said=said),
    )


def missing_argument_problem(where: str, name: str) -> Problem:
    """Return the problem that the argument `name` is missing; `where` is the JSON pointer to the argument."""
    return Problem(where, "required", missing_text(name))


def type_problems(index: int, item: object, kinds: tuple[type[Order], ...]) -> Iterator[Problem]:
    """Yield every reason why a raw order (`item`) fits none of the order types (`kinds`).

    Reasons are an unknown verb, unknown or missing arguments, and values of the wrong type. `index` is the place of the
    order in the answer.
    """
    if not isinstance(item, dict):
        yield _wrong_type(pointer(index), "This must be an order, an object.", "命令はオブジェクトで書いてください。")
        return
    kind = next((kind for kind in kinds if verb_of_type(kind) == item.get("order")), None)
    if kind is None:
        verbs = ", ".join(verb_of_type(kind) for kind in kinds)
        text = Text("The order must be one of {verbs}.", "order は {verbs} のどれかです。").format(verbs=verbs)
        yield Problem(pointer(index, "order"), "unknown_order", text)
        return
    fields = {field.encode_name: field for field in _struct_fields(kind)}
    for name in item:
        if name != "order" and name not in fields:
            yield Problem(pointer(index, str(name)), "unknown_field", unknown_argument_text(str(name), fields))
    for name, field in fields.items():
        if name in item:
            yield from _mistyped(pointer(index, name), name, item[name], field.type)
        elif field.required:
            yield missing_argument_problem(pointer(index, name), name)


def _mistyped(where: str, name: str, value: object, type_: Any) -> Iterator[Problem]:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        known = _words_of(type_)
        said = value if isinstance(value, list) else [value]
        if wrong := [one for one in said if known and isinstance(one, str) and one not in known]:
            yield Problem(where, "not_an_option", unknown_words_text(name, wrong, known))
        else:
            yield Problem(where, "type", type_error_text(error)[0])


def _words_of(type_: Any) -> list[str]:
    """Return the words that a literal type, or a list of a literal type, allows; no words for any other type."""
    if isinstance(type_, type) and issubclass(type_, Enum):
        return [str(one.value) for one in type_]
    if get_origin(type_) is Literal:
        return [one for one in get_args(type_) if isinstance(one, str) and one]
    return [word for inside in get_args(type_) for word in _words_of(inside)]


def _wrong_type(where: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(where, "type", Text(en, ja).format(**values))
