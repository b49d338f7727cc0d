"""13.7 An Axis block runs into an Allied force by chance."""

from collections.abc import Sequence

from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.forces.stacks import drawn
from games.titles.pq17.rules.search.aftermath import held, settle
from games.titles.pq17.rules.search.finding import identified
from games.titles.pq17.rules.special.mishaps import one_of
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import die
from games.titles.pq17.table.events.special import ChanceEncounter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

SMALL = ("dd", "tb", "mx")
"""13.7b A hit sinks a step of these; other ships take one hit."""


async def chance_encounter(sea: Sea) -> None:
    """13.7 One random Axis block at sea where an Allied force that is no dummy is, identified or not."""
    blocks = [one for one in sea.forces_of("axis") if one.at_sea and _met_by(sea, one)]
    block = await one_of(sea, blocks, key="encounter", rule="13.7")
    ally = await one_of(sea, _met_by(sea, block), key="encounter.ally", rule="13.7") if block is not None else None
    if block is None or ally is None:
        return
    if block.is_dummy:
        sea.remove(block)
        sea.tell(ChanceEncounter(block.at, "dummy"))
        return
    thrown = await die(key="encounter.die", rule="13.7a")
    before, kind = held(sea.box, block), block.kind
    sunk, hit = await _fight(sea, block, thrown)
    sea.tell(ChanceEncounter(block.at, kind, thrown, tuple(sunk), tuple(hit)))
    home = {ship: 1 for ship in hit if kind == "wolfpack"}
    await settle(sea, block, before, spared=home, key="encounter")
    if block.level is None and ally.level is None and any(one is block for one in sea.state.forces):
        for force in (block, ally):
            await identified(sea, force, 0, "event", key=f"encounter.{force.side}")


def _met_by(sea: Sea, block: Force) -> list[Force]:
    return [one for one in sea.forces_of("allied") if one.at == block.at and one.at_sea and not one.is_dummy]


async def _fight(sea: Sea, block: Force, thrown: int) -> tuple[list[str], list[str]]:
    """13.7a A die of guns at a merchant, or at the lowest ship of a task force; one of ASW at a pack."""
    if block.kind == "wolfpack":
        return _hunted(sea, block, thrown)
    target = await _lowest(sea, block)
    guns = sea.box.charts.gunnery.hits["dd"].get(sea.box.ships[target.ship].type)
    if guns is None or thrown < guns:
        return [], []
    return _hurt(sea, block, target)


def _hunted(sea: Sea, block: Force, thrown: int) -> tuple[list[str], list[str]]:
    """13.7a Held Down damages a boat, which goes home, a success sinks one."""
    result = sea.box.charts.anti_submarine.result(thrown)
    if result == "-":
        return [], []
    boat = block.counters[0]
    _lose(block, boat)
    return ([boat.ship], []) if result == "success" else ([], [boat.ship])


async def _lowest(sea: Sea, block: Force) -> Counter:
    """13.7a Merchants of a convoy; of a task force the ships lowest on the unit chart, one of equals at random."""
    ships = sea.box.ships
    if block.kind == "convoy":
        return await drawn(sea.box, _of(sea, block, "mx"), key="encounter.ship", rule="13.7a", secret=True)
    order = ["bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ax"]
    lowest = max((ships[one.ship].type for one in block.counters), key=order.index)
    return await drawn(sea.box, _of(sea, block, lowest), key="encounter.ship", rule="13.7a", secret=True)


def _of(sea: Sea, block: Force, type_: str) -> Sequence[Counter]:
    return [one for one in block.counters if sea.box.ships[one.ship].type == type_]


def _hurt(sea: Sea, block: Force, target: Counter) -> tuple[list[str], list[str]]:
    """13.7b A step of destroyers, torpedo boats or merchants is sunk, another ship takes one hit."""
    ship = sea.box.ships[target.ship]
    if ship.type in SMALL or not ship.is_single:
        _lose(block, target)
        return [target.ship], []
    suffered = wound(target, ship, 1)
    if suffered.sunk:
        block.counters = [one for one in block.counters if one is not target]
        return [target.ship], []
    return [], [target.ship]


def _lose(block: Force, counter: Counter) -> None:
    """A step of a class is gone."""
    counter.strength = max(counter.strength - 1, 0)
    block.counters = [one for one in block.counters if one is not counter or one.strength]
