"""5.0 The forces that can get orders, as a form shows them."""

from collections.abc import Iterable

from msgspec import Struct

from games.titles.pq17.components.pieces import Speed


class Mover(Struct, frozen=True, omit_defaults=True, gc=False):
    """A force and the orders that it can get."""

    force: str
    """The id of the force."""
    kind: str
    """The kind of force, such as ``convoy``, ``wolfpack`` or ``dummy``."""
    at: str
    """The hex of the force."""
    hexes: int
    """The number of hexes that it may move this turn."""
    port: str = ""
    """The port of the force; "" at sea."""
    chart: str = "sea"
    """The name of the chart on which it moves, a key of `Moves.waters`."""
    paces: tuple[Speed, ...] = ()
    """The speeds from which it can choose."""
    to: tuple[str, ...] = ()
    """The ports to which a convoy may go."""
    gone: tuple[str, ...] = ()
    """The hexes that a convoy may not enter again."""
    nearest: dict[str, int] = {}
    """By port, the smallest distance in hexes that a convoy has had so far."""
    prices: dict[str, int] = {}
    """By command, the half Command Points for leaving port."""
    ships: dict[str, int] = {}
    """The ships that may leave the force, with their strength."""
    planned: bool = False
    """True if the force has an earlier order to sail."""
    refuels: bool = False
    """True if the force can refuel at sea."""
    stands: bool = False
    """True if a dummy may appear beside the force."""
    tows: bool = False
    """True if one of its ships tows another."""
    tugs: dict[str, int] = {}
    """Towing and towed ships, with their strength, that may leave once the force has cast off."""
    rest: bool = False
    """True if some strength remains even if all of `ships` leave."""
    trains: bool = False
    """True if the force may leave port for training (4.3.4)."""
    shadowed: bool = False
    """True if the enemy shadows the force."""


def whereabouts_of(movers: Iterable[Mover]) -> dict[str, tuple[str, ...]]:
    """Return the places of each force by its id: its hex and, if it is in port, its port."""
    return {one.force: (one.at, one.port) if one.port else (one.at,) for one in movers}
