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
    unavailable = tuple(_unavailable_problems(form, value, acting, labels))
    found = (
        unavailable
        or tuple(_range_problems(form, value, acting, labels))
        or (_unnamed_problem(form, value, acting, labels),)
    )
    return tuple(dict.fromkeys(found))[:MOST_REASONS]


def _unavailable_problems(
    form: RangedOrderForm, value: str, acting: Sequence[str], labels: Labels
) -> Iterator[Problem]:
    """Yield the form's reasons why the value, or an acting unit, is unavailable."""
    for template in (*form.cached_templates, *form.unavailable_templates()):
        for field in template.fields:
            entry = next((one for one in field.unavailable if one.value == value), None)
            if entry is not None and _is_for(template, field, acting):
                yield no_order_problem(joined_text(_verb_name(template, labels), labels(value), entry.why), entry.rule)
    for template in form.unavailable_templates():
        first = template.fields[0] if template.fields else None
        for who in acting if first is not None and not first.values else ():
            entry = find_unavailable(first.unavailable, who) if first is not None else None
            if entry is not None:
                yield no_order_problem(joined_text(_verb_name(template, labels), labels(who), entry.why), entry.rule)


def _is_for(template: OrderTemplate, restricted: Field, acting: Sequence[str]) -> bool:
    """Return True if a template is for the acting units, or for no units.

    `restricted`: the template's field that has an unavailable value.
    """
    named = [field for field in template.fields[:1] if field is not restricted and field.values]
    return not acting or all(set(acting) & set(field.values) for field in named)


def _range_problems(form: RangedOrderForm, value: str, acting: Sequence[str], labels: Labels) -> Iterator[Problem]:
    """Yield a problem for each order of the acting units that can name similar places, but not this one."""
    shape = _shape(value)
    for template in form.cached_templates:
        who = _eligible_units(template, acting)
        if who is None or template.is_rare:
            continue
        rule = form.range_rules.get(template.verb, "")
        for field in template.fields:
            found = movement_of(form, template, field, {"order": template.verb, template.subject: list(who)})
            if found is not None and _is_alike(shape, value, _places(found[0], form)):
                movement = found[1]
                reach = Text("out of reach: the way costs at most {most}.", "届きません（航路は{most}まで）。").format(
                    most=movement.most
                )
                yield no_order_problem(
                    joined_text(_verb_name(template, labels), names_text(who, labels), labels(value), reach), rule
                )
            elif found is None and field.name != template.subject and _is_alike(shape, value, field.values):
                reach = Text("not one of the places that it can be ordered to.", "命令できる場所ではありません。")
                yield no_order_problem(
                    joined_text(_verb_name(template, labels), names_text(who, labels), labels(value), reach), rule
                )


def _eligible_units(template: OrderTemplate, acting: Sequence[str]) -> tuple[str, ...] | None:
    """Return the acting units that can get orders of a template; all its units if `acting` is empty; None for none."""
    field = next((field for field in template.fields if field.name == template.subject), None)
    if field is None:
        return None
    who = tuple(one for one in acting if one in field.values) if acting else field.values
    return who or None


def _places(chart: Chart, form: RangedOrderForm) -> Iterable[str]:
    return (*chart.neighbours, *(place for one in form.charts().values() for place in one.neighbours))


def _shape(value: str) -> tuple[bool, int]:
    """Return whether a place is a hex, and its number of digits, which all hexes of a map have in common."""
    return value.isdecimal(), len(value) if value.isdecimal() else 0


def _is_alike(shape: tuple[bool, int], value: str, known: Iterable[str]) -> bool:
    """Return True if a value is one of the known places, or a hex of the same map as one of them."""
    return any(one == value or (shape[0] and _shape(one) == shape) for one in known)


def _with_path(templates: Iterable[OrderTemplate]) -> tuple[OrderTemplate, MovementRule] | None:
    """Return the first template with a path, and the path's movement rule; None without one."""
    return next(
        ((template, one.movement) for template in templates for one in template.fields if one.movement is not None),
        None,
    )


def _units_naming(form: RangedOrderForm, value: str) -> dict[str, None]:
    """Return the units that can get an order which names the value, as the keys of a dict."""
    naming = [
        template
        for template in form.cached_templates
        if any(value in one.values for one in template.fields if one.name != template.subject)
    ]
    subjects = (field for template in naming for field in template.fields if field.name == template.subject)
    return dict.fromkeys(name for field in subjects for name in field.values)


def _unnamed_problem(form: RangedOrderForm, value: str, acting: Sequence[str], labels: Labels) -> Problem:
    """Return the problem that no order of the acting units names the value, with the possible units or orders."""
    others = _units_naming(form, value)
    if acting and others:
        some = names_text(others, labels)
        text = Text("only these can be ordered to it: {some}.", "命令できるのは {some} だけです。").format(some=some)
        return no_order_problem(joined_text(labels(value), text))
    templates = [
        template for template in form.cached_templates if not acting or _eligible_units(template, acting) is not None
    ]
    who, with_path = names_text(acting, labels), _with_path(templates)
    about = (who, labels(value)) if acting else (labels(value),)
    if with_path is not None:
        text = Text(
            "no way leads there (at most {most}), and no other order names it.",
            "航路（{most}まで）が届かず、対象にするほかの命令もありません。",
        ).format(most=with_path[1].most)
        return no_order_problem(joined_text(*about, text), form.range_rules.get(with_path[0].verb, ""))
    verbs = names_text(dict.fromkeys(template.verb for template in templates if not template.is_rare or acting), labels)
    none = Text("there is no order to give now.", "今出せる命令はありません。")
    text = Text("no order names it. Orders now: {verbs}.", "対象にする命令はありません。今の命令：{verbs}。").format(
        verbs=verbs
    )
    return no_order_problem(joined_text(*about, text if verbs.en else none))


def _verb_name(template: OrderTemplate, labels: Labels) -> Text:
    return labels(template.verb)
