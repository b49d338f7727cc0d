"""3.1 to 3.3 The sequence of play. Each step resolves a part of a turn, and returns the name of the next step.

The kernel calls the functions after the steps to know whether a step may ask a question in the present position.
"""

from typing import Literal

from games.kernel.steps import Step
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
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.special import chits, events, history, situations
from games.titles.pq17.rules.special.carrier_raids import carrier_raids
from games.titles.pq17.rules.special.fortnights import betray_convoys
from games.titles.pq17.rules.special.parts import carry_out
from games.titles.pq17.rules.special.segment import after_movement
from games.titles.pq17.rules.submarine import attacks as submarine
from games.titles.pq17.rules.surface import attacks as surface
from games.titles.pq17.rules.weather import phase as weather
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import State


async def openings(board: Board) -> str:
    """12.4, 12.9 Resolve the special situations at the start of a player's phase, then take photographs (6.9).

    Returns the name of the next step.
    """
    await carry_out(board)
    return await photo.photo(board)


async def movement(board: Board) -> str:
    """3.2b Play the naval movement segment.

    Then let Cobweb betray convoys, and resolve forces that left the map (12.1, 12.2, 12.12). Returns the name of the
    next step.
    """
    following = await segment.movement(board)
    await betray_convoys(board)
    after_movement(board)
    return following


async def air_combat(board: Board) -> str:
    """7.1.3 Resolve the ordered carrier raids on ports and airfields, and then all air attacks at sea.

    Returns the name of the next step.
    """
    await carrier_raids(board)
    return await air.air_combat(board)


# --- whether a step may ask a question this time


def bombers_come(board: Board) -> bool:
    """12.4 Return True if the phase begins with the attack of a bombing order. The defender may then be asked."""
    return bool(board.ordered(Bomb))


def owner_is_asked(board: Board) -> bool:
    """6.2.2 Return True if the owner of found blocks has no standing instruction about refusals."""
    return board.state.instructed(board.enemy(board.phase.side)).refuses == "ask"


def attackers_are_asked(board: Board) -> bool | Literal["always"]:
    """6.3, 7.1 Return "always" if the phasing side is asked about shadowing and attacks after its search, else False.

    The side is asked if an identified block might be followed or attacked, and no standing instruction answers.
    """
    side = board.phase.side
    return "always" if board.state.instructed(side).strikes == "ask" and public_targets(board, side) else False


def somebody_fights(board: Board) -> bool:
    """7.1 Return True if attacks or carrier raids are ordered, or if combat in this phase allows new attacks."""
    return bool(board.phase.attacks or board.phase.stirred or board.ordered(Raid))


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
