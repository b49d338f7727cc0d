"""13.5 The random event of a minefield under a force."""

from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.forces.torpedoes import resolve_hit
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.special.mishaps import draw_force
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import dice
from games.titles.pq17.state.events.special import MinesStruck
from games.titles.pq17.state.state import Force

BRITISH_COASTS = frozenset(("gb", "is"))
"""13.5 The codes of the coasts that British mines protect."""


def is_mined(board: Board, layer: Side, at: str) -> bool:
    """13.5 Return True if the side `layer` has mined a hex: the rule names the hex, or it is on that side's coasts."""
    hex_ = board.box.hexes.get(at)
    if hex_ is None:
        return False
    if layer == "allied":
        return at in board.box.areas.allied_mines.hexes or bool(BRITISH_COASTS & set(hex_.coasts))
    return at in board.box.areas.axis_mines.hexes or (hex_.kind == "coast" and hex_.friendly == "axis")


async def minefield(board: Board, layer: Side) -> None:
    """13.5 Roll three mine attacks on a random force in waters that its enemy, the side `layer`, has mined.

    The lot may also choose a dummy. If there is no such force, nothing happens.
    """
    side = board.enemy(layer)
    forces = [one for one in board.forces_of(side) if one.at_sea and is_mined(board, layer, one.at)]
    force = await draw_force(board, forces, key="minefield", rule="13.5")
    if force is None:
        return
    thrown = await dice(board.box.charts.mines.attacks, key="mines", rule="13.5")
    hits = sum(one >= board.box.charts.mines.hits for one in thrown)
    at = force.at
    if force.is_dummy:
        if hits:
            board.remove(force)
        board.tell(MinesStruck(side, at, thrown, gone=hits > 0))
        return
    before = strength_by_ship(board.box, force)
    sunk, hurt = await _strike(board, force, hits)
    seen = MinesStruck(side, at, thrown, tuple(sunk))
    board.tell_of(side, structs.replace(seen, force=force.id, hurt=tuple(hurt)), seen)
    await settle_losses(board, force, before, key="mines")


async def _strike(board: Board, force: Force, hits: int) -> tuple[list[str], list[str]]:
    """13.5 Apply each hit like a torpedo hit, each on another ship, or on another step of light ships or merchants.

    A submarine sinks at once. Returns the ids of the ships sunk, and of those hit but afloat.
    """
    ships = _apart(board, force)
    safe: list[Counter] = []
    sunk: list[str] = []
    hurt: list[str] = []
    for number in range(hits):
        if not ships:
            break
        target = await draw_ship(board.box, ships, key=f"mines.{number}.at", rule="13.5", secret=True)
        ships = [one for one in ships if one is not target]
        if board.box.ships[target.ship].type == "ss":
            sunk.append(target.ship)
            continue
        stack = [target]
        did = await resolve_hit(board.box, stack, target, key=f"mines.{number}", from_air=True)
        (sunk if did.sunk else hurt).append(target.ship)
        safe += stack
    force.counters = merge_counters([*safe, *(one for one in ships if one.strength or not one.is_able())])
    return sunk, hurt


def _apart(board: Board, force: Force) -> list[Counter]:
    """Return the ships of a force with each step of a class as a counter of its own."""
    found = []
    for one in force.counters:
        count = 1 if board.box.ships[one.ship].is_single else max(one.strength, 1)
        found += [one] if count == 1 else [structs.replace(one, strength=1) for _ in range(count)]
    return found
