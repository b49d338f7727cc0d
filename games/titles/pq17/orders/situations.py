"""12.0, 14.0 Written before an operation: plans of special situations, and historical forces that are bought."""

from collections.abc import Iterator, Sequence

from games.kernel.byhand.prices import Purse
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import Note, at_most, verb
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text
from games.titles.pq17.orders.parts import Part


class LayMines(Order, frozen=True, tag="lay_mines"):
    """12.8 A task force of cruisers or destroyers is to lay mines in a hex."""

    force: str
    at: str


class Land(Order, frozen=True, tag="land"):
    """12.14.1 ARCHERY: a task force in Scapa Flow is to land in a hex on a turn; its landing ships come with it."""

    force: str
    at: str
    turn: str


class Chariots(Order, frozen=True, tag="chariots"):
    """12.14.2 TITLE: manned torpedoes attack in a port on a turn."""

    port: str
    turn: str


class Buy(Order, frozen=True, tag="buy"):
    """14.0, 14.0a A ship is bought: for the map, or for half her cost to come with a group of reinforcements."""

    ship: str
    group: str = ""


def price(cost: int, *, group: bool) -> int:
    """14.0a Half points for a ship: half the cost, rounded up to a half point, for one that comes with a group."""
    return -(-cost // 2) if group else cost


SituationOrder = LayMines | Land | Chariots


class Situation(Part, frozen=True, kw_only=True):
    """4.2c, 12.8, 12.14 What the holder of a chit writes among his plans, which both write, whatever they hold.

    Forces of `able` may be named, the hexes or ports of `targets`, and the `turns` of special attacks. `verb` is what
    can be ordered, "" for nothing.
    """

    verb: str = ""
    able: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()

    def ways(self) -> tuple[Way, ...]:
        if not self.verb or not self.targets or (self.verb != "chariots" and not self.able):
            return ()
        turn = Field("turn", self.turns)
        if self.verb == "chariots":
            return (Way("chariots", (Field("port", self.targets), turn)),)
        fields = (Field("force", self.able), Field("at", self.targets))
        return (Way(self.verb, fields if self.verb == "lay_mines" else (*fields, turn)),)

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        written = [index for index, order in enumerate(answer) if isinstance(order, SituationOrder)]
        for index in written[1:]:
            yield Problem(pointer(index, "order"), "twice", Text("One plan is written.", "計画は1つだけです。"), "4.2c")

    def limits(self) -> Iterator[Json]:
        for way in self.ways():
            yield at_most(1, verb(way.verb))

    def notes(self) -> Iterator[Note]:
        if self.verb:
            yield Note("4.2c", Text("One plan for your special situation.", "特別状況の計画は1つです。"))


class PurchaseForm(Orders[Buy], frozen=True, kw_only=True, dict=True, tag="pq17.purchase"):
    """14.0 What a side may buy before the game: ships with their cost in half victory points, as reinforcements half of
    it; `groups` are the numbers of the scenario's reinforcements of the side.
    """

    order_types = (Buy,)

    costs: dict[str, int] = {}
    groups: tuple[str, ...] = ()

    def ways(self) -> tuple[Way, ...]:
        if not self.costs:
            return ()
        found = [Way("buy", (Field("ship", tuple(self.costs), prices=self._prices(group=False)),))]
        if self.groups:
            fields = (Field("ship", tuple(self.costs), prices=self._prices(group=True)), Field("group", self.groups))
            found.append(Way("buy", fields))
        return tuple(found)

    def _prices(self, *, group: bool) -> dict[str, dict[str, int]]:
        return {ship: {"points": price(cost, group=group)} for ship, cost in self.costs.items()}

    def purses(self) -> tuple[Purse, ...]:
        if not self.costs:
            return ()
        name = Text("Victory points", "勝利ポイント")
        return (Purse("points", name, sum(self.costs.values()), rule="14.0", per=2),)

    def conflicts(self, answer: tuple[Buy, ...]) -> Iterator[Problem]:
        seen: set[str] = set()
        for index, order in enumerate(answer):
            if order.ship in seen:
                text = Text("She is bought already.", "すでに購入済みです。")
                yield Problem(pointer(index, "ship"), "twice", text, "14.0")
            seen.add(order.ship)

    def notes(self) -> Iterator[Note]:
        yield Note("14.0", Text("Each ship is bought once.", "各艦は1回だけ購入できます。"))
        yield Note("14.0a", Text("With a group she costs half.", "増援として買うと半額です。"))

    def is_forced(self) -> bool:
        """Both are asked, so that being asked tells nothing."""
        return False
