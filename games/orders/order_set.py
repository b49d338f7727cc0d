"""Order sets: many orders in one answer; each matches a template of the form.

A title subclasses `Orders` with its own order structs, and checks in `conflicts` the rules about several orders.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
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
from games.order_editor.paths import Chart, MovementRule
from games.order_editor.templates import (
    Field,
    Order,
    OrderTemplate,
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
    read_order,
    render_order,
    types_by_verb,
    values_of_raw_order,
    verb_of,
)
from games.orders.sample_orders import first_order, random_order
from games.orders.schema_rules import SchemaNote
from games.orders.template_schema import orders_schema

__all__ = ["Field", "Order", "OrderTemplate", "Orders"]


O = TypeVar("O", bound=Order)  # noqa: E741


class _Found(NamedTuple):
    """Cached facts about an order: its JSON, its template (None if no template fits), and if its paths have no gaps."""

    raw: Json
    template: OrderTemplate | None
    is_filled: bool


class _Cost(NamedTuple):
    """Facts about the orders of a verb: `goes` is True if they have a path, `costs` if they have a path or a price."""

    goes: bool
    costs: bool


_FREE = _Cost(goes=False, costs=False)
DEFAULT_ORDERS = Text("default", "既定")
AS_USUAL = Text("as usual", "いつもどおり")
"""Another name by which an e-mail may choose the default orders."""
NO_ORDERS = Text("no orders", "命令なし")
MOST_AGREED = 8
"""The largest number of answers in a cache of a form: players try many, and recently read forms stay in memory."""
MOST_FOUND = 64
"""The largest number of orders in a form's cache of facts about orders."""
MOST_LED = 256
"""The largest number of orders in a form's cache of filled paths."""


class Orders(Form[tuple[O, ...]], Generic[O], frozen=True, kw_only=True, dict=True, tag="orders"):
    """A form whose answer is a tuple of orders, possibly empty, in the sequence in which the player wrote them.

    A title subclasses it with a `tag` and its `order_types`, and implements `templates`. An order may have a path. A
    player may write only some places of the path; the form fills the gaps.
    """

    order_types: ClassVar[tuple[type[Order], ...]] = ()
    """The structs of the orders, one for each verb."""
    no_orders_text: ClassVar[Text] = NO_ORDERS
    """The text for players that describes an empty answer."""
    is_whole_turn: ClassVar[bool] = False
    """True if an answer decides a whole turn. An empty answer then wastes the turn, and needs a confirmation."""
    idle_behaviour: ClassVar[IdleBehaviour] = IdleBehaviour()
    """The behaviour of units that get no order."""
    range_rules: ClassVar[Mapping[str, str]] = {}
    """The number of the rule that limits the range of the orders with a verb, by verb."""
    actor_arguments: ClassVar[tuple[str, ...]] = ()
    """Names of arguments with the acting unit, for orders whose first argument is a tool. A sentence in free text may
    name the unit first.
    """

    def templates(self) -> tuple[OrderTemplate, ...]:
        """Return the templates of the orders that are possible now, with the legal values of each argument."""
        raise NotImplementedError

    def unavailable_templates(self) -> Iterable[OrderTemplate]:
        """Return templates of orders that are not possible now but that a player may ask about.

        If an order has a value that such a template lists as unavailable, and the order fits the other fields of the
        template, the order is refused with the reason that the template gives.
        """
        return ()

    @cached_property
    def cached_templates(self) -> tuple[OrderTemplate, ...]:
        """The result of `templates`, computed once per form."""
        return self.templates()

    @cached_property
    def templates_by_verb(self) -> dict[str, list[OrderTemplate]]:
        """The result of `templates`, grouped by verb, in the same sequence."""
        found: dict[str, list[OrderTemplate]] = {}
        for template in self.cached_templates:
            found.setdefault(template.verb, []).append(template)
        return found

    def conflicts(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        """Yield a problem for each conflict between orders of an answer; each order is legal when given alone."""
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
                orders.append(read_order(item, self.order_types))
            except msgspec.ValidationError as error:
                found = list(self.unavailable_subject_problems(index, item))
                found = found or list(type_problems(index, item, self.order_types))
                wrong.extend(found or [Problem(pointer(index), "type", type_error_text(error)[0])])
        if wrong:
            raise Malformed(*wrong)
        return tuple(orders) if _costs_nothing(type(self)) else tuple(map(self._filled, orders))

    def unavailable_subject_problems(self, index: int, item: object) -> Iterator[Problem]:
        """Yield the reason for each unit in a raw order (`item`) that cannot get an order with this verb now.

        Only units for which the form knows a reason are reported. `index` is the place of the order in the answer.
        """
        open_ = {
            value
            for template in self.templates_by_verb.get(verb_of(item), ())
            for field in template.fields[:1]
            for value in field.values
        }
        for template in self.unavailable_templates():
            for field in template.fields[:1] if template.verb == verb_of(item) else ():
                for value in order_edits.values_in(item, field.name):
                    bar = find_unavailable(field.unavailable, value) if value not in open_ else None
                    if bar is not None:
                        yield unavailable_problem(pointer(index, field.name), value, bar)

    def _goes(self, order: O) -> bool:
        """Return True if orders with this order's verb have a path."""
        return self._cost_of(order).goes

    def _cost_of(self, order: O) -> "_Cost":
        """Return the facts about paths and prices of an order's verb, computed when first needed."""
        if _costs_nothing(type(self)):
            return _FREE
        verb = verb_of_type(type(order))
        known = self._costs.get(verb)
        if known is None:
            goes = pays = False
            for template in self.templates_by_verb.get(verb, ()):
                for field in template.fields:
                    goes, pays = goes or field.movement is not None, pays or bool(field.prices)
            known = self._costs[verb] = _Cost(goes, goes or pays)
        return known

    @cached_property
    def _costs(self) -> "dict[str, _Cost]":
        """A cache of facts about paths and prices, by verb."""
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
        filled, raw, template = self._with_paths(order, order_edits.filled_path)
        self._note(filled, _Found(raw, template, is_filled=True))
        if len(self._led) >= MOST_LED:
            self._led.clear()
        self._led[order] = filled
        return filled

    @cached_property
    def _led(self) -> "dict[O, O]":
        """A cache of orders with filled paths, by the orders as the player wrote them.

        It is needed because an answer in a text is read line by line, and then again as a whole.
        """
        return {}

    def _with_paths(
        self, order: O, change: Callable[[Any, OrderTemplate, Any, Field], tuple[str, ...]]
    ) -> tuple[O, Json, OrderTemplate | None]:
        """Return the order with each path replaced by the result of `change`, its JSON, and its template.

        `change` is called with (form, template, JSON of the order, field of the path). The template is None if no
        template fits; then nothing is changed.
        """
        raw = msgspec.to_builtins(order)
        template = order_edits.template_of(self, raw)
        paths = [field for field in template.fields if field.movement is not None] if template is not None else []
        changed = {field.name: change(self, template, raw, field) for field in paths if template is not None}
        return (msgspec.structs.replace(order, **changed) if changed else order), raw | changed, template

    def _with_marks(self, order: O) -> O:
        """Return the order with each path reduced to the fewest places from which the form fills in the same path."""
        return self._with_paths(order, order_edits.waypoints_of)[0] if self._goes(order) else order

    @cached_property
    def _found(self) -> "dict[O, _Found]":
        """A cache of facts about orders with paths or prices. They stay valid, because the form is immutable."""
        return {}

    def _note(self, order: O, found: "_Found") -> None:
        if len(self._found) >= MOST_FOUND:
            self._found.clear()
        self._found[order] = found

    def _looked_up(self, order: O) -> "_Found":
        """Return the facts about an order from the cache; if they are missing there, compute and add them."""
        found = self._found.get(order)
        if found is None:
            raw = msgspec.to_builtins(order)
            found = _Found(raw, order_edits.template_of(self, raw), is_filled=False)
            self._note(order, found)
        return found

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
        """A cache of answers without conflicts, so that an answer that grows order by order is checked only once."""
        return set()

    def _remember(self, answer: tuple[O, ...]) -> None:
        """Add an answer without conflicts to the cache."""
        if len(self._agreed) >= MOST_AGREED:
            self._agreed.intersection_update(((),))
        self._agreed.add(answer)

    def may_add(self, answer: tuple[O, ...], order: O) -> bool:
        """Return True if a legal answer stays legal when this order is added."""
        if len(answer) >= self.max_orders() or next(self._misfits_of(len(answer), order), None) is not None:
            return False
        return self.may_add_matching(answer, order)

    def may_add_matching(self, answer: tuple[O, ...], order: O) -> bool:
        """Return True if a legal answer stays legal when this order is added; the order must match a template.

        This is faster than `may_add`. Purses and paths of the other orders are checked again only if this order has a
        price or a path, too.
        """
        longer, costs = (*answer, order), self._cost_of(order).costs
        clashes = self.combination_problems if costs else self.conflicts
        if next(iter(clashes(longer)), None) is not None:
            return False
        if costs or not answer or answer in self._agreed:
            self._remember(longer)
        return True

    def combination_problems(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        """Yield the problems of an answer whose orders each match a template.

        They are overspent purses, impossible paths and conflicts between orders.
        """
        if not _costs_nothing(type(self)):
            yield from self._unpaid(answer)
        yield from self.conflicts(answer)

    def _unpaid(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        orders = list(self._costly_in(answer))
        yield from order_edits.overspent_problems(self, orders)
        for where, chart, movement, path in order_edits.paths_of(self, orders):
            unknown = [
                unknown_place_problem(where, place) for place in dict.fromkeys(path) if place not in self._known_places
            ]
            yield from unknown or self.path_problems(where, chart, movement, path)

    @cached_property
    def _known_places(self) -> frozenset[str]:
        """All words that a path may contain: the values of this form and the places of its charts."""
        others = (*self.values(), *(bar.value for bar in self.unavailable_values()))
        return frozenset(others).union(*(chart.places for chart in self.charts().values()))

    def _costly_in(self, answer: tuple[O, ...]) -> Iterator[order_edits.PlacedOrder]:
        """Yield the orders of an answer that have a path or a price, each with its index and template."""
        for index, order in enumerate(answer):
            found = self._looked_up(order) if self._cost_of(order).costs else None
            if found is not None and found.template is not None:
                yield index, found.raw, found.template

    def _misfits_of(self, index: int, order: O) -> Iterator[Problem]:
        verb = verb_of_type(type(order))
        return template_problems(index, order, self.templates_by_verb.get(verb, []), self._closed_to(verb))

    def _closed_to(self, verb: str) -> Iterator[OrderTemplate]:
        """Yield the templates of a verb that are unavailable now. They are computed only when an order is refused."""
        yield from (template for template in self.unavailable_templates() if template.verb == verb)

    # --- drafts and taps

    def draft_problems(self, raw: Any) -> Iterator[Problem]:
        """Yield the reasons why orders of a draft (`raw`, the answer's JSON, perhaps unfinished) match no template.

        For an order that `read` refuses, yield only the missing arguments that the refusal does not report.
        """
        for index, item in enumerate(order_edits.orders_in(raw)[: self.max_orders()]):
            try:
                yield from self._misfits_of(index, self._filled(read_order(item, self.order_types)))
            except msgspec.ValidationError:
                template = order_edits.template_of(self, item)
                known = {field.name for field in required_fields(types_by_verb(self.order_types).get(verb_of(item)))}
                for field in template.fields if template is not None else ():
                    if field.required and field.name not in known and not order_edits.values_in(item, field.name):
                        yield missing_argument_problem(pointer(index, field.name), field.name)

    def charts(self) -> dict[str, Chart]:
        """Return the charts for the paths of orders, by key, as far as the seat knows them."""
        return {}

    def purses(self) -> tuple[Purse, ...]:
        """Return the purses (budgets) from which the prices of values are paid."""
        return ()

    def movement_for(self, verb: str, subjects: tuple[str, ...], movement: MovementRule) -> MovementRule:
        """Return the movement rule for units that move together by an order with the verb `verb`.

        `subjects` are the ids of the units. `movement` is the rule in the order's template; the result may be stricter.
        """
        return movement

    def path_problems(
        self, where: str, chart: Chart, movement: MovementRule, path: tuple[str, ...]
    ) -> Iterator[Problem]:
        """Yield a problem for each reason why a path is impossible; `where` is the JSON pointer to the path."""
        return order_edits.path_problems(where, chart, movement, path)

    def proposals(self) -> tuple[Proposal, ...]:
        """Return the complete answers that the player may choose as they are.

        They are the default orders, if there are any, and "no orders", if that is legal.
        """
        stay = Proposal(self.no_orders_text, [])
        usual = () if self.default() == () else (Proposal(DEFAULT_ORDERS, self.write(self.default())),)
        return usual if any(self.problems(())) else (*usual, stay)

    def proposals_with_aliases(self) -> tuple[Proposal, ...]:
        found = self.proposals()
        return (*found, *(Proposal(AS_USUAL, one.answer) for one in found if one.name == DEFAULT_ORDERS))

    def planned_orders(self) -> tuple[O, ...]:
        """Return orders that the seat has planned for this question at an earlier one.

        In a text, a player may refer to a planned order by the name of a card or unit in it.
        """
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
        """A cache of completions by (JSON of the draft, pointer to the argument): a page needs them several times."""
        return {}

    def no_edit_reasons(self, value: str, acting: Sequence[str] = (), labels: Labels = id_label) -> tuple[Problem, ...]:
        return no_order_problems(self, value, acting, labels)

    def preview(self, draft: Any) -> Preview:
        return order_edits.preview(self, draft)

    def idle_units(self) -> Collection[str]:
        """Return the ids of the units that behave as `idle_behaviour` says if they get no order.

        If the behaviour is "stays", units that continue an earlier voyage are left out.
        """
        return ()

    def unit_places(self) -> Mapping[str, tuple[str, ...]]:
        """Return, by unit, all ids of the place where the unit is; only for units that can be ordered to go or stay."""
        return {}

    def units_without_orders(self, draft: Any) -> tuple[str, ...]:
        """Return the ids of the units that could get an order but that no order of the draft names.

        If orders with a path are possible for any unit, only units that can get such an order are returned. Rare orders
        do not count.
        """
        acting = [template for template in self.templates() if template.subject and not template.is_rare]
        sailing = [template for template in acting if any(field.movement is not None for field in template.fields)]
        named = {
            value
            for order in order_edits.orders_in(draft)
            if isinstance(order, dict)
            for value in values_of_raw_order(order)
        }
        able = (field for template in sailing or acting for field in template.fields if field.name == template.subject)
        return tuple(dict.fromkeys(value for field in able for value in field.values if value not in named))

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        return order_edits.annotations(self, draft)

    # --- answers

    def default(self) -> tuple[O, ...]:
        return ()

    def example(self) -> tuple[O, ...]:
        """Return an answer with one legal order, whose arguments have their first legal values.

        The templates are tried in sequence. If none of them gives a legal order, return the default.
        """
        for template in self.cached_templates:
            answer = self.read([first_order(self, template)])
            if next(self.combination_problems(answer), None) is None:
                return answer
        return self.default()

    def sample(self, pick: RandomSource) -> tuple[O, ...]:
        """Return a legal answer with up to four random orders, without any that conflict with earlier ones."""
        templates = self.cached_templates
        answer: tuple[O, ...] = ()
        for _ in range(pick(min(len(templates), self.max_orders(), 4) + 1)):
            (order,) = self.read([random_order(self, templates[pick(len(templates))], pick)])
            if self.may_add_matching(answer, order):
                answer = (*answer, order)
        return answer

    def is_forced(self) -> bool:
        return not self.cached_templates

    def needs_confirmation(self, answer: tuple[O, ...]) -> bool:
        return self.is_whole_turn and not answer and self.example() != ()

    def schema_limits(self) -> Iterator[Json]:
        """Yield parts of a JSON Schema that limit the whole list of orders; `games.orders.schema_rules` makes them.

        The limits need not be complete, because `conflicts` decides.
        """
        return iter(())

    def schema_notes(self) -> Iterator[SchemaNote]:
        """Yield, in words, the rules about the answer that no JSON Schema can express."""
        return iter(())

    def line_examples(self, template: OrderTemplate) -> tuple[str, ...]:
        """Return legal texts for the argument of a template (`template`) that is a text with a pattern."""
        return ()

    @cached_property
    def spend_only_purses(self) -> tuple[Purse, ...]:
        """Return the purses that no order of this form refills."""
        fields = [field for template in self.cached_templates for field in template.fields]
        costs = (cost for field in fields for price in field.prices.values() for cost in price.items())
        filled = {purse for purse, cost in costs if cost < 0}
        return tuple(purse for purse in self.purses() if purse.key not in filled)

    def schema(self) -> Json:
        return orders_schema(self)

    def values(self) -> Iterable[str]:
        named = (value for template in self.cached_templates for field in template.fields for value in field.values)
        return dict.fromkeys((*named, *self._led_to))

    @cached_property
    def _led_to(self) -> tuple[str, ...]:
        """Return the places that paths can contain: where paths start, and places that a neighbour leads to."""
        found = dict.fromkeys(
            field.movement.start
            for template in self.cached_templates
            for field in template.fields
            if field.movement is not None
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
            for template in (*self.cached_templates, *self.unavailable_templates())
            for field in template.fields
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
        kinds = types_by_verb(self.order_types)
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
        """Return the names of the arguments of a verb whose values are texts of the player."""
        return {
            field.name for template in self.templates_by_verb.get(verb, []) for field in template.fields if field.length
        }


@cache
def _costs_nothing(kind: type[Orders[Any]]) -> bool:
    """Return True if no order of a form class has a path or a price, because the class has no charts and no purses."""
    return kind.charts is Orders.charts and kind.purses is Orders.purses
