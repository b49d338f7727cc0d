"""14.0, 9.2 How a seat fights unless it says otherwise: the form of its doctrine, and what it comes to in battle."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.forms import Json
from games.kernel.limits import at_most, verb
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
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
"""14.5 The classes that the Allies have, in the order in which a captain without a doctrine aims at them: the dearest
first (17.1)."""
FORT = "fort"
MOMENTS = ("contact", "battle")
"""What one may be asked for: the speed before contact, orders after it."""


class DoctrineForm(Orders[DoctrineOrder], frozen=True, kw_only=True, dict=True, tag="goeben.doctrine"):
    """The doctrine of a seat; what stands at `present` stays without an answer."""

    order_types = (Targets, Maximum, Torpedoes, BreakOff, Steam, Landing, EachRound, AskFirst)

    tubes: int = 2
    present: tuple[DoctrineOrder, ...] = (AskFirst(),)

    def ways(self) -> tuple[Way, ...]:
        counts = tuple(str(count) for count in range(1, self.tubes + 1))
        shore = (*ENEMIES, FORT)
        return (
            Way("targets", (Field("classes", ENEMIES, many=True, ordered=True),)),
            Way("maximum", (Field("against", shore, many=True),)),
            Way("torpedoes", (Field("against", ENEMIES, many=True), Field("most", counts, required=False))),
            Way("break_off", (Field("against", shore, many=True),)),
            Way("steam", (Field("against", ENEMIES, required=False, many=True),)),
            Way("landing"),
            Way("each_round", rare=True),
            Way("ask_first", (Field("of", MOMENTS, required=False, many=True),)),
        )

    def conflicts(self, answer: tuple[DoctrineOrder, ...]) -> Iterator[Problem]:
        """Each order once."""
        seen: list[type] = []
        for index, order in enumerate(answer):
            if type(order) in seen:
                text = Text("This order is given twice.", "同じ命令が2回あります。")
                yield Problem(f"/{index}/order", "twice", text, "14.0")
            seen.append(type(order))

    def limits(self) -> Iterator[Json]:
        return (at_most(1, verb(way.verb)) for way in self.listed)

    def default(self) -> tuple[DoctrineOrder, ...]:
        return self.present

    def example(self) -> tuple[DoctrineOrder, ...]:
        return (Targets(ENEMIES), Torpedoes(("convoy", "bc", "ca")), Landing())


class Doctrine(Struct, frozen=True, dict=True):
    """The orders of a doctrine, as questions about it."""

    orders: tuple[DoctrineOrder, ...]

    def has(self, kind: type) -> bool:
        """Whether there is an order of this kind."""
        return any(isinstance(order, kind) for order in self.orders)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """14.5 All classes, the one to aim at first before the others."""
        named = next((order.classes for order in self.orders if isinstance(order, Targets)), ())
        return (*named, *(one for one in ENEMIES if one not in named))

    def rank(self, type_: str) -> int:
        """14.5 The place of a class among the targets."""
        return self.targets.index(type_) if type_ in self.targets else len(self.targets)

    @cached_property
    def maximum(self) -> tuple[str, ...]:
        """14.9 The classes that are worth double ammunition."""
        return next((order.against for order in self.orders if isinstance(order, Maximum)), ())

    @cached_property
    def torpedoes(self) -> tuple[str, ...]:
        """14.6 The classes that are worth a torpedo."""
        return next((order.against for order in self.orders if isinstance(order, Torpedoes)), ())

    @cached_property
    def most_torpedoes(self) -> int:
        """14.10 How many torpedoes a ship may spend in one battle; 0 is any number."""
        most = next((order.most for order in self.orders if isinstance(order, Torpedoes)), "")
        return int(most or 0)

    def breaks_off(self, classes: tuple[str, ...]) -> bool:
        """14.4 Whether to break off from these ships."""
        feared = next((order.against for order in self.orders if isinstance(order, BreakOff)), ())
        return any(one in feared for one in classes)

    def steams(self, classes: tuple[str, ...]) -> bool:
        """14.3 Whether coal is to be spent to catch or to shake off these ships."""
        for order in self.orders:
            if isinstance(order, Steam):
                return not order.against or any(one in order.against for one in classes)
        return False

    def asks(self, moment: str) -> bool:
        """Whether the seat wants to be asked at this moment of each battle."""
        for order in self.orders:
            if isinstance(order, AskFirst):
                return moment in (order.of or ("battle",))
        return False
