"""1.2.3 Orders to split ships off a force: their template, their problems, and their limits as JSON Schema."""

from collections.abc import Iterator

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.order_set import Field, OrderTemplate
from games.orders.schema_rules import argument_is, has_verb, implies, lists_at_most, lists_at_most_of_each, matches_all
from games.titles.pq17.orders.move_orders import Split
from games.titles.pq17.orders.movers import Mover

_FOLLOWED = Field("followed", ("stays", "leaves"), required=False)


def split_template(one: Mover) -> OrderTemplate | None:
    """1.2.3 Return the template of an order to split a force; None if no ship may leave it."""
    leaving = tuple(one.ships) if not one.tugs else tuple({**one.ships, **one.tugs})
    if not leaving or (one.kind == "convoy" and one.port):
        return None
    ships = Field("ships", leaving, many=True, may_repeat=True)
    followed = (_FOLLOWED,) if one.shadowed else ()
    return OrderTemplate("split", (Field("force", (one.force,)), ships, *followed), subject="force", is_rare=True)


def split_problems(index: int, order: Split, one: Mover, *, cast_off: bool) -> Iterator[Problem]:
    """1.2.3, 5.1.1b Yield the problems of a split: too many ships, ships that still tow, or no ship that stays.

    `index`: the index of the order in the answer. `one`: the force. `cast_off`: True if the answer also orders the
    force to cast off its tows.
    """
    total = sum(one.ships.values())
    for ship in dict.fromkeys(order.ships):
        tugs = one.tugs.get(ship, 0)
        over = order.ships.count(ship) - one.ships.get(ship, 0) - (tugs if cast_off else 0)
        if 0 < over <= tugs and not cast_off:
            text = Text("It must cast off first.", "先に曳航を中止してください。")
            yield Problem(pointer(index, "ships"), "tows", text, "5.1.1b")
        elif over > 0:
            text = Text("The force has fewer ships of this class.", "それだけの数はありません。")
            yield Problem(pointer(index, "ships"), "count", text, "1.2.3")
    if len(order.ships) >= total and not one.rest:
        text = Text("At least one ship must stay in the force.", "一部は残さなければなりません。")
        yield Problem(pointer(index, "ships"), "count", text, "1.2.3")


def split_limit(one: Mover) -> Json:
    """1.2.3 Return the limit on a split as JSON Schema: no more ships leave than there are, and some strength stays."""
    counts = {ship: one.ships.get(ship, 0) + one.tugs.get(ship, 0) for ship in {**one.ships, **one.tugs}}
    most = sum(one.ships.values()) - (not one.rest)
    parts = matches_all(lists_at_most_of_each("ships", counts), lists_at_most("ships", max(most, 0)))
    return implies(matches_all(has_verb("split"), argument_is("force", one.force)), parts)
