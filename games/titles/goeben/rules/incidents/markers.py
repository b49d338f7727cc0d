"""13.1 The incident chart: the procedure for each of its entries, and that of the Morale Check, which is of no sort.

A procedure is given the space and the marker. It says where the marker goes when all of the space are resolved: back
to the `pool`, out of the game (`used`), or nowhere, since it was laid on the map (`laid`).
"""

from games.titles.goeben.rules.incidents.befalls import Fate, Incident, befell, weather
from games.titles.goeben.rules.incidents.despatches import (
    allied_patrol,
    conflicting_orders,
    from_berlin,
    pursuit_ordered,
    quiet_seas,
)
from games.titles.goeben.rules.incidents.enemies import (
    central_sortie,
    collier_attacked,
    fleet_sorties,
    french_sortie,
    friendly_ship,
    submarine,
)
from games.titles.goeben.rules.incidents.hazards import breakdown, limited_visibility, minefield, storm
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.sea import Sea


async def morale_check(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Morale Check The turn against the points: a die more or fewer for all German fire of the day; a quiet
    sea on the first (13.chart/Morale Check.1; 13.chart/Morale Check.2).
    """
    first = sea.state.turn == 1
    befell(sea, space, "morale_check", idle=first)
    if not first:
        numbers = sea.box.numbers.incidents
        measure = sea.state.turn * numbers.morale_multiple
        dice = numbers.morale_dice if measure >= sea.state.vp else -numbers.morale_dice
        for held in sea.occupied():
            weather(sea, held).morale = dice
        sea.tell(told.MoraleChecked(measure, sea.state.vp, dice))
    return "pool"


MARKERS: dict[str, Incident] = {
    "quiet_seas": quiet_seas,
    "allied_patrol": allied_patrol,
    "submarine": submarine,
    "fleet_sorties": fleet_sorties,
    "collier_attacked": collier_attacked,
    "central_sortie": central_sortie,
    "french_sortie": french_sortie,
    "friendly_ship": friendly_ship,
    "berlin": from_berlin,
    "limited_visibility": limited_visibility,
    "breakdown": breakdown,
    "minefield": minefield,
    "conflicting_orders": conflicting_orders,
    "pursue": pursuit_ordered,
    "morale_check": morale_check,
    "storm": storm,
}
"""13.chart Every kind of marker but merchants, which wait for the raiding phase (15.0)."""
