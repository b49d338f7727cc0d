"""1.2 to 1.4, 5.6 The limits of a force, merging and splitting of its counters, and the dispersed part of a convoy."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.victory_points import tally_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force, Kind


def kind_of(box: Box, counters: Sequence[Counter]) -> Kind:
    """1.2.1, 1.2.2 Return the kind of a force.

    A force with merchants is a convoy, a force of only submarines a wolfpack, any other force with ships a task force.
    A force without ships is a dummy.
    """
    if not counters:
        return "dummy"
    ships, boats_alone = box.ships, True
    for one in counters:
        type_ = ships[one.ship].type
        if type_ == "mx":
            return "convoy"
        boats_alone = boats_alone and type_ == "ss"
    return "wolfpack" if boats_alone else "task_force"


def strength_of(box: Box, counters: Iterable[Counter], *types: str) -> int:
    """Return the total strength of the ships of these types in the counters."""
    return sum(one.strength for one in counters if box.ships[one.ship].type in types)


def broken_rules(box: Box, counters: Sequence[Counter]) -> tuple[str, ...]:
    """1.2.1a, 1.2.2 Return the numbers of the rules that a force of these counters would break; empty for none.

    Too many submarines or escorts in a convoy break 1.2.1a, too many submarines in a wolfpack 1.2.2. Submarines in a
    task force break 1.2.1a.
    """
    limits, kind = box.numbers.forces, kind_of(box, counters)
    boats = strength_of(box, counters, "ss")
    if kind == "convoy":
        escorts = strength_of(box, counters, "es")
        return ("1.2.1a",) if boats > limits.submarines_in_convoy or escorts > limits.escorts_in_convoy else ()
    if kind == "wolfpack":
        return ("1.2.2",) if boats > limits.wolfpack else ()
    return ("1.2.1a",) if boats else ()


def merge_counters(counters: Iterable[Counter]) -> list[Counter]:
    """1.4b, 7.3.2 Return the counters, with the strength of each class in the same state merged into one counter.

    The merged counter has the fewest torpedoes of its parts. Strength that is Crippled, Dead in the Water or otherwise
    marked stays separate (7.3.1c). Each destroyer that is a wreck without strength stays separate, too (7.9a).
    """
    found: dict[tuple[object, ...], Counter] = {}
    for number, one in enumerate(counters):
        state = (
            one.ship,
            one.crippled,
            one.dead,
            one.towed,
            one.tows,
            one.used,
            one.inoperative,
            one.dispersed,
            one.green,
            None if one.strength else number,
        )
        known = found.get(state)
        if known is None:
            found[state] = structs.replace(one)
        else:
            known.strength += one.strength
            known.spent = max(known.spent, one.spent)
            known.oil += one.oil
    return list(found.values())


def split_counter(box: Box, counter: Counter, strength: int) -> Counter:
    """1.4b, 11.3.2a Split strength off a counter, and return it as a counter in the same state.

    The new counter gets its share of the oil, rounded up to a multiple of five. The old counter keeps the rest. An
    oiler that is left without oil is marked as used. Raises ValueError if the counter has less than `strength`.
    """
    if not 0 < strength <= counter.strength:
        raise ValueError(f"{counter.strength} of {counter.ship} cannot give {strength}")
    fuel = box.numbers.fuel
    share = -(-counter.oil * strength // (counter.strength * fuel.oiler_steps)) * fuel.oiler_steps
    share = min(share, fuel.oiler * strength, counter.oil)
    counter.strength -= strength
    counter.oil -= share
    gone = structs.replace(counter, strength=strength, oil=share)
    if box.ships[counter.ship].is_oiler:
        counter.used, gone.used = not counter.oil, not gone.oil
    return gone


def combined_level(levels: Iterable[int | None]) -> int | None:
    """1.2.4 Return the highest ID level among forces that combine, or None if all are unidentified."""
    return max((level for level in levels if level is not None), default=None)


def combining_barred_by(box: Box, forces: Sequence[Force]) -> tuple[str, ...]:
    """1.2.4, 1.2.4a, 5.2.1 Return the numbers of the rules that forbid forces to combine; empty if they may.

    Forces must be in one place. Dummies never combine. Submarines combine only with submarines of their own navy.
    Forces in training (4.3.4), or held in port by the scenario, do not combine with others. The result must be a valid
    force.
    """
    if any(force.is_dummy for force in forces):
        return ("1.2.4a",)
    if len({(force.side, force.at, force.port) for force in forces}) > 1:
        return ("1.2.4",)
    counters = [one for force in forces for one in force.counters]
    if len({box.ships[one.ship].nation for one in counters if box.ships[one.ship].type == "ss"}) > 1:
        return ("5.2.1",)
    if len({force.home for force in forces}) > 1:
        return ("4.3.4",)
    if len({force.held for force in forces}) > 1:
        return ("T.scenarios",)
    return broken_rules(box, counters)


def parting_barred_by(box: Box, force: Force, part: Sequence[Counter]) -> tuple[str, ...]:
    """1.2.3, 1.2.3a Return the numbers of the rules that forbid a part to leave its force; empty if it may.

    Ships must remain in the force. Merchants never leave. Auxiliaries leave only together with a warship.
    """
    types = {box.ships[one.ship].type for one in part}
    if "mx" in types:
        return ("1.2.3a",)
    if not part or not any(box.ships[one.ship].is_warship for one in part):
        return ("1.2.3a",) if types else ("1.2.3",)
    held = sum(max(one.strength, 1) for one in force.counters)
    if sum(max(one.strength, 1) for one in part) >= held or ("ss" in types and types != {"ss"}):
        return ("1.2.3",)
    return broken_rules(box, part)


def free_blocks(box: Box, forces: Iterable[Force], side: Side, kind: Kind) -> int:
    """1.2c Return the number of a side's blocks of a kind that are still free. `forces`: the forces on the map."""
    used = len([force for force in forces if force.side == side and force.kind == kind])
    return max(int(getattr(box.numbers.blocks.of(side), kind)) - used, 0)


def dummies_left(box: Box, forces: Iterable[Force], side: Side, limit: int) -> int:
    """1.3 Return how many more dummies a side may put on the map.

    `forces`: the forces on the map. `limit`: the limit of the scenario.
    """
    used = len([force for force in forces if force.side == side and force.kind == "dummy"])
    return max(min(limit, box.numbers.blocks.of(side).dummy) - used, 0)


def surplus_dummies(forces: Iterable[Force]) -> list[Force]:
    """1.3e Return the dummies among `forces` that must be removed in the combine segment: all but one in each hex.

    The first dummy in each hex stays. Dummies in port and at sea count together in the hex of the port.
    """
    kept: set[tuple[str, str]] = set()
    gone: list[Force] = []
    for force in forces:
        if force.kind == "dummy":
            place = (force.side, force.at)
            if place in kept:
                gone.append(force)
            kept.add(place)
    return gone


def parts_of(board: Board, force: Force) -> list[Force]:
    """5.6 Return the dispersed parts of a convoy that have their own block; empty for any other force."""
    if force.convoy is None:
        return []
    return [one for one in board.state.forces if one.convoy is not None and one.convoy.part_of == force.id]


def promote_dispersed_part(board: Board, force: Force) -> None:
    """5.6 Make the dispersed part of a convoy the convoy itself, when the convoy has no merchant left.

    The dispersed part gets the plan and the tally of the convoy (our reading; the rulebook does not say).
    """
    for part in parts_of(board, force):
        tally = tally_of(board, part)
        if part.convoy is not None:
            part.convoy.part_of = ""
        part.plan = force.plan
        if tally is not None:
            tally.convoy = part.id
