"""10.0 Repairs."""

from games.kernel.requests import roll
from games.titles.goeben.box.pieces import Track
from games.titles.goeben.orders.orders import Repair
from games.titles.goeben.orders.prospects import REPAIRED
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.cargo import carries
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Warship


def damage(sea: Sea, ship: Warship) -> dict[str, int]:
    """10.0, 10.0.1 The boxes below the start value of each track that can be repaired."""
    display = sea.display(ship)
    found = {track: getattr(display, track) - getattr(ship, track) for track in REPAIRED}
    return {track: boxes for track, boxes in found.items() if boxes > 0}


def crews(sea: Sea) -> dict[str, int]:
    """10.1 The dice that each crew of a kind adds."""
    numbers = sea.box.numbers.repair
    return {"reserve_crew": numbers.reserve_crew, "damage_control": numbers.damage_control}


def dice(sea: Sea, ship: Warship) -> int:
    """10.1, errata: leadership, and what the crews that are aboard now, the place (10.1.1) and a friendly ship add;
    never below 0 (10.1.2).
    """
    friendly = ship.at in sea.state.friendly_ships
    aboard = sum(carries(ship, kind) * by for kind, by in crews(sea).items())
    help_ = sea.box.numbers.outfitting.friendly_ship_repair_dice if friendly else 0
    return max(ship.leadership + aboard + _place(sea, ship.at) + help_, 0)


def _place(sea: Sea, space: str) -> int:
    """10.1.1, 10.0.2 What the place gives or takes; an Allied port that is not held does neither."""
    chart, port = sea.box.charts.repair, ports.port_at(sea, space)
    if port is None:
        return chart.sea
    if port.side == "allied":
        return 0
    if port.side == "captured":
        return chart.captured
    if port.side == "neutral":
        return chart.neutral_base if port.base else chart.neutral_port
    return chart.friendly_base if port.base else chart.friendly_port


def allotted(sea: Sea, ship: Warship, order: Repair | None) -> dict[str, int]:
    """10.1 The dice of each track: as ordered, as far as there are so many; or else one after the other to all that is
    damaged.
    """
    hurt, left = damage(sea, ship), dice(sea, ship)
    if order is None:
        tracks = list(hurt)
        return {track: (left + len(tracks) - 1 - place) // len(tracks) for place, track in enumerate(tracks)}
    found: dict[str, int] = {}
    for track in hurt:
        found[track] = min(int(getattr(order, track) or 0), left - sum(found.values()))
    return found


async def mend_ship(sea: Sea, ship: Warship, order: Repair | None) -> bool:
    """10.1 Roll the dice of each track; each success restores a box, up to the start value. Whether any die failed."""
    failed = False
    for track, count in allotted(sea, ship, order).items():
        if count:
            failed |= await _restore(sea, ship, track, count)  # type: ignore[arg-type]
    return failed


async def _restore(sea: Sea, ship: Warship, track: Track, count: int) -> bool:
    values = await roll(*[6] * count, key=sea.occasion(f"repair.{ship.id}.{track}"), rule="10.1")
    hits = sum(value >= sea.box.charts.repair.success for value in values)
    repaired = min(hits, damage(sea, ship)[track])
    setattr(ship, track, getattr(ship, track) + repaired)
    sea.tell_at(ship.at, told.RepairRolled(ship.id, track, values, repaired, getattr(ship, track)))
    return repaired < min(count, damage(sea, ship).get(track, 0) + repaired)
