"""8.1–8.6 What cargo costs a ship, as purses: her points, her hull boxes, and the counters that there are."""

from collections.abc import Iterable, Iterator, Mapping

from games.kernel.byhand.prices import Purse
from games.kernel.text import Text
from games.titles.goeben.orders.prospects import Ware

Prices = dict[str, dict[str, int]]
"""What each kind takes out of which purse; it gives back what is negative."""


def bought(ship: str, shop: Iterable[str], wares: Mapping[str, Ware]) -> Prices:
    """8.1, 8.2, 8.3 What each kind costs a ship that buys it."""
    return {
        kind: {f"points.{ship}": wares[kind].points, f"boxes.{ship}": wares[kind].boxes, f"left.{kind}": 1}
        for kind in shop
    }


def given_away(kinds: Iterable[str], wares: Mapping[str, Ware], ship: str, taker: str = "") -> Prices:
    """8.3, 8.6 The boxes that become empty aboard a ship, and full aboard one that takes the cargo over."""
    taken = {f"boxes.{taker}": 1} if taker else {}
    return {
        kind: {purse: by * wares[kind].boxes for purse, by in {f"boxes.{ship}": -1, **taken}.items()} for kind in kinds
    }


def points(ship: str, limit: int, rule: str) -> Purse:
    """8.1, 8.5 A ship's cargo points."""
    return Purse(f"points.{ship}", Text("cargo points", "資材ポイント"), limit, ship, rule)


def boxes(ship: str, room: int) -> Purse:
    """8.2 A ship's empty hull boxes; who is overladen already has none."""
    return Purse(f"boxes.{ship}", Text("empty hull boxes", "空きボックス"), max(room, 0), ship, "8.2")


def counters(kinds: Iterable[str], wares: Mapping[str, Ware]) -> Iterator[Purse]:
    """8.3 How many of each kind are to be had."""
    for kind in kinds:
        yield Purse(f"left.{kind}", Text("to be had", "残り"), wares[kind].left, kind, "8.3")
