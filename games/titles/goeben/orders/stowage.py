"""3.0(7), 3.0(9), 8.1 The form for the cargo that a seat's ships take aboard before the first day."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from msgspec import Struct

from games.kernel.drafts import Purse
from games.kernel.errors import Problem
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Text
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.schema_rules import (
    SchemaNote,
    argument_is,
    at_most,
    has_verb,
    implies,
    lists_any,
    lists_at_most,
    matches_all,
)
from games.titles.goeben.orders import stores
from games.titles.goeben.orders.orders import Begin, FittingOrder, Station, Take
from games.titles.goeben.orders.prospects import Ware
from games.titles.goeben.orders.unavailable_orders import unavailable_template


class Hold(Struct, frozen=True, omit_defaults=True, gc=False):
    """8.1, 8.2 A ship that takes cargo aboard before the first day.

    `points`: her cargo points. `room`: her empty hull boxes. `shop`: the cargo that she may buy. `cargo`: the cargo
    that she has aboard.
    """

    ship: str
    points: int
    room: int
    shop: tuple[str, ...]
    cargo: tuple[str, ...] = ()


class Stowage(Orders[FittingOrder], frozen=True, kw_only=True, dict=True, tag="goeben.stowage"):
    """3.0(7), 3.0(9) The form for the cargo that a seat's ships take aboard before the first day."""

    order_types = (Take, Station, Begin)

    holds: tuple[Hold, ...] = ()
    """The ships of the seat."""
    wares: dict[str, Ware] = {}
    """The available cargo, by kind."""
    usual: tuple[str, ...] = ()
    """The default cargo. A ship takes as much of it as fits."""
    colliers: int = 0
    """The number of colliers that the seat places; 0 if another seat places them."""
    seas: tuple[str, ...] = ()
    """The spaces where a collier may wait."""
    harbours: tuple[str, ...] = ()
    """The ports, where no collier may wait. They are shown as unavailable."""
    starts: tuple[str, ...] = ()
    """24.2 The spaces among which the seat chooses a start for each ship; empty if the start is fixed."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        found = [self._taking(hold) for hold in self._loading]
        if self.colliers:
            found.append(OrderTemplate("station", (Field("space", self.seas),)))
        if self.starts:
            ships = tuple(hold.ship for hold in self.holds)
            found.append(
                OrderTemplate("begin", (Field("ships", ships, many=True), Field("space", self.starts)), "ships")
            )
        return tuple(found)

    def _taking(self, hold: Hold) -> OrderTemplate:
        prices = stores.bought(hold.ship, hold.shop, self.wares)
        cargo = Field("cargo", hold.shop, many=True, ordered=True, may_repeat=True, prices=prices)
        return OrderTemplate("take", (Field("ship", (hold.ship,)), cargo), "ship")

    @cached_property
    def _loading(self) -> tuple[Hold, ...]:
        """The ships with room for cargo."""
        return tuple(hold for hold in self.holds if hold.shop and hold.room > 0)

    @cached_property
    def _purses(self) -> tuple[Purse, ...]:
        hers = ((stores.points(one.ship, one.points, "8.1"), stores.boxes(one.ship, one.room)) for one in self._loading)
        sold = {kind for hold in self._loading for kind in hold.shop}
        return (*chain(*hers), *stores.counters([kind for kind in self.wares if kind in sold], self.wares))

    def purses(self) -> tuple[Purse, ...]:
        return self._purses

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        for hold in self.holds:
            if hold.room <= 0:
                yield unavailable_template("take", "ship", "no_room", hold.ship)
            others = (kind for kind in self.wares if kind not in hold.shop)
            yield unavailable_template("take", "cargo", "wrong_type", *others, ship=hold.ship)
        if self.colliers:
            yield unavailable_template("station", "space", "in_port", *self.harbours)
        else:
            yield unavailable_template("station", "order", "others_colliers", "station")
        if not self.starts:
            yield unavailable_template("begin", "order", "fixed_start", "begin")

    def conflicts(self, answer: tuple[FittingOrder, ...]) -> Iterator[Problem]:
        yield from self._paired(answer)
        stationed = sum(isinstance(order, Station) for order in answer)
        if stationed > self.colliers:
            en = "There is 1 collier." if self.colliers == 1 else f"There are {self.colliers} colliers."
            yield Problem("", "colliers", Text(en, f"給炭艦は{self.colliers}隻です。"), "3.0(9)")
        begun = Counter(ship for order in answer if isinstance(order, Begin) for ship in order.ships)
        for ship in (ship for ship, places in begun.items() if places > 1):
            yield Problem("", "twice", Text(f"{ship} begins in one place.", f"{ship} の開始地点は1か所です。"), "24.2")

    def _paired(self, answer: tuple[FittingOrder, ...]) -> Iterator[Problem]:
        """20.1.1 Yield a problem for each ship that would carry more than one seaplane."""
        for hold in self.holds:
            taken = [
                kind for order in answer if isinstance(order, Take) and order.ship == hold.ship for kind in order.cargo
            ]
            if [*taken, *hold.cargo].count("seaplane") > 1:
                yield Problem("", "full", Text("One seaplane a ship.", "水上機は1隻に1機です。"), "20.1.1")

    def schema_limits(self) -> Iterator[Json]:
        for hold in self.holds:
            hers = matches_all(has_verb("take"), argument_is("ship", hold.ship))
            yield implies(hers, lists_at_most("cargo", self._most_pieces(hold)))
            yield at_most(self._most_pieces(hold), hers)
        yield at_most(self.colliers, has_verb("station"))
        for hold in self.holds if self.starts else ():
            yield at_most(1, matches_all(has_verb("begin"), lists_any("ships", hold.ship)))
        for kind, ware in self.wares.items():
            yield at_most(ware.left, lists_any("cargo", kind))

    def _most_pieces(self, hold: Hold) -> int:
        """8.1, 8.2 Return the most pieces of cargo that a ship could take if all were cheapest and smallest."""
        cheapest = min((self.wares[kind].points for kind in hold.shop), default=1)
        smallest = min((self.wares[kind].boxes for kind in hold.shop), default=1)
        return min(hold.points // cheapest, max(hold.room, 0) // smallest)

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote(
            "8.1", Text("Cargo costs no more than the ship's points.", "資材ポイントの範囲内で搭載します。")
        )
        yield SchemaNote("8.2", Text("All cargo has a box.", "搭載品は船体の空きボックスに収めます。"))

    def default(self) -> tuple[FittingOrder, ...]:
        """Return the default answer: the usual cargo for each ship, and the colliers in the first spaces of `seas`."""
        answer: tuple[FittingOrder, ...] = tuple(Station(space) for space in self.seas[: self.colliers])
        for hold in self._loading:
            cargo: tuple[str, ...] = ()
            for kind in self.usual:
                more = (*cargo, kind)
                if (
                    kind in hold.shop
                    and next(self.combination_problems((*answer, Take(hold.ship, more))), None) is None
                ):
                    cargo = more
            if cargo:
                answer = (*answer, Take(hold.ship, cargo))
        return answer

    def example(self) -> tuple[FittingOrder, ...]:
        return self.default()

    def sample(self, pick: RandomSource) -> tuple[FittingOrder, ...]:
        """Return the default answer or random orders, with equal chances."""
        return self.default() if pick(2) else super().sample(pick)
