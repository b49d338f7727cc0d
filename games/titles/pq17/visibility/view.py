"""The knowledge of a seat, built from its own forces, the public facts on the map, and the reports given to it."""

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
"""4.3.1 The commands of each side."""


class BlockSeen(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """1.2a, 6.1 Enemy blocks that share a number, and so cannot be told apart: their place and count.

    For a face-up block: its kind and level, whether it is scattered, and what shadows it. `trail`: the hexes in which
    it was seen with that number.
    """

    side: Side
    block: int
    count: int = 1
    at: str = ""
    port: str = ""
    level: int | None = None
    kind: Kind | None = None
    scattered: bool = False
    shadowed: tuple[Shadower, ...] = ()
    trail: tuple[str, ...] = ()


class ShadowSeen(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """6.3 A shadower, as a side sees it.

    For an own shadower: `block` is the number of the block that it follows, `who` its id, and `prefers` the part to
    follow if the block splits. For an enemy shadower: `force` is the own force that it follows.
    """

    by: Shadower
    block: int = 0
    who: str = ""
    prefers: tuple[str, ...] = ()
    force: str = ""


class AirSeen(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """1.5a Aircraft of the other side: those at land bases with their losses, those of carriers only while they fly."""

    aircraft: str
    strength: int
    base: str = ""
    at: str = ""
    mission: Mission = ""


class Placing(Struct, omit_defaults=True, frozen=True):
    """4.1.3 A force that the reader must set up. `force`: it is at its usual place. `places`: where it may begin."""

    force: Force
    places: tuple[str, ...] = ()


class View(Struct, omit_defaults=True, kw_only=True):
    """The knowledge of a seat about the game. `seat` may also be "public" or "umpire".

    `forces` and `air`: the seat's own; `blocks` and `flying`: the enemy's. `score`: the public half points; `sheet`:
    the bookings on the seat's own sheet. `tracks`: the routes of all forces, public at the end.

    `radii`: the hexes in which carriers hold a radius (5.3.1a). `battle`: the display, for the sides in a surface
    combat. `air_attack`: the row of targets, for both sides. In a campaign: the `fortnight` by its key with its `ice`
    (10.4), and the known part of the order of battle (`roster`). `placing`: forces that the seat must set up.
    `ice_seen`: by hex, the ice that a block last publicly met (10.1).
    """

    seat: str
    scenario: str = ""
    options: Options = Options()
    turn: int = 0
    start: int = 0
    day: bool = False
    weather: WeatherKind = "fair"
    local: dict[str, tuple[WeatherKind, int]] = {}
    forces: list[Force] = []
    placing: list[Placing] = []
    blocks: list[BlockSeen] = []
    air: list[AirUnit] = []
    flying: list[AirSeen] = []
    shadows: list[ShadowSeen] = []
    reports: list[Report] = []
    losses: list[Loss] = []
    score: int = 0
    sheet: list[Booking] = []
    command: dict[Command, Points] = {}
    chits: dict[Side, Chit] = {}
    chits_drawn: list[Side] = []
    offensive: dict[Side, str] = {}
    bought: dict[Side, list[Purchase]] = {}
    tallies: list[Tally] = []
    temporary: list[str] = []
    stopped: list[str] = []
    russian: dict[str, int] = {}
    patrol: list[str] = []
    unbound: bool = False
    sighted: bool = False
    training_used: bool = False
    lasting: Lasting = Lasting()
    radii: list[str] = []
    instructions: Instructions = Instructions()
    battle: Battle | None = None
    air_attack: AirAttack | None = None
    phase: Phase | None = None
    fortnight: str = ""
    roster: Roster | None = None
    history: list[Chapter] = []
    ice: dict[Zone, Ice] = {}
    ice_seen: dict[str, IceSeen] = {}
    tracks: dict[str, Track] = {}
    verdict: str = ""
    over: bool = False

    @property
    def own(self) -> list[Force]:
        """The reader's forces, including those that must still be set up."""
        return [*self.forces, *(one.force for one in self.placing)]

    @property
    def calendar(self) -> str:
        """The key for the dates, the light and the ice: the fortnight of a campaign, or the scenario."""
        return self.fortnight or self.scenario


def view(board: Board, seat: str) -> View:
    """Return the view of a seat, of the public, or of the umpire, who sees everything."""
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
    """10.1, 10.4 Add the ice as it was last met in public, and in a campaign the ice of the fortnight."""
    seen.ice_seen = state.ice_seen
    if state.composed is not None:
        seen.fortnight, seen.ice = state.composed.light, state.composed.ice


def _chit(chit: Chit, own: bool) -> Chit:
    """12.0 Return a shown chit without the ids of its holder's forces, unless the reader holds it."""
    return chit if own else structs.replace(chit, forces=[])


def _phase(phase: Phase, own: bool, names: Container[str]) -> Phase:
    """Return the phase as a seat sees it: its side; for one's own also the orders in it."""
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
    """1.9 Add the displays, sheets and bases of the reader's side."""
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
    """7.5.2 Return the battle display as a side sees it.

    Both sides see all that lies on the display. Hidden from the enemy are the force of a unit and its fuel (11.2.3),
    the oil of oilers (1.4.2), green crews (15.4.3) and notes of a planning sheet. With the option for night battles,
    only the areas of enemy units are visible (7.5.9).
    """
    battle = board.state.battle
    if battle is None or not own:
        return None
    units = [one if one.side in own else _of_enemy(board.box, one) for one in battle.units]
    if battle.dark:
        units = [one if one.side in own else structs.replace(one, counters=[]) for one in units]
    return structs.replace(battle, units=units)


def _air_attack(board: Board, own: tuple[Side, ...]) -> AirAttack | None:
    """7.2.4 Return the row, public to both sides; only the attacker knows his own ids for his aircraft."""
    attack = board.state.air_attack
    if attack is None or not own:
        return None
    if attack.attacker in own:
        return attack
    return structs.replace(attack, units=tuple(("", kind, flying) for _, kind, flying in attack.units))


def _of_enemy(box: Box, unit: Unit) -> Unit:
    """1.6, 7.3.2 Return an enemy unit on the battle display without the marks that only its owner knows."""
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
    """Add the blocks and aircraft of the other side to a view, in an order that reveals nothing."""
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
    """Return what shadows each block, by side and number; blocks that share a number share their shadowers."""
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
    """1.5a, 7.2.3d Yield the visible aircraft of the other side, one entry for each hex over which they fly (5.3.1).

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
