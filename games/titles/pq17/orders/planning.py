"""4.2 The form of the plans: convoys' routes, other forces that sail before play starts, and special situations."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal

from games.kernel.drafts import Preview, PreviewLine, Purse
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.order_editor import order_edits
from games.order_editor.order_edits import filled_path, orders_in, template_of
from games.order_editor.paths import Chart, CostBand, MovementRule, fill_path
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.sample_orders import random_order
from games.orders.schema_rules import (
    SchemaNote,
    argument_among,
    argument_is,
    at_least_one,
    at_most,
    at_most_once,
    gives_argument,
    has_verb,
    implies,
    lists_at_most,
    lists_at_most_of_each,
    matches_all,
    none_allowed,
)
from games.titles.pq17.components.pieces import Speed
from games.titles.pq17.components.turns import Turn, read_turn
from games.titles.pq17.orders.cautions import Caution, berth_lines
from games.titles.pq17.orders.convoy_routes import must_lead, ways_near
from games.titles.pq17.orders.departure_costs import points_charged, purses_of, soviets_without_points
from games.titles.pq17.orders.move_orders import FARTHEST, ICE_ORDERS, IceOrder
from games.titles.pq17.orders.movers import Mover, whereabouts_of
from games.titles.pq17.orders.moves import HELD
from games.titles.pq17.orders.prospects import HEXES, Prospects, cost_text, turns_for
from games.titles.pq17.orders.situations import Chariots, Land, LayMines, Situation
from games.titles.pq17.orders.waters import Waters, chart_of, path_faults, steps_to


class Schedule(Order, frozen=True, tag="schedule"):
    """4.2 Order for a convoy to sail for a port on a turn (`sails`), by a route; the default is the shortest route.

    `way`: the hexes of the route. `ice`: see `Move`. In a campaign, the convoy may sail on to a second port (`then`).
    `lands`: the merchants that it leaves in the first port; a name is repeated for each step of strength (15.2.1a).
    """

    convoy: str
    to: str
    sails: str
    way: tuple[str, ...] = ()
    ice: IceOrder | Literal[""] = ""
    then: str = ""
    lands: tuple[str, ...] = ()


class Sail(Order, frozen=True, tag="sail"):
    """4.2, 8.3 Order for a force to leave port on a turn before play starts (`sails`).

    `sails`: the turn in the notation of `as_written`. Other fields: see `Move`.
    """

    force: str
    sails: str
    way: tuple[str, ...] = ()
    pace: Speed | Literal[""] = ""
    enters: str = ""


PlanOrder = Schedule | Sail | LayMines | Land | Chariots


def as_written(turn: int) -> str:
    """Return the turn with this number in the notation of orders, such as ``4.am`` for day 4 AM."""
    return str(Turn(turn)).replace(" ", ".")


def turn_of(text: str) -> int:
    """Return the number of a turn in the notation of orders, such as ``4.am``. Raises ValueError for any other text."""
    return read_turn(text.replace(".", " ")).number


_TOO_LATE = Text(
    "A convoy in ballast sails earlier, to be away in its fortnight.",
    "空荷の船団は、この隔週のうちに出るよう、より早く出港します。",
)
_LATER = Text(
    "It sails after play has begun, not before: move it then.", "プレイ開始前には出港できません。開始後に移動させます。"
)


class PlansForm(Orders[PlanOrder], frozen=True, kw_only=True, dict=True, tag="pq17.plans"):
    """The form for the plans before play: for `convoys`, and for other forces (`movers`)."""

    order_types = (Schedule, Sail, LayMines, Land, Chariots)
    range_rules = {"schedule": "5.1.5"}

    forces: tuple[str, ...] = ()
    """The ids of all forces of the side."""
    convoys: tuple[Mover, ...] = ()
    """The convoys that may be planned."""
    movers: tuple[Mover, ...] = ()
    """The other forces that may sail before play starts."""
    waters: dict[str, Waters] = {}
    """The navigable sea, by the name of the chart."""
    ports: dict[str, str] = {}
    """The own ports, each with its hex."""
    points: dict[str, int] = {}
    """By command, the half Command Points that pay for sailing (4.3.2)."""
    first: int = 1
    """The first turn on which a force may sail (4.1)."""
    start: int = 1
    """The turn on which play starts; other forces than convoys sail before it."""
    last: int = 30
    """The last turn on which a convoy may sail."""
    latest: dict[str, int] = {}
    """By convoy, its own last turn if it differs from `last` (15.2b)."""
    first_day: bool = False
    """True if a convoy must sail on day 1 (4.2a)."""
    situation: Situation = Situation()
    """The part for the plan that the side's chit allows (4.2c)."""
    usual: dict[str, tuple[str, ...]] = {}
    """By convoy, its historical route."""
    prospects: Prospects = Prospects()
    """The public facts about the sea."""
    cargo: dict[str, dict[str, int]] = {}
    """The merchants of each convoy that may call at two ports (15.2.1a)."""
    cautions: tuple[Caution, ...] = ()
    """The warnings to check."""
    waits: tuple[str, ...] = ()
    """Forces that may sail only after play has begun (4.2b)."""
    held: dict[str, str] = {}
    """Forces that may not sail at all, each with the rule number (5.1.3, 5.1.8)."""

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        """4.2b Yield a `sail` template that lists the forces that may not sail before play, each with the reason.

        These are most Axis forces, and forces that a rule holds in port.
        """
        bars = [Unavailable(one, "4.2b", _LATER) for one in self.waits]
        bars += [Unavailable(one, rule, HELD[rule]) for one, rule in self.held.items()]
        if bars:
            yield OrderTemplate("sail", (Field("force", (), unavailable=tuple(bars)),))

    def _filled(self, order: PlanOrder) -> PlanOrder:
        """4.2 Return the order with a complete route; a convoy without a route takes the shortest one later."""
        return order if isinstance(order, Schedule) and not order.way else super()._filled(order)

    def idle_units(self) -> frozenset[str]:
        """4.2 Return the forces that stay in port without an order. Convoys sail even without an order."""
        return frozenset((*(one.force for one in self.movers), *self.waits, *self.held))

    def unit_places(self) -> dict[str, tuple[str, ...]]:
        return whereabouts_of(self.movers)

    def charts(self) -> dict[str, Chart]:
        return {name: chart_of(waters) for name, waters in self.waters.items()}

    def templates(self) -> tuple[OrderTemplate, ...]:
        sailing = map(self._sail, self.movers if self.start > self.first else ())
        return (*map(self._schedule, self.convoys), *sailing, *self.situation.templates())

    def _schedule(self, one: Mover) -> OrderTemplate:
        last = self.latest.get(one.force, self.last)
        turns = tuple(as_written(turn) for turn in range(self.first, last + 1))
        late = tuple(as_written(turn) for turn in range(last + 1, self.last + 1))
        sails = Field("sails", turns, unavailable=tuple(Unavailable(turn, "15.2b", _TOO_LATE) for turn in late))
        way = Field("way", (), required=False, movement=self._movement_rule(one))
        who, to = Field("convoy", (one.force,), prices=points_charged(one)), Field("to", one.to, end_places=self.ports)
        ice = Field("ice", ICE_ORDERS, required=False)
        return OrderTemplate("schedule", (who, to, sails, way, ice, *self._calls(one)), subject="convoy")

    def _calls(self, one: Mover) -> Iterator[Field]:
        """15.2.1a Yield the fields for the second port, and for the merchants that stay in the first."""
        if one.force in self.cargo:
            yield Field("then", one.to, required=False)
            yield Field("lands", tuple(self.cargo[one.force]), required=False, many=True, may_repeat=True)

    def _sail(self, one: Mover) -> OrderTemplate:
        turns = tuple(as_written(turn) for turn in range(self.first, self.start))
        way = Field("way", (), required=False, movement=self._movement_rule(one))
        paces = Field("pace", one.paces, required=False)
        enters = Field("enters", tuple(self.ports), required=False, end_places=self.ports)
        who = Field("force", (one.force,), prices=points_charged(one))
        return OrderTemplate("sail", (who, Field("sails", turns), way, paces, enters), subject="force")

    def _movement_rule(self, one: Mover) -> MovementRule:
        bands = (CostBand(FARTHEST, "free", Text("hexes", "ヘックス")),)
        return MovementRule(one.chart, one.at, FARTHEST, bands=bands, no_revisits=one.kind == "convoy")

    def path_problems(
        self, where: str, chart: Chart, movement: MovementRule, path: tuple[str, ...]
    ) -> Iterator[Problem]:
        return path_faults(super().path_problems(where, chart, movement, path), self.waters.get(movement.chart), path)

    def purses(self) -> tuple[Purse, ...]:
        return purses_of(self.points)

    @cached_property
    def by_force(self) -> dict[str, Mover]:
        """Return all movers by the id of their force."""
        return {one.force: one for one in (*self.convoys, *self.movers)}

    def shortest(self, convoy: str, to: str) -> tuple[str, ...]:
        """Return the hexes of a convoy's shortest route to a port; empty if there is no route."""
        one = self.by_force[convoy]
        goal = self.ports[to]
        return fill_path(self.charts()[one.chart], self._movement_rule(one), (goal,)) or ()

    # --- what is wrong

    def conflicts(self, answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
        seen: set[str] = set()
        yield from self.situation.conflicts(answer)
        yield from soviets_without_points(self.by_force, self.points, [_sails(order) for order in answer])
        for index, order in enumerate(answer):
            if not isinstance(order, Schedule | Sail):
                continue
            name = order.convoy if isinstance(order, Schedule) else order.force
            if name in seen:
                yield Problem(pointer(index, "order"), "twice", Text("Planned twice.", "計画が重複しています。"), "4.2")
            seen.add(name)
            if isinstance(order, Schedule):
                yield from self._wrong_calls(index, order)
                yield from self._wrong_route(index, order)
            else:
                yield from self._wrong(index, order)
        for one in self.convoys:
            if one.force not in seen:
                text = Text(f"Plan '{one.force}'.", f"「{one.force}」を計画してください。")
                yield Problem("", "missing", text, "4.2")
        if self.first_day and not any(isinstance(one, Schedule) and turn_of(one.sails) <= 2 for one in answer):
            text = Text("A convoy must sail on day 1.", "少なくとも1つの船団が1日目に出港します。")
            yield Problem("", "first_day", text, "4.2a")

    def _wrong_calls(self, index: int, order: Schedule) -> Iterator[Problem]:
        """15.2.1a Yield the problems of a call at two ports: no second port, wrong merchants, or none that sail on."""
        cargo = self.cargo.get(order.convoy, {})
        if bool(order.then) != bool(order.lands) or order.then == order.to:
            text = Text("Name another port, and who stays in the first.", "次の港と最初の港に残す船を指定。")
            yield Problem(pointer(index, "then"), "port", text, "15.2.1a")
        elif any(order.lands.count(ship) > cargo.get(ship, 0) for ship in order.lands):
            text = Text("The convoy has fewer ships of this class.", "それだけの数はありません。")
            yield Problem(pointer(index, "lands"), "count", text, "15.2.1a")
        elif order.then and len(order.lands) >= sum(cargo.values()):
            text = Text("Some must go on.", "一部は次の港へ向かわなければなりません。")
            yield Problem(pointer(index, "lands"), "count", text, "15.2.1a")

    def _wrong_route(self, index: int, order: Schedule) -> Iterator[Problem]:
        goal = self.ports[order.to]
        if order.way and order.way[-1] != goal:
            text = must_lead(order.convoy, order.to)
            yield Problem(pointer(index, "way"), "port", text, "5.1.5")
            return
        one = self.by_force[order.convoy]
        left = steps_to(self.waters[one.chart], goal)
        nearest = left.get(one.at, 0)
        for hex_ in order.way:
            far = left.get(hex_, FARTHEST)
            if far > nearest + 1:
                text = Text(f"Too far from its port: {hex_}.", f"目的港から遠ざかりすぎです：{hex_}")
                yield Problem(pointer(index, "way"), "back", text, "5.1.5a")
                return
            nearest = min(nearest, far)

    def _wrong(self, index: int, order: Sail) -> Iterator[Problem]:
        end = order.way[-1] if order.way else ""
        if order.enters and self.ports.get(order.enters) != end:
            text = Text("The route does not end at that port.", "進路がその港で終わっていません。")
            yield Problem(pointer(index, "enters"), "port", text, "5.1.2")

    def schema_limits(self) -> Iterator[Json]:
        if self.first_day:
            yield at_least_one(matches_all(has_verb("schedule"), argument_among("sails", as_written(1), as_written(2))))
        for one in self.convoys:
            planned = matches_all(has_verb("schedule"), argument_is("convoy", one.force))
            yield at_least_one(planned)
            yield at_most(1, planned)
            yield from ways_near("schedule", one, self.ports, self.waters[one.chart])
            if one.force in self.cargo:
                yield from self._limits_of_calls(one)
        for one in self.movers:
            yield at_most_once("sail", force=one.force)
        yield from self.situation.limits()

    def _limits_of_calls(self, one: Mover) -> Iterator[Json]:
        """15.2.1a Yield the limits on calls at two ports: some merchants stay in the first port, and some sail on."""
        planned, cargo = matches_all(has_verb("schedule"), argument_is("convoy", one.force)), self.cargo[one.force]
        yield implies(matches_all(planned, argument_among("then", *one.to)), gives_argument("lands"))
        yield implies(matches_all(planned, gives_argument("lands")), argument_among("then", *one.to))
        for port in one.to:
            yield none_allowed(matches_all(planned, argument_is("to", port), argument_is("then", port)))
        yield implies(
            planned,
            matches_all(lists_at_most_of_each("lands", cargo), lists_at_most("lands", max(sum(cargo.values()) - 1, 0))),
        )

    def schema_notes(self) -> Iterator[SchemaNote]:
        if self.convoys:
            text = Text("Every convoy is planned, one of them for day 1.", "全船団を計画し、1つは1日目出港。")
            yield SchemaNote("4.2", text)
        yield from self.situation.notes()

    def is_forced(self) -> bool:
        """Return False: the question is never skipped.

        Both sides plan at once, even if one of them has nothing to plan.
        """
        return False

    def default(self) -> tuple[PlanOrder, ...]:
        """Return the default: every convoy sails on the first possible turn for its first port, by its usual route."""
        return tuple(
            Schedule(one.force, one.to[0], as_written(self.first), self.usual.get(one.force, ()))
            for one in self.convoys
        )

    def preview(self, draft: Any) -> Preview:
        """4.2, 4.3.2, 5.1.2a Return the length of each route, the cost of sailing, and ships without room in port."""
        lines = (*self._foretold(draft), *berth_lines(draft, self.cautions))
        return Preview(lines, order_edits.purse_totals(self, draft))

    def _foretold(self, draft: Any) -> Iterator[PreviewLine]:
        """4.2, 4.3.2 Yield preview lines with the length of each route, and the cost of sailing."""
        for index, order in enumerate(orders_in(draft)):
            way = template_of(self, order)
            if way is None or way.verb not in ("schedule", "sail"):
                continue
            one = self.by_force[way.fields[0].values[0]]
            path = next(filled_path(self, way, order, field) for field in way.fields if field.name == "way")
            if way.verb == "schedule" and not path and order.get("to"):
                path = self.shortest(one.force, order["to"])
            if path and not order.get("sails"):
                yield PreviewLine(pointer(index, "way"), "free", self.prospects.along(path))
            elif path:
                pace = HEXES.get(order.get("pace") or ("slow" if way.verb == "schedule" else "cruise"), 1)
                steps = len(path) + bool(one.port) + (way.verb == "schedule" or bool(order.get("enters")))
                turns = turns_for(steps, first=pace, later=min(pace, HEXES["cruise"]))
                text = self.prospects.of(path, sails=turn_of(order["sails"]), turns=turns)
                yield PreviewLine(pointer(index, "way"), "free", text)
            for command, cost in one.prices.items():
                yield PreviewLine(pointer(index), "spends", cost_text(cost, self.points.get(command, 0)))

    def example(self) -> tuple[PlanOrder, ...]:
        return self.default()

    def _sampled_calls(self, one: Mover, to: str, pick: RandomSource) -> tuple[str, tuple[str, ...]]:
        """15.2.1a Return a random second port and the merchants that stay in the first port, or "" and no merchants."""
        there = [ship for ship, strength in self.cargo.get(one.force, {}).items() for _ in range(strength)]
        others = [port for port in one.to if port != to]
        if len(there) < 2 or not others or pick(2):
            return "", ()
        return others[pick(len(others))], tuple(there[: 1 + pick(len(there) - 1)])

    def sample(self, pick: RandomSource) -> tuple[PlanOrder, ...]:
        """Return random orders: other sailing days for the convoys, and some forces at sea."""
        found: list[PlanOrder] = []
        for place, one in enumerate(self.convoys):
            sails = self.first + pick(2) if not place else self.first + pick(8)
            to = one.to[pick(len(one.to))]
            then, lands = self._sampled_calls(one, to, pick)
            found.append(Schedule(one.force, to, as_written(sails), then=then, lands=lands))
        answer = tuple(found)
        for way in self.cached_templates[len(self.convoys) :]:
            if not pick(3):
                (order,) = self.read([random_order(self, way, pick)])
                if self.may_add_matching(answer, order):
                    answer = (*answer, order)
        return answer


def _sails(order: PlanOrder) -> str:
    """Return the id of the force that an order lets leave port, or ""."""
    return order.convoy if isinstance(order, Schedule) else order.force if isinstance(order, Sail) else ""
