"""The view of a seat, built from its own forces, the public facts on the map, and the reports given to it."""

from collections.abc import Container, Iterable, Iterator
from operator import attrgetter

from msgspec import Struct, structs

from games.kernel.events import UMPIRE
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import SIDES, Ice, Side, WeatherKind, Zone
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.state.battle import AirAttack, Battle, Unit
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import (
    AirUnit,
    Booking,
    Chapter,
    Chit,
    Command,
    Force,
    Kind,
    Lasting,
    Loss,
    Mission,
    Phase,
    Points,
    Purchase,
    Report,
    Shadow,
    Shadower,
    State,
    Tally,
    Track,
)
from games.titles.pq17.visibility.campaign import chapters_for, losses_for, roster_of

COMMANDS: dict[Side, tuple[Command, ...]] = {"allied": ("home_fleet", "severny_flot"), "axis": ("gruppe_nord",)}
"""4.3.1 The commands whose Command Points each side spends."""


class BlockSeen(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """1.2a, 6.1 The enemy blocks with one block number, which a seat cannot tell apart."""

    side: Side
    block: int
    """The number of the blocks."""
    count: int = 1
    """How many blocks have the number."""
    at: str = ""
    """The hex of the blocks."""
    port: str = ""
    """The port of the blocks; "" at sea."""
    level: int | None = None
    """The ID level of a face-up block; None if the blocks are face down."""
    kind: Kind | None = None
    """The kind of a face-up block; None if the blocks are face down."""
    scattered: bool = False
    """True if a face-up block is a scattered convoy."""
    shadowed: tuple[Shadower, ...] = ()
    """The kinds of the units that shadow a face-up block."""
    trail: tuple[str, ...] = ()
    """The hexes in which a block with the number was seen."""


class ShadowSeen(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """6.3 A shadower, as a side sees it."""

    by: Shadower
    """The kind of unit that shadows."""
    block: int = 0
    """For an own shadower: the number of the block that it follows."""
    who: str = ""
    """For an own shadower: its id."""
    prefers: tuple[str, ...] = ()
    """For an own shadower: the part to follow if the block splits."""
    force: str = ""
    """For an enemy shadower: the id of the own force that it follows."""


class AirSeen(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """1.5a Enemy aircraft that a seat sees: aircraft of land bases always, aircraft of carriers only while they fly.

    `strength`: the strength after losses. `base`: "" for aircraft of carriers. `at`: the hex over which the aircraft
    fly, or "".
    """

    aircraft: str
    strength: int
    base: str = ""
    at: str = ""
    mission: Mission = ""


class Placing(Struct, omit_defaults=True, frozen=True):
    """4.1.3 A force that the seat must set up.

    `force`: the force at its default place. `places`: the places where it may begin.
    """

    force: Force
    places: tuple[str, ...] = ()


class View(Struct, omit_defaults=True, kw_only=True):
    """The knowledge of a seat about the game."""

    seat: str
    """The side, "public" or "umpire"."""
    scenario: str = ""
    """The key of the scenario."""
    options: Options = Options()
    """The agreed options."""
    turn: int = 0
    """The current turn."""
    start: int = 0
    """The turn on which player phases begin."""
    day: bool = False
    """True if the current turn is a day turn."""
    weather: WeatherKind = "fair"
    """The weather of the whole map."""
    local: dict[str, tuple[WeatherKind, int]] = {}
    """Coasts with weather of their own, each with that weather and its last turn."""
    forces: list[Force] = []
    """The seat's own forces."""
    placing: list[Placing] = []
    """The forces that the seat must set up."""
    blocks: list[BlockSeen] = []
    """The enemy's blocks."""
    air: list[AirUnit] = []
    """The seat's own air units."""
    flying: list[AirSeen] = []
    """The enemy's public aircraft."""
    shadows: list[ShadowSeen] = []
    """The shadowers that the seat sees."""
    reports: list[Report] = []
    """The reports to both sides: each side knows both its own and those that the enemy received.

    A spectator has only the reports with a refused search.
    """
    losses: list[Loss] = []
    """The losses of both sides, as far as the seat knows them."""
    score: int = 0
    """The public half victory points."""
    sheet: list[Booking] = []
    """The points booked on the seat's own secret sheet."""
    command: dict[Command, Points] = {}
    """By own command, its Command Points."""
    chits: dict[Side, Chit] = {}
    """By side, the chit if the seat knows it."""
    chits_drawn: list[Side] = []
    """The sides that have drawn a chit."""
    offensive: dict[Side, str] = {}
    """By side, the letter of its chit Ground Offensive (12.6)."""
    bought: dict[Side, list[Purchase]] = {}
    """By side, the bought ships that the seat knows (14.0)."""
    tallies: list[Tally] = []
    """For the Allies: the strength of convoys, counted for the victory points."""
    temporary: list[str] = []
    """Ports opened by a situation, if the seat knows of them (1.1.1)."""
    stopped: list[str] = []
    """The own convoys that a gale stops (9.2.5a)."""
    russian: dict[str, int] = {}
    """For the Allies: by group of ships, the strength counted against the limits of the Russian ports (5.1.2a)."""
    patrol: list[str] = []
    """For the Allies: the ships of Patrol White that have not left their patrol (5.1.9a)."""
    unbound: bool = False
    """For the Axis: true if Tirpitz may leave port (5.1.8)."""
    sighted: bool = False
    """For the Axis: true if the Axis task forces may leave port (11.4)."""
    training_used: bool = False
    """For the Axis: true if a force has left port for training (4.3.4)."""
    lasting: Lasting = Lasting()
    """Effects of events and situations that last for several turns."""
    radii: list[str] = []
    """The hexes in which carriers hold an air radius (5.3.1a)."""
    instructions: Instructions = Instructions()
    """The seat's own standing instructions."""
    battle: Battle | None = None
    """The battle display, for the two sides only."""
    air_attack: AirAttack | None = None
    """The row of targets of an air attack, for the two sides only."""
    phase: Phase | None = None
    """The known part of the current player phase."""
    fortnight: str = ""
    """In a campaign, the key of the fortnight."""
    roster: Roster | None = None
    """In a campaign, the known part of the order of battle."""
    history: list[Chapter] = []
    """In a campaign, the known records of past operations."""
    ice: dict[Zone, Ice] = {}
    """By zone, the expected ice of the fortnight (10.4)."""
    ice_seen: dict[str, IceSeen] = {}
    """By hex, the ice that a block last publicly met (10.1)."""
    tracks: dict[str, Track] = {}
    """The routes of all forces, public at the end."""
    verdict: str = ""
    """The winner, or "" before the end."""
    over: bool = False
    """True if the game is over."""

    @property
    def own(self) -> list[Force]:
        """The seat's own forces, including forces that it must still set up."""
        return [*self.forces, *(one.force for one in self.placing)]

    @property
    def calendar(self) -> str:
        """The key of the operation for dates, light and ice: the fortnight of a campaign, or the scenario."""
        return self.fortnight or self.scenario


def view(board: Board, seat: str) -> View:
    """Return the view of a seat, of "public", or of "umpire", who sees everything."""
    state = board.state
    own = tuple(side for side in SIDES if seat in (side, UMPIRE))
    seen = View(
        seat=seat,
        scenario=state.scenario,
        options=state.options,
        turn=state.turn,
        start=state.start,
        day=board.is_day if state.light else False,
        weather=state.sky.kind,
        local=state.sky.local,
        losses=losses_for(board.box, state.losses, own),
        score=sum(one.points for one in state.bookings if one.on == "both"),
        chits={side: _chit(chit, side in own) for side, chit in state.chits.items() if side in own or chit.shown},
        chits_drawn=list(state.chits),
        offensive=state.offensive,
        bought={side: bought for side, bought in state.bought.items() if side in own},
        roster=roster_of(board, own) if state.roster is not None else None,
        temporary=[port for port, known in state.temporary.items() if len(known) > 1 or set(known) & set(own)],
        lasting=structs.replace(state.lasting, no_restrictions=state.lasting.no_restrictions and "axis" in own),
        tracks=state.tracks if state.over else {},
        verdict=state.verdict,
        over=state.over,
    )
    _add_ice(seen, state)
    seen.radii = sorted({board.force(name).at for name in state.declared})
    _add_own(seen, board, own)
    _add_others(seen, board, own)
    # Both sides know every report: one was told, the other told it. Spectators know what both say aloud.
    seen.reports = state.reports if own else [one for one in state.reports if one.refusal]
    if state.phase is not None:
        seen.phase = _phase(state.phase, state.phase.side in own, {force.id for force in seen.forces})
    return seen


def _add_ice(seen: View, state: State) -> None:
    """10.1, 10.4 Add to a view the ice that blocks met in public, and in a campaign the ice of the fortnight."""
    seen.ice_seen = state.ice_seen
    if state.composed is not None:
        seen.fortnight, seen.ice = state.composed.light, state.composed.ice


def _chit(chit: Chit, own: bool) -> Chit:
    """12.0 Return a shown chit without the ids of its owner's forces, unless the seat owns it."""
    return chit if own else structs.replace(chit, forces=[])


def _phase(phase: Phase, own: bool, names: Container[str]) -> Phase:
    """Return the phase as a seat sees it: whose it is and its random event; if it is the seat's, also the records.

    `own`: True if the phase is the seat's. `names`: the ids of its forces; the records name only these.
    """
    if not own:
        return Phase(side=phase.side, event=phase.event)
    return Phase(
        side=phase.side,
        event=phase.event,
        sectors=phase.sectors,
        moved=[name for name in phase.moved if name in names],
        fought=[name for name in phase.fought if name in names],
    )


def _add_own(seen: View, board: Board, own: tuple[Side, ...]) -> None:
    """1.9 Add to a view the displays, sheets and bases of the sides `own`."""
    seen.history = chapters_for(board.box, board.state, own)
    state = board.state
    seen.forces = [force for force in state.forces if force.side in own]
    seen.air = [unit for unit in state.air if board.box.aircraft[unit.aircraft].side in own]
    seen.shadows = [_shadow(board, one, own) for one in state.shadows if own]
    seen.sheet = [one for one in state.bookings if one.on in own]
    names = {force.id for force in seen.forces}
    seen.stopped = [name for name in state.sky.stopped if name in names]
    for side in own:
        seen.command |= {one: state.command[one] for one in COMMANDS[side] if one in state.command}
    if len(own) == 1:
        seen.instructions = state.instructed(own[0])
    seen.battle, seen.air_attack = _battle(board, own), _air_attack(board, own)
    if "allied" in own:
        seen.tallies, seen.russian, seen.patrol = state.tallies, state.russian, state.patrol
    if "axis" in own:
        seen.unbound, seen.sighted, seen.training_used = state.unbound, state.sighted, state.training_used


def _battle(board: Board, own: tuple[Side, ...]) -> Battle | None:
    """7.5.2 Return the battle display as the sides `own` see it; None for spectators.

    Both sides see the units on the display. They do not see an enemy unit's force and fuel (11.2.3), the oil of oilers
    (1.4.2), green crews (15.4.3) and notes on a planning sheet. With the option for night battles, a side sees only the
    areas of enemy units (7.5.9).
    """
    battle = board.state.battle
    if battle is None or not own:
        return None
    units = [one if one.side in own else _of_enemy(board.box, one) for one in battle.units]
    if battle.dark:
        units = [one if one.side in own else structs.replace(one, counters=[]) for one in units]
    return structs.replace(battle, units=units)


def _air_attack(board: Board, own: tuple[Side, ...]) -> AirAttack | None:
    """7.2.4 Return the row of targets, public to both sides; only the attacker sees the ids of his aircraft."""
    attack = board.state.air_attack
    if attack is None or not own:
        return None
    if attack.attacker in own:
        return attack
    return structs.replace(attack, units=tuple(("", kind, flying) for _, kind, flying in attack.units))


def _of_enemy(box: Box, unit: Unit) -> Unit:
    """1.6, 7.3.2 Return an enemy unit on the battle display without the notes that only its owner knows."""
    counters = [
        structs.replace(
            one,
            green=False,
            spent=0,
            oil=0,
            odd=0,
            inoperative=False,
            dispersed=False,
            used=one.used and not box.ships[one.ship].is_oiler,
        )
        for one in unit.counters
    ]
    return structs.replace(unit, force="", critical=False, counters=counters)


def _shadow(board: Board, shadow: Shadow, own: tuple[Side, ...]) -> ShadowSeen:
    target = board.force(shadow.target)
    if target.side in own and len(own) == 1:
        return ShadowSeen(by=shadow.by, force=target.id)
    return ShadowSeen(by=shadow.by, block=target.block, who=shadow.who, prefers=shadow.prefers)


def _add_others(seen: View, board: Board, own: tuple[Side, ...]) -> None:
    """Add to a view the enemy's blocks and aircraft, in an order that reveals nothing."""
    found: dict[tuple[Side, int], BlockSeen] = {}
    shadows = _shadows_by_block(board.state)
    for force in board.state.forces:
        if force.side not in own:
            known = found.get((force.side, force.block))
            if known is None:
                found[force.side, force.block] = _block(force, shadows.get((force.side, force.block), ()))
            else:
                found[force.side, force.block] = structs.replace(known, count=known.count + 1)
    seen.blocks = [found[key] for key in sorted(found)]
    seen.flying = sorted(_aircraft(board, own), key=_FLYING)


def _shadows_by_block(state: State) -> dict[tuple[Side, int], list[Shadower]]:
    """Return the kinds of shadowers of each block, by side and block number. Blocks that share a number share them."""
    blocks = {force.id: (force.side, force.block) for force in state.forces} if state.shadows else {}
    found: dict[tuple[Side, int], list[Shadower]] = {}
    for one in state.shadows:
        if one.target in blocks:
            found.setdefault(blocks[one.target], []).append(one.by)
    return found


def _block(force: Force, shadows: Iterable[Shadower]) -> BlockSeen:
    face_up = force.level is not None
    return BlockSeen(
        side=force.side,
        block=force.block,
        at=force.at,
        port=force.port,
        level=force.level,
        kind=force.kind if face_up else None,
        scattered=face_up and force.convoy is not None and force.convoy.scattered,
        shadowed=tuple(sorted(shadows)),
        trail=tuple(force.trail),
    )


_FLYING = attrgetter("at", "base", "aircraft", "strength", "mission")


def _aircraft(board: Board, own: tuple[Side, ...]) -> Iterator[AirSeen]:
    """1.5a, 7.2.3d Yield the visible enemy aircraft, one entry for each hex over which a unit flies (5.3.1).

    All units of land bases except interceptors are visible; units of carriers only while they fly.
    """
    box = board.box
    for unit in board.state.air:
        if unit.interceptor or box.aircraft[unit.aircraft].side in own:
            continue
        on_land = unit.base in box.airfields or unit.base in box.ports
        if on_land or unit.at:
            base = unit.base if on_land else ""
            for at, steps in unit.steps_over() if unit.also else ((unit.at, unit.flying),):
                yield AirSeen(aircraft=unit.aircraft, strength=steps, base=base, at=at, mission=unit.mission)
