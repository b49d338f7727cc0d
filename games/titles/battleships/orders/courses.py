"""7.0 The form of a side's move: courses for the fleet, repairs (8.1a), a move of the flag (10.9b), and fire plans."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, get_args

import msgspec

from games.kernel.drafts import Annotation, Preview, PreviewLine, Proposal
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.odds import odds_with_means
from games.kernel.text import Text, sanitized
from games.order_editor.order_edits import orders_in, paths_in, values_in
from games.order_editor.paths import Chart, MovementRule, Path, is_affordable, path_cost
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.sample_orders import random_order
from games.orders.schema_rules import SchemaNote, argument_is, at_most, has_verb, lists_any, matches_all, matches_any
from games.titles.battleships.components import hexes
from games.titles.battleships.orders import doctrine, steps
from games.titles.battleships.orders.minefield import Minefield
from games.titles.battleships.orders.orders import (
    Course,
    CourseOrder,
    FirePlan,
    Hold,
    Mend,
    Sailed,
    ShiftFlag,
    Steer,
    Stop,
    Tries,
    Until,
)
from games.titles.battleships.orders.plots import (
    Berth,
    Sailing,
    Waters,
    berth_of,
    can_advance,
    chart_of,
    fit_unordered,
    fits,
    held_course,
    movement_rule_of,
)
from games.titles.battleships.orders.repairs import DamageControl

TRIES: tuple[str, ...] = get_args(Tries)
UNTIL: tuple[str, ...] = get_args(Until)
FROM_REST = 2
"""7.3 The most movement points that a ship may spend if its speed in the turn before was 0 or 1."""
FARTHEST = 40
"""The largest distance, in hexes, at which an approaching enemy can end a course for several turns."""
HELD_FOR = 3
ENDING: tuple[Until, ...] = ("fired_on", "hit", "torpedoes", "loss")
HELD = Text(f"hold course for {HELD_FOR} turns, unless something happens", f"何も起きなければ{HELD_FOR}ターン直進")
AHEAD = Text("all hold course and speed", "全艦、針路と速度を維持")
STEERED = ("ahead 1", "port, ahead 2", "ahead 2; on 2", "on 3", "starboard, ahead 1; ahead 1; on", "stop 2")
"""Sample courses in steps, for examples and random orders."""
RULES = {"stop": "9.2", "no_way": "7.1", "range": "7.3", "turns": "7.4", "twice": "7.1"}
"""The number of the rule that a path breaks, by the code of its fault."""


class Plot(NamedTuple):
    """A ship that may move, with the chart of the hexes that it can reach and its movement rule."""

    ship: Sailing
    chart: Chart
    movement: MovementRule


class CourseForm(Orders[CourseOrder], frozen=True, kw_only=True, dict=True, tag="battleships.courses"):
    """The form of a side's move: a course for each ship, and orders that are given together with it.

    A ship without an order keeps its course and speed as far as possible (7.2b, 7.3b).
    """

    no_orders_text = AHEAD
    range_rules = {"course": "7.3"}
    order_types = (Course, Steer, Stop, Hold, Mend, ShiftFlag, FirePlan)
    idle_behaviour = IdleBehaviour("holds_course", ("course", "steer", "stop"))

    ships: tuple[Sailing, ...] = ()
    """The ships that move."""
    waters: Waters = Waters()
    """The obstacles to ships."""
    enemies: tuple[str, ...] = ()
    """The hexes with enemies, in which no move may end (7.2a)."""
    stack: int = 4
    """The room in a hex (7.2)."""
    mends: tuple[str, ...] = ()
    """The ships that may get repair orders (8.1a)."""
    heirs: tuple[str, ...] = ()
    """The ships to which the flag may pass (10.9b)."""
    gunners: tuple[str, ...] = ()
    """The ships that may get a fire plan against `rivals` (5.1)."""
    rivals: tuple[str, ...] = ()
    """The enemies that a fire plan may name."""
    mined: bool = False
    """True if ships may hold (10.6)."""
    lying: tuple[Berth, ...] = ()
    """If the question is for ships that held, the ends of the moves of the other ships."""
    laid: tuple[Sailed, ...] = ()
    """The courses ordered in earlier turns that ships can continue."""
    minefield: Minefield | None = None
    """The mines and nets that the side knows."""
    control: DamageControl | None = None
    """The damage of the ships in `mends`."""

    # --- the ways

    @cached_property
    def plots(self) -> dict[str, Plot]:
        """The ships that may move, each with its chart and movement rule."""
        return {ship.ship: self._plot(ship) for ship in self.ships}

    def _plot(self, ship: Sailing) -> Plot:
        if ship.held:
            ways = {at: _onward(ship, place) for place, at in enumerate((ship.at, *ship.line))}
            stops = chart_of(self.waters, ship).stops
            chart = Chart(ways, tuple(at for at in ship.line if at in stops))
        else:
            chart = chart_of(self.waters, ship)
        return Plot(ship, chart, movement_rule_of(self.waters, ship, ship.ship))

    def charts(self) -> dict[str, Chart]:
        return {name: plot.chart for name, plot in self.plots.items()}

    @cached_property
    def _together(self) -> dict[str, tuple[str, ...]]:
        """7.2 Return for each ship the ships that may get a common course with it: itself and others beside it.

        Such ships are in the same hex and have the same heading.
        """
        free = [ship for ship in self.ships if not ship.held and ship.most]
        return {
            ship.ship: tuple(one.ship for one in free if (one.at, one.heading) == (ship.at, ship.heading))
            if ship in free
            else (ship.ship,)
            for ship in self.ships
        }

    def templates(self) -> tuple[OrderTemplate, ...]:
        found: list[OrderTemplate] = []
        for group in dict.fromkeys(self._together.values()):
            plots = [self.plots[name] for name in group]
            movers = [plot for plot in plots if can_advance(plot.chart, plot.movement)]
            if movers:
                names = Field("ships", tuple(plot.ship.ship for plot in movers), many=True)
                found.append(
                    OrderTemplate("course", (names, Field("way", (), movement=movers[0].movement)), subject="ships")
                )
                found.append(_steer_way(names))
            still = tuple(plot.ship.ship for plot in plots if not plot.ship.least and plot.ship.most)
            if still:
                found.append(OrderTemplate("stop", (Field("ships", still, many=True),), subject="ships"))
        return (*found, *self._other_ways())

    def line_examples(self, way: OrderTemplate) -> tuple[str, ...]:
        """7.1 Return example courses in steps that every ship of the order template `way` can sail this turn.

        An example is "port, ahead 2".
        """
        names = way.fields[0].values
        return tuple(by for by in STEERED if not next(self._missteered((Steer(names, by),)), None))

    def _other_ways(self) -> Iterator[OrderTemplate]:
        movers = tuple(ship.ship for ship in self.ships if ship.most)
        if self.mined and movers:
            yield OrderTemplate("hold", (Field("ships", movers, many=True),), subject="ships", is_rare=True)
        if self.mends:
            names = Field("ships", self.mends, many=True)
            yield OrderTemplate("mend", (names, Field("tries", TRIES)), subject="ships", is_rare=True)
        if self.heirs:
            yield OrderTemplate("shift_flag", (Field("to", self.heirs),), is_rare=True)
        for ship in self.gunners if self.rivals else ():
            at = Field("at", self.rivals, many=True, ordered=True)
            yield OrderTemplate("fire_plan", (Field("ship", (ship,)), at), subject="ship", is_rare=True)

    def movement_for(self, verb: str, subjects: tuple[str, ...], movement: MovementRule) -> MovementRule:
        """7.2 Return the movement rule of ships that sail together: it allows the moves that all of them can make.

        `subjects`: the ships. Return `movement` if there are none.
        """
        movements = [self.plots[name].movement for name in subjects if name in self.plots]
        if not movements:
            return movement
        slowest = min(movements, key=lambda one: one.most)
        return msgspec.structs.replace(
            slowest,
            least=max(one.least for one in movements),
            most_turns=min(one.most_turns for one in movements),
            turns=min((one.turns for one in movements), key=len),
        )

    def idle_units(self) -> frozenset[str]:
        """7.2b, 7.3b Return the ships that keep their course and speed without an order: all ships of the form."""
        return frozenset(self.plots)

    # --- courses

    @cached_property
    def _steadied(self) -> dict[str, Path]:
        """A cache of the paths that ships follow without an order, by ship."""
        return {}

    def steady(self, name: str) -> Path:
        """7.2b, 7.3b Return the path by which a ship without an order keeps its course and speed."""
        if name not in self._steadied:
            self._steadied[name] = self._held_course(name)
        return self._steadied[name]

    def _held_course(self, name: str) -> Path:
        plot = self.plots[name]
        wanted = min(max(plot.ship.speed, plot.ship.least), plot.ship.most)
        return _within(plot, plot.ship.line, wanted) if plot.ship.held else held_course(self.waters, plot.ship, wanted)

    def courses(self, answer: Sequence[CourseOrder]) -> dict[str, Path]:
        """7.1, 7.2b Return the path of each ship: the ordered path, or the path that keeps its course and speed."""
        ordered = self._ordered(answer)
        placed = [*self.lying, *(self._berth(name, path) for name, path in ordered.items())]
        rest = [(*self.plots[ship.ship], self.steady(ship.ship)) for ship in self.ships if ship.ship not in ordered]
        settled_ = fit_unordered(rest, placed, self.enemies, self.stack, self._berth)
        return {ship.ship: ordered.get(ship.ship, settled_.get(ship.ship, ())) for ship in self.ships}

    def _ordered(self, answer: Sequence[CourseOrder]) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for order in answer:
            if isinstance(order, Course | Stop):
                way = order.way if isinstance(order, Course) else ()
                found |= {name: way for name in order.ships if name in self.plots}
            elif isinstance(order, Steer):
                found |= {name: self.steered(name, order.by) for name in order.ships if name in self.plots}
        return found

    def steered(self, name: str, by: str) -> Path:
        """7.1 Return the path of the ship `name` this turn by the course in steps `by`, such as "port, ahead 2".

        Return () if `by` is invalid.
        """
        try:
            part = steps.parts_of(by)[0]
        except steps.Misread:
            return ()
        ship = self.plots[name].ship
        return self.steady(name) if part[0].word == steps.ON else steps.entered(part, ship.at, ship.heading)

    @cached_property
    def _berths(self) -> dict[tuple[str, Path], Berth]:
        """A cache of the ends of moves, by ship and path."""
        return {}

    def _berth(self, name: str, path: Path) -> Berth:
        if (name, path) not in self._berths:
            plot = self.plots[name]
            self._berths[name, path] = berth_of(plot.chart, plot.movement, plot.ship, path)
        return self._berths[name, path]

    def leaves(self, name: str, path: Path) -> bool:
        """9.2 Return True if a ship leaves the map at the end of a path."""
        return bool(path) and path[-1] in self.plots[name].chart.stops

    # --- what is wrong

    def path_problems(self, where: str, chart: Chart, movement: MovementRule, path: Path) -> Iterator[Problem]:
        price = path_cost(chart, movement, path)
        leaves = bool(path) and path[-1] in chart.stops and price is not None and price.cost < movement.least
        for problem in super().path_problems(where, chart, movement, path):
            if leaves and problem.code == "range":
                continue  # 9.2 a ship that leaves need not go on
            yield msgspec.structs.replace(problem, rule=RULES.get(problem.code, "7.1"))

    def conflicts(self, answer: tuple[CourseOrder, ...]) -> Iterator[Problem]:
        """7.2 Yield a problem for each ship with two courses, and for each move that ends in a forbidden hex.

        Such a hex has enemies, or has no room for the ship.
        """
        yield from self._repeated(answer)
        yield from self._parting(answer)
        missteered = [*self._missteered(answer)]
        yield from missteered
        if missteered:
            return
        paths = self.courses(answer)
        berths = [self._berth(name, path) for name, path in paths.items() if not self.leaves(name, path)]
        berths += self.lying
        by_name = {berth.ship: berth for berth in berths}
        for index, order in enumerate(answer):
            if not isinstance(order, Course | Steer | Stop):
                continue
            for berth in (by_name[name] for name in order.ships if name in by_name):
                field = {Course: "way", Steer: "by"}.get(type(order), "ships")
                where = pointer(index, field)
                if berth.at in self.enemies:
                    text = Text("An enemy lies in the last hex.", "最後のヘクスに敵艦がいます。")
                    yield Problem(where, "enemy", text, "7.2a")
                elif not fits(berth, berths, self.stack):
                    text = Text(
                        "She cannot lie there with the others: room, speed or heading.",
                        "そこに一緒にはスタックできません（数・速度・方向）。",
                    )
                    yield Problem(where, "stack", text, "7.2")

    def _parting(self, answer: tuple[CourseOrder, ...]) -> Iterator[Problem]:
        """9.2 Yield a problem for each common course that some of its ships cannot follow.

        This happens only if some of the ships may leave the map and others may not.
        """
        for index, order in enumerate(answer):
            if not isinstance(order, Course):
                continue
            where, plots = pointer(index, "way"), [self.plots[name] for name in order.ships]
            movement = self.movement_for("course", order.ships, plots[0].movement)
            if next(self.path_problems(where, self.plots[movement.chart].chart, movement, order.way), None) is None:
                wrong = (problem for plot in plots for problem in self.path_problems(where, *plot[1:], order.way))
                yield from islice(wrong, 1)

    def _missteered(self, answer: tuple[CourseOrder, ...]) -> Iterator[Problem]:
        """7.1 Yield a problem for each course in steps that cannot be read, or that a ship cannot follow this turn."""
        for index, order in enumerate(answer):
            if not isinstance(order, Steer):
                continue
            where = pointer(index, "by")
            try:
                stays = steps.parts_of(order.by)[0][0].word
            except steps.Misread as wrong:
                yield _misread(where, str(wrong))
                continue
            for name in order.ships if stays != steps.ON else ():
                yield from islice(self._untenable(where, name, order.by), 1)

    def _untenable(self, where: str, name: str, by: str) -> Iterator[Problem]:
        """Yield the problems of the first turn of a course in steps (`by`) for a ship; `where` is the pointer to it."""
        plot, path = self.plots[name], self.steered(name, by)
        if len(path) > plot.ship.most:
            most = plot.ship.most
            text = Text(f"She makes {most} at most this turn.", f"このターンは{most}までです。")
            yield Problem(where, "range", text, "7.3")
        elif path:
            yield from self.path_problems(where, plot.chart, plot.movement, path)
        elif plot.ship.least:
            text = Text("She must go on: too fast to stop.", "減速の限度を超えるため停止できません。")
            yield Problem(where, "range", text, "7.3")

    def _repeated(self, answer: tuple[CourseOrder, ...]) -> Iterator[Problem]:
        seen: set[tuple[str, str]] = set()
        for index, order in enumerate(answer):
            names = order.ships if isinstance(order, Course | Steer | Stop | Hold | Mend) else ()
            names = (order.ship,) if isinstance(order, FirePlan) else names or ("flag",)
            sort = "course" if isinstance(order, Course | Steer | Stop) else type(order).__name__
            if any((sort, name) in seen for name in names):
                text = Text("She has such an order already.", "すでに命令済みです。")
                yield Problem(pointer(index, "order"), "twice", text, "7.1")
            seen |= {(sort, name) for name in names}

    def schema_limits(self) -> Iterator[Json]:
        sails = matches_any(has_verb("course"), has_verb("steer"), has_verb("stop"))
        for ship in self.ships:
            yield at_most(1, matches_all(sails, lists_any("ships", ship.ship)))
            yield at_most(1, matches_all(has_verb("hold"), lists_any("ships", ship.ship)))
        for name in self.mends:
            yield at_most(1, matches_all(has_verb("mend"), lists_any("ships", name)))
        for gunner in self.gunners:
            yield at_most(1, matches_all(has_verb("fire_plan"), argument_is("ship", gunner)))
        yield at_most(1, has_verb("shift_flag"))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote(
            "7.2", Text("Ships end in one hex only alike and if there is room.", "スタックは同速度・同方向で4隻まで。")
        )
        yield SchemaNote(
            "7.3", Text("A course costs what its ship must and may spend.", "移動ポイントは加減速の範囲内です。")
        )

    # --- answers and by hand

    def read(self, raw: object) -> tuple[CourseOrder, ...]:
        """Return the answer, with each course in steps in its normal form."""
        return tuple(_in_order(order) if isinstance(order, Steer) else order for order in super().read(raw))

    def default(self) -> tuple[CourseOrder, ...]:
        """Return the courses ordered in earlier turns that ships can continue."""
        return self.laid

    def proposals(self) -> tuple[Proposal, ...]:
        """Return the proposed answers: the earlier courses, an unchanged course for several turns, no orders."""
        free = tuple(ship.ship for ship in self.ships if ship.most and not ship.held)
        held = tuple(Steer((name,), f"{steps.ON} {HELD_FOR}", ENDING) for name in free)
        if not held or next(self.problems(held), None) is not None:
            return super().proposals()
        return (*super().proposals(), Proposal(HELD, self.write(held)))

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        """Return the paths of this turn as annotations, including the paths of courses in steps."""
        return (*super().annotations(draft), *(Annotation("way", (movement.start, *path), "free", where, "")
                                         for where, _, movement, path in self._steered_in(draft)))  # fmt: skip

    def _steered_in(self, draft: Any) -> Iterator[tuple[str, Chart, MovementRule, Path]]:
        """Yield the courses in steps of a draft, complete or not: pointer, chart, movement rule and path."""
        for index, order in enumerate(orders_in(draft)):
            by = order.get("by") if isinstance(order, dict) and order.get("order") == "steer" else None
            for name in values_in(order, "ships") if isinstance(by, str) else ():
                if name in self.plots and len(str(by)) <= steps.LONGEST and (path := self.steered(name, str(by))):
                    plot = self.plots[name]
                    yield pointer(index, "by"), plot.chart, plot.movement, path

    def preview(self, draft: Any) -> Preview:
        """Return the effects of a draft.

        They are, for each course, its movement points and turns, the possible speeds next turn, and the risks by mines.
        """
        lines: list[PreviewLine] = []
        for where, chart, movement, path in (*paths_in(self, draft), *self._steered_in(draft)):
            price = path_cost(chart, movement, path)
            if price is None:
                continue
            cost, turns = price.cost, price.turns
            names = self._sailing_by(draft, where)
            limits = [ship.movement for ship in self.ships if ship.ship in names]
            next_ = min((max(cost * 2, FROM_REST), *filter(None, limits)))
            most, most_turns = movement.most, movement.most_turns
            text = Text(
                f"{cost} of {most} movement points, {turns} of {most_turns} changes of course;"
                f" next turn {cost // 2} to {next_} points",
                f"移動{cost}/{most}、回頭{turns}/{most_turns}、次ターンの移動{cost // 2}〜{next_}",
            )
            wrong = not movement.least <= cost <= most or turns > most_turns
            lines.append(PreviewLine(where, "risk" if wrong else "spends" if turns else "free", text))
            lines += self._mines_on(where, names, (movement.start, *path))
        return Preview((*lines, *(self.control.chances_in(draft) if self.control is not None else ())))

    def _mines_on(self, where: str, names: Path, path: Path) -> Iterator[PreviewLine]:
        """10.6 Yield a line with the odds of each known mine and net on a path, for each of the ships `names`."""
        if self.minefield is None:
            return
        for name in names:
            for odds in self.minefield.odds_on(name, path):
                text = Text("{ship}: {odds}", "{ship}：{odds}").format(ship=name, odds=odds_with_means(odds))
                yield PreviewLine(where, "risk", text, odds)

    @staticmethod
    def _sailing_by(draft: Any, where: str) -> Path:
        """Return the ships of the order in a draft to which the JSON pointer `where` leads."""
        return values_in(orders_in(draft)[int(where.split("/")[1])], "ships")

    def sample(self, pick: RandomSource) -> tuple[CourseOrder, ...]:
        """Return random courses for about half of the ships."""
        ways = self.cached_templates
        answer: tuple[CourseOrder, ...] = ()
        for way in ways:
            if pick(2):
                order = random_order(self, way, pick)
                if order.get("way") == []:  # together they can go nowhere
                    continue
                if way.verb == "steer":
                    order["by"] = STEERED[pick(len(STEERED))]
                (course,) = self.read([order])
                if self.may_add_matching(answer, course):
                    answer = (*answer, course)
        return answer


def _steer_way(names: Field) -> OrderTemplate:
    """7.1 Return the order template of a course in steps, for one turn or several."""
    return OrderTemplate(
        "steer",
        (
            names,
            Field("by", (), length=steps.LONGEST, pattern=steps.PATTERN),
            Field("until", UNTIL, required=False, many=True),
            Field("within", doctrine.numbers(1, FARTHEST), required=False),
        ),
        subject="ships",
        is_rare=True,
    )


def _in_order(order: Steer) -> Steer:
    """Return an order with its course in normal form; an order whose course cannot be read is returned unchanged."""
    try:
        return msgspec.structs.replace(order, by=steps.written(steps.parts_of(order.by)))
    except steps.Misread:
        return order


def _misread(where: str, wrong: str) -> Problem:
    en = f"{sanitized(wrong)!r}: steps are ahead 2, port, starboard 2, about, on, stop; a ; separates game turns"
    ja = f"「{sanitized(wrong)}」：前進2、左、右2、反転、直進、停止のように書き、ターンの区切りは；です。"
    return Problem(where, "steps", Text(en, ja), "7.1")


def _onward(ship: Sailing, place: int) -> tuple[str, ...]:
    """Return the neighbours that a ship with a fixed `line` can enter from hex number `place` of its way.

    The result has six entries, one for each direction: the next hex of the line, and "" for all others. It is () at
    the end of the line.
    """
    line = (ship.at, *ship.line)
    if place + 1 >= len(line):
        return ()
    there = line[place + 1]
    return tuple(there if hexes.neighbour(line[place], one) == there else "" for one in hexes.HEADINGS)


def _within(plot: Plot, line: Path, wanted: int) -> Path:
    """Return the longest beginning of the path `line` that costs at most `wanted` movement points."""
    movement = msgspec.structs.replace(plot.movement, most=wanted)
    ends = [end for end in range(len(line) + 1) if is_affordable(movement, path_cost(plot.chart, movement, line[:end]))]
    return line[: ends[-1]]
