"""Surface battles: forces that meet, orders for their units, and what both sides are told of fire."""

from typing import Any

from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.bombing import Bombed, Bombs
from games.titles.pq17.rules.air.raid import attack_event
from games.titles.pq17.rules.air.strike import Attack as AirAttack
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.surface import reports
from games.titles.pq17.rules.surface.doctrine import Command, manoeuvres
from games.titles.pq17.rules.surface.exchange import Exchange
from games.titles.pq17.rules.surface.gunnery import Broadside, Hit
from games.titles.pq17.rules.surface.layout import separate_counters
from games.titles.pq17.rules.surface.torpedo_step import Run
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.air import Struck
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import attacked
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

SIDE_OF: dict[str, Side] = {"london": "allied", "dd_a_i": "allied", "lutzow": "axis"}
SAME = [
    ("mv", 9, 1, (1, True), "1 sunk"),
    ("mv", 2, 2, (2, True), "2 sunk"),
    ("es_british", 2, 1, (1, True), "1 sunk"),
    ("london", 3, 1, (1, False), "loses 1"),
    ("palomares", 1, 1, (1, False), "loses 1"),
]
"""The events of hits name ships and their strength; each audience gets its own words."""
WHOLE, PART = "dd_36a", "dd_36a.2"
QUIET = Instructions(asks="never", stands="stay", torpedo_round="never")
ARMED = next(one.id for one in BOX.ships.values() if one.type == "dd" and one.side == "allied" and one.torpedoes == 1)
"""A class of destroyers with one torpedo symbol."""


def cruisers(**fields: Any) -> Board:
    return attacked(
        force("tf", "allied", "task_force", OPEN, "norfolk", fuel=Fuel(30)),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper", fuel=Fuel(30)),
        **fields,
    )


def doctrine(side: Side, **instructions: Any) -> Command:
    return Command(side, (), Instructions(**instructions))


def exchange_told(*fired: Any, dark: bool) -> Board:
    board = arctic()
    kinds = [tuple(one for one in fired if isinstance(one, kind)) for kind in (Broadside, Hit, Run)]
    reports.tell_exchange(board, SIDE_OF, Exchange(*kinds), dark=dark)
    assert heard(board, "public") == []
    return board


def bombs_told(*dropped: Bombed) -> Struck:
    """What bombs did, as both sides hear it."""
    return attack_event(BOX, "axis", "ju_88", AirAttack("kg30", 0, bombs=Bombs((9,), dropped)))


def bombed(ship: str, strength: int, hits: int = 1, *fates: Any) -> Bombed:
    counter = read_counters(f"{ship} {strength}")[0]
    fallen = tuple((0, fate) for fate in fates)
    return Bombed(ship, hits, wound(counter, BOX.ships[ship], hits), fallen, counter)


def parted(*enemies: str, area: Any = "deployment") -> Battle:
    """Round 2: one of three destroyers was Crippled, and lies by herself from now on."""
    fight = battle(enemies, (f"{WHOLE} 2",), round_=2)
    unit = fight.unit(WHOLE)
    unit.area = area
    unit.counters.append(Counter(WHOLE, 1, crippled=True))
    separate_counters(fight)
    assert [(one.name, one.area) for one in fight.of("axis")] == [(WHOLE, area), (PART, area)]
    return fight


def orders(*given: ordered.BattleOrder) -> list[Command]:
    """However they are written."""
    return [Command("axis", given), Command("axis", given[::-1])]


def engaged(*forces: Any, level: int = 1, **fields: Any) -> Board:
    """The Axis attacks the first of these with all of its own; doctrine decides and both stay."""
    board = phase(arctic(*forces, **fields), "axis")
    board.identify(forces[0], level)
    board.phase.attacks = tuple(Attack(one.id, contact_name(forces[0])) for one in forces if one.side == "axis")
    board.state.instructions = {"allied": structs.replace(QUIET, intercepts="always"), "axis": QUIET}
    return board


def side_command(
    side: Side, *orders: Any, must_go: bool = False, formations: Any = None, **instructions: Any
) -> Command:
    return Command(side, orders, Instructions(**instructions), must_go, formations or {})


def manoeuvres_of(fight: Any, orders: Command) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {one.unit: (one.area, one.screens) for one in manoeuvres(BOX, fight, orders)}
