"""4.2c, 12.8, 12.14 What special situations want written before the operation."""

from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.orders.planning import as_written, turn_of
from games.titles.pq17.orders.situations import Chariots, Land, Situation, SituationOrder
from games.titles.pq17.rules.forces.composition import strength_of
from games.titles.pq17.rules.forces.situations import chit_for, mined_zones, situation_of
from games.titles.pq17.rules.special.landing import embark
from games.titles.pq17.rules.special.reinforcements import reinforce
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def note_ports(sea: Sea) -> None:
    """12.5, 12.10 The ports in which the Allies' named ships stand as the operation begins."""
    sea.state.began = {
        one.ship: force.port
        for force in sea.forces_of("allied")
        if force.port
        for one in force.counters
        if sea.box.ships[one.ship].is_single
    }


def place_reinforcements(sea: Sea) -> None:
    """12.13 Reinforcements of a chit are placed at once: as soon as all blocks stand, so that plans may send them."""
    for side in SIDES:
        chit = chit_for(sea, side, "reinforcements")
        if chit is not None:
            chit.done = reinforce(sea, side)


def situation_part(sea: Sea, side: Side) -> Situation:
    """4.2c, 12.0 What the situation of a side lets it write among its plans; nothing for most."""
    latest = 2 * sea.box.numbers.turns.days
    turns = tuple(as_written(turn) for turn in range(sea.state.start + 1, latest + 1))
    match situation_of(sea, side):
        case "minelaying":
            able = tuple(force.id for force in sea.forces_of(side) if may_lay_mines(sea, force))
            return Situation(verb="lay_mines", able=able, targets=mined_hexes(sea))
        case "archery":
            able = tuple(force.id for force in sea.forces_of(side) if may_land(sea, force))
            return Situation(verb="land", able=able, targets=landing_hexes(sea), turns=turns)
        case "title":
            ports = tuple(one.id for one in sea.box.ports.values() if one.hex in sea.box.areas.south_norway.hexes)
            return Situation(verb="chariots", targets=ports, turns=turns)
    return Situation()


def may_lay_mines(sea: Sea, force: Force) -> bool:
    """12.8 A German task force of cruisers and destroyers alone."""
    types = {sea.box.ships[one.ship].type for one in force.counters}
    return force.kind == "task_force" and types <= {"ca", "cb", "cl", "claa", "cm", "dd"}


def mined_hexes(sea: Sea) -> tuple[str, ...]:
    """12.8 Coast hexes of a zone with no more than light drift, in which no Allied port lies."""
    zones, shut = mined_zones(sea.box, sea.operation), sea.box.enemy_ports(sea.operation, "axis")
    return tuple(
        one.id for one in sea.box.hexes.values() if one.kind == "coast" and one.zone in zones and one.id not in shut
    )


def landing_hexes(sea: Sea) -> tuple[str, ...]:
    """12.14.1a, 5.1.4 Coast hexes of Norway without a port of the Axis."""
    shut = sea.box.enemy_ports(sea.operation, "allied")
    return tuple(
        one.id for one in sea.box.hexes.values() if one.kind == "coast" and "no" in one.coasts and one.id not in shut
    )


def may_land(sea: Sea, force: Force) -> bool:
    """12.14.1 A force in Scapa Flow with a cruiser and destroyers or torpedo boats enough; all else is given."""
    needs = sea.box.special.archery
    cruisers = sum(sea.box.ships[one.ship].type in ("ca", "cl") for one in force.counters)
    enough = cruisers >= needs.cruisers and strength_of(sea.box, force.counters, "dd", "tb") >= needs.light
    return force.kind == "task_force" and force.port == needs.port and enough


def write(sea: Sea, side: Side, order: SituationOrder) -> None:
    """4.2c What a side has written for its situation; landing ships join at once (12.14.1)."""
    chit = sea.state.chits[side]
    if isinstance(order, Chariots):
        chit.target, chit.turn = sea.box.ports[order.port].hex, turn_of(order.turn)
        return
    chit.target, chit.forces = order.at, [order.force]
    if isinstance(order, Land):
        chit.turn = turn_of(order.turn)
        embark(sea, sea.force(order.force))
