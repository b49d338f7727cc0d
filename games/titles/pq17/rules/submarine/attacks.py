"""7.4, 7.7.2 The submarine combat segment: attacks by wolfpacks on forces and packs, and by forces on packs."""

from collections.abc import Sequence

from msgspec import structs

from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.forces.submarine_combat import Escort, Quarry, escort_dice
from games.titles.pq17.rules.forces.surprise import roll_surprise
from games.titles.pq17.rules.forces.torpedoes import Salvo
from games.titles.pq17.rules.search.air_patrols import end_temporary_radii
from games.titles.pq17.rules.search.casualties import boat_count, burn_fuel, lose_boats, settle_losses, strength_by_ship
from games.titles.pq17.rules.search.identification import blocks_named, identify_by_combat
from games.titles.pq17.rules.search.legal_attacks import armed_boats, may_attack
from games.titles.pq17.rules.search.location import locate_target, report_lost_targets
from games.titles.pq17.rules.search.public_options import FIGHTERS
from games.titles.pq17.rules.search.searchers import is_astray, is_soviet
from games.titles.pq17.rules.search.strikes import ask_again
from games.titles.pq17.rules.search.submarine_odds import encounter_of, target_groups
from games.titles.pq17.rules.submarine import attack as fighting
from games.titles.pq17.rules.submarine.attack import Boat, Fight
from games.titles.pq17.rules.submarine.boats import attack_stragglers, fight_duel
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Hunted
from games.titles.pq17.state.events.submarine import BoatFired, PacksMet, SubmarinesMet, TorpedoesSpent
from games.titles.pq17.state.state import Force, Kind, Named, Report

BOATS_TORPEDOES = 1
"""7.4.3b The number of torpedo symbols of a submarine."""


async def submarine_combat(board: Board) -> str:
    """7.1b, 7.4 Resolve the attacks of wolfpacks, and of task forces on wolfpacks, one by one in declared order.

    Then the enemy's temporary radii end (5.3.1). Returns the name of the next step.
    """
    side = board.phase.side
    await ask_again(board, side, FIGHTERS)
    for order in [one for one in board.phase.attacks if isinstance(one, Attack)]:
        force = next((one for one in board.forces_of(side) if one.id == order.force), None)
        targets = blocks_named(board, side, order.at)
        if force is not None and not targets:
            report_lost_targets(board, [force] if force.kind == "wolfpack" else [])
        if force is None or not targets or "wolfpack" not in (force.kind, targets[0].kind):
            continue
        if may_attack(board, force, targets[0]):
            await attack(board, force, targets[0], groups_named(order.boats))
    end_temporary_radii(board, board.enemy(side))
    return "surface_combat"


def groups_named(words: Sequence[str]) -> tuple[Quarry, ...]:
    """7.4.3 Return the words of an order as target groups of submarines."""
    known: dict[str, Quarry] = {"convoy": "convoy", "heavy": "heavy", "light": "light"}
    return tuple(known[word] for word in words)


async def attack(board: Board, force: Force, target: Force, ordered: Sequence[Quarry]) -> bool:
    """7.1.1, 7.4 Resolve an attack in this segment, or in passing (6.6.1a), if it locates the target.

    Returns True if the two fought. `force`: a wolfpack, or a task force that attacks a wolfpack. `ordered`: the ordered
    target groups of a wolfpack's submarines.
    """
    key = f"submarine.{board.called(force)}.{board.called(target)}"
    located = await locate_target(
        board,
        "wolfpack" if force.kind == "wolfpack" else "task_force",
        target,
        soviet=is_soviet(board.box, force),
        who=(force.id,),
        key=f"{key}.locate",
    )
    if not located.found:
        return False
    board.phase.attacked.append(target.id)
    board.state.attacked.append(target.id)
    board.phase.stirred.append(target.at)
    if force.kind != "wolfpack":
        await hunt_pack(board, force, target, key=key)
    elif target.kind == "wolfpack":
        await packs_meet(board, force, target, key=key)
    elif is_astray(target):
        await _among_stragglers(board, force, target, key=key)
    else:
        await resolve_combat(board, force, target, ordered, key=key)
    return True


async def hunt_pack(board: Board, hunter: Force, pack: Force, *, key: str) -> None:
    """7.4.2a, 7.4.2b, 7.4.2c Resolve the attack of a task force on a wolfpack: a submarine combat.

    The dice of the task force have the modifier -1. The attack costs the task force a turn of fuel. `hunter`: the task
    force. `key`: the prefix of the journal keys of its rolls.
    """
    await resolve_combat(board, pack, hunter, (), offensive=True, key=key)
    burn_fuel(hunter, board.box.numbers.fuel.offensive_anti_submarine)


async def resolve_combat(
    board: Board, pack: Force, target: Force, ordered: Sequence[Quarry], *, offensive: bool = False, key: str
) -> Fight:
    """7.4, 7.4b, 7.4c Resolve one combat of a wolfpack and an enemy force with its losses; return the result.

    `ordered`: the ordered target groups of the submarines; empty for the standing instruction. `offensive`: True if the
    force attacks the wolfpack (7.4.2a). `key`: the prefix of the journal keys of its rolls.
    """
    losses, block, kind = strength_by_ship(board.box, target), target.block, target.kind
    boats = armed_boats(pack)
    fight = await fighting.submarine_combat(
        board.box,
        boats or boat_count(pack),
        target.counters,
        escort_dice(board.box, target.counters) if boats or offensive else Escort(),
        target_groups(board, pack, target, ordered),
        encounter_of(board, pack, target, offensive=offensive),
        torpedoes=BOATS_TORPEDOES if boats else 0,
        key=key,
    )
    _tell(board, pack, target, block, fight, offensive=offensive)
    _noted(board, pack, block, kind, fight)
    if fight.cancels_refuelling:
        target.refuelling = False
    if fight.expended and boats:
        spend_torpedoes(board, pack)
    await lose_boats(board, pack, fight.hunt.sunk, fight.hunt.damaged, key=f"{key}.boats")
    await settle_losses(board, target, losses, key=f"{key}.ships")
    for one in (pack, target):
        if one in board.state.forces:
            await identify_by_combat(board, one, "submarine", key=f"{key}.{board.called(one)}")
    return fight


def _noted(board: Board, pack: Force, block: int, kind: Kind, fight: Fight) -> None:
    """7.4.3, 5.1.9a Record in a dated report the names of the heavy ships that torpedoes hit; both sides know them."""
    hit = {one.ship for boat in (*fight.before, *fight.after) for one in boat.salvo.hits}
    heavy = tuple(Named(ship, 0) for ship in board.box.ships if ship in hit and board.box.ships[ship].is_heavy)
    if heavy:
        turn = board.state.turn
        board.state.reports.append(
            Report(to=pack.side, turn=turn, source="submarine_combat", at=pack.at, block=block, kind=kind, names=heavy)
        )


def spend_torpedoes(board: Board, pack: Force, die: int | None = None) -> None:
    """7.3.2a Mark a wolfpack as out of torpedoes, so that it does not attack before it has reloaded.

    Only its owner is told. `die`: the die that decided this, for the event; None if no die was rolled.
    """
    for one in pack.counters:
        one.used = True
    board.tell_side(pack.side, TorpedoesSpent(pack.id, die))


def _tell(board: Board, pack: Force, target: Force, block: int, fight: Fight, *, offensive: bool) -> None:
    """7.4c, 1.8.1 Tell both sides in the combat its dice, the submarines that attacked, and the hits."""
    both, other = (pack.side, target.side), target.side
    met = SubmarinesMet(
        pack.side, pack.at, pack.block, block, fight.die, fight.modifier,
        len(fight.before), len(fight.after), offensive,
    )  # fmt: skip
    board.tell_each(pack.side, structs.replace(met, who=pack.id), structs.replace(met, force=target.id))
    for boat in fight.before:
        board.emit(_fired(pack.side, boat), to=both)
    asw = fight.hunt
    if asw.dice:
        hunted = Hunted(
            other, pack.at, pack.block, asw.dice, asw.modifiers, asw.fates, asw.sunk, asw.damaged, asw.held_down
        )  # fmt: skip
        board.tell_each(pack.side, structs.replace(hunted, force=pack.id), hunted)
    for boat in fight.after:
        board.emit(_fired(pack.side, boat), to=both)


def _fired(side: Side, boat: Boat) -> BoatFired:
    return _salvo(side, boat.named, boat.salvo) if boat.found else BoatFired(side, boat.named, found=False)


def _salvo(side: Side, named: str, salvo: Salvo) -> BoatFired:
    return BoatFired(
        side,
        named,
        True,
        salvo.dice,
        tuple(one.ship for one in salvo.hits),
        tuple(one.lost for one in salvo.hits),
        tuple(bool(one.sunk) for one in salvo.hits),
    )


async def packs_meet(board: Board, force: Force, target: Force, *, key: str) -> None:
    """7.4.4, 7.4.4a Resolve the attack of the wolfpack `force` on the wolfpack `target`.

    The die for surprise decides which of the two fires. Both wolfpacks are identified afterwards. `key`: the prefix of
    the journal keys of its rolls.
    """
    weather = board.state.sky.kind
    caught = await roll_surprise(board.box, weather, unidentified=force.level is None, key=f"{key}.surprise")
    firing, hit = (force, target) if caught.succeeds else (target, force)
    fought = await fight_duel(
        board.box, weather, surprise=caught.succeeds, soviet=is_soviet(board.box, firing), key=key
    )
    met = PacksMet(
        force.side, force.at, caught.die, caught.modifier, caught.succeeds, fought.die, fought.modifier, fought.sunk
    )  # fmt: skip
    board.emit(met, to=SIDES)
    if fought.sunk:
        await lose_boats(board, hit, 1, 0, key=f"{key}.lost")
    for one in (force, target):
        if one in board.state.forces:
            await identify_by_combat(board, one, "submarine", key=f"{key}.{board.called(one)}")


async def _among_stragglers(board: Board, pack: Force, target: Force, *, key: str) -> None:
    """7.7.2, 7.7.2a Let each submarine attack one transport of a scattered or dispersed convoy.

    `key`: the prefix of the journal keys of its rolls.
    """
    losses, both = strength_by_ship(board.box, target), (pack.side, target.side)
    found = await attack_stragglers(board.box, armed_boats(pack), target.counters, torpedoes=BOATS_TORPEDOES, key=key)
    for salvo in found.attacks:
        event = BoatFired(pack.side, "convoy", found=False) if salvo is None else _salvo(pack.side, "convoy", salvo)
        board.emit(event, to=both)
    if found.expended:
        spend_torpedoes(board, pack, found.die)
    await settle_losses(board, target, losses, key=f"{key}.ships")
