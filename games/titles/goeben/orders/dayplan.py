"""4.1 The form of the day: what each ship is to do, in one sealed answer."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from games.kernel.barred import barred_problem
from games.kernel.byhand.chart import Chart, Path, Walk, fill, price_of, stopped_at
from games.kernel.byhand.prices import Outlook, Proposal, Purse
from games.kernel.errors import Problem
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, either, holds, lists, meeting, needed, not_both, verb, when
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.titles.goeben.box.waters import reach
from games.titles.goeben.orders import stores
from games.titles.goeben.orders.costs import costs
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
from games.titles.goeben.orders.speeds import AUSTRIAN_SEA, SEA, walk_of
from games.titles.goeben.orders.withheld import bar_of, closed, closed_at_sea, closed_in_port, closed_while_revising

PREFERENCES = ("look", "jam")
"""11.2 JE/IB: to look into a place, or to jam the enemy's signals."""
STORES = ("ammunition", "torpedoes")
LETTER = 500
"""25.2 The letters and signs that a slip of paper holds."""
SAILING = 4
"""A random plan leaves ships where they are once in so many times."""
AS_PLANNED, LEAVE_PORT = Text("as planned", "計画のまま"), Text("leave the neutral port", "中立港を出る")
ALL_STAY, ALL_OUTFIT = Text("all stay", "全艦待機"), Text("all outfit", "全艦艤装")
EXAMPLE = Text("for example", "例")


class DayPlan(Orders[DayOrder], frozen=True, kw_only=True, dict=True, tag="goeben.day_plan"):
    """What the ships of a seat do today. `wares` are what is to be had, `crews` the repair dice that some of them add
    (10.1), `looks` where intelligence may look; `sailing` is what speed costs; `austria` is the sea of the allied
    ships. `revising`: only moves are open, and `planned` stands.
    """

    order_types = (Take, Leave, Hand, Outfit, Repair, Coal, Rearm, Intelligence, Scout, Move, Mine, Letter, CarryOn)
    whole_turn = True

    berths: tuple[Berth, ...] = ()
    sailing: Sailing = Sailing()
    sea: KnownSea = KnownSea()
    austria: KnownSea = KnownSea()
    wares: dict[str, Ware] = {}
    crews: dict[str, int] = {}
    looks: tuple[str, ...] = ()
    revising: bool = False
    planned: tuple[DayOrder, ...] = ()

    def wastes(self, answer: tuple[DayOrder, ...]) -> bool:
        """A day on which ships could sail and nobody does anything; what is only revised stands as it was planned."""
        sails = any(way.verb == "move" for way in self.listed)
        return sails and not self.revising and super().wastes(answer)

    # --- the ways, in the order of their use

    def ways(self) -> tuple[Way, ...]:
        found = [*self._move_ways(), *self._mine_ways()]
        if not self.revising:
            found += [*self._outfit_ways(), *self._take_ways(), *self._look_ways(), *self._rare_ways()]
        return tuple(found) if self.revising or not found else (*found, Way("carry_on"))

    def _move_ways(self) -> Iterator[Way]:
        for (at, austrian), berths in self._stations.items():
            movers = [berth for berth in berths if berth.emergency]
            if movers and self._known(austrian=austrian).ways.get(at):
                walk = walk_of([max(movers, key=lambda berth: berth.emergency)], self.sailing)
                ships = tuple(berth.ship for berth in movers)
                yield Way("move", (Field("ships", ships, many=True), Field("way", (), walk=walk)), subject="ships")

    def _mine_ways(self) -> Iterator[Way]:
        for berth in self.berths:
            if berth.mines and not berth.busy:
                spaces = self._goals(berth.at, berth.emergency, austrian=False)
                laid = tuple(space for space in (berth.at, *spaces) if space not in self.sea.shore)
                if laid:
                    yield Way("mine", (Field("ship", (berth.ship,)), Field("space", laid)), subject="ship")

    def _outfit_ways(self) -> Iterator[Way]:
        if self._outfits:
            yield Way("outfit", (Field("ships", self._outfits, many=True),), subject="ships")
        for berth in self.berths:
            most = self._most_dice(berth)
            if berth.works and berth.damage and most:
                dice = tuple(str(number) for number in range(1, most + 1))
                tracks = tuple(Field(track, dice, required=False) for track in REPAIRED if track in berth.damage)
                yield Way("repair", (Field("ship", (berth.ship,)), *tracks), subject="ship")

    def _take_ways(self) -> Iterator[Way]:
        for berth in self.berths:
            if berth.shop:
                prices = stores.bought(berth.ship, berth.shop, self.wares)
                cargo = Field("cargo", berth.shop, many=True, ordered=True, repeats=True, prices=prices)
                yield Way("take", (Field("ship", (berth.ship,)), cargo), subject="ship")

    def _look_ways(self) -> Iterator[Way]:
        tries = tuple(berth.ship for berth in self.berths if berth.tries)
        if tries:
            at = (Field("at", self.looks, required=False, many=True, ordered=True),) if self.looks else ()
            prefer = Field("prefer", PREFERENCES, required=False)
            yield Way("intelligence", (Field("ship", tries), *at, prefer), subject="ship")
        for berth in self.berths:
            if berth.scouts:
                yield Way("scout", (Field("ship", (berth.ship,)), Field("space", berth.scouts)), subject="ship")

    def _rare_ways(self) -> Iterator[Way]:
        for berth in self.berths:
            yield from self._giving_ways(berth)
        if self._outfits:
            served = Field("ships", self._outfits, many=True, ordered=True)
            yield Way("coal", (served,), subject="ships", rare=True)
            yield Way("rearm", (served, Field("first", STORES, required=False)), subject="ships", rare=True)
        for berth in self.berths:
            if berth.letters:
                text = Field("text", (), length=LETTER)
                yield Way("letter", (Field("ship", (berth.ship,)), text), subject="ship", rare=True)

    def _giving_ways(self, berth: Berth) -> Iterator[Way]:
        """8.3, 8.6 Ashore or overboard, and to each ship that can take it."""
        ship = Field("ship", (berth.ship,))
        if berth.landing:
            prices = stores.given_away(berth.landing, self.wares, berth.ship)
            yield Way("leave", (ship, Field("cargo", berth.landing, many=True, prices=prices)), "ship", rare=True)
        cargo = tuple(dict.fromkeys(berth.cargo))
        for taker in berth.takers if cargo else ():
            prices = stores.given_away(cargo, self.wares, berth.ship, taker if taker in self._by_name else "")
            given = Field("cargo", cargo, many=True, prices=prices)
            yield Way("hand", (ship, Field("to", (taker,)), given), "ship", rare=True)

    def _most_dice(self, berth: Berth) -> int:
        """10.1 The repair dice of a ship with all crews that could come aboard before."""
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
        """The ships by where they lie; allied ones by themselves, since not every sea is theirs."""
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

    def closed(self) -> Iterator[Way]:
        if self.revising:
            yield from closed_while_revising()
        for berth in self.berths:
            if not self.revising:
                yield from closed_in_port(berth, self.wares)
                yield from self._without_dice(berth)
            yield from closed_at_sea(berth, self._known(austrian=berth.austrian))

    def _without_dice(self, berth: Berth) -> Iterator[Way]:
        if berth.works and berth.damage and not self._most_dice(berth):
            yield closed("repair", "ship", "no_dice", berth.ship)

    # --- by hand

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        known = {SEA: self.sea, AUSTRIAN_SEA: self.austria}
        return {name: Chart(one.ways, one.stops) for name, one in known.items() if one.ways}

    def charts(self) -> dict[str, Chart]:
        return self._charts

    def walk_for(self, verb: str, subjects: tuple[str, ...], walk: Walk) -> Walk:
        """12.0 Ships that sail together go as far as the slowest."""
        ships = tuple(ship for ship in subjects if ship in self._by_name)
        return self._walk_together(ships) if ships else walk

    @cached_property
    def _walks(self) -> dict[tuple[str, ...], Walk]:
        return {}

    def _walk_together(self, ships: Sequence[str]) -> Walk:
        """12.0 Worked out once for the same ships, since every ring asks for it."""
        key = tuple(ships)
        if key not in self._walks:
            self._walks[key] = walk_of([self._by_name[ship] for ship in ships], self.sailing)
        return self._walks[key]

    def way_to(self, ships: Sequence[str], space: str) -> Path:
        """12.0 The shortest way of ships that lie together; empty where there is none."""
        walk = self._walk_together(ships)
        return fill(self._charts.get(walk.chart, Chart()), walk, (space,)) or ()

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

    def unwalkable(self, where: str, chart: Chart, walk: Walk, path: Path) -> Iterator[Problem]:
        """4.1.3, 9.1, 12.0, 12.5 Why a way cannot be sailed: what is closed, where ships must stop, how far they go."""
        known = self._known(austrian=walk.chart == AUSTRIAN_SEA)
        bars = (barred_problem(where, space, bar) for space in path if (bar := bar_of(known, space)) is not None)
        stop, price = stopped_at(chart, path), price_of(chart, walk, path)
        if (closed_to_them := next(bars, None)) is not None:
            yield closed_to_them
        elif stop in known.barred:
            en = f"Ships must stop at {stop}: an incident marker or an Allied ship lies there."
            ja = f"{stop} で停止します(Incidentマーカーまたは連合国艦艇があります)。"
            yield Problem(where, "stop", Text(en, ja), "4.1.3")
        elif stop:
            yield Problem(where, "stop", Text(f"Ships must stop at {stop}.", f"{stop} で停止します。"), "12.5")
        elif price is None:
            text = Text(f"No way leads so from {walk.start}.", f"{walk.start} からその航路はありません。")
            yield Problem(where, "no_way", text, "12.5")
        elif price.cost > walk.most:
            en = f"These ships can move {walk.most}, not {price.cost}."
            yield Problem(where, "range", Text(en, f"移動は{walk.most}までです({price.cost}必要)。"), "12.0")

    def proposals(self) -> tuple[Proposal, ...]:
        """What stands without an answer; that all stay, or outfit; an example."""
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

    def outlook(self, draft: Any) -> Outlook:
        told = super().outlook(draft)
        return Outlook((*told.lines, *costs(self, self._by_name, self.sailing, draft)), told.spent)

    # --- what a schema can say of it

    def limits(self) -> Iterator[Json]:
        for name in ("intelligence", "coal", "rearm", "carry_on"):
            yield at_most(1, verb(name))
        for berth in self.berths:
            hers, moves = holds("ship", berth.ship), meeting(verb("move"), lists("ships", berth.ship))
            for name in ("repair", "scout", "letter"):
                yield at_most(1, meeting(verb(name), hers))
            yield at_most(1, moves)
            busy = [meeting(verb("outfit"), lists("ships", berth.ship)), meeting(verb("hand"), holds("to", berth.ship))]
            outfits = either(*busy, *(meeting(verb(one), hers) for one in BY_ONE))
            yield not_both(moves, outfits)
            if berth.mines:
                yield not_both(meeting(verb("mine"), hers), outfits)
            if berth.bound:
                yield needed(moves)
            yield from self._cargo_limits(berth)
            tracks = [{"required": [track]} for track in REPAIRED if track in berth.damage]
            if tracks:
                yield when(meeting(verb("repair"), hers), either(*tracks))
        for kind, ware in self.wares.items():
            yield at_most(ware.left, meeting(verb("take"), lists("cargo", kind)))

    def _cargo_limits(self, berth: Berth) -> Iterator[Json]:
        """8.3, 8.6 She gives away no more of a kind than can come aboard."""
        gives = meeting(either(verb("leave"), verb("hand")), holds("ship", berth.ship))
        for kind in dict.fromkeys((*berth.cargo, *berth.landing)):
            bought = self.wares[kind].left if kind in berth.shop else 0
            handed = sum(other.cargo.count(kind) for other in self.berths if berth.ship in other.takers)
            yield at_most(berth.cargo.count(kind) + bought + handed, meeting(gives, lists("cargo", kind)))

    def notes(self) -> Iterator[Note]:
        yield Note("8.2", Text("All cargo has a box.", "搭載品は船体のボックスに収めます。"))
        yield Note("8.5", Text("Cargo costs no more than the ship's points.", "資材ポイントの範囲内で搭載します。"))
        yield Note("10.1", Text("No more repair dice than she has.", "修理ダイスの数を超えて割り振れません。"))
        yield Note("12.0", Text("A way is no longer than the slowest ship runs.", "航路は最も遅い艦の移動力以内です。"))
        yield Note("12.5", Text("She stops where she must.", "停止すべき場所では停止します。"))
        yield Note("23.0", Text("Mines are laid on the way.", "機雷は航路上に敷設します。"))

    def conflicts(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        return Squadron(self._by_name, self.wares, self.crews).conflicts(answer)

    # --- answers

    def default(self) -> tuple[DayOrder, ...]:
        """What is planned, as far as it can be done; else nothing, but ships that must leave (9.1) go next door."""
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
        """4.1.3 What is planned, around what has been found on the way, or as far as there."""
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
        """12.5 The way of a move if it can still be sailed; another to the same goal that is no longer; else the way to
        the first stop.
        """
        walk = self._walk_together(order.ships)
        chart, way = self._charts.get(walk.chart, Chart()), order.way
        if next(self.unwalkable("", chart, walk, way), None) is None:
            return way
        other = fill(chart, walk, (order.goal,))
        if other is not None and len(other) <= len(way):
            return other
        stop = next((place for place, space in enumerate(way, start=1) if space in chart.stops), 0)
        return way[:stop]

    def example(self) -> tuple[DayOrder, ...]:
        """The first ship that may stay sails to the first space that she can reach; the others as by default."""
        answer = self.default()
        for berth in self.berths:
            goals = self._goals(berth.at, berth.cruise, austrian=berth.austrian)
            if goals and not berth.bound and not self.planned:
                return (*answer, Move((berth.ship,), self.way_to((berth.ship,), goals[0])))
        return answer

    def sample(self, pick: Pick) -> tuple[DayOrder, ...]:
        """Most ships sail somewhere; a few other orders as far as they go together."""
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
            if next(self.clashes((*answer, order)), None) is None:
                answer = (*answer, order)
        return answer
