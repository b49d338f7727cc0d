"""8.1–8.6 The purses that pay for cargo: a ship's cargo points, its hull boxes, and the available counters."""

from collections.abc import Iterable, Iterator, Mapping

from games.kernel.drafts import Purse
from games.kernel.text import Text
from games.titles.goeben.orders.prospects import Ware

Prices = dict[str, dict[str, int]]
"""The amount that each kind takes out of each purse; a negative amount is given back."""


def bought(ship: str, shop: Iterable[str], wares: Mapping[str, Ware]) -> Prices:
    """8.1, 8.2, 8.3 Return the price of each kind of cargo when a ship buys it, by purse."""
    return {
        kind: {f"points.{ship}": wares[kind].points, f"boxes.{ship}": wares[kind].boxes, f"left.{kind}": 1}
        for kind in shop
    }


def given_away(kinds: Iterable[str], wares: Mapping[str, Ware], ship: str, taker: str = "") -> Prices:
    """8.3, 8.6 Return the price of each kind of cargo when a ship gives it away, by purse.

    It frees hull boxes of `ship` and fills hull boxes of `taker`, if there is one.
    """
    taken = {f"boxes.{taker}": 1} if taker else {}
    return {
        kind: {purse: by * wares[kind].boxes for purse, by in {f"boxes.{ship}": -1, **taken}.items()} for kind in kinds
    }


def points(ship: str, limit: int, rule: str) -> Purse:
    """8.1, 8.5 Return the purse of a ship's cargo points."""
    return Purse(f"points.{ship}", Text("cargo points", "資材ポイント"), limit, ship, rule)


def boxes(ship: str, room: int) -> Purse:
    """8.2 Return the purse of a ship's empty hull boxes. An overloaded ship has 0."""
    return Purse(f"boxes.{ship}", Text("empty hull boxes", "空きボックス"), max(room, 0), ship, "8.2")


def counters(kinds: Iterable[str], wares: Mapping[str, Ware]) -> Iterator[Purse]:
    """8.3 Yield a purse for each kind of cargo, with the number of counters available."""
    for kind in kinds:
        yield Purse(f"left.{kind}", Text("to be had", "残り"), wares[kind].left, kind, "8.3")
