"""4.1.2, 15.2 Decide when Allied convoys should sail, and to which port: for the player's default and for the bot.

In summer's daylight the Axis finds every convoy, and sinks about as many merchants of a large convoy as of a small one.
So merchants wait and sail together. A fortnight without a convoy costs only the points for idle ballast.
"""

from games.titles.pq17.components.contents import WINTER, Box
from games.titles.pq17.state.roster import Roster

TOGETHER = 60
"""15.3.1, 15.2.2 Laden merchants that sail together in summer: the arrivals of four fortnights.

With more of them, the idle ballast and the limited unloading until December cost more than the convoy saves.
"""
PARTS = 100
"""The parts into which a fortnight is divided for counting."""


def do_convoys_sail(box: Box, roster: Roster) -> bool:
    """15.2 Return True if convoys should sail in this fortnight.

    They sail in the months of long nights, in the last fortnight of a campaign, and otherwise once enough merchants
    have gathered.
    """
    month = box.campaign.fortnights[roster.fortnight].calendar_month
    is_last = roster.fortnight + 1 == 2 * roster.months
    return month in WINTER or is_last or gathered_merchants(roster) >= TOGETHER


def gathered_merchants(roster: Roster) -> int:
    """15.3.1 Return the strength of laden merchants in the west that can sail.

    Laden merchants in Soviet ports are not counted: the roster holds them in boxes (15.2.2).
    """
    return sum(unit.strength for unit in roster.units if unit.laden and not (unit.crippled or unit.dead))


def unloading_ports(box: Box, roster: Roster, strength: int) -> tuple[str, ...]:
    """15.2.1, 15.2.2 Return the Soviet ports, ordered by the time that each needs to unload `strength` merchants.

    Murmansk, which is nearer, comes first if it needs less than one fortnight more than the next port.
    """
    ports = [*box.campaign.rules.unloaded]

    def wait(port: str) -> int:
        waiting = roster.boxes[port].unloading if port in roster.boxes else []
        lying = sum(one.strength for one in waiting)
        return PARTS * (strength + lying) // box.campaign.rules.unloaded[port] + PARTS * ports.index(port)

    return tuple(sorted(ports, key=wait))
