"""6.1, 6.2.1, 6.7 A block becomes known: its level, the report, and dummies that go."""

from msgspec import structs

from games.kernel.requests import draw
from games.titles.pq17.rules.search import levels
from games.titles.pq17.rules.search.levels import Cause
from games.titles.pq17.table.events.search import DummyFound, Identified, Reported
from games.titles.pq17.table.reporting import told_range, warship_counters
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Source

COMBAT: dict[Cause, Source] = {
    "surface": "surface_combat", "air": "air_attack", "submarine": "submarine_combat"
}  # fmt: skip
"""6.7 What a report on a fight is called."""


async def settle_told(sea: Sea, force: Force, *, key: str) -> None:
    """6.2.1a, 6.2.1b The number that is told of a force at ID 1: its owner's while it is within bounds, else drawn
    once; nobody but he knows that it was.
    """
    least, most = told_range(sum(warship_counters(sea.box, force.counters).values()))
    if not least <= force.told <= most or not force.told:
        numbers = [str(number) for number in range(least, most + 1)]
        (drawn,) = await draw(numbers, 1, key=key, rule="6.2.1b")
        force.told = int(drawn)


async def identified(sea: Sea, force: Force, level: int, source: Source, *, key: str) -> None:
    """6.1, 6.2.1, 6.2e A block is found at a level: a dummy goes, any other lies face up, and its owner tells what the
    level opens.
    """
    if force.is_dummy:
        event = DummyFound(force.side, force.at, force.block)
        sea.remove(force)
        sea.tell_of(force.side, DummyFound(force.side, force.at, force.block, force.id), event)
        return
    sea.identify(force, level)
    if force.level == 1:
        await settle_told(sea, force, key=f"{key}.told")
    seen = Identified(force.side, force.at, force.block, force.kind, level)
    sea.tell_of(force.side, structs.replace(seen, force=force.id), seen)
    report = sea.report(force, level, source)
    sea.tell_side(force.side, Reported(report, force.id))
    sea.tell_side(report.to, Reported(report))


async def known_by_combat(sea: Sea, force: Force, cause: Cause, *, key: str) -> None:
    """6.7, 6.7a After a fight a force has at least the level of it, and a level higher than before is reported."""
    level = levels.after_combat(force.level, cause, day=sea.is_day)
    if force.at_sea and not force.is_dummy and level != force.level:
        await identified(sea, force, level, COMBAT[cause], key=key)
