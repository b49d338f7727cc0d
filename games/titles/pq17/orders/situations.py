"""12.0, 14.0 Orders before an operation: plans for special situations, and purchases of historical forces."""

from collections.abc import Iterator, Sequence

from games.kernel.drafts import Purse
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote, at_most, has_verb
from games.titles.pq17.orders.parts import Part


class LayMines(Order, frozen=True, tag="lay_mines"):
    """12.8 Order for a task force of cruisers or destroyers to lay mines in a hex."""

    force: str
    at: str


class Land(Order, frozen=True, tag="land"):
    """12.14.1 Order for a task force in Scapa Flow to carry out ARCHERY: it lands in a hex on a turn."""

    force: str
    at: str
    turn: str


class Chariots(Order, frozen=True, tag="chariots"):
    """12.14.2 Order to carry out TITLE: manned torpedoes attack in a port on a turn."""

    port: str
    turn: str


class Buy(Order, frozen=True, tag="buy"):
    """14.0, 14.0a Order to buy a ship for the map or, at half price, to arrive with a reinforcement group.

    `group`: the group, such as ``group_1``; "" for the map.
    """

    ship: str
    group: str = ""


def price(cost: int, *, group: bool) -> int:
    """14.0a Return the half victory points that a ship costs. `cost`: her full price in half points.

    `group`: True if she arrives with a reinforcement group. She then costs half of her full price, rounded up to a half
    point.
    """
    return -(-cost // 2) if group else cost


SituationOrder = LayMines | Land | Chariots


class Situation(Part, frozen=True, kw_only=True):
    """4.2c, 12.8, 12.14 The part of the plans' form for a side's special situation.

    Both sides get this part, whatever chit they hold; for most chits it is empty.
    """

    verb: str = ""
    """The verb of the order that the chit allows, or ""."""
    able: tuple[str, ...] = ()
    """The forces that may carry out the order."""
    targets: tuple[str, ...] = ()
    """The hexes or ports where they may carry it out."""
    turns: tuple[str, ...] = ()
    """The turns on which ARCHERY or TITLE may take place."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        if not self.verb or not self.targets or (self.verb != "chariots" and not self.able):
            return ()
        turn = Field("turn", self.turns)
        if self.verb == "chariots":
            return (OrderTemplate("chariots", (Field("port", self.targets), turn)),)
        fields = (Field("force", self.able), Field("at", self.targets))
        return (OrderTemplate(self.verb, fields if self.verb == "lay_mines" else (*fields, turn)),)

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        written = [index for index, order in enumerate(answer) if isinstance(order, SituationOrder)]
        for index in written[1:]:
            yield Problem(pointer(index, "order"), "twice", Text("One plan is written.", "計画は1つだけです。"), "4.2c")

    def limits(self) -> Iterator[Json]:
        for way in self.templates():
            yield at_most(1, has_verb(way.verb))

    def notes(self) -> Iterator[SchemaNote]:
        if self.verb:
            yield SchemaNote("4.2c", Text("One plan for your special situation.", "特別状況の計画は1つです。"))


class PurchaseForm(Orders[Buy], frozen=True, kw_only=True, dict=True, tag="pq17.purchase"):
    """14.0 The form of purchases before the game.

    `costs`: the ships on offer, with their price in half victory points; ships that arrive with reinforcements cost
    half. `groups`: the side's reinforcement groups, such as ``group_1``.
    """

    order_types = (Buy,)

    costs: dict[str, int] = {}
    groups: tuple[str, ...] = ()

    def templates(self) -> tuple[OrderTemplate, ...]:
        if not self.costs:
            return ()
        found = [OrderTemplate("buy", (Field("ship", tuple(self.costs), prices=self._prices(group=False)),))]
        if self.groups:
            fields = (Field("ship", tuple(self.costs), prices=self._prices(group=True)), Field("group", self.groups))
            found.append(OrderTemplate("buy", fields))
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

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("14.0", Text("Each ship is bought once.", "各艦は1回だけ購入できます。"))
        yield SchemaNote("14.0a", Text("With a group she costs half.", "増援として買うと半額です。"))

    def is_forced(self) -> bool:
        """Return False: the question is never skipped. Both sides are asked, so that the question discloses nothing."""
        return False
