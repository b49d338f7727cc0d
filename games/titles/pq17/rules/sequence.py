"""3.1 to 3.3 The sequence of play."""

from typing import Literal

from games.kernel.title import Step
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.orders.special import Bomb
from games.titles.pq17.rules.air import attacks as air
from games.titles.pq17.rules.air import missions
from games.titles.pq17.rules.campaign import administration, fortnight, preparations
from games.titles.pq17.rules.fuel import phase as fuel
from games.titles.pq17.rules.movement import combining, segment
from games.titles.pq17.rules.operation import orders, plans, setup, start, time, victory
from games.titles.pq17.rules.search import photo, strikes
from games.titles.pq17.rules.search import segment as search
from games.titles.pq17.rules.search.occasions import touched
from games.titles.pq17.rules.special import chits, events, history, situations
from games.titles.pq17.rules.special.carrier_raids import carrier_raids
from games.titles.pq17.rules.special.fortnights import betrayals
from games.titles.pq17.rules.special.parts import carry_out
from games.titles.pq17.rules.special.segment import after_movement
from games.titles.pq17.rules.submarine import attacks as submarine
from games.titles.pq17.rules.surface import attacks as surface
from games.titles.pq17.rules.weather import phase as weather
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import State


async def openings(sea: Sea) -> str:
    """12.4, 12.9 What a special situation lets a player do at the start of his phase comes before his photographs."""
    await carry_out(sea)
    return await photo.photo(sea)


async def movement(sea: Sea) -> str:
    """12.1, 12.2, 12.12 Once all have moved, convoys that sailed may be betrayed, and what went beyond the map is dealt
    with.
    """
    following = await segment.movement(sea)
    await betrayals(sea)
    after_movement(sea)
    return following


async def air_combat(sea: Sea) -> str:
    """7.1.3 Carriers' aircraft attack ports and airfields as ordered, before anything at sea is attacked."""
    await carrier_raids(sea)
    return await air.air_combat(sea)


# --- whether a step may ask this time


def bombers_come(sea: Sea) -> bool:
    """12.4 Of all that opens a phase bombers alone are met by somebody who may be asked."""
    return bool(sea.ordered(Bomb))


def owner_is_asked(sea: Sea) -> bool:
    """6.2.2 The owner of blocks that are found has not said for good whether he refuses."""
    return sea.state.instructed(sea.enemy(sea.phase.side)).refuses == "ask"


def attackers_are_asked(sea: Sea) -> bool | Literal["always"]:
    """6.3, 7.1 There is an identified block that could be followed or attacked for all that can be seen, and its enemy
    has not said for good what he does with such: then he is asked.
    """
    side = sea.phase.side
    return "always" if sea.state.instructed(side).strikes == "ask" and touched(sea, side) else False


def somebody_fights(sea: Sea) -> bool:
    """7.1 Attacks are declared, carriers' aircraft sent, or a fight in this phase lets attacks be declared anew."""
    return bool(sea.phase.attacks or sea.phase.stirred or sea.ordered(Raid))


SEQUENCE = (
    Step[State]("options", "14.0", history.options),
    Step[State]("draw", "12.0", chits.draw, "never"),
    Step[State]("set_up_axis", "4.1.3", setup.set_up_axis),
    Step[State]("set_up_allied", "4.1.3", setup.set_up_allied),
    Step[State]("plans", "4.2", plans.plans),
    Step[State]("weather", "9.1", weather.weather, "never"),
    Step[State]("start", "8.3", start.start),
    Step[State]("gale", "9.2.5a", weather.gale, "never"),
    Step[State]("allied_phase", "3.2", time.allied_phase, "never"),
    Step[State]("axis_phase", "3.2", time.axis_phase, "never"),
    Step[State]("event", "13.0", events.event, "seldom"),
    Step[State]("orders", "3.2", orders.orders),
    Step[State]("photo", "6.9", openings, bombers_come),
    Step[State]("movement", "5.0", movement, "seldom"),
    Step[State]("air_movement", "5.3", missions.air_movement, "never"),
    Step[State]("search", "6.2", search.search, owner_is_asked),
    Step[State]("strikes", "7.1", strikes.strikes, attackers_are_asked),
    Step[State]("air_combat", "7.2", air_combat, somebody_fights),
    Step[State]("submarine_combat", "7.4", submarine.submarine_combat, somebody_fights),
    Step[State]("surface_combat", "7.5", surface.surface_combat, somebody_fights),
    Step[State]("combine", "1.2.4", combining.combine_segment, "never"),
    Step[State]("situations", "12.0", situations.situations, "never"),
    Step[State]("fuel", "11.0", fuel.fuel, "never"),
    Step[State]("turn_end", "8.1", time.turn_end, "never"),
    Step[State]("victory", "2.0", victory.victory, "seldom"),
    Step[State]("fortnight", "8.4", fortnight.fortnight),
    Step[State]("bid", "4.1.2", fortnight.bid),
    Step[State]("preparations", "15.4", preparations.preparations),
    Step[State]("prepared", "15.2", fortnight.prepared),
    Step[State]("unloading", "15.2.2", fortnight.unloading),
    Step[State]("order_of_battle", "15.6", administration.order_of_battle),
    Step[State]("next_fortnight", "15.9", fortnight.next_fortnight),
)
