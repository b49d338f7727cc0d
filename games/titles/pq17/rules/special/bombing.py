"""12.4 The bombing order: Halifaxes at Wick for one night, against Tirpitz in port alone."""

from games.titles.pq17.box import hexes
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.forces.situations import chit_for, show
from games.titles.pq17.rules.special.raids import Terms, raid
from games.titles.pq17.table.events.special import BombersCame
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Loss


def may_order_bombing(sea: Sea) -> bool:
    """12.4 At night, once, after a photograph has shown an Axis capital ship in a port."""
    chit = chit_for(sea, "allied", "bombing_order")
    return chit is not None and not chit.done and not sea.is_day and _has_photograph(sea)


def _has_photograph(sea: Sea) -> bool:
    photographs = (one for one in sea.state.reports if one.to == "allied" and one.source == "photo")
    return any(sea.box.ships[name.ship].type in ("bb", "bc", "cv") for one in photographs for name in one.names)


def bombers_come(sea: Sea) -> tuple[str, ...]:
    """12.4 The Halifaxes are placed at Wick, and the chit is shown; their ids."""
    special, most = sea.box.special.bombing_order, sea.box.aircraft[sea.box.special.bombing_order.aircraft].strength
    show(sea, "allied")
    sea.state.chits["allied"].done = True
    sea.tell(BombersCame(special.base, special.aircraft, special.strength))
    names = []
    for number in range(-(-special.strength // most)):
        strength = min(most, special.strength - number * most)
        unit = AirUnit(
            aircraft=special.aircraft,
            strength=strength,
            id=f"{special.aircraft}_{special.base}_{number + 1}",
            base=special.base,
        )
        sea.bring_aircraft(unit)
        names.append(unit.id)
    return tuple(names)


async def bomb(sea: Sea, port: str) -> None:
    """12.4, 12.4a, 2.4b They attack that ship alone, that turn, at night; nothing of it scores."""
    units = bombers_come(sea)
    target = sea.box.special.bombing_order.target
    terms = Terms(day=False, only=target, scores=False)
    await raid(sea, "allied", Raid(port, units), terms, key="bombing_order")


def ports_in_range(sea: Sea) -> tuple[str, ...]:
    """12.4a German ports that the bombers come to."""
    special = sea.box.special.bombing_order
    base, far = sea.box.base_hex(special.base), sea.box.aircraft[special.aircraft].range
    ports = (one for one in sea.box.ports.values() if one.side == "axis" and sea.box.has_port(sea.operation, one.id))
    return tuple(one.id for one in ports if hexes.distance(base, one.hex) <= far)


def bombers_go(sea: Sea) -> None:
    """12.4a After that turn they are removed; they score nothing."""
    special = sea.box.special.bombing_order
    left = [unit for unit in sea.state.air if unit.aircraft == special.aircraft]
    if left:
        for unit in left:
            if unit.strength:
                sea.state.losses.append(Loss("allied", unit.aircraft, unit.strength, sea.state.turn, "left"))
        sea.state.air = [unit for unit in sea.state.air if unit not in left]
        sea.tell(BombersCame(special.base, special.aircraft, 0))
