"""Completions that the picture shows: for the order being written, else for the selected units, else all subjects.

The order being written is the one that taps extend (`EditorState.focus`).
"""

from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.drafts import Completion
from games.kernel.edits import find_new_problems, find_problems
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Form
from games.order_editor import order_edits
from games.orders.order_set import Orders, OrderTemplate
from games.selectors.draft_edits import is_too_long
from pbem.web.pages.order_form.controls import fixed_values
from pbem.web.pages.order_form.tap_editor import EditorState, is_only_unfinished, list_actors

Argument = tuple[Any, str]
"""A draft, and the pointer to an argument in the draft that can take another value."""


def list_completions(form: Form[Any], raw: Any, state: EditorState) -> tuple[Completion, ...]:
    """Return the values that a tap can enter into the draft (`raw`, JSON).

    - While an order is being written: the values that this order can take.
    - Otherwise, with one selected unit: the values for the unit's orders in the draft, and for a new order of the unit.
    - With several selected units: the values for a new order of all of them.
    - Without a selected unit: all units that an order can be given to.
    """
    if is_too_long(raw):
        return ()
    if not isinstance(form, Orders):
        return form.completions(raw, "")
    writing = _reached(form, _of_written(form, raw, state))
    if writing:
        return writing
    if len(state.acting) > 1 and state.focus < 0:
        return tuple({one.value: one for one in _of_new(form, raw, state)}.values())
    if state.acting:
        theirs = _reached(form, _of_theirs(form, raw, state))
        return _each_once((*theirs, *_of_new(form, raw, state)))
    return () if _is_written(form, raw, state) else tuple(Completion(value) for value in list_actors(form))


def _each_once(completions: Iterable[Completion]) -> tuple[Completion, ...]:
    """Return each value once: the way to it, if there is one."""
    found: dict[str, Completion] = {}
    for one in completions:
        if one.value not in found or (one.path and not found[one.value].path):
            found[one.value] = one
    return tuple(found.values())


def list_reroutes(form: Form[Any], raw: Any, state: EditorState) -> tuple[Completion, ...]:
    """Return the places to which the paths of the selected unit in the draft (`raw`, JSON) can lead instead.

    If no unit is selected, the units of the order being written count. Return () if several units are selected and no
    order is being written.
    """
    if is_too_long(raw) or not isinstance(form, Orders) or (len(state.acting) > 1 and state.focus < 0):
        return ()
    orders, who, found = order_edits.orders_in(raw), set(list_selected(form, raw, state)), dict[str, Completion]()
    for index, order in enumerate(orders):
        template = order_edits.template_of(form, order)
        if template is None or not who & set(order_edits.subjects_of(template, order)):
            continue
        for field in template.fields:
            if field.movement is not None and order_edits.values_in(order, field.name):
                unled = {name: value for name, value in order.items() if name != field.name}
                draft = [*orders[:index], unled, *orders[index + 1 :]]
                found |= {one.value: one for one in form.completions(draft, pointer(index, field.name))}
    return tuple(found.values())


def list_selected(form: Form[Any], raw: Any, state: EditorState) -> tuple[str, ...]:
    """Return the ids of the selected units or, if none is selected, of the units of the order being written."""
    orders = order_edits.orders_in(raw)
    if state.acting or not isinstance(form, Orders) or not 0 <= state.focus < len(orders):
        return state.acting
    template = order_edits.template_of(form, orders[state.focus])
    return order_edits.subjects_of(template, orders[state.focus]) if template is not None else ()


def _reached(form: Orders[Any], arguments: Iterator[Argument]) -> tuple[Completion, ...]:
    """Return the possible values of these arguments; a value of several arguments is returned once, for the first."""
    found: dict[str, Completion] = {}
    for draft, where in arguments:
        for one in form.completions(draft, where):
            found.setdefault(one.value, one)
    return tuple(found.values())


def _is_written(form: Orders[Any], raw: Any, state: EditorState) -> bool:
    """Return True if an order is being written whose subjects are selected, or if it has none or none is selected."""
    orders = order_edits.orders_in(raw)
    if not 0 <= state.focus < len(orders):
        return False
    template = order_edits.template_of(form, orders[state.focus])
    names = order_edits.subjects_of(template, orders[state.focus]) if template is not None else ()
    return template is not None and (not state.acting or not names or bool(set(state.acting) & set(names)))


def _of_written(form: Orders[Any], raw: Any, state: EditorState) -> Iterator[Argument]:
    """Yield the arguments of the order being written that can take another value."""
    if _is_written(form, raw, state):
        yield from _open(form, order_edits.orders_in(raw), state.focus)


def _of_theirs(form: Orders[Any], raw: Any, state: EditorState) -> Iterator[Argument]:
    """Yield, of each order of the selected units, the arguments that can take another value."""
    orders = order_edits.orders_in(raw)
    for index, order in enumerate(orders):
        template = order_edits.template_of(form, order)
        if template is not None and set(state.acting) & set(order_edits.subjects_of(template, order)):
            yield from _open(form, orders, index)


def _of_new(form: Orders[Any], raw: Any, state: EditorState) -> Iterator[Completion]:
    """Yield the values of possible new orders of the selected units; with a path only if they have no path yet."""
    orders, before = order_edits.orders_in(raw), find_problems(form, raw)
    has_path_order = any(_has_path(template) for template in _templates_of(form, orders, state))
    for template in form.cached_templates if len(orders) < form.max_orders() else ():
        new = None if template.is_rare or (has_path_order and _has_path(template)) else _begun(template, state)
        if new is None:
            continue
        found = [Completion(value) for field in template.fields if field.name in new and field.name != template.subject
                 for value in field.values]  # fmt: skip
        for name in _by_need(template, new):
            found += form.completions([*orders, new], pointer(len(orders), name))
        for one in found:
            if one.path or _can_be_new(form, orders, before, template, one.value, state):
                yield one


def _can_be_new(
    form: Orders[Any],
    orders: list[Any],
    before: tuple[Problem, ...],
    template: OrderTemplate,
    value: str,
    state: EditorState,
) -> bool:
    """Return True if a new order with the value causes no problem other than missing parts.

    `template` is the order's template, `before` the problems of the draft without the order.
    """
    order = order_edits.new_order(form, template, value, state.acting)
    return order is not None and is_only_unfinished(find_new_problems(form, before, [*orders, order]))


def _templates_of(form: Orders[Any], orders: list[Any], state: EditorState) -> Iterator[OrderTemplate]:
    """Yield the templates of the selected units' orders."""
    for order in orders:
        template = order_edits.template_of(form, order)
        if template is not None and set(state.acting) & set(order_edits.subjects_of(template, order)):
            yield template


def _has_path(template: OrderTemplate) -> bool:
    return any(field.movement is not None for field in template.fields)


def _begun(template: OrderTemplate, state: EditorState) -> dict[str, Any] | None:
    """Return a new order of the selected units with the values that leave no choice; None if it excludes a unit."""
    subject = next((field for field in template.fields if field.name == template.subject), None)
    if subject is None or not set(state.acting) <= set(subject.values):
        return None
    new: dict[str, Any] = {
        "order": template.verb,
        template.subject: list(state.acting) if subject.many else state.acting[0],
    }
    for field in template.fields:
        if field.name != template.subject and (values := fixed_values(field)):
            new[field.name] = list(values) if field.many else values[0]
    return new


def _open(form: Orders[Any], orders: list[Any], index: int) -> Iterator[Argument]:
    template = order_edits.template_of(form, orders[index])
    for name in _by_need(template, orders[index]) if template is not None else ():
        yield orders, pointer(index, name)


def _by_need(template: OrderTemplate, order: Any) -> list[str]:
    """Return the names of the arguments to complete now: path and end places, else the first missing, else all."""
    open_ = [field for field in template.fields if field.name != template.subject and not field.length]
    paths = [field for field in open_ if field.movement is not None]
    paths += [field for field in open_ if field.end_places and paths]
    empty = [field for field in open_ if not order_edits.values_in(order, field.name)]
    lacking = [field for field in empty if field.required][:1]
    rest = [field for field in open_ if field.many or field in empty or len(field.values) > 1]
    return [field.name for field in paths or lacking or rest]
