"""7.2.4f, 7.2.5b, 7.2.6d An attack on the aircraft on the ground at an airfield, wave by wave."""

from collections.abc import Collection, Mapping, Sequence

from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.air import flak
from games.titles.pq17.rules.air.bombing import bomb_base
from games.titles.pq17.rules.air.exchange import ask_sorties, is_asked
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import BaseBombed, Grounded
from games.titles.pq17.state.state import AirUnit


async def strike_airfield(
    board: Board, side: Side, field: str, bombers: Mapping[str, AirUnit], risen: Collection[str], *, day: bool, key: str
) -> None:
    """7.2.4f–7.2.6d Resolve an air strike on an airfield, wave by wave.

    The units on the ground form the row of targets. The attacker is asked to assign targets if its standing instruction
    says so. If no counter is on the ground, bombs fall on the printed fighters. Only the owner of these fighters knows
    how many are left (7.2.3d). `side`: the attacker. `field`: the id of the airfield. `bombers`: the attacking units by
    id. `risen`: the ids of the fighters that took off against the attack. `day`: True if the attack is by day. `key`:
    the prefix of the journal keys of its rolls and its question.
    """
    row = grounded_counters(board, field, risen)
    shown = tuple(((unit.aircraft, unit.flying),) for unit in row)
    at = board.box.base_hex(field)
    if row:
        board.emit(Grounded(board.enemy(side), at, tuple(stack[0] for stack in shown)), to=SIDES)
    flown = usual_sorties(row, bombers)
    if is_asked(board, side):
        guns = board.box.airfields[field].anti_aircraft
        place = Place(day=day, weather=board.state.sky.kind, port_guns=guns, in_port=True)
        flown = await ask_sorties(
            board, side, at, shown, bombers, flown, torpedoes=False, place=place, grounded=True, key=key
        )  # fmt: skip
    for wave in sorted({one.wave for one in flown}):
        coming = [one for one in flown if one.wave == wave and bombers[one.unit].flying]
        await _wave(board, side, field, row, bombers, coming, risen, day=day, key=key)


def grounded_counters(board: Board, field: str, risen: Collection[str]) -> list[AirUnit]:
    """7.2.4f Return the air units on the ground at an airfield, the strongest first.

    Units that took off (`risen`), units on a mission, and printed fighters, which have no counter, are left out.
    """
    there = [
        one
        for one in board.state.air
        if one.base == field and one.flying and not one.mission and not one.interceptor and one.id not in risen
    ]
    return sorted(there, key=lambda one: -one.flying)


def usual_sorties(row: Sequence[AirUnit], bombers: Mapping[str, AirUnit]) -> list[Sortie]:
    """7.2.4b Return the default sortie of each bomber.

    Two units attack the first target of the row, two attack the next target, and so on. When every target has two
    attackers, the next wave begins.
    """
    slots = max(UNITS_AT_ONCE * len(row), 1)
    flying = [name for name, unit in bombers.items() if unit.flying]
    return [
        Sortie(name, number % slots // UNITS_AT_ONCE, wave=1 + number // slots if row else 1)
        for number, name in enumerate(flying)
    ]


async def _wave(
    board: Board,
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
    """7.2.5b, 7.2.6d Resolve a wave: the airfield's guns fire at each unit, then its bombs fall.

    `key`: the prefix of the journal keys of its rolls.
    """
    guns, aims = board.box.airfields[field].anti_aircraft, dict[str, int]()
    for one in sorties:
        aim = target_now(row, one, list(aims.values())) if row else 0
        if aim is not None:
            aims[one.unit] = aim
    for name in aims:
        await flak.fire_flak(board.box, name, bombers[name], guns, torpedoes=False, day=day, key=f"{key}.flak.{name}")
    for name, place in aims.items():
        target = row[place] if row else _printed(board, field, risen)
        if target is not None and target.flying and bombers[name].flying:
            fell = await bomb_base(board.box, target, bombers[name], key=f"{key}.bombs.{name}")
            if not target.interceptor:
                event = BaseBombed(side, bombers[name].aircraft, target.aircraft, fell.dice, fell.results)
                board.emit(event, to=SIDES)


def target_now(row: Sequence[AirUnit], sortie: Sortie, taken: Sequence[int]) -> int | None:
    """7.2.6b Return the index in the row of the target that a unit attacks in its wave, or None if the unit breaks off.

    The unit attacks its target while the target has strength. Otherwise it attacks the nearest target to the left that
    has strength, or else the nearest to the right; its orders may reverse this. `taken`: the indices that other units
    of the wave attack.
    """
    if row[sortie.target].flying:
        return sortie.target
    left = next((place for place in range(sortie.target - 1, -1, -1) if row[place].flying), None)
    right = next((place for place in range(sortie.target + 1, len(row)) if row[place].flying), None)
    beside = {"left": [left], "right": [right], "transports": [left, right], "home": []}[sortie.instead]
    open_ = [place for place in beside if place is not None and list(taken).count(place) < UNITS_AT_ONCE]
    return open_[0] if open_ else None


def _printed(board: Board, field: str, risen: Collection[str]) -> AirUnit | None:
    """7.2.3d Return the strongest unit of printed fighters that did not take off, or None."""
    there = [one for one in board.state.air if one.base == field and one.interceptor and one.id not in risen]
    return max(there, key=lambda one: one.flying, default=None)
