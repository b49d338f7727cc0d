"""5.3c, 5.4, 5.10, T.mod What distance and damage make of an attack, and what changes the roll of a shot."""

from collections.abc import Iterator

from games.titles.battleships.box import hexes
from games.titles.battleships.table.events.gunnery import Modifier
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Marker, Ship


def changed_attack(sea: Sea, ship: Ship, far: int) -> int:
    """5.3c, 5.10 Her attack after W damage, as distance changes it, both rounded down."""
    band = sea.tables.distance.band(far)
    return sea.attack(ship) * band.times // band.by


def modifiers_of(sea: Sea, marker: Marker, against: Ship) -> Iterator[Modifier]:
    """5.4, T.mod Every line of the modifier table that applies to a main-gun shot: 5.5, 5.5a two ships' markers on the
    target (one ship's main and secondary guns are one), 5.6 a marker on the firer, however many, and the rest.
    """
    table, ship = sea.tables.modifiers, sea.ship(marker.firer)
    if against.speed <= table.slow and not sea.counter(against).battery:
        yield Modifier("slow_target", table.slow_target)
    if len({other.firer for other in sea.state.markers if other.target == marker.target} | {ship.id}) > 1:
        yield Modifier("concentration", table.concentration)
    if _end_on(sea, ship, against):
        yield Modifier("fore_or_aft", table.fore_or_aft)
    if any(other.target == ship.id for other in sea.state.markers):
        yield Modifier("under_fire", table.under_fire)
    if crew := sea.crew(ship):
        yield Modifier("good_crew", table.good_crew) if crew > 0 else Modifier("poor_crew", table.poor_crew)
    yield from _of_sight(sea, marker, ship)
    radar = sea.radar(ship)
    if sea.options.turning and ship.turned and not (radar is not None and radar.advanced):
        yield Modifier("turned", table.turned)
    if against.burning == sea.state.turn:
        yield Modifier("burning", table.burning)


def _of_sight(sea: Sea, marker: Marker, ship: Ship) -> Iterator[Modifier]:
    """4.3b, 10.1, 10.2 What it costs to fire at what is not in plain sight."""
    if marker.sight == "shell":
        yield Modifier("star_shell", sea.tables.modifiers.star_shell)
    elif marker.sight == "aircraft":
        yield Modifier("aircraft", sea.tables.modifiers.aircraft)
    elif marker.sight == "radar":
        radar = sea.radar(ship)
        penalty = radar.penalty(marker.distance) if radar is not None else None
        if penalty:
            yield Modifier("radar", penalty)


def _end_on(sea: Sea, ship: Ship, against: Ship) -> bool:
    """5.7, 10.4a Whether a shot goes into the fore or aft arc and suffers by it; a battery has none (10.7), and guns
    that all stand ahead do not bear aft (10.4).
    """
    counter, arc = sea.counter(ship), hexes.arc(ship.at, ship.heading, against.at)
    if counter.battery or arc == "broadside":
        return False
    return not (sea.options.arcs and counter.guns_bear == "ahead")
