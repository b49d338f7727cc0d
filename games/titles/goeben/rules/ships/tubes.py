"""14.10 The torpedo tubes of German ships."""

from games.titles.goeben.rules.ships.cargo import stow_back
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship


def reload_tubes(sea: Sea, ship: Warship) -> None:
    """14.10, errata: at the end of a phase spare torpedoes go into tubes that are empty, once."""
    if ship.torpedoes or "torpedo_reload" not in ship.cargo:
        return
    ship.cargo.remove("torpedo_reload")
    stow_back(sea, "torpedo_reload")
    ship.torpedoes = sea.display(ship).torpedoes
    sea.tell_at(ship.at, told.TubesReloaded(ship.id, ship.torpedoes))
