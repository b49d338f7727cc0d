"""5.1.5 The routes of convoys: they lead to a port, and neither go back nor away from it."""

from collections.abc import Iterator, Mapping

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.schema_rules import argument_is, has_verb, implies, lists_only, matches_all
from games.titles.pq17.orders.move_orders import FARTHEST, Route
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.waters import Waters, steps_to


def must_lead(convoy: str, port: str) -> Text:
    """5.1.5 Return the message that a convoy's route must lead to its port of destination."""
    return Text(f"The way of '{convoy}' must lead to '{port}'.", f"「{convoy}」の航路は「{port}」まで書いてください。")


def ways_near(name: str, one: Mover, ports: Mapping[str, str], waters: Waters) -> Iterator[Json]:
    """5.1.5a Yield the limits on a convoy's route to each port, as JSON Schema.

    A hex of the route may be at most one hex farther from the port than the smallest distance of the convoy so far.
    `name`: the verb of the order. `one`: the convoy. `ports`: the hex of each port. `waters`: the waters of the convoy.
    """
    for port in one.to:
        left = steps_to(waters, ports[port])
        farthest = one.nearest.get(port, left.get(one.at, 0)) + 1
        near = [hex_ for hex_, steps in left.items() if steps <= farthest and hex_ not in one.gone]
        yield implies(
            matches_all(has_verb(name), argument_is("convoy", one.force), argument_is("to", port)),
            lists_only("way", *near),
        )


def route_problems(index: int, order: Route, one: Mover, ports: Mapping[str, str], waters: Waters) -> Iterator[Problem]:
    """5.1.5, 5.1.5a Yield the problem of a convoy's route, if it has one.

    A route may not end outside its port, go back, or lead more than one hex away from the port. `index`: the index of
    the order in the answer. `one`: the convoy. `ports`: the hex of each port. `waters`: the waters of the convoy.
    """
    goal = ports[order.to]
    if (order.way[-1] if order.way else one.at) != goal:
        text = must_lead(order.convoy, order.to)
        yield Problem(pointer(index, "way"), "port", text, "5.1.5")
        return
    left = steps_to(waters, goal)
    nearest = one.nearest.get(order.to, left.get(one.at, 0))
    for hex_ in order.way:
        far = left.get(hex_, FARTHEST)
        if hex_ in one.gone or far > nearest + 1:
            en = f"A convoy may not go back, nor away from its port: {hex_}."
            text = Text(en, f"船団は戻ったり目的港から2ヘックス以上遠ざかれません：{hex_}")
            yield Problem(pointer(index, "way"), "back", text, "5.1.5a")
            return
        nearest = min(nearest, far)
