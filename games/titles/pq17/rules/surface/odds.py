"""7.5.2 What guns, torpedoes and withdrawal of a side come to, for all that it sees on the display."""

from collections.abc import Iterator

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.odds import HIGHEST, Throw
from games.titles.pq17.rules.forces.crews import dice_of
from games.titles.pq17.rules.forces.odds import Score, a_die, a_torpedo, hundredths
from games.titles.pq17.rules.forces.torpedoes import attacks
from games.titles.pq17.rules.surface.gunnery import gun_modifier
from games.titles.pq17.table.battle import Battle, Unit
from games.titles.pq17.table.counters import Counter


def throws(box: Box, battle: Battle, side: Side) -> Iterator[Throw]:
    """Guns of each unit at each enemy, and what one torpedo symbol of it is worth; nothing of who lies face down."""
    for unit in battle.of(side):
        for enemy in () if battle.dark else battle.against(side):
            yield _guns(box, unit, enemy)
            runs = sum(attacks(box, one, 1) for one in unit.counters if box.ships[one.ship].type != "es")
            if runs:
                least, mean = a_torpedo(box, enemy.counters)
                yield Throw(unit.name, enemy.name, "torpedoes", runs, least, hundredths(runs, mean))


def _guns(box: Box, unit: Unit, enemy: Unit) -> Throw:
    """7.5.2i All counters of a unit, torpedo boats too, which must come near for it."""
    dice, lowest, total = 0, HIGHEST + 1, 0
    for gun in unit.counters:
        if not gun.strength or gun.dead:
            continue
        least, mean = a_die(box, enemy.counters, _score(box, unit, gun))
        if least <= HIGHEST or any(_number(box, gun, one) is not None for one in enemy.counters):
            more = dice_of(box, gun, gun.strength)
            dice, lowest, total = dice + more, min(lowest, least), total + hundredths(more, mean)
    return Throw(unit.name, enemy.name, "guns", dice, lowest, total)


def _score(box: Box, unit: Unit, gun: Counter) -> Score:
    def score(target: Counter, face: int) -> int:
        number = _number(box, gun, target)
        return int(number is not None and face + gun_modifier(box, unit, target) >= number)

    return score


def _number(box: Box, gun: Counter, target: Counter) -> int | None:
    return box.charts.gunnery.hits_from(box.ships[gun.ship].type, box.ships[target.ship].type)
