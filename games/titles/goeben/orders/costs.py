"""4.1 The costs of a day's orders, which are shown before the orders are submitted.

The kernel's preview shows the costs of paths and purses; this module adds all others.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.kernel.drafts import PreviewLine
from games.kernel.errors import pointer
from games.kernel.text import Text
from games.order_editor.order_edits import OrderForm, orders_in, subjects_of, template_of, values_in
from games.titles.goeben.orders.plans import BY_ONE
from games.titles.goeben.orders.prospects import REPAIRED, Berth, Sailing
from games.titles.goeben.orders.speeds import coal_for

IN_PORT = Text("does not sail today", "本日は移動不可")


def costs(book: OrderForm, berths: Mapping[str, Berth], sailing: Sailing, draft: Any) -> Iterator[PreviewLine]:
    """Yield a line for each order in `draft` that costs coal, mines, repair dice, or the day of a ship.

    `book`: the form. `berths`: the ships by id. `draft`: the orders as JSON, which may be incomplete.
    """
    for index, order in enumerate(orders_in(draft)):
        way = template_of(book, order)
        if way is None:
            continue
        ships = [berths[ship] for ship in subjects_of(way, order) if ship in berths]
        if way.verb == "move":
            yield from _bunkered(pointer(index, "ships"), ships, len(values_in(order, "way")), sailing)
        elif way.verb == "mine":
            yield from _mines(pointer(index, "ship"), ships)
        elif way.verb == "outfit" or way.verb in BY_ONE:
            yield PreviewLine(pointer(index), "spends", IN_PORT)
        if way.verb == "repair":
            yield from _dice(pointer(index), order)


def _bunkered(where: str, ships: list[Berth], steps: int, sailing: Sailing) -> Iterator[PreviewLine]:
    """12.2, 12.3 Yield a line with the coal left of each ship that spends coal to move `steps` spaces.

    A ship without coal moves no faster than cruise speed (12.1).
    """
    for berth in ships:
        spent = coal_for(berth, steps, sailing)
        left = berth.coal - spent
        if spent:
            text = Text(f"{berth.ship}: coal {berth.coal}, then {left}", f"{berth.ship}：石炭{berth.coal}→{left}")
            yield PreviewLine(where, "spends" if left >= sailing.coal else "risk", text)


def _mines(where: str, ships: list[Berth]) -> Iterator[PreviewLine]:
    for berth in ships:
        yield PreviewLine(where, "spends", Text(f"1 of {berth.mines} mines", f"機雷{berth.mines}のうち1"))


def _dice(where: str, order: Any) -> Iterator[PreviewLine]:
    given = [values_in(order, track) for track in REPAIRED]
    dice = sum(int(values[0]) for values in given if values and values[0].isdecimal())
    if dice:
        yield PreviewLine(where, "spends", Text(f"repair dice: {dice}", f"修理ダイス{dice}個"))
