"""9.2 Landing parties, and the capture of ports."""

from games.kernel.barred import Barred
from games.kernel.forms import MayChoose
from games.kernel.text import Text
from games.titles.goeben.orders.orders import Landing
from games.titles.goeben.rules.battle import visibility
from games.titles.goeben.rules.battle.bombardment import is_defended
from games.titles.goeben.rules.captains import groups, roles
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship

PROMPT = Text(
    "Which ship puts her Seebataillon ashore to take the port?", "港を占領するため、どの艦の海兵隊を上陸させますか。"
)
NO_MARINES = Text("There is no Seebataillon aboard.", "海兵隊が乗っていません。")
MARINES = "seebataillon"


async def landing(sea: Sea) -> str | None:
    """9.2, 9.2.2 At the end of the bombardments a port that is no base, and that nobody defends, may be taken."""
    space = groups.current(sea)
    if space is None:
        return "objective"
    carriers = [ship for ship in sea.ships_at(space) if MARINES in ship.cargo]
    if carriers and may_be_taken(sea, space):
        await _land(sea, space, carriers)
    return groups.done(sea, space, "landing", "objective")


def may_be_taken(sea: Sea, space: str) -> bool:
    """9.2, 9.2.5 An Allied port without coastal defences or Allied ships, and without a storm (13.chart)."""
    port = ports.port_at(sea, space)
    if port is None or port.side != "allied" or port.base:
        return False
    defended = is_defended(sea, space) or sea.enemies_at(space)
    return not defended and visibility.prevents(sea, space) != "storm"


async def _land(sea: Sea, space: str, carriers: list[Warship]) -> None:
    """9.2 By the doctrine of the senior officer, or as he answers; the first ship that has marines, unless he names
    another.
    """
    seat = roles.senior(sea, space)
    doctrine, options = doctrine_of(sea, seat), tuple(ship.id for ship in carriers)
    chosen: str | None = options[0] if doctrine.has(Landing) else None
    if chosen is None and doctrine.asks("battle"):
        without = tuple(Barred(ship.id, "9.2.2", NO_MARINES) for ship in sea.ships_at(space) if ship.id not in options)
        form = MayChoose(options=options, fallback=options[0], rule="9.2", barred=without)
        chosen = await roles.consult(sea, seat, "land", "9.2", PROMPT, form)
    if chosen is not None:
        sea.ship(chosen).cargo.remove(MARINES)
        sea.state.ashore[space] = chosen
        sea.tell_at(space, told.PortTaken(space, chosen))
