"""Order sets: many orders in one answer, each one of the ways that the form lists.

A title subclasses `Orders` with its own order structs and adds, in `conflicts`, what spans several orders.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from games.kernel import notation
from games.kernel.barred import Barred, barred_problem, find_bar
from games.kernel.byhand import taps
from games.kernel.byhand.changes import Change
from games.kernel.byhand.chart import Chart, Walk, within_reach
from games.kernel.byhand.prices import Mark, Outlook, Priced, Proposal, Purse
from games.kernel.errors import Malformed, Problem, malformed, pointer
from games.kernel.forms import Form, Json, Pick
from games.kernel.limits import Note
from games.kernel.mistyped import read_finding
from games.kernel.order_faults import lacks, misfits, misread, needed_to_read
from games.kernel.order_schema import way_schema
from games.kernel.order_text import describe_order, raw_order, render_order, sketch_order, verb_of, words_in
from games.kernel.text import Labels, Text, plain
from games.kernel.unordered import Unordered
from games.kernel.ways import (
    Field,
    Order,
    Way,
    tag_of,
    written_bars,
)

__all__ = ["Field", "Order", "Orders", "Way"]


O = TypeVar("O", bound=Order)  # noqa: E741


class _Found(NamedTuple):
    """What was found out of an order: the same as a raw order, the way that it is, and whether its gaps are filled."""

    raw: Json
    way: Way | None
    is_filled: bool


class _Cost(NamedTuple):
    """Whether orders of a verb go along a path, and whether they go or pay."""

    goes: bool
    costs: bool


_FREE = _Cost(goes=False, costs=False)
USUAL = Text("as usual", "いつもどおり")
STAY = Text("no orders", "命令なし")
MOST_AGREED = 8
"""Answers that a form remembers: the last few, for a form that is read lately lives on, and its player tries many."""
MOST_FOUND = 64
"""Orders that it remembers, for the same reason."""
WORDS = ("ALL IS WELL.", 'SIGNAL: "OFF #1, VIA=A, B"', "異常なし。")
"""What samples say in words of their own: in capitals like telegrams, since a sample must not depend on their case."""


class Orders(Form[tuple[O, ...]], Generic[O], frozen=True, kw_only=True, dict=True, tag="orders"):
    """A set of orders, possibly empty, in the order of writing.

    Subclass it with a `tag` of its own; `order_types` names the order structs, `nothing` what an answer without any of
    them comes to.
    """

    order_types: ClassVar[tuple[type[Order], ...]] = ()
    nothing: ClassVar[Text] = STAY
    whole_turn: ClassVar[bool] = False
    """Whether an answer is a whole turn, which passes unused without any order."""
    unordered: ClassVar[Unordered] = Unordered()
    acting: ClassVar[tuple[str, ...]] = ()
    """Arguments that say who acts, of orders that name first what it is done with: a sentence may name them first."""

    def ways(self) -> tuple[Way, ...]:
        """Every way to give an order, with the legal values as they stand."""
        raise NotImplementedError

    def closed(self) -> Iterable[Way]:
        """Ways that cannot be given now though a player may ask after them, with the reason.

        What a field of theirs lists in `barred` is withheld wherever the order fits the values of their other fields.
        """
        return ()

    @cached_property
    def listed(self) -> tuple[Way, ...]:
        """`ways`, worked out once for this form."""
        return self.ways()

    @cached_property
    def by_verb(self) -> dict[str, list[Way]]:
        """The ways by their verb."""
        found: dict[str, list[Way]] = {}
        for way in self.listed:
            found.setdefault(way.verb, []).append(way)
        return found

    def conflicts(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        """What is wrong among several orders that are each legal."""
        return iter(())

    def most(self) -> int:
        """How many orders fit into one answer."""
        return 100

    def read(self, raw: object) -> tuple[O, ...]:
        if not isinstance(raw, list):
            raise malformed("", "This must be a list of orders.", "命令のリストで答えてください。", "type")
        orders: list[O] = []
        wrong: list[Problem] = []
        for index, item in enumerate(raw[: self.most() + 1]):
            try:
                orders.append(self._read_order(item))
            except msgspec.ValidationError as error:
                found = list(self.kept_back(index, item))
                found = found or list(misread(index, item, self.order_types))
                wrong.extend(found or [Problem(pointer(index), "type", read_finding(error)[0])])
        if wrong:
            raise Malformed(*wrong)
        return tuple(orders) if _costs_nothing(type(self)) else tuple(map(self._filled, orders))

    def kept_back(self, index: int, item: object) -> Iterator[Problem]:
        """Who is named in an order that says too little, and cannot be given one of its kind at all."""
        open_ = {
            value for way in self.by_verb.get(verb_of(item), ()) for field in way.fields[:1] for value in field.values
        }
        for way in self.closed():
            for field in way.fields[:1] if way.verb == verb_of(item) else ():
                for value in taps.values_in(item, field.name):
                    bar = find_bar(field.barred, value) if value not in open_ else None
                    if bar is not None:
                        yield barred_problem(pointer(index, field.name), value, bar)

    def _goes(self, order: O) -> bool:
        """Whether orders of this verb have a path."""
        return self._cost_of(order).goes

    def _cost_of(self, order: O) -> "_Cost":
        """What orders of this verb cost; looked for where one is given, for most verbs of a form are in no answer."""
        if _costs_nothing(type(self)):
            return _FREE
        verb = tag_of(type(order))
        known = self._costs.get(verb)
        if known is None:
            goes = pays = False
            for way in self.by_verb.get(verb, ()):
                for field in way.fields:
                    goes, pays = goes or field.walk is not None, pays or bool(field.prices)
            known = self._costs[verb] = _Cost(goes, goes or pays)
        return known

    @cached_property
    def _costs(self) -> "dict[str, _Cost]":
        """What orders cost, by the verbs that were asked for."""
        return {}

    def _filled(self, order: O) -> O:
        """The order with the gaps of its paths filled."""
        if not self._goes(order):
            return order
        known = self._found.get(order)
        if known is not None and known.is_filled:
            return order
        filled, raw, way = self._with_paths(order, taps.filled)
        self._note(filled, _Found(raw, way, is_filled=True))
        return filled

    def _with_paths(
        self, order: O, change: Callable[[Any, Way, Any, Field], tuple[str, ...]]
    ) -> tuple[O, Json, Way | None]:
        """An order with its paths changed, the same as a raw order, and the way that it is."""
        raw = msgspec.to_builtins(order)
        way = taps.way_of(self, raw)
        paths = [field for field in way.fields if field.walk is not None] if way is not None else []
        changed = {field.name: change(self, way, raw, field) for field in paths if way is not None}
        return (msgspec.structs.replace(order, **changed) if changed else order), raw | changed, way

    def _with_marks(self, order: O) -> O:
        """The order with the fewest marks that say its paths."""
        return self._with_paths(order, taps.marked)[0] if self._goes(order) else order

    @cached_property
    def _found(self) -> "dict[O, _Found]":
        """What was found out of orders that go or pay. The form stays as it is, and so does what it makes of them: an
        answer is read, weighed and given one order after the other.
        """
        return {}

    def _note(self, order: O, found: "_Found") -> None:
        if len(self._found) >= MOST_FOUND:
            self._found.clear()
        self._found[order] = found

    def _looked_up(self, order: O) -> "_Found":
        """What an order is, whether its gaps are filled or not."""
        found = self._found.get(order)
        if found is None:
            raw = msgspec.to_builtins(order)
            found = _Found(raw, taps.way_of(self, raw), is_filled=False)
            self._note(order, found)
        return found

    def _read_order(self, item: object) -> O:
        # By the tag, since msgspec works a union out anew at every call: a fifth of the time of a random game.
        kind: Any = _kinds(self.order_types).get(verb_of(item))
        order: O = msgspec.convert(item, kind if kind is not None else _union(self.order_types))
        return order

    def write(self, answer: tuple[O, ...]) -> Any:
        return [msgspec.to_builtins(order) for order in answer]

    def problems(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        if len(answer) > self.most():
            most = self.most()
            yield Problem("", "count", Text(f"At most {most} orders.", f"命令は{most}個までです。"))
        found = [problem for index, order in enumerate(answer) for problem in self._misfits_of(index, order)]
        yield from found
        if not found and answer not in self._agreed:
            clashing = False
            for problem in self.clashes(answer):
                clashing = True
                yield problem
            if not clashing:
                self._remember(answer)

    @cached_property
    def _agreed(self) -> set[tuple[O, ...]]:
        """Answers whose orders were found not to clash. The form stays as it is, and so does what it says of them: who
        gathers an answer order by order has had it judged by the time that it is given.
        """
        return set()

    def _remember(self, answer: tuple[O, ...]) -> None:
        """The orders of this answer do not clash."""
        if len(self._agreed) >= MOST_AGREED:
            self._agreed.intersection_update(((),))
        self._agreed.add(answer)

    def goes_with(self, answer: tuple[O, ...], order: O) -> bool:
        """Whether an order can be added to an answer that is sound."""
        if len(answer) >= self.most() or next(self._misfits_of(len(answer), order), None) is not None:
            return False
        return self.agrees(answer, order)

    def agrees(self, answer: tuple[O, ...], order: O) -> bool:
        """Whether an order that is one of the ways can be added to an answer that is sound: what those in it pay and
        where they go is not judged again, unless this one pays or goes as well.
        """
        longer, costs = (*answer, order), self._cost_of(order).costs
        clashes = self.clashes if costs else self.conflicts
        if next(iter(clashes(longer)), None) is not None:
            return False
        if costs or not answer or answer in self._agreed:
            self._remember(longer)
        return True

    def clashes(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        """Purses that are asked too much of, paths that cannot be walked, and orders that conflict."""
        if not _costs_nothing(type(self)):
            yield from self._unpaid(answer)
        yield from self.conflicts(answer)

    def _unpaid(self, answer: tuple[O, ...]) -> Iterator[Problem]:
        orders = list(self._costly_in(answer))
        yield from taps.overspent(self, orders)
        for where, chart, walk, path in taps.paths_of(self, orders):
            yield from self.unwalkable(where, chart, walk, path)

    def _costly_in(self, answer: tuple[O, ...]) -> Iterator[taps.Ordered]:
        """The orders of an answer that go or pay, each with its place and the way that it is."""
        for index, order in enumerate(answer):
            found = self._looked_up(order) if self._cost_of(order).costs else None
            if found is not None and found.way is not None:
                yield index, found.raw, found.way

    def _misfits_of(self, index: int, order: O) -> Iterator[Problem]:
        verb = tag_of(type(order))
        return misfits(index, order, self.by_verb.get(verb, []), self._closed_to(verb))

    def _closed_to(self, verb: str) -> Iterator[Way]:
        """The closed ways of a verb: looked for where an order is refused, and no sooner."""
        yield from (way for way in self.closed() if way.verb == verb)

    # --- by hand

    def beside(self, raw: Any) -> Iterator[Problem]:
        """The faults of the orders that can be read, and what the others lack besides what keeps them from it."""
        for index, item in enumerate(taps.orders_in(raw)[: self.most()]):
            try:
                yield from self._misfits_of(index, self._filled(self._read_order(item)))
            except msgspec.ValidationError:
                way = taps.way_of(self, item)
                known = {field.name for field in needed_to_read(_kinds(self.order_types).get(verb_of(item)))}
                for field in way.fields if way is not None else ():
                    if field.required and field.name not in known and not taps.values_in(item, field.name):
                        yield lacks(pointer(index, field.name), field.name)

    def charts(self) -> dict[str, Chart]:
        """The charts that paths lie on, as far as the seat knows them."""
        return {}

    def purses(self) -> tuple[Purse, ...]:
        """What the prices of values are paid from."""
        return ()

    def walk_for(self, verb: str, subjects: tuple[str, ...], walk: Walk) -> Walk:
        """The walk of those who act together: perhaps a narrower one."""
        return walk

    def unwalkable(self, where: str, chart: Chart, walk: Walk, path: tuple[str, ...]) -> Iterator[Problem]:
        """Why a path that is written at `where` cannot be walked."""
        return taps.path_problems(where, chart, walk, path)

    def proposals(self) -> tuple[Proposal, ...]:
        """Whole answers to take as they stand: the usual one; to order nothing."""
        stay = Proposal(self.nothing, [])
        usual = () if self.default() == () else (Proposal(USUAL, self.write(self.default())),)
        return usual if any(self.problems(())) else (*usual, stay)

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        return taps.taps(self, draft, value, acting)

    def reach(self, draft: Any, pointer: str) -> tuple[Priced, ...]:
        index, _, name = pointer.removeprefix("/").partition("/")
        return taps.reach(self, draft, int(index), name) if index.isdecimal() and len(index) < 4 else ()

    def outlook(self, draft: Any) -> Outlook:
        return taps.outlook(self, draft)

    def at_rest(self) -> Collection[str]:
        """Who does as `unordered` says unless an order names him: where that is to stay, nobody who sails on."""
        return ()

    def whereabouts(self) -> Mapping[str, tuple[str, ...]]:
        """All names of the place where somebody is, of those who can be ordered to go or stay."""
        return {}

    def idle(self, draft: Any) -> tuple[str, ...]:
        """Who could act and is named in no order of the draft: where some can sail a way, those alone are missed."""
        acting = [way for way in self.ways() if way.subject and not way.rare]
        sailing = [way for way in acting if any(field.walk is not None for field in way.fields)]
        named = {value for order in taps.orders_in(draft) if isinstance(order, dict) for value in words_in(order)}
        able = (field for way in sailing or acting for field in way.fields if field.name == way.subject)
        return tuple(dict.fromkeys(value for field in able for value in field.values if value not in named))

    def marks(self, draft: Any) -> tuple[Mark, ...]:
        return taps.marks(self, draft)

    # --- answers

    def default(self) -> tuple[O, ...]:
        return ()

    def example(self) -> tuple[O, ...]:
        """The first order that can be given alone, with the first of its values; else the default."""
        for way in self.listed:
            answer = self.read([self._first_order(way)])
            if next(self.clashes(answer), None) is None:
                return answer
        return self.default()

    def sample(self, pick: Pick) -> tuple[O, ...]:
        """A few orders at random; those that conflict with earlier ones are left out."""
        ways = self.listed
        answer: tuple[O, ...] = ()
        for _ in range(pick(min(len(ways), self.most(), 4) + 1)):
            (order,) = self.read([self._sample_order(ways[pick(len(ways))], pick)])
            if self.agrees(answer, order):
                answer = (*answer, order)
        return answer

    def _first_order(self, way: Way) -> Json:
        """The order that the way lists first, with no more than it needs."""
        order: Json = {"order": way.verb}
        for field in way.fields:
            if field.required:
                values = self._values(way, field, order)
                order[field.name] = list(values[:1]) if field.is_list else values[0]
        return order

    def _sample_order(self, way: Way, pick: Pick) -> Json:
        order: Json = {"order": way.verb}
        for field in way.fields:
            if field.walk is not None:
                values = self._values(way, field, order)
                order[field.name] = [values[pick(len(values))]] if values else []
            elif field.many:
                order[field.name] = _some(field, pick)
            elif field.required or pick(2):
                values = self._values(way, field, order)
                order[field.name] = values[pick(len(values))]
        return order

    def _values(self, way: Way, field: Field, order: Json) -> tuple[str, ...]:
        """The values of an argument of an order so far, some words that it takes, or the places that it can lead to."""
        found = taps.walk_of(self, way, field, order)
        if found is not None:
            return within_reach(*found, ())
        return tuple(words[: field.length] for words in WORDS) if field.length else field.values

    def is_forced(self) -> bool:
        return not self.listed

    def wastes(self, answer: tuple[O, ...]) -> bool:
        return self.whole_turn and not answer and self.example() != ()

    def limits(self) -> Iterator[Json]:
        """What a schema can say of several orders together (`games.kernel.limits`); `conflicts` refuses the rest."""
        return iter(())

    def notes(self) -> Iterator[Note]:
        """What no schema can say, in words."""
        return iter(())

    def phrases(self, way: Way) -> tuple[str, ...]:
        """What a line of an order that has a pattern may say now, some of it."""
        return ()

    @cached_property
    def draining(self) -> tuple[Purse, ...]:
        """The purses that no order fills."""
        fields = [field for way in self.listed for field in way.fields]
        costs = (cost for field in fields for price in field.prices.values() for cost in price.items())
        filled = {purse for purse, cost in costs if cost < 0}
        return tuple(purse for purse in self.purses() if purse.key not in filled)

    def schema(self) -> Json:
        ways = [way_schema(self, way) for way in self.listed]
        limits = list(self.limits())
        said: Json = {"type": "array", "maxItems": 0}
        if ways:
            said = {"type": "array", "items": {"anyOf": ways}, "maxItems": self.most()}
        if limits:
            said["allOf"] = limits
        if notes := [note.written() for note in self.notes()]:
            said["x-rules"] = notes
        if bars := written_bars((*self.listed, *self.closed())):
            said["x-barred"] = bars
        return said

    def values(self) -> Iterable[str]:
        named = (value for way in self.listed for field in way.fields for value in field.values)
        return dict.fromkeys((*named, *self._led_to))

    @cached_property
    def _led_to(self) -> tuple[str, ...]:
        """The places of all charts in their order: where a path begins, and where some way leads."""
        found = dict.fromkeys(field.walk.start for way in self.listed for field in way.fields if field.walk is not None)
        if not found:
            return ()
        for chart in self.charts().values():
            led = {place for around in chart.ways.values() for place in around}
            found |= dict.fromkeys(place for place in chart.ways if place in led)
        return tuple(found)

    def withheld(self) -> Iterable[Barred]:
        return (bar for way in (*self.listed, *self.closed()) for field in way.fields for bar in field.barred)

    def render(self, answer: tuple[O, ...]) -> str:
        shortest = (self._with_marks(order) for order in answer)
        return "\n".join(map(render_order, shortest)) if answer else notation.write_line("pass")

    def parse(self, text: str) -> object:
        lines = notation.read_lines(text)
        if not lines:
            raise malformed("", "Write `pass` for no orders.", "命令なしは「pass」と書いてください。", "notation")
        if len(lines) == 1 and lines[0].verb in notation.PASS_WORDS:
            return []
        kinds = {tag_of(kind): kind for kind in self.order_types}
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

    def describe(self, answer: tuple[O, ...], language: str, labels: Labels = plain) -> str:
        if not answer:
            return self.nothing.get(language)
        return "\n".join(describe_order(order, language, labels, self._spoken(tag_of(type(order)))) for order in answer)

    def sketch(self, raw: Any, language: str, labels: Labels = plain) -> str:
        return "\n".join(
            sketch_order(order, language, labels) for order in taps.orders_in(raw) if verb_of(order) in self.by_verb
        )

    def _spoken(self, verb: str) -> set[str]:
        """The arguments of an order that are in the player's own words."""
        return {field.name for way in self.by_verb.get(verb, []) for field in way.fields if field.length}


@cache
def _costs_nothing(kind: type[Orders[Any]]) -> bool:
    """Whether orders of such a form neither go nor pay: it has no charts to go by, and no purses to pay from."""
    return kind.charts is Orders.charts and kind.purses is Orders.purses


@lru_cache(maxsize=64)
def _union(kinds: tuple[type[Order], ...]) -> Any:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union


@lru_cache(maxsize=64)
def _kinds(kinds: tuple[type[Order], ...]) -> dict[Any, type[Order]]:
    return {tag_of(kind): kind for kind in kinds}


def _some(field: Field, pick: Pick) -> list[str]:
    """Some values of a list."""
    left = list(field.values)
    least = max(field.least, 1 if field.required else 0)
    count = least + pick(min(3, len(left)) + (0 if field.required else 1))
    return [left.pop(pick(len(left))) for _ in range(min(count, len(left), field.most or count))]
