"""13.1 The incident chart: breakdowns, mines and the weather."""

from games.kernel.requests import roll
from games.titles.goeben.rules.incidents.befalls import Fate, at_allied_port, befell, ships_in, suffers, weather
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Visibility


async def _hazard(sea: Sea, space: str, kind: str) -> tuple[str, ...]:
    """A die for each ship in the space; those that it strikes."""
    names = ships_in(sea, space)
    if not names:
        return ()
    dice = await roll(*[6] * len(names), key=f"{kind}.{space}", rule="13.1")
    limit = sea.box.numbers.incidents.struck
    struck = tuple(name for name, die in zip(names, dice, strict=True) if die >= limit)
    sea.tell_at(space, told.Hazard(space, kind, names, dice, struck))
    return struck


async def breakdown(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Mechanical Breakdown A die for each ship: 6 costs an engine box."""
    befell(sea, space, "breakdown")
    for name in await _hazard(sea, space, "breakdown"):
        suffers(sea, name, engines=1)
    return "pool"


async def minefield(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Minefield At an Allied port or base a die for each ship: 6 costs a hull and an engine box
    (13.chart/Minefield.1).
    """
    mined = at_allied_port(sea, space)
    befell(sea, space, "minefield", idle=not mined)
    if mined:
        for name in await _hazard(sea, space, "minefield"):
            suffers(sea, name, hull=1, engines=1)
    return "pool"


async def storm(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Storm A die for each ship: 6 costs a hull box, or an engine (13.chart/Storm.1). Nobody fights here today
    (13.chart/Storm.2).
    """
    befell(sea, space, "storm")
    weather(sea, space).storm = True
    for name in await _hazard(sea, space, "storm"):
        suffers(sea, name, hull=1)
    return "pool"


async def limited_visibility(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Limited Visibility One die for a space, however many markers: at which range fire opens, if at all
    (13.chart/Limited Visibility.2).
    """
    here = weather(sea, space)
    befell(sea, space, "limited_visibility", idle=here.visibility != "clear")
    if here.visibility == "clear":
        (die,) = await roll(6, key=f"visibility.{space}", rule="13.chart/Limited Visibility.1")
        limits = sea.box.numbers.incidents.visibility
        here.visibility = _range(die, limits.secondary, limits.tertiary)
        sea.tell_at(space, told.VisibilityRolled(space, die, here.visibility))
    return "pool"


def _range(die: int, secondary: int, tertiary: int) -> Visibility:
    return "secondary" if die <= secondary else "tertiary" if die <= tertiary else "none"
