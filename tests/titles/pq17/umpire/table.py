"""A table that judges whatever is told at it: what was thrown and drawn, and the state as it was then, are kept until
the events that come of it have been judged.

It was written by one who had read the rulebook and the sheets and no rules of the program, and shares nothing with them
but the box, the state and the events. It raises AssertionError where the rulebook would have it otherwise.
"""

from collections import Counter as Count
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from games.kernel.codec import decode, encode
from games.kernel.events import NOBODY, Audience, Event, EventVariant
from games.kernel.requests import Asks, Draw, Request, Roll
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.hexes import distance
from games.titles.pq17.components.pieces import Ship
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import AirUnit, Force, State

Heard = TypeVar("Heard", bound=Event)


class Thrown:
    """Dice (0 to 9) or what was drawn, with the state in which it was wanted."""

    def __init__(self, request: Roll | Draw, answer: tuple[int, ...], before: bytes) -> None:
        self.key, self.rule, self.before = request.key, request.rule, before
        self.pool = request.pool if isinstance(request, Draw) else ()
        drawn = tuple(self.pool[place] for place in answer) if isinstance(request, Draw) else ()
        self.cards: tuple[str, ...] = drawn
        self.dice = () if isinstance(request, Draw) else tuple(face % 10 for face in answer)

    @cached_property
    def state(self) -> State:
        return decode(self.before, State)


class Umpire(Board):
    """A table whose events are judged as they are told."""

    judges: dict[type[Event], list[Callable[..., None]]] = {}
    stages: dict[str, list[Callable[..., None]]] = {}
    """What looks at a whole step of the sequence when it is over, with the state in which it began."""
    moves: dict[str, list[Callable[..., None]]] = {"step": [], "leave": [], "rest": []}
    """What looks at a block that is about to enter a hex, to leave its port, or to stop, in a port or not."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state, box)
        self.stage = ""
        self.at_start = b""
        self.kept: dict[str, Any] = {}
        self.thrown: list[Thrown] = []
        self.answers: list[Any] = []
        """What was ordered in this step."""
        self.judged: Count[str] = Count()
        self.about: dict[str, Any] = {}
        self.ends: list[Callable[..., None]] = []

    # --- what it hears

    def witness(self, request: Request, answer: Any) -> None:
        """What is wanted of the table, and what came of it, before anything is done with it."""
        if isinstance(request, Asks):
            self.answers += [order for one in answer if isinstance(one, tuple) for order in one]
        else:
            keeps = request.rule.startswith(("7.", "9.", "10.", "11."))
            self.thrown.append(Thrown(request, answer, encode(self.state) if keeps else b""))

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> None:
        super().emit(event, to=to, reduced=reduced)
        self._judge()

    def tell_both(self, side: Any, own: Event, theirs: Event, seen: Event) -> None:
        super().tell_both(side, own, theirs, seen)
        self._judge()

    def tell_each(self, side: Any, own: Event, theirs: Event) -> None:
        super().tell_each(side, own, theirs)
        self._judge()

    def _judge(self) -> None:
        forms: tuple[EventVariant, ...] = self.told[-1].variants
        event = forms[0].event
        for judge in self.judges.get(type(event), ()):
            judge(self, event, *(form.event for form in forms[1:]))

    # --- what blocks do, as it is done

    def step(self, force: Force, hex_: str) -> None:
        self._watch("step", force, hex_)
        super().step(force, hex_)

    def leave(self, force: Force) -> None:
        self._watch("leave", force, force.port)
        super().leave(force)

    def rest(self, force: Force, port: str = "") -> None:
        self._watch("rest", force, port)
        super().rest(force, port)

    def _watch(self, what: str, force: Force, where: str) -> None:
        for judge in self.moves[what]:
            judge(self, force, where)

    # --- a step of the sequence

    def begin(self, stage: str) -> None:
        """A step of the sequence begins."""
        self.stage = stage
        self.at_start = encode(self.state) if stage in self.stages else b""

    def close(self) -> None:
        """A step is over: what waited for its end is judged."""
        for judge in self.ends:
            judge(self)
        if self.at_start:
            before = decode(self.at_start, State)
            for look in self.stages[self.stage]:
                look(self, before)
        self.thrown.clear()
        self.answers.clear()
        self.about.clear()
        self.told.clear()

    def heard(self, kind: type[Heard]) -> list[Heard]:
        """What was told of a kind in this step, in the words of who was told most."""
        events = (one.variants[0].event for one in self.told)
        return [one for one in events if isinstance(one, kind)]

    # --- what was thrown

    def take(self, rule: str, key: str = "") -> Thrown:
        """The first throw by a rule that was not judged yet."""
        for one in self.thrown:
            if one.rule == rule and key in one.key:
                self.thrown.remove(one)
                return one
        raise AssertionError(f"nothing was thrown by {rule} {key}")

    def all_of(self, rule: str, key: str) -> list[Thrown]:
        """All throws by a rule whose key begins so."""
        found = [one for one in self.thrown if one.rule == rule and one.key.startswith(key)]
        for one in found:
            self.thrown.remove(one)
        return found

    def waiting(self, rule: str, key: str = "") -> Iterator[Thrown]:
        return (one for one in self.thrown if one.rule == rule and key in one.key)

    def ruled(self, what: str, fair: object, *why: object) -> None:
        """Count what was judged. AssertionError where it is not fair."""
        assert fair, (what, *why)
        self.judged[what] += 1

    # --- what lies on the table

    def kind(self, counter: Counter | str) -> Ship:
        return self.box.ships[counter if isinstance(counter, str) else counter.ship]

    def blocks(self, side: str, at: str, block: int) -> list[Force]:
        """The forces that a number may stand for."""
        return [one for one in self.state.forces if (one.side, one.at, one.block) == (side, at, block)]

    def unit(self, name: str, state: State | None = None) -> AirUnit | None:
        return next((one for one in (state or self.state).air if one.id == name), None)

    @property
    def weather(self) -> str:
        """9.1 None where a coast has weather of its own, which is not judged."""
        return self.state.sky.kind

    @property
    def plain(self) -> bool:
        """9.5 Everywhere the same weather."""
        return not self.state.sky.local

    def near_fighters(self, side: str, at: str) -> bool:
        """6.2, 2.4 In or next to a base of a side that has printed fighters."""
        month = self.operation.month
        held = {one.airfield for one in self.box.interceptors if not one.since or one.since <= month}
        fields = [self.box.airfields[one] for one in held]
        return any(one.side == side and distance(one.hex, at) <= 1 for one in fields)

    def shadowers(self, force: Force) -> list[Any]:
        return [one for one in self.state.shadows if one.target == force.id]

    def _carrier(self, force: Force) -> bool:
        """6.4.1, 7.8"""
        able = [
            one for one in force.counters if self.kind(one).type in ("cv", "cve") and not (one.crippled or one.dead)
        ]
        return bool(able) and (force.side == "allied" or self.is_day)

    def in_radius(self, side: str, at: str, state: State | None = None) -> tuple[bool, bool]:
        """6.4.1, 5.3.1 Whether a hex lies in a radius of a side, and whether in the Soviet one alone."""
        state = state or self.state
        if self.weather == "gale":
            return False, False
        areas = self.box.areas
        if side == "axis":
            own, soviet = at in areas.axis_radius.hexes, False
        else:
            own, soviet = at in areas.british_radius.hexes, at in areas.soviet_radius.hexes
        for unit in state.air:
            kind = self.box.aircraft[unit.aircraft]
            if kind.side == side and unit.mission == "radius" and at in unit.over:
                soviet, own = soviet or kind.nation == "soviet", own or kind.nation != "soviet"
        if self.weather in ("fair", "reduced"):
            for name in state.declared:
                one = next((force for force in state.forces if force.id == name), None)
                own = own or (one is not None and one.side == side and one.at == at and self._carrier(one))
        return own or soviet, soviet and not own
