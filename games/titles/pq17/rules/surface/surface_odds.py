"""7.5.2 The odds of a side's guns and torpedoes, from what the side sees on the display."""

from collections.abc import Iterator
from functools import partial

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.draft_odds import HIGHEST, Throw
from games.titles.pq17.rules.forces.green_crews import gunnery_dice
from games.titles.pq17.rules.forces.stack_odds import (
    Score,
    die_odds,
    hundredths,
    shared_modifiers,
    torpedo_odds,
    volley_chances,
)
from games.titles.pq17.rules.forces.torpedoes import is_struck, torpedo_attacks, torpedo_modifiers
from games.titles.pq17.rules.surface.gunnery import gun_modifier, gun_modifiers
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.counters import Counter


def throw_odds(box: Box, battle: Battle, side: Side) -> Iterator[Throw]:
    """7.5.2 Yield the odds of the guns, and of one torpedo symbol, of each unit of a side against each enemy unit.

    Yields nothing if the counters of the battle are face down (7.5.9).
    """
    for unit in battle.of(side):
        for enemy in () if battle.dark else battle.against(side):
            yield _guns(box, unit, enemy)
            runs = sum(torpedo_attacks(box, one, 1) for one in unit.counters if box.ships[one.ship].type != "es")
            if runs:
                least, mean = torpedo_odds(box, enemy.counters)
                score = partial(_torpedo_score, box)
                fall = volley_chances(box, enemy.counters, [(runs, score)], sinks=False)
                more = shared_modifiers(enemy.counters, partial(torpedo_modifiers, box))
                yield Throw(
                    unit.name, enemy.name, "torpedoes", runs, least, hundredths(runs, mean), fall=fall, modifiers=more
                )


def _torpedo_score(box: Box, target: Counter, face: int) -> int:
    return int(is_struck(box, target, face))


def _guns(box: Box, unit: Unit, enemy: Unit) -> Throw:
    """7.5.2i Return the odds of a unit's guns at an enemy unit, from all its counters.

    Torpedo boats are included, although they must first close to fire.
    """
    dice, lowest, total, volleys = 0, HIGHEST + 1, 0, list[tuple[int, Score]]()
    for gun in unit.counters:
        if not gun.strength or gun.dead:
            continue
        least, mean = die_odds(box, enemy.counters, _score(box, unit, gun))
        if least <= HIGHEST or any(_number(box, gun, one) is not None for one in enemy.counters):
            more = gunnery_dice(box, gun, gun.strength)
            dice, lowest, total = dice + more, min(lowest, least), total + hundredths(more, mean)
            volleys.append((more, _score(box, unit, gun)))
    fall = volley_chances(box, enemy.counters, volleys, sinks=True)
    modifiers = shared_modifiers(enemy.counters, partial(gun_modifiers, box, unit))
    return Throw(unit.name, enemy.name, "guns", dice, lowest, total, fall=fall, modifiers=modifiers)


def _score(box: Box, unit: Unit, gun: Counter) -> Score:
    def score(target: Counter, face: int) -> int:
        number = _number(box, gun, target)
        return int(number is not None and face + gun_modifier(box, unit, target) >= number)

    return score


def _number(box: Box, gun: Counter, target: Counter) -> int | None:
    return box.charts.gunnery.hits_from(box.ships[gun.ship].type, box.ships[target.ship].type)
