"""Order forms for tests of HTML forms, one for each kind of argument."""

from collections.abc import Iterator

import msgspec

from games.kernel.errors import Problem
from games.kernel.standing_orders import Fact, StandingOrderKind
from games.kernel.text import Text
from games.order_editor.paths import Chart, CostBand, MovementRule
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.rule_plan import RulePlan


class Sail(Order, frozen=True, tag="sail"):
    ship: str
    to: str | None = None
    escorts: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()


class Anchor(Order, frozen=True, tag="anchor"):
    ship: str


class SailForm(Orders[Sail | Anchor], frozen=True, kw_only=True, tag="test.sail"):
    order_types = (Sail, Anchor)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (
            OrderTemplate(
                "sail",
                (
                    Field("ship", ("emden", "wolf")),
                    Field("to", ("cocos", "kiel"), required=False),
                    Field("escorts", ("u27", "u41"), required=False, many=True),
                    Field("ports", ("kiel", "cuxhaven", "emden"), required=False, many=True, ordered=True),
                ),
            ),
            OrderTemplate("anchor", (Field("ship", ("emden",)),)),
            OrderTemplate("anchor", (Field("ship", ("wolf",)),)),
        )

    def max_orders(self) -> int:
        return 3


class FleetForm(SailForm, frozen=True, kw_only=True, tag="test.fleet"):
    """The same, and it is said who acts."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(msgspec.structs.replace(way, subject="ship") for way in super().templates())


class JointForm(Orders[Sail], frozen=True, kw_only=True, tag="test.joint"):
    """Several sail by one order."""

    order_types = (Sail,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        fields = (Field("ship", ("emden", "wolf", "u27"), many=True), Field("to", ("kiel",), required=False))
        return (OrderTemplate("sail", fields, subject="ship"),)


class Steer(Order, frozen=True, tag="steer"):
    ship: str
    way: tuple[str, ...] = ()


class SteerForm(Orders[Steer], frozen=True, kw_only=True, tag="test.steer"):
    """An argument that is called as the page once called the kind of an order."""

    order_types = (Steer,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        bands = (CostBand(1, "free", Text("slow", "低速")), CostBand(2, "spends", Text("1 coal", "石炭1")))
        return (
            OrderTemplate(
                "steer",
                (Field("ship", ("emden",)), Field("way", (), movement=MovementRule("sea", "kiel", 2, bands=bands))),
            ),
        )

    def charts(self) -> dict[str, Chart]:
        ways = {"kiel": ("belt", "canal"), "belt": ("kiel", "skagen"), "canal": ("kiel",), "skagen": ("belt",)}
        return {"sea": Chart(ways)}


class Depart(Order, frozen=True, tag="depart"):
    ship: str
    on: str
    to: str | None = None


class DepartForm(Orders[Depart], frozen=True, kw_only=True, tag="test.depart"):
    """A day must be named, a port may."""

    order_types = (Depart,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        to = Field("to", ("kiel",), required=False)
        return tuple(
            OrderTemplate("depart", (Field("ship", (one,)), Field("on", ("1", "2")), to), "ship") for one in SHIPS
        )


SHIPS = ("emden", "wolf")


class Load(Order, frozen=True, tag="load"):
    ship: str
    cargo: tuple[str, ...] = ()


class LoadForm(Orders[Load], frozen=True, kw_only=True, tag="test.load"):
    order_types = (Load,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        prices = {"coal": {"points": 1}, "mines": {"points": 2}}
        cargo = Field("cargo", ("coal", "mines"), many=True, ordered=True, may_repeat=True, prices=prices)
        return (OrderTemplate("load", (Field("ship", ("emden",)), cargo)),)


class Write(Order, frozen=True, tag="write"):
    ship: str
    text: str = ""


class WriteForm(Orders[Write], frozen=True, kw_only=True, tag="test.write"):
    order_types = (Write,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (OrderTemplate("write", (Field("ship", ("emden",)), Field("text", (), length=40))),)


CHASE = StandingOrderKind(
    kind="chase",
    name=Text("Whether to chase", "追撃するか"),
    facts=(
        Fact("night", Text("night", "夜")),
        Fact("value", Text("its value", "価値"), "number"),
        Fact("target", Text("target", "標的"), "word", ("emden", "wolf")),
    ),
    answers=("sail", "anchor"),
)
REACT = StandingOrderKind(
    kind="react",
    name=Text("What to play", "何を出すか"),
    facts=(Fact("holding", Text("in hand", "手札"), "words", ("mine", "trap", "fog", "ice", "storm")),),
    answers=("mine", "trap", "fog", "ice", "storm", "wreck"),
    many=True,
    may_pass=False,
)
PLAN = RulePlan(kinds=(CHASE, REACT))


class OnceForm(SteerForm, frozen=True, kw_only=True, tag="test.once"):
    """A ship is steered by one order."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(msgspec.structs.replace(way, subject="ship") for way in super().templates())

    def conflicts(self, answer: tuple[Steer, ...]) -> Iterator[Problem]:
        yield from [Problem("/1/order", "twice", Text("It has an order.", "命令済み。"), "")] * (len(answer) > 1)


def label(value: str) -> Text:
    return Text(value.upper(), f"『{value}』")
