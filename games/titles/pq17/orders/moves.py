"""1.2.3 to 1.3, 5.0 to 5.7, 11.3.2 The part of the phase's form with orders to forces: moves, splits, and others."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any

from games.kernel.drafts import PreviewLine, Purse
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.order_editor.order_edits import OrderForm, filled_path, orders_in, template_of
from games.order_editor.paths import Chart, CostBand, MovementRule
from games.orders.order_set import Field, Order, OrderTemplate
from games.orders.schema_rules import (
    SchemaNote,
    argument_among,
    argument_is,
    at_most,
    at_most_once,
    gives_argument,
    has_verb,
    implies,
    lists_any,
    matches_all,
    matches_any,
    none_allowed,
)
from games.titles.pq17.components.pieces import Speed
from games.titles.pq17.orders.cautions import Caution, berth_lines, caution_lines
from games.titles.pq17.orders.convoy_routes import route_problems, ways_near
from games.titles.pq17.orders.departure_costs import points_charged, purses_of, soviets_without_points
from games.titles.pq17.orders.move_orders import (
    FARTHEST,
    ICE_ORDERS,
    ORDERS,
    CastOff,
    Combine,
    Decoy,
    Move,
    Refuel,
    Remove,
    Route,
    Split,
    Stay,
    Train,
)
from games.titles.pq17.orders.movers import Mover, whereabouts_of
from games.titles.pq17.orders.parts import Part
from games.titles.pq17.orders.prospects import HEXES, Prospects, cost_text, turns_for
from games.titles.pq17.orders.splitting import split_limit, split_problems, split_template
from games.titles.pq17.orders.waters import Waters, can_reach, chart_of, decode_hexes, why_shut

_ICE = Field("ice", ICE_ORDERS, required=False)
_FUEL = Field("fuel", ("swap",), required=False)
_THIS_TURN = Text("this turn", "このターン")
_LATER = CostBand(FARTHEST, "spends", Text("in later turns", "次ターン以降"))
_STAYS = Text("This force may not sail now.", "この部隊は現在出港できません。")
HELD = {
    "5.1.3": Text("A ship of this force is inoperative.", "行動不能の艦がいるため、出港できません。"),
    "5.1.8": Text(
        "Tirpitz may not sail until all Allied carriers of the scenario have been located.",
        "連合軍の空母がすべて発見されるまで、ティルピッツは出港できません。",
    ),
    "11.4": Text(
        "German task forces may not sail until one of the Allied task forces or convoys has been identified at sea.",
        "海上の連合軍任務部隊か船団が識別されるまで、ドイツ軍の任務部隊は出港できません。",
    ),
    "12.3": Text(
        "The Axis convoy may not sail before the turn on which play was due to start.",
        "枢軸軍輸送船団は、指示された開始ターンより前に出港できません。",
    ),
    "T.scenarios": Text("The scenario holds this force in port.", "シナリオの規定により、この部隊は出港できません。"),
}
"""The reason why a force may not leave port, by rule number."""


@cache
def _bands(hexes: int) -> tuple[CostBand, ...]:
    """5.0 Return the cost bands of a route: the hexes of this turn, and the hexes of later turns."""
    return CostBand(hexes, "free", _THIS_TURN), _LATER


@cache
def _pace(paces: tuple[Speed, ...]) -> Field:
    """5.1 Return the field of an order for the speed of a force, with its possible speeds."""
    return Field("pace", paces, required=False)


class Moves(Part, frozen=True, kw_only=True):
    """The part of the phase's form with the moves of a side's forces, and the other orders of the movement segment."""

    judged = frozenset(ORDERS)

    movers: tuple[Mover, ...] = ()
    """The side's forces, with the orders that each can get."""
    waters: dict[str, Waters] = {}
    """The navigable sea, by the name of the chart."""
    ports: dict[str, str] = {}
    """The own ports, each with its hex."""
    boats: tuple[str, ...] = ()
    """The ports that only wolfpacks may enter."""
    held: dict[str, str] = {}
    """Forces that may not sail, each with the rule number."""
    points: dict[str, int] = {}
    """By command, the half Command Points that are left."""
    dummies: int = 0
    """The number of dummies that may still be put on the map."""
    cautions: tuple[Caution, ...] = ()
    """The warnings to check."""
    prospects: Prospects = Prospects()
    """The public facts about the sea."""
    on_the_way: bool = False
    """True if blocks have already moved in this segment, so that only moves can be ordered (6.6.1b)."""

    @cached_property
    def by_force(self) -> dict[str, Mover]:
        """Return the movers by the id of their force."""
        return {one.force: one for one in self.movers}

    @cached_property
    def _enters(self) -> dict[bool, Field]:
        """5.1.2, 1.1.2 Return the order field for the port that a force enters: for wolfpacks (True), and for others.

        Only wolfpacks can enter the bases of submarines.
        """
        others = tuple(port for port in self.ports if port not in self.boats)
        ports = {True: tuple(self.ports), False: others}
        return {packs: Field("enters", named, required=False, end_places=self.ports) for packs, named in ports.items()}

    def charts(self) -> dict[str, Chart]:
        return {name: chart_of(waters) for name, waters in self.waters.items()}

    def purses(self) -> tuple[Purse, ...]:
        return purses_of(self.points)

    # --- ways

    def templates(self) -> Sequence[OrderTemplate]:
        found: list[OrderTemplate] = []
        for one in self.movers:
            if one.force not in self.held:
                found += (self._route(one),) if one.kind == "convoy" else self._moves(one)
        return found if self.on_the_way else [*found, *self._others()]

    def unavailable_templates(self) -> Iterable[OrderTemplate]:
        """Yield order templates that list the forces that may not sail, each with the reason."""
        convoys = {one.force for one in self.movers if one.kind == "convoy"}
        for order, name, among in (("move", "force", False), ("route", "convoy", True)):
            held = {force: rule for force, rule in self.held.items() if (force in convoys) is among}
            if held:
                barred = tuple(Unavailable(force, rule, HELD.get(rule, _STAYS)) for force, rule in held.items())
                yield OrderTemplate(order, (Field(name, (), unavailable=barred),))

    def at_rest(self) -> frozenset[str]:
        """Return the forces that stay without an order.

        These are all forces except convoys and forces with an earlier order to sail.
        """
        return frozenset(one.force for one in self.movers if one.kind != "convoy" and not one.planned)

    def whereabouts(self) -> dict[str, tuple[str, ...]]:
        return whereabouts_of(self.movers)

    def _moves(self, one: Mover) -> list[OrderTemplate]:
        found = []
        fields = (
            Field("force", (one.force,), prices=points_charged(one)),
            Field("way", (), required=False, movement=self._movement_rule(one)),
            _pace(one.paces),
            self._enters[one.kind == "wolfpack"],
            _ICE,
        )
        if one.hexes:
            found.append(OrderTemplate("move", fields, subject="force"))
        if one.hexes and one.trains:
            found.append(
                OrderTemplate("train", (Field("force", (one.force,)), *fields[1:]), subject="force", is_rare=True)
            )
        if one.planned:
            found.append(OrderTemplate("stay", (Field("force", (one.force,)),), subject="force"))
        return found

    def _route(self, one: Mover) -> OrderTemplate:
        prices = points_charged(one)
        way = Field("way", (), required=False, movement=self._movement_rule(one))
        to = Field("to", one.to, end_places=self.ports)
        return OrderTemplate("route", (Field("convoy", (one.force,), prices=prices), to, way, _ICE), "convoy")

    def _movement_rule(self, one: Mover) -> MovementRule:
        bands = _bands(max(one.hexes - bool(one.port), 0)) if one.hexes else (_LATER,)
        return MovementRule(one.chart, one.at, FARTHEST, bands=bands, no_revisits=one.kind == "convoy")

    def _others(self) -> Iterator[OrderTemplate]:
        for one in self.movers:
            split = split_template(one)
            if split is not None:
                yield split
        for names in self._meeting():
            yield OrderTemplate(
                "combine", (Field("forces", names, many=True, least=2),), subject="forces", is_rare=True
            )
        beside = tuple(one.force for one in self.movers if one.stands)
        if self.dummies and beside:
            yield OrderTemplate("decoy", (Field("force", beside),), subject="force", is_rare=True)
        dummies = tuple(one.force for one in self.movers if one.kind == "dummy")
        if dummies:
            yield OrderTemplate("remove", (Field("dummy", dummies),), subject="dummy", is_rare=True)
        towing = tuple(one.force for one in self.movers if one.tows)
        if towing:
            yield OrderTemplate("cast_off", (Field("force", towing),), subject="force", is_rare=True)
        yield from self._exchanges()
        refuel = tuple(one.force for one in self.movers if one.refuels)
        if refuel:
            yield OrderTemplate("refuel", (Field("force", refuel),), subject="force", is_rare=True)

    def _exchanges(self) -> Iterator[OrderTemplate]:
        """1.2.5 Yield an order template for each two forces in the same place that can exchange ships."""
        able = [one for one in self.movers if one.ships]
        for place, one in enumerate(able):
            for other in able[place + 1 :]:
                if (one.at, one.port) == (other.at, other.port) and one.kind != "wolfpack" != other.kind:
                    gives = Field("gives", tuple(one.ships), many=True, may_repeat=True)
                    takes = Field("takes", tuple(other.ships), many=True, may_repeat=True)
                    pair = (Field("one", (one.force,)), Field("other", (other.force,)), gives, takes, _FUEL)
                    yield OrderTemplate("exchange", pair, subject="one", is_rare=True)

    def _meeting(self) -> Iterator[tuple[str, ...]]:
        """1.2.4 Yield the ids of the forces that an order may combine, as one group."""
        able = [one for one in self.movers if one.kind != "dummy"]
        if len(able) > 1:
            yield tuple(one.force for one in able)

    # --- what is wrong

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        yield from self._twice(answer)
        yield from soviets_without_points(self.by_force, self.points, [_sails(order) for order in answer])
        for index in [index for index, order in enumerate(answer) if isinstance(order, Train)][1:]:
            text = Text("Only one force puts out for training.", "訓練に出られる部隊は1つだけです。")
            yield Problem(pointer(index, "order"), "twice", text, "4.3.4")
        for index, order in enumerate(answer):
            if isinstance(order, Move):
                yield from self._wrong_move(index, order)
            elif isinstance(order, Route):
                one = self.by_force[order.convoy]
                yield from route_problems(index, order, one, self.ports, self.waters[one.chart])
            elif isinstance(order, Split):
                free = any(isinstance(tow, CastOff) and tow.force == order.force for tow in answer)
                yield from split_problems(index, order, self.by_force[order.force], cast_off=free)

    def _twice(self, answer: Sequence[Order]) -> Iterator[Problem]:
        seen: set[tuple[str, str]] = set()
        for index, order in enumerate(answer):
            for key in _claims(order):
                if key in seen:
                    text = Text("It has such an order already.", "すでに命令済みです。")
                    yield Problem(pointer(index, "order"), "twice", text, "5.0")
                seen.add(key)

    def _wrong_move(self, index: int, order: Move) -> Iterator[Problem]:
        one = self.by_force[order.force]
        end = order.way[-1] if order.way else one.at
        if order.enters and self.ports.get(order.enters) != end:
            text, rule = Text("The route does not end at that port.", "進路がその港で終わっていません。"), "5.1.2"
            text, rule = why_shut(self.waters[one.chart], (self.ports.get(order.enters, ""),)) or (text, rule)
            yield Problem(pointer(index, "enters"), "port", text, rule)
        elif order.enters and one.port and not order.way:
            text = Text(
                "A force cannot re-enter a port in the turn in which it sails.", "出港したターンには再入港できません。"
            )
            yield Problem(pointer(index, "enters"), "port", text, "5.1.3")
        elif not order.way and not order.enters and not one.port:
            text = Text("Give a route, or a port to enter.", "進路か入港する港を指定してください。")
            yield Problem(pointer(index, "force"), "missing", text, "5.0")

    def limits(self) -> Iterator[Json]:
        for one in self.movers:
            yield from self._limits_of_route(one) if one.kind == "convoy" else self._limits_of_move(one)
            for name in () if self.on_the_way else ("split", "decoy", "refuel", "cast_off"):
                yield at_most_once(name, force=one.force)
            if one.ships or one.tugs:
                yield split_limit(one)
            yield at_most(1, lists_any("forces", one.force))
        yield at_most(1, has_verb("train"))

    def _limits_of_move(self, one: Mover) -> Iterator[Json]:
        """5.0, 5.1.3 Yield the limits on moves: one move for each force, and none back into the port that it leaves."""
        sails = matches_all(matches_any(has_verb("move"), has_verb("train")), argument_is("force", one.force))
        stays = matches_all(has_verb("stay"), argument_is("force", one.force))
        yield at_most(1, matches_any(sails, stays, matches_all(has_verb("remove"), argument_is("dummy", one.force))))
        here = [port for port, hex_ in self.ports.items() if hex_ == one.at]
        if not one.port:
            yield implies(sails, matches_any(gives_argument("way"), argument_among("enters", *self.ports)))
        elif here:
            yield implies(matches_all(sails, argument_among("enters", *here)), gives_argument("way"))
        far = [port for port, hex_ in self.ports.items() if not can_reach(self.waters[one.chart], one.at, hex_)]
        if far:
            yield none_allowed(matches_all(sails, argument_among("enters", *far)))

    def _limits_of_route(self, one: Mover) -> Iterator[Json]:
        """5.1.5a Yield the limits on routes: one for each convoy, and how far a hex may be from the port."""
        yield at_most_once("route", convoy=one.force)
        yield from ways_near("route", one, self.ports, self.waters[one.chart])

    def notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("5.0", Text("Each force has one movement.", "移動命令は各部隊1つまでです。"))
        if any(one.trains for one in self.movers):
            text = Text(
                "A training force costs no Command Points if it returns to the port that it left; otherwise it does.",
                "訓練に出た部隊は出撃した港に戻ればCPを使いません。他の場所へ行けばCPを支払います。",
            )
            yield SchemaNote("4.3.4", text)
        yield from self._waters_of_boats()
        if any(one.kind == "convoy" for one in self.movers):
            yield SchemaNote("5.1.5", Text("A route leads all the way to its port.", "航路は目的港まで書きます。"))

    def _waters_of_boats(self) -> Iterator[SchemaNote]:
        """5.2.1 Yield notes on the area of Soviet submarines, and on the hexes now closed to British submarines."""
        if any(one.chart == "soviet" for one in self.movers):
            area = " ".join(sorted(decode_hexes(self.waters["soviet"].open)))
            yield SchemaNote(
                "5.2.1", Text(f"Soviet submarines keep to {area}.", f"ソ連潜水艦は{area}から出られません。")
            )
        near = next((" ".join(one.hexes) for one in self.cautions if one.why == "friends" and one.hexes), "")
        if near:
            en = f"British submarines keep out of hexes with Allied convoys and Soviet wolfpacks: now {near}."
            ja = f"英潜水艦は連合軍船団やソ連ウルフパックのいるヘックス（現在{near}）に入れません。"
            yield SchemaNote("5.2.1", Text(en, ja))

    def lines(self, book: OrderForm, draft: Any) -> Iterator[PreviewLine]:
        steps = {one.force: max(one.hexes - bool(one.port), 0) for one in self.movers}
        yield from self._foretold(book, draft)
        yield from caution_lines(book, draft, self.cautions, steps)
        yield from berth_lines(draft, self.cautions)

    def _foretold(self, book: OrderForm, draft: Any) -> Iterator[PreviewLine]:
        """4.3.2, 5.0 Yield preview lines with the length of each route, and the cost of leaving port."""
        for index, order in enumerate(orders_in(draft)):
            way = template_of(book, order)
            if way is None or way.verb not in ("move", "train", "route"):
                continue
            one = self.by_force[way.fields[0].values[0]]
            path = next(filled_path(book, way, order, field) for field in way.fields if field.name == "way")
            enters = way.verb == "route" or bool(order.get("enters"))
            if path and not one.hexes:
                yield PreviewLine(pointer(index, "way"), "free", self.prospects.along(path))
            elif path:
                pace = HEXES.get(order.get("pace") or "cruise", 2)
                steps = len(path) + bool(one.port) + enters
                turns = turns_for(steps, first=min(one.hexes, pace), later=min(one.hexes, pace, HEXES["cruise"]))
                text = self.prospects.of(path, sails=self.prospects.turn, turns=turns)
                yield PreviewLine(pointer(index, "way"), "free", text)
            for command, cost in one.prices.items() if way.verb != "train" else ():
                text = cost_text(cost, self.points.get(command, 0))
                yield PreviewLine(pointer(index, way.fields[0].name), "spends", text)


def _sails(order: Order) -> str:
    """Return the id of the force that an order lets leave port, or ""."""
    return order.convoy if isinstance(order, Route) else order.force if isinstance(order, Move) else ""


def _claims(order: Order) -> list[tuple[str, str]]:
    """Return what an order uses exclusively, as pairs of a purpose and a force; two orders with one pair conflict."""
    if isinstance(order, (Move, Stay)):
        return [("moves", order.force)]
    if isinstance(order, Route):
        return [("moves", order.convoy)]
    if isinstance(order, (Split, Decoy, Refuel, CastOff)):
        return [(type(order).__name__, order.force)]
    if isinstance(order, Remove):
        return [("moves", order.dummy), ("remove", order.dummy)]
    return [("combine", name) for name in order.forces] if isinstance(order, Combine) else []
