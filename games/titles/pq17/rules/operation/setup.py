"""4.1, 5.1.9, T.scenarios The set-up of an operation: where each unit begins."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from games.kernel.errors import raise_problems
from games.kernel.events import UMPIRE
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.options import Options, problems
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Entry
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.orders.doctrine import LEFT_AT_SEA
from games.titles.pq17.orders.setup import Piece, Place, SetUpForm
from games.titles.pq17.rules.forces.carriers import carrier_aircraft
from games.titles.pq17.rules.forces.command import in_soviet_waters
from games.titles.pq17.rules.forces.composition import kind_of
from games.titles.pq17.rules.fuel.refuelling import full_oil
from games.titles.pq17.rules.movement.orders import has_initiative
from games.titles.pq17.rules.movement.paths import is_closed_to_soviet_boats
from games.titles.pq17.rules.special.chits import tromso_block
from games.titles.pq17.rules.special.history import bought_for_the_map
from games.titles.pq17.rules.weather.ice import may_start
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.operation import BlocksSet, Opened
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Command, Convoy, Force, Points, State, Tally
from games.titles.pq17.visibility.view import Placing, View, view

TROMSO = "tromso"
"""4.1.3a The port where one Axis block always begins."""
SOVIET_BASE, SUBMARINE_BASE = "murmansk", "lerwick"
"""T.scenarios The port where Soviet ships begin, and the port where British submarines may begin."""
SOVIET_PATROL = "soviet_patrol"
"""15.8.2 The id of the force of Soviet ships that is at sea when an operation of a campaign begins."""
RESERVE_PORT = "reykjavik"
"""5.1.9 The port where the second ship of Patrol White begins."""
PATROL_WARNING = Turn(20)
"""5.1.9 Day 10 PM, the turn of the Fuel Warning of the ship in the strait."""
FIRST_DUMMY: dict[Side, int] = {"allied": 0, "axis": 10}
"""1.3 By side, the number that is added to the numbers of its dummies, so that each id is unique."""
FROM_DAY_ONE = 2
"""8.3.2 Day 1 PM, the turn on which player phases begin with the option."""
BOAT_PACKS = 2
"""T.scenarios The minimum number of packs of Soviet submarines."""


def new_game(box: Box, scenario: str, options: Options) -> State:
    """T.scenarios, 4.3.1 Return the state at the start of an operation, before any draw and before the set-up.

    Raises Illegal for options that exclude each other (1.0).
    """
    raise_problems(problems(options))
    operation = box.operations[scenario]
    points = operation.command_points
    state = State(
        options=options,
        scenario=scenario,
        turn=1,
        start=FROM_DAY_ONE if options.from_day_one else operation.first_turn.number,
        light=operation.light,
        cup=list(box.situations),
    )
    whole: dict[Command, int] = {
        "home_fleet": points.home_fleet,
        "severny_flot": points.severny_flot,
        "gruppe_nord": points.gruppe_nord,
    }
    state.command = {command: Points(left=2 * number) for command, number in whole.items()}
    state.patrol = list(operation.patrol_white)
    return state


async def set_up_axis(board: Board) -> str:
    """4.1.1, 4.1.3 Let the Axis set up. In a single operation, the Axis sets up first.

    In a campaign, the side without the initiative sets up first. Returns the name of the next step.
    """
    if board.state.roster is None:
        board.tell(Opened(board.state.scenario, board.state.start))
    await _set_up(board, "axis")
    return "set_up_allied" if has_initiative(board, "allied") else "plans"


async def set_up_allied(board: Board) -> str:
    """4.1.3 Let the Allies set up. In a single operation, they set up last, with a view of the enemy's blocks.

    In a campaign, the side with the initiative sets up last. Returns the name of the next step.
    """
    await _set_up(board, "allied")
    return "plans" if has_initiative(board, "allied") else "set_up_axis"


async def _set_up(board: Board, side: Side) -> None:
    forces = {force.id: (force, piece) for force, piece in starting_forces(board, side)}
    pieces = tuple(replace(piece, holds=_held(force)) for force, piece in forces.values())
    form = SetUpForm(forces=tuple(forces), pieces=pieces)
    board.state.setting_up = side
    answer = await ask(_question(side, form))
    board.state.setting_up = None
    places = form.placed(answer)
    for name in sorted(places, key=lambda one: places[one]):
        force, _ = forces[name]
        _put(board, force, places[name])
    for unit in starting_aircraft(board, side, board.forces_of(side)):
        board.bring_aircraft(unit)
    if side == "allied":
        board.state.tallies = [
            Tally(one.id, one.laden, _merchants(board.box, one.entries)) for one in board.operation.convoys
        ]
    _tell(board, side)


def seen_placing(board: Board, seat: str) -> View:
    """4.1.3 Return the view of a seat. While the seat sets up, the view has the forces that it is about to place.

    These forces and their aircraft are shown at their default places. `View.placing` has the other places of each
    force.
    """
    seen, side = view(board, seat), board.state.setting_up
    if side is None or seat not in (side, UMPIRE):
        return seen
    found = list(starting_forces(board, side))
    usual = SetUpForm(pieces=tuple(piece for _, piece in found)).placed(())
    for force, piece in found:
        _stand(board, force, usual[force.id])
        seen.placing.append(Placing(force, piece.places))
    seen.air = [*seen.air, *starting_aircraft(board, side, [force for force, _ in found])]
    return seen


def _held(force: Force) -> dict[str, int]:
    held: dict[str, int] = {}
    for one in force.counters:
        held[one.ship] = held.get(one.ship, 0) + one.strength
    return held


def _question(side: Side, form: SetUpForm) -> Ask[tuple[Place, ...]]:
    return Ask(
        key="set_up",
        kind="set_up",
        seat=side,
        rule="4.1.3",
        prompt=Text("Where do your forces begin?", "部隊の初期配置を決めてください。"),
        form=form,
    )


def _put(board: Board, force: Force, place: str) -> None:
    """Put a force into the game in a port or a hex."""
    _stand(board, force, place)
    board.bring(force)


def _stand(board: Board, force: Force, place: str) -> None:
    if place in board.box.ports:
        force.port, force.at = place, board.box.ports[place].hex
    else:
        force.at = place


def _tell(board: Board, side: Side) -> None:
    counts: dict[str, int] = {}
    for force in board.as_seen(board.forces_of(side)):
        place = force.port or force.at
        counts[place] = counts.get(place, 0) + 1
    board.tell(BlocksSet(side, tuple(counts), tuple(counts.values())))


def _merchants(box: Box, entries: Iterable[Entry]) -> int:
    return sum(one.strength for one in entries if box.ships[one.kind].type == "mx")


# --- the forces


def counters_of(box: Box, entries: Iterable[Entry]) -> list[Counter]:
    """1.4 Return the counters of the ships that a scenario lists; oilers are full."""
    found = []
    for entry in entries:
        strength = entry.strength or box.ships[entry.kind].strength
        one = Counter(entry.kind, strength, crippled=entry.crippled, green=entry.green)
        one.oil = full_oil(box, one)
        found.append(one)
    return found


def starting_forces(board: Board, side: Side) -> Iterator[tuple[Force, Piece]]:
    """Yield the new forces of a side, each with the places where it may begin."""
    operation, box = board.operation, board.box
    if side == "allied":
        for convoy in operation.convoys:
            force = _force(box, "allied", convoy.id, counters_of(box, convoy.entries))
            force.convoy = Convoy(laden=convoy.laden, destinations=convoy.destinations)
            yield force, Piece(convoy.id, (convoy.port,))
    for group in operation.forces:
        if group.side == side:
            force = _force(box, side, group_name(box, group.id), counters_of(box, group.entries))
            force.held = group.held
            yield force, Piece(force.id, group.ports)
    yield from _patrol_white(board) if side == "allied" else _german_packs(board)
    if side == "allied":
        yield from _allied_boats(board)
        yield from _soviet_ships(board)
    for ship, ports in bought_for_the_map(board, side):
        force = _force(box, side, f"tf_{ship}", counters_of(box, [Entry(ship)]))
        yield force, Piece(force.id, ports or (TROMSO if side == "axis" else RESERVE_PORT,))
    yield from _dummy_pieces(board, side)


def group_name(box: Box, group: str) -> str:
    """Return the id of the force of a scenario's group; it never equals the id of a port or ship."""
    return f"tf_{group}" if group in box.ports or group in box.ships else group


def _force(box: Box, side: Side, name: str, holding: list[Counter]) -> Force:
    return Force(id=name, side=side, kind=kind_of(box, holding), block=0, at="", counters=holding)


def _patrol_white(board: Board) -> Iterator[tuple[Force, Piece]]:
    """5.1.9 Yield the two ships of Patrol White.

    One begins in or next to the strait, where no ice is in doubt (10.1.1), the other at Reykjavik.
    """
    strait, reserve = board.operation.patrol_white
    box = board.box
    starts = tuple(
        one
        for one in sorted(box.areas.patrol_start.hexes)
        if not box.hexes[one].zone or may_start(box.ice(board.operation, box.hexes[one].zone))
    )
    usual = ("0305",) if "0305" in starts else ()
    if strait:
        patrol = _force(box, "allied", "patrol_white", counters_of(box, [_on_patrol(board, strait)]))
        patrol.fuel = Fuel(PATROL_WARNING.number)
        yield patrol, Piece("patrol_white", (*usual, *(one for one in starts if one not in usual)))
    if reserve:
        yield (
            _force(box, "allied", "relief", counters_of(box, [_on_patrol(board, reserve)])),
            Piece("relief", (RESERVE_PORT,)),
        )


def _on_patrol(board: Board, ship: str) -> Entry:
    """15.4.3a Return the entry of a ship of Patrol White; in a campaign with a green crew if she had one."""
    noted = board.state.roster.noted if board.state.roster is not None else ()
    return Entry(ship, green=any(one.green for one in noted if one.kind == ship))


def _german_packs(board: Board) -> Iterator[tuple[Force, Piece]]:
    """T.scenarios Yield the German wolfpacks; each must begin in a hex of its own in their area."""
    hexes = tuple(sorted(board.box.areas.wolfpacks.hexes))
    usual = ("0613", "0611", "0615", "0713")
    for number, strength in enumerate(board.operation.wolfpacks, start=1):
        pack = _force(board.box, "axis", f"pack_{number}", [Counter("ss_german", strength)])
        first = usual[(number - 1) % len(usual)]
        yield pack, Piece(pack.id, (first, *(one for one in hexes if one != first)), apart=True)


def _allied_boats(board: Board) -> Iterator[tuple[Force, Piece]]:
    """T.scenarios Yield the Allied submarines.

    British packs begin in their hexes or at Lerwick, Soviet packs in their area or at Murmansk.
    """
    areas = board.box.areas
    sea_hexes = (*sorted(areas.british_submarines.hexes), SUBMARINE_BASE)
    for number, strength in enumerate(_packs(board, board.operation.british_submarines, 1), start=1):
        yield (
            _force(board.box, "allied", f"boats_{number}", [Counter("ss_british", strength)]),
            Piece(f"boats_{number}", sea_hexes),
        )
    soviet = sum(one.strength for one in board.operation.soviet_entries if board.box.ships[one.kind].type == "ss")
    hexes = (
        one
        for one in sorted(areas.soviet_submarines.hexes)
        if not is_closed_to_soviet_boats(board.box, board.operation, one)
        and (not board.box.hexes[one].zone or may_start(board.box.ice(board.operation, board.box.hexes[one].zone)))
    )
    places = (*hexes, SOVIET_BASE)
    for number, strength in enumerate(_packs(board, soviet, BOAT_PACKS), start=1):
        name = f"soviet_boats_{number}"
        yield _force(board.box, "allied", name, [Counter("ss_soviet", strength)]), Piece(name, places)


def _packs(board: Board, strength: int, least: int) -> list[int]:
    """1.2.2 Return the strengths of as few packs as possible, with the submarines split evenly.

    `strength`: the number of submarines. `least`: the least number of packs.
    """
    most = board.box.numbers.forces.wolfpack
    count = min(max(-(-strength // most), least), strength)
    return [strength // count + (number < strength % count) for number in range(count)] if count else []


def _soviet_ships(board: Board) -> Iterator[tuple[Force, Piece]]:
    """T.scenarios, 15.8.2 Yield the Soviet surface ships at Murmansk.

    In a campaign some of them are at sea in Soviet waters.
    """
    lying = counters_of(
        board.box, [one for one in board.operation.soviet_entries if board.box.ships[one.kind].type != "ss"]
    )
    part = LEFT_AT_SEA[board.state.instructed("allied").left_at_sea]
    sailing = _soviets_at_sea(board.box, lying, part) if board.state.roster is not None else []
    lying = [one for one in lying if one.strength]
    if lying:
        yield _force(board.box, "allied", "soviet", lying), Piece("soviet", (SOVIET_BASE,))
    if sailing:
        yield _force(board.box, "allied", SOVIET_PATROL, sailing), Piece(SOVIET_PATROL, _soviet_waters(board))


def _soviets_at_sea(box: Box, lying: Sequence[Counter], part: int) -> list[Counter]:
    """15.8.2 Take one in `part` of the destroyers and of the torpedo boats out of port, and return them.

    Each share is rounded down, but is at least one.
    """
    found = []
    for type_ in ("dd", "tb"):
        of_type = [one for one in lying if box.ships[one.ship].type == type_]
        strength = sum(one.strength for one in of_type)
        left = max(strength // part, min(strength, 1))
        for one in of_type:
            taken = min(one.strength, left)
            left -= taken
            one.strength -= taken
            if taken:
                found.append(replace(one, strength=taken))
    return found


def _soviet_waters(board: Board) -> tuple[str, ...]:
    """15.8.2, 4.3.2a, 10.1.1 Return the hexes where Soviet ships may begin without Command Points.

    They are in the Soviet air radius or sector, and neither have doubtful ice nor an enemy port. The first one is the
    hex of Murmansk, the default.
    """
    box, shut = board.box, board.box.enemy_ports(board.operation, "allied")
    found = [
        one.id
        for one in box.hexes.values()
        if one.is_sea and one.id not in shut and in_soviet_waters(box, one.id)
        and (not one.zone or may_start(box.ice(board.operation, one.zone)))
    ]  # fmt: skip
    usual = box.ports[SOVIET_BASE].hex
    return (usual, *(one for one in sorted(found) if one != usual))


def _dummy_pieces(board: Board, side: Side) -> Iterator[tuple[Force, Piece]]:
    """4.1.3a–4.1.3c Yield the dummies of a side: one for each named port, further ones for any of these ports.

    If an Axis convoy begins at Tromso, it takes the place of that port's dummy, which begins where the scenario says,
    or not at all.
    """
    dummies, convoy = board.operation.dummies.of(side), None
    if side == "axis":
        convoy = tromso_block(board, "axis_convoy")
    if convoy is not None and not convoy.is_dummy:
        yield convoy, Piece(convoy.id, (TROMSO,))
    for number in range(1, dummies.number + 1):
        first = dummies.ports[min(number, len(dummies.ports)) - 1]
        if first == TROMSO and convoy is not None and not convoy.is_dummy:
            if not dummies.instead:
                continue
            first = dummies.instead
        fixed = number <= len(dummies.ports) and dummies.number >= len(dummies.ports)
        places = (first,) if fixed else (first, *(one for one in dummies.ports if one != first))
        dummy = Force(id=f"dummy_{number + FIRST_DUMMY[side]}", side=side, kind="dummy", block=0, at="")
        yield dummy, Piece(dummy.id, places)


def starting_aircraft(board: Board, side: Side, forces: Iterable[Force]) -> Iterator[AirUnit]:
    """1.1.2, 1.5 Yield the new air units of a side: from the scenario's list, of carriers, and printed fighters.

    `forces`: the forces of the side, with its carriers.
    """
    box, number = board.box, 0
    for base, units in board.operation.air.items():
        for unit in units:
            kind, _, strength = unit.partition(" ")
            if box.aircraft[kind].side == side:
                for part in _counters_of(int(strength), box.aircraft[kind].strength):
                    number += 1
                    yield AirUnit(aircraft=kind, strength=part, id=f"{kind}_{number}", base=base)
    for field in box.airfields.values():
        printed = box.interceptors_at(field.id, board.operation.month)
        if field.side == side and printed is not None:
            for place in range(1, printed.counters + 1):
                name = f"{field.id}_{place}"
                lost = board.state.roster.interceptors.get(name, 0) if board.state.roster is not None else 0
                full = box.aircraft[printed.aircraft].strength - lost
                if full <= 0:
                    continue
                yield AirUnit(aircraft=printed.aircraft, strength=full, id=name, base=field.id, interceptor=True)
    for force in forces:
        yield from carrier_aircraft(box, force.counters)


def _counters_of(strength: int, most: int) -> list[int]:
    """1.5 Return strength of aircraft split into as few counters as can hold it.

    `most`: the strength of a full counter.
    """
    return [most] * (strength // most) + ([strength % most] if strength % most else [])
