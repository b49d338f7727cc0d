"""7.1, 7.2, 7.4.2, 7.7.3 The air combat segment: all attacks by aircraft, one after the other."""

from collections.abc import Sequence

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import Strike
from games.titles.pq17.rules.air.hunting import hunt_from_the_air
from games.titles.pq17.rules.air.missions import return_aircraft
from games.titles.pq17.rules.air.raid import Raid, raid
from games.titles.pq17.rules.search.identification import blocks_named
from games.titles.pq17.rules.search.legal_attacks import may_strike
from games.titles.pq17.rules.search.location import Attempt, locate_target, report_lost_air_targets
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Force

BY_ITSELF = ("U", "+")
"""7.1.2a The card results with which a group of aircraft locates its target and attacks without the other groups."""


async def air_combat(board: Board) -> str:
    """7.1a, 7.2 Resolve the air attacks of the phasing side in the order in which their targets were first named.

    Then all aircraft return to base, except aircraft that hold radii or shadow (3.2c). Returns the name of the next
    step.
    """
    side = board.phase.side
    strikes = [one for one in board.phase.attacks if isinstance(one, Strike)]
    for at in dict.fromkeys(one.at for one in strikes):
        targets = blocks_named(board, side, at)
        if targets:
            await attack(board, side, targets[0], [one for one in strikes if one.at == at])
        else:
            report_lost_air_targets(board, side, [name for one in strikes if one.at == at for name in one.units])
    return_aircraft(board, side)
    return "submarine_combat"


async def attack(board: Board, side: Side, target: Force, orders: Sequence[Strike]) -> None:
    """7.1.1, 7.1.2a Resolve all air attacks of a side on one block.

    The units of each order form a group, which draws its own card. A group that locates the block by an entry U or + of
    its card attacks alone. Afterwards, all other groups that located the block attack together. If the option for
    groups is not in play, all units form one group. If the block is gone before a group draws its card, the group draws
    no card. `target`: the force of the block. `orders`: the orders to attack it.
    """
    together: list[AirUnit] = []
    rest: Strike | None = None
    for number, order in enumerate(orders):
        if target not in board.state.forces:
            report_lost_air_targets(board, side, order.units)
            continue
        units = units_of(board, side, target, order)
        key = f"air.{board.called(target)}.{number}"
        if not units:
            continue
        attempt = await _locate(board, target, units, key=key)
        if not attempt.found:
            continue
        if len(orders) > 1 and attempt.result in BY_ITSELF:
            await strike(board, side, target, units, order, key=key)
        else:
            together, rest = [*together, *units], rest or order
    if rest is not None and target not in board.state.forces:
        report_lost_air_targets(board, side, [unit.id for unit in together])
    elif rest is not None:
        left = [unit for unit in together if unit.flying]
        await strike(board, side, target, left, rest, key=f"air.{board.called(target)}")


def units_of(board: Board, side: Side, target: Force, order: Strike) -> list[AirUnit]:
    """Return the aircraft of an order to attack `target` that can still attack it."""
    return [unit for unit in board.state.air if unit.id in order.units and may_strike(board, side, unit, target)]


async def _locate(board: Board, target: Force, units: Sequence[AirUnit], *, key: str) -> Attempt:
    soviet = all(board.box.aircraft[unit.aircraft].nation == "soviet" for unit in units)
    names = tuple(unit.aircraft for unit in units)
    return await locate_target(board, "air", target, soviet=soviet, who=names, key=f"{key}.locate")


async def strike(board: Board, side: Side, target: Force, units: Sequence[AirUnit], order: Strike, *, key: str) -> None:
    """7.2, 7.4.2 Resolve the attack of a group of aircraft on a block that it has located.

    `order`: the order that sent the group. `key`: the prefix of the journal keys of its rolls and questions.
    """
    board.phase.attacked.append(target.id)
    board.state.attacked.append(target.id)
    board.phase.stirred.append(target.at)
    if target.kind == "wolfpack":
        await hunt_from_the_air(board, side, target, units, key=key)
    else:
        await raid(board, side, Raid(target, tuple(units), order.first, order.drop), key=key)
