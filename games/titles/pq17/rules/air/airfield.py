"""7.2.4f, 7.2.5b, 7.2.6d A strike on the aircraft of an airfield, wave by wave."""

from collections.abc import Collection, Mapping, Sequence

from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.rules.air import flak
from games.titles.pq17.rules.air.bombing import base_bombs
from games.titles.pq17.rules.air.exchange import assigned, is_asked
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.table.events.air import BaseBombed, Grounded
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit


async def strike_airfield(
    sea: Sea, side: Side, field: str, bombers: Mapping[str, AirUnit], risen: Collection[str], *, day: bool, key: str
) -> None:
    """7.2.4f–7.2.6d What is on the ground lies in a row, and the attacker says who goes for what, if he wants to be
    asked. Where no counter lies there, bombs fall on the printed fighters, of which their owner alone knows what is
    left (7.2.3d). `risen` are the fighters that have met the attack.
    """
    row = on_the_ground(sea, field, risen)
    shown = tuple(((unit.aircraft, unit.flying),) for unit in row)
    at = sea.box.base_hex(field)
    if row:
        sea.emit(Grounded(sea.enemy(side), at, tuple(stack[0] for stack in shown)), to=SIDES)
    flown = usual_sorties(row, bombers)
    if is_asked(sea, side):
        guns = sea.box.airfields[field].anti_aircraft
        place = Place(day=day, weather=sea.state.sky.kind, port_guns=guns, in_port=True)
        flown = await assigned(
            sea, side, at, shown, bombers, flown, torpedoes=False, place=place, grounded=True, key=key
        )  # fmt: skip
    for wave in sorted({one.wave for one in flown}):
        coming = [one for one in flown if one.wave == wave and bombers[one.unit].flying]
        await _wave(sea, side, field, row, bombers, coming, risen, day=day, key=key)


def on_the_ground(sea: Sea, field: str, risen: Collection[str]) -> list[AirUnit]:
    """7.2.4f The counters at an airfield that have not risen and are not away, the largest first; printed fighters have
    none.
    """
    there = [
        one
        for one in sea.state.air
        if one.base == field and one.flying and not one.mission and not one.interceptor and one.id not in risen
    ]
    return sorted(there, key=lambda one: -one.flying)


def usual_sorties(row: Sequence[AirUnit], bombers: Mapping[str, AirUnit]) -> list[Sortie]:
    """7.2.4b Two units at the largest on the ground, two at the next; when each has its two, the next wave begins."""
    slots = max(UNITS_AT_ONCE * len(row), 1)
    flying = [name for name, unit in bombers.items() if unit.flying]
    return [
        Sortie(name, number % slots // UNITS_AT_ONCE, wave=1 + number // slots if row else 1)
        for number, name in enumerate(flying)
    ]


async def _wave(
    sea: Sea,
    side: Side,
    field: str,
    row: Sequence[AirUnit],
    bombers: Mapping[str, AirUnit],
    sorties: Sequence[Sortie],
    risen: Collection[str],
    *,
    day: bool,
    key: str,
) -> None:
    """7.2.5b, 7.2.6d The guns of the airfield fire at each unit of a wave, then its bombs fall."""
    guns, aims = sea.box.airfields[field].anti_aircraft, dict[str, int]()
    for one in sorties:
        aim = target_now(row, one, list(aims.values())) if row else 0
        if aim is not None:
            aims[one.unit] = aim
    for name in aims:
        await flak.flak(sea.box, name, bombers[name], guns, torpedoes=False, day=day, key=f"{key}.flak.{name}")
    for name, place in aims.items():
        target = row[place] if row else _printed(sea, field, risen)
        if target is not None and target.flying and bombers[name].flying:
            fell = await base_bombs(sea.box, target, bombers[name], key=f"{key}.bombs.{name}")
            if not target.interceptor:
                event = BaseBombed(side, bombers[name].aircraft, target.aircraft, fell.dice, fell.results)
                sea.emit(event, to=SIDES)


def target_now(row: Sequence[AirUnit], sortie: Sortie, taken: Sequence[int]) -> int | None:
    """7.2.6b The place that a unit attacks when its wave comes: its target while that has strength, else a neighbour of
    it that still has, the left one first unless it is ordered otherwise; None: it breaks off. `taken` are the places
    that other units of the wave attack.
    """
    if row[sortie.target].flying:
        return sortie.target
    left = next((place for place in range(sortie.target - 1, -1, -1) if row[place].flying), None)
    right = next((place for place in range(sortie.target + 1, len(row)) if row[place].flying), None)
    beside = {"left": [left], "right": [right], "transports": [left, right], "home": []}[sortie.instead]
    open_ = [place for place in beside if place is not None and list(taken).count(place) < UNITS_AT_ONCE]
    return open_[0] if open_ else None


def _printed(sea: Sea, field: str, risen: Collection[str]) -> AirUnit | None:
    """7.2.3d The printed fighters of an airfield with most left, of those that have not risen."""
    there = [one for one in sea.state.air if one.base == field and one.interceptor and one.id not in risen]
    return max(there, key=lambda one: one.flying, default=None)
