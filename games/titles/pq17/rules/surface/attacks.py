"""7.1c, 7.5, 7.7.1 The surface combat segment: attacks, interception, the boats of a convoy, surprise, battle."""

from collections.abc import Sequence

from msgspec import structs

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.forces.composition import broken, free_blocks
from games.titles.pq17.rules.forces.surprise import Surprise, is_possible, surprise
from games.titles.pq17.rules.search.aftermath import held, recovered, settle
from games.titles.pq17.rules.search.called_off import targets_gone
from games.titles.pq17.rules.search.contacts import meant
from games.titles.pq17.rules.search.declaring import forbidden, guns_of, may_attack, worth
from games.titles.pq17.rules.search.detaching import detached
from games.titles.pq17.rules.search.locating import locate
from games.titles.pq17.rules.search.searchers import is_astray, is_soviet
from games.titles.pq17.rules.search.shadowing import begin, follows_after_battle
from games.titles.pq17.rules.search.strikes import revised
from games.titles.pq17.rules.submarine import attacks as submarines
from games.titles.pq17.rules.surface.engagement import fight
from games.titles.pq17.rules.surface.stragglers import straggler_sunk
from games.titles.pq17.rules.surface.telling import tell_both_sides
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.forces import BlocksChanged
from games.titles.pq17.table.events.surface import Intercepted, StragglerSunk
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Kind

SHIPS: tuple[Kind, ...] = ("task_force",)
"""7.5 Who attacks in this segment."""
BOATS_OF = "_boats"
"""7.4.6 How a pack is called that leaves a convoy."""


async def surface_combat(sea: Sea) -> str:
    """7.5 The attacks of the phasing side's task forces, in the order in which their targets were first named; each
    force fights once in a segment. It is the last combat of a phase, with which its Aborts end.
    """
    side = sea.phase.side
    sea.phase.fought = []
    await revised(sea, side, SHIPS)
    targets_gone(sea, side, "task_force")
    orders = [one for one in sea.phase.attacks if isinstance(one, Attack)]
    for at in dict.fromkeys(one.at for one in orders):
        targets = meant(sea, side, at)
        if targets and targets[0].kind != "wolfpack":
            named = [one.force for one in orders if one.at == at]
            await attack(sea, targets[0], [one for one in sea.forces_of(side) if one.id in named])
    for unit in sea.state.air:
        unit.mission = "" if unit.mission == "attack" else unit.mission
    recovered(sea)
    return "combine"


async def attack(sea: Sea, target: Force, forces: Sequence[Force]) -> None:
    """7.1c, 7.5.1b An attack on a block: each force draws its own card; those that locate it attack together, the
    others may join from round 2. 7.5.1d Who comes at stragglers from the next hex (6.8.1) is met by nobody in theirs;
    7.5.1 who fights in the phase of his enemy (6.6.1a) is not intercepted.
    """
    attackers = []
    for force in forces:
        able = force.kind == "task_force" and _is_free(sea, force) and may_attack(sea, force, target)
        if able and _is_free(sea, target) and await _locates(sea, force, target):
            attackers.append(force)
    if not attackers:
        return
    sea.phase.attacked.append(target.id)
    sea.state.attacked.append(target.id)
    sea.phase.stirred.append(target.at)
    close = [one for one in attackers if one.at == target.at]
    phasing = target.side != sea.phase.side
    interceptors = await interception(sea, target, close) if close and phasing else []
    if interceptors:
        await engage(sea, interceptors, close)
        attackers = [one for one in attackers if one not in close]
    if attackers and is_astray(target):
        await sink_stragglers(sea, target, len(attackers))
    elif attackers:
        await engage(sea, attackers, [target])


def _is_free(sea: Sea, force: Force) -> bool:
    return force.id not in sea.phase.fought and force in sea.state.forces


async def _locates(sea: Sea, force: Force, target: Force, *, most: int = 0) -> bool:
    key = f"surface.{sea.called(force)}.{sea.called(target)}"
    located = await locate(
        sea, "task_force", target, soviet=is_soviet(sea.box, force), who=(force.id,), most=most, key=key
    )
    return located.found


async def sink_stragglers(sea: Sea, target: Force, forces: int) -> None:
    """7.7.1 Each task force that located a scattered or dispersed convoy sinks one transport of it."""
    for number in range(forces):
        key = f"stragglers.{sea.called(target)}.{number}"
        before = held(sea.box, target)
        ship = await straggler_sunk(sea.box, target.counters, key=key)
        if ship is not None:
            tell_both_sides(sea, StragglerSunk(target.side, target.at, ship))
        await settle(sea, target, before, key=key)
        if target not in sea.state.forces:
            return


# --- interception


async def interception(sea: Sea, target: Force, attackers: Sequence[Force]) -> list[Force]:
    """7.5.1, 7.5.1a Other task forces of the target's side in the hex that want to intercept, as ordered, and find an
    attacker: two cards where their side shadows it.
    """
    found = []
    for force in in_hex(sea, target.side, target.at):
        if force is target or not _is_free(sea, force) or not _intercepts(sea, force, attackers):
            continue
        shadowed = any(one.target == attackers[0].id for one in sea.state.shadows)
        succeeds = await _locates(sea, force, attackers[0], most=2 if shadowed else 1)
        sea.tell(Intercepted(force.side, force.at, force.block, succeeds))
        if succeeds:
            found.append(force)
    return found


def in_hex(sea: Sea, side: Side, at: str) -> list[Force]:
    """The task forces of a side at sea in a hex, in an order that says nothing."""
    there = [one for one in sea.forces_of(side) if one.at == at and one.at_sea and one.kind == "task_force"]
    return sea.as_seen(there)


def _intercepts(sea: Sea, force: Force, attackers: Sequence[Force]) -> bool:
    """7.5.1c, 7.5.7 As ordered; who intercepts attacks, so that the limits of German task forces hold."""
    if any(forbidden(sea, force, one) for one in attackers):
        return False
    wish = sea.state.instructed(force.side).intercepts
    if wish != "if_weaker":
        return wish == "always"
    told = [worth(sea, force.side, one) for one in attackers]
    known = [one for one in told if one is not None]
    return sum(known) <= guns_of(sea, [force])


# --- the battle


async def engage(sea: Sea, attackers: Sequence[Force], defenders: Sequence[Force]) -> None:
    """7.5.1b, 7.6 Surprise, the boats of a convoy if there is none, and the battle; others in the hex may join."""
    key = f"battle.{sea.called(defenders[0])}"
    caught = await _surprise(sea, attackers, defenders, key=key)
    if not (caught and caught.succeeds):
        for force in list(defenders):
            attackers = await _sally(sea, force, attackers, key=f"{key}.boats")
    if not attackers:
        return
    at = defenders[0].at
    in_battle = {one.id for one in (*attackers, *defenders)}
    first = sea.phase.side
    others = [
        one
        for side in (first, sea.enemy(first))
        for one in in_hex(sea, side, at)
        if one.id not in in_battle and _is_free(sea, one)
    ]
    surprised = caught is not None and caught.succeeds
    told = (caught.die, caught.modifier) if caught is not None else None
    await fight(sea, attackers, defenders, others, surprised=surprised, surprise=told, key=key)
    follow_on(sea, (*attackers, *defenders, *others))


async def _surprise(sea: Sea, attackers: Sequence[Force], defenders: Sequence[Force], *, key: str) -> Surprise | None:
    """7.6 The die of whoever attacks, at night or in poor weather."""
    weather = sea.state.sky.kind
    if not is_possible(weather, day=sea.is_day):
        return None
    carriers = {one.ship for force in defenders for one in force.counters}
    return await surprise(
        sea.box,
        weather,
        unidentified=all(one.level is None for one in attackers),
        carrier_searches=any(unit.base in carriers and unit.at for unit in sea.state.air),
        key=f"{key}.surprise",
    )


async def _sally(sea: Sea, convoy: Force, attackers: Sequence[Force], *, key: str) -> list[Force]:
    """7.4.6 The submarines of a convoy that is not surprised form a pack, as its side has ordered, and fight one
    attacker before the battle; the attackers that are left.
    """
    boats = [one for one in convoy.counters if sea.box.ships[one.ship].type == "ss" and not one.used]
    wanted = sea.state.instructed(convoy.side).sally == "yes" and submarines_fight(sea.state.sky.kind)
    room = free_blocks(sea.box, sea.state.forces, convoy.side, "wolfpack") > 0
    if convoy.kind != "convoy" or not boats or not wanted or not room or broken(sea.box, boats):
        return list(attackers)
    pack = form_pack(sea, convoy, boats)
    await submarines.combat(sea, pack, attackers[0], (), key=key)
    return [one for one in attackers if one in sea.state.forces]


def form_pack(sea: Sea, convoy: Force, boats: Sequence[Counter]) -> Force:
    """7.4.6 The boats leave the convoy as a block of their own."""
    convoy.counters = [one for one in convoy.counters if all(one is not boat for boat in boats)]
    convoy.told = 0
    pack = Force(
        id=f"{convoy.id}{BOATS_OF}", side=convoy.side, kind="wolfpack", block=0, at=convoy.at, level=convoy.level,
        counters=list(boats),
    )  # fmt: skip
    sea.place(pack)
    sea.renew(convoy.side, convoy.at)
    now = len(sea.together(pack))
    seen = BlocksChanged(convoy.side, convoy.at, now - 1, now, faces=() if pack.level is None else (pack.level,))
    sea.tell_of(convoy.side, structs.replace(seen, force=pack.id, left=convoy.id), seen)
    return pack


def follow_on(sea: Sea, forces: Sequence[Force]) -> None:
    """6.3.3 After the battle an Allied force with an undamaged cruiser follows a German one with a capital ship, unless
    something does already.
    """
    there = [one for one in forces if one in sea.state.forces]
    for target in [one for one in there if one.side == "axis"]:
        followers = [one for one in there if one.side == "allied" and follows_after_battle(sea, one, target)]
        followed = any(one.target == target.id for one in sea.state.shadows)
        bound = {one.who for one in sea.state.shadows}
        free = [one for one in followers if one.id not in bound]
        if free and not followed and sea.state.instructed("allied").meets != "ignore":
            begin(sea, "allied", detached(sea, free[0]).id, target)
