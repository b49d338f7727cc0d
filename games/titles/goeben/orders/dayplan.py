"""4.1 The form of the day: what each ship is to do, in one sealed answer."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from games.kernel.errors import Problem
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, either, holds, lists, meeting, needed, not_both, verb, when
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.titles.goeben.box.waters import course, reach
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
from games.titles.goeben.orders.prospects import REPAIRED, Berth, Chart, Ware
from games.titles.goeben.orders.withheld import closed, closed_at_sea, closed_in_port, closed_while_revising

PREFERENCES = ("look", "jam")
"""11.2 JE/IB: to look into a place, or to jam the enemy's signals."""
STORES = ("ammunition", "torpedoes")
LETTER = 500
"""25.2 The letters and signs that a slip of paper holds."""
SAILING = 4
"""A random plan leaves ships where they are once in so many times."""


def outfitting(orders: Sequence[DayOrder]) -> list[str]:
    """4.1, 4.1.2 The ships that spend the day in the first phase, and therefore do not move."""
    names: list[str] = []
    for order in orders:
        if isinstance(order, Outfit):
            names += order.ships
        elif isinstance(order, Repair | Take | Leave):
            names.append(order.ship)
        elif isinstance(order, Hand):
            names += (order.ship, order.to)
    return list(dict.fromkeys(names))


def stretches(orders: Sequence[DayOrder]) -> list[list[tuple[int, DayOrder]]]:
    """4.1.1 A plan, with the place of each order, parted after every repair: what is taken aboard or handed over before
    a repair counts for its dice, what comes later does not.
    """
    parts: list[list[tuple[int, DayOrder]]] = [[]]
    for index, order in enumerate(orders):
        parts[-1].append((index, order))
        if isinstance(order, Repair):
            parts.append([])
    return parts


class DayPlan(Orders[DayOrder], frozen=True, kw_only=True, dict=True, tag="goeben.day_plan"):
    """What the ships of a seat do today. `wares` are what is to be had, `crews` the repair dice that some of them add
    (10.1), `looks` where intelligence may look; `austria` is the chart for the allied ships, which keep to their seas.
    `revising`: only moves are open, and `planned` stands.
    """

    order_types = (Take, Leave, Hand, Outfit, Repair, Coal, Rearm, Intelligence, Scout, Move, Mine, Letter, CarryOn)

    berths: tuple[Berth, ...] = ()
    chart: Chart = Chart()
    austria: Chart = Chart()
    wares: dict[str, Ware] = {}
    crews: dict[str, int] = {}
    looks: tuple[str, ...] = ()
    revising: bool = False
    planned: tuple[DayOrder, ...] = ()

    # --- the ways

    def ways(self) -> tuple[Way, ...]:
        found = [] if self.revising else [*self._cargo_ways(), *self._outfit_ways(), *self._look_ways()]
        found += [] if self.revising else self._letter_ways()
        found += self._move_ways()
        return tuple(found) if self.revising or not found else (*found, Way("carry_on"))

    def _cargo_ways(self) -> Iterator[Way]:
        for berth in self.berths:
            ship = Field("ship", (berth.ship,))
            if berth.shop:
                yield Way("take", (ship, Field("cargo", berth.shop, many=True, ordered=True)))
            if berth.landing:
                yield Way("leave", (ship, Field("cargo", berth.landing, many=True)))
            if berth.takers and berth.cargo:
                cargo = tuple(dict.fromkeys(berth.cargo))
                yield Way("hand", (ship, Field("to", berth.takers), Field("cargo", cargo, many=True)))

    def _outfit_ways(self) -> Iterator[Way]:
        outfits = tuple(berth.ship for berth in self.berths if berth.outfits)
        if outfits:
            yield Way("outfit", (Field("ships", outfits, many=True),))
            yield Way("coal", (Field("ships", outfits, many=True, ordered=True),))
            first = Field("first", STORES, required=False)
            yield Way("rearm", (Field("ships", outfits, many=True, ordered=True), first))
        for berth in self.berths:
            most = self._most_dice(berth)
            if berth.works and berth.damage and most:
                dice = tuple(str(number) for number in range(1, most + 1))
                tracks = tuple(Field(track, dice, required=False) for track in REPAIRED if track in berth.damage)
                yield Way("repair", (Field("ship", (berth.ship,)), *tracks))

    def _most_dice(self, berth: Berth) -> int:
        """10.1 The repair dice of a ship with all crews that could come aboard before."""
        others = [other for other in self.berths if berth.ship in other.takers]
        most = berth.dice
        for kind, dice in self.crews.items():
            bought = self.wares[kind].left if kind in berth.shop else 0
            most += dice * (bought + sum(other.cargo.count(kind) for other in others))
        return most

    def _look_ways(self) -> Iterator[Way]:
        tries = tuple(berth.ship for berth in self.berths if berth.tries)
        if tries:
            at = (Field("at", self.looks, required=False, many=True, ordered=True),) if self.looks else ()
            yield Way("intelligence", (Field("ship", tries), *at, Field("prefer", PREFERENCES, required=False)))
        for berth in self.berths:
            if berth.scouts:
                yield Way("scout", (Field("ship", (berth.ship,)), Field("space", berth.scouts)))

    def _letter_ways(self) -> Iterator[Way]:
        for berth in self.berths:
            if berth.letters:
                yield Way("letter", (Field("ship", (berth.ship,)), Field("text", (), length=LETTER)))

    def _move_ways(self) -> Iterator[Way]:
        for (at, austrian), berths in self._stations.items():
            ships = tuple(berth.ship for berth in berths if berth.emergency)
            goals = self._goals(at, max(berth.emergency for berth in berths), austrian=austrian)
            if ships and goals:
                via = Field("via", goals, required=False, many=True, ordered=True)
                yield Way("move", (Field("ships", ships, many=True), Field("to", goals), via))
        for berth in self.berths:
            if berth.mines:
                spaces = self._goals(berth.at, berth.emergency, austrian=False)
                laid = tuple(space for space in (berth.at, *spaces) if space not in self.chart.shore)
                if laid:
                    yield Way("mine", (Field("ship", (berth.ship,)), Field("space", laid)))

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

    def _goals(self, at: str, steps: int, *, austrian: bool) -> tuple[str, ...]:
        chart = self.austria if austrian else self.chart
        return tuple(sorted(space for space in reach(chart.ways, at, steps, chart.stops) if space != at))

    def course_of(self, ship: str, order: Move) -> tuple[str, ...] | None:
        """12.0 The spaces a ship enters on her way; None where there is no such way."""
        berth = self._by_name[ship]
        chart = self.austria if berth.austrian else self.chart
        return course(chart.ways, berth.at, (*order.via, order.to), chart.stops)

    def closed(self) -> Iterator[Way]:
        if self.revising:
            yield from closed_while_revising()
        for berth in self.berths:
            if not self.revising:
                yield from closed_in_port(berth, self.wares)
                yield from self._without_dice(berth)
            yield from closed_at_sea(berth, self.austria if berth.austrian else self.chart)

    def _without_dice(self, berth: Berth) -> Iterator[Way]:
        if berth.works and berth.damage and not self._most_dice(berth):
            yield closed("repair", "ship", "no_dice", berth.ship)

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
            yield not_both(moves, either(*busy, *(meeting(verb(one), hers) for one in _BY_ONE)))
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
        yield Note("12.0", Text("A way by its stages is no longer than she runs.", "航路は移動力の範囲内です。"))
        yield Note("12.5", Text("She stops where she must.", "停止すべき場所では停止します。"))
        yield Note("23.0", Text("Mines are laid on the way.", "機雷は航路上に敷設します。"))

    # --- what conflicts

    def conflicts(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        yield from self._repeated(answer)
        yield from self._stuck(answer)
        yield from self._courses(answer)
        yield from self._holds(answer)
        yield from self._mined(answer)

    def _repeated(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """4.1, 11.1 A ship moves once; there is one attempt at intelligence a day, and one order of most sorts."""
        moved: set[str] = set()
        done: set[str] = set()
        for index, order in enumerate(answer):
            if isinstance(order, Move):
                if twice := moved.intersection(order.ships):
                    yield _twice(f"/{index}/ships", sorted(twice)[0])
                moved.update(order.ships)
            key = order.ship if isinstance(order, Repair | Scout | Letter) else ""
            if not isinstance(order, Move | Take | Leave | Hand | Mine | Outfit):
                name = f"{type(order).__name__} {key}"
                if name in done:
                    text = Text("One such order is enough.", "この命令は1つだけです。")
                    yield Problem(f"/{index}", "twice", text, "4.1")
                done.add(name)

    def _stuck(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """4.1 Who outfits does not move; 9.1 who has been in a neutral port must leave it."""
        busy, moved = set(outfitting(answer)), set[str]()
        for index, order in enumerate(answer):
            if isinstance(order, Move):
                moved.update(order.ships)
                for ship in order.ships:
                    if ship in busy:
                        text = Text(f"{ship} outfits today and does not move.", f"{ship} は艤装中で移動できません。")
                        yield Problem(f"/{index}/ships", "busy", text, "4.1")
        for berth in self.berths:
            if berth.bound and berth.ship not in moved:
                en = f"{berth.ship} must leave the neutral port."
                yield Problem("", "bound", Text(en, f"{berth.ship} は中立港を出なければなりません。"), "9.1")

    def _courses(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """12.1–12.3 No further than the ships run."""
        for index, order in enumerate(answer):
            if not isinstance(order, Move):
                continue
            for ship in order.ships:
                route = self.course_of(ship, order)
                if route is None or not route:
                    yield self._no_way(f"/{index}/to", ship, order)
                elif len(route) > self._by_name[ship].emergency:
                    most = self._by_name[ship].emergency
                    en = f"{ship} can move {most}, not {len(route)}."
                    ja = f"{ship} の移動は{most}までです({len(route)}必要)。"
                    yield Problem(f"/{index}/to", "range", Text(en, ja), "12.0")

    def _no_way(self, where: str, ship: str, order: Move) -> Problem:
        """4.1.3, 12.5 Why a way cannot be sailed: she must stop on it, or it leads nowhere."""
        chart = self.austria if self._by_name[ship].austrian else self.chart
        stop = next((mark for mark in order.via if mark in chart.stops), "")
        if stop in chart.barred:
            en = f"{ship} must stop at {stop}: an incident marker or an Allied ship lies there."
            ja = f"{ship} は {stop} で停止します(Incidentマーカーまたは連合国艦艇があります)。"
            return Problem(where, "stop", Text(en, ja), "4.1.3")
        if stop:
            text = Text(f"{ship} must stop at {stop}.", f"{ship} は {stop} で停止します。")
            return Problem(where, "stop", text, "12.5")
        text = Text(f"{ship} finds no such way.", f"{ship} にその航路はありません。")
        return Problem(where, "no_way", text, "12.5")

    def _holds(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """8.2–8.6 Cargo that is there, that fits, and that can be paid for; 10.1 dice by the crew aboard by then."""
        bought, spent = Counter[str](), Counter[str]()
        aboard = {berth.ship: Counter(berth.cargo) for berth in self.berths}
        for part in stretches(answer):
            for index, order in part:
                if isinstance(order, Leave | Hand):
                    yield from self._given_away(f"/{index}/cargo", order, aboard)
                elif isinstance(order, Take):
                    aboard[order.ship].update(order.cargo)
                    bought.update(order.cargo)
                    spent[order.ship] += sum(self.wares[kind].points for kind in order.cargo)
                elif isinstance(order, Repair):
                    yield from self._dice(f"/{index}", order, aboard[order.ship])
            yield from self._overladen(aboard)
        yield from self._paid(spent, bought)

    def _given_away(self, where: str, order: Leave | Hand, aboard: dict[str, Counter[str]]) -> Iterator[Problem]:
        """8.3, 8.6 Only what is there, and to a ship that can carry it."""
        for kind in order.cargo:
            if not aboard[order.ship][kind]:
                yield _no_cargo(where, kind)
            aboard[order.ship][kind] -= 1
        if isinstance(order, Hand) and order.to in aboard:
            aboard[order.to].update(order.cargo)
            yield from _unfit(where, self._by_name[order.to], order.cargo)

    def _dice(self, where: str, order: Repair, aboard: Counter[str]) -> Iterator[Problem]:
        """10.1 As many dice as she has with the crew that is aboard when they are rolled (4.1.1), and one at least."""
        berth, dice = self._by_name[order.ship], sum(int(getattr(order, track) or 0) for track in REPAIRED)
        most = berth.dice + sum(by * (aboard[kind] - berth.cargo.count(kind)) for kind, by in self.crews.items())
        if not 1 <= dice <= most:
            text = Text(f"Allot 1 to {most} dice, not {dice}.", f"ダイスは1〜{most}個割り振ってください。")
            yield Problem(where, "range", text, "10.1")

    def _overladen(self, aboard: dict[str, Counter[str]]) -> Iterator[Problem]:
        """8.2, 20.1.1 Whether all that is aboard has a box."""
        for ship, cargo in aboard.items():
            hull, size = self._by_name[ship].hull, sum(self.wares[kind].boxes * max(cargo[kind], 0) for kind in cargo)
            if size > hull and size > self._stowed(ship):
                text = Text(f"{ship} has {hull} boxes, not {size}.", f"{ship} の船体は{hull}ボックスです。")
                yield Problem("", "full", text, "8.2")
            if cargo["seaplane"] > 1:
                yield Problem("", "full", Text("One seaplane a ship.", "水上機は1隻に1機です。"), "20.1.1")

    def _stowed(self, ship: str) -> int:
        return sum(self.wares[kind].boxes for kind in self._by_name[ship].cargo)

    def _paid(self, spent: Counter[str], bought: Counter[str]) -> Iterator[Problem]:
        for ship, points in spent.items():
            most = self._by_name[ship].points
            if points > most:
                text = Text(f"{ship} has {most} cargo points, not {points}.", f"{ship} の資材ポイントは{most}です。")
                yield Problem("", "points", text, "8.5")
        for kind, count in bought.items():
            if count > self.wares[kind].left:
                left = self.wares[kind].left
                text = Text(f"Only {left} of {kind} are left.", f"{kind} は残り{left}個です。")
                yield Problem("", "left", text, "8.3")

    def _mined(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """23.0, 23.0.2 Mines are laid on the way, as many as are aboard."""
        ways: dict[str, tuple[str, ...]] = {}
        for order in answer:
            if isinstance(order, Move):
                ways |= {ship: self.course_of(ship, order) or () for ship in order.ships}
        laid = Counter[str]()
        for index, order in enumerate(answer):
            if not isinstance(order, Mine):
                continue
            laid[order.ship] += 1
            berth = self._by_name[order.ship]
            if order.space not in (berth.at, *ways.get(order.ship, ())):
                text = Text(f"{order.ship} does not come there.", f"{order.ship} はそこを通りません。")
                yield Problem(f"/{index}/space", "no_way", text, "23.0")
            if laid[order.ship] > berth.mines:
                yield _no_cargo(f"/{index}", "mines")

    # --- answers

    def default(self) -> tuple[DayOrder, ...]:
        """What is planned, if it can be done; else nothing, but ships that must leave (9.1) go next door."""
        if self.planned and next(self.problems(self.planned), None) is None:
            return self.planned
        return tuple(
            Move((berth.ship,), self._goals(berth.at, 1, austrian=berth.austrian)[0])
            for berth in self.berths
            if berth.bound
        )

    def example(self) -> tuple[DayOrder, ...]:
        """The first ship that may stay sails to the first space that she can reach; the others as by default."""
        answer = self.default()
        for berth in self.berths:
            goals = self._goals(berth.at, berth.cruise, austrian=berth.austrian)
            if goals and not berth.bound and not self.planned:
                return (*answer, Move((berth.ship,), goals[0]))
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
                answer = (*answer, Move(ships, goals[pick(len(goals))]))
        whims = super().sample(pick)
        if not answer:
            return whims
        for order in whims:
            if next(self.conflicts((*answer, order)), None) is None:
                answer = (*answer, order)
        return answer


_BY_ONE = ("repair", "take", "leave", "hand")
"""4.1 What a ship does in the first phase with an order of her own."""


def _twice(where: str, ship: str) -> Problem:
    text = Text(f"{ship} has two orders to move.", f"{ship} に移動命令が2つあります。")
    return Problem(where, "twice", text, "12.0")


def _no_cargo(where: str, kind: str) -> Problem:
    return Problem(where, "no_cargo", Text(f"There is no {kind} to spare.", f"{kind} がありません。"), "8.3")


def _unfit(where: str, berth: Berth, cargo: Sequence[str]) -> Iterator[Problem]:
    """8.0 What a ship of her type cannot carry."""
    for kind in cargo:
        if kind not in berth.carries:
            text = Text(f"{berth.ship} cannot carry {kind}.", f"{berth.ship} は {kind} を搭載できません。")
            yield Problem(where, "unfit", text, "8.0")
