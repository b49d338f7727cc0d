"""13.5 A minefield under a random force."""

from msgspec import structs

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.rules.forces.composition import merged
from games.titles.pq17.rules.forces.stacks import drawn
from games.titles.pq17.rules.forces.torpedoes import struck_by
from games.titles.pq17.rules.search.aftermath import held, settle
from games.titles.pq17.rules.special.mishaps import one_of
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import dice
from games.titles.pq17.table.events.special import MinesStruck
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

BRITISH_COASTS = frozenset(("gb", "is"))
"""13.5 Coasts before which British mines lie."""


def is_mined(sea: Sea, layer: Side, at: str) -> bool:
    """13.5 Whether a field of this side may lie in a hex: the named ones, and before the coasts of its owner."""
    hex_ = sea.box.hexes.get(at)
    if hex_ is None:
        return False
    if layer == "allied":
        return at in sea.box.areas.allied_mines.hexes or bool(BRITISH_COASTS & set(hex_.coasts))
    return at in sea.box.areas.axis_mines.hexes or (hex_.kind == "coast" and hex_.friendly == "axis")


async def minefield(sea: Sea, layer: Side) -> None:
    """13.5 Three attacks on a random enemy force in mined waters, dummies among them; none there, no event."""
    side = sea.enemy(layer)
    forces = [one for one in sea.forces_of(side) if one.at_sea and is_mined(sea, layer, one.at)]
    force = await one_of(sea, forces, key="minefield", rule="13.5")
    if force is None:
        return
    thrown = await dice(sea.box.charts.mines.attacks, key="mines", rule="13.5")
    hits = sum(one >= sea.box.charts.mines.hits for one in thrown)
    at = force.at
    if force.is_dummy:
        if hits:
            sea.remove(force)
        sea.tell(MinesStruck(side, at, thrown, gone=hits > 0))
        return
    before = held(sea.box, force)
    sunk, hurt = await _strike(sea, force, hits)
    seen = MinesStruck(side, at, thrown, tuple(sunk))
    sea.tell_of(side, structs.replace(seen, force=force.id, hurt=tuple(hurt)), seen)
    await settle(sea, force, before, key="mines")


async def _strike(sea: Sea, force: Force, hits: int) -> tuple[list[str], list[str]]:
    """13.5 Each hit is a torpedo hit on another ship, or on another step of light ships or merchants; a boat is sunk
    outright. What sank, and what was hurt.
    """
    ships = _apart(sea, force)
    safe: list[Counter] = []
    sunk: list[str] = []
    hurt: list[str] = []
    for number in range(hits):
        if not ships:
            break
        target = await drawn(sea.box, ships, key=f"mines.{number}.at", rule="13.5", secret=True)
        ships = [one for one in ships if one is not target]
        if sea.box.ships[target.ship].type == "ss":
            sunk.append(target.ship)
            continue
        stack = [target]
        did = await struck_by(sea.box, stack, target, key=f"mines.{number}", from_air=True)
        (sunk if did.sunk else hurt).append(target.ship)
        safe += stack
    force.counters = merged([*safe, *(one for one in ships if one.strength or not one.is_able())])
    return sunk, hurt


def _apart(sea: Sea, force: Force) -> list[Counter]:
    """Every step of a class as a counter of its own."""
    found = []
    for one in force.counters:
        count = 1 if sea.box.ships[one.ship].is_single else max(one.strength, 1)
        found += [one] if count == 1 else [structs.replace(one, strength=1) for _ in range(count)]
    return found
