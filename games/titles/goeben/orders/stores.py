"""8.1–8.6 The purses from which orders for cargo are paid: cargo points, hull boxes, and available counters."""

from collections.abc import Iterable, Iterator, Mapping

from games.kernel.drafts import Purse
from games.kernel.text import Text
from games.titles.goeben.orders.prospects import Ware

Prices = dict[str, dict[str, int]]
"""For each kind of cargo, the amounts that an order takes from purses. A negative amount is added to the purse."""


def bought(ship: str, shop: Iterable[str], wares: Mapping[str, Ware]) -> Prices:
    """8.1, 8.2, 8.3 Return the prices of cargo that `ship` can buy: cargo points, hull boxes and a counter.

    `shop`: the kinds.
    """
    return {
        kind: {f"points.{ship}": wares[kind].points, f"boxes.{ship}": wares[kind].boxes, f"left.{kind}": 1}
        for kind in shop
    }


def given_away(kinds: Iterable[str], wares: Mapping[str, Ware], ship: str, taker: str = "") -> Prices:
    """8.3, 8.6 Return the prices of cargo that a ship gives away, ashore or to the ship `taker`.

    The cargo frees hull boxes of `ship`, and fills hull boxes of `taker` if `taker` is given.
    """
    taken = {f"boxes.{taker}": 1} if taker else {}
    return {
        kind: {purse: by * wares[kind].boxes for purse, by in {f"boxes.{ship}": -1, **taken}.items()} for kind in kinds
    }


def points(ship: str, limit: int, rule: str) -> Purse:
    """8.1, 8.5 Return the purse of a ship's cargo points. `limit`: their number. `rule`: the rule that grants them."""
    return Purse(f"points.{ship}", Text("cargo points", "資材ポイント"), limit, ship, rule)


def boxes(ship: str, room: int) -> Purse:
    """8.2 Return the purse of a ship's empty hull boxes. `room`: their number; negative if the ship is overloaded."""
    return Purse(f"boxes.{ship}", Text("empty hull boxes", "空きボックス"), max(room, 0), ship, "8.2")


def counters(kinds: Iterable[str], wares: Mapping[str, Ware]) -> Iterator[Purse]:
    """8.3 Yield a purse for each kind of cargo, which contains the number of available counters."""
    for kind in kinds:
        yield Purse(f"left.{kind}", Text("to be had", "残り"), wares[kind].left, kind, "8.3")
