"""7.2.1, 7.2.2, 7.2.3h, 7.2.4 What both sides' standing instructions come to in an air attack."""

from collections.abc import Iterable, Mapping, Sequence

from games.titles.pq17.box import hexes
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, HEAVY_SHIPS, LIGHT_SHIPS, ShipClass, Side
from games.titles.pq17.orders.doctrine import SCRAMBLE_FROM
from games.titles.pq17.rules.air.combat import may_scramble
from games.titles.pq17.rules.air.missions import may_fly
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie
from games.titles.pq17.rules.forces import situations
from games.titles.pq17.rules.forces.stacks import Stack
from games.titles.pq17.rules.search.patrols import coast_of, weather_for
from games.titles.pq17.rules.search.shadowing import base_of
from games.titles.pq17.table.counters import is_bomber
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit

WANTED: Mapping[str, frozenset[ShipClass]] = {
    "transports": CONVOY_SHIPS, "heavy": HEAVY_SHIPS, "light": LIGHT_SHIPS
}  # fmt: skip
"""What aircraft go for first."""


def fighters_near(sea: Sea, side: Side, at: str, *, day: bool | None = None) -> list[AirUnit]:
    """5.3c, 7.2.1, 7.2.1a, 12.6 The fighters of a side that may rise against an attack on a hex. `day`: the light of a
    raid that is flown in another than that of the turn (12.7a).
    """
    found = []
    for unit in sea.state.air:
        kind, base = sea.box.aircraft[unit.aircraft], base_of(sea, unit)
        if kind.side != side or base is None or unit.mission or not (unit.interceptor or _flies(sea, unit)):
            continue
        weather = weather_for(sea, coast_of(sea, unit.base))
        if may_scramble(
            sea.box, unit, away=hexes.distance(base, at), day=sea.is_day if day is None else day, weather=weather
        ):
            found.append(unit)
    return found


def _flies(sea: Sea, unit: AirUnit) -> bool:
    """5.3a, 12.6 Whether a counter may leave the ground: in an offensive few may, while printed fighters rise."""
    return may_fly(sea, unit) and situations.may_fly(sea, unit)


def scrambled(
    sea: Sea,
    side: Side,
    at: str,
    attackers: Iterable[AirUnit],
    *,
    surprise: bool | None,
    chosen: Sequence[str] | None = None,
    day: bool | None = None,
) -> list[AirUnit]:
    """7.2.1, 7.2.1o The fighters that rise, as their side has ordered. `surprise`: by the option the attack surprised,
    and one unit alone rises in the hex, interceptors first; if it did not, one of those next to the hex (None: no
    option). `chosen`: those that their side has named for this attack.
    """
    if chosen is None and not _enough(sea, side, attackers):
        return []
    found = fighters_near(sea, side, at, day=day)
    near = [unit for unit in found if chosen is None or unit.id in chosen]
    near.sort(key=lambda unit: (not unit.interceptor, -unit.flying))
    if surprise is None:
        return near
    here = [unit for unit in near if base_of(sea, unit) == at]
    beside = [unit for unit in near if base_of(sea, unit) != at]
    return here[:1] if surprise else [*here, *beside[:1]]


def _enough(sea: Sea, side: Side, attackers: Iterable[AirUnit]) -> bool:
    """7.2.1 Whether so many attack that fighters rise by their side's instruction."""
    least = SCRAMBLE_FROM.get(sea.state.instructed(side).scramble)
    return least is not None and sum(unit.flying for unit in attackers) >= least


def breaks_off(sea: Sea, side: Side, units: Mapping[str, AirUnit]) -> bool:
    """7.2.3h Whether too few bombers are left, by their side's instruction."""
    left = sum(unit.flying for unit in units.values() if is_bomber(sea.box.aircraft[unit.aircraft]))
    return left < max(int(sea.state.instructed(side).break_off), 1)


def rank_of(box: Box, stack: Stack, first: str) -> tuple[bool, int, int]:
    """How a stack is liked as a target: the wanted classes before others, the most valuable before the rest."""
    ships = [box.ships[one.ship] for one in stack]
    wanted = any(ship.type in WANTED[first] for ship in ships)
    value = max((ship.value for ship in ships), default=0)
    return not wanted, -value, -sum(one.strength for one in stack)


def sorties(
    box: Box, row: Sequence[Stack], units: Mapping[str, AirUnit], first: str, *, torpedoes: bool, may_bomb: bool = True
) -> list[Sortie]:
    """7.2.4b, 7.2.4c Each bomber a target and a wave: two at the best target at a time; when every stack of the wanted
    class has its two, the next wave begins. Fighters do not bomb.
    """
    there = [place for place, stack in enumerate(row) if stack]
    liked = sorted(there, key=lambda place: rank_of(box, row[place], first))
    best = [place for place in liked if not rank_of(box, row[place], first)[0]] or liked[:1]
    bombers = [name for name, unit in units.items() if is_bomber(box.aircraft[unit.aircraft]) and unit.flying]
    bombers.sort(key=lambda name: (box.aircraft[units[name].aircraft].torpedoes == 0, -units[name].flying))
    found = []
    for number, name in enumerate(bombers if best else []):
        slot = number % (UNITS_AT_ONCE * len(best))
        drops = torpedoes and box.aircraft[units[name].aircraft].torpedoes > 0
        if drops or may_bomb:
            wave = 1 + number // (UNITS_AT_ONCE * len(best))
            found.append(Sortie(name, best[slot // UNITS_AT_ONCE], wave, drops, "transports"))
    return found
