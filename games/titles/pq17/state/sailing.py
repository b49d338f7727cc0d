"""4.1.2, 15.2 Decide whether Allied convoys should sail, and to which port, for default answers and for the bot.

In summer's daylight the Axis finds every convoy, and sinks about as many merchants of a large convoy as of a small one.
So merchants wait until a large convoy can sail. A fortnight without a convoy costs only the points for idle merchants
in ballast.
"""

from games.titles.pq17.components.contents import WINTER, Box
from games.titles.pq17.state.roster import Roster

TOGETHER = 60
"""15.3.1, 15.2.2 The strength of laden merchants from which convoys sail in summer: the arrivals of four fortnights.

If convoys waited for more merchants, idle merchants in ballast and the limited unloading until December would cost more
points than a larger convoy saves.
"""
PARTS = 100
"""The units into which a fortnight is divided to compare unloading times in whole numbers."""


def do_convoys_sail(box: Box, roster: Roster) -> bool:
    """15.2 Return True if convoys should sail in this fortnight.

    Convoys should sail in the months of long nights, in the last fortnight of a campaign, and whenever enough merchants
    have gathered.
    """
    month = box.campaign.fortnights[roster.fortnight].calendar_month
    is_last = roster.fortnight + 1 == 2 * roster.months
    return month in WINTER or is_last or gathered_merchants(roster) >= TOGETHER


def gathered_merchants(roster: Roster) -> int:
    """15.3.1 Return the strength of laden merchants in western ports that can sail.

    Laden merchants in Soviet ports are not included: they are in the boxes of the roster (15.2.2).
    """
    return sum(unit.strength for unit in roster.units if unit.laden and not (unit.crippled or unit.dead))


def unloading_ports(box: Box, roster: Roster, strength: int) -> tuple[str, ...]:
    """15.2.1, 15.2.2 Return the Soviet ports in the order in which they would have unloaded `strength` more merchants.

    The port that is ready first comes first. Murmansk is the first port of the map; each port after it counts as one
    fortnight later than the port before it, because it is farther away.
    """
    ports = [*box.campaign.rules.unloaded]

    def wait(port: str) -> int:
        waiting = roster.boxes[port].unloading if port in roster.boxes else []
        lying = sum(one.strength for one in waiting)
        return PARTS * (strength + lying) // box.campaign.rules.unloaded[port] + PARTS * ports.index(port)

    return tuple(sorted(ports, key=wait))
