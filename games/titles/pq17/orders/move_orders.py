"""1.2.3 to 1.3, 5.0 to 5.7, 11.3.2 The orders to forces: moves, routes of convoys, splits, and others."""

from typing import Literal

from games.orders.order_set import Order
from games.titles.pq17.components.pieces import Speed

IceOrder = Literal["go", "stop", "turn"]
"""10.1a What a force does where ice is worse than expected: it tries to go on, stops, or turns away from its route."""
ICE_ORDERS: tuple[IceOrder, ...] = ("go", "stop", "turn")
FARTHEST = 40
"""The most hexes in the route of one order."""


class Move(Order, frozen=True, tag="move"):
    """5.0 Order to move a force along a route over several turns, and then into a port if one is named.

    `way`: the hexes of the route. Without a route, a force in port leaves the port for the sea of the same hex. `pace`:
    the speed. High speed applies to this turn only; later turns use cruise speed. `enters`: the port. `ice`: what the
    force does in ice that is worse than expected (10.1a), a value of `ICE_ORDERS`.
    """

    force: str
    way: tuple[str, ...] = ()
    pace: Speed | Literal[""] = ""
    enters: str = ""
    ice: IceOrder | Literal[""] = ""


class Train(Move, frozen=True, tag="train"):
    """4.3.4 Order for a task force to leave port for training, along a route.

    Training costs no Command Points if the force returns to the same port.
    """


class Stay(Order, frozen=True, tag="stay"):
    """5.0 Order for a force to stay in its place. Its earlier orders are cancelled."""

    force: str


class Route(Order, frozen=True, tag="route"):
    """4.2, 5.1.5 Order to set a convoy's complete route (`way`) to a port of destination (`to`). `ice`: see `Move`."""

    convoy: str
    to: str
    way: tuple[str, ...] = ()
    ice: IceOrder | Literal[""] = ""


class Split(Order, frozen=True, tag="split"):
    """1.2.3 Order to split ships off a force. The ships become a new force that may move separately.

    `ships`: the ids of the ships; the id of a class is repeated for each step of strength. `followed`: the part that
    enemy shadowers follow if both parts match their preferences (6.3.4).
    """

    force: str
    ships: tuple[str, ...]
    followed: Literal["stays", "leaves", ""] = ""


class Combine(Order, frozen=True, tag="combine"):
    """1.2.4 Order to combine forces in the combine segment, if they are then in the same place."""

    forces: tuple[str, ...]


class Decoy(Order, frozen=True, tag="decoy"):
    """1.3a, 1.3b Order to put a dummy block beside a force when the force becomes unidentified or enters port."""

    force: str


class Remove(Order, frozen=True, tag="remove"):
    """1.3d Order to remove a dummy block from the map."""

    dummy: str


class Refuel(Order, frozen=True, tag="refuel"):
    """11.3.2 Order to refuel a force at sea."""

    force: str


class CastOff(Order, frozen=True, tag="cast_off"):
    """5.1.1b Order for a force to cast off the damaged ships that it tows."""

    force: str


class Exchange(Order, frozen=True, tag="exchange"):
    """1.2.5 Order to exchange ships between two forces in one place in the combine segment.

    `gives`: the ships that `one` gives to `other`. `takes`: the ships that `one` takes from `other`. The id of a class
    is repeated for each step of strength. `fuel`: the forces also exchange their fuel markers (11.1.1).
    """

    one: str
    other: str
    gives: tuple[str, ...]
    takes: tuple[str, ...]
    fuel: Literal["swap", ""] = ""


MoveOrder = Move | Train | Stay | Route | Split | Combine | Decoy | Remove | Refuel | CastOff | Exchange
ORDERS: tuple[type[Order], ...] = (Move, Train, Stay, Route, Split, Combine, Decoy, Remove, Refuel, CastOff, Exchange)
"""The types of orders in `Moves`."""
