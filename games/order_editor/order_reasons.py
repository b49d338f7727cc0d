"""The reasons why a tap gives no order: an unavailable value, a value out of range, or the values expected instead.

The reasons depend only on the form, the tapped value and the acting units, so they reveal nothing hidden from the seat.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from games.kernel.edit_reasons import joined_text, names_text, no_order_problem
from games.kernel.errors import Problem
from games.kernel.text import Labels, Text
from games.kernel.unavailable import find_unavailable
from games.order_editor.order_edits import OrderForm, movement_of
from games.order_editor.paths import Chart, MovementRule
from games.order_editor.templates import Field, OrderTemplate

MOST_REASONS = 3


class RangedOrderForm(OrderForm, Protocol):
    """An order form with its unavailable templates and the numbers of the rules that limit orders' range, by verb."""

    @property
    def range_rules(self) -> Mapping[str, str]: ...

    def unavailable_templates(self) -> Iterable[OrderTemplate]: ...


def no_order_problems(form: RangedOrderForm, value: str, acting: Sequence[str], labels: Labels) -> tuple[Problem, ...]:
    """Return the reasons why a tap on `value` gives no order for the acting units, the most specific ones first.

    Without acting units, return the reasons why it gives no order for any unit. `labels` gives the names in the texts.
    """
    withheld = tuple(_withheld(form, value, acting, labels))
    found = withheld or tuple(_out_of_reach(form, value, acting, labels)) or (_not_named(form, value, acting, labels),)
    return tuple(dict.fromkeys(found))[:MOST_REASONS]


def _withheld(book: RangedOrderForm, value: str, acting: Sequence[str], labels: Labels) -> Iterator[Problem]:
    """Yield the form's reasons why the value, or an acting unit, is unavailable."""
    for way in (*book.cached_templates, *book.unavailable_templates()):
        for field in way.fields:
            bar = next((one for one in field.unavailable if one.value == value), None)
            if bar is not None and _concerns(way, field, acting):
                yield no_order_problem(joined_text(_called(way, labels), labels(value), bar.why), bar.rule)
    for way in book.unavailable_templates():
        first = way.fields[0] if way.fields else None
        for who in acting if first is not None and not first.values else ():
            bar = find_unavailable(first.unavailable, who) if first is not None else None
            if bar is not None:
                yield no_order_problem(joined_text(_called(way, labels), labels(who), bar.why), bar.rule)


def _concerns(way: OrderTemplate, barring: Field, acting: Sequence[str]) -> bool:
    """Return True if a template with an unavailable value (in `barring`) is for the acting units, or for no units."""
    named = [field for field in way.fields[:1] if field is not barring and field.values]
    return not acting or all(set(acting) & set(field.values) for field in named)


def _out_of_reach(book: RangedOrderForm, value: str, acting: Sequence[str], labels: Labels) -> Iterator[Problem]:
    """Yield a problem for each order of the acting units that can name similar places, but not this one."""
    shape = _shape(value)
    for way in book.cached_templates:
        who = _who(way, acting)
        if who is None or way.is_rare:
            continue
        rule = book.range_rules.get(way.verb, "")
        for field in way.fields:
            found = movement_of(book, way, field, {"order": way.verb, way.subject: list(who)})
            if found is not None and _is_alike(shape, value, _places(found[0], book)):
                movement = found[1]
                reach = Text("out of reach: the way costs at most {most}.", "届きません（航路は{most}まで）。").format(
                    most=movement.most
                )
                yield no_order_problem(
                    joined_text(_called(way, labels), names_text(who, labels), labels(value), reach), rule
                )
            elif found is None and field.name != way.subject and _is_alike(shape, value, field.values):
                reach = Text("not one of the places that it can be ordered to.", "命令できる場所ではありません。")
                yield no_order_problem(
                    joined_text(_called(way, labels), names_text(who, labels), labels(value), reach), rule
                )


def _who(way: OrderTemplate, acting: Sequence[str]) -> tuple[str, ...] | None:
    """Return the acting units that can get orders of a template; all its units if `acting` is empty; None for none."""
    field = next((field for field in way.fields if field.name == way.subject), None)
    if field is None:
        return None
    who = tuple(one for one in acting if one in field.values) if acting else field.values
    return who or None


def _places(chart: Chart, book: RangedOrderForm) -> Iterable[str]:
    return (*chart.neighbours, *(place for one in book.charts().values() for place in one.neighbours))


def _shape(value: str) -> tuple[bool, int]:
    """Return whether a place is a hex, and its number of digits, which all hexes of a map have in common."""
    return value.isdecimal(), len(value) if value.isdecimal() else 0


def _is_alike(shape: tuple[bool, int], value: str, known: Iterable[str]) -> bool:
    """Return True if a value is one of the known places, or a hex of the same map as one of them."""
    return any(one == value or (shape[0] and _shape(one) == shape) for one in known)


def _with_path(ways: Iterable[OrderTemplate]) -> tuple[OrderTemplate, MovementRule] | None:
    """Return the first template with a path, and the path's movement rule; None without one."""
    return next(((way, one.movement) for way in ways for one in way.fields if one.movement is not None), None)


def _able(book: RangedOrderForm, value: str) -> dict[str, None]:
    """Return the units that can get an order which names the value, as the keys of a dict."""
    naming = [
        way
        for way in book.cached_templates
        if any(value in one.values for one in way.fields if one.name != way.subject)
    ]
    subjects = (field for way in naming for field in way.fields if field.name == way.subject)
    return dict.fromkeys(name for field in subjects for name in field.values)


def _not_named(book: RangedOrderForm, value: str, acting: Sequence[str], labels: Labels) -> Problem:
    """Return the problem that no order of the acting units names the value, with the possible units or orders."""
    others = _able(book, value)
    if acting and others:
        some = names_text(others, labels)
        text = Text("only these can be ordered to it: {some}.", "命令できるのは {some} だけです。").format(some=some)
        return no_order_problem(joined_text(labels(value), text))
    ways = [way for way in book.cached_templates if not acting or _who(way, acting) is not None]
    who, led = names_text(acting, labels), _with_path(ways)
    about = (who, labels(value)) if acting else (labels(value),)
    if led is not None:
        text = Text(
            "no way leads there (at most {most}), and no other order names it.",
            "航路（{most}まで）が届かず、対象にするほかの命令もありません。",
        ).format(most=led[1].most)
        return no_order_problem(joined_text(*about, text), book.range_rules.get(led[0].verb, ""))
    verbs = names_text(dict.fromkeys(way.verb for way in ways if not way.is_rare or acting), labels)
    none = Text("there is no order to give now.", "今出せる命令はありません。")
    text = Text("no order names it. Orders now: {verbs}.", "対象にする命令はありません。今の命令：{verbs}。").format(
        verbs=verbs
    )
    return no_order_problem(joined_text(*about, text if verbs.en else none))


def _called(way: OrderTemplate, labels: Labels) -> Text:
    return labels(way.verb)
