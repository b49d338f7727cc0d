"""The edits that a tap can make to a draft of orders: a new order for the acting units, or a change of their orders.

The acting units are those that the player has selected. A raw order is an order as JSON, perhaps unfinished: its key
``order`` has the verb, its other keys have the arguments. Units and values are ids.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from games.kernel.drafts import NO_TEXT, Annotation, Completion, Preview, PreviewLine, Purse
from games.kernel.edits import Edit, find_new_problems, find_problems
from games.kernel.errors import Problem, pointer
from games.kernel.text import Labels, Text, join_texts, sanitized
from games.order_editor.paths import (
    Chart,
    MovementRule,
    Path,
    cost_band,
    fewest_waypoints,
    fill_path,
    passed_stop,
    path_cost,
    path_extension,
    path_extensions,
)
from games.order_editor.templates import Field, OrderTemplate

RawOrder = dict[str, Any]


class OrderForm(Protocol):
    """The methods of an order form that this module calls."""

    @property
    def cached_templates(self) -> tuple[OrderTemplate, ...]: ...

    @property
    def templates_by_verb(self) -> dict[str, list[OrderTemplate]]: ...

    def charts(self) -> dict[str, Chart]: ...

    def purses(self) -> tuple[Purse, ...]: ...

    def movement_for(self, verb: str, subjects: tuple[str, ...], movement: MovementRule) -> MovementRule: ...

    def max_orders(self) -> int: ...

    def line_examples(self, template: OrderTemplate) -> tuple[str, ...]: ...

    def read(self, raw: object) -> Any: ...

    def problems(self, answer: Any) -> Iterator[Problem]: ...

    def draft_problems(self, raw: Any) -> Iterable[Problem]: ...

    def describe(self, answer: Any, language: str, labels: Labels) -> str: ...

    def describe_draft(self, raw: Any, language: str, labels: Labels) -> str: ...


def orders_in(draft: Any) -> list[Any]:
    """Return the raw orders of a draft; [] if the draft is no list."""
    return list(draft) if isinstance(draft, list) else []


def values_in(order: Any, name: str) -> Path:
    """Return the values of the argument `name` in a raw order; () if the argument is missing."""
    value = order.get(name) if isinstance(order, dict) else None
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(one for one in value if isinstance(one, str) and one) if isinstance(value, list | tuple) else ()


def template_of(form: OrderForm, order: Any) -> OrderTemplate | None:
    """Return the first template of the form that accepts all present arguments of a raw order; None if none does."""
    verb = order.get("order") if isinstance(order, dict) else None
    for template in form.templates_by_verb.get(verb, ()) if isinstance(verb, str) else ():
        if all(_accepts(field, order.get(field.name)) for field in template.fields):
            return template
    return None


def _accepts(field: Field, given: Any) -> bool:
    """Return True if a field accepts what is given: nothing, a value, or each value of a list."""
    if not given or field.movement is not None or field.length:
        return True
    if isinstance(given, str):
        return given in field.values
    if isinstance(given, list | tuple):
        return all(one in field.values for one in given if isinstance(one, str) and one)
    return True


def subjects_of(template: OrderTemplate, order: Any) -> Path:
    """Return the ids of the units that a raw order of this template is given to.

    Return () if the order names none yet, or if orders of this template are given to no unit.
    """
    return values_in(order, template.subject) if template.subject else ()


def movement_of(
    form: OrderForm, template: OrderTemplate, field: Field, order: Any
) -> tuple[Chart, MovementRule] | None:
    """Return the chart and the movement rule for the path in one argument of a raw order.

    `field` is the argument's field in the order's template. The rule depends on the units that the order is given to.
    Return None if the argument is no path.
    """
    if field.movement is None:
        return None
    movement = form.movement_for(template.verb, subjects_of(template, order), field.movement)
    return form.charts().get(movement.chart, Chart()), movement


# --- taps


def tap_edits(form: OrderForm, draft: Any, value: str, acting: Sequence[str]) -> Iterator[Edit]:
    """Yield every edit of a draft that a tap on `value` can mean for the acting units; without any, for all units.

    First come changes of orders in the draft, then new orders. Orders that are given to no unit can be changed, too.
    """
    orders = orders_in(draft)
    for index, order in enumerate(orders):
        template = template_of(form, order)
        if template is None or (acting and template.subject and not set(acting) & set(subjects_of(template, order))):
            continue
        for field in template.fields:
            yield from _argument_edits(form, orders, index, template, field, value)
    if len(orders) >= form.max_orders() > 1:
        return  # the answer is full, and no order is dropped for a new one
    for template in sorted(form.cached_templates, key=lambda template: template.is_rare):
        new = new_order(form, template, value, acting)
        if new is not None and not _joins_list(template, new, orders):
            kept = orders[: form.max_orders() - 1]
            yield _edit(form, "new", [*kept, new], len(kept), template)


def _joins_list(template: OrderTemplate, new: RawOrder, orders: Sequence[Any]) -> bool:
    """Return True if the same units have such an order and it is one list, which takes everything more."""
    rest = [field for field in template.fields if field.name != template.subject]
    if not (len(rest) == 1 and rest[0].may_repeat and rest[0].ordered):
        return False
    units = subjects_of(template, new)
    return any(
        isinstance(one, dict) and one.get("order") == template.verb and subjects_of(template, one) == units
        for one in orders
    )


def _edit(form: OrderForm, kind: str, orders: list[Any], index: int, template: OrderTemplate, name: str = "") -> Edit:
    """Return the edit that makes `orders` the draft, with the cost of the changed order's path, if it has one.

    `index` is the changed order's index, `name` the changed argument ("" for the whole order).
    """
    at = pointer(index, name) if name else pointer(index)
    order = orders[index] if index < len(orders) else {}
    for field in template.fields:
        found = movement_of(form, template, field, order)
        path = values_in(order, field.name)
        if found is not None and path:
            chart, movement = found
            priced = path_completion(chart, movement, path)
            return Edit(kind, at, orders, priced.note, priced.price, priced.band, [order])
    return Edit(kind, at, orders, described_answer=[order] if order else orders)


def _with_argument(orders: list[Any], index: int, name: str, value: Any) -> list[Any]:
    """Return the orders with one argument of the order at `index` changed; None or [] removes the argument."""
    changed = {key: old for key, old in orders[index].items() if key != name}
    if value:
        changed[name] = value
    return [*orders[:index], changed, *orders[index + 1 :]]


def _argument_edits(
    form: OrderForm, orders: list[Any], index: int, template: OrderTemplate, field: Field, value: str
) -> Iterator[Edit]:
    """Yield the edits that a tap on `value` can make to one argument of the order at `index`."""
    if field.movement is not None:
        yield from _path_edits(form, orders, index, template, field, value)
        return
    if value not in field.values:
        return
    given, name = values_in(orders[index], field.name), field.name
    if value in field.end_places and value not in given:
        yield from _end_place_edits(form, orders, index, template, field, value)
        return
    if value in given and field.required and len(given) == 1 and not field.may_repeat:
        rest = [*orders[:index], *orders[index + 1 :]]
        if name == template.subject or field.many:
            yield Edit("leave_out", pointer(index), rest, described_answer=[orders[index]])
        return
    if not field.many:
        kind = "leave_out" if value in given else "set"
        yield _edit(
            form, kind, _with_argument(orders, index, name, None if value in given else value), index, template, name
        )
        return
    if value not in given or field.may_repeat:
        yield _edit(form, "add", _with_argument(orders, index, name, [*given, value]), index, template, name)
    if value in given:
        place = len(given) - 1 - given[::-1].index(value)
        if field.ordered and place:
            swapped = [*given[: place - 1], value, given[place - 1], *given[place + 1 :]]
            yield _edit(form, "up", _with_argument(orders, index, name, swapped), index, template, name)
        left = [*given[:place], *given[place + 1 :]]
        yield _edit(form, "leave_out", _with_argument(orders, index, name, left), index, template, name)


def _end_place_edits(
    form: OrderForm, orders: list[Any], index: int, template: OrderTemplate, field: Field, value: str
) -> Iterator[Edit]:
    """Yield the edits that set a value with an end place, such as a port, together with the path to this place.

    The path leads there directly, or on from its present end.
    """
    chosen = _with_argument(orders, index, field.name, value)
    path = next((one for one in template.fields if one.movement is not None), None)
    found = movement_of(form, template, path, orders[index]) if path is not None else None
    if path is None or found is None:
        yield _edit(form, "set", chosen, index, template, field.name)
        return
    old, goal = values_in(orders[index], path.name), field.end_places[value]
    if old and old[-1] == goal:
        yield _edit(form, "set", chosen, index, template, field.name)
        return
    straight = () if goal == found[1].start else fill_path(*found, (goal,)) or (goal,)
    yield _edit(form, "to", _with_argument(chosen, index, path.name, list(straight)), index, template, field.name)
    on = fill_path(*found, (*old, goal)) if old else None
    if on and on != straight:
        yield _edit(form, "on", _with_argument(chosen, index, path.name, list(on)), index, template, field.name)


def _path_edits(
    form: OrderForm, orders: list[Any], index: int, template: OrderTemplate, field: Field, value: str
) -> Iterator[Edit]:
    """Yield the edits of a path that a tap on a place can make: to the place, via it, on to it, or back to it."""
    found = movement_of(form, template, field, orders[index])
    if found is None or value not in found[0].neighbours:
        return
    path = values_in(orders[index], field.name)
    for kind, new_path in _extended_paths(*found, path, value, _required_end(template, orders[index])):
        if new_path and new_path != path:
            yield _edit(
                form, kind, _with_argument(orders, index, field.name, list(new_path)), index, template, field.name
            )


def _extended_paths(
    chart: Chart, movement: MovementRule, path: Path, value: str, goal: str
) -> Iterator[tuple[str, Path | None]]:
    """Yield the kind and the path of each edit that a tap on the place `value` can mean.

    If another argument requires the path to end at `goal`, the path can only lead to the goal via the place, or be
    extended to the place if it does not reach the goal yet.
    """
    back = path[: path.index(value) + 1] if value in path[:-1] else ()
    if back and not (goal and fill_path(chart, movement, (*back, goal)) == path):
        yield "back", back
    through = fill_path(chart, movement, (value, goal)) if goal and goal != value else None
    yield ("via", through) if through else ("to", _path_to(chart, movement, (), value) or (value,))
    if path and value not in path and path[-1] != goal:
        yield "on", _path_to(chart, movement, path, value)
    if path and value not in path and not through:
        yield "via", fill_path(chart, movement, (value, path[-1]))


def new_order(form: OrderForm, template: OrderTemplate, value: str, acting: Sequence[str]) -> RawOrder | None:
    """Return a new raw order of a template that names `value`, for the acting units; None if there is no such order.

    Without acting units, the order is given to the unit `value`, or else to all possible units. Required arguments with
    a single possible value are set, too.
    """
    order: RawOrder = {"order": template.verb}
    named = False
    for field in sorted(template.fields, key=lambda one: one.name != template.subject):
        if field.name == template.subject:
            chosen = _actors(field, value, acting)
            named = value in chosen
        elif not named and _can_name(form, template, field, order, value):
            chosen, named = _first_values(form, template, field, order, value), True
        else:
            chosen = field.values if field.required and len(field.values) == 1 else ()
        if field.name == template.subject and not chosen:
            return None
        if chosen:
            order[field.name] = list(chosen) if field.many or field.movement is not None else chosen[0]
    if not named:
        return None
    into = next((field for field in template.fields if value in field.end_places), None)
    if into is None or values_in(order, into.name) != (value,):
        return order
    edit = next(_end_place_edits(form, [{**order, into.name: ""}], 0, template, into, value))
    return dict(edit.answer[0])


def _actors(field: Field, value: str, acting: Sequence[str]) -> Path:
    """Return the units of a new order: the acting units that can get it; without acting units, the tapped unit.

    If the tapped value is no such unit, return all possible units. If the order takes one unit, return the first.
    """
    chosen = tuple(one for one in acting if one in field.values)
    if acting and not chosen:
        return ()
    if not chosen:
        chosen = (value,) if value in field.values else field.values
    return chosen if field.many else chosen[:1]


def _can_name(form: OrderForm, template: OrderTemplate, field: Field, order: RawOrder, value: str) -> bool:
    found = movement_of(form, template, field, order)
    if found is not None:
        return value in found[0].neighbours and (
            value != found[1].start or path_extension(*found, (), value) is not None
        )
    return value in field.values


def _first_values(form: OrderForm, template: OrderTemplate, field: Field, order: RawOrder, value: str) -> Path:
    found = movement_of(form, template, field, order)
    return (value,) if found is None else _path_to(*found, (), value) or (value,)


def _path_to(chart: Chart, movement: MovementRule, path: Path, value: str) -> Path | None:
    """Return a path extended to a place: the cheapest way that the movement rule allows, else the cheapest of all.

    Return None if no way leads there.
    """
    return path_extension(chart, movement, path, value) or fill_path(chart, movement, (*path, value))


# --- completions


def completions(form: OrderForm, draft: Any, index: int, name: str) -> tuple[Completion, ...]:
    """Return the values that the argument `name` of the draft's order at `index` can take next without a new problem.

    For a path, these are the places to which it can be extended. Return () if there is no such order or argument.
    """
    orders = orders_in(draft)
    template = template_of(form, orders[index]) if 0 <= index < len(orders) else None
    field = next((field for field in template.fields if field.name == name), None) if template is not None else None
    if template is None or field is None:
        return ()
    before = find_problems(form, draft)
    found = movement_of(form, template, field, orders[index])
    if found is None:
        steps = ((priced, _with_value(orders, index, field, priced.value)) for priced in _priced_values(form, field))
    else:
        path = values_in(orders[index], name)
        extended = path_extensions(*found, path)
        steps = (
            (path_completion(*found, to), _with_argument(orders, index, name, list(to))) for to in extended.values()
        )
    return tuple(
        priced for priced, answer in steps if answer is not None and not find_new_problems(form, before, answer)
    )


def path_completions(form: OrderForm, draft: Any, index: int, name: str) -> tuple[Completion, ...]:
    """Return the places to which the path `name` of the draft's order at `index` can be extended.

    Each has the extended path and its cost. Unlike `completions`, this ignores the other orders of the draft. Return ()
    if the argument is no path. Raises IndexError if the draft has no such order.
    """
    order = orders_in(draft)[index]
    template = template_of(form, order)
    field = next((field for field in template.fields if field.name == name), None) if template is not None else None
    found = movement_of(form, template, field, order) if template is not None and field is not None else None
    extended = path_extensions(*found, values_in(order, name)) if found is not None else {}
    return tuple(path_completion(*found, to) for to in extended.values()) if found is not None else ()


def _priced_values(form: OrderForm, field: Field) -> Iterator[Completion]:
    purses = {purse.key: purse for purse in form.purses()}
    for value in field.values:
        prices = field.prices.get(value, {})
        yield Completion(value, price=next(iter(prices.values()), 0), note=_price_note(prices, purses))


def _price_note(prices: Mapping[str, int], purses: Mapping[str, Purse]) -> Text:
    """Return the prices of a value in words, by purse; a refund has a plus sign."""
    if not prices:
        return NO_TEXT
    known = [(purses[key], price) for key, price in prices.items() if key in purses]
    paid = [
        (one.name, f"+{one.format_amount(-price)}" if price < 0 else one.format_amount(price)) for one, price in known
    ]
    return Text(
        ", ".join(f"{name.en} {price}" for name, price in paid), "、".join(f"{name.ja} {price}" for name, price in paid)
    )


def _with_value(orders: list[Any], index: int, field: Field, value: str) -> list[Any] | None:
    given = values_in(orders[index], field.name)
    if value in given and not field.may_repeat:
        return None
    return _with_argument(orders, index, field.name, [*given, value] if field.many else value)


def path_completion(chart: Chart, movement: MovementRule, path: Path) -> Completion:
    """Return a completion whose value is the last place of `path`, with the path, its cost, and the cost band.

    The cost of an impossible path is 0. `path` must not be empty.
    """
    price = path_cost(chart, movement, path)
    cost = price.cost if price is not None else 0
    band = cost_band(movement, cost)
    return Completion(path[-1], path, cost, band.tone if band else "", band.cost if band else NO_TEXT)


# --- previews


PlacedOrder = tuple[int, RawOrder, OrderTemplate]
"""The index of an order in the draft, the raw order, and its template."""


def placed_orders(form: OrderForm, draft: Any) -> list[PlacedOrder]:
    """Return the raw orders of a draft that match a template, each with its index and template.

    Arguments may be missing. All other orders are left out.
    """
    found = ((index, order, template_of(form, order)) for index, order in enumerate(orders_in(draft)))
    return [(index, order, template) for index, order, template in found if template is not None]


def purse_totals(form: OrderForm, draft: Any) -> dict[str, int]:
    """Return the total of the prices that the orders of a draft take from each purse, by the purse's key."""
    return _spent(form.purses(), placed_orders(form, draft))


def _spent(purses: Iterable[Purse], orders: Iterable[PlacedOrder]) -> dict[str, int]:
    spent = {purse.key: 0 for purse in purses}
    for _, order, template in orders:
        for field in template.fields:
            for value in values_in(order, field.name) if field.prices else ():
                for key, price in field.prices.get(value, {}).items():
                    spent[key] = spent.get(key, 0) + price
    return spent


def overspent_problems(form: OrderForm, orders: Iterable[PlacedOrder]) -> Iterator[Problem]:
    """Yield a problem for each purse of the form from which these orders together take more than its limit."""
    purses = form.purses()
    paid = _spent(purses, orders)
    for purse in purses:
        spent = paid[purse.key]
        if spent > purse.limit:
            whose = Text(f"{purse.subject}: ", f"{purse.subject}：") if purse.subject else Text.same("")
            text = Text(
                "{whose}{name}: {limit}, not {spent}.",
                "{whose}{name}：{limit}まで（{spent}必要）。",
            ).format(
                whose=whose,
                name=purse.name,
                limit=purse.format_amount(purse.limit),
                spent=purse.format_amount(spent),
            )
            yield Problem("", "overspent", text, purse.rule)


def preview(form: OrderForm, draft: Any) -> Preview:
    """Return the preview of a draft: a line with the cost of each path, and the total taken from each purse.

    The line of a path has the tone "risk" if its cost is above the last cost band, or if there are no bands.
    """
    lines: list[PreviewLine] = []
    for where, chart, movement, path in paths_in(form, draft):
        priced = path_completion(chart, movement, path)
        band = cost_band(movement, priced.price)
        most = band.max_cost if band is not None else movement.most
        text = Text("{price} of {most} moves", "移動{price}/{most}").format(price=priced.price, most=most)
        if band is not None and band.cost.en:
            text = join_texts((text, band.cost))
        lines.append(PreviewLine(where, priced.band or "risk", text))
    return Preview(tuple(lines), purse_totals(form, draft))


def paths_in(form: OrderForm, draft: Any) -> Iterator[tuple[str, Chart, MovementRule, Path]]:
    """Yield the JSON pointer, the chart, the movement rule and the places of each path in a draft."""
    return paths_of(form, placed_orders(form, draft))


def paths_of(form: OrderForm, orders: Iterable[PlacedOrder]) -> Iterator[tuple[str, Chart, MovementRule, Path]]:
    """Yield the JSON pointer, the chart, the movement rule and the places of each path in these orders of a draft."""
    for index, order, template in orders:
        for field in template.fields:
            path = values_in(order, field.name) if field.movement is not None else ()
            found = movement_of(form, template, field, order) if path else None
            if found is not None:
                yield pointer(index, field.name), *found, path


def annotations(form: OrderForm, draft: Any) -> tuple[Annotation, ...]:
    """Return the annotations of a draft: the marks and lines that show its orders on the picture of the board.

    An order with a path is shown only by the path, from its start. Any other order is shown by lines from its first
    unit to its targets or, if it is given to no unit, by marks on the values that it names.
    """
    found: list[Annotation] = []
    led_on = {where.split("/")[1] for where, *_ in paths_in(form, draft)}
    for index, order in enumerate(orders_in(draft)):
        template = template_of(form, order)
        for field in template.fields if template is not None else ():
            values = values_in(order, field.name)
            if template is None or not values or field.length or field.name == template.subject:
                continue
            where, walked = pointer(index, field.name), movement_of(form, template, field, order)
            if walked is not None:
                tone = path_completion(*walked, values).band
                found.append(Annotation("way", (walked[1].start, *values), tone, where, template.verb))
            elif str(index) in led_on:
                continue
            elif actors := subjects_of(template, order):
                found.append(Annotation("link", (actors[0], *values), "", where, template.verb))
            else:
                found.append(Annotation("at", values, "", where, template.verb))
    return tuple(found)


def filled_path(form: OrderForm, template: OrderTemplate, order: Any, field: Field) -> Path:
    """Return the path in one argument of a raw order without gaps, extended to the end that another argument requires.

    `field` is the argument's field in the order's template. Another argument, such as a port, may require the place
    where the path ends. A path that cannot be extended is only filled, and a path whose gaps cannot be filled is
    returned as it is.
    """
    path, found = values_in(order, field.name), movement_of(form, template, field, order)
    if found is None:
        return path
    goal = _required_end(template, order)
    if goal and goal != (path[-1] if path else found[1].start):
        return fill_path(*found, (*path, goal)) or fill_path(*found, path) or path
    return fill_path(*found, path) or path


def _required_end(template: OrderTemplate, order: Any) -> str:
    """Return the place where the order's other arguments require its path to end; "" if they require none."""
    edit = (field.end_places.get(value, "") for field in template.fields for value in values_in(order, field.name))
    return next(filter(None, edit), "")


def waypoints_of(form: OrderForm, template: OrderTemplate, order: Any, field: Field) -> Path:
    """Return the fewest waypoints from which `filled_path` restores the path in one argument of a raw order.

    `field` is the argument's field in the order's template.
    """
    path, found = values_in(order, field.name), movement_of(form, template, field, order)
    return path if found is None else fewest_waypoints(*found, path)


def path_problems(where: str, chart: Chart, movement: MovementRule, path: Path, rule: str = "") -> Iterator[Problem]:
    """Yield at most one problem: why a path is impossible.

    A path is impossible if it goes on after a stop, has a gap, enters a place twice although the rule forbids that,
    costs too little or too much, or turns too often. `where` is the JSON pointer to the path, `rule` the number of the
    rule that the problem names.
    """
    stop = passed_stop(chart, path)
    price = path_cost(chart, movement, path)
    if stop:
        yield Problem(where, "stop", Text("The way ends at {stop}.", "{stop} で停止します。").format(stop=stop), rule)
    elif price is None:
        lost = next(path[end] for end in range(len(path)) if path_cost(chart, movement, path[: end + 1]) is None)
        text = Text("No way leads to '{lost}'.", "「{lost}」への航路はありません。").format(lost=sanitized(lost))
        if path == (movement.start,):
            text = Text("It is at '{lost}' already.", "すでに「{lost}」にいます。").format(lost=sanitized(lost))
        yield Problem(where, "no_way", text, rule)
    elif movement.no_revisits and len({movement.start, *path}) <= len(path):
        yield Problem(where, "twice", Text("No place is entered twice.", "同じ場所に二度は入れません。"), rule)
    elif not movement.least <= price.cost <= movement.most:
        text = Text(
            "The way costs {least} to {most}, not {cost}.",
            "航路は{least}〜{most}です（{cost}必要）。",
        ).format(least=movement.least, most=movement.most, cost=price.cost)
        yield Problem(where, "range", text, rule)
    elif price.turns > movement.most_turns:
        text = Text(
            "At most {most_turns} turns, not {turns}.",
            "旋回は{most_turns}回までです（{turns}回）。",
        ).format(most_turns=movement.most_turns, turns=price.turns)
        yield Problem(where, "turns", text, rule)
