"""7.1a, 7.1.3 Aircraft that attack one thing fly together: who is sent there as well goes with the others."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.kernel.byhand.changes import Change
from games.kernel.byhand.taps import orders_in
from games.kernel.errors import pointer
from games.titles.pq17.orders.odds import drafted, words_of


def sent_along(draft: Any, verb: str, field: str, at: str, going: Sequence[str]) -> Iterator[Change]:
    """A change of a draft by which these units leave the orders of this verb in which they stand, and join the one at
    this target, or begin one; none where a new order alone would do. `field` says what an order is at.
    """
    there = [index for index, raw in drafted(draft, verb) if at in words_of(raw, field)]
    busy = any({*going} & {*words_of(raw, "units")} for _, raw in drafted(draft, verb))
    if not going or not (there or busy):
        return
    orders: list[Any] = []
    place = -1
    for index, raw in enumerate(orders_in(draft)):
        kept = raw
        if isinstance(raw, dict) and raw.get("order") == verb:
            here = there[:1] == [index]
            units = [one for one in words_of(raw, "units") if one not in going] + ([*going] if here else [])
            place = len(orders) if here else place
            kept = {**raw, "units": units}
        if kept is raw or kept["units"]:
            orders.append(kept)
    if place < 0:
        place = len(orders)
        orders.append({"order": verb, "units": [*going], field: at})
    yield Change("add" if there else "new", pointer(place, "units"), orders, spoken=[orders[place]])
