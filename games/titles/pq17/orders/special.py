"""5.5, 12.4, 12.9 What convoys, special situations and events let a side order in a phase."""

from collections.abc import Iterable, Iterator, Sequence

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import at_most, lists, meeting, once, verb
from games.kernel.orders import Field, Order, Way
from games.kernel.text import Text
from games.titles.pq17.orders.parts import Part
from games.titles.pq17.orders.raids import Raid


class Scatter(Order, frozen=True, tag="scatter"):
    """5.5 A convoy scatters instead of moving; its warships leave it."""

    convoy: str


class Bomb(Order, frozen=True, tag="bomb"):
    """12.4 The bombing order: Halifaxes attack Tirpitz in a port this night."""

    port: str


class ShowChit(Order, frozen=True, tag="reveal"):
    """12.9 The chit is shown, and what it lifts is lifted from now on."""

    chit: str


SpecialOrder = Scatter | Bomb | ShowChit | Raid
ORDERS: tuple[type[Order], ...] = (Scatter, Bomb, ShowChit, Raid)
"""The orders of this part."""


class Specials(Part, frozen=True, kw_only=True):
    """What is to be had: `convoys` that may scatter, `bombed` ports in reach of a bombing order, a chit to `show`,
    ports and airfields that carriers' aircraft may raid (7.1.3, 12.5) if they are in range then.
    """

    judged = frozenset(ORDERS)

    convoys: tuple[str, ...] = ()
    bombed: tuple[str, ...] = ()
    show: str = ""
    raided: tuple[str, ...] = ()
    raiders: tuple[str, ...] = ()

    def ways(self) -> Iterable[Way]:
        if self.convoys:
            yield Way("scatter", (Field("convoy", self.convoys),), subject="convoy", rare=True)
        if self.bombed:
            yield Way("bomb", (Field("port", self.bombed),), rare=True)
        if self.show:
            yield Way("reveal", (Field("chit", (self.show,)),), rare=True)
        if self.raiders:
            fields = (Field("on", self.raided), Field("units", self.raiders, many=True))
            yield Way("raid", fields, subject="units", rare=True)

    def limits(self) -> Iterator[Json]:
        for convoy in self.convoys:
            yield once("scatter", convoy=convoy)
        for unit in self.raiders:
            yield at_most(1, meeting(verb("raid"), lists("units", unit)))
        for target in self.raided if self.raiders else ():
            yield once("raid", on=target)
        yield at_most(1, verb("bomb"))
        yield at_most(1, verb("reveal"))

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
                    yield Problem(
                        pointer(index, "order"), "twice", Text("Ordered twice.", "命令が重複しています。"), "12.0"
                    )
                seen.add(order)
                bombed = bombed or isinstance(order, Bomb)
