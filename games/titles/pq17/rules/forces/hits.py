"""7.0 Hits: steps lost, ships Dead in the Water, ships lost."""

from collections.abc import Iterable

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import FLOATING, Ship
from games.titles.pq17.rules.forces.composition import apart
from games.titles.pq17.table.counters import Counter


class Wound(Struct, frozen=True, gc=False):
    """What the hits of one salvo or strike did to a counter: strength `lost`, whether she now lies `dead` in the water,
    whether she is `sunk`: a counter that is gone altogether.
    """

    lost: int = 0
    dead: bool = False
    sunk: bool = False


def floats_on(ship: Ship) -> bool:
    """7.0d Whether she has a step of 0: heavy ships and fleet auxiliaries do."""
    return ship.type in FLOATING


def wound(counter: Counter, ship: Ship, hits: int) -> Wound:
    """7.0a, 7.0b, 7.0d Apply all hits that one salvo, or one wave of a strike, scored on a counter.

    A step takes as many hits as it has strength; what is left over waits for more (`odd`), and is forgotten when the
    round of a surface battle, or else the segment, is over (`forget_odd_hits`). At 0 a ship with a step of 0 lies Dead
    in the Water, and any hit beyond that sinks her; other counters are gone. Who takes the sunk off the display is the
    caller (7.0c).
    """
    before = counter.strength
    if hits <= 0:
        return Wound()
    if counter.dead and floats_on(ship):
        return Wound(sunk=True)
    spare, counter.odd = hits + counter.odd, 0
    while counter.strength and spare >= (price := _price(ship, counter.strength)):
        counter.strength -= price
        spare -= price
    if counter.strength:
        counter.odd = spare
        return Wound(lost=before - counter.strength)
    sunk = spare > 0 or not floats_on(ship)
    counter.dead = not sunk
    return Wound(lost=before, dead=not sunk, sunk=sunk)


def forget_odd_hits(counters: Iterable[Counter]) -> None:
    """7.0b At the end of a round or segment: hits that made no step are not carried on."""
    for one in counters:
        one.odd = 0


def _price(ship: Ship, strength: int) -> int:
    """7.0b The strength between a step and the next one, and so the hits that it takes."""
    if not ship.is_single:
        return 1
    below = max((step for step in ship.steps if step < strength), default=0)
    return strength - below


def split_off(box: Box, counters: list[Counter], counter: Counter, strength: int) -> Counter:
    """7.3.1c, 7.9a Put so much strength of a counter of a class into a counter of its own, for a state that the rest of
    it does not share; in tow, or towing, it is no more. Raises ValueError for more than there is.
    """
    gone = apart(box, counter, strength)
    gone.odd, gone.towed, gone.tows = 0, False, False
    if not counter.strength:
        counters[:] = [one for one in counters if one is not counter]
    counters.append(gone)
    return gone


def modifier(counter: Counter, *, crippled: int, dead: int) -> int:
    """7.0g, 7.3.1c What the state of a target gives to every attack die at it: a ship Dead in the Water or in tow that
    much, and only otherwise what being Crippled gives.
    """
    if counter.dead or counter.towed:
        return dead
    return crippled if counter.crippled else 0
