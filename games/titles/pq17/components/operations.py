"""T.scenarios Checks of an operation: units exist, bases can hold them, convoys can reach their destinations."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, SIDES, Ship, Side
from games.titles.pq17.components.scenarios import Convoy, Entry, Operation, Sided
from games.titles.pq17.components.turns import Turn
from games.toolkit.tables import ComponentError


def check_operation(box: Box, file: str, operation: Operation) -> None:
    """Check an operation when the components are loaded.

    `file`: the name of its file. Raises ComponentError, which names `file`, if a unit does not exist, a base cannot
    hold its units, or a convoy cannot reach a destination.
    """
    _check_ships(box, file, operation)
    _check_once(box, file, operation)
    _check_places(box, file, operation)
    _check_air(box, file, operation)
    _check_blocks(box, file, operation)
    for convoy in operation.convoys:
        _check_convoy(box, file, operation, convoy)


def _all_ships(operation: Operation) -> Iterable[tuple[Side, Entry]]:
    """Yield every ship that is present at the start or arrives on a fixed turn, with her side; no reinforcements."""
    for convoy in operation.convoys:
        yield from (("allied", entry) for entry in convoy.entries)
    groups: tuple[Sided, ...] = (*operation.forces, *operation.arrivals)
    for group in groups:
        yield from ((group.side, entry) for entry in group.entries)
    yield from (("allied", entry) for entry in operation.soviet_entries)
    yield from (("allied", Entry(ship)) for ship in operation.patrol_white)


def _check_ships(box: Box, file: str, operation: Operation) -> None:
    for side, entry in _all_ships(operation):
        _check_ship(box, file, side, entry)
    for group in operation.reinforcements:
        for entry in group.entries:
            if entry.kind in box.ships:
                _check_ship(box, file, group.side, entry)
    for one in operation.historical:
        _check_ship(box, file, one.side, Entry(one.ship))
    for ship in operation.patrol_white:
        if box.ships[ship].type != "ca":
            raise ComponentError(f"{ship} is no heavy cruiser (5.1.9)", file=file, column="patrol_white")
    for ship in operation.binding_carriers:
        if ship not in box.ships or box.ships[ship].type != "cv":
            raise ComponentError(f"{ship} is no carrier (5.1.8)", file=file, column="binding_carriers")
    if operation.grounding and operation.grounding.ship not in {entry.kind for _, entry in _all_ships(operation)}:
        raise ComponentError(f"{operation.grounding.ship} is not there", file=file, column="grounding")


def _check_ship(box: Box, file: str, side: Side, entry: Entry) -> None:
    ship = box.ships.get(entry.kind)
    if ship is None:
        raise ComponentError(f"{entry.kind!r} is no ship", file=file)
    if ship.side != side:
        raise ComponentError(f"{entry.kind} is not of the {side} side", file=file)
    if ship.is_single and entry.strength > ship.strength:
        raise ComponentError(f"{entry.kind} has no strength of {entry.strength}", file=file)
    if not ship.is_single and not entry.strength:
        raise ComponentError(f"{entry.kind} needs a strength", file=file)


def _check_once(box: Box, file: str, operation: Operation) -> None:
    """T.units Check that no named ship is listed twice, counting reinforcements and ships that may be bought."""
    coming = [entry for group in operation.reinforcements for entry in group.entries if entry.kind in box.ships]
    later = [Entry(one.ship) for one in operation.historical]
    entries = [entry for _, entry in _all_ships(operation)] + coming + later
    named = Counter(entry.kind for entry in entries if box.ships[entry.kind].is_single)
    twice = [ship for ship, count in named.items() if count > 1]
    if twice:
        raise ComponentError(f"{twice[0]} is in two places", file=file)


def _check_places(box: Box, file: str, operation: Operation) -> None:
    for group in operation.forces:
        for port in group.ports:
            _check_port(box, file, group.side, port)
    for arrival in operation.arrivals:
        if bool(arrival.port) == bool(arrival.hex):
            raise ComponentError("comes to a port or a hex", file=file, column=f"arrivals.{arrival.id}")
        if arrival.port:
            _check_port(box, file, arrival.side, arrival.port)
        elif arrival.hex not in box.waters.ways:
            raise ComponentError(f"{arrival.hex} is no sea or coast hex", file=file, column="arrivals")
    for side in SIDES:
        dummies = operation.dummies.of(side)
        for port in (*dummies.ports, *([dummies.instead] if dummies.instead else [])):
            _check_port(box, file, side, port)
    for coming in operation.reinforcements:
        if coming.place not in box.airfields:
            _check_port(box, file, coming.side, coming.place)


def _check_port(box: Box, file: str, side: Side, port: str) -> None:
    if port not in box.ports or box.ports[port].side != side:
        raise ComponentError(f"{port!r} is no port of the {side} side (4.1.3c)", file=file)


def _check_air(box: Box, file: str, operation: Operation) -> None:
    """1.5.1, 1.5.2 Check that aircraft are at bases of their side, and float planes at ports.

    A base holds at most twenty steps. Raises ComponentError.
    """
    for base, units in operation.air.items():
        entries = [_aircraft(box, file, base, unit) for unit in units]
        steps = sum(entry.strength for entry in entries)
        serving = box.interceptors_at(base, operation.month)
        if serving is not None:
            steps += serving.counters * box.aircraft[serving.aircraft].strength
        if base in box.airfields and steps > box.numbers.bases.steps:
            raise ComponentError(f"{steps} steps are too many for a base (1.5.1)", file=file, column=f"air.{base}")


def _aircraft(box: Box, file: str, base: str, unit: str) -> Entry:
    column = f"air.{base}"
    kind, _, strength = unit.partition(" ")
    aircraft = box.aircraft.get(kind)
    if aircraft is None or not strength:
        raise ComponentError(f"{unit!r} is no aircraft with its strength", file=file, column=column)
    if aircraft.carrier:
        raise ComponentError(f"{kind} fly from carriers (1.5)", file=file, column=column)
    place = box.ports.get(base) if aircraft.floats else box.airfields.get(base)
    if place is None or place.side != aircraft.side:
        raise ComponentError(f"{kind} cannot be based there (1.5.2)", file=file, column=column)
    if aircraft.floats and not box.ports[base].seaplanes:
        raise ComponentError("no float planes lie there (1.5.2)", file=file, column=column)
    return Entry(kind, int(strength))


def _check_blocks(box: Box, file: str, operation: Operation) -> None:
    """1.2c, 1.3 Check that the set-up needs no more blocks than each side has."""
    limit = box.numbers.forces
    if any(not 0 < strength <= limit.wolfpack for strength in operation.wolfpacks):
        raise ComponentError(f"a wolfpack holds up to {limit.wolfpack} (1.2.2)", file=file, column="wolfpacks")
    for side in SIDES:
        stock, dummies = box.numbers.blocks.of(side), operation.dummies.of(side)
        if not dummies.number <= dummies.limit <= stock.dummy:
            raise ComponentError("more dummies than there are (1.3)", file=file, column=f"dummies.{side}")
        groups: tuple[Sided, ...] = (*operation.forces, *operation.arrivals)
        task_forces = sum(group.side == side for group in groups)
        # Patrol White is two forces, the Soviet ships are one; an Axis convoy may stand at Tromsø (4.1.3a).
        task_forces += 3 if side == "allied" else 0
        convoys = len(operation.convoys) if side == "allied" else 1
        wolfpacks = len(operation.wolfpacks) if side == "axis" else _least_packs(box, operation)
        needed = {"task_force": task_forces, "convoy": convoys, "wolfpack": wolfpacks}
        for kind, number in needed.items():
            if number > getattr(stock, kind):
                raise ComponentError(f"{number} blocks are more than there are (1.2c)", file=file, column=kind)


def _least_packs(box: Box, operation: Operation) -> int:
    """Return the fewest wolfpacks that hold all British and Soviet submarines, which never share one (5.2.1)."""
    soviet = [entry.strength for entry in operation.soviet_entries if box.ships[entry.kind].type == "ss"]
    most = box.numbers.forces.wolfpack
    return -(-operation.british_submarines // most) + -(-sum(soviet) // most)


def _check_convoy(box: Box, file: str, operation: Operation, convoy: Convoy) -> None:
    """1.2.1, 5.1.5 Check the ships of a convoy, that it can reach each destination in time, and its default route."""
    column, limit = f"convoys.{convoy.id}", box.numbers.forces
    ships = [(box.ships[entry.kind], entry.strength) for entry in convoy.entries]
    if not any(ship.type == "mx" for ship, _ in ships):
        raise ComponentError("there are no merchants in it (1.2.1)", file=file, column=column)
    if _strength(ships, "ss") > limit.submarines_in_convoy or _strength(ships, "es") > limit.escorts_in_convoy:
        raise ComponentError("holds too many submarines or escorts (1.2.1)", file=file, column=column)
    _check_port(box, file, "allied", convoy.port)
    for port in convoy.destinations:
        _check_port(box, file, "allied", port)
        if not is_reached(box, operation, convoy.port, port):
            raise ComponentError(f"cannot come to {port} in time (8.1)", file=file, column=column)
    _check_way(box, file, operation, convoy)


def _check_way(box: Box, file: str, operation: Operation, convoy: Convoy) -> None:
    """5.1.5 Check the default route of a convoy, which leads hex by hex from its port to its first destination.

    Each hex must be passable in the expected ice, and none may occur twice. Raises ComponentError.
    """
    places = (box.ports[convoy.port].hex, *convoy.way)
    ends = not convoy.way or places[-1] == box.ports[convoy.destinations[0]].hex
    steps = all(there in box.waters.ways.get(here, ()) for here, there in pairwise(places))
    if not ends or not steps or len(set(places)) < len(places) or shut_to_convoys(box, operation) & set(places):
        column = f"convoys.{convoy.id}.way"
        raise ComponentError("does not lead to the first destination (5.1.5)", file=file, column=column)


def is_reached(box: Box, operation: Operation, start: str, port: str) -> bool:
    """8.1, 10.1 Return True if a convoy can sail from `start` to `port` in one operation, in the expected ice."""
    here, there, shut = box.ports[start].hex, box.ports[port].hex, shut_to_convoys(box, operation)
    way = None if {here, there} & shut else box.waters.distance(here, there, shut)
    # A turn each to leave port and to enter one (5.1.2, 5.1.3).
    return way is not None and way + 2 <= 2 * box.numbers.turns.days


def _strength(ships: Sequence[tuple[Ship, int]], type_: str) -> int:
    return sum(strength for ship, strength in ships if ship.type == type_)


def shut_to_convoys(box: Box, operation: Operation) -> set[str]:
    """5.1.4, 10.1 Return the hexes that a planned route of a convoy must avoid.

    These are enemy ports, and hexes outside the icebreakers' lane whose expected ice is thin or solid pack.
    """
    lane = box.areas.icebreaker_lane.hexes
    shut = set(box.enemy_ports(operation, "allied"))
    for one in box.hexes.values():
        if one.is_sea:
            ice = box.ice(operation, one.zone, Turn(1)).ice
            if ICE.index(ice) >= ICE.index("solid_pack" if one.id in lane else "thin_pack"):
                shut.add(one.id)
    return shut
