"""4.1 The form of the day: what each ship is to do, in one sealed answer."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from games.kernel.barred import barred_problem
from games.kernel.byhand import taps
from games.kernel.byhand.chart import Band, Chart, Walk, fill, price_of, stopped_at
from games.kernel.byhand.prices import Line, Outlook, Purse
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, either, holds, lists, meeting, needed, not_both, verb, when
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.titles.goeben.box.waters import reach
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
from games.titles.goeben.orders.prospects import REPAIRED, Berth, SeaChart, Ware
from games.titles.goeben.orders.withheld import bars, closed, closed_at_sea, closed_in_port, closed_while_revising

PREFERENCES = ("look", "jam")
"""11.2 JE/IB: to look into a place, or to jam the enemy's signals."""
STORES = ("ammunition", "torpedoes")
SEA, AUSTRIA = "sea", "austria"
"""The charts of the day."""
FREE = "free"
CRUISING = Text("cruise: no coal", "巡航: 石炭なし")
POINTS = Text("cargo points", "資材ポイント")
LEFT = Text("left", "残り")
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
    `revising`: only moves are open, and `planned` stands. `fast_coal` is what speed costs (12.2), `breakdown` the die
    up to which engines suffer from emergency speed (12.3).
    """

    order_types = (Take, Leave, Hand, Outfit, Repair, Coal, Rearm, Intelligence, Scout, Move, Mine, Letter, CarryOn)

    berths: tuple[Berth, ...] = ()
    chart: SeaChart = SeaChart()
    austria: SeaChart = SeaChart()
    wares: dict[str, Ware] = {}
    crews: dict[str, int] = {}
    looks: tuple[str, ...] = ()
    revising: bool = False
    planned: tuple[DayOrder, ...] = ()
    fast_coal: int = 1
    breakdown: int = 2

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
                prices = {kind: self._prices(berth.ship, kind) for kind in berth.shop}
                basket = Field("cargo", berth.shop, many=True, ordered=True, repeats=True, prices=prices)
                yield Way("take", (ship, basket), subject="ship")
            if berth.landing:
                yield Way("leave", (ship, Field("cargo", berth.landing, many=True)), subject="ship")
            if berth.takers and berth.cargo:
                cargo = tuple(dict.fromkeys(berth.cargo))
                handed = Field("cargo", cargo, many=True)
                yield Way("hand", (ship, Field("to", berth.takers), handed), subject="ship")

    def _outfit_ways(self) -> Iterator[Way]:
        outfits = tuple(berth.ship for berth in self.berths if berth.outfits)
        if outfits:
            ranked = Field("ships", outfits, many=True, ordered=True)
            yield Way("outfit", (Field("ships", outfits, many=True),), subject="ships")
            yield Way("coal", (ranked,), subject="ships", rare=True)
            yield Way("rearm", (ranked, Field("first", STORES, required=False)), subject="ships", rare=True)
        for berth in self.berths:
            most = self._most_dice(berth)
            if berth.works and berth.damage and most:
                dice = tuple(str(number) for number in range(1, most + 1))
                tracks = tuple(Field(track, dice, required=False) for track in REPAIRED if track in berth.damage)
                yield Way("repair", (Field("ship", (berth.ship,)), *tracks), subject="ship")

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
            prefer = Field("prefer", PREFERENCES, required=False)
            yield Way("intelligence", (Field("ship", tries), *at, prefer), subject="ship")
        for berth in self.berths:
            if berth.scouts:
                yield Way("scout", (Field("ship", (berth.ship,)), Field("space", berth.scouts)), subject="ship")

    def _letter_ways(self) -> Iterator[Way]:
        for berth in self.berths:
            if berth.letters:
                text = Field("text", (), length=LETTER)
                yield Way("letter", (Field("ship", (berth.ship,)), text), subject="ship", rare=True)

    def _move_ways(self) -> Iterator[Way]:
        for (at, austrian), berths in self._stations.items():
            ships = tuple(berth.ship for berth in berths if berth.emergency)
            if ships and self._goals(at, max(berth.emergency for berth in berths), austrian=austrian):
                fastest = max(berths, key=lambda berth: berth.emergency)
                walk = self._walk(AUSTRIA if austrian else SEA, [fastest])
                yield Way("move", (Field("ships", ships, many=True), Field("way", (), walk=walk)), subject="ships")
        for berth in self.berths:
            if berth.mines:
                spaces = self._goals(berth.at, berth.emergency, austrian=False)
                laid = tuple(space for space in (berth.at, *spaces) if space not in self.chart.shore)
                if laid:
                    where = Field("space", laid)
                    yield Way("mine", (Field("ship", (berth.ship,)), where), subject="ship", rare=True)

    # --- by hand

    def charts(self) -> dict[str, Chart]:
        return {SEA: self._sea, AUSTRIA: Chart(self.austria.ways, self.austria.stops)}

    @cached_property
    def _sea(self) -> Chart:
        return Chart(self.chart.ways, self.chart.stops)

    def walk_for(self, verb: str, subjects: tuple[str, ...], walk: Walk) -> Walk:
        """12.1–12.3 Ships that sail together sail as the slowest of them."""
        together = [self._by_name[ship] for ship in subjects if ship in self._by_name]
        return self._walk(walk.chart, together) if together and verb == "move" else walk

    def _walk(self, chart: str, berths: Sequence[Berth]) -> Walk:
        """12.1–12.3 How far ships sail together, and what that costs. Allied ships burn nobody's coal (20.0)."""
        cruise, maximum, emergency = (
            min(getattr(berth, speed) for berth in berths) for speed in ("cruise", "maximum", "emergency")
        )
        coal, die = self.fast_coal, self.breakdown
        fast = Text(f"maximum: {coal} coal each", f"最大: 石炭各{coal}")
        strained = Text(
            f"emergency: {coal} coal each; on 1–{die} the engines lose a box",
            f"緊急: 石炭各{coal}、1〜{die}で機関が1減る",
        )
        bands = [Band(cruise, FREE, CRUISING)]
        bands += [Band(maximum, "spends", fast)] if maximum > cruise else []
        bands += [Band(emergency, "risk", strained)] if emergency > max(cruise, maximum) else []
        return Walk(chart, berths[0].at, emergency, bands=tuple(bands))

    def purses(self) -> tuple[Purse, ...]:
        """8.5 The cargo points of each ship; 8.3 what is left of each kind."""
        return self._purses

    @cached_property
    def _purses(self) -> tuple[Purse, ...]:
        buyers = [] if self.revising else [berth for berth in self.berths if berth.shop]
        kinds = dict.fromkeys(kind for berth in buyers for kind in berth.shop)
        return (
            *(Purse(f"points.{berth.ship}", POINTS, berth.points, berth.ship, "8.5") for berth in buyers),
            *(Purse(f"left.{kind}", LEFT, self.wares[kind].left, "", "8.3") for kind in kinds),
        )

    def _prices(self, ship: str, kind: str) -> dict[str, int]:
        price = {f"points.{ship}": self.wares[kind].points, f"left.{kind}": 1}
        return {purse: amount for purse, amount in price.items() if amount}

    def outlook(self, draft: object) -> Outlook:
        """What every way costs in coal, and what the ships have left then (12.2, 12.3)."""
        found = super().outlook(draft)
        lines = (line for known in found.lines for line in (known, *self._coal_left(known, draft)))
        return Outlook(tuple(lines), found.spent)

    def _coal_left(self, line: Line, draft: object) -> Iterator[Line]:
        index = line.pointer.split("/")[1]
        order = draft[int(index)] if isinstance(draft, list) else {}
        ships = [self._by_name[ship] for ship in taps.values_in(order, "ships") if ship in self._by_name]
        if line.tone != FREE and all(not berth.austrian for berth in ships):
            left = ", ".join(str(max(berth.coal - self.fast_coal, 0)) for berth in ships)
            yield Line(line.pointer, line.tone, Text(f"coal left: {left}", f"残る石炭: {left}"))

    def unwalkable(self, where: str, chart: Chart, walk: Walk, path: tuple[str, ...]) -> Iterator[Problem]:
        """12.0, 12.5, 4.1.3 Why ships cannot sail that way: a space is closed, or a stop; it is too long, or none."""
        known = self.chart if walk.chart == SEA else self.austria
        reasons = {space: reason for reason, spaces in known.closed.items() for space in spaces}
        for step, space in enumerate(path):
            if space in reasons:
                (bar,) = bars(reasons[space], [space])
                yield barred_problem(where + pointer(step), space, bar)
                return
        price, stop = price_of(chart, walk, path), stopped_at(chart, path)
        if stop:
            yield _stops(where, stop, barred=stop in known.barred)
        elif price is None:
            yield Problem(where, "no_way", Text("No such way is found.", "その航路はありません。"), "12.5")
        elif price.cost > walk.most:
            text = Text(
                f"They can move {walk.most}, not {price.cost}.", f"移動は{walk.most}までです({price.cost}必要)。"
            )
            yield Problem(where, "range", text, "12.0")

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

    def _way_to(self, berths: Sequence[Berth], goal: str) -> tuple[str, ...]:
        """The shortest way of these ships to a space."""
        name = AUSTRIA if berths[0].austrian else SEA
        return fill(self.charts()[name], self._walk(name, berths), (goal,)) or (goal,)

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

    def _holds(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """8.2–8.6 Cargo that is there, that fits, and that can be paid for; 10.1 dice by the crew aboard by then."""
        aboard = {berth.ship: Counter(berth.cargo) for berth in self.berths}
        for part in stretches(answer):
            for index, order in part:
                if isinstance(order, Leave | Hand):
                    yield from self._given_away(f"/{index}/cargo", order, aboard)
                elif isinstance(order, Take):
                    aboard[order.ship].update(order.cargo)
                elif isinstance(order, Repair):
                    yield from self._dice(f"/{index}", order, aboard[order.ship])
            yield from self._overladen(aboard)

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

    def _mined(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """23.0, 23.0.2 Mines are laid on the way, as many as are aboard."""
        ways: dict[str, tuple[str, ...]] = {}
        for order in answer:
            if isinstance(order, Move):
                ways |= dict.fromkeys(order.ships, order.way)
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
            Move((berth.ship,), self._goals(berth.at, 1, austrian=berth.austrian)[:1])
            for berth in self.berths
            if berth.bound
        )

    def example(self) -> tuple[DayOrder, ...]:
        """The first ship that may stay sails to the first space that she can reach; the others as by default."""
        answer = self.default()
        for berth in self.berths:
            goals = self._goals(berth.at, berth.cruise, austrian=berth.austrian)
            if goals and not berth.bound and not self.planned:
                return (*answer, Move((berth.ship,), self._way_to([berth], goals[0])))
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
                answer = (*answer, Move(ships, self._way_to(berths, goals[pick(len(goals))])))
        whims = super().sample(pick)
        if not answer:
            return whims
        for order in whims:
            if next(self.clashes((*answer, order)), None) is None:
                answer = (*answer, order)
        return answer


def _stops(where: str, stop: str, *, barred: bool) -> Problem:
    """12.5, 4.1.3 She must stop on her way."""
    if not barred:
        return Problem(where, "stop", Text(f"Ships must stop at {stop}.", f"{stop} で停止します。"), "12.5")
    en = f"Ships must stop at {stop}: an incident marker or an Allied ship lies there."
    ja = f"{stop} で停止します(Incidentマーカーまたは連合国艦艇があります)。"
    return Problem(where, "stop", Text(en, ja), "4.1.3")


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
