"""14.0, 9.2 The form for a seat's doctrine, which is its default battle orders, and queries about a doctrine."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.forms import Json
from games.kernel.text import Labels, Text
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.schema_rules import at_most, has_verb
from games.titles.goeben.orders.orders import (
    AskFirst,
    BreakOff,
    DoctrineOrder,
    EachRound,
    Landing,
    Maximum,
    Steam,
    Targets,
    Torpedoes,
)

KIND = "doctrine"
ENEMIES = ("convoy", "bc", "ca", "cp", "cl", "dd")
"""14.5 The classes of Allied ships, in the order in which ships without a doctrine aim at them.

Classes with most victory points come first (17.1).
"""
FORT = "fort"
MOMENTS = ("contact", "battle")
"""The moments of a battle at which a seat may be asked: about speed before contact, and for orders after it."""
MAXIMUM_FIRE = Text("Maximum fire", "全力射撃")


class DoctrineForm(Orders[DoctrineOrder], frozen=True, kw_only=True, dict=True, tag="goeben.doctrine"):
    """The form for a seat's doctrine.

    `present`: the current doctrine, which stays in force without an answer. `tubes`: the torpedoes of the ship that has
    most.
    """

    order_types = (Targets, Maximum, Torpedoes, BreakOff, Steam, Landing, EachRound, AskFirst)

    tubes: int = 2
    present: tuple[DoctrineOrder, ...] = (AskFirst(),)

    def templates(self) -> tuple[OrderTemplate, ...]:
        counts = tuple(str(count) for count in range(1, self.tubes + 1))
        shore = (*ENEMIES, FORT)
        return (
            OrderTemplate("targets", (Field("classes", ENEMIES, many=True, ordered=True),)),
            OrderTemplate("maximum", (Field("against", shore, many=True),)),
            OrderTemplate("torpedoes", (Field("against", ENEMIES, many=True), Field("most", counts, required=False))),
            OrderTemplate("break_off", (Field("against", shore, many=True),)),
            OrderTemplate("steam", (Field("against", ENEMIES, required=False, many=True),)),
            OrderTemplate("landing"),
            OrderTemplate("each_round", is_rare=True),
            OrderTemplate("ask_first", (Field("of", MOMENTS, required=False, many=True),)),
        )

    def labels_in_context(self, labels: Labels) -> Labels:
        """14.9 Return labels in which `maximum` is the name of an order; in other forms it names a speed (12.2)."""
        return lambda value: MAXIMUM_FIRE if value == "maximum" else labels(value)

    def conflicts(self, answer: tuple[DoctrineOrder, ...]) -> Iterator[Problem]:
        """Yield a problem for each order that repeats an earlier one."""
        seen: list[type] = []
        for index, order in enumerate(answer):
            if type(order) in seen:
                text = Text("This order is given twice.", "同じ命令が2回あります。")
                yield Problem(f"/{index}/order", "twice", text, "14.0")
            seen.append(type(order))

    def schema_limits(self) -> Iterator[Json]:
        return (at_most(1, has_verb(way.verb)) for way in self.cached_templates)

    def default(self) -> tuple[DoctrineOrder, ...]:
        return self.present

    def example(self) -> tuple[DoctrineOrder, ...]:
        return (Targets(ENEMIES), Torpedoes(("convoy", "bc", "ca")), Landing())


class Doctrine(Struct, frozen=True, dict=True):
    """The orders of a doctrine, with queries about them."""

    orders: tuple[DoctrineOrder, ...]

    def has(self, kind: type) -> bool:
        """Return True if the doctrine has an order of this type."""
        return any(isinstance(order, kind) for order in self.orders)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """14.5 All classes of Allied ships, the preferred target first."""
        named = next((order.classes for order in self.orders if isinstance(order, Targets)), ())
        return (*named, *(one for one in ENEMIES if one not in named))

    def rank(self, type_: str) -> int:
        """14.5 Return the position of a class in the order of targets; 0 is the preferred target."""
        return self.targets.index(type_) if type_ in self.targets else len(self.targets)

    @cached_property
    def maximum(self) -> tuple[str, ...]:
        """14.9 The classes at which ships fire with maximum fire."""
        return next((order.against for order in self.orders if isinstance(order, Maximum)), ())

    @cached_property
    def torpedoes(self) -> tuple[str, ...]:
        """14.6 The classes at which ships launch torpedoes."""
        return next((order.against for order in self.orders if isinstance(order, Torpedoes)), ())

    @cached_property
    def most_torpedoes(self) -> int:
        """14.10 The number of torpedoes that a ship may launch in one battle; 0 means no limit."""
        most = next((order.most for order in self.orders if isinstance(order, Torpedoes)), "")
        return int(most or 0)

    def breaks_off(self, classes: tuple[str, ...]) -> bool:
        """14.4 Return True if ships break off when they meet enemies of these classes."""
        feared = next((order.against for order in self.orders if isinstance(order, BreakOff)), ())
        return any(one in feared for one in classes)

    def steams(self, classes: tuple[str, ...]) -> bool:
        """14.3 Return True if ships spend coal at contact to catch, or escape from, enemies of these classes."""
        for order in self.orders:
            if isinstance(order, Steam):
                return not order.against or any(one in order.against for one in classes)
        return False

    def asks(self, moment: str) -> bool:
        """Return True if the seat wants to be asked at this moment of each battle.

        `moment`: "contact" for the speed at contact, "battle" for the battle orders.
        """
        for order in self.orders:
            if isinstance(order, AskFirst):
                return moment in (order.of or ("battle",))
        return False
