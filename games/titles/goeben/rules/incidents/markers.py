"""13.1 The incident chart: the procedure for each kind of marker, and the Morale Check.

A procedure receives the space and the id of the marker. It returns where the marker goes after all markers of the space
are resolved: "pool" into the incident pool, "used" out of the game, or "laid" if it is on the map.
"""

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
from games.titles.goeben.rules.incidents.marker_effects import Fate, Incident, announce_effect, weather
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told


async def morale_check(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Morale Check Compare the victory points with a multiple of the day, and change the dice of German fire.

    The change applies to all fire of the day. On the first day the marker counts as Quiet Seas
    (13.chart/Morale Check.1; 13.chart/Morale Check.2).
    """
    first = board.state.turn == 1
    announce_effect(board, space, "morale_check", idle=first)
    if not first:
        numbers = board.box.numbers.incidents
        measure = board.state.turn * numbers.morale_multiple
        dice = numbers.morale_dice if measure >= board.state.vp else -numbers.morale_dice
        for held in board.occupied():
            weather(board, held).morale = dice
        board.tell(told.MoraleChecked(measure, board.state.vp, dice))
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
"""13.chart The procedure for each kind of marker, except merchants, which wait for the raiding phase (15.0)."""
