"""1.2 to 1.4 What a force may hold, and what becomes of counters that come together."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.state import Force, Kind


def kind_of(box: Box, counters: Sequence[Counter]) -> Kind:
    """1.2.1, 1.2.2 With merchants a convoy, submarines alone a wolfpack, other ships a task force; nothing a dummy."""
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
    """The strength of the ships of these classes together."""
    return sum(one.strength for one in counters if box.ships[one.ship].type in types)


def broken(box: Box, counters: Sequence[Counter]) -> tuple[str, ...]:
    """The rules that a force of these counters would break: too many submarines or escorts in a convoy (1.2.1a), in a
    wolfpack (1.2.2), or submarines among the ships of a task force (1.2).
    """
    limits, kind = box.numbers.forces, kind_of(box, counters)
    boats = strength_of(box, counters, "ss")
    if kind == "convoy":
        escorts = strength_of(box, counters, "es")
        return ("1.2.1a",) if boats > limits.submarines_in_convoy or escorts > limits.escorts_in_convoy else ()
    if kind == "wolfpack":
        return ("1.2.2",) if boats > limits.wolfpack else ()
    return ("1.2.1a",) if boats else ()


def merged(counters: Iterable[Counter]) -> list[Counter]:
    """1.4b, 7.3.2 Strength of a class in the same state lies together; what comes together has the fewest torpedoes
    left. Strength that is Crippled, Dead in the Water or otherwise marked stays by itself (7.3.1c), and each destroyer
    that is a wreck without any (7.9a).
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


def apart(box: Box, counter: Counter, strength: int) -> Counter:
    """1.4b, 11.3.2a So much strength of a counter in one of its own, in the same state, with its share of the oil in
    fives; the rest keeps the rest, and who has none is empty. Raises ValueError for more than there is.
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
    """1.2.4 The highest ID among forces that become one; that of none if all stand unidentified."""
    return max((level for level in levels if level is not None), default=None)


def may_combine(box: Box, forces: Sequence[Force]) -> tuple[str, ...]:
    """1.2.4, 1.2.4a, 5.2.1 The rules that forbid forces in one place to become one, none if they may: dummies never do,
    submarines only with their own navy, who is out for training (4.3.4) or held in port by the scenario with nobody
    else, and what comes of them must be a force.
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
    return broken(box, counters)


def may_part(box: Box, force: Force, part: Sequence[Counter]) -> tuple[str, ...]:
    """1.2.3, 1.2.3a The rules that forbid a part of a force to leave it as a force of its own, none if it may. The rest
    must hold something; merchants never leave, auxiliaries only together with a warship.
    """
    types = {box.ships[one.ship].type for one in part}
    if "mx" in types:
        return ("1.2.3a",)
    if not part or not any(box.ships[one.ship].is_warship for one in part):
        return ("1.2.3a",) if types else ("1.2.3",)
    held = sum(max(one.strength, 1) for one in force.counters)
    if sum(max(one.strength, 1) for one in part) >= held or ("ss" in types and types != {"ss"}):
        return ("1.2.3",)
    return broken(box, part)


def free_blocks(box: Box, forces: Iterable[Force], side: Side, kind: Kind) -> int:
    """1.2c How many blocks of a kind a side has that are not on the map."""
    used = len([force for force in forces if force.side == side and force.kind == kind])
    return max(int(getattr(box.numbers.blocks.of(side), kind)) - used, 0)


def dummies_left(box: Box, forces: Iterable[Force], side: Side, limit: int) -> int:
    """1.3 How many more dummies a side may put on the map, by the scenario's limit and the stock."""
    used = len([force for force in forces if force.side == side and force.kind == "dummy"])
    return max(min(limit, box.numbers.blocks.of(side).dummy) - used, 0)


def dummies_too_many(forces: Iterable[Force]) -> list[Force]:
    """1.3e Of several dummies of a side in one hex, in port or off it, all but one, the first, must go in its combine
    segment.
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
