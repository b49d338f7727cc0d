"""8.0 Cargo: what may be bought, left behind and handed over."""

from collections.abc import Sequence

from games.titles.goeben.rules.ships.damage import boxes, stow_back
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship

__all__ = ["boxes", "carries", "exchange", "hand_over", "leave", "may_carry", "room", "stow_back", "take"]


def carries(ship: Warship, kind: str) -> int:
    """How many of a kind a ship has aboard."""
    return ship.cargo.count(kind)


def room(sea: Sea, ship: Warship) -> int:
    """8.2 The hull boxes that are empty."""
    return ship.hull - boxes(sea, ship.cargo)


def may_carry(sea: Sea, ship: Warship) -> tuple[str, ...]:
    """8.0, 20.1.1, 23.0, 8.2.1 The kinds that a ship of her type may have, with the options that are in play."""
    options = sea.state.options
    in_play = {"": True, "mines": options.mines, "seaplane": options.seaplane}
    type_ = sea.display(ship).type
    return tuple(kind.id for kind in sea.box.cargo.values() if in_play[kind.option] and kind.ships in ("any", type_))


def take(sea: Sea, ship: Warship, wanted: Sequence[str], points: int) -> tuple[tuple[str, ...], int]:
    """8.1, 8.5, 8.3.1 Buy cargo as far as points, boxes and counters (8.3) go; a battlecruiser has one seaplane
    (20.1.1). What was bought, and the points left.
    """
    bought: list[str] = []
    for kind in wanted:
        price = sea.box.cargo[kind].points
        alone = kind == "seaplane" and kind in ship.cargo
        fits = sea.box.cargo[kind].boxes <= room(sea, ship) and not alone
        if price <= points and fits and sea.state.available.get(kind, 0):
            sea.state.available[kind] -= 1
            ship.cargo.append(kind)
            bought.append(kind)
            points -= price
    return tuple(bought), points


def leave(sea: Sea, ship: Warship, kinds: Sequence[str]) -> tuple[str, ...]:
    """8.3 Put cargo overboard or ashore: to the Available box. What went."""
    gone = tuple(kind for kind in kinds if kind in ship.cargo)
    for kind in gone:
        ship.cargo.remove(kind)
        stow_back(sea, kind)
    if gone:
        sea.tell_at(ship.at, told.CargoLeft(ship.id, gone))
    return gone


def hand_over(sea: Sea, ship: Warship, to: Warship, kinds: Sequence[str]) -> tuple[str, ...]:
    """8.6 Hand cargo over to another ship in the same port, as far as she has room and may carry it. What was."""
    handed: list[str] = []
    for kind in kinds:
        if kind in ship.cargo and _fits(sea, to, kind):
            ship.cargo.remove(kind)
            to.cargo.append(kind)
            handed.append(kind)
    if handed:
        sea.tell_at(ship.at, told.CargoHanded(ship.id, to.id, tuple(handed)))
    return tuple(handed)


def _fits(sea: Sea, ship: Warship, kind: str) -> bool:
    """8.2 Whether a ship has the boxes for it empty, and may carry it."""
    alone = kind == "seaplane" and kind in ship.cargo
    return sea.box.cargo[kind].boxes <= room(sea, ship) and kind in may_carry(sea, ship) and not alone


def exchange(sea: Sea, changes: Sequence[tuple[Warship, Warship, str]]) -> bool:
    """8.6.2 Pieces change ships at once, each from one ship to another and into the boxes that others leave. Whether
    they could.
    """
    holds = {ship.id: [*ship.cargo] for change in changes for ship in change[:2]}
    for _, taker, kind in changes:
        holds[taker.id].append(kind)
    for giver, _, kind in changes:
        if kind not in holds[giver.id]:
            return False
        holds[giver.id].remove(kind)
    if not all(_holds(sea, sea.ship(name), cargo) for name, cargo in holds.items()):
        return False
    if not all(kind in may_carry(sea, taker) for _, taker, kind in changes):
        return False
    for name, cargo in holds.items():
        sea.ship(name).cargo = cargo
    for giver, taker, kind in changes:
        sea.tell_at(giver.at, told.CargoHanded(giver.id, taker.id, (kind,)))
    return True


def _holds(sea: Sea, ship: Warship, cargo: list[str]) -> bool:
    """8.2, 20.1.1 Whether a ship has boxes for all of this, with one seaplane at most."""
    return boxes(sea, cargo) <= ship.hull and cargo.count("seaplane") <= 1
