"""6.3, 7.1 After the search: who follows, and which attacks are declared."""

from collections.abc import Collection, Sequence

from msgspec import structs

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.attacks import Attack, Follow, Strike, StrikesForm, StrikesOrder, Target
from games.titles.pq17.orders.doctrine import instructed
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.orders.odds import Chance
from games.titles.pq17.rules.search.called_off import turned_back
from games.titles.pq17.rules.search.contacts import contact, meant, sighted
from games.titles.pq17.rules.search.declaring import is_beside, is_hopeless, is_near, kept_from, may_attack, may_strike
from games.titles.pq17.rules.search.detaching import detached, may_detach, unhurt_cruisers
from games.titles.pq17.rules.search.locating import By, chance
from games.titles.pq17.rules.search.occasions import might_fight, touched
from games.titles.pq17.rules.search.searchers import is_soviet
from games.titles.pq17.rules.search.shadowing import begin, shadowers_for
from games.titles.pq17.rules.search.underwater import dives, hunts
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force, Kind


async def strikes(sea: Sea) -> str:
    """6.3, 7.1, 7.1.1 The phasing side says who follows and who attacks; asked wherever all can see that it may have
    something to order, unless it has ordered so ahead.
    """
    side = sea.phase.side
    blocks = touched(sea, side)
    asked = {one.at for one in blocks} if sea.state.instructed(side).strikes == "ask" else set[str]()
    if blocks:
        give_orders(sea, side, await _answered(sea, side, _form_about(sea, side, blocks)))
    striking = {name for order in sea.phase.attacks if isinstance(order, Strike) for name in order.units}
    turned_back(sea, side, striking, asked=asked)
    send_home(sea, side, striking)
    return "air_combat"


async def _answered(sea: Sea, side: Side, form: StrikesForm) -> tuple[StrikesOrder, ...]:
    """7.1 By standing instruction, or when asked."""
    instructions = sea.state.instructed(side)
    if instructions.strikes == "ask":
        return await ask(_question(side, _foretold(sea, side, form)))
    return form.ahead(instructions)


def _question(side: Side, form: StrikesForm) -> Ask[tuple[StrikesOrder, ...]]:
    prompt = Text("Who follows, and who attacks?", "追尾する部隊と攻撃する部隊を決めてください。")
    return Ask(key="strikes", kind="strikes", seat=side, rule="7.1", prompt=prompt, form=form)


def _foretold(sea: Sea, side: Side, form: StrikesForm) -> StrikesForm:
    """7.1.1, 7.4 The form with what its attacks come to, for all that the side knows."""
    return structs.replace(
        form, chances=_chances(sea, side, form), dives=dives(sea, side, form), hunts=hunts(sea, side, form)
    )


def _chances(sea: Sea, side: Side, form: StrikesForm) -> dict[str, dict[str, Chance]]:
    """7.1.1, 6.2d By target, how likely each of those who may attack it locates it; Soviets by themselves are worse."""
    found: dict[str, dict[str, Chance]] = {}
    forces = {one.id: one for one in sea.forces_of(side)}
    flown = {one.id: sea.box.aircraft[one.aircraft].nation == "soviet" for one in sea.state.air}
    for one in form.targets:
        target = meant(sea, side, one.block)[0]
        found[one.block] = {name: chance(sea, "air", target, soviet=flown[name]) for name in one.units}
        for name in one.forces:
            by: By = "wolfpack" if name in one.packs else "task_force"
            found[one.block][name] = chance(sea, by, target, soviet=is_soviet(sea.box, forces[name]))
    return found


def form_of(sea: Sea, side: Side) -> StrikesForm:
    """The form of shadowing and attacks as a side knows the table."""
    return _form_about(sea, side, touched(sea, side))


def _form_about(sea: Sea, side: Side, blocks: Sequence[Force]) -> StrikesForm:
    """The form of shadowing these blocks, and of attacks on them."""
    targets: dict[str, Target] = {}
    for one in sea.as_seen(blocks):
        targets.setdefault(contact(one), target_of(sea, side, one))
    names = tuple(one.id for one in sea.as_seen(sea.forces_of(side)))
    return StrikesForm(targets=tuple(targets.values()), forces=names, groups=sea.state.options.air_groups)


def target_of(sea: Sea, side: Side, target: Force) -> Target:
    """What a side can order about a block, as it knows the table."""
    found = target.id in sea.phase.searched
    own = sea.forces_of(side)
    over = [unit for unit in sea.state.air if unit.at == target.at]
    units = [unit for unit in over if may_strike(sea, side, unit, target)]
    forces = [one for one in own if may_attack(sea, one, target)]
    shadowers = shadowers_for(sea, side, target) if found else ()
    return Target(
        block=contact(target),
        seen=sighted(target),
        shadowers=shadowers,
        units=tuple(unit.id for unit in units),
        forces=tuple(one.id for one in forces),
        packs=tuple(one.id for one in own if one.kind == "wolfpack"),
        hopeless=(*_spares(sea, side, units, target), *_hopeless(sea, forces, target)),
        splits={
            one.id: (ships, tuple(unhurt_cruisers(sea.box, one.counters)))
            for one in own
            if one.id in shadowers and (ships := may_detach(sea, one))
        },
        kept={one.id: rule for one in own if is_beside(one, target) and (rule := kept_from(sea, one, target))},
    )


def _spares(sea: Sea, side: Side, units: Sequence[AirUnit], target: Force) -> tuple[str, ...]:
    """7.1 Air units that were told to attack other blocks than this; escorts whose bombers are all told so too."""
    flown = {one.unit: one for one in sea.ordered(Fly)}
    kind, level = target.kind, target.level or 0
    told = [unit.id for unit in units if unit.id in flown and not flown[unit.id].takes(kind, level)]
    bombers = [unit.id for unit in units if unit.mission == "attack"]
    if not _is_quarry(sea, side, target) or all(name in told for name in bombers):
        return tuple(unit.id for unit in units)
    return tuple(told)


def _hopeless(sea: Sea, forces: Sequence[Force], target: Force) -> tuple[str, ...]:
    return tuple(one.id for one in forces if is_hopeless(sea, one, target) or not _is_quarry(sea, one.side, target))


def _is_quarry(sea: Sea, side: Side, target: Force) -> bool:
    """7.1 Whether a side's instructions let it attack such a block without being told so."""
    instructions = sea.state.instructed(side)
    return instructions.quarry in ("any", target.kind) and (target.level or 0) >= int(instructions.from_id)


def give_orders(sea: Sea, side: Side, orders: Sequence[StrikesOrder]) -> None:
    """6.3 Shadowers begin at once; attacks wait for their segments, in the order in which they were declared (7.1b);
    instructions hold from now on.
    """
    sea.state.instructions[side] = instructed(sea.state.instructed(side), orders)
    for order in orders:
        if isinstance(order, Follow):
            _follow(sea, side, order)
    sea.phase.attacks = (*sea.phase.attacks, *(one for one in orders if isinstance(one, Strike | Attack)))


def _follow(sea: Sea, side: Side, order: Follow) -> None:
    """6.3, 6.3.3 What was ordered begins to follow, ships split off their force if that was ordered too."""
    target = meant(sea, side, order.at)[0]
    force = next((one for one in sea.forces_of(side) if one.id == order.by), None)
    by = detached(sea, force, order.ships).id if force is not None else order.by
    begin(sea, side, by, target, order.prefers)


def send_home(sea: Sea, side: Side, striking: Collection[str]) -> None:
    """5.3 Aircraft that searched, and those with nothing to attack, go back to their base."""
    for unit in sea.state.air:
        out = unit.mission in ("attack", "escort", "search") and unit.id not in striking
        if out and sea.box.aircraft[unit.aircraft].side == side:
            unit.mission, unit.at = "", ""


async def revised(sea: Sea, side: Side, kinds: Collection[Kind]) -> None:
    """7.1 Asked again before a segment about the hexes that a combat has changed since it was asked last: attacks by
    forces of these kinds there are declared anew. It is not where all can see that no block there may be one of them;
    without packs among them the submarine segment is over, and no pack is hunted any more.
    """
    changed, sea.phase.stirred = set(sea.phase.stirred), []
    if not changed:
        return
    blocks = [one for one in touched(sea, side) if _is_fought(one, kinds)]
    again = [one for one in blocks if one.at in changed and might_fight(sea, side, one, kinds)]
    if not again:
        return
    stale = {one.id for one in sea.forces_of(side) if one.kind in kinds and any(is_near(one.at, at) for at in again)}
    sea.phase.attacks = tuple(one for one in sea.phase.attacks if not (isinstance(one, Attack) and one.force in stale))
    form = _form_about(sea, side, blocks)
    targets = tuple(_only(one, stale) for one in form.targets)
    targets = tuple(one for one in targets if one.forces)
    give_orders(sea, side, await _answered(sea, side, StrikesForm(targets=targets, forces=form.forces)))


def _is_fought(target: Force, kinds: Collection[Kind]) -> bool:
    """7.1b Packs are fought in the submarine segment alone."""
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
