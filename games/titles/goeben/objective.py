"""17.0 The Objective Phase: whether the mission is fulfilled, and how it ends."""

from games.kernel.forms import Choose
from games.kernel.text import Text
from games.titles.goeben import ports, roles
from games.titles.goeben.events import campaign as told
from games.titles.goeben.pieces import Mission
from games.titles.goeben.sea import Sea

DECLARE = Text(
    "Your orders are fulfilled. Do you end the mission, or sail on for more points?",
    "任務の条件を満たしました。任務を終えますか、得点を求めて続けますか?",
)


async def objective(sea: Sea) -> str | None:
    """17.0 Fulfilled orders win at once; in a campaign the players may sail on (17.0.1). After the last day, or without
    ships, the mission is lost.
    """
    state = sea.state
    won = fulfilled(sea)
    last = state.turn >= state.days
    if won and not last and state.campaign is not None and await _sails_on(sea):
        sea.tell(told.MissionGoesOn(state.mission))
        return "morning"
    if not won and not last and sea.afloat:
        return "morning"
    why = "fulfilled" if won else "all_sunk" if not sea.afloat else "too_late"
    sea.tell(told.MissionEnded(state.mission, won, state.vp, state.turn, why))
    if state.campaign is not None:
        state.campaign.done.append((state.mission, won))
        return "debrief"
    state.over, state.verdict = True, "won" if won else "lost"
    return None


def fulfilled(sea: Sea) -> bool:
    """17.0, 17.orders The points, the coastal defences, and a German ship in the place that the orders name."""
    mission = sea.box.missions[sea.state.mission]
    silenced = not any(sea.state.forts.get(port) for port in mission.forts)
    return sea.state.vp >= mission.points and silenced and arrived(sea, mission)


def arrived(sea: Sea, mission: Mission) -> bool:
    """17.orders, 20.0.3 Whether a German ship is in the space of the mission, or in such a naval base."""
    return any(_serves(sea, mission, ship.at) for ship in sea.afloat)


def _serves(sea: Sea, mission: Mission, space: str) -> bool:
    port = ports.standing(sea, space)
    return space == mission.space or (port is not None and port.base and port.side in mission.bases)


async def _sails_on(sea: Sea) -> bool:
    """17.0.1 Whether the players go on in spite of success."""
    form = Choose(options=("end", "sail_on"), rule="17.0")
    return await roles.consult(sea, roles.fleet(sea), "declare", "17.0", DECLARE, form) == "sail_on"
