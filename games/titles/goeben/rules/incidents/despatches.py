"""13.1 The incident chart: quiet seas, what moves the alert level, and news from Berlin."""

from games.titles.goeben.rules.incidents.befalls import Fate, at_allied_port, befell
from games.titles.goeben.rules.search.intelligence import looks_rather
from games.titles.goeben.rules.search.revealing import look
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.table import alert
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.sea import Sea


async def quiet_seas(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Quiet Seas (13.chart/Quiet Seas.1)"""
    befell(sea, space, "quiet_seas", idle=True)
    return "pool"


async def allied_patrol(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Allied Patrol The alert rises in a patrol zone, and at an Allied port or base."""
    watched = ports.is_patrol(sea, space) or at_allied_port(sea, space)
    befell(sea, space, "allied_patrol", idle=not watched)
    if watched:
        alert.change(sea, 1, "allied_patrol", to=sea.witnesses(space))
    return "pool"


async def conflicting_orders(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Conflicting Orders The alert falls."""
    befell(sea, space, "conflicting_orders")
    alert.change(sea, -1, "conflicting_orders", to=sea.witnesses(space))
    return "pool"


async def pursuit_ordered(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Pursue The alert rises."""
    befell(sea, space, "pursue")
    alert.change(sea, 1, "pursue", to=sea.witnesses(space))
    return "pool"


async def from_berlin(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Intelligence from Berlin IB or JE, as the captain of the first German ship there chooses
    (13.chart/Intelligence from Berlin.1); Austro-Hungarian ships have no part in intelligence (20.0.1).
    """
    befell(sea, space, "berlin")
    ships = sea.ships_at(space) or sea.afloat
    finding = "ib" if ships and await looks_rather(sea, ships[0].seat) else "je"
    sea.tell_at(space, told.BerlinReported(space, finding))
    if finding == "ib":
        await look(sea, ships[0])
    else:
        alert.change(sea, sea.box.charts.intelligence.alert["je"], "berlin", to=sea.witnesses(space))
    return "pool"
