"""15.8 The composition of a fortnight's operation: where each unit begins, and the convoys that sail.

The units of the operation leave the roster until it is over.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CAPITAL_SHIPS, SIDES, Ship, Side
from games.titles.pq17.components.scenarios import Convoy, Entry, Group, Operation, Reinforcement
from games.titles.pq17.orders.doctrine import LEFT_AT_SEA
from games.titles.pq17.rules.campaign.arrivals import arrival_place, early_arrival_note, is_due_to_arrive
from games.titles.pq17.rules.campaign.convoys import Formed, usual_escort
from games.titles.pq17.rules.campaign.patrol import patrol_ships
from games.titles.pq17.rules.campaign.repairs import TIRPITZ
from games.titles.pq17.state.roster import Boxes, Roster, Unit

Escorts = Mapping[str, Sequence[tuple[str, int]]]
"""By the id of a convoy, the ships that escort it, each with its strength."""
BOATS: dict[str, tuple[str, ...]] = {
    "ss_british": ("lerwick",), "ss_german": ("narvik", "kirkenes"), "ss_soviet": ("murmansk",),
}  # fmt: skip
"""15.8a By class of submarines, the ports where submarines begin that are not at sea."""
FROM_BESIDE = {"german": "kiel", "english_channel": "clyde"}
"""15.5.1, 15.7.5 By box beside the map, the port where ships in the box begin an operation."""
NO_WISHES: Mapping[Side, str] = {}
HALVES: Mapping[Side, int] = dict.fromkeys(SIDES, LEFT_AT_SEA["a_half"])
"""15.8a By side, a number n: by default, one in n submarines begins at sea."""
EARLY = 2
"""15.3.2 The most that the reinforcements situation brings: the sum of submarine strength and air units."""
MIXED = ("boats", "aircraft")
Lots = dict[tuple[str, str], list[tuple[Unit, int]]]
"""The strength of each unit in a default task force, by the force's port and name (main, cruisers, escorts, dock)."""
PATROL_BLOCKS = 4
"""The blocks that stay free for Patrol White and Soviet ships. The Axis keeps one free for returning ships (12.2.1)."""


def compose_operation(
    box: Box,
    roster: Roster,
    before: Operation,
    sailing: Sequence[Formed],
    escorts: Escorts,
    wanted: Mapping[Side, str] = NO_WISHES,
    at_sea: Mapping[Side, int] = HALVES,
) -> Operation:
    """15.2, 15.8 Return the operation of a fortnight with all available units, and remove the units from the roster.

    `before`: the operation of the fortnight without forces. `sailing`: the convoys that sail. `escorts`: the escort of
    each convoy, by the convoy's id. `wanted`: by side, the sort of unit that its reinforcements situation should bring
    (15.3.2). `at_sea`: by side, a number n: one of n submarines begins at sea (15.8a).
    """
    ready = tuple(_reinforcement(box, roster, side, wanted.get(side, "")) for side in SIDES)
    carriers = binding_carriers(box, roster)
    roster.noted = [
        structs.replace(one) for one in roster.units if one.kind in box.aircraft or (_is_marked(one) and _is_ready(one))
    ]
    roster.replaced, roster.upgraded = [], []  # 1.5a From now on everybody can see which side took them
    roster.admitted = {}
    convoys = tuple(_convoy(box, roster, one, escorts.get(one.id)) for one in sailing)
    patrol = patrol_ships(box, roster)
    british, german, soviet = (_boats(box, roster, kind, at_sea[box.ships[kind].side]) for kind in BOATS)
    soviet_ships = _all_of(box, roster, lambda ship: ship.nation == "soviet" and ship.type in ("dd", "tb", "es"))
    groups = [*_groups(box, roster, "allied"), *_groups(box, roster, "axis")]
    return structs.replace(
        before,
        patrol_white=patrol,
        british_submarines=sum(british[0]),
        wolfpacks=tuple(german[0]),
        soviet=(*soviet_ships, *(f"ss_soviet {strength}" for strength in soviet[0])),
        convoys=convoys,
        forces=(*groups, *british[1], *german[1], *soviet[1]),
        air=_air(box, roster),
        reinforcements=tuple(one for group in ready for one in group),
        binding_carriers=carriers[:1],
    )


def binding_carriers(box: Box, roster: Roster) -> tuple[str, ...]:
    """5.1.8, 15.0a Return the Allied carriers that keep Tirpitz in port: carriers in the schedule that are not sunk.

    A carrier in dock counts, too, because the Axis cannot know that she is in dock.
    """
    afloat = {unit.kind for unit in (*roster.units, *(one.unit for one in roster.away))}
    return tuple(sorted(afloat & _scheduled_carriers(box, roster.fortnight)))


def _scheduled_carriers(box: Box, fortnight: int) -> set[str]:
    """15.3, 15.7 Return the Allied carriers that are in these waters as a fortnight begins, by the schedule."""
    here, gone = _carriers(box, box.campaign.begin.ships), dict[str, set[str]]()
    for past in box.campaign.fortnights[:fortnight]:
        for going in past.departures:
            left = _carriers(box, going.entries)
            here -= left
            gone[going.operation or going.back] = left
        here |= gone.get(past.key, set())
        for coming in past.arrivals:
            here |= _carriers(box, coming.entries) | gone.get(coming.returns or "-", set())
    return here


def _carriers(box: Box, entries: Iterable[Entry]) -> set[str]:
    ships = [box.ships[one.kind] for one in entries if one.kind in box.ships]
    return {ship.id for ship in ships if ship.type == "cv" and ship.side == "allied"}


def _is_marked(unit: Unit) -> bool:
    """Return True if a unit has a state that no counter shows: emergency, green, or a due fortnight."""
    return bool(unit.emergency or unit.green or unit.due)


def _is_ready(unit: Unit) -> bool:
    return not (unit.dead or unit.inoperative)


def as_entry(unit: Unit, strength: int) -> str:
    """Return `strength` of a roster unit as the text with which operations list it, such as ``dd_a_i 2 crippled``."""
    return f"{unit.kind} {strength}{' crippled' if unit.crippled else ''}{' green' if unit.green else ''}"


# --- convoys


def _convoy(box: Box, roster: Roster, convoy: Formed, escorts: Sequence[tuple[str, int]] | None) -> Convoy:
    """15.2 Return a convoy of the operation, and remove its ships from the roster or from the boxes of its port.

    `escorts`: its escort; None for the default.
    """
    ships = [as_entry(one, one.strength) for one in convoy.merchants]
    if convoy.laden:
        for one in convoy.merchants:
            _take(box, roster, convoy.port, one.kind, one.strength, laden=True)
    else:
        for one in convoy.merchants:
            _out_of_ballast(roster.boxes[convoy.port], one)
    if escorts is None:
        escorts = [(unit.kind, strength) for unit, strength in usual_escort(box, convoy, lambda unit: unit.strength)]
    taken = [_take(box, roster, convoy.port, kind, strength) for kind, strength in escorts]
    ships += [as_entry(one, one.strength) for units in taken for one in units]
    return Convoy(id=convoy.id, ships=tuple(_joined(ships)), name=convoy.name, laden=convoy.laden, port=convoy.port,
                  destinations=convoy.destinations)  # fmt: skip


def _out_of_ballast(boxes: Boxes, merchant: Unit) -> None:
    """15.2b Remove merchants that sail from the ballast boxes of a port, those that are face up first; wrecks stay."""
    left = merchant.strength
    for lying in (boxes.up, boxes.down):
        for unit in [one for one in lying if one.kind == merchant.kind and not (one.crippled or one.dead)]:
            taken = min(unit.strength, left)
            unit.strength, left = unit.strength - taken, left - taken
            if not unit.strength:
                lying.remove(unit)


def _joined(ships: Iterable[str]) -> list[str]:
    """Return the entries with the strength of each class in one state merged."""
    found: dict[str, int] = {}
    for ship in ships:
        kind, strength, *state = ship.split()
        name = " ".join([kind, *state])
        found[name] = found.get(name, 0) + int(strength)
    return [" ".join([name.split()[0], str(count), *name.split()[1:]]) for name, count in found.items()]


def _take(box: Box, roster: Roster, port: str, kind: str, strength: int, *, laden: bool = False) -> list[Unit]:
    """Take strength of a class off the roster in a port, as far as it can sail; return the units taken.

    A named ship is taken as a whole.
    """
    left, taken = strength, []
    if box.ships[kind].is_single:
        left = sum(unit.strength for unit in roster.at(port) if unit.kind == kind)
    for unit in [one for one in roster.at(port) if one.kind == kind and one.laden == laden and _is_ready(one)]:
        if left and not unit.crippled:
            taken.append(roster.take(unit, min(unit.strength, left)))
            left -= taken[-1].strength
    return taken


# --- task forces and submarines


def _all_of(box: Box, roster: Roster, fits: Callable[[Ship], bool]) -> list[str]:
    found = []
    for unit in list(roster.units):
        if unit.kind in box.ships and fits(box.ships[unit.kind]) and _is_ready(unit):
            found.append(as_entry(unit, unit.strength))
            roster.units.remove(unit)
    return _joined(found)


def _groups(box: Box, roster: Roster, side: Side) -> list[Group]:
    """Return the default task forces of a side in each port, and take their ships off the roster.

    The force "main" has the capital ships and carriers with half of the destroyers, "cruisers" the cruisers with the
    other half, "escorts" the rest. Their owner may split and combine them (1.2.3). Ships for which no block is free
    stay in port, and in the roster (1.2c).
    """
    lots: Lots = {}
    for unit in roster.units:
        ship = box.ships.get(unit.kind)
        port = box.ports.get(FROM_BESIDE.get(unit.place, unit.place))
        if ship is None or port is None or ship.side != side or ship.type in ("mx", "ss"):
            continue
        held = unit.kind == TIRPITZ and bool(unit.inoperative) and not unit.dead
        if not _is_ready(unit) and not held:
            continue
        for lot, strength in _shared(ship, unit.strength):
            lots.setdefault((port.id, "dock" if held else lot), []).append((unit, strength))
    kept = PATROL_BLOCKS if side == "allied" else int(bool(roster.returning))
    free = getattr(box.numbers.blocks, side).task_force - kept
    while len(lots) > free:
        _merge(lots)
    _keep_auxiliaries(box, lots)
    return [
        Group(side=side, id=f"{lot}_{port}", ports=(port,), held=lot == "dock",
              ships=tuple(_joined([as_entry(unit, strength) for unit, strength in parts])))
        for (port, lot), parts in _chosen(roster, lots).items()
    ]  # fmt: skip


def _chosen(roster: Roster, lots: Lots) -> Lots:
    """Take the ships of these forces off the roster, and return the forces with the units taken."""
    return {key: [(roster.take(unit, strength), strength) for unit, strength in lot] for key, lot in lots.items()}


def _shared(ship: Ship, strength: int) -> list[tuple[str, int]]:
    """Return the names of the task forces that get a ship, with her strength in each; destroyers are halved."""
    if ship.type == "dd" and strength > 1:
        return [("main", strength - strength // 2), ("cruisers", strength // 2)]
    if ship.type in CAPITAL_SHIPS or ship.type in ("cve", "dd"):
        return [("main", strength)]
    return [("cruisers" if ship.is_heavy else "escorts", strength)]


def _merge(lots: Lots) -> None:
    """Reduce the number of forces by one: merge the last force that shares its port with another into that force.

    If no force shares a port, remove the last force, so that its ships stay in port.
    """
    for key in reversed(list(lots)):
        other = next((one for one in lots if one[0] == key[0] and one != key and "dock" not in (one[1], key[1])), None)
        if other is not None:
            lots[other] += lots.pop(key)
            return
    lots.popitem()


def _keep_auxiliaries(box: Box, lots: Lots) -> None:
    """1.2.3a Move auxiliaries that are alone into another force in their port; if there is none, they stay in port."""
    for key in list(lots):
        if any(box.ships[unit.kind].is_warship for unit, _ in lots[key]):
            continue
        left = lots.pop(key)
        other = next((one for one in lots if one[0] == key[0]), None)
        if other is not None:
            lots[other] += left


def _boats(box: Box, roster: Roster, kind: str, part: int) -> tuple[list[int], list[Group]]:
    """15.8a Divide the submarines of a class into packs at sea and groups in their ports; return both.

    The packs are given by their strengths. One submarine in `part`, but at least one, is at sea.
    """
    most, side = box.numbers.forces.wolfpack, box.ships[kind].side
    units = [one for one in roster.units if one.kind == kind]
    total = sum(one.strength for one in units)
    for unit in units:
        roster.units.remove(unit)
    ports = BOATS[kind]
    left = getattr(box.numbers.blocks, side).wolfpack // (1 if side == "axis" else 2)
    at_sea = max(total // part, min(total, 1))
    packs = _packs(at_sea, most, left - len(ports))
    in_port = total - sum(packs)
    groups = []
    for place, port in enumerate(ports):
        share = min(in_port // len(ports) + (place < in_port % len(ports)), most)
        if share:
            groups.append(Group(side=side, id=f"{kind}_{port}", ports=(port,), ships=(f"{kind} {share}",)))
            in_port -= share if len(ports) == 1 else 0
    lying = sum(int(group.ships[0].split()[1]) for group in groups)
    if total - sum(packs) - lying > 0:
        roster.units.append(Unit(kind, total - sum(packs) - lying, ports[0]))
    return packs, groups


def _packs(strength: int, most: int, blocks: int) -> list[int]:
    """1.2.2 Return the strengths of packs of about three submarines; the packs are larger if there are too few blocks.

    `most`: the most submarines in a pack. `blocks`: the most packs.
    """
    count = min(max(-(-strength // 3), -(-strength // most)), blocks)
    strength = min(strength, count * most)
    return [strength // count + (number < strength % count) for number in range(count)] if strength else []


# --- aircraft, and what may still come


def _air(box: Box, roster: Roster) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for unit in [one for one in roster.units if one.kind in box.aircraft]:
        roster.units.remove(unit)
        found.setdefault(unit.place, []).append(f"{unit.kind} {unit.strength}")
    return {base: tuple(units) for base, units in found.items()}


def _reinforcement(box: Box, roster: Roster, side: Side, wanted: str) -> list[Reinforcement]:
    """15.3.2 Return the units that the reinforcements situation may bring before their time, as one group in a list.

    The units are on this fortnight's list, or return from dock: a heavy ship, a counter of light ships, or submarines
    and air units with a strength of two together. The first unit of the sort `wanted` is taken, else the first of all.
    """
    found = sorted(_due(box, roster, side), key=lambda one: one[0] != wanted)
    if not found or found[0][0] not in MIXED:
        return [one for _, one in found[:1]]
    left, mixed = EARLY, []
    for group in [one for sort, one in found if sort in MIXED]:
        (entry,) = group.entries
        step = box.aircraft[entry.kind].strength if entry.kind in box.aircraft else 1
        strength = min(entry.strength, left * step)
        if strength:
            mixed.append(structs.replace(group, units=(f"{entry.kind} {strength}",)))
            left -= -(-strength // step)
    return [structs.replace(mixed[0], beside=tuple(mixed[1:]))]


def _due(box: Box, roster: Roster, side: Side) -> Iterator[tuple[str, Reinforcement]]:
    """15.3.2, 15.5.1 Yield the sort and the group of each unit that comes in this fortnight's order-of-battle phase."""
    for coming in box.campaign.fortnights[roster.fortnight].arrivals:
        for entry in coming.entries if coming.side == side and not coming.for_cargo else ():
            if early_arrival_note(box, roster.fortnight, entry.kind) in roster.taken:
                continue  # 15.4.3 A ship that came with a green crew does not come again
            if entry.kind in box.aircraft or not box.ships[entry.kind].is_single:
                sort = _sort(box, entry.kind)
                most = box.ships[entry.kind].most if sort == "light" else entry.strength
                ships = f"{entry.kind} {min(entry.strength, most)}"
                yield sort, Reinforcement(side, arrival_place(box, coming, entry), (ships,))
            elif is_due_to_arrive(box, roster, entry):
                yield _sort(box, entry.kind), Reinforcement(side, arrival_place(box, coming, entry), (entry.kind,))
    for away in roster.away:
        ship = box.ships.get(away.unit.kind)
        mended = away.why == "repair" and away.back == roster.fortnight and away.unit.kind != TIRPITZ
        if mended and ship is not None and ship.side == side and ship.is_single and ship.is_warship:
            ships = f"{away.unit.kind} {away.unit.strength}"
            yield _sort(box, away.unit.kind), Reinforcement(side, away.unit.place, (ships,))


def _sort(box: Box, kind: str) -> str:
    """Return the sort of a unit, as a value of the standing instruction `Instructions.hastens`."""
    if kind in box.aircraft:
        return "aircraft"
    if box.ships[kind].type == "ss":
        return "boats"
    return "heavy" if box.ships[kind].is_heavy else "light"
