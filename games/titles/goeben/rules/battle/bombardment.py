"""16.0 Shore bombardment, fought as a battle against the coastal defences of a port or base."""

from games.titles.goeben.rules.battle import visibility
from games.titles.goeben.rules.battle.contact import joined, meet_ashore
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea


async def bombardment(sea: Sea) -> str | None:
    """16.0, 9.0.1, 16.0.1 Ships in an Allied port fight its coastal defences, if the weather lets them (13.chart)."""
    space = groups.current(sea)
    if space is None:
        return groups.begin(sea, "landing")
    if is_defended(sea, space):
        why = visibility.prevents(sea, space)
        if why:
            sea.tell_at(space, told.NoBattle(space, why))
        else:
            meet_ashore(sea, space)
            if await joined(sea):
                return "salvo"
    return groups.done(sea, space, "bombardment", "landing")


def is_defended(sea: Sea, space: str) -> bool:
    """16.0, 16.0.4 An Allied port or base with coastal defences."""
    port = ports.port_at(sea, space)
    return port is not None and port.side == "allied" and bool(sea.state.forts.get(space))
