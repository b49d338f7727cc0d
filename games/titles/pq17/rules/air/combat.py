"""7.2.1–7.2.3 Fighters scramble, and fight one round with the attackers."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from games.titles.pq17.box.combat_charts import AirResult
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Aircraft, WeatherKind
from games.titles.pq17.rules.weather.weather import aircraft_fly, carriers_operate
from games.titles.pq17.table.counters import Squadron, is_bomber
from games.titles.pq17.table.dice import dice

Units = Mapping[str, Squadron]
"""Air units by the names that they have in this fight."""
SCRAMBLE = 1
"""7.2.1 Fighters rise for attacks in the hex of their base, or so many hexes from it."""


class Fire(Struct, frozen=True, gc=False):
    """7.2.2 Strength of one unit that fires at another."""

    firer: str
    target: str
    strength: int


class Shots(Struct, frozen=True, gc=False):
    """7.2.3 The dice of one such fire, what was added to each, and their results."""

    fire: Fire
    dice: tuple[int, ...]
    modifier: int
    results: tuple[AirResult, ...]


def kind(box: Box, unit: Squadron) -> Aircraft:
    """The aircraft of a unit."""
    return box.aircraft[unit.aircraft]


def fighters(box: Box, units: Units) -> int:
    """7.2.2a The fighting strength of the fighters among them."""
    return sum(unit.flying for unit in units.values() if kind(box, unit).type == "f")


def may_scramble(box: Box, unit: Squadron, *, away: int, day: bool, weather: WeatherKind) -> bool:
    """7.2.1, 7.2.1a Whether a unit `away` hexes from the target may rise: a fighter with strength left, by day, in or
    next to the hex, within its range, in weather that lets it fly.
    """
    aircraft = kind(box, unit)
    flies = carriers_operate(weather) if aircraft.carrier else aircraft_fly(weather)
    near = away <= min(SCRAMBLE, aircraft.range)
    return day and flies and near and aircraft.type == "f" and unit.flying > 0


def unbound(box: Box, attackers: Units, scrambled: Units, fires: Sequence[Fire]) -> int:
    """7.2.2a How much scrambled strength still has to be turned on attacking fighters before any other type may be
    fired at; 0 if the assignment is right. Each fighter is matched for itself: more at one of them matches no other.
    """
    aimed = dict.fromkeys((name for name, unit in attackers.items() if kind(box, unit).type == "f"), 0)
    for fire in fires:
        if fire.target in aimed:
            aimed[fire.target] += fire.strength
    if sum(aimed.values()) == sum(fire.strength for fire in fires):
        return 0
    matched = sum(min(strength, attackers[name].flying) for name, strength in aimed.items())
    needed = min(fighters(box, attackers), sum(unit.flying for unit in scrambled.values()))
    return max(needed - matched, 0)


def usual_fires(box: Box, attackers: Units, scrambled: Units, first: Sequence[str] = ()) -> tuple[Fire, ...]:
    """7.2.2, 7.2.2a The defender's usual assignment: a match for each attacking fighter, then torpedo aircraft, then
    other bombers, strength for strength, and what is left over at the last of them. `first`: the aircraft that come
    next after the fighters, if he has ordered so.
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
    aircraft = kind(box, unit)
    wanted = first.index(unit.aircraft) if unit.aircraft in first else len(first)
    return is_bomber(aircraft), wanted, not aircraft.torpedoes


def usual_replies(box: Box, attackers: Units, fires: Sequence[Fire]) -> tuple[Fire, ...]:
    """7.2.3, 7.2.3f Units that are attacked fire back with all their strength at the first that engaged them; fighters
    that nobody engaged at the first that scrambled, bombers that nobody engaged not at all.
    """
    replies = []
    for name, unit in attackers.items():
        engaged = [fire.firer for fire in fires if fire.target == name]
        if not engaged and not is_bomber(kind(box, unit)):
            engaged = [fire.firer for fire in fires]
        if engaged and unit.flying:
            replies.append(Fire(name, engaged[0], unit.flying))
    return tuple(replies)


def air_modifier(firer: Aircraft, target: Aircraft) -> int:
    """7.2.3, 7.2.3e The difference of the air values; a fighter's is never below 0, and one with + has 1 more against
    bombers.
    """
    bonus = 1 if firer.plus and is_bomber(target) else 0
    difference = firer.value + bonus - target.value
    return difference if is_bomber(firer) else max(difference, 0)


async def dogfight(box: Box, attackers: Units, scrambled: Units, fires: Sequence[Fire], *, key: str) -> list[Shots]:
    """7.2.2, 7.2.3 One round, both sides at the same time: all dice fall before any result is applied. `fires` are
    those of both sides. Attacking fighters do not bomb afterwards (7.2.2b).
    """
    units = {**attackers, **scrambled}
    found: list[Shots] = []
    for number, fire in enumerate(fires):
        modifier = air_modifier(kind(box, units[fire.firer]), kind(box, units[fire.target]))
        thrown = await dice(fire.strength, key=f"{key}.{number}", rule="7.2.3")
        results = tuple(box.charts.air_combat.result(one + modifier) for one in thrown)
        found.append(Shots(fire, thrown, modifier, results))
    for name, unit in units.items():
        suffer(unit, [result for shots in found if shots.fire.target == name for result in shots.results])
    return found


def suffer(unit: Squadron, results: Iterable[AirResult]) -> None:
    """7.2.3a–c, 7.2.3g What results do to a unit: the severest first, no more than it has strength; a Hit takes a step
    for good, Damaged for the operation, an Abort for this player phase.
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
