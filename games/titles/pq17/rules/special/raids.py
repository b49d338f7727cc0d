"""12.4, 12.7, 13.0d, 7.1.3 Air raids on ports and airfields, by carriers, by an event or by a special situation."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, structs

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.airfield import strike_airfield
from games.titles.pq17.rules.air.combat import dogfight, usual_fires, usual_replies
from games.titles.pq17.rules.air.exchange import (
    Defence,
    ask_defence,
    ask_sorties,
    is_asked,
    tell_attackers,
    visible_row,
)
from games.titles.pq17.rules.air.planning import scrambled_fighters
from games.titles.pq17.rules.air.raid import carrier_searches
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie, row_of
from games.titles.pq17.rules.air.strike import Place, Wave, bomb_results, strike
from games.titles.pq17.rules.forces.battle_display import Stack, as_counters, is_boat
from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.forces.hits import count_damaged
from games.titles.pq17.rules.forces.situations import may_fly, note_norway_struck
from games.titles.pq17.rules.forces.surprise import roll_surprise
from games.titles.pq17.rules.forces.victory_points import record_aircraft_lost
from games.titles.pq17.rules.search.air_patrols import coast_of, may_base_fly, weather_for
from games.titles.pq17.rules.search.casualties import (
    restore_aborted_steps,
    settle_aircraft_losses,
    settle_losses,
    strength_by_ship,
    strengths_of,
)
from games.titles.pq17.rules.search.shadowing import base_of
from games.titles.pq17.rules.special.boxed import BOXED, boxed_merchants, put_back
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter, is_bomber
from games.titles.pq17.state.events.air import Laid, Scrambled
from games.titles.pq17.state.events.special import Raided, Settled
from games.titles.pq17.state.state import AirUnit, Force

BOMBERS = ("db", "lb", "mb", "hb")
"""7.2.6 The aircraft types that carry bombs."""


def target_hex(board: Board, target: str) -> str:
    """Return the hex of a port or airfield."""
    return board.box.base_hex(target)


def units_in_reach(board: Board, side: Side, target: str, units: Sequence[AirUnit], *, day: bool) -> tuple[str, ...]:
    """7.1.3, 5.3a, 12.6 Return the ids of the units that can reach a target in this light.

    These are bombers, and by day the fighters that escort them. The result is empty if no bomber reaches the target.
    `units`: the units to choose from.
    """
    there, found = target_hex(board, target), []
    for unit in units:
        kind, base = board.box.aircraft[unit.aircraft], base_of(board, unit)
        if kind.side != side or unit.interceptor or not unit.flying or unit.mission or base is None:
            continue
        if not may_fly(board, unit):  # 12.6 An offensive also restricts units sent by an event or another situation.
            continue
        goes = kind.type in BOMBERS or (kind.type == "f" and day)
        if goes and may_base_fly(board, unit.base, carrier=kind.carrier) and hexes.distance(base, there) <= kind.range:
            found.append(unit.id)
    bombs = any(board.box.aircraft[_unit(board, name).aircraft].type in BOMBERS for name in found)
    return tuple(found) if bombs else ()


def _unit(board: Board, name: str) -> AirUnit:
    return next(unit for unit in board.state.air if unit.id == name)


class RaidTerms(Struct, frozen=True, gc=False):
    """The circumstances of a raid.

    `day`: True if the raid is flown by day. `only`: the id of the only ship that is attacked (12.4a); "" for all ships.
    `scores`: True if the losses score points. `merchant_hits`: the number of hits that sinks a merchant (12.7b).
    """

    day: bool
    only: str = ""
    scores: bool = True
    merchant_hits: int = 1


async def resolve_raid(board: Board, side: Side, order: Raid, terms: RaidTerms, *, key: str) -> None:
    """7.1.3, 7.1.1e, 7.2 Resolve one attack on a port or airfield. No card is drawn to locate the target.

    Fighters take off, guns fire, and bombs fall. As in an attack at sea, sides are asked if their standing instructions
    say so: the defender before the fighters meet, the attacker once the row is public. `side`: the attacker. `order`:
    the target and the attacking units. `terms`: the circumstances. `key`: the prefix of the journal keys of its rolls
    and questions.
    """
    attackers = {name: _unit(board, name) for name in order.units}
    said, defenders = await _met(board, side, order.on, tuple(attackers.values()), terms, key=key)
    grounded = {unit.id: unit for unit in board.state.air if unit.base == order.on}
    everybody = {**attackers, **defenders, **grounded}
    before, since = strengths_of(everybody), len(board.state.losses)
    whole = {name: unit.damaged for name, unit in everybody.items()}
    await _air_fight(board, attackers, defenders, said, key=key)
    owed = before
    if is_asked(board, side):  # Losses first: the player who is asked sees the strength left.
        _settle(board, side, before, attackers, scores=terms.scores)
        owed = strengths_of(everybody)
        gone = (*_shot_down(before, attackers), *_grounded_losses(board, side, before, everybody))
        board.tell(Settled("air_fight", (*gone, *_damaged(whole, everybody))))
    bombers = {name: one for name, one in attackers.items() if is_bomber(board.box.aircraft[one.aircraft])}
    for one in bombers.values():
        if one.base in board.box.ships and one.flying and _is_norwegian(board, order.on):
            note_norway_struck(board, one.base)
    sunk, hit = await _bombs(board, side, order.on, bombers, defenders, terms, said, key=key)
    if not terms.scores:
        _unscored(board, since)
    shot = _shot_down(before, attackers)
    lost = _grounded_losses(board, side, before, everybody)
    names, what = tuple(unit.aircraft for unit in attackers.values()), _sort_of(board, order.on)
    seen = Raided(side, order.on, what, names, shot, lost, sunk, (), _damaged(whole, everybody))
    if hit:
        board.emit(structs.replace(seen, hit=hit), to=SIDES, reduced=seen)
    else:
        board.tell(seen)
    _settle(board, side, owed, attackers, scores=terms.scores)
    if board.state.phase is None:  # 12.7: outside all player phases Aborts last no longer than their raid (7.2.3a)
        restore_aborted_steps(board)


async def _met(
    board: Board, side: Side, target: str, coming: Sequence[AirUnit], terms: RaidTerms, *, key: str
) -> tuple[Defence, dict[str, AirUnit]]:
    """7.2.1, 7.2.1o Return the defender's orders, and the fighters that take off against the raid by day.

    With the option, a die first decides on surprise, by the weather over the target. `coming`: the attackers. `key`:
    the prefix of the journal keys of its rolls.
    """
    enemy, at, thrown = board.enemy(side), target_hex(board, target), None
    tell_attackers(board, side, coming, at)
    against = _target_force(board, enemy, target, terms)
    if board.state.options.air_surprise and terms.day:
        weather, out = weather_for(board, coast_of(board, target)), carrier_searches(board, against)
        thrown = await roll_surprise(
            board.box, weather, unidentified=False, carrier_searches=out, key=f"{key}.surprise"
        )
    caught = thrown.succeeds if thrown is not None else None
    said = await ask_defence(board, against, coming, surprise=caught, day=terms.day, key=key)
    rising = scrambled_fighters(board, enemy, at, coming, surprise=caught, chosen=said.rises, day=terms.day)
    if rising or thrown is not None:
        kinds, strengths = tuple(one.aircraft for one in rising), tuple(one.flying for one in rising)
        die = thrown.die if thrown is not None else None
        board.emit(Scrambled(enemy, at, kinds, strengths, die, bool(caught)), to=SIDES)
    return said, {one.id: one for one in rising}


def _is_norwegian(board: Board, target: str) -> bool:
    """12.5 Return True if a port or airfield is in Norway; Kiel is not."""
    return "no" in board.box.hexes[target_hex(board, target)].coasts


def _sort_of(board: Board, target: str) -> str:
    return "ships" if target in board.box.ports else "field"


async def _air_fight(
    board: Board, attackers: Mapping[str, AirUnit], defenders: Mapping[str, AirUnit], said: Defence, *, key: str
) -> None:
    """7.2.2, 7.2.3 Let the fighters that took off fight one round with the attackers. `said`: the defender's orders.

    `key`: the prefix of the journal keys of its rolls.
    """
    if defenders:
        fires = usual_fires(board.box, attackers, defenders, said.first)
        replies = usual_replies(board.box, attackers, fires)
        await dogfight(board.box, attackers, defenders, (*fires, *replies), key=f"{key}.air")


async def _bombs(
    board: Board,
    side: Side,
    target: str,
    bombers: Mapping[str, AirUnit],
    risen: Collection[str],
    terms: RaidTerms,
    said: Defence,
    *,
    key: str,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Resolve the bombs on a port or an airfield; return the ids of the ships sunk, and of those hit but afloat.

    `risen`: the ids of the fighters that took off. `said`: the defender's orders. `key`: the prefix of the journal keys
    of its rolls.
    """
    if target in board.box.ports:
        return await _bomb_port(board, side, target, bombers, terms, said, key=key)
    await strike_airfield(board, side, target, bombers, risen, day=terms.day, key=key)
    return (), ()


def _settle(
    board: Board, side: Side, before: Mapping[str, int], attackers: Mapping[str, AirUnit], *, scores: bool
) -> None:
    """7.2.3c, 12.4a Record aircraft that were shot down, and score them; without `scores`, attackers score nothing.

    `before`: by id of the unit, its strength before the raid. `scores`: False for a bombing order.
    """
    if scores:
        settle_aircraft_losses(board, before)
        return
    for name, unit in attackers.items():
        if before[name] > unit.strength:
            record_aircraft_lost(board, side, unit.aircraft, before[name] - unit.strength, scores=False)
    settle_aircraft_losses(board, {name: strength for name, strength in before.items() if name not in attackers})


def _unscored(board: Board, since: int) -> None:
    """2.4b, 12.4a Change the cause of damage to one that never scores, for the losses from index `since` on."""
    for place, loss in enumerate(board.state.losses[since:], start=since):
        if loss.how == "damaged":
            board.state.losses[place] = structs.replace(loss, how="raided")


def _shot_down(before: Mapping[str, int], attackers: Mapping[str, AirUnit]) -> tuple[str, ...]:
    """Return the attackers' permanently lost steps: the aircraft type of each.

    `before`: the strength by id of the unit.
    """
    return tuple(one.aircraft for name, one in attackers.items() for _ in range(before[name] - one.strength))


def _grounded_losses(
    board: Board, side: Side, before: Mapping[str, int], known: Mapping[str, AirUnit]
) -> tuple[str, ...]:
    """Return the defender's permanently lost steps: the aircraft type of each.

    Printed fighters stay secret (7.2.3d).
    """
    return tuple(
        unit.aircraft
        for name, unit in known.items()
        if board.box.aircraft[unit.aircraft].side != side and not unit.interceptor
        for _ in range(before.get(name, unit.strength) - unit.strength)
    )


def _damaged(before: Mapping[str, int], known: Mapping[str, AirUnit]) -> tuple[str, ...]:
    """7.2.3b Return the steps of both sides that were damaged in the raid: the aircraft type of each.

    Printed fighters stay secret (7.2.3d). `before`: by id of the unit, its damaged steps before the raid.
    """
    return tuple(
        unit.aircraft
        for name, unit in known.items()
        if not unit.interceptor
        for _ in range(unit.damaged - before[name])
    )


def _lying(board: Board, owner: Side, port: str) -> list[Force]:
    """15.2.2b Return all forces with ships in a port, and the merchants in its boxes as forces."""
    there = [one for one in board.state.forces if one.side == owner and one.port == port and one.counters]
    return [*there, *boxed_merchants(board, owner, port)]


def _aimed(board: Board, lying: Sequence[Force], terms: RaidTerms) -> list[Counter]:
    """7.2.4, 12.4a Return the ships that are attacked: no submarines, and only the ship `terms.only` if it is set."""
    counters = [one for force in lying for one in force.counters if not terms.only or one.ship == terms.only]
    return [one for one in counters if not is_boat(board.box, one)]


def _target_force(board: Board, owner: Side, target: str, terms: RaidTerms) -> Force:
    """7.2 Return the attacked ships in a port as a force that has no block; for an airfield, a force without ships."""
    port = target if target in board.box.ports else ""
    counters = _aimed(board, _lying(board, owner, port), terms) if port else []
    return Force(id=target, side=owner, kind="task_force", block=0, at=target_hex(board, target), port=port,
                 counters=counters)  # fmt: skip


async def _bomb_port(
    board: Board, side: Side, port: str, bombers: Mapping[str, AirUnit], terms: RaidTerms, said: Defence, *, key: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """7.1.3, 7.2.4, 7.2.6 Bomb the ships in a port; return the ids of the ships sunk, and of those hit but afloat.

    `said`: the defender's orders. `key`: the prefix of the journal keys of its rolls.
    """
    lying = _lying(board, board.enemy(side), port)
    boxed = [one for one in lying if one.id in BOXED]
    in_boxes = [parts for force in lying for parts in _laid_out(board, force) if force in boxed]
    before = {one.id: strength_by_ship(board.box, one) for one in lying}
    counters = _aimed(board, lying, terms)
    row = row_of(board.box, counters, said.row, in_port=True)
    strengths = {id(one): one.strength for one in counters}
    place = _place(board, side, port, row, terms, said)
    flown = await _flown(board, side, port, row, bombers, place, key=key)
    owners = {id(one): force for force in lying for one in force.counters}
    spared: dict[str, dict[str, int]] = {}
    if row:
        waves = await strike(board.box, row, bombers, flown, place, key=key)
        spared = _fated(waves, owners, row)
    if terms.merchant_hits > 1:
        _spread(board, row, counters, strengths, terms.merchant_hits)
    left, aimed = {id(one) for stack in row for one in stack}, {id(one) for one in counters}
    for force in lying:
        afloat = [one for one in force.counters if id(one) not in aimed or id(one) in left]
        force.counters = afloat if force in boxed else merge_counters(afloat)
    told = await _told(board, lying, before, spared, key=key)
    if boxed:
        put_back(board, port, boxed, in_boxes)
    return told


def _laid_out(board: Board, force: Force) -> list[list[Counter]]:
    """1.4e, 7.2.4 Split the counters of a force for the row; return for each old counter the new counters."""
    parts = [as_counters(board.box, [one]) for one in force.counters]
    force.counters = [one for part in parts for one in part]
    return parts


def _fated(waves: Sequence[Wave], owners: Mapping[int, Force], row: Sequence[Stack]) -> dict[str, dict[str, int]]:
    """7.9c Option: put destroyers that bombs have wrecked in port back into their force.

    Returns by force and class the strength of destroyers whose fate is Damaged, which is no loss. `owners`: the force
    of each counter, by the counter's identity.
    """
    spared: dict[str, dict[str, int]] = {}
    afloat = {id(one) for stack in row for one in stack}
    for one in bomb_results(waves):
        force = owners.get(id(one.counter))
        if force is not None and one.fates:
            force.counters += [wreck for wreck in one.wrecks if id(wreck) in afloat]
            home = spared.setdefault(force.id, {})
            home[one.ship] = home.get(one.ship, 0) + count_damaged([one.fates])
    return spared


async def _flown(
    board: Board, side: Side, port: str, row: list[Stack], bombers: Mapping[str, AirUnit], place: Place, *, key: str
) -> list[Sortie]:
    """7.2.4, 7.2.4b Show the row to both sides, and return the sorties: by the attacker's answer, or the default.

    `key`: the prefix of the question's journal key.
    """
    at = target_hex(board, port)
    if row:
        board.emit(Laid(board.enemy(side), at, tuple(visible_row(row))), to=SIDES)
    usual = _sorties(board, row, bombers) if row else []
    if not is_asked(board, side):
        return usual
    return await ask_sorties(board, side, at, visible_row(row), bombers, usual, torpedoes=False, place=place, key=key)


def _place(board: Board, side: Side, port: str, row: Sequence[Stack], terms: RaidTerms, said: Defence) -> Place:
    """7.2.5b, 12.4a Return the circumstances of a raid on a port: light, weather, guns, and options.

    The guns at Tirpitz' berth count if only she is attacked. `said`: the defender's orders.
    """
    guns = board.box.ports[port].anti_aircraft
    if terms.only and row:
        guns += board.box.charts.anti_aircraft.tirpitz_berth
    usual = int(board.state.instructed(board.enemy(side)).cam_from)
    cam_from = usual if said.cam_from is None else said.cam_from
    weather = weather_for(board, coast_of(board, port))
    fates = board.state.options.destroyer_fate
    return Place(day=terms.day, weather=weather, port_guns=guns, in_port=True, cam_from=cam_from, fates=fates)


def _spread(board: Board, row: list[Stack], counters: Sequence[Counter], before: Mapping[int, int], price: int) -> None:
    """12.7b Convert hits on merchants: every `price` hits sink one merchant, a remainder has no effect.

    The other merchants that were hit get their strength back. `before`: the strength of each counter, by its identity.
    """
    merchants = [one for one in counters if board.box.ships[one.ship].type == "mx"]
    hits = sum(before[id(one)] - one.strength for one in merchants)
    spared = hits - hits // price
    for one in merchants:
        back = min(before[id(one)] - one.strength, spared)
        spared -= back
        one.strength += back
        if back and all(one is not other for stack in row for other in stack):
            row.append([one])


async def _told(
    board: Board,
    lying: Sequence[Force],
    before: Mapping[str, Mapping[str, int]],
    spared: Mapping[str, Mapping[str, int]],
    *,
    key: str,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sunk: list[str] = []
    hit: list[str] = []
    for place, force in enumerate(lying):
        now = strength_by_ship(board.box, force)
        for ship, strength in before[force.id].items():
            lost = strength - now.get(ship, 0)
            if lost or ship not in now:
                floats = board.box.ships[ship].is_single and ship in now
                (hit if floats else sunk).extend([ship] * max(lost, 1))
        await settle_losses(board, force, before[force.id], spared=spared.get(force.id), key=f"{key}.{place}")
    return tuple(sunk), tuple(hit)


def _sorties(board: Board, row: Sequence[Stack], bombers: Mapping[str, AirUnit]) -> list[Sortie]:
    """7.2.4b Return the default sorties: two units attack the most valuable target, two the next, then in new waves."""
    worth = sorted(range(len(row)), key=lambda place: -max(board.box.ships[one.ship].value for one in row[place]))
    places = [place for place in worth for _ in range(UNITS_AT_ONCE)]
    return [
        Sortie(name, places[number % len(places)], wave=1 + number // len(places))
        for number, name in enumerate(bombers)
    ]
