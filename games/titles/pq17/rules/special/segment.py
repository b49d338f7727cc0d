"""12.2, 12.12 What becomes of forces that went beyond the map in the movement segment."""

from games.titles.pq17.box.pieces import SIDES
from games.titles.pq17.rules.forces.losses import left_crippled
from games.titles.pq17.rules.forces.points import book
from games.titles.pq17.rules.forces.situations import breaks_out, chit_for, heavy_points, show
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.special import KaraEntered, MapLeft, Settled
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Convoy, Force, Loss

ATLANTIC, KARA = "atlantic", "kara_sea"
KARA_CONVOY = "kara_convoy"
"""12.12a The owner's word for the Soviet convoy."""


def after_movement(sea: Sea) -> None:
    """12.2, 12.12a Forces in the Atlantic are gone; the first German force in the Kara Sea finds a convoy there."""
    for force in sea.as_seen([one for side in SIDES for one in sea.forces_of(side) if one.at == ATLANTIC]):
        leave_map(sea, force)
    for force in sea.as_seen([one for one in sea.forces_of("axis") if one.at == KARA]):
        _enter_kara(sea, force)
    sea.tell(Settled("movement"))


def leave_map(sea: Sea, force: Force) -> None:
    """12.2, 12.2b Heavy ships have broken out: the chit is shown; they score if they leave at least seven turns before
    their Fuel Warning, and are no losses.
    """
    special = sea.box.special.break_out
    in_time = force.fuel is None or (force.fuel.state == "full" and _turns_left(sea, force) >= special.turns)
    scores = in_time and breaks_out(sea.box, force.counters) and chit_for(sea, force.side, "break_out") is not None
    show(sea, force.side)
    ships = tuple(one.ship for one in force.counters)
    sea.tell(MapLeft(force.side, next(iter(force.trail[-2:-1]), force.at), ships, scores))
    if scores:
        points = heavy_points(sea.box, force.counters, capital_ship=special.capital_ship, cruiser=special.cruiser)
        book(sea, -points, "break_out")
    for one in force.counters:
        sea.state.losses.append(Loss(force.side, one.ship, one.strength, sea.state.turn, "left"))
    left_crippled(sea, [one.ship for one in force.counters if one.crippled])
    sea.state.shadows = [one for one in sea.state.shadows if force.id not in (one.target, one.who)]
    sea.remove(force)


def _turns_left(sea: Sea, force: Force) -> int:
    """11.1.3, 12.2 The turns to the Fuel Warning of a force, less what this turn has burned."""
    return force.fuel.turn - force.spent - sea.state.turn if force.fuel is not None else 0


def _enter_kara(sea: Sea, force: Force) -> None:
    """12.12, 12.12a The chit is shown, and a laden Soviet convoy lies there, identified as a small one."""
    chit = chit_for(sea, "axis", "wunderland")
    if chit is None or force.id in chit.forces:
        return
    first = not chit.forces
    chit.forces.append(force.id)
    if first:
        show(sea, "axis")
        sea.tell(KaraEntered())
        counters = [Counter(one.kind, one.strength) for one in sea.box.special.wunderland.entries]
        voyage = Convoy(laden=True)
        convoy = Force(id=KARA_CONVOY, side="allied", kind="convoy", block=0, at=KARA, counters=counters, convoy=voyage)
        sea.bring(convoy)
        convoy.told = sum(one.strength for one in counters if sea.box.ships[one.ship].is_warship)
        sea.identify(convoy, 1)
        sea.report(convoy, 1, "situation")


def clear_kara(sea: Sea) -> None:
    """12.12b What is left of the convoy in the Kara Sea is removed at the end, without points."""
    for force in [one for one in sea.state.forces if one.id == KARA_CONVOY]:
        for one in force.counters:
            sea.state.losses.append(Loss("allied", one.ship, one.strength, sea.state.turn, "left"))
        sea.remove(force)
