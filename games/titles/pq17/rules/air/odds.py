"""7.2 What an air attack comes to, for all that its sides see: fighters, and bombs and torpedoes at a row."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from games.titles.pq17.box.contents import Box
from games.titles.pq17.orders.odds import HIGHEST, Throw
from games.titles.pq17.rules.air import flak
from games.titles.pq17.rules.air.bombing import bomb_modifier, column
from games.titles.pq17.rules.air.combat import air_modifier, kind
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.forces.odds import FACES, a_die, a_torpedo, hundredths
from games.titles.pq17.table.counters import Counter, Squadron

Shown = Sequence[tuple[str, int]]
"""What lies open of a stack: ships, or aircraft, with their strength."""


def fights(box: Box, fighters: Mapping[str, Squadron], attackers: Shown) -> Iterator[Throw]:
    """7.2.3 Each fighter that may rise against each kind of aircraft, and the largest unit of that at it."""
    largest = {aircraft: max(flying for name, flying in attackers if name == aircraft) for aircraft, _ in attackers}
    for name, unit in fighters.items():
        for aircraft, flying in largest.items():
            yield _duel(box, name, aircraft, unit.flying, air_modifier(kind(box, unit), box.aircraft[aircraft]))
            yield _duel(box, aircraft, name, flying, air_modifier(box.aircraft[aircraft], kind(box, unit)))


def _duel(box: Box, by: str, at: str, dice: int, modifier: int) -> Throw:
    chart = box.charts.air_combat
    telling = [face for face in FACES if chart.result(face + modifier) != "-"]
    least = telling[0] if telling else HIGHEST + 1
    return Throw(by, at, "fighters", dice, least, hundredths(dice, Fraction(len(telling), len(FACES))))


def at_ships(
    box: Box, row: Iterable[tuple[str, Shown]], units: Mapping[str, Squadron], wet: Iterable[str], place: Place
) -> Iterator[Throw]:
    """7.2.6 Bombs of each unit at each stack, and the torpedoes of those that may drop them; ships as they are shown,
    unhurt as far as anybody knows.
    """
    for name, stack in row:
        ships = [Counter(ship, strength) for ship, strength in stack]
        for unit in units:
            yield _bombed(box, name, ships, unit, units[unit], place)
            if unit in wet:
                dice = units[unit].flying * kind(box, units[unit]).torpedoes
                least, mean = a_torpedo(box, ships)
                fire, risk = _flak(box, ships, units[unit], place, torpedoes=True)
                yield Throw(unit, name, "torpedoes", dice, least, hundredths(dice, mean), fire, risk)


def _bombed(box: Box, at: str, ships: list[Counter], name: str, unit: Squadron, place: Place) -> Throw:
    chart, bomber = box.charts.bombing, column(kind(box, unit), in_port=place.in_port, day=place.day)

    def score(target: Counter, face: int) -> int:
        more = bomb_modifier(box, target, in_port=place.in_port, elusive=False)
        return chart.scored(bomber, box.ships[target.ship].type, face + more) if bomber in chart.hits else 0

    least, mean = a_die(box, ships, score)
    fire, risk = _flak(box, ships, unit, place, torpedoes=False)
    return Throw(name, at, "bombs", unit.flying, least, hundredths(unit.flying, mean), fire, risk)


def _flak(
    box: Box, ships: list[Counter], unit: Squadron, place: Place, *, torpedoes: bool
) -> tuple[tuple[int, ...], int]:
    """7.2.5, 7.2.5b The guns of the target and of its port, and on how many of a hundred they cost the unit a step;
    without neighbours and CAM ships, who fire or not as others order.
    """
    fire = tuple(one for one in (flak.value(box, ships), place.port_guns or None) if one is not None)
    spared = Fraction(1)
    for worth in fire:
        spared *= 1 - _costs(box, unit, worth, torpedoes=torpedoes, day=place.day)
    return fire, round(100 * (1 - spared))


def _costs(box: Box, unit: Squadron, worth: int, *, torpedoes: bool, day: bool) -> Fraction:
    chart = box.charts.anti_aircraft
    more = flak.modifier(box, unit, torpedoes=torpedoes, day=day)
    return Fraction(sum(chart.result(worth, face + more) != "-" for face in FACES), len(FACES))


def beside(box: Box, row: Iterable[tuple[str, Shown]]) -> Iterator[tuple[str, int]]:
    """7.2.5a The stacks that may fire for a neighbour, with what their fire is worth: a number, not a star alone."""
    for name, stack in row:
        worth = flak.value(box, [Counter(ship, strength) for ship, strength in stack]) or flak.STAR
        if worth > flak.STAR:
            yield name, worth


def on_the_ground(
    box: Box, row: Iterable[tuple[str, Shown]], units: Mapping[str, Squadron], place: Place
) -> Iterator[Throw]:
    """7.2.6d Bombs of each unit at each unit on the ground."""
    chart = box.charts.base_bombing
    for at, _ in row:
        for name, unit in units.items():
            least = chart.hits.get(kind(box, unit).type, HIGHEST + 1)
            mean = Fraction(max(HIGHEST + 1 - least, 0), len(FACES))
            risk = round(100 * _costs(box, unit, place.port_guns, torpedoes=False, day=place.day))
            yield Throw(
                name, at, "bombs", unit.flying, least, hundredths(unit.flying, mean), (place.port_guns,), risk
            )  # fmt: skip
