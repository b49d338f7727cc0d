"""4.1.2, 15.2 When it makes sense for the Allies to let convoys sail, and to which port: what is proposed to them, and
what the bot does.

By the light of summer boats, aircraft and ships find every convoy and sink what they have torpedoes, bombs and shells
for, however many merchants there are. So they gather there, and sail together; fortnights between cost idle ballast
alone.
"""

from games.titles.pq17.box.contents import WINTER, Box
from games.titles.pq17.table.roster import Roster

TOGETHER = 60
"""15.3.1, 15.2.2 Laden merchants that sail together in summer: what comes in four fortnights. With more of them those
that wait in ballast, and what the ports can unload until December, cost more than is saved.
"""
PARTS = 100
"""In which fortnights are counted."""


def do_convoys_sail(box: Box, roster: Roster) -> bool:
    """15.2 In the months of long nights; in the others when enough have gathered, and before the campaign is over."""
    month = box.campaign.fortnights[roster.fortnight].calendar_month
    is_last = roster.fortnight + 1 == 2 * roster.months
    return month in WINTER or is_last or gathered(roster) >= TOGETHER


def gathered(roster: Roster) -> int:
    """15.3.1 Laden merchants in the west that can sail; those in Soviet ports lie in boxes (15.2.2)."""
    return sum(unit.strength for unit in roster.units if unit.laden and not (unit.crippled or unit.dead))


def soonest_unloaded(box: Box, roster: Roster, strength: int) -> tuple[str, ...]:
    """15.2.1, 15.2.2 The Soviet ports for so many merchants, that first which has unloaded them first; Murmansk, which
    is nearer, even if it takes a fortnight longer.
    """
    ports = [*box.campaign.rules.unloaded]

    def wait(port: str) -> int:
        waiting = roster.boxes[port].unloading if port in roster.boxes else []
        lying = sum(one.strength for one in waiting)
        return PARTS * (strength + lying) // box.campaign.rules.unloaded[port] + PARTS * ports.index(port)

    return tuple(sorted(ports, key=wait))
