"""3.2a The form of a player phase: all orders that its player gives before the searches."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from games.kernel.drafts import Preview, Proposal, Purse
from games.kernel.edits import Edit
from games.kernel.errors import Problem
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Labels
from games.order_editor.order_edits import purse_totals
from games.order_editor.paths import Chart, MovementRule
from games.orders.order_set import Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote
from games.titles.pq17.orders.air_offer import AIR_OFFER
from games.titles.pq17.orders.doctrine import Standing, named_in_orders
from games.titles.pq17.orders.formations import Formations
from games.titles.pq17.orders.joint_attacks import join_attack
from games.titles.pq17.orders.missions import Missions
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.orders import ORDERS, AnyOrder
from games.titles.pq17.orders.parts import Part
from games.titles.pq17.orders.special import Specials
from games.titles.pq17.orders.waters import path_faults

MOST = 60
"""The most orders of a phase."""
ASKED = 4
"""One in this number of random answers asks to be asked about air attacks."""
TRIED = 5
"""The number of orders that a random answer tries."""


class PhaseForm(Orders[AnyOrder], frozen=True, kw_only=True, dict=True, tag="pq17.orders"):
    """The form for all orders of a phase. `forces`: all forces of the side, with their places and blocks.

    `is_first`: it is the side's first phase of the operation, so the form proposes how often to ask about air attacks.
    Without an order, all forces continue with their earlier orders.
    """

    order_types = ORDERS
    range_rules = {"move": "5.0", "route": "5.1.5", "fly": "5.3", "patrol": "5.3.1", "sector": "6.4.2"}

    forces: tuple[str, ...] = ()
    moves: Moves = Moves()
    missions: Missions = Missions()
    specials: Specials = Specials()
    formations: Formations = Formations()
    is_first: bool = False

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of the form, one for each chapter."""
        return (self.moves, self.missions, self.specials, self.formations)

    def max_orders(self) -> int:
        return MOST

    def labels_in_context(self, labels: Labels) -> Labels:
        return named_in_orders(labels)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(chain.from_iterable(part.ways() for part in self.parts))

    def unavailable_templates(self) -> Iterable[OrderTemplate]:
        return (*self.moves.closed(), *self.missions.closed())

    def idle_units(self) -> frozenset[str]:
        return self.moves.at_rest()

    def unit_places(self) -> dict[str, tuple[str, ...]]:
        return self.moves.whereabouts()

    def charts(self) -> dict[str, Chart]:
        return self._charts

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        return {name: chart for part in self.parts for name, chart in part.charts().items()}

    def path_problems(self, where: str, chart: Chart, walk: MovementRule, path: tuple[str, ...]) -> Iterator[Problem]:
        return path_faults(super().path_problems(where, chart, walk, path), self.moves.waters.get(walk.chart), path)

    def proposals(self) -> tuple[Proposal, ...]:
        """7.2 Return the usual answers, and in the first phase how often to ask about air attacks."""
        offered = AIR_OFFER if self.is_first else ()
        return (*super().proposals(), *(Proposal(name, self.write(orders)) for name, orders in offered))

    def purses(self) -> tuple[Purse, ...]:
        return self._purses

    @cached_property
    def _purses(self) -> tuple[Purse, ...]:
        return tuple(purse for part in self.parts for purse in part.purses())

    def conflicts(self, answer: tuple[AnyOrder, ...]) -> Iterator[Problem]:
        kinds = {type(order) for order in answer}
        for part in self.parts:
            if not part.judged.isdisjoint(kinds):
                yield from part.conflicts(answer)

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        """7.1.3 Return the edits that a tap on `value` can make for the `acting` units, the likeliest first.

        Units that raid a target which has a raid already join the order against it.
        """
        specials = self.specials
        going = [one for one in acting if value in specials.raided and one in specials.raiders]
        return (*join_attack(draft, "raid", "on", value, going), *super().edits(draft, value, acting))

    def schema_limits(self) -> Iterator[Json]:
        for part in self.parts:
            yield from part.limits()

    def schema_notes(self) -> Iterator[SchemaNote]:
        for part in self.parts:
            yield from part.notes()

    def preview(self, draft: Any) -> Preview:
        """Return the preview lines of each part; the length of a route is shown beside its end."""
        lines = (line for part in self.parts for line in part.lines(self, draft))
        return Preview(tuple(lines), purse_totals(self, draft))

    def is_forced(self) -> bool:
        """Return False: each side is asked in each of its phases, so that the question discloses nothing."""
        return False

    def example(self) -> tuple[AnyOrder, ...]:
        """Return the first order that is legal alone, or the default if there is none."""
        for way in self.cached_templates:
            answer = self.read([self._shown_order(way)])
            if next(self.problems(answer), None) is None:
                return answer
        return self.default()

    def _shown_order(self, way: OrderTemplate) -> Json:
        """5.0 Return the first order of a template, with a hex that its path can reach, as an example.

        The route of the example is a hex beside the start; without it a move at sea would lead nowhere.
        """
        order = self._first_order(way)
        for field in way.fields:
            if field.movement is None or field.required:
                continue
            beside = self._charts[field.movement.chart].neighbours.get(field.movement.start, ())
            near = [place for place in self._values(way, field, order) if place in beside]
            order |= {field.name: near[:1]} if near else {}
        return order

    def sample(self, pick: RandomSource) -> tuple[AnyOrder, ...]:
        """Return random orders that are legal together."""
        ways = self.cached_templates
        answer: tuple[AnyOrder, ...] = ()
        for _ in range(pick(min(len(ways), TRIED) + 1)):
            (order,) = self.read([self._sampled(ways[pick(len(ways))], pick)])
            if self.may_add_matching(answer, order):
                answer = (*answer, order)
        return answer if pick(ASKED) else self._asked_about_air(answer)

    def _asked_about_air(self, answer: tuple[AnyOrder, ...]) -> tuple[AnyOrder, ...]:
        """7.2 Return the answer with the instruction that asks about air attacks.

        Without it, no such question comes.
        """
        order = Standing("asks_air", "once")
        return (*answer, order) if self.may_add(answer, order) else answer

    def _sampled(self, way: OrderTemplate, pick: RandomSource) -> Json:
        """Return a random order of this template; for a convoy, a route through one hex to its port."""
        if way.verb != "route":
            return self._sample_order(way, pick)
        convoy, to = way.fields[0].values[0], way.fields[1].values
        chosen = to[pick(len(to))]
        return {"order": "route", "convoy": convoy, "to": chosen, "way": [self.moves.ports[chosen]]}
