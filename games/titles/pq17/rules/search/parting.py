"""1.2.3 Ships that leave their force: which may, and the block that comes of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from games.titles.pq17.box.contents import Box
from games.titles.pq17.rules.forces.composition import free_blocks, kind_of, may_part, merged
from games.titles.pq17.rules.forces.situations import breaks_out, chit_for
from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.forces import BlocksChanged
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Kind

# --- which may


class Parting(NamedTuple):
    """1.2.3 What may leave a force: `ships`, with how many of them, and `tugs` once they have cast off what they tow
    (5.1.1b). `rest`: something stays if all of them go: transports, and ships that are Dead in the Water or in tow.
    """

    ships: dict[str, int]
    tugs: dict[str, int]
    rest: bool


def parting(box: Box, counters: Iterable[Counter]) -> Parting:
    """1.2.3, 1.2.3a, 7.9a Warships that can move may leave a force, Crippled ones too, if something stays; of a class
    its strength, each wreck without any as one.
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
    """5.1.1 Who is Dead in the Water goes nowhere by herself."""
    return not (counter.dead or counter.towed)


# --- that they do


def leaving(sea: Sea, force: Force, ships: tuple[str, ...]) -> list[Counter]:
    """The counters that an order names, as they lie in the force; of a class those that are Crippled last."""
    found = []
    for name in dict.fromkeys(ships):
        single = sea.box.ships[name].is_single
        wanted = ships.count(name)
        for one in sorted(force.counters, key=lambda one: one.crippled):
            if one.ship == name and wanted and _moves(one) and not one.tows:
                strength = one.strength if single else min(one.strength, wanted)
                wanted -= 1 if single else max(strength, 1)
                found.append(structs.replace(one, strength=strength))
    return found


def new_name(sea: Sea, stem: str) -> str:
    """An owner's word for a new force that none has."""
    names = {force.id for force in sea.state.forces}
    return next(name for number in range(2, 100) if (name := f"{stem}_{number}") not in names)


def held_together(sea: Sea, force: Force, leaving: Sequence[Counter]) -> str:
    """1.2.3, 1.2c The rule by which so much of these counters may not leave a force as things stand, or ""."""
    barred = may_part(sea.box, force, leaving)
    if barred:
        return barred[0]
    return "" if free_blocks(sea.box, sea.state.forces, force.side, kind_of(sea.box, leaving)) else "1.2c"


def part(sea: Sea, force: Force, leaving: Sequence[Counter], name: str) -> Force:
    """1.2.3, 11.1.1, 11.1.2 Let a part of a force go as a force of its own in the same place: with the ID of the whole,
    no new report, and its fuel. `leaving` says how much of each counter goes. Raises ValueError, with the rule, for
    what may not part, is not there, or has no free block.
    """
    rule = held_together(sea, force, leaving)
    if rule:
        raise ValueError(rule)
    box, whole, kind = sea.box, list(force.counters), kind_of(sea.box, leaving)
    left = without(force.counters, leaving)
    force.counters, fuel = left, None
    if force.fuel is not None and kind != "wolfpack":
        fuel = marks.parted(box, force.fuel, whole, leaving, far=_goes_far(sea, force, leaving))
        force.fuel = marks.parted(box, force.fuel, whole, left, far=_goes_far(sea, force, left))
        if _freed_of_soviets(sea, force, whole):
            force.fuel = marks.freed_of_soviets(box, force.fuel)
    force.told = 0
    new = _leaver(force, name, kind, merged(leaving))
    new.fuel = fuel
    sea.place(new)
    blocks_changed(sea, new, before=-1, force=new.id, left=force.id, faces=face(new))
    return new


def _leaver(force: Force, name: str, kind: Kind, counters: list[Counter]) -> Force:
    """1.2.3 A block as the one that it leaves is, with the formation in which that lies."""
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


def _goes_far(sea: Sea, force: Force, counters: Sequence[Counter]) -> bool:
    """11.1.2, 11.4a Whether heavy ships by themselves go further: Allied ones, and German ones that have the oil of
    Germany or may break out.
    """
    if force.side == "allied" or (force.fuel is not None and force.fuel.german):
        return True
    return chit_for(sea, force.side, "break_out") is not None and breaks_out(sea.box, counters)


def _freed_of_soviets(sea: Sea, force: Force, whole: Sequence[Counter]) -> bool:
    """11.1.4 Option: the last Soviet ships of a ballast convoy have left it."""
    if not sea.state.options.soviet_fuel or force.convoy is None or force.convoy.laden:
        return False
    had, has = (any(sea.box.ships[one.ship].nation == "soviet" for one in held) for held in (whole, force.counters))
    return had and not has


def without(counters: Sequence[Counter], leaving: Sequence[Counter]) -> list[Counter]:
    """What is left of counters when so much of each goes; those of one state with those of the same."""
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


def face(force: Force) -> tuple[int, ...]:
    """6.1 The ID that a block shows; none while it stands."""
    return () if force.level is None else (force.level,)


def blocks_changed(
    sea: Sea,
    place: Force,
    *,
    before: int,
    force: str = "",
    left: str = "",
    gone: tuple[str, ...] = (),
    faces: tuple[int, ...] = (),
) -> None:
    """1.2b Nobody can follow a block through what happened in this place; all are told how many there were, by
    `before` more than now, and only the owner which forces they are.
    """
    side, at, port = place.side, place.at, place.port
    sea.renew(side, at, port)
    now = len(sea.together(place))
    seen = BlocksChanged(side, at, now + before, now, port, faces=faces)
    sea.tell_of(side, structs.replace(seen, force=force, left=left, gone=gone), seen)
