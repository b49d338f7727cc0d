"""7.1a, 7.1.3 Edits that add air units to an existing order. Units that attack one target attack together."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.kernel.edits import Edit
from games.kernel.errors import pointer
from games.order_editor.order_edits import orders_in
from games.titles.pq17.orders.draft_odds import orders_with_verb, words_of


def join_attack(draft: Any, verb: str, field: str, at: str, going: Sequence[str]) -> Iterator[Edit]:
    """Yield the edit that sends units against a target together with the units already ordered against it.

    The edit removes the units from their other orders, and creates an order if the draft has no order against the
    target. Yield no edit if a plain new order would have the same effect. `verb`: the verb of the order. `field`: the
    field of the order that holds the target; `at`: the target; `going`: the ids of the units.
    """
    there = [index for index, raw in orders_with_verb(draft, verb) if at in words_of(raw, field)]
    busy = any({*going} & {*words_of(raw, "units")} for _, raw in orders_with_verb(draft, verb))
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
    yield Edit("add" if there else "new", pointer(place, "units"), orders, described_answer=[orders[place]])
