"""7.1c, 7.5, 7.7.1 The surface combat segment: attacks, interception, surprise, submarines of a convoy, and battles."""

from collections.abc import Sequence

from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.forces.composition import broken_rules, free_blocks
from games.titles.pq17.rules.forces.surprise import Surprise, is_possible, roll_surprise
from games.titles.pq17.rules.search.casualties import restore_aborted_steps, settle_losses, strength_by_ship
from games.titles.pq17.rules.search.detachment import detach_ships
from games.titles.pq17.rules.search.identification import blocks_named
from games.titles.pq17.rules.search.legal_attacks import (
    limit_barring_attack,
    may_attack,
    reported_strength,
    warship_strength,
)
from games.titles.pq17.rules.search.location import locate_target, report_lost_targets
from games.titles.pq17.rules.search.searchers import is_astray, is_soviet
from games.titles.pq17.rules.search.shadowers import begin_shadowing, may_follow_after_battle
from games.titles.pq17.rules.search.strikes import ask_again
from games.titles.pq17.rules.submarine import attacks as submarines
from games.titles.pq17.rules.surface.engagement import fight
from games.titles.pq17.rules.surface.reports import tell_both_sides
from games.titles.pq17.rules.surface.stragglers import sink_straggler
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.surface import Intercepted, StragglerSunk
from games.titles.pq17.state.state import Force, Kind

SHIPS: tuple[Kind, ...] = ("task_force",)
"""7.5 The kinds of forces that attack in this segment."""
BOATS_OF = "_boats"
"""7.4.6 The suffix of the id of a pack that leaves a convoy."""


async def surface_combat(board: Board) -> str:
    """7.5 Resolve the attacks of the phasing side's task forces, in the order in which their targets were first named.

    Each force fights once in a segment. As this is the last combat of a phase, aborted steps of aircraft are restored
    afterwards. Returns the name of the next step.
    """
    side = board.phase.side
    board.phase.fought = []
    await ask_again(board, side, SHIPS)
    orders = [one for one in board.phase.attacks if isinstance(one, Attack)]
    for at in dict.fromkeys(one.at for one in orders):
        targets, named = blocks_named(board, side, at), [one.force for one in orders if one.at == at]
        forces = [one for one in board.forces_of(side) if one.id in named]
        if targets and targets[0].kind != "wolfpack":
            await attack(board, targets[0], forces)
        elif not targets:
            report_lost_targets(board, [one for one in forces if one.kind == "task_force"])
    for unit in board.state.air:
        unit.mission = "" if unit.mission == "attack" else unit.mission
    restore_aborted_steps(board)
    return "combine"


async def attack(board: Board, target: Force, forces: Sequence[Force]) -> None:
    """7.1c, 7.5.1b Resolve the attack of forces on a block. Each force draws its own card to locate the block.

    Forces that locate the block attack together; the others may join from round 2 on. Two kinds of attack are not
    intercepted: on stragglers from a neighbouring hex (6.8.1, 7.5.1d), and in the enemy's phase (6.6.1a, 7.5.1).
    """
    attackers = []
    for force in forces:
        able = force.kind == "task_force" and _is_free(board, force) and may_attack(board, force, target)
        if able and _is_free(board, target) and await _locates(board, force, target):
            attackers.append(force)
    if not attackers:
        return
    board.phase.stirred.append(target.at)
    close = [one for one in attackers if one.at == target.at]
    phasing = target.side != board.phase.side
    interceptors = await interception(board, target, close) if close and phasing else []
    if interceptors:
        _note_attacked(board, close)
        await engage(board, interceptors, close)
        attackers = [one for one in attackers if one not in close]
    if attackers:
        _note_attacked(board, [target])
    if attackers and is_astray(target):
        await sink_stragglers(board, target, len(attackers))
    elif attackers:
        await engage(board, attackers, [target])


def _note_attacked(board: Board, forces: Sequence[Force]) -> None:
    """7.5.1a, 12.11a Record the forces that are attacked.

    If forces intercept, call it with the attackers: they are attacked then, and the original target is not.
    """
    names = [one.id for one in forces]
    board.phase.attacked += names
    board.state.attacked += names


def _is_free(board: Board, force: Force) -> bool:
    return force.id not in board.phase.fought and force in board.state.forces


async def _locates(board: Board, force: Force, target: Force, *, most: int = 0) -> bool:
    key = f"surface.{board.called(force)}.{board.called(target)}"
    located = await locate_target(
        board, "task_force", target, soviet=is_soviet(board.box, force), who=(force.id,), most=most, key=key
    )
    return located.found


async def sink_stragglers(board: Board, target: Force, forces: int) -> None:
    """7.7.1 Let each task force that located a scattered or dispersed convoy sink one of its transports.

    `target`: the convoy. `forces`: the number of these task forces.
    """
    for number in range(forces):
        key = f"stragglers.{board.called(target)}.{number}"
        before = strength_by_ship(board.box, target)
        ship = await sink_straggler(board.box, target.counters, key=key)
        if ship is not None:
            tell_both_sides(board, StragglerSunk(target.side, target.at, ship))
        await settle_losses(board, target, before, key=key)
        if target not in board.state.forces:
            return


# --- interception


async def interception(board: Board, target: Force, attackers: Sequence[Force]) -> list[Force]:
    """7.5.1, 7.5.1a Return the forces that intercept the attackers of `target`.

    These are other task forces of the target's side in the hex, if its standing instruction says so. Each of them must
    locate an attacker, with two cards if its side shadows the attacker.
    """
    found = []
    for force in in_hex(board, target.side, target.at):
        if force is target or not _is_free(board, force) or not _intercepts(board, force, attackers):
            continue
        shadowed = any(one.target == attackers[0].id for one in board.state.shadows)
        succeeds = await _locates(board, force, attackers[0], most=2 if shadowed else 1)
        tried = Intercepted(force.side, force.at, force.block, succeeds)
        board.tell_of(force.side, structs.replace(tried, force=force.id), tried)
        if succeeds:
            found.append(force)
    return found


def in_hex(board: Board, side: Side, at: str) -> list[Force]:
    """Return the task forces of a side at sea in a hex, in an order that depends on public facts only."""
    there = [one for one in board.forces_of(side) if one.at == at and one.at_sea and one.kind == "task_force"]
    return board.as_seen(there)


def _intercepts(board: Board, force: Force, attackers: Sequence[Force]) -> bool:
    """7.5.1c, 7.5.7 Return True if a force tries to intercept, by its side's standing instruction.

    Interception is an attack, so the limits of German task forces apply.
    """
    if any(limit_barring_attack(board, force, one) for one in attackers):
        return False
    wish = board.state.instructed(force.side).intercepts
    if wish != "if_weaker":
        return wish == "always"
    told = [reported_strength(board, force.side, one) for one in attackers]
    known = [one for one in told if one is not None]
    return sum(known) <= warship_strength(board, [force])


# --- the battle


async def engage(board: Board, attackers: Sequence[Force], defenders: Sequence[Force]) -> None:
    """7.5.1b, 7.6 Resolve a battle: surprise, submarines of a convoy that is not surprised, and the surface battle.

    Other forces in the hex may join. Afterwards a force may shadow an enemy (6.3.3).
    """
    key = f"battle.{board.called(defenders[0])}"
    caught = await _surprise(board, attackers, defenders, key=key)
    if not (caught and caught.succeeds):
        for force in list(defenders):
            attackers = await _sally(board, force, attackers, key=f"{key}.boats")
    if not attackers:
        return
    at = defenders[0].at
    in_battle = {one.id for one in (*attackers, *defenders)}
    first = board.phase.side
    others = [
        one
        for side in (first, board.enemy(first))
        for one in in_hex(board, side, at)
        if one.id not in in_battle and _is_free(board, one)
    ]
    surprised = caught is not None and caught.succeeds
    told = (caught.die, caught.modifier) if caught is not None else None
    await fight(board, attackers, defenders, others, surprised=surprised, surprise=told, key=key)
    follow_on(board, [one for one in (*attackers, *defenders, *others) if one.id in board.phase.fought])


async def _surprise(
    board: Board, attackers: Sequence[Force], defenders: Sequence[Force], *, key: str
) -> Surprise | None:
    """7.6 Roll the attacker's die for surprise, and return its result; None if surprise is impossible.

    `key`: the prefix of the journal keys of its rolls.
    """
    weather = board.state.sky.kind
    if not is_possible(weather, day=board.is_day):
        return None
    carriers = {one.ship for force in defenders for one in force.counters}
    return await roll_surprise(
        board.box,
        weather,
        unidentified=all(one.level is None for one in attackers),
        carrier_searches=any(unit.base in carriers and unit.at for unit in board.state.air),
        key=f"{key}.surprise",
    )


async def _sally(board: Board, convoy: Force, attackers: Sequence[Force], *, key: str) -> list[Force]:
    """7.4.6 Let the submarines of a convoy leave it as a pack and fight one attacker, if the instruction says so.

    Returns the attackers that are left for the battle. `key`: the prefix of the journal keys of its rolls.
    """
    boats = [one for one in convoy.counters if board.box.ships[one.ship].type == "ss" and not one.used]
    wanted = board.state.instructed(convoy.side).sally == "yes" and submarines_fight(board.state.sky.kind)
    room = free_blocks(board.box, board.state.forces, convoy.side, "wolfpack") > 0
    if convoy.kind != "convoy" or not boats or not wanted or not room or broken_rules(board.box, boats):
        return list(attackers)
    pack = form_pack(board, convoy, boats)
    await submarines.resolve_combat(board, pack, attackers[0], (), key=key)
    return [one for one in attackers if one in board.state.forces]


def form_pack(board: Board, convoy: Force, boats: Sequence[Counter]) -> Force:
    """7.4.6 Move the submarines of a convoy into a new force, a wolfpack, and return the new force."""
    convoy.counters = [one for one in convoy.counters if all(one is not boat for boat in boats)]
    convoy.told = 0
    pack = Force(
        id=f"{convoy.id}{BOATS_OF}", side=convoy.side, kind="wolfpack", block=0, at=convoy.at, level=convoy.level,
        counters=list(boats),
    )  # fmt: skip
    board.place(pack)
    board.renew(convoy.side, convoy.at)
    now = len(board.forces_with(pack))
    seen = BlocksChanged(convoy.side, convoy.at, now - 1, now, faces=() if pack.level is None else (pack.level,))
    board.tell_of(convoy.side, structs.replace(seen, force=pack.id, left=convoy.id), seen)
    return pack


def follow_on(board: Board, forces: Sequence[Force]) -> None:
    """6.3.3 Let an Allied force follow a German force with a capital ship after their battle.

    The Allied force needs an undamaged cruiser, and no other unit may already follow the German force.
    """
    there = [one for one in forces if one in board.state.forces]
    for target in [one for one in there if one.side == "axis"]:
        followers = [one for one in there if one.side == "allied" and may_follow_after_battle(board, one, target)]
        followed = any(one.target == target.id for one in board.state.shadows)
        bound = {one.who for one in board.state.shadows}
        free = [one for one in followers if one.id not in bound]
        if free and not followed and board.state.instructed("allied").meets != "ignore":
            begin_shadowing(board, "allied", detach_ships(board, free[0]).id, target)
