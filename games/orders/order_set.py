"""Order sets: many orders in one answer; each matches a template of the form.

A title subclasses `Orders` with its own order structs, and checks in `conflicts` the rules about several orders.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from games.kernel import notation
from games.kernel.drafts import Annotation, Completion, Preview, Proposal, Purse
from games.kernel.edits import Edit
from games.kernel.errors import Malformed, Problem, malformed, pointer
from games.kernel.forms import Form, Json, RandomSource
from games.kernel.text import Labels, Text, id_label
from games.kernel.type_errors import type_error_text
from games.kernel.unavailable import Unavailable, find_unavailable, unavailable_problem
from games.order_editor import order_edits
from games.order_editor.order_reasons import no_order_problems
from games.order_editor.paths import Chart, MovementRule, reachable_places
from games.order_editor.templates import (
    Field,
    Order,
    OrderTemplate,
    unavailable_schema,
    verb_of_type,
)
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_problems import (
    missing_argument_problem,
    required_fields,
    template_problems,
    type_problems,
    unknown_place_problem,
)
from games.orders.order_rendering import (
    describe_order,
    describe_raw_order,
    raw_order,
    render_order,
    values_of_raw_order,
    verb_of,
)
from games.orders.schema_rules import SchemaNote
from games.orders.template_schema import template_schema

__all__ = ["Field", "Order", "OrderTemplate", "Orders"]


O = TypeVar("O", bound=Order)  # noqa: E741


class _Found(NamedTuple):
    """Cached facts about an order: its raw form, its template, and whether its path gaps are filled."""

    raw: Json
    way: OrderTemplate | None
    is_filled: bool


class _Cost(NamedTuple):
    """Whether orders of a verb have a path, and whether they have a path or a price."""

    goes: bool
    costs: bool


_FREE = _Cost(goes=False, costs=False)
USUAL_ORDERS = Text("as usual", "いつもどおり")
NO_ORDERS = Text("no orders", "命令なし")
MOST_AGREED = 8
"""The number of answers that a form remembers: players try many, and recently read forms stay in memory."""
MOST_FOUND = 64
"""The number of orders that a form remembers, for the same reason."""
MOST_LED = 256
"""The number of orders whose filled paths a form remembers."""
SAMPLE_LINES = ("ALL IS WELL.", 'SIGNAL: "OFF #1, VIA=A, B"', "異常なし。")
"""Sample texts in the player's own words: in capitals like telegrams, since a sample must not depend on its case."""


class Orders(Form[tuple[O, ...]], Generic[O], frozen=True, kw_only=True, dict=True, tag="orders"):
    """A set of orders, possibly empty, in the order of writing.

    Subclass it with a `tag`; `order_types` lists the order structs, `no_orders_text` describes an empty answer.
    """

    order_types: ClassVar[tuple[type[Order], ...]] = ()
    no_orders_text: ClassVar[Text] = NO_ORDERS
    is_whole_turn: ClassVar[bool] = False
    """True if an answer is a whole turn, which an answer without orders wastes."""
    idle_behaviour: ClassVar[IdleBehaviour] = IdleBehaviour()
    range_rules: ClassVar[Mapping[str, str]] = {}
    """By verb, the rule that limits the range of these orders."""
    actor_arguments: ClassVar[tuple[str, ...]] = ()
    """Arguments that name the acting unit, for orders whose first argument is a tool: a sentence may name the unit
    first.
    """

    def templates(self) -> tuple[OrderTemplate, ...]:
        """Return every template of an order, with the currently legal values."""
        raise NotImplementedError

    def unavailable_templates(self) -> Iterable[OrderTemplate]:
        """Return the templates that are closed now but that a player may ask about, with the reason.

        A value listed as unavailable in a field is refused if the order fits the values of the template's other fields.
        """
        return ()

    @cached_property
    def cached_templates(self) -> tuple[OrderTemplate, ...]:
        """The result of `templates`, computed once per form."""
        return self.templates()

    @cached_property
    def templates_by_verb(self) -> dict[str, list[OrderTemplate]]:
        """The templates by their verb."""
        found: dict[str, list[OrderTemplate]] = {}
        for way in self.cached_templates:
            found.setdefault(way.verb, []).append(way)
        return found

    def conflicts(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        """Yield the conflicts between several orders, each legal alone."""
        return iter(())

    def max_orders(self) -> int:
        """Return the largest number of orders in one answer."""
        return 100

    def read(self, raw: object) -> tuple[O, ...]:
        if not isinstance(raw, list):
            raise malformed("", "This must be a list of orders.", "命令のリストで答えてください。", "type")
        orders: list[O] = []
        wrong: list[Problem] = []
        for index, item in enumerate(raw[: self.max_orders() + 1]):
            try:
                orders.append(self._read_order(item))
            except msgspec.ValidationError as error:
                found = list(self.unavailable_subject_problems(index, item))
                found = found or list(type_problems(index, item, self.order_types))
                wrong.extend(found or [Problem(pointer(index), "type", type_error_text(error)[0])])
        if wrong:
            raise Malformed(*wrong)
        return tuple(orders) if _costs_nothing(type(self)) else tuple(map(self._filled, orders))

    def unavailable_subject_problems(self, index: int, item: object) -> Iterator[Problem]:
        """Yield a problem for each unit in an incomplete order that cannot get such an order now."""
        open_ = {
            value
            for way in self.templates_by_verb.get(verb_of(item), ())
            for field in way.fields[:1]
            for value in field.values
        }
        for way in self.unavailable_templates():
            for field in way.fields[:1] if way.verb == verb_of(item) else ():
                for value in order_edits.values_in(item, field.name):
                    bar = find_unavailable(field.unavailable, value) if value not in open_ else None
                    if bar is not None:
                        yield unavailable_problem(pointer(index, field.name), value, bar)

    def _goes(self, order: O) -> bool:
        """Return True if orders of this verb have a path."""
        return self._cost_of(order).goes

    def _cost_of(self, order: O) -> "_Cost":
        """Return the cost facts of a verb, computed on demand: most verbs of a form are in no answer."""
        if _costs_nothing(type(self)):
            return _FREE
        verb = verb_of_type(type(order))
        known = self._costs.get(verb)
        if known is None:
            goes = pays = False
            for way in self.templates_by_verb.get(verb, ()):
                for field in way.fields:
                    goes, pays = goes or field.movement is not None, pays or bool(field.prices)
            known = self._costs[verb] = _Cost(goes, goes or pays)
        return known

    @cached_property
    def _costs(self) -> "dict[str, _Cost]":
        """The cost facts, by verb, as far as computed."""
        return {}

    def _filled(self, order: O) -> O:
        """Return the order with the gaps of its paths filled."""
        if not self._goes(order):
            return order
        known = self._found.get(order)
        if known is not None and known.is_filled:
            return order
        if order in self._led:
            return self._led[order]
        filled, raw, way = self._with_paths(order, order_edits.filled_path)
        self._note(filled, _Found(raw, way, is_filled=True))
        if len(self._led) >= MOST_LED:
            self._led.clear()
        self._led[order] = filled
        return filled

    @cached_property
    def _led(self) -> "dict[O, O]":
        """A cache of orders with filled paths, by the orders as written.

        An answer in a text is read line by line, and then as a whole.
        """
        return {}

    def _with_paths(
        self, order: O, change: Callable[[Any, OrderTemplate, Any, Field], tuple[str, ...]]
    ) -> tuple[O, Json, OrderTemplate | None]:
        """Return an order with changed paths, its raw form, and its template."""
        raw = msgspec.to_builtins(order)
        way = order_edits.template_of(self, raw)
        paths = [field for field in way.fields if field.movement is not None] if way is not None else []
        changed = {field.name: change(self, way, raw, field) for field in paths if way is not None}
        return (msgspec.structs.replace(order, **changed) if changed else order), raw | changed, way

    def _with_marks(self, order: O) -> O:
        """Return the order with the fewest waypoints that give its paths."""
        return self._with_paths(order, order_edits.waypoints_of)[0] if self._goes(order) else order

    @cached_property
    def _found(self) -> "dict[O, _Found]":
        """A cache of facts about orders with paths or prices.

        The form is immutable, so they stay valid while an answer is read, checked and used order by order.
        """
        return {}

    def _note(self, order: O, found: "_Found") -> None:
        if len(self._found) >= MOST_FOUND:
            self._found.clear()
        self._found[order] = found

    def _looked_up(self, order: O) -> "_Found":
        """Return the cached facts about an order, whether its gaps are filled or not."""
        found = self._found.get(order)
        if found is None:
            raw = msgspec.to_builtins(order)
            found = _Found(raw, order_edits.template_of(self, raw), is_filled=False)
            self._note(order, found)
        return found

    def _read_order(self, item: object) -> O:
        # Choose the type by the tag: msgspec analyses a union at every call, a fifth of the time of a random game.
        kind: Any = _kinds(self.order_types).get(verb_of(item))
        order: O = msgspec.convert(item, kind if kind is not None else _union(self.order_types))
        return order

    def write(self, answer: tuple[O, ...]) -> Any:
        return [msgspec.to_builtins(order) for order in answer]

    def problems(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        if len(answer) > self.max_orders():
            most = self.max_orders()
            yield Problem("", "count", Text("At most {most} orders.", "命令は{most}個までです。").format(most=most))
        found = [problem for index, order in enumerate(answer) for problem in self._misfits_of(index, order)]
        yield from found
        if not found and answer not in self._agreed:
            clashing = False
            for problem in self.combination_problems(answer):
                clashing = True
                yield problem
            if not clashing:
                self._remember(answer)

    @cached_property
    def _agreed(self) -> set[tuple[O, ...]]:
        """A cache of answers without conflicts.

        The form is immutable, so they stay valid: an answer that grows order by order is checked only once.
        """
        return set()

    def _remember(self, answer: tuple[O, ...]) -> None:
        """Record an answer without conflicts."""
        if len(self._agreed) >= MOST_AGREED:
            self._agreed.intersection_update(((),))
        self._agreed.add(answer)

    def may_add(self, answer: tuple[O, ...], order: O) -> bool:
        """Return True if a legal answer stays legal with this order."""
        if len(answer) >= self.max_orders() or next(self._misfits_of(len(answer), order), None) is not None:
            return False
        return self.may_add_matching(answer, order)

    def may_add_matching(self, answer: tuple[O, ...], order: O) -> bool:
        """Return True if a legal answer stays legal with this order, which matches a template.

        Purses and paths of the other orders are checked again only if this order has a price or a path, too.
        """
        longer, costs = (*answer, order), self._cost_of(order).costs
        clashes = self.combination_problems if costs else self.conflicts
        if next(iter(clashes(longer)), None) is not None:
            return False
        if costs or not answer or answer in self._agreed:
            self._remember(longer)
        return True

    def combination_problems(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        """Yield overspent purses, impossible paths and conflicting orders."""
        if not _costs_nothing(type(self)):
            yield from self._unpaid(answer)
        yield from self.conflicts(answer)

    def _unpaid(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        orders = list(self._costly_in(answer))
        yield from order_edits.overspent_problems(self, orders)
        for where, chart, walk, path in order_edits.paths_of(self, orders):
            unknown = [
                unknown_place_problem(where, place) for place in dict.fromkeys(path) if place not in self._known_places
            ]
            yield from unknown or self.path_problems(where, chart, walk, path)

    @cached_property
    def _known_places(self) -> frozenset[str]:
        """Every value of this form and every place of its charts: a path must not contain another word."""
        charts = (
            place
            for chart in self.charts().values()
            for place in (*chart.neighbours, *chain(*chart.neighbours.values()))
        )
        return frozenset((*charts, *self.values(), *(bar.value for bar in self.unavailable_values())))

    def _costly_in(self, answer: tuple[O, ...]) -> Iterator[order_edits.PlacedOrder]:
        """Yield the orders of an answer that have a path or a price, each with its index and template."""
        for index, order in enumerate(answer):
            found = self._looked_up(order) if self._cost_of(order).costs else None
            if found is not None and found.way is not None:
                yield index, found.raw, found.way

    def _misfits_of(self, index: int, order: O) -> Iterator[Problem]:
        verb = verb_of_type(type(order))
        return template_problems(index, order, self.templates_by_verb.get(verb, []), self._closed_to(verb))

    def _closed_to(self, verb: str) -> Iterator[OrderTemplate]:
        """Yield the closed templates of a verb; call it only when an order is refused."""
        yield from (way for way in self.unavailable_templates() if way.verb == verb)

    # --- drafts and taps

    def draft_problems(self, raw: Any) -> Iterator[Problem]:
        """Yield the problems of a draft's orders.

        For an order that cannot be read, yield only the missing arguments that reading does not report.
        """
        for index, item in enumerate(order_edits.orders_in(raw)[: self.max_orders()]):
            try:
                yield from self._misfits_of(index, self._filled(self._read_order(item)))
            except msgspec.ValidationError:
                way = order_edits.template_of(self, item)
                known = {field.name for field in required_fields(_kinds(self.order_types).get(verb_of(item)))}
                for field in way.fields if way is not None else ():
                    if field.required and field.name not in known and not order_edits.values_in(item, field.name):
                        yield missing_argument_problem(pointer(index, field.name), field.name)

    def charts(self) -> dict[str, Chart]:
        """Return the charts for paths, as far as the seat knows them."""
        return {}

    def purses(self) -> tuple[Purse, ...]:
        """Return the purses that pay the prices of values."""
        return ()

    def movement_for(self, verb: str, subjects: tuple[str, ...], walk: MovementRule) -> MovementRule:
        """Return the movement rule of units that act together; it may be stricter than `walk`."""
        return walk

    def path_problems(self, where: str, chart: Chart, walk: MovementRule, path: tuple[str, ...]) -> Iterator[Problem]:
        """Yield why the path at `where` is impossible."""
        return order_edits.path_problems(where, chart, walk, path)

    def proposals(self) -> tuple[Proposal, ...]:
        """Return complete answers to choose from: the default orders, if there are any, and no orders, if legal."""
        stay = Proposal(self.no_orders_text, [])
        usual = () if self.default() == () else (Proposal(USUAL_ORDERS, self.write(self.default())),)
        return usual if any(self.problems(())) else (*usual, stay)

    def planned_orders(self) -> tuple[O, ...]:
        """Return the orders planned earlier; a player may refer to one by a single name in it."""
        return ()

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        return order_edits.tap_edits(self, draft, value, acting)

    def completions(self, draft: Any, pointer: str) -> tuple[Completion, ...]:
        index, _, name = pointer.removeprefix("/").partition("/")
        if not index.isdecimal() or len(index) >= 4:
            return ()
        key = (msgspec.json.encode(draft), pointer)
        if key not in self._reached:
            if len(self._reached) >= MOST_AGREED:
                self._reached.clear()
            self._reached[key] = order_edits.completions(self, draft, int(index), name)
        return self._reached[key]

    @cached_property
    def _reached(self) -> dict[tuple[bytes, str], tuple[Completion, ...]]:
        """A cache of the completions of drafts' arguments: a page needs them several times."""
        return {}

    def no_edit_reasons(self, value: str, acting: Sequence[str] = (), labels: Labels = id_label) -> tuple[Problem, ...]:
        return no_order_problems(self, value, acting, labels)

    def preview(self, draft: Any) -> Preview:
        return order_edits.preview(self, draft)

    def idle_units(self) -> Collection[str]:
        """Return the units that `idle_behaviour` describes unless they get an order.

        If the behaviour is "stays", units that sail on are left out.
        """
        return ()

    def unit_places(self) -> Mapping[str, tuple[str, ...]]:
        """Return all names of the current place of each unit that can be ordered to go or stay."""
        return {}

    def units_without_orders(self, draft: Any) -> tuple[str, ...]:
        """Return the units that could act but have no order in the draft.

        If some units can move, return only such units.
        """
        acting = [way for way in self.templates() if way.subject and not way.is_rare]
        sailing = [way for way in acting if any(field.movement is not None for field in way.fields)]
        named = {
            value
            for order in order_edits.orders_in(draft)
            if isinstance(order, dict)
            for value in values_of_raw_order(order)
        }
        able = (field for way in sailing or acting for field in way.fields if field.name == way.subject)
        return tuple(dict.fromkeys(value for field in able for value in field.values if value not in named))

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        return order_edits.annotations(self, draft)

    # --- answers

    def default(self) -> tuple[O, ...]:
        return ()

    def example(self) -> tuple[O, ...]:
        """Return the first order that is legal alone, with the first of its values; otherwise the default."""
        for way in self.cached_templates:
            answer = self.read([self._first_order(way)])
            if next(self.combination_problems(answer), None) is None:
                return answer
        return self.default()

    def sample(self, pick: RandomSource) -> tuple[O, ...]:
        """Return a few random orders, without those that conflict with earlier ones."""
        ways = self.cached_templates
        answer: tuple[O, ...] = ()
        for _ in range(pick(min(len(ways), self.max_orders(), 4) + 1)):
            (order,) = self.read([self._sample_order(ways[pick(len(ways))], pick)])
            if self.may_add_matching(answer, order):
                answer = (*answer, order)
        return answer

    def _first_order(self, way: OrderTemplate) -> Json:
        """Return the first order of the template, with only the required arguments."""
        order: Json = {"order": way.verb}
        for field in way.fields:
            if field.required:
                values = self._values(way, field, order)
                order[field.name] = list(values[:1]) if field.is_list else values[0]
        return order

    def _sample_order(self, way: OrderTemplate, pick: RandomSource) -> Json:
        order: Json = {"order": way.verb}
        for field in way.fields:
            if field.movement is not None:
                values = self._values(way, field, order)
                order[field.name] = [values[pick(len(values))]] if values else []
            elif field.many:
                order[field.name] = _some(field, pick)
            elif field.required or pick(2):
                values = self._values(way, field, order)
                order[field.name] = values[pick(len(values))]
        return order

    def _values(self, way: OrderTemplate, field: Field, order: Json) -> tuple[str, ...]:
        """Return the possible values of an argument after the earlier ones: words, texts or destinations."""
        found = order_edits.movement_of(self, way, field, order)
        if found is not None:
            return reachable_places(*found, ())
        return tuple(words[: field.length] for words in SAMPLE_LINES) if field.length else field.values

    def is_forced(self) -> bool:
        return not self.cached_templates

    def needs_confirmation(self, answer: tuple[O, ...]) -> bool:
        return self.is_whole_turn and not answer and self.example() != ()

    def schema_limits(self) -> Iterator[Json]:
        """Yield the schema's limits on several orders (`games.orders.schema_rules`); `conflicts` refuses the rest."""
        return iter(())

    def schema_notes(self) -> Iterator[SchemaNote]:
        """Return the rules that no schema can express, in words."""
        return iter(())

    def line_examples(self, way: OrderTemplate) -> tuple[str, ...]:
        """Return examples for a text argument with a pattern."""
        return ()

    @cached_property
    def spend_only_purses(self) -> tuple[Purse, ...]:
        """Return the purses that orders only take from, never add to."""
        fields = [field for way in self.cached_templates for field in way.fields]
        costs = (cost for field in fields for price in field.prices.values() for cost in price.items())
        filled = {purse for purse, cost in costs if cost < 0}
        return tuple(purse for purse in self.purses() if purse.key not in filled)

    def schema(self) -> Json:
        ways = [template_schema(self, way) for way in self.cached_templates]
        limits = list(self.schema_limits())
        said: Json = {"type": "array", "maxItems": 0}
        if ways:
            said = {"type": "array", "items": {"anyOf": ways}, "maxItems": self.max_orders()}
        if limits:
            said["allOf"] = limits
        if notes := [note.as_schema() for note in self.schema_notes()]:
            said["x-rules"] = notes
        if bars := unavailable_schema((*self.cached_templates, *self.unavailable_templates())):
            said["x-unavailable"] = bars
        return said

    def values(self) -> Iterable[str]:
        named = (value for way in self.cached_templates for field in way.fields for value in field.values)
        return dict.fromkeys((*named, *self._led_to))

    @cached_property
    def _led_to(self) -> tuple[str, ...]:
        """Return the places of all charts in order: the starts of paths, and the places with a way to them."""
        found = dict.fromkeys(
            field.movement.start for way in self.cached_templates for field in way.fields if field.movement is not None
        )
        if not found:
            return ()
        for chart in self.charts().values():
            led = {place for around in chart.neighbours.values() for place in around}
            found |= dict.fromkeys(place for place in chart.neighbours if place in led)
        return tuple(found)

    def unavailable_values(self) -> Iterable[Unavailable]:
        return (
            bar
            for way in (*self.cached_templates, *self.unavailable_templates())
            for field in way.fields
            for bar in field.unavailable
        )

    def render(self, answer: tuple[O, ...]) -> str:
        shortest = (self._with_marks(order) for order in answer)
        return "\n".join(map(render_order, shortest)) if answer else notation.write_line("pass")

    def parse(self, text: str) -> object:
        lines = notation.read_lines(text)
        if not lines:
            raise malformed("", "Write `pass` for no orders.", "命令なしは「pass」と書いてください。", "notation")
        if len(lines) == 1 and notation.is_pass(lines[0]):
            return []
        kinds = {verb_of_type(kind): kind for kind in self.order_types}
        orders: list[Json] = []
        wrong: list[Problem] = []
        for line in lines:
            try:
                orders.append(raw_order(line, kinds))
            except Malformed as error:
                wrong.extend(error.problems)
        if wrong:
            raise Malformed(*wrong)
        return orders

    def describe(self, answer: tuple[O, ...], language: str, labels: Labels = id_label) -> str:
        if not answer:
            return self.no_orders_text.get(language)
        return "\n".join(
            describe_order(order, language, labels, self._spoken(verb_of_type(type(order)))) for order in answer
        )

    def describe_draft(self, raw: Any, language: str, labels: Labels = id_label) -> str:
        return "\n".join(
            describe_raw_order(order, language, labels)
            for order in order_edits.orders_in(raw)
            if verb_of(order) in self.templates_by_verb
        )

    def _spoken(self, verb: str) -> set[str]:
        """Return the arguments of an order in the player's own words."""
        return {field.name for way in self.templates_by_verb.get(verb, []) for field in way.fields if field.length}


@cache
def _costs_nothing(kind: type[Orders[Any]]) -> bool:
    """Return True if no order of such a form has a path or a price: it has no charts and no purses."""
    return kind.charts is Orders.charts and kind.purses is Orders.purses


@lru_cache(maxsize=64)
def _union(kinds: tuple[type[Order], ...]) -> Any:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union


@lru_cache(maxsize=64)
def _kinds(kinds: tuple[type[Order], ...]) -> dict[Any, type[Order]]:
    return {verb_of_type(kind): kind for kind in kinds}


def _some(field: Field, pick: RandomSource) -> list[str]:
    """Return a random selection of a list's values."""
    left = list(field.values)
    least = max(field.least, 1 if field.required else 0)
    count = least + pick(min(3, len(left)) + (0 if field.required else 1))
    return [left.pop(pick(len(left))) for _ in range(min(count, len(left), field.most or count))]
