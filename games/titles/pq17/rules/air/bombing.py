"""7.2.6 Bombs on ships, and on aircraft on the ground."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.combat_charts import AirResult
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Aircraft, AircraftType
from games.titles.pq17.orders.draft_odds import RollModifier, total_of
from games.titles.pq17.rules.air.combat import aircraft_type, apply_results
from games.titles.pq17.rules.forces.battle_display import Stack, draw_ship
from games.titles.pq17.rules.forces.hits import Fates, Wound, roll_fates, state_modifiers, wound, wrecked_destroyers
from games.titles.pq17.state.counters import Counter, Squadron
from games.titles.pq17.state.dice import dice


class Bombed(Struct, frozen=True, gc=False):
    """7.2.6a, 7.9 The hits of an air unit's bombs on one ship, and their effect."""

    ship: str
    """The id of the ship or class."""
    hits: int
    wound: Wound
    """The effect of the hits."""
    fates: Fates = ()
    """The fates of destroyers, if the option of 7.9 is in play."""
    counter: Counter | None = None
    """The counter of the ship."""
    wrecks: tuple[Counter, ...] = ()
    """The counters of destroyers that are wrecked."""


class Bombs(Struct, frozen=True, gc=False):
    """7.2.6 The bombing dice of an air unit, and the effect on each ship that was hit (`bombed`)."""

    dice: tuple[int, ...] = ()
    bombed: tuple[Bombed, ...] = ()


def bomb_column(aircraft: Aircraft, *, in_port: bool, day: bool) -> AircraftType:
    """7.2.7 Return the column of the bombing chart that an aircraft type uses.

    The Ju 88 bombs as a light bomber, except at night against ports.
    """
    if aircraft.lighter and (day or not in_port):
        return "lb"
    return aircraft.type


def bomb_modifier(box: Box, target: Counter, *, in_port: bool, elusive: bool) -> int:
    """7.2.6, 7.0g, 13.1 Return the modifier of each bombing die against a ship: the sum of `bomb_modifiers`.

    `target`: the counter of the ship. `in_port`: True if she is in port. `elusive`: True if the unit was first sent
    against a ship that the event of 13.1 made impossible to find.
    """
    return total_of(bomb_modifiers(box, target, in_port=in_port, elusive=elusive))


def bomb_modifiers(box: Box, target: Counter, *, in_port: bool, elusive: bool) -> tuple[RollModifier, ...]:
    """7.2.6, 7.0g, 13.1 Return the modifiers of a bombing die, one by one.

    The parameters are those of `bomb_modifier`, which returns the sum.
    """
    chart = box.charts.bombing
    return (
        *state_modifiers(target, crippled=chart.crippled, dead=chart.dead_in_water),
        *((("in_port", chart.in_port, "7.2.6"),) if in_port else ()),
        *((("elusive", chart.elusive, "13.1"),) if elusive else ()),
    )


async def drop_bombs(
    box: Box, stack: Stack, unit: Squadron, *, in_port: bool, day: bool, elusive: bool = False, fates: bool = False,
    key: str,
) -> Bombs:  # fmt: skip
    """7.2.6, 7.2.6a Roll a bombing die for each flying strength of a unit. Each hit falls on a random ship of a stack.

    The hits on one ship are added together (7.0d). Counters that are lost leave the stack. A unit without bombs returns
    no dice. `in_port`, `elusive`: see `bomb_modifier`. `day`: True by day. `fates`: True if the option for destroyers
    is in play (7.9). `key`: the key of the roll in the journal, and the prefix of the keys of its lots.
    """
    bomber = bomb_column(aircraft_type(box, unit), in_port=in_port, day=day)
    if bomber not in box.charts.bombing.hits:
        return Bombs()
    thrown = await dice(unit.flying, key=key, rule="7.2.6")
    struck: list[tuple[Counter, int]] = []
    for number, one in enumerate(thrown):
        scores = [_scored(box, bomber, target, one, in_port, elusive) for target in stack]
        if not any(scores):
            continue
        target = await draw_ship(box, stack, key=f"{key}.{number}")
        struck.append((target, scores[next(place for place, other in enumerate(stack) if other is target)]))
    return Bombs(thrown, await _wounded(box, stack, struck, fates=fates, key=f"{key}.fate"))


def _scored(box: Box, bomber: AircraftType, target: Counter, thrown: int, in_port: bool, elusive: bool) -> int:
    total = thrown + bomb_modifier(box, target, in_port=in_port, elusive=elusive)
    return box.charts.bombing.scored(bomber, box.ships[target.ship].type, total)


async def _wounded(
    box: Box, stack: Stack, struck: Sequence[tuple[Counter, int]], *, fates: bool, key: str
) -> tuple[Bombed, ...]:
    found = []
    for place, target in enumerate({id(one): one for one, _ in struck}.values()):
        hits = sum(count for one, count in struck if one is target)
        if hits:
            fated = await roll_fates(box, target, hits, key=f"{key}.{place}") if fates else ()
            suffered, left = wound(target, box.ships[target.ship], hits), wrecked_destroyers(target, fated)
            found.append(Bombed(target.ship, hits, suffered, fated, target, tuple(left)))
            if suffered.sunk:
                stack[:] = [one for one in stack if one is not target]
            stack += left
    return tuple(found)


class Fallen(Struct, frozen=True, gc=False):
    """7.2.6d The dice of the bombs that an air unit drops on an air unit on the ground, with the result of each die."""

    dice: tuple[int, ...] = ()
    results: tuple[AirResult, ...] = ()


async def bomb_base(box: Box, grounded: Squadron, unit: Squadron, *, key: str) -> Fallen:
    """7.2.6d, 7.2.4f Resolve the bombs of `unit` on the air unit `grounded`, and return the dice with their results.

    A unit that cannot bomb returns no dice. Each success damages a step of `grounded` for the rest of the operation; a
    die that reaches `BaseBombing.destroys` destroys the step. `key`: the key of the roll in the journal.
    """
    chart, bomber = box.charts.base_bombing, aircraft_type(box, unit).type
    if bomber not in chart.hits:
        return Fallen()
    thrown = await dice(unit.flying, key=key, rule="7.2.6d")
    results: tuple[AirResult, ...] = tuple(
        "hit" if one >= chart.destroys else "damaged" if one >= chart.hits[bomber] else "-" for one in thrown
    )
    apply_results(grounded, results)
    return Fallen(thrown, results)
