"""4.1 The form for a seat's orders of the day to all its ships. These orders are one sealed answer."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from games.kernel.drafts import Preview, PreviewLine, Proposal, Purse
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.odds import odds_with_means
from games.kernel.text import Text
from games.kernel.unavailable import unavailable_problem
from games.order_editor.order_edits import orders_in, path_problems
from games.order_editor.paths import Chart, MovementRule, Path, fill_path, passed_stop, path_cost
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.schema_rules import (
    SchemaNote,
    argument_is,
    at_least_one,
    at_most,
    has_verb,
    implies,
    lists_any,
    matches_all,
    matches_any,
    not_both,
)
from games.titles.goeben.components.waters import reach
from games.titles.goeben.orders import stores
from games.titles.goeben.orders.chances import Attempt
from games.titles.goeben.orders.costs import costs
from games.titles.goeben.orders.day_chances import Hazards, chances_of_orders
from games.titles.goeben.orders.orders import (
    CarryOn,
    Coal,
    DayOrder,
    Hand,
    Intelligence,
    Leave,
    Letter,
    Mine,
    Move,
    Outfit,
    Rearm,
    Repair,
    Scout,
    Take,
)
from games.titles.goeben.orders.plans import BY_ONE, Squadron, stowed
from games.titles.goeben.orders.prospects import REPAIRED, Berth, KnownSea, Sailing, Ware
from games.titles.goeben.orders.speeds import AUSTRIAN_SEA, SEA, movement_rule_of
from games.titles.goeben.orders.unavailable_orders import (
    barred_space,
    unavailable_at_sea,
    unavailable_in_port,
    unavailable_template,
    unavailable_while_revising,
)

PREFERENCES = ("look", "jam")
"""11.2 The two effects of successful intelligence: reveal counters, or jam the enemy's signals."""
STORES = ("ammunition", "torpedoes")
LETTER = 500
"""25.2 The largest number of characters of a letter."""
SAILING = 4
"""In random orders, ships in a space stay with a probability of 1 in this number."""
AS_PLANNED, LEAVE_PORT = Text("as planned", "計画のまま"), Text("leave the neutral port", "中立港を出る")
ALL_STAY, ALL_OUTFIT = Text("all stay", "全艦待機"), Text("all outfit", "全艦艤装")
EXAMPLE = Text("for example", "例")


class DayPlan(Orders[DayOrder], frozen=True, kw_only=True, dict=True, tag="goeben.day_plan"):
    """The form for the orders of the day to the ships of a seat."""

    order_types = (Take, Leave, Hand, Outfit, Repair, Coal, Rearm, Intelligence, Scout, Move, Mine, Letter, CarryOn)
    range_rules = {"move": "12.0"}
    is_whole_turn = True

    berths: tuple[Berth, ...] = ()
    """The ships of the seat."""
    sailing: Sailing = Sailing()
    """The cost of speed."""
    sea: KnownSea = KnownSea()
    """The sea for German ships."""
    austria: KnownSea = KnownSea()
    """The sea for Austro-Hungarian ships."""
    wares: dict[str, Ware] = {}
    """The available cargo, by kind."""
    crews: dict[str, int] = {}
    """The number of repair dice that each kind of cargo adds (10.1)."""
    looks: tuple[str, ...] = ()
    """The spaces that intelligence may reveal."""
    revising: bool = False
    """True if only moves and mines may change; the earlier orders in `planned` remain in force."""
    planned: tuple[DayOrder, ...] = ()
    """The moves and mines that the seat ordered earlier today; empty unless it revises them."""
    attempts: tuple[Attempt, ...] = ()
    """The chances of intelligence attempts and of seaplanes."""
    hazards: Hazards = Hazards()
    """The facts from which the chances of the other orders are computed."""

    def needs_confirmation(self, answer: tuple[DayOrder, ...]) -> bool:
        """Return True if the answer orders nothing although ships could sail.

        Return False in a revision, in which such an answer keeps the earlier plan.
        """
        sails = any(way.verb == "move" for way in self.cached_templates)
        return sails and not self.revising and super().needs_confirmation(answer)

    def idle_units(self) -> frozenset[str]:
        """12.0 Return the ships that stay in place unless they are ordered to move.

        Empty in a revision, in which ships without an order follow their earlier plan.
        """
        return frozenset() if self.revising else frozenset(berth.ship for berth in self.berths)

    def unit_places(self) -> dict[str, tuple[str, ...]]:
        return {berth.ship: (berth.at,) for berth in self.berths}

    # --- the ways, in the order of their use

    def templates(self) -> tuple[OrderTemplate, ...]:
        found = [*self._move_ways(), *self._mine_ways()]
        if not self.revising:
            found += [*self._outfit_ways(), *self._take_ways(), *self._look_ways(), *self._rare_ways()]
        return tuple(found) if self.revising or not found else (*found, OrderTemplate("carry_on"))

    def _move_ways(self) -> Iterator[OrderTemplate]:
        for (at, austrian), berths in self._stations.items():
            movers = [berth for berth in berths if berth.emergency]
            if movers and self._known(austrian=austrian).ways.get(at):
                movement = movement_rule_of([max(movers, key=lambda berth: berth.emergency)], self.sailing)
                ships = tuple(berth.ship for berth in movers)
                yield OrderTemplate(
                    "move", (Field("ships", ships, many=True), Field("way", (), movement=movement)), subject="ships"
                )

    def _mine_ways(self) -> Iterator[OrderTemplate]:
        for berth in self.berths:
            if berth.mines and not berth.busy:
                spaces = self._goals(berth.at, berth.emergency, austrian=False)
                laid = tuple(space for space in (berth.at, *spaces) if space not in self.sea.shore)
                if laid:
                    yield OrderTemplate("mine", (Field("ship", (berth.ship,)), Field("space", laid)), subject="ship")

    def _outfit_ways(self) -> Iterator[OrderTemplate]:
        if self._outfits:
            yield OrderTemplate("outfit", (Field("ships", self._outfits, many=True),), subject="ships")
        for berth in self.berths:
            most = self._most_dice(berth)
            if berth.works and berth.damage and most:
                dice = tuple(str(number) for number in range(1, most + 1))
                tracks = tuple(Field(track, dice, required=False) for track in REPAIRED if track in berth.damage)
                yield OrderTemplate("repair", (Field("ship", (berth.ship,)), *tracks), subject="ship")

    def _take_ways(self) -> Iterator[OrderTemplate]:
        for berth in self.berths:
            if berth.shop:
                prices = stores.bought(berth.ship, berth.shop, self.wares)
                cargo = Field("cargo", berth.shop, many=True, ordered=True, may_repeat=True, prices=prices)
                yield OrderTemplate("take", (Field("ship", (berth.ship,)), cargo), subject="ship")

    def _look_ways(self) -> Iterator[OrderTemplate]:
        tries = tuple(berth.ship for berth in self.berths if berth.tries)
        if tries:
            at = (Field("at", self.looks, required=False, many=True, ordered=True),) if self.looks else ()
            prefer = Field("prefer", PREFERENCES, required=False)
            yield OrderTemplate("intelligence", (Field("ship", tries), *at, prefer), subject="ship")
        for berth in self.berths:
            if berth.scouts:
                yield OrderTemplate(
                    "scout", (Field("ship", (berth.ship,)), Field("space", berth.scouts)), subject="ship"
                )

    def _rare_ways(self) -> Iterator[OrderTemplate]:
        for berth in self.berths:
            yield from self._giving_ways(berth)
        if self._outfits:
            served = Field("ships", self._outfits, many=True, ordered=True)
            yield OrderTemplate("coal", (served,), subject="ships", is_rare=True)
            yield OrderTemplate(
                "rearm", (served, Field("first", STORES, required=False)), subject="ships", is_rare=True
            )
        for berth in self.berths:
            if berth.letters:
                text = Field("text", (), length=LETTER)
                yield OrderTemplate("letter", (Field("ship", (berth.ship,)), text), subject="ship", is_rare=True)

    def _giving_ways(self, berth: Berth) -> Iterator[OrderTemplate]:
        """8.3, 8.6 Yield the templates of orders that give cargo away: ashore or overboard, or to another ship."""
        ship = Field("ship", (berth.ship,))
        if berth.landing:
            prices = stores.given_away(berth.landing, self.wares, berth.ship)
            yield OrderTemplate(
                "leave", (ship, Field("cargo", berth.landing, many=True, prices=prices)), "ship", is_rare=True
            )
        cargo = tuple(dict.fromkeys(berth.cargo))
        for taker in berth.takers if cargo else ():
            prices = stores.given_away(cargo, self.wares, berth.ship, taker if taker in self._by_name else "")
            given = Field("cargo", cargo, many=True, prices=prices)
            yield OrderTemplate("hand", (ship, Field("to", (taker,)), given), "ship", is_rare=True)

    def _most_dice(self, berth: Berth) -> int:
        """10.1 Return the most repair dice that a ship can have, with all crews that can come aboard before."""
        others = [other for other in self.berths if berth.ship in other.takers]
        most = berth.dice
        for kind, dice in self.crews.items():
            bought = self.wares[kind].left if kind in berth.shop else 0
            most += dice * (bought + sum(other.cargo.count(kind) for other in others))
        return most

    @cached_property
    def _outfits(self) -> tuple[str, ...]:
        return tuple(berth.ship for berth in self.berths if berth.outfits)

    @cached_property
    def _stations(self) -> dict[tuple[str, bool], list[Berth]]:
        """The ships in each space, by nation, because Austro-Hungarian ships may not enter every sea."""
        found: dict[tuple[str, bool], list[Berth]] = {}
        for berth in self.berths:
            found.setdefault((berth.at, berth.austrian), []).append(berth)
        return found

    @cached_property
    def _by_name(self) -> dict[str, Berth]:
        return {berth.ship: berth for berth in self.berths}

    def _known(self, *, austrian: bool) -> KnownSea:
        return self.austria if austrian else self.sea

    def _goals(self, at: str, steps: int, *, austrian: bool) -> tuple[str, ...]:
        known = self._known(austrian=austrian)
        return tuple(sorted(space for space in reach(known.ways, at, steps, known.stops) if space != at))

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        if self.revising:
            yield from unavailable_while_revising()
        for berth in self.berths:
            if not self.revising:
                yield from unavailable_in_port(berth, self.wares)
                yield from self._without_dice(berth)
            yield from unavailable_at_sea(berth, self._known(austrian=berth.austrian))

    def _without_dice(self, berth: Berth) -> Iterator[OrderTemplate]:
        if berth.works and berth.damage and not self._most_dice(berth):
            yield unavailable_template("repair", "ship", "no_dice", berth.ship)

    # --- editing by tap

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        known = {SEA: self.sea, AUSTRIAN_SEA: self.austria}
        return {name: Chart(one.ways, one.stops) for name, one in known.items() if one.ways}

    def charts(self) -> dict[str, Chart]:
        return self._charts

    def movement_for(self, verb: str, subjects: tuple[str, ...], movement: MovementRule) -> MovementRule:
        """12.0 Return the movement rule of the ships `subjects` that sail together, at the speed of the slowest.

        `movement`: the rule to return if none of `subjects` is a ship of this form.
        """
        ships = tuple(ship for ship in subjects if ship in self._by_name)
        return self._shared_movement(ships) if ships else movement

    @cached_property
    def _shared_movements(self) -> dict[tuple[str, ...], MovementRule]:
        return {}

    def _shared_movement(self, ships: Sequence[str]) -> MovementRule:
        """12.0 Return the movement rule of ships that sail together, from a cache.

        The board needs it for each set of ships whose range is drawn.
        """
        key = tuple(ships)
        if key not in self._shared_movements:
            self._shared_movements[key] = movement_rule_of([self._by_name[ship] for ship in ships], self.sailing)
        return self._shared_movements[key]

    def way_to(self, ships: Sequence[str], space: str) -> Path:
        """12.0 Return the shortest path to `space` for ships that are in one space; an empty path if there is none."""
        movement = self._shared_movement(ships)
        return fill_path(self._charts.get(movement.chart, Chart()), movement, (space,)) or ()

    @cached_property
    def _purses(self) -> tuple[Purse, ...]:
        found: list[Purse] = []
        for berth in self.berths:
            if berth.shop:
                found.append(stores.points(berth.ship, berth.points, "8.5"))
            if berth.shop or any(berth.ship in other.takers for other in self.berths):
                found.append(stores.boxes(berth.ship, berth.hull - stowed(berth, self.wares)))
        sold = {kind for berth in self.berths for kind in berth.shop}
        return (*found, *stores.counters([kind for kind in self.wares if kind in sold], self.wares))

    def purses(self) -> tuple[Purse, ...]:
        return () if self.revising else self._purses

    def path_problems(self, where: str, chart: Chart, movement: MovementRule, path: Path) -> Iterator[Problem]:
        """4.1.3, 9.1, 12.0, 12.5 Yield a problem if ships cannot sail this path.

        A space on it is closed, the ships must stop on the way, or the path is too long. `where`: the JSON pointer of
        the path in the answer.
        """
        known = self._known(austrian=movement.chart == AUSTRIAN_SEA)
        bars = (
            unavailable_problem(where, space, bar) for space in path if (bar := barred_space(known, space)) is not None
        )
        stop, price = passed_stop(chart, path), path_cost(chart, movement, path)
        if (closed_to_them := next(bars, None)) is not None:
            yield closed_to_them
        elif stop in known.barred:
            en = f"Ships must stop at {stop}: an incident marker or an Allied ship lies there."
            ja = f"{stop} で停止します（Incidentマーカーまたは連合国艦艇があります）。"
            yield Problem(where, "stop", Text(en, ja), "4.1.3")
        elif stop:
            yield Problem(where, "stop", Text(f"Ships must stop at {stop}.", f"{stop} で停止します。"), "12.5")
        elif price is None:
            yield from path_problems(where, chart, movement, path, "12.5")
        elif price.cost > movement.most:
            en = f"These ships can move {movement.most}, not {price.cost}."
            yield Problem(where, "range", Text(en, f"移動は{movement.most}までです（{price.cost}必要）。"), "12.0")

    def proposals(self) -> tuple[Proposal, ...]:
        """Return the proposed answers: the default orders, all ships stay, all ships outfit, and an example."""
        usual = AS_PLANNED if self.planned else LEAVE_PORT
        named: list[tuple[Text, tuple[DayOrder, ...]]] = [(usual, self.default())] if self.default() else []
        named.append((ALL_STAY, ()))
        if self._outfits and not self.revising:
            named.append((ALL_OUTFIT, (Outfit(self._outfits),)))
        named.append((EXAMPLE, self.example()))
        found: dict[tuple[DayOrder, ...], Text] = {}
        for name, answer in named:
            if next(self.problems(answer), None) is None:
                found.setdefault(answer, name)
        return tuple(Proposal(name, self.write(answer)) for answer, name in found.items())

    def preview(self, draft: Any) -> Preview:
        told = super().preview(draft)
        hazards = chances_of_orders(draft, self._by_name, self.sailing, self.hazards)
        lines = (*costs(self, self._by_name, self.sailing, draft), *self._chances(draft), *hazards)
        return Preview((*told.lines, *lines), told.spent)

    def _chances(self, draft: Any) -> Iterator[PreviewLine]:
        """11.1, 21.2 Yield a line with the chances of each order for intelligence or a seaplane."""
        known = {(one.order, one.ship): one.odds for one in self.attempts}
        for index, order in enumerate(orders_in(draft)):
            name = (str(order.get("order")), str(order.get("ship"))) if isinstance(order, dict) else ("", "")
            odds = known.get(name)
            if odds is not None:
                yield PreviewLine(pointer(index), "free", odds_with_means(odds), odds)

    # --- constraints for the schema

    def schema_limits(self) -> Iterator[Json]:
        for name in ("intelligence", "coal", "rearm", "carry_on"):
            yield at_most(1, has_verb(name))
        for berth in self.berths:
            hers, moves = argument_is("ship", berth.ship), matches_all(has_verb("move"), lists_any("ships", berth.ship))
            for name in ("repair", "scout", "letter"):
                yield at_most(1, matches_all(has_verb(name), hers))
            yield at_most(1, moves)
            busy = [
                matches_all(has_verb("outfit"), lists_any("ships", berth.ship)),
                matches_all(has_verb("hand"), argument_is("to", berth.ship)),
            ]
            outfits = matches_any(*busy, *(matches_all(has_verb(one), hers) for one in BY_ONE))
            yield not_both(moves, outfits)
            if berth.mines:
                yield not_both(matches_all(has_verb("mine"), hers), outfits)
            if berth.bound:
                yield at_least_one(moves)
            yield from self._cargo_limits(berth)
            tracks = [{"required": [track]} for track in REPAIRED if track in berth.damage]
            if tracks:
                yield implies(matches_all(has_verb("repair"), hers), matches_any(*tracks))
        for kind, ware in self.wares.items():
            yield at_most(ware.left, matches_all(has_verb("take"), lists_any("cargo", kind)))

    def _cargo_limits(self, berth: Berth) -> Iterator[Json]:
        """8.3, 8.6 Yield limits for the schema: a ship gives away no more cargo than it has or can get."""
        gives = matches_all(matches_any(has_verb("leave"), has_verb("hand")), argument_is("ship", berth.ship))
        for kind in dict.fromkeys((*berth.cargo, *berth.landing)):
            bought = self.wares[kind].left if kind in berth.shop else 0
            handed = sum(other.cargo.count(kind) for other in self.berths if berth.ship in other.takers)
            yield at_most(berth.cargo.count(kind) + bought + handed, matches_all(gives, lists_any("cargo", kind)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("8.2", Text("All cargo has a box.", "搭載品は船体のボックスに収めます。"))
        yield SchemaNote(
            "8.5", Text("Cargo costs no more than the ship's points.", "資材ポイントの範囲内で搭載します。")
        )
        yield SchemaNote("10.1", Text("No more repair dice than she has.", "修理ダイスの数を超えて割り振れません。"))
        yield SchemaNote(
            "12.0", Text("A way is no longer than the slowest ship runs.", "航路は最も遅い艦の移動力以内です。")
        )
        yield SchemaNote("12.5", Text("She stops where she must.", "停止すべき場所では停止します。"))
        yield SchemaNote("23.0", Text("Mines are laid on the way.", "機雷は航路上に敷設します。"))

    def conflicts(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        return Squadron(self._by_name, self.wares, self.crews).conflicts(answer)

    # --- answers

    def default(self) -> tuple[DayOrder, ...]:
        """Return the earlier plan, as far as it is still possible.

        Without an earlier plan, ships that must leave a port (9.1) move to a neighbouring space; all others stay.
        """
        if self.planned:
            for plan in (self.planned, tuple(self._as_far_as_known())):
                if next(self.problems(plan), None) is None:
                    return plan
        return tuple(
            Move((berth.ship,), (self._goals(berth.at, 1, austrian=berth.austrian)[0],))
            for berth in self.berths
            if berth.bound
        )

    def _as_far_as_known(self) -> Iterator[DayOrder]:
        """4.1.3 Yield the planned moves, around new obstacles or only up to them, and the mines on these ways."""
        passed: dict[str, Path] = {}
        for order in self.planned:
            if isinstance(order, Move):
                way = self._way_around(order)
                passed |= {ship: (self._by_name[ship].at, *way) for ship in order.ships}
                if way:
                    yield Move(order.ships, way)
        for order in self.planned:
            if isinstance(order, Mine) and order.space in passed.get(order.ship, ()):
                yield order

    def _way_around(self, order: Move) -> Path:
        """12.5 Return the path of a planned move, or another one if that is no longer possible.

        It leads to the same goal if it need not be longer; otherwise it is the planned path up to the first stop.
        """
        movement = self._shared_movement(order.ships)
        chart, way = self._charts.get(movement.chart, Chart()), order.way
        if next(self.path_problems("", chart, movement, way), None) is None:
            return way
        other = fill_path(chart, movement, (order.goal,))
        if other is not None and len(other) <= len(way):
            return other
        stop = next((place for place, space in enumerate(way, start=1) if space in chart.stops), 0)
        return way[:stop]

    def example(self) -> tuple[DayOrder, ...]:
        """Return an example: the default orders, and a move to a space in reach by a ship that may stay."""
        answer = self.default()
        for berth in self.berths:
            goals = self._goals(berth.at, berth.cruise, austrian=berth.austrian)
            if goals and not berth.bound and not self.planned:
                return (*answer, Move((berth.ship,), self.way_to((berth.ship,), goals[0])))
        return answer

    def sample(self, pick: RandomSource) -> tuple[DayOrder, ...]:
        """Return random orders. Most ships sail. Other orders are added if all orders together are legal."""
        answer: tuple[DayOrder, ...] = ()
        for (at, austrian), berths in self._stations.items():
            movers = [berth for berth in berths if berth.emergency]
            goals = self._goals(at, min((berth.emergency for berth in movers), default=0), austrian=austrian)
            bound = tuple(berth.ship for berth in movers if berth.bound)
            if goals and (bound or pick(SAILING)):
                ships = bound or tuple(berth.ship for berth in movers)
                answer = (*answer, Move(ships, self.way_to(ships, goals[pick(len(goals))])))
        whims = super().sample(pick)
        if not answer:
            return whims
        for order in whims:
            if next(self.combination_problems((*answer, order)), None) is None:
                answer = (*answer, order)
        return answer
