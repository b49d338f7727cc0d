"""15.4 What is called in the planning phase of a fortnight: emergency reinforcements, and new ships with green crews.

call dd_a_i strength=2
early jamaica
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from games.kernel.byhand.prices import Line, Outlook
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, holds, meeting, needed, neither, once, says, verb
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Labels, Text
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.doctrine import Standing, campaign_values, campaign_ways, named_in_campaign
from games.titles.pq17.orders.odds import drafted
from games.titles.pq17.orders.prospects import points

Crew = Literal["green", ""]
MOST = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
"""Strengths that somebody may write; no limit is higher."""


class Call(Order, frozen=True, tag="call"):
    """15.4.1, 15.4.2 Strength of a class that comes for victory points, by option with a `green` crew (15.4.3)."""

    ship: str
    strength: str = "1"
    crew: Crew = ""


class Early(Order, frozen=True, tag="early"):
    """15.4.3 Ships of the schedule that are new come before their time, with a green crew."""

    ship: str


PreparationOrder = Call | Early | Standing


class PreparationsForm(Orders[PreparationOrder], frozen=True, kw_only=True, dict=True, tag="pq17.preparations"):
    """Classes that can be called by the kind whose limit they count against, the limits, and the cost in half points of
    one strength; `rule` is that of the limits. `new`: ships that may come early, and those `due` must (15.8.3b);
    `green`: whether crews may be green. `side`: who is asked.
    """

    order_types = (Call, Early, Standing)

    classes: dict[str, str] = {}
    limits_of: dict[str, int] = {}
    cost: int = 0
    rule: str = ""
    new: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    green: bool = False
    side: Side | str = ""

    def named(self, labels: Labels) -> Labels:
        return named_in_campaign(labels)

    def ways(self) -> tuple[Way, ...]:
        return tuple(self._ways())

    def _ways(self) -> Iterator[Way]:
        for ship, kind in self.classes.items():
            strength = tuple(str(number) for number in range(1, self.limits_of[kind] + 1))
            crew = (Field("crew", ("green",), required=False),) if self.green else ()
            yield Way("call", (Field("ship", (ship,)), Field("strength", strength, required=False), *crew))
        for ship in self.new:
            yield Way("early", (Field("ship", (ship,)),))
        yield from campaign_ways(self.side)

    def outlook(self, draft: Any) -> Outlook:
        """15.4 What each call costs, at once."""
        base = super().outlook(draft)
        lines: list[Line] = []
        for index, raw in drafted(draft, "call"):
            strength = str(raw.get("strength") or "1")
            if self.cost and raw.get("ship") in self.classes and strength in MOST:
                cost = points(self.cost * int(strength))
                text = Text(f"Costs {cost} VP at once, on your own sheet.", f"ただちに{cost}VPを失います（非公開）。")
                lines.append(Line(pointer(index, "strength"), "spends", text))
        return Outlook((*base.lines, *lines), base.spent)

    def conflicts(self, answer: tuple[PreparationOrder, ...]) -> Iterator[Problem]:
        yield from self._twice(answer)
        called: dict[str, int] = {}
        for index, order in enumerate(answer):
            if isinstance(order, Call):
                kind = self.classes[order.ship]
                called[kind] = called.get(kind, 0) + int(order.strength)
                if called[kind] > self.limits_of[kind]:
                    most = self.limits_of[kind]
                    text = Text(f"At most {most} in a fortnight.", f"1期につき最大{most}CSです。")
                    yield Problem(pointer(index, "strength"), "count", text, self.rule)
                    break
        taken = {order.ship for order in answer if isinstance(order, Early)}
        for ship in self.due:
            if ship not in taken:
                text = Text(f"Operation EV needs '{ship}'.", f"EV作戦には「{ship}」が必要です。")
                yield Problem("", "missing", text, "15.8.3b")

    def _twice(self, answer: Iterable[PreparationOrder]) -> Iterator[Problem]:
        seen: set[tuple[str, ...]] = set()
        for index, order in enumerate(answer):
            key = ("instruct", order.what) if isinstance(order, Standing) else _subject(order)
            if key in seen:
                text = Text("Ordered twice.", "命令が重複しています。")
                yield Problem(pointer(index, "order"), "twice", text, "15.4.3" if key[0] == "early" else self.rule)
            seen.add(key)

    def limits(self) -> Iterator[Json]:
        for ship in self.new:
            yield once("early", ship=ship)
        for ship in self.due:
            yield needed(meeting(verb("early"), holds("ship", ship)))
        for kind, most in self.limits_of.items():
            called = [ship for ship, sort in self.classes.items() if sort == kind]
            if called:
                yield at_most(most, meeting(verb("call"), says("ship", *called)))
        for ship in self.classes:
            green = meeting(verb("call"), holds("ship", ship), holds("crew", "green"))
            trained = meeting(verb("call"), holds("ship", ship), neither(holds("crew", "green")))
            yield from (at_most(1, one) for one in (green, trained))
        for what in campaign_values(self.side):
            yield at_most(1, meeting(verb("instruct"), holds("what", what)))

    def notes(self) -> Iterator[Note]:
        for kind, most in self.limits_of.items():
            yield Note(self.rule, Text(f"{kind}: at most {most} strength.", f"{kind}: 最大{most}CS。"))

    def is_forced(self) -> bool:
        """Both are asked, so that being asked tells nothing."""
        return False

    def default(self) -> tuple[PreparationOrder, ...]:
        """Nobody is called but for those that must come."""
        return tuple(Early(ship) for ship in self.due)

    def example(self) -> tuple[PreparationOrder, ...]:
        ship = next(iter(self.classes), "")
        return (*self.default(), Call(ship)) if ship else self.default()

    def sample(self, pick: Pick) -> tuple[PreparationOrder, ...]:
        """Now and then a little is called."""
        if pick(3):
            return self.default()
        found: list[PreparationOrder] = list(self.default())
        found += [Early(ship) for ship in self.new if ship not in self.due and not pick(2)]
        if self.classes:
            found.append(Call(tuple(self.classes)[pick(len(self.classes))]))
        return tuple(found)


def _subject(order: Call | Early) -> tuple[str, ...]:
    return ("early", order.ship) if isinstance(order, Early) else ("call", order.ship, order.crew)
