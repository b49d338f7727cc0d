"""Blocks that are found and followed, by ships, boats, sectors and aircraft."""

from typing import Any

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.move_orders import Combine
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.search.legal_attacks import may_attack
from games.titles.pq17.rules.search.shadowers import begin_shadowing, shadowers_for
from games.titles.pq17.rules.search.shadowing import move_shadowers as go_along
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Force, Phase, Plan, Points, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.strikes import OPEN, air, facing
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

HEX = "0610"
PACK, UNIT = Shadow("pq", "wolfpack", "u"), Shadow("pq", "aircraft", "fw")
RADIUS, SECTOR = Shadow("pq", "radius", "radius"), Shadow("pq", "sector", "barents")
INSIDE = "0712"
"""Sea in the sectors of Trondheim and Barents."""
ASIDE = "0309"
"""Beside the open hex."""
BRITISH = BOX.areas.british_radius.hexes
SOVIET = frozenset(name for name, one in BOX.hexes.items() if "soviet" in one.sectors)


def cruiser_followed(level: int, decoys: Any = "yes", *others: Force, target: Force | None = None) -> Board:
    """Day 5 AM: an Allied cruiser followed by a seaplane from Tromso; what her side says about dummies."""
    one = target or force("t", "allied", "task_force", HEX, "norfolk", level=level)
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, *others, command=points, start=8, sighted=True, unbound=True)
    board.state.shadows = [Shadow("t", "aircraft", "he")]
    board.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at=one.at)]
    board.state.instructions["allied"] = Instructions(decoys=decoys)
    return board


def dummies_at(board: Board) -> list[tuple[str, str]]:
    return [(one.side, one.at) for one in board.state.forces if one.is_dummy]


def followed_convoy(at: str = OPEN, **fields: Any) -> Force:
    return force("pq", "allied", "convoy", at, "mv 8", "dd_a_i 2", **fields)


def boats_u(at: str = OPEN, name: str = "u", **fields: Any) -> Force:
    return force(name, "axis", "wolfpack", at, "ss_german 2", **fields)


def convoy_followed(
    *shadows: Shadow, level: int | None = 2, sky: Any = "fair", prey: Force | None = None, **fields: Any
) -> Board:
    """A convoy that is followed, with a pack in its hex and an aircraft over it."""
    board = arctic(followed_convoy(), boats_u(), sky=Sky(sky), **fields)
    target = board.state.forces[0]
    if level is not None:
        board.identify(target, level)
    board.state.air = [
        air(
            "fw_200",
            "fw",
            "trondheim_field" if "trondheim_field" in board.box.airfields else "banak",
            1,
            mission="shadow",
            at=target.at,
        )
    ]
    board.state.shadows = list(shadows)
    board.told.clear()
    return board


def all_found(*forces: Force, side: Side = "axis", **fields: object) -> Board:
    """Forces of which the enemy's of the side in phase were identified in this search segment."""
    board = arctic(*forces, **fields)
    phase(board, side)
    for one in board.state.forces:
        if one.side != side:
            board.identify(one, 2)
            board.phase.found.append(one.id)
    return board


def followers(board: Board, name: str) -> tuple[str, ...]:
    return shadowers_for(board, board.phase.side, board.force(name))


def identified_before(**fields: Any) -> Board:
    """A convoy at ID 2 with a pack in its hex, in the Axis phase, before the search."""
    board = arctic(
        force("pack", "axis", "wolfpack", OPEN, "ss_german 3"),
        force("pq", "allied", "convoy", OPEN, "mv 8", "dd_a_i 2"),
        **fields,
    )
    board.identify(board.force("pq"), 2)
    return phase(board, "axis")


def offered(board: Board) -> tuple[str, ...]:
    """What the Axis may let follow the convoy, as its form has it."""
    (target,) = strikes_form(board, "axis").targets
    return target.shadowers


def went_along(board: Board, force: Force) -> None:
    """5.4 What follows goes along, over open water."""
    go_along(board, force, lambda follower, there: follower.at != there)


def followed_in_sector(by: Any, who: str, at: str = INSIDE, **fields: Any) -> Board:
    board = all_found(force("tf", "allied", "task_force", at, "norfolk"), **fields)
    board.state.shadows = [Shadow("tf", by, who)]
    return board


def two_boats(at: str = OPEN, **fields: Any) -> Force:
    return force("pack", "axis", "wolfpack", at, "ss_german 2", **fields)


def small_convoy(at: str = OPEN, **fields: Any) -> Force:
    return force("pq", "allied", "convoy", at, "mv 8", **fields)


def attacks(hunter: Force, prey: Force, *, level: int | None = 1, **fields: Any) -> bool:
    board = facing(prey, hunter, side=hunter.side, level=level, **fields)
    return may_attack(board, hunter, prey)


def neighbours(inside: frozenset[str], *, out: bool) -> tuple[str, str]:
    """A hex of an area and one beside it, in the area or `out` of it: both off all ports and outside the ice zones."""
    free = {name for name, one in BOX.hexes.items() if one.is_sea and not one.zone} - set(BOX.port_hexes)
    return next(
        (here, there)
        for here in sorted(free & inside)
        for there in BOX.waters.ways[here]
        if there in free and (there in inside) is not out
    )


def pack_follows(convoy_at: str, there: str, *, level: int | None, die: list[tuple[int, ...]], **fields: Any) -> Board:
    """A German pack that shadows a convoy which goes one hex."""
    convoy = force("c", "allied", "convoy", convoy_at, "mv 9", "dd_a_i 1", fuel=Fuel(30), plan=Plan(0, (there,)))
    pack = force("p", "axis", "wolfpack", convoy_at, "ss_german 2")
    board = table(convoy, pack, **fields)
    board.identify(convoy, 2)
    if level is not None:
        board.identify(pack, level)
    begin_shadowing(board, "axis", "p", convoy)
    moved(board, dice=die)
    return board


def followed_by(target: Force, by: Any, who: str, *others: Force, **fields: object) -> Board:
    """Day 5 AM: a force at ID 2, which this follows."""
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(target, *others, **{"command": points, "start": 8, "sighted": True, "unbound": True, **fields})
    if target.level is None:
        board.identify(target, 2)
    board.state.shadows = [Shadow(target.id, by, who)]
    return board


def combined(board: Board, side: Side, *names: str) -> None:
    board.state.phase = Phase(side=side, orders=(Combine(names),))
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)


def convoy_named(at: str = "0410", *ships: str, name: str = "pq") -> Force:
    return force(name, "allied", "convoy", at, *(ships or ("mv 9", "dd_a_i 2")))


def three_boats(at: str = "0410", name: str = "pack") -> Force:
    return force(name, "axis", "wolfpack", at, "ss_german 3")


def why_ended(board: Board) -> list[str]:
    return [event.why for event in heard(board, PUBLIC) if isinstance(event, ShadowEnded)]
