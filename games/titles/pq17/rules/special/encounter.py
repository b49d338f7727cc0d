"""13.7 The random event of a chance encounter: an Axis block meets an Allied force."""

from collections.abc import Sequence

from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.search.identification import identify_block
from games.titles.pq17.rules.special.mishaps import draw_force
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import die
from games.titles.pq17.state.events.special import ChanceEncounter
from games.titles.pq17.state.state import Force

SMALL = ("dd", "tb", "mx")
"""13.7b The types of ships that lose a step by a hit. A ship of another type takes one hit (7.0)."""


async def chance_encounter(board: Board) -> None:
    """13.7 Resolve a chance encounter of one random Axis block at sea with an Allied force in its hex.

    The Allied force may be unidentified, but is never a dummy. If the Axis block is a dummy, it is removed.
    """
    blocks = [one for one in board.forces_of("axis") if one.at_sea and _met_by(board, one)]
    block = await draw_force(board, blocks, key="encounter", rule="13.7")
    ally = (
        await draw_force(board, _met_by(board, block), key="encounter.ally", rule="13.7") if block is not None else None
    )
    if block is None or ally is None:
        return
    if block.is_dummy:
        board.remove(block)
        board.tell(ChanceEncounter(block.at, "dummy"))
        return
    thrown = await die(key="encounter.die", rule="13.7a")
    before, kind = strength_by_ship(board.box, block), block.kind
    sunk, hit = await _fight(board, block, thrown)
    board.tell(ChanceEncounter(block.at, kind, thrown, tuple(sunk), tuple(hit)))
    home = {ship: 1 for ship in hit if kind == "wolfpack"}
    await settle_losses(board, block, before, spared=home, key="encounter")
    if block.level is None and ally.level is None and any(one is block for one in board.state.forces):
        for force in (block, ally):
            await identify_block(board, force, 0, "event", key=f"encounter.{force.side}")


def _met_by(board: Board, block: Force) -> list[Force]:
    return [one for one in board.forces_of("allied") if one.at == block.at and one.at_sea and not one.is_dummy]


async def _fight(board: Board, block: Force, thrown: int) -> tuple[list[str], list[str]]:
    """13.7a Roll a gunnery die at a merchant, or at the smallest ship of a task force; apply an ASW die to a pack.

    Returns the ids of the ships sunk, and of those hit. `thrown`: the die.
    """
    if block.kind == "wolfpack":
        return _hunted(board, block, thrown)
    target = await _lowest(board, block)
    guns = board.box.charts.gunnery.hits["dd"].get(board.box.ships[target.ship].type)
    if guns is None or thrown < guns:
        return [], []
    return _hurt(board, block, target)


def _hunted(board: Board, block: Force, thrown: int) -> tuple[list[str], list[str]]:
    """13.7a Apply the ASW die to a pack, and return the ids of sunk and of damaged submarines.

    A success sinks a submarine; Held Down damages one, which goes home.
    """
    result = board.box.charts.anti_submarine.result(thrown)
    if result == "-":
        return [], []
    boat = block.counters[0]
    _lose(block, boat)
    return ([boat.ship], []) if result == "success" else ([], [boat.ship])


async def _lowest(board: Board, block: Force) -> Counter:
    """13.7a Return the ship that is attacked.

    For a convoy it is a random merchant. For a task force it is the ship whose type is lowest on the unit chart; if
    there are several, a lot decides.
    """
    ships = board.box.ships
    if block.kind == "convoy":
        return await draw_ship(board.box, _of(board, block, "mx"), key="encounter.ship", rule="13.7a", secret=True)
    order = ["bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ax"]
    lowest = max((ships[one.ship].type for one in block.counters), key=order.index)
    return await draw_ship(board.box, _of(board, block, lowest), key="encounter.ship", rule="13.7a", secret=True)


def _of(board: Board, block: Force, type_: str) -> Sequence[Counter]:
    return [one for one in block.counters if board.box.ships[one.ship].type == type_]


def _hurt(board: Board, block: Force, target: Counter) -> tuple[list[str], list[str]]:
    """13.7b Sink a step of destroyers, torpedo boats or merchants, or give another ship one hit.

    Returns the ids of the ships sunk, and of those hit.
    """
    ship = board.box.ships[target.ship]
    if ship.type in SMALL or not ship.is_single:
        _lose(block, target)
        return [target.ship], []
    suffered = wound(target, ship, 1)
    if suffered.sunk:
        block.counters = [one for one in block.counters if one is not target]
        return [target.ship], []
    return [], [target.ship]


def _lose(block: Force, counter: Counter) -> None:
    """Remove a step of a class from a force."""
    counter.strength = max(counter.strength - 1, 0)
    block.counters = [one for one in block.counters if one is not counter or one.strength]
