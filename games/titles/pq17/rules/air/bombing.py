"""7.2.6 Bombs on ships and on air bases."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.box.combat_charts import AirResult
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Aircraft, AircraftType
from games.titles.pq17.rules.air.combat import kind, suffer
from games.titles.pq17.rules.forces.fates import Fates, fates_of, wrecks
from games.titles.pq17.rules.forces.hits import Wound, modifier, wound
from games.titles.pq17.rules.forces.stacks import Stack, drawn
from games.titles.pq17.table.counters import Counter, Squadron
from games.titles.pq17.table.dice import dice


class Bombed(Struct, frozen=True, gc=False):
    """7.2.6a, 7.9 The hits that a ship took, what they did, and by option the fates of destroyers; the counter that was
    hit, and the wrecks that it left.
    """

    ship: str
    hits: int
    wound: Wound
    fates: Fates = ()
    counter: Counter | None = None
    wrecks: tuple[Counter, ...] = ()


class Bombs(Struct, frozen=True, gc=False):
    """7.2.6 The dice of a unit's bombs, and the ships that they hit."""

    dice: tuple[int, ...] = ()
    bombed: tuple[Bombed, ...] = ()


def column(aircraft: Aircraft, *, in_port: bool, day: bool) -> AircraftType:
    """7.2.7 The column that a bomber uses: Ju 88 that of light bombers, except at night against ports."""
    if aircraft.lighter and (day or not in_port):
        return "lb"
    return aircraft.type


def bomb_modifier(box: Box, target: Counter, *, in_port: bool, elusive: bool) -> int:
    """7.2.6, 7.0g, 13.1 What is added to each die of bombs at a ship."""
    chart = box.charts.bombing
    state = modifier(target, crippled=chart.crippled, dead=chart.dead_in_water)
    return state + (chart.in_port if in_port else 0) + (chart.elusive if elusive else 0)


async def bombs(
    box: Box, stack: Stack, unit: Squadron, *, in_port: bool, day: bool, elusive: bool = False, fates: bool = False,
    key: str,
) -> Bombs:  # fmt: skip
    """7.2.6, 7.2.6a A die for each strength that is left: whom a hit falls on is drawn among the ships of the target.
    The hits of a unit on a ship are summed (7.0d), and counters that are gone are taken off the stack. Nobody bombs
    with aircraft that carry no bombs. By `fates` the option for destroyers holds (7.9).
    """
    bomber = column(kind(box, unit), in_port=in_port, day=day)
    if bomber not in box.charts.bombing.hits:
        return Bombs()
    thrown = await dice(unit.flying, key=key, rule="7.2.6")
    struck: list[tuple[Counter, int]] = []
    for number, one in enumerate(thrown):
        scores = [_scored(box, bomber, target, one, in_port, elusive) for target in stack]
        if not any(scores):
            continue
        target = await drawn(box, stack, key=f"{key}.{number}")
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
            fated = await fates_of(box, target, hits, key=f"{key}.{place}") if fates else ()
            suffered, left = wound(target, box.ships[target.ship], hits), wrecks(target, fated)
            found.append(Bombed(target.ship, hits, suffered, fated, target, tuple(left)))
            if suffered.sunk:
                stack[:] = [one for one in stack if one is not target]
            stack += left
    return tuple(found)


class Fallen(Struct, frozen=True, gc=False):
    """7.2.6d The dice of a unit's bombs on a unit on the ground, and the result of each."""

    dice: tuple[int, ...] = ()
    results: tuple[AirResult, ...] = ()


async def base_bombs(box: Box, grounded: Squadron, unit: Squadron, *, key: str) -> Fallen:
    """7.2.6d, 7.2.4f A unit's bombs on a unit on the ground: steps Damaged, or destroyed by a strong result."""
    chart, bomber = box.charts.base_bombing, kind(box, unit).type
    if bomber not in chart.hits:
        return Fallen()
    thrown = await dice(unit.flying, key=key, rule="7.2.6d")
    results: tuple[AirResult, ...] = tuple(
        "hit" if one >= chart.destroys else "damaged" if one >= chart.hits[bomber] else "-" for one in thrown
    )
    suffer(grounded, results)
    return Fallen(thrown, results)
