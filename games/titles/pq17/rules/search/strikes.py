"""6.3, 7.1 After the search: the question that asks which units shadow and which attack.

Its orders are carried out here.
"""

from collections.abc import Collection, Sequence

from msgspec import structs

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import Attack, Follow, Strike, StrikesForm, StrikesOrder, Target
from games.titles.pq17.orders.doctrine import apply_instructions
from games.titles.pq17.orders.draft_odds import Chance
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.rules.search.detachment import detach_ships, detachable_ships, unhurt_cruisers
from games.titles.pq17.rules.search.identification import blocks_named, contact_name, sighting_of
from games.titles.pq17.rules.search.legal_attacks import (
    attack_barred_by,
    is_beside,
    is_hopeless,
    is_near,
    may_attack,
    may_strike,
)
from games.titles.pq17.rules.search.location import By, location_chance, report_idle_aircraft
from games.titles.pq17.rules.search.public_options import might_fight, public_targets
from games.titles.pq17.rules.search.searchers import is_soviet
from games.titles.pq17.rules.search.shadowers import begin_shadowing, shadowers_for
from games.titles.pq17.rules.search.submarine_odds import dive_odds, hunt_odds
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Force, Kind


async def strikes(board: Board) -> str:
    """6.3, 7.1, 7.1.1 Ask the phasing side which units shadow, and which attack.

    The side is asked if, by public facts, it might have something to order, unless a standing instruction answers.
    Returns the name of the next step.
    """
    side = board.phase.side
    blocks = public_targets(board, side)
    asked = {one.at for one in blocks} if board.state.instructed(side).strikes == "ask" else set[str]()
    if blocks:
        give_orders(board, side, await _answered(board, side, _form_about(board, side, blocks)))
    striking = {name for order in board.phase.attacks if isinstance(order, Strike) for name in order.units}
    report_idle_aircraft(board, side, striking, asked=asked)
    send_home(board, side, striking)
    return "air_combat"


async def _answered(board: Board, side: Side, form: StrikesForm) -> tuple[StrikesOrder, ...]:
    """7.1 Return the orders to shadow and attack: the player's answer, or that of the standing instruction."""
    instructions = board.state.instructed(side)
    if instructions.strikes == "ask":
        return await ask(_question(side, _foretold(board, side, form)))
    return form.instructed_orders(instructions)


def _question(side: Side, form: StrikesForm) -> Ask[tuple[StrikesOrder, ...]]:
    prompt = Text("Who follows, and who attacks?", "追尾する部隊と攻撃する部隊を決めてください。")
    return Ask(key="strikes", kind="strikes", seat=side, rule="7.1", prompt=prompt, form=form)


def _foretold(board: Board, side: Side, form: StrikesForm) -> StrikesForm:
    """7.1.1, 7.4 Return the form with the odds of its attacks, from the side's own knowledge."""
    return structs.replace(
        form,
        chances=_chances(board, side, form),
        dives=dive_odds(board, side, form),
        hunts=hunt_odds(board, side, form),
    )


def _chances(board: Board, side: Side, form: StrikesForm) -> dict[str, dict[str, Chance]]:
    """7.1.1, 6.2d Return by target and attacker the chance to locate the target; Soviet units have a lower one."""
    found: dict[str, dict[str, Chance]] = {}
    forces = {one.id: one for one in board.forces_of(side)}
    flown = {one.id: board.box.aircraft[one.aircraft].nation == "soviet" for one in board.state.air}
    for one in form.targets:
        target = blocks_named(board, side, one.block)[0]
        found[one.block] = {name: location_chance(board, "air", target, soviet=flown[name]) for name in one.units}
        for name in one.forces:
            by: By = "wolfpack" if name in one.packs else "task_force"
            found[one.block][name] = location_chance(board, by, target, soviet=is_soviet(board.box, forces[name]))
    return found


def strikes_form(board: Board, side: Side) -> StrikesForm:
    """Return the form for shadowing and attacks, from the side's own knowledge."""
    return _form_about(board, side, public_targets(board, side))


def _form_about(board: Board, side: Side, blocks: Sequence[Force]) -> StrikesForm:
    """Return the form for shadowing these blocks, and for attacks on them."""
    targets: dict[str, Target] = {}
    for one in board.as_seen(blocks):
        targets.setdefault(contact_name(one), target_of(board, side, one))
    names = tuple(one.id for one in board.as_seen(board.forces_of(side)))
    return StrikesForm(targets=tuple(targets.values()), forces=names, groups=board.state.options.air_groups)


def target_of(board: Board, side: Side, target: Force) -> Target:
    """6.3, 7.1 Return the data of the form about one block: the units of a side that may shadow or attack it."""
    own = board.forces_of(side)
    over = [unit for unit in board.state.air if unit.at == target.at]
    units = [unit for unit in over if may_strike(board, side, unit, target)]
    forces = [one for one in own if may_attack(board, one, target)]
    shadowers = shadowers_for(board, side, target) if target.id in board.phase.found else ()
    return Target(
        block=contact_name(target),
        seen=sighting_of(target),
        shadowers=shadowers,
        units=tuple(unit.id for unit in units),
        forces=tuple(one.id for one in forces),
        packs=tuple(one.id for one in own if one.kind == "wolfpack"),
        hopeless=(*_spares(board, side, units, target), *_hopeless(board, forces, target)),
        splits={
            one.id: (ships, tuple(unhurt_cruisers(board.box, one.counters)))
            for one in own
            if one.id in shadowers and (ships := detachable_ships(board, one))
        },
        kept={one.id: rule for one in own if is_beside(one, target) and (rule := attack_barred_by(board, one, target))},
    )


def _spares(board: Board, side: Side, units: Sequence[AirUnit], target: Force) -> tuple[str, ...]:
    """7.1 Return the air units in the hex that attack the target only if an order after the search names them.

    They were ordered to attack other blocks, or escort only such bombers, or the side's instructions exclude the
    target.
    """
    flown = {one.unit: one for one in board.ordered(Fly)}
    kind, level = target.kind, target.level or 0
    told = [unit.id for unit in units if unit.id in flown and not flown[unit.id].takes(kind, level)]
    bombers = [unit.id for unit in units if unit.mission == "attack"]
    if not _is_quarry(board, side, target) or all(name in told for name in bombers):
        return tuple(unit.id for unit in units)
    return tuple(told)


def _hopeless(board: Board, forces: Sequence[Force], target: Force) -> tuple[str, ...]:
    return tuple(one.id for one in forces if is_hopeless(board, one, target) or not _is_quarry(board, one.side, target))


def _is_quarry(board: Board, side: Side, target: Force) -> bool:
    """7.1 Return True if a side's standing instructions allow an automatic attack on a block of this kind and ID."""
    instructions = board.state.instructed(side)
    return instructions.quarry in ("any", target.kind) and (target.level or 0) >= int(instructions.from_id)


def give_orders(board: Board, side: Side, orders: Sequence[StrikesOrder]) -> None:
    """6.3 Carry out orders: shadowing begins at once; attacks are stored for their segments, in declared order (7.1b).

    Standing instructions among the orders apply from now on.
    """
    board.state.instructions[side] = apply_instructions(board.state.instructed(side), orders)
    for order in orders:
        if isinstance(order, Follow):
            _follow(board, side, order)
    board.phase.attacks = (*board.phase.attacks, *(one for one in orders if isinstance(one, Strike | Attack)))


def _follow(board: Board, side: Side, order: Follow) -> None:
    """6.3, 6.3.3 Begin the ordered shadowing, with ships split off their force if that was ordered."""
    target = blocks_named(board, side, order.at)[0]
    force = next((one for one in board.forces_of(side) if one.id == order.by), None)
    by = detach_ships(board, force, order.ships).id if force is not None else order.by
    begin_shadowing(board, side, by, target, order.prefers)


def send_home(board: Board, side: Side, striking: Collection[str]) -> None:
    """5.3 Send aircraft that searched, and aircraft that do not attack, back to their base.

    `striking`: the ids of the air units that attack.
    """
    for unit in board.state.air:
        out = unit.mission in ("attack", "escort", "search") and unit.id not in striking
        if out and board.box.aircraft[unit.aircraft].side == side:
            unit.mission, unit.at = "", ""


async def ask_again(board: Board, side: Side, kinds: Collection[Kind]) -> None:
    """7.1 Ask again, before a combat segment, about hexes that combat has changed since the last question.

    Only forces of the `kinds` in these hexes declare their attacks again. The side is not asked if, by public facts, no
    block there can be of these kinds. If wolfpacks are not among `kinds`, the submarine segment is over and no wolfpack
    can be attacked.
    """
    changed, board.phase.stirred = set(board.phase.stirred), []
    if not changed:
        return
    blocks = [one for one in public_targets(board, side) if _is_fought(one, kinds)]
    again = [one for one in blocks if one.at in changed and might_fight(board, side, one, kinds)]
    if not again:
        return
    stale = {one.id for one in board.forces_of(side) if one.kind in kinds and any(is_near(one.at, at) for at in again)}
    board.phase.attacks = tuple(
        one for one in board.phase.attacks if not (isinstance(one, Attack) and one.force in stale)
    )
    form = _form_about(board, side, blocks)
    targets = tuple(_only(one, stale) for one in form.targets)
    targets = tuple(one for one in targets if one.forces)
    give_orders(board, side, await _answered(board, side, StrikesForm(targets=targets, forces=form.forces)))


def _is_fought(target: Force, kinds: Collection[Kind]) -> bool:
    """7.1b Return True if a block can be attacked in the current segment; packs only if packs are among `kinds`."""
    return target.kind != "wolfpack" or "wolfpack" in kinds


def _only(target: Target, forces: set[str]) -> Target:
    return Target(
        target.block,
        seen=target.seen,
        forces=tuple(one for one in target.forces if one in forces),
        packs=target.packs,
        hopeless=target.hopeless,
        kept={force: rule for force, rule in target.kept.items() if force in forces},
    )
