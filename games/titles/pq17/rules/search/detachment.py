"""1.2.3, 6.3.3 Ships that leave their force: those that may leave, the new block, and those that follow an enemy."""

from collections import Counter as Counted
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CRUISERS
from games.titles.pq17.rules.forces.composition import free_blocks, kind_of, merge_counters, parting_barred_by
from games.titles.pq17.rules.forces.situations import breaks_out, chit_for
from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.state import Force, Kind

# --- legal choices


class Parting(NamedTuple):
    """1.2.3 The ships that may leave a force, with their strength.

    `ships`: the ships that may leave now. `tugs`: ships that may leave once they have cast off their tows (5.1.1b).
    `rest`: True if all of `ships` may leave at once, because other ships stay: transports, or ships Dead in the Water
    or in tow.
    """

    ships: dict[str, int]
    tugs: dict[str, int]
    rest: bool


def parting_ships(box: Box, counters: Iterable[Counter]) -> Parting:
    """1.2.3, 1.2.3a, 7.9a Return the warships that may leave a force: all that can move, including Crippled ships.

    A class is counted by strength; each wreck without strength counts as one ship.
    """
    ships: dict[str, int] = {}
    tugs: dict[str, int] = {}
    rest, pieces = False, box.ships
    for one in counters:
        ship = pieces[one.ship]
        if not ship.is_warship or one.dead or one.towed:
            rest = True
            continue
        leave = tugs if one.tows else ships
        leave[one.ship] = leave.get(one.ship, 0) + (1 if ship.is_single else max(one.strength, 1))
    return Parting(ships if rest or sum(ships.values()) > 1 else {}, tugs, rest)


def _moves(counter: Counter) -> bool:
    """5.1.1 Return True if a ship can move alone: she is neither Dead in the Water nor in tow."""
    return not (counter.dead or counter.towed)


# --- the split


def leaving_counters(board: Board, force: Force, ships: tuple[str, ...]) -> list[Counter]:
    """Return the counters that an order names, in the order of the names; Crippled ships of a class come last.

    `ships`: the ids; the id of a class is repeated for each step of strength.
    """
    found = []
    for name in dict.fromkeys(ships):
        single = board.box.ships[name].is_single
        wanted = ships.count(name)
        for one in sorted(force.counters, key=lambda one: one.crippled):
            if one.ship == name and wanted and _moves(one) and not one.tows:
                strength = one.strength if single else min(one.strength, wanted)
                wanted -= 1 if single else max(strength, 1)
                found.append(structs.replace(one, strength=strength))
    return found


def unused_name(board: Board, stem: str) -> str:
    """Return an unused id for a new force: the stem followed by a number."""
    names = {force.id for force in board.state.forces}
    return next(name for number in range(2, 100) if (name := f"{stem}_{number}") not in names)


def split_barred_by(board: Board, force: Force, leaving: Sequence[Counter]) -> str:
    """1.2.3, 1.2c Return the number of the rule that forbids the counters `leaving` to leave a force now, or ""."""
    barred = parting_barred_by(board.box, force, leaving)
    if barred:
        return barred[0]
    return "" if free_blocks(board.box, board.state.forces, force.side, kind_of(board.box, leaving)) else "1.2c"


def split_force(board: Board, force: Force, leaving: Sequence[Counter], name: str) -> Force:
    """1.2.3, 11.1.1, 11.1.2 Split ships off a force, and return them as a new force in the same place.

    The new force has the ID level and the fuel of the old force, and causes no new report. `leaving`: the counters that
    leave, with the strength that leaves. `name`: the id of the new force. Raises ValueError, with the number of the
    rule, if the ships may not leave or are not in the force, or if no block is free.
    """
    rule = split_barred_by(board, force, leaving)
    if rule:
        raise ValueError(rule)
    box, whole, kind = board.box, list(force.counters), kind_of(board.box, leaving)
    left = remaining_counters(force.counters, leaving)
    force.counters, fuel = left, None
    if force.fuel is not None and kind != "wolfpack":
        fuel = marks.parted_fuel(box, force.fuel, whole, leaving, far=_goes_far(board, force, leaving))
        force.fuel = marks.parted_fuel(box, force.fuel, whole, left, far=_goes_far(board, force, left))
        if _freed_of_soviets(board, force, whole):
            force.fuel = marks.fuel_without_soviets(box, force.fuel)
    force.told = 0
    new = _leaver(force, name, kind, merge_counters(leaving))
    new.fuel = fuel
    board.place(new)
    blocks_changed(board, new, before=-1, force=new.id, left=force.id, faces=shown_levels(new))
    return new


def _leaver(force: Force, name: str, kind: Kind, counters: list[Counter]) -> Force:
    """1.2.3 Return a new force of ships that leave a force, in the same place, state and formation."""
    return Force(
        id=name,
        side=force.side,
        kind=kind,
        block=0,
        at=force.at,
        port=force.port,
        level=force.level,
        counters=counters,
        moved=force.moved,
        spent=force.spent,
        from_port=force.from_port,
        resting=force.resting,
        home=force.home,
        held=force.held,
        formation=structs.replace(force.formation, force=name) if force.formation is not None else None,
    )


def _goes_far(board: Board, force: Force, counters: Sequence[Counter]) -> bool:
    """11.1.2, 11.4a Return True if these ships get more fuel when, as heavy ships, they leave light ships.

    This holds for Allied ships, and for German ships that have oil from Germany or may break out.
    """
    if force.side == "allied" or (force.fuel is not None and force.fuel.german):
        return True
    return chit_for(board, force.side, "break_out") is not None and breaks_out(board.box, counters)


def _freed_of_soviets(board: Board, force: Force, whole: Sequence[Counter]) -> bool:
    """11.1.4 Option: return True if the last Soviet ships of a convoy in ballast have just left it.

    `whole`: its counters before.
    """
    if not board.state.options.soviet_fuel or force.convoy is None or force.convoy.laden:
        return False
    had, has = (any(board.box.ships[one.ship].nation == "soviet" for one in held) for held in (whole, force.counters))
    return had and not has


def remaining_counters(counters: Sequence[Counter], leaving: Sequence[Counter]) -> list[Counter]:
    """Return the counters that remain after the counters `leaving` have left.

    Strength is taken from counters in the same state. Raises ValueError if these counters have less strength than
    leaves.
    """
    left = [structs.replace(one) for one in counters]
    for gone in leaving:
        like = structs.replace(gone, strength=0)
        alike = (one for one in left if structs.replace(one, strength=0) == like)
        held = next((one for one in alike if bool(one.strength) == bool(gone.strength)), None)
        if held is None or held.strength < gone.strength:
            raise ValueError("1.2.3")
        held.strength -= gone.strength
        if not held.strength:
            left.remove(held)
    return left


def current_ships(counters: Sequence[Counter], ships: Sequence[Counter]) -> list[Counter]:
    """7.2.4e, 5.1.1 Return ships in their present state: in tow or not, and Dead in the Water or not.

    `counters`: the force as it is now. `ships`: the ships as they were listed earlier; since then a tow may have ended,
    because the ship at its other end was lost.
    """
    found: list[Counter] = []
    for ship in ships:
        alike = [one for one in counters if _untowed(one) == _untowed(ship)]
        now = next((one for one in alike if one.tows == ship.tows and one.towed == ship.towed), (*alike, ship)[0])
        found.append(structs.replace(ship, tows=now.tows, towed=now.towed, dead=now.dead))
    return found


def _untowed(one: Counter) -> Counter:
    """Return a ship without its strength and tows, to find the same ship after a tow has ended."""
    return structs.replace(one, strength=0, tows=False, towed=False, dead=one.dead or one.towed)


def shown_levels(force: Force) -> tuple[int, ...]:
    """6.1 Return the ID level of a face-up block as a tuple with one entry; () while the block is unidentified."""
    return () if force.level is None else (force.level,)


def blocks_changed(
    board: Board,
    place: Force,
    *,
    before: int,
    force: str = "",
    left: str = "",
    gone: tuple[str, ...] = (),
    faces: tuple[int, ...] = (),
) -> None:
    """1.2b Renumber and announce the blocks in a place after a change, so that no block there can be traced.

    Everybody learns how many blocks were there before and are there now. `place`: a force in the place. `before`: the
    number of blocks before the change minus the number after it. `faces`: the ID levels of blocks that appeared or were
    turned face up. Only the owner learns which forces changed: `force` is new, `left` is the force that it left, and
    those in `gone` no longer exist.
    """
    side, at, port = place.side, place.at, place.port
    board.renew(side, at, port)
    now = len(board.forces_with(place))
    seen = BlocksChanged(side, at, now + before, now, port, faces=faces)
    board.tell_of(side, structs.replace(seen, force=force, left=left, gone=gone), seen)


def detachable_ships(board: Board, force: Force) -> dict[str, int]:
    """6.3.3, 1.2.3, 1.2c Return the ships that may leave an Allied task force to follow an enemy.

    Each ship or class has the number of ships that may leave. Crippled ships may not leave. The result is empty if
    there is no undamaged cruiser, or no free block.
    """
    if force.kind != "task_force":
        return {}
    sound = Counted(one.ship for one in force.counters for _ in range(_number(board.box, one)) if one.is_able())
    may = parting_ships(board.box, force.counters).ships
    ships = {ship: min(count, sound[ship]) for ship, count in may.items() if sound[ship]}
    able = set(unhurt_cruisers(board.box, force.counters)) & set(ships)
    return ships if able and free_blocks(board.box, board.state.forces, force.side, "task_force") else {}


def _number(box: Box, counter: Counter) -> int:
    """Return how often an order may name a ship: once, or for a class its strength."""
    return 1 if box.ships[counter.ship].is_single else counter.strength


def unhurt_cruisers(box: Box, counters: Sequence[Counter]) -> list[str]:
    """6.3.3 Return the ids of the undamaged cruisers among these counters."""
    return [
        one.ship
        for one in counters
        if box.ships[one.ship].type in CRUISERS and one.is_able() and one.strength == box.ships[one.ship].strength
    ]


def detach_ships(board: Board, force: Force, ships: Sequence[str] = ()) -> Force:
    """6.3.3 Split these ships off a force to follow an enemy, and return the force that follows.

    Without `ships`, the standing instruction may detach the first undamaged cruiser. If no ships are or can be split
    off, the whole force follows and is returned.
    """
    free = detachable_ships(board, force)
    if not ships and board.state.instructed(force.side).detaches == "yes":
        able = [one for one in unhurt_cruisers(board.box, force.counters) if one in free]
        ships = able[:1]
    ships = [one for one in ships if one in free]
    if not ships:
        return force
    try:
        new = split_force(board, force, leaving_counters(board, force, tuple(ships)), unused_name(board, force.id))
    except ValueError:
        return force
    if board.state.phase is not None and force.id in board.phase.fought:
        board.phase.fought.append(new.id)
    return new
