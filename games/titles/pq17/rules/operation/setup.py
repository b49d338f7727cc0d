"""4.1, 5.1.9, T.scenarios The set-up of an operation: who begins where."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from games.kernel.errors import refuse
from games.kernel.events import UMPIRE
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.options import Options, problems
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.box.scenarios import Entry
from games.titles.pq17.box.turns import Turn
from games.titles.pq17.orders.doctrine import LEFT_AT_SEA
from games.titles.pq17.orders.setup import Piece, Place, SetUpForm
from games.titles.pq17.rules.forces.carriers import carrier_aircraft
from games.titles.pq17.rules.forces.command import in_soviet_waters
from games.titles.pq17.rules.forces.composition import kind_of
from games.titles.pq17.rules.fuel.refuelling import full_oil
from games.titles.pq17.rules.movement.orders import has_initiative
from games.titles.pq17.rules.special.chits import tromso_block
from games.titles.pq17.rules.special.history import bought_for_the_map
from games.titles.pq17.rules.weather.ice import may_start
from games.titles.pq17.seen.view import Placing, View, view
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.operation import BlocksSet, Opened
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Command, Convoy, Force, Points, State, Tally

TROMSO = "tromso"
"""4.1.3a Where one Axis block always stands."""
SOVIET_BASE, SUBMARINE_BASE = "murmansk", "lerwick"
"""T.scenarios Where Soviet ships lie, and British submarines may."""
SOVIET_PATROL = "soviet_patrol"
"""15.8.2 The owner's word for the Soviet ships that are at sea as an operation of a campaign begins."""
RESERVE_PORT = "reykjavik"
"""5.1.9 Where the second ship of Patrol White lies."""
PATROL_WARNING = Turn(20)
"""5.1.9 Day 10 PM, the Fuel Warning of the ship in the strait."""
FIRST_DUMMY: dict[Side, int] = {"allied": 0, "axis": 10}
"""1.3 Dummies are numbered, those of the Axis from 11, so that no word is used twice."""
FROM_DAY_ONE = 2
"""8.3.2 Day 1 PM, from which on all player phases are played by option."""
BOAT_PACKS = 2
"""T.scenarios The fewest packs of Soviet submarines."""


def new_game(box: Box, scenario: str, options: Options) -> State:
    """T.scenarios, 4.3.1 An operation before anything is drawn or set up. Raises Illegal for options that exclude each
    other (1.0).
    """
    refuse(problems(options))
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


async def set_up_axis(sea: Sea) -> str:
    """4.1.1, 4.1.3 The side without the initiative sets up first: in an operation the Axis."""
    if sea.state.roster is None:
        sea.tell(Opened(sea.state.scenario, sea.state.start))
    await _set_up(sea, "axis")
    return "set_up_allied" if has_initiative(sea, "allied") else "plans"


async def set_up_allied(sea: Sea) -> str:
    """4.1.3 The Allies set up last, and see where blocks stand, unless the Axis has the initiative of a fortnight."""
    await _set_up(sea, "allied")
    return "plans" if has_initiative(sea, "allied") else "set_up_axis"


async def _set_up(sea: Sea, side: Side) -> None:
    forces = {force.id: (force, piece) for force, piece in _forces(sea, side)}
    pieces = tuple(replace(piece, holds=_held(force)) for force, piece in forces.values())
    form = SetUpForm(forces=tuple(forces), pieces=pieces)
    sea.state.setting_up = side
    answer = await ask(_question(side, form))
    sea.state.setting_up = None
    places = form.placed(answer)
    for name in sorted(places, key=lambda one: places[one]):
        force, _ = forces[name]
        _put(sea, force, places[name])
    for unit in _aircraft(sea, side, sea.forces_of(side)):
        sea.bring_aircraft(unit)
    if side == "allied":
        sea.state.tallies = [
            Tally(one.id, one.laden, _merchants(sea.box, one.entries)) for one in sea.operation.convoys
        ]
    _tell(sea, side)


def seen_placing(sea: Sea, seat: str) -> View:
    """4.1.3 What a seat sees; while it sets up also its forces and aircraft, each in its usual place, and where else a
    force may begin.
    """
    seen, side = view(sea, seat), sea.state.setting_up
    if side is None or seat not in (side, UMPIRE):
        return seen
    found = list(_forces(sea, side))
    usual = SetUpForm(pieces=tuple(piece for _, piece in found)).placed(())
    for force, piece in found:
        _stand(sea, force, usual[force.id])
        seen.placing.append(Placing(force, piece.places))
    seen.air = [*seen.air, *_aircraft(sea, side, [force for force, _ in found])]
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


def _put(sea: Sea, force: Force, place: str) -> None:
    """A force in a port or a hex, for good."""
    _stand(sea, force, place)
    sea.bring(force)


def _stand(sea: Sea, force: Force, place: str) -> None:
    if place in sea.box.ports:
        force.port, force.at = place, sea.box.ports[place].hex
    else:
        force.at = place


def _tell(sea: Sea, side: Side) -> None:
    counts: dict[str, int] = {}
    for force in sea.as_seen(sea.forces_of(side)):
        place = force.port or force.at
        counts[place] = counts.get(place, 0) + 1
    sea.tell(BlocksSet(side, tuple(counts), tuple(counts.values())))


def _merchants(box: Box, entries: Iterable[Entry]) -> int:
    return sum(one.strength for one in entries if box.ships[one.kind].type == "mx")


# --- the forces


def counters(box: Box, entries: Iterable[Entry]) -> list[Counter]:
    """1.4 The counters of ships as a scenario lists them, oilers full."""
    found = []
    for entry in entries:
        strength = entry.strength or box.ships[entry.kind].strength
        one = Counter(entry.kind, strength, crippled=entry.crippled, green=entry.green)
        one.oil = full_oil(box, one)
        found.append(one)
    return found


def _forces(sea: Sea, side: Side) -> Iterator[tuple[Force, Piece]]:
    """The blocks of a side, each with where it may begin."""
    operation, box = sea.operation, sea.box
    if side == "allied":
        for convoy in operation.convoys:
            force = _force(box, "allied", convoy.id, counters(box, convoy.entries))
            force.convoy = Convoy(laden=convoy.laden, destinations=convoy.destinations)
            yield force, Piece(convoy.id, (convoy.port,))
    for group in operation.forces:
        if group.side == side:
            force = _force(box, side, word_for(box, group.id), counters(box, group.entries))
            force.held = group.held
            yield force, Piece(force.id, group.ports)
    yield from _patrol_white(sea) if side == "allied" else _german_packs(sea)
    if side == "allied":
        yield from _allied_boats(sea)
        yield from _soviet_ships(sea)
    for ship, ports in bought_for_the_map(sea, side):
        force = _force(box, side, f"tf_{ship}", counters(box, [Entry(ship)]))
        yield force, Piece(force.id, ports or (TROMSO if side == "axis" else RESERVE_PORT,))
    yield from _dummy_pieces(sea, side)


def word_for(box: Box, group: str) -> str:
    """The owner's word for a group of a scenario, which is that of no port and no ship."""
    return f"tf_{group}" if group in box.ports or group in box.ships else group


def _force(box: Box, side: Side, name: str, holding: list[Counter]) -> Force:
    return Force(id=name, side=side, kind=kind_of(box, holding), block=0, at="", counters=holding)


def _patrol_white(sea: Sea) -> Iterator[tuple[Force, Piece]]:
    """5.1.9 A heavy cruiser in or next to the strait where no ice is in doubt (10.1.1), and one at Reykjavik."""
    strait, reserve = sea.operation.patrol_white
    box = sea.box
    starts = tuple(
        one
        for one in sorted(box.areas.patrol_start.hexes)
        if not box.hexes[one].zone or may_start(box.ice(sea.operation, box.hexes[one].zone))
    )
    usual = ("0305",) if "0305" in starts else ()
    if strait:
        patrol = _force(box, "allied", "patrol_white", counters(box, [_on_patrol(sea, strait)]))
        patrol.fuel = Fuel(PATROL_WARNING.number)
        yield patrol, Piece("patrol_white", (*usual, *(one for one in starts if one not in usual)))
    if reserve:
        yield (
            _force(box, "allied", "relief", counters(box, [_on_patrol(sea, reserve)])),
            Piece("relief", (RESERVE_PORT,)),
        )


def _on_patrol(sea: Sea, ship: str) -> Entry:
    """15.4.3a Who goes on patrol with a green crew is green there."""
    noted = sea.state.roster.noted if sea.state.roster is not None else ()
    return Entry(ship, green=any(one.green for one in noted if one.kind == ship))


def _german_packs(sea: Sea) -> Iterator[tuple[Force, Piece]]:
    """T.scenarios Each wolfpack in another hex of its area."""
    hexes = tuple(sorted(sea.box.areas.wolfpacks.hexes))
    usual = ("0613", "0611", "0615", "0713")
    for number, strength in enumerate(sea.operation.wolfpacks, start=1):
        pack = _force(sea.box, "axis", f"pack_{number}", [Counter("ss_german", strength)])
        first = usual[(number - 1) % len(usual)]
        yield pack, Piece(pack.id, (first, *(one for one in hexes if one != first)), apart=True)


def _allied_boats(sea: Sea) -> Iterator[tuple[Force, Piece]]:
    """T.scenarios British submarines in their hexes or at Lerwick, Soviet ones in their area or at Murmansk."""
    areas = sea.box.areas
    sea_hexes = (*sorted(areas.british_submarines.hexes), SUBMARINE_BASE)
    for number, strength in enumerate(_packs(sea, sea.operation.british_submarines, 1), start=1):
        yield (
            _force(sea.box, "allied", f"boats_{number}", [Counter("ss_british", strength)]),
            Piece(f"boats_{number}", sea_hexes),
        )
    soviet = sum(one.strength for one in sea.operation.soviet_entries if sea.box.ships[one.kind].type == "ss")
    hexes = (
        one
        for one in sorted(areas.soviet_submarines.hexes)
        if (one != "0715" or sea.operation.month[5:] >= "06")
        and (not sea.box.hexes[one].zone or may_start(sea.box.ice(sea.operation, sea.box.hexes[one].zone)))
    )
    places = (*hexes, SOVIET_BASE)
    for number, strength in enumerate(_packs(sea, soviet, BOAT_PACKS), start=1):
        name = f"soviet_boats_{number}"
        yield _force(sea.box, "allied", name, [Counter("ss_soviet", strength)]), Piece(name, places)


def _packs(sea: Sea, strength: int, least: int) -> list[int]:
    """1.2.2 Submarines shared out evenly to as few packs as hold them."""
    most = sea.box.numbers.forces.wolfpack
    count = min(max(-(-strength // most), least), strength)
    return [strength // count + (number < strength % count) for number in range(count)] if count else []


def _soviet_ships(sea: Sea) -> Iterator[tuple[Force, Piece]]:
    """T.scenarios, 15.8.2 Soviet ships at Murmansk; in a campaign some of them at sea in Soviet waters."""
    lying = counters(sea.box, [one for one in sea.operation.soviet_entries if sea.box.ships[one.kind].type != "ss"])
    part = LEFT_AT_SEA[sea.state.instructed("allied").left_at_sea]
    sailing = _soviets_at_sea(sea.box, lying, part) if sea.state.roster is not None else []
    lying = [one for one in lying if one.strength]
    if lying:
        yield _force(sea.box, "allied", "soviet", lying), Piece("soviet", (SOVIET_BASE,))
    if sailing:
        yield _force(sea.box, "allied", SOVIET_PATROL, sailing), Piece(SOVIET_PATROL, _soviet_waters(sea))


def _soviets_at_sea(box: Box, lying: Sequence[Counter], part: int) -> list[Counter]:
    """15.8.2 One in `part` of the destroyers and of the torpedo boats, each rounded down but one at least, taken out
    of what lies in port.
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


def _soviet_waters(sea: Sea) -> tuple[str, ...]:
    """15.8.2, 4.3.2a, 10.1.1 Where they may be without Command Points: in the Soviet air radius or sector, where no ice
    is in doubt, but in no port of the enemy; usually off Murmansk.
    """
    box, shut = sea.box, sea.box.enemy_ports(sea.operation, "allied")
    found = [
        one.id
        for one in box.hexes.values()
        if one.is_sea and one.id not in shut and in_soviet_waters(box, one.id)
        and (not one.zone or may_start(box.ice(sea.operation, one.zone)))
    ]  # fmt: skip
    usual = box.ports[SOVIET_BASE].hex
    return (usual, *(one for one in sorted(found) if one != usual))


def _dummy_pieces(sea: Sea, side: Side) -> Iterator[tuple[Force, Piece]]:
    """4.1.3a–4.1.3c One in each of the ports that the scenario names, those left over in any of them; if an Axis convoy
    stands at Tromso, the dummy of that port stands where the scenario says, or nowhere.
    """
    dummies, convoy = sea.operation.dummies.of(side), None
    if side == "axis":
        convoy = tromso_block(sea, "axis_convoy")
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


def _aircraft(sea: Sea, side: Side, forces: Iterable[Force]) -> Iterator[AirUnit]:
    """1.1.2, 1.5 The air units of a side: those that the scenario lists by counters, those of carriers, and printed
    interceptors.
    """
    box, number = sea.box, 0
    for base, units in sea.operation.air.items():
        for unit in units:
            kind, _, strength = unit.partition(" ")
            if box.aircraft[kind].side == side:
                for part in _counters_of(int(strength), box.aircraft[kind].strength):
                    number += 1
                    yield AirUnit(aircraft=kind, strength=part, id=f"{kind}_{number}", base=base)
    for field in box.airfields.values():
        printed = box.interceptors_at(field.id, sea.operation.month)
        if field.side == side and printed is not None:
            for place in range(1, printed.counters + 1):
                name = f"{field.id}_{place}"
                lost = sea.state.roster.interceptors.get(name, 0) if sea.state.roster is not None else 0
                full = box.aircraft[printed.aircraft].strength - lost
                if full <= 0:
                    continue
                yield AirUnit(aircraft=printed.aircraft, strength=full, id=name, base=field.id, interceptor=True)
    for force in forces:
        yield from carrier_aircraft(box, force.counters)


def _counters_of(strength: int, most: int) -> list[int]:
    """1.5 Strength laid in as few counters as hold it."""
    return [most] * (strength // most) + ([strength % most] if strength % most else [])
