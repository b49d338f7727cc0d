"""6.4 The wishes of a tournament."""

from collections.abc import Iterator

from games.kernel.errors import Problem
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text


class Wish(Order, frozen=True, tag="wish"):
    """6.4.1, 6.4.3 A ship that the player would like; an earlier wish counts before a later one."""

    ship: str


class WishForm(Orders[Wish], frozen=True, kw_only=True, dict=True, tag="pirates.wishes"):
    """The ships to wish for, in groups of which every player gets one."""

    order_types = (Wish,)

    groups: tuple[tuple[str, ...], ...]

    def ways(self) -> tuple[Way, ...]:
        return tuple(Way("wish", (Field("ship", group),)) for group in self.groups)

    def conflicts(self, answer: tuple[Wish, ...]) -> Iterator[Problem]:
        seen: set[str] = set()
        for index, wish in enumerate(answer):
            if wish.ship in seen:
                yield Problem(f"/{index}/ship", "twice", Text("Named twice.", "重複しています。"))
            seen.add(wish.ship)
