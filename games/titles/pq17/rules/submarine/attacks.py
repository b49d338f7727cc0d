"""7.4, 7.7.2 The submarine combat segment: packs at forces, forces at packs, packs at packs."""

from collections.abc import Sequence

from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.forces.asw import Escort, escort
from games.titles.pq17.rules.forces.submarines import Quarry
from games.titles.pq17.rules.forces.surprise import surprise
from games.titles.pq17.rules.forces.torpedoes import Salvo
from games.titles.pq17.rules.search.aftermath import boats_in, burn, held, lose_boats, settle
from games.titles.pq17.rules.search.called_off import targets_gone
from games.titles.pq17.rules.search.contacts import meant
from games.titles.pq17.rules.search.declaring import boats_of, may_attack
from games.titles.pq17.rules.search.finding import known_by_combat
from games.titles.pq17.rules.search.locating import locate
from games.titles.pq17.rules.search.occasions import FIGHTERS
from games.titles.pq17.rules.search.patrols import radii_return
from games.titles.pq17.rules.search.searchers import is_astray, is_soviet
from games.titles.pq17.rules.search.strikes import revised
from games.titles.pq17.rules.search.underwater import encounter, quarry
from games.titles.pq17.rules.submarine import attack as fighting
from games.titles.pq17.rules.submarine.attack import Boat, Fight
from games.titles.pq17.rules.submarine.boats import among_stragglers, duel
from games.titles.pq17.table.events.air import Hunted
from games.titles.pq17.table.events.submarine import BoatFired, PacksMet, SubmarinesMet, TorpedoesSpent
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Kind, Named, Report

BOATS_TORPEDOES = 1
"""7.4.3b The torpedo symbols of a boat."""


async def submarine_combat(sea: Sea) -> str:
    """7.1b, 7.4 Each pack attacks for itself, each task force hunts for itself, in the order of their declaring;
    then the enemy's temporary radii end (5.3.1).
    """
    side = sea.phase.side
    await revised(sea, side, FIGHTERS)
    targets_gone(sea, side, "wolfpack")
    for order in [one for one in sea.phase.attacks if isinstance(one, Attack)]:
        force = next((one for one in sea.forces_of(side) if one.id == order.force), None)
        targets = meant(sea, side, order.at)
        if force is None or not targets or "wolfpack" not in (force.kind, targets[0].kind):
            continue
        if may_attack(sea, force, targets[0]):
            await attack(sea, force, targets[0], named_by(order.boats))
    radii_return(sea, sea.enemy(side))
    return "surface_combat"


def named_by(words: Sequence[str]) -> tuple[Quarry, ...]:
    """7.4.3 The classes that boats name, as they were ordered."""
    known: dict[str, Quarry] = {"convoy": "convoy", "heavy": "heavy", "light": "light"}
    return tuple(known[word] for word in words)


async def attack(sea: Sea, force: Force, target: Force, ordered: Sequence[Quarry]) -> bool:
    """7.1.1, 7.4 An attack in this segment, or in passing (6.6.1a): located by the row of forces, or nothing happens.
    Whether they fought.
    """
    key = f"submarine.{sea.called(force)}.{sea.called(target)}"
    located = await locate(
        sea,
        "wolfpack" if force.kind == "wolfpack" else "task_force",
        target,
        soviet=is_soviet(sea.box, force),
        who=(force.id,),
        key=f"{key}.locate",
    )
    if not located.found:
        return False
    sea.phase.attacked.append(target.id)
    sea.state.attacked.append(target.id)
    sea.phase.stirred.append(target.at)
    if force.kind != "wolfpack":
        await hunt_pack(sea, force, target, key=key)
    elif target.kind == "wolfpack":
        await packs_meet(sea, force, target, key=key)
    elif is_astray(target):
        await _among_stragglers(sea, force, target, key=key)
    else:
        await combat(sea, force, target, ordered, key=key)
    return True


async def hunt_pack(sea: Sea, hunter: Force, pack: Force, *, key: str) -> None:
    """7.4.2a, 7.4.2b, 7.4.2c Offensive ASW of a task force: the whole procedure, with its dice at -1; it costs a turn
    of fuel.
    """
    await combat(sea, pack, hunter, (), offensive=True, key=key)
    burn(hunter, sea.box.numbers.fuel.offensive_anti_submarine)


async def combat(
    sea: Sea, pack: Force, target: Force, ordered: Sequence[Quarry], *, offensive: bool = False, key: str
) -> Fight:
    """7.4, 7.4b, 7.4c One submarine combat of a pack and a force of the enemy's, and what it leaves behind."""
    losses, block, kind = held(sea.box, target), target.block, target.kind
    boats = boats_of(pack)
    fight = await fighting.submarine_combat(
        sea.box,
        boats or boats_in(pack),
        target.counters,
        escort(sea.box, target.counters) if boats or offensive else Escort(),
        quarry(sea, pack, target, ordered),
        encounter(sea, pack, target, offensive=offensive),
        torpedoes=BOATS_TORPEDOES if boats else 0,
        key=key,
    )
    _tell(sea, pack, block, target.side, fight, offensive=offensive)
    _noted(sea, pack, block, kind, fight)
    if fight.cancels_refuelling:
        target.refuelling = False
    if fight.expended and boats:
        spend(sea, pack)
    await lose_boats(sea, pack, fight.hunt.sunk, fight.hunt.damaged, key=f"{key}.boats")
    await settle(sea, target, losses, key=f"{key}.ships")
    for one in (pack, target):
        if one in sea.state.forces:
            await known_by_combat(sea, one, "submarine", key=f"{key}.{sea.called(one)}")
    return fight


def _noted(sea: Sea, pack: Force, block: int, kind: Kind, fight: Fight) -> None:
    """7.4.3, 5.1.9a Heavy ships that boats hit, of which both heard, stand in a dated report by name."""
    hit = {one.ship for boat in (*fight.before, *fight.after) for one in boat.salvo.hits}
    heavy = tuple(Named(ship, 0) for ship in sea.box.ships if ship in hit and sea.box.ships[ship].is_heavy)
    if heavy:
        turn = sea.state.turn
        sea.state.reports.append(
            Report(to=pack.side, turn=turn, source="submarine_combat", at=pack.at, block=block, kind=kind, names=heavy)
        )


def spend(sea: Sea, pack: Force, die: int | None = None) -> None:
    """7.3.2a A pack is turned over: none of its boats attacks again before it has reloaded. Its owner alone knows."""
    for one in pack.counters:
        one.used = True
    sea.tell_side(pack.side, TorpedoesSpent(pack.id, die))


def _tell(sea: Sea, pack: Force, target: int, other: Side, fight: Fight, *, offensive: bool) -> None:
    """7.4c, 1.8.1 Both sides in the fight see its dice, the boats that attacked, and what was hit."""
    both = (pack.side, other)
    met = SubmarinesMet(
        pack.side, pack.at, pack.block, target, fight.die, fight.modifier,
        len(fight.before), len(fight.after), offensive,
    )  # fmt: skip
    sea.emit(met, to=both)
    for boat in fight.before:
        sea.emit(_fired(pack.side, boat), to=both)
    asw = fight.hunt
    if asw.dice:
        hunted = Hunted(
            other, pack.at, pack.block, asw.dice, asw.modifiers, asw.fates, asw.sunk, asw.damaged, asw.held_down
        )  # fmt: skip
        sea.emit(hunted, to=both)
    for boat in fight.after:
        sea.emit(_fired(pack.side, boat), to=both)


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


async def packs_meet(sea: Sea, force: Force, target: Force, *, key: str) -> None:
    """7.4.4, 7.4.4a A pack attacks a pack: surprise says who throws the one die; both are known afterwards."""
    weather = sea.state.sky.kind
    caught = await surprise(sea.box, weather, unidentified=force.level is None, key=f"{key}.surprise")
    firing, hit = (force, target) if caught.succeeds else (target, force)
    fought = await duel(sea.box, weather, surprise=caught.succeeds, soviet=is_soviet(sea.box, firing), key=key)
    met = PacksMet(
        force.side, force.at, caught.die, caught.modifier, caught.succeeds, fought.die, fought.modifier, fought.sunk
    )  # fmt: skip
    sea.emit(met, to=SIDES)
    if fought.sunk:
        await lose_boats(sea, hit, 1, 0, key=f"{key}.lost")
    for one in (force, target):
        if one in sea.state.forces:
            await known_by_combat(sea, one, "submarine", key=f"{key}.{sea.called(one)}")


async def _among_stragglers(sea: Sea, pack: Force, target: Force, *, key: str) -> None:
    """7.7.2, 7.7.2a Each boat at one transport of a scattered or dispersed convoy."""
    losses, both = held(sea.box, target), (pack.side, target.side)
    found = await among_stragglers(sea.box, boats_of(pack), target.counters, torpedoes=BOATS_TORPEDOES, key=key)
    for salvo in found.attacks:
        event = BoatFired(pack.side, "convoy", found=False) if salvo is None else _salvo(pack.side, "convoy", salvo)
        sea.emit(event, to=both)
    if found.expended:
        spend(sea, pack, found.die)
    await settle(sea, target, losses, key=f"{key}.ships")
