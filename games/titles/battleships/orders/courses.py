"""7.0 The form of a side's move: courses of the whole fleet, what to mend (8.1a), the flag (10.9b), and fire plans."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, get_args

import msgspec

from games.kernel.byhand.chart import Chart, Path, Walk, price_of
from games.kernel.byhand.prices import Line, Outlook
from games.kernel.byhand.taps import paths_in
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, lists, meeting, not_both, verb
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.titles.battleships.box import hexes
from games.titles.battleships.orders.orders import (
    Course,
    CourseOrder,
    FirePlan,
    Mend,
    ShiftFlag,
    Stop,
    Tries,
)
from games.titles.battleships.orders.plots import (
    Berth,
    Sailing,
    Waters,
    berth_of,
    can_advance,
    chart_of,
    fits,
    settled,
    steady,
    walk_of,
)

TRIES: tuple[str, ...] = get_args(Tries)
RULES = {"stop": "9.2", "no_way": "7.1", "range": "7.3", "turns": "7.4", "twice": "7.1"}
"""The rule that each fault of a path breaks."""


class Plot(NamedTuple):
    """A ship with the chart and the walk that her course is made on."""

    ship: Sailing
    chart: Chart
    walk: Walk


class CourseForm(Orders[CourseOrder], frozen=True, kw_only=True, dict=True, tag="battleships.courses"):
    """Where the ships of a side go. A ship without an order holds course and speed as far as she may (7.2b, 7.3b).

    `enemies` are the hexes in which nobody may end (7.2a), `stack` the room of a hex (7.2). `mends` are ships that may
    be told what to mend, `heirs` those to which the flag may pass; `gunners` may be given a fire plan against `rivals`.
    """

    order_types = (Course, Stop, Mend, ShiftFlag, FirePlan)

    ships: tuple[Sailing, ...] = ()
    waters: Waters = Waters()
    enemies: tuple[str, ...] = ()
    stack: int = 4
    mends: tuple[str, ...] = ()
    heirs: tuple[str, ...] = ()
    gunners: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()

    # --- the ways

    @cached_property
    def plots(self) -> dict[str, Plot]:
        """The ships that may move, each with her chart and walk."""
        return {ship.ship: self._plot(ship) for ship in self.ships}

    def _plot(self, ship: Sailing) -> Plot:
        if ship.held:
            ways = {at: _onward(ship, place) for place, at in enumerate((ship.at, *ship.line))}
            stops = chart_of(self.waters, ship).stops
            chart = Chart(ways, tuple(at for at in ship.line if at in stops))
        else:
            chart = chart_of(self.waters, ship)
        return Plot(ship, chart, walk_of(self.waters, ship, ship.ship))

    def charts(self) -> dict[str, Chart]:
        return {name: plot.chart for name, plot in self.plots.items()}

    @cached_property
    def _together(self) -> dict[str, tuple[str, ...]]:
        """7.2 Each ship with those that may sail with her as one: of her hex, on her heading."""
        free = [ship for ship in self.ships if not ship.held and ship.most]
        return {
            ship.ship: tuple(one.ship for one in free if (one.at, one.heading) == (ship.at, ship.heading))
            if ship in free
            else (ship.ship,)
            for ship in self.ships
        }

    def ways(self) -> tuple[Way, ...]:
        found: list[Way] = []
        for group in dict.fromkeys(self._together.values()):
            plots = [self.plots[name] for name in group]
            movers = [plot for plot in plots if can_advance(plot.chart, plot.walk)]
            if movers:
                names = Field("ships", tuple(plot.ship.ship for plot in movers), many=True)
                found.append(Way("course", (names, Field("way", (), walk=movers[0].walk)), subject="ships"))
            still = tuple(plot.ship.ship for plot in plots if not plot.ship.least and plot.ship.most)
            if still:
                found.append(Way("stop", (Field("ships", still, many=True),), subject="ships"))
        return (*found, *self._other_ways())

    def _other_ways(self) -> Iterator[Way]:
        if self.mends:
            names = Field("ships", self.mends, many=True)
            yield Way("mend", (names, Field("tries", TRIES)), subject="ships", rare=True)
        if self.heirs:
            yield Way("shift_flag", (Field("to", self.heirs),), rare=True)
        for ship in self.gunners if self.rivals else ():
            at = Field("at", self.rivals, many=True, ordered=True)
            yield Way("fire_plan", (Field("ship", (ship,)), at), subject="ship", rare=True)

    def walk_for(self, verb: str, subjects: tuple[str, ...], walk: Walk) -> Walk:
        """7.2 Ships that sail together: what all of them can do."""
        walks = [self.plots[name].walk for name in subjects if name in self.plots]
        if not walks:
            return walk
        slowest = min(walks, key=lambda one: one.most)
        return msgspec.structs.replace(
            slowest,
            least=max(one.least for one in walks),
            most_turns=min(one.most_turns for one in walks),
            turns=min((one.turns for one in walks), key=len),
        )

    # --- courses

    @cached_property
    def _steadied(self) -> dict[str, Path]:
        """The courses that ships hold without orders, as far as they were worked out."""
        return {}

    def steady(self, name: str) -> Path:
        """The course that a ship holds without orders."""
        if name not in self._steadied:
            self._steadied[name] = self._held_course(name)
        return self._steadied[name]

    def _held_course(self, name: str) -> Path:
        plot = self.plots[name]
        wanted = min(max(plot.ship.speed, plot.ship.least), plot.ship.most)
        return _within(plot, plot.ship.line, wanted) if plot.ship.held else steady(plot.chart, plot.walk, wanted)

    def courses(self, answer: Sequence[CourseOrder]) -> dict[str, Path]:
        """7.1, 7.2b The hexes that each ship enters: as ordered, else as she holds her course."""
        ordered = self._ordered(answer)
        placed = [self._berth(name, path) for name, path in ordered.items()]
        rest = [(*self.plots[ship.ship], self.steady(ship.ship)) for ship in self.ships if ship.ship not in ordered]
        settled_ = settled(rest, placed, self.enemies, self.stack, self._berth)
        return {ship.ship: ordered.get(ship.ship, settled_.get(ship.ship, ())) for ship in self.ships}

    def _ordered(self, answer: Sequence[CourseOrder]) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for order in answer:
            if isinstance(order, Course | Stop):
                way = order.way if isinstance(order, Course) else ()
                found |= {name: way for name in order.ships if name in self.plots}
        return found

    @cached_property
    def _berths(self) -> dict[tuple[str, Path], Berth]:
        """Where courses end, as far as it was worked out."""
        return {}

    def _berth(self, name: str, path: Path) -> Berth:
        if (name, path) not in self._berths:
            plot = self.plots[name]
            self._berths[name, path] = berth_of(plot.chart, plot.walk, plot.ship, path)
        return self._berths[name, path]

    def leaves(self, name: str, path: Path) -> bool:
        """9.2 Whether a course ends beyond an edge by which the ship leaves."""
        return bool(path) and path[-1] in self.plots[name].chart.stops

    # --- what is wrong

    def unwalkable(self, where: str, chart: Chart, walk: Walk, path: Path) -> Iterator[Problem]:
        price = price_of(chart, walk, path)
        leaves = bool(path) and path[-1] in chart.stops and price is not None and price.cost < walk.least
        for problem in super().unwalkable(where, chart, walk, path):
            if leaves and problem.code == "range":
                continue  # 9.2 whoever leaves need not go on
            yield msgspec.structs.replace(problem, rule=RULES.get(problem.code, "7.1"))

    def conflicts(self, answer: tuple[CourseOrder, ...]) -> Iterator[Problem]:
        """7.2 Each ship one course, and ends of moves in which ships may lie."""
        yield from self._repeated(answer)
        yield from self._parting(answer)
        paths = self.courses(answer)
        berths = [self._berth(name, path) for name, path in paths.items() if not self.leaves(name, path)]
        by_name = {berth.ship: berth for berth in berths}
        for index, order in enumerate(answer):
            if not isinstance(order, Course | Stop):
                continue
            for berth in (by_name[name] for name in order.ships if name in by_name):
                where = pointer(index, "way" if isinstance(order, Course) else "ships")
                if berth.at in self.enemies:
                    text = Text("An enemy lies in the last hex.", "最後のヘクスに敵艦がいます。")
                    yield Problem(where, "enemy", text, "7.2a")
                elif not fits(berth, berths, self.stack):
                    text = Text(
                        "She cannot lie there with the others: room, speed or heading.",
                        "そこに一緒にはスタックできません(数・速度・方向)。",
                    )
                    yield Problem(where, "stack", text, "7.2")

    def _parting(self, answer: tuple[CourseOrder, ...]) -> Iterator[Problem]:
        """9.2 Ships sent together the way of the slowest, that not each of them may go: where some leave the map."""
        for index, order in enumerate(answer):
            if not isinstance(order, Course) or len(order.ships) < 2:
                continue
            where, plots = pointer(index, "way"), [self.plots[name] for name in order.ships]
            walk = self.walk_for("course", order.ships, plots[0].walk)
            if next(self.unwalkable(where, self.plots[walk.chart].chart, walk, order.way), None) is None:
                wrong = (problem for plot in plots for problem in self.unwalkable(where, *plot[1:], order.way))
                yield from islice(wrong, 1)

    def _repeated(self, answer: tuple[CourseOrder, ...]) -> Iterator[Problem]:
        seen: set[tuple[str, str]] = set()
        for index, order in enumerate(answer):
            names = order.ships if isinstance(order, Course | Stop | Mend) else ()
            names = (order.ship,) if isinstance(order, FirePlan) else names or ("flag",)
            sort = "course" if isinstance(order, Course | Stop) else type(order).__name__
            if any((sort, name) in seen for name in names):
                text = Text("She has such an order already.", "すでに命令済みです。")
                yield Problem(pointer(index, "order"), "twice", text, "7.1")
            seen |= {(sort, name) for name in names}

    def limits(self) -> Iterator[Json]:
        for ship in self.ships:
            moves = meeting(verb("course"), lists("ships", ship.ship))
            yield at_most(1, moves)
            yield not_both(moves, meeting(verb("stop"), lists("ships", ship.ship)))

    def notes(self) -> Iterator[Note]:
        yield Note(
            "7.2", Text("Ships end in one hex only alike and if there is room.", "スタックは同速度・同方向で4隻まで。")
        )
        yield Note(
            "7.3", Text("A course costs what its ship must and may spend.", "移動ポイントは加減速の範囲内です。")
        )

    # --- by hand

    def outlook(self, draft: Any) -> Outlook:
        """Points and turns of every course, and what speeds the next turn allows."""
        lines: list[Line] = []
        for where, chart, walk, path in paths_in(self, draft):
            price = price_of(chart, walk, path)
            if price is None:
                continue
            cost, turns, next_ = price.cost, price.turns, max(price.cost * 2, 2)
            text = Text(
                f"{cost} of {walk.most} points, {turns} of {walk.most_turns} turns; next turn {cost // 2} to {next_}",
                f"移動{cost}/{walk.most}、回頭{turns}/{walk.most_turns}、次ターン{cost // 2}〜{next_}",
            )
            wrong = not walk.least <= cost <= walk.most or turns > walk.most_turns
            lines.append(Line(where, "risk" if wrong else "spends" if turns else "free", text))
        return Outlook(tuple(lines))

    def sample(self, pick: Pick) -> tuple[CourseOrder, ...]:
        """Courses for about half of the ships, at random."""
        ways = self.listed
        answer: tuple[CourseOrder, ...] = ()
        for way in ways:
            if pick(2):
                order = self._sample_order(way, pick)
                if order.get("way") == [] or order.get("ships") == []:
                    continue
                longer = (*answer, *self.read([order]))
                if next(self.clashes(longer), None) is None:
                    answer = longer
        return answer


def _onward(ship: Sailing, place: int) -> tuple[str, ...]:
    """From a place of a held line the next one, by its direction."""
    line = (ship.at, *ship.line)
    if place + 1 >= len(line):
        return ()
    there = line[place + 1]
    return tuple(there if hexes.neighbour(line[place], one) == there else "" for one in hexes.HEADINGS)


def _within(plot: Plot, line: Path, wanted: int) -> Path:
    """As much of a line as costs no more than so many points."""
    costs = [price_of(plot.chart, plot.walk, line[:end]) for end in range(len(line) + 1)]
    ends = [end for end, price in enumerate(costs) if price is not None and price.cost <= wanted]
    return line[: ends[-1]]
