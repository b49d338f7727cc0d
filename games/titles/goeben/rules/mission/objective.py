"""17.0 The Objective Phase: whether the mission is fulfilled, and how it ends."""

from games.kernel.forms import Choose
from games.kernel.text import Text
from games.titles.goeben.box.pieces import Mission
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.table.events import campaign as told
from games.titles.goeben.table.sea import Sea

DECLARE = Text(
    "Your orders are fulfilled. Do you end the mission, or sail on for more points?",
    "任務の条件を満たしました。任務を終えますか、得点を求めて続けますか?",
)


async def objective(sea: Sea) -> str | None:
    """17.0 Fulfilled orders win at once; in a campaign the players may sail on (17.0.1), and have won all the same.
    After the last day, or without ships, orders that never were fulfilled are lost.
    """
    state, campaign, now = sea.state, sea.state.campaign, fulfilled(sea)
    won = now or (campaign is not None and campaign.met)
    over = state.turn >= state.days or not sea.afloat
    if now and not over and campaign is not None and await _sails_on(sea):
        campaign.met = True
        sea.tell(told.MissionGoesOn(state.mission))
        return "morning"
    if not now and not over:
        return "morning"
    why = "fulfilled" if won else "all_sunk" if not sea.afloat else "too_late"
    sea.tell(told.MissionEnded(state.mission, won, state.vp, state.turn, why))
    if campaign is not None:
        campaign.done.append((state.mission, won))
        campaign.met = False
        return "debrief"
    state.over, state.verdict = True, "won" if won else "lost"
    return None


def fulfilled(sea: Sea) -> bool:
    """17.0, 17.orders, 17.0.3 The points, the coastal defences, and a German ship in the place that the orders name."""
    mission = sea.box.missions[sea.state.mission]
    silenced = not any(sea.state.forts.get(port) for port in mission.forts)
    return sea.state.vp >= mission.points and silenced and arrived(sea, mission)


def arrived(sea: Sea, mission: Mission) -> bool:
    """17.orders, 20.0.3, 17.0.2 Whether a German ship is in the space of the mission, or in such a naval base."""
    return any(_serves(sea, mission, ship.at) for ship in sea.afloat)


def _serves(sea: Sea, mission: Mission, space: str) -> bool:
    """17.orders.1 The space itself, or a base of that side; a captured port is neither friendly nor neutral."""
    port = ports.port_at(sea, space)
    return space == mission.space or (port is not None and port.base and port.side in mission.bases)


async def _sails_on(sea: Sea) -> bool:
    """17.0.1 Whether the players go on in spite of success."""
    form = Choose(options=("end", "sail_on"), rule="17.0")
    return await roles.consult(sea, roles.fleet(sea), "declare", "17.0", DECLARE, form) == "sail_on"
