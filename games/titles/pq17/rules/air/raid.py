"""7.2 An air attack on a force: fighters take off, air combat, the row of targets, the waves, and the losses."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.air import combat
from games.titles.pq17.rules.air.bombing import Bombs
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.air.elusive import name_elusive_ship
from games.titles.pq17.rules.air.exchange import (
    Defence,
    ask_defence,
    ask_sorties,
    is_asked,
    tell_attackers,
    visible_row,
)
from games.titles.pq17.rules.air.planning import assign_sorties, breaks_off, scrambled_fighters
from games.titles.pq17.rules.air.row import row_of
from games.titles.pq17.rules.air.stragglers import attack_stragglers
from games.titles.pq17.rules.air.strike import Attack, Place, Wave, bombed_home, strike
from games.titles.pq17.rules.forces.battle_display import Stack, as_counters, is_boat
from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.forces.hits import reported_loss
from games.titles.pq17.rules.forces.surprise import roll_surprise
from games.titles.pq17.rules.forces.torpedoes import Salvo
from games.titles.pq17.rules.search.casualties import (
    burn_fuel,
    public_steps,
    settle_aircraft_losses,
    settle_losses,
    strength_by_ship,
    strengths_of,
    tell_public_losses,
)
from games.titles.pq17.rules.search.identification import identify_by_combat
from games.titles.pq17.rules.search.searchers import is_astray
from games.titles.pq17.rules.weather import ice
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import is_bomber
from games.titles.pq17.state.events.air import AirFired, FlakFired, Laid, Scrambled, Struck
from games.titles.pq17.state.reporting import reported_names
from games.titles.pq17.state.state import AirUnit, Force, Report


class Raid(Struct, frozen=True, gc=False):
    """7.2 An attack on a located block: its units and its orders. The orders override the standing instructions.

    `first`: the kind of ship to attack first. `drop`: torpedoes or bombs. `only`: the single ship that units without
    orders attack (14.1).
    """

    target: Force
    units: tuple[AirUnit, ...]
    first: str = ""
    drop: str = ""
    only: str = ""


async def raid(board: Board, side: Side, attack: Raid, *, key: str, answered: bool = False) -> None:
    """7.2 (a)-(e), 7.2b Resolve an attack on a force at sea.

    If the option of 14.1 is in play, attacked carriers strike back before the first bombs fall. `side`: the attacker.
    `answered`: True if this attack is itself a strike back, after which no further strike follows. `key`: the prefix of
    the journal keys of its rolls and questions.
    """
    target = attack.target
    units = {unit.id: unit for unit in attack.units}
    before, losses, seen = strengths_of(units), strength_by_ship(board.box, target), public_steps(board, units)
    asked = any(is_asked(board, one) for one in SIDES)
    asks = is_asked(board, side) and not is_astray(target)
    if answered:
        tell_attackers(board, side, attack.units, target.at)
    met = await air_fight(board, side, attack, units, key=key, answered=answered)
    before |= met.rose
    second = [] if answered else _second_strikes(board, side, attack, met)
    if asks or second:  # Losses are recorded first: the player who is asked sees the strength left of his aircraft.
        settle_aircraft_losses(board, before)
        before = {unit.id: unit.strength for unit in board.state.air if unit.id in before}
        if asked:
            tell_public_losses(board, seen)
    for number, strike_back in enumerate(second):
        await raid(board, board.enemy(side), strike_back, key=f"{key}.second.{number}", answered=True)
    if asks or second:  # An answer has told what it cost.
        seen = public_steps(board, units)
    home = await _attacked(board, side, attack, units, met.defence, asks=asks, key=key)
    settle_aircraft_losses(board, before)
    if asked:
        tell_public_losses(board, seen)
    await settle_losses(board, target, losses, spared=home, key=key)
    target.refuelling = False  # 11.3.2
    if target in board.state.forces and not is_astray(target):
        if target.kind == "task_force":
            burn_fuel(target, board.box.numbers.fuel.air_attack)
        await identify_by_combat(board, target, "air", key=f"{key}.known")


async def _attacked(
    board: Board, side: Side, attack: Raid, units: Mapping[str, AirUnit], said: Defence, *, asks: bool, key: str
) -> dict[str, int]:
    """7.2.4-7.2.6, 7.7.3 Resolve the attacks of the bombers that still fly; return destroyers that went home damaged.

    The result is their strength by class (7.9). `said`: the defender's orders. `asks`: the attacker is asked, even if
    the bombers break off. `key`: the prefix of the journal keys of its rolls.
    """
    if breaks_off(board, side, units):
        if asks:
            await ask_sorties(board, side, attack.target.at, [], {}, (), torpedoes=False, key=key)
        return {}
    # 7.2.2b A fighter does not bomb once something has risen; those of this box carry no bombs at all.
    bombers = {name: unit for name, unit in units.items() if is_bomber(board.box.aircraft[unit.aircraft])}
    if is_astray(attack.target):
        await _chase(board, side, attack, bombers, said, key=key)
        return {}
    return await _strike_row(board, side, attack, bombers, said, asks=asks, key=key)


def _second_strikes(board: Board, side: Side, attack: Raid, met: "Met") -> list[Raid]:
    """14.1, 14.1a Return the strikes back of attacked carriers, with the bombers that the defender has named.

    They come before the first bombs of the attack. `met`: the defender's response to the attack.
    """
    named, found = met.defence.bombers, []
    for force, carrier, able in second_strikes(board, side, attack.target, attack.units, surprised=met.surprised):
        bombers = tuple(unit for unit in able if named is None or unit.id in named)
        if bombers:
            found.append(Raid(force, bombers, "heavy", only=carrier))
    return found


# --- scramble and air combat


class Met(Struct, frozen=True, gc=False):
    """7.2.1 The defender's response to an attack.

    `rose`: the strength of each fighter that took off, by id. `surprised`: True if the defender was taken by surprise.
    `defence`: the defender's orders.
    """

    rose: dict[str, int] = {}
    surprised: bool = False
    defence: Defence = Defence()


async def air_fight(
    board: Board, side: Side, attack: Raid, units: Mapping[str, AirUnit], *, key: str, answered: bool
) -> Met:
    """7.2.1-7.2.3 Let fighters take off and fight one round; return the defender's response.

    If the option for surprise is in play, a die first decides on surprise. Then the defender is asked, if its standing
    instruction says so. `answered`: see `raid`. `key`: the prefix of the journal keys of its rolls and its question.
    """
    enemy, against, thrown = board.enemy(side), attack.target, None
    if board.state.options.air_surprise and board.is_day:
        thrown = await roll_surprise(
            board.box, board.state.sky.kind, unidentified=False, carrier_searches=carrier_searches(board, against),
            key=f"{key}.surprise",
        )  # fmt: skip
    caught = thrown.succeeds if thrown is not None else None
    may = () if answered else second_strikes(board, side, against, attack.units, surprised=bool(caught))
    bombers = tuple(dict.fromkeys(unit.id for _, _, able in may for unit in able))
    said = await ask_defence(board, against, units.values(), surprise=caught, bombers=bombers, key=key)
    rising = scrambled_fighters(board, enemy, against.at, units.values(), surprise=caught, chosen=said.rises)
    if not rising and thrown is None:
        return Met(defence=said)
    board.emit(
        Scrambled(
            enemy, against.at, tuple(unit.aircraft for unit in rising), tuple(unit.flying for unit in rising),
            thrown.die if thrown is not None else None, bool(caught),
        ),
        to=SIDES,
    )  # fmt: skip
    up = {unit.id: unit for unit in rising}
    met = Met(strengths_of(up), bool(caught), said)
    await _dogfight(board, side, {name: unit for name, unit in units.items() if unit.flying}, up, said, key=key)
    return met


async def _dogfight(
    board: Board, side: Side, attackers: Mapping[str, AirUnit], up: Mapping[str, AirUnit], said: Defence, *, key: str
) -> None:
    """7.2.2, 7.2.3 Resolve one round of air combat, and show its dice to both sides.

    `up`: the fighters that took off. `said`: the defender's orders. `key`: the prefix of the journal keys of its rolls.
    """
    fires = combat.usual_fires(board.box, attackers, up, said.first)
    replies = combat.usual_replies(board.box, attackers, fires)
    for shots in await combat.dogfight(board.box, attackers, up, (*fires, *replies), key=f"{key}.fight"):
        firer, target = ({**attackers, **up}[name].aircraft for name in (shots.fire.firer, shots.fire.target))
        by: Side = board.enemy(side) if shots.fire.firer in up else side
        fired = AirFired(by, firer, target, shots.dice, shots.modifier, shots.results)
        mine = structs.replace(fired, firer_unit=shots.fire.firer)
        other = structs.replace(fired, target_unit=shots.fire.target)
        board.tell_each(by, mine, other)


def carrier_searches(board: Board, force: Force) -> bool:
    """7.6 Return True if aircraft of a carrier in the force are in the air."""
    aboard = {one.ship for one in force.counters}
    return any(unit.base in aboard and unit.at for unit in board.state.air)


# --- the row


async def _strike_row(
    board: Board, side: Side, attack: Raid, units: Mapping[str, AirUnit], said: Defence, *, asks: bool, key: str
) -> dict[str, int]:
    """7.2.4-7.2.6 Lay out the row and resolve the waves; return the destroyers that went home damaged (7.9).

    The result is their strength by class. `said`: the defender's orders. `asks`: the attacker is asked for sorties.
    `key`: the prefix of the journal keys of its rolls.
    """
    target, instructions = attack.target, board.state.instructed(side)
    lying = as_counters(board.box, target.counters)
    row = row_of(board.box, lying, said.row or target.formation, in_port=bool(target.port))
    drop = attack.drop or ("torpedoes" if instructions.torpedoes == "yes" else "bombs")
    carrying = any(board.box.aircraft[unit.aircraft].torpedoes for unit in units.values())
    may_drop = carrying and not target.port and (asks or drop == "torpedoes")
    wet = not may_drop or await is_clear(board, target.at, key=f"{key}.ice")
    tell_row(board, target, row, ice=not wet)
    first = attack.first or instructions.strike
    aims = [stack if not attack.only or _holds(stack, attack.only) else [] for stack in row]
    flown = assign_sorties(board.box, aims, units, first, torpedoes=drop == "torpedoes" and wet and not target.port)
    place = place_of(board, target, said)
    if asks:
        flown = await ask_sorties(
            board, side, target.at, visible_row(row), units, flown, torpedoes=may_drop and wet, place=place, key=key
        )
    flown, worse = await name_elusive_ship(board, target, row, flown, key=key)
    place = structs.replace(place, elusive=worse)
    waves = await strike(board.box, row, units, flown, place, key=f"{key}.strike")
    for wave in waves:
        tell_wave(board, side, units, wave)
    boats = [one for one in target.counters if is_boat(board.box, one)]
    target.counters = merge_counters([*(one for stack in row for one in stack), *boats])
    return bombed_home(waves)


def _holds(stack: Stack, ship: str) -> bool:
    return any(one.ship == ship for one in stack)


def place_of(board: Board, target: Force, said: Defence) -> Place:
    """7.2.5b, 7.2.5c Return the circumstances of an attack on a force: light, weather, port guns, and options.

    `target`: the attacked force. `said`: the defender's orders.
    """
    usual = int(board.state.instructed(target.side).cam_from)
    return Place(
        day=board.is_day,
        weather=board.state.sky.kind,
        port_guns=board.box.ports[target.port].anti_aircraft if target.port else 0,
        in_port=bool(target.port),
        cam_from=usual if said.cam_from is None else said.cam_from,
        fates=board.state.options.destroyer_fate,
    )


async def is_clear(board: Board, at: str, *, key: str) -> bool:
    """7.2.4d Return True if the ice in a hex lets aircraft drop torpedoes.

    If the ice is doubtful, a die decides. `key`: the key of the roll in the journal.
    """
    zone = board.box.hexes[at].zone
    month = board.operation.calendar_month
    expected = board.box.ice(board.operation, zone, board.now)
    met = await ice.ice_met(board.box, month, expected, key=key)
    return ice.allows_torpedoes(met.ice)


def tell_row(board: Board, target: Force, row: Sequence[Stack], *, ice: bool) -> None:
    """7.2.4 Show the attacked ships to both sides, and store them in a dated report for the attacker.

    `ice`: True if there is too much ice for torpedoes.
    """
    event = Laid(target.side, target.at, tuple(visible_row(row)), ice)
    board.emit(event, to=(target.side, board.enemy(target.side)))
    board.state.reports.append(
        Report(
            to=board.enemy(target.side), turn=board.state.turn, source="air_attack", at=target.at, block=target.block,
            port=target.port, kind=target.kind,
            names=reported_names(board.box, [one for stack in row for one in stack]),
        )
    )  # fmt: skip


def tell_wave(board: Board, side: Side, units: Mapping[str, AirUnit], wave: Wave, *, drawn: bool = False) -> None:
    """1.8.1 Report the dice of a wave to both sides in the fight. Only the owner of an air unit learns its id.

    `side`: the attacker. `drawn`: True if the target ship was chosen by lot (7.7.3). Then only the ship's owner learns
    her name, unless she is hit.
    """
    for one in wave.flak:
        event = FlakFired(board.enemy(side), units[one.unit].aircraft, one.value, one.die, one.modifier, one.result)
        board.tell_each(side, structs.replace(event, unit=one.unit), event)
    for attack in wave.attacks:
        did = structs.replace(attack_event(board.box, side, units[attack.unit].aircraft, attack), stack=attack.stack)
        own = structs.replace(did, unit=attack.unit, stack=() if drawn else attack.stack)
        board.tell_each(side, own, did)


def attack_event(box: Box, side: Side, aircraft: str, attack: Attack) -> Struck:
    """Return the event that reports one unit's attack. `side`: the attacker. `aircraft`: the type of the unit."""
    if attack.salvo is not None:
        return _torpedoed(side, aircraft, attack.target, attack.salvo)
    return _bombed(box, side, aircraft, attack.target, attack.bombs or Bombs())


def _torpedoed(side: Side, aircraft: str, target: int | None, salvo: Salvo) -> Struck:
    return Struck(
        side, aircraft, -1 if target is None else target, True, salvo.dice,
        tuple(one.ship for one in salvo.hits),
        tuple(one.lost for one in salvo.hits),
        tuple(bool(one.sunk) for one in salvo.hits),
    )  # fmt: skip


def _bombed(box: Box, side: Side, aircraft: str, target: int | None, bombs: Bombs) -> Struck:
    fates = tuple(tuple(fate for _, fate in one.fates) for one in bombs.bombed)
    ends = [reported_loss(box.ships[one.ship], one.wound, fate) for one, fate in zip(bombs.bombed, fates, strict=True)]
    return Struck(
        side, aircraft, -1 if target is None else target, False, bombs.dice,
        tuple(one.ship for one in bombs.bombed), tuple(lost for lost, _ in ends), tuple(sunk for _, sunk in ends),
        fates,
    )  # fmt: skip


async def _chase(
    board: Board, side: Side, attack: Raid, units: Mapping[str, AirUnit], said: Defence, *, key: str
) -> None:
    """7.7.3 Let each unit attack one transport of a scattered or dispersed convoy.

    `said`: the defender's orders. `key`: the prefix of the journal keys of its rolls.
    """
    target, instructions = attack.target, board.state.instructed(side)
    drop = attack.drop or ("torpedoes" if instructions.torpedoes == "yes" else "bombs")
    carrying = any(board.box.aircraft[unit.aircraft].torpedoes for unit in units.values())
    wet = drop == "torpedoes" and carrying and await is_clear(board, target.at, key=f"{key}.ice")
    torpedoes = {name: wet and board.box.aircraft[unit.aircraft].torpedoes > 0 for name, unit in units.items()}
    for chase in await attack_stragglers(
        board.box, target.counters, units, torpedoes, place_of(board, target, said), key=f"{key}.chase"
    ):
        tell_wave(board, side, units, chase.wave, drawn=True)
