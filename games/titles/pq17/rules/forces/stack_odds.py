"""7.2, 7.3, 7.5 The odds of dice against a stack, over all its ships."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import structs

from games.kernel.odds import thousandths
from games.titles.pq17.components.contents import Box
from games.titles.pq17.orders.draft_odds import HIGHEST, Fall, Modifiers, RollModifier
from games.titles.pq17.rules.forces.battle_display import ship_count
from games.titles.pq17.rules.forces.hits import reported_loss, wound
from games.titles.pq17.rules.forces.torpedoes import is_struck
from games.titles.pq17.state.counters import Counter

FACES = range(HIGHEST + 1)
Score = Callable[[Counter, int], int]
"""The effect of a die on a ship: a function of the ship's counter and the face of the die."""


def die_odds(box: Box, stack: Sequence[Counter], score: Score) -> tuple[int, Fraction]:
    """Return the lowest face that has an effect on any ship of the stack, and the mean effect of a die.

    Each ship is equally likely to be chosen by lot. If no face has an effect, 10 is returned as the lowest face.
    `score`: the function that returns the effect of a face on a ship.
    """
    least = next((face for face in FACES if any(score(one, face) for one in stack)), HIGHEST + 1)
    whole = sum(ship_count(box, one) for one in stack)
    each = sum(ship_count(box, one) * sum(score(one, face) for face in FACES) for one in stack)
    return least, Fraction(each, len(FACES) * whole) if whole else Fraction(0)


def hundredths(dice: int, mean: Fraction) -> int:
    """Return the expected total of `dice` dice with this mean effect, in hundredths."""
    return round(100 * dice * mean)


def torpedo_odds(box: Box, stack: Sequence[Counter]) -> tuple[int, Fraction]:
    """7.3.1 Return the lowest face on which a torpedo hits any ship of the stack, and the mean number of its hits.

    The ships are assumed not to evade.
    """
    return die_odds(box, stack, lambda one, face: int(is_struck(box, one, face)))


def volley_chances(box: Box, stack: Sequence[Counter], volleys: Sequence[tuple[int, Score]], *, sinks: bool) -> Fall:
    """7.0, 7.2.6a Return the chances of several dice against a stack; each die is rolled at a random ship.

    `volleys`: for each group of equal dice, the number and the effect of the dice. `sinks`: True if the effects are
    hits that cost steps (7.0b); then the chance that a ship is lost is computed, too.
    """
    whole = sum(ship_count(box, one) for one in stack)
    every = len(FACES) * whole
    needs = [_hits_to_lose(box, one) for one in stack] if sinks else []
    missed, count, states = 1, 0, {tuple(0 for _ in needs): 1}
    each: set[tuple[int, int]] = set()
    for dice, score in volleys:
        faces = [(place, hits, ways) for place, one in enumerate(stack) for hits, ways in _faces(box, one, score)]
        effective = sum(ways for _, hits, ways in faces if hits)
        missed, count = missed * (every - effective) ** dice, count + dice
        each.add((effective, every))
        for _ in range(dice if sinks else 0):
            states = _thrown(states, faces, needs)
    thrown = every**count
    lost = thousandths(thrown - sum(states.values()), thrown) if sinks and thrown else -1
    chance = each.pop() if len(each) == 1 else (0, 0)
    return Fall(thousandths(thrown - missed, thrown) if thrown else 0, lost, chance)


def _faces(box: Box, one: Counter, score: Score) -> list[tuple[int, int]]:
    """Return the possible effects of a die on a counter, each with its number of faces times the counter's ships."""
    found: dict[int, int] = {}
    for face in FACES:
        hits = score(one, face)
        found[hits] = found.get(hits, 0) + ship_count(box, one)
    return [*found.items()]


def _thrown(
    states: dict[tuple[int, ...], int], faces: Sequence[tuple[int, int, int]], needs: Sequence[int]
) -> dict[tuple[int, ...], int]:
    """Return the states after one more die; states in which a ship is lost are left out.

    A state is the number of hits on each counter; it is stored with the number of ways that lead to it. `faces`: the
    index of a counter, hits on it, and the number of ways. `needs`: by counter, the hits with which a ship is lost.
    """
    found: dict[tuple[int, ...], int] = {}
    for state, ways in states.items():
        for place, hits, more in faces:
            total = state[place] + hits
            if total < needs[place]:
                after = (*state[:place], total, *state[place + 1 :])
                found[after] = found.get(after, 0) + ways * more
    return found


MOST_HITS = 40
"""A number of hits that no ship survives."""


def _hits_to_lose(box: Box, counter: Counter) -> int:
    """7.0a, 7.0b Return the number of hits in one salvo that sink a ship of a counter."""
    ship = box.ships[counter.ship]
    for hits in range(1, MOST_HITS):
        if reported_loss(ship, wound(structs.replace(counter), ship, hits))[1]:
            return hits
    return MOST_HITS


def shared_modifiers(stack: Sequence[Counter], of: Callable[[Counter], Sequence[RollModifier]]) -> Modifiers:
    """Return the modifiers that apply to at least one ship of a stack, without duplicates.

    `of`: a function that returns the modifiers against one counter.
    """
    return tuple(dict.fromkeys(one for target in stack for one in of(target)))
