"""10.0 Repairs."""

from games.kernel.requests import roll
from games.titles.goeben import ports
from games.titles.goeben.cargo import carries
from games.titles.goeben.events import day as told
from games.titles.goeben.orders import Repair
from games.titles.goeben.prospects import REPAIRED
from games.titles.goeben.sea import Sea
from games.titles.goeben.state import Track, Warship


def damage(sea: Sea, ship: Warship) -> dict[str, int]:
    """10.0 The boxes below the start value of each track that can be repaired."""
    display = sea.display(ship)
    found = {track: getattr(display, track) - getattr(ship, track) for track in REPAIRED}
    return {track: boxes for track, boxes in found.items() if boxes > 0}


def dice(sea: Sea, ship: Warship) -> int:
    """10.1, errata: leadership, and what crews, the place (10.1.1) and a friendly ship add."""
    numbers, friendly = sea.box.numbers, ship.at in sea.state.friendly_ships
    crews = carries(ship, "reserve_crew") * numbers.repair.reserve_crew
    crews += carries(ship, "damage_control") * numbers.repair.damage_control
    help_ = numbers.outfitting.friendly_ship_repair_dice if friendly else 0
    return max(ship.leadership + crews + _place(sea, ship.at) + help_, 0)


def _place(sea: Sea, space: str) -> int:
    """10.1.1 What the place gives or takes; an Allied port that is not held is as bad as the sea."""
    chart, port = sea.box.charts.repair, ports.standing(sea, space)
    if port is None or port.side == "allied":
        return chart.sea
    if port.side == "captured":
        return chart.captured
    if port.side == "neutral":
        return chart.neutral_base if port.base else chart.neutral_port
    return chart.friendly_base if port.base else chart.friendly_port


def allotted(sea: Sea, ship: Warship, order: Repair | None) -> dict[str, int]:
    """10.1 The dice of each track: as ordered, or else one after the other to all that is damaged."""
    hurt, left = damage(sea, ship), dice(sea, ship)
    if order is not None:
        return {track: int(getattr(order, track)) for track in REPAIRED if getattr(order, track) and track in hurt}
    tracks = list(hurt)
    return {track: (left + len(tracks) - 1 - place) // len(tracks) for place, track in enumerate(tracks)}


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
