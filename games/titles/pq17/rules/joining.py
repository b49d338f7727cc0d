"""1.2.3, 1.2.4, 1.3 Forces that combine or exchange ships, and dummies that are removed."""

from collections.abc import Sequence

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.composition import (
    broken_rules,
    combined_level,
    combining_barred_by,
    kind_of,
    merge_counters,
    surplus_dummies,
)
from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.rules.search.detachment import blocks_changed, remaining_counters
from games.titles.pq17.rules.search.shadowing import transfer_shadowing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Force


def combine_forces(board: Board, forces: Sequence[Force]) -> Force:
    """1.2.4, 11.1.1, 11.3.1, 11.3.2 Combine several forces into one, and return it.

    The result keeps the id of the first force of its kind, the highest ID level, all shadowers, and a declared air
    radius (5.3.1a). Its fuel marker is the marker that runs out first, after each force has paid for its turn (11.1.3).
    Forces that need no fuel do not count (11.1a). The result refuels at sea if all forces did. It has been in port as
    long as the force that entered the port last.

    Raises ValueError, with the number of the rule, if a rule forbids the combination.
    """
    barred = combining_barred_by(board.box, forces)
    if barred or len(forces) < 2:
        raise ValueError(barred[0] if barred else "1.2.4")
    counters = merge_counters(one for force in forces for one in force.counters)
    kind = kind_of(board.box, counters)
    stays = next(force for force in forces if force.kind == kind)
    gone = [force for force in forces if force is not stays]
    stays.fuel = _mark(board, forces)
    stays.counters, stays.told = counters, 0
    stays.resting = min(force.resting for force in forces)
    stays.refuelling = all(force.refuelling for force in forces)
    stays.moved, stays.spent = max(force.moved for force in forces), 0
    faces = sorted(force.level for force in forces if force.level is not None)
    stays.level = combined_level(force.level for force in forces)
    if any(force.id in board.state.declared for force in forces):
        board.state.declared = list(dict.fromkeys((*board.state.declared, stays.id)))
    for force in gone:
        board.remove(force)
    transfer_shadowing(board, stays, gone)
    gone += _one_part(board, stays, gone)
    blocks_changed(
        board, stays, before=len(gone), gone=tuple(force.id for force in gone), faces=tuple(faces[:-1])
    )  # fmt: skip
    return stays


def _mark(board: Board, forces: Sequence[Force]) -> Fuel | None:
    """11.1.1, 11.1a Return the fuel marker of forces that combine; None if none has a marker.

    The markers of forces that need no fuel are ignored.
    """
    burning = [force for force in forces if marks.needs_fuel(board.box, force.counters)]
    found = [marks.spend_fuel(force.fuel, force.spent) for force in burning or forces if force.fuel is not None]
    return marks.combined_fuel(board.box, found) if found else None


def _one_part(board: Board, convoy: Force, joined: Sequence[Force]) -> list[Force]:
    """9.3.2a Merge the dispersed parts of convoys that combined into the first part; return the removed parts.

    `convoy`: the combined convoy. `joined`: the forces that combined with it.
    """
    names = {convoy.id, *(force.id for force in joined)}
    parts = [one for one in board.state.forces if one.convoy is not None and one.convoy.part_of in names]
    for part in parts:
        if part.convoy is not None:
            part.convoy.part_of = convoy.id
    for part in parts[1:]:
        parts[0].counters = merge_counters([*parts[0].counters, *part.counters])
        board.remove(part)
    return parts[1:]


def clear_dummies(board: Board, side: Side) -> list[Force]:
    """1.3e Remove all but one dummy of a side in each hex when its combine segment ends. Return the removed dummies."""
    gone = surplus_dummies(board.forces_of(side))
    for dummy in gone:
        board.remove(dummy)
        blocks_changed(board, dummy, before=1, gone=(dummy.id,))
    return gone


def remove_dummy(board: Board, dummy: Force) -> None:
    """1.3d Remove a dummy by its owner's order, at any time.

    Raises ValueError if the force is not a dummy.
    """
    if not dummy.is_dummy:
        raise ValueError("1.3d")
    board.remove(dummy)
    blocks_changed(board, dummy, before=1, gone=(dummy.id,))


def exchange_barred_by(
    board: Board, one: Force, other: Force, to_one: Sequence[Counter], to_other: Sequence[Counter]
) -> str:
    """1.2.5, 4.3.4, T.scenarios Return the number of the rule that forbids two forces to exchange these ships, or "".

    The forces must be in one place. Each force keeps its kind. A force in training, or held in port by the scenario,
    keeps its ships. `to_one`: the ships that `other` gives to `one`. `to_other`: the ships that `one` gives to `other`.
    """
    if other not in board.forces_with(one) or one is other or one.is_dummy or other.is_dummy:
        return "1.2.5"
    if any(board.box.ships[ship.ship].type == "mx" for ship in (*to_one, *to_other)):
        return "1.2.3a"
    if one.home != other.home:
        return "4.3.4"
    if one.held != other.held:
        return "T.scenarios"
    after = []
    for force, comes, goes in ((one, to_one, to_other), (other, to_other, to_one)):
        try:
            after.append((force, [*remaining_counters(force.counters, goes), *comes]))
        except ValueError:
            return "1.2.5"
    for force, counters in after:
        if kind_of(board.box, counters) != force.kind:
            return "1.2.5"
        rules = broken_rules(board.box, counters)
        if rules:
            return rules[0]
    return ""
