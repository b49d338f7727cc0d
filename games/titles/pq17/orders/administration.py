"""15 The form of the campaign's order-of-battle phase: ports, docks, departures, replacements, standing instructions.

A unit is a single ship, or the strength of a class: small ships of one type, which share counters.

Examples of orders:

- repair suffolk steps=1 at=clyde
- reinforce ju_88 base=banak steps=2
- instruct docks does=all
"""

from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.drafts import Preview, PreviewLine, Purse
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Labels, Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import (
    SchemaNote,
    argument_among,
    argument_is,
    at_most,
    at_most_once,
    has_verb,
    matches_all,
    matches_any,
    not_both,
)
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Standing, campaign_values, campaign_ways, named_in_campaign
from games.titles.pq17.orders.draft_odds import orders_with_verb
from games.titles.pq17.orders.prospects import points

MOST_DIGITS = 3
"""The number of digits from which a number of steps is too long. No ship has so many steps."""


class Moor(Order, frozen=True, tag="moor"):
    """15.8 Order to put a unit that was at sea when the operation ended into a port.

    `ship`: the id of a ship, or of a class for all the strength of the class that was at sea.
    """

    ship: str
    port: str


class Repair(Order, frozen=True, tag="repair"):
    """15.5.1 Order to put a ship into dock for repairs.

    `steps`: the number of lost steps to repair. `at`: the port to which she returns after the repair; "" means the
    first of the possible ports.
    """

    ship: str
    steps: str
    at: str = ""


class Send(Order, frozen=True, tag="send"):
    """15.7.2 Order that chooses a ship to leave the map, where the schedule names only a type of ship.

    `ship`: the id of a ship or class. `strength`: for a class, the strength that leaves.
    """

    ship: str
    strength: str = "1"


class Keep(Order, frozen=True, tag="keep"):
    """15.4a Order to keep this strength of the emergency reinforcements for another fortnight, at the same price."""

    strength: str


class Reinforce(Order, frozen=True, tag="reinforce"):
    """15.6.3, 15.6.4 Order to spend replacement steps on the damaged aircraft of a type at a base.

    `steps`: the number of replacement steps.
    """

    aircraft: str
    base: str
    steps: str = "1"


class Upgrade(Order, frozen=True, tag="upgrade"):
    """15.6.5 Order to replace an air unit of an old type by one of a new type (`becomes`), for one replacement step."""

    aircraft: str
    base: str
    becomes: str


class Admit(Order, frozen=True, tag="admit"):
    """15.3.3 Order that chooses which air unit arrives first among those that wait for cargo of convoys.

    `aircraft`: the type of the air unit.
    """

    aircraft: str


class Unload(Order, frozen=True, tag="unload"):
    """15.2.2 Order to unload merchants of a type in a port before the other merchants there.

    The order applies to the unloading after the next operation. `ship`: the type; `strength`: the number of merchants.
    """

    port: str
    ship: str
    strength: str


class Relieve(Order, frozen=True, tag="relieve"):
    """15.8.1 Order for the ship `by` to replace the ship `ship` on Patrol White when the next fortnight begins."""

    ship: str
    by: str


class Homeward(Order, frozen=True, tag="homeward"):
    """15.7.5 Order for German ships that are overdue at home to begin the next operation in Kiel.

    `ship`: a named ship, or a class for all its strength that is overdue.
    """

    ship: str


AdministrationOrder = Moor | Repair | Send | Keep | Reinforce | Upgrade | Admit | Unload | Relieve | Homeward | Standing


class AdministrationForm(Orders[AdministrationOrder], frozen=True, kw_only=True, dict=True, tag="pq17.administration"):
    """The form of a side's decisions after a fortnight."""

    order_types = (Moor, Repair, Send, Keep, Reinforce, Upgrade, Admit, Unload, Relieve, Homeward, Standing)

    afloat: dict[str, tuple[str, ...]] = {}
    """The units at sea, each with the ports that it may enter."""
    docks: dict[str, int] = {}
    """The damaged ships, each with the number of steps that it has lost."""
    worst: tuple[str, ...] = ()
    """The damaged ships that have lost at least half of their steps."""
    docked_at: tuple[str, ...] = ()
    """The ports to which repaired ships may return."""
    in_place: tuple[str, ...] = ()
    """Ships that are repaired where they are, without a dock (15.5.1a)."""
    leaving: dict[str, int] = {}
    """By type of ship, the strength that must leave the map. The owner chooses the ships from `fit`."""
    fit: dict[str, dict[str, int]] = {}
    """By type of ship, the ships and classes that may leave, with their strength."""
    single: tuple[str, ...] = ()
    """The named ships in `fit`; the other keys are classes."""
    kept: int = 0
    """The strength of emergency reinforcements that may stay."""
    steps: int = 0
    """The number of replacement steps for aircraft."""
    room: tuple[tuple[str, str, int], ...] = ()
    """Tuples of an aircraft type, its base, and the number of steps missing there.

    The default orders spend the replacement steps in this order.
    """
    new: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Tuples of an aircraft type, its base, and the types that can replace it (15.6.5)."""
    waiting: tuple[str, ...] = ()
    """The types of the air units that wait for cargo (15.3.3)."""
    cargo: dict[str, dict[str, int]] = {}
    """By port, the number of merchants with cargo of each type."""
    unloaded: dict[str, int] = {}
    """By port, the number of merchants that it unloads."""
    patrol: tuple[str, ...] = ()
    """The ships on Patrol White."""
    reliefs: dict[str, int] = {}
    """The ships that may relieve those on Patrol White, each with its rank; the lowest rank goes first (15.8.1)."""
    late: tuple[str, ...] = ()
    """Ships that are overdue in Germany and may begin the next operation there."""
    docking: str = "half"
    """The side's standing instruction for repairs, a value of `docks` in `CAMPAIGN_VALUES`."""
    side: Side | str = ""
    """The side that is asked."""
    mending: tuple[int, int] = (0, 0)
    """The number of fortnights that the repair of one step takes, in dock and in place."""
    mending_cost: int = 0
    """The half victory points for each step that is repaired in place."""

    def labels_in_context(self, labels: Labels) -> Labels:
        return named_in_campaign(labels)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(self._ways())

    def _ways(self) -> Iterator[OrderTemplate]:
        for ship, ports in self.afloat.items():
            yield OrderTemplate("moor", (Field("ship", (ship,)), Field("port", ports)), subject="ship")
        for ship, missing in self.docks.items():
            steps = Field("steps", _up_to(missing))
            places = () if ship in self.in_place else (Field("at", self.docked_at, required=False),)
            yield OrderTemplate("repair", (Field("ship", (ship,)), steps, *places), subject="ship")
        for ship, strength in {ship: most for ships in self.fit.values() for ship, most in ships.items()}.items():
            yield OrderTemplate("send", (Field("ship", (ship,)), Field("strength", _up_to(strength), required=False)))
        if self.kept:
            yield OrderTemplate("keep", (Field("strength", _up_to(self.kept)),))
        yield from self._aircraft()
        for port, kinds in self.cargo.items():
            for kind, strength in kinds.items():
                fields = (Field("port", (port,)), Field("ship", (kind,)), Field("strength", _up_to(strength)))
                yield OrderTemplate("unload", fields, subject="port", is_rare=True)
        for ship in self.patrol if self.reliefs else ():
            yield OrderTemplate("relieve", (Field("ship", (ship,)), Field("by", tuple(self.reliefs))), subject="ship")
        for ship in self.late:
            yield OrderTemplate("homeward", (Field("ship", (ship,)),), subject="ship")
        yield from campaign_ways(self.side)

    def _aircraft(self) -> Iterator[OrderTemplate]:
        for aircraft, base, room in self.room if self.steps else ():
            values = _up_to(min(room, self.steps))
            steps = Field("steps", values, required=False, prices={one: {"steps": int(one)} for one in values})
            yield OrderTemplate(
                "reinforce", (Field("aircraft", (aircraft,)), Field("base", (base,)), steps), subject="aircraft"
            )
        for aircraft, base, types in dict.fromkeys(self.new) if self.steps else ():
            becomes = Field("becomes", types, prices={one: {"steps": 1} for one in types})
            yield OrderTemplate(
                "upgrade", (Field("aircraft", (aircraft,)), Field("base", (base,)), becomes), subject="aircraft"
            )
        if len(self.waiting) > 1:
            yield OrderTemplate("admit", (Field("aircraft", self.waiting),))

    def preview(self, draft: Any) -> Preview:
        """15.5.1, 15.5.1a Return preview lines for repairs: the time, the place of the ship afterwards, the cost."""
        base = super().preview(draft)
        found: list[PreviewLine] = []
        for index, raw in orders_with_verb(draft, "repair"):
            ship, steps = str(raw.get("ship")), str(raw.get("steps"))
            if any(self.mending) and ship in self.docks and steps.isdecimal() and len(steps) < MOST_DIGITS:
                at = raw.get("at") or next(iter(self.docked_at), "")
                found.append(PreviewLine(pointer(index, "steps"), "free", self._mended(ship, int(steps), str(at))))
        return Preview((*base.lines, *found), base.spent)

    def _mended(self, ship: str, steps: int, at: str) -> Text:
        if ship not in self.in_place:
            away = steps * self.mending[0]
            return Text(f"Away for {away} fortnights, then at '{at}'.", f"{away}期不在、その後「{at}」に戻ります。")
        idle, cost = steps * self.mending[1], points(steps * self.mending_cost)
        return Text(f"Idle for {idle} fortnights; costs {cost} VP.", f"{idle}期行動できず、{cost}VPを失います。")

    # --- what is wrong

    def conflicts(self, answer: tuple[AdministrationOrder, ...]) -> Iterator[Problem]:
        yield from self._twice(answer)
        yield from self._beyond_steps(answer)
        yield from self._beyond_leaving(answer)
        yield from self._beyond_unloaded(answer)
        yield from self._wrong_reliefs(answer)
        sent = {one.ship for one in answer if isinstance(one, Send)}
        for index, order in enumerate(answer):
            if isinstance(order, Repair) and order.ship in sent:
                text = Text("She leaves in this fortnight.", "この期で離脱する艦です。")
                yield Problem(pointer(index, "ship"), "leaves", text, "15.7")

    def _twice(self, answer: Iterable[AdministrationOrder]) -> Iterator[Problem]:
        seen: set[tuple[str, ...]] = set()
        for index, order in enumerate(answer):
            key = _subject(order)
            if key in seen:
                text = Text("Ordered twice.", "命令が重複しています。")
                yield Problem(pointer(index, "order"), "twice", text, RULES[key[0]])
            seen.add(key)

    def _beyond_steps(self, answer: Iterable[AdministrationOrder]) -> Iterator[Problem]:
        """15.6.3, 15.6.4 Yield a problem for the first order that spends more replacement steps than the side has."""
        left = self.steps
        for index, order in enumerate(answer):
            cost = int(order.steps) if isinstance(order, Reinforce) else int(isinstance(order, Upgrade))
            left -= cost
            if cost and left < 0:
                steps = "1 step is" if self.steps == 1 else f"{self.steps} steps are"
                text = Text(f"Only {steps} replaced.", f"補充できるのは{self.steps}CSまでです。")
                yield Problem(
                    pointer(index, "steps" if isinstance(order, Reinforce) else "order"), "steps", text, "15.6.3"
                )
                return

    def _beyond_leaving(self, answer: Iterable[AdministrationOrder]) -> Iterator[Problem]:
        """15.7.2 Yield a problem for the first order that sends away more ships of a type than must leave."""
        sent: dict[str, int] = {}
        for index, order in enumerate(answer):
            if isinstance(order, Send):
                kind = next(kind for kind, ships in self.fit.items() if order.ship in ships)
                sent[kind] = sent.get(kind, 0) + (1 if order.ship in self.single else int(order.strength))
                if sent[kind] > self.leaving[kind]:
                    text = Text(f"Only {self.leaving[kind]} leave.", f"離脱するのは{self.leaving[kind]}だけです。")
                    yield Problem(pointer(index, "ship"), "count", text, "15.7.2")
                    return

    def _beyond_unloaded(self, answer: Iterable[AdministrationOrder]) -> Iterator[Problem]:
        """15.2.2 Yield a problem for the first order that names more merchants than the port unloads."""
        named: dict[str, int] = {}
        for index, order in enumerate(answer):
            if isinstance(order, Unload):
                named[order.port] = named.get(order.port, 0) + int(order.strength)
                most = self.unloaded[order.port]
                if named[order.port] > most:
                    text = Text(f"Only {most} are unloaded in this port.", f"この港の荷下ろしは{most}隻までです。")
                    yield Problem(pointer(index, "strength"), "count", text, "15.2.2")
                    return

    def _wrong_reliefs(self, answer: Iterable[AdministrationOrder]) -> Iterator[Problem]:
        """15.8.1 Yield a problem for each illegal relief of Patrol White.

        The relief is a heavy cruiser; if there is none, a battle cruiser; if there is neither, a light cruiser. A ship
        that leaves, goes into dock or relieves another ship cannot relieve.
        """
        orders = list(answer)
        gone = {one.ship for one in orders if isinstance(one, Send | Repair)}
        free = {ship: rank for ship, rank in self.reliefs.items() if ship not in gone}
        for index, order in enumerate(orders):
            if not isinstance(order, Relieve):
                continue
            if order.by not in free:
                text = Text("She cannot take over the patrol.", "この艦は哨戒を引き継げません。")
                yield Problem(pointer(index, "by"), "twice", text, "15.8.1")
            elif free[order.by] > min(free.values()):
                text = Text("A heavier cruiser is there.", "先に交代すべき巡洋艦がいます。")
                yield Problem(pointer(index, "by"), "rank", text, "15.8.1")
            free.pop(order.by, None)

    def schema_limits(self) -> Iterator[Json]:
        for ship in self.docks:
            yield not_both(*(matches_all(has_verb(name), argument_is("ship", ship)) for name in ("repair", "send")))
        for kind, most in self.leaving.items():
            yield at_most(most, matches_all(has_verb("send"), argument_among("ship", *self.fit[kind])))
        yield at_most(self.steps, matches_any(has_verb("reinforce"), has_verb("upgrade")))
        for port, most in self.unloaded.items():
            yield at_most(most, matches_all(has_verb("unload"), argument_is("port", port)))
        for way in self.cached_templates:
            if way.verb in ONCE:
                named = {field.name: field.values[0] for field in way.fields if field.name in ONCE[way.verb]}
                yield at_most_once(way.verb, **named)
        for what in campaign_values(self.side):
            yield at_most(1, matches_all(has_verb("instruct"), argument_is("what", what)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        if self.steps:
            steps = "1 step" if self.steps == 1 else f"{self.steps} steps"
            text = Text(f"{steps} of aircraft at most.", f"航空機の補充は最大{self.steps}CS。")
            yield SchemaNote("15.6.3", text)
        if self.leaving:
            yield SchemaNote("15.7.2", Text("The rest is chosen automatically.", "指定しない分は自動で選ばれます。"))

    def is_forced(self) -> bool:
        """Return False: the question is never skipped. Both sides are asked, even if there is nothing to decide."""
        return False

    # --- what is done unless something is said

    def default(self) -> tuple[AdministrationOrder, ...]:
        """Return the default orders: repairs by the standing instruction, replacement steps in the order of `room`."""
        return (*self._docked(), *self._replaced())

    def _docked(self) -> Iterator[Repair]:
        for ship, missing in self.docks.items():
            if self.docking == "all" or (self.docking == "half" and ship in self.worst):
                yield Repair(ship, str(missing))

    def _replaced(self) -> Iterator[Reinforce]:
        left = self.steps
        for aircraft, base, room in self.room:
            more = min(left, room)
            if more:
                yield Reinforce(aircraft, base, str(more))
            left -= more

    def example(self) -> tuple[AdministrationOrder, ...]:
        return self.default()

    def sample(self, pick: RandomSource) -> tuple[AdministrationOrder, ...]:
        """Return a random selection of orders that are legal together."""
        answer: tuple[AdministrationOrder, ...] = ()
        for way in self.cached_templates:
            if pick(3):
                continue
            raw: dict[str, Any] = {"order": way.verb}
            raw |= {field.name: field.values[pick(len(field.values))] for field in way.fields if field.values}
            longer = (*answer, *self.read([raw]))
            if not any(self.problems(longer)):
                answer = longer
        return answer

    def purses(self) -> tuple[Purse, ...]:
        """15.6.3 Return the purse of replacement steps; empty if the side has no replacement steps."""
        if not self.steps:
            return ()
        return (Purse("steps", Text("Replacement steps", "補充CS"), self.steps, rule="15.6.3"),)


def _up_to(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))


RULES = {
    "moor": "15.8", "repair": "15.5.1", "send": "15.7.2", "keep": "15.4a", "reinforce": "15.6.3", "upgrade": "15.6.5",
    "admit": "15.3.3", "instruct": "15.0", "unload": "15.2.2", "relieve": "15.8.1",
    "homeward": "15.7.5",
}  # fmt: skip
"""The rule of each order, by its verb."""
ONCE = {
    "moor": ("ship",), "repair": ("ship",), "send": ("ship",), "relieve": ("ship",), "homeward": ("ship",),
    "reinforce": ("aircraft", "base"), "upgrade": ("aircraft", "base"), "unload": ("port", "ship"),
    "keep": (), "admit": (),
}  # fmt: skip
"""By verb, the arguments whose values may occur together in only one order.

An empty tuple allows one order in all.
"""


def _subject(order: AdministrationOrder) -> tuple[str, ...]:
    """Return the verb of an order and its arguments in `ONCE`; an answer has at most one order with the same result."""
    match order:
        case Moor() | Repair() | Send() | Relieve() | Homeward():
            return (str(order.__struct_config__.tag), order.ship)
        case Reinforce():
            return ("reinforce", order.aircraft, order.base)
        case Unload():
            return ("unload", order.port, order.ship)
        case Upgrade():
            return ("upgrade", order.aircraft, order.base)
        case Standing():
            return ("instruct", order.what)
    return (str(order.__struct_config__.tag),)
