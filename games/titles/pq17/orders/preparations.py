"""15.4 The form of a fortnight's planning phase: emergency reinforcements, and new ships with green crews.

Examples of orders:

- call dd_a_i strength=2
- early jamaica
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from games.kernel.drafts import Preview, PreviewLine
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Labels, Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import (
    SchemaNote,
    argument_among,
    argument_is,
    at_least_one,
    at_most,
    at_most_once,
    has_verb,
    matches_all,
    matches_none,
)
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Standing, campaign_values, campaign_ways, named_in_campaign
from games.titles.pq17.orders.draft_odds import orders_with_verb
from games.titles.pq17.orders.prospects import points

Crew = Literal["green", ""]
MOST = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
"""The strengths that an order may name. No limit is higher than the last of them."""


class Call(Order, frozen=True, tag="call"):
    """15.4.1, 15.4.2 Order to call strength of a class (`ship`) as emergency reinforcements, which cost victory points.

    `crew`: ``green`` for green crews, if that option is in play (15.4.3).
    """

    ship: str
    strength: str = "1"
    crew: Crew = ""


class Early(Order, frozen=True, tag="early"):
    """15.4.3 Order for a new ship of the schedule to arrive before her time, with a green crew."""

    ship: str


PreparationOrder = Call | Early | Standing


class PreparationsForm(Orders[PreparationOrder], frozen=True, kw_only=True, dict=True, tag="pq17.preparations"):
    """15.4 The form for emergency reinforcements and new ships."""

    order_types = (Call, Early, Standing)

    classes: dict[str, str] = {}
    """The classes that can be called, each with the nation whose limit applies."""
    limits_of: dict[str, int] = {}
    """By nation, the most strength that can be called."""
    cost: int = 0
    """The half victory points for one strength."""
    rule: str = ""
    """The rule number of the limits."""
    new: tuple[str, ...] = ()
    """Ships of the schedule that may arrive early."""
    due: tuple[str, ...] = ()
    """Ships that must arrive early (15.8.3b)."""
    green: bool = False
    """True if crews may be green."""
    side: Side | str = ""
    """The side that is asked."""

    def labels_in_context(self, labels: Labels) -> Labels:
        return named_in_campaign(labels)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(self._ways())

    def _ways(self) -> Iterator[OrderTemplate]:
        for ship, kind in self.classes.items():
            strength = tuple(str(number) for number in range(1, self.limits_of[kind] + 1))
            crew = (Field("crew", ("green",), required=False),) if self.green else ()
            yield OrderTemplate("call", (Field("ship", (ship,)), Field("strength", strength, required=False), *crew))
        for ship in self.new:
            yield OrderTemplate("early", (Field("ship", (ship,)),))
        yield from campaign_ways(self.side)

    def preview(self, draft: Any) -> Preview:
        """15.4 Return the cost of each call, which is paid at once."""
        base = super().preview(draft)
        lines: list[PreviewLine] = []
        for index, raw in orders_with_verb(draft, "call"):
            strength = str(raw.get("strength") or "1")
            if self.cost and raw.get("ship") in self.classes and strength in MOST:
                cost = points(self.cost * int(strength))
                text = Text(f"Costs {cost} VP at once, on your own sheet.", f"ただちに{cost}VPを失います（非公開）。")
                lines.append(PreviewLine(pointer(index, "strength"), "spends", text))
        return Preview((*base.lines, *lines), base.spent)

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

    def schema_limits(self) -> Iterator[Json]:
        for ship in self.new:
            yield at_most_once("early", ship=ship)
        for ship in self.due:
            yield at_least_one(matches_all(has_verb("early"), argument_is("ship", ship)))
        for kind, most in self.limits_of.items():
            called = [ship for ship, sort in self.classes.items() if sort == kind]
            if called:
                yield at_most(most, matches_all(has_verb("call"), argument_among("ship", *called)))
        for ship in self.classes:
            green = matches_all(has_verb("call"), argument_is("ship", ship), argument_is("crew", "green"))
            trained = matches_all(
                has_verb("call"), argument_is("ship", ship), matches_none(argument_is("crew", "green"))
            )
            yield from (at_most(1, one) for one in (green, trained))
        for what in campaign_values(self.side):
            yield at_most(1, matches_all(has_verb("instruct"), argument_is("what", what)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        for kind, most in self.limits_of.items():
            yield SchemaNote(self.rule, Text(f"{kind}: at most {most} strength.", f"{kind}：最大{most}CS。"))

    def is_forced(self) -> bool:
        """Return False: the question is never skipped. Both sides are asked, so that the question discloses nothing."""
        return False

    def default(self) -> tuple[PreparationOrder, ...]:
        """Return the default: only the ships that must arrive early, and no call."""
        return tuple(Early(ship) for ship in self.due)

    def example(self) -> tuple[PreparationOrder, ...]:
        ship = next(iter(self.classes), "")
        return (*self.default(), Call(ship)) if ship else self.default()

    def sample(self, pick: RandomSource) -> tuple[PreparationOrder, ...]:
        """Return the default, or at random further early ships and an emergency call."""
        if pick(3):
            return self.default()
        found: list[PreparationOrder] = list(self.default())
        found += [Early(ship) for ship in self.new if ship not in self.due and not pick(2)]
        if self.classes:
            found.append(Call(tuple(self.classes)[pick(len(self.classes))]))
        return tuple(found)


def _subject(order: Call | Early) -> tuple[str, ...]:
    return ("early", order.ship) if isinstance(order, Early) else ("call", order.ship, order.crew)
