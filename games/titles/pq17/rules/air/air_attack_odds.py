"""7.2 The odds of an air attack on a row of targets, from public information."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from games.kernel.odds import thousandths
from games.titles.pq17.components.contents import Box
from games.titles.pq17.orders.draft_odds import HIGHEST, Fall, Modifiers, Throw
from games.titles.pq17.rules.air import flak
from games.titles.pq17.rules.air.bombing import bomb_column, bomb_modifier, bomb_modifiers
from games.titles.pq17.rules.air.combat import air_modifier, aircraft_type
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.forces.stack_odds import (
    FACES,
    die_odds,
    hundredths,
    shared_modifiers,
    torpedo_odds,
    volley_chances,
)
from games.titles.pq17.rules.forces.torpedoes import is_struck, torpedo_modifiers
from games.titles.pq17.state.counters import Counter, Squadron

Shown = Sequence[tuple[str, int]]
"""The public part of a target: pairs of the type of a ship or air unit and its strength."""


def fight_odds(box: Box, fighters: Mapping[str, Squadron], attackers: Shown) -> Iterator[Throw]:
    """7.2.3 Yield the odds of the fire of each fighter at the attackers, and of the attackers' fire at each fighter.

    `fighters`: the units that may take off, by id. `attackers`: each attacking unit's aircraft type and flying
    strength. Of several attacking units of one type, only the strongest counts.
    """
    largest = {aircraft: max(flying for name, flying in attackers if name == aircraft) for aircraft, _ in attackers}
    for name, unit in fighters.items():
        for aircraft, flying in largest.items():
            yield _duel(
                box, name, aircraft, unit.flying, air_modifier(aircraft_type(box, unit), box.aircraft[aircraft])
            )
            yield _duel(box, aircraft, name, flying, air_modifier(box.aircraft[aircraft], aircraft_type(box, unit)))


def _duel(box: Box, by: str, at: str, dice: int, modifier: int) -> Throw:
    chart = box.charts.air_combat
    effective = [face for face in FACES if chart.result(face + modifier) != "-"]
    least = effective[0] if effective else HIGHEST + 1
    hit, every = len(effective), len(FACES)
    fall = Fall(thousandths(every**dice - (every - hit) ** dice, every**dice), -1, (hit, every))
    more: Modifiers = (("air_values", modifier, "7.2.3"),) if modifier else ()
    mean = hundredths(dice, Fraction(hit, every))
    return Throw(by, at, "fighters", dice, least, mean, fall=fall, modifiers=more)


def ship_attack_odds(
    box: Box, row: Iterable[tuple[str, Shown]], units: Mapping[str, Squadron], wet: Iterable[str], place: Place
) -> Iterator[Throw]:
    """7.2.6 Yield the odds of each bomber's bombs against each stack, and of its torpedoes if it may drop them.

    `row`: the name of each stack, with its ships; each ship has her public strength and counts as undamaged. `units`:
    the bombers by id. `wet`: the ids of the bombers that may drop torpedoes. `place`: the circumstances of the attack.
    """
    for name, stack in row:
        ships = [Counter(ship, strength) for ship, strength in stack]
        for unit in units:
            yield _bombed(box, name, ships, unit, units[unit], place)
            if unit in wet:
                dice = units[unit].flying * aircraft_type(box, units[unit]).torpedoes
                least, mean = torpedo_odds(box, ships)
                fire, risk = _flak(box, ships, units[unit], place, torpedoes=True)
                fall = volley_chances(box, ships, [(dice, partial(_torpedo_score, box))], sinks=False)
                more = shared_modifiers(ships, partial(torpedo_modifiers, box))
                yield Throw(unit, name, "torpedoes", dice, least, hundredths(dice, mean), fire, risk, fall, more)


def _torpedo_score(box: Box, target: Counter, face: int) -> int:
    return int(is_struck(box, target, face))


def _bombed(box: Box, at: str, ships: list[Counter], name: str, unit: Squadron, place: Place) -> Throw:
    chart, bomber = box.charts.bombing, bomb_column(aircraft_type(box, unit), in_port=place.in_port, day=place.day)

    def score(target: Counter, face: int) -> int:
        more = bomb_modifier(box, target, in_port=place.in_port, elusive=False)
        return chart.scored(bomber, box.ships[target.ship].type, face + more) if bomber in chart.hits else 0

    least, mean = die_odds(box, ships, score)
    fire, risk = _flak(box, ships, unit, place, torpedoes=False)
    fall = volley_chances(box, ships, [(unit.flying, score)], sinks=True)
    more = shared_modifiers(ships, partial(bomb_modifiers, box, in_port=place.in_port, elusive=False))
    return Throw(name, at, "bombs", unit.flying, least, hundredths(unit.flying, mean), fire, risk, fall, more)


def _flak(
    box: Box, ships: list[Counter], unit: Squadron, place: Place, *, torpedoes: bool
) -> tuple[tuple[int, ...], int]:
    """7.2.5, 7.2.5b Return the anti-aircraft values that fire at a unit, and its percentage chance to lose a step.

    The values are those of the target and of its port. Fire of neighbouring stacks and of CAM ships is left out,
    because it depends on other orders.
    """
    fire = tuple(one for one in (flak.flak_value(box, ships), place.port_guns or None) if one is not None)
    spared = Fraction(1)
    for worth in fire:
        spared *= 1 - _costs(box, unit, worth, torpedoes=torpedoes, day=place.day)
    return fire, round(100 * (1 - spared))


def _costs(box: Box, unit: Squadron, worth: int, *, torpedoes: bool, day: bool) -> Fraction:
    chart = box.charts.anti_aircraft
    more = flak.flak_modifier(box, unit, torpedoes=torpedoes, day=day)
    return Fraction(sum(chart.result(worth, face + more) != "-" for face in FACES), len(FACES))


def supporting_values(box: Box, row: Iterable[tuple[str, Shown]]) -> Iterator[tuple[str, int]]:
    """7.2.5a Yield the name and the anti-aircraft value of each stack that may fire for a neighbouring stack.

    A stack whose ships have only a star as value may not fire for a neighbour.
    """
    for name, stack in row:
        worth = flak.flak_value(box, [Counter(ship, strength) for ship, strength in stack]) or flak.STAR
        if worth > flak.STAR:
            yield name, worth


def base_bombing_odds(
    box: Box, row: Iterable[tuple[str, Shown]], units: Mapping[str, Squadron], place: Place
) -> Iterator[Throw]:
    """7.2.6d Yield the odds of each bomber's bombs against each air unit on the ground.

    `row`: the names of the air units on the ground. `units`: the bombers by id. `place`: the circumstances of the
    attack.
    """
    chart = box.charts.base_bombing
    for at, _ in row:
        for name, unit in units.items():
            least = chart.hits.get(aircraft_type(box, unit).type, HIGHEST + 1)
            mean = Fraction(max(HIGHEST + 1 - least, 0), len(FACES))
            risk = round(100 * _costs(box, unit, place.port_guns, torpedoes=False, day=place.day))
            hit, every, dice = max(HIGHEST + 1 - least, 0), len(FACES), unit.flying
            fall = Fall(thousandths(every**dice - (every - hit) ** dice, every**dice), -1, (hit, every))
            yield Throw(name, at, "bombs", dice, least, hundredths(dice, mean), (place.port_guns,), risk, fall)
