"""11.0 Intelligence: one attempt a day, and what is seen by it."""

from games.kernel.events import EVERYBODY
from games.kernel.forms import Choose
from games.kernel.requests import roll
from games.kernel.text import Text
from games.titles.goeben.orders.orders import Intelligence
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.search.revealing import look, looks
from games.titles.goeben.rules.search.seaplane import reconnoitre
from games.titles.goeben.table import alert
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship

CHOICE = Text("Do you look into a place, or jam the enemy's signals?", "敵情を探りますか、通信を妨害しますか?")


async def intelligence(sea: Sea) -> str | None:
    """11.1 The one attempt of the day, then reconnaissance by seaplane (21.2)."""
    attempt = next((order for order in sea.orders() if isinstance(order, Intelligence)), None)
    if attempt is not None and not sea.ship(attempt.ship).sunk:
        await _try(sea, sea.ship(attempt.ship), attempt)
    await reconnoitre(sea)
    return "movement"


async def _try(sea: Sea, ship: Warship, order: Intelligence) -> None:
    """11.1 A die against the value of the ship."""
    chart = sea.box.charts.intelligence
    value = chart.value(ship.leadership, "wireless" in ship.cargo)
    (die,) = await roll(6, key=sea.occasion("intelligence"), rule="11.1")
    finding = chart.finding(die, value)
    sea.day.tried = ship.id
    sea.learns(sea.witnesses(ship.at))
    sea.tell_at(ship.at, told.IntelligenceTried(ship.id, value, die, finding))
    if finding == "je_ib":
        finding = "ib" if await looks_rather(sea, ship.seat, order.prefer) else "je"
    if finding in chart.alert:
        alert.change(sea, chart.alert[finding], finding, to=sea.witnesses(ship.at))
        sea.learns(EVERYBODY)
    elif finding in ("ir", "ib"):
        await look(sea, ship, order.at, chart.shown if finding == "ir" else 0)


async def looks_rather(sea: Sea, seat: str, prefer: str = "") -> bool:
    """11.2 JE or IB: as the orders prefer, or as the player says. Also for Intelligence from Berlin."""
    if not looks(sea, seat):
        return False
    if not prefer:
        prefer = await roles.consult(sea, seat, "choice", "11.2", CHOICE, Choose(options=("look", "jam"), rule="11.2"))
    return prefer == "look"
