"""3.2a The form of a player phase, in which the player gives all orders before the searches."""

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
from games.orders.sample_orders import first_order, random_order, sample_values
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
"""The most orders in one answer."""
ASKED = 4
"""One in this number of random answers contains the instruction to be asked about air attacks."""
TRIED = 5
"""The most orders that a random answer tries to combine."""


class PhaseForm(Orders[AnyOrder], frozen=True, kw_only=True, dict=True, tag="pq17.orders"):
    """The form for all orders of a phase. Without an order, all forces continue with their earlier orders."""

    order_types = ORDERS
    range_rules = {"move": "5.0", "route": "5.1.5", "fly": "5.3", "patrol": "5.3.1", "sector": "6.4.2"}

    forces: tuple[str, ...] = ()
    """The ids of all forces of the side."""
    moves: Moves = Moves()
    missions: Missions = Missions()
    specials: Specials = Specials()
    formations: Formations = Formations()
    is_first: bool = False
    """True in the side's first phase of the operation. The form then proposes how often to ask about air attacks."""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of the form, one for each chapter of the rules."""
        return (self.moves, self.missions, self.specials, self.formations)

    def max_orders(self) -> int:
        return MOST

    def labels_in_context(self, labels: Labels) -> Labels:
        return named_in_orders(labels)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(chain.from_iterable(part.templates() for part in self.parts))

    def unavailable_templates(self) -> Iterable[OrderTemplate]:
        return (*self.moves.unavailable_templates(), *self.missions.unavailable_templates())

    def idle_units(self) -> frozenset[str]:
        return self.moves.at_rest()

    def unit_places(self) -> dict[str, tuple[str, ...]]:
        return self.moves.whereabouts()

    def charts(self) -> dict[str, Chart]:
        return self._charts

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        return {name: chart for part in self.parts for name, chart in part.charts().items()}

    def path_problems(
        self, where: str, chart: Chart, movement: MovementRule, path: tuple[str, ...]
    ) -> Iterator[Problem]:
        return path_faults(
            super().path_problems(where, chart, movement, path), self.moves.waters.get(movement.chart), path
        )

    def proposals(self) -> tuple[Proposal, ...]:
        """7.2 Return complete answers that the form proposes.

        In the first phase of an operation, some of them set how often the side is asked about air attacks.
        """
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
        """7.1.3 Return the edits that a tap on the word `value` can make for the `acting` units, the likeliest first.

        If a raid on the tapped target is already ordered, the units join that order.
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
        """Return the preview lines of all parts, and the amount that the draft takes from each purse."""
        lines = (line for part in self.parts for line in part.lines(self, draft))
        return Preview(tuple(lines), purse_totals(self, draft))

    def is_forced(self) -> bool:
        """Return False: the question is never skipped in a side's phase.

        A skipped question would disclose hidden facts.
        """
        return False

    def example(self) -> tuple[AnyOrder, ...]:
        """Return the first order that is legal without any other order; the default answer if there is none."""
        for way in self.cached_templates:
            answer = self.read([self._shown_order(way)])
            if next(self.problems(answer), None) is None:
                return answer
        return self.default()

    def _shown_order(self, way: OrderTemplate) -> Json:
        """5.0 Return the first order of a template as an example, with a route of one hex where the order has a route.

        Without a route, an order to move at sea would be illegal.
        """
        order = first_order(self, way)
        for field in way.fields:
            if field.movement is None or field.required:
                continue
            beside = self._charts[field.movement.chart].neighbours.get(field.movement.start, ())
            near = [place for place in sample_values(self, way, field, order) if place in beside]
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
        """7.2 Return the answer with the instruction to be asked about air attacks, so that these questions come."""
        order = Standing("asks_air", "once")
        return (*answer, order) if self.may_add(answer, order) else answer

    def _sampled(self, way: OrderTemplate, pick: RandomSource) -> Json:
        """Return a random order of this template; for a convoy, the route leads straight to its port."""
        if way.verb != "route":
            return random_order(self, way, pick)
        convoy, to = way.fields[0].values[0], way.fields[1].values
        chosen = to[pick(len(to))]
        return {"order": "route", "convoy": convoy, "to": chosen, "way": [self.moves.ports[chosen]]}
