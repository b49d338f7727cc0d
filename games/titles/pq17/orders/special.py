"""5.5, 12.4, 12.9 The part of the phase's form with orders for convoys, special situations and events."""

from collections.abc import Iterable, Iterator, Sequence

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.order_set import Field, Order, OrderTemplate
from games.orders.schema_rules import at_most, at_most_once, has_verb, lists_any, matches_all
from games.titles.pq17.orders.parts import Part
from games.titles.pq17.orders.raids import Raid


class Scatter(Order, frozen=True, tag="scatter"):
    """5.5 Order to scatter a convoy instead of moving it. Its warships then leave the convoy."""

    convoy: str


class Bomb(Order, frozen=True, tag="bomb"):
    """12.4 Order to carry out the bombing order: Halifaxes attack Tirpitz in a port this night."""

    port: str


class ShowChit(Order, frozen=True, tag="reveal"):
    """12.9 Order to show the own situation chit. From then on, the limits of German task forces do not apply."""

    chit: str


SpecialOrder = Scatter | Bomb | ShowChit | Raid
ORDERS: tuple[type[Order], ...] = (Scatter, Bomb, ShowChit, Raid)
"""The types of orders in `Specials`."""
RULES: dict[type[Order], str] = {Scatter: "5.5", Bomb: "12.4", ShowChit: "12.9"}


class Specials(Part, frozen=True, kw_only=True):
    """The part of the phase's form with the special orders that a side can give."""

    judged = frozenset(ORDERS)

    convoys: tuple[str, ...] = ()
    """The convoys that may scatter."""
    bombed: tuple[str, ...] = ()
    """The ports in range of a bombing order."""
    show: str = ""
    """The chit that may be shown; "" if none."""
    raided: tuple[str, ...] = ()
    """The ports and airfields that carrier aircraft may raid if they are in range then (7.1.3, 12.5)."""
    raiders: tuple[str, ...] = ()
    """The ids of the carrier aircraft that may raid."""

    def templates(self) -> Iterable[OrderTemplate]:
        if self.convoys:
            yield OrderTemplate("scatter", (Field("convoy", self.convoys),), subject="convoy", is_rare=True)
        if self.bombed:
            yield OrderTemplate("bomb", (Field("port", self.bombed),), is_rare=True)
        if self.show:
            yield OrderTemplate("reveal", (Field("chit", (self.show,)),), is_rare=True)
        if self.raiders:
            fields = (Field("on", self.raided), Field("units", self.raiders, many=True))
            yield OrderTemplate("raid", fields, subject="units", is_rare=True)

    def limits(self) -> Iterator[Json]:
        for convoy in self.convoys:
            yield at_most_once("scatter", convoy=convoy)
        for unit in self.raiders:
            yield at_most(1, matches_all(has_verb("raid"), lists_any("units", unit)))
        for target in self.raided if self.raiders else ():
            yield at_most_once("raid", on=target)
        yield at_most(1, has_verb("bomb"))
        yield at_most(1, has_verb("reveal"))

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        seen: set[Order] = set()
        bombed, flying, raided = False, set[str](), set[str]()
        for index, order in enumerate(answer):
            if isinstance(order, Raid):
                if flying & set(order.units):
                    text = Text("These aircraft fly already.", "その航空部隊は既に命令済みです。")
                    yield Problem(pointer(index, "units"), "twice", text, "5.3")
                if order.on in raided:
                    text = Text("One attack on a target.", "同じ目標への攻撃は1回です。")
                    yield Problem(pointer(index, "on"), "twice", text, "7.1a")
                flying |= set(order.units)
                raided.add(order.on)
            elif isinstance(order, (Scatter, Bomb, ShowChit)):
                if order in seen or (isinstance(order, Bomb) and bombed):
                    text = Text("Ordered twice.", "命令が重複しています。")
                    yield Problem(pointer(index, "order"), "twice", text, RULES[type(order)])
                seen.add(order)
                bombed = bombed or isinstance(order, Bomb)
