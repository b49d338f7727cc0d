"""12.14.1 What is given to the force of ARCHERY, and leaves it after the operation."""

from games.titles.pq17.rules.fuel.refuelling import full_oil
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Fate, Force

COMING_BACK: tuple[Fate, ...] = ("ice", "weather")
"""15.5.3b What ships come back from, so that they are not lost."""


def _oiler(sea: Sea) -> str:
    """12.14.1 The first oiler that no force has, "" where there is none; in a campaign one that lies idle, which leaves
    the order of battle for the operation (15.0).
    """
    used = {one.ship for other in sea.state.forces for one in other.counters}
    free, roster = [ship for ship in sea.box.special.archery.oilers if ship not in used], sea.state.roster
    if roster is None:
        return next(iter(free), "")
    for unit in [one for ship in free if (one := roster.find(ship)) is not None]:
        roster.units.remove(unit)
        return unit.kind
    return ""


def embark(sea: Sea, force: Force) -> None:
    """12.14.1 The landing ships, an escort and an oiler that no other force of the operation has join the force."""
    needs = sea.box.special.archery
    oiler = _oiler(sea)
    for name, strength in [(one.kind, one.strength) for one in needs.entries] + ([(oiler, 0)] if oiler else []):
        one = Counter(name, strength or sea.box.ships[name].strength)
        one.oil = full_oil(sea.box, one)
        force.counters.append(one)
        sea.state.brought += one.strength


def leave_landing(sea: Sea) -> None:
    """12.14.1 In a campaign the escort that was given goes back where it came from as the operation ends, like the
    landing ships, and out of the force that landed first; of its class what was lost is taken to have been given.
    """
    chit = sea.state.chits.get("allied")
    if chit is None or chit.situation != "archery" or not chit.forces:
        return
    for kind, strength in [(one.kind, one.strength) for one in sea.box.special.archery.entries]:
        lost = (one.strength for one in sea.state.losses if one.unit == kind and one.how not in COMING_BACK)
        _take_out(sea, kind, max(strength - sum(lost), 0), chit.forces)


def _take_out(sea: Sea, kind: str, strength: int, first: list[str]) -> None:
    """Strength of a class out of the side's forces, those named first."""
    for force in sorted(sea.forces_of("allied"), key=lambda one: (one.id not in first, one.id)):
        for one in [counter for counter in force.counters if counter.ship == kind]:
            taken = min(one.strength, strength)
            one.strength, strength = one.strength - taken, strength - taken
