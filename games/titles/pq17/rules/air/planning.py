"""7.2.1, 7.2.2, 7.2.3h, 7.2.4 What both sides do by default in an air attack, from their standing instructions."""

from collections.abc import Iterable, Mapping, Sequence

from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, HEAVY_SHIPS, LIGHT_SHIPS, ShipClass, Side
from games.titles.pq17.orders.doctrine import SCRAMBLE_FROM
from games.titles.pq17.rules.air.combat import may_scramble
from games.titles.pq17.rules.air.missions import may_fly
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie
from games.titles.pq17.rules.forces import situations
from games.titles.pq17.rules.forces.battle_display import Stack
from games.titles.pq17.rules.search.air_patrols import coast_of, weather_for
from games.titles.pq17.rules.search.shadowing import base_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import is_bomber
from games.titles.pq17.state.state import AirUnit

WANTED: Mapping[str, frozenset[ShipClass]] = {
    "transports": CONVOY_SHIPS, "heavy": HEAVY_SHIPS, "light": LIGHT_SHIPS
}  # fmt: skip
"""By value of `Instructions.strike`, the ship types that aircraft attack first."""


def fighters_near(board: Board, side: Side, at: str, *, day: bool | None = None) -> list[AirUnit]:
    """5.3c, 7.2.1, 7.2.1a, 12.6 Return the fighters of a side that may take off against an attack on a hex.

    `day`: True for an attack by day; None if the light is that of the turn. It may differ in a raid (12.7a).
    """
    found = []
    for unit in board.state.air:
        kind, base = board.box.aircraft[unit.aircraft], base_of(board, unit)
        if kind.side != side or base is None or unit.mission or not (unit.interceptor or _flies(board, unit)):
            continue
        weather = weather_for(board, coast_of(board, unit.base))
        if may_scramble(
            board.box, unit, away=hexes.distance(base, at), day=board.is_day if day is None else day, weather=weather
        ):
            found.append(unit)
    return found


def _flies(board: Board, unit: AirUnit) -> bool:
    """5.3a, 12.6 Return True if a fighter may take off. During a ground offensive only some aircraft may fly."""
    return may_fly(board, unit) and situations.may_fly(board, unit)


def scrambled_fighters(
    board: Board,
    side: Side,
    at: str,
    attackers: Iterable[AirUnit],
    *,
    surprise: bool | None,
    chosen: Sequence[str] | None = None,
    day: bool | None = None,
) -> list[AirUnit]:
    """7.2.1, 7.2.1o Return the fighters that take off against an attack, by order or by standing instruction.

    `chosen`: the fighters that the side has named for this attack; None for the standing instruction. `surprise`: True
    if the attack achieved surprise; None if the option for surprise is not in play. If it is True, one fighter of the
    hex takes off, printed fighters first. If it is False, all fighters of the hex take off, and one fighter of a
    neighbouring hex. `day`: see `fighters_near`.
    """
    if chosen is None and not _enough(board, side, attackers):
        return []
    found = fighters_near(board, side, at, day=day)
    near = [unit for unit in found if chosen is None or unit.id in chosen]
    near.sort(key=lambda unit: (not unit.interceptor, -unit.flying))
    if surprise is None:
        return near
    here = [unit for unit in near if base_of(board, unit) == at]
    beside = [unit for unit in near if base_of(board, unit) != at]
    return here[:1] if surprise else [*here, *beside[:1]]


def _enough(board: Board, side: Side, attackers: Iterable[AirUnit]) -> bool:
    """7.2.1 Return True if enough aircraft attack for fighters to take off by their side's standing instruction."""
    least = SCRAMBLE_FROM.get(board.state.instructed(side).scramble)
    return least is not None and sum(unit.flying for unit in attackers) >= least


def breaks_off(board: Board, side: Side, units: Mapping[str, AirUnit]) -> bool:
    """7.2.3h Return True if no bomber is left, or less bomber strength than the side's standing instruction demands.

    `units`: the attacking units by id.
    """
    left = sum(unit.flying for unit in units.values() if is_bomber(board.box.aircraft[unit.aircraft]))
    return left < max(int(board.state.instructed(side).break_off), 1)


def target_rank(box: Box, stack: Stack, first: str) -> tuple[bool, int, int]:
    """Return the sort key of a stack as a target; the best target has the lowest key.

    Stacks with a ship of the wanted kind come first, then the stacks with the most valuable ship. `first`: the wanted
    kind of ship, a value of `Instructions.strike`.
    """
    ships = [box.ships[one.ship] for one in stack]
    wanted = any(ship.type in WANTED[first] for ship in ships)
    value = max((ship.value for ship in ships), default=0)
    return not wanted, -value, -sum(one.strength for one in stack)


def assign_sorties(
    box: Box, row: Sequence[Stack], units: Mapping[str, AirUnit], first: str, *, torpedoes: bool, may_bomb: bool = True
) -> list[Sortie]:
    """7.2.4b, 7.2.4c Return the default sorties: for each bomber its target in the row and its wave.

    Two bombers attack the best target, two attack the next target. When every stack with a ship of the wanted kind has
    two attackers, the next wave begins. `first`: the wanted kind of ship (`target_rank`). `torpedoes`: True if units
    that carry torpedoes drop them. `may_bomb`: if it is False, units without torpedoes get no sortie. Fighters never
    get a sortie.
    """
    there = [place for place, stack in enumerate(row) if stack]
    liked = sorted(there, key=lambda place: target_rank(box, row[place], first))
    best = [place for place in liked if not target_rank(box, row[place], first)[0]] or liked[:1]
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
