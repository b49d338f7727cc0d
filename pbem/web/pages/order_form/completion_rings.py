"""Completions on the picture: of the order being written, else of the selected unit, else the possible subjects."""

from collections.abc import Iterator
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
"""A draft and the pointer to an argument in it that can take another value."""


def list_completions(form: Form[Any], raw: Any, state: EditorState) -> tuple[Completion, ...]:
    """Return the completions.

    For a selected unit they are only those of its own orders; for several, those of a common new one.
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
        return tuple({one.value: one for one in (*_of_new(form, raw, state), *theirs)}.values())
    return () if _is_written(form, raw, state) else tuple(Completion(value) for value in list_actors(form))


def list_reroutes(form: Form[Any], raw: Any, state: EditorState) -> tuple[Completion, ...]:
    """Return the places to which the selected unit's path can be redirected."""
    if is_too_long(raw) or not isinstance(form, Orders) or (len(state.acting) > 1 and state.focus < 0):
        return ()
    orders, who, found = order_edits.orders_in(raw), set(list_selected(form, raw, state)), dict[str, Completion]()
    for index, order in enumerate(orders):
        way = order_edits.template_of(form, order)
        if way is None or not who & set(order_edits.subjects_of(way, order)):
            continue
        for field in way.fields:
            if field.movement is not None and order_edits.values_in(order, field.name):
                unled = {name: value for name, value in order.items() if name != field.name}
                draft = [*orders[:index], unled, *orders[index + 1 :]]
                found |= {one.value: one for one in form.completions(draft, pointer(index, field.name))}
    return tuple(found.values())


def list_selected(form: Form[Any], raw: Any, state: EditorState) -> tuple[str, ...]:
    """Return the selected units: the subject, or that of the order being written."""
    orders = order_edits.orders_in(raw)
    if state.acting or not isinstance(form, Orders) or not 0 <= state.focus < len(orders):
        return state.acting
    way = order_edits.template_of(form, orders[state.focus])
    return order_edits.subjects_of(way, orders[state.focus]) if way is not None else ()


def _reached(form: Orders[Any], arguments: Iterator[Argument]) -> tuple[Completion, ...]:
    """Return the possible values of these arguments, each once, from the first argument that takes it."""
    found: dict[str, Completion] = {}
    for draft, where in arguments:
        for one in form.completions(draft, where):
            found.setdefault(one.value, one)
    return tuple(found.values())


def _is_written(form: Orders[Any], raw: Any, hold: EditorState) -> bool:
    """Return True if an order is being written, and only by the selected units."""
    orders = order_edits.orders_in(raw)
    if not 0 <= hold.focus < len(orders):
        return False
    way = order_edits.template_of(form, orders[hold.focus])
    names = order_edits.subjects_of(way, orders[hold.focus]) if way is not None else ()
    return way is not None and (not hold.acting or not names or bool(set(hold.acting) & set(names)))


def _of_written(form: Orders[Any], raw: Any, hold: EditorState) -> Iterator[Argument]:
    """Return the arguments of the order being written."""
    if _is_written(form, raw, hold):
        yield from _open(form, order_edits.orders_in(raw), hold.focus)


def _of_theirs(form: Orders[Any], raw: Any, hold: EditorState) -> Iterator[Argument]:
    """Return the arguments of all orders of the selected unit."""
    orders = order_edits.orders_in(raw)
    for index, order in enumerate(orders):
        way = order_edits.template_of(form, order)
        if way is not None and set(hold.acting) & set(order_edits.subjects_of(way, order)):
            yield from _open(form, orders, index)


def _of_new(form: Orders[Any], raw: Any, hold: EditorState) -> Iterator[Completion]:
    """Return possible further orders of the selected unit; of two paths it can go only one."""
    orders, before = order_edits.orders_in(raw), find_problems(form, raw)
    led = any(_has_path(way) for way in _ways_of(form, orders, hold))
    for way in form.cached_templates if len(orders) < form.max_orders() else ():
        new = None if way.is_rare or (led and _has_path(way)) else _begun(way, hold)
        if new is None:
            continue
        found = [Completion(value) for field in way.fields if field.name in new and field.name != way.subject
                 for value in field.values]  # fmt: skip
        for name in _by_need(way, new):
            found += form.completions([*orders, new], pointer(len(orders), name))
        for one in found:
            if one.path or _can_be_new(form, orders, before, way, one.value, hold):
                yield one


def _can_be_new(
    form: Orders[Any], orders: list[Any], before: tuple[Problem, ...], way: OrderTemplate, value: str, hold: EditorState
) -> bool:
    """Return True if a new order with the value is legal or unfinished: completions cannot judge an unfinished one."""
    order = order_edits.new_order(form, way, value, hold.acting)
    return order is not None and is_only_unfinished(find_new_problems(form, before, [*orders, order]))


def _ways_of(form: Orders[Any], orders: list[Any], hold: EditorState) -> Iterator[OrderTemplate]:
    """Return the ways of the selected unit's orders."""
    for order in orders:
        way = order_edits.template_of(form, order)
        if way is not None and set(hold.acting) & set(order_edits.subjects_of(way, order)):
            yield way


def _has_path(way: OrderTemplate) -> bool:
    return any(field.movement is not None for field in way.fields)


def _begun(way: OrderTemplate, hold: EditorState) -> dict[str, Any] | None:
    """Return a new order of the selected unit with the values that leave no choice; None if this way is impossible."""
    subject = next((field for field in way.fields if field.name == way.subject), None)
    if subject is None or not set(hold.acting) <= set(subject.values):
        return None
    new: dict[str, Any] = {"order": way.verb, way.subject: list(hold.acting) if subject.many else hold.acting[0]}
    for field in way.fields:
        if field.name != way.subject and (values := fixed_values(field)):
            new[field.name] = list(values) if field.many else values[0]
    return new


def _open(form: Orders[Any], orders: list[Any], index: int) -> Iterator[Argument]:
    way = order_edits.template_of(form, orders[index])
    for name in _by_need(way, orders[index]) if way is not None else ():
        yield orders, pointer(index, name)


def _by_need(way: OrderTemplate, order: Any) -> list[str]:
    """Return the arguments to complete first: the path and its ports, else the missing ones, else all others."""
    open_ = [field for field in way.fields if field.name != way.subject and not field.length]
    paths = [field for field in open_ if field.movement is not None]
    paths += [field for field in open_ if field.end_places and paths]
    empty = [field for field in open_ if not order_edits.values_in(order, field.name)]
    lacking = [field for field in empty if field.required][:1]
    rest = [field for field in open_ if field.many or field in empty or len(field.values) > 1]
    return [field.name for field in paths or lacking or rest]
