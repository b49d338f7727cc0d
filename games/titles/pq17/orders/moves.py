"""1.2.3 to 1.3, 5.0 to 5.7, 11.3.2 The orders of forces in the movement and combine segments."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Literal

from msgspec import Struct

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
    lists_at_most,
    lists_at_most_of_each,
    lists_only,
    matches_all,
    matches_any,
    none_allowed,
)
from games.titles.pq17.components.pieces import Speed
from games.titles.pq17.orders.cautions import Caution, berth_lines, caution_lines
from games.titles.pq17.orders.parts import Part
from games.titles.pq17.orders.prospects import HEXES, Prospects, cost_text, turns_for
from games.titles.pq17.orders.waters import Waters, can_reach, chart_of, decode_hexes, steps_to, why_shut

IceOrder = Literal["go", "stop", "turn"]
"""10.1a The order of a force that meets worse ice than expected: try it, stop, or turn to another way."""
ICE_ORDERS: tuple[IceOrder, ...] = ("go", "stop", "turn")
_ICE = Field("ice", ICE_ORDERS, required=False)
_FOLLOWED = Field("followed", ("stays", "leaves"), required=False)
_FUEL = Field("fuel", ("swap",), required=False)
FARTHEST = 40
"""The most hexes of a movement."""
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
"""The reason why a force stays in port, by rule."""
SHARED = "severny_flot"
"""4.3.2 The command that pays one point for all its ships that sail in a turn."""


@cache
def _bands(hexes: int) -> tuple[CostBand, ...]:
    """5.0 Return the cost bands of a way: the hexes of this turn, and those of later turns."""
    return CostBand(hexes, "free", _THIS_TURN), _LATER


@cache
def _pace(paces: tuple[Speed, ...]) -> Field:
    """5.1 Return the field for the speed, with the speeds that a force can choose from."""
    return Field("pace", paces, required=False)


class Move(Order, frozen=True, tag="move"):
    """5.0 Order to move a force along a route over several turns, and then into a port if one is named.

    `way`: the hexes of the route. Without a route, a force in port leaves it and stays in the sea of the hex. `pace`:
    the speed; high speed is for this turn only, later turns use cruise speed. `enters`: the port. `ice`: what the force
    does in ice that is worse than expected (10.1a).
    """

    force: str
    way: tuple[str, ...] = ()
    pace: Speed | Literal[""] = ""
    enters: str = ""
    ice: IceOrder | Literal[""] = ""


class Train(Move, frozen=True, tag="train"):
    """4.3.4 Order for a task force to leave port for training, along a route.

    Training costs no Command Points if the force returns to the same port.
    """


class Stay(Order, frozen=True, tag="stay"):
    """5.0 Order to keep a force where it is; its earlier orders are void."""

    force: str


class Route(Order, frozen=True, tag="route"):
    """4.2, 5.1.5 Order to set a convoy's complete route (`way`) to a port of destination (`to`). `ice`: see `Move`."""

    convoy: str
    to: str
    way: tuple[str, ...] = ()
    ice: IceOrder | Literal[""] = ""


class Split(Order, frozen=True, tag="split"):
    """1.2.3 Order to split ships off a force, each by name; the new force may move separately.

    A class is named once for each step of strength. `followed`: the part that enemy shadowers follow if both parts fit
    their preferences (6.3.4).
    """

    force: str
    ships: tuple[str, ...]
    way: tuple[str, ...] = ()
    followed: Literal["stays", "leaves", ""] = ""


class Combine(Order, frozen=True, tag="combine"):
    """1.2.4 Order to combine forces in the combine segment, if they are in the same place by then."""

    forces: tuple[str, ...]


class Decoy(Order, frozen=True, tag="decoy"):
    """1.3a, 1.3b Order to put a dummy beside a force that becomes unidentified, or that enters port."""

    force: str


class Remove(Order, frozen=True, tag="remove"):
    """1.3d Order to take a dummy off the map."""

    dummy: str


class Refuel(Order, frozen=True, tag="refuel"):
    """11.3.2 Order to refuel a force at sea."""

    force: str


class CastOff(Order, frozen=True, tag="cast_off"):
    """5.1.1b Order for a force to cast off the ships that it tows."""

    force: str


class Exchange(Order, frozen=True, tag="exchange"):
    """1.2.5 Order to exchange ships between two forces in one place in the combine segment.

    `gives`, `takes`: the ships that `one` gives to `other`, and takes from it; a class is named once for each step of
    strength. `fuel`: the forces exchange their fuel markers too (11.1.1).
    """

    one: str
    other: str
    gives: tuple[str, ...]
    takes: tuple[str, ...]
    fuel: Literal["swap", ""] = ""


MoveOrder = Move | Train | Stay | Route | Split | Combine | Decoy | Remove | Refuel | CastOff | Exchange
ORDERS: tuple[type[Order], ...] = (Move, Train, Stay, Route, Split, Combine, Decoy, Remove, Refuel, CastOff, Exchange)
"""The orders of this part."""


_COMMANDS = {
    "home_fleet": Text("Command Points of the Home Fleet", "本国艦隊CP"),
    "severny_flot": Text("Command Points of Severny Flot", "北方艦隊CP"),
    "gruppe_nord": Text("Command Points of Gruppe Nord", "北方集団CP"),
}


def purses_of(points: dict[str, int]) -> tuple[Purse, ...]:
    """4.3.2 Return a purse for each command, with the half Command Points that it can spend."""
    return tuple(Purse(key, _COMMANDS[key], limit, rule="4.3.2", per=2) for key, limit in points.items())


class Mover(Struct, frozen=True, omit_defaults=True, gc=False):
    """A force and its possible moves.

    `hexes`: the number of hexes that it may move this turn. `paces`: its choices of speed. `port`: its port. For a
    convoy: `to`: the ports it may go to; `gone`: the hexes that it may not enter again; `nearest`: its smallest
    distance so far to each port. `prices`: by command, the half Command Points for leaving port. `ships`: the ships
    that may leave the force, with their strength; `tugs`: ships that may leave once they have cast off; `rest`: some
    strength remains even if all of them leave. `chart`: the name of its chart. `planned`: it has an earlier order to
    sail. `refuels`: it can refuel at sea. `stands`: a dummy may appear beside it. `tows`: a ship of it tows another.
    `trains`: it may leave for training (4.3.4). `shadowed`: the enemy shadows it.
    """

    force: str
    kind: str
    at: str
    hexes: int
    port: str = ""
    chart: str = "sea"
    paces: tuple[Speed, ...] = ()
    to: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    nearest: dict[str, int] = {}
    prices: dict[str, int] = {}
    ships: dict[str, int] = {}
    planned: bool = False
    refuels: bool = False
    stands: bool = False
    tows: bool = False
    tugs: dict[str, int] = {}
    rest: bool = False
    trains: bool = False
    shadowed: bool = False


def whereabouts_of(movers: Iterable[Mover]) -> dict[str, tuple[str, ...]]:
    """Return by force its hex; for a force in port its hex and its port."""
    return {one.force: (one.at, one.port) if one.port else (one.at,) for one in movers}


class Moves(Part, frozen=True, kw_only=True):
    """The possible moves of a side's forces, and the other orders of the movement segment.

    `ports`: own ports, with their hexes; `held`: forces that may not sail, with the rule (5.1.8, 11.4). `points`: the
    half Command Points left to each command. `dummies`: how many may still be put on the map. `cautions`: the possible
    warnings. `on_the_way`: blocks have already moved in this segment, so that only movement can be ordered (6.6.1b).
    """

    judged = frozenset(ORDERS)

    movers: tuple[Mover, ...] = ()
    waters: dict[str, Waters] = {}
    ports: dict[str, str] = {}
    boats: tuple[str, ...] = ()
    held: dict[str, str] = {}
    points: dict[str, int] = {}
    dummies: int = 0
    cautions: tuple[Caution, ...] = ()
    prospects: Prospects = Prospects()
    on_the_way: bool = False

    @cached_property
    def by_force(self) -> dict[str, Mover]:
        """Return the movers by their force."""
        return {one.force: one for one in self.movers}

    @cached_property
    def _enters(self) -> dict[bool, Field]:
        """5.1.2, 1.1.2 Return the field for the port that a force enters: for wolfpacks (True), for others (False).

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

    def ways(self) -> Sequence[OrderTemplate]:
        found: list[OrderTemplate] = []
        for one in self.movers:
            if one.force not in self.held:
                found += (self._route(one),) if one.kind == "convoy" else self._moves(one)
        return found if self.on_the_way else [*found, *self._others()]

    def closed(self) -> Iterable[OrderTemplate]:
        """Yield templates with the forces that may not sail, each force with its rule."""
        convoys = {one.force for one in self.movers if one.kind == "convoy"}
        for order, name, among in (("move", "force", False), ("route", "convoy", True)):
            held = {force: rule for force, rule in self.held.items() if (force in convoys) is among}
            if held:
                barred = tuple(Unavailable(force, rule, HELD.get(rule, _STAYS)) for force, rule in held.items())
                yield OrderTemplate(order, (Field(name, (), unavailable=barred),))

    def at_rest(self) -> frozenset[str]:
        """Return the forces that stay without an order: all except convoys and forces with an earlier order to sail."""
        return frozenset(one.force for one in self.movers if one.kind != "convoy" and not one.planned)

    def whereabouts(self) -> dict[str, tuple[str, ...]]:
        return whereabouts_of(self.movers)

    def _moves(self, one: Mover) -> list[OrderTemplate]:
        found = []
        fields = (
            Field("force", (one.force,), prices=points_charged(one)),
            Field("way", (), required=False, movement=self._walk(one)),
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
        way = Field("way", (), required=False, movement=self._walk(one))
        to = Field("to", one.to, end_places=self.ports)
        return OrderTemplate("route", (Field("convoy", (one.force,), prices=prices), to, way, _ICE), "convoy")

    def _walk(self, one: Mover) -> MovementRule:
        bands = _bands(max(one.hexes - bool(one.port), 0)) if one.hexes else (_LATER,)
        return MovementRule(one.chart, one.at, FARTHEST, bands=bands, no_revisits=one.kind == "convoy")

    def _others(self) -> Iterator[OrderTemplate]:
        for one in self.movers:
            leaving = tuple(one.ships) if not one.tugs else tuple({**one.ships, **one.tugs})
            if leaving and not (one.kind == "convoy" and one.port):
                ships = Field("ships", leaving, many=True, may_repeat=True)
                followed = (_FOLLOWED,) if one.shadowed else ()
                yield OrderTemplate(
                    "split", (Field("force", (one.force,)), ships, *followed), subject="force", is_rare=True
                )
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
        """1.2.5 Yield forces in the same place, with the ships that each could give the other."""
        able = [one for one in self.movers if one.ships]
        for place, one in enumerate(able):
            for other in able[place + 1 :]:
                if (one.at, one.port) == (other.at, other.port) and one.kind != "wolfpack" != other.kind:
                    gives = Field("gives", tuple(one.ships), many=True, may_repeat=True)
                    takes = Field("takes", tuple(other.ships), many=True, may_repeat=True)
                    pair = (Field("one", (one.force,)), Field("other", (other.force,)), gives, takes, _FUEL)
                    yield OrderTemplate("exchange", pair, subject="one", is_rare=True)

    def _meeting(self) -> Iterator[tuple[str, ...]]:
        """1.2.4 Yield the groups of forces that may combine."""
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
                yield from self._wrong_route(index, order)
            elif isinstance(order, Split):
                free = any(isinstance(tow, CastOff) and tow.force == order.force for tow in answer)
                yield from self._wrong_split(index, order, cast_off=free)

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
            text, rule = Text("The way does not end at that port.", "進路がその港で終わっていません。"), "5.1.2"
            text, rule = why_shut(self.waters[one.chart], (self.ports.get(order.enters, ""),)) or (text, rule)
            yield Problem(pointer(index, "enters"), "port", text, rule)
        elif order.enters and one.port and not order.way:
            text = Text("Nobody returns to port in the turn he left it.", "出港したターンには再入港できません。")
            yield Problem(pointer(index, "enters"), "port", text, "5.1.3")
        elif not order.way and not order.enters and not one.port:
            text = Text("Give a way, or a port to enter.", "進路か入港する港を指定してください。")
            yield Problem(pointer(index, "force"), "missing", text, "5.0")

    def _wrong_route(self, index: int, order: Route) -> Iterator[Problem]:
        one = self.by_force[order.convoy]
        goal = self.ports[order.to]
        if (order.way[-1] if order.way else one.at) != goal:
            text = must_lead(order.convoy, order.to)
            yield Problem(pointer(index, "way"), "port", text, "5.1.5")
            return
        left = steps_to(self.waters[one.chart], goal)
        nearest = one.nearest.get(order.to, left.get(one.at, 0))
        for hex_ in order.way:
            far = left.get(hex_, FARTHEST)
            if hex_ in one.gone or far > nearest + 1:
                en = f"A convoy may not go back, nor away from its port: {hex_}."
                text = Text(en, f"船団は戻ったり目的港から2ヘックス以上遠ざかれません: {hex_}")
                yield Problem(pointer(index, "way"), "back", text, "5.1.5a")
                return
            nearest = min(nearest, far)

    def _wrong_split(self, index: int, order: Split, *, cast_off: bool) -> Iterator[Problem]:
        """1.2.3, 5.1.1b Yield the problems of a split: too many ships, ships that still tow, or none that stay."""
        one = self.by_force[order.force]
        total = sum(one.ships.values())
        for ship in dict.fromkeys(order.ships):
            tugs = one.tugs.get(ship, 0)
            over = order.ships.count(ship) - one.ships.get(ship, 0) - (tugs if cast_off else 0)
            if 0 < over <= tugs and not cast_off:
                text = Text("It must cast off first.", "先に曳航を中止してください。")
                yield Problem(pointer(index, "ships"), "tows", text, "5.1.1b")
            elif over > 0:
                text = Text("There are not so many.", "それだけの数はありません。")
                yield Problem(pointer(index, "ships"), "count", text, "1.2.3")
        if len(order.ships) >= total and not one.rest:
            text = Text("Something must stay behind.", "一部は残さなければなりません。")
            yield Problem(pointer(index, "ships"), "count", text, "1.2.3")

    def limits(self) -> Iterator[Json]:
        for one in self.movers:
            yield from self._limits_of_route(one) if one.kind == "convoy" else self._limits_of_move(one)
            for name in () if self.on_the_way else ("split", "decoy", "refuel", "cast_off"):
                yield at_most_once(name, force=one.force)
            if one.ships or one.tugs:
                yield self._limit_of_split(one)
            yield at_most(1, lists_any("forces", one.force))
        yield at_most(1, has_verb("train"))

    def _limits_of_move(self, one: Mover) -> Iterator[Json]:
        """5.0, 5.1.3 Yield the limits on moves: one for each force, and not back into the port that it leaves."""
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
        """5.1.5a Yield the limits on routes: one for each convoy, and no farther from its port than it may go."""
        yield at_most_once("route", convoy=one.force)
        yield from ways_near("route", one, self.ports, self.waters[one.chart])

    def _limit_of_split(self, one: Mover) -> Json:
        """1.2.3 Return the limit on a split: no more ships leave than there are, and some strength stays."""
        counts = {ship: one.ships.get(ship, 0) + one.tugs.get(ship, 0) for ship in {**one.ships, **one.tugs}}
        most = sum(one.ships.values()) - (not one.rest)
        parts = matches_all(lists_at_most_of_each("ships", counts), lists_at_most("ships", max(most, 0)))
        return implies(matches_all(has_verb("split"), argument_is("force", one.force)), parts)

    def notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("5.0", Text("Each force has one movement.", "移動命令は各部隊1つまでです。"))
        if any(one.trains for one in self.movers):
            text = Text(
                "Who trains costs no Command Points if it comes back to the port it left; anywhere else they are owed.",
                "訓練に出た部隊は出撃した港に戻ればCPを使いません。他の場所へ行けばCPを支払います。",
            )
            yield SchemaNote("4.3.4", text)
        yield from self._waters_of_boats()
        if any(one.kind == "convoy" for one in self.movers):
            yield SchemaNote("5.1.5", Text("A route leads all the way to its port.", "航路は目的港まで書きます。"))

    def _waters_of_boats(self) -> Iterator[SchemaNote]:
        """5.2.1 Yield the waters of Soviet submarines, and the waters closed to British ones at present."""
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
        """4.3.2, 5.0 Yield the length of each way, and the cost of leaving port."""
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


def must_lead(convoy: str, port: str) -> Text:
    """5.1.5 Return the message that a convoy's route must lead to its port."""
    return Text(f"The way of '{convoy}' must lead to '{port}'.", f"「{convoy}」の航路は「{port}」まで書いてください。")


def ways_near(name: str, one: Mover, ports: Mapping[str, str], waters: Waters) -> Iterator[Json]:
    """5.1.5a Yield the limits on a convoy's route to each port, as JSON Schema.

    A hex of the route may be at most one hex farther from the port than the convoy's smallest distance so far.
    `name`: the verb of the order. `ports`: the hex of each port.
    """
    for port in one.to:
        left = steps_to(waters, ports[port])
        farthest = one.nearest.get(port, left.get(one.at, 0)) + 1
        near = [hex_ for hex_, steps in left.items() if steps <= farthest and hex_ not in one.gone]
        yield implies(
            matches_all(has_verb(name), argument_is("convoy", one.force), argument_is("to", port)),
            lists_only("way", *near),
        )


def points_charged(one: Mover) -> dict[str, dict[str, int]]:
    """4.3.2 Return by force, and then by command, the half points that sailing costs; empty if it costs nothing.

    The point for Soviet ships is not included: it is paid once for all that sail.
    """
    if not one.prices:
        return {}
    prices = {command: cost for command, cost in one.prices.items() if command != SHARED}
    return {one.force: prices} if prices else {}


def soviets_without_points(
    movers: Mapping[str, Mover], points: Mapping[str, int], sailing: Sequence[str]
) -> Iterator[Problem]:
    """4.3.2 Yield a problem for each force with Soviet ships that sails although no point pays for them.

    `sailing`: the force that each order of the answer lets sail, or "". `points`: the half points left, by command.
    """
    for index, name in enumerate(sailing):
        if name and movers[name].prices.get(SHARED, 0) > points.get(SHARED, 0):
            text = Text("There are no points for Soviet ships.", "ソ連艦のためのCPが足りません。")
            yield Problem(pointer(index), "unpaid", text, "4.3.2")


def _sails(order: Order) -> str:
    """Return the force that an order lets leave port, or ""."""
    return order.convoy if isinstance(order, Route) else order.force if isinstance(order, Move) else ""


def _claims(order: Order) -> list[tuple[str, str]]:
    """Return the parts of a force that an order uses exclusively."""
    if isinstance(order, (Move, Stay)):
        return [("moves", order.force)]
    if isinstance(order, Route):
        return [("moves", order.convoy)]
    if isinstance(order, (Split, Decoy, Refuel, CastOff)):
        return [(type(order).__name__, order.force)]
    if isinstance(order, Remove):
        return [("moves", order.dummy), ("remove", order.dummy)]
    return [("combine", name) for name in order.forces] if isinstance(order, Combine) else []
