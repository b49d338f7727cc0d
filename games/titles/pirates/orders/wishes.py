"""6.4 The wishes of a tournament."""

from collections.abc import Iterator

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate


class Wish(Order, frozen=True, tag="wish"):
    """6.4.1, 6.4.3 Wish for a ship. An earlier wish counts before a later one."""

    ship: str


class WishForm(Orders[Wish], frozen=True, kw_only=True, dict=True, tag="pirates.wishes"):
    """The form of a player's wishes for a tournament. Every player gets one ship from each of the `groups` of ships."""

    order_types = (Wish,)

    groups: tuple[tuple[str, ...], ...]

    def templates(self) -> tuple[OrderTemplate, ...]:
        return tuple(OrderTemplate("wish", (Field("ship", group),)) for group in self.groups)

    def conflicts(self, answer: tuple[Wish, ...]) -> Iterator[Problem]:
        seen: set[str] = set()
        for index, wish in enumerate(answer):
            if wish.ship in seen:
                yield Problem(f"/{index}/ship", "twice", Text("Named twice.", "重複しています。"))
            seen.add(wish.ship)
