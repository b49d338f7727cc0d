"""7.2.1–7.2.3 Fighters take off against attacking aircraft, and fight one round with them."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from games.titles.pq17.components.combat_charts import AirResult
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Aircraft, WeatherKind
from games.titles.pq17.rules.weather.weather import aircraft_fly, carriers_operate
from games.titles.pq17.state.counters import Squadron, is_bomber
from games.titles.pq17.state.dice import dice

Units = Mapping[str, Squadron]
"""Air units by their ids in this fight."""
SCRAMBLE = 1
"""7.2.1 The most hexes between a fighter's base and the attacked hex, if the fighter may take off."""


class Fire(Struct, frozen=True, gc=False):
    """7.2.2 An air unit that fires at another, and the strength with which it fires."""

    firer: str
    target: str
    strength: int


class Shots(Struct, frozen=True, gc=False):
    """7.2.3 The dice with which one air unit fired at another, their modifier, and the result of each die."""

    fire: Fire
    dice: tuple[int, ...]
    modifier: int
    results: tuple[AirResult, ...]


def aircraft_type(box: Box, unit: Squadron) -> Aircraft:
    """Return the data of an air unit's aircraft type."""
    return box.aircraft[unit.aircraft]


def fighter_strength(box: Box, units: Units) -> int:
    """7.2.2a Return the total strength of the fighters among the units."""
    return sum(unit.flying for unit in units.values() if aircraft_type(box, unit).type == "f")


def may_scramble(box: Box, unit: Squadron, *, away: int, day: bool, weather: WeatherKind) -> bool:
    """7.2.1, 7.2.1a Return True if a unit whose base is `away` hexes from the attacked hex may take off.

    The unit must be a fighter with strength left, in the attacked hex or next to it, and within its own range. It takes
    off only by day, and in weather in which it can fly.
    """
    aircraft = aircraft_type(box, unit)
    flies = carriers_operate(weather) if aircraft.carrier else aircraft_fly(weather)
    near = away <= min(SCRAMBLE, aircraft.range)
    return day and flies and near and aircraft.type == "f" and unit.flying > 0


def unmatched_strength(box: Box, attackers: Units, scrambled: Units, fires: Sequence[Fire]) -> int:
    """7.2.2a Return how much strength of the defender's fighters must still fire at attacking fighters; 0 if none.

    The defender may fire at bombers only if the result is 0. `scrambled`: the fighters that took off. `fires`: the
    planned fires of the defender. Each attacking fighter counts separately: if more strength than necessary fires at
    one fighter, this does not make up for missing strength against another.
    """
    aimed = dict.fromkeys((name for name, unit in attackers.items() if aircraft_type(box, unit).type == "f"), 0)
    for fire in fires:
        if fire.target in aimed:
            aimed[fire.target] += fire.strength
    if sum(aimed.values()) == sum(fire.strength for fire in fires):
        return 0
    matched = sum(min(strength, attackers[name].flying) for name, strength in aimed.items())
    needed = min(fighter_strength(box, attackers), sum(unit.flying for unit in scrambled.values()))
    return max(needed - matched, 0)


def usual_fires(box: Box, attackers: Units, scrambled: Units, first: Sequence[str] = ()) -> tuple[Fire, ...]:
    """7.2.2, 7.2.2a Return the defender's default fires: the attacker at which each of its fighters fires.

    The defender's fighters engage attacking fighters first, then torpedo aircraft, then other bombers, each attacker
    with as much strength as it has. Any further strength engages the last target. `scrambled`: the fighters that took
    off. `first`: the aircraft types that the owner wants engaged directly after the attacking fighters.
    """
    order = sorted(attackers, key=lambda name: _rank(box, attackers[name], first))
    wanted = {name: attackers[name].flying for name in order}
    fires: list[Fire] = []
    for firer, unit in scrambled.items():
        spare = unit.flying
        for name in order:
            if given := min(spare, wanted[name]):
                fires.append(Fire(firer, name, given))
                wanted[name] -= given
                spare -= given
        if spare and order:
            fires.append(Fire(firer, order[-1], spare))
    return tuple(fires)


def _rank(box: Box, unit: Squadron, first: Sequence[str]) -> tuple[bool, int, bool]:
    aircraft = aircraft_type(box, unit)
    wanted = first.index(unit.aircraft) if unit.aircraft in first else len(first)
    return is_bomber(aircraft), wanted, not aircraft.torpedoes


def usual_replies(box: Box, attackers: Units, fires: Sequence[Fire]) -> tuple[Fire, ...]:
    """7.2.3, 7.2.3f Return the attackers' default return fire.

    A unit under fire returns fire, with all its strength, at the first unit that fires at it. A fighter that is not
    under fire attacks the first of the defender's fighters. A bomber that is not under fire does not fire.
    """
    replies = []
    for name, unit in attackers.items():
        engaged = [fire.firer for fire in fires if fire.target == name]
        if not engaged and not is_bomber(aircraft_type(box, unit)):
            engaged = [fire.firer for fire in fires]
        if engaged and unit.flying:
            replies.append(Fire(name, engaged[0], unit.flying))
    return tuple(replies)


def air_modifier(firer: Aircraft, target: Aircraft) -> int:
    """7.2.3, 7.2.3e Return the modifier of a firer's dice: its air value minus the air value of the target.

    A fighter's modifier is never below 0. A fighter with + has 1 more against bombers.
    """
    bonus = 1 if firer.plus and is_bomber(target) else 0
    difference = firer.value + bonus - target.value
    return difference if is_bomber(firer) else max(difference, 0)


async def dogfight(box: Box, attackers: Units, scrambled: Units, fires: Sequence[Fire], *, key: str) -> list[Shots]:
    """7.2.2, 7.2.3 Resolve one round in which all units fire at the same time, and return the shots.

    All dice are rolled before any result applies. `fires`: the fires of both sides. `scrambled`: the fighters that took
    off. Attacking fighters do not bomb afterwards (7.2.2b). `key`: the prefix of the journal keys of its rolls.
    """
    units = {**attackers, **scrambled}
    found: list[Shots] = []
    for number, fire in enumerate(fires):
        modifier = air_modifier(aircraft_type(box, units[fire.firer]), aircraft_type(box, units[fire.target]))
        thrown = await dice(fire.strength, key=f"{key}.{number}", rule="7.2.3")
        results = tuple(box.charts.air_combat.result(one + modifier) for one in thrown)
        found.append(Shots(fire, thrown, modifier, results))
    for name, unit in units.items():
        apply_results(unit, [result for shots in found if shots.fire.target == name for result in shots.results])
    return found


def apply_results(unit: Squadron, results: Iterable[AirResult]) -> None:
    """7.2.3a–c, 7.2.3g Apply results of fire to an air unit, the severest first, until no step can fly.

    A hit removes a step permanently. "Damaged" removes a step until the operation ends, an Abort until this player
    phase ends.
    """
    for worst in sorted((one for one in results if one != "-"), key=("hit", "damaged", "abort").index):
        if not unit.flying:
            return
        if worst == "hit":
            unit.strength -= 1
        elif worst == "damaged":
            unit.damaged += 1
        else:
            unit.aborted += 1
