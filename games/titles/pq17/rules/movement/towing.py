"""5.1.1 Ships Dead in the Water are taken in tow, or go down at the end of a combine segment."""

from msgspec import structs

from games.titles.pq17.box.pieces import CAPITAL_SHIPS, CARRIERS, Ship
from games.titles.pq17.rules.forces.losses import clear_away, is_changed
from games.titles.pq17.rules.forces.points import ship_lost
from games.titles.pq17.rules.search.aftermath import carrier_gone
from games.titles.pq17.rules.search.shadowing import kept_to_convoys
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.movement import Scuttled, Towed
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def see_to_wrecks(sea: Sea) -> None:
    """7.0e, 5.1.1a, 3.2d, 15.4.3a Of both sides: whoever lies Dead in the Water at sea is taken in tow, as its owner
    has ordered for good, or sinks now, as a ship with a green crew always does.
    """
    afloat = [one for one in sea.state.forces if not one.port and one.kind != "dummy"]
    for force in sea.as_seen([one for one in afloat if _wrecks(one) or is_changed(sea, one)]):
        for wreck in _wrecks(force):
            _see_to(sea, force, wreck)
        clear_away(sea, force)
    kept_to_convoys(sea)


def _wrecks(force: Force) -> list[Counter]:
    """5.1.1a Ships that lie Dead in the Water, and that nobody has in tow yet."""
    return [one for one in force.counters if one.dead and not one.towed]


def _see_to(sea: Sea, force: Force, wreck: Counter) -> None:
    may = sea.state.instructed(force.side).tows == "yes" and not wreck.green
    tug = _tug(sea, force, wreck) if may else None
    if tug is None:
        force.counters.remove(wreck)
        ship_lost(sea, force, wreck.ship, wreck.at_stake(sea.box.ships[wreck.ship]), "scuttled")
        if sea.box.ships[wreck.ship].type in CARRIERS:
            carrier_gone(sea, force, wreck.ship)
        sea.tell(Scuttled(force.side, force.block, force.at, wreck.ship))
        return
    wreck.towed = True
    sea.tell_side(force.side, Towed(force.side, force.id, wreck.ship, tug.ship))


def _tug(sea: Sea, force: Force, wreck: Counter) -> Counter | None:
    """5.1.1 Who takes a ship in tow: a capital ship a cruiser or larger, anybody else a step of destroyers or larger;
    nobody who is damaged, or tows already. Of destroyers one ship leaves her counter for it.
    """
    for one in force.counters:
        ship = sea.box.ships[one.ship]
        if one is wreck or not one.is_able() or one.tows or not may_tow(ship, sea.box.ships[wreck.ship]):
            continue
        if ship.is_single or one.strength == 1:
            one.tows = True
            return one
        one.strength -= 1
        tug = structs.replace(one, strength=1, tows=True)
        force.counters.append(tug)
        return tug
    return None


def may_tow(ship: Ship, wreck: Ship) -> bool:
    """5.1.1 Whether a ship is large enough to tow another."""
    return ship.is_heavy or (ship.type == "dd" and wreck.type not in CAPITAL_SHIPS)


def cast_off(sea: Sea, force: Force) -> None:
    """5.1.1b In the own naval movement segment all tows of a force are cast off; who was towed lies dead again."""
    for one in force.counters:
        one.towed = one.tows = False
