"""12.4, 12.7, 13.0d, 7.1.3 Raids by air on ports and airfields that a situation or an event allows."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, structs

from games.titles.pq17.box import hexes
from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.airfield import strike_airfield
from games.titles.pq17.rules.air.combat import dogfight, usual_fires, usual_replies
from games.titles.pq17.rules.air.exchange import Defence, as_shown, assigned, defence, is_asked
from games.titles.pq17.rules.air.planning import scrambled
from games.titles.pq17.rules.air.raid import carrier_searches
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie, row_of
from games.titles.pq17.rules.air.strike import Place, Wave, bombed, strike
from games.titles.pq17.rules.forces.composition import merged
from games.titles.pq17.rules.forces.fates import went_home
from games.titles.pq17.rules.forces.points import aircraft_lost
from games.titles.pq17.rules.forces.situations import may_fly, strikes_norway
from games.titles.pq17.rules.forces.stacks import Stack, as_counters, is_boat
from games.titles.pq17.rules.forces.surprise import surprise
from games.titles.pq17.rules.search.aftermath import held, recovered, settle, settle_aircraft, strengths_of
from games.titles.pq17.rules.search.patrols import coast_of, flies, weather_for
from games.titles.pq17.rules.search.shadowing import base_of
from games.titles.pq17.rules.special.boxed import BOXED, lying_in_boxes, put_back
from games.titles.pq17.table.counters import Counter, is_bomber
from games.titles.pq17.table.events.air import Laid, Scrambled
from games.titles.pq17.table.events.special import Raided, Settled
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force

BOMBERS = ("db", "lb", "mb", "hb")
"""7.2.6 Aircraft that carry bombs."""


def target_hex(sea: Sea, target: str) -> str:
    """Where a port or airfield is."""
    return sea.box.base_hex(target)


def reach(sea: Sea, side: Side, target: str, units: Sequence[AirUnit], *, day: bool) -> tuple[str, ...]:
    """7.1.3, 5.3a, 12.6 The units among these that come to a target in this light: bombers, and by day the fighters
    that escort them.
    """
    there, found = target_hex(sea, target), []
    for unit in units:
        kind, base = sea.box.aircraft[unit.aircraft], base_of(sea, unit)
        if kind.side != side or unit.interceptor or not unit.flying or unit.mission or base is None:
            continue
        if not may_fly(sea, unit):  # 12.6 An offensive binds those that an event or another situation sends too.
            continue
        goes = kind.type in BOMBERS or (kind.type == "f" and day)
        if goes and flies(sea, unit.base, carrier=kind.carrier) and hexes.distance(base, there) <= kind.range:
            found.append(unit.id)
    bombs = any(sea.box.aircraft[_unit(sea, name).aircraft].type in BOMBERS for name in found)
    return tuple(found) if bombs else ()


def _unit(sea: Sea, name: str) -> AirUnit:
    return next(unit for unit in sea.state.air if unit.id == name)


class Terms(Struct, frozen=True, gc=False):
    """How a raid is flown: by `day`; at `only` one ship (12.4a); whether anything of it `scores`; `merchant_hits`: how
    many sink a merchant (12.7b).
    """

    day: bool
    only: str = ""
    scores: bool = True
    merchant_hits: int = 1


async def raid(sea: Sea, side: Side, order: Raid, terms: Terms, *, key: str) -> None:
    """7.1.3, 7.1.1e, 7.2 One attack on a port or airfield, without a card: fighters rise, guns fire, bombs fall. Who
    wants to be is asked, as at sea: the defender before the fighters meet, the attacker once the ships lie in a row.
    """
    attackers = {name: _unit(sea, name) for name in order.units}
    said, defenders = await _met(sea, side, order.on, tuple(attackers.values()), terms, key=key)
    grounded = {unit.id: unit for unit in sea.state.air if unit.base == order.on}
    everybody = {**attackers, **defenders, **grounded}
    before, since = strengths_of(everybody), len(sea.state.losses)
    whole = {name: unit.damaged for name, unit in everybody.items()}
    await _air_fight(sea, attackers, defenders, said, key=key)
    owed = before
    if is_asked(sea, side):  # Who is asked sees what is left of his aircraft: it is booked by then.
        _settle(sea, side, before, attackers, scores=terms.scores)
        owed = strengths_of(everybody)
        gone = (*_shot_down(before, attackers), *_grounded_losses(sea, side, before, everybody))
        sea.tell(Settled("air_fight", (*gone, *_damaged(whole, everybody))))
    bombers = {name: one for name, one in attackers.items() if is_bomber(sea.box.aircraft[one.aircraft])}
    for one in bombers.values():
        if one.base in sea.box.ships and one.flying and _is_norwegian(sea, order.on):
            strikes_norway(sea, one.base)
    sunk, hit = await _bombs(sea, side, order.on, bombers, defenders, terms, said, key=key)
    if not terms.scores:
        _unscored(sea, since)
    shot = _shot_down(before, attackers)
    lost = _grounded_losses(sea, side, before, everybody)
    names, what = tuple(unit.aircraft for unit in attackers.values()), _sort_of(sea, order.on)
    seen = Raided(side, order.on, what, names, shot, lost, sunk, (), _damaged(whole, everybody))
    if hit:
        sea.emit(structs.replace(seen, hit=hit), to=SIDES, reduced=seen)
    else:
        sea.tell(seen)
    _settle(sea, side, owed, attackers, scores=terms.scores)
    if sea.state.phase is None:  # 12.7: outside all player phases Aborts last no longer than their raid (7.2.3a)
        recovered(sea)


async def _met(
    sea: Sea, side: Side, target: str, coming: Sequence[AirUnit], terms: Terms, *, key: str
) -> tuple[Defence, dict[str, AirUnit]]:
    """7.2.1, 7.2.1o What the defender orders and the fighters that rise: by day, by the option after a die of surprise
    in the weather over the target.
    """
    enemy, at, thrown = sea.enemy(side), target_hex(sea, target), None
    against = _attacked(sea, enemy, target, terms)
    if sea.state.options.air_surprise and terms.day:
        weather, out = weather_for(sea, coast_of(sea, target)), carrier_searches(sea, against)
        thrown = await surprise(sea.box, weather, unidentified=False, carrier_searches=out, key=f"{key}.surprise")
    caught = thrown.succeeds if thrown is not None else None
    said = await defence(sea, against, coming, surprise=caught, day=terms.day, key=key)
    rising = scrambled(sea, enemy, at, coming, surprise=caught, chosen=said.rises, day=terms.day)
    if rising or thrown is not None:
        kinds, strengths = tuple(one.aircraft for one in rising), tuple(one.flying for one in rising)
        die = thrown.die if thrown is not None else None
        sea.emit(Scrambled(enemy, at, kinds, strengths, die, bool(caught)), to=SIDES)
    return said, {one.id: one for one in rising}


def _is_norwegian(sea: Sea, target: str) -> bool:
    """12.5 Whether a port or airfield lies in Norway, as Kiel does not."""
    return "no" in sea.box.hexes[target_hex(sea, target)].coasts


def _sort_of(sea: Sea, target: str) -> str:
    return "ships" if target in sea.box.ports else "field"


async def _air_fight(
    sea: Sea, attackers: Mapping[str, AirUnit], defenders: Mapping[str, AirUnit], said: Defence, *, key: str
) -> None:
    """7.2.2, 7.2.3 Whoever rose fights one round with the attackers."""
    if defenders:
        fires = usual_fires(sea.box, attackers, defenders, said.first)
        replies = usual_replies(sea.box, attackers, fires)
        await dogfight(sea.box, attackers, defenders, (*fires, *replies), key=f"{key}.air")


async def _bombs(
    sea: Sea,
    side: Side,
    target: str,
    bombers: Mapping[str, AirUnit],
    risen: Collection[str],
    terms: Terms,
    said: Defence,
    *,
    key: str,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was sunk, and what was hit."""
    if target in sea.box.ports:
        return await _bomb_port(sea, side, target, bombers, terms, said, key=key)
    await strike_airfield(sea, side, target, bombers, risen, day=terms.day, key=key)
    return (), ()


def _settle(sea: Sea, side: Side, before: Mapping[str, int], attackers: Mapping[str, AirUnit], *, scores: bool) -> None:
    """7.2.3c, 12.4a Aircraft that were shot down; those of a bombing order score nothing."""
    if scores:
        settle_aircraft(sea, before)
        return
    for name, unit in attackers.items():
        if before[name] > unit.strength:
            aircraft_lost(sea, side, unit.aircraft, before[name] - unit.strength, scores=False)
    settle_aircraft(sea, {name: strength for name, strength in before.items() if name not in attackers})


def _unscored(sea: Sea, since: int) -> None:
    """2.4b, 12.4a Damage since so many losses never scores."""
    for place, loss in enumerate(sea.state.losses[since:], start=since):
        if loss.how == "damaged":
            sea.state.losses[place] = structs.replace(loss, how="raided")


def _shot_down(before: Mapping[str, int], attackers: Mapping[str, AirUnit]) -> tuple[str, ...]:
    """Aircraft of the attacker that are gone for good, a name for each step."""
    return tuple(one.aircraft for name, one in attackers.items() for _ in range(before[name] - one.strength))


def _grounded_losses(sea: Sea, side: Side, before: Mapping[str, int], known: Mapping[str, AirUnit]) -> tuple[str, ...]:
    """Aircraft of the attacked side that are gone for good, but interceptors, whose losses stay secret (7.2.3d)."""
    return tuple(
        unit.aircraft
        for name, unit in known.items()
        if sea.box.aircraft[unit.aircraft].side != side and not unit.interceptor
        for _ in range(before.get(name, unit.strength) - unit.strength)
    )


def _damaged(before: Mapping[str, int], known: Mapping[str, AirUnit]) -> tuple[str, ...]:
    """7.2.3b Steps of both sides that are away for the operation, but those of interceptors (7.2.3d)."""
    return tuple(
        unit.aircraft
        for name, unit in known.items()
        if not unit.interceptor
        for _ in range(unit.damaged - before[name])
    )


def _lying(sea: Sea, owner: Side, port: str) -> list[Force]:
    """15.2.2b What lies in a port, in whatever is attacked there: forces, and merchants in the boxes."""
    there = [one for one in sea.state.forces if one.side == owner and one.port == port and one.counters]
    return [*there, *lying_in_boxes(sea, owner, port)]


def _aimed(sea: Sea, lying: Sequence[Force], terms: Terms) -> list[Counter]:
    """7.2.4, 12.4a The ships that are attacked: not submarines, and if one is named she alone."""
    counters = [one for force in lying for one in force.counters if not terms.only or one.ship == terms.only]
    return [one for one in counters if not is_boat(sea.box, one)]


def _attacked(sea: Sea, owner: Side, target: str, terms: Terms) -> Force:
    """7.2 All that is attacked in a port, or nothing on an airfield, as a force that is on no map."""
    port = target if target in sea.box.ports else ""
    counters = _aimed(sea, _lying(sea, owner, port), terms) if port else []
    return Force(id=target, side=owner, kind="task_force", block=0, at=target_hex(sea, target), port=port,
                 counters=counters)  # fmt: skip


async def _bomb_port(
    sea: Sea, side: Side, port: str, bombers: Mapping[str, AirUnit], terms: Terms, said: Defence, *, key: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """7.1.3, 7.2.4, 7.2.6 Bombs on the ships in a port; what was sunk, and what was hit."""
    lying = _lying(sea, sea.enemy(side), port)
    boxed = [one for one in lying if one.id in BOXED]
    in_boxes = [parts for force in lying for parts in _laid_out(sea, force) if force in boxed]
    before = {one.id: held(sea.box, one) for one in lying}
    counters = _aimed(sea, lying, terms)
    row = row_of(sea.box, counters, said.row, in_port=True)
    strengths = {id(one): one.strength for one in counters}
    place = _place(sea, side, port, row, terms, said)
    flown = await _flown(sea, side, port, row, bombers, place, key=key)
    owners = {id(one): force for force in lying for one in force.counters}
    spared: dict[str, dict[str, int]] = {}
    if row:
        waves = await strike(sea.box, row, bombers, flown, place, key=key)
        spared = _fated(waves, owners, row)
    if terms.merchant_hits > 1:
        _spread(sea, row, counters, strengths, terms.merchant_hits)
    left, aimed = {id(one) for stack in row for one in stack}, {id(one) for one in counters}
    for force in lying:
        afloat = [one for one in force.counters if id(one) not in aimed or id(one) in left]
        force.counters = afloat if force in boxed else merged(afloat)
    told = await _told(sea, lying, before, spared, key=key)
    if boxed:
        put_back(sea, port, boxed, in_boxes)
    return told


def _laid_out(sea: Sea, force: Force) -> list[list[Counter]]:
    """1.4e, 7.2.4 A force as it lies in the row; the counters that each of those on its display becomes."""
    parts = [as_counters(sea.box, [one]) for one in force.counters]
    force.counters = [one for part in parts for one in part]
    return parts


def _fated(waves: Sequence[Wave], owners: Mapping[int, Force], row: Sequence[Stack]) -> dict[str, dict[str, int]]:
    """7.9c By option what becomes of destroyers that are hit in port: wrecks stay with their force; by force and class
    those that are Damaged, which are no loss.
    """
    spared: dict[str, dict[str, int]] = {}
    afloat = {id(one) for stack in row for one in stack}
    for one in bombed(waves):
        force = owners.get(id(one.counter))
        if force is not None and one.fates:
            force.counters += [wreck for wreck in one.wrecks if id(wreck) in afloat]
            home = spared.setdefault(force.id, {})
            home[one.ship] = home.get(one.ship, 0) + went_home([one.fates])
    return spared


async def _flown(
    sea: Sea, side: Side, port: str, row: list[Stack], bombers: Mapping[str, AirUnit], place: Place, *, key: str
) -> list[Sortie]:
    """7.2.4, 7.2.4b Both see the row, and the attacker says who goes for what, if he wants to be asked."""
    at = target_hex(sea, port)
    if row:
        sea.emit(Laid(sea.enemy(side), at, tuple(as_shown(row))), to=SIDES)
    usual = _sorties(sea, row, bombers) if row else []
    if not is_asked(sea, side):
        return usual
    return await assigned(sea, side, at, as_shown(row), bombers, usual, torpedoes=False, place=place, key=key)


def _place(sea: Sea, side: Side, port: str, row: Sequence[Stack], terms: Terms, said: Defence) -> Place:
    """7.2.5b, 12.4a The light and weather of a raid, and the guns of the port, with those of a berth."""
    guns = sea.box.ports[port].anti_aircraft
    if terms.only and row:
        guns += sea.box.charts.anti_aircraft.tirpitz_berth
    usual = int(sea.state.instructed(sea.enemy(side)).cam_from)
    cam_from = usual if said.cam_from is None else said.cam_from
    weather = weather_for(sea, coast_of(sea, port))
    fates = sea.state.options.destroyer_fate
    return Place(day=terms.day, weather=weather, port_guns=guns, in_port=True, cam_from=cam_from, fates=fates)


def _spread(sea: Sea, row: list[Stack], counters: Sequence[Counter], before: Mapping[int, int], price: int) -> None:
    """12.7b So many hits sink one undamaged merchant, and one left over is lost: the others are afloat again."""
    merchants = [one for one in counters if sea.box.ships[one.ship].type == "mx"]
    hits = sum(before[id(one)] - one.strength for one in merchants)
    spared = hits - hits // price
    for one in merchants:
        back = min(before[id(one)] - one.strength, spared)
        spared -= back
        one.strength += back
        if back and all(one is not other for stack in row for other in stack):
            row.append([one])


async def _told(
    sea: Sea,
    lying: Sequence[Force],
    before: Mapping[str, Mapping[str, int]],
    spared: Mapping[str, Mapping[str, int]],
    *,
    key: str,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sunk: list[str] = []
    hit: list[str] = []
    for place, force in enumerate(lying):
        now = held(sea.box, force)
        for ship, strength in before[force.id].items():
            lost = strength - now.get(ship, 0)
            if lost or ship not in now:
                floats = sea.box.ships[ship].is_single and ship in now
                (hit if floats else sunk).extend([ship] * max(lost, 1))
        await settle(sea, force, before[force.id], spared=spared.get(force.id), key=f"{key}.{place}")
    return tuple(sunk), tuple(hit)


def _sorties(sea: Sea, row: Sequence[Stack], bombers: Mapping[str, AirUnit]) -> list[Sortie]:
    """7.2.4b Two units at a time at the most valuable target, then at the next; further waves from the first again."""
    worth = sorted(range(len(row)), key=lambda place: -max(sea.box.ships[one.ship].value for one in row[place]))
    places = [place for place in worth for _ in range(UNITS_AT_ONCE)]
    return [
        Sortie(name, places[number % len(places)], wave=1 + number // len(places))
        for number, name in enumerate(bombers)
    ]
