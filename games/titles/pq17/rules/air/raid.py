"""7.2 An air attack on a force: scramble, air combat, the row, waves, and what comes after."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.rules.air import combat
from games.titles.pq17.rules.air.bombing import Bombs
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.air.elusive import eluded
from games.titles.pq17.rules.air.exchange import Defence, as_shown, assigned, defence, is_asked
from games.titles.pq17.rules.air.planning import breaks_off, scrambled, sorties
from games.titles.pq17.rules.air.row import row_of
from games.titles.pq17.rules.air.stragglers import stragglers_attacked
from games.titles.pq17.rules.air.strike import Attack, Place, Wave, sent_home, strike
from games.titles.pq17.rules.forces.composition import merged
from games.titles.pq17.rules.forces.stacks import Stack, as_counters, is_boat
from games.titles.pq17.rules.forces.surprise import surprise
from games.titles.pq17.rules.forces.torpedoes import Salvo
from games.titles.pq17.rules.search.aftermath import burn, held, settle, settle_aircraft, strengths_of
from games.titles.pq17.rules.search.finding import known_by_combat
from games.titles.pq17.rules.search.searchers import is_astray
from games.titles.pq17.rules.weather import ice
from games.titles.pq17.table.counters import is_bomber
from games.titles.pq17.table.events.air import AirFired, FlakFired, Laid, Scrambled, Struck
from games.titles.pq17.table.reporting import names
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force, Report


class Raid(Struct, frozen=True, gc=False):
    """7.2 An attack on a block that is located: by which units, and what was ordered of them beyond instructions: the
    ships that they go for `first`, and whether they `drop` torpedoes or bombs; `only`: the one ship that they attack
    without an order (14.1).
    """

    target: Force
    units: tuple[AirUnit, ...]
    first: str = ""
    drop: str = ""
    only: str = ""


async def raid(sea: Sea, side: Side, attack: Raid, *, key: str, answered: bool = False) -> None:
    """7.2 (a)-(e), 7.2b The whole of an attack on a force at sea; by option carriers strike back before the first bombs
    fall (14.1), unless this is such a strike (`answered`).
    """
    target = attack.target
    units = {unit.id: unit for unit in attack.units}
    before, losses = strengths_of(units), held(sea.box, target)
    asks = is_asked(sea, side) and not is_astray(target)
    met = await air_fight(sea, side, attack, units, key=key, answered=answered)
    before |= met.rose
    second = [] if answered else _second_strikes(sea, side, attack, met)
    if asks or second:  # Who is asked sees what is left of his aircraft: it is booked by then.
        settle_aircraft(sea, before)
        before = {unit.id: unit.strength for unit in sea.state.air if unit.id in before}
    for number, strike_back in enumerate(second):
        await raid(sea, sea.enemy(side), strike_back, key=f"{key}.second.{number}", answered=True)
    home: dict[str, int] = {}
    if not breaks_off(sea, side, units):
        # 7.2.2b A fighter does not bomb once something has risen; those of this box carry no bombs at all.
        bombers = {name: unit for name, unit in units.items() if is_bomber(sea.box.aircraft[unit.aircraft])}
        if is_astray(target):
            await _chase(sea, side, attack, bombers, met.defence, key=key)
        else:
            home = await _strike_row(sea, side, attack, bombers, met.defence, asks=asks, key=key)
    elif asks:
        await assigned(sea, side, target.at, [], {}, (), torpedoes=False, key=key)
    settle_aircraft(sea, before)
    await settle(sea, target, losses, spared=home, key=key)
    target.refuelling = False  # 11.3.2
    if target in sea.state.forces and not is_astray(target):
        if target.kind == "task_force":
            burn(target, sea.box.numbers.fuel.air_attack)
        await known_by_combat(sea, target, "air", key=f"{key}.known")


def _second_strikes(sea: Sea, side: Side, attack: Raid, met: "Met") -> list[Raid]:
    """14.1, 14.1a The strikes back, before the hits of the first, by the bombers that their side has named for it."""
    named, found = met.defence.bombers, []
    for force, carrier, able in second_strikes(sea, side, attack.target, attack.units, surprised=met.surprised):
        bombers = tuple(unit for unit in able if named is None or unit.id in named)
        if bombers:
            found.append(Raid(force, bombers, "heavy", only=carrier))
    return found


# --- scramble and air combat


class Met(Struct, frozen=True, gc=False):
    """7.2.1 How an attack was met: what each unit that rose had before, whether it was a surprise, what was ordered."""

    rose: dict[str, int] = {}
    surprised: bool = False
    defence: Defence = Defence()


async def air_fight(
    sea: Sea, side: Side, attack: Raid, units: Mapping[str, AirUnit], *, key: str, answered: bool
) -> Met:
    """7.2.1-7.2.3 Fighters of the other side rise, by the option after a die of surprise, and fight one round with the
    attackers; their owner is asked before, if he wants to be.
    """
    enemy, against, thrown = sea.enemy(side), attack.target, None
    if sea.state.options.air_surprise and sea.is_day:
        thrown = await surprise(
            sea.box, sea.state.sky.kind, unidentified=False, carrier_searches=carrier_searches(sea, against),
            key=f"{key}.surprise",
        )  # fmt: skip
    caught = thrown.succeeds if thrown is not None else None
    may = () if answered else second_strikes(sea, side, against, attack.units, surprised=bool(caught))
    bombers = tuple(dict.fromkeys(unit.id for _, _, able in may for unit in able))
    said = await defence(sea, against, units.values(), surprise=caught, bombers=bombers, key=key)
    rising = scrambled(sea, enemy, against.at, units.values(), surprise=caught, chosen=said.rises)
    if not rising and thrown is None:
        return Met(defence=said)
    sea.emit(
        Scrambled(
            enemy, against.at, tuple(unit.aircraft for unit in rising), tuple(unit.flying for unit in rising),
            thrown.die if thrown is not None else None, bool(caught),
        ),
        to=SIDES,
    )  # fmt: skip
    up = {unit.id: unit for unit in rising}
    met = Met(strengths_of(up), bool(caught), said)
    await _dogfight(sea, side, {name: unit for name, unit in units.items() if unit.flying}, up, said, key=key)
    return met


async def _dogfight(
    sea: Sea, side: Side, attackers: Mapping[str, AirUnit], up: Mapping[str, AirUnit], said: Defence, *, key: str
) -> None:
    """7.2.2, 7.2.3 One round, of which both sides see the dice."""
    fires = combat.usual_fires(sea.box, attackers, up, said.first)
    replies = combat.usual_replies(sea.box, attackers, fires)
    for shots in await combat.dogfight(sea.box, attackers, up, (*fires, *replies), key=f"{key}.fight"):
        firer, target = ({**attackers, **up}[name].aircraft for name in (shots.fire.firer, shots.fire.target))
        by: Side = sea.enemy(side) if shots.fire.firer in up else side
        fired = AirFired(by, firer, target, shots.dice, shots.modifier, shots.results)
        mine = structs.replace(fired, firer_unit=shots.fire.firer)
        other = structs.replace(fired, target_unit=shots.fire.target)
        sea.tell_each(by, mine, other)


def carrier_searches(sea: Sea, force: Force) -> bool:
    """7.6 Whether a carrier of the target has aircraft out."""
    aboard = {one.ship for one in force.counters}
    return any(unit.base in aboard and unit.at for unit in sea.state.air)


# --- the row


async def _strike_row(
    sea: Sea, side: Side, attack: Raid, units: Mapping[str, AirUnit], said: Defence, *, asks: bool, key: str
) -> dict[str, int]:
    """7.2.4-7.2.6 The row and its waves; the destroyers that went home damaged (7.9)."""
    target, instructions = attack.target, sea.state.instructed(side)
    lying = as_counters(sea.box, target.counters)
    row = row_of(sea.box, lying, said.row or target.formation, in_port=bool(target.port))
    drop = attack.drop or ("torpedoes" if instructions.torpedoes == "yes" else "bombs")
    carrying = any(sea.box.aircraft[unit.aircraft].torpedoes for unit in units.values())
    may_drop = carrying and not target.port and (asks or drop == "torpedoes")
    wet = not may_drop or await is_clear(sea, target.at, key=f"{key}.ice")
    tell_row(sea, target, row, ice=not wet)
    first = attack.first or instructions.strike
    aims = [stack if not attack.only or _holds(stack, attack.only) else [] for stack in row]
    flown = sorties(sea.box, aims, units, first, torpedoes=drop == "torpedoes" and wet and not target.port)
    place = place_of(sea, target, said)
    if asks:
        flown = await assigned(
            sea, side, target.at, as_shown(row), units, flown, torpedoes=may_drop and wet, place=place, key=key
        )
    flown, worse = await eluded(sea, target, row, flown, key=key)
    place = structs.replace(place, elusive=worse)
    waves = await strike(sea.box, row, units, flown, place, key=f"{key}.strike")
    for wave in waves:
        tell_wave(sea, side, units, wave)
    boats = [one for one in target.counters if is_boat(sea.box, one)]
    target.counters = merged([*(one for stack in row for one in stack), *boats])
    return sent_home(waves)


def _holds(stack: Stack, ship: str) -> bool:
    return any(one.ship == ship for one in stack)


def place_of(sea: Sea, target: Force, said: Defence) -> Place:
    """7.2.5b, 7.2.5c The light and weather of an attack, the guns of a port, and when CAM ships serve."""
    usual = int(sea.state.instructed(target.side).cam_from)
    return Place(
        day=sea.is_day,
        weather=sea.state.sky.kind,
        port_guns=sea.box.ports[target.port].anti_aircraft if target.port else 0,
        in_port=bool(target.port),
        cam_from=usual if said.cam_from is None else said.cam_from,
        fates=sea.state.options.destroyer_fate,
    )


async def is_clear(sea: Sea, at: str, *, key: str) -> bool:
    """7.2.4d Whether aircraft may drop torpedoes in a hex: doubtful ice is rolled for once, for the whole attack."""
    zone = sea.box.hexes[at].zone
    month = sea.operation.calendar_month
    expected = sea.box.ice(sea.operation, zone, sea.now)
    met = await ice.found(sea.box, month, expected, key=key)
    return ice.allows_torpedoes(met.ice)


def tell_row(sea: Sea, target: Force, row: Sequence[Stack], *, ice: bool) -> None:
    """7.2.4 Both see the ships that are attacked, and it stands in a dated report."""
    event = Laid(target.side, target.at, tuple(as_shown(row)), ice)
    sea.emit(event, to=(target.side, sea.enemy(target.side)))
    sea.state.reports.append(
        Report(
            to=sea.enemy(target.side), turn=sea.state.turn, source="air_attack", at=target.at, block=target.block,
            port=target.port, kind=target.kind, names=names(sea.box, [one for stack in row for one in stack]),
        )
    )  # fmt: skip


def tell_wave(sea: Sea, side: Side, units: Mapping[str, AirUnit], wave: Wave, *, drawn: bool = False) -> None:
    """1.8.1 Both sides in the fight see its dice; which unit it is its owner alone knows. `drawn`: at a ship that
    chance named (7.7.3), which her owner alone knows where nothing hits her.
    """
    for one in wave.flak:
        event = FlakFired(sea.enemy(side), units[one.unit].aircraft, one.value, one.die, one.modifier, one.result)
        sea.tell_each(side, structs.replace(event, unit=one.unit), event)
    for attack in wave.attacks:
        did = structs.replace(struck(side, units[attack.unit].aircraft, attack), stack=attack.stack)
        own = structs.replace(did, unit=attack.unit, stack=() if drawn else attack.stack)
        sea.tell_each(side, own, did)


def struck(side: Side, aircraft: str, attack: Attack) -> Struck:
    """What one unit did, as it is told."""
    if attack.salvo is not None:
        return _torpedoed(side, aircraft, attack.target, attack.salvo)
    return _bombed(side, aircraft, attack.target, attack.bombs or Bombs())


def _torpedoed(side: Side, aircraft: str, target: int | None, salvo: Salvo) -> Struck:
    return Struck(
        side, aircraft, -1 if target is None else target, True, salvo.dice,
        tuple(one.ship for one in salvo.hits),
        tuple(one.lost for one in salvo.hits),
        tuple(bool(one.sunk) for one in salvo.hits),
    )  # fmt: skip


def _bombed(side: Side, aircraft: str, target: int | None, bombs: Bombs) -> Struck:
    return Struck(
        side, aircraft, -1 if target is None else target, False, bombs.dice,
        tuple(one.ship for one in bombs.bombed),
        tuple(one.wound.lost for one in bombs.bombed),
        tuple(one.wound.sunk for one in bombs.bombed),
        tuple(tuple(fate for _, fate in one.fates) for one in bombs.bombed),
    )  # fmt: skip


async def _chase(sea: Sea, side: Side, attack: Raid, units: Mapping[str, AirUnit], said: Defence, *, key: str) -> None:
    """7.7.3 Each unit at one transport of a scattered or dispersed convoy."""
    target, instructions = attack.target, sea.state.instructed(side)
    drop = attack.drop or ("torpedoes" if instructions.torpedoes == "yes" else "bombs")
    carrying = any(sea.box.aircraft[unit.aircraft].torpedoes for unit in units.values())
    wet = drop == "torpedoes" and carrying and await is_clear(sea, target.at, key=f"{key}.ice")
    torpedoes = {name: wet and sea.box.aircraft[unit.aircraft].torpedoes > 0 for name, unit in units.items()}
    for chase in await stragglers_attacked(
        sea.box, target.counters, units, torpedoes, place_of(sea, target, said), key=f"{key}.chase"
    ):
        tell_wave(sea, side, units, chase.wave, drawn=True)
